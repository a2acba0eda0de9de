#include "checkers/witness/machine.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "checkers/witness/chains.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

constexpr std::string_view kChainIsRead = "list of any length that is used as a whole";

// As ir::Procedure::literals has it; empty if it has none.
const std::string& TextOf(const std::vector<std::string>& literals, int64_t number) {
  static const std::string* const none = new std::string;
  return static_cast<size_t>(number) < literals.size() ? literals[number] : *none;
}

bool IsWhole(const std::string& text) { return text.ends_with('\0'); }

bool IsStrictlySorted(const std::vector<Bytes>& all) {
  return std::adjacent_find(all.begin(), all.end(), std::greater_equal<>()) == all.end();
}

}  // namespace

Machine::Machine(Executable& executable, uint64_t seed, const Limits& limits)
    : executable_(executable),
      limits_(limits),
      random_(seed),
      first_random_(Random(~seed).Next()),
      causality_(!limits.is_exploration ? Causality::Purpose::kSearch
                 : limits.finds_older   ? Causality::Purpose::kAllValues
                                        : Causality::Purpose::kNewestValue,
                 !limits.is_exploration || !limits.is_weak || executable.HasAcquireFence()) {}

void Machine::Stop(std::string_view reason, bool is_stuck) {
  if (has_stopped_) return;
  has_stopped_ = true;
  is_stuck_ = is_stuck;
  stop_reason_ = std::string(reason);
}

Memory::Origin Machine::OriginHere(uint32_t t) const {
  const Site site = SiteOf(t);
  return {site.definition, site.instruction};
}

void Machine::Log(Event::Kind kind, uint32_t t, int64_t value) {
  if (limits_.is_exploration) return;
  events_.push_back({kind, t, SiteOf(t), value});
}

Site Machine::SiteOf(uint32_t t) const {
  const Thread& thread = *threads_[t];
  if (thread.frames.empty()) return {};
  const Frame& frame = thread.frames.back();
  return {frame.code->definition, frame.code->first_instruction[frame.block] + frame.index};
}

std::vector<Site> Machine::CallsOf(uint32_t t) const {
  std::vector<Site> calls;
  const std::vector<Frame>& frames = threads_[t]->frames;
  for (size_t i = 0; i + 1 < frames.size(); ++i) {
    const Frame& frame = frames[i];
    // Behind the call already.
    calls.push_back(
        {frame.code->definition, frame.code->first_instruction[frame.block] + frame.index - 1});
  }
  return calls;
}

bool Machine::CanStep(uint32_t t) const {
  return !threads_[t]->has_ended && !IsBlocked(t) && (atomic_owner_ == kNone || atomic_owner_ == t);
}

void Machine::Wake() {
  blocked_ = 0;
  for (Shared<Thread>& thread : threads_) {
    if (thread->may_time_out) thread.Own().may_time_out = false;
  }
}

uint32_t Machine::Choose(uint32_t count) {
  if (limits_.is_walk) return random_.Below(count);
  if (next_choice_ == choices_.size()) choices_.push_back({0, count});
  return choices_[next_choice_++].taken;
}

void Machine::Start() {
  threads_.emplace_back();
  EnterMain();
  Advance(0);
}

// What the environment passes: a few arguments, small numbers all of them.
void Machine::EnterMain() {
  const Code& main = executable_.CodeOf(executable_.root());
  std::vector<Value> arguments;
  if (limits_.is_exploration) {
    arguments_ = memory_.AllocateUnsized(ObjectKind::kGlobal, {kNone, 0});
    argument_text_ = memory_.AllocateUnsized(ObjectKind::kGlobal, {kNone, 1});
    const Value count = ChooseArgumentCount(main);
    const Value array = Value::Of(static_cast<int64_t>(arguments_));
    arguments = {count, array, array};
    arguments.resize(std::min(arguments.size(), main.body->parameters.size()));
  } else if (!main.body->parameters.empty()) {
    const auto count = static_cast<int64_t>(1 + random_.Below(4));
    const uint64_t array =
        memory_.Allocate(8 * (count + 2), ObjectKind::kGlobal, Contents::kZero, {});
    for (int64_t i = 0; i < count; ++i) {
      const std::string text = i == 0 ? "a.out" : absl::StrCat(random_.Below(10));
      const uint64_t address =
          memory_.Allocate(text.size() + 1, ObjectKind::kGlobal, Contents::kZero, {kNone, 1});
      for (size_t k = 0; k < text.size(); ++k) memory_.Store(address + k, 1, Value::Of(text[k]));
      memory_.Store(array + 8 * i, 8, Value::Of(static_cast<int64_t>(address)));
    }
    arguments = {Value::Of(count), Value::Of(static_cast<int64_t>(array)),
                 Value::Of(static_cast<int64_t>(array + 8 * count))};
    arguments.resize(std::min(arguments.size(), main.body->parameters.size()));
  }
  Enter(0, executable_.root(), arguments, ir::kNoRegister, Frame::Then::kNothing);
}

