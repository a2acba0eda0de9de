#include "analyzer/transfer/memory.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/interference.h"
#include "analyzer/transfer/lost_writes.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr int kMaxExpansion = 2;  // nesting of choices followed by loads and stores
constexpr size_t kMaxCellsOverBudget = 64;
constexpr uint32_t kMaxNumberWidth = 8;    // bytes
constexpr size_t kMaxExpandedOptions = 4;  // of a choice stored through
constexpr size_t kMaxCells = 128;          // more are dropped, oldest first; the drop is a gap
constexpr size_t kMaxElements = 12;        // cells of one object at offsets that are no constants

Reach ReachIn(Frame& frame, TermId address) {
  const bool is_one = frame.terms.term(frame.terms.Offset(address)).is_constant();
  return is_one ? Reach() : frame.reaches.Of(address);
}

bool IsElement(const TermTable& terms, const Cell& cell, AtomId base) {
  return !cell.is_region() && terms.Base(cell.address) == base &&
         terms.term(cell.address).parts.size() > 1;
}

// Elements of an array one too many are taken for one cell that may be any of them.
void SmashElements(Frame& frame, State* state, AtomId base) {
  TermTable& terms = frame.terms;
  Cell smashed;
  smashed.address = terms.Add(terms.Of(base), terms.Any());
  smashed.epoch = state->epoch;
  bool is_first = true;
  for (const Cell& cell : state->cells) {
    if (!IsElement(terms, cell, base)) continue;
    smashed.reach = is_first ? cell.reach : smashed.reach.Including(cell.reach);
    is_first = false;
    smashed.width = std::max(smashed.width, cell.width);
    smashed.is_pointer |= cell.is_pointer;
  }
  std::erase_if(state->cells, [&](const Cell& cell) { return IsElement(terms, cell, base); });
  smashed.value = frame.Unknown(smashed.is_pointer, 4);
  state->cells.push_back(smashed);
}

// Of unknowns of one instruction: a part of what a wider cell holds.
constexpr uint32_t kNumberOfPart = 1;

// Adds a cell on top of the others, within the bounds on their number.
void AddCell(Frame& frame, State* state, const Cell& cell) {
  const TermTable& terms = frame.terms;
  if (state->cells.size() >= kMaxCells) {
    frame.AddGap(GapKind::kBudget, kTooManyCells);
    frame.has_lost_cells = true;
    state->cells.erase(state->cells.begin());
  }
  state->cells.push_back(cell);
  const AtomId base = terms.Base(cell.address);
  if (!IsElement(terms, cell, base)) return;
  const size_t elements = std::count_if(state->cells.begin(), state->cells.end(),
                                        [&](const Cell& c) { return IsElement(terms, c, base); });
  if (elements > kMaxElements) SmashElements(frame, state, base);
}

bool Certainly(std::optional<bool> decided) { return decided.has_value() && *decided; }

bool CertainlyIn(Frame& frame, const State& state, const Cell& region, TermId index) {
  return Certainly(Decide(frame, state, Relation::kLessEqual, region.low, index)) &&
         Certainly(Decide(frame, state, Relation::kLess, index, region.high));
}

bool CertainlyOut(Frame& frame, const State& state, const Cell& region, TermId index) {
  return Certainly(Decide(frame, state, Relation::kLess, index, region.low)) ||
         Certainly(Decide(frame, state, Relation::kLessEqual, region.high, index));
}

// Whether nothing that the cell, or some element of the region, holds is at that place.
bool IsElsewhere(Frame& frame, const State& state, const Cell& cell, TermId address,
                 uint32_t width) {
  if (OverlapOf(frame, state, cell, address, width) == Overlap::kNever) return true;
  if (!cell.is_region()) return false;
  const TermId index = OnlyElementAt(frame.terms, cell.address, cell.width, address, width);
  return index != kNothing && CertainlyOut(frame, state, cell, index);
}

