// The points of a callee in its caller: who holds what, which threads run, what was decided on the
// way (RELAY, section 4.3 and figure 3, with modes, threads and waits composed the same way as
// locks).
#ifndef PLAIT_ANALYZER_TRANSFER_CALLEE_POINTS_H_
#define PLAIT_ANALYZER_TRANSFER_CALLEE_POINTS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/domain/state.h"
#include "analyzer/transfer/callee_names.h"
#include "analyzer/transfer/frame.h"
#include "summaries/summary.h"

namespace plait {

class CalleePoints {
 public:
  explicit CalleePoints(CalleeNames& call);  // kept by reference

  // False if the caller's arguments keep the callee from getting to the point.
  bool IsReachable(PointId inner);
  // Whether the caller has claimed the word (by the callee's name), and all that the callee does is
  // to put another number in the place of one that is not 0: who holds it moves it on, and gives it
  // back.
  bool IsHeldAndMovedOn(TermId word);
  // The situation inside the callee as the caller's summary says it.
  void Compose(const Point& inner, State* state);
  // The same as a point of the caller's summary, with what the caller knows at the call.
  PointId Map(PointId inner);
  // Values that the caller's term may have where the callee gets to the point.
  Range RangeAt(const Point& inner, TermId value);

 private:
  State KnownBefore() const;
  ThreadRange MapRange(const ThreadRange& range);
  TermId MapPosted(TermId posted);
  void ComposeWithoutGates(const Point& inner, State* state);
  void ComposeLocks(const Point& inner, State* state);
  void ComposeThreads(const Point& inner, Point* point);
  // Calls `note` with each shared cell whose value decides whether the callee gets to the point,
  // and the outcome that leads there, if it is known.
  template <typename Note>
  void ForGatesOf(const Point& inner, const State& state, const Note& note);
  // Whether others can reach the cell at some point of the callee: what it made itself, or shows to
  // them before it returns, the caller does not know of yet. By the callee's and the caller's name.
  bool IsShared(TermId inner, TermId mapped, const State& state);
  // Whether the callee gave back, by another of its names, what here is the lock it holds.
  bool IsReleasedByOtherName(const Point& inner, TermId lock, const State& state);
  // False if the caller does not hold it by this name.
  bool ReleaseIn(TermId lock, State* state);
  void NoteAllReleased(std::vector<TermId> locks, State* state);
  // Whether both may be one lock. Many points share what was given back before them.
  bool MayBeOneLock(const State& state, TermId a, TermId b);
  uint32_t WidthOf(TermId cell);
  void GiveUpSemaphores(const Point& inner, State* state);
  void AddObservation(Observation seen, State* state);
  void ImportJoinedElements(const ThreadRange& range, Point* point);
  void AddHandle(TermId handle, Point* point);
  bool MeetsConditions(const Point& inner);
  // Many points share few conditions.
  bool MayHold(TermId condition);
  // The shared cells that a condition of the caller depends on, whichever of the states it is asked
  // for: they have the same objects escaped.
  const std::vector<TermId>& CellsBehind(TermId condition, const State& state);
  // As long as no choice changes.
  const Frame::Learnt& LearntBefore();
  // Conditions that are still about inputs, or about the thread, are the caller's own now.
  void ComposeConditions(const Point& inner, Point* point);
  // Where the caller has lost track of what the cell holds that the thread's handle is compared
  // with, the checker may still know all that is ever written there.
  TermId AskingForCell(TermId condition, TermId mapped);

  struct Behind {
    uint64_t version = kNoVersion;
    std::vector<TermId> cells;
  };
  static constexpr uint64_t kNoVersion = ~uint64_t{0};

  CalleeNames& call_;
  Frame& frame_;
  TermTable& terms_;
  const Summary& callee_;
  std::optional<absl::flat_hash_map<TermId, uint32_t>> widths_;  // of cells written, once asked for
  std::vector<AtomId> escaped_;                 // of the callee, where it returns. Sorted.
  std::vector<PointId> mapped_;                 // by the callee's point; kNothing: not asked for
  std::vector<std::optional<bool>> reachable_;  // by the callee's point
  State at_point_;                              // what is known at a point of the callee
  std::vector<TermId> gates_before_;            // their cells
  std::vector<int8_t> may_hold_;                // by the callee's condition; -1: not known
  // By the callee's condition, for some: the cells whose value must be another thread's.
  absl::flat_hash_map<TermId, std::vector<TermId>> foreign_for_;
  absl::flat_hash_map<TermId, Behind> behind_;  // by the caller's condition
  // By the semaphore held at the call, and the callee's name of what was posted; -1: not known.
  absl::flat_hash_map<TermId, std::vector<int8_t>> given_up_;
  uint64_t given_up_version_ = kNoVersion;
  bool tells_apart_ = false;  // what is known at points of the callee was noted
  // By the two names: whether they may be one lock, at a point of the callee.
  absl::flat_hash_map<std::pair<TermId, TermId>, bool> one_lock_;
  uint64_t one_lock_version_ = kNoVersion;
  Frame::Learnt learnt_;  // of the state at the call
  uint64_t learnt_version_ = kNoVersion;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CALLEE_POINTS_H_
