#include "checkers/happens_in_parallel.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "summaries/sorted_sets.h"

namespace plait {
bool HasJoinedByHandle(ThreadTree& tree, const ThreadPoint& point, uint32_t node) {
  if (ContainsSorted(point.joined_nodes, node)) return true;
  return std::any_of(point.joined_handles.begin(), point.joined_handles.end(), [&](TermId handle) {
    return tree.ThreadOfHandle(handle) == static_cast<int>(node);
  });
}

namespace {

const ThreadPoint& PointOf(const ThreadTree& tree, const SharedAccess& access) {
  return tree.nodes()[access.node].points[access.point];
}

// `a` is in the thread `tree.nodes()[a.node]` itself, `node` is created below it.
bool ParallelToDescendant(ThreadTree& tree, const SharedAccess& a, uint32_t node) {
  const ThreadPoint& point = PointOf(tree, a);
  const uint32_t child = tree.ChildTowards(a.node, node);
  if (HasJoinedByHandle(tree, point, node)) return false;
  if (ContainsSorted(point.live, child))
    return !HasJoinedByHandle(tree, point, child) || child != node;
  if (ContainsSorted(point.ended, child)) return tree.OutlivesEnded(child, node);
  return false;  // not created yet
}

// Two threads below different children of one thread.
bool SiblingsParallel(ThreadTree& tree, uint32_t ancestor, uint32_t a, uint32_t b) {
  const uint32_t x = tree.ChildTowards(ancestor, a), y = tree.ChildTowards(ancestor, b);
  const ThreadNode& parent = tree.nodes()[ancestor];
  auto running_at_start_of = [&](uint32_t first, uint32_t deep, uint32_t second) {
    for (uint32_t spawn : tree.nodes()[second].spawns) {
      const ThreadPoint& point = parent.points[parent.summary->spawns[spawn].point];
      if (HasJoinedByHandle(tree, point, deep)) continue;
      if (ContainsSorted(point.live, first)) return true;
      if (ContainsSorted(point.ended, first) && tree.OutlivesEnded(first, deep)) return true;
    }
    return false;
  };
  return running_at_start_of(x, a, y) || running_at_start_of(y, b, x);
}

// Whether what runs beside a point, or beside the start of the later of two threads, is only known
// for states that were merged.
bool IsMerged(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b, uint32_t ancestor) {
  const auto merged_at = [&](const SharedAccess& above, uint32_t below) {
    return ContainsSorted(PointOf(tree, above).uncertain, tree.ChildTowards(ancestor, below));
  };
  if (ancestor == a.node) return merged_at(a, b.node);
  if (ancestor == b.node) return merged_at(b, a.node);
  const uint32_t x = tree.ChildTowards(ancestor, a.node), y = tree.ChildTowards(ancestor, b.node);
  const ThreadNode& parent = tree.nodes()[ancestor];
  bool is_certain = false;
  for (const auto& [first, second] : {std::pair(x, y), std::pair(y, x)}) {
    for (uint32_t spawn : tree.nodes()[second].spawns) {
      const ThreadPoint& point = parent.points[parent.summary->spawns[spawn].point];
      is_certain |= ContainsSorted(point.ended, first) ||
                    (ContainsSorted(point.live, first) && !ContainsSorted(point.uncertain, first));
    }
  }
  return !is_certain;
}

// Whether one of the accesses is made by a thread that started the other's, in a state merged with
// one in which that thread had been joined.
bool IsEndedSomewhere(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                      uint32_t ancestor) {
  const auto ended_at = [&](const SharedAccess& above, uint32_t below) {
    return ancestor == above.node &&
           ContainsSorted(PointOf(tree, above).ended_somewhere, tree.ChildTowards(ancestor, below));
  };
  return ended_at(a, b.node) || ended_at(b, a.node);
}

// The thread that went on in the process in which the access is made, where that was made by fork;
// kNothing for the process that the program starts in, and where it cannot be told.
uint32_t ChildProcessOf(ThreadTree& tree, const SharedAccess& access) {
  if (PointOf(tree, access).is_in_child) return access.node;
  uint32_t at = access.node;
  while (tree.nodes()[at].parent >= 0) {
    const ThreadNode& node = tree.nodes()[at];
    const ThreadNode& parent = tree.nodes()[node.parent];
    const bool starts_in_child =
        std::all_of(node.spawns.begin(), node.spawns.end(), [&](uint32_t spawn) {
          return parent.points[parent.summary->spawns[spawn].point].is_in_child;
        });
    if (starts_in_child) return node.parent;
    at = node.parent;
  }
  return kNothing;
}

bool IsRoot(const ThreadTree& tree, uint32_t node) { return tree.nodes()[node].parent < 0; }

}  // namespace

Parallelism MayHappenInParallel(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  Parallelism result;
  uint32_t x = a.node, y = b.node;
  uint32_t ancestor = kNothing;
  const uint32_t process = ChildProcessOf(tree, a);
  if (process != ChildProcessOf(tree, b)) return result;
  for (int at = static_cast<int>(x); at >= 0; at = tree.nodes()[at].parent) {
    if (tree.IsAncestor(at, y)) {
      ancestor = at;
      break;
    }
  }
  if (ancestor == kNothing) {
    // Entries of a library, called one after the other; their threads go on meanwhile.
    result.together = !IsRoot(tree, x) || !IsRoot(tree, y);
    return result;
  }
  for (int at = static_cast<int>(ancestor); at >= 0; at = tree.nodes()[at].parent) {
    // Each thread that forks goes on in a process of its own.
    if (at == static_cast<int>(process)) break;
    const ThreadNode& node = tree.nodes()[at];
    const bool own =
        node.many && (node.parent < 0 || !tree.nodes()[node.parent].many || node.certainly_many);
    if (own) {
      result.across = at;
      result.across_certain = node.certainly_many;
      result.across_repeats = node.surely_repeats;
      break;
    }
    if (node.many) {
      result.across = at;
      result.across_certain = node.certainly_many;
      result.across_repeats = node.surely_repeats;
    }
  }
  if (x == y) return result;
  if (ancestor == x) {
    result.together = ParallelToDescendant(tree, a, y);
  } else if (ancestor == y) {
    result.together = ParallelToDescendant(tree, b, x);
  } else {
    result.together = SiblingsParallel(tree, ancestor, x, y) &&
                      !HasJoinedByHandle(tree, PointOf(tree, a), y) &&
                      !HasJoinedByHandle(tree, PointOf(tree, b), x);
  }
  result.is_merged = result.together && IsMerged(tree, a, b, ancestor);
  result.is_ended_somewhere = result.together && IsEndedSomewhere(tree, a, b, ancestor);
  return result;
}

WaitOrder::WaitOrder(ThreadTree& tree) : tree_(tree) {
  for (uint32_t n = 0; n < tree.nodes().size(); ++n) {
    const ThreadNode& node = tree.nodes()[n];
    // What the thread does itself: its points also know what those it joined had waited for.
    for (const Point& point : node.summary->points) {
      for (TermId t : point.posted) {
        const bool is_anything = node.summary->terms.IsAny(t);
        InsertSorted(is_anything ? &anything_posters_ : &posters_[ObjectOf(node.importer->Map(t))],
                     n);
      }
      for (TermId t : point.waited) InsertSorted(&waiters_[ObjectOf(node.importer->Map(t))], n);
    }
    for (const SyncObject& object : node.summary->sync_objects) {
      const TermId address = ObjectOf(node.importer->Map(object.address));
      if (node.summary->terms.MentionsKind(object.count, AtomKind::kBound)) {
        barriers_.insert(address);
        continue;
      }
      const TermId count = node.importer->Map(object.count);
      auto [it, inserted] = counts_.try_emplace(address, count);
      if (!inserted && it->second != count) it->second = tree.terms().Any();
    }
  }
  FindMeetings();
}

void WaitOrder::FindMeetings() {
  absl::flat_hash_set<TermId> barriers;
  for (TermId barrier : barriers_) {
    for (TermId object : tree_.points_to().Resolve(barrier)) barriers.insert(object);
  }
  for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
    const ThreadNode& node = tree_.nodes()[n];
    const auto note = [&](const ThreadPoint& point, Name part) {
      for (TermId t : point.met) {
        for (TermId object : tree_.points_to().Resolve(t)) {
          InsertSorted(&meetings_[object], std::pair(n, part));
        }
      }
      for (TermId t : point.waited) {
        for (TermId object : tree_.points_to().Resolve(t)) {
          if (barriers.contains(object)) InsertSorted(&meetings_[object], std::pair(n, part));
        }
      }
    };
    for (const ThreadPoint& point : node.points) note(point, kNoName);
    for (const Access& access : node.summary->accesses) {
      const Name part = PartOf(n, access);
      if (part != kNoName) note(node.points[access.point], part);
    }
  }
  for (const auto& [first, nodes] : meetings_) {
    for (const auto& [second, others] : meetings_) {
      if (first == second) continue;
      for (const auto& [n, part] : nodes) {
        if (part == kNoName && ContainsSorted(others, std::pair(n, kNoName)) &&
            HasMetOnly(n, first, second)) {
          in_turn_.insert({first, second});
        }
      }
    }
  }
}

