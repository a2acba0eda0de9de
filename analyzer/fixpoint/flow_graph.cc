#include "analyzer/fixpoint/flow_graph.h"

#include <algorithm>

namespace plait {
namespace {

using ir::Operand;
using ir::Register;

// Bourdoncle's algorithm, figure 4.
class WeakTopologicalOrder {
 public:
  explicit WeakTopologicalOrder(const std::vector<std::vector<uint32_t>>& successors)
      : successors_(successors), number_(successors.size(), 0) {}

  std::vector<Component> Compute() {
    std::vector<Component> order;
    Visit(0, &order);
    std::reverse(order.begin(), order.end());
    return order;
  }

 private:
  static constexpr uint32_t kDone = 0xffffffff;

  uint32_t Visit(uint32_t vertex, std::vector<Component>* order) {
    stack_.push_back(vertex);
    uint32_t head = number_[vertex] = ++counter_;
    bool loop = false;
    for (uint32_t next : successors_[vertex]) {
      const uint32_t minimum = number_[next] == 0 ? Visit(next, order) : number_[next];
      if (minimum <= head) {
        head = minimum;
        loop = true;
      }
    }
    if (head == number_[vertex]) {
      number_[vertex] = kDone;
      uint32_t element = stack_.back();
      stack_.pop_back();
      if (loop) {
        while (element != vertex) {
          number_[element] = 0;
          element = stack_.back();
          stack_.pop_back();
        }
        order->push_back(MakeLoop(vertex));
      } else {
        order->push_back({vertex, false, {}});
      }
    }
    return head;
  }

  Component MakeLoop(uint32_t vertex) {
    Component loop{vertex, true, {}};
    for (uint32_t next : successors_[vertex]) {
      if (number_[next] == 0) Visit(next, &loop.body);
    }
    std::reverse(loop.body.begin(), loop.body.end());
    return loop;
  }

  const std::vector<std::vector<uint32_t>>& successors_;
  std::vector<uint32_t> number_;
  std::vector<uint32_t> stack_;
  uint32_t counter_ = 0;
};

}  // namespace

LoopNest::LoopNest(const ir::Procedure& procedure) {
  const size_t n = procedure.blocks.size();
  successors_.resize(n);
  predecessors_.resize(n);
  for (uint32_t b = 0; b < n; ++b) {
    const ir::Terminator& end = procedure.blocks[b].terminator;
    std::vector<uint32_t>& out = successors_[b];
    out = end.targets;
    for (const ir::SwitchCase& c : end.cases) out.push_back(c.target);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    for (uint32_t s : out) predecessors_[s].push_back(b);
  }
  loop_of_.assign(n, kNone);
  outer_.assign(n, kNone);
  is_head_.assign(n, false);
  order_ = WeakTopologicalOrder(successors_).Compute();
  ComputeLoops(order_, kNone);
}

FlowGraph::FlowGraph(const ir::Procedure& procedure) : LoopNest(procedure) {
  uint32_t count = 0;
  for (const ir::Block& block : procedure.blocks) {
    first_instruction_.push_back(count);
    count += block.instructions.size();
  }
  ComputePostDominators(procedure.blocks.size());
  ComputeLiveness(procedure);
}

void LoopNest::ComputeLoops(const std::vector<Component>& components, uint32_t outer) {
  for (const Component& c : components) {
    if (c.is_loop) {
      is_head_[c.block] = true;
      loop_of_[c.block] = c.block;
      outer_[c.block] = outer;
      ComputeLoops(c.body, c.block);
    } else {
      loop_of_[c.block] = outer;
    }
  }
}

bool LoopNest::InLoop(uint32_t block, uint32_t head) const {
  for (uint32_t at = loop_of_[block]; at != kNone; at = outer_[at]) {
    if (at == head) return true;
  }
  return false;
}

// Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm", on the reversed graph. A virtual
// end block follows every block without successors; kNone stands for it in the result.
void FlowGraph::ComputePostDominators(size_t blocks) {
  const uint32_t n = blocks;
  const uint32_t end = n;
  std::vector<uint32_t> order;  // post order of the reversed graph
  std::vector<uint32_t> position(n + 1, kNone);
  std::vector<std::pair<uint32_t, size_t>> stack;
  std::vector<bool> seen(n + 1, false);
  auto backward = [&](uint32_t v) {
    std::vector<uint32_t> out;
    if (v != end) return predecessors(v);
    for (uint32_t b = 0; b < n; ++b) {
      if (successors(b).empty()) out.push_back(b);
    }
    return out;
  };
  std::vector<std::vector<uint32_t>> edges(n + 1);
  for (uint32_t v = 0; v <= n; ++v) edges[v] = backward(v);
  stack.push_back({end, 0});
  seen[end] = true;
  while (!stack.empty()) {
    auto& [v, i] = stack.back();
    if (i < edges[v].size()) {
      const uint32_t next = edges[v][i++];
      if (!seen[next]) {
        seen[next] = true;
        stack.push_back({next, 0});
      }
    } else {
      position[v] = order.size();
      order.push_back(v);
      stack.pop_back();
    }
  }
  std::vector<uint32_t> dominator(n + 1, kNone);
  dominator[end] = end;
  auto intersect = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (position[a] < position[b]) a = dominator[a];
      while (position[b] < position[a]) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = order.size(); i-- > 0;) {
      const uint32_t v = order[i];
      if (v == end) continue;
      uint32_t best = successors(v).empty() ? end : kNone;
      for (uint32_t s : successors(v)) {
        if (dominator[s] == kNone) continue;
        best = best == kNone ? s : intersect(best, s);
      }
      if (best != kNone && dominator[v] != best) {
        dominator[v] = best;
        changed = true;
      }
    }
  }
  post_dominator_.assign(n, kNone);
  for (uint32_t v = 0; v < n; ++v) {
    if (dominator[v] != end) post_dominator_[v] = dominator[v];
  }
}

