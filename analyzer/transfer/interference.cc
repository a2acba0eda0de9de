#include "analyzer/transfer/interference.h"

#include <algorithm>

#include "analyzer/transfer/escape.h"
#include "summaries/sorted_sets.h"

namespace plait {

bool IsUnchanging(const Frame& frame, AtomId base) {
  const Atom& atom = frame.terms.atom(base);
  if (atom.kind == AtomKind::kString) return true;
  if (atom.kind != AtomKind::kGlobal) return false;
  return frame.environment.IsThreadLocal(atom.name) || frame.environment.IsConstant(atom.name) ||
         frame.environment.IsStable(atom.name, frame.name);
}

TermId WithInterference(Frame& frame, const State& state, const Cell& cell, TermId address,
                        TermId value) {
  const AtomId base = frame.terms.Base(address);
  if (cell.epoch >= state.epoch || base == kNothing || IsPrivate(frame, state, base)) return value;
  if (IsUnchanging(frame, base)) return value;
  const AtomId target = frame.terms.Base(value);
  if (target != kNothing && frame.terms.atom(target).kind == AtomKind::kThread) {
    // Handles are written once in all but broken programs; taking them for changed at every join
    // would leave no thread certainly joined.
    if (frame.recording) InsertSorted(&frame.summary.stable, address);
    return value;
  }
  Atom shared;
  shared.kind = AtomKind::kShared;
  shared.is_pointer = cell.is_pointer;
  shared.index = cell.width;
  shared.argument = address;
  const TermId either =
      frame.Choose(Frame::PhiTag::kShared, state.epoch, {.term = address, .other = value}, value,
                   frame.terms.Of(shared), cell.is_pointer);
  frame.NoteLoaded(either, address, cell.width);
  return either;
}

namespace {

// Whether all that is stored there is published, whatever the caller's memory is: callers drop what
// is stored in memory that they keep to themselves.
bool IsForAll(const Frame& frame, const State& state, AtomId base) {
  if (base == kNothing) return false;
  const AtomKind kind = frame.terms.atom(base).kind;
  const bool is_named = kind == AtomKind::kGlobal || kind == AtomKind::kHeap ||
                        kind == AtomKind::kInitial || kind == AtomKind::kShared;
  return is_named && IsShared(frame, state, base) && !IsPrivate(frame, state, base) &&
         !IsUnchanging(frame, base);
}

}  // namespace

bool IsWhatAnyoneStored(const Frame& frame, const State& state, const Cell& cell, TermId address) {
  if (!cell.is_pointer || cell.epoch >= state.epoch) return false;
  const TermTable& terms = frame.terms;
  const AtomId base = terms.Base(cell.address), value = terms.Base(cell.value);
  const bool is_choice = terms.atom(base).kind == AtomKind::kPhi;
  if (!IsForAll(frame, state, is_choice ? terms.Base(address) : base)) return false;
  const auto is_other = [&](AtomId id) {
    const AtomKind k = id == kNothing ? AtomKind::kInitial : terms.atom(id).kind;
    return k == AtomKind::kThread || k == AtomKind::kUnknown;
  };
  if (value == kNothing) return true;
  if (terms.atom(value).kind != AtomKind::kPhi) return !is_other(value);
  return std::none_of(terms.ChoiceOf(value).bases.begin(), terms.ChoiceOf(value).bases.end(),
                      is_other);
}

TermId OrWhatAnyoneStored(Frame& frame, const State& state, TermId address, uint32_t width,
                          TermId unwritten) {
  const AtomId base = frame.terms.Base(address);
  if (base == kNothing || IsPrivate(frame, state, base) ||
      frame.terms.Depth(address) >= TermTable::kMaxDepth) {
    return unwritten;
  }
  Atom shared;
  shared.kind = AtomKind::kShared;
  shared.is_pointer = true;
  shared.index = width;
  shared.argument = address;
  const TermId either = frame.Choose(Frame::PhiTag::kShared, state.epoch, {.term = address},
                                     unwritten, frame.terms.Of(shared), /*is_pointer=*/true);
  frame.NoteLoaded(either, address, width);
  return either;
}

}  // namespace plait
