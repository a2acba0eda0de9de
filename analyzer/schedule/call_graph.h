// Who calls whom, and the order to analyse in.
#ifndef PLAIT_ANALYZER_SCHEDULE_CALL_GRAPH_H_
#define PLAIT_ANALYZER_SCHEDULE_CALL_GRAPH_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "analyzer/schedule/program.h"

namespace plait {

struct CallGraph {
  // By definition: definitions it may call, sorted.
  std::vector<std::vector<uint32_t>> calls;
  // By definition: definitions whose address it takes (callbacks), sorted. They are analysed first
  // where the calls allow it, since a callee may hand them back to be called.
  std::vector<std::vector<uint32_t>> references;
};

// `workers`: threads to use. `only_starts_threads`: of a function's name, whether the functions it
// is handed only ever run as threads. Who calls it need not wait for them, and they may lead back
// to him. Called by several threads at once.
CallGraph BuildCallGraph(const Program& program, int workers,
                         const std::function<bool(Name)>& only_starts_threads);

// A set of definitions that may call each other, or one that calls itself, or a single one.
struct CallComponent {
  std::vector<uint32_t> members;  // sorted
  bool recursive = false;
};

// Strongly connected components of the calls, callees first; among those that calls leave
// unordered, referenced ones first. Deterministic.
std::vector<CallComponent> ComponentsInOrder(const CallGraph& graph);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_CALL_GRAPH_H_
