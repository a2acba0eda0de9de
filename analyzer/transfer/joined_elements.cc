#include "analyzer/transfer/joined_elements.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/memory.h"
#include "summaries/region.h"

namespace plait {
namespace {

// Of terms that stand for the same in the whole procedure, and that its callers know.
constexpr uint32_t kOfCaller =
    TermTable::KindBit(AtomKind::kFormal) | TermTable::KindBit(AtomKind::kInitial) |
    TermTable::KindBit(AtomKind::kGlobal) | TermTable::KindBit(AtomKind::kBound);

bool IsOfCaller(const TermTable& terms, TermId term) {
  return (terms.KindsIn(term) & ~kOfCaller) == 0;
}

int64_t StepOf(const TermTable& terms, TermId elements) {
  for (const Part& part : terms.term(elements).parts) {
    if (terms.atom(part.atom).kind == AtomKind::kBound) return part.coefficient;
  }
  return 0;
}

AtomId Element(TermTable& terms, TermId elements, uint32_t width) {
  Atom atom;
  atom.kind = AtomKind::kInitial;
  atom.index = width;
  atom.argument = elements;
  return terms.InternAtom(atom);
}

void JoinHandle(Frame& frame, TermId handle, Point* point) {
  TermTable& terms = frame.terms;
  const AtomId base = terms.Base(handle);
  if (base == kNothing || terms.atom(base).kind != AtomKind::kThread) {
    point->joined_unknown |= !terms.ConstantValue(handle);
    return;
  }
  Atom thread = terms.atom(base);
  const TermId instance = thread.argument;
  thread.argument = kZero;
  AddJoined(frame, point, {terms.InternAtom(thread), instance, terms.AddConstant(instance, 1)});
}

// Whether all threads of that token that may be there at the call have numbers below `end`, from
// `low` on: that others have ended, too, may be said of none.
bool AreAllLive(const State& at_call, AtomId token, TermId low, TermId end) {
  return absl::c_any_of(at_call.point.live,
                        [&](const ThreadRange& live) {
                          return live.token == token && live.low == low && live.high == end;
                        }) &&
         absl::c_none_of(at_call.point.live, [&](const ThreadRange& live) {
           return live.token == token && (live.low != low || live.high != end);
         });
}

// Elements with the numbers low <= k < high at `elements` are those of a region with these
// handles, which nothing has changed since.
bool JoinRegion(Frame& frame, const State& at_call, const Cell& region, TermId high, Point* point) {
  TermTable& terms = frame.terms;
  const AtomId base = terms.Base(region.value);
  if (base == kNothing || terms.atom(base).kind != AtomKind::kThread) return false;
  Atom thread = terms.atom(base);
  const TermId numbers = std::exchange(thread.argument, kZero);
  const AtomId token = terms.InternAtom(thread);
  const TermId low = AtIndex(terms, numbers, region.low);
  const TermId end = AtIndex(terms, numbers, high);
  const bool is_inside = high == region.high ||
                         Decide(frame, at_call, Relation::kLessEqual, high, region.high) == true ||
                         AreAllLive(at_call, token, low, AtIndex(terms, numbers, region.high));
  if (!is_inside) return false;
  // One thread an element, counting up.
  if (terms.Subtract(end, low) != terms.Subtract(high, region.low)) return false;
  AddJoined(frame, point, {token, low, end});
  return true;
}

}  // namespace

TermId AsStored(const TermTable& terms, TermId value) {
  const Term& term = terms.term(value);
  if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) return value;
  const Choice& choice = terms.ChoiceOf(term.parts[0].atom);
  TermId kept = kNothing;
  bool changed = false;
  for (TermId option : choice.options) {
    const Term& o = terms.term(option);
    const bool shared = o.constant == 0 && o.parts.size() == 1 &&
                        terms.atom(o.parts[0].atom).kind == AtomKind::kShared;
    changed |= shared;
    if (!shared) kept = kept == kNothing ? option : value;
  }
  return changed && !choice.open && kept != kNothing ? kept : value;
}

