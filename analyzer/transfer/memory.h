// Loads and stores on the symbolic memory of a state, aliasing, privacy and escape.
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

namespace plait {

enum class Overlap { kNever, kMaybe, kSame };

// Whether the bytes [a, a+width_a) and [b, b+width_b) overlap in an execution described by the
// state. Width 0 is an unknown extent upwards. kSame: equal addresses and widths.
Overlap OverlapOf(Frame& frame, const State& state, TermId a, uint32_t width_a, TermId b,
                  uint32_t width_b);

// What a load from the address yields. Reads no access: recording is RecordAccess's business.
TermId LoadCell(Frame& frame, const State& state, TermId address, uint32_t width, bool is_pointer);

// Writes the value; strongly where the address is one cell, weakly where it is a choice. A pointer
// written where other threads can see it is published, and what it points to escapes.
void StoreCell(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
               bool is_pointer);

// StoreCell for what a callee wrote, whose summary says itself what it published.
void WriteCell(Frame& frame, State* state, TermId address, uint32_t width, TermId value,
               bool is_pointer);

// Copies what is known of [from, from+width) to `to`. Width 0: everything known from `from` on.
void CopyCells(Frame& frame, State* state, TermId to, TermId from, uint32_t width);

// Forgets the contents of [address, address+width): they become unknown.
void HavocCells(Frame& frame, State* state, TermId address, uint32_t width);

// True if no other thread can reach memory with that base: an object made by this call that was not
// handed out. For a choice: if that holds for every option.
bool IsPrivate(const Frame& frame, const State& state, AtomId base);

// What a callee did, as far as it says what an object held when it escaped there.
struct LeftByCallee {
  std::vector<TermId> changed;  // cells that may have held something else then
  std::vector<AtomId> exposed;  // objects of which the callee says it itself
};

// Whether others reach memory with that base whatever the caller's memory is. If not, and it is not
// private, it came in, or is reached through what came in, and the caller knows.
bool IsShared(const Frame& frame, const State& state, AtomId base);

// Other threads can reach what `value` points to from now on, and everything reachable from there;
// for sure, or if the caller does not keep to itself what it was stored to.
void Escape(Frame& frame, State* state, TermId value, bool is_shared,
            const LeftByCallee* callee = nullptr);

// Adds an access to the summary if the memory may be seen by another thread or by the caller.
// Returns it, good until the next one, or nullptr.
Access* RecordAccess(Frame& frame, const State& state, TermId address, uint32_t width,
                     AccessKind kind, bool is_atomic);

// The cell was written in a way that others may wait for.
void Announce(Frame& frame, State* state, TermId address);
// Gives up which cells were announced if there are too many.
void BoundAnnounced(Point* point);

// Starts a new epoch: what other threads wrote before may be seen from here on.
void Acquire(Frame& frame, State* state);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_MEMORY_H_
