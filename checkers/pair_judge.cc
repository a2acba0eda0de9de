#include "checkers/pair_judge.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "checkers/container_accesses.h"
#include "checkers/naming.h"
#include "checkers/origin_walk.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Bytes of the largest number that may lie there, if numbers lie at multiples of their size.
int64_t WidestAt(const Term& offset) {
  constexpr uint64_t kWidest = 8;
  uint64_t bits = kWidest | static_cast<uint64_t>(offset.constant);
  for (const Part& part : offset.parts) bits |= static_cast<uint64_t>(part.coefficient);
  return static_cast<int64_t>(bits & -bits);
}

// Whether the write is to another member of records that lie behind each other.
bool LiesBetween(TermTable& terms, const SharedAccess& write, TermId cell, int64_t width) {
  const Term apart = terms.Difference(terms.Offset(write.resolved), terms.Offset(cell));
  int64_t step = 0;
  for (const Part& part : apart.parts) step = std::gcd(step, part.coefficient);
  if (step == 0 || write.width == 0) return false;
  const int64_t rest = ((apart.constant % step) + step) % step;
  return rest >= width && step - rest >= static_cast<int64_t>(write.width);
}

bool IsFailedLock(const TermTable& terms, TermId tried) {
  const AtomId object = terms.Base(tried);
  return object != kNothing && terms.atom(object).kind == AtomKind::kGlobal &&
         NameText(terms.atom(object).name) == kFailedLock;
}

}  // namespace

// Whether the access is reached only if a cell holds different values at two moments of its
// thread, though the thread itself does not write it.
bool PairJudge::FindSeenChange(const SharedAccess& access) {
  const ThreadNode& node = tree_.nodes()[access.node];
  const std::vector<Observation>& observed = node.summary->points[access.point].observed;
  for (size_t i = 0; i + 1 < observed.size(); ++i) {
    const Observation &x = observed[i], &y = observed[i + 1];  // sorted by cell
    if (x.cell != y.cell || x.is_difference() || y.is_difference()) continue;
    const bool zero_and_not =
        (x.nonzero && y.low == 0 && y.high == 0) || (y.nonzero && x.low == 0 && x.high == 0);
    const bool apart = x.high < y.low || y.high < x.low;
    if ((zero_and_not || apart) && !IsWrittenBy(node.importer->Map(x.cell), access.node)) {
      return true;
    }
  }
  return false;
}

bool PairJudge::HasSeenChange(const SharedAccess& access) {
  const std::pair key{access.node, access.point};
  if (auto known = seen_change_.find(key); known != seen_change_.end()) return known->second;
  return seen_change_[key] = FindSeenChange(access);
}

bool PairJudge::IsWrittenBy(TermId cell, uint32_t node) {
  const std::vector<TermId> targets = tree_.points_to().Resolve(cell);
  return std::any_of(targets.begin(), targets.end(), [&](TermId target) {
    auto found = accesses_.find(ObjectKey(tree_.terms(), tree_.terms().Base(target)));
    if (found == accesses_.end()) return false;
    return std::any_of(found->second.begin(), found->second.end(), [&](const SharedAccess& a) {
      if (!a.is_write() || a.node != node) return false;
      const auto distance = tree_.terms().ConstantDifference(tree_.terms().Offset(a.resolved),
                                                             tree_.terms().Offset(target));
      return !distance || (*distance < 8 && *distance > -8);
    });
  });
}

// Whether a thread other than `node` writes the cell; with a `partner`, one that the partner's
// accesses may come before: itself, one that started it and may have joined it, or one where it is
// itself that decides by up to `stages` more cells, as from queue to queue, if the cell is written.
bool PairJudge::IsWrittenByOther(TermId cell, uint32_t node, uint32_t partner, int stages) {
  const std::tuple key{cell, node, partner, stages};
  if (auto known = written_by_other_.find(key); known != written_by_other_.end()) {
    return known->second;
  }
  return written_by_other_[key] = FindWriteByOther(cell, node, partner, stages);
}

// The writes that may be to the cell.
void PairJudge::ForEachWrite(TermId cell, absl::FunctionRef<void(const SharedAccess&)> visit) {
  for (TermId target : tree_.points_to().Resolve(cell)) {
    const AtomId object = ObjectKey(tree_.terms(), tree_.terms().Base(target));
    const auto [writes, is_new] = writes_to_.try_emplace(object);
    if (is_new) {
      const auto found = accesses_.find(object);
      if (found == accesses_.end()) continue;
      for (const SharedAccess& a : found->second) {
        if (a.is_write()) writes->second.push_back(&a);
      }
    }
    const TermId offset = tree_.terms().Offset(target);
    const int64_t widest = WidestAt(tree_.terms().term(offset));
    for (const SharedAccess* a : writes->second) {
      if (!LiesApart(tree_.terms(), *a, target, widest)) visit(*a);
    }
  }
}

