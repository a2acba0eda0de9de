#include "checkers/witness/library_call.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace plait::witness {
namespace {

using proto::Effect;

// errno.h of Linux.
constexpr int64_t kPermission = 1, kBusy = 16, kInvalid = 22, kDeadlock = 35, kTimedOut = 110;
// threads.h of glibc.
constexpr int64_t kThrdBusy = 1, kThrdTimedOut = 4;
constexpr uint32_t kPointerSize = 8;

bool StartsWith(const std::string& name, const char* prefix) {
  return absl::StartsWith(name, prefix);
}

// Functions that return 0 when they have done what they are for.
bool ReturnsZero(const std::string& name) {
  for (const char* prefix : {"pthread_", "sem_", "mtx_", "cnd_", "tss_", "thrd_"}) {
    if (StartsWith(name, prefix)) return true;
  }
  return false;
}

// Functions that access all of the memory that their models name.
bool AccessesAll(absl::string_view name) {
  for (const char* one : {"memset", "bzero", "strlen", "strcpy", "strdup", "atoi", "atol"}) {
    if (name == one) return true;
  }
  return false;
}

bool IsPrint(absl::string_view name) {
  for (const char* one : {"printf", "fprintf", "sprintf", "snprintf", "dprintf", "puts"}) {
    if (name == one) return true;
  }
  return false;
}

bool IsC11(const std::string& name) {
  for (const char* prefix : {"mtx_", "cnd_", "tss_", "thrd_"}) {
    if (StartsWith(name, prefix)) return true;
  }
  return false;
}

}  // namespace

LibraryCall::LibraryCall(Machine& machine, uint32_t t, uint32_t function,
                         const ir::Instruction& call)
    : machine_(machine), t_(t), function_(machine.executable_.function(function)), call_(call) {}

bool LibraryCall::IsNamed(std::string_view part) const {
  return absl::StrContains(function_.library_name, absl::string_view(part.data(), part.size()));
}

bool LibraryCall::MayTimeOut() const { return IsNamed("timed") || IsNamed("clock"); }

Value LibraryCall::Argument(int32_t i) const {
  if (i < 0 || static_cast<size_t>(i) >= call_.arguments.size()) return Value::Unknown();
  return machine_.Evaluate(t_, call_.arguments[i]);
}

