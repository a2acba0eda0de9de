#include "checkers/witness/library_call.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/witness/container_call.h"

namespace plait::witness {
namespace {

using proto::Effect;

}  // namespace

LibraryCall::LibraryCall(Machine& machine, uint32_t t, uint32_t function,
                         const ir::Instruction& call)
    : machine_(machine), t_(t), function_(machine.executable_.function(function)), call_(call) {}

bool LibraryCall::IsNamed(std::string_view part) const {
  return absl::StrContains(function_.library_name, absl::string_view(part.data(), part.size()));
}

bool LibraryCall::IsStandard() const {
  for (const char* prefix : {"pthread_", "sem_", "mtx_", "cnd_", "tss_", "thrd_"}) {
    if (absl::StartsWith(function_.library_name, prefix)) return true;
  }
  return false;
}

bool LibraryCall::IsCxxThread() const {
  return absl::StartsWith(function_.library_name, "std::thread::") ||
         absl::StartsWith(function_.library_name, "std::jthread::") ||
         function_.library_name == "std::async" || IsFuture();
}

bool LibraryCall::IsFuture() const {
  return absl::StartsWith(function_.library_name, "std::future::");
}

bool LibraryCall::IsC11() const {
  for (const char* prefix : {"mtx_", "cnd_", "tss_", "thrd_"}) {
    if (absl::StartsWith(function_.library_name, prefix)) return true;
  }
  return false;
}

bool LibraryCall::IsSemaphore() const {
  return absl::StartsWith(function_.library_name, "sem_") ||
         absl::StartsWith(function_.library_name, "std::counting_semaphore::") ||
         absl::StartsWith(function_.library_name, "std::promise::") || IsFuture();
}

bool LibraryCall::MayFail(proto::Condition when, bool blocks) const {
  return MayTimeOut() || (when != proto::ALWAYS && (!blocks || IsResultUsed()));
}

bool LibraryCall::MayTimeOut() const { return IsNamed("timed") || IsNamed("clock"); }

Value LibraryCall::Argument(int32_t i) const {
  if (i < 0 || static_cast<size_t>(i) >= call_.arguments.size()) return Value::Unknown();
  return machine_.Evaluate(t_, call_.arguments[i]);
}

Value LibraryCall::AddressOf(const std::string& global) const {
  const uint32_t index = machine_.executable_.GlobalOfModel(global);
  const uint64_t address = machine_.AddressOfGlobal(t_, index);
  return address == 0 ? Value::Unknown() : Value::Of(static_cast<int64_t>(address));
}

Value LibraryCall::Get(const proto::Value& value) const {
  if (value.unknown() || value.any_element()) return Value::Unknown();
  if (!value.global().empty()) {
    const Value variable = AddressOf(value.global());
    return variable.known ? Value::Of(variable.bits + value.offset()) : variable;
  }
  Value result = Argument(value.argument());
  if (!result.known) return result;
  result.bits += value.offset();
  for (uint32_t i = 0; i < value.dereferences(); ++i) {
    if (machine_.memory_.Find(result.address(), kPointerSize) == nullptr) return Value::Unknown();
    result = machine_.memory_.Load(result.address(), kPointerSize, false);
    if (!result.known) return result;
  }
  return result;
}

std::optional<uint64_t> LibraryCall::SizeOf(
    const google::protobuf::RepeatedField<uint32_t>& arguments, uint32_t constant) const {
  if (constant == 0 && arguments.empty()) return std::nullopt;
  constexpr int64_t kMost = int64_t{1} << 30;
  int64_t size = constant == 0 ? 1 : constant;
  for (uint32_t i : arguments) {
    const Value value = Argument(i);
    if (!value.known || value.bits < 0 || value.bits > kMost) return std::nullopt;
    size *= value.bits;
    if (size > kMost) return std::nullopt;
  }
  return size;
}

// What is printed decides nothing, but all else that a function is told may.
void LibraryCall::NoteDecisions() {
  if (machine_.limits_.relevance == nullptr || absl::StrContains(function_.library_name, "print") ||
      absl::StartsWith(function_.library_name, ContainerCall::kPrefix) ||
      (function_.model->effect().empty() && FindHandler(function_) == nullptr)) {
    return;
  }
  for (size_t i = 0; i < call_.arguments.size(); ++i) machine_.NoteDecision(Argument(i));
}

Value::Source LibraryCall::NoteText(uint64_t address, uint64_t size) const {
  const Memory::Object* const object = machine_.memory_.Around(address);
  Relevance* const relevance = machine_.limits_.relevance;
  if (relevance == nullptr || object == nullptr) return Relevance::kNowhere;
  const Value::Source place = relevance->PlaceOf(*object);
  relevance->NoteAccess(*object, Memory::OffsetOf(address), size, place, Relevance::Kind::kNumber);
  return place;
}

void LibraryCall::NoteWritten(uint64_t address, uint64_t size) const {
  const Value::Source place = NoteText(address, size);
  machine_.NoteFlow({.source = text_source_}, place);
  for (size_t i = 0; i < call_.arguments.size(); ++i) machine_.NoteFlow(Argument(i), place);
}

std::optional<uint64_t> LibraryCall::TextSize(Value address) const {
  if (!address.known) return std::nullopt;
  for (uint64_t size = 1;; ++size) {
    const uint64_t at = address.address() + size - 1;
    if (machine_.memory_.Find(at, 1) == nullptr) return std::nullopt;
    const Value byte = machine_.memory_.Load(at, 1, false);
    if (!byte.known) return std::nullopt;
    if (byte.bits != 0) continue;
    text_source_ = machine_.Union(text_source_, NoteText(address.address(), size));
    return size;
  }
}

std::optional<std::string> LibraryCall::Text(Value address) const {
  const std::optional<uint64_t> size = TextSize(address);
  if (!size.has_value()) return std::nullopt;
  std::string text;
  for (uint64_t i = 0; i + 1 < *size; ++i) {
    text += static_cast<char>(machine_.memory_.Load(address.address() + i, 1, false).bits);
  }
  return text;
}

LibraryCall::State LibraryCall::Stop(std::string_view what) {
  machine_.Stop(what);
  return State::kOver;
}

LibraryCall::State LibraryCall::Blocked() {
  machine_.Block(t_);
  return State::kWait;
}

void LibraryCall::SetResult(Value value) {
  thread().call_result = value;
  thread().has_call_result = true;
}

void LibraryCall::SetSuccess(proto::Condition when) {
  if (when == proto::RETURNS_ZERO) SetResult(Value::Of(0));
  if (when == proto::RETURNS_NONZERO || when == proto::RETURNS_POSITIVE) SetResult(Value::Of(1));
  if (when == proto::RETURNS_NEGATIVE) SetResult(Value::Of(-1));
}

// The effect does not take place, and the result says so.
LibraryCall::State LibraryCall::Unsuccessful(proto::Condition when, int64_t error) {
  constexpr int64_t kAgain = 11, kTimedOut = 110;
  if (absl::StartsWith(function_.library_name, "sem_")) {
    SetError(MayTimeOut() ? kTimedOut : kAgain);
  }
  SetResult(Value::Of(when == proto::RETURNS_ZERO ? error : 0));
  return State::kDone;
}

// A function that is not there, is told nothing and gives a number that is looked at: most likely
// an input.
bool LibraryCall::IsInput() const {
  return call_.arguments.empty() && call_.kind == ir::ValueKind::kInteger &&
         call_.result != ir::kNoRegister &&
         machine_.threads_[t_]->frames.back().code->IsRead(call_.result);
}

void LibraryCall::Run() {
  if (function_.model == nullptr && IsInput()) {
    if (Nondeterministic() == State::kDone) Finish();
    return;
  }
  if (function_.model == nullptr) {
    for (size_t i = 0; i < call_.arguments.size(); ++i) {
      const Value argument = Argument(i);
      const bool is_object =
          machine_.VagueObject(argument) != nullptr ||
          (argument.known && machine_.memory_.Around(argument.address()) != nullptr);
      if (is_object ||
          (argument.known && machine_.executable_.FunctionAt(argument.address()) != kNone)) {
        Stop(absl::StrCat("call of ", NameText(function_.name)));
        return;
      }
    }
    // It may be a lock or a queue, and order all who call such functions.
    if (machine_.outside_caller_ == kNone) machine_.outside_caller_ = t_;
    if (machine_.outside_caller_ != t_) {
      Stop(absl::StrCat("calls of ", NameText(function_.name), " and the like by two threads"));
      return;
    }
    return Finish();
  }
  NoteDecisions();
  const Handler handler = FindHandler(function_);
  if (handler != nullptr) {
    const State state = (this->*handler)();
    if (state == State::kDone) Finish();
    if (state != State::kByModel || machine_.has_stopped_) return;
  }
  while (static_cast<int>(thread().effect) < function_.model->effect_size()) {
    const State state = Apply(function_.model->effect(thread().effect));
    if (machine_.has_stopped_ || state != State::kDone) return;
    ++thread().effect;
    thread().phase = 0;
  }
  Finish();
}

void LibraryCall::Finish() {
  if (machine_.has_stopped_) return;
  Thread& self = thread();
  Value result = self.has_call_result ? self.call_result : Value::Unknown();
  if (!self.has_call_result && IsStandard()) result = Value::Of(0);
  if (call_.kind == ir::ValueKind::kOther) result = Value::Unknown();
  result.source = machine_.Union(result.source, text_source_);
  machine_.SetRegister(t_, call_.result, result);
  self.effect = self.phase = 0;
  self.has_call_result = self.has_timed_out = self.may_time_out = false;
  ++self.frames.back().index;
}

LibraryCall::State LibraryCall::Apply(const Effect& effect) {
  switch (effect.kind_case()) {
    case Effect::kAcquire:
      return Acquire(effect.acquire());
    case Effect::kRelease:
      return ReleaseLock(effect.release());
    case Effect::kConditionWait:
      return WaitForCondition(effect.condition_wait());
    case Effect::kConditionSignal:
      return Signal(effect.condition_signal());
    case Effect::kSpawn:
      return Spawn(effect.spawn());
    case Effect::kJoin:
      return Join(effect.join());
    case Effect::kDetach:
      return Detach(effect.detach());
    case Effect::kPost:
      return Post(effect.post());
    case Effect::kWait:
      return WaitForSemaphore(effect.wait());
    case Effect::kBarrier:
      return WaitAtBarrier(effect.barrier());
    case Effect::kOnce:
      return Once(effect.once());
    case Effect::kOnceBegin:
      return BeginOnce(effect.once_begin());
    case Effect::kOnceEnd:
      return EndOnce(effect.once_end());
    case Effect::kRead:
      return Read(effect.read());
    case Effect::kWrite:
      return Write(effect.write());
    case Effect::kCopy:
      return Copy(effect.copy());
    case Effect::kAllocate:
      return Allocate(effect.allocate());
    case Effect::kFree:
      return Free(effect.free());
    case Effect::kInitialize:
      return Initialize(effect.initialize());
    case Effect::kDestroy:
      return Destroy(effect.destroy());
    case Effect::kSetAttribute: {
      const Value attribute = Get(effect.set_attribute().attribute());
      const Value value = Argument(effect.set_attribute().value_argument());
      if (!attribute.known || !value.known) return Stop("attribute that is not known");
      machine_.attributes_[attribute.address()] = value.bits;
      return State::kDone;
    }
    case Effect::kReturns:
      return Returns(effect.returns());
    case Effect::kStore:
      return Store(effect.store());
    case Effect::kAssume: {
      const Value condition = Get(effect.assume().nonzero());
      if (!condition.known && IsExploration()) return State::kDone;
      if (!condition.known) return Stop("assumption of a value that is not known");
      if (condition.bits == 0) machine_.Stop("an assumption does not hold", false);
      return State::kDone;
    }
    case Effect::kExitThread:
      return EndThread();
    case Effect::kExitProcess:
    case Effect::kAbortProcess:
      machine_.Stop("the program ended", false);
      return State::kOver;
    case Effect::kAtomicBegin:
      if (IsWeak()) return Stop(Machine::kUnfollowed);
      machine_.atomic_owner_ = t_;
      ++machine_.atomic_depth_;
      return State::kDone;
    case Effect::kAtomicEnd:
      return EndAtomic();
    case Effect::kAtExit:
      // The run ends with main; what threads run at their ends has code of its own.
      if (effect.at_exit().each_thread()) break;
      return State::kDone;
    case Effect::kSend:
      // In a search, who receives it stops.
      if (!IsExploration() && !effect.send().has_file()) break;
      return State::kDone;
    case Effect::kReceive:
      if (!IsExploration()) break;
      return State::kDone;
    case Effect::kHandler:
    case Effect::kRetain:
      return State::kDone;
    default:
      break;
  }
  return Stop(absl::StrCat("call of ", NameText(function_.name)));
}

LibraryCall::State LibraryCall::Read(const proto::Touch& touch) {
  if (touch.variadic() || touch.has_buffers()) return State::kDone;
  const Value address = Get(touch.address());
  const std::optional<uint64_t> size = SizeOf(touch.size_arguments(), touch.size());
  if (!address.known || address.bits == 0 || !size.has_value() || touch.text() ||
      machine_.VagueObject(address) != nullptr) {
    return State::kDone;
  }
  if (*size > 0 && machine_.memory_.Find(address.address(), *size) == nullptr) {
    return Stop(Machine::kOutside);
  }
  return State::kDone;
}

// Everything from the address on that may have been written is no longer known.
LibraryCall::State LibraryCall::WriteUnknown(Value address, std::optional<uint64_t> size) {
  if (const Memory::Object* vague = machine_.VagueObject(address); vague != nullptr) {
    if (vague->kind == ObjectKind::kString) return Stop("write to a string literal");
    if (machine_.IsArgumentArray(*vague)) return Stop("write to an array of arguments");
    if (vague->is_unsized) return State::kDone;
    Machine::Spread spread = {vague, {Memory::BaseOf(address.address()), vague->size}};
    if (IsWithinElement(*vague, address, size)) {
      spread = {vague, {address.address(), *size}, static_cast<uint32_t>(*size), address.stride};
      spread.bytes.stride = address.stride;
    }
    machine_.StoreVaguely(spread, Value::Unknown());
    return State::kDone;
  }
  if (!address.known) return Stop(Machine::kUnknownPointer);
  if (address.bits == 0) return State::kDone;
  const Memory::Object* object = machine_.memory_.Around(address.address());
  const uint64_t left = object == nullptr ? 0 : object->size - Memory::OffsetOf(address.address());
  if (object == nullptr || size.value_or(left) > left || object->kind == ObjectKind::kString) {
    return Stop(Machine::kOutside);
  }
  NoteWritten(address.address(), size.value_or(left));
  machine_.memory_.Fill(address.address(), size.value_or(left), Value::Unknown());
  return State::kDone;
}

LibraryCall::State LibraryCall::Store(const proto::Store& store) {
  const Value address = Get(store.address());
  Value pointer = Get(store.value());
  const State state = WriteUnknown(address, kPointerSize);
  const bool is_told = machine_.limits_.forgets_unneeded && store.into() && pointer.known &&
                       machine_.memory_.Around(pointer.address()) != nullptr;
  if (state != State::kDone || !is_told || !address.known || address.bits == 0) return state;
  pointer.known = false;
  pointer.side = Value::Side::kInsideOrNull;
  machine_.StoreTo(address.address(), kPointerSize, pointer);
  return state;
}

LibraryCall::State LibraryCall::Write(const proto::Touch& touch) {
  if (touch.variadic()) {
    for (size_t i = touch.first_variadic(); i < call_.arguments.size(); ++i) {
      const Value address = Argument(i);
      if (!address.known) return Stop(Machine::kUnknownPointer);
      if (machine_.memory_.Around(address.address()) == nullptr) continue;
      if (WriteUnknown(address, std::nullopt) != State::kDone) return State::kOver;
    }
    return State::kDone;
  }
  if (touch.has_buffers()) {
    const auto buffers = Buffers(touch);
    if (!buffers.has_value()) return Stop(Machine::kUnknownPointer);
    for (const auto& [begin, size] : *buffers) {
      if (WriteUnknown(begin, size) != State::kDone) return State::kOver;
    }
    return State::kDone;
  }
  const Value address = Get(touch.address());
  // An attribute object is as good as new.
  if (address.known) machine_.attributes_.erase(address.address());
  const std::optional<uint64_t> size = SizeOf(touch.size_arguments(), touch.size());
  return touch.text() ? WriteUnknownText(address, size) : WriteUnknown(address, size);
}

LibraryCall::State LibraryCall::Copy(const proto::Copy& copy) {
  const Value to = Get(copy.destination()), from = Get(copy.source());
  const std::optional<uint64_t> size = SizeOf(copy.size_arguments(), copy.size());
  const bool is_vague = !size.has_value() || machine_.VagueObject(to) != nullptr ||
                        machine_.VagueObject(from) != nullptr;
  if (machine_.limits_.forgets_unneeded && is_vague && !copy.text()) return WriteUnknown(to, size);
  if (!to.known || !from.known || !size.has_value() || copy.text()) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  if (*size == 0) return State::kDone;
  const Memory::Object* target = machine_.memory_.Find(to.address(), *size);
  if (target == nullptr || target->kind == ObjectKind::kString ||
      machine_.memory_.Find(from.address(), *size) == nullptr) {
    return Stop(Machine::kOutside);
  }
  if (IsExploration() && (to.address() ^ from.address()) % 8 != 0 &&
      machine_.memory_.IsPartOfAddress(from.address(), *size)) {
    return WriteUnknown(to, size);
  }
  machine_.NoteCopy(to.address(), from.address(), *size);
  machine_.memory_.Copy(to.address(), from.address(), *size);
  return State::kDone;
}

// An argument that a model says to be returned before a block is, if it is not null (realpath).
Value LibraryCall::ArgumentBeforeBlock() const {
  for (const Effect& effect : function_.model->effect()) {
    if (effect.kind_case() == Effect::kAllocate) break;
    if (effect.kind_case() == Effect::kReturns && effect.returns().argument()) {
      return Argument(effect.returns().argument_index());
    }
  }
  return Value::Of(0);
}

// Whether what is looked for is not there, as comes from outside.
bool LibraryCall::FindsNothing() {
  if (!IsResultUsed()) return false;
  if (IsExploration()) return machine_.Choose(2) == 1;
  const bool is_null = machine_.random_.OneIn(4);
  if (is_null) machine_.Log(Event::Kind::kInput, t_, 0);
  return is_null;
}

LibraryCall::State LibraryCall::Allocate(const proto::Allocate& allocate) {
  if (!allocate.to_out()) {
    const Value returned = ArgumentBeforeBlock();
    if (!returned.known) return Stop(Machine::kUnknownPointer);
    if (returned.bits != 0) return State::kDone;
  }
  if (allocate.or_null()) {
    // What else the function says then, such as an error's number, no model says.
    if (allocate.to_out()) return Stop(absl::StrCat("call of ", NameText(function_.name)));
    if (FindsNothing()) {
      SetResult(Value::Of(0));
      return State::kDone;
    }
  }
  const std::optional<uint64_t> size = SizeOf(allocate.size_arguments(), 0);
  // The block of a container has room for whatever is put there.
  constexpr uint64_t kContainerBytes = 256;
  const bool is_container =
      allocate.size_arguments_size() == 1 && allocate.size_arguments(0) < call_.arguments.size() &&
      call_.arguments[allocate.size_arguments(0)].kind == ir::Operand::Kind::kUnknown;
  const bool is_unsized = !size.has_value() && !is_container;
  if (is_unsized && (!machine_.limits_.forgets_unneeded || allocate.is_realloc())) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  const Contents contents = allocate.zeroed() ? Contents::kZero : Contents::kUnknown;
  const Memory::Origin origin = machine_.OriginHere(t_);
  const uint64_t address =
      is_container ? machine_.memory_.AllocateGrowing(kContainerBytes, origin)
      : is_unsized ? machine_.memory_.AllocateUnsized(ObjectKind::kHeap, origin)
                   : machine_.memory_.Allocate(*size, ObjectKind::kHeap, contents, origin);
  if (address == 0) return Stop("object too large");
  const Value result = Value::Of(static_cast<int64_t>(address));
  if (allocate.is_realloc()) {
    const Value from = Get(allocate.from());
    if (!from.known) return Stop(Machine::kUnknownPointer);
    if (from.bits != 0) {
      const Memory::Object* old = machine_.memory_.Around(from.address());
      if (old == nullptr || old->kind != ObjectKind::kHeap || old->is_unsized ||
          Memory::OffsetOf(from.address()) != 0) {
        return Stop("release of memory that was not allocated");
      }
      machine_.memory_.Copy(address, from.address(), std::min(*size, old->size));
      machine_.memory_.Free(from.address());
      machine_.memory_.Share(address);
    }
  }
  if (!allocate.to_out()) {
    SetResult(result);
    return State::kDone;
  }
  const Value out = Get(allocate.out());
  if (!out.known || machine_.memory_.Find(out.address(), kPointerSize) == nullptr) {
    return Stop(Machine::kOutside);
  }
  machine_.StoreTo(out.address(), kPointerSize, result);
  if (IsNamed("memalign")) SetResult(Value::Of(0));
  return State::kDone;
}

LibraryCall::State LibraryCall::Free(const proto::Free& free) {
  const Value address = Get(free.address());
  if (free.keeps_contents()) return State::kDone;
  if (free.renews_contents()) {
    // Of a text that is known, container calls tell what becomes of it.
    if (HasKnownText(address)) return State::kDone;
    if (address.known || IsExploration()) return WriteUnknown(address, std::nullopt);
    // The characters of an element that is not known.
    machine_.has_overlooked_ = true;
    return State::kDone;
  }
  if (!address.known) return Stop(Machine::kUnknownPointer);
  if (address.bits == 0) return State::kDone;
  const Memory::Object* object = machine_.memory_.Around(address.address());
  if (object == nullptr || object->kind != ObjectKind::kHeap ||
      Memory::OffsetOf(address.address()) != 0) {
    return Stop("release of memory that was not allocated");
  }
  machine_.memory_.Free(address.address());
  return State::kDone;
}

// Equal handles need not be of one thread where threads are not told apart.
bool LibraryCall::MayBeOthers(Value a, Value b) const {
  return machine_.limits_.is_symmetric && machine_.IsHandle(a) && machine_.IsHandle(b) &&
         Machine::AreOfOneCreation(a, b.address());
}

LibraryCall::State LibraryCall::Returns(const proto::Returns& returns) {
  if (thread().has_call_result) return State::kDone;
  if (returns.argument()) {
    const Value argument = Argument(returns.argument_index());
    const bool is_null =
        returns.or_null() && argument.known && argument.bits != 0 && FindsNothing();
    SetResult(is_null ? Value::Of(0) : argument);
  }
  if (returns.into_argument() && machine_.limits_.forgets_unneeded) {
    const Value argument = Argument(returns.argument_index());
    if (argument.PointsInside() ||
        (argument.known && machine_.memory_.Around(argument.address()) != nullptr)) {
      SetResult(SomewhereIn(argument));
    }
  }
  if (!returns.global().empty()) {
    const bool is_null = returns.or_null() && FindsNothing();
    SetResult(is_null ? Value::Of(0) : AddressOf(returns.global()));
  }
  if (returns.self()) SetResult(Value::Of(static_cast<int64_t>(machine_.HandleOf(t_))));
  if (returns.equal()) {
    const Value a = Argument(0), b = Argument(1);
    if (a.known && b.known && !MayBeOthers(a, b)) {
      SetResult(Value::Of(a.bits == b.bits ? 1 : 0));
    }
  }
  if (returns.has_range() && returns.low() == returns.high()) SetResult(Value::Of(returns.low()));
  return State::kDone;
}

}  // namespace plait::witness