bool IsFresh(const Frame& frame, AtomId base) {
  const AtomKind kind = frame.terms.atom(base).kind;
  return kind == AtomKind::kSlot || kind == AtomKind::kHeap;
}

// What is found in a constant, or by main in a variable that nobody else writes.
std::optional<int64_t> NumberAtStart(Frame& frame, TermId address, uint32_t width,
                                     bool is_pointer) {
  const Atom& variable = frame.terms.atom(frame.terms.Base(address));
  if (is_pointer || width == 0 || variable.kind != AtomKind::kGlobal) return std::nullopt;
  const auto offset = frame.terms.ConstantValue(frame.terms.Offset(address));
  if (!offset) return std::nullopt;
  if (*offset == 0) {
    const auto number = frame.environment.ConstantNumber(variable.name, width);
    if (number) return number;
  }
  if (!frame.is_main || frame.is_over_budget() || frame.has_lost_cells) return std::nullopt;
  return frame.environment.NumberAtStart(variable.name, *offset, width);
}

// Value of a cell nothing was written to since entry.
TermId Unwritten(Frame& frame, const State& state, TermId address, uint32_t width,
                 bool is_pointer) {
  const AtomId base = frame.terms.Base(address);
  // A load through null does not come back; what it yields must not matter.
  if (frame.terms.ConstantValue(address)) return kZero;
  if (base == kNothing) return frame.Unknown(is_pointer);
  if (const auto number = NumberAtStart(frame, address, width, is_pointer)) {
    return frame.terms.Constant(*number);
  }
  if (frame.terms.Depth(address) >= TermTable::kMaxDepth) {
    frame.AddGap(GapKind::kBudget, "pointer chain too long");
    return frame.Unknown(is_pointer);
  }
  Atom atom;
  // Cells of one's own objects that were never written hold garbage, or what another thread put
  // there.
  atom.kind = IsFresh(frame, base) && !IsPrivate(frame, state, base) ? AtomKind::kShared
                                                                     : AtomKind::kInitial;
  atom.is_pointer = is_pointer;
  atom.index = width;
  atom.argument = address;
  const TermId value = frame.terms.Of(atom);
  if ((state.epoch == 0 && !is_pointer) || IsPrivate(frame, state, base) ||
      IsUnchanging(frame, base)) {
    return value;
  }
  // Pointers keep their name: a lock and the data beside it are reached through the same one, and
  // what all threads put into the cell is found by the checker, or added by who knows what it held.
  if (is_pointer) {
    frame.NoteReloaded(address, state.epoch);
    return value;
  }
  // Since the last acquire another thread may have written it: another value than before.
  Atom changed = atom;
  changed.kind = AtomKind::kShared;
  const TermId either = frame.Choose(Frame::PhiTag::kShared, state.epoch, {.term = address}, value,
                                     frame.terms.Of(changed), is_pointer);
  frame.NoteLoaded(either, address, width);
  return either;
}

bool IsUnknownValue(const TermTable& terms, TermId value) {
  const Term& term = terms.term(value);
  return term.constant == 0 && term.parts.size() == 1 &&
         terms.atom(term.parts[0].atom).kind == AtomKind::kUnknown;
}

// Whether the cell and the address are each some element, or in some object, of the same ones.
bool IsSomeOfSame(const TermTable& terms, const Cell& cell, TermId address, uint32_t width) {
  return cell.address == address && cell.width == width && IsSome(terms, address);
}

// Whether the value is a number that no pointer fits into. Where it may lie at any place of a
// record, a pointer lies elsewhere: they are members of different types (C11, 6.5p7).
bool IsNarrowNumber(bool is_pointer, uint32_t width) {
  return !is_pointer && width > 0 && width < sizeof(void*);
}

