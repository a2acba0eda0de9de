// Looks for executions in which two threads are both about to make conflicting accesses.
//
// After K. Sen, "Race Directed Random Testing of Concurrent Programs", PLDI 2008: the schedule is
// random, but a thread about to make one of the suspected accesses is held back until another one
// is about to make the other. What is found is a data race of the program, whatever led to the
// suspicion; what is not found is left open.
//
// Atomic operations of weaker order than seq_cst may keep two accesses from ever being next to each
// other, and yet not order them: that one happens before the other is followed in some runs. An
// execution in which each load finds the newest value is one whatever the orders are.
#ifndef PLAIT_CHECKERS_WITNESS_SEARCH_H_
#define PLAIT_CHECKERS_WITNESS_SEARCH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checkers/witness/executable.h"
#include "checkers/witness/machine.h"

namespace plait::witness {

// Suspected pairs of accesses to one variable.
struct Target {
  std::string name;  // as NamingFunction names it
  std::vector<std::pair<Site, Site>> pairs;
  Name global = kNoName;    // if it is one: the accesses must be to it
  bool is_certain = false;  // a race as far as the analysis can tell
};

struct Options {
  uint64_t steps = 1000000;  // instructions, of all runs
  uint64_t steps_of_a_run = 50000;
  uint32_t runs = 100;          // without regard to targets
  uint32_t runs_for_each = 50;  // of targets not found yet
  // With targets, short runs go on until they have had that many instructions: most of them may end
  // early, as where an assumption does not hold.
  uint64_t steps_of_short_runs = 60000;
  // Of programs with orders weaker than seq_cst, to see what these leave unordered.
  uint32_t weak_runs = 30;
  // If runs of the length above were cut off, and something is still looked for: instructions of
  // the directed runs that go further, and of as many again that see what is left unordered.
  uint64_t far_steps = 4000000;
  uint64_t steps_of_a_far_run = 1000000;
  // If all of these were cut off as well, and something that is suspected, but not certain, was not
  // seen.
  uint32_t last_runs = 2;
  uint64_t steps_of_a_last_run = 16000000;
  // Accesses that are none of what is looked for. May be empty.
  std::function<bool(Site)> is_excused;
};

// An execution in which two threads are both about to make conflicting accesses, or in which they
// made such accesses that neither happens before the other.
struct Witness {
  struct Participant {
    uint32_t thread = 0;
    Site site;
    Bytes bytes;
    std::vector<Site> calls;  // that lead there, from the thread's entry down
    // Events before the access, if it was made: then nothing orders it and the other one.
    std::optional<size_t> made_after;
  };
  struct Thread {
    uint32_t definition = kNone;  // of its entry
    Site created;                 // none for main
  };
  // Bytes of an object.
  struct Place {
    bool is_known = false;
    ObjectKind kind = ObjectKind::kGlobal;
    Memory::Origin origin;
    uint64_t offset = 0;
  };
  Participant first, second;  // a write first
  Place place;                // where the bytes that both access begin
  std::vector<Thread> threads;
  std::vector<Event> events;
  std::vector<Place> objects;  // by event: what Event::value points to
};

// The name of the variable that the accesses are to.
using NamingFunction = std::function<std::string(const Witness&)>;

// Two instructions seen about to make conflicting accesses to a variable, for the first time.
struct Sighting {
  Witness witness;
  std::string name;
  std::vector<uint32_t> targets;  // that it is one of the pairs of
};

struct SearchResult {
  std::vector<Sighting> sightings;  // in the order they were made
  uint32_t runs = 0;
  uint32_t exact_runs = 0;  // of them: met nothing that cannot be executed
  uint32_t cut_runs = 0;    // of all: ended at their limit of steps
  std::set<Site> reached;   // the sites of targets that a thread came to
  uint64_t steps = 0;
  uint32_t far_runs = 0;  // beside them
  uint64_t far_steps = 0;
  std::map<std::string, uint32_t> ends;  // why runs stopped, and how many
};

// Runs the program until each target has been seen or the options are spent. The same for the same
// program, targets and options.
SearchResult FindWitnesses(Executable& executable, const std::vector<Target>& targets,
                           const Options& options, const NamingFunction& name_of);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_SEARCH_H_