bool JoinElementOfTurn(Frame& frame, Point* point, TermId handle) {
  TermTable& terms = frame.terms;
  const AtomId iteration = frame.CurrentIteration();
  const Term term = terms.term(handle);
  if (iteration == kNothing || term.constant != 0 || term.parts.size() != 1 ||
      term.parts[0].coefficient != 1) {
    return false;
  }
  const Atom element = terms.atom(term.parts[0].atom);
  if (element.kind != AtomKind::kInitial || !terms.Mentions(element.argument, iteration)) {
    return false;
  }
  const TermId bound = BoundIndex(terms);
  const TermId elements = terms.Substitute(
      element.argument, [&](AtomId atom) { return atom == iteration ? bound : kNothing; });
  if (!IsOfCaller(terms, elements) || StepOf(terms, elements) == 0) return false;
  const TermId turn = terms.Of(iteration);
  AddJoined(frame, point,
            {Element(terms, elements, element.index), turn, terms.AddConstant(turn, 1)});
  return true;
}

void CountInBytes(Frame& frame, const LoopEnd& end, TermId turns, ThreadRange* range) {
  TermTable& terms = frame.terms;
  if (end.step == 0 || !AreElements(terms, *range) || range->low != kZero || range->high != turns) {
    return;
  }
  const Atom element = terms.atom(range->token);
  const bool is_dense = StepOf(terms, element.argument) == end.step && element.index == end.step;
  if (!is_dense || !IsOfCaller(terms, end.steps)) return;
  const TermId bytes = terms.Add(AtIndex(terms, element.argument, kZero), BoundIndex(terms));
  range->token = Element(terms, bytes, element.index);
  range->high = end.steps;
}

void JoinElements(Frame& frame, const State& at_call, TermId elements, uint32_t width, TermId low,
                  TermId high, Point* point) {
  constexpr int64_t kMaxSingle = 64;
  TermTable& terms = frame.terms;
  high = AsStored(terms, high);
  if (const AtomId array = terms.Base(elements); array != kNothing) {
    const TermId loaded = terms.Of(array);
    elements = terms.Add(terms.Subtract(elements, loaded), AsStored(terms, loaded));
  }
  const TermId first = AtIndex(terms, elements, kZero);
  const int64_t step = StepOf(terms, elements);
  for (size_t i = 0; i < at_call.cells.size(); ++i) {
    const Cell region = at_call.cells[i];
    const bool is_there = region.is_region() && region.width == width && region.low == low &&
                          AtIndex(terms, region.address, kZero) == first;
    if (!is_there) continue;
    const bool is_overwritten = std::any_of(
        at_call.cells.begin() + i + 1, at_call.cells.end(),
        [&](const Cell& later) { return terms.Base(later.address) == terms.Base(region.address); });
    const int64_t region_step = StepOf(terms, region.address);
    TermId end = high;
    if (step != region_step) {
      if (step != 1 || region_step != width || low != kZero) break;
      const std::optional<TermId> count = DividedBy(terms, high, width);
      if (!count) break;
      end = *count;
    }
    if (is_overwritten || !JoinRegion(frame, at_call, region, end, point)) break;
    return;
  }
  const auto from = terms.ConstantValue(low), to = terms.ConstantValue(high);
  const int64_t stride = step == 1 ? width : 1;
  if (from && to && stride > 0 && (*to - *from) / stride <= kMaxSingle) {
    for (int64_t k = *from; k < *to; k += stride) {
      const TermId address = AtIndex(terms, elements, terms.Constant(k));
      JoinHandle(frame, LoadCell(frame, at_call, address, width, /*is_pointer=*/false), point);
    }
  } else if (IsOfCaller(terms, elements) && IsOfCaller(terms, low) && IsOfCaller(terms, high)) {
    AddJoined(frame, point, {Element(terms, elements, width), low, high});
  } else {
    point->joined_unknown = true;
  }
}

}  // namespace plait
