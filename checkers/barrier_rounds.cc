// Rounds of threads that meet at a barrier again and again: all of them come to it, each as often
// as the others, and none goes on before all have come. So of two accesses by threads that have
// come through it m and n times, m < n, the first is made before that thread comes again, and the
// second after all have come once more.
#include <numeric>

#include "absl/algorithm/container.h"
#include "checkers/happens_in_parallel.h"

namespace plait {
namespace {

// What divides all that a count may differ by from its constant.
int64_t StepOf(const TermTable& terms, TermId count) {
  int64_t step = 0;
  for (const Part& part : terms.term(count).parts) step = std::gcd(step, part.coefficient);
  return step;
}

}  // namespace

std::optional<Arrivals> WaitOrder::ArrivalsAt(const ThreadPoint& point, TermId barrier) {
  TermTable& terms = tree_.terms();
  Arrivals sum{barrier, kZero};
  bool has_names = false;  // which of several names it came through by last is not known
  for (const Arrivals& known : point.arrivals) {
    const TermId object = ObjectOf(known.barrier);
    if (object != barrier) {
      if (terms.IsAny(known.barrier) || MayPost(known.barrier, barrier)) return std::nullopt;
      continue;
    }
    if (terms.IsAny(known.count)) return std::nullopt;
    sum.count = terms.Add(sum.count, known.count);
    sum.is_last = known.is_last && !has_names;
    has_names = true;
  }
  return sum;
}

bool WaitOrder::AreOfOtherRounds(const SharedAccess& a, const SharedAccess& b) {
  TermTable& terms = tree_.terms();
  if (a.node == b.node || !tree_.HasAllAccesses()) return false;
  const ThreadPoint& p = tree_.nodes()[a.node].points[a.point];
  const ThreadPoint& q = tree_.nodes()[b.node].points[b.point];
  return absl::c_any_of(barriers_, [&](TermId name) {
    const TermId barrier = ObjectOf(name);
    if (terms.IsAny(barrier) || !Posts(a.node, barrier) || !Posts(b.node, barrier) ||
        !WaitsForAll(barrier)) {
      return false;
    }
    const auto x = ArrivalsAt(p, barrier), y = ArrivalsAt(q, barrier);
    if (!x || !y) return false;
    const int64_t distance = terms.term(x->count).constant - terms.term(y->count).constant;
    const int64_t step = std::gcd(StepOf(terms, x->count), StepOf(terms, y->count));
    if (step == 0 ? distance != 0 : distance % step != 0) return true;
    // In each round one is told, and here each in that which it came through last.
    return x->is_last && y->is_last;
  });
}

}  // namespace plait
