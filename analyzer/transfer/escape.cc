#include "analyzer/transfer/escape.h"

#include <algorithm>

#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {

bool SameSite(const Atom& a, const Atom& b) {
  return a.kind == AtomKind::kHeap && b.kind == AtomKind::kHeap && a.name == b.name &&
         a.index == b.index && a.context == b.context;
}

bool MayBeOneObject(const TermTable& terms, const Atom& a, const Atom& b) {
  if (!SameSite(a, b)) return false;
  const auto difference = terms.ConstantDifference(a.argument, b.argument);
  return !difference || *difference == 0;
}

namespace {

// Whether it is the object that the loop around where such objects are made has made in its turn.
bool IsOfThisTurn(const Frame& frame, const Atom& object) {
  const Term& number = frame.terms.term(object.argument);
  if (number.constant != 0 || number.parts.size() != 1 || number.parts[0].coefficient != 1) {
    return false;
  }
  CallSite made = {object.name, object.index, object.context};
  while (made.parent != kNoContext) made = frame.terms.context(made.parent);
  const uint32_t block =
      made.procedure == frame.name ? frame.BlockOfSite(made.site) : FlowGraph::kNone;
  return block != FlowGraph::kNone &&
         frame.IsTurnOf(frame.graph.LoopOf(block), frame.terms.atom(number.parts[0].atom));
}

// Choices may lead back to themselves through what they point to; that deep nothing is known.
bool IsPrivateAt(const Frame& frame, const State& state, AtomId base, int depth) {
  if (base == kNothing || depth == 0) return false;
  const Atom& atom = frame.terms.atom(base);
  switch (atom.kind) {
    case AtomKind::kSlot:
    case AtomKind::kHeap: {
      if (ContainsSorted(state.escaped, base)) return false;
      // An escaped instance of unknown number may be any but the one just made.
      return std::none_of(state.escaped.begin(), state.escaped.end(), [&](AtomId other) {
        const Atom& o = frame.terms.atom(other);
        return MayBeOneObject(frame.terms, o, atom) &&
               !(frame.terms.IsAny(o.argument) && IsOfThisTurn(frame, atom));
      });
    }
    case AtomKind::kPhi: {
      const Choice& choice = frame.terms.ChoiceOf(base);
      if (choice.open || choice.options.empty()) return false;
      return std::all_of(choice.options.begin(), choice.options.end(), [&](TermId option) {
        const AtomId b = frame.terms.Base(option);
        return b == kNothing || b == base || IsPrivateAt(frame, state, b, depth - 1);
      });
    }
    case AtomKind::kInitial:
      // What a never written cell of a private object holds is no pointer to anything shared.
      return IsPrivateAt(frame, state, frame.terms.Base(atom.argument), depth - 1);
    default:
      return false;
  }
}

// Nothing that the procedure or a caller made and kept to itself is there: it was reached through
// memory that others see too, and what is stored there escapes as it is stored.
bool IsNeverPrivate(const Frame& frame, AtomId base, int depth) {
  if (base == kNothing) return true;
  if (depth == 0) return false;
  const Atom& atom = frame.terms.atom(base);
  switch (atom.kind) {
    case AtomKind::kUnknown:
    case AtomKind::kShared:
    case AtomKind::kResult:
    case AtomKind::kFunction:
    case AtomKind::kString:
    case AtomKind::kThread:
      return true;
    case AtomKind::kGlobal:
      return !frame.environment.IsThreadLocal(atom.name);
    case AtomKind::kInitial:
      return IsNeverPrivate(frame, frame.terms.Base(atom.argument), depth);
    case AtomKind::kPhi: {
      const Choice& choice = frame.terms.ChoiceOf(base);
      if (choice.options.empty()) return choice.open;
      return std::all_of(choice.bases.begin(), choice.bases.end(), [&](AtomId option) {
        return option == base || IsNeverPrivate(frame, option, depth - 1);
      });
    }
    default:
      return false;
  }
}

}  // namespace

bool IsPrivate(const Frame& frame, const State& state, AtomId base) {
  constexpr int kMaxDepth = 3;
  return IsPrivateAt(frame, state, base, kMaxDepth);
}

bool IsCertain(const Frame& frame, TermId value) {
  const AtomId base = frame.terms.Base(value);
  return (base != kNothing && IsObject(frame.terms.atom(base).kind)) ||
         WrittenNumber(frame, value) != kNothing;
}