// Explorations only: an input as others are.
Value Machine::ChooseArgumentCount(const Code& main) {
  if (main.body->parameters.empty() || !main.IsRead(0)) return {0, false, Value::Side::kNatural};
  if (!TellsInput(main, 0)) {
    Value open = OpenInput(main, 0);
    open.side = Value::Side::kNatural;
    return open;
  }
  const int64_t chosen = Choose(Value::kMostTold + 2);
  if (chosen > Value::kMostTold) return {0, false, Value::Side::kAbove};
  return Value::Of(chosen);
}

// In a search: whether nobody is there to notice the instruction, or it does nothing to memory.
bool Machine::IsUnnoticed(const ir::Instruction& instruction) const {
  if (limits_.is_exploration) return false;
  switch (instruction.opcode) {
    case ir::Opcode::kLoad:
    case ir::Opcode::kStore:
    case ir::Opcode::kCopy:
      return threads_.size() == 1 && !IsAtomic(instruction);
    case ir::Opcode::kAddress:
    case ir::Opcode::kAssign:
    case ir::Opcode::kTruncate:
    case ir::Opcode::kBinary:
    case ir::Opcode::kNot:
    case ir::Opcode::kNegate:
    case ir::Opcode::kComplement:
      return true;
    default:
      return false;
  }
}

void Machine::Advance(uint32_t t) {
  Thread& thread = threads_[t].Own();
  while (!has_stopped_ && !thread.has_ended) {
    if (++steps_ > limits_.steps) return Stop("too many steps", limits_.is_exploration);
    const Frame& frame = thread.frames.back();
    const ir::Block& block = frame.code->body->blocks[frame.block];
    looked_at_.clear();
    thread.ends_program = false;
    if (frame.index == block.instructions.size()) {
      thread.visibility = LookAtEnd(t, block.terminator);
      thread.accesses = looked_at_;
      if (thread.visibility != Visibility::kNone) return;
      Terminate(t, block.terminator);
      continue;
    }
    const ir::Instruction& instruction = block.instructions[frame.index];
    if (IsUnnoticed(instruction)) {
      Execute(t, instruction);
      continue;
    }
    thread.visibility = Look(t, instruction);
    memory_.HasReadChain();  // nothing comes of what is only looked at
    if (has_stopped_) return;
    if (thread.visibility != Visibility::kSync && ChainAhead(t).has_value()) {
      thread.unfolds = true;
      thread.visibility = Visibility::kChoice;
      return;
    }
    if (thread.visibility == Visibility::kAccess && limits_.is_weak) {
      Follow(t, looked_at_);
    } else if (thread.visibility == Visibility::kAccess && limits_.is_exploration) {
      for (const Bytes& bytes : looked_at_) AddToRecent(bytes, &thread.segment);
    } else if (thread.visibility != Visibility::kNone) {
      thread.accesses = looked_at_;
      return;
    }
    Execute(t, instruction);
    if (memory_.HasReadChain()) return Stop(kChainIsRead);
  }
}

void Machine::Step(uint32_t t) {
  while (const std::optional<uint64_t> word = ChainAhead(t)) Unfold(*word);
  if (has_stopped_) return;
  Thread& thread = threads_[t].Own();
  if (std::exchange(thread.unfolds, false)) return Advance(t);
  const bool orders = thread.visibility == Visibility::kSync;
  if (orders && !IsOfItself(t)) thread.segment.clear();
  if (orders) thread.has_locked = TakesLock(t);
  if (limits_.is_weak) {
    Refresh(t);
    Follow(t, thread.accesses);
    if (has_stopped_) return;
  }
  const Frame& frame = thread.frames.back();
  const ir::Block& block = frame.code->body->blocks[frame.block];
  if (frame.index == block.instructions.size()) {
    Terminate(t, block.terminator);
  } else {
    Execute(t, block.instructions[frame.index]);
  }
  if (memory_.HasReadChain()) return Stop(kChainIsRead);
  if (has_stopped_ || IsBlocked(t)) return;
  if (limits_.is_exploration && orders && IsAloneForGood(t)) {
    return Stop("nobody is left to race with", /*is_stuck=*/false);
  }
  Advance(t);
}

