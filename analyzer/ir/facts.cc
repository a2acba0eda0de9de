#include "analyzer/ir/facts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "analyzer/ir/digest.h"

namespace plait::ir {
namespace {

template <typename T>
void SortUnique(std::vector<T>* entries) {
  std::sort(entries->begin(), entries->end());
  entries->erase(std::unique(entries->begin(), entries->end()), entries->end());
}

uint32_t PositionOf(uint32_t value, std::vector<uint32_t>* list) {
  const auto found = std::find(list->begin(), list->end(), value);
  const auto position = static_cast<uint32_t>(found - list->begin());
  if (found == list->end()) list->push_back(value);
  return position;
}

bool IsDirectCall(const Instruction& i) {
  return i.opcode == Opcode::kCall && i.callee.kind == Operand::Kind::kFunction;
}

class ProcedureReader {
 public:
  ProcedureReader(const Procedure& procedure, Interner* texts, ProcedureFacts* facts)
      : procedure_(procedure),
        texts_(*texts),
        facts_(*facts),
        changes_(procedure.register_names.size(), false) {}

  void Read() {
    for (const Block& block : procedure_.blocks) {
      for (const Instruction& i : block.instructions) {
        if (i.result != kNoRegister) changes_[i.result] = true;
      }
    }
    for (const Block& block : procedure_.blocks) {
      for (const Instruction& i : block.instructions) {
        ++number_;
        facts_.has_weak_orders |= i.ordering != Ordering::kPlain && i.ordering != Ordering::kSeqCst;
        ReadFunctions(i);
        ReadPointers(i);
        ReadVariables(i);
      }
      UseVariable(block.terminator.condition);
    }
    for (auto* list : {&facts_.called, &facts_.referred, &facts_.stored, &facts_.given_away,
                       &facts_.addressed}) {
      SortUnique(list);
    }
    SortUnique(&facts_.arguments);
    SortUnique(&facts_.pointer_stores);
    SortUnique(&facts_.pointer_loads);
    if (!uses_.empty()) facts_.uses = Digest128(uses_);
  }

 private:
  uint32_t Text(StringIndex index) { return texts_.Intern(procedure_.strings[index]); }

  void Refer(const Operand& o) {
    if (o.kind == Operand::Kind::kFunction) facts_.referred.push_back(Symbol(o));
  }
  static uint32_t Symbol(const Operand& o) { return static_cast<uint32_t>(o.value); }

  // A parameter that is never assigned is what was passed.
  PassedValue Passed(const Operand& o) const {
    if (o.kind == Operand::Kind::kFunction) return {PassedValue::Kind::kFunction, Symbol(o)};
    if (o.kind == Operand::Kind::kConstant) return {PassedValue::Kind::kConstant, 0};
    if (o.kind == Operand::Kind::kRegister &&
        o.value < static_cast<int64_t>(procedure_.parameters.size()) && !changes_[o.value]) {
      return {PassedValue::Kind::kParameter, static_cast<uint32_t>(o.value)};
    }
    return {PassedValue::Kind::kOpen, 0};
  }

  void ReadFunctions(const Instruction& i) {
    Refer(i.a);
    Refer(i.b);
    Refer(i.place.base);
    if (IsDirectCall(i)) {
      facts_.called.push_back(Symbol(i.callee));
      for (uint32_t a = 0; a < i.arguments.size(); ++a) {
        if (i.arguments[a].kind == Operand::Kind::kConstant) continue;
        facts_.arguments.push_back({Symbol(i.callee), a, Passed(i.arguments[a])});
      }
      return;
    }
    for (const Operand& argument : i.arguments) Refer(argument);
    if (i.opcode == Opcode::kCall && !procedure_.strings[i.type].empty()) {
      Use('c', PositionOf(Text(i.type), &facts_.call_types));
    }
  }

  void ReadPointers(const Instruction& i) {
    const bool loads = i.opcode == Opcode::kLoad, stores = i.opcode == Opcode::kStore;
    if (!loads && !stores) return;
    const uint32_t field = Text(i.field);
    if (loads && field != 0) Use('f', PositionOf(field, &facts_.loaded_fields));
    if (i.kind != ValueKind::kPointer) return;
    ProcedureFacts::PointerPlace place;
    place.field = field;
    if (i.place.base.kind == Operand::Kind::kGlobal) place.variable = Symbol(i.place.base);
    if (field == 0 && place.variable == ProcedureFacts::kNone) return;
    if (loads) {
      facts_.pointer_loads.push_back(place);
    } else {
      facts_.pointer_stores.push_back({place, Passed(i.a)});
    }
  }

