// Rings with one thread at each end (analyzer/transfer/ring_end.h): whether who fills and who
// empties use different elements, or the same one after each other.
//
// Let a be how often the end of who fills has moved on, and b that of who empties, both from one
// number on. Who fills moves on only where a - b was not the room K, who empties where a - b was
// not 0; each step is by 1, and each end is moved by its own thread alone, so 0 <= a - b <= K
// always. Let who fills use the element of a, and who empties that of b. Whose number was seen by
// the other in its cell has done with the elements before: the store there releases, the load
// acquires. If neither access comes so before the other, then b < a < b + K, and the elements are
// different ones of a ring of K or more.
//
// What is compared may be a copy that a thread keeps of what it found last in the other one's cell:
// a copy never goes back, and is no farther on than that cell. So a less the copy of b is K at most
// where it is looked at, and a - b is no more; and b is no more than the copy of a.
#ifndef PLAIT_CHECKERS_RING_ENDS_H_
#define PLAIT_CHECKERS_RING_ENDS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

class RingEnds {
 public:
  // `shared` and `before`: all accesses of all threads, those made while nothing else ran apart. By
  // object, and kept by reference.
  RingEnds(ThreadTree& tree, const AccessesByObject& shared, const AccessesByObject& before)
      : tree_(tree), shared_(shared), before_(before) {}

  // Whether each of the accesses is to an element of its thread's end of one ring, so that they are
  // to different bytes or in order.
  bool KeepApart(const SharedAccess& a, const SharedAccess& b);

 private:
  // How an end moves, if just one thread of one node moves it, step by step.
  struct Moves {
    uint32_t node = 0;
    int64_t around = 0;  // the number after this less 1 is 0; 0: the numbers go on
    int64_t room = 0;    // it does not move where it is ahead of the other end by that
    int64_t start = 0;
  };
  // What the index of an element is: what is left of a number when it is divided by `count`, or the
  // number itself (0), in elements of that many bytes; and where it would lie if that was 0.
  struct Indexing {
    int64_t count = 0;
    int64_t stride = 0;
    int64_t rest = 0;
  };

  // Whether the cell `copy` only ever holds what one thread of the node found in the cell last, or
  // what both start with.
  bool IsCopy(TermId copy, TermId cell, uint32_t width, uint32_t node);
  // Whether the other end was looked at in that cell, or in a copy of it that the thread keeps.
  bool IsOther(const RingEnd& end, TermId other, uint32_t node);
  const std::optional<Moves>& MovesOf(TermId cell, TermId other, uint32_t width);
  std::optional<Moves> FindMoves(TermId cell, TermId other, uint32_t width);
  std::optional<int64_t> StepsAround(const RingEnd& end, TermId value);
  std::optional<int64_t> RoomOf(const RingEnd& end, int64_t around);
  std::optional<Indexing> IndexingOf(const SharedAccess& access, TermId number);
  bool AreApart(const SharedAccess& a, const RingEnd& of_a, const SharedAccess& b,
                const RingEnd& of_b);

  ThreadTree& tree_;
  const AccessesByObject& shared_;
  const AccessesByObject& before_;
  std::map<std::pair<TermId, TermId>, std::optional<Moves>> moves_;
  std::map<std::tuple<TermId, TermId, uint32_t>, bool> copies_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_RING_ENDS_H_
