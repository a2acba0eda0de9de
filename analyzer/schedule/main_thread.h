// What only the main thread does: no other thread changes what it finds in variables of its own.
#ifndef PLAIT_ANALYZER_SCHEDULE_MAIN_THREAD_H_
#define PLAIT_ANALYZER_SCHEDULE_MAIN_THREAD_H_

#include "absl/container/flat_hash_set.h"
#include "analyzer/schedule/call_graph.h"
#include "analyzer/schedule/program.h"

namespace plait {

struct MainThread {
  // Procedures that are called by name only, by main and by others of these: Definition::name.
  absl::flat_hash_set<Name> procedures;
  // Variables that only main and these procedures write, by name. Not those that other processes
  // or handlers of signals may change meanwhile (volatile).
  absl::flat_hash_set<Name> variables;

  // Whether nobody else writes the variable while the procedure runs.
  bool Owns(Name variable, Name procedure) const {
    return variables.contains(variable) && procedures.contains(procedure);
  }
};

// Empty if no unit has a main, or something calls it.
MainThread FindMainThread(const Program& program, const CallGraph& graph);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_MAIN_THREAD_H_
