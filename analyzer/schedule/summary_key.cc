#include "analyzer/schedule/summary_key.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/ir/analysed_form.h"
#include "analyzer/ir/digest.h"
#include "analyzer/schedule/parallel_for.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Whether a function is defined decides whether a call of it is entered. Names hold no line ends.
void AppendFunction(const Program& program, Name function, std::string* text) {
  absl::StrAppend(text, NameText(function), program.IsDefined(function) ? " defined" : "");
}

// The rest of a line.
void AppendTargets(const Program& program, const std::vector<Name>& targets, bool by_type,
                   std::string* text) {
  for (Name target : targets) {
    absl::StrAppend(text, " ");
    AppendFunction(program, target, text);
    // The number of arguments decides whether it is called at all.
    absl::StrAppend(text, "/", program.function_pointers().ArityOf(target),
                    program.function_pointers().IsPassedOnly(target) ? " passed" : "");
  }
  absl::StrAppend(text, by_type ? " ...\n" : "\n");
}

std::string Names(const Definition& definition) {
  std::string text = absl::StrCat(NameText(definition.name), "\n");
  for (Name symbol : definition.symbols()) absl::StrAppend(&text, NameText(symbol), "\n");
  return ir::Digest128(text);
}

std::string Targets(const Program& program, const LinkedProcedure& procedure) {
  const FunctionPointers& pointers = program.function_pointers();
  std::string text;
  uint32_t number = 0;
  for (uint32_t index : procedure.facts().loaded_fields) {
    ++number;
    const std::string& field = procedure.text(index);
    const std::vector<TableEntry> entries = pointers.TableEntries(field);
    const bool is_in_table = pointers.IsInTable(field);
    if (!pointers.HasTargets(field) && entries.empty() && !is_in_table) continue;
    absl::StrAppend(&text, number, is_in_table ? " in table" : "");
    for (const TableEntry& entry : entries) {
      absl::StrAppend(&text, " ", NameText(entry.table), "+", entry.offset, "=");
      AppendFunction(program, entry.function, &text);
    }
    bool by_type;
    const std::vector<Name> targets = pointers.IndirectTargets(field, kNoName, "", &by_type);
    AppendTargets(program, targets, by_type, &text);
  }
  for (uint32_t index : procedure.facts().call_types) {
    ++number;
    bool by_type;
    const std::vector<Name> targets =
        pointers.IndirectTargets("", kNoName, procedure.text(index), &by_type);
    if (targets.empty()) continue;
    absl::StrAppend(&text, number);
    AppendTargets(program, targets, by_type, &text);
  }
  return text.empty() ? "" : ir::Digest128(absl::StrCat(procedure.facts().uses, "\n", text));
}

}  // namespace

KeyMaker::KeyMaker(const Program& program, const absl::flat_hash_set<Name>& settled,
                   const MainThread& main_thread, int workers)
    : program_(program), settled_(settled), main_thread_(main_thread) {
  std::vector<Name> names;
  for (const Definition& definition : program.definitions()) {
    names.insert(names.end(), definition.symbols().begin(), definition.symbols().end());
  }
  SortUnique(&names);
  std::vector<Facts> facts(names.size());
  ParallelFor(workers, names.size(), [&](size_t i) { facts[i] = FactsOf(names[i]); });
  facts_.reserve(names.size());
  for (size_t i = 0; i < names.size(); ++i) facts_.emplace(names[i], std::move(facts[i]));
}

KeyMaker::Facts KeyMaker::FactsOf(Name name) const {
  std::string text;
  const ir::Global* global = program_.FindGlobal(name);
  if (global == nullptr) {
    AppendFunction(program_, name, &text);
    absl::StrAppend(&text, "\n");
    return {text, text};
  }
  absl::StrAppend(&text, NameText(name), global->is_const ? " const" : "",
                  global->is_thread_local ? " thread" : "",
                  program_.IsWrittenOnlyBy(name, kNoName) ? " unwritten" : "",
                  settled_.contains(name) ? " settled" : "",
                  main_thread_.variables.contains(name) ? " of main thread" : "");
  if (global->is_const) {
    for (const ir::InitialValue& value : global->values) {
      if (value.value.kind != ir::Operand::Kind::kFunction) continue;
      absl::StrAppend(&text, " ", value.offset, "=",
                      program_.SymbolsOf(*global)[value.value.value]);
    }
  }
  // Main knows what it finds in those that nobody else writes.
  std::string numbers;
  for (const ir::InitialValue& value : global->values) {
    if (value.value.kind != ir::Operand::Kind::kConstant) continue;
    absl::StrAppend(&numbers, " ", value.offset, ":", value.width, "=", value.value.value);
  }
  std::string targets;
  bool by_type;
  AppendTargets(program_, program_.function_pointers().IndirectTargets("", name, "", &by_type),
                by_type, &targets);
  auto facts_in = [&](Name procedure) {
    const bool is_stable = program_.IsWrittenOnlyBy(name, procedure) ||
                           (procedure != kNoName && main_thread_.variables.contains(name));
    return absl::StrCat(text, is_stable ? absl::StrCat(" stable", numbers) : "", targets);
  };
  return {facts_in(kNoName), facts_in(InternName("main"))};
}

OwnInputs KeyMaker::OwnInputsOf(uint32_t index) const {
  const Definition& definition = program_.definitions()[index];
  const std::string& code = definition.procedure->facts().code_digest;
  OwnInputs inputs;
  inputs.code = code.empty() ? ir::CodeDigest(definition.body()) : code;
  inputs.names = Names(definition);
  inputs.targets = Targets(program_, *definition.procedure);
  const bool is_main = definition.IsMain();
  std::string text = main_thread_.procedures.contains(definition.name) ? "of main thread\n" : "";
  for (Name name : definition.symbols()) {
    const Facts& facts = facts_.at(name);
    text += is_main ? facts.in_main : facts.anywhere;
  }
  inputs.globals = ir::Digest128(text);
  return inputs;
}

std::string KeyMaker::GlobalsOf(const SummaryHead& summary) const {
  std::string text;
  for (Name name : summary.mentioned) {
    const auto known = facts_.find(name);
    text += known != facts_.end() ? known->second.in_main : FactsOf(name).in_main;
  }
  return ir::Digest128(text);
}

}  // namespace plait