// Of those by one thread behind the same tests, one.
const std::vector<SharedAccess>& PairJudge::WritersOf(TermId cell) {
  auto [known, inserted] = writers_.try_emplace(cell);
  std::vector<SharedAccess>& writers = known->second;
  if (!inserted) return writers;
  absl::flat_hash_set<std::pair<uint32_t, absl::Span<const TermId>>> seen;
  ForEachWrite(cell, [&](const SharedAccess& a) {
    if (seen.emplace(a.node, absl::MakeConstSpan(PointOf(a).gates)).second) writers.push_back(a);
  });
  return writers;
}

bool PairJudge::IsWrittenBeside(TermId cell, const SharedAccess& access) {
  if (!IsWrittenByOther(cell, access.node)) return false;
  // What runs beside the thread it may have ended itself by a handle; else it is the same for all
  // accesses of the thread.
  if (!PointOf(access).joined_handles.empty()) return true;
  auto [known, inserted] = written_beside_.try_emplace({cell, access.node}, false);
  if (!inserted) return known->second;
  bool is_written = false;
  ForEachWrite(cell, [&](const SharedAccess& write) {
    const bool is_own = write.node == access.node && !tree_.nodes()[access.node].many;
    // Threads that others started may have run between two moments of this one.
    const bool is_above = write.node != access.node && tree_.IsAncestor(write.node, access.node);
    is_written |= !is_own && (!is_above || MayHappenInParallel(tree_, write, access).possible());
  });
  return written_beside_[{cell, access.node}] = is_written;
}

// Whether the write is to none of the bytes of that width at each of the places of the cell.
bool PairJudge::LiesBehind(const SharedAccess& write, TermId cell, int64_t width) {
  const std::vector<TermId>& targets = tree_.points_to().Resolve(cell);
  return std::all_of(targets.begin(), targets.end(), [&](TermId target) {
    const bool is_same_kind = ObjectKey(tree_.terms(), tree_.terms().Base(target)) ==
                              ObjectKey(tree_.terms(), write.object);
    return !is_same_kind || LiesApart(tree_.terms(), write, target, width) ||
           LiesBetween(tree_.terms(), write, target, width);
  });
}

const SharedAccess* PairJudge::WriteMeanwhile(TermId cell, uint32_t node) {
  std::vector<const SharedAccess*> reads;
  int64_t width = 0;
  for (TermId target : tree_.points_to().Resolve(cell)) {
    auto found = accesses_.find(ObjectKey(tree_.terms(), tree_.terms().Base(target)));
    if (found == accesses_.end()) continue;
    for (const SharedAccess& a : found->second) {
      if (a.node != node || a.is_write() || a.address != cell) continue;
      reads.push_back(&a);
      width = std::max<int64_t>(width, a.width);
    }
  }
  const SharedAccess* meanwhile = nullptr;
  ForEachWrite(cell, [&](const SharedAccess& write) {
    const bool is_own = write.node == node;
    if (is_own || meanwhile != nullptr) return;
    if (width > 0 && LiesBehind(write, cell, width)) return;
    const bool is_above = tree_.IsAncestor(write.node, node);
    const bool is_meanwhile =
        !is_above || std::any_of(reads.begin(), reads.end(), [&](const SharedAccess* read) {
          return MayHappenInParallel(tree_, write, *read).possible();
        });
    if (is_meanwhile) meanwhile = &write;
  });
  return meanwhile;
}

bool PairJudge::FindWriteByOther(TermId cell, uint32_t node, uint32_t partner, int stages) {
  for (const SharedAccess& a : WritersOf(cell)) {
    if (a.node == node && !tree_.nodes()[node].many) continue;
    if (partner == kNoNode || a.node == partner ||
        (stages == kStages && tree_.IsAncestor(a.node, partner))) {
      return true;
    }
    if (stages == 0) continue;
    const std::vector<TermId>& gates = PointOf(a).gates;
    if (std::any_of(gates.begin(), gates.end(), [&](TermId gate) {
          return IsWrittenByOther(gate, a.node, partner, stages - 1);
        })) {
      return true;
    }
  }
  return false;
}

