// Numbers and conditions: what a comparison says, and what a branch on it teaches.
#ifndef PLAIT_ANALYZER_TRANSFER_ARITHMETIC_H_
#define PLAIT_ANALYZER_TRANSFER_ARITHMETIC_H_

#include <optional>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// Values the term may have in the state. Pointers to objects are nonzero.
Range RangeOf(const Frame& frame, const State& state, TermId term);
Range RangeOf(const Frame& frame, const State& state, const Term& term);

// Where another name takes the place of an atom from now on, if it is a name of just that: its
// range is that of the atom.
void KeepRange(Frame& frame, State* state, AtomId atom, TermId name);

// Result of `a op b` as a term; an unknown of the current instruction where it is not linear.
TermId Evaluate(Frame& frame, const State& state, ir::Binary op, TermId a, TermId b, bool is_signed,
                uint32_t width = 8);

// The dividend divided by a positive number, if it is so many times something.
std::optional<TermId> DividedBy(TermTable& terms, TermId dividend, int64_t divisor);

// The comparison that says `a <= b`, for facts.
AtomId LessEqual(Frame& frame, TermId a, TermId b);

// 1 if `a relation b`: a constant where the state decides it, else a comparison atom.
TermId Compare(Frame& frame, const State& state, Relation relation, TermId a, TermId b);

// Whether the state certainly implies (true), certainly excludes (false) `a relation b`.
std::optional<bool> Decide(Frame& frame, const State& state, Relation relation, TermId a, TermId b);

// 1 - condition, for a condition that is 0 or 1; else `condition == 0`.
TermId Negate(Frame& frame, const State& state, TermId condition);

// Assumes that `condition` is nonzero (truth) or zero. Returns false if the state excludes that.
// A fact about memory that other threads may have changed since it was learnt does not exclude; the
// cell is then added to point.changes: the point is only reached if another thread changed it.
bool Assume(Frame& frame, State* state, TermId condition, bool truth);

// Cells visible to other threads that the term's value depends on.
void CollectSharedCells(const Frame& frame, const State& state, TermId term,
                        std::vector<TermId>* cells);

// What the state leads to is reached because of that value only, or on that side of it.
void DependOn(const Frame& frame, State* state, TermId value, uint32_t side = Gate::kAnySide);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_ARITHMETIC_H_