bool Machine::IsAloneForGood(uint32_t t) const {
  for (uint32_t other = 0; other < threads_.size(); ++other) {
    const Thread& thread = *threads_[other];
    const bool is_over =
        thread.is_many ? MostInMany(thread.created) == 0 : thread.has_ended && thread.is_joined;
    if (other != t && !is_over) return false;
  }
  // Main does not end as a thread.
  return (t == 0 || !HasKeyDestructors()) && !MayCome(Ahead::kCreation, t);
}

bool Machine::HasKeyDestructors() const {
  return std::any_of(key_destructors_.begin(), key_destructors_.end(),
                     [](uint32_t function) { return function != kNone; });
}

bool Machine::MayCome(Ahead what, uint32_t t) const {
  const std::vector<Frame>& frames = threads_[t]->frames;
  const std::vector<JumpPoint>& jumps = threads_[t]->jumps;
  return std::any_of(frames.begin(), frames.end(),
                     [&](const Frame& frame) {
                       return executable_.MayCome(what, *frame.code, frame.block, frame.index);
                     }) ||
         std::any_of(jumps.begin(), jumps.end(), [&](const JumpPoint& jump) {
           return executable_.MayCome(what, *frames[jump.frame].code, jump.block, jump.index);
         });
}

void Machine::Refresh(uint32_t t) {
  const Frame& frame = threads_[t]->frames.back();
  const ir::Block& block = frame.code->body->blocks[frame.block];
  looked_at_.clear();
  if (frame.index < block.instructions.size()) Look(t, block.instructions[frame.index]);
  memory_.HasReadChain();  // nothing comes of what is only looked at
  if (threads_[t]->accesses != looked_at_) threads_[t].Own().accesses = looked_at_;
}

// Who still accesses what another one freed is stopped, so what was done to it before is nothing to
// those who have not accessed it yet.
void Machine::ForgetFreed() {
  const auto is_known_to = [](const Thread& thread, uint64_t number) {
    return std::any_of(thread.segment.begin(), thread.segment.end(), [&](const Bytes& bytes) {
      return Memory::NumberOf(bytes.address) == number;
    });
  };
  for (uint32_t t = 0; t < threads_.size(); ++t) {
    const auto is_over = [&](const Bytes& bytes) {
      const uint64_t number = Memory::NumberOf(bytes.address);
      if (memory_.objects()[number]->is_alive) return false;
      for (uint32_t other = 0; other < threads_.size(); ++other) {
        if (other != t && is_known_to(*threads_[other], number)) return false;
      }
      return true;
    };
    const Thread& thread = *threads_[t];
    if (!thread.is_many && std::any_of(thread.segment.begin(), thread.segment.end(), is_over)) {
      std::erase_if(threads_[t].Own().segment, is_over);
    }
  }
}

void Machine::TidySegment(uint32_t t) {
  if (IsStrictlySorted(threads_[t]->segment)) return;
  std::vector<Bytes> segment = threads_[t]->segment;
  const auto by_kind = [](const Bytes& a, const Bytes& b) {
    return std::tie(a.is_write, a.is_atomic, a.stride, a.address) <
           std::tie(b.is_write, b.is_atomic, b.stride, b.address);
  };
  std::sort(segment.begin(), segment.end(), by_kind);
  std::vector<Bytes> joined;
  for (const Bytes& bytes : segment) {
    if (joined.empty() || !joined.back().Extend(bytes)) joined.push_back(bytes);
  }
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  threads_[t].Own().segment = std::move(joined);
}

void Machine::Tidy() {
  for (uint32_t t = 0; t < threads_.size(); ++t) TidySegment(t);
  FreeReturned();
  if (!limits_.is_weak) ForgetFreed();
  // Where weak orders are followed, what a thread did may matter after it has been joined.
  if (limits_.is_symmetric && !limits_.is_weak) {
    ForgetOwnAccesses();
    if (limits_.forgets_unneeded) ForgetLinksOfOwn();
    MergeThreads();
  }
  if (limits_.forgets_unneeded && !limits_.is_weak) ChainFolder(*this).Fold();
  if (!limits_.is_weak) return Compact();
  std::vector<bool> has_ended;
  for (const Shared<Thread>& thread : threads_) has_ended.push_back(thread->has_ended);
  for (uint32_t t = threads_.size(); t-- > 0;) causality_.Await(t, AwaitedBy(t));
  causality_.Forget(has_ended,
                    [&](uint64_t address) { return memory_.Find(address, 1) == nullptr; });
}