// Whether the partner's thread, or one that may have seen its end, decides by a value it
// publishes if this access is reached: then the partner's access may be over.
bool PairJudge::IsGated(const SharedAccess& access, const SharedAccess& partner) {
  for (TermId cell : PointOf(access).gates) {
    // A test of a variable does not guard that variable; an atomic one may guard plain accesses,
    // and one in an object the end of the object.
    const bool own = IsTestOf(cell, access) && access.kind != AccessKind::kFree &&
                     !(partner.is_atomic && !access.is_atomic);
    if (!own && IsWrittenByOther(cell, access.node, partner.node, kStages)) return true;
  }
  return false;
}

// Whether a value decides if the access is reached, other than what it is made to, that lies behind
// a pointer and that no other thread is known to write: of what is dropped, such writes go first.
// The main thread looks at much that is its own, as the command line.
bool PairJudge::DependsOnFarCell(const SharedAccess& access) {
  if (tree_.nodes()[access.node].parent < 0) return false;
  const std::vector<TermId>& gates = PointOf(access).gates;
  return std::any_of(gates.begin(), gates.end(), [&](TermId cell) {
    return tree_.terms().Depth(cell) > 0 && !IsTestOf(cell, access) &&
           !IsWrittenByOther(cell, access.node);
  });
}

// Whether a value decides if the access is reached that lies behind a pointer, and of which it is
// not known where it lies, or by way of what unknown pointers it is written.
bool PairJudge::DependsOnUnknownCell(const SharedAccess& access) {
  const std::vector<TermId>& gates = PointOf(access).gates;
  return std::any_of(gates.begin(), gates.end(), [&](TermId cell) {
    return tree_.points_to().IsOpen(cell) || tree_.points_to().Resolve(cell).empty() ||
           (tree_.nodes()[access.node].parent >= 0 && !IsTestOf(cell, access) &&
            !IsWrittenByOther(cell, access.node) && tree_.HasUnknownAccesses());
  });
}

// Whether neither the partner nor who started it starts the thread, and it is started depending on
// a value that the partner publishes: then the partner's access may be over by then.
bool PairJudge::IsStartedLater(uint32_t node, uint32_t partner) {
  const int parent = tree_.nodes()[node].parent;
  if (parent < 0) return false;
  const auto creator = static_cast<uint32_t>(parent);
  if (creator == partner || tree_.IsAncestor(creator, partner)) return false;
  const ThreadNode& above = tree_.nodes()[creator];
  const std::vector<uint32_t>& spawns = tree_.nodes()[node].spawns;
  const bool is_gated = std::all_of(spawns.begin(), spawns.end(), [&](uint32_t s) {
    const std::vector<TermId>& gates = above.points[above.summary->spawns[s].point].gates;
    return std::any_of(gates.begin(), gates.end(), [&](TermId gate) {
      return IsWrittenByOther(gate, creator, partner, kStages);
    });
  });
  return is_gated || IsStartedLater(creator, partner);
}

// Whether the access is to the cell itself.
bool PairJudge::IsCellOf(TermId cell, const SharedAccess& access) {
  const std::vector<TermId>& targets = tree_.points_to().Resolve(cell);
  return std::any_of(targets.begin(), targets.end(), [&](TermId target) {
    const auto distance = tree_.terms().ConstantDifference(target, access.resolved);
    return distance && *distance < 8 && *distance > -8;
  });
}

// Whether the access is to what was tested itself, and not beside it.
bool PairJudge::IsTestOf(TermId cell, const SharedAccess& access) {
  const std::vector<TermId>& targets = tree_.points_to().Resolve(cell);
  return std::any_of(targets.begin(), targets.end(), [&](TermId target) {
    const auto distance = tree_.terms().ConstantDifference(target, access.resolved);
    return distance && *distance >= 0 && *distance < std::max<int64_t>(access.width, 1);
  });
}

// Whether the access is to what its thread was handed.
bool PairJudge::IsHanded(const SharedAccess& access) const {
  const ThreadNode& node = tree_.nodes()[access.node];
  const TermTable& terms = node.summary->terms;
  const AtomId base = terms.Base(node.summary->accesses[access.index].address);
  return node.parent >= 0 && base != kNothing && terms.atom(base).kind == AtomKind::kFormal;
}

// Whether an object comes to its end where some threads have been waited for: most likely all that
// use it.
bool PairJudge::EndsAfterWaiting(const SharedAccess& access) {
  if (!PointOf(access).joined_unknown) return false;
  if (access.kind == AccessKind::kFree) return true;
  auto [known, inserted] = destructs_.try_emplace({access.node, access.index});
  if (inserted) known->second = IsOnWayOfDestructor(access);
  return known->second;
}

