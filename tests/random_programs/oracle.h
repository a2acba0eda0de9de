// Whether a random program has a data race, by running all of its interleavings.
//
// A race is a state in which two threads are both about to access the same cell, one of them
// writes, and not both accesses are atomic. Under sequential consistency such a state exists if and
// only if some execution has two conflicting accesses that happens-before does not order: of two
// that are not ordered, everything between that does not happen before the second can be put
// behind them. Atomic operations are ordered by being run, which is what acquire and release give.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_ORACLE_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_ORACLE_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/random_programs/ast.h"

namespace plait::random_programs {

struct RacyVariable {
  std::string name;  // as reports name it: "box.value", "numbers[]"
  // Of one pair, and how to get there.
  int first_line = 0, second_line = 0;
  bool first_writes = false, second_writes = false;
  std::vector<std::string> schedule;    // "thread 1: line 12", ... runs of one thread joined
  std::set<std::pair<int, int>> lines;  // of all pairs, the smaller first
};

struct Truth {
  std::vector<RacyVariable> races;                  // by name
  std::map<std::string, std::set<int64_t>> values;  // that the racy variables have
  int states = 0;
  // Some thread may come to where it never gets on: a deadlock, a wait for what never comes.
  bool may_block = false;

  bool is_racy() const { return !races.empty(); }
  const RacyVariable* Find(const std::string& name) const;
};

// Looks at all states that the program can reach. The statements must have their lines (printer.h).
// InvalidArgument if it is no program; FailedPrecondition if it has undefined behaviour other than
// a race, or races on a thread's handle, which POSIX does not order with the thread's beginning;
// OutOfRange if it is larger than the machine or has more than `max_states` states.
absl::StatusOr<Truth> Explore(const Program& program, int max_states);

// The same, where a read of one of the racy variables of `truth` gives any value that the variable
// ever has. What is not racy then is not racy whatever compilers and processors make of the races
// of the others: a plain flag orders nothing.
absl::StatusOr<Truth> ExploreUnordered(const Program& program, const Truth& truth, int max_states);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_ORACLE_H_
