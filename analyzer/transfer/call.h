// Calls: to what, with what, and what comes back.
#ifndef PLAIT_ANALYZER_TRANSFER_CALL_H_
#define PLAIT_ANALYZER_TRANSFER_CALL_H_

#include <string>
#include <vector>

#include "analyzer/transfer/disjuncts.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// A state after a call, and what the call returned in it.
struct Outcome {
  State state;
  TermId result = kZero;
};

// Applies the call frame.current to all states.
void TransferCall(Frame& frame, Disjuncts* states);

// Calls `callee` (a function value) in the state: models, summaries, or an unknown external
// function. Empty if it does not return.
std::vector<Outcome> CallValue(Frame& frame, State state, TermId callee,
                               const std::vector<TermId>& arguments);

// What a library function does, by its model (model_effects.cc).
std::vector<Outcome> ApplyModel(Frame& frame, State state, const proto::Function& model,
                                const std::vector<TermId>& arguments);

// Substitutes a callee's summary into the caller (instantiate.cc).
std::vector<Outcome> Instantiate(Frame& frame, State state, const Summary& callee,
                                 const std::vector<TermId>& arguments);

// Number of the instance of an object or thread made by the current instruction: the counter of the
// innermost loop, 0 outside of loops.
TermId InstanceHere(Frame& frame);
// Whether it is a heap object that was allocated since this procedure was entered, in this turn of
// the loop: it is made as often as this place is come by.
bool IsMadeHere(Frame& frame, TermId value);

// Takes and gives back a lock in the state.
void TakeLock(Frame& frame, State* state, const HeldLock& lock);
void ReleaseLock(Frame& frame, State* state, TermId lock, LockKind kind);
// A lock was given back that is not held by this name.
void NoteReleased(Frame& frame, TermId lock, State* state);
// Its parts: any lock that is held may be the one; ways that inputs decide are told apart.
void DoubtHeld(Point* point);
void TellApart(Frame& frame, const State& state);
// Whether what was posted may be the semaphore.
bool MayBePosted(Frame& frame, const State& state, TermId semaphore, TermId posted);
// The semaphore was posted: who had waited for it holds it no more.
void GiveUpSemaphore(Frame& frame, State* state, TermId object);

// The one lock that all atomic sections of a verifier take.
HeldLock AtomicSection(Frame& frame);

// The object of calls that may order threads without naming an object of the program: through pipes
// and signals if `name` is empty, else by what the function of that name does.
TermId OutsideObject(Frame& frame, const std::string& name);
// The address of a variable that no program can name.
TermId ObjectNamed(Frame& frame, const std::string& name);

// True if the result of the current call decides anything later.
bool ResultMatters(const Frame& frame);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CALL_H_
