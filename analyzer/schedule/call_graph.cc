#include "analyzer/schedule/call_graph.h"

#include <algorithm>
#include <utility>

#include "analyzer/schedule/parallel_for.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Tarjan's algorithm, iterative. Components come out successors first.
std::vector<std::vector<uint32_t>> StronglyConnected(
    const std::vector<std::vector<uint32_t>>& edges) {
  const uint32_t n = edges.size();
  constexpr uint32_t kUnseen = 0xffffffff;
  std::vector<uint32_t> index(n, kUnseen), low(n, 0);
  std::vector<bool> on_stack(n, false);
  std::vector<uint32_t> stack;
  std::vector<std::vector<uint32_t>> components;
  uint32_t counter = 0;
  for (uint32_t root = 0; root < n; ++root) {
    if (index[root] != kUnseen) continue;
    std::vector<std::pair<uint32_t, size_t>> work = {{root, 0}};
    while (!work.empty()) {
      auto& [v, next] = work.back();
      if (next == 0) {
        index[v] = low[v] = counter++;
        stack.push_back(v);
        on_stack[v] = true;
      }
      bool descended = false;
      while (next < edges[v].size()) {
        const uint32_t w = edges[v][next++];
        if (index[w] == kUnseen) {
          work.push_back({w, 0});
          descended = true;
          break;
        }
        if (on_stack[w]) low[v] = std::min(low[v], index[w]);
      }
      if (descended) continue;
      const uint32_t done = v;
      work.pop_back();
      if (!work.empty()) low[work.back().first] = std::min(low[work.back().first], low[done]);
      if (low[done] != index[done]) continue;
      std::vector<uint32_t> members;
      uint32_t w;
      do {
        w = stack.back();
        stack.pop_back();
        on_stack[w] = false;
        members.push_back(w);
      } while (w != done);
      std::sort(members.begin(), members.end());
      components.push_back(std::move(members));
    }
  }
  return components;
}

}  // namespace

CallGraph BuildCallGraph(const Program& program, int workers,
                         const std::function<bool(Name)>& only_starts_threads) {
  const size_t n = program.definitions().size();
  CallGraph graph;
  graph.calls.resize(n);
  graph.references.resize(n);
  ParallelFor(std::max(1, workers), n, [&](size_t d) {
    const Definition& definition = program.definitions()[d];
    auto add_all = [&](const std::vector<Name>& names, std::vector<uint32_t>* out) {
      for (Name name : names) {
        for (uint32_t to : program.Resolve(definition.unit, name)) out->push_back(to);
      }
    };
    const MentionedFunctions mentioned = program.MentionsOf(definition, only_starts_threads);
    add_all(mentioned.called, &graph.calls[d]);
    add_all(mentioned.referred, &graph.references[d]);
    SortUnique(&graph.calls[d]);
    SortUnique(&graph.references[d]);
  });
  return graph;
}

std::vector<CallComponent> ComponentsInOrder(const CallGraph& graph) {
  constexpr size_t kMostByPointer = 16;
  const size_t n = graph.calls.size();
  std::vector<CallComponent> result;
  std::vector<std::vector<uint32_t>> all(n);
  for (uint32_t d = 0; d < n; ++d) all[d] = UnionOf(graph.calls[d], graph.references[d]);
  for (const std::vector<uint32_t>& outer : StronglyConnected(all)) {
    // Inside, calls decide alone where there are many: recursions through tables of callbacks that
    // are as large as the program take long to become stable.
    const std::vector<std::vector<uint32_t>>& edges =
        outer.size() <= kMostByPointer ? all : graph.calls;
    std::vector<std::vector<uint32_t>> inner(outer.size());
    auto position = [&](uint32_t d) {
      return static_cast<uint32_t>(std::lower_bound(outer.begin(), outer.end(), d) - outer.begin());
    };
    for (uint32_t i = 0; i < outer.size(); ++i) {
      for (uint32_t callee : edges[outer[i]]) {
        if (ContainsSorted(outer, callee)) inner[i].push_back(position(callee));
      }
    }
    for (const std::vector<uint32_t>& members : StronglyConnected(inner)) {
      CallComponent component;
      for (uint32_t m : members) component.members.push_back(outer[m]);
      component.recursive =
          members.size() > 1 || ContainsSorted(edges[component.members[0]], component.members[0]);
      result.push_back(std::move(component));
    }
  }
  return result;
}

}  // namespace plait
