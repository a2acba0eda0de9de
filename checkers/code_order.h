// What the code between two places says of their order, where the analysis could not tell.
//
// Joins in loops, behind flags, through handles that it lost; sections that threads enter once a
// condition lets them, and leave with a signal of that condition.
#ifndef PLAIT_CHECKERS_CODE_ORDER_H_
#define PLAIT_CHECKERS_CODE_ORDER_H_

#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "analyzer/fixpoint/flow_graph.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/origin_walk.h"
#include "checkers/shared_access.h"
#include "checkers/sync_places.h"
#include "checkers/thread_tree.h"
#include "checkers/witness/executable.h"

namespace plait {

class CodeOrder {
 public:
  // Both are kept by reference.
  CodeOrder(ThreadTree& tree, const witness::ModelLookup& models)
      : tree_(tree), places_(tree.program(), models) {}

  // Whether all ways by which the two threads may be there at once lead past joins that look like
  // those of the one that was started first. This goes by the code, and is no proof.
  bool Separate(const SharedAccess& a, const SharedAccess& b, const Parallelism& parallelism);

  // Whether one of the threads, or who started it below their common ancestor, was started after
  // joins of threads that could not be told, or each by who first waits for the last one: the other
  // may be one of these.
  bool AreStartedAfterOpenJoins(const SharedAccess& a, const SharedAccess& b,
                                const Parallelism& parallelism);

  // Whether each of them is made between a wait for a condition and a signal of the same one, which
  // most likely lets the next thread in.
  bool TakeTurns(const SharedAccess& a, const SharedAccess& b);

  // Whether who starts one of the threads then waits for a signal that the thread gives after its
  // access, before the other one's is made.
  bool IsAwaitedAtStart(const SharedAccess& a, const SharedAccess& b,
                        const Parallelism& parallelism);

  // Whether one of the threads was started while the other one held a lock that it holds at its
  // access, too, and first waits for such a lock: most likely until that is done.
  bool IsBehindGate(const SharedAccess& a, const SharedAccess& b);

  // Whether one of the threads, which the other one started or leads to, waits before its access
  // for what is only signalled after the other's: by that one, or by threads that have waited in
  // the same way. So work is handed to threads that are there already, once all is ready for it.
  bool IsHandedOverLater(const SharedAccess& a, const SharedAccess& b);

  // Whether one of the threads waits for work before its access and signals that it is done after
  // it, and the other one, which started it or leads to it, goes on from where it gives such work
  // to its access past a wait for that: so it makes all ready for the next round of threads that
  // are there already.
  bool IsBetweenRounds(const SharedAccess& a, const SharedAccess& b);

  // Whether the access comes before all creations of the threads of the node, or of that which
  // leads to them, where the ways last go through one procedure.
  bool ComesBeforeCreation(const SharedAccess& access, uint32_t node) const;

 private:
  // What a call returns that has started a thread.
  enum class Success { kUnknown, kZero, kNonzero };
  enum class Awaited { kEnd, kSignal };
  enum class Passage { kNone, kFree, kJoined };  // none: not reached; free: past no joins

  struct Code {
    explicit Code(const ir::Procedure& body);
    uint32_t BlockOf(uint32_t instruction) const;
    // Whether a way goes on so with an exception in flight.
    bool Throws(uint32_t from, uint32_t to) const;

    const ir::Procedure& body;
    LoopNest loops;
    std::vector<uint32_t> first;   // by block: number of its first instruction
    std::vector<uint32_t> caught;  // by block: where it goes with an exception in flight, or kNone
    std::vector<bool> is_regular;  // by block: without an exception the procedure may get there
    std::vector<uint32_t> ends;    // calls that end the thread, sorted
  };

  // What a way must not lead past.
  struct Cut {
    absl::flat_hash_set<uint32_t> instructions;
    absl::flat_hash_set<uint32_t> blocks;
  };

  // Where a thread signals before an access, or only after it.
  struct Signals {
    std::vector<SyncPlace> before, after;
  };

  struct SignalBehindWaits {
    SyncPlace place;
    std::vector<SyncPlace> waits;
  };

  // What a thread waits for before an access, and what it signals after it, in one procedure.
  struct Round {
    SyncUse work;
    std::vector<SyncUse> done;
  };

  static constexpr uint32_t kEntry = 0xfffffffe;
  static constexpr uint32_t kReturn = 0xffffffff;  // or the end of the thread

  const Code& CodeOf(uint32_t definition);
  std::vector<SyncPlace> PlacesOnWay(const Way& creation);

