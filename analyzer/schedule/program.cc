#include "analyzer/schedule/program.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/fixpoint/peel_loops.h"
#include "analyzer/ir/digest.h"
#include "analyzer/schedule/parallel_for.h"
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

Program::Program(std::vector<ir::Unit> units, std::vector<std::vector<std::string>> digests,
                 const std::vector<std::vector<std::string>>& builds, int jobs)
    : units_(std::move(units)), builds_(builds), by_unit_(units_.size()) {
  ShortenStaticNames(&units_);
  ParallelFor(jobs, units_.size(), [this](size_t u) {
    for (ir::Procedure& procedure : units_[u].procedures) PeelLoops(&procedure);
  });
  mains_ = MainsOfUnits(units_);
  InitializeBeforeMain(&digests);
  LinkProcedures(digests);
  LinkGlobals();
  function_pointers_.emplace(units_, definitions_, main_files_.size());
  CollectWriters();
  SplitDefinitions();
  SortDefinitions();
  for (const auto& [symbol, known] : by_symbol_) {
    if (known.size() > 1) ++ambiguous_names_;
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

void Program::InitializeBeforeMain(std::vector<std::vector<std::string>>* digests) {
  std::vector<ir::Procedure*> mains(units_.size(), nullptr);
  std::vector<const ir::Procedure*> initializers(units_.size(), nullptr);
  std::vector<std::string*> digests_of_mains(units_.size(), nullptr);
  for (uint32_t u = 0; u < units_.size(); ++u) {
    for (size_t p = 0; p < units_[u].procedures.size(); ++p) {
      ir::Procedure& procedure = units_[u].procedures[p];
      if (procedure.name == "main") {
        mains[u] = &procedure;
        digests_of_mains[u] = &(*digests)[u][p];
      }
      if (procedure.name.starts_with(ir::kStaticInitializationPrefix)) {
        initializers[u] = &procedure;
      }
    }
  }
  for (uint32_t u = 0; u < units_.size(); ++u) {
    if (mains[u] == nullptr) continue;
    std::vector<ir::Instruction> calls;
    for (uint32_t other = 0; other < units_.size(); ++other) {
      if (initializers[other] == nullptr || (other != u && mains[other] != nullptr)) continue;
      ir::Instruction call;
      call.opcode = ir::Opcode::kCall;
      call.callee = Operand::Function(static_cast<uint32_t>(mains[u]->symbols.size()));
      mains[u]->symbols.push_back({initializers[other]->name});
      call.text = static_cast<ir::StringIndex>(mains[u]->strings.size());
      mains[u]->strings.push_back(initializers[other]->display_name);
      calls.push_back(std::move(call));
      *digests_of_mains[u] =
          ir::Digest128(absl::StrCat(*digests_of_mains[u], " ", initializers[other]->name));
    }
    std::vector<ir::Instruction>& entry = mains[u]->blocks[0].instructions;
    entry.insert(entry.begin(), calls.begin(), calls.end());
  }
}

void Program::LinkProcedures(const std::vector<std::vector<std::string>>& digests) {
  for (uint32_t u = 0; u < units_.size(); ++u) {
    for (size_t p = 0; p < units_[u].procedures.size(); ++p) {
      const ir::Procedure& body = units_[u].procedures[p];
      if (body.name == "main") main_files_.insert(body.file);
      const Name symbol = InternName(body.name);
      const std::vector<uint32_t>& known = by_symbol_[symbol];
      auto same = std::find_if(known.begin(), known.end(), [&](uint32_t d) {
        return definitions_[d].digest == digests[u][p] && definitions_[d].body->file == body.file;
      });
      if (same != known.end()) {
        by_unit_[u][symbol] = *same;
        definitions_[*same].units.push_back(u);
        continue;
      }
      Definition definition;
      definition.symbol = symbol;
      definition.units = {u};
      definition.body = &body;
      definition.symbols.reserve(body.symbols.size());
      for (const ir::Symbol& s : body.symbols) definition.symbols.push_back(InternName(s.name));
      definition.digest = digests[u][p];
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
  absl::flat_hash_map<const ir::Procedure*, std::vector<Name>> mentions;
  for (const Definition& definition : definitions_) {
    if (definition.units.size() == 1) continue;
    MentionedFunctions mentioned = MentionsOf(definition);
    std::vector<Name>& names = mentions[definition.body];
    names = std::move(mentioned.called);
    names.insert(names.end(), mentioned.referred.begin(), mentioned.referred.end());
    SortUnique(&names);
  }
  while (!changed.empty()) {
    absl::flat_hash_set<Name> next;
    const uint32_t count = definitions_.size();
    for (uint32_t d = 0; d < count; ++d) {
      if (definitions_[d].units.size() == 1) continue;
      const std::vector<Name>& names = mentions[definitions_[d].body];
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
  if (builds_.empty()) return 0;
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
  if (definitions_[root].body->name != "main") return true;
  const std::string& root_file = definitions_[root].body->file;
  const auto is_beside_other_main = [&](uint32_t d) {
    const std::string& file = definitions_[d].body->file;
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
    if (!main_files_.contains(definitions_[d].body->file)) linked.push_back(d);
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
    auto [it, inserted] = least.try_emplace(definitions_[d].body->file, distances.back());
    it->second = std::min(it->second, distances.back());
  }
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < definitions.size(); ++i) {
    if (distances[i] == least[definitions_[definitions[i]].body->file]) {
      kept.push_back(definitions[i]);
    }
  }
  return kept;
}

int Program::FindDefinition(Name name) const {
  auto found = by_name_.find(name);
  return found == by_name_.end() ? -1 : static_cast<int>(found->second);
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
      if (!inserted && weight(global) > weight(*it->second)) it->second = &global;
    }
    for (const ir::Record& record : units_[u].records) {
      auto [it, inserted] = records_.try_emplace(record.name, &record);
      if (!inserted && it->second->fields.empty()) it->second = &record;
    }
  }
  for (const auto& [name, global] : globals_) global_list_.push_back(global);
  std::sort(global_list_.begin(), global_list_.end(),
            [](const ir::Global* a, const ir::Global* b) { return a->name < b->name; });
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
  for (const Definition& definition : definitions_) CollectWritersIn(definition);
  for (const ir::Unit& unit : units_) {
    for (const ir::Global& global : unit.globals) {
      for (const ir::InitialValue& value : global.values) {
        if (value.value.kind == Operand::Kind::kGlobal) {
          writers_[InternName(unit.symbols[value.value.value])] = kNoName;
        }
      }
    }
  }
}

// A variable named anywhere but as the place of a plain load or store is written by whoever gets
// its address.
void Program::CollectWritersIn(const Definition& definition) {
  auto name = [&](const Operand& o) { return definition.symbols[o.value]; };
  auto lose = [&](const Operand& o) {
    if (o.kind == Operand::Kind::kGlobal) writers_[name(o)] = kNoName;
  };
  for (const ir::Block& block : definition.body->blocks) {
    lose(block.terminator.condition);
    for (const ir::Instruction& i : block.instructions) {
      lose(i.a);
      lose(i.b);
      lose(i.callee);
      lose(i.source.base);
      for (const Operand& argument : i.arguments) lose(argument);
      if (i.place.base.kind != Operand::Kind::kGlobal || i.opcode == ir::Opcode::kLoad) continue;
      if (i.opcode != ir::Opcode::kStore) {
        lose(i.place.base);
        continue;
      }
      auto [it, inserted] = writers_.try_emplace(name(i.place.base), definition.symbol);
      if (!inserted && it->second != definition.symbol) it->second = kNoName;
    }
  }
}

bool Program::IsWrittenOnlyBy(Name variable, Name procedure) const {
  auto found = writers_.find(variable);
  if (found == writers_.end()) return true;
  return found->second != kNoName && found->second == procedure && NameText(procedure) == "main";
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
  if (global == nullptr || !global->is_definition) return kNoName;
  for (const ir::InitialValue& value : global->values) {
    if (static_cast<int64_t>(value.offset) != offset) continue;
    if (value.value.kind != Operand::Kind::kFunction) return kNoName;
    return InternName(SymbolsOf(*global)[value.value.value]);
  }
  return kNoName;
}

MentionedFunctions Program::MentionsOf(const Definition& definition,
                                       const std::function<bool(Name)>& only_starts_threads) const {
  const ir::Procedure& procedure = *definition.body;
  MentionedFunctions result;
  auto symbol = [&](const Operand& o) { return definition.symbols[o.value]; };
  auto refer = [&](const Operand& o) {
    if (o.kind == Operand::Kind::kFunction) result.referred.push_back(symbol(o));
  };
  auto refer_all = [&](const std::vector<Name>& names) {
    result.referred.insert(result.referred.end(), names.begin(), names.end());
  };
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      refer(i.a);
      refer(i.b);
      refer(i.place.base);
      const bool starts = only_starts_threads != nullptr && i.opcode == ir::Opcode::kCall &&
                          i.callee.kind == Operand::Kind::kFunction &&
                          only_starts_threads(symbol(i.callee));
      for (const Operand& argument : i.arguments) {
        if (!starts) refer(argument);
      }
      if (i.opcode == ir::Opcode::kLoad && i.kind == ir::ValueKind::kPointer) {
        Name variable = kNoName;
        if (i.place.base.kind == Operand::Kind::kGlobal) variable = symbol(i.place.base);
        refer_all(function_pointers_->PointerTargets(procedure.strings[i.field], variable));
      }
      if (i.opcode != ir::Opcode::kCall) continue;
      if (i.callee.kind == Operand::Kind::kFunction) {
        result.called.push_back(symbol(i.callee));
      } else {
        bool by_type;
        // Any target by type is an upper bound of what the analysis will find.
        refer_all(
            function_pointers_->IndirectTargets("", kNoName, procedure.strings[i.type], &by_type));
      }
    }
  }
  return result;
}

}  // namespace plait
