#include "analyzer/transfer/join.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/inlined_vector.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/loop.h"
#include "analyzer/transfer/memory.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Kinds of numbers that are told apart by name alone: what others write is not among them.
constexpr uint32_t kNumbersByName =
    TermTable::KindBit(AtomKind::kFormal) | TermTable::KindBit(AtomKind::kInitial) |
    TermTable::KindBit(AtomKind::kIteration) | TermTable::KindBit(AtomKind::kUnknown) |
    TermTable::KindBit(AtomKind::kPhi) | TermTable::KindBit(AtomKind::kComparison) |
    TermTable::KindBit(AtomKind::kQuotient) | TermTable::KindBit(AtomKind::kRemainder) |
    TermTable::KindBit(AtomKind::kProduct) | TermTable::KindBit(AtomKind::kOperand) |
    TermTable::KindBit(AtomKind::kSelect) | TermTable::KindBit(AtomKind::kGlobal) |
    TermTable::KindBit(AtomKind::kSlot) | TermTable::KindBit(AtomKind::kHeap);

// What moves by more than one number grows with each loop around.
constexpr size_t kMaxMovedParts = 3;

// What decides on a branch: who calls, or the turn of a loop.
constexpr uint32_t kInputs = TermTable::KindBit(AtomKind::kFormal);
constexpr uint32_t kTurns = TermTable::KindBit(AtomKind::kIteration);

// What the caller passed may be a number though it came as a pointer.
bool IsNumberByName(const TermTable& terms, TermId number) {
  const AtomId base = terms.Base(number);
  return (base == kNothing || terms.atom(base).kind == AtomKind::kFormal) &&
         (terms.KindsIn(number) & ~kNumbersByName) == 0;
}

// Whether the second number is the first one with something added.
bool IsAddedTo(const TermTable& terms, TermId first, TermId next) {
  const auto& after = terms.term(next).parts;
  return absl::c_all_of(terms.term(first).parts,
                        [&](const Part& part) { return absl::c_find(after, part) != after.end(); });
}

// The number that is added in each turn, if it is no constant and no turn changes it; else kZero.
TermId StepOf(Frame& frame, uint32_t head, TermId first, TermId next) {
  TermTable& terms = frame.terms;
  const Term before = terms.term(first);
  const bool is_added_to = IsAddedTo(terms, first, next);
  const TermId step = terms.Subtract(next, first);
  const bool is_number = absl::c_none_of(terms.term(step).parts, [&](const Part& part) {
    return BaseRank(terms.atom(part.atom)) > 0;
  });
  // What is put in the place of a constant may be anything else in the next turn.
  if (before.parts.empty() || !is_added_to || !is_number || terms.ConstantValue(step) ||
      !IsNumberByName(terms, step)) {
    return kZero;
  }
  const AtomId iteration = frame.IterationOf(head);
  const bool changes = terms.AnyAtomIn(
      step, [&](AtomId atom) { return atom == iteration || IsMadeInLoop(frame, head, atom); });
  return changes ? kZero : step;
}

// How often what was loaded in one turn may have been renamed as that of the turn before.
constexpr int kMaxRenames = 3;

// If the number is what a cell held at entry or what another thread has put there since: the
// former, as an atom; else kNothing.
AtomId LoadedAtEntry(const TermTable& terms, AtomId number, int renames) {
  if (terms.atom(number).kind == AtomKind::kInitial) return number;
  if (terms.atom(number).kind != AtomKind::kPhi || renames < 0) return kNothing;
  const Choice& choice = terms.ChoiceOf(number);
  AtomId at_entry = kNothing;
  std::vector<AtomId> others;
  if (choice.open) return kNothing;
  for (TermId option : choice.options) {
    const Term& term = terms.term(option);
    const bool is_atom =
        term.constant == 0 && term.parts.size() == 1 && term.parts[0].coefficient == 1;
    if (!is_atom) return kNothing;
    const AtomId atom = term.parts[0].atom;
    if (terms.atom(atom).kind == AtomKind::kShared) {
      others.push_back(atom);
      continue;
    }
    const AtomId of_option = LoadedAtEntry(terms, atom, renames - 1);
    if (of_option == kNothing || (at_entry != kNothing && of_option != at_entry)) return kNothing;
    at_entry = of_option;
  }
  const auto is_same_cell = [&](AtomId other) {
    return terms.atom(other).argument == terms.atom(at_entry).argument &&
           terms.atom(other).index == terms.atom(at_entry).index;
  };
  return at_entry != kNothing && absl::c_all_of(others, is_same_cell)
             ? at_entry
             : static_cast<AtomId>(kNothing);
}