// Whether a thread like that of `below` has ended before `above`, which may have waited for it: the
// last one to end waits for all others.
bool PairJudge::MayHaveBeenAwaited(const SharedAccess& above, const SharedAccess& below) const {
  const ThreadNode& thread = tree_.nodes()[below.node];
  const bool may_wait = std::any_of(thread.summary->exits.begin(), thread.summary->exits.end(),
                                    [&](const Exit& exit) {
                                      const ThreadPoint& end = thread.points[exit.point];
                                      return end.joined_unknown || end.joined_on_some;
                                    });
  if (!may_wait) return false;
  const auto is_alike = [&](uint32_t node) {
    return tree_.nodes()[node].definition == thread.definition;
  };
  const ThreadPoint& point = PointOf(above);
  const bool has_joined_some =
      thread.parent == static_cast<int>(above.node) &&
      !tree_.nodes()[above.node].summary->points[above.point].joined.empty();
  return has_joined_some || !point.joined_handles.empty() ||
         std::any_of(point.ended.begin(), point.ended.end(), is_alike);
}

bool PairJudge::IsOnWayOfDestructor(const SharedAccess& access) const {
  const ThreadNode& node = tree_.nodes()[access.node];
  const Program& program = tree_.program();
  return AnyOnTheWay(
      tree_, *node.summary, node.summary->accesses[access.index], [&](uint32_t d, const Access&) {
        const std::string_view symbol = NameText(program.definitions()[d].symbol);
        return symbol.ends_with("D0Ev") || symbol.ends_with("D1Ev") || symbol.ends_with("D2Ev");
      });
}

std::vector<int64_t> PairJudge::JudgeKey(const SharedAccess& access) {
  std::vector<int64_t> key = {EndsAfterWaiting(access), IsHanded(access),
                              optional_.IsLeftOut(access), taken_out_.FoundIn(access)};
  for (uint32_t child : PointOf(access).live)
    key.push_back(creations_.IsMadeReadyForNext(access, child));
  for (TermId cell : PointOf(access).gates) {
    key.push_back(IsCellOf(cell, access));
    key.push_back(IsTestOf(cell, access));
  }
  for (const Observation& seen : PointOf(access).observed) {
    key.push_back(SeesZero(seen) && IsCellOf(seen.cell, access));
  }
  return key;
}

// Whether taking a lock that is waited for has failed at the point.
bool PairJudge::HasLockFailed(const ThreadPoint& p) const {
  return std::any_of(p.contended.begin(), p.contended.end(),
                     [&](TermId tried) { return IsFailedLock(tree_.terms(), tried); });
}

// Whether both hold one lock on some of the paths that were merged: most likely on the same ones.
bool PairJudge::TakeOneLock(const ThreadPoint& p, const ThreadPoint& q) {
  return std::any_of(p.held.begin(), p.held.end(), [&](const HeldLock& x) {
    return x.kind == LockKind::kLock && !x.certain &&
           std::any_of(q.held.begin(), q.held.end(), [&](const HeldLock& y) {
             return y.kind == x.kind && !y.certain && y.lock == x.lock;
           });
  });
}

// Whether a lock was not to be had at `p`, and it is not the partner who holds it.
bool PairJudge::IsContendedByOthers(const ThreadPoint& p, const ThreadPoint& q) {
  return std::any_of(p.contended.begin(), p.contended.end(), [&](TermId tried) {
    if (IsFailedLock(tree_.terms(), tried)) return false;
    const std::vector<TermId>& targets = tree_.points_to().Resolve(tried);
    return std::none_of(q.held.begin(), q.held.end(), [&](const HeldLock& held) {
      return held.lock == tried ||
             (targets.size() == 1 && tree_.points_to().Resolve(held.lock) == targets);
    });
  });
}

// Whether the two hold the same member of two objects of one type, not just two mutexes, or two
// locks of one array.
bool PairJudge::HoldOwnLocks(const ThreadPoint& p, const ThreadPoint& q) {
  TermTable& terms = tree_.terms();
  for (const HeldLock& one : p.held) {
    for (const HeldLock& two : q.held) {
      const AtomId x = terms.Base(one.lock), y = terms.Base(two.lock);
      if (x == kNothing || y == kNothing || one.kind != two.kind) continue;
      if (x == y) {
        if (one.lock != two.lock && TypeOf(tree_, x).ends_with(']')) return true;
        continue;
      }
      if (terms.Offset(one.lock) != terms.Offset(two.lock)) continue;
      const std::string type = TypeOf(tree_, x);
      if (!type.empty() && !type.starts_with("pthread_") && type == TypeOf(tree_, y)) {
        return true;
      }
    }
  }
  return false;
}