// Whether the thread is somewhere after the one meeting and not yet after the other.
bool WaitOrder::HasMetOnly(uint32_t node, TermId first, TermId second) {
  const std::vector<ThreadPoint>& points = tree_.nodes()[node].points;
  return std::any_of(points.begin(), points.end(), [&](const ThreadPoint& point) {
    return (MayInclude(point.met, first) || MayInclude(point.waited, first)) &&
           !MayInclude(point.asked, second) && !MayInclude(point.waited, second);
  });
}

Name WaitOrder::PartOf(uint32_t node, const Access& access) const {
  return tree_.nodes()[node].spawns.size() > 1 ? access.origin.callee : kNoName;
}

bool WaitOrder::Meets(const SharedAccess& access, TermId object) const {
  const Access& own = tree_.nodes()[access.node].summary->accesses[access.index];
  auto found = meetings_.find(object);
  return found != meetings_.end() &&
         ContainsSorted(found->second, std::pair(access.node, PartOf(access.node, own)));
}

TermId WaitOrder::ObjectOf(TermId term) {
  const std::vector<TermId>& targets = tree_.points_to().Resolve(term);
  return targets.size() == 1 && !tree_.points_to().IsOpen(term) ? targets[0] : term;
}

// a happens before b.
bool WaitOrder::Before(const SharedAccess& a, const SharedAccess& b) {
  const ThreadPoint &p = PointOf(tree_, a), &q = PointOf(tree_, b);
  for (TermId waited : q.waited) {
    const TermId object = ObjectOf(waited);
    if (tree_.terms().IsAny(object)) continue;
    // Inside the once-function, before all who passed it.
    for (const HeldLock& lock : p.held) {
      if (lock.kind == LockKind::kOnce && ObjectOf(lock.lock) == object) return true;
    }
    if (!barriers_.contains(object)) continue;
    const bool posted_before =
        !ArrivalsAt(p, object) || std::any_of(p.posted.begin(), p.posted.end(), [&](TermId posted) {
          return tree_.terms().IsAny(posted) || ObjectOf(posted) == object;
        });
    // Those who do not take part are not held up by it.
    const bool arrives = Posts(a.node, object) && Posts(b.node, object);
    if (!posted_before && arrives && WaitsForAll(object)) return true;
  }
  return false;
}

