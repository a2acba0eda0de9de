#include "summaries/access_set.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Those of each turn of a loop that was taken apart.
constexpr size_t kMaxOfOnePlace = 12;
// Where there are many places, fewer are kept of each: better some of every place than all of one.
constexpr size_t kManyAccesses = 500;
constexpr size_t kMaxOfOnePlaceOfMany = 2;
constexpr size_t kShareOfWritesAlone = 4;  // at least one in so many of all

bool HoldsNoMore(const std::vector<HeldLock>& p, const std::vector<HeldLock>& q) {
  return std::all_of(p.begin(), p.end(), [&](const HeldLock& lock) {
    return std::any_of(q.begin(), q.end(), [&](const HeldLock& other) {
      return other.lock == lock.lock && other.kind == lock.kind && other.number == lock.number &&
             other.certain >= lock.certain &&
             other.certain_unless_failed() >= lock.certain_unless_failed() &&
             other.mode >= lock.mode && other.is_doubtful <= lock.is_doubtful;
    });
  });
}

using Kept = absl::InlinedVector<uint32_t, 2>;  // numbers of accesses

// Accesses that can stand for each other, if their situations allow.
using PlaceKey = std::tuple<TermId, uint32_t, uint32_t, TermId, TermId, TermId, int8_t, uint32_t>;

// `starts_threads`: the procedure that the access is of.
PlaceKey KeyOf(const Access& a, bool starts_threads) {
  // Each number counts: of claims, and of flags that others wait for.
  const bool is_told = a.is_announced && a.kind == AccessKind::kWrite;
  const bool keeps_value = a.claims || a.found != kNothing || is_told;
  return {a.address, a.width,
          static_cast<uint32_t>(a.kind) * 131072 + a.counts_from_none * 65536u +
              a.makes_odd * 32768u + a.is_by_owner * 16384u + a.leads_on * 8192u +
              a.may_be_kept * 4096u + a.is_unwinding * 2048u + a.is_picked * 1024u +
              a.LeavesNumber() * 512u + a.is_relaxed * 256u + a.is_chosen * 128u + a.claims * 64u +
              a.is_failing * 32u + a.is_intended * 16u + a.is_atomic * 8u + a.is_published * 4u +
              a.is_certain * 2u + a.is_guessed,
          a.found, keeps_value ? a.value : static_cast<TermId>(kNothing),
          is_told ? a.added : static_cast<TermId>(kNothing), is_told ? a.step : int8_t{0},
          // Who starts threads may count them: one step for each.
          is_told && a.step != 0 && starts_threads ? a.origin.instruction + 1 : 0};
}

// Every thread that has ended at `q` was started at `p` too: before that, what it leaves running
// does not run.
bool KnowsThreadsOf(const Point& p, const Point& q) {
  return std::all_of(q.joined.begin(), q.joined.end(), [&](const ThreadRange& ended) {
    return ContainsSorted(p.joined, ended) ||
           std::any_of(p.live.begin(), p.live.end(),
                       [&](const ThreadRange& live) { return live.token == ended.token; });
  });
}

bool IsAlone(const Summary& summary, const Access& access) {
  return plait::IsAlone(summary.points[access.point]);
}

// Whether one of the spans says how far both reach.
bool HaveOneSpan(const TermTable& terms, const Access& a, const Access& b) {
  if (a.first == kNothing || b.first == kNothing) return true;
  return terms.ConstantDifference(a.first, b.first) && terms.ConstantDifference(a.end, b.end);
}

// What `kept` says of the written value and its bytes has to hold for `gone` too.
void StandFor(const Summary& summary, const Access& gone, Access* kept) {
  const TermTable& terms = summary.terms;
  if (kept->value != gone.value) kept->value = kNothing;
  if (kept->added != gone.added) kept->added = kNothing;
  if (kept->copied_from != gone.copied_from) kept->copied_from = kNothing;
  if (kept->in_elements != gone.in_elements) kept->in_elements.clear();
  if (kept->step != gone.step) {
    kept->step = 0;
    kept->is_update = false;
  }
  if (kept->first != gone.first || kept->end != gone.end) {
    const bool known = kept->first != kNothing && gone.first != kNothing;
    const auto below = known ? terms.ConstantDifference(gone.first, kept->first) : std::nullopt;
    const auto above = known ? terms.ConstantDifference(gone.end, kept->end) : std::nullopt;
    if (!below || !above) {
      kept->first = kept->end = kNothing;
    } else {
      if (*below < 0) kept->first = gone.first;
      if (*above > 0) kept->end = gone.end;
    }
  }
  kept->is_announced &= gone.is_announced;
  kept->is_update &= gone.is_update;
  kept->is_also_alone |= gone.is_also_alone || (gone.kind == AccessKind::kWrite &&
                                                !IsAlone(summary, *kept) && IsAlone(summary, gone));
}

}  // namespace