std::vector<uint32_t> Machine::AwaitedBy(uint32_t t) {
  if (threads_[t]->frames.empty() || LibraryFunctionNext(t) == nullptr) return {};
  const Frame& frame = threads_[t]->frames.back();
  const ir::Instruction& call = frame.code->body->blocks[frame.block].instructions[frame.index];
  return LibraryCall(*this, t, frame.code->functions[call.callee.value], call).Awaited();
}

void Machine::Follow(uint32_t t, absl::Span<const Bytes> accesses) {
  // Whoever is created later knows all that was done before.
  if (!limits_.is_exploration && threads_.size() == 1) return;
  const auto key = [](uint32_t thread, const Bytes& bytes) {
    return std::make_tuple(thread, bytes.address, bytes.size, bytes.is_write, bytes.is_atomic);
  };
  for (const Bytes& bytes : accesses) {
    const std::optional<Causality::Past> other = causality_.Access(t, bytes);
    if (limits_.is_exploration) {
      if (other.has_value()) return Stop("possible race");
      continue;
    }
    if (bytes.is_atomic && !IsOrderFollowed(t)) return Stop(kUnfollowed);
    PastAccess& here = past_[key(t, bytes)];
    here = {t, SiteOf(t), bytes, CallsOf(t), events_.size()};
    if (!other.has_value()) continue;
    const auto earlier = past_.find(key(other->moment.thread, other->bytes));
    if (earlier != past_.end()) unordered_.emplace_back(earlier->second, here);
  }
  constexpr size_t kMostKept = 200000;
  if (causality_.kept() > kMostKept) return Stop("too many accesses to follow", false);
  constexpr uint64_t kAccessesOfStep = 64;
  steps_ += causality_.past().size() * accesses.size() / kAccessesOfStep;
}

// What library functions and copies of whole records order is not followed.
bool Machine::IsOrderFollowed(uint32_t t) const {
  const Frame& frame = threads_[t]->frames.back();
  const ir::Block& block = frame.code->body->blocks[frame.block];
  if (frame.index >= block.instructions.size()) return false;
  const ir::Opcode opcode = block.instructions[frame.index].opcode;
  return opcode != ir::Opcode::kCopy && opcode != ir::Opcode::kCall;
}

void Machine::Check(bool is_followed) {
  if (causality_.has_lost_track()) return Stop("atomic access to a part of a word");
  // That others than the explored executions exist does not make those that were seen impossible.
  if (limits_.is_exploration && !is_followed) {
    Stop(kMayMiss);
  }
}

void Machine::TimeOut(uint32_t t) {
  Thread& thread = threads_[t].Own();
  thread.has_timed_out = true;
  thread.may_time_out = false;
  blocked_ &= ~(uint64_t{1} << t);
}

uint32_t Machine::CreateThread(uint32_t function, const std::vector<Value>& arguments,
                               Site created) {
  const Function& entry = executable_.function(function);
  if (entry.definition == kNone) {
    Stop("thread whose body is not known");
    return kNone;
  }
  const uint32_t t = threads_.size();
  threads_.emplace_back();
  Thread& thread = threads_[t].Own();
  thread.entry = function;
  thread.created = created;
  for (const Value& argument : arguments) {
    if (argument.known || argument.PointsInside()) memory_.Share(argument.address());
  }
  std::vector<Value> passed = arguments;
  const Code& code = executable_.CodeOf(entry.definition);
  for (size_t i = 0; i < passed.size() && limits_.forgets_unneeded; ++i) {
    passed[i] = Handed(code, i, passed[i]);
  }
  if (!Enter(t, entry.definition, passed, ir::kNoRegister, Frame::Then::kNothing)) return kNone;
  return t;
}

uint64_t Machine::HandleOf(uint32_t t) const {
  const Site& created = threads_[t]->created;
  if (!limits_.is_symmetric || t == 0) return kFirstHandle + (uint64_t{t} << kHandleShift);
  return kFirstHandle + (uint64_t{created.definition + 1} << 28) +
         (uint64_t{created.instruction} << kHandleShift);
}

uint32_t Machine::ThreadOf(Value handle) const {
  if (!handle.known || handle.address() < kFirstHandle) return kNone;
  const uint64_t offset = handle.address() - kFirstHandle;
  const uint64_t t = offset >> kHandleShift;
  return t << kHandleShift == offset && t < threads_.size() ? static_cast<uint32_t>(t) : kNone;
}

