#include "analyzer/schedule/function_pointers.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace plait {
namespace {

using ir::Operand;

void AddTarget(std::vector<Name>* targets, Name name) {
  if (std::find(targets->begin(), targets->end(), name) == targets->end()) {
    targets->push_back(name);
  }
}

void SortByText(std::vector<Name>* names) {
  std::sort(names->begin(), names->end(), [](Name a, Name b) { return NameText(a) < NameText(b); });
}

// How many arguments a call or function of that type takes; -1: any number, or it is not said.
int ParametersIn(std::string_view signature) {
  const size_t open = signature.find('(');
  if (open == signature.npos || signature.find("...") != signature.npos) return -1;
  int depth = 0, commas = 0;
  bool is_empty = true;
  for (char c : signature.substr(open + 1)) {
    if (c == '(' || c == '<') ++depth;
    if ((c == ')' || c == '>') && --depth < 0) break;
    if (c == ',' && depth == 0) ++commas;
    is_empty = false;
  }
  return is_empty ? 0 : commas + 1;
}

std::string RecordOf(const std::string& field) { return field.substr(0, field.rfind('.')); }

}  // namespace

FunctionPointers::FunctionPointers(const std::vector<ir::Unit>& units,
                                   const std::vector<Definition>& definitions, size_t mains)
    : mains_(mains) {
  for (const ir::Unit& unit : units) {
    CollectInitialValues(unit);
    CollectFunctions(unit);
  }
  CollectTables(units);
  for (const Definition& definition : definitions) CollectStores(definition);
  FindPassedOnly(definitions);
  for (auto& [field, targets] : by_field_) ResolveParameters(&targets);
  for (auto& [variable, targets] : by_variable_) ResolveParameters(&targets);
  for (auto& [field, targets] : by_field_) {
    SortByText(&targets.functions);
    ++fields_of_[RecordOf(field)];
  }
  for (auto& [variable, targets] : by_variable_) SortByText(&targets.functions);
  for (auto& [signature, functions] : by_signature_) SortByText(&functions);
}

void FunctionPointers::CollectInitialValues(const ir::Unit& unit) {
  for (const ir::Global& global : unit.globals) {
    for (const ir::InitialValue& value : global.values) {
      if (value.value.kind != Operand::Kind::kFunction) continue;
      const Name function = InternName(unit.symbols[value.value.value]);
      if (!value.field.empty()) AddTarget(&by_field_[value.field].functions, function);
      AddTarget(&by_variable_[InternName(global.name)].functions, function);
    }
  }
}

void FunctionPointers::CollectFunctions(const ir::Unit& unit) {
  for (const ir::FunctionInfo& function : unit.functions) {
    if (function.address_taken) {
      AddTarget(&by_signature_[function.signature], InternName(function.name));
      called_by_others_.insert(InternName(function.name));
      arities_[InternName(function.name)] = ParametersIn(function.signature);
    }
    // Without a main there are callers that nobody knows.
    if (mains_ == 0 && !function.is_static) called_by_others_.insert(InternName(function.name));
  }
}

// Tables of one name hold the same.
void FunctionPointers::CollectTables(const std::vector<ir::Unit>& units) {
  std::map<std::string, std::pair<const ir::Unit*, const ir::Global*>> tables;
  for (const ir::Unit& unit : units) {
    for (const ir::Global& global : unit.globals) {
      if (!global.name.starts_with(ir::kVtablePrefix) || global.values.empty()) continue;
      tables.try_emplace(global.name, &unit, &global);
    }
  }
  for (const auto& [name, table] : tables) {
    for (const ir::InitialValue& value : table.second->values) {
      by_slot_[value.field].push_back({InternName(name), static_cast<int64_t>(value.offset),
                                       InternName(table.first->symbols[value.value.value])});
    }
  }
}

void FunctionPointers::CollectStores(const Definition& definition) {
  const LinkedProcedure& procedure = *definition.procedure;
  const std::vector<Name>& symbols = procedure.symbols();
  auto add = [&](const ir::PassedValue& value, Targets* place) {
    switch (value.kind) {
      case ir::PassedValue::Kind::kFunction:
        AddTarget(&place->functions, symbols[value.index]);
        break;
      case ir::PassedValue::Kind::kParameter:
        place->parameters.push_back({definition.symbol, value.index});
        break;
      case ir::PassedValue::Kind::kConstant:
        break;
      case ir::PassedValue::Kind::kOpen:
        place->open = true;
    }
  };
  for (const ir::ProcedureFacts::Argument& argument : procedure.facts().arguments) {
    add(argument.value, &by_parameter_[{symbols[argument.callee], argument.position}]);
  }
  for (const ir::ProcedureFacts::PointerStore& store : procedure.facts().pointer_stores) {
    if (store.place.field != 0) add(store.value, &by_field_[procedure.text(store.place.field)]);
    if (store.place.variable != ir::ProcedureFacts::kNone) {
      add(store.value, &by_variable_[symbols[store.place.variable]]);
    }
  }
}

