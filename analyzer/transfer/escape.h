// Which memory of a state other threads can reach.
#ifndef PLAIT_ANALYZER_TRANSFER_ESCAPE_H_
#define PLAIT_ANALYZER_TRANSFER_ESCAPE_H_

#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// Whether both are objects of one allocation site.
bool SameSite(const Atom& a, const Atom& b);

// Whether two objects of one allocation site may be one.
bool MayBeOneObject(const TermTable& terms, const Atom& a, const Atom& b);

// True if no other thread can reach memory with that base: an object made by this call that was not
// handed out. For a choice: if that holds for every option.
bool IsPrivate(const Frame& frame, const State& state, AtomId base);

// Whether a value is one number, or the address of one object, to whoever calls the procedure.
bool IsCertain(const Frame& frame, TermId value);

// What a callee did, as far as it says what an object held when it escaped there.
struct LeftByCallee {
  std::vector<TermId> changed;  // cells that may have held something else then
  std::vector<AtomId> exposed;  // objects of which the callee says it itself
};

// Whether the memory is a variable that each thread has of its own. That its address gets to others
// is not followed (a gap).
bool IsOfThread(const Frame& frame, AtomId base);

// Whether others reach memory with that base whatever the caller's memory is. If not, and it is not
// private, it came in, or is reached through what came in, and the caller knows.
bool IsShared(const Frame& frame, const State& state, AtomId base);

// Other threads can reach what `value` points to from now on, and everything reachable from there;
// for sure, or if the caller does not keep to itself what it was stored to.
void Escape(Frame& frame, State* state, TermId value, bool is_shared,
            const LeftByCallee* callee = nullptr);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_ESCAPE_H_