// Whether one of the cell and what is loaded is a pointer, and the other one such a number.
bool AreOfOtherTypes(const Cell& cell, uint32_t width, bool is_pointer) {
  return (is_pointer && IsNarrowNumber(cell.is_pointer, cell.width)) ||
         (cell.is_pointer && IsNarrowNumber(is_pointer, width));
}

// Whether all that is at the address is in the block.
bool LiesIn(const TermTable& terms, const Cell& block, TermId address, uint32_t width) {
  const auto distance = terms.ConstantDifference(address, block.address);
  return distance && *distance >= 0 &&
         (block.width == 0 || (width > 0 && *distance + width <= block.width));
}

// The address on a choice, if the choice is that option.
TermId OfOption(Frame& frame, TermId address, TermId option) {
  TermTable& terms = frame.terms;
  const TermId at = terms.Add(option, terms.Offset(address));
  frame.reaches.Note(at, frame.reaches.Behind(option, frame.reaches.Of(address)));
  return at;
}

TermId LoadAt(Frame& frame, const State& state, TermId address, uint32_t width, bool is_pointer,
              int depth) {
  TermTable& terms = frame.terms;
  frame.work += state.cells.size();
  if (frame.is_over_budget()) {
    for (size_t i = state.cells.size(); i-- > 0;) {
      const Cell& cell = state.cells[i];
      if (cell.address == address && cell.width == width && !cell.is_region()) {
        return WithInterference(frame, state, cell, address, cell.value);
      }
    }
    return Unwritten(frame, state, address, width, is_pointer);
  }
  const AtomId base = terms.Base(address);
  const Elsewhere elsewhere(terms, base);
  std::vector<TermId> maybe;
  bool covered = false, forgotten = false;
  for (size_t i = state.cells.size(); i-- > 0 && !covered;) {
    const Cell& cell = state.cells[i];
    if (elsewhere.Includes(cell)) continue;
    if (cell.is_region()) {
      const Overlap bases = OverlapOfBases(frame, terms.Base(cell.address), base);
      if (bases == Overlap::kNever) continue;
      const TermId index = IndexOf(terms, cell.address, address);
      if (index != kNothing && cell.width == width) {
        if (CertainlyOut(frame, state, cell, index)) continue;
        maybe.push_back(
            WithInterference(frame, state, cell, address, AtIndex(frame.terms, cell.value, index)));
        covered = CertainlyIn(frame, state, cell, index);
      } else if (IsElsewhere(frame, state, cell, address, width) ||
                 AreOfOtherTypes(cell, width, is_pointer)) {
        continue;
      } else if (is_pointer && IsWhatAnyoneStored(frame, state, cell, address)) {
        forgotten = true;
      } else {
        maybe.push_back(AtIndex(frame.terms, cell.value, terms.Any()));
      }
      continue;
    }
    switch (OverlapOf(frame, state, cell, address, width)) {
      case Overlap::kNever:
        break;
      case Overlap::kSame: {
        Cell held = cell;
        // What a callee left there does not say what a null is.
        held.is_pointer |= is_pointer && terms.term(cell.value).is_constant();
        maybe.push_back(WithInterference(frame, state, held, address, cell.value));
        covered = true;
        break;
      }
      case Overlap::kMaybe: {
        if (IsZeros(cell) && LiesIn(terms, cell, address, width)) {
          Cell part = cell;
          part.width = width;
          part.is_pointer = is_pointer;
          maybe.push_back(WithInterference(frame, state, part, address, kZero));
          covered = true;
          break;
        }
        const auto distance = terms.ConstantDifference(address, cell.address);
        // Part of a wider cell, or bytes of several: some number. A number's first bytes are
        // another number, and a block's are one as long as they are looked at in one way.
        const bool is_block = cell.width == 0 || cell.width > kMaxNumberWidth;
        const bool written_whole = is_block && distance && *distance == 0 &&
                                   IsUnknownValue(terms, cell.value) &&
                                   frame.StandsForFirst(width, cell.value);
        if (IsSomeOfSame(terms, cell, address, width)) {
          maybe.push_back(WithInterference(frame, state, cell, address, cell.value));
          break;
        }
        if (!distance && AreOfOtherTypes(cell, width, is_pointer)) break;
        if (is_pointer && IsWhatAnyoneStored(frame, state, cell, address)) {
          forgotten = true;
          break;
        }
        if (distance && is_pointer && IsNarrowNumber(cell.is_pointer, cell.width)) {
          maybe.push_back(frame.Unknown(true, kOfNumbers));
        } else {
          maybe.push_back(!distance || written_whole ? cell.value
                                                     : frame.Unknown(is_pointer, kNumberOfPart));
        }
        covered = written_whole ||
                  (distance && *distance >= 0 && width > 0 && cell.width >= *distance + width);
        break;
      }
    }
  }
  if (!covered && base != kNothing && terms.atom(base).kind == AtomKind::kPhi && depth > 0) {
    const Choice choice = terms.ChoiceOf(base);  // loads below may add options to it
    if (is_pointer && terms.Depth(address) < TermTable::kMaxDepth &&
        LeadsToWhatAnyoneStored(frame, state, base)) {
      forgotten = true;
    } else if (choice.options.size() > 1 || !choice.open) {
      bool recursive = choice.open;
      for (TermId option : choice.options) recursive |= terms.Mentions(option, base);
      if (!recursive) {
        for (TermId option : choice.options) {
          if (terms.Base(option) == kNothing) continue;  // null
          maybe.push_back(
              LoadAt(frame, state, OfOption(frame, address, option), width, is_pointer, depth - 1));
        }
        covered = !maybe.empty();
      }
    }
  }
  if (!covered) {
    const TermId unwritten = Unwritten(frame, state, address, width, is_pointer);
    maybe.push_back(forgotten ? OrWhatAnyoneStored(frame, state, address, width, unwritten)
                              : unwritten);
  }
  SortUnique(&maybe);
  if (maybe.size() == 1) return maybe[0];
  bool pointer = is_pointer;
  for (TermId value : maybe) pointer |= terms.Base(value) != kNothing;
  const AtomId phi = frame.Phi(Frame::PhiTag::kLoad, frame.instruction, {.term = address}, pointer);
  for (TermId value : maybe) {
    terms.AddOption(phi, value);
    const AtomId of = terms.Base(value);
    if (of != kNothing && terms.atom(of).kind == AtomKind::kThread) {
      frame.loaded_handles[phi] = {address, width};
    }
  }
  return terms.Of(phi);
}

