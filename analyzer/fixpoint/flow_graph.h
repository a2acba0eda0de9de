// The control-flow graph of a procedure prepared for a fixpoint: a weak topological order of its
// blocks (F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993), loop
// nesting, live registers and immediate post-dominators. Knows no abstract domain.
#ifndef PLAIT_ANALYZER_FIXPOINT_FLOW_GRAPH_H_
#define PLAIT_ANALYZER_FIXPOINT_FLOW_GRAPH_H_

#include <cstdint>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait {

// A block, or a loop: its head followed by the elements of its body.
struct Component {
  uint32_t block = 0;
  bool is_loop = false;
  std::vector<Component> body;
};

// Calls visit(operand) for each operand that the instruction reads.
template <typename Visitor>
void ForEachRead(const ir::Instruction& instruction, const Visitor& visit) {
  visit(instruction.a);
  visit(instruction.b);
  visit(instruction.callee);
  for (const ir::Place* place : {&instruction.place, &instruction.source}) {
    visit(place->base);
    for (const ir::IndexTerm& term : place->terms) visit(term.index);
  }
  for (const ir::Operand& argument : instruction.arguments) visit(argument);
}

// Blocks and loops.
class LoopNest {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  explicit LoopNest(const ir::Procedure& procedure);

  const std::vector<Component>& order() const { return order_; }
  size_t block_count() const { return successors_.size(); }
  const std::vector<uint32_t>& successors(uint32_t block) const { return successors_[block]; }
  const std::vector<uint32_t>& predecessors(uint32_t block) const { return predecessors_[block]; }

  // Head of the innermost loop around a block (a head belongs to its own loop), or kNone.
  uint32_t LoopOf(uint32_t block) const { return loop_of_[block]; }
  // Head of the loop around the loop with that head, or kNone.
  uint32_t OuterLoop(uint32_t head) const { return outer_[head]; }
  bool IsLoopHead(uint32_t block) const { return is_head_[block]; }
  bool InLoop(uint32_t block, uint32_t head) const;

 private:
  void ComputeLoops(const std::vector<Component>& components, uint32_t outer);

  std::vector<std::vector<uint32_t>> successors_;
  std::vector<std::vector<uint32_t>> predecessors_;
  std::vector<Component> order_;
  std::vector<uint32_t> loop_of_;
  std::vector<uint32_t> outer_;
  std::vector<bool> is_head_;
};

class FlowGraph : public LoopNest {
 public:
  explicit FlowGraph(const ir::Procedure& procedure);

  // Block that every path from `block` to the end goes through next, or kNone.
  uint32_t ImmediatePostDominator(uint32_t block) const { return post_dominator_[block]; }

  bool IsLiveIn(uint32_t block, ir::Register r) const {
    return live_in_[block * words_ + r / 64] >> r % 64 & 1;
  }

  // Number of the first instruction of a block when all are counted through in block order.
  uint32_t FirstInstruction(uint32_t block) const { return first_instruction_[block]; }

 private:
  void ComputePostDominators(size_t blocks);
  void ComputeLiveness(const ir::Procedure& procedure);

  std::vector<uint32_t> post_dominator_;
  size_t words_ = 0;               // of a set of registers
  std::vector<uint64_t> live_in_;  // by block, a bit for each register
  std::vector<uint32_t> first_instruction_;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_FIXPOINT_FLOW_GRAPH_H_