// How many guesses have to be right: each thread's own, and one on the way to where they are
// started. With such a guess, a choice of one of few functions in a thread is one more: what is
// started elsewhere most likely chooses other ones.
int PairJudge::CountGuesses(const SharedAccess& a, const SharedAccess& b) const {
  int own = 0;
  bool is_common = false, is_chosen = false;
  for (const SharedAccess* access : {&a, &b}) {
    const ThreadNode& node = tree_.nodes()[access->node];
    const Access& made = node.summary->accesses[access->index];
    const bool is_guessed = made.is_guessed || PointOf(*access).depends_on_target;
    own += is_guessed && node.parent >= 0;
    is_common |= node.is_guessed || (is_guessed && node.parent < 0);
    is_chosen |= made.is_chosen && !is_guessed && node.parent >= 0;
  }
  return own + is_common + (is_common && is_chosen);
}

bool HoldsLock(const ThreadPoint& point) {
  return !std::all_of(point.held.begin(), point.held.end(), IsHardlyLock);
}

std::optional<Judgement> PairJudge::Judge(const SharedAccess& a, const SharedAccess& b,
                                          const PairFacts& facts, const JudgementBar& bar) {
  Judgement judgement;
  auto& reasons = judgement.reasons;
  const ThreadPoint &p = PointOf(a), &q = PointOf(b);
  const CommonLock lock = facts.lock;
  constexpr int kStrong = 2;  // what in most programs means that there is no race
  bool sure = facts.memory == SameMemory::kSurely &&
              (lock == CommonLock::kNo || lock == CommonLock::kShared);
  const bool takes_one = lock == CommonLock::kMaybe && TakeOneLock(p, q);
  if (lock == CommonLock::kShared) {
    reasons.push_back("read lock for a write");
  } else if (lock == CommonLock::kHardly) {
    reasons.push_back("a word that is no lock is claimed");
  } else if (lock == CommonLock::kMaybe) {
    reasons.push_back(takes_one ? "one lock on both sides, on some paths only"
                                : "lock on some paths only");
  } else if (lock == CommonLock::kUnlessFailed) {
    reasons.push_back("locked unless taking the lock failed");
  } else if (lock == CommonLock::kProbably) {
    reasons.push_back("locks that are one as far as can be told");
  } else if (!HoldsLock(p) && !HoldsLock(q)) {
    reasons.push_back("no lock on either side");
  } else if (!HoldsLock(p) || !HoldsLock(q)) {
    reasons.push_back("lock on one side only");
  } else {
    reasons.push_back("different locks");
  }
  if (a.is_atomic != b.is_atomic) reasons.push_back("atomic on one side only");
  const bool strong = lock == CommonLock::kProbably || lock == CommonLock::kUnlessFailed;
  int doubts = strong || takes_one ? kStrong : lock == CommonLock::kMaybe ? 1 : 0;
  auto doubt = [&](const char* why, int weight = 1) {
    reasons.push_back(why);
    doubts += weight;
  };
  // No doubt by itself, but two of them beside one mostly mean that something was not understood.
  int hints = 0;
  const auto hint = [&](const char* why) {
    reasons.push_back(why);
    sure = false;
    ++hints;
  };
  const auto misses_bar = [&] { return doubts > bar.doubts || (bar.only_race && !sure); };
  // Who frees mostly knows that nobody else has it.
  const bool frees = a.kind == AccessKind::kFree || b.kind == AccessKind::kFree;
  const bool is_settled = facts.memory == SameMemory::kMaybe && (a.via_settled || b.via_settled);
  if (facts.memory == SameMemory::kUnlikely || is_settled) {
    doubt("each thread may have its own", kStrong);
  } else if (facts.memory == SameMemory::kMaybe) {
    // Of one array, which element it is may not be known. Threads that do the same mostly have
    // elements of their own.
    const AtomId object = tree_.terms().Base(a.resolved);
    const bool is_one = object != kNothing && object == tree_.terms().Base(b.resolved) &&
                        tree_.IsSingleObject(object);
    const ThreadNode &x = tree_.nodes()[a.node], &y = tree_.nodes()[b.node];
    const bool are_teams = x.definition == y.definition && !x.runs_once && !y.runs_once;
    const bool is_own = a.node == b.node || are_teams || (IsHanded(a) && IsHanded(b));
    doubt("may be different memory", is_one && !frees && !is_own ? 1 : kStrong);
    ++hints;
    if (HoldOwnLocks(p, q)) doubt("each may have the lock of its own object");
    if (creations_.IsMadeReadyForNext(a, b.node) || creations_.IsMadeReadyForNext(b, a.node)) {
      doubt("made ready for the next thread, most likely in memory of its own", kStrong);
    }
  }
  if (a.via_own_variable && b.via_own_variable && facts.memory != SameMemory::kUnlikely) {
    doubt("each thread may have set its own variable to memory of its own", kStrong);
  }
  if (facts.memory != SameMemory::kSurely && (a.is_of_many || b.is_of_many)) {
    doubt("the pointer may lead to any of many objects", kStrong);
  }
  if ((a.is_open || b.is_open) && creations_.IsOfSeveralCreations(facts.parallelism.across)) {
    doubt("one of the threads may be handed other memory", kStrong);
  }
  const bool is_guessed =
      a.is_guessed || b.is_guessed || p.depends_on_target || q.depends_on_target;
  if (is_guessed) {
    doubt("a call on the way may go to other functions", CountGuesses(a, b) > 1 ? kStrong : 1);
  }
  if (a.is_chosen || b.is_chosen) {
    reasons.push_back("a call on the way goes to one of several functions, or to none");
    sure = false;
  }
  if (creations_.IsForLaterThreads(a, b) || creations_.IsForLaterThreads(b, a)) {
    doubt("most likely a call of threads that are started further on");
  }
  // Memory that is freed on the way is taken from threads that still run.
  const auto only_fails = [](const SharedAccess& access) {
    return access.is_failing && access.kind != AccessKind::kFree;
  };
  if (only_fails(a) || only_fails(b)) doubt("only as the program aborts", kStrong);
  // Whoever cancels it may have done all else before.
  if (a.is_unwinding || b.is_unwinding) {
    doubt("only as a thread is cancelled or ends where it could clean up", kStrong);
  }
  if (misses_bar()) return std::nullopt;
  if (facts.jumps_not_followed) doubt("jumps between procedures are not followed");
  if (facts.in_broken_file) doubt("a file on the way has errors");
  if (waits_.IsMeetingBetween(a, b)) {
    doubt("both threads meet at a barrier in between", kStrong);
  } else if (waits_.Relates(a, b)) {
    doubt("one thread may wait for the other");
  } else if (facts.may_be_in_chain) {
    doubt("one thread may wait for another one that waits for the other");
  } else if (waits_.MayRelate(a, b)) {
    hint("one thread waits, and the other lets threads go on at many places");
  }
  const SeenDoubts& seen = facts.seen;
  if (facts.is_probably_ordered) {
    doubt("ordered by a value that was seen, as far as can be told", kStrong);
  }
  if (seen.may_be_handed_over) doubt("handed over with a flag that is used again", kStrong);
  if (seen.may_have_finished) doubt("the other thread may have said that it is done");
  if (seen.needs_unset) {
    doubt("only if something sets a variable that nothing sets", kStrong);
  } else if (seen.is_set_up_before) {
    doubt("reached by who sets up what was set up before there were threads", kStrong);
  } else if (seen.is_likely_set_up_before) {
    doubt("reached by who sets up what most likely was set up before there were threads", kStrong);
  } else if (seen.may_be_set_up_before && !FoundUnset(a) && !FoundUnset(b)) {
    // A test of the variable that says so does not guard that variable.
    doubt("reached by who sets up what may have been set up before there were threads");
  } else if (seen.needs_dropped) {
    doubt("reached by a value that only accesses that were dropped can give", kStrong);
  } else if (seen.is_overwritten) {
    doubt("reached if a variable keeps a value that is overwritten before there are threads",
          kStrong);
  } else if (seen.is_unexplained) {
    doubt("reached if a variable has a value that nothing gives it", kStrong);
  } else if (seen.is_given_outside) {
    doubt("reached if a variable has a value that nothing in the program gives it");
  } else if (seen.may_be_set_up_before) {
    reasons.push_back("may have been set up before there were threads");
    sure = false;
  }
  if (misses_bar()) return std::nullopt;
  if (p.joined_unknown || q.joined_unknown) {
    doubt("other threads may have been waited for where it could not be told",
          EndsAfterWaiting(a) || EndsAfterWaiting(b) ? kStrong : 1);
  }
  if (MayHaveBeenAwaited(a, b) || MayHaveBeenAwaited(b, a)) {
    doubt("a thread that was waited for may have waited for the other one", kStrong);
  }
  if (p.joined_on_some || q.joined_on_some) {
    reasons.push_back("threads that could not be told are waited for on some paths");
    sure = false;
  }
  if (HasLockFailed(p) || HasLockFailed(q)) doubt("only as taking a lock fails", kStrong);
  if (IsContendedByOthers(p, q) || IsContendedByOthers(q, p)) {
    doubt("reached when a lock was not free");
  }
  if (misses_bar()) return std::nullopt;
  if (references_.IsLast(a, b) || references_.IsLast(b, a)) {
    doubt("by who gave up the last reference", kStrong);
  }
  if (taken_out_.IsOwners(a, b) || taken_out_.IsOwners(b, a)) {
    doubt("by who has put another one in its place under the lock", kStrong);
  }
  if (IsGated(a, b) || IsGated(b, a)) doubt("reached depending on what another thread published");
  if (IsStartedLater(a.node, b.node) || IsStartedLater(b.node, a.node)) {
    doubt("its thread is started depending on what another thread published");
  }
  if (misses_bar()) return std::nullopt;
  if ((a.is_write() && FoundSet(b)) || (b.is_write() && FoundSet(a))) {
    hint("the other one may have written what was found there before");
  }
  for (const auto& [write, read] : {std::pair(a, b), std::pair(b, a)}) {
    if (!MayHaveSetUpBefore(write, read)) continue;
    doubt("the reader may have set it up itself before", FoundUnset(write) ? kStrong : 1);
  }
  if (SetsUpByClaim(a) != SetsUpByClaim(b)) {
    doubt("set up by the one who claims to do so, which the other may have seen done");
  }
  if (!facts.parallelism.together) {
    if (!facts.parallelism.across_certain) {
      const bool is_chosen = a.is_chosen && b.is_chosen;
      doubt("may be only one such thread", is_chosen ? kStrong : 1);
    } else if (!facts.parallelism.across_repeats) {
      // Programs mostly start threads in loops because they want several.
      reasons.push_back("an earlier turn may keep a later one from starting such a thread");
      sure = false;
    }
  }
  if (facts.parallelism.across == kNothing) {
    if (facts.parallelism.is_ended_somewhere) {
      doubt("started on some paths and joined on some, perhaps on the same ones",
            facts.parallelism.is_merged ? kStrong : 1);
    } else if (facts.parallelism.is_merged) {
      // In large procedures most of what is known of threads is merged. It is a doubt of its own
      // only where the thread may not do that at all.
      if (is_guessed) ++doubts;
      hint("may not both have been started, on any path");
      if (creations_.IsStartedFurtherOn(a, b.node) || creations_.IsStartedFurtherOn(b, a.node) ||
          creations_.IsSetUpForThread(a, b.node) || creations_.IsSetUpForThread(b, a.node)) {
        doubt("made ready for a thread, when the last one may have been waited for", kStrong);
      }
    }
  }
  if (!p.changes.empty() || !q.changes.empty() || HasSeenChange(a) || HasSeenChange(b)) {
    doubt("only after another thread's change");
  }
  const auto has_waited_in_vain = [&](const ThreadPoint& point) {
    return std::any_of(point.ended.begin(), point.ended.end(),
                       [&](uint32_t n) { return tree_.nodes()[n].summary->exits.empty(); });
  };
  if (has_waited_in_vain(p) || has_waited_in_vain(q)) {
    doubt("behind a wait for a thread that does not end", kStrong);
  }
  // Who frees what a thread that it started has used has waited for it, in some way.
  const SharedAccess &freed = a.kind == AccessKind::kFree ? a : b,
                     &used = a.kind == AccessKind::kFree ? b : a;
  const bool is_merged = facts.parallelism.across == kNothing && facts.parallelism.is_merged;
  if (frees && (doubts == 1 || is_merged) && tree_.IsAncestor(freed.node, used.node)) {
    doubts = std::max(doubts, kStrong);
  }
  const auto may_be_decided_elsewhere = [&](const SharedAccess& access) {
    return DependsOnFarCell(access) || FoundUnset(access);
  };
  if (seen.accesses_were_dropped && (may_be_decided_elsewhere(a) || may_be_decided_elsewhere(b))) {
    reasons.push_back("depends on values that accesses which were dropped may write");
    sure = false;
  }
  if (sure && agreed_.MayAgree(a, b)) {
    reasons.push_back("each has said before what the other one asks for");
    sure = false;
  }
  constexpr int kManyHints = 2;
  if (doubts == 1 && hints >= kManyHints) doubts = kStrong;
  if (misses_bar()) return std::nullopt;
  // These take the summaries on the way, so they are asked last.
  const auto holds_or_leaves_out = [&](const SharedAccess& access) {
    return !PointOf(access).held.empty() || optional_.IsLeftOut(access);
  };
  if (doubts <= 1 && holds_or_leaves_out(a) && holds_or_leaves_out(b) &&
      (optional_.IsLeftOut(a) || optional_.IsLeftOut(b))) {
    doubt("without the lock only as a variable says, perhaps if there is one thread", kStrong);
  }
  if (doubts <= 1 && (IsMadeForWantOfRoom(tree_, a) || IsMadeForWantOfRoom(tree_, b))) {
    doubt("only if a vector gets more elements than there was room made for", kStrong);
  }
  if (doubts <= 1 && members_.Differ(a, b)) {
    doubt("accessed as a member of another type", kStrong);
  }
  if (doubts <= 1 && facts.memory != SameMemory::kSurely && own_.IsIndexedByOwner(a) &&
      own_.IsIndexedByOwner(b)) {
    doubt("each thread may have an element of its own there", kStrong);
  }
  if (doubts <= 1 && (own_.IsReachedByOwner(a) || own_.IsReachedByOwner(b))) {
    doubt("reached by who finds a value of its own there", kStrong);
  }
  if (doubts <= 1 && own_.AreReachedByNumbers(a, b)) {
    doubt("reached by the thread of a certain number only", kStrong);
  }
  if (doubts <= 1 && facts.memory == SameMemory::kMaybe &&
      (creations_.DividesItsWork(a.node) || creations_.DividesItsWork(b.node))) {
    doubt("started by a function that calls itself, most likely for a part of its own", kStrong);
  }
  if (doubts <= 1 && rounds_.Separate(a, b, facts.parallelism)) {
    doubt("started by who found unset what is set while the other runs", kStrong);
  }
  if (doubts <= 1 && opposite_.Exclude(a, b)) {
    doubt("behind a test that keeps who makes it from starting the other thread", kStrong);
  }
  const auto joins_are_open = [&] {
    return facts.parallelism.is_merged || facts.parallelism.across != kNothing ||
           p.joined_on_some || q.joined_on_some || p.joined_unknown || q.joined_unknown ||
           code_.AreStartedAfterOpenJoins(a, b, facts.parallelism);
  };
  if (doubts <= 1 && joins_are_open() && code_.Separate(a, b, facts.parallelism)) {
    doubt("threads are waited for in between, most likely these", kStrong);
  }
  if (doubts <= 1 && code_.IsAwaitedAtStart(a, b, facts.parallelism)) {
    doubt("who starts the thread waits until it is past this", kStrong);
  }
  if (doubts <= 1 && code_.IsBehindGate(a, b)) {
    doubt("the thread first takes a lock that who starts it holds from then to here", kStrong);
  }
  if (doubts <= 1 && code_.IsHandedOverLater(a, b)) {
    doubt("the thread first waits for what the other one signals only after this", kStrong);
  }
  if (doubts <= 1 && code_.IsBetweenRounds(a, b)) {
    doubt("the thread waits for work before and is waited for before the next round", kStrong);
  }
  if (doubts <= 1 && code_.TakeTurns(a, b)) {
    doubt("both wait for a condition before and signal it afterwards, perhaps one at a time");
    sure = false;
  }
  sure = sure && doubts == 0 && !a.is_open && !b.is_open;
  if (misses_bar()) return std::nullopt;
  if (sure && (untold_.Guard(a) || untold_.Guard(b))) {
    reasons.push_back("only if a branch goes this way of which too little is known");
    sure = false;
  }
  if (sure && (DependsOnUnknownCell(a) || DependsOnUnknownCell(b))) {
    reasons.push_back("depends on a value that lies it is not known where");
    sure = false;
  }
  if (sure && (a.may_be_kept || b.may_be_kept)) {
    reasons.push_back("an earlier turn of the loop may keep a later one from it");
    sure = false;
  }
  if (sure && facts.has_unknown_locks) {
    reasons.push_back("a lock that is not known may be held");
    sure = false;
  }
  judgement.doubts = doubts;
  judgement.confidence = sure          ? proto::CONFIDENCE_RACE
                         : doubts <= 1 ? proto::CONFIDENCE_LIKELY
                                       : proto::CONFIDENCE_POSSIBLE;
  if (misses_bar()) return std::nullopt;
  return judgement;
}

}  // namespace plait