// Merges `value` into what a cell may hold.
void Weaken(Frame& frame, State* state, Cell* cell, TermId value, bool is_pointer) {
  if (is_pointer && cell->is_pointer) {
    // One name for each cell of linked records, however many stores may be to it.
    const TermId stored = WhatAnyoneStored(frame, *state, *cell, value);
    if (stored != kNothing) {
      cell->value = stored;
      cell->epoch = state->epoch;
      return;
    }
  }
  cell->is_pointer |= is_pointer;
  cell->value = frame.Choose(Frame::PhiTag::kStore, frame.instruction,
                             {.term = cell->address, .other = cell->low}, cell->value, value,
                             cell->is_pointer);
  cell->epoch = state->epoch;
}

// The same of a value of so many bytes that is written somewhere, maybe where the cell is.
void WeakenSomewhere(Frame& frame, State* state, Cell* cell, uint32_t width, TermId value,
                     bool is_pointer) {
  if (cell->is_pointer && IsNarrowNumber(is_pointer, width)) return;
  if (is_pointer && IsNarrowNumber(cell->is_pointer, cell->width)) {
    Weaken(frame, state, cell, frame.Unknown(false, 2), false);
  } else {
    Weaken(frame, state, cell, value, is_pointer);
  }
}

// `choice_of_address`: the address is one that this choice may yield; kNothing: it is the one
// stored to.
void StoreAt(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
             bool is_pointer, AtomId choice_of_address, int depth) {
  TermTable& terms = frame.terms;
  const bool strong = choice_of_address == kNothing;
  frame.work += state->cells.size();
  if (frame.is_over_budget()) {
    std::erase_if(state->cells, [&](const Cell& cell) { return cell.address == address; });
    if (state->cells.size() >= kMaxCellsOverBudget || terms.Base(address) == kNothing) return;
    state->cells.push_back(
        {address, width, value, kZero, kZero, state->epoch, is_pointer, Reach()});
    return;
  }
  const AtomId base = terms.Base(address);
  const Elsewhere elsewhere(terms, base);
  bool stored = false;
  const bool definite = strong && !IsSome(terms, address);
  if (definite && value == kZero && (width == 0 || width > kMaxNumberWidth)) {
    return ZeroCells(frame, state, address, width);
  }
  for (size_t i = 0; i < state->cells.size(); ++i) {
    Cell& cell = state->cells[i];
    if (elsewhere.Includes(cell)) continue;
    if (cell.is_region()) {
      if (OverlapOfBases(frame, terms.Base(cell.address), base) == Overlap::kNever) {
        continue;
      }
      if (IsElsewhere(frame, *state, cell, address, width) ||
          (is_pointer && cell.epoch < state->epoch &&
           IsWhatAnyoneStored(frame, *state, cell, address))) {
        continue;
      }
      WeakenSomewhere(frame, state, &cell, width, value, is_pointer);
      continue;
    }
    switch (OverlapOf(frame, *state, cell, address, width)) {
      case Overlap::kNever:
        break;
      case Overlap::kSame:
        if (definite) {
          state->cells.erase(state->cells.begin() + i);
          --i;
        } else {
          Weaken(frame, state, &cell, value, is_pointer);
          stored = true;
        }
        break;
      case Overlap::kMaybe:
        if (IsZeros(cell)) {
          break;  // what is put there lies on top, and is found first
        } else if (IsSomeOfSame(terms, cell, address, width)) {
          Weaken(frame, state, &cell, value, is_pointer);
          stored = true;
        } else if (is_pointer && cell.epoch < state->epoch &&
                   IsWhatAnyoneStored(frame, *state, cell, address)) {
          break;
        } else if (terms.ConstantDifference(address, cell.address)) {
          Weaken(frame, state, &cell, frame.Unknown(cell.is_pointer, 2), cell.is_pointer);
        } else {
          WeakenSomewhere(frame, state, &cell, width, value, is_pointer);
        }
        break;
    }
  }
  if (base != kNothing && terms.atom(base).kind == AtomKind::kPhi && depth > 0) {
    const Choice choice = terms.ChoiceOf(base);
    if (choice.options.size() > kMaxExpandedOptions) {
      // The cells known were looked at above. The cell added for the choice is found by the names
      // of the others.
      if (!frame.targets.IsFollowed(strong ? base : choice_of_address)) {
        frame.AddGap(GapKind::kBudget, kTooManyTargets);
      }
    } else {
      for (TermId option : choice.options) {
        if (terms.Mentions(option, base) || terms.Base(option) == kNothing) continue;
        StoreAt(frame, state, OfOption(frame, address, option), width, value, is_pointer,
                strong ? base : choice_of_address, depth - 1);
      }
    }
    if (!strong) return;
  }
  if (stored || base == kNothing) return;
  TermId held = value;
  if (!definite) {
    const TermId before = LoadAt(frame, *state, address, width, is_pointer, 0);
    held = frame.Choose(Frame::PhiTag::kStore, frame.instruction,
                        {.term = address, .other = address}, before, value, is_pointer);
  }
  Cell cell;
  cell.address = address;
  cell.width = width;
  cell.value = held;
  cell.epoch = state->epoch;
  cell.is_pointer = is_pointer || terms.Base(held) != kNothing;
  cell.reach = ReachIn(frame, address);
  AddCell(frame, state, cell);
}

}  // namespace

