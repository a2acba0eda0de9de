// Effects on locks, semaphores and barriers.
#include <algorithm>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

// errno.h of Linux.
constexpr int64_t kPermission = 1, kBusy = 16, kInvalid = 22, kDeadlock = 35, kTimedOut = 110;
constexpr int64_t kFutureTimedOut = 1;  // std::future_status::timeout
// pthread.h of glibc: PTHREAD_BARRIER_SERIAL_THREAD.
constexpr int64_t kSerialThread = -1;
// What is told at meetings one after the other lies at addresses in the barrier.
constexpr uint32_t kToldMeetings = 16;
// threads.h of glibc.
constexpr int64_t kThrdBusy = 1, kThrdError = 2, kThrdTimedOut = 4;

}  // namespace

SyncObject* LibraryCall::SyncAt(const proto::Value& value, SyncKind kind, uint64_t* address) {
  const Value at = Get(value);
  if (!at.known) {
    Stop("lock, semaphore or barrier that is not known");
    return nullptr;
  }
  *address = at.address();
  SyncObject& object = machine_.sync_.Own(at.address());
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

bool LibraryCall::IsResultUsed() const {
  return call_.result != ir::kNoRegister &&
         machine_.threads_[t_]->frames.back().code->IsRead(call_.result);
}

// A try that fails says nothing: in an exploration it may fail without reason, and a time-out is
// one that has come at once. So may a lock whose result the program looks at.
LibraryCall::State LibraryCall::Acquire(const proto::Acquire& acquire) {
  uint64_t address = 0;
  SyncObject* lock = SyncAt(acquire.lock(), SyncKind::kLock, &address);
  if (lock == nullptr) return State::kOver;
  if (acquire.recursive()) lock->type = MutexType::kRecursive;
  const bool is_c11 = IsC11(), is_try = acquire.when() != proto::ALWAYS && !acquire.blocks();
  const bool may_fail = IsExploration() && MayFail(acquire.when(), acquire.blocks());
  const int64_t error = MayTimeOut() ? (is_c11 ? kThrdTimedOut : kTimedOut)
                        : is_try     ? (is_c11 ? kThrdBusy : kBusy)
                                     : (is_c11 ? kThrdError : kInvalid);
  switch (acquire.mode() == proto::SHARED ? TakeShared(lock, t_) : TakeExclusive(lock, t_)) {
    case LockResult::kTaken:
      if (may_fail && machine_.Choose(2) == 1) {
        Release(lock, t_);
        return Unsuccessful(acquire.when(), error);
      }
      if (IsWeak()) LearnAtLock(address, acquire.mode() == proto::SHARED);
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
  if (may_fail) {
    return is_try || MayTimeOut() || machine_.Choose(2) == 1 ? Unsuccessful(acquire.when(), error)
                                                             : Blocked();
  }
  if (MayTimeOut()) {
    if (thread().has_timed_out) return Unsuccessful(acquire.when(), error);
    thread().may_time_out = true;
    return Blocked();
  }
  return is_try ? Unsuccessful(acquire.when(), error) : Blocked();
}

// Who has a lock alone learns what all have told who had it before, who shares it what those told
// that had it alone.
void LibraryCall::LearnAtLock(uint64_t address, bool is_shared) {
  const uint64_t sharers = address + 1;
  machine_.causality_.Acquire(t_, address);
  if (is_shared || machine_.causality_.locks().Find(sharers) == nullptr) return;
  machine_.causality_.Acquire(t_, sharers);
  machine_.causality_.ForgetTold(sharers, sharers + 1);
}

void LibraryCall::TellAtLock(uint64_t address, bool is_shared) {
  if (is_shared) {
    machine_.causality_.ReleaseBeside(t_, address + 1);
  } else {
    machine_.causality_.Release(t_, address);
  }
}

LibraryCall::State LibraryCall::ReleaseLock(const proto::Release& release) {
  uint64_t address = 0;
  SyncObject* lock = SyncAt(release.lock(), SyncKind::kLock, &address);
  if (lock == nullptr) return State::kOver;
  const bool is_shared = lock->owner != t_;
  switch (Release(lock, t_)) {
    case UnlockResult::kReleased:
      if (IsWeak()) TellAtLock(address, is_shared);
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
  SyncObject* lock = &machine_.sync_.Own(lock_address);
  if (self.phase == 0) {
    if (!IsHeldBy(*lock, t_) || lock->depth != 1) {
      return Stop("wait without the lock");
    }
    Release(lock, t_);
    if (IsWeak()) machine_.causality_.Release(t_, lock_address);
    // In an exploration each wait may end without a signal, which leaves nothing for signals to do.
    if (IsExploration()) {
      machine_.Wake();
      self.phase = 2;
      return State::kWait;
    }
    condition->sleepers.push_back(t_);
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
      SetResult(Value::Of(IsC11() ? kThrdTimedOut : kTimedOut));
    }
    self.phase = 2;
  }
  if (TakeExclusive(lock, t_) != LockResult::kTaken) return Blocked();
  if (IsWeak()) machine_.causality_.Acquire(t_, lock_address);
  if (IsExploration() && MayTimeOut() && machine_.Choose(2) == 1) {
    SetResult(Value::Of(IsC11() ? kThrdTimedOut : kTimedOut));
  }
  machine_.Log(Event::Kind::kWake, t_, static_cast<int64_t>(address));
  machine_.Log(Event::Kind::kAcquire, t_, static_cast<int64_t>(lock_address));
  return State::kDone;
}

LibraryCall::State LibraryCall::Signal(const proto::ConditionSignal& signal) {
  uint64_t address = 0;
  SyncObject* condition = SyncAt(signal.condition(), SyncKind::kCondition, &address);
  if (condition == nullptr) return State::kOver;
  std::vector<uint32_t>& sleepers = condition->sleepers;
  if (sleepers.empty() || IsExploration()) return State::kDone;
  if (IsNamed("signal") || IsNamed("notify_one")) {
    const size_t chosen = machine_.random_.Below(sleepers.size());
    machine_.threads_[sleepers[chosen]].Own().is_signalled = true;
    sleepers.erase(sleepers.begin() + chosen);
  } else {
    for (uint32_t sleeper : sleepers) machine_.threads_[sleeper].Own().is_signalled = true;
    sleepers.clear();
  }
  machine_.Wake();
  return State::kDone;
}

LibraryCall::State LibraryCall::Post(const proto::Post& post) {
  // What the objects of other libraries count is not said.
  if (!IsSemaphore()) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  uint64_t address = 0;
  SyncObject* semaphore = SyncAt(post.object(), SyncKind::kSemaphore, &address);
  if (semaphore == nullptr) return State::kOver;
  ++semaphore->count;
  if (IsWeak()) machine_.causality_.ReleaseBeside(t_, address);
  machine_.Log(Event::Kind::kRelease, t_, static_cast<int64_t>(address));
  machine_.Wake();
  return State::kDone;
}

// The result of std::async is there when its thread has ended, and nobody has promised it.
bool LibraryCall::IsPromised(const proto::Value& object) const {
  const Value at = Get(object);
  const SyncObject* known = machine_.sync_.Find(at.address());
  return !at.known || (known != nullptr && known->kind != SyncKind::kNone);
}

LibraryCall::State LibraryCall::WaitForSemaphore(const proto::Wait& wait) {
  if (!IsSemaphore()) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  if (IsFuture() && !IsPromised(wait.object())) return State::kDone;
  uint64_t address = 0;
  SyncObject* semaphore = SyncAt(wait.object(), SyncKind::kSemaphore, &address);
  if (semaphore == nullptr) return State::kOver;
  const bool may_fail = MayFail(wait.when(), false);
  if (semaphore->count > 0 && !(IsExploration() && may_fail && machine_.Choose(2) == 1)) {
    // What a promise was kept of stays so.
    if (!IsFuture()) --semaphore->count;
    if (IsWeak()) machine_.causality_.Acquire(t_, address);
    machine_.Log(Event::Kind::kPass, t_, static_cast<int64_t>(address));
    SetSuccess(wait.when());
    return State::kDone;
  }
  if (wait.when() == proto::ALWAYS) return Blocked();
  if (MayTimeOut() && !thread().has_timed_out && !IsExploration()) {
    thread().may_time_out = true;
    return Blocked();
  }
  return Unsuccessful(wait.when(), IsFuture() ? kFutureTimedOut : -1);
}

// One of those who leave is told to be the serial thread, whichever.
Value LibraryCall::ToldAtBarrier(SyncObject* object) {
  if (object->is_mixed || !IsResultUsed()) return Value::Unknown();
  if (object->is_told) return Value::Of(0);
  object->is_told = object->leaving == 0 || machine_.Choose(2) == 1;
  return Value::Of(object->is_told ? kSerialThread : 0);
}

std::optional<uint64_t> LibraryCall::Meeting() const {
  const Value at = Get(function_.model->effect(0).barrier().object());
  return at.known ? std::optional<uint64_t>(at.address()) : std::nullopt;
}

LibraryCall::State LibraryCall::WaitAtBarrier(const proto::Barrier& barrier) {
  if (!IsNamed("pthread_barrier") && !IsNamed("std::barrier::")) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  Thread& self = thread();
  uint64_t address = 0;
  SyncObject* object = SyncAt(barrier.object(), SyncKind::kBarrier, &address);
  if (object == nullptr) return State::kOver;
  if (self.phase == 0) {
    self.phase = 1;
    // Numbers that do not grow make fewer states.
    if (object->arrived == 0 && object->leaving == 0) {
      object->generation = 0;
      if (IsWeak()) machine_.causality_.ForgetTold(address, address + kToldMeetings);
    }
    self.generation = object->generation;
    if (IsWeak()) {
      if (self.generation >= kToldMeetings) return Stop(Machine::kUnfollowed);
      machine_.causality_.ReleaseBeside(t_, address + self.generation);
    }
    SetResult(Value::Of(0));
    if (++object->arrived == object->count) {
      // What they did before is compared with what others do until these have come, too.
      for (uint32_t other = 0; other < machine_.threads_.size(); ++other) {
        if (!machine_.WaitsAt(other, address)) continue;
        machine_.threads_[other].Own().segment.clear();
      }
      // Of those who leave two meetings at a time it is not followed who is told what.
      object->is_mixed = object->leaving > 0;
      object->leaving += object->arrived;
      object->is_told = false;
      object->arrived = 0;
      ++object->generation;
      SetResult(Value::Of(kSerialThread));
      machine_.Wake();
    }
  }
  if (self.generation == object->generation) return Blocked();
  if (IsWeak()) machine_.causality_.Acquire(t_, address + self.generation);
  self.generation = 0;
  --object->leaving;
  // Who leaves first in an exploration must not hide that another one ends the barrier meanwhile.
  const Bytes left = {address, 1, /*is_write=*/false, /*is_atomic=*/false};
  if (IsWeak()) {
    if (IsExploration()) machine_.Follow(t_, {left});
  } else if (IsExploration()) {
    self.segment.push_back(left);
  }
  // Who runs the completion of a C++ barrier makes no difference: the others wait for him.
  if (IsExploration() && !IsNamed("std::barrier::")) SetResult(ToldAtBarrier(object));
  machine_.Log(Event::Kind::kPass, t_, static_cast<int64_t>(address));
  return State::kDone;
}

LibraryCall::State LibraryCall::Once(const proto::Once& once) {
  uint64_t address = 0;
  SyncObject* flag = SyncAt(once.flag(), SyncKind::kOnce, &address);
  if (flag == nullptr) return State::kOver;
  if (flag->is_done) {
    if (IsWeak()) machine_.causality_.Acquire(t_, address);
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

LibraryCall::State LibraryCall::BeginOnce(const proto::OnceBegin& once) {
  uint64_t address = 0;
  SyncObject* flag = SyncAt(once.flag(), SyncKind::kOnce, &address);
  if (flag == nullptr) return State::kOver;
  if (flag->is_done) {
    if (IsWeak()) machine_.causality_.Acquire(t_, address);
    machine_.Log(Event::Kind::kPass, t_, static_cast<int64_t>(address));
    return Unsuccessful(once.when(), 1);
  }
  if (flag->is_running) return Blocked();
  flag->is_running = true;
  // Who tried before left it undone.
  if (IsWeak()) machine_.causality_.Acquire(t_, address);
  SetSuccess(once.when());
  return State::kDone;
}

LibraryCall::State LibraryCall::EndOnce(const proto::OnceEnd& once) {
  uint64_t address = 0;
  SyncObject* flag = SyncAt(once.flag(), SyncKind::kOnce, &address);
  if (flag == nullptr) return State::kOver;
  flag->is_running = false;
  flag->is_done = !once.fails();
  if (IsWeak()) machine_.causality_.Release(t_, address);
  machine_.Wake();
  return State::kDone;
}

LibraryCall::State LibraryCall::Initialize(const proto::Initialize& initialize) {
  const Value at = Get(initialize.object());
  if (!at.known) return Stop("lock, semaphore or barrier that is not known");
  SyncObject& object = machine_.sync_.Own(at.address());
  if (object.owner != kNoThread || !object.readers.empty() || !object.sleepers.empty() ||
      object.arrived != 0) {
    return Stop("initialisation of a lock, semaphore or barrier in use");
  }
  object = {};
  const bool is_condition = IsNamed("cond_") || IsNamed("cnd_") || IsNamed("condition_variable");
  object.kind = IsSemaphore()        ? SyncKind::kSemaphore
                : IsNamed("barrier") ? SyncKind::kBarrier
                : is_condition       ? SyncKind::kCondition
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
  SyncObject& object = machine_.sync_.Own(at.address());
  if (object.owner != kNoThread || !object.readers.empty() || !object.sleepers.empty() ||
      object.arrived != 0) {
    return Stop("end of a lock, semaphore or barrier in use");
  }
  object = {};
  object.is_destroyed = true;
  return State::kDone;
}

LibraryCall::State LibraryCall::EndAtomic() {
  if (machine_.atomic_owner_ != t_) return Stop("end of an atomic section that did not begin");
  if (--machine_.atomic_depth_ == 0) machine_.atomic_owner_ = kNone;
  return State::kDone;
}

}  // namespace plait::witness
