#include "analyzer/transfer/branch_outcomes.h"

#include "absl/algorithm/container.h"

namespace plait {
namespace {

bool IsUsedUp(const FlowGraph& graph, uint32_t block, ir::Register r) {
  return absl::c_none_of(graph.successors(block),
                         [&](uint32_t next) { return graph.IsLiveIn(next, r); });
}

// Whether the result comes out as the operand does: it, or whether it is 0.
bool IsOutcomeOf(const ir::Instruction& made) {
  if (made.opcode == ir::Opcode::kAssign || made.opcode == ir::Opcode::kTruncate ||
      made.opcode == ir::Opcode::kNot) {
    return true;
  }
  return made.opcode == ir::Opcode::kBinary &&
         (made.binary == ir::Binary::kNe || made.binary == ir::Binary::kEq) &&
         made.b == ir::Operand::Constant(0);
}

}  // namespace

std::vector<ir::Register> OutcomesBefore(const ir::Procedure& p, const FlowGraph& graph,
                                         const std::vector<std::vector<ir::Register>>& outcomes,
                                         uint32_t block, size_t instruction) {
  const std::vector<uint32_t>& next = graph.successors(block);
  const ir::Operand& condition = p.blocks[block].terminator.condition;
  std::vector<ir::Register> registers;
  if (next.size() == 1 && !graph.IsLoopHead(next[0])) registers = outcomes[next[0]];
  if (next.size() > 1 && condition.kind == ir::Operand::Kind::kRegister) {
    registers.push_back(static_cast<ir::Register>(condition.value));
  }
  const std::vector<ir::Instruction>& instructions = p.blocks[block].instructions;
  for (size_t i = instructions.size(); i-- > instruction && !registers.empty();) {
    const ir::Instruction& made = instructions[i];
    const auto result = absl::c_find(registers, made.result);
    if (result == registers.end()) continue;
    if (IsOutcomeOf(made) && made.a.kind == ir::Operand::Kind::kRegister) {
      *result = static_cast<ir::Register>(made.a.value);
    } else {
      registers.erase(result);
    }
  }
  return registers;
}

std::vector<std::vector<ir::Register>> FindOutcomes(const ir::Procedure& p,
                                                    const FlowGraph& graph) {
  std::vector<std::vector<ir::Register>> outcomes(p.blocks.size());
  const auto note = [&](uint32_t block, ir::Register r) {
    if (!graph.IsLiveIn(block, r) || absl::c_linear_search(outcomes[block], r)) return false;
    outcomes[block].push_back(r);
    return true;
  };
  for (uint32_t b = 0; b < p.blocks.size(); ++b) {
    for (const ir::Instruction& i : p.blocks[b].instructions) {
      for (const ir::Operand& argument : i.arguments) {
        const auto r = static_cast<ir::Register>(argument.value);
        if (argument.kind == ir::Operand::Kind::kRegister && IsUsedUp(graph, b, r)) note(b, r);
      }
    }
  }
  for (bool is_more = true; is_more;) {
    is_more = false;
    for (uint32_t b = p.blocks.size(); b-- > 0;) {
      for (ir::Register r : OutcomesBefore(p, graph, outcomes, b, 0)) is_more |= note(b, r);
    }
  }
  return outcomes;
}

}  // namespace plait
