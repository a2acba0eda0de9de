// The threads of an execution, and what each of them is about to do.
#ifndef PLAIT_CHECKERS_WITNESS_THREAD_H_
#define PLAIT_CHECKERS_WITNESS_THREAD_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "analyzer/ir/ir.h"
#include "checkers/witness/bytes.h"
#include "checkers/witness/executable.h"
#include "checkers/witness/memory.h"

namespace plait::witness {

// An instruction of a procedure: index into Program::definitions(), number within the body.
struct Site {
  uint32_t definition = kNone;
  uint32_t instruction = 0;

  friend bool operator==(const Site&, const Site&) = default;
  friend auto operator<=>(const Site&, const Site&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Site& site) {
    return H::combine(std::move(h), site.definition, site.instruction);
  }
};

// Variables that threads may race for.
struct Suspects {
  absl::flat_hash_set<Name> globals;
  absl::flat_hash_set<uint32_t> slots;  // of main
};

// What a person wants to know of an execution.
struct Event {
  enum class Kind : uint8_t {
    kCreate,   // value: the new thread
    kEnd,      // of the thread
    kJoin,     // value: the thread that has ended
    kAcquire,  // value: address of the lock
    kAcquireShared,
    kRelease,
    kSleep,  // begins to wait on a condition variable
    kWake,   // value: address of the condition variable that was signalled
    kPass,   // goes on after a semaphore, barrier or once-function
    kInput,  // value: what a nondeterministic function returned
  };
  Kind kind = Kind::kCreate;
  uint32_t thread = 0;
  Site site;
  int64_t value = 0;
};

struct Frame {
  // What to do when the procedure returns.
  // kAnswer: the library function that called it goes on with the result.
  enum class Then : uint8_t { kNothing, kEndAtomic, kEndOnce, kDiscard, kAnswer };
  const Code* code = nullptr;
  uint32_t block = 0;
  uint32_t index = 0;                     // of the next instruction in the block
  uint32_t registers = 0;                 // first one in Thread::registers
  uint32_t slots = 0;                     // first one in Thread::slots
  uint32_t owned = 0;                     // first one in Thread::owned
  ir::Register result = ir::kNoRegister;  // of the caller
  Then then = Then::kNothing;
  uint64_t once = 0;      // kEndOnce: address of the flag; kAnswer: how far the library function is
  uint64_t variadic = 0;  // searches only: address of the arguments beyond the parameters
};

// Where a call of setjmp returns to once more.
struct JumpPoint {
  uint64_t buffer = 0;  // address
  uint32_t frame = 0;   // in Thread::frames; while that is there
  uint32_t block = 0;
  uint32_t index = 0;  // of the instruction behind the call
  ir::Register result = ir::kNoRegister;
};

// What an instruction is to other threads.
enum class Visibility : uint8_t {
  kNone,
  kAccess,  // plain accesses to memory that they can reach
  kChoice,  // explorations only: several outcomes, none of which they notice
  kSync,    // atomic accesses, operations on locks, threads and the like
};

// An outcome out of several.
struct Choice {
  uint32_t taken = 0;
  uint32_t count = 0;
};

// An access that was made.
struct PastAccess {
  uint32_t thread = 0;
  Site site;
  Bytes bytes;
  std::vector<Site> calls;  // that lead there
  size_t events = 0;        // before it
};

struct Thread {
  std::vector<Frame> frames;
  std::vector<Value> registers;
  std::vector<uint64_t> slots;   // addresses; 0: no object yet
  std::vector<uint64_t> owned;   // other objects that end with their frame
  uint32_t entry = kNone;        // function it runs
  Site created;                  // kNone for main
  std::vector<JumpPoint> jumps;  // by frame
  uint32_t cleanups = 0;         // pushed and not popped
  bool has_ended = false;
  bool is_detached = false;
  bool is_joined = false;
  bool is_many = false;  // stands for any number of threads in this state
  Value result;          // of its entry, once it has ended

  // Of the visible operation it stands before.
  bool may_time_out = false;  // blocked in an operation that may give up
  bool has_timed_out = false;
  absl::InlinedVector<Bytes, 1> accesses;
  Visibility visibility = Visibility::kNone;
  bool ends_program = false;
  // Before a load of a pointer to a chain, which it has to unfold.
  bool unfolds = false;
  // Explorations only: plain accesses since its last operation that orders threads, and whether
  // that took a lock.
  std::vector<Bytes> segment;
  bool has_locked = false;

  // Of a library call in progress.
  uint32_t effect = 0;
  uint32_t phase = 0;
  uint64_t progress = 0;  // of one that calls functions of the program
  bool is_signalled = false;
  uint32_t generation = 0;  // of the barrier, on arrival
  Value call_result;
  bool has_call_result = false;

  std::vector<std::pair<uint32_t, uint64_t>> thread_locals;  // by global
  std::vector<Value> keys;  // thread-specific values; fewer than there are keys: the rest are null
  uint64_t error_number = 0;  // address; 0: not yet used
};

// Threads of one creation that are not told apart. Their handles are, so that nobody is joined
// twice: of threads that all will be joined it is known how many there are.
struct Crowd {
  static constexpr uint32_t kMost = 64, kFew = 16;

  Site created;
  uint64_t handle = 0;  // of one of which it is not known which; the others follow
  bool is_counted = true;
  uint64_t numbers = 0;  // a bit for each thread that was not joined
};

// `visit` takes the values of those registers that are still read, always in the same order.
template <typename Visit>
void ForEachLiveRegister(const Thread& thread, const Visit& visit) {
  for (size_t i = 0; i < thread.frames.size(); ++i) {
    const Frame& frame = thread.frames[i];
    const bool is_last = i + 1 == thread.frames.size();
    const Liveness& live = frame.code->live();
    const ir::Register count = frame.code->body->register_names.size();
    const auto is_read_after_jump = [&](ir::Register r) {
      return std::any_of(thread.jumps.begin(), thread.jumps.end(), [&](const JumpPoint& jump) {
        return jump.frame == i && r != jump.result && live.IsLive(jump.block, jump.index, r);
      });
    };
    for (ir::Register r = 0; r < count; ++r) {
      const bool is_awaited = !is_last && thread.frames[i + 1].result == r;
      if ((!is_awaited && live.IsLive(frame.block, frame.index, r)) || is_read_after_jump(r)) {
        visit(thread.registers[frame.registers + r]);
      }
    }
  }
}

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_THREAD_H_
