// Calls of functions with a body, and how they and threads end.
#include <algorithm>
#include <vector>

#include "checkers/witness/machine.h"

namespace plait::witness {

bool Machine::Enter(uint32_t t, uint32_t definition, const std::vector<Value>& arguments,
                    ir::Register result, Frame::Then then) {
  Thread& thread = threads_[t].Own();
  if (thread.frames.size() >= limits_.depth) {
    Stop("calls nested too deeply");
    return false;
  }
  const Definition& defined = executable_.program().definitions()[definition];
  if (executable_.program().units()[defined.unit].error_count > 0) {
    Stop("code in a file with errors");
    return false;
  }
  const Code& code = executable_.CodeOf(definition);
  Frame frame;
  frame.code = &code;
  frame.registers = thread.registers.size();
  frame.slots = thread.slots.size();
  frame.owned = thread.owned.size();
  frame.result = result;
  frame.then = then;
  thread.registers.resize(frame.registers + code.body->register_names.size());
  thread.slots.resize(frame.slots + code.body->slots.size());
  const size_t passed = std::min(arguments.size(), code.body->parameters.size());
  for (size_t i = 0; i < passed; ++i) {
    thread.registers[frame.registers + i] = arguments[i];
  }
  thread.frames.push_back(frame);
  if (arguments.size() > passed && !limits_.is_exploration) KeepVariadic(t, arguments, passed);
  return !has_stopped_;
}

// As va_arg finds them: one after the other, each in a word of its own.
void Machine::KeepVariadic(uint32_t t, const std::vector<Value>& arguments, size_t first) {
  constexpr uint32_t kWord = 8;
  const uint64_t address = memory_.Allocate(kWord * (arguments.size() - first), ObjectKind::kStack,
                                            Contents::kUnknown, {});
  if (address == 0) return Stop("object too large");
  for (size_t i = first; i < arguments.size(); ++i) {
    memory_.Store(address + kWord * (i - first), kWord, arguments[i]);
  }
  Thread& thread = threads_[t].Own();
  thread.frames.back().variadic = address;
  thread.owned.push_back(address);
}

// Who has its address may not be about to use what lies there next.
void Machine::EndLocal(uint32_t t, uint64_t address) {
  const Memory::Object* object = memory_.Around(address);
  if (limits_.is_exploration && object != nullptr && object->is_shared && object->size > 0) {
    const Bytes all = {address, object->size, /*is_write=*/true, /*is_atomic=*/false};
    if (limits_.is_weak) {
      Follow(t, {all});
    } else {
      threads_[t].Own().segment.push_back(all);
    }
  }
  memory_.Free(address);
}

// What belongs to the innermost call ends. Returns whether that with the address was kept for the
// caller.
bool Machine::EndFrame(uint32_t t, uint64_t kept) {
  Thread& thread = threads_[t].Own();
  const Frame frame = thread.frames.back();
  bool is_kept = false;
  const auto end = [&](uint64_t address) {
    if (address != 0 && address == kept) {
      is_kept = true;
    } else if (address != 0) {
      EndLocal(t, address);
    }
  };
  for (size_t i = frame.slots; i < thread.slots.size(); ++i) end(thread.slots[i]);
  for (size_t i = frame.owned; i < thread.owned.size(); ++i) end(thread.owned[i]);
  thread.registers.resize(frame.registers);
  thread.slots.resize(frame.slots);
  thread.owned.resize(frame.owned);
  thread.frames.pop_back();
  while (!thread.jumps.empty() && thread.jumps.back().frame >= thread.frames.size()) {
    thread.jumps.pop_back();
  }
  return is_kept;
}

void Machine::Leave(uint32_t t, Value result) {
  Thread& thread = threads_[t].Own();
  const Frame frame = thread.frames.back();
  // A record is returned by its address: it lives until the caller is done with it.
  const uint64_t returned = result.known ? Memory::BaseOf(result.address()) : 0;
  if (EndFrame(t, returned)) thread.owned.push_back(returned);
  if (frame.then == Frame::Then::kEndAtomic && --atomic_depth_ == 0) atomic_owner_ = kNone;
  if (frame.then == Frame::Then::kEndOnce) {
    SyncObject& once = sync_.Own(frame.once);
    once.is_running = false;
    once.is_done = true;
    if (limits_.is_weak) causality_.Release(t, frame.once);
    Wake();
  }
  if (frame.then == Frame::Then::kAnswer) {
    thread.call_result = result;
    thread.has_call_result = true;
    thread.progress = frame.once;
    --thread.frames.back().index;  // the call is not over
  }
  if (!thread.frames.empty()) return SetRegister(t, frame.result, result);
  if (frame.then == Frame::Then::kDiscard) return EndThread(t, thread.result);
  if (t != 0) return EndThread(t, result);
  thread.result = result;
  Stop("the program ended", false);
}

// Back to where setjmp was called with that buffer, if that call is still in progress.
void Machine::Jump(uint32_t t, uint64_t buffer, Value result) {
  Thread& thread = threads_[t].Own();
  const auto found = std::find_if(thread.jumps.begin(), thread.jumps.end(),
                                  [&](const JumpPoint& jump) { return jump.buffer == buffer; });
  if (found == thread.jumps.end()) return Stop("jump to a place that is not there");
  if (thread.cleanups > 0) return Stop("jump with clean-up functions left");
  const JumpPoint to = *found;
  const bool leaves_library =
      std::any_of(thread.frames.begin() + to.frame + 1, thread.frames.end(),
                  [](const Frame& frame) { return frame.then != Frame::Then::kNothing; });
  if (leaves_library) return Stop("jump out of a function that a library called");
  while (thread.frames.size() > to.frame + 1) EndFrame(t, 0);
  Frame& frame = thread.frames.back();
  frame.block = to.block;
  frame.index = to.index;
  SetRegister(t, to.result, result);
}

void Machine::Unwind(uint32_t t) {
  Thread& thread = threads_[t].Own();
  if (thread.cleanups > 0) return Stop("thread ends with clean-up functions left");
  for (const Frame& frame : thread.frames) {
    if (frame.then != Frame::Then::kNothing) return Stop("thread ends inside a call of a library");
  }
  for (uint64_t address : thread.slots) {
    if (address != 0) EndLocal(t, address);
  }
  for (uint64_t address : thread.owned) EndLocal(t, address);
  thread.slots.clear();
  thread.owned.clear();
  thread.registers.clear();
  thread.frames.clear();
  thread.jumps.clear();
}

void Machine::FreeAtEnd(uint32_t t, uint64_t address) {
  const Memory::Object* object = memory_.Around(address);
  if (object == nullptr || object->kind != ObjectKind::kHeap || object->is_unsized ||
      Memory::OffsetOf(address) != 0) {
    return Stop("release of memory that was not allocated");
  }
  const Bytes bytes = {address, object->size, /*is_write=*/true, /*is_atomic=*/false};
  if (limits_.is_weak) {
    Follow(t, {bytes});
  } else if (limits_.is_exploration && object->is_shared) {
    threads_[t].Own().segment.push_back(bytes);
  }
  memory_.Free(address);
}

bool Machine::RunDestructor(uint32_t t) {
  Thread& thread = threads_[t].Own();
  for (size_t key = 0; key < thread.keys.size(); ++key) {
    Value& value = thread.keys[key];
    const uint32_t function = key_destructors_[key];
    if (function == kNone || (value.known && value.bits == 0)) continue;
    const uint32_t definition = executable_.function(function).definition;
    const bool frees = executable_.function(function).library_name == "free";
    if (!value.known || (definition == kNone && !frees)) {
      Stop("destructor of a thread-specific value");
      return false;
    }
    const Value argument = value;
    value = Value::Of(0);
    if (definition == kNone) {
      FreeAtEnd(t, argument.address());
      if (has_stopped_) return false;
      continue;
    }
    return Enter(t, definition, {argument}, ir::kNoRegister, Frame::Then::kDiscard);
  }
  return false;
}

void Machine::EndThread(uint32_t t, Value result) {
  Thread& thread = threads_[t].Own();
  thread.result = result;
  if (RunDestructor(t) || has_stopped_) return;
  thread.has_ended = true;
  thread.accesses.clear();
  for (auto& [global, address] : thread.thread_locals) memory_.Free(address);
  Log(Event::Kind::kEnd, t, 0);
  Wake();
  const bool all_ended = std::all_of(threads_.begin(), threads_.end(),
                                     [](const Shared<Thread>& one) { return one->has_ended; });
  if (all_ended) Stop("all threads ended", false);
}

}  // namespace plait::witness
