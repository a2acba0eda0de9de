#include "checkers/way_order.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyzer/fixpoint/flow_graph.h"

namespace plait {
namespace {

constexpr uint32_t kEntry = 0xfffffffe;
constexpr uint32_t kReturn = 0xffffffff;

// The code of a procedure, and the instructions of it in block order.
class Code {
 public:
  explicit Code(const ir::Procedure& body) : body_(body), loops_(body) {
    uint32_t number = 0;
    for (const ir::Block& block : body.blocks) {
      first_.push_back(number);
      number += static_cast<uint32_t>(block.instructions.size());
    }
  }

  // Whether some way leads from behind the one instruction to the other one without `past`.
  bool Reaches(uint32_t from, uint32_t to, uint32_t past) const {
    std::vector<bool> seen(body_.blocks.size(), false);
    std::vector<std::pair<uint32_t, uint32_t>> work;  // a block, and where to go on
    if (from == kEntry) {
      seen[0] = true;
      work.push_back({0, first_[0]});
    } else {
      work.push_back({BlockOf(from), from + 1});
    }
    while (!work.empty()) {
      const auto [block, start] = work.back();
      work.pop_back();
      const ir::Block& b = body_.blocks[block];
      const uint32_t end = first_[block] + static_cast<uint32_t>(b.instructions.size());
      if (to >= start && to < end && !(past >= start && past < to)) return true;
      if (past >= start && past < end) continue;
      if (to == kReturn && b.terminator.kind == ir::Terminator::Kind::kReturn) return true;
      for (uint32_t next : loops_.successors(block)) {
        if (seen[next]) continue;
        seen[next] = true;
        work.push_back({next, first_[next]});
      }
    }
    return false;
  }

  bool Repeats(uint32_t instruction) const { return Reaches(instruction, instruction, kReturn); }

  bool IsInOneLoop(uint32_t instruction) const {
    const uint32_t loop = loops_.LoopOf(BlockOf(instruction));
    return loop != LoopNest::kNone && loops_.OuterLoop(loop) == LoopNest::kNone;
  }

 private:
  uint32_t BlockOf(uint32_t instruction) const {
    // Empty blocks begin where the next one does, so the last one that does has it.
    const auto next = std::upper_bound(first_.begin(), first_.end(), instruction);
    return static_cast<uint32_t>(next - first_.begin()) - 1;
  }

  const ir::Procedure& body_;
  const LoopNest loops_;
  std::vector<uint32_t> first_;  // by block: number of its first instruction
};

const ir::Procedure& BodyOf(const ThreadTree& tree, const Step& step) {
  return tree.program().definitions()[step.definition].body();
}

bool IsRecursive(const ThreadTree& tree, const Way& way) {
  return std::any_of(way.begin(), way.end(), [&](const Step& step) {
    return tree.IsRecursive(tree.program().definitions()[step.definition].name);
  });
}

}  // namespace

bool ComesFirst(const ThreadTree& tree, const Way& first, const Way& then, bool once) {
  if (first.empty() || then.empty() || IsRecursive(tree, first) || IsRecursive(tree, then)) {
    return false;
  }
  size_t level = 0;
  while (level < first.size() && level < then.size() && first[level] == then[level]) ++level;
  if (level == first.size() || level == then.size() ||
      first[level].definition != then[level].definition) {
    return false;
  }
  const Code code(BodyOf(tree, then[level]));
  const uint32_t goal = then[level].instruction, past = first[level].instruction;
  if (code.Reaches(kEntry, goal, past) || (!once && code.Reaches(goal, goal, past))) return false;
  for (size_t i = level + 1; i < first.size(); ++i) {
    if (Code(BodyOf(tree, first[i])).Reaches(kEntry, kReturn, first[i].instruction)) return false;
  }
  for (size_t i = level + 1; i < then.size() && !once; ++i) {
    if (Code(BodyOf(tree, then[i])).Repeats(then[i].instruction)) return false;
  }
  return true;
}

bool IsOncePerTurn(const ThreadTree& tree, const Way& way) {
  if (way.empty() || IsRecursive(tree, way)) return false;
  int loops = 0;
  for (const Step& step : way) {
    const Code code(BodyOf(tree, step));
    if (!code.Repeats(step.instruction)) continue;
    if (!code.IsInOneLoop(step.instruction)) return false;
    ++loops;
  }
  return loops == 1;
}

}  // namespace plait
