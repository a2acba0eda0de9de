#include "tests/random_programs/machine.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/random_programs/sync.h"

namespace plait::random_programs {
namespace {

using Op = Instruction::Op;

constexpr int kMaxThreads = 8;
constexpr int kMaxFrames = 16;
constexpr int kMaxObjects = 64;
constexpr int kMaxQuietSteps = 5000;

Frame NewFrame(const Code& code, int function, State* state) {
  const FunctionCode& callee = code.functions[function];
  Frame frame;
  frame.function = function;
  frame.registers.assign(callee.registers, 0);
  for (const int declaration : callee.slots) {
    frame.slots.push_back(static_cast<int>(state->objects.size()));
    state->objects.push_back({declaration, true, code.declarations[declaration].initial});
  }
  return frame;
}

const Instruction& InstructionOf(const Code& code, const ThreadState& thread) {
  const Frame& frame = thread.frames.back();
  return code.functions[frame.function].instructions[frame.pc];
}

bool IsQuiet(const Instruction& at, const ThreadState& thread) {
  switch (at.op) {
    case Op::kLoad:
    case Op::kStore:
      return at.is_private;
    case Op::kUpdate:
    case Op::kNondet:
      return false;
    case Op::kLibrary:
      return IsQuietLibrary(at.library);
    case Op::kReturn:
      return thread.frames.size() > 1 && thread.frames.back().once == 0;
    default:
      return true;
  }
}

absl::StatusOr<int64_t> Apply(const std::string& op, int64_t a, int64_t b) {
  if (a == kUninitialised || b == kUninitialised) return Undefined("use of an unset value");
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == ">") return a > b;
  if (op == "<=") return a <= b;
  if (op == ">=") return a >= b;
  if (op == "+") return a + b;
  if (op == "-") return a - b;
  if (op == "*") return a * b;
  if (op == "&") return a & b;
  if (op == "%") return b == 0 ? 0 : a % b;
  return Undefined(absl::StrCat("operator ", op));
}

}  // namespace

// One instruction of one thread.
class Machine::Runner {
 public:
  Runner(const Code& code, State* state, int thread)
      : code_(code), state_(*state), thread_(thread) {}

  absl::Status Run(int choice) {
    const Instruction at = InstructionOf(code_, self());
    if (at.op == Op::kLibrary) return RunLibrary(at);
    switch (at.op) {
      case Op::kJump:
        frame().pc = static_cast<int>(at.imm);
        return absl::OkStatus();
      case Op::kBranch: {
        const int64_t condition = Register(at.a);
        if (condition == kUninitialised) return Undefined("branch on an unset value");
        frame().pc = condition == 0 ? static_cast<int>(at.imm) : frame().pc + 1;
        return absl::OkStatus();
      }
      case Op::kCall:
        return Enter(static_cast<int>(at.imm), at);
      case Op::kCallIndirect:
        if (!IsFunction(Register(at.a))) return Undefined("call of no function");
        return Enter(FunctionOf(Register(at.a)), at);
      case Op::kReturn:
        return Leave(at);
      case Op::kLoad:
      case Op::kStore:
      case Op::kUpdate:
        if (absl::Status status = Touch(at); !status.ok()) return status;
        break;
      default: {
        absl::StatusOr<int64_t> value = Compute(at, choice);
        if (!value.ok()) return value.status();
        Register(at.dst) = *value;
      }
    }
    ++frame().pc;
    return absl::OkStatus();
  }

 private:
  ThreadState& self() { return state_.threads[thread_]; }
  Frame& frame() { return self().frames.back(); }
  int64_t& Register(int reg) { return frame().registers[reg]; }

  absl::StatusOr<int64_t> Compute(const Instruction& at, int choice) {
    switch (at.op) {
      case Op::kConstant:
        return at.imm;
      case Op::kMove:
        return Register(at.a);
      case Op::kObject:
        return AddressValue(static_cast<int>(at.imm), 0);
      case Op::kSlot:
        return AddressValue(frame().slots[at.imm], 0);
      case Op::kElement: {
        const int64_t index = Register(at.b);
        if (index < 0 || index >= at.length) return Undefined("index out of bounds");
        if (!IsAddress(Register(at.a))) return Undefined("element of no object");
        return Register(at.a) + index * at.imm;
      }
      case Op::kOffset:
        if (!IsAddress(Register(at.a))) return Undefined("field of no object");
        return Register(at.a) + at.imm;
      case Op::kNot:
        if (Register(at.a) == kUninitialised) return Undefined("use of an unset value");
        return Register(at.a) == 0;
      case Op::kBinary:
        return Apply(at.name, Register(at.a), Register(at.b));
      case Op::kNondet:
        return choice;
      case Op::kAllocate:
        if (state_.objects.size() >= kMaxObjects) return TooLarge("objects");
        state_.objects.push_back(
            {static_cast<int>(at.imm), true, code_.declarations[at.imm].initial});
        return AddressValue(static_cast<int>(state_.objects.size()) - 1, 0);
      default:
        return Undefined("instruction");
    }
  }