uint64_t Machine::AddressOfGlobal(uint32_t t, uint32_t global) {
  const ir::Global* declared = executable_.global(global);
  if (declared == nullptr) return 0;
  if (globals_->size() <= global) globals_.Own().resize(executable_.global_count(), 0);
  if (declared->is_thread_local) {
    for (const auto& [known, address] : threads_[t]->thread_locals) {
      if (known == global) return address;
    }
  } else if ((*globals_)[global] != 0) {
    return (*globals_)[global];
  }
  if (limits_.is_exploration && declared->is_volatile &&
      executable_.program().IsWrittenOnlyBy(InternName(declared->name), kNoName)) {
    Stop("volatile variable that nothing in the program writes");
  }
  const ObjectKind kind =
      declared->is_thread_local ? ObjectKind::kThreadLocal : ObjectKind::kGlobal;
  const uint64_t address =
      memory_.Allocate(declared->size, kind,
                       declared->is_definition ? Contents::kZero : Contents::kUnknown, {global, 0});
  if (address == 0) {
    Stop("object too large");
    return 0;
  }
  if (declared->is_thread_local) {
    threads_[t].Own().thread_locals.emplace_back(global, address);
  } else {
    globals_.Own()[global] = address;
  }
  InitialiseGlobal(address, global, *declared);
  return address;
}

void Machine::InitialiseGlobal(uint64_t address, uint32_t number, const ir::Global& global) {
  if (global.values.empty()) return;
  const std::vector<std::string>& symbols = executable_.program().SymbolsOf(global);
  const std::vector<ir::Unit>& units = executable_.program().units();
  uint32_t unit = 0;
  while (unit + 1 < units.size() && &units[unit].symbols != &symbols) ++unit;
  for (const ir::InitialValue& initial : global.values) {
    if (initial.offset + initial.width > global.size) continue;
    Value value = Value::Unknown();
    switch (initial.value.kind) {
      case ir::Operand::Kind::kConstant:
        value = Value::Of(initial.value.value);
        break;
      case ir::Operand::Kind::kGlobal: {
        const uint64_t target =
            AddressOfGlobal(0, executable_.GlobalOf(symbols[initial.value.value]));
        if (target != 0) value = Value::Of(static_cast<int64_t>(target) + initial.addend);
        break;
      }
      case ir::Operand::Kind::kFunction:
        value = Value::Of(static_cast<int64_t>(Executable::AddressOfFunction(
            executable_.FunctionOf(unit, symbols[initial.value.value]))));
        break;
      case ir::Operand::Kind::kString:
        if (initial.is_text) {
          const std::string& text = TextOf(global.literals, initial.value.value);
          const uint64_t start = address + initial.offset;
          if (!IsWhole(text)) memory_.Fill(start, initial.width, Value::Unknown());
          StoreText(start, std::string_view(text).substr(0, initial.width));
          continue;
        }
        // Procedures count from below.
        value = Value::Of(
            static_cast<int64_t>(AddressOfLiteral(~number, initial.value.value, global.literals)) +
            initial.addend);
        break;
      default:
        break;
    }
    const uint64_t at = address + initial.offset;
    if (initial.width >= 1 && initial.width <= 8) {
      if (value.known && initial.width == 8) memory_.Share(value.address());
      memory_.Store(at, initial.width, value);
    } else {
      memory_.Fill(at, initial.width, Value::Unknown());
    }
  }
}

uint64_t Machine::AddressOfSlot(uint32_t t, uint32_t slot) {
  const Frame& frame = threads_[t]->frames.back();
  const size_t at = frame.slots + slot;
  if (threads_[t]->slots[at] != 0) return threads_[t]->slots[at];
  uint64_t& address = threads_[t].Own().slots[at];
  address = memory_.Allocate(frame.code->body->slots[slot].size, ObjectKind::kSlot,
                             Contents::kUnknown, {frame.code->definition, slot});
  if (address == 0) Stop("object too large");
  return address;
}

uint64_t Machine::AddressOfString(const Code& code, int64_t number) {
  return AddressOfLiteral(code.definition, number, code.body->literals);
}

uint64_t Machine::AddressOfLiteral(uint32_t owner, int64_t number,
                                   const std::vector<std::string>& literals) {
  const auto known = strings_->find({owner, number});
  if (known != strings_->end()) return known->second;
  constexpr uint64_t kUnknownSize = 1024;
  const std::string& text = TextOf(literals, number);
  const uint64_t address = memory_.Allocate(
      IsWhole(text) ? text.size() : kUnknownSize, ObjectKind::kString,
      IsWhole(text) ? Contents::kZero : Contents::kUnknown, {owner, static_cast<uint32_t>(number)});
  StoreText(address, text);
  strings_.Own()[{owner, number}] = address;
  return address;
}

void Machine::StoreText(uint64_t address, std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) memory_.Store(address + i, 1, Value::Of(text[i]));
}

}  // namespace plait::witness
