// Looks for executions in which two threads are both about to make conflicting accesses.
//
// After K. Sen, "Race Directed Random Testing of Concurrent Programs", PLDI 2008: the schedule is
// random, but a thread about to make one of the suspected accesses is held back until another one
// is about to make the other. What is found is a data race of the program, whatever led to the
// suspicion; what is not found is left open.
#ifndef PLAIT_CHECKERS_WITNESS_SEARCH_H_
#define PLAIT_CHECKERS_WITNESS_SEARCH_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checkers/witness/executable.h"
#include "checkers/witness/machine.h"

namespace plait::witness {

// Suspected pairs of accesses to one variable.
struct Target {
  std::vector<std::pair<Site, Site>> pairs;
  Name global = kNoName;  // if it is one: the accesses must be to it
};

struct Options {
  uint64_t steps = 2000000;  // instructions, of all runs
  uint64_t steps_of_a_run = 50000;
  uint32_t runs_for_each = 48;  // of targets not found yet
  uint32_t most_runs = 2000;
};

// An execution that ends where two threads are both about to make conflicting accesses.
struct Witness {
  struct Participant {
    uint32_t thread = 0;
    Site site;
    Bytes bytes;
  };
  struct Thread {
    uint32_t definition = kNone;  // of its entry
    Site created;                 // none for main
  };
  Participant first, second;  // a write first
  std::vector<Thread> threads;
  std::vector<Event> events;
  // By event: index of the global that Event::value points into, and the offset in it; kNone if it
  // is other memory or no address.
  std::vector<std::pair<uint32_t, uint64_t>> objects;
};

// How the runs of a search went.
struct RunCounts {
  uint32_t runs = 0;
  uint64_t steps = 0;
  std::map<std::string, uint32_t> ends;  // why runs stopped, and how many
};

struct SearchResult {
  std::vector<std::optional<Witness>> witnesses;  // by target
  RunCounts counts;
};

// The same for the same program, targets and options.
SearchResult FindWitnesses(Executable& executable, const std::vector<Target>& targets,
                           const Options& options);

// Without suspicion: one witness for each pair of instructions that were about to make conflicting
// accesses in some run.
struct AnyResult {
  std::vector<Witness> witnesses;
  RunCounts counts;
};
AnyResult FindAnyWitnesses(Executable& executable, const Options& options);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_SEARCH_H_
