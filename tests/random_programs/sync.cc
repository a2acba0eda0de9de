#include "tests/random_programs/sync.h"

#include "absl/strings/str_cat.h"

namespace plait::random_programs {
namespace {

constexpr int64_t kBusy = 16;
constexpr int kGenerations = 16;

// The cells of a lock or its like.
struct Mutex {  // and spin lock
  int64_t owner, depth, recursive, ready;
};
struct Rwlock {
  int64_t writer, readers, unused, ready;  // readers: 4 bits for each thread
};
struct Semaphore {
  int64_t count, unused[2], ready;
};
struct Barrier {
  int64_t threshold, arrived, generation, ready;
};
struct Once {
  int64_t progress, unused[2], ready;  // 0 not begun, 1 running, 2 done
};

template <typename T>
absl::StatusOr<T*> ObjectAt(State* state, int64_t address) {
  static_assert(sizeof(T) == kSyncCells * sizeof(int64_t));
  absl::StatusOr<int64_t*> cell = CellAt(state, address);
  if (!cell.ok()) return cell.status();
  return reinterpret_cast<T*>(*cell);
}

template <typename T>
absl::StatusOr<T*> Ready(State* state, int64_t address) {
  absl::StatusOr<T*> object = ObjectAt<T>(state, address);
  if (object.ok() && (*object)->ready != 1) return Undefined("use of what was not initialised");
  return object;
}

int64_t ReadsOf(const Rwlock& lock, int thread) { return (lock.readers >> (4 * thread)) & 15; }

bool CanRead(const Rwlock& lock) { return lock.writer == 0; }
bool CanWrite(const Rwlock& lock) { return lock.writer == 0 && lock.readers == 0; }

absl::StatusOr<SyncResult> Init(State* state, Library library, const std::vector<int64_t>& args) {
  absl::StatusOr<Mutex*> object = ObjectAt<Mutex>(state, args[0]);
  if (!object.ok()) return object.status();
  **object = {0, 0, 0, 1};
  if (library == Library::kMutexInit && args[1] != 0) {
    absl::StatusOr<int64_t*> attribute = CellAt(state, args[1]);
    if (!attribute.ok()) return attribute.status();
    if (**attribute == kUninitialised) return Undefined("unset attribute");
    (*object)->recursive = **attribute;
  }
  if (library == Library::kSemaphoreInit || library == Library::kBarrierInit) {
    (*object)->owner = args[2];
  }
  return SyncResult();
}

absl::StatusOr<SyncResult> RunMutex(State* state, int thread, Library library, int64_t address) {
  absl::StatusOr<Mutex*> mutex = Ready<Mutex>(state, address);
  if (!mutex.ok()) return mutex.status();
  Mutex& lock = **mutex;
  const int64_t self = thread + 1;
  if (library == Library::kMutexUnlock || library == Library::kSpinUnlock) {
    if (lock.owner != self) return Undefined("unlock of a lock that is not held");
    if (--lock.depth == 0) lock.owner = 0;
    return SyncResult();
  }
  if (lock.owner != 0 && !(lock.owner == self && lock.recursive == 1)) {
    return SyncResult{true, kBusy};
  }
  lock.owner = self;
  ++lock.depth;
  return SyncResult();
}

absl::StatusOr<SyncResult> RunRwlock(State* state, int thread, Library library, int64_t address) {
  absl::StatusOr<Rwlock*> rwlock = Ready<Rwlock>(state, address);
  if (!rwlock.ok()) return rwlock.status();
  Rwlock& lock = **rwlock;
  const int64_t self = thread + 1;
  const int64_t one_read = int64_t{1} << (4 * thread);
  const bool may_block = library == Library::kReadLock || library == Library::kWriteLock;
  if (may_block && lock.writer == self) return Undefined("deadlock of a thread with itself");
  switch (library) {
    case Library::kReadLock:
    case Library::kTryReadLock:
      if (!CanRead(lock)) return SyncResult{true, kBusy};
      if (ReadsOf(lock, thread) == 15) return TooLarge("read locks");
      lock.readers += one_read;
      return SyncResult();
    case Library::kWriteLock:
    case Library::kTryWriteLock:
      if (may_block && ReadsOf(lock, thread) > 0) {
        return Undefined("deadlock of a thread with itself");
      }
      if (!CanWrite(lock)) return SyncResult{true, kBusy};
      lock.writer = self;
      return SyncResult();
    default:
      if (lock.writer == self) {
        lock.writer = 0;
      } else if (ReadsOf(lock, thread) > 0) {
        lock.readers -= one_read;
      } else {
        return Undefined("unlock of a lock that is not held");
      }
      return SyncResult();
  }
}

absl::StatusOr<SyncResult> RunSemaphore(State* state, Library library, int64_t address) {
  absl::StatusOr<Semaphore*> semaphore = Ready<Semaphore>(state, address);
  if (!semaphore.ok()) return semaphore.status();
  if (library == Library::kSemaphorePost) {
    if (++(*semaphore)->count > 64) return TooLarge("semaphore");
    return SyncResult();
  }
  if ((*semaphore)->count == 0) return SyncResult{true, -1};
  --(*semaphore)->count;
  return SyncResult();
}

// Gives the lock back, then takes it again, which another thread's step may come between.
absl::StatusOr<SyncResult> RunConditionWait(State* state, int thread,
                                            const std::vector<int64_t>& args) {
  ThreadState& self = state->threads[thread];
  if (absl::StatusOr<Mutex*> condition = Ready<Mutex>(state, args[0]); !condition.ok()) {
    return condition.status();
  }
  if (self.phase == 1) {
    self.phase = 0;
    return RunMutex(state, thread, Library::kMutexLock, args[1]);
  }
  absl::StatusOr<Mutex*> mutex = Ready<Mutex>(state, args[1]);
  if (!mutex.ok()) return mutex.status();
  if ((*mutex)->depth != 1) return Undefined("wait without the lock held once");
  self.phase = 1;
  absl::StatusOr<SyncResult> released = RunMutex(state, thread, Library::kMutexUnlock, args[1]);
  if (released.ok()) released->is_done = false;
  return released;
}

absl::StatusOr<SyncResult> RunBarrier(State* state, int thread, int64_t address) {
  ThreadState& self = state->threads[thread];
  absl::StatusOr<Barrier*> found = Ready<Barrier>(state, address);
  if (!found.ok()) return found.status();
  Barrier& barrier = **found;
  if (self.phase == 1) {
    self.phase = 0;
    self.pending = 0;
    return SyncResult();
  }
  if (++barrier.arrived >= barrier.threshold) {
    barrier.arrived = 0;
    barrier.generation = (barrier.generation + 1) % kGenerations;
    return SyncResult();
  }
  self.phase = 1;
  self.pending = barrier.generation;
  return SyncResult{false, 0};
}

absl::StatusOr<SyncResult> RunHandle(State* state, Library library, int64_t handle) {
  if (handle < 0 || handle >= static_cast<int64_t>(state->threads.size())) {
    return Undefined("no handle of a thread");
  }
  ThreadState& target = state->threads[handle];
  if (handle == 0 || target.joined || target.detached) {
    return Undefined("join or detach of a thread that was joined or detached");
  }
  (library == Library::kJoin ? target.joined : target.detached) = true;
  return SyncResult();
}

absl::StatusOr<SyncResult> RunAtomicSection(State* state, int thread, Library library) {
  if (library == Library::kAtomicBegin) {
    if (state->atomic_owner == thread + 1) return Undefined("nested atomic section");
    state->atomic_owner = thread + 1;
  } else {
    if (state->atomic_owner != thread + 1) return Undefined("end of no atomic section");
    state->atomic_owner = 0;
  }
  return SyncResult();
}

absl::StatusOr<SyncResult> RunFree(State* state, int64_t address) {
  if (address == 0) return SyncResult();
  if (absl::StatusOr<int64_t*> cell = CellAt(state, address); !cell.ok()) return cell.status();
  Object& object = state->objects[ObjectOf(address)];
  if (CellOf(address) != 0) return Undefined("free of a part");
  object.alive = false;
  object.cells.clear();
  return SyncResult();
}

}  // namespace

absl::Status Undefined(const std::string& what) { return absl::FailedPreconditionError(what); }

absl::Status TooLarge(const std::string& what) {
  return absl::OutOfRangeError(absl::StrCat("too large: ", what));
}

absl::StatusOr<int64_t*> CellAt(State* state, int64_t address) {
  if (!IsAddress(address)) return Undefined("use of no address");
  Object& object = state->objects[ObjectOf(address)];
  if (!object.alive) return absl::AbortedError("use of memory that is gone");
  if (CellOf(address) >= static_cast<int>(object.cells.size())) return Undefined("out of bounds");
  return &object.cells[CellOf(address)];
}

bool IsQuietLibrary(Library library) {
  return library == Library::kAttributeInit || library == Library::kAttributeSetType ||
         library == Library::kConditionSignal;
}

bool IsEnabled(const State& state, int thread, Library library, const std::vector<int64_t>& args) {
  // Nothing is changed below.
  State& mutable_state = const_cast<State&>(state);
  const ThreadState& self = state.threads[thread];
  const int64_t me = thread + 1;
  switch (library) {
    case Library::kMutexLock:
    case Library::kSpinLock:
    case Library::kConditionWait: {
      if (library == Library::kConditionWait && self.phase == 0) return true;
      const auto lock =
          Ready<Mutex>(&mutable_state, library == Library::kConditionWait ? args[1] : args[0]);
      return !lock.ok() || (*lock)->owner == 0 || ((*lock)->owner == me && (*lock)->recursive == 1);
    }
    case Library::kReadLock: {
      const auto lock = Ready<Rwlock>(&mutable_state, args[0]);
      return !lock.ok() || CanRead(**lock) || (*lock)->writer == me;
    }
    case Library::kWriteLock: {
      const auto lock = Ready<Rwlock>(&mutable_state, args[0]);
      return !lock.ok() || CanWrite(**lock) || (*lock)->writer == me || ReadsOf(**lock, thread) > 0;
    }
    case Library::kSemaphoreWait: {
      const auto semaphore = Ready<Semaphore>(&mutable_state, args[0]);
      return !semaphore.ok() || (*semaphore)->count > 0;
    }
    case Library::kBarrierWait: {
      if (self.phase == 0) return true;
      const auto barrier = Ready<Barrier>(&mutable_state, args[0]);
      return !barrier.ok() || (*barrier)->generation != self.pending;
    }
    case Library::kOnce: {
      const auto once = Ready<Once>(&mutable_state, args[0]);
      return !once.ok() || (*once)->progress != 1;
    }
    case Library::kJoin: {
      if (args[0] <= 0 || args[0] >= static_cast<int64_t>(state.threads.size())) return true;
      const ThreadState& target = state.threads[args[0]];
      return target.finished || target.joined || target.detached;
    }
    case Library::kAtomicBegin:
      return state.atomic_owner == 0 || state.atomic_owner == me;
    default:
      return true;
  }
}

absl::StatusOr<SyncResult> RunSync(State* state, int thread, Library library,
                                   const std::vector<int64_t>& args) {
  switch (library) {
    case Library::kMutexInit:
    case Library::kRwlockInit:
    case Library::kSpinInit:
    case Library::kSemaphoreInit:
    case Library::kConditionInit:
    case Library::kBarrierInit:
      return Init(state, library, args);
    case Library::kMutexLock:
    case Library::kMutexTrylock:
    case Library::kMutexUnlock:
    case Library::kSpinLock:
    case Library::kSpinTrylock:
    case Library::kSpinUnlock:
      return RunMutex(state, thread, library, args[0]);
    case Library::kReadLock:
    case Library::kWriteLock:
    case Library::kTryReadLock:
    case Library::kTryWriteLock:
    case Library::kRwlockUnlock:
      return RunRwlock(state, thread, library, args[0]);
    case Library::kSemaphoreWait:
    case Library::kSemaphoreTrywait:
    case Library::kSemaphorePost:
      return RunSemaphore(state, library, args[0]);
    case Library::kConditionWait:
      return RunConditionWait(state, thread, args);
    case Library::kBarrierWait:
      return RunBarrier(state, thread, args[0]);
    case Library::kJoin:
    case Library::kDetach:
      return RunHandle(state, library, args[0]);
    case Library::kAtomicBegin:
    case Library::kAtomicEnd:
      return RunAtomicSection(state, thread, library);
    case Library::kFree:
      return RunFree(state, args[0]);
    case Library::kAttributeInit:
    case Library::kAttributeSetType: {
      absl::StatusOr<int64_t*> attribute = CellAt(state, args[0]);
      if (!attribute.ok()) return attribute.status();
      **attribute = library == Library::kAttributeInit ? 0 : args[1];
      return SyncResult();
    }
    default:
      return SyncResult();
  }
}

absl::StatusOr<bool> StartOnce(State* state, int64_t flag) {
  absl::StatusOr<Once*> once = Ready<Once>(state, flag);
  if (!once.ok()) return once.status();
  if ((*once)->progress != 0) return false;
  (*once)->progress = 1;
  return true;
}

void FinishOnce(State* state, int64_t flag) {
  if (absl::StatusOr<Once*> once = Ready<Once>(state, flag); once.ok()) (*once)->progress = 2;
}

}  // namespace plait::random_programs
