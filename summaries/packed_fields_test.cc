#include "summaries/packed_fields.h"

#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(PackedFieldsTest, TextsDoNotRunIntoEachOther) {
  EXPECT_NE(PackedFields().Add("ab").Add("c").RawDigest(),
            PackedFields().Add("a").Add("bc").RawDigest());
}

TEST(PackedFieldsTest, IdsComeBack) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  for (const std::vector<int64_t>& ids : std::vector<std::vector<int64_t>>{
           {}, {1}, {1, 2, 3, 1000, 999}, {kMax, kMin, 0, -1, kMax}}) {
    EXPECT_EQ(UnpackIds(PackIds(ids)), ids);
  }
}

TEST(PackedFieldsTest, NeighboursTakeAByte) { EXPECT_EQ(PackIds({1, 2, 3, 4}).size(), 4u); }

TEST(PackedFieldsTest, RefusesHalfANumber) {
  EXPECT_EQ(UnpackIds("\x80"), std::nullopt);
  EXPECT_EQ(UnpackIds(std::string(20, '\xff')), std::nullopt);
}

}  // namespace
}  // namespace plait