void FlowGraph::ComputeLiveness(const ir::Procedure& procedure) {
  const size_t n = procedure.blocks.size();
  words_ = (procedure.register_names.size() + 63) / 64;
  // Of each block: registers read before they are set in it, and those that are set.
  std::vector<uint64_t> read(n * words_, 0), set(n * words_, 0);
  for (uint32_t b = 0; b < n; ++b) {
    uint64_t* const reads = &read[b * words_];
    uint64_t* const sets = &set[b * words_];
    auto use = [&](const Operand& operand) {
      if (operand.kind != Operand::Kind::kRegister) return;
      reads[operand.value / 64] |= uint64_t{1} << operand.value % 64;
    };
    const ir::Block& block = procedure.blocks[b];
    use(block.terminator.condition);
    for (size_t i = block.instructions.size(); i-- > 0;) {
      const ir::Instruction& instruction = block.instructions[i];
      if (instruction.result != ir::kNoRegister) {
        const uint64_t bit = uint64_t{1} << instruction.result % 64;
        reads[instruction.result / 64] &= ~bit;
        sets[instruction.result / 64] |= bit;
      }
      ForEachRead(instruction, use);
    }
  }
  live_in_ = read;
  std::vector<uint32_t> work;
  std::vector<bool> queued(n, true);
  for (uint32_t b = 0; b < n; ++b) work.push_back(b);
  while (!work.empty()) {
    const uint32_t b = work.back();
    work.pop_back();
    queued[b] = false;
    bool changed = false;
    for (size_t word = 0; word < words_; ++word) {
      uint64_t live = 0;
      for (uint32_t s : successors(b)) live |= live_in_[s * words_ + word];
      live &= ~set[b * words_ + word];
      uint64_t& known = live_in_[b * words_ + word];
      changed |= (live & ~known) != 0;
      known |= live;
    }
    if (!changed) continue;
    for (uint32_t p : predecessors(b)) {
      if (!queued[p]) {
        queued[p] = true;
        work.push_back(p);
      }
    }
  }
}

}  // namespace plait
