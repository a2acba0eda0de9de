// Runs the code of a random program one step of one thread at a time, sequentially consistent.
//
// Where POSIX leaves a choice, all of it is allowed: waiting on a condition may end without a
// signal. Creating and joining threads succeed; a lock that is tried for is not had only if it is
// taken.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_MACHINE_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_MACHINE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tests/random_programs/code.h"

namespace plait::random_programs {

struct Frame {
  int function = 0;
  int pc = 0;
  std::vector<int64_t> registers;
  std::vector<int> slots;  // objects
  int result = -1;         // register of the caller
  int64_t once = 0;        // the flag, if this is its function
};

struct ThreadState {
  std::vector<Frame> frames;
  bool finished = false;
  bool detached = false;
  bool joined = false;
  int phase = 0;        // of a call of a library that takes several steps
  int64_t pending = 0;  // what it keeps between them
};

struct Object {
  int declaration = 0;
  bool alive = true;
  std::vector<int64_t> cells;
};

struct State {
  std::vector<ThreadState> threads;  // main is the first
  std::vector<Object> objects;       // the globals are the first
  int64_t atomic_owner = 0;          // of the section of verification tasks, plus 1
  bool ended = false;                // the process
};

// A part of memory that a step reads or writes.
struct MemoryAccess {
  int object = -1;  // -1: no access
  int first = 0, last = 0;
  bool is_write = false;
  bool is_atomic = false;
};

struct Step {
  bool enabled = false;
  int choices = 1;  // more: all of them are possible
  MemoryAccess access;
  int line = 0;
};

using AnyValue = std::map<std::string, std::vector<int64_t>>;  // by the names of cells

class Machine {
 public:
  // A read of a variable that `any_value` names gives any of its values there. Both must outlive
  // the machine.
  Machine(const Code& code, const AnyValue& any_value) : code_(code), any_value_(any_value) {}

  // Before the first step of main.
  State Start() const;

  // Runs `thread` up to its next step that others can notice, or that is a choice.
  // FailedPrecondition if the program has undefined behaviour other than races, OutOfRange if it
  // is larger than the machine, Aborted if it uses memory that is gone.
  absl::Status Settle(State* state, int thread) const;

  // What a settled thread does next.
  Step Peek(const State& state, int thread) const;

  // Takes that step, which must be enabled, with one of its choices. Errors as above.
  absl::Status Take(State* state, int thread, int choice) const;

  // Equal for equal states of settled threads.
  std::string Encode(const State& state) const;

 private:
  class Runner;

  // The values that a read of `address` may give, if it is not what is there.
  const std::vector<int64_t>* ValuesAt(const State& state, int64_t address) const;

  const Code& code_;
  const AnyValue& any_value_;
};

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_MACHINE_H_
