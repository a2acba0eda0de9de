// How sure it is that two accesses which nothing separates are a race, and what speaks against it.
#ifndef PLAIT_CHECKERS_PAIR_JUDGE_H_
#define PLAIT_CHECKERS_PAIR_JUDGE_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/container/node_hash_map.h"
#include "absl/functional/function_ref.h"
#include "checkers/agreed_words.h"
#include "checkers/code_order.h"
#include "checkers/common_lock.h"
#include "checkers/creations.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/last_reference.h"
#include "checkers/member_types.h"
#include "checkers/observed_order.h"
#include "checkers/opposite_tests.h"
#include "checkers/optional_locks.h"
#include "checkers/own_values.h"
#include "checkers/rounds.h"
#include "checkers/same_memory.h"
#include "checkers/shared_access.h"
#include "checkers/taken_out.h"
#include "checkers/thread_tree.h"
#include "checkers/untold_branches.h"
#include "checkers/witness/executable.h"
#include "proto/report.pb.h"

namespace plait {

// What is known of a pair before it is judged.
struct PairFacts {
  Parallelism parallelism;
  SameMemory memory = SameMemory::kNo;
  CommonLock lock = CommonLock::kNo;
  bool jumps_not_followed = false;  // somewhere in the program
  bool has_unknown_locks = false;   // likewise: of operations that could not be told
  SeenDoubts seen;
  bool is_probably_ordered = false;  // but for accesses that were dropped
  bool may_be_in_chain = false;      // one waits for what others may give after the other access
  bool in_broken_file = false;       // a file on the way to one of them was not understood in full
};

struct Judgement {
  proto::Confidence confidence = proto::CONFIDENCE_POSSIBLE;
  int doubts = 0;                               // what speaks against it, by weight
  absl::InlinedVector<const char*, 8> reasons;  // the locks first, then what is in doubt
};

// What a judgement has to come up to.
struct JudgementBar {
  int doubts = std::numeric_limits<int>::max();  // at most
  bool only_race = false;                        // nothing less than CONFIDENCE_RACE
};

class PairJudge {
 public:
  // `accesses`: all that threads make while others may run, by object. All are kept by reference.
  PairJudge(ThreadTree& tree, WaitOrder& waits, const AccessesByObject& accesses,
            const witness::ModelLookup& models)
      : tree_(tree),
        waits_(waits),
        accesses_(accesses),
        code_(tree, models),
        members_(tree),
        own_(tree, models),
        untold_(tree, models),
        references_(tree, accesses),
        taken_out_(tree, accesses),
        agreed_(tree, accesses),
        opposite_(tree, accesses),
        creations_(tree),
        optional_(tree),
        rounds_(tree, accesses, code_) {}

  // Two accesses that may happen in parallel, to what may be the same memory, without a lock that
  // surely excludes one of them. RELAY (Voung et al. 2007) section 5 has the first such list.
  // None: it does not come up to the bar, which is seen as early as may be.
  std::optional<Judgement> Judge(const SharedAccess& a, const SharedAccess& b,
                                 const PairFacts& facts, const JudgementBar& bar = {});

  // All that Judge takes from an access, but for its node, point and flags and where it stands.
  std::vector<int64_t> JudgeKey(const SharedAccess& access);

  // Whether a thread other than `node` writes the cell.
  bool IsWrittenByOther(TermId cell, uint32_t node) {
    return IsWrittenByOther(cell, node, kNoNode, 0);
  }

  // Whether one does while the thread of the access may run, given that the access is by way of
  // what the cell holds.
  bool IsWrittenBeside(TermId cell, const SharedAccess& access);

  // A write to the cell by another thread while the node's may run, given that it reads the cell;
  // null if there is none.
  const SharedAccess* WriteMeanwhile(TermId cell, uint32_t node);

  // Whether the variable is set up by whoever finds it empty, under a lock, and the read comes
  // further on in the same function: its thread may have been through the same test before.
  bool MayHaveSetUpBefore(const SharedAccess& write, const SharedAccess& read);

