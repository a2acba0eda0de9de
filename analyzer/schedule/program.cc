#include "analyzer/schedule/program.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/ir/digest.h"
#include "analyzer/ir/standard_streams.h"
#include "analyzer/schedule/static_names.h"
#include "analyzer/schedule/unit_programs.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Operand;

// Length of the common folder prefix of two paths.
size_t CommonFolder(const std::string& a, const std::string& b) {
  size_t common = 0;
  for (size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) {
    if (a[i] == '/') common = i + 1;
  }
  return common;
}

}  // namespace

Program::Program(std::vector<ProgramUnit> units) : by_unit_(units.size()) {
  ShortenStaticNames(&units);
  mains_ = MainsOfUnits(units);
  for (ProgramUnit& unit : units) {
    units_.push_back(std::move(unit.unit));
    facts_.push_back(std::move(unit.facts));
    builds_.push_back(std::move(unit.build));
  }
  MakeProcedures(&units);
  SurroundMain(&units);
  LinkProcedures(units);
  LinkGlobals();
  function_pointers_.emplace(units_, definitions_, main_files_.size());
  SplitDefinitions();
  SortDefinitions();
  CollectWriters();
  for (const auto& [symbol, known] : by_symbol_) {
    if (known.size() > 1) ++ambiguous_names_;
  }
}

void Program::MakeProcedures(std::vector<ProgramUnit>* units) {
  procedures_.resize(units->size());
  for (uint32_t u = 0; u < units->size(); ++u) {
    const ir::UnitFacts& facts = facts_[u];
    std::vector<Name> names;
    names.reserve(facts.symbols.size());
    for (const std::string& symbol : facts.symbols) names.push_back(InternName(symbol));
    procedures_[u].reserve(facts.procedures.size());
    for (size_t p = 0; p < facts.procedures.size(); ++p) {
      const ir::ProcedureFacts& procedure = facts.procedures[p];
      std::vector<Name> symbols;
      symbols.reserve(procedure.symbols.size());
      for (uint32_t symbol : procedure.symbols) symbols.push_back(names[symbol]);
      procedures_[u].push_back(
          std::make_unique<LinkedProcedure>(procedure, facts.texts, names[procedure.name],
                                            std::move(symbols), std::move((*units)[u].bodies[p])));
    }
  }
}

uint32_t Program::AddDefinition(Definition definition) {
  const uint32_t index = definitions_.size();
  std::vector<uint32_t>& known = by_symbol_[definition.symbol];
  definition.name =
      known.empty() ? definition.symbol
                    : InternName(absl::StrCat(NameText(definition.symbol), "#", known.size() + 1));
  definition.unit = definition.units.front();
  by_name_[definition.name] = index;
  for (uint32_t u : definition.units) by_unit_[u][definition.symbol] = index;
  known.push_back(index);
  definitions_.push_back(std::move(definition));
  return index;
}

void Program::SurroundMain(std::vector<ProgramUnit>* units) {
  std::vector<LinkedProcedure*> mains(units_.size(), nullptr);
  std::vector<const LinkedProcedure*> initializers(units_.size(), nullptr);
  std::vector<const LinkedProcedure*> destroyers(units_.size(), nullptr);
  std::vector<std::string*> digests_of_mains(units_.size(), nullptr);
  for (uint32_t u = 0; u < units_.size(); ++u) {
    for (size_t p = 0; p < procedures_[u].size(); ++p) {
      LinkedProcedure& procedure = *procedures_[u][p];
      const std::string& name = NameText(procedure.name());
      if (name == "main") {
        mains[u] = &procedure;
        digests_of_mains[u] = &(*units)[u].digests[p];
      }
      if (name.starts_with(ir::kStaticInitializationPrefix)) initializers[u] = &procedure;
      if (name.starts_with(ir::kStaticDestructionPrefix)) destroyers[u] = &procedure;
    }
  }
  for (uint32_t u = 0; u < units_.size(); ++u) {
    if (mains[u] == nullptr) continue;
    for (uint32_t other = 0; other < units_.size(); ++other) {
      if (initializers[other] == nullptr || (other != u && mains[other] != nullptr)) continue;
      mains[u]->CallFirst(initializers[other]->name(), initializers[other]->display_name());
      *digests_of_mains[u] = ir::Digest128(
          absl::StrCat(*digests_of_mains[u], " ", NameText(initializers[other]->name())));
    }
  }
  for (uint32_t u = 0; u < units_.size(); ++u) {
    for (size_t p = 0; p < procedures_[u].size(); ++p) {
      LinkedProcedure& procedure = *procedures_[u][p];
      if (&procedure != mains[u] && !procedure.CallsExit()) continue;
      std::string& digest = (*units)[u].digests[p];
      for (uint32_t other = units_.size(); other-- > 0;) {
        if (destroyers[other] == nullptr || (other != u && mains[other] != nullptr)) continue;
        procedure.CallLast(destroyers[other]->name(), destroyers[other]->display_name());
        digest = ir::Digest128(absl::StrCat(digest, " ", NameText(destroyers[other]->name())));
      }
    }
  }
}

