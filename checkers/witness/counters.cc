#include "checkers/witness/counters.h"

#include <algorithm>

namespace plait::witness {
namespace {

using ir::Opcode;
using ir::Operand;

template <typename Visitor>
void ForEachInstruction(const ir::Procedure& procedure, const Visitor& visit) {
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& instruction : block.instructions) visit(instruction);
  }
}

}  // namespace

Counters::Counters(const ir::Procedure& procedure)
    : counts_(procedure.register_names.size(), ir::kNoRegister), goes_on_(counts_.size()) {
  std::vector<std::vector<ir::Register>> copies(counts_.size());
  ForEachInstruction(procedure, [&](const ir::Instruction& i) {
    const bool is_copy = i.opcode == Opcode::kAssign || i.opcode == Opcode::kTruncate;
    if (is_copy && i.result != ir::kNoRegister && i.a.kind == Operand::Kind::kRegister) {
      copies[i.a.value].push_back(i.result);
    }
  });
  const auto note_if_step = [&](ir::Register result, const Operand& operand) {
    if (operand.kind != Operand::Kind::kRegister) return;
    const auto from = static_cast<ir::Register>(operand.value);
    const std::vector<ir::Register>& all = copies[result];
    if (from != result && std::find(all.begin(), all.end(), from) == all.end()) return;
    counts_[result] = from;
    goes_on_[from] = true;
  };
  ForEachInstruction(procedure, [&](const ir::Instruction& i) {
    if (i.result == ir::kNoRegister) return;
    if (i.opcode == Opcode::kAddress) note_if_step(i.result, i.place.base);
    if (i.opcode != Opcode::kBinary) return;
    note_if_step(i.result, i.a);
    note_if_step(i.result, i.b);
  });
}

}  // namespace plait::witness
