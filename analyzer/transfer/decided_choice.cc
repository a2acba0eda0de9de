#include "analyzer/transfer/decided_choice.h"

#include "summaries/sorted_sets.h"

namespace plait {

TermId DecideChoice(Frame& frame, State* state, AtomId choice, bool is_null) {
  TermTable& terms = frame.terms;
  const Choice& options = terms.ChoiceOf(choice);
  if (options.open || options.options.size() != 2 || !ContainsSorted(options.options, kZero)) {
    return kNothing;
  }
  const TermId pointer = options.options[options.options[0] == kZero ? 1 : 0];
  const AtomId base = terms.Base(pointer);
  if (base == kNothing || terms.atom(base).kind == AtomKind::kPhi) return kNothing;
  const TermId decided = is_null ? kZero : pointer;
  const auto apply = [&](TermId* term) {
    if (*term == kNothing || !terms.Mentions(*term, choice)) return;
    const TermId named =
        terms.Substitute(*term, [&](AtomId atom) { return atom == choice ? decided : kNothing; });
    if (!is_null) {
      const auto behind = terms.ConstantDifference(named, pointer);
      if (behind) frame.reaches.Note(named, frame.reaches.Of(pointer).MovedBy(*behind));
    }
    *term = named;
  };
  for (TermId& r : state->registers) apply(&r);
  for (Cell& cell : state->cells) {
    apply(&cell.address);
    apply(&cell.value);
  }
  for (HeldLock& lock : state->point.held) apply(&lock.lock);
  return is_null ? static_cast<TermId>(kNothing) : pointer;
}

}  // namespace plait
