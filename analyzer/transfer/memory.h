// Loads and stores on the symbolic memory of a state, and aliasing.
//
// Two addresses with different bases do not alias unless one of them is a choice that includes the
// other, or both are objects of one allocation site. Aliasing between different inputs (two
// formals, a formal and a global) is not assumed here; the checker, which knows what inputs hold,
// sees both accesses at the same object.
#ifndef PLAIT_ANALYZER_TRANSFER_MEMORY_H_
#define PLAIT_ANALYZER_TRANSFER_MEMORY_H_

#include <cstdint>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"
#include "analyzer/transfer/overlap.h"

namespace plait {

// What a load from the address yields. Reads no access: recording is RecordAccess's business.
TermId LoadCell(Frame& frame, const State& state, TermId address, uint32_t width, bool is_pointer);
// Keeps what was loaded as the cell's if it is a part of a wider one of which nothing is known:
// some number, but the same one as long as nobody writes there.
void KeepPart(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
              bool is_pointer);

// Writes the value; strongly where the address is one cell, weakly where it is a choice. A pointer
// written where other threads can see it is published, and what it points to escapes.
void StoreCell(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
               bool is_pointer);

// StoreCell for what a callee wrote, whose summary says itself what it published.
void WriteCell(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
               bool is_pointer);

// Copies what is known of [from, from+width) to `to`. Width 0: everything known from `from` on, or,
// if it is some part only, perhaps.
void CopyCells(Frame& frame, State* state, TermId to, TermId from, uint32_t width,
               bool is_some_part = false);

// What was written behind a pointer that a relaxed load gave need not be there yet: if the object
// is reached through one, that load is marked as one that leads on (MarkFollowed, at the end).
void NoteRelaxedPointer(Frame& frame, AtomId base);
void MarkFollowed(Frame& frame);

// Forgets the contents of [address, address+width): they become unknown.
void HavocCells(Frame& frame, State* state, TermId address, uint32_t width);
// Whether it is a block of zeros, some of which cells on top of it may have replaced.
bool IsZeros(const Cell& cell);
// Writes zeros there; `width` in bytes, or 0 for all from the address on. `is_fresh`: nothing can
// have been put there before.
void ZeroCells(Frame& frame, State* state, TermId address, uint32_t width, bool is_fresh = false);

// Adds an access to the summary if the memory may be seen by another thread or by the caller.
// Returns it, good until the next one, or nullptr.
Access* RecordAccess(Frame& frame, const State& state, TermId address, uint32_t width,
                     AccessKind kind, bool is_atomic);

// Whether it is a number in a variable that has its final value before there is a second thread,
// and has a name of its own: what a thread finds there is what whoever starts it knows.
bool IsSettledNumber(const Frame& frame, const Cell& cell);

// The cell was written in a way that others may wait for. `is_shown`: they may reach it, whatever
// the state knows of that.
void Announce(Frame& frame, State* state, TermId address, bool is_shown = false);
// Gives up which cells were announced, or which objects posted, if there are too many.
void BoundAnnounced(Point* point);
void BoundPosted(TermTable& terms, Point* point);

// What follows comes at any time from here on, as when a thread is cancelled: it may have let
// others go on, and may have given back its locks.
void GoOnAnyTime(Frame& frame, State* state);

// Starts a new epoch: what other threads wrote before may be seen from here on.
void Acquire(Frame& frame, State* state);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_MEMORY_H_