// The number if no other thread changes the cells that parts of it were loaded from, which are
// added to `cells`.
TermId IfUnchanged(TermTable& terms, TermId number, std::vector<TermId>* cells) {
  if (!terms.MentionsKind(number, AtomKind::kPhi)) return number;
  return terms.Substitute(number, [&](AtomId atom) -> TermId {
    if (terms.atom(atom).kind != AtomKind::kPhi) return kNothing;
    const AtomId at_entry = LoadedAtEntry(terms, atom, kMaxRenames);
    if (at_entry == kNothing) return kNothing;
    cells->push_back(terms.atom(at_entry).argument);
    return terms.Of(at_entry);
  });
}

// Whether the loop is left by a comparison of the register.
bool EndsLoop(const Frame& frame, uint32_t head, ir::Register counter) {
  const auto is_counter = [&](const ir::Operand& operand) {
    return operand.kind == ir::Operand::Kind::kRegister && operand.value == counter;
  };
  for (uint32_t b = 0; b < frame.procedure.blocks.size(); ++b) {
    const ir::Block& block = frame.procedure.blocks[b];
    const bool leaves = absl::c_any_of(
        frame.graph.successors(b), [&](uint32_t next) { return !frame.graph.InLoop(next, head); });
    const ir::Operand& condition = block.terminator.condition;
    if (!frame.graph.InLoop(b, head) || !leaves || condition.kind != ir::Operand::Kind::kRegister) {
      continue;
    }
    if (absl::c_any_of(block.instructions, [&](const ir::Instruction& i) {
          return i.result == static_cast<ir::Register>(condition.value) &&
                 i.opcode == ir::Opcode::kBinary && (is_counter(i.a) || is_counter(i.b));
        })) {
      return true;
    }
  }
  return false;
}

// What a register counts to at the end of a turn by a step that is loaded in each turn, as behind a
// lock: the step is taken to stay what it is, which the checker verifies. kNothing if it is no such
// register.
TermId CountedBySettledStep(Frame& frame, uint32_t head, TermId here, TermId other) {
  TermTable& terms = frame.terms;
  if (!IsAddedTo(terms, here, other)) return kNothing;
  std::vector<TermId> cells;
  const TermId settled = IfUnchanged(terms, other, &cells);
  if (cells.empty()) return kNothing;
  const AtomId iteration = frame.IterationOf(head);
  TermId counted = kNothing;
  if (terms.Mentions(here, iteration)) {
    if (terms.MentionsKind(here, AtomKind::kProduct) && settled == OldVersion(frame, head, here)) {
      counted = here;
    }
  } else if (const TermId step = StepOf(frame, head, here, settled); step != kZero) {
    counted = terms.Add(here, terms.Product(terms.Of(iteration), step));
    if (terms.term(counted).parts.size() > kMaxMovedParts || terms.IsAny(counted)) return kNothing;
  }
  if (counted == kNothing) return kNothing;
  for (TermId cell : cells) InsertSorted(&frame.summary.stable, cell);
  return counted;
}

