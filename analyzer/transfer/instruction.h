// The effect of one instruction on the states at a point.
#ifndef PLAIT_ANALYZER_TRANSFER_INSTRUCTION_H_
#define PLAIT_ANALYZER_TRANSFER_INSTRUCTION_H_

#include <optional>
#include <vector>

#include "analyzer/transfer/disjuncts.h"
#include "analyzer/transfer/frame.h"

namespace plait {

TermId ValueOf(Frame& frame, const State& state, const ir::Operand& operand);
TermId AddressOf(Frame& frame, const State& state, const ir::Place& place);

// The number as one of the type of what the instruction makes. Arithmetic on types of 32 bits and
// more rarely wraps on purpose: values are taken to fit. In one or two bytes only what is known to
// fit does, and an unsigned number of four bytes that is known to reach beyond a signed one does
// not.
TermId Truncated(Frame& frame, const State& state, const ir::Instruction& i, TermId value);

// The number as far as callers can use it: a constant, or what the caller passed; else kNothing.
TermId WrittenNumber(const Frame& frame, TermId value);

// Whether the number is reckoned from what the caller passed alone.
bool IsOfInputs(const TermTable& terms, TermId number);

// What is known of the number that a write replaces, and of the one it puts there (Access).
struct Replacing {
  bool claims = false;
  TermId found = kNothing;
  bool makes_odd = false;
  bool counts_from_none = false;
};

// Records a write, and announces it if others can wait for it: what this thread did before is seen
// by who sees the value.
void RecordWrite(Frame& frame, State* state, const ir::Instruction& i, TermId address, TermId value,
                 const Replacing& replacing);

// A pointer is stored in a way that orders nothing: others can reach the private object from now
// on, and those that it leads to, though what was written there before does not come before what
// they do with it. Records that as if it were written now. Returns these objects.
std::vector<AtomId> RecordUnordered(Frame& frame, const State& state, TermId value, TermId cell);

// Stores, and atomic operations that read and write (exchange.cc).
void TransferStore(Frame& frame, Disjuncts* states);
void TransferAtomicUpdate(Frame& frame, Disjuncts* states);
void TransferCompareExchange(Frame& frame, Disjuncts* states);

// Before the lock is taken: who finds a word free that he has claimed himself gets there only if
// another thread has changed it.
void NoteClaimedAgain(const HeldLock& lock, Point* point);

// Whether the thread is in a critical section of the procedure itself.
bool IsInCriticalSection(const Frame& frame, const State& state);
// Who claimed the word gives it up by any store but the claim.
void DropFlagLocks(Frame& frame, State* state, TermId address, uint32_t width);
void DropFlagLocks(Frame& frame, State* state, const Access& touched);

// Applies frame.current. Calls may split a state or end it.
void TransferInstruction(Frame& frame, Disjuncts* states);

// How much more is stored than the cell, which holds `held`, if that is known: also because a
// branch has told that it is the next number.
std::optional<int64_t> StepOfStore(Frame& frame, const State& state, TermId held, TermId value);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_INSTRUCTION_H_