TermId LoadCell(Frame& frame, const State& state, TermId address, uint32_t width, bool is_pointer) {
  const TermId value = LoadAt(frame, state, address, width, is_pointer, kMaxExpansion);
  if (!is_pointer || !IsUnknownValue(frame.terms, value)) return value;
  // Bytes that were written as numbers: a pointer nothing is known of, not one that is null.
  Atom pointer = frame.terms.atom(frame.terms.term(value).parts[0].atom);
  pointer.is_pointer = true;
  return frame.terms.Of(pointer);
}

void KeepPart(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
              bool is_pointer) {
  const AtomId base = frame.terms.Base(address);
  if (value != frame.Unknown(is_pointer, kNumberOfPart) || base == kNothing || width == 0 ||
      width > kMaxNumberWidth || IsSome(frame.terms, address) || frame.is_over_budget() ||
      !IsPrivate(frame, *state, base)) {
    return;
  }
  Cell part;
  part.address = address;
  part.width = width;
  part.value = value;
  part.epoch = state->epoch;
  part.is_pointer = is_pointer;
  AddCell(frame, state, part);
}

void WriteCell(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
               bool is_pointer) {
  StoreAt(frame, state, address, width, value, is_pointer, kNothing, kMaxExpansion);
}

void StoreCell(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
               bool is_pointer) {
  const AtomId base = frame.terms.Base(address);
  const bool may_be_pointer =
      frame.terms.Base(value) != kNothing ||
      (width == sizeof(void*) && NumberPassed(frame.terms, value) != kNothing);
  if (base != kNothing && may_be_pointer && !IsPrivate(frame, *state, base)) {
    frame.AddPublished(address, value, frame.ConditionOnPassed(*state));
    if (!IsOfThread(frame, base)) Escape(frame, state, value, IsShared(frame, *state, base));
  }
  WriteCell(frame, state, address, width, value, is_pointer);
}