// Value of register or cell where two paths meet. See Join for back edges.
TermId JoinValues(Frame& frame, uint32_t block, bool back_edge, const Frame::PhiKey& key,
                  Frame::PhiTag tag, TermId here, TermId other, bool is_pointer) {
  if (here == other) return here;
  if (back_edge) {
    TermTable& terms = frame.terms;
    if (other == OldVersion(frame, block, here)) return here;  // not changed by the iteration
    if (tag == Frame::PhiTag::kRegister && EndsLoop(frame, block, key.number)) {
      const TermId counted = CountedBySettledStep(frame, block, here, other);
      if (counted != kNothing) return counted;
    }
    const AtomId iteration = frame.IterationOf(block);
    if (!terms.Mentions(here, iteration)) {
      const TermId difference = terms.Subtract(other, here);
      const auto constant = terms.ConstantValue(difference);
      if (constant && *constant != 0) {
        return terms.Add(here, terms.Multiply(terms.Of(iteration), *constant));
      }
      const TermId step = StepOf(frame, block, here, other);
      const TermId moved = terms.Add(here, terms.Product(terms.Of(iteration), step));
      const bool is_short = terms.term(moved).parts.size() <= kMaxMovedParts;
      if (step != kZero && is_short && !terms.IsAny(moved)) return moved;
    }
    // What an earlier iteration left is some instance, not a certain one.
    auto generalise = [&](TermId value) {
      if (!terms.Mentions(value, iteration)) return value;
      const TermId any = terms.Any();
      return terms.Substitute(value, [&](AtomId a) { return a == iteration ? any : kNothing; });
    };
    here = generalise(here);
    other = generalise(other);
  }
  return frame.Choose(tag, block, key, here, other, is_pointer);
}

// The comparison that holds in `a` and not in `b`, or the other way round, as the branch on it that
// led to either; kNothing if there is none, or it mentions none of the kinds that are to decide.
AtomId BranchBetween(const Frame& frame, const State& a, const State& b, uint32_t deciding) {
  const TermTable& terms = frame.terms;
  for (const Fact& fact : a.facts) {
    if (terms.atom(fact.atom).kind != AtomKind::kComparison) continue;
    if (fact.range.low != fact.range.high || frame.of_wrapped.contains(fact.atom)) continue;
    const std::optional<Range> there = FactOf(b, fact.atom);
    if (!there || there->low != there->high || there->low == fact.range.low) continue;
    const TermId compared = terms.atom(fact.atom).argument;
    if ((terms.KindsIn(compared) & deciding) != 0 && IsNumberByName(terms, compared)) {
      return fact.atom;
    }
  }
  return kNothing;
}

// Whether the comparison is of one number that the caller passed with a constant.
bool AsksForOneInput(const TermTable& terms, AtomId comparison) {
  const auto& parts = terms.term(terms.atom(comparison).argument).parts;
  return parts.size() == 1 && terms.atom(parts[0].atom).kind == AtomKind::kFormal;
}

// Numbers that a branch chose where two paths meet.
class ChosenNumbers {
 public:
  ChosenNumbers(Frame& frame, const State& a, const State& b) : frame_(frame), a_(a), b_(b) {}

  // Of x in `a` and y in `b`, if a branch on what `deciding` says led to either: the name of what
  // it chose; else kNothing. A constant and what is reckoned from other numbers than those compared
  // are told apart better by a choice.
  TermId Of(TermId x, TermId y, uint32_t deciding) {
    TermTable& terms = frame_.terms;
    const bool is_constant = terms.ConstantValue(x) || terms.ConstantValue(y);
    const bool are_constant = terms.ConstantValue(x) && terms.ConstantValue(y);
    if (!IsNumberByName(terms, x) || !IsNumberByName(terms, y)) return kNothing;
    const AtomId branch = Branch(deciding);
    if (branch == kNothing || (are_constant && !AsksForOneInput(terms, branch))) return kNothing;
    const bool holds_in_a = FactOf(a_, branch)->low == 1;
    const TermId chosen = holds_in_a ? x : y, otherwise = holds_in_a ? y : x;
    const TermId more = terms.Subtract(chosen, otherwise);
    const Term compared = terms.term(terms.atom(branch).argument);
    const bool is_reckoned_from_it = absl::c_any_of(
        compared.parts, [&](const Part& part) { return terms.Mentions(more, part.atom); });
    if (is_constant && !are_constant && !is_reckoned_from_it) return kNothing;
    const TermId added = terms.ConstantValue(more)
                             ? terms.Multiply(terms.Of(branch), *terms.ConstantValue(more))
                             : terms.Select(terms.Of(branch), more);
    const TermId number = terms.Add(otherwise, added);
    return terms.IsAny(number) ? static_cast<TermId>(kNothing) : number;
  }

