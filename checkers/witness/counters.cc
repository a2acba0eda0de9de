#include "checkers/witness/counters.h"

#include <utility>

#include "analyzer/fixpoint/flow_graph.h"

namespace plait::witness {
namespace {

using ir::Opcode;
using ir::Operand;

bool IsPassedOn(const ir::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::kAssign:
    case Opcode::kBinary:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
    case Opcode::kTruncate:
      return instruction.result != ir::kNoRegister;
    default:
      return false;
  }
}

bool IsCopy(const ir::Instruction& i) {
  return i.result != ir::kNoRegister &&
         (i.opcode == Opcode::kAssign || i.opcode == Opcode::kTruncate);
}

bool IsComparison(const ir::Instruction& i) {
  return i.opcode == Opcode::kBinary && ir::Binary::kEq <= i.binary && i.binary <= ir::Binary::kGe;
}

template <typename Visitor>
void ForEachInstruction(const ir::Procedure& procedure, const Visitor& visit) {
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& instruction : block.instructions) visit(instruction);
  }
}

// What addresses are made of: those in it, and the one it hands on.
template <typename Visitor>
void ForEachReadForAddress(const ir::Instruction& instruction, const Visitor& visit) {
  if (IsPassedOn(instruction)) {
    visit(instruction.a);
    visit(instruction.b);
  }
  visit(instruction.callee);
  for (const ir::Place* place : {&instruction.place, &instruction.source}) {
    visit(place->base);
    for (const ir::IndexTerm& term : place->terms) visit(term.index);
  }
}

}  // namespace

Counters::Counters(const ir::Procedure& procedure)
    : steps_(procedure.register_names.size()),
      is_reckoned_(steps_.size()),
      is_count_(steps_.size()),
      is_chosen_(steps_.size(), true),
      chosen_from_(steps_.size()),
      is_open_(steps_.size()),
      bounds_(steps_.size(), ir::kNoRegister),
      is_bound_(steps_.size(), true) {
  decides_ = FindReadFor(procedure, Goal::kBranch, /*may_return=*/false);
  decides_or_returns_ = FindReadFor(procedure, Goal::kBranch, /*may_return=*/true);
  is_data_ = FindReadFor(procedure, Goal::kStore, /*may_return=*/true);
  is_stored_ = FindReadFor(procedure, Goal::kStore, /*may_return=*/false);
  is_number_ = FindReadFor(procedure, Goal::kNumber, /*may_return=*/true);
  is_no_index_ = FindReadFor(procedure, Goal::kNumber, /*may_return=*/false);
  is_passed_on_ = FindReadFor(procedure, Goal::kPassOn, /*may_return=*/true);
  is_kept_ = FindReadFor(procedure, Goal::kPassOn, /*may_return=*/false);
  FindSteps(procedure);
  FindChosen(procedure);
  FindBounds(procedure);
}

// r1 = add r1, 1; or r2 = add r1, 1 and somewhere r1 = r2.
void Counters::FindSteps(const ir::Procedure& procedure) {
  std::vector<std::vector<ir::Register>> copies(steps_.size());
  std::vector<bool> is_compared(steps_.size());  // with what is no constant
  std::vector<ir::Register> bounds(steps_.size(), ir::kNoRegister);
  ForEachInstruction(procedure, [&](const ir::Instruction& i) {
    if (IsCopy(i) && i.a.kind == Operand::Kind::kRegister) copies[i.a.value].push_back(i.result);
    if (!IsComparison(i)) return;
    for (const auto& [operand, other] : {std::pair(i.a, i.b), std::pair(i.b, i.a)}) {
      if (operand.kind == Operand::Kind::kRegister && other.kind != Operand::Kind::kConstant) {
        is_compared[operand.value] = true;
        if (other.kind == Operand::Kind::kRegister) bounds[operand.value] = other.value;
      }
    }
  });
  ForEachInstruction(procedure, [&](const ir::Instruction& i) {
    if (i.opcode != Opcode::kBinary || i.result == ir::kNoRegister) return;
    is_reckoned_[i.result] = i.binary == ir::Binary::kAdd || i.binary == ir::Binary::kSub ||
                             i.binary == ir::Binary::kMul;
    for (const Operand* operand : {&i.a, &i.b}) {
      if (operand->kind != Operand::Kind::kRegister) continue;
      const auto from = static_cast<ir::Register>(operand->value);
      bool is_step = from == i.result;
      for (ir::Register copy : copies[i.result]) is_step |= copy == from;
      if (!is_step) continue;
      steps_[i.result] = is_count_[from] = true;
      if (!is_compared[from]) continue;
      is_open_[i.result] = true;
      bounds_[i.result] = bounds[from];
    }
  });
}