void FunctionPointers::FindPassedOnly(const std::vector<Definition>& definitions) {
  for (const auto& [parameter, targets] : by_parameter_) {
    passed_only_.insert(targets.functions.begin(), targets.functions.end());
  }
  for (const Definition& definition : definitions) {
    const LinkedProcedure& procedure = *definition.procedure;
    for (uint32_t symbol : procedure.facts().referred) {
      passed_only_.erase(procedure.symbols()[symbol]);
    }
  }
  // What is stored, and of what is passed there in turn.
  std::vector<Parameter> work;
  const auto store = [&](const Targets& targets) {
    for (Name name : targets.functions) passed_only_.erase(name);
    work.insert(work.end(), targets.parameters.begin(), targets.parameters.end());
  };
  for (const auto& [field, targets] : by_field_) store(targets);
  for (const auto& [variable, targets] : by_variable_) store(targets);
  absl::flat_hash_set<Parameter> seen;
  while (!work.empty()) {
    const Parameter parameter = work.back();
    work.pop_back();
    if (!seen.insert(parameter).second) continue;
    const auto passed = by_parameter_.find(parameter);
    if (passed != by_parameter_.end()) store(passed->second);
  }
}

void FunctionPointers::ResolveParameters(Targets* targets) const {
  absl::flat_hash_set<Parameter> seen;
  std::vector<Parameter> work = std::move(targets->parameters);
  targets->parameters.clear();
  targets->is_mixed = !work.empty() && mains_ > 1;
  while (!work.empty() && !targets->open) {
    const Parameter parameter = work.back();
    work.pop_back();
    if (!seen.insert(parameter).second) continue;
    const auto passed = by_parameter_.find(parameter);
    if (passed != by_parameter_.end()) {
      for (Name name : passed->second.functions) AddTarget(&targets->functions, name);
      work.insert(work.end(), passed->second.parameters.begin(), passed->second.parameters.end());
      targets->open |= passed->second.open;
    }
    targets->open |= called_by_others_.contains(parameter.procedure);
  }
}

int FunctionPointers::ArityOf(Name function) const {
  auto known = arities_.find(function);
  return known == arities_.end() ? -1 : known->second;
}

bool FunctionPointers::IsInTable(const std::string& field) const {
  constexpr int kFewest = 3;
  auto found = fields_of_.find(RecordOf(field));
  return found != fields_of_.end() && found->second >= kFewest;
}

std::vector<TableEntry> FunctionPointers::TableEntries(const std::string& slot) const {
  auto found = by_slot_.find(slot);
  return found == by_slot_.end() ? std::vector<TableEntry>() : found->second;
}

std::vector<Name> FunctionPointers::PointerTargets(const std::string& field, Name variable) const {
  std::vector<Name> targets;
  auto found = by_field_.find(field);
  if (!field.empty() && found != by_field_.end()) targets = found->second.functions;
  auto named = by_variable_.find(variable);
  if (variable != kNoName && named != by_variable_.end()) {
    for (Name name : named->second.functions) AddTarget(&targets, name);
  }
  return targets;
}

void FunctionPointers::LeaveFitting(const std::string& signature,
                                    std::vector<Name>* targets) const {
  const int arity = ParametersIn(signature);
  const auto is_known = [&](Name name, bool fits) {
    const int taken = ArityOf(name);
    return taken >= 0 && (taken == arity) == fits;
  };
  if (arity < 0 ||
      std::none_of(
          targets->begin(), targets->end(), [&](Name name) { return is_known(name, true); })) {
    return;
  }
  std::erase_if(*targets, [&](Name name) { return is_known(name, false); });
}

std::vector<Name> FunctionPointers::IndirectTargets(const std::string& field, Name variable,
                                                    const std::string& signature,
                                                    bool* by_type) const {
  std::vector<Name> targets;
  bool open = true, is_mixed = false;
  auto add = [&](const Targets& place) {
    for (Name name : place.functions) AddTarget(&targets, name);
    open = place.open;
    is_mixed = place.is_mixed;
  };
  if (auto found = by_field_.find(field); !field.empty() && found != by_field_.end()) {
    add(found->second);
  } else if (auto named = by_variable_.find(variable);
             variable != kNoName && named != by_variable_.end()) {
    add(named->second);
  }
  const bool is_unset = !field.empty() && targets.empty();
  *by_type = open || is_mixed;
  if (!signature.empty()) LeaveFitting(signature, &targets);
  // Calls of virtual functions have no signature, nor have procedures that only threads run.
  if (open && !signature.empty()) {
    auto found = by_signature_.find(signature);
    if (found != by_signature_.end()) {
      for (Name name : found->second) {
        if (!is_unset || !passed_only_.contains(name)) AddTarget(&targets, name);
      }
    }
  }
  return targets;
}

}  // namespace plait