 private:
  AtomId Branch(uint32_t deciding) {
    for (const auto& [kinds, branch] : branches_) {
      if (kinds == deciding) return branch;
    }
    return branches_.emplace_back(deciding, BranchBetween(frame_, a_, b_, deciding)).second;
  }

  Frame& frame_;
  const State& a_;
  const State& b_;
  absl::InlinedVector<std::pair<uint32_t, AtomId>, 2> branches_;  // as far as they were asked for
};

Range Hull(const Range& a, const Range& b) {
  Range hull{std::min(a.low, b.low), std::max(a.high, b.high), false};
  auto excludes_zero = [](const Range& r) { return r.nonzero || r.low > 0 || r.high < 0; };
  hull.nonzero = excludes_zero(a) && excludes_zero(b);
  return hull;
}

// Whether one was taken away from the other without a sign where they were compared.
bool MayHaveWrapped(Frame& frame, TermId x, TermId y) {
  if (frame.of_wrapped.empty()) return false;
  TermTable& terms = frame.terms;
  const TermId less = terms.WithoutCommonFactor(terms.Subtract(x, y));
  const TermId more = terms.WithoutCommonFactor(terms.Subtract(y, x));
  return absl::c_any_of(frame.of_wrapped, [&](AtomId comparison) {
    const auto& compared = terms.term(terms.atom(comparison).argument).parts;
    return compared == terms.term(less).parts || compared == terms.term(more).parts;
  });
}

// A fresh choice of two numbers of which one was put in the place of the other, as by
// `if (end > length) end = length`, is not more, or not less, than either.
void KeepOrder(Frame& frame, TermId merged, const State& a, TermId x, const State& b, TermId y,
               std::vector<Fact>* facts, uint32_t epoch) {
  const TermTable& terms = frame.terms;
  if (terms.Base(x) != kNothing || terms.Base(y) != kNothing ||
      (terms.ConstantValue(x) && terms.ConstantValue(y)) || MayHaveWrapped(frame, x, y)) {
    return;
  }
  const auto add = [&](TermId less, TermId more) {
    facts->push_back({LessEqual(frame, less, more), {1, 1, true}, epoch});
  };
  const auto is_less = [&](const State& state, TermId less, TermId more) {
    return Decide(frame, state, Relation::kLessEqual, less, more).value_or(false);
  };
  if (is_less(a, x, y)) add(merged, y);
  if (is_less(b, y, x)) add(merged, x);
  if (is_less(a, y, x)) add(y, merged);
  if (is_less(b, x, y)) add(x, merged);
}

// A fresh phi knows the hull of what it merges.
void KeepRange(Frame& frame, bool back_edge, TermId merged, const State& a, TermId x,
               const State& b, TermId y, std::vector<Fact>* facts, uint32_t epoch) {
  if (x == y || back_edge) return;
  const Term& term = frame.terms.term(merged);
  if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) return;
  if (frame.terms.atom(term.parts[0].atom).kind != AtomKind::kPhi) return;
  const Range hull = Hull(RangeOf(frame, a, x), RangeOf(frame, b, y));
  if (!hull.is_full()) facts->push_back({term.parts[0].atom, hull, epoch});
  KeepOrder(frame, merged, a, x, b, y, facts, epoch);
}

// Whether in `a` another thread's value is waited for that `b` knows nothing of.
bool WaitsForMore(const std::vector<Gate>& a, const std::vector<Gate>& b) {
  return std::any_of(a.begin(), a.end(), [&](const Gate& gate) {
    return gate.until == FlowGraph::kNone && gate.side == Gate::kAnySide &&
           !ContainsSorted(b, gate);
  });
}