namespace {

// Whether the sizes of the sets alone say that IsAsExposed does not hold.
bool CannotBeAsExposed(const Point& p, const Point& q) {
  return p.gates.size() > q.gates.size() || p.observed.size() > q.observed.size() ||
         p.conditions.size() > q.conditions.size() ||
         (!p.announced_any && q.announced.size() > p.announced.size()) ||
         q.released.size() > p.released.size() || q.live.size() > p.live.size() ||
         p.joined.size() > q.joined.size() || p.changes.size() > q.changes.size() ||
         p.foreign.size() > q.foreign.size() || p.asked.size() > q.asked.size() ||
         p.met.size() > q.met.size() || p.contended.size() > q.contended.size() ||
         p.ends.size() > q.ends.size() || p.counts.size() > q.counts.size();
}

}  // namespace

bool IsAsExposed(const Point& p, const Point& q) {
  return HoldsNoMore(p.held, q.held) && IsSubset(q.released, p.released) &&
         IsSubset(q.live, p.live) && IsSubset(p.joined, q.joined) && KnowsThreadsOf(p, q) &&
         IsSubset(p.joined_handles, q.joined_handles) && IsSubset(p.waited, q.waited) &&
         IsSubset(q.posted, p.posted) && IsSubset(p.asked, q.asked) && IsSubset(p.met, q.met) &&
         IsSubset(p.gates, q.gates) && IsSubset(p.changes, q.changes) &&
         IsSubset(p.foreign, q.foreign) && IsSubset(p.conditions, q.conditions) &&
         IsSubset(p.observed, q.observed) && p.announced_any >= q.announced_any &&
         IsSubset(p.contended, q.contended) && IsSubset(p.ends, q.ends) &&
         IsSubset(p.counts, q.counts) && p.arrivals == q.arrivals &&
         (p.announced_any || IsSubset(q.announced, p.announced)) &&
         p.joined_unknown <= q.joined_unknown && p.joined_on_some <= q.joined_on_some &&
         p.is_in_child <= q.is_in_child;
}

bool IsAlone(const Point& point) { return point.live.empty() && point.joined.empty(); }

int Remoteness(const TermTable& terms, TermId address) {
  const AtomId base = terms.Base(address);
  if (base == kNothing) return 100;
  const Atom& atom = terms.atom(base);
  int rank = 10 * terms.Depth(address) + static_cast<int>(terms.term(address).parts.size());
  if (atom.kind == AtomKind::kPhi) rank += 15;
  return rank;
}

namespace {

// Of the accesses that are such, keeps the `count` nearest ones, and returns how many there are
// then. Lowers the bound to the remoteness of the nearest one that goes.
template <typename IsOne>
size_t KeepNearest(const TermTable& terms, size_t count, const IsOne& is_one,
                   std::vector<Access>* accesses, int* bound) {
  std::vector<int> sorted;
  for (const Access& access : *accesses) {
    if (is_one(access)) sorted.push_back(Remoteness(terms, access.address));
  }
  if (sorted.size() <= count) return sorted.size();
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<ptrdiff_t>(count), sorted.end());
  const int limit = sorted[count];
  size_t at_limit =
      count - std::count_if(sorted.begin(), sorted.end(), [&](int r) { return r < limit; });
  std::erase_if(*accesses, [&](const Access& access) {
    if (!is_one(access)) return false;
    const int remoteness = Remoteness(terms, access.address);
    if (remoteness != limit) return remoteness > limit;
    if (at_limit == 0) return true;
    --at_limit;
    return false;
  });
  *bound = std::min(*bound, limit);
  return count;
}

}  // namespace

