#include "checkers/witness/sync.h"

#include <algorithm>

namespace plait::witness {
namespace {

constexpr uint32_t kMaxDepth = 1000;

auto ReaderOf(SyncObject* lock, uint32_t thread) {
  return std::find_if(lock->readers.begin(), lock->readers.end(),
                      [&](const auto& reader) { return reader.first == thread; });
}

}  // namespace

LockResult TakeExclusive(SyncObject* lock, uint32_t thread) {
  if (!lock->readers.empty()) return LockResult::kBusy;
  if (lock->owner == kNoThread) {
    lock->owner = thread;
    lock->depth = 1;
    return LockResult::kTaken;
  }
  if (lock->owner != thread || lock->type == MutexType::kNormal) return LockResult::kBusy;
  if (lock->type == MutexType::kErrorCheck) return LockResult::kDeadlock;
  if (lock->depth == kMaxDepth) return LockResult::kTooOften;
  ++lock->depth;
  return LockResult::kTaken;
}

LockResult TakeShared(SyncObject* lock, uint32_t thread) {
  if (lock->owner != kNoThread) return LockResult::kBusy;
  const auto reader = ReaderOf(lock, thread);
  if (reader == lock->readers.end()) {
    lock->readers.emplace_back(thread, 1);
    return LockResult::kTaken;
  }
  if (reader->second == kMaxDepth) return LockResult::kTooOften;
  ++reader->second;
  return LockResult::kTaken;
}

UnlockResult Release(SyncObject* lock, uint32_t thread) {
  if (lock->owner == thread) {
    if (--lock->depth == 0) lock->owner = kNoThread;
    return UnlockResult::kReleased;
  }
  const auto reader = ReaderOf(lock, thread);
  if (reader != lock->readers.end()) {
    if (--reader->second == 0) lock->readers.erase(reader);
    return UnlockResult::kReleased;
  }
  return lock->type == MutexType::kNormal ? UnlockResult::kUndefined : UnlockResult::kNotOwner;
}

bool IsHeldBy(const SyncObject& lock, uint32_t thread) { return lock.owner == thread; }

}  // namespace plait::witness