  void Use(char what, uint32_t position) {
    uses_ += std::to_string(number_) + what + std::to_string(position);
  }

  void GiveAway(const Operand& o) {
    if (o.kind == Operand::Kind::kGlobal) facts_.given_away.push_back(Symbol(o));
  }

  // As a value: whoever gets it can read and write the variable.
  void UseVariable(const Operand& o) {
    GiveAway(o);
    if (o.kind == Operand::Kind::kGlobal) facts_.addressed.push_back(Symbol(o));
  }

  void ReadVariables(const Instruction& i) {
    UseVariable(i.a);
    UseVariable(i.b);
    UseVariable(i.callee);
    for (const Operand& argument : i.arguments) UseVariable(argument);
    const bool updates = i.opcode == Opcode::kAtomicUpdate || i.opcode == Opcode::kCompareExchange;
    if (updates) {
      GiveAway(i.source.base);
      GiveAway(i.place.base);
      return;
    }
    const bool loads = i.opcode == Opcode::kLoad, stores = i.opcode == Opcode::kStore;
    if (loads || stores) {
      GiveAway(i.source.base);
      const bool is_variable = i.place.base.kind == Operand::Kind::kGlobal;
      if (stores && is_variable) facts_.stored.push_back(Symbol(i.place.base));
      return;
    }
    UseVariable(i.source.base);
    UseVariable(i.place.base);
  }

  const Procedure& procedure_;
  Interner& texts_;
  ProcedureFacts& facts_;
  std::vector<bool> changes_;  // by register: whether an instruction assigns it
  uint32_t number_ = 0;
  std::string uses_;
};

bool Below(const std::vector<uint32_t>& numbers, size_t size) {
  return std::all_of(numbers.begin(), numbers.end(), [&](uint32_t n) { return n < size; });
}

bool AreInRange(const ProcedureFacts& p, const UnitFacts& unit) {
  const size_t symbols = p.symbols.size(), texts = unit.texts.size();
  const auto is_value = [&](const PassedValue& value) {
    return value.kind != PassedValue::Kind::kFunction || value.index < symbols;
  };
  const auto is_place = [&](const ProcedureFacts::PointerPlace& place) {
    return place.field < texts &&
           (place.variable == ProcedureFacts::kNone || place.variable < symbols);
  };
  return p.name < unit.symbols.size() && p.display_name < texts && p.file < texts &&
         Below(p.symbols, unit.symbols.size()) && Below(p.called, symbols) &&
         Below(p.referred, symbols) && Below(p.stored, symbols) && Below(p.given_away, symbols) &&
         Below(p.addressed, symbols) && Below(p.loaded_fields, texts) &&
         Below(p.call_types, texts) &&
         std::all_of(
             p.arguments.begin(), p.arguments.end(),
             [&](const ProcedureFacts::Argument& a) {
               return a.callee < symbols && is_value(a.value);
             }) &&
         std::all_of(
             p.pointer_stores.begin(), p.pointer_stores.end(),
             [&](const ProcedureFacts::PointerStore& s) {
               return is_place(s.place) && is_value(s.value);
             }) &&
         std::all_of(p.pointer_loads.begin(), p.pointer_loads.end(), is_place);
}

}  // namespace

void FactsBuilder::Add(const Procedure& procedure) {
  ProcedureFacts& facts = procedures_.emplace_back();
  facts.name = symbols_.Intern(procedure.name);
  facts.display_name = texts_.Intern(procedure.display_name);
  facts.file = texts_.Intern(procedure.file);
  facts.code_digest = procedure.code_digest;
  facts.symbols.reserve(procedure.symbols.size());
  for (const Symbol& symbol : procedure.symbols) {
    facts.symbols.push_back(symbols_.Intern(symbol.name));
  }
  ProcedureReader(procedure, &texts_, &facts).Read();
}

UnitFacts FactsBuilder::Finish() {
  return {symbols_.texts(), texts_.texts(), std::move(procedures_)};
}

bool AreInRange(const UnitFacts& facts) {
  return !facts.texts.empty() &&
         std::all_of(facts.procedures.begin(), facts.procedures.end(),
                     [&](const ProcedureFacts& p) { return AreInRange(p, facts); });
}

}  // namespace plait::ir
