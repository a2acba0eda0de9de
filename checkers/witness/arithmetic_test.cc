#include "checkers/witness/arithmetic.h"

#include <cstdint>
#include <limits>

#include "gtest/gtest.h"

namespace plait::witness {
namespace {

using ir::Binary;

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(ArithmeticTest, WrapExtendsBySign) {
  EXPECT_EQ(Wrap(300, 1, false), 44);
  EXPECT_EQ(Wrap(200, 1, true), -56);
  EXPECT_EQ(Wrap(-1, 2, false), 65535);
  EXPECT_EQ(Wrap(int64_t{1} << 31, 4, true), -2147483648LL);
  EXPECT_EQ(Wrap(-1, 8, false), -1);  // all bits of a register
}

TEST(ArithmeticTest, UnsignedNumbersWrap) {
  EXPECT_EQ(Apply(Binary::kAdd, 4294967295, 1, 4, false), 0);
  EXPECT_EQ(Apply(Binary::kSub, 0, 1, 4, false), 4294967295);
  EXPECT_EQ(Apply(Binary::kMul, 65536, 65536, 4, false), 0);
  EXPECT_EQ(Apply(Binary::kAdd, kMax, 1, 8, false), kMin);
}

TEST(ArithmeticTest, SignedOverflowIsUndefined) {
  EXPECT_EQ(Apply(Binary::kAdd, 2147483647, 1, 4, true), std::nullopt);
  EXPECT_EQ(Apply(Binary::kAdd, 2147483646, 1, 4, true), 2147483647);
  EXPECT_EQ(Apply(Binary::kSub, kMin, 1, 8, true), std::nullopt);
  EXPECT_EQ(Apply(Binary::kMul, kMax, 2, 8, true), std::nullopt);
}

TEST(ArithmeticTest, DivisionRoundsToZeroAndMayBeUndefined) {
  EXPECT_EQ(Apply(Binary::kDiv, -7, 2, 4, true), -3);
  EXPECT_EQ(Apply(Binary::kRem, -7, 2, 4, true), -1);
  EXPECT_EQ(Apply(Binary::kDiv, -1, 2, 8, false), kMax);
  EXPECT_EQ(Apply(Binary::kDiv, 1, 0, 4, true), std::nullopt);
  EXPECT_EQ(Apply(Binary::kRem, 1, 0, 4, false), std::nullopt);
  EXPECT_EQ(Apply(Binary::kDiv, -2147483648LL, -1, 4, true), std::nullopt);
  EXPECT_EQ(Apply(Binary::kDiv, kMin, -1, 8, true), std::nullopt);
}

TEST(ArithmeticTest, ShiftsStayInTheirWidth) {
  EXPECT_EQ(Apply(Binary::kShl, 1, 31, 4, false), 2147483648LL);
  EXPECT_EQ(Apply(Binary::kShl, 1, 32, 4, false), std::nullopt);
  EXPECT_EQ(Apply(Binary::kShl, 1, -1, 4, true), std::nullopt);
  EXPECT_EQ(Apply(Binary::kShr, -8, 1, 4, true), -4);
  EXPECT_EQ(Apply(Binary::kShr, -1, 63, 8, false), 1);
}

TEST(ArithmeticTest, ComparisonsGoBySign) {
  EXPECT_EQ(Apply(Binary::kLt, -1, 1, 4, true), 1);
  EXPECT_EQ(Apply(Binary::kLt, -1, 1, 4, false), 0);
  EXPECT_EQ(Apply(Binary::kGe, 2, 2, 4, true), 1);
  EXPECT_EQ(Apply(Binary::kMax, -1, 1, 8, false), -1);
  EXPECT_EQ(Apply(Binary::kMin, -1, 1, 8, true), -1);
}

}  // namespace
}  // namespace plait::witness