bool WaitOrder::WaitsForAll(TermId barrier) {
  const auto count = CountAtFirst(barrier);
  const std::vector<uint32_t> arriving = UnionOf(posters_[barrier], anything_posters_);
  const bool single = std::all_of(arriving.begin(), arriving.end(),
                                  [&](uint32_t n) { return tree_.nodes()[n].runs_once; });
  return count && single && waiters_[barrier] == arriving &&
         static_cast<int64_t>(arriving.size()) == *count;
}

std::optional<int64_t> WaitOrder::CountAtFirst(TermId object) {
  auto count = counts_.find(object);
  if (count == counts_.end()) return std::nullopt;
  return tree_.terms().ConstantValue(count->second);
}

bool WaitOrder::WaitsForNobody(const ThreadPoint& point) {
  return std::any_of(point.waited.begin(), point.waited.end(), [&](TermId waited) {
    const TermId object = ObjectOf(waited);
    if (IsBarrier(object)) return TooFewArrive(object);
    return CountAtFirst(object) == 0 && !IsEverPosted(object);
  });
}

// Each thread that waits for a barrier arrives once, and goes on when all have.
bool WaitOrder::TooFewArrive(TermId barrier) {
  const auto [known, is_new] = too_few_arrive_.try_emplace(barrier, false);
  if (!is_new) return known->second;
  const auto count = CountAtFirst(barrier);
  if (!count || !tree_.HasAllAccesses() || !anything_posters_.empty()) return false;
  int64_t arriving = 0;
  for (const ThreadNode& node : tree_.nodes()) {
    if (!node.summary->gaps.empty()) return false;
    const bool arrives = std::any_of(node.summary->accesses.begin(), node.summary->accesses.end(),
                                     [&](const Access& access) {
                                       return access.kind == AccessKind::kPost &&
                                              MayPost(node.importer->Map(access.address), barrier);
                                     });
    if (arrives && !node.runs_once) return false;
    arriving += arrives;
  }
  return too_few_arrive_[barrier] = arriving < *count;
}

