#include "checkers/witness/memory.h"

#include "gtest/gtest.h"

namespace plait::witness {
namespace {

TEST(MemoryTest, LoadsExtendBySign) {
  Memory memory;
  const uint64_t a = memory.Allocate(16, ObjectKind::kHeap, Contents::kZero, {});
  memory.Store(a + 4, 2, Value::Of(-2));
  EXPECT_EQ(memory.Load(a + 4, 2, true).bits, -2);
  EXPECT_EQ(memory.Load(a + 4, 2, false).bits, 65534);
  EXPECT_EQ(memory.Load(a + 5, 1, false).bits, 255);
  EXPECT_EQ(memory.Load(a, 8, false).bits, int64_t{0xfffe} << 32);
}

TEST(MemoryTest, OneUnknownByteMakesAValueUnknown) {
  Memory memory;
  const uint64_t a = memory.Allocate(8, ObjectKind::kHeap, Contents::kUnknown, {});
  EXPECT_FALSE(memory.Load(a, 1, true).known);
  memory.Store(a, 4, Value::Of(7));
  EXPECT_TRUE(memory.Load(a, 4, true).known);
  EXPECT_FALSE(memory.Load(a, 8, true).known);
  memory.Store(a + 1, 1, Value::Unknown());
  EXPECT_FALSE(memory.Load(a, 4, true).known);
  EXPECT_EQ(memory.Load(a, 1, true).bits, 7);
}

TEST(MemoryTest, CopiesKeepWhatIsKnown) {
  Memory memory;
  const uint64_t zero = memory.Allocate(8, ObjectKind::kGlobal, Contents::kZero, {});
  const uint64_t fresh = memory.Allocate(8, ObjectKind::kHeap, Contents::kUnknown, {});
  memory.Store(fresh, 2, Value::Of(5));
  memory.Copy(zero, fresh, 4);
  EXPECT_EQ(memory.Load(zero, 2, true).bits, 5);
  EXPECT_FALSE(memory.Load(zero + 2, 1, true).known);
  EXPECT_TRUE(memory.Load(zero + 4, 4, true).known);
  memory.Copy(fresh, zero, 8);
  EXPECT_FALSE(memory.Load(fresh + 3, 1, true).known);
  EXPECT_TRUE(memory.Load(fresh + 4, 4, true).known);
  memory.Copy(fresh + 1, fresh, 2);
  EXPECT_EQ(memory.Load(fresh + 1, 2, true).bits, 5);
}

TEST(MemoryTest, OnlyLiveBytesAreFound) {
  Memory memory;
  const uint64_t a = memory.Allocate(8, ObjectKind::kHeap, Contents::kZero, {});
  const uint64_t b = memory.Allocate(8, ObjectKind::kHeap, Contents::kZero, {});
  EXPECT_NE(memory.Find(a, 8), nullptr);
  EXPECT_EQ(memory.Find(a + 1, 8), nullptr);
  EXPECT_EQ(memory.Find(a - 1, 1), nullptr);
  EXPECT_EQ(memory.Find(b - 8, 8), nullptr);
  EXPECT_EQ(memory.Find(0, 1), nullptr);
  EXPECT_EQ(memory.Find(a + 8, 1), nullptr);
  EXPECT_NE(memory.Around(a + 8), nullptr);  // one past the end
  memory.Free(a);
  EXPECT_EQ(memory.Find(a, 1), nullptr);
  EXPECT_NE(memory.Find(b, 1), nullptr);
}

TEST(MemoryTest, CopiesShareWhatNeitherChanges) {
  Memory memory;
  const uint64_t a = memory.Allocate(100, ObjectKind::kHeap, Contents::kZero, {});
  const uint64_t b = memory.Allocate(8, ObjectKind::kHeap, Contents::kZero, {});
  Memory copy = memory;
  copy.ResetCopied();
  copy.Store(a, 4, Value::Of(7));
  copy.Store(a + 4, 4, Value::Of(8));
  EXPECT_EQ(copy.copied(), 100);
  memory.Free(b);
  EXPECT_EQ(memory.Load(a, 4, true).bits, 0);
  EXPECT_EQ(copy.Load(a + 4, 4, true).bits, 8);
  EXPECT_NE(copy.Find(b, 8), nullptr);
  EXPECT_EQ(memory.bytes(), 100);
}

TEST(MemoryTest, OfUnknownNumbersTheSideIsKept) {
  Memory memory;
  const uint64_t a = memory.Allocate(16, ObjectKind::kHeap, Contents::kZero, {});
  const auto side = [&](uint64_t offset, uint32_t width, bool is_signed) {
    const Value value = memory.Load(a + offset, width, is_signed);
    EXPECT_FALSE(value.known);
    return value.side;
  };
  memory.Store(a, 4, {.side = Value::Side::kAbove}, /*is_signed=*/true);
  EXPECT_EQ(side(0, 4, true), Value::Side::kAbove);
  EXPECT_EQ(side(0, 4, false), Value::Side::kAny) << "it may be negative as a signed one";
  EXPECT_EQ(side(0, 2, true), Value::Side::kAny) << "a part";
  memory.Store(a + 4, 4, Value::Unknown(), /*is_signed=*/true);
  EXPECT_EQ(side(0, 8, true), Value::Side::kAny) << "more than it";
  memory.Copy(a + 8, a, 4);
  EXPECT_EQ(side(8, 4, true), Value::Side::kAbove);
  memory.Store(a + 10, 2, Value::Unknown(), /*is_signed=*/true);
  EXPECT_EQ(side(8, 4, true), Value::Side::kAny);
  memory.Fill(a, 4, Value::Unknown());
  EXPECT_EQ(side(0, 4, true), Value::Side::kAny);
  memory.Store(a, 1, {.side = Value::Side::kBelow}, /*is_signed=*/true);
  EXPECT_EQ(side(0, 1, true), Value::Side::kBelow);
  memory.Store(a, 1, Value::Of(3));
  EXPECT_EQ(memory.Load(a, 1, true).bits, 3);
}

TEST(MemoryTest, LargeObjectsBesideSmallOnes) {
  Memory memory;
  const uint64_t small = memory.Allocate(8, ObjectKind::kHeap, Contents::kZero, {});
  const uint64_t large = memory.Allocate(1 << 20, ObjectKind::kHeap, Contents::kZero, {});
  const uint64_t next = memory.Allocate(8, ObjectKind::kHeap, Contents::kZero, {});
  memory.Fill(large, 1 << 20, Value::Of(0x11));
  EXPECT_EQ(memory.Load(small, 8, false).bits, 0);
  EXPECT_EQ(memory.Load(next, 8, false).bits, 0);
  EXPECT_EQ(memory.Load(large + (1 << 20) - 2, 2, false).bits, 0x1111);
  EXPECT_EQ(memory.Allocate(Memory::kMaxObjectSize + 1, ObjectKind::kHeap, Contents::kZero, {}), 0);
}

TEST(MemoryTest, BlocksOfContainersGrow) {
  Memory memory;
  const uint64_t block = memory.AllocateGrowing(16, {});
  const uint64_t next = memory.Allocate(8, ObjectKind::kHeap, Contents::kZero, {});
  memory.Store(block + 8, 8, Value::Of(7));
  memory.Reach(block + 40, 8);
  memory.Store(block + 40, 8, Value::Of(9));
  EXPECT_EQ(memory.Load(block + 8, 8, true).bits, 7);
  EXPECT_EQ(memory.Load(block + 40, 8, true).bits, 9);
  EXPECT_FALSE(memory.Load(block, 8, true).known);
  EXPECT_FALSE(memory.Load(block + 32, 8, true).known);
  memory.Reach(next + 8, 8);
  EXPECT_EQ(memory.Find(next + 8, 8), nullptr);
  memory.Free(block);
  memory.Reach(block + 400, 8);
  EXPECT_EQ(memory.Find(block + 400, 8), nullptr);
}

}  // namespace
}  // namespace plait::witness