void Counters::FindChosen(const ir::Procedure& procedure) {
  for (size_t r = 0; r < procedure.parameters.size(); ++r) {
    is_chosen_[r] = r < kMostParameters;
    if (is_chosen_[r]) chosen_from_[r] = uint64_t{1} << r;
  }
  for (bool changed = true; changed;) {
    changed = false;
    ForEachInstruction(procedure, [&](const ir::Instruction& i) {
      if (i.result == ir::kNoRegister || !is_chosen_[i.result]) return;
      const std::optional<uint64_t> from =
          !IsCopy(i)                             ? std::nullopt
          : i.a.kind == Operand::Kind::kConstant ? std::optional(uint64_t{0})
          : i.a.kind == Operand::Kind::kRegister ? ChosenFrom(static_cast<ir::Register>(i.a.value))
                                                 : std::nullopt;
      const uint64_t all = chosen_from_[i.result] | from.value_or(0);
      if (from.has_value() && all == chosen_from_[i.result]) return;
      is_chosen_[i.result] = from.has_value();
      chosen_from_[i.result] = all;
      changed = true;
    });
  }
}

void Counters::FindBounds(const ir::Procedure& procedure) {
  const auto may_be_compared_with = [&](const Operand& other) {
    return other.kind == Operand::Kind::kConstant ||
           (other.kind == Operand::Kind::kRegister && is_count_[other.value] &&
            is_number_[other.value]);
  };
  const auto leaves_bound = [&](const ir::Instruction& i, const Operand& read) {
    if (IsCopy(i)) return !is_bound_[i.result];
    return !IsComparison(i) ||
           !(is_data_[i.result] || may_be_compared_with(&read == &i.a ? i.b : i.a));
  };
  for (const ir::Block& block : procedure.blocks) {
    const Operand& result = block.terminator.condition;
    const bool returns = block.terminator.kind == ir::Terminator::Kind::kReturn;
    if (returns && result.kind == Operand::Kind::kRegister) is_bound_[result.value] = false;
  }
  for (bool changed = true; changed;) {
    changed = false;
    ForEachInstruction(procedure, [&](const ir::Instruction& i) {
      ForEachRead(i, [&](const Operand& read) {
        if (read.kind != Operand::Kind::kRegister || !is_bound_[read.value]) return;
        if (!leaves_bound(i, read)) return;
        is_bound_[read.value] = false;
        changed = true;
      });
    });
  }
}

// The greatest set: a register leaves it once it is read by anything else.
std::vector<bool> Counters::FindReadFor(const ir::Procedure& procedure, Goal goal,
                                        bool may_return) {
  std::vector<bool> is_read_so(procedure.register_names.size(), true);
  const auto drop = [&](const Operand& operand) {
    if (operand.kind != Operand::Kind::kRegister || !is_read_so[operand.value]) return false;
    is_read_so[operand.value] = false;
    return true;
  };
  const bool may_branch = goal == Goal::kBranch || goal == Goal::kNumber;
  for (const ir::Block& block : procedure.blocks) {
    const bool returns = block.terminator.kind == ir::Terminator::Kind::kReturn;
    const bool branches = block.terminator.kind == ir::Terminator::Kind::kBranch ||
                          block.terminator.kind == ir::Terminator::Kind::kSwitch;
    const bool is_goal = (returns && may_return) || (branches && may_branch);
    if (!is_goal) drop(block.terminator.condition);
  }
  for (bool changed = true; changed;) {
    changed = false;
    ForEachInstruction(procedure, [&](const ir::Instruction& instruction) {
      if (IsPassedOn(instruction) && is_read_so[instruction.result]) return;
      // A variable of the procedure's own that has an address may be looked at here.
      const bool is_kept_here = instruction.opcode == Opcode::kStore &&
                                instruction.place.base.kind == Operand::Kind::kSlot;
      const bool is_step = instruction.opcode == Opcode::kCompareExchange ||
                           instruction.opcode == Opcode::kAtomicUpdate;
      if (goal == Goal::kPassOn && (is_kept_here || is_step)) {
        changed |= drop(instruction.a);
        changed |= drop(instruction.b);
      }
      const bool stores = instruction.opcode == Opcode::kStore && goal == Goal::kStore &&
                          !is_kept_here && instruction.ordering == ir::Ordering::kPlain;
      if (goal == Goal::kNumber || goal == Goal::kPassOn) {
        ForEachReadForAddress(instruction, [&](const Operand& read) { changed |= drop(read); });
        return;
      }
      ForEachRead(instruction, [&](const Operand& operand) {
        changed |= !(stores && &operand == &instruction.a) && drop(operand);
      });
    });
  }
  return is_read_so;
}

}  // namespace plait::witness