bool WaitOrder::MayPost(TermId posted, TermId object) {
  return posted == object || tree_.points_to().IsOpen(posted) ||
         ContainsSorted(tree_.points_to().Resolve(posted), object);
}

// A thread that does nothing after its post has no point that tells of it, but it has the access.
// What is not followed, as the handler of a signal, may post, too.
bool WaitOrder::IsEverPosted(TermId semaphore) {
  const auto [known, is_new] = ever_posted_.try_emplace(semaphore, true);
  if (!is_new) return known->second;
  const auto may_be_it = [&](TermId posted) { return MayPost(posted, semaphore); };
  bool is_posted = !tree_.HasAllAccesses() || !anything_posters_.empty() ||
                   std::any_of(posters_.begin(), posters_.end(),
                               [&](const auto& poster) { return may_be_it(poster.first); });
  for (const ThreadNode& node : tree_.nodes()) {
    is_posted |= !node.summary->gaps.empty();
    for (const Access& access : node.summary->accesses) {
      if (is_posted) break;
      is_posted = access.kind == AccessKind::kPost && may_be_it(node.importer->Map(access.address));
    }
  }
  return ever_posted_[semaphore] = is_posted;
}

bool WaitOrder::HoldsOnce(const ThreadPoint& point, TermId flag) {
  return std::any_of(point.held.begin(), point.held.end(), [&](const HeldLock& lock) {
    return lock.kind == LockKind::kOnce && lock.certain && ObjectOf(lock.lock) == flag;
  });
}

// Whether the access is inside a once-function, and the thread, or one above it, was started inside
// the same one by another thread: only one of the two runs it.
bool WaitOrder::IsInOtherRunOfOnce(const SharedAccess& a, uint32_t thread) {
  for (const HeldLock& lock : PointOf(tree_, a).held) {
    if (lock.kind != LockKind::kOnce || !lock.certain) continue;
    const std::vector<TermId>& flags = tree_.points_to().Resolve(lock.lock);
    if (flags.size() != 1 || tree_.points_to().IsOpen(lock.lock) ||
        !tree_.IsSingleObject(tree_.terms().Base(flags[0]))) {
      continue;
    }
    for (uint32_t n = thread; tree_.nodes()[n].parent >= 0;) {
      const std::vector<uint32_t>& spawns = tree_.nodes()[n].spawns;
      n = static_cast<uint32_t>(tree_.nodes()[n].parent);
      if (n == a.node) break;
      const ThreadNode& creator = tree_.nodes()[n];
      if (std::all_of(spawns.begin(), spawns.end(), [&](uint32_t s) {
            return HoldsOnce(creator.points[creator.summary->spawns[s].point], flags[0]);
          })) {
        return true;
      }
    }
  }
  return false;
}

bool WaitOrder::Orders(const SharedAccess& a, const SharedAccess& b) {
  return Before(a, b) || Before(b, a) || AreOfOtherRounds(a, b) || IsInOtherRunOfOnce(a, b.node) ||
         IsInOtherRunOfOnce(b, a.node);
}

bool WaitOrder::Relates(const SharedAccess& a, const SharedAccess& b) {
  auto related = [&](const SharedAccess& x, const SharedAccess& y) {
    const ThreadPoint& point = PointOf(tree_, y);
    auto posts = [&](TermId object) {
      auto posters = posters_.find(ObjectOf(object));
      return posters != posters_.end() && ContainsSorted(posters->second, x.node);
    };
    return std::any_of(point.waited.begin(), point.waited.end(), posts) ||
           std::any_of(point.asked.begin(), point.asked.end(), posts);
  };
  return related(a, b) || related(b, a) || ArriveAtOneSemaphore(a, b);
}

