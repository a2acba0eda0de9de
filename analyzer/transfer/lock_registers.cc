#include "analyzer/transfer/lock_registers.h"

#include <algorithm>
#include <cstdint>

#include "analyzer/transfer/frame.h"

namespace plait {
namespace {

bool TakesArgument(const proto::Function& model, int32_t number) {
  return std::any_of(model.effect().begin(), model.effect().end(),
                     [&](const proto::Effect& effect) {
                       return effect.has_acquire() && effect.acquire().lock().argument() == number;
                     });
}

// Whether the parameter with that number is part of the term, or what is loaded there begins at it.
bool IsFrom(const TermTable& terms, TermId term, uint32_t number) {
  const auto& parts = terms.term(term).parts;
  return std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
    const Atom& atom = terms.atom(part.atom);
    if (atom.kind == AtomKind::kInitial) return IsFrom(terms, atom.argument, number);
    return atom.kind == AtomKind::kFormal && atom.index == number;
  });
}

bool TakesArgument(const Summary& callee, uint32_t number) {
  return std::any_of(callee.exits.begin(), callee.exits.end(), [&](const Exit& exit) {
    const std::vector<HeldLock>& held = callee.points[exit.point].held;
    return std::any_of(held.begin(), held.end(), [&](const HeldLock& lock) {
      return IsFrom(callee.terms, lock.lock, number);
    });
  });
}

bool TakesArgument(const Environment& environment, const std::string& function, uint32_t number) {
  const Name name = InternName(function);
  if (!environment.IsDefined(name)) {
    const proto::Function* model = environment.FindModel(function);
    return model != nullptr && TakesArgument(*model, static_cast<int32_t>(number));
  }
  const std::vector<const Summary*> callees = environment.FindSummaries(name);
  return std::any_of(callees.begin(), callees.end(),
                     [&](const Summary* callee) { return TakesArgument(*callee, number); });
}

}  // namespace

std::vector<bool> FindLockRegisters(const ir::Procedure& procedure,
                                    const Environment& environment) {
  std::vector<bool> found(procedure.register_names.size(), false);
  bool changed = false;
  const auto add = [&](const ir::Operand& operand) {
    if (operand.kind != ir::Operand::Kind::kRegister || found[operand.value]) return;
    found[operand.value] = true;
    changed = true;
  };
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.opcode != ir::Opcode::kCall || i.callee.kind != ir::Operand::Kind::kFunction) continue;
      for (uint32_t a = 0; a < i.arguments.size(); ++a) {
        if (i.arguments[a].kind == ir::Operand::Kind::kRegister &&
            TakesArgument(environment, procedure.symbols[i.callee.value].name, a)) {
          add(i.arguments[a]);
        }
      }
    }
  }
  while (changed) {
    changed = false;
    for (const ir::Block& block : procedure.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        if (i.result == ir::kNoRegister || !found[i.result]) continue;
        if (i.opcode == ir::Opcode::kAssign || i.opcode == ir::Opcode::kTruncate) add(i.a);
        if (i.opcode != ir::Opcode::kAddress) continue;
        add(i.place.base);
        for (const ir::IndexTerm& term : i.place.terms) add(term.index);
      }
    }
  }
  return found;
}

namespace {

// Two numbers, or pointers, that are equal if the condition holds: `other` is what `name` is.
struct Equal {
  AtomId name = kNothing;
  TermId other = kNothing;
};

Equal EqualBy(TermTable& terms, TermId condition) {
  const AtomId equality = terms.EqualityOf(condition);
  if (equality == kNothing) return {};
  const Term difference = terms.term(terms.atom(equality).argument);
  if (difference.parts.size() != 2) return {};
  const Part &x = difference.parts[0], &y = difference.parts[1];
  if (x.coefficient != -y.coefficient || (x.coefficient != 1 && x.coefficient != -1)) return {};
  for (const Part& part : difference.parts) {
    const AtomKind kind = terms.atom(part.atom).kind;
    if (kind == AtomKind::kPhi || kind == AtomKind::kIteration || kind == AtomKind::kAny) return {};
  }
  return {x.atom, terms.AddConstant(terms.Of(y.atom), -difference.constant * x.coefficient)};
}

}  // namespace

void UseOneName(Frame& frame, State* state, TermId condition, bool truth) {
  TermTable& terms = frame.terms;
  const TermId holds = truth ? condition : terms.Subtract(terms.Constant(1), condition);
  const Equal equal = EqualBy(terms, holds);
  if (equal.name == kNothing) return;
  const auto renamed = [&](TermId term) {
    return term == kNothing ? term : terms.Substitute(term, [&](AtomId atom) {
      return atom == equal.name ? equal.other : static_cast<TermId>(kNothing);
    });
  };
  bool is_of_lock = false;
  for (size_t r = 0; r < state->registers.size() && !is_of_lock; ++r) {
    is_of_lock = frame.lock_registers[r] && renamed(state->registers[r]) != state->registers[r];
  }
  if (!is_of_lock) return;
  for (TermId& value : state->registers) value = renamed(value);
  for (HeldLock& lock : state->point.held) lock.lock = renamed(lock.lock);
}

}  // namespace plait
