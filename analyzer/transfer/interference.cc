#include "analyzer/transfer/interference.h"

#include <algorithm>

#include "absl/algorithm/container.h"
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

namespace {

// Whether all that is stored there is published, whatever the caller's memory is: callers drop what
// is stored in memory that they keep to themselves.
bool IsObjectForAll(const Frame& frame, const State& state, AtomId base) {
  const AtomKind kind = frame.terms.atom(base).kind;
  const bool is_named = kind == AtomKind::kGlobal || kind == AtomKind::kHeap ||
                        kind == AtomKind::kInitial || kind == AtomKind::kShared;
  return is_named && IsShared(frame, state, base) && !IsPrivate(frame, state, base) &&
         !IsUnchanging(frame, base);
}

// The same, also of a choice: of all that it leads to.
bool IsForAll(const Frame& frame, const State& state, AtomId base) {
  constexpr size_t kMost = 64;
  if (base == kNothing) return false;
  if (frame.terms.atom(base).kind != AtomKind::kPhi) return IsObjectForAll(frame, state, base);
  std::vector<AtomId> followed = {base};
  for (size_t i = 0; i < followed.size(); ++i) {
    const Choice& choice = frame.terms.ChoiceOf(followed[i]);
    if (choice.open || followed.size() > kMost) return false;
    for (const AtomId of : choice.bases) {
      if (frame.terms.atom(of).kind != AtomKind::kPhi) {
        if (!IsObjectForAll(frame, state, of)) return false;
      } else if (!absl::c_linear_search(followed, of)) {
        followed.push_back(of);
      }
    }
  }
  return true;
}

// Whether the value is a pointer that is found by who asks what was stored somewhere.
bool IsFoundAsStored(const TermTable& terms, TermId value) {
  const auto is_other = [&](AtomId id) {
    const AtomKind k = id == kNothing ? AtomKind::kInitial : terms.atom(id).kind;
    return k == AtomKind::kThread || k == AtomKind::kUnknown;
  };
  const AtomId base = terms.Base(value);
  if (base == kNothing) return true;
  if (terms.atom(base).kind != AtomKind::kPhi) return !is_other(base);
  return absl::c_none_of(terms.ChoiceOf(base).bases, is_other);
}

}  // namespace

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
  // What anyone stored there includes what this thread did: one name is enough, but for an object
  // that is known.
  const bool is_found = target != kNothing && !IsObject(frame.terms.atom(target).kind);
  if (cell.is_pointer && is_found && IsForAll(frame, state, base) &&
      IsFoundAsStored(frame.terms, value) && frame.terms.Depth(address) < TermTable::kMaxDepth) {
    return frame.terms.Of(shared);
  }
  const TermId either =
      frame.Choose(Frame::PhiTag::kShared, state.epoch, {.term = address, .other = value}, value,
                   frame.terms.Of(shared), cell.is_pointer);
  frame.NoteLoaded(either, address, cell.width);
  return either;
}

bool IsWhatAnyoneStored(const Frame& frame, const State& state, const Cell& cell, TermId address) {
  if (!cell.is_pointer) return false;
  const TermTable& terms = frame.terms;
  const AtomId base = terms.Base(cell.address);
  if (base == kNothing) return false;
  const bool is_choice = terms.atom(base).kind == AtomKind::kPhi;
  if (!IsForAll(frame, state, is_choice ? terms.Base(address) : base)) return false;
  return IsFoundAsStored(terms, cell.value);
}

bool LeadsToWhatAnyoneStored(const Frame& frame, const State& state, AtomId choice) {
  return !frame.terms.ChoiceOf(choice).choices.empty() && IsForAll(frame, state, choice);
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
  if (frame.terms.atom(base).kind == AtomKind::kPhi) return frame.terms.Of(shared);
  const TermId either = frame.Choose(Frame::PhiTag::kShared, state.epoch, {.term = address},
                                     unwritten, frame.terms.Of(shared), /*is_pointer=*/true);
  frame.NoteLoaded(either, address, width);
  return either;
}

TermId WhatAnyoneStored(Frame& frame, const State& state, const Cell& cell, TermId value) {
  const TermTable& terms = frame.terms;
  if (!cell.is_pointer || cell.is_region() || !IsForAll(frame, state, terms.Base(cell.address)) ||
      !IsFoundAsStored(terms, cell.value) || !IsFoundAsStored(terms, value) ||
      terms.Depth(cell.address) >= TermTable::kMaxDepth) {
    return kNothing;
  }
  Atom shared;
  shared.kind = AtomKind::kShared;
  shared.is_pointer = true;
  shared.index = cell.width;
  shared.argument = cell.address;
  return frame.terms.Of(shared);
}

}  // namespace plait