Value LibraryCall::Get(const proto::Value& value) const {
  if (value.unknown() || value.any_element()) return Value::Unknown();
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

template <typename Sized>
std::optional<uint64_t> LibraryCall::SizeOf(const Sized& sized) const {
  uint64_t size = 1;
  if constexpr (requires { sized.size(); }) {
    if (sized.size() == 0 && sized.size_arguments().empty()) return std::nullopt;
    if (sized.size() != 0) size = sized.size();
  } else if (sized.size_arguments().empty()) {
    return std::nullopt;
  }
  for (uint32_t i : sized.size_arguments()) {
    const Value value = Argument(i);
    constexpr int64_t kMost = int64_t{1} << 30;
    if (!value.known || value.bits < 0 || value.bits > kMost) return std::nullopt;
    size *= value.bits;
    if (size > kMost) return std::nullopt;
  }
  return size;
}

std::optional<uint64_t> LibraryCall::TextSize(Value address) const {
  if (!address.known) return std::nullopt;
  for (uint64_t size = 1;; ++size) {
    const uint64_t at = address.address() + size - 1;
    if (machine_.memory_.Find(at, 1) == nullptr) return std::nullopt;
    const Value byte = machine_.memory_.Load(at, 1, false);
    if (!byte.known) return std::nullopt;
    if (byte.bits == 0) return size;
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
  thread().is_blocked = true;
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
  SetResult(Value::Of(when == proto::RETURNS_ZERO ? error : 0));
  return State::kDone;
}

// ---- What it accesses

void LibraryCall::Note(Value address, uint64_t size, bool is_write, bool is_atomic) {
  if (!address.known || size == 0) return;
  const Memory::Object* object = machine_.memory_.Find(address.address(), size);
  if (object == nullptr || !object->is_shared) return;
  thread().accesses.push_back({address.address(), size, is_write, is_atomic});
}

// Models say what may be accessed. Only what certainly is counts here.
void LibraryCall::NoteTouch(const proto::Touch& touch, bool is_write) {
  if (IsPrint(function_.library_name)) {
    const Value room = Argument(1);
    if (function_.library_name == "snprintf" && (!room.known || room.bits == 0)) return;
    if (is_write && touch.text()) return Note(Get(touch.address()), 1, true, touch.atomic());
    if (touch.variadic()) return NotePrinted(touch);
    return Note(Get(touch.address()), touch.text() ? 1 : 0, false, touch.atomic());
  }
  if (!AccessesAll(function_.library_name)) return;
  const Value address = Get(touch.address());
  std::optional<uint64_t> size = SizeOf(touch);
  if (touch.text()) size = is_write ? TextSize(Argument(1)) : TextSize(address);
  // A text has at least its nul.
  Note(address, size.value_or(touch.text() ? 1 : 0), is_write, touch.atomic());
}

// The first byte of each text that is printed.
void LibraryCall::NotePrinted(const proto::Touch& touch) {
  if (!touch.has_format()) return;
  const std::optional<std::string> format = Text(Argument(touch.format_argument()));
  if (!format.has_value()) return;
  int32_t next = touch.first_variadic();
  for (size_t i = 0; i < format->size(); ++i) {
    if ((*format)[i] != '%') continue;
    bool has_precision = false;
    for (++i; i < format->size() && absl::StrContains("-+ #0123456789.*hlLqjzt'", (*format)[i]);
         ++i) {
      if ((*format)[i] == '*') ++next;
      has_precision |= (*format)[i] == '.';
    }
    if (i == format->size() || (*format)[i] == '%') continue;
    if ((*format)[i] == 's' && !has_precision) Note(Argument(next), 1, false, false);
    ++next;
  }
}

void LibraryCall::NoteEffect(const Effect& effect, bool* is_sync) {
  switch (effect.kind_case()) {
    case Effect::kRead:
    case Effect::kWrite: {
      const bool is_write = effect.kind_case() == Effect::kWrite;
      return NoteTouch(is_write ? effect.write() : effect.read(), is_write);
    }
    case Effect::kCopy: {
      if (effect.copy().text()) return;
      const uint64_t size = SizeOf(effect.copy()).value_or(0);
      Note(Get(effect.copy().source()), size, false, false);
      return Note(Get(effect.copy().destination()), size, true, false);
    }
    case Effect::kFree: {
      const Value address = Get(effect.free().address());
      const Memory::Object* object =
          address.known ? machine_.memory_.Around(address.address()) : nullptr;
      return Note(address, object == nullptr ? 0 : object->size, true, false);
    }
    case Effect::kAllocate: {
      if (!effect.allocate().is_realloc()) return;
      const Value address = Get(effect.allocate().from());
      const Memory::Object* object =
          address.known ? machine_.memory_.Around(address.address()) : nullptr;
      return Note(address, object == nullptr ? 0 : object->size, true, false);
    }
    case Effect::kSpawn:
      *is_sync = true;
      return Note(Get(effect.spawn().handle()), kPointerSize, true, false);
    case Effect::kExitProcess:
      *is_sync = true;
      thread().ends_program = true;
      return;
    case Effect::kStore:
    case Effect::kReturns:
    case Effect::kAssume:
    case Effect::kRetain:
    case Effect::kAtExit:
    case Effect::kHandler:
    case Effect::kCleanupPush:
    case Effect::kCleanupPop:
    case Effect::KIND_NOT_SET:
      return;
    default:
      *is_sync = true;
  }
}

bool LibraryCall::IsVisible() {
  if (function_.model == nullptr) return false;
  bool is_sync = false;
  for (const Effect& effect : function_.model->effect()) {
    NoteEffect(effect, &is_sync);
    // What comes after an operation that may have to wait is not next.
    if (is_sync) return true;
  }
  return !thread().accesses.empty();
}

// ---- Execution

void LibraryCall::Run() {
  if (function_.model == nullptr) {
    for (size_t i = 0; i < call_.arguments.size(); ++i) {
      const Value argument = Argument(i);
      if (argument.known && (machine_.memory_.Around(argument.address()) != nullptr ||
                             machine_.executable_.FunctionAt(argument.address()) != kNone)) {
        Stop(absl::StrCat("call of ", NameText(function_.name)));
        return;
      }
    }
    return Finish();
  }
  const Handler handler = FindHandler(function_.library_name);
  if (handler != nullptr) {
    const State state = (this->*handler)();
    if (state == State::kDone) Finish();
    return;
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
  if (!self.has_call_result && ReturnsZero(function_.library_name)) result = Value::Of(0);
  if (call_.kind == ir::ValueKind::kOther) result = Value::Unknown();
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
      return WriteUnknown(Get(effect.store().address()), kPointerSize);
    case Effect::kAssume: {
      const Value condition = Get(effect.assume().nonzero());
      if (!condition.known) return Stop("assumption of a value that is not known");
      if (condition.bits == 0) machine_.Stop("an assumption does not hold", false);
      return State::kDone;
    }
    case Effect::kExitThread:
      return EndThread();
    case Effect::kExitProcess:
      machine_.Stop("the program ended", false);
      return State::kOver;
    case Effect::kAtomicBegin:
      machine_.atomic_owner_ = t_;
      ++machine_.atomic_depth_;
      return State::kDone;
    case Effect::kAtomicEnd:
      return EndAtomic();
    case Effect::kAtExit:
      // The run ends with main; what threads run at their ends has code of its own.
      if (effect.at_exit().each_thread()) break;
      return State::kDone;
    case Effect::kHandler:
    case Effect::kRetain:
      return State::kDone;
    default:
      break;
  }
  return Stop(absl::StrCat("call of ", NameText(function_.name)));
}

SyncObject* LibraryCall::SyncAt(const proto::Value& value, SyncKind kind, uint64_t* address) {
  const Value at = Get(value);
  if (!at.known) {
    Stop("lock, semaphore or barrier that is not known");
    return nullptr;
  }
  *address = at.address();
  SyncObject& object = machine_.sync_[at.address()];
  if (object.kind == kind) return &object;
  constexpr uint64_t kTypeOffset = 16;  // of pthread_mutex_t
  const Memory& memory = machine_.memory_;
  // Zeros, or what the macros for static initialisation leave.
  const bool is_initialised = object.kind == SyncKind::kNone && !object.is_destroyed &&
                              kind != SyncKind::kSemaphore && kind != SyncKind::kBarrier &&
                              memory.Find(at.address(), 4) != nullptr &&
                              memory.Load(at.address(), 4, true).known;
  if (!is_initialised) {
    Stop("use of a lock, semaphore or barrier that is not initialised");
    return nullptr;
  }
  object.kind = kind;
  if (kind == SyncKind::kLock && IsNamed("pthread_mutex") &&
      memory.Find(at.address(), kTypeOffset + 4) != nullptr) {
    const Value type = memory.Load(at.address() + kTypeOffset, 4, true);
    if (type.known && type.bits == 1) object.type = MutexType::kRecursive;
    if (type.known && type.bits == 2) object.type = MutexType::kErrorCheck;
  }
  return &object;
}

LibraryCall::State LibraryCall::Acquire(const proto::Acquire& acquire) {
  uint64_t address = 0;
  SyncObject* lock = SyncAt(acquire.lock(), SyncKind::kLock, &address);
  if (lock == nullptr) return State::kOver;
  if (acquire.recursive()) lock->type = MutexType::kRecursive;
  switch (acquire.mode() == proto::SHARED ? TakeShared(lock, t_) : TakeExclusive(lock, t_)) {
    case LockResult::kTaken:
      machine_.Log(
          acquire.mode() == proto::SHARED ? Event::Kind::kAcquireShared : Event::Kind::kAcquire, t_,
          static_cast<int64_t>(address));
      SetSuccess(acquire.when());
      return State::kDone;
    case LockResult::kBusy:
      break;
    case LockResult::kDeadlock:
      return Unsuccessful(proto::RETURNS_ZERO, kDeadlock);
    case LockResult::kTooOften:
      return Stop("lock taken too often");
  }
  const bool is_c11 = IsC11(function_.library_name);
  if (MayTimeOut()) {
    if (thread().has_timed_out) {
      return Unsuccessful(acquire.when(), is_c11 ? kThrdTimedOut : kTimedOut);
    }
    thread().may_time_out = true;
    return Blocked();
  }
  if (acquire.when() == proto::ALWAYS) return Blocked();
  return Unsuccessful(acquire.when(), is_c11 ? kThrdBusy : kBusy);
}

LibraryCall::State LibraryCall::ReleaseLock(const proto::Release& release) {
  uint64_t address = 0;
  SyncObject* lock = SyncAt(release.lock(), SyncKind::kLock, &address);
  if (lock == nullptr) return State::kOver;
  switch (Release(lock, t_)) {
    case UnlockResult::kReleased:
      machine_.Log(Event::Kind::kRelease, t_, static_cast<int64_t>(address));
      machine_.Wake();
      return State::kDone;
    case UnlockResult::kNotOwner:
      return Unsuccessful(proto::RETURNS_ZERO, kPermission);
    case UnlockResult::kUndefined:
      return Stop("release of a lock that is not held");
  }
  return State::kDone;
}

LibraryCall::State LibraryCall::WaitForCondition(const proto::ConditionWait& wait) {
  Thread& self = thread();
  uint64_t address = 0, lock_address = 0;
  if (SyncAt(wait.lock(), SyncKind::kLock, &lock_address) == nullptr) return State::kOver;
  SyncObject* condition = SyncAt(wait.condition(), SyncKind::kCondition, &address);
  if (condition == nullptr) return State::kOver;
  SyncObject* lock = &machine_.sync_[lock_address];
  if (self.phase == 0) {
    if (!IsHeldBy(*lock, t_) || lock->depth != 1) {
      return Stop("wait without the lock");
    }
    condition->sleepers.push_back(t_);
    Release(lock, t_);
    machine_.Log(Event::Kind::kRelease, t_, static_cast<int64_t>(lock_address));
    machine_.Log(Event::Kind::kSleep, t_, static_cast<int64_t>(address));
    machine_.Wake();
    self.is_signalled = false;
    self.phase = 1;
  }
  if (self.phase == 1) {
    if (!self.is_signalled && !self.has_timed_out) {
      self.may_time_out = MayTimeOut();
      return Blocked();
    }
    if (!self.is_signalled) {
      std::erase(condition->sleepers, t_);
      SetResult(Value::Of(IsC11(function_.library_name) ? kThrdTimedOut : kTimedOut));
    }
    self.phase = 2;
  }
  if (TakeExclusive(lock, t_) != LockResult::kTaken) return Blocked();
  machine_.Log(Event::Kind::kWake, t_, static_cast<int64_t>(address));
  machine_.Log(Event::Kind::kAcquire, t_, static_cast<int64_t>(lock_address));
  return State::kDone;
}

LibraryCall::State LibraryCall::Signal(const proto::ConditionSignal& signal) {
  uint64_t address = 0;
  SyncObject* condition = SyncAt(signal.condition(), SyncKind::kCondition, &address);
  if (condition == nullptr) return State::kOver;
  std::vector<uint32_t>& sleepers = condition->sleepers;
  if (sleepers.empty()) return State::kDone;
  if (IsNamed("signal")) {
    const size_t chosen = machine_.random_.Below(sleepers.size());
    machine_.threads_[sleepers[chosen]].is_signalled = true;
    sleepers.erase(sleepers.begin() + chosen);
  } else {
    for (uint32_t sleeper : sleepers) machine_.threads_[sleeper].is_signalled = true;
    sleepers.clear();
  }
  machine_.Wake();
  return State::kDone;
}

LibraryCall::State LibraryCall::Spawn(const proto::Spawn& spawn) {
  if (spawn.many() || spawn.has_only_if() || spawn.data_size() != 1 ||
      spawn.handle().argument() < 0 || !ReturnsZero(function_.library_name)) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  const Value entry = Get(spawn.entry()), handle = Get(spawn.handle());
  const uint32_t function = entry.known ? machine_.executable_.FunctionAt(entry.address()) : kNone;
  if (function == kNone) return Stop("thread whose entry is not known");
  if (!handle.known || machine_.memory_.Find(handle.address(), kPointerSize) == nullptr) {
    return Stop("access out of bounds, to null or to freed memory");
  }
  const uint32_t created =
      machine_.CreateThread(function, {Get(spawn.data(0))}, machine_.SiteOf(t_));
  if (created == kNone) return State::kOver;
  machine_.memory_.Store(handle.address(), kPointerSize,
                         Value::Of(static_cast<int64_t>(Machine::HandleOf(created))));
  const Value attribute =
      spawn.has_attribute() ? Argument(spawn.attribute_argument()) : Value::Of(0);
  if (!attribute.known) return Stop("attribute that is not known");
  const auto set = machine_.attributes_.find(attribute.address());
  constexpr int64_t kDetached = 1;
  machine_.threads_[created].is_detached =
      spawn.detached() || (set != machine_.attributes_.end() && set->second == kDetached);
  machine_.Log(Event::Kind::kCreate, t_, created);
  machine_.Advance(created);
  return State::kDone;
}

LibraryCall::State LibraryCall::Join(const proto::Join& join) {
  if (!IsNamed("pthread_") && !IsNamed("thrd_")) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  const uint32_t other = machine_.ThreadOf(Get(join.handle()));
  if (other == kNone || other == t_) return Stop("join of a thread that is not known");
  Thread& joined = machine_.threads_[other];
  if (joined.is_detached || joined.is_joined) return Stop("join of a thread that is not joinable");
  if (!joined.has_ended) {
    if (join.when() == proto::ALWAYS) return Blocked();
    if (MayTimeOut() && !thread().has_timed_out) {
      thread().may_time_out = true;
      return Blocked();
    }
    thread().effect = function_.model->effect_size() - 1;
    return Unsuccessful(join.when(), MayTimeOut() ? kTimedOut : kBusy);
  }
  joined.is_joined = true;
  machine_.Log(Event::Kind::kJoin, t_, other);
  SetResult(Value::Of(0));
  // The model says that something is written; here it is known what.
  thread().effect = function_.model->effect_size() - 1;
  const Value out = Argument(1);
  if (!out.known) return Stop("access through a pointer that is not known");
  if (out.bits == 0) return State::kDone;
  const uint32_t width = IsC11(function_.library_name) ? 4 : kPointerSize;
  if (machine_.memory_.Find(out.address(), width) == nullptr) {
    return Stop("access out of bounds, to null or to freed memory");
  }
  machine_.StoreTo(out.address(), width, joined.result);
  return State::kDone;
}

LibraryCall::State LibraryCall::Detach(const proto::Detach& detach) {
  const uint32_t other = machine_.ThreadOf(Get(detach.handle()));
  if (other == kNone) return Stop("detaching of a thread that is not known");
  Thread& detached = machine_.threads_[other];
  if (detached.is_detached || detached.is_joined) {
    return Stop("detaching of a thread that is not joinable");
  }
  detached.is_detached = true;
  return State::kDone;
}

LibraryCall::State LibraryCall::Post(const proto::Post& post) {
  // What the objects of other libraries count is not said.
  if (!StartsWith(function_.library_name, "sem_")) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  uint64_t address = 0;
  SyncObject* semaphore = SyncAt(post.object(), SyncKind::kSemaphore, &address);
  if (semaphore == nullptr) return State::kOver;
  ++semaphore->count;
  machine_.Log(Event::Kind::kRelease, t_, static_cast<int64_t>(address));
  machine_.Wake();
  return State::kDone;
}

LibraryCall::State LibraryCall::WaitForSemaphore(const proto::Wait& wait) {
  if (!StartsWith(function_.library_name, "sem_")) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  uint64_t address = 0;
  SyncObject* semaphore = SyncAt(wait.object(), SyncKind::kSemaphore, &address);
  if (semaphore == nullptr) return State::kOver;
  if (semaphore->count > 0) {
    --semaphore->count;
    machine_.Log(Event::Kind::kPass, t_, static_cast<int64_t>(address));
    SetSuccess(wait.when());
    return State::kDone;
  }
  if (wait.when() == proto::ALWAYS) return Blocked();
  if (MayTimeOut() && !thread().has_timed_out) {
    thread().may_time_out = true;
    return Blocked();
  }
  return Unsuccessful(wait.when(), -1);
}

LibraryCall::State LibraryCall::WaitAtBarrier(const proto::Barrier& barrier) {
  if (!IsNamed("pthread_barrier")) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  Thread& self = thread();
  uint64_t address = 0;
  SyncObject* object = SyncAt(barrier.object(), SyncKind::kBarrier, &address);
  if (object == nullptr) return State::kOver;
  if (self.phase == 0) {
    self.phase = 1;
    self.generation = object->generation;
    SetResult(Value::Of(0));
    if (++object->arrived == object->count) {
      object->arrived = 0;
      ++object->generation;
      SetResult(Value::Of(-1));  // PTHREAD_BARRIER_SERIAL_THREAD: for one of them
      machine_.Wake();
    }
  }
  if (self.generation == object->generation) return Blocked();
  machine_.Log(Event::Kind::kPass, t_, static_cast<int64_t>(address));
  return State::kDone;
}

LibraryCall::State LibraryCall::Once(const proto::Once& once) {
  uint64_t address = 0;
  SyncObject* flag = SyncAt(once.flag(), SyncKind::kOnce, &address);
  if (flag == nullptr) return State::kOver;
  if (flag->is_done) {
    machine_.Log(Event::Kind::kPass, t_, static_cast<int64_t>(address));
    SetResult(Value::Of(0));
    return State::kDone;
  }
  if (flag->is_running) return Blocked();
  const Value value = Get(once.function());
  const uint32_t function = value.known ? machine_.executable_.FunctionAt(value.address()) : kNone;
  const uint32_t definition =
      function == kNone ? kNone : machine_.executable_.function(function).definition;
  if (definition == kNone) return Stop("once-function that is not known");
  flag->is_running = true;
  SetResult(Value::Of(0));
  Finish();
  if (machine_.Enter(t_, definition, {}, ir::kNoRegister, Frame::Then::kEndOnce)) {
    thread().frames.back().once = address;
  }
  return State::kOver;
}

LibraryCall::State LibraryCall::Read(const proto::Touch& touch) {
  if (touch.variadic()) return State::kDone;
  const Value address = Get(touch.address());
  const std::optional<uint64_t> size = SizeOf(touch);
  if (!address.known || address.bits == 0 || !size.has_value() || touch.text()) {
    return State::kDone;
  }
  if (*size > 0 && machine_.memory_.Find(address.address(), *size) == nullptr) {
    return Stop("access out of bounds, to null or to freed memory");
  }
  return State::kDone;
}

// Everything from the address on that may have been written is no longer known.
LibraryCall::State LibraryCall::WriteUnknown(Value address, std::optional<uint64_t> size) {
  if (!address.known) return Stop("access through a pointer that is not known");
  if (address.bits == 0) return State::kDone;
  const Memory::Object* object = machine_.memory_.Around(address.address());
  const uint64_t left = object == nullptr ? 0 : object->size - Memory::OffsetOf(address.address());
  if (object == nullptr || size.value_or(left) > left || object->kind == ObjectKind::kString) {
    return Stop("access out of bounds, to null or to freed memory");
  }
  machine_.memory_.Fill(address.address(), size.value_or(left), Value::Unknown());
  return State::kDone;
}

LibraryCall::State LibraryCall::Write(const proto::Touch& touch) {
  if (touch.variadic()) {
    for (size_t i = touch.first_variadic(); i < call_.arguments.size(); ++i) {
      const Value address = Argument(i);
      if (!address.known) return Stop("access through a pointer that is not known");
      if (machine_.memory_.Around(address.address()) == nullptr) continue;
      if (WriteUnknown(address, std::nullopt) != State::kDone) return State::kOver;
    }
    return State::kDone;
  }
  const Value address = Get(touch.address());
  // An attribute object is as good as new.
  if (address.known) machine_.attributes_.erase(address.address());
  return WriteUnknown(address, touch.text() ? std::nullopt : SizeOf(touch));
}

LibraryCall::State LibraryCall::Copy(const proto::Copy& copy) {
  const Value to = Get(copy.destination()), from = Get(copy.source());
  const std::optional<uint64_t> size = SizeOf(copy);
  if (!to.known || !from.known || !size.has_value() || copy.text()) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  if (*size == 0) return State::kDone;
  const Memory::Object* target = machine_.memory_.Find(to.address(), *size);
  if (target == nullptr || target->kind == ObjectKind::kString ||
      machine_.memory_.Find(from.address(), *size) == nullptr) {
    return Stop("access out of bounds, to null or to freed memory");
  }
  machine_.memory_.Copy(to.address(), from.address(), *size);
  return State::kDone;
}

LibraryCall::State LibraryCall::Allocate(const proto::Allocate& allocate) {
  const std::optional<uint64_t> size = SizeOf(allocate);
  if (!size.has_value()) return Stop(absl::StrCat("call of ", NameText(function_.name)));
  const uint64_t address = machine_.memory_.Allocate(
      *size, ObjectKind::kHeap, allocate.zeroed() ? Contents::kZero : Contents::kUnknown,
      machine_.OriginHere(t_));
  if (address == 0) return Stop("object too large");
  const Value result = Value::Of(static_cast<int64_t>(address));
  if (allocate.is_realloc()) {
    const Value from = Get(allocate.from());
    if (!from.known) return Stop("access through a pointer that is not known");
    if (from.bits != 0) {
      const Memory::Object* old = machine_.memory_.Around(from.address());
      if (old == nullptr || old->kind != ObjectKind::kHeap ||
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
    return Stop("access out of bounds, to null or to freed memory");
  }
  machine_.StoreTo(out.address(), kPointerSize, result);
  if (IsNamed("memalign")) SetResult(Value::Of(0));
  return State::kDone;
}

LibraryCall::State LibraryCall::Free(const proto::Free& free) {
  const Value address = Get(free.address());
  if (!address.known) return Stop("access through a pointer that is not known");
  if (address.bits == 0) return State::kDone;
  const Memory::Object* object = machine_.memory_.Around(address.address());
  if (object == nullptr || object->kind != ObjectKind::kHeap ||
      Memory::OffsetOf(address.address()) != 0) {
    return Stop("release of memory that was not allocated");
  }
  machine_.memory_.Free(address.address());
  return State::kDone;
}

LibraryCall::State LibraryCall::Initialize(const proto::Initialize& initialize) {
  const Value at = Get(initialize.object());
  if (!at.known) return Stop("lock, semaphore or barrier that is not known");
  SyncObject& object = machine_.sync_[at.address()];
  if (object.owner != kNoThread || !object.readers.empty() || !object.sleepers.empty() ||
      object.arrived != 0) {
    return Stop("initialisation of a lock, semaphore or barrier in use");
  }
  object = {};
  object.kind = IsNamed("sem_")                       ? SyncKind::kSemaphore
                : IsNamed("barrier")                  ? SyncKind::kBarrier
                : IsNamed("cond_") || IsNamed("cnd_") ? SyncKind::kCondition
                                                      : SyncKind::kLock;
  if (initialize.has_count()) {
    const Value count = Argument(initialize.count_argument());
    if (!count.known) return Stop("lock, semaphore or barrier that is not known");
    object.count = count.bits;
    if (object.kind == SyncKind::kBarrier && count.bits <= 0) {
      object.kind = SyncKind::kNone;
      return Unsuccessful(proto::RETURNS_ZERO, kInvalid);
    }
  }
  int64_t type = initialize.recursive() ? 1 : 0;
  if (initialize.has_attribute()) {
    const Value attribute = Argument(initialize.attribute_argument());
    if (!attribute.known) return Stop("attribute that is not known");
    const auto set = machine_.attributes_.find(attribute.address());
    if (attribute.bits != 0 && set != machine_.attributes_.end()) type = set->second;
  }
  if (initialize.has_recursive_if()) {
    const Value flags = Argument(initialize.recursive_if().argument());
    if (!flags.known) return Stop("attribute that is not known");
    if ((static_cast<uint64_t>(flags.bits) & initialize.recursive_if().bits()) != 0) type = 1;
  }
  if (type == 1) object.type = MutexType::kRecursive;
  if (type == 2) object.type = MutexType::kErrorCheck;
  return State::kDone;
}

LibraryCall::State LibraryCall::Destroy(const proto::Destroy& destroy) {
  const Value at = Get(destroy.object());
  if (!at.known) return Stop("lock, semaphore or barrier that is not known");
  SyncObject& object = machine_.sync_[at.address()];
  if (object.owner != kNoThread || !object.readers.empty() || !object.sleepers.empty() ||
      object.arrived != 0) {
    return Stop("end of a lock, semaphore or barrier in use");
  }
  object = {};
  object.is_destroyed = true;
  return State::kDone;
}

LibraryCall::State LibraryCall::Returns(const proto::Returns& returns) {
  if (thread().has_call_result) return State::kDone;
  if (returns.argument()) SetResult(Argument(returns.argument_index()));
  if (returns.self()) SetResult(Value::Of(static_cast<int64_t>(Machine::HandleOf(t_))));
  if (returns.has_range() && returns.low() == returns.high()) SetResult(Value::Of(returns.low()));
  return State::kDone;
}

LibraryCall::State LibraryCall::EndThread() {
  const Value result = Argument(0);
  machine_.Unwind(t_);
  if (!machine_.has_stopped_) machine_.EndThread(t_, result);
  return State::kOver;
}

LibraryCall::State LibraryCall::EndAtomic() {
  if (machine_.atomic_owner_ != t_) return Stop("end of an atomic section that did not begin");
  if (--machine_.atomic_depth_ == 0) machine_.atomic_owner_ = kNone;
  return State::kDone;
}

}  // namespace plait::witness
