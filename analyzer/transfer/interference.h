// What a cell may hold as others may have written it meanwhile, or anyone has.
#ifndef PLAIT_ANALYZER_TRANSFER_INTERFERENCE_H_
#define PLAIT_ANALYZER_TRANSFER_INTERFERENCE_H_

#include <cstdint>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// Memory no other thread writes.
bool IsUnchanging(const Frame& frame, AtomId base);

// A value written in an earlier epoch may have been replaced by another thread's since.
TermId WithInterference(Frame& frame, const State& state, const Cell& cell, TermId address,
                        TermId value);

// Whether the pointer in the cell, which lies where others can put another, may be forgotten by who
// reads or writes at an address that may be the cell's: what anyone stored there says as much,
// since it is published, and so many cells of one table or list stay as many names. Where it is a
// choice whose it is, it can only be one that all can reach if the address is.
bool IsWhatAnyoneStored(const Frame& frame, const State& state, const Cell& cell, TermId address);

// Whether the choice leads to other choices, and what they all yield are objects that others can
// put pointers into: a record of a linked structure.
bool LeadsToWhatAnyoneStored(const Frame& frame, const State& state, AtomId choice);

// The pointer that the cell held at entry, or one that somebody, maybe the procedure itself, has
// put there before the epoch began: not by one name with what was loaded there before.
TermId OrWhatAnyoneStored(Frame& frame, const State& state, TermId address, uint32_t width,
                          TermId unwritten);

// The name of what anyone has stored in the cell, if it stands for all that the cell holds once the
// pointer may be put there; kNothing if it does not.
TermId WhatAnyoneStored(Frame& frame, const State& state, const Cell& cell, TermId value);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_INTERFERENCE_H_