void Program::LinkProcedures(const std::vector<ProgramUnit>& units) {
  for (uint32_t u = 0; u < units_.size(); ++u) {
    for (size_t p = 0; p < procedures_[u].size(); ++p) {
      const LinkedProcedure& procedure = *procedures_[u][p];
      Definition definition;
      definition.symbol = procedure.name();
      definition.procedure = &procedure;
      definition.digest = units[u].digests[p];
      if (definition.IsMain()) main_files_.insert(procedure.file());
      const std::vector<uint32_t>& known = by_symbol_[definition.symbol];
      auto same = std::find_if(known.begin(), known.end(), [&](uint32_t d) {
        return definitions_[d].digest == definition.digest &&
               definitions_[d].file() == procedure.file();
      });
      if (same != known.end()) {
        by_unit_[u][definition.symbol] = *same;
        definitions_[*same].units.push_back(u);
        continue;
      }
      definition.units = {u};
      AddDefinition(std::move(definition));
    }
  }
}

// Coarsest partition of equal bodies in which all units of a definition mean the same by every name
// (Hopcroft's refinement without its choice of the smaller half).
void Program::SplitDefinitions() {
  absl::flat_hash_set<Name> changed;  // names that mean several things since the last round
  for (const auto& [symbol, known] : by_symbol_) {
    if (known.size() > 1) changed.insert(symbol);
  }
  absl::flat_hash_map<const LinkedProcedure*, std::vector<Name>> mentions;
  for (const Definition& definition : definitions_) {
    if (definition.units.size() == 1) continue;
    MentionedFunctions mentioned = MentionsOf(definition);
    std::vector<Name>& names = mentions[definition.procedure];
    names = std::move(mentioned.called);
    names.insert(names.end(), mentioned.referred.begin(), mentioned.referred.end());
    SortUnique(&names);
  }
  while (!changed.empty()) {
    absl::flat_hash_set<Name> next;
    const uint32_t count = definitions_.size();
    for (uint32_t d = 0; d < count; ++d) {
      if (definitions_[d].units.size() == 1) continue;
      const std::vector<Name>& names = mentions[definitions_[d].procedure];
      const bool concerned = std::any_of(names.begin(), names.end(),
                                         [&](Name name) { return changed.contains(name); });
      if (concerned && Split(d, names)) next.insert(definitions_[d].symbol);
    }
    changed = std::move(next);
  }
}

// Units that mean something else than the first one by a name get definitions of their own.
bool Program::Split(uint32_t definition, const std::vector<Name>& mentions) {
  std::map<std::vector<std::vector<uint32_t>>, size_t> group_of;
  std::vector<std::vector<uint32_t>> groups;
  for (uint32_t u : definitions_[definition].units) {
    std::vector<std::vector<uint32_t>> meanings;
    for (Name name : mentions) {
      auto found = by_symbol_.find(name);
      if (found != by_symbol_.end() && found->second.size() > 1) {
        meanings.push_back(Resolve(u, name));
      }
    }
    const auto [it, inserted] = group_of.try_emplace(std::move(meanings), groups.size());
    if (inserted) groups.emplace_back();
    groups[it->second].push_back(u);
  }
  for (size_t g = 1; g < groups.size(); ++g) {
    Definition other = definitions_[definition];
    other.units = std::move(groups[g]);
    AddDefinition(std::move(other));
  }
  definitions_[definition].units = std::move(groups[0]);
  return groups.size() > 1;
}