// Where both outcomes have met, only what is on the same side still depends on the value, but if
// the value decided who has to wait.
std::vector<Gate> JoinGates(const std::vector<Gate>& a, const std::vector<Gate>& b) {
  if (a == b) return a;
  const bool one_waits = WaitsForMore(a, b) || WaitsForMore(b, a);
  std::vector<Gate> result;
  for (const Gate& gate : a) {
    for (const Gate& other : b) {
      if (gate.cell != other.cell || gate.until != other.until) continue;
      if (gate.side == other.side) {
        InsertSorted(&result, gate);
      } else if (gate.until != FlowGraph::kNone || one_waits) {
        InsertSorted(&result, Gate{gate.cell, gate.until});
      }
    }
  }
  return result;
}

// The number that the caller passed and that the comparison asks about, if it asks whether that is
// a certain one.
AtomId ComparedInput(const TermTable& terms, AtomId atom) {
  const Atom& comparison = terms.atom(atom);
  if (comparison.kind != AtomKind::kComparison ||
      comparison.index != static_cast<uint32_t>(Relation::kEqual)) {
    return kNothing;
  }
  const auto& parts = terms.term(comparison.argument).parts;
  const bool is_input = parts.size() == 1 && terms.atom(parts[0].atom).kind == AtomKind::kFormal;
  return is_input ? parts[0].atom : kNothing;
}

// If the condition is that an input is one of some numbers: the sum of these comparisons, of which
// one has to be 1.
TermId EitherOf(const TermTable& terms, TermId condition) {
  const auto is_sum = [&](TermId id) {
    const Term& term = terms.term(id);
    if (term.constant != 0 || term.parts.empty()) return false;
    const AtomId input = ComparedInput(terms, term.parts[0].atom);
    return input != kNothing && absl::c_all_of(term.parts, [&](const Part& part) {
             return part.coefficient == 1 && ComparedInput(terms, part.atom) == input;
           });
  };
  const Term& term = terms.term(condition);
  if (term.constant == 1 && term.parts.size() == 1 && term.parts[0].coefficient == -1) {
    const Atom& none = terms.atom(term.parts[0].atom);
    if (none.kind == AtomKind::kComparison &&
        none.index == static_cast<uint32_t>(Relation::kLessEqual) && is_sum(none.argument)) {
      return none.argument;
    }
  }
  return is_sum(condition) ? condition : kNothing;
}

// The fact that one of two such conditions of one input holds; nullopt if too many are named.
std::optional<Fact> Either(Frame& frame, TermId a, TermId b, uint32_t epoch) {
  TermTable& terms = frame.terms;
  constexpr size_t kMaxNamed = 4;
  TermId sum = EitherOf(terms, a);
  const TermId other = EitherOf(terms, b);
  if (sum == kNothing || other == kNothing) return std::nullopt;
  const Term added = terms.term(other);
  if (ComparedInput(terms, terms.term(sum).parts[0].atom) !=
      ComparedInput(terms, added.parts[0].atom)) {
    return std::nullopt;
  }
  for (const Part& part : added.parts) {
    const auto& named = terms.term(sum).parts;
    if (absl::c_any_of(named, [&](const Part& p) { return p.atom == part.atom; })) continue;
    if (named.size() == kMaxNamed) return std::nullopt;
    sum = terms.Add(sum, terms.Of(part.atom));
  }
  return Fact{LessEqual(frame, sum, kZero), {0, 0, false}, epoch};
}

// Where a way that a condition leads to meets one on which another condition was asked as well, as
// behind `kind == A || kind == B`, one of both holds. Of two inputs that would be just as true, but
// so many more points are told apart that others are lost.
void KeepEither(Frame& frame, const State& a, const State& b, std::vector<Fact>* facts) {
  struct Asked {
    TermId holds = kNothing;
    uint32_t epoch = 0;
  };
  const auto only_in = [&](const State& state, const State& other, bool is_decided_there) {
    std::vector<Asked> only;
    for (const Fact& fact : state.facts) {
      const std::optional<Range> there = FactOf(other, fact.atom);
      if (there == fact.range || there.has_value() != is_decided_there) continue;
      const auto condition = frame.ConditionOf(fact);
      if (condition) only.push_back({condition->holds, fact.epoch});
    }
    return only;
  };
  const auto add = [&](const State& way, const State& other) {
    if (!only_in(way, other, false).empty()) return;
    const std::vector<Asked> asked = only_in(other, way, false);
    for (const Asked& decided : only_in(way, other, true)) {
      for (const Asked& next : asked) {
        const auto either =
            Either(frame, decided.holds, next.holds, std::min(decided.epoch, next.epoch));
        if (either) facts->push_back(*either);
      }
    }
  };
  add(a, b);
  add(b, a);
}

