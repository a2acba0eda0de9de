// What a function leaves behind that its caller passes on to the function that calls it. The
// latter's summary was made without knowing which function that is.
#ifndef PLAIT_ANALYZER_TRANSFER_CALLBACK_H_
#define PLAIT_ANALYZER_TRANSFER_CALLBACK_H_

#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/frame.h"

namespace plait {

// From the states before and after a call of the function.
struct CallbackEffects {
  std::vector<ThreadRange> started;
  bool joins = false;
  std::vector<HeldLock> taken;
  std::vector<HeldLock> given_back;
  std::vector<TermId> posted;  // semaphores, and barriers that it has come to
  std::vector<Cell> written;
  std::vector<AtomId> escaped;
  std::vector<AtomId> shared;

  bool changes_threads() const { return !started.empty() || joins; }
  bool changes_locks() const { return !taken.empty() || !given_back.empty(); }
};

CallbackEffects EffectsOf(const State& before, const std::vector<Outcome>& after);

// Makes the effects ones that `state`, after the call of who calls the function, may have.
void MayHave(Frame& frame, const CallbackEffects& effects, State* state);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CALLBACK_H_