namespace {

// Whether cells of the object may be known by another name: it is one of many that a loop made.
bool HasOtherNames(const Frame& frame, const State& state, AtomId object) {
  return absl::c_any_of(state.cells, [&](const Cell& cell) {
    const AtomId base = frame.terms.Base(cell.address);
    return base != object && base != kNothing &&
           MayBeOneObject(frame.terms, frame.terms.atom(base), frame.terms.atom(object));
  });
}

// What a small record holds that the procedure never wrote there, or not by that name, is the
// caller's to tell, and may be pointers: each word that no known cell is part of is copied as one.
void AddUnwrittenWords(Frame& frame, const State& state, TermId to, TermId from, uint32_t width,
                       std::vector<Cell>* moved) {
  constexpr uint32_t kWord = 8, kMaxWords = 16;
  TermTable& terms = frame.terms;
  const AtomId base = terms.Base(from);
  if (width % kWord != 0 || width > kMaxWords * kWord || base == kNothing || terms.IsAny(from) ||
      (IsPrivate(frame, state, base) && !HasOtherNames(frame, state, base))) {
    return;
  }
  const size_t known = moved->size();
  for (uint32_t offset = 0; offset < width; offset += kWord) {
    const TermId word = terms.AddConstant(from, offset);
    const TermId target = terms.AddConstant(to, offset);
    const bool is_known = std::any_of(
        moved->begin(), moved->begin() + static_cast<ptrdiff_t>(known), [&](const Cell& cell) {
          return cell.is_region() || OverlapOf(frame, state, cell.address, cell.width, target,
                                               kWord) != Overlap::kNever;
        });
    if (is_known) continue;
    Cell cell;
    cell.address = target;
    cell.width = kWord;
    cell.value = LoadCell(frame, state, word, kWord, true);
    cell.epoch = state.epoch;
    cell.is_pointer = true;
    moved->push_back(cell);
  }
}

// Where the source is one of several objects, as what a call returns that has several ends: what
// any of them has a cell of is what the one that it is has there.
void AddCellsOfOptions(Frame& frame, const State& state, TermId to, TermId from, uint32_t width,
                       std::vector<Cell>* moved) {
  TermTable& terms = frame.terms;
  const AtomId base = terms.Base(from);
  if (base == kNothing || terms.atom(base).kind != AtomKind::kPhi) return;
  const Choice choice = terms.ChoiceOf(base);
  if (choice.open || choice.options.size() > kMaxExpandedOptions) return;
  const TermId within = terms.Subtract(from, terms.Of(base));
  for (TermId option : choice.options) {
    const TermId start = terms.Add(option, within);
    for (const Cell& cell : state.cells) {
      const bool is_word = cell.width > 0 && cell.width <= kMaxNumberWidth && !cell.is_region();
      if (!is_word || terms.Base(cell.address) != terms.Base(start)) continue;
      const auto offset = terms.ConstantDifference(cell.address, start);
      if (!offset || *offset < 0 || (width != 0 && *offset + cell.width > width)) continue;
      Cell copy = cell;
      copy.address = terms.AddConstant(to, *offset);
      const bool is_known = absl::c_any_of(*moved, [&](const Cell& other) {
        return other.address == copy.address && other.width == copy.width;
      });
      if (is_known) continue;
      copy.value =
          LoadCell(frame, state, terms.AddConstant(from, *offset), cell.width, cell.is_pointer);
      copy.reach = Reach();
      moved->push_back(copy);
    }
  }
}

// Of a region, what is copied with so many bytes: each element by itself if these are few, all
// of them if no more than those are in the region.
void AddElements(Frame& frame, const State& state, TermId to, TermId from, uint32_t width,
                 const Cell& region, std::vector<Cell>* moved) {
  constexpr int64_t kMost = 16;
  TermTable& terms = frame.terms;
  const int64_t stride = StrideOf(terms, region.address);
  if (stride <= 0) return;
  const int64_t distance = terms.term(region.address).constant - terms.term(from).constant;
  const int64_t first = ((distance % stride) + stride) % stride;
  const TermId index = IndexOf(terms, region.address, terms.AddConstant(from, first));
  const auto elements = terms.ConstantDifference(region.high, region.low);
  if (index != kNothing && index == region.low && elements && *elements * stride <= width) {
    Cell copy = region;
    copy.address = terms.Add(to, terms.Subtract(region.address, from));
    copy.reach = Reach();
    moved->push_back(copy);
    return;
  }
  if (index == kNothing || width / stride > kMost) return;
  for (int64_t at = first; at + region.width <= width; at += stride) {
    Cell copy = region;
    copy.low = copy.high = kZero;
    copy.address = terms.AddConstant(to, at);
    copy.value =
        LoadCell(frame, state, terms.AddConstant(from, at), region.width, region.is_pointer);
    copy.reach = Reach();
    moved->push_back(copy);
  }
}

}  // namespace