bool IsRegionOfLoop(Frame& frame, uint32_t head, const Cell& cell) {
  return cell.is_region() && frame.terms.Mentions(cell.high, frame.IterationOf(head));
}

void JoinCells(Frame& frame, uint32_t block, bool back_edge, State* state, const State& other,
               ChosenNumbers* chosen, std::vector<Fact>* facts) {
  // Loads of cells that one side lacks must see that side's memory.
  const State &left = *state, &right = other;
  std::vector<Cell> result;
  for (size_t i = 0; i < left.cells.size(); ++i) {
    const Cell& cell = left.cells[i];
    const Cell* match = FindCell(right.cells, cell, i);
    if (cell.is_region()) {
      if (match != nullptr && *match == cell) {
        result.push_back(cell);
      } else if (match != nullptr && match->low == cell.low) {
        Cell merged = cell;
        merged.reach = cell.reach.Including(match->reach);
        merged.value = frame.Choose(Frame::PhiTag::kRegion, block, CellKey(cell), cell.value,
                                    match->value, cell.is_pointer);
        if (match->high != cell.high) {
          merged.high = IsRegionOfLoop(frame, block, *match) ? match->high : frame.terms.Any();
        }
        result.push_back(merged);
      } else if (back_edge && IsRegionOfLoop(frame, block, cell)) {
        result.push_back(cell);
      } else {
        Cell merged = cell;  // maybe written
        merged.high = frame.terms.Any();
        result.push_back(merged);
      }
      continue;
    }
    Cell merged = cell;
    TermId there;
    if (match != nullptr) {
      there = match->value;
      merged.epoch = std::min(cell.epoch, match->epoch);
      merged.is_pointer |= match->is_pointer;
      merged.reach = cell.reach.Including(match->reach);
    } else {
      there = LoadCell(frame, right, cell.address, cell.width, cell.is_pointer);
    }
    // With what inputs choose in memory, a recursion would choose again in each call.
    const TermId number = back_edge || cell.is_pointer ? static_cast<TermId>(kNothing)
                                                       : chosen->Of(cell.value, there, kTurns);
    if (number != kNothing) {
      merged.value = number;
      result.push_back(merged);
      continue;
    }
    merged.value = JoinValues(frame, block, back_edge, CellKey(cell), Frame::PhiTag::kCell,
                              cell.value, there, cell.is_pointer);
    KeepRange(frame, back_edge, merged.value, left, cell.value, right, there, facts, state->epoch);
    result.push_back(merged);
  }
  for (size_t i = 0; i < right.cells.size(); ++i) {
    const Cell& cell = right.cells[i];
    const Cell* match = FindCell(left.cells, cell, i);
    // One that this loop has begun, on top of what another loop wrote, is empty at first.
    const bool is_begun = back_edge && IsRegionOfLoop(frame, block, cell);
    if (match != nullptr && !(is_begun && match->high != cell.high)) continue;
    if (cell.is_region()) {
      Cell merged = cell;
      if (!is_begun) merged.high = frame.terms.Any();
      result.push_back(merged);
      continue;
    }
    Cell merged = cell;
    const TermId here = LoadCell(frame, left, cell.address, cell.width, cell.is_pointer);
    merged.value = JoinValues(frame, block, back_edge, CellKey(cell), Frame::PhiTag::kCell, here,
                              cell.value, cell.is_pointer);
    KeepRange(frame, back_edge, merged.value, left, here, right, cell.value, facts, state->epoch);
    result.push_back(merged);
  }
  state->cells = std::move(result);
}

}  // namespace