void Program::SortDefinitions() {
  std::vector<uint32_t> order(definitions_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return NameText(definitions_[a].name) < NameText(definitions_[b].name);
  });
  std::vector<uint32_t> new_index(definitions_.size());
  std::vector<Definition> sorted;
  sorted.reserve(definitions_.size());
  for (uint32_t old : order) {
    new_index[old] = static_cast<uint32_t>(sorted.size());
    sorted.push_back(std::move(definitions_[old]));
  }
  definitions_ = std::move(sorted);
  for (auto& [symbol, known] : by_symbol_) {
    for (uint32_t& d : known) d = new_index[d];
  }
  for (auto& [name, d] : by_name_) d = new_index[d];
  for (auto& unit : by_unit_) {
    for (auto& [symbol, d] : unit) d = new_index[d];
  }
}

size_t Program::BuildDistance(uint32_t unit, uint32_t other) const {
  const std::vector<std::string>&a = builds_[unit], &b = builds_[other];
  std::vector<std::string_view> different;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                std::back_inserter(different));
  return different.size();
}

size_t Program::DistanceToDefinition(uint32_t unit, uint32_t definition) const {
  size_t least = SIZE_MAX;
  for (uint32_t u : definitions_[definition].units) {
    least = std::min(least, BuildDistance(unit, u));
  }
  return least;
}

uint32_t Program::UnitInBuildOf(uint32_t definition, uint32_t root) const {
  const std::vector<uint32_t>& units = definitions_[definition].units;
  return *std::min_element(units.begin(), units.end(), [&](uint32_t a, uint32_t b) {
    return BuildDistance(definitions_[root].unit, a) < BuildDistance(definitions_[root].unit, b);
  });
}

bool Program::BelongsTo(uint32_t definition, uint32_t root) const {
  if (!definitions_[root].IsMain()) return true;
  const std::string& root_file = definitions_[root].file();
  const auto is_beside_other_main = [&](uint32_t d) {
    const std::string& file = definitions_[d].file();
    return file != root_file && main_files_.contains(file);
  };
  if (is_beside_other_main(definition)) return false;
  if (CanLink(definition, root_file)) return true;
  const std::vector<uint32_t>& known = by_symbol_.at(definitions_[definition].symbol);
  return std::none_of(known.begin(), known.end(), [&](uint32_t d) {
    return CanLink(d, root_file) && !is_beside_other_main(d);
  });
}

bool Program::CanLink(uint32_t definition, const std::string& main_file) const {
  const std::vector<uint32_t>& units = definitions_[definition].units;
  return std::any_of(units.begin(), units.end(), [&](uint32_t u) {
    return !mains_[u] || ContainsSorted(*mains_[u], main_file);
  });
}

std::vector<uint32_t> Program::Resolve(uint32_t unit, Name symbol) const {
  auto own = by_unit_[unit].find(symbol);
  if (own != by_unit_[unit].end()) return {own->second};
  auto found = by_symbol_.find(symbol);
  if (found == by_symbol_.end()) return {};
  if (found->second.size() == 1) return found->second;
  // What stands beside another main is of another program, if there is any choice.
  std::vector<uint32_t> linked;
  for (uint32_t d : found->second) {
    if (!main_files_.contains(definitions_[d].file())) linked.push_back(d);
  }
  if (linked.empty()) linked = found->second;
  std::vector<uint32_t> nearest;
  size_t best = 0;
  for (uint32_t d : linked) {
    const size_t common = CommonFolder(units_[definitions_[d].unit].file, units_[unit].file);
    if (nearest.empty() || common > best) {
      nearest = {d};
      best = common;
    } else if (common == best) {
      nearest.push_back(d);
    }
  }
  if (nearest.size() == 1) return nearest;
  if (mains_[unit]) {
    const std::vector<std::string>& own = *mains_[unit];
    std::vector<uint32_t> linkable, certain;
    for (uint32_t d : nearest) {
      const std::vector<uint32_t>& units = definitions_[d].units;
      const auto can_link = [&](const std::string& main) { return CanLink(d, main); };
      const auto is_like_unit = [&](uint32_t u) { return mains_[u] == own; };
      if (std::any_of(own.begin(), own.end(), can_link)) linkable.push_back(d);
      // One that can be linked with this program alone is in it, and then no other one is.
      const bool is_own = std::all_of(units.begin(), units.end(), is_like_unit);
      if (own.size() == 1 && is_own) certain.push_back(d);
    }
    if (!linkable.empty()) nearest = certain.empty() ? linkable : certain;
  }
  return OfNearestBuild(unit, nearest);
}

