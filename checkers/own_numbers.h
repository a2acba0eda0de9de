// Numbers that threads took from counters (analyzer/transfer/counter.h): whether no two threads got
// the same one.
#ifndef PLAIT_CHECKERS_OWN_NUMBERS_H_
#define PLAIT_CHECKERS_OWN_NUMBERS_H_

#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/term.h"

namespace plait {

// The one cell, of one object, that the address is of; kNothing if it may be of several.
TermId OneCell(ThreadTree& tree, TermId address);

// A counter that only rises.
struct Counter {
  TermId cell = kNothing;  // kNothing: it is not known to be one
  int64_t apart = 0;       // the numbers of any two threads, at least
};

// The counter that a thread of the node took the number from itself, if all that write the counter
// once there are several threads move it on, finding what it holds until then: then nobody else has
// that number. `shared`: all accesses of all threads.
// `before`: those that the roots made while they were alone.
Counter CounterOfOwnNumber(ThreadTree& tree, const AccessesByObject& shared,
                           const AccessesByObject& before, AtomId number, uint32_t node);

// Sets `own_number`, `counter` and `numbers_apart` of accesses, once all are known.
void FindOwnNumbers(ThreadTree& tree, const AccessesByObject& before, AccessesByObject* accesses);

// Places that just one thread comes to, of all that take numbers: who has a certain one.
class Takers {
 public:
  // All are kept by reference; see CounterOfOwnNumber.
  Takers(ThreadTree& tree, const AccessesByObject& shared, const AccessesByObject& before)
      : tree_(tree), shared_(shared), before_(before) {}

  // Whether it must be one thread that makes both accesses.
  bool IsOneThread(const SharedAccess& a, const SharedAccess& b);

 private:
  TermId CounterOf(AtomId number, uint32_t node);  // its cell

  ThreadTree& tree_;
  const AccessesByObject& shared_;
  const AccessesByObject& before_;
  absl::flat_hash_map<std::pair<AtomId, uint32_t>, TermId> counters_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_OWN_NUMBERS_H_
