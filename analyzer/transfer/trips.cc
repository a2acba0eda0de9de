#include "analyzer/transfer/trips.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/loop.h"

namespace plait {
namespace {

// step * i + rest RELATION 0 is tested in turn i.
struct CounterTest {
  Relation relation = Relation::kEqual;
  int64_t step = 0;
  TermId rest = kZero;
  bool truth = false;  // outcome for which the test was asked
};

bool MentionsLoop(const Frame& frame, uint32_t head, TermId term) {
  const Term& parts = frame.terms.term(term);
  return std::any_of(parts.parts.begin(), parts.parts.end(),
                     [&](const Part& part) { return IsMadeInLoop(frame, head, part.atom); });
}

// The test of every turn that `condition` is, of the innermost loop around `block`.
std::optional<CounterTest> TestOfCounter(Frame& frame, uint32_t block, TermId condition,
                                         bool truth) {
  TermTable& terms = frame.terms;
  const uint32_t head = frame.graph.LoopOf(block);
  if (head == FlowGraph::kNone) return std::nullopt;
  const auto& successors = frame.graph.successors(block);
  const bool every_turn =
      block == head || std::find(successors.begin(), successors.end(), head) != successors.end();
  const Term test = terms.term(condition);
  if (!every_turn || test.parts.size() != 1) return std::nullopt;
  const Atom comparison = terms.atom(test.parts[0].atom);
  if (comparison.kind != AtomKind::kComparison) return std::nullopt;
  if (test.parts[0].coefficient == -1 && test.constant == 1) {
    truth = !truth;
  } else if (test.parts[0].coefficient != 1 || test.constant != 0) {
    return std::nullopt;
  }
  const AtomId iteration = frame.IterationOf(head);
  Term rest = terms.term(comparison.argument);
  CounterTest result{static_cast<Relation>(comparison.index), 0, kZero, truth};
  for (size_t i = 0; i < rest.parts.size(); ++i) {
    if (rest.parts[i].atom != iteration) continue;
    result.step = rest.parts[i].coefficient;
    rest.parts.erase(rest.parts.begin() + i);
    break;
  }
  result.rest = terms.InternTerm(rest);
  if (result.step == 0 || terms.Mentions(result.rest, iteration) || terms.IsAny(result.rest)) {
    return std::nullopt;
  }
  for (const Part& part : rest.parts) {
    if (IsMadeInLoop(frame, head, part.atom)) return std::nullopt;
    const Atom& atom = terms.atom(part.atom);
    if (atom.kind == AtomKind::kInitial && MentionsLoop(frame, head, atom.argument)) {
      return std::nullopt;
    }
  }
  return result;
}

TermId ConstantTrips(TermTable& terms, const CounterTest& test, int64_t start) {
  const auto reached = [&](int64_t value) {
    return (test.relation == Relation::kLess ? value < 0 : value <= 0) == test.truth;
  };
  constexpr int64_t kMaxTrips = 1 << 20;
  int64_t low = 0, high = kMaxTrips;
  if (!reached(start + test.step * high)) return kNothing;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (reached(start + test.step * middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return terms.Constant(low);
}

TermId TurnsOf(TermTable& terms, const CounterTest& test) {
  // It came out as test.truth for the first time at i.
  const TermId up = terms.Subtract(kZero, test.rest);  // zero crossing for step 1
  const int64_t step = test.step;
  TermId trips = kNothing;
  if (test.relation == Relation::kEqual) {
    if (test.truth && (step == 1 || step == -1)) trips = step == 1 ? up : test.rest;
  } else if (test.relation == Relation::kLess) {
    if (!test.truth && step == 1) trips = up;
    if (test.truth && step == -1) trips = terms.AddConstant(test.rest, 1);
  } else {
    if (!test.truth && step == 1) trips = terms.AddConstant(up, 1);
    if (test.truth && step == -1) trips = test.rest;
  }
  if (trips == kNothing && test.relation != Relation::kEqual) {
    if (const auto start = terms.ConstantValue(test.rest)) {
      trips = ConstantTrips(terms, test, *start);
    }
  }
  if (trips == kNothing) return kNothing;
  if (auto constant = terms.ConstantValue(trips); constant && *constant < 0) return kZero;
  return trips;
}

bool IsLeftOnlyAt(const Frame& frame, uint32_t block) {
  const uint32_t head = frame.graph.LoopOf(block);
  for (uint32_t b = 0; b < frame.procedure.blocks.size(); ++b) {
    if (b == block || !frame.graph.InLoop(b, head)) continue;
    for (uint32_t to : frame.graph.successors(b)) {
      if (!frame.graph.InLoop(to, head)) return false;
    }
  }
  return true;
}

}  // namespace

LoopEnd EndOf(Frame& frame, uint32_t block, TermId condition, bool truth) {
  const std::optional<CounterTest> test = TestOfCounter(frame, block, condition, truth);
  if (!test) return {};
  const TermId turns = TurnsOf(frame.terms, *test);
  if (turns != kNothing || test->relation != Relation::kEqual || !test->truth) return {turns};
  const bool counts_up = test->step > 0;
  return {kNothing, std::abs(test->step),
          counts_up ? frame.terms.Subtract(kZero, test->rest) : test->rest};
}

void AssumeBelowBound(Frame& frame, uint32_t block, TermId condition, bool truth, State* state) {
  const std::optional<CounterTest> test = TestOfCounter(frame, block, condition, truth);
  if (!test || test->relation != Relation::kEqual || test->truth) return;
  TermTable& terms = frame.terms;
  // A pointer that is not to pass another moves by whole elements.
  const auto& parts = terms.term(test->rest).parts;
  const bool is_pointer = std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
    return BaseRank(terms.atom(part.atom)) > 0;
  });
  const int64_t step = std::abs(test->step);
  if ((step != 1 && !is_pointer) || !IsLeftOnlyAt(frame, block)) return;
  const TermId bound = test->step > 0 ? terms.Subtract(kZero, test->rest) : test->rest;
  const TermId turn = terms.Of(frame.IterationOf(frame.graph.LoopOf(block)));
  const TermId below = step == 1
                           ? Compare(frame, *state, Relation::kLess, turn, bound)
                           : Compare(frame, *state, Relation::kLessEqual,
                                     terms.Multiply(turn, step), terms.AddConstant(bound, -step));
  Assume(frame, state, below, true);
}

}  // namespace plait