  absl::Status Touch(const Instruction& at) {
    absl::StatusOr<int64_t*> cell = CellAt(&state_, Register(at.a));
    if (!cell.ok()) return cell.status();
    int64_t& memory = **cell;
    if (at.op == Op::kStore) {
      if (Register(at.b) == kUninitialised) return Undefined("copy of an unset value");
      memory = Register(at.b);
      return absl::OkStatus();
    }
    if (memory == kUninitialised) return Undefined("read of unset memory");
    const int64_t old = memory;
    if (at.op == Op::kUpdate) {
      const bool is_equal = at.update == Update::kCompareExchange && old == Register(at.b);
      if (at.update == Update::kAdd) memory = old + Register(at.b);
      if (at.update == Update::kExchange) memory = Register(at.b);
      if (is_equal) memory = Register(at.c);
      Register(at.dst) = at.update == Update::kCompareExchange ? is_equal : old;
    } else {
      Register(at.dst) = old;
    }
    return absl::OkStatus();
  }

  absl::Status Enter(int function, const Instruction& at, int64_t once = 0) {
    if (self().frames.size() >= kMaxFrames) return TooLarge("calls");
    if (state_.objects.size() >= kMaxObjects) return TooLarge("objects");
    if (static_cast<int>(at.args.size()) != code_.functions[function].parameters && once == 0) {
      return Undefined("call with other arguments");
    }
    Frame callee = NewFrame(code_, function, &state_);
    if (once == 0) {
      for (size_t i = 0; i < at.args.size(); ++i) callee.registers[i] = Register(at.args[i]);
    }
    callee.result = once == 0 ? at.dst : -1;
    callee.once = once;
    if (at.dst >= 0) Register(at.dst) = 0;
    ++frame().pc;
    self().frames.push_back(std::move(callee));
    return absl::OkStatus();
  }

  void DropFrame() {
    for (const int slot : frame().slots) {
      state_.objects[slot].alive = false;
      state_.objects[slot].cells.clear();
    }
    self().frames.pop_back();
  }

  absl::Status Leave(const Instruction& at) {
    const int64_t value = at.a < 0 ? kUninitialised : Register(at.a);
    const int result = frame().result;
    if (frame().once != 0) FinishOnce(&state_, frame().once);
    if (self().frames.size() > 1) {
      DropFrame();
      if (result >= 0) Register(result) = value;
      return absl::OkStatus();
    }
    if (thread_ == 0) state_.ended = true;
    Finish();
    return absl::OkStatus();
  }

  void Finish() {
    while (!self().frames.empty()) DropFrame();
    self().finished = true;
  }

  absl::Status RunLibrary(const Instruction& at) {
    std::vector<int64_t> args;
    for (const int arg : at.args) args.push_back(Register(arg));
    switch (at.library) {
      case Library::kCreate:
        return Create(at, args);
      case Library::kExitThread:
        Finish();
        return absl::OkStatus();
      case Library::kAbort:
        state_.ended = true;
        return absl::OkStatus();
      case Library::kOnce: {
        absl::StatusOr<bool> first = StartOnce(&state_, args[0]);
        if (!first.ok()) return first.status();
        if (!*first) break;
        if (!IsFunction(args[1])) return Undefined("call of no function");
        return Enter(FunctionOf(args[1]), at, args[0]);
      }
      default: {
        absl::StatusOr<SyncResult> result = RunSync(&state_, thread_, at.library, args);
        if (!result.ok()) return result.status();
        if (!result->is_done) return absl::OkStatus();
        Register(at.dst) = result->value;
      }
    }
    ++frame().pc;
    return absl::OkStatus();
  }

  // The handle is written after the thread has begun to run.
  absl::Status Create(const Instruction& at, const std::vector<int64_t>& args) {
    if (self().phase == 0) {
      if (state_.threads.size() >= kMaxThreads) return TooLarge("threads");
      if (!IsFunction(args[2])) return Undefined("thread of no function");
      const int function = FunctionOf(args[2]);
      if (code_.functions[function].parameters != 1) return Undefined("entry of a thread");
      ThreadState created;
      created.frames.push_back(NewFrame(code_, function, &state_));
      created.frames.back().registers[0] = args[3];
      self().pending = static_cast<int64_t>(state_.threads.size());
      self().phase = 1;
      state_.threads.push_back(std::move(created));
      if (!at.is_private) return absl::OkStatus();
    }
    absl::StatusOr<int64_t*> handle = CellAt(&state_, args[0]);
    if (!handle.ok()) return handle.status();
    **handle = self().pending;
    self().phase = 0;
    self().pending = 0;
    Register(at.dst) = 0;
    ++frame().pc;
    return absl::OkStatus();
  }

  const Code& code_;
  State& state_;
  int thread_;
};