std::optional<Range> FactOf(const State& state, AtomId atom) {
  auto at = std::lower_bound(state.facts.begin(), state.facts.end(), atom,
                             [](const Fact& f, AtomId a) { return f.atom < a; });
  if (at == state.facts.end() || at->atom != atom) return std::nullopt;
  return at->range;
}

const Cell* FindCell(const std::vector<Cell>& cells, const Cell& like, size_t place) {
  if (place < cells.size() && cells[place].address == like.address &&
      cells[place].width == like.width && !cells[place].is_region() && !like.is_region()) {
    return &cells[place];
  }
  const Cell* found = nullptr;
  for (const Cell& cell : cells) {
    if (cell.address != like.address || cell.width != like.width ||
        cell.is_region() != like.is_region()) {
      continue;
    }
    if (!cell.is_region() || cell.high == like.high) return &cell;
    if (found == nullptr) found = &cell;
  }
  return found;
}

Frame::PhiKey CellKey(const Cell& cell) { return {.number = cell.width, .term = cell.address}; }

void Join(Frame& frame, uint32_t block, bool back_edge, State* state, const State& other) {
  frame.work += state->cells.size() + other.cells.size();
  std::vector<Fact> facts;
  for (const Fact& fact : state->facts) {
    if (auto there = FactOf(other, fact.atom)) {
      // A range at the head of a loop does not grow from turn to turn.
      const Range hull = Hull(fact.range, *there);
      const bool grows = back_edge && !(hull == Hull(fact.range, fact.range));
      if (!grows && !hull.is_full()) facts.push_back({fact.atom, hull, fact.epoch});
    }
  }
  ChosenNumbers chosen(frame, *state, other);
  for (size_t r = 0; r < state->registers.size(); ++r) {
    TermId& here = state->registers[r];
    const TermId there = other.registers[r];
    if (here == there) continue;
    if (here == kNothing || there == kNothing) {
      here = kNothing;  // unassigned on one path: reading it is undefined
      if (there != kNothing) here = there;
      continue;
    }
    const TermId number = back_edge || frame.pointer_registers[r]
                              ? static_cast<TermId>(kNothing)
                              : chosen.Of(here, there, kInputs | kTurns);
    if (number != kNothing) {
      here = number;
      continue;
    }
    const TermId merged =
        JoinValues(frame, block, back_edge, {.number = static_cast<uint32_t>(r)},
                   Frame::PhiTag::kRegister, here, there, frame.pointer_registers[r]);
    KeepRange(frame, back_edge, merged, *state, here, other, there, &facts, state->epoch);
    here = merged;
  }
  JoinCells(frame, block, back_edge, state, other, &chosen, &facts);
  if (!back_edge) KeepEither(frame, *state, other, &facts);
  JoinPoints(frame, block, back_edge, &state->point, other.point);
  state->escaped = UnionOf(state->escaped, other.escaped);
  state->shared = UnionOf(state->shared, other.shared);
  state->gates = JoinGates(state->gates, other.gates);
  state->epoch = std::max(state->epoch, other.epoch);
  state->ways |= other.ways;
  state->synchronised |= other.synchronised;
  std::erase_if(state->looks,
                [&](const Look& look) { return !absl::c_linear_search(other.looks, look); });
  if (state->cleanups.size() > other.cleanups.size()) state->cleanups = other.cleanups;
  std::sort(facts.begin(), facts.end(),
            [](const Fact& a, const Fact& b) { return a.atom < b.atom; });
  facts.erase(std::unique(facts.begin(), facts.end(),
                          [](const Fact& a, const Fact& b) { return a.atom == b.atom; }),
              facts.end());
  state->facts = std::move(facts);
}

void JoinHere(Frame& frame, State* state, const State& other) {
  // Points inside blocks are numbered after all blocks, so that their choices are their own.
  Join(frame, static_cast<uint32_t>(frame.procedure.blocks.size()) + frame.instruction,
       /*back_edge=*/false, state, other);
}

}  // namespace plait