bool WaitOrder::MayRelate(const SharedAccess& a, const SharedAccess& b) {
  auto may_relate = [&](const SharedAccess& x, const SharedAccess& y) {
    const ThreadPoint& point = PointOf(tree_, y);
    return ContainsSorted(anything_posters_, x.node) &&
           !(point.waited.empty() && point.asked.empty());
  };
  return may_relate(a, b) || may_relate(b, a);
}

bool WaitOrder::ArriveAtOneSemaphore(const SharedAccess& a, const SharedAccess& b) {
  const ThreadPoint &p = PointOf(tree_, a), &q = PointOf(tree_, b);
  return std::any_of(p.waited.begin(), p.waited.end(), [&](TermId waited) {
    const auto count = counts_.find(ObjectOf(waited));
    if (count == counts_.end() || !ContainsSorted(q.waited, waited)) return false;
    const auto at_first = tree_.terms().ConstantValue(count->second);
    return !barriers_.contains(count->first) && at_first && *at_first < 2;
  });
}

bool WaitOrder::MayPost(const ThreadPoint& point, TermId object) {
  return MayInclude(point.posted, object) ||
         std::any_of(point.posted.begin(), point.posted.end(),
                     [&](TermId t) { return tree_.terms().IsAny(t); });
}

bool WaitOrder::MayInclude(const std::vector<TermId>& terms, TermId object) {
  return std::any_of(terms.begin(), terms.end(), [&](TermId t) {
    return ContainsSorted(tree_.points_to().Resolve(t), object);
  });
}

// Whether a thread that meets others there makes the access before that. Who comes last to a
// condition, wakes the others and still holds their lock, lets them go on only after that.
bool WaitOrder::IsBefore(const SharedAccess& a, TermId object) {
  if (!Meets(a, object)) return false;
  const ThreadPoint& point = PointOf(tree_, a);
  if (MayInclude(point.waited, object)) return false;
  if (!MayInclude(point.asked, object)) return true;
  return !MayInclude(point.met, object) &&
         std::any_of(point.held.begin(), point.held.end(),
                     [](const HeldLock& lock) { return lock.certain; });
}

// Whether b comes after a meeting of both threads, or after one of those that come after a meeting
// with a's thread, and a comes before it.
bool WaitOrder::IsBeforeMeeting(const SharedAccess& a, const SharedAccess& b) {
  const ThreadPoint& point = PointOf(tree_, b);
  const auto follows = [&](TermId met) {
    const std::vector<TermId>& objects = tree_.points_to().Resolve(met);
    return std::any_of(objects.begin(), objects.end(), [&](TermId object) {
      if (!Meets(b, object)) return false;
      return std::any_of(meetings_.begin(), meetings_.end(), [&](const auto& first) {
        return (first.first == object || in_turn_.contains({first.first, object})) &&
               IsBefore(a, first.first);
      });
    });
  };
  return std::any_of(point.waited.begin(), point.waited.end(), follows) ||
         std::any_of(point.asked.begin(), point.asked.end(), follows);
}

bool WaitOrder::IsMeetingBetween(const SharedAccess& a, const SharedAccess& b) {
  return !meetings_.empty() && (IsBeforeMeeting(a, b) || IsBeforeMeeting(b, a));
}

std::string ExplainOverlap(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                           const Parallelism& parallelism) {
  auto entry = [&](uint32_t node) {
    return tree.program().definitions()[tree.nodes()[node].definition].display_name();
  };
  auto call = [&](uint32_t node) { return absl::StrCat(entry(node), "()"); };
  if (!parallelism.together && parallelism.across != kNothing) {
    const std::string several = call(parallelism.across);
    return a.node == b.node && a.node == parallelism.across
               ? absl::StrCat("several threads run ", several, " at the same time")
               : absl::StrCat("several threads run ", several,
                              " at the same time, each with what it starts");
  }
  if (a.node == b.node) return "";
  if (tree.IsAncestor(a.node, b.node) || tree.IsAncestor(b.node, a.node)) {
    const bool a_above = tree.IsAncestor(a.node, b.node);
    const uint32_t above = a_above ? a.node : b.node, below = a_above ? b.node : a.node;
    return absl::StrCat("the thread running ", call(below), " was started before the access in ",
                        call(above), "'s thread and has not been joined there");
  }
  return absl::StrCat("the threads running ", call(a.node), " and ", call(b.node),
                      " are both started before either is joined");
}

}  // namespace plait