void CopyCells(Frame& frame, State* state, TermId to, TermId from, uint32_t width,
               bool is_some_part) {
  TermTable& terms = frame.terms;
  std::vector<Cell> moved;
  for (const Cell& cell : state->cells) {
    if (terms.Base(cell.address) != terms.Base(from)) continue;
    if (cell.is_region() && width != 0) {
      AddElements(frame, *state, to, from, width, cell, &moved);
      continue;
    }
    const TermId distance = terms.Subtract(cell.address, from);
    const auto offset = terms.ConstantValue(distance);
    if (!cell.is_region() && !offset) continue;
    if (offset && (*offset < 0 || (width != 0 && *offset + cell.width > width))) continue;
    Cell copy = cell;
    copy.address = terms.Add(to, distance);
    copy.reach = Reach();
    // Of what goes on to an end that is not known, no more than the bytes that are copied.
    if (offset && width != 0 && cell.width == 0)
      copy.width = width - static_cast<uint32_t>(*offset);
    moved.push_back(copy);
  }
  AddCellsOfOptions(frame, *state, to, from, width, &moved);
  AddUnwrittenWords(frame, *state, to, from, width, &moved);
  if (is_some_part) {
    // What is there may stay.
    for (Cell& cell : moved) {
      const TermId place =
          cell.is_region() ? AtIndex(terms, cell.address, terms.Any()) : cell.address;
      const TermId before = LoadCell(frame, *state, place, cell.width, cell.is_pointer);
      cell.value = frame.Choose(Frame::PhiTag::kStore, frame.instruction,
                                {.term = cell.address, .other = cell.low}, before, cell.value,
                                cell.is_pointer);
    }
  }
  HavocCells(frame, state, to, width);
  const Reach reach = frame.reaches.Of(to);
  for (const Cell& cell : moved) {
    if (cell.is_region()) {
      AddCell(frame, state, cell);
    } else {
      const auto offset = terms.ConstantDifference(cell.address, to);
      if (reach.is_known() && offset) frame.reaches.Note(cell.address, reach.MovedBy(*offset));
      const TermId value = WithInterference(
          frame, *state, cell, terms.Add(from, terms.Subtract(cell.address, to)), cell.value);
      StoreCell(frame, state, cell.address, cell.width, value, cell.is_pointer);
    }
  }
}

