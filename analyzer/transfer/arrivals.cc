#include "analyzer/transfer/arrivals.h"

#include <initializer_list>

#include "absl/algorithm/container.h"

namespace plait {

namespace {

const Arrivals* FindArrivals(const std::vector<Arrivals>& all, TermId barrier) {
  const auto found =
      absl::c_find_if(all, [&](const Arrivals& known) { return known.barrier == barrier; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

void JoinArrivals(Frame& frame, uint32_t block, bool back_edge, std::vector<Arrivals>* a,
                  const std::vector<Arrivals>& b) {
  TermTable& terms = frame.terms;
  const auto count_of = [&](const std::vector<Arrivals>& all, TermId barrier) {
    const Arrivals* known = FindArrivals(all, barrier);
    if (known != nullptr) return known->count;
    return FindArrivals(all, terms.Any()) != nullptr ? terms.Any() : TermId{kZero};
  };
  std::vector<Arrivals> merged;
  for (const std::vector<Arrivals>* side :
       std::initializer_list<const std::vector<Arrivals>*>{a, &b}) {
    for (const Arrivals& known : *side) {
      if (FindArrivals(merged, known.barrier) != nullptr) continue;
      const Arrivals *x = FindArrivals(*a, known.barrier), *y = FindArrivals(b, known.barrier);
      Arrivals joined{known.barrier, terms.Any()};
      const TermId here = count_of(*a, known.barrier), there = count_of(b, known.barrier);
      const auto step = terms.ConstantDifference(there, here);
      if (here == there) {
        joined.count = here;
      } else if (back_edge && step && !terms.IsAny(here) &&
                 !terms.Mentions(here, frame.IterationOf(block))) {
        joined.count = terms.Add(here, terms.Multiply(terms.Of(frame.IterationOf(block)), *step));
      }
      if (x != nullptr && y != nullptr) {
        joined.is_last = x->is_last && y->is_last;
        if (x->told == y->told) joined.told = x->told;
      }
      merged.push_back(joined);
    }
  }
  SortArrivals(terms, &merged);
  *a = std::move(merged);
}

void SortArrivals(TermTable& terms, std::vector<Arrivals>* all) {
  absl::c_sort(*all);
  const bool is_sure =
      absl::c_none_of(*all, [&](const Arrivals& known) { return terms.IsAny(known.barrier); });
  const bool are_apart = absl::c_adjacent_find(*all, [](const Arrivals& x, const Arrivals& y) {
                           return x.barrier == y.barrier;
                         }) == all->end();
  if (is_sure && are_apart && all->size() <= kMaxArrivals) return;
  *all = {{terms.Any(), terms.Any()}};
}

void ForgetRounds(Frame& frame, State* state) {
  state->point.arrivals = {{frame.terms.Any(), frame.terms.Any()}};
  state->point.ends.clear();
  state->point.counts.clear();
  state->looks.clear();
}

void AddArrivals(Frame& frame, const Arrivals& more, Point* point) {
  TermTable& terms = frame.terms;
  // Which of several barriers it is may be another one in each turn.
  if (terms.MentionsKind(more.barrier, AtomKind::kIteration)) {
    point->arrivals = {{terms.Any(), terms.Any()}};
    return;
  }
  for (Arrivals& known : point->arrivals) {
    if (known.barrier != more.barrier) continue;
    const bool is_known = !terms.IsAny(known.count) && !terms.IsAny(more.count);
    known.count = is_known ? terms.Add(known.count, more.count) : terms.Any();
    if (terms.IsAny(known.count)) known.count = terms.Any();
    known.is_last = more.is_last;
    known.told = more.told;
    return;
  }
  point->arrivals.push_back(more);
  SortArrivals(terms, &point->arrivals);
}

void SettleLast(const State& state, Point* point) {
  for (Arrivals& known : point->arrivals) {
    if (known.told == kNothing) continue;
    const auto fact =
        absl::c_find_if(state.facts, [&](const Fact& told) { return told.atom == known.told; });
    known.is_last = fact != state.facts.end() && !fact->range.Includes(0);
    known.told = kNothing;
  }
}

}  // namespace plait
