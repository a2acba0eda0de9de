#include "analyzer/transfer/joined_elements.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/loop.h"
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

// Threads whose handles a cell holds, or the elements of a region.
struct Handles {
  AtomId token = kNothing;
  TermId numbers = kZero;  // of the bound index
};

// One thread an element, counting up; no token if they are not.
Handles HandlesIn(TermTable& terms, const Cell& cell) {
  const AtomId base = terms.Base(cell.value);
  if (base == kNothing || terms.atom(base).kind != AtomKind::kThread ||
      terms.Offset(cell.value) != kZero) {
    return {};
  }
  Atom thread = terms.atom(base);
  const TermId numbers = std::exchange(thread.argument, kZero);
  if (cell.is_region() && StepOf(terms, numbers) != 1) return {};
  return {terms.InternAtom(thread), numbers};
}

bool IsFixed(Frame& frame, uint32_t head, TermId term) {
  const AtomId iteration = frame.IterationOf(head);
  return !frame.terms.AnyAtomIn(term, [&](AtomId atom) {
    return atom == iteration || frame.terms.atom(atom).kind == AtomKind::kAny ||
           IsMadeInLoop(frame, head, atom);
  });
}

// Whether the number is not negative. That there are so many elements of a region may be used: of
// an empty one nothing is said.
bool IsNeverNegative(Frame& frame, const State& state, TermId number, TermId elements) {
  const TermTable& terms = frame.terms;
  if (Decide(frame, state, Relation::kLessEqual, kZero, number) == true) return true;
  const Term& count = terms.term(elements);
  const Term& asked = terms.term(number);
  if (count.parts.size() != 1 || asked.parts.size() != 1 ||
      count.parts[0].atom != asked.parts[0].atom || count.parts[0].coefficient <= 0) {
    return false;
  }
  // factor * (elements >= 1) and what is left.
  const int64_t factor = asked.parts[0].coefficient / count.parts[0].coefficient;
  const auto rest = frame.terms.ConstantDifference(number, frame.terms.Multiply(elements, factor));
  return rest && factor >= 0 && *rest >= -factor;
}

// Whether all that the cell, or its region, holds lies at elements with numbers from `low` on and
// less than `high`.
bool AreCovered(Frame& frame, const State& state, const Cell& cell, TermId elements, TermId low,
                TermId high) {
  TermTable& terms = frame.terms;
  const int64_t step = StepOf(terms, elements);
  const int64_t stride = StepOf(terms, cell.address);
  const TermId count = cell.is_region() ? terms.Subtract(cell.high, cell.low) : terms.Constant(1);
  if (step == 0 || stride % step != 0 || terms.Base(cell.address) != terms.Base(elements)) {
    return false;
  }
  const TermId of_first = AtIndex(terms, cell.address, cell.low);
  const std::optional<TermId> first =
      DividedBy(terms, terms.Subtract(of_first, AtIndex(terms, elements, kZero)), step);
  if (!first) return false;
  const TermId last =
      terms.Add(*first, terms.Multiply(terms.AddConstant(count, -1), stride / step));
  const bool counts_up = stride / step >= 0;
  const TermId least = counts_up ? *first : last, most = counts_up ? last : *first;
  return IsNeverNegative(frame, state, terms.Subtract(least, low), count) &&
         IsNeverNegative(frame, state, terms.Subtract(terms.AddConstant(high, -1), most), count);
}

void JoinCell(Frame& frame, const Cell& cell, Point* point) {
  TermTable& terms = frame.terms;
  const Handles handles = HandlesIn(terms, cell);
  const TermId low = AtIndex(terms, handles.numbers, cell.low);
  const TermId high =
      cell.is_region() ? AtIndex(terms, handles.numbers, cell.high) : terms.AddConstant(low, 1);
  AddJoined(frame, point, {handles.token, low, high});
}

