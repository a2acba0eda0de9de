#include "frontend/block_order.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

namespace plait::frontend {
namespace {

constexpr uint32_t kUnnumbered = std::numeric_limits<uint32_t>::max();

template <typename Visit>
void ForEachTarget(ir::Terminator& terminator, Visit visit) {
  for (uint32_t& target : terminator.targets) visit(target);
  for (ir::SwitchCase& switch_case : terminator.cases) visit(switch_case.target);
}

bool OnlyJumps(const ir::Block& block) {
  return block.instructions.empty() && block.terminator.kind == ir::Terminator::Kind::kGoto;
}

// The block where a chain of empty jumping blocks leads. The walk is bounded, since `for (;;);` is
// a chain that closes on itself.
uint32_t EndOfChain(const std::vector<ir::Block>& blocks, uint32_t block) {
  for (size_t steps = 0; OnlyJumps(blocks[block]) && steps < blocks.size(); ++steps) {
    block = blocks[block].terminator.targets[0];
  }
  return block;
}

std::vector<uint32_t> ReversePostOrder(std::vector<ir::Block>& blocks) {
  struct Visit {
    uint32_t block;
    std::vector<uint32_t> successors;
    size_t next = 0;
  };
  std::vector<bool> seen(blocks.size(), false);
  std::vector<uint32_t> order;
  std::vector<Visit> stack;
  const auto enter = [&](uint32_t block) {
    seen[block] = true;
    Visit visit{block, {}};
    ForEachTarget(blocks[block].terminator,
                  [&](uint32_t target) { visit.successors.push_back(target); });
    // Last successor first, so that the first one (the true branch, the loop body) comes right
    // after its predecessor in the result.
    std::reverse(visit.successors.begin(), visit.successors.end());
    stack.push_back(std::move(visit));
  };
  enter(0);
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.next == top.successors.size()) {
      order.push_back(top.block);
      stack.pop_back();
      continue;
    }
    const uint32_t successor = top.successors[top.next++];
    if (!seen[successor]) enter(successor);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

// Appends to each block the one it jumps to, where that one has no other predecessor.
void MergeChains(std::vector<ir::Block>& blocks) {
  std::vector<uint32_t> predecessors(blocks.size(), 0);
  predecessors[0] = 1;  // the caller
  const std::vector<uint32_t> reachable = ReversePostOrder(blocks);
  for (const uint32_t block : reachable) {
    ForEachTarget(blocks[block].terminator, [&](uint32_t target) { ++predecessors[target]; });
  }
  for (const uint32_t i : reachable) {
    ir::Block& block = blocks[i];
    while (block.terminator.kind == ir::Terminator::Kind::kGoto) {
      const uint32_t next = block.terminator.targets[0];
      if (next == i || predecessors[next] != 1) break;
      ir::Block merged = std::move(blocks[next]);
      blocks[next] = ir::Block();
      predecessors[next] = 0;
      block.instructions.insert(block.instructions.end(),
                                std::make_move_iterator(merged.instructions.begin()),
                                std::make_move_iterator(merged.instructions.end()));
      block.terminator = std::move(merged.terminator);
    }
  }
}

}  // namespace

std::vector<ir::Block> OrderBlocks(std::vector<ir::Block> blocks) {
  for (ir::Block& block : blocks) {
    ForEachTarget(block.terminator, [&](uint32_t& target) { target = EndOfChain(blocks, target); });
  }
  MergeChains(blocks);
  const std::vector<uint32_t> order = ReversePostOrder(blocks);
  std::vector<uint32_t> numbers(blocks.size(), kUnnumbered);
  for (uint32_t i = 0; i < order.size(); ++i) numbers[order[i]] = i;
  std::vector<ir::Block> result;
  result.reserve(order.size());
  for (const uint32_t block : order) {
    ForEachTarget(blocks[block].terminator, [&](uint32_t& target) { target = numbers[target]; });
    result.push_back(std::move(blocks[block]));
  }
  return result;
}

}  // namespace plait::frontend