State Machine::Start() const {
  State state;
  for (const int declaration : code_.statics) {
    state.objects.push_back({declaration, true, code_.declarations[declaration].initial});
  }
  ThreadState main;
  main.frames.push_back(NewFrame(code_, code_.main, &state));
  state.threads.push_back(std::move(main));
  return state;
}

absl::Status Machine::Settle(State* state, int thread) const {
  for (int steps = 0;; ++steps) {
    ThreadState& self = state->threads[thread];
    if (state->ended || self.finished) return absl::OkStatus();
    if (!IsQuiet(InstructionOf(code_, self), self)) break;
    if (steps > kMaxQuietSteps) return TooLarge("loop");
    if (absl::Status status = Runner(code_, state, thread).Run(0); !status.ok()) return status;
  }
  for (Frame& frame : state->threads[thread].frames) {
    const auto& live = code_.functions[frame.function].live[frame.pc];
    for (size_t i = 0; i < frame.registers.size(); ++i) {
      if (!live.test(i)) frame.registers[i] = 0;
    }
  }
  return absl::OkStatus();
}

Step Machine::Peek(const State& state, int thread) const {
  Step step;
  const ThreadState& self = state.threads[thread];
  if (state.ended || self.finished) return step;
  const Instruction& at = InstructionOf(code_, self);
  const std::vector<int64_t>& registers = self.frames.back().registers;
  step.line = at.line;
  step.enabled = true;
  const auto set_access = [&](int64_t address, bool is_write) {
    if (!IsAddress(address)) return;
    step.access = {ObjectOf(address), CellOf(address), CellOf(address), is_write, at.atomic};
  };
  switch (at.op) {
    case Op::kLoad:
      set_access(registers[at.a], false);
      if (const auto* values = ValuesAt(state, registers[at.a])) {
        step.choices = static_cast<int>(values->size());
      }
      break;
    case Op::kStore:
    case Op::kUpdate:
      set_access(registers[at.a], true);
      break;
    case Op::kNondet:
      step.choices = static_cast<int>(at.imm);
      break;
    case Op::kLibrary: {
      std::vector<int64_t> args;
      for (const int arg : at.args) args.push_back(registers[arg]);
      if (at.library == Library::kCreate && self.phase == 1) set_access(args[0], true);
      if (at.library == Library::kFree && IsAddress(args[0])) {
        const int object = ObjectOf(args[0]);
        const int last = static_cast<int>(state.objects[object].cells.size()) - 1;
        step.access = {object, 0, last, true, false};
      }
      step.enabled = IsEnabled(state, thread, at.library, args);
      break;
    }
    default:
      break;
  }
  return step;
}

absl::Status Machine::Take(State* state, int thread, int choice) const {
  const Instruction at = InstructionOf(code_, state->threads[thread]);
  if (at.op == Op::kLoad) {
    const int64_t address = state->threads[thread].frames.back().registers[at.a];
    const std::vector<int64_t>* values = ValuesAt(*state, address);
    if (absl::Status status = Runner(code_, state, thread).Run(0); !status.ok()) return status;
    if (values != nullptr)
      state->threads[thread].frames.back().registers[at.dst] = (*values)[choice];
    return absl::OkStatus();
  }
  return Runner(code_, state, thread).Run(choice);
}

const std::vector<int64_t>* Machine::ValuesAt(const State& state, int64_t address) const {
  if (any_value_.empty() || !IsAddress(address)) return nullptr;
  const Declaration& declaration = code_.declarations[state.objects[ObjectOf(address)].declaration];
  const auto found = any_value_.find(declaration.cells[CellOf(address)]);
  return found == any_value_.end() || found->second.empty() ? nullptr : &found->second;
}

std::string Machine::Encode(const State& state) const {
  std::string text;
  const auto append = [&](int64_t value) {
    // Most values are small.
    if (value >= 0 && value < 0x7f) {
      text.push_back(static_cast<char>(value));
    } else {
      text.push_back(0x7f);
      text.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
  };
  append(state.ended);
  append(state.atomic_owner);
  append(static_cast<int64_t>(state.threads.size()));
  for (const ThreadState& thread : state.threads) {
    append(thread.finished + 2 * thread.detached + 4 * thread.joined);
    append(thread.phase);
    append(thread.pending);
    append(static_cast<int64_t>(thread.frames.size()));
    for (const Frame& frame : thread.frames) {
      append(frame.function);
      append(frame.pc);
      append(frame.once);
      const auto& live = code_.functions[frame.function].live[frame.pc];
      for (size_t i = 0; i < frame.registers.size(); ++i) {
        if (live.test(i)) append(frame.registers[i]);
      }
      for (const int slot : frame.slots) append(slot);
    }
  }
  for (const Object& object : state.objects) {
    append(object.declaration);
    append(object.alive);
    for (const int64_t cell : object.cells) append(cell);
  }
  return text;
}

}  // namespace plait::random_programs