// Joins the threads whose handles lie at the elements when these are in several regions and cells.
// Returns whether that are all elements.
bool JoinAllCells(Frame& frame, const State& at_call, TermId elements, uint32_t width, TermId low,
                  TermId high, Point* point) {
  TermTable& terms = frame.terms;
  TermId left = terms.Subtract(high, low);
  for (const Cell& cell : at_call.cells) {
    if (terms.Base(cell.address) != terms.Base(elements) || cell.width != width ||
        HandlesIn(terms, cell).token == kNothing ||
        !AreCovered(frame, at_call, cell, elements, low, high)) {
      continue;
    }
    JoinCell(frame, cell, point);
    left = terms.Subtract(
        left, cell.is_region() ? terms.Subtract(cell.high, cell.low) : terms.Constant(1));
  }
  return left == kZero;
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

namespace {

// The same of each part of a sum, as of the distance from one pointer to another one.
TermId SumAsStored(TermTable& terms, TermId value) {
  const Term sum = terms.term(value);
  TermId stored = terms.Constant(sum.constant);
  for (const Part& part : sum.parts) {
    const TermId one = AsStored(terms, terms.Of(part.atom));
    stored = terms.Add(stored, terms.Multiply(one, part.coefficient));
  }
  return stored;
}

}  // namespace

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

void JoinCellsOfTurn(Frame& frame, State* state, TermId handle) {
  constexpr int kMostCells = 8;
  TermTable& terms = frame.terms;
  const AtomId iteration = frame.CurrentIteration();
  const AtomId choice = terms.Base(handle);
  if (iteration == kNothing || choice == kNothing || terms.Of(choice) != handle) return;
  const auto loaded = frame.loaded_handles.find(choice);
  if (loaded == frame.loaded_handles.end()) return;
  const uint32_t head = frame.graph.LoopOf(frame.block);
  const TermId bound = BoundIndex(terms), turn = terms.Of(iteration);
  const TermId elements = terms.Substitute(
      loaded->second.address, [&](AtomId atom) { return atom == iteration ? bound : kNothing; });
  if (StepOf(terms, elements) == 0 || !IsFixed(frame, head, elements)) return;
  const std::vector<TermId> options = terms.ChoiceOf(choice).options;
  int cells = 0;
  for (size_t i = 0; i < state->cells.size() && cells < kMostCells; ++i) {
    const Cell cell = state->cells[i];
    if (terms.Base(cell.address) != terms.Base(elements) || cell.width != loaded->second.width) {
      continue;
    }
    const Handles handles = HandlesIn(terms, cell);
    const bool is_loaded = absl::c_any_of(options, [&](TermId option) {
      const AtomId base = terms.Base(option);
      if (base == kNothing || handles.token == kNothing) return false;
      Atom token = terms.atom(base);
      token.argument = kZero;
      return terms.InternAtom(token) == handles.token;
    });
    const bool is_fixed =
        absl::c_all_of(std::initializer_list<TermId>{cell.address, cell.value, cell.low, cell.high},
                       [&](TermId term) { return IsFixed(frame, head, term); });
    if (handles.token == kNothing || !is_loaded || !is_fixed) continue;
    ++cells;
    AddJoined(frame, &state->point,
              {frame.JoinedCellAtom({elements, cell}), turn, terms.AddConstant(turn, 1)});
  }
}

void JoinCoveredCells(Frame& frame, State* state) {
  const auto is_of_cell = [&](const ThreadRange& range) {
    return frame.FindJoinedCell(range.token) != nullptr;
  };
  std::vector<ThreadRange> ranges;
  absl::c_copy_if(state->point.joined, std::back_inserter(ranges), is_of_cell);
  std::erase_if(state->point.joined, is_of_cell);
  for (const ThreadRange& range : ranges) {
    const Frame::JoinedCell joined = *frame.FindJoinedCell(range.token);
    if (AreCovered(frame, *state, joined.handles, joined.elements, range.low, range.high)) {
      JoinCell(frame, joined.handles, &state->point);
    }
  }
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
  high = SumAsStored(terms, high);
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
  if (JoinAllCells(frame, at_call, elements, width, low, high, point)) return;
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