void ReduceAccesses(Summary* summary, size_t limit, AccessBounds* bounds) {
  std::vector<Access>& accesses = summary->accesses;
  const std::vector<Point>& points = summary->points;
  absl::flat_hash_map<PlaceKey, Kept> kept_at;  // indices of those that stay
  kept_at.reserve(accesses.size());
  std::vector<bool> stays(accesses.size(), false);
  const bool starts_threads = !summary->spawns.empty();
  // Many accesses share few points.
  absl::flat_hash_map<std::pair<PointId, PointId>, bool> exposed;
  auto is_as_exposed = [&](PointId p, PointId q) {
    if (p == q) return true;
    if (CannotBeAsExposed(points[p], points[q])) return false;
    auto [it, inserted] = exposed.try_emplace({p, q});
    if (inserted) it->second = IsAsExposed(points[p], points[q]);
    return it->second;
  };
  auto drop_most_protected = [&](Kept* kept) {
    auto most_protected = std::max_element(kept->begin(), kept->end(), [&](uint32_t a, uint32_t b) {
      const Point &x = points[accesses[a].point], &y = points[accesses[b].point];
      // All are of one kind. What is written before there are threads they find.
      const bool is_write = accesses[a].kind == AccessKind::kWrite;
      return std::make_tuple(!is_write && plait::IsAlone(x), x.held.size(), x.gates.size(), a) <
             std::make_tuple(!is_write && plait::IsAlone(y), y.held.size(), y.gates.size(), b);
    });
    stays[*most_protected] = false;
    kept->erase(most_protected);
    ++summary->dropped_accesses;
  };
  for (uint32_t i = 0; i < accesses.size(); ++i) {
    const PointId here = accesses[i].point;
    Kept& kept = kept_at[KeyOf(accesses[i], starts_threads)];
    // The first in the text stands for its equals.
    constexpr size_t kMostSpans = 4;
    const bool keeps_spans = kept.size() < kMostSpans;
    const auto have_one_span = [&](uint32_t k) {
      return !keeps_spans || HaveOneSpan(summary->terms, accesses[k], accesses[i]);
    };
    auto covering = std::find_if(kept.begin(), kept.end(), [&](uint32_t k) {
      return is_as_exposed(accesses[k].point, here) && have_one_span(k);
    });
    if (covering != kept.end()) {
      StandFor(*summary, accesses[i], &accesses[*covering]);
      continue;
    }
    const auto worse = [&](uint32_t k) {
      if (!is_as_exposed(here, accesses[k].point) || !have_one_span(k)) return false;
      stays[k] = false;
      StandFor(*summary, accesses[k], &accesses[i]);
      return true;
    };
    kept.erase(std::remove_if(kept.begin(), kept.end(), worse), kept.end());
    kept.push_back(i);
    stays[i] = true;
    if (kept.size() > kMaxOfOnePlace) drop_most_protected(&kept);
  }
  if (std::count(stays.begin(), stays.end(), true) > static_cast<ptrdiff_t>(kManyAccesses)) {
    for (auto& [key, kept] : kept_at) {
      while (kept.size() > kMaxOfOnePlaceOfMany) drop_most_protected(&kept);
    }
  }
  std::vector<Access> rest;
  for (uint32_t i = 0; i < accesses.size(); ++i) {
    if (stays[i]) rest.push_back(accesses[i]);
  }
  if (rest.size() > limit) {
    const size_t at_first = rest.size();
    const auto keep = [&](size_t count, int* bound, auto is_one) {
      return KeepNearest(summary->terms, count, is_one, &rest, bound);
    };
    const auto is_alone = [&](const Access& access) { return IsAlone(*summary, access); };
    if (std::all_of(rest.begin(), rest.end(), is_alone)) {
      keep(limit, &bounds->writes_alone, is_alone);
      bounds->others_alone = std::min(bounds->others_alone, bounds->writes_alone);
    } else {
      const auto is_write = [&](const Access& a) { return a.kind == AccessKind::kWrite; };
      size_t left = limit;
      left -= keep(left, &bounds->beside_threads, [&](const Access& a) { return !is_alone(a); });
      left = std::max(left, limit / kShareOfWritesAlone);
      left -= keep(left, &bounds->writes_alone,
                   [&](const Access& a) { return is_alone(a) && is_write(a); });
      keep(left, &bounds->others_alone,
           [&](const Access& a) { return is_alone(a) && !is_write(a); });
    }
    summary->dropped_accesses += at_first - rest.size();
  }
  accesses = std::move(rest);
}

}  // namespace plait
