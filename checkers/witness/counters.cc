#include "checkers/witness/counters.h"

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

Counters::Counters(const ir::Procedure& procedure) : steps_(procedure.register_names.size()) {
  decides_ = FindReadFor(procedure, Goal::kBranch);
  decides_or_returns_ = FindReadFor(procedure, Goal::kBranchOrReturn);
  is_data_ = FindReadFor(procedure, Goal::kStoreOrReturn);
  is_number_ = FindReadFor(procedure, Goal::kNumber);
  is_no_index_ = FindReadFor(procedure, Goal::kNumberHere);
  is_passed_on_ = FindReadFor(procedure, Goal::kPassOn);
  // r1 = add r1, 1; or r2 = add r1, 1 and somewhere r1 = r2.
  std::vector<std::vector<ir::Register>> copies(steps_.size());
  ForEachInstruction(procedure, [&](const ir::Instruction& i) {
    const bool is_copy = i.opcode == Opcode::kAssign || i.opcode == Opcode::kTruncate;
    if (is_copy && i.a.kind == Operand::Kind::kRegister && i.result != ir::kNoRegister) {
      copies[i.a.value].push_back(i.result);
    }
  });
  ForEachInstruction(procedure, [&](const ir::Instruction& i) {
    if (i.opcode != Opcode::kBinary || i.result == ir::kNoRegister) return;
    for (const Operand* operand : {&i.a, &i.b}) {
      if (operand->kind != Operand::Kind::kRegister) continue;
      const auto from = static_cast<ir::Register>(operand->value);
      bool is_step = from == i.result;
      for (ir::Register copy : copies[i.result]) is_step |= copy == from;
      if (is_step) steps_[i.result] = true;
    }
  });
}

// The greatest set: a register leaves it once it is read by anything else.
std::vector<bool> Counters::FindReadFor(const ir::Procedure& procedure, Goal goal) {
  std::vector<bool> is_read_so(procedure.register_names.size(), true);
  const auto drop = [&](const Operand& operand) {
    if (operand.kind != Operand::Kind::kRegister || !is_read_so[operand.value]) return false;
    is_read_so[operand.value] = false;
    return true;
  };
  for (const ir::Block& block : procedure.blocks) {
    const bool returns = block.terminator.kind == ir::Terminator::Kind::kReturn;
    const bool branches = block.terminator.kind == ir::Terminator::Kind::kBranch ||
                          block.terminator.kind == ir::Terminator::Kind::kSwitch;
    const bool is_goal = (returns && goal != Goal::kBranch && goal != Goal::kNumberHere) ||
                         (branches && goal != Goal::kStoreOrReturn && goal != Goal::kPassOn);
    if (!is_goal) drop(block.terminator.condition);
  }
  for (bool changed = true; changed;) {
    changed = false;
    ForEachInstruction(procedure, [&](const ir::Instruction& instruction) {
      if (IsPassedOn(instruction) && is_read_so[instruction.result]) return;
      const bool stores = instruction.opcode == Opcode::kStore && goal == Goal::kStoreOrReturn &&
                          instruction.ordering == ir::Ordering::kPlain;
      if (goal == Goal::kNumber || goal == Goal::kNumberHere || goal == Goal::kPassOn) {
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
