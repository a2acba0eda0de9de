// setjmp and longjmp.
#include <algorithm>

#include "checkers/witness/library_call.h"

namespace plait::witness {

// Of a buffer, the last call counts.
LibraryCall::State LibraryCall::SetJump() {
  const Value buffer = Argument(0);
  if (!buffer.known) return Stop(Machine::kUnknownPointer);
  const auto is_over = [&](const JumpPoint& jump) {
    return jump.buffer == buffer.address() || machine_.memory_.Around(jump.buffer) == nullptr;
  };
  for (Shared<Thread>& one : machine_.threads_) {
    if (std::any_of(one->jumps.begin(), one->jumps.end(), is_over)) {
      std::erase_if(one.Own().jumps, is_over);
    }
  }
  const Frame& frame = machine_.Top(t_);
  thread().jumps.push_back({buffer.address(), static_cast<uint32_t>(thread().frames.size() - 1),
                            frame.block, frame.index + 1, call_.result});
  SetResult(Value::Of(0));
  return State::kByModel;
}

// Variables that have changed since then are kept, though those that are not volatile need not be.
LibraryCall::State LibraryCall::LongJump() {
  const Value buffer = Argument(0);
  Value result = Argument(1);
  if (!buffer.known) return Stop(Machine::kUnknownPointer);
  if (result.known && result.bits == 0) result = Value::Of(1);
  machine_.Jump(t_, buffer.address(), result);
  return State::kOver;
}

}  // namespace plait::witness
