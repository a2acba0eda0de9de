// Locks, semaphores, barriers and the like of one execution, by address.
#ifndef PLAIT_CHECKERS_WITNESS_SYNC_H_
#define PLAIT_CHECKERS_WITNESS_SYNC_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "checkers/witness/shared.h"

namespace plait::witness {

inline constexpr uint32_t kNoThread = 0xffffffff;

enum class SyncKind : uint8_t { kNone, kLock, kCondition, kSemaphore, kBarrier, kOnce };

// As POSIX has them; the numbers are those of Linux.
enum class MutexType : uint8_t { kNormal = 0, kRecursive = 1, kErrorCheck = 2 };

struct SyncObject {
  SyncKind kind = SyncKind::kNone;
  // Locks: one owner, or readers with how often each has it.
  MutexType type = MutexType::kNormal;
  uint32_t owner = kNoThread;
  uint32_t depth = 0;
  std::vector<std::pair<uint32_t, uint32_t>> readers;
  std::vector<uint32_t> sleepers;  // of a condition, in order of arrival
  int64_t count = 0;               // of a semaphore; arrivals a barrier waits for
  uint32_t arrived = 0;            // at a barrier
  uint32_t generation = 0;         // of a barrier
  uint32_t leaving = 0;            // of a barrier: have met, and not left yet
  bool is_told = false;            // of a barrier: one who left it
  bool is_mixed = false;           // of a barrier: who leaves it may have met at different times
  bool is_running = false;         // the once-function
  bool is_done = false;
  bool is_destroyed = false;
};

enum class LockResult : uint8_t {
  kTaken,
  kBusy,      // held by another thread, or by this one in a way that it waits for itself
  kDeadlock,  // held by this one, and it is told so
  kTooOften,  // more than anybody counts
};

enum class UnlockResult : uint8_t {
  kReleased,
  kNotOwner,   // and it is told so
  kUndefined,  // not held by this thread
};

LockResult TakeExclusive(SyncObject* lock, uint32_t thread);
LockResult TakeShared(SyncObject* lock, uint32_t thread);
UnlockResult Release(SyncObject* lock, uint32_t thread);
bool IsHeldBy(const SyncObject& lock, uint32_t thread);

// By address of the object.
using SyncTable = SharedMap<SyncObject>;

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_SYNC_H_
