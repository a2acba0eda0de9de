#include "checkers/witness/sync.h"

#include "gtest/gtest.h"

namespace plait::witness {
namespace {

TEST(SyncTest, NormalMutex) {
  SyncObject mutex;
  EXPECT_EQ(TakeExclusive(&mutex, 1), LockResult::kTaken);
  EXPECT_EQ(TakeExclusive(&mutex, 2), LockResult::kBusy);
  EXPECT_EQ(TakeExclusive(&mutex, 1), LockResult::kBusy);
  EXPECT_EQ(Release(&mutex, 2), UnlockResult::kUndefined);
  EXPECT_EQ(Release(&mutex, 1), UnlockResult::kReleased);
  EXPECT_EQ(Release(&mutex, 1), UnlockResult::kUndefined);
  EXPECT_EQ(TakeExclusive(&mutex, 2), LockResult::kTaken);
}

TEST(SyncTest, RecursiveMutex) {
  SyncObject mutex;
  mutex.type = MutexType::kRecursive;
  EXPECT_EQ(TakeExclusive(&mutex, 1), LockResult::kTaken);
  EXPECT_EQ(TakeExclusive(&mutex, 1), LockResult::kTaken);
  EXPECT_EQ(Release(&mutex, 1), UnlockResult::kReleased);
  EXPECT_EQ(TakeExclusive(&mutex, 2), LockResult::kBusy);
  EXPECT_EQ(Release(&mutex, 1), UnlockResult::kReleased);
  EXPECT_EQ(TakeExclusive(&mutex, 2), LockResult::kTaken);
}

TEST(SyncTest, ErrorCheckingMutex) {
  SyncObject mutex;
  mutex.type = MutexType::kErrorCheck;
  EXPECT_EQ(Release(&mutex, 1), UnlockResult::kNotOwner);
  EXPECT_EQ(TakeExclusive(&mutex, 1), LockResult::kTaken);
  EXPECT_EQ(TakeExclusive(&mutex, 1), LockResult::kDeadlock);
  EXPECT_EQ(Release(&mutex, 2), UnlockResult::kNotOwner);
}

TEST(SyncTest, ReadersExcludeWriters) {
  SyncObject lock;
  EXPECT_EQ(TakeShared(&lock, 1), LockResult::kTaken);
  EXPECT_EQ(TakeShared(&lock, 2), LockResult::kTaken);
  EXPECT_EQ(TakeShared(&lock, 1), LockResult::kTaken);
  EXPECT_EQ(TakeExclusive(&lock, 3), LockResult::kBusy);
  EXPECT_EQ(TakeExclusive(&lock, 1), LockResult::kBusy);
  EXPECT_EQ(Release(&lock, 1), UnlockResult::kReleased);
  EXPECT_EQ(Release(&lock, 2), UnlockResult::kReleased);
  EXPECT_EQ(TakeExclusive(&lock, 3), LockResult::kBusy);
  EXPECT_EQ(Release(&lock, 1), UnlockResult::kReleased);
  EXPECT_EQ(TakeExclusive(&lock, 3), LockResult::kTaken);
  EXPECT_TRUE(IsHeldBy(lock, 3));
  EXPECT_EQ(TakeShared(&lock, 1), LockResult::kBusy);
}

}  // namespace
}  // namespace plait::witness
