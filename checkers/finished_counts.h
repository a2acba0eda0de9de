// Threads that are counted until all of them are done, instead of being joined.
//
// Who starts them counts each before it is started, or sets the count to how many there will be;
// each thread moves the count by one when it is done, at most once. Let the one who started them
// find the count where it is when as many have moved it as were started, and not move it itself
// since: then all that any of them did before its step happens before. The same holds of a count
// that goes up to how many there are. A thread that could not be started is no longer counted.
#ifndef PLAIT_CHECKERS_FINISHED_COUNTS_H_
#define PLAIT_CHECKERS_FINISHED_COUNTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checkers/origin_walk.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

class FinishedCounts {
 public:
  // `shared` and `before`: all accesses of all threads, those made while nothing else ran apart. By
  // object, and kept by reference.
  FinishedCounts(ThreadTree& tree, const AccessesByObject& shared, const AccessesByObject& before)
      : tree_(tree), shared_(shared), before_(before) {}

  // Whether a's thread is one of those that b's thread started and, before b, found to be done, and
  // a comes before that thread's step.
  bool Before(const SharedAccess& a, const SharedAccess& b);

 private:
  // A place that threads count in, and what moves it.
  struct Moves {
    TermId place = kZero;
    std::vector<uint32_t> nodes;                       // of threads that move it when they are done
    std::vector<const SharedAccess*> counted;          // steps of who starts them
    std::vector<const SharedAccess*> taken_back;       // those of its steps that go back
    std::optional<TermId> start;                       // what it is at first, in the tree's terms
    std::optional<std::pair<uint32_t, uint32_t>> set;  // node and index of the access that sets it
  };

  // Where threads are started, and the summary's creations that are made there.
  struct Creation {
    Way way;  // empty: not known
    std::vector<uint32_t> spawns;
  };

  const std::vector<uint32_t>& FoundDone(uint32_t node, const FoundCount& count);
  std::vector<uint32_t> FindDone(uint32_t node, const FoundCount& count);
  std::optional<Moves> MovesOf(uint32_t node, const FoundCount& count, TermId place);
  bool AddMove(uint32_t node, const FoundCount& count, const SharedAccess& write, Moves* moves);
  std::vector<Creation> CreationsOf(uint32_t node, const Moves& moves);
  bool AreCountedFirst(uint32_t node, const Moves& moves);
  bool AreTakenBackForFailures(uint32_t node, const Moves& moves);
  bool AreAtMost(uint32_t node, const Moves& moves, TermId most);
  bool IsSetFirst(uint32_t node, const Moves& moves);
  bool MayHaveMoved(const ThreadPoint& point, TermId place);

  ThreadTree& tree_;
  const AccessesByObject& shared_;
  const AccessesByObject& before_;
  std::map<std::pair<uint32_t, FoundCount>, std::vector<uint32_t>> done_;  // asked for so far
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_FINISHED_COUNTS_H_