namespace {

// Whether it may lie in the object: one of many may be known by no number any more.
bool IsCellOf(const Frame& frame, const Cell& cell, AtomId object) {
  const AtomId base = frame.terms.Base(cell.address);
  if (base == object || base == kNothing) return base == object;
  const Atom &a = frame.terms.atom(base), &b = frame.terms.atom(object);
  return MayBeOneObject(frame.terms, a, b) &&
         !(frame.terms.IsAny(a.argument) && IsOfThisTurn(frame, b));
}

// What the object that others can reach from now on holds, for as long as none of them changes it.
void Expose(Frame& frame, const State& state, AtomId object, const LeftByCallee* callee) {
  if (!frame.recording) return;
  TermTable& terms = frame.terms;
  const Atom& atom = terms.atom(object);
  if (atom.kind != AtomKind::kHeap && atom.kind != AtomKind::kSlot) return;
  if (!terms.term(atom.argument).is_constant()) return;  // one of many
  if (callee != nullptr && ContainsSorted(callee->exposed, object)) return;
  Exposure exposure;
  exposure.object = terms.Of(object);
  bool has_zeros = false, has_elements = frame.is_over_budget() || frame.has_lost_cells;
  for (const Cell& cell : state.cells) {
    if (terms.Base(cell.address) != object) continue;
    if (cell.is_region() || !terms.term(terms.Offset(cell.address)).is_constant()) {
      has_elements = true;
      continue;
    }
    const bool is_changed =
        callee != nullptr && std::find(callee->changed.begin(), callee->changed.end(),
                                       cell.address) != callee->changed.end();
    const bool is_known = IsCertain(frame, cell.value) && !is_changed;
    has_zeros |= IsZeros(cell);
    exposure.cells.push_back(
        {cell.address, cell.width, is_known ? cell.value : terms.Any(), kZero, kZero, Reach()});
  }
  // What is not known matters where it lies on top of zeros.
  std::erase_if(exposure.cells, [&](const CellEffect& cell) {
    return has_zeros && !has_elements ? false : terms.IsAny(cell.value) || IsZeros(cell);
  });
  frame.AddExposure(std::move(exposure));
}

}  // namespace

bool IsOfThread(const Frame& frame, AtomId base) {
  if (base == kNothing) return false;
  const Atom& atom = frame.terms.atom(base);
  return atom.kind == AtomKind::kGlobal && frame.environment.IsThreadLocal(atom.name);
}

bool IsShared(const Frame& frame, const State& state, AtomId base) {
  if (base == kNothing || ContainsSorted(state.shared, base)) return true;
  const Atom& atom = frame.terms.atom(base);
  switch (atom.kind) {
    case AtomKind::kSlot:
    case AtomKind::kHeap:
    case AtomKind::kFormal:
      return false;
    case AtomKind::kInitial:
      return IsShared(frame, state, frame.terms.Base(atom.argument));
    default:
      return true;
  }
}

void Escape(Frame& frame, State* state, TermId value, bool is_shared, const LeftByCallee* callee) {
  const AtomId base = frame.terms.Base(value);
  if (base == kNothing) return;
  const Atom atom = frame.terms.atom(base);
  if (IsOfThread(frame, base)) {
    frame.AddGap(GapKind::kUnknownAddress, "");  // each thread's own, but reachable from others now
  }
  if (atom.kind == AtomKind::kGlobal || atom.kind == AtomKind::kFunction ||
      atom.kind == AtomKind::kString || atom.kind == AtomKind::kThread) {
    return;
  }
  constexpr int kMaxDepth = 3;
  if (IsNeverPrivate(frame, base, kMaxDepth)) return;
  const bool is_new = InsertSorted(&state->escaped, base);
  const bool is_new_shared = is_shared && InsertSorted(&state->shared, base);
  if (!is_new && !is_new_shared) return;
  if (is_new) Expose(frame, *state, base, callee);
  if (atom.kind == AtomKind::kPhi) {
    const Choice choice = frame.terms.ChoiceOf(base);
    for (TermId option : choice.options) Escape(frame, state, option, is_shared, callee);
  }
  for (const Cell& cell : state->cells) {  // stay as they are
    if (!IsCellOf(frame, cell, base)) continue;
    if (frame.terms.Base(cell.value) == kNothing) continue;
    if (!cell.is_region()) {
      frame.AddPublished(cell.address, cell.value);
      Escape(frame, state, cell.value, is_shared, callee);
      continue;
    }
    // In each element lies what the region says of it, as if a loop had stored it here.
    const uint32_t here = frame.procedure.blocks.size() + frame.instruction;
    const TermId index = frame.terms.Of(frame.IterationOf(here));
    frame.AddPublished(AtIndex(frame.terms, cell.address, index),
                       AtIndex(frame.terms, cell.value, index));
    Escape(frame, state, AtIndex(frame.terms, cell.value, frame.terms.Any()), is_shared, callee);
  }
}

}  // namespace plait
