#include "analyzer/schedule/summary_key.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/ir/analysed_form.h"
#include "analyzer/ir/digest.h"

namespace plait {
namespace {

using ir::Operand;

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
  }
  absl::StrAppend(text, by_type ? " ...\n" : "\n");
}

void AppendVariable(const Program& program, Name name, const ir::Global& global, Name procedure,
                    std::string* text) {
  absl::StrAppend(text, NameText(name), global.is_const ? " const" : "",
                  global.is_thread_local ? " thread" : "",
                  program.IsWrittenOnlyBy(name, kNoName) ? " unwritten" : "",
                  program.IsWrittenOnlyBy(name, procedure) ? " stable" : "");
  bool by_type;
  const std::vector<Name> targets = program.IndirectTargets("", name, "", &by_type);
  AppendTargets(program, targets, by_type, text);
}

// What the analysis may ask of a name that stands for a variable or a function.
void AppendName(const Program& program, Name name, Name procedure, std::string* text) {
  if (const ir::Global* global = program.FindGlobal(name)) {
    AppendVariable(program, name, *global, procedure, text);
  } else {
    AppendFunction(program, name, text);
    absl::StrAppend(text, "\n");
  }
}

std::string Names(const Definition& definition) {
  std::string text = absl::StrCat(NameText(definition.name), "\n");
  for (const ir::Symbol& symbol : definition.body->symbols) {
    absl::StrAppend(&text, symbol.name, "\n");
  }
  return ir::Digest128(text);
}

std::string Targets(const Program& program, const ir::Procedure& body) {
  std::string text;
  uint32_t number = 0;
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      ++number;
      if (i.opcode == ir::Opcode::kLoad && i.field != 0) {
        const std::string& field = body.strings[i.field];
        const std::vector<TableEntry> entries = program.TableEntries(field);
        if (!program.HasTargets(field) && entries.empty()) continue;
        absl::StrAppend(&text, number);
        for (const TableEntry& entry : entries) {
          absl::StrAppend(&text, " ", NameText(entry.table), "+", entry.offset, "=");
          AppendFunction(program, entry.function, &text);
        }
        bool by_type;
        const std::vector<Name> targets = program.IndirectTargets(field, kNoName, "", &by_type);
        AppendTargets(program, targets, by_type, &text);
      } else if (i.opcode == ir::Opcode::kCall && i.type != 0) {
        bool by_type;
        const std::vector<Name> targets =
            program.IndirectTargets("", kNoName, body.strings[i.type], &by_type);
        if (targets.empty()) continue;
        absl::StrAppend(&text, number);
        AppendTargets(program, targets, by_type, &text);
      }
    }
  }
  return text.empty() ? "" : ir::Digest128(text);
}

}  // namespace

OwnInputs OwnInputsOf(const Program& program, uint32_t definition) {
  const ir::Procedure& body = *program.definitions()[definition].body;
  OwnInputs inputs;
  inputs.code = body.code_digest.empty() ? ir::CodeDigest(body) : body.code_digest;
  inputs.names = Names(program.definitions()[definition]);
  inputs.targets = Targets(program, body);
  const Name self = InternName(body.name);
  std::string text;
  for (const ir::Symbol& symbol : body.symbols) {
    AppendName(program, InternName(symbol.name), self, &text);
  }
  inputs.globals = ir::Digest128(text);
  return inputs;
}

std::string GlobalsOf(const Program& program, const SummaryHead& summary) {
  std::string text;
  const Name main = InternName("main");
  for (Name name : summary.mentioned) AppendName(program, name, main, &text);
  return ir::Digest128(text);
}

}  // namespace plait
