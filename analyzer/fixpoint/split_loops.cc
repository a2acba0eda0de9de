#include "analyzer/fixpoint/split_loops.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace plait {
namespace {

using ir::Terminator;

constexpr size_t kMaxAdded = 2000;  // instructions

struct Edge {
  uint32_t from = 0;
  uint32_t to = 0;
};

// The loop that a block is in the middle of: a head is in the middle of the next loop around its
// own.
uint32_t LoopAround(const LoopNest& graph, uint32_t block) {
  return graph.IsLoopHead(block) ? graph.OuterLoop(block) : graph.LoopOf(block);
}

std::vector<bool> Reached(const LoopNest& graph, size_t blocks) {
  std::vector<bool> reached(blocks, false);
  std::vector<uint32_t> work = {0};
  while (!work.empty()) {
    const uint32_t block = work.back();
    work.pop_back();
    if (reached[block]) continue;
    reached[block] = true;
    work.insert(work.end(), graph.successors(block).begin(), graph.successors(block).end());
  }
  return reached;
}

// Calls visit(loop, edge) for each edge from outside to the middle of a loop, the outermost such
// one. Stops if that returns true.
template <typename Visitor>
void ForEachSideEntry(const LoopNest& graph, size_t blocks, const Visitor& visit) {
  const std::vector<bool> reached = Reached(graph, blocks);
  for (uint32_t block = 0; block < blocks; ++block) {
    for (uint32_t from : graph.predecessors(block)) {
      if (!reached[from]) continue;
      uint32_t outermost = LoopNest::kNone;
      for (uint32_t loop = LoopAround(graph, block);
           loop != LoopNest::kNone && !graph.InLoop(from, loop); loop = graph.OuterLoop(loop)) {
        outermost = loop;
      }
      if (outermost != LoopNest::kNone && visit(outermost, Edge{from, block})) return;
    }
  }
}

class Splitter {
 public:
  explicit Splitter(ir::Procedure* procedure) : procedure_(*procedure) {}

  int Run() {
    int split = 0;
    while (SplitOne()) ++split;
    return split;
  }

 private:
  bool SplitOne() {
    const LoopNest graph(procedure_);
    uint32_t loop = LoopNest::kNone;
    std::vector<Edge> entries;
    ForEachSideEntry(graph, procedure_.blocks.size(), [&](uint32_t entered, const Edge& edge) {
      const bool is_computed =
          procedure_.blocks[edge.from].terminator.kind == Terminator::Kind::kIndirect;
      if (!is_computed && (loop == LoopNest::kNone || loop == entered)) {
        loop = entered;
        entries.push_back(edge);
      }
      return false;
    });
    if (entries.empty()) return false;
    const std::vector<uint32_t> region = RegionOf(graph, loop, entries);
    for (uint32_t block : region) added_ += procedure_.blocks[block].instructions.size() + 1;
    if (added_ > kMaxAdded) return false;
    Copy(region, entries);
    return true;
  }

  // What is come to from there in the loop before its head.
  static std::vector<uint32_t> RegionOf(const LoopNest& graph, uint32_t head,
                                        const std::vector<Edge>& entries) {
    std::vector<uint32_t> region, work;
    for (const Edge& entry : entries) work.push_back(entry.to);
    while (!work.empty()) {
      const uint32_t block = work.back();
      work.pop_back();
      const bool is_known = std::find(region.begin(), region.end(), block) != region.end();
      if (is_known || block == head || !graph.InLoop(block, head)) continue;
      region.push_back(block);
      work.insert(work.end(), graph.successors(block).begin(), graph.successors(block).end());
    }
    std::sort(region.begin(), region.end());
    return region;
  }

  void Copy(const std::vector<uint32_t>& region, const std::vector<Edge>& entries) {
    absl::flat_hash_map<uint32_t, uint32_t> copies;
    for (uint32_t block : region) {
      copies[block] = static_cast<uint32_t>(procedure_.blocks.size());
      ir::Block copy = procedure_.blocks[block];
      procedure_.blocks.push_back(std::move(copy));
    }
    const auto lead = [&](uint32_t& target) {
      if (const auto copy = copies.find(target); copy != copies.end()) target = copy->second;
    };
    const auto lead_all = [&](uint32_t from) {
      Terminator& end = procedure_.blocks[from].terminator;
      std::for_each(end.targets.begin(), end.targets.end(), lead);
      for (ir::SwitchCase& c : end.cases) lead(c.target);
    };
    for (const auto& [block, copy] : copies) lead_all(copy);
    // All of the loop that such a block leads to lies in the region, or is its head.
    for (const Edge& entry : entries) lead_all(entry.from);
  }

  ir::Procedure& procedure_;
  size_t added_ = 0;
};

}  // namespace

int SplitLoops(ir::Procedure* procedure) { return Splitter(procedure).Run(); }

bool HasSideEntries(const LoopNest& graph) {
  bool has = false;
  ForEachSideEntry(graph, graph.block_count(), [&](uint32_t, const Edge&) { return has = true; });
  return has;
}

}  // namespace plait
