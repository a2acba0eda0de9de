#include "analyzer/transfer/found_count.h"

#include <cstdlib>

#include "analyzer/transfer/ring_end.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxFoundCounts = 4;

// Whether it may be the number that all are done at: each one that is kept sets the accesses behind
// it apart from others.
bool IsBound(const TermTable& terms, bool is_most, TermId bound) {
  if (const auto number = terms.ConstantValue(bound)) return is_most ? *number <= 0 : *number > 1;
  return !is_most && !terms.IsAny(bound) && !terms.MentionsKind(bound, AtomKind::kShared) &&
         !terms.MentionsKind(bound, AtomKind::kIteration);
}

}  // namespace

void AddFoundCount(Frame& frame, State* state, const FoundCount& count) {
  if (frame.terms.IsAny(count.cell) || !IsBound(frame.terms, count.is_most, count.bound)) return;
  if (state->point.counts.size() < kMaxFoundCounts) InsertSorted(&state->point.counts, count);
}

void FindCount(Frame& frame, State* state, Relation relation, TermId difference, bool truth) {
  // Who waits looks again and again.
  const bool waits = frame.graph.LoopOf(frame.block) != FlowGraph::kNone;
  if (!waits || state->looks.empty() || (relation == Relation::kEqual && !truth)) return;
  const Term told = frame.terms.term(difference);
  for (const Part& part : told.parts) {
    const Look* look = FindLook(*state, part.atom);
    if (look == nullptr || std::abs(part.coefficient) != 1) continue;
    // sign * found + rest is at most 0, or at least.
    const TermId number = frame.terms.Of(part.atom);
    TermId rest = frame.terms.Subtract(difference, frame.terms.Multiply(number, part.coefficient));
    int64_t slack = 0;  // of a strict relation
    if (relation == Relation::kLess && truth) slack = 1;
    if (relation == Relation::kLessEqual && !truth) slack = -1;
    rest = frame.terms.AddConstant(rest, slack);
    FoundCount count;
    count.cell = look->cell;
    count.width = look->width;
    count.bound = frame.terms.Multiply(rest, -part.coefficient);
    for (bool is_most : {false, true}) {
      const bool is_told =
          relation == Relation::kEqual || is_most == (truth == (part.coefficient > 0));
      count.is_most = is_most;
      if (is_told) AddFoundCount(frame, state, count);
    }
  }
}

}  // namespace plait