std::vector<uint32_t> Program::OfNearestBuild(uint32_t unit,
                                              const std::vector<uint32_t>& definitions) const {
  absl::flat_hash_map<absl::string_view, size_t> least;  // by file
  std::vector<size_t> distances;
  for (uint32_t d : definitions) {
    distances.push_back(DistanceToDefinition(unit, d));
    auto [it, inserted] = least.try_emplace(definitions_[d].file(), distances.back());
    it->second = std::min(it->second, distances.back());
  }
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < definitions.size(); ++i) {
    if (distances[i] == least[definitions_[definitions[i]].file()]) {
      kept.push_back(definitions[i]);
    }
  }
  return kept;
}

int Program::FindDefinition(Name name) const {
  auto found = by_name_.find(name);
  return found == by_name_.end() ? -1 : static_cast<int>(found->second);
}

// Whether both hold functions, and not the same ones: they are variables of two programs.
bool Program::HaveOtherFunctions(const ir::Global& a, const ir::Global& b) const {
  const auto functions_in = [&](const ir::Global& global) {
    std::vector<std::pair<uint64_t, std::string_view>> functions;
    for (const ir::InitialValue& value : global.values) {
      if (value.value.kind != Operand::Kind::kFunction) continue;
      functions.emplace_back(value.offset, SymbolsOf(global)[value.value.value]);
    }
    return functions;
  };
  return !a.values.empty() && !b.values.empty() && functions_in(a) != functions_in(b);
}

void Program::LinkGlobals() {
  for (uint32_t u = 0; u < units_.size(); ++u) {
    for (const ir::Global& global : units_[u].globals) {
      const Name name = InternName(global.name);
      unit_of_global_[&global] = u;
      auto [it, inserted] = globals_.try_emplace(name, &global);
      // A definition with an initialiser says most, a tentative one more than a declaration.
      auto weight = [](const ir::Global& g) {
        return (g.is_definition ? 1 : 0) + (g.values.empty() ? 0 : 2);
      };
      if (!inserted && HaveOtherFunctions(global, *it->second)) several_tables_.insert(name);
      if (!inserted && weight(global) > weight(*it->second)) it->second = &global;
    }
    for (const ir::Record& record : units_[u].records) {
      auto [it, inserted] = records_.try_emplace(record.name, &record);
      const ir::Record& known = *it->second;
      if (known.size != record.size || known.fields.size() != record.fields.size()) {
        if (!known.fields.empty() && !record.fields.empty()) several_records_.insert(record.name);
      }
      if (!inserted && known.fields.empty()) it->second = &record;
    }
    synchronises_streams_ &= std::none_of(
        units_[u].functions.begin(), units_[u].functions.end(),
        [](const ir::FunctionInfo& f) { return f.name == ir::kEndOfStreamSynchronisation; });
  }
  for (const auto& [name, global] : globals_) global_list_.push_back(global);
  std::sort(global_list_.begin(), global_list_.end(),
            [](const ir::Global* a, const ir::Global* b) { return a->name < b->name; });
}

bool Program::IsSynchronisedStream(const ir::Global& global) const {
  return synchronises_streams_ && ir::IsStandardStream(global.name);
}

const ir::Global* Program::FindGlobal(Name name) const {
  auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : found->second;
}

const std::vector<std::string>& Program::SymbolsOf(const ir::Global& global) const {
  return units_[unit_of_global_.at(&global)].symbols;
}

const ir::Record* Program::FindRecord(std::string_view name) const {
  auto found = records_.find(absl::string_view(name.data(), name.size()));
  return found == records_.end() ? nullptr : found->second;
}