void HavocCells(Frame& frame, State* state, TermId address, uint32_t width) {
  const bool is_placed = frame.terms.Base(address) != kNothing && !frame.terms.IsAny(address);
  bool has_place = false, has_whole = false, is_on_zeros = false;
  for (size_t i = 0; i < state->cells.size(); ++i) {
    Cell& cell = state->cells[i];
    if (IsElsewhere(frame, *state, cell, address, width)) continue;
    if (is_placed && IsZeros(cell)) {  // what is put there lies on top
      is_on_zeros = true;
      continue;
    }
    cell.value = frame.UnknownIn(cell.address, cell.is_pointer);
    cell.epoch = state->epoch;
    has_place |= cell.address == address;
    has_whole |= cell.address == address && cell.width == width;
  }
  if ((is_on_zeros ? has_whole : has_place) || !is_placed) return;
  Cell cell;
  cell.address = address;
  cell.width = width;
  cell.value = frame.UnknownIn(address, /*is_pointer=*/false);
  cell.epoch = state->epoch;
  cell.reach = ReachIn(frame, address);
  AddCell(frame, state, cell);
}

bool IsZeros(const Cell& cell) {
  return !cell.is_region() && cell.value == kZero &&
         (cell.width == 0 || cell.width > kMaxNumberWidth);
}

// The zeros lie below all that may be in them and is not surely gone, and so it stays: they are
// like what memory holds at first.
void ZeroCells(Frame& frame, State* state, TermId address, uint32_t width, bool is_fresh) {
  const TermTable& terms = frame.terms;
  if (terms.Base(address) == kNothing || IsSome(terms, address)) return;
  Cell zeros;
  zeros.address = address;
  zeros.width = width;
  zeros.value = kZero;
  zeros.epoch = state->epoch;
  if (is_fresh) return AddCell(frame, state, zeros);
  std::vector<Cell> kept, left;
  for (Cell& cell : state->cells) {
    if (IsElsewhere(frame, *state, cell, address, width)) {
      kept.push_back(cell);
    } else if (cell.is_region() || !LiesIn(terms, zeros, cell.address, cell.width)) {
      cell.value = frame.UnknownIn(cell.address, cell.is_pointer);
      cell.epoch = state->epoch;
      left.push_back(cell);
    }
  }
  state->cells = std::move(kept);
  AddCell(frame, state, zeros);
  for (const Cell& cell : left) AddCell(frame, state, cell);
}

}  // namespace plait