  // Whether the access is a write for which that may hold, given a read that comes later.
  bool SetsUp(const SharedAccess& access);

 private:
  static constexpr uint32_t kNoNode = 0xffffffff;
  static constexpr int kStages = 3;

  bool LiesBehind(const SharedAccess& write, TermId cell, int64_t width);

  const ThreadPoint& PointOf(const SharedAccess& access) const {
    return tree_.nodes()[access.node].points[access.point];
  }
  static bool SeesZero(const Observation& seen) {
    return !seen.is_difference() && seen.low == 0 && seen.high == 0;
  }
  bool HasSeenChange(const SharedAccess& access);
  bool FindSeenChange(const SharedAccess& access);
  bool FindSetUp(const SharedAccess& write);
  bool SetsUpByClaim(const SharedAccess& write);
  bool IsProgress(TermId word);
  bool IsWrittenBy(TermId cell, uint32_t node);
  bool IsWrittenByOther(TermId cell, uint32_t node, uint32_t partner, int stages);
  bool FindWriteByOther(TermId cell, uint32_t node, uint32_t partner, int stages);
  int CountGuesses(const SharedAccess& a, const SharedAccess& b) const;
  bool HoldOwnLocks(const ThreadPoint& p, const ThreadPoint& q);
  bool IsGated(const SharedAccess& access, const SharedAccess& partner);
  bool DependsOnFarCell(const SharedAccess& access);
  bool DependsOnUnknownCell(const SharedAccess& access);
  bool IsStartedLater(uint32_t node, uint32_t partner);
  bool FoundUnset(const SharedAccess& write);
  // Whether who accesses it has seen there what was written before: perhaps by the other one.
  bool FoundSet(const SharedAccess& access);
  std::pair<uint32_t, uint32_t> PlaceOf(const SharedAccess& shared);
  bool IsCellOf(TermId cell, const SharedAccess& access);
  bool IsTestOf(TermId cell, const SharedAccess& access);
  bool IsHanded(const SharedAccess& access) const;
  bool EndsAfterWaiting(const SharedAccess& access);
  bool MayHaveBeenAwaited(const SharedAccess& above, const SharedAccess& below) const;
  bool IsOnWayOfDestructor(const SharedAccess& access) const;
  const std::vector<SharedAccess>& WritersOf(TermId cell);
  void ForEachWrite(TermId cell, absl::FunctionRef<void(const SharedAccess&)> visit);
  static bool TakeOneLock(const ThreadPoint& p, const ThreadPoint& q);
  bool HasLockFailed(const ThreadPoint& p) const;
  bool IsContendedByOthers(const ThreadPoint& p, const ThreadPoint& q);

  ThreadTree& tree_;
  WaitOrder& waits_;
  const AccessesByObject& accesses_;
  CodeOrder code_;
  MemberTypes members_;
  OwnValues own_;
  UntoldBranches untold_;
  LastReference references_;
  TakenOut taken_out_;
  AgreedWords agreed_;
  OppositeTests opposite_;
  Creations creations_;
  OptionalLocks optional_;
  Rounds rounds_;
  // What was asked before.
  absl::flat_hash_map<std::tuple<TermId, uint32_t, uint32_t, int>, bool> written_by_other_;
  absl::flat_hash_map<std::pair<TermId, uint32_t>, bool> written_beside_;
  absl::flat_hash_map<AtomId, std::vector<const SharedAccess*>> writes_to_;  // by object
  absl::node_hash_map<TermId, std::vector<SharedAccess>> writers_;           // by cell
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, bool> destructs_;       // by node and index
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, bool> seen_change_;     // by node and point
  absl::flat_hash_map<std::tuple<uint32_t, uint32_t, TermId>, bool> sets_up_;
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, bool> by_claim_;  // by node and point
  absl::flat_hash_map<TermId, bool> is_progress_;
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, std::pair<uint32_t, uint32_t>> places_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_PAIR_JUDGE_H_