void Program::CollectWriters() {
  for (uint32_t d = 0; d < definitions_.size(); ++d) CollectWritersIn(d);
  for (const ir::Unit& unit : units_) {
    for (const ir::Global& global : unit.globals) {
      // What could not be parsed may write what only that file sees.
      if (unit.error_count > 0 && absl::StartsWith(global.name, "::")) {
        writers_[InternName(global.name)].has_others = true;
      }
      for (const ir::InitialValue& value : global.values) {
        if (value.value.kind == Operand::Kind::kGlobal) {
          writers_[InternName(unit.symbols[value.value.value])].has_others = true;
        }
      }
    }
  }
}

// A variable named anywhere but as the place of a plain load or store is written by whoever gets
// its address.
void Program::CollectWritersIn(uint32_t definition) {
  const ir::ProcedureFacts& facts = definitions_[definition].procedure->facts();
  const std::vector<Name>& symbols = definitions_[definition].symbols();
  for (uint32_t symbol : facts.given_away) writers_[symbols[symbol]].has_others = true;
  for (uint32_t symbol : facts.stored) {
    writers_[symbols[symbol]].definitions.push_back(definition);
  }
}

bool Program::IsWrittenOnlyBy(Name variable, Name procedure) const {
  auto found = writers_.find(variable);
  if (found == writers_.end()) return true;
  const Writers& writers = found->second;
  return !writers.has_others && NameText(procedure) == "main" &&
         std::all_of(writers.definitions.begin(), writers.definitions.end(),
                     [&](uint32_t d) { return definitions_[d].symbol == procedure; });
}

std::optional<int64_t> Program::InitialNumber(Name variable, int64_t offset, uint32_t width) const {
  const ir::Global* global = FindGlobal(variable);
  if (global == nullptr || !global->is_definition || offset < 0 ||
      offset + width > static_cast<int64_t>(global->size)) {
    return std::nullopt;
  }
  for (const ir::InitialValue& value : global->values) {
    const int64_t at = static_cast<int64_t>(value.offset);
    if (at + value.width <= offset || offset + width <= at) continue;
    if (at != offset || value.width != width || value.value.kind != Operand::Kind::kConstant) {
      return std::nullopt;
    }
    return value.value.value;
  }
  return 0;
}

Name Program::InitialFunction(Name variable, int64_t offset) const {
  const ir::Global* global = FindGlobal(variable);
  if (global == nullptr || !global->is_definition || several_tables_.contains(variable)) {
    return kNoName;
  }
  for (const ir::InitialValue& value : global->values) {
    if (static_cast<int64_t>(value.offset) != offset) continue;
    if (value.value.kind != Operand::Kind::kFunction) return kNoName;
    return InternName(SymbolsOf(*global)[value.value.value]);
  }
  return kNoName;
}

MentionedFunctions Program::MentionsOf(const Definition& definition,
                                       const std::function<bool(Name)>& only_starts_threads) const {
  const LinkedProcedure& procedure = *definition.procedure;
  const ir::ProcedureFacts& facts = procedure.facts();
  const std::vector<Name>& symbols = procedure.symbols();
  MentionedFunctions result;
  auto refer_all = [&](const std::vector<Name>& names) {
    result.referred.insert(result.referred.end(), names.begin(), names.end());
  };
  for (uint32_t symbol : procedure.called()) result.called.push_back(symbols[symbol]);
  for (uint32_t symbol : facts.referred) result.referred.push_back(symbols[symbol]);
  for (const ir::ProcedureFacts::Argument& argument : facts.arguments) {
    if (argument.value.kind != ir::PassedValue::Kind::kFunction) continue;
    if (only_starts_threads != nullptr && only_starts_threads(symbols[argument.callee])) continue;
    result.referred.push_back(symbols[argument.value.index]);
  }
  for (const ir::ProcedureFacts::PointerPlace& place : facts.pointer_loads) {
    const bool is_named = place.variable != ir::ProcedureFacts::kNone;
    refer_all(function_pointers_->PointerTargets(procedure.text(place.field),
                                                 is_named ? symbols[place.variable] : kNoName));
  }
  for (uint32_t type : facts.call_types) {
    bool by_type;
    // Any target by type is an upper bound of what the analysis will find.
    refer_all(function_pointers_->IndirectTargets("", kNoName, procedure.text(type), &by_type));
  }
  return result;
}

}  // namespace plait