  bool SeparateFromDescendant(const SharedAccess& access, uint32_t node);
  bool SeparateSiblings(uint32_t ancestor, uint32_t a, uint32_t b);
  bool SeparateInstances(uint32_t node, uint32_t a, uint32_t b);
  bool EndsAfter(uint32_t node, uint32_t descendant);
  bool IsStartedAfterOpenJoins(uint32_t node) const;
  bool IsStartedAgain(uint32_t node);
  // From a creation to what else the same thread does, past what is awaited: joins of handles, or
  // signals, at the places, by step of the creation's way. `overwrites`: the target is a creation
  // that puts its handle where the first one's is, so what is tested before is tested for that.
  Passage PassageTo(const Way& creation, const Way& target, Awaited awaited,
                    const std::vector<SyncPlace>& places, bool overwrites = false);
  bool IsJoinedByAncestor(const Way& creation, const Way& target, uint32_t node);
  bool IsAwaitedFurtherIn(const Way& creation, const Way& target, size_t level, Awaited awaited,
                          const std::vector<SyncPlace>& places);
  bool WaitsBetween(uint32_t definition, uint32_t from, uint32_t to,
                    const std::vector<uint32_t>& joins, Success started = Success::kUnknown,
                    bool overwrites = false);
  const std::vector<SyncPlace>& TurnsOf(const SharedAccess& access);
  std::vector<SyncPlace> FindTurns(const SharedAccess& access);
  std::vector<uint32_t> WaitsAt(const Way& way, size_t level, size_t outer, Awaited awaited,
                                const SyncPlace& place);
  bool WaitsForLockHeldAt(const SharedAccess& access, const SharedAccess& other);
  // Locks that are held at the access and were held where its thread started what leads to `node`.
  std::vector<SyncPlace> HeldSinceCreation(const SharedAccess& access, uint32_t node);
  bool WaitsForSignalAfter(const SharedAccess& access, const SharedAccess& other);
  bool IsGivenAfter(const SyncPlace& waited, const SharedAccess& other, uint32_t node, int links);
  bool IsOneOf(const std::vector<SyncPlace>& places, const SyncPlace& place) const;
  std::vector<SyncPlace> WaitsBetweenEntryAnd(const Step& step);
  std::vector<SyncPlace> WaitsBefore(const SharedAccess& access);
  const std::vector<SignalBehindWaits>& SignalsBehindWaits(uint32_t definition);
  const std::vector<Round>& RoundsOf(const SharedAccess& access);
  std::vector<Round> FindRounds(const SharedAccess& access);
  bool IsAloneInGiving(const SyncUse& work, uint32_t giver, uint32_t taker);
  bool IsAwaitedWhereGiven(const SharedAccess& access, const Round& round, const SyncPlace& handle);
  // From the instruction that gives the work on to another one of the procedure, in `depth` callees
  // of it at most.
  bool IsAwaitedPast(uint32_t definition, uint32_t from, uint32_t to, const Round& round,
                     const SyncPlace& handle, int depth);
  bool IsOne(const SyncUse& a, const SyncUse& b) const {
    return a.is_semaphore == b.is_semaphore && places_.MayBeOne(a.place, b.place);
  }
  const Signals& SignalsAround(const SharedAccess& access);
  // Which of `signals_`.
  uint32_t SignalsAfter(const SharedAccess& access);
  Signals FindSignalsAround(const SharedAccess& access);
  bool IsAwaitedBefore(const SharedAccess& access, const SharedAccess& other);
  bool FindAwaitedBefore(const SharedAccess& access, const SharedAccess& other);
  bool IsAwaitedOnWays(const std::vector<Way>& creations, const std::vector<Way>& targets,
                       const SyncPlace& signal);
  Success SuccessOf(const Way& creation, size_t level);
  // What the procedure returns behind a call that has started a thread.
  Success ReturnedAfter(const Code& code, uint32_t call, Success started) const;
  // Of an operand behind the call, where `reached` are the blocks that it may go on to.
  Success ValueAfter(const Code& code, uint32_t call, Success started, const ir::Operand& operand,
                     const std::vector<bool>& reached, int steps) const;
  void CutFailures(const Code& code, uint32_t call, Success started, Cut* cut) const;
  static uint32_t WhereOneBranches(const Code& code, const std::vector<uint32_t>& blocks);
  void AddCut(const Code& code, uint32_t join, uint32_t from, uint32_t to, Cut* cut) const;
  bool Reaches(const Code& code, uint32_t from, uint32_t to, const Cut& cut);

  ThreadTree& tree_;
  SyncPlaces places_;
  int64_t budget_ = 30000000;  // instructions that are gone by; then nothing is told apart
  absl::flat_hash_map<uint32_t, std::unique_ptr<Code>> code_;
  // What was asked before: by node and access, and the node of the other thread.
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> separate_;
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> separate_nodes_;
  absl::flat_hash_map<uint32_t, bool> started_again_;
  absl::node_hash_map<std::pair<uint32_t, uint32_t>, std::vector<SyncPlace>> turns_;
  absl::node_hash_map<std::pair<uint32_t, uint32_t>, std::vector<Round>> rounds_;
  std::vector<std::vector<SyncPlace>> signals_ = {{}};  // lists that differ
  absl::node_hash_map<std::pair<uint32_t, uint32_t>, Signals> signals_around_;
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, uint32_t> signals_after_;
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, bool> given_after_;
  absl::node_hash_map<uint32_t, std::vector<SignalBehindWaits>> signals_behind_waits_;
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, bool> awaited_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_CODE_ORDER_H_
