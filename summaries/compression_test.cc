#include "summaries/compression.h"

#include <string>

#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(CompressionTest, BytesComeBack) {
  std::string noise;
  uint32_t state = 1;
  for (int i = 0; i < 5000; ++i)
    noise += static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  for (const std::string& bytes :
       {std::string(), std::string("x"), std::string(100000, 'a'), noise}) {
    const PackedBytes packed = Pack(bytes);
    EXPECT_LE(packed.bytes.size(), bytes.size());
    EXPECT_EQ(*Unpack(packed.bytes, packed.compressed, bytes.size()), bytes);
  }
}

TEST(CompressionTest, RepetitionShrinks) {
  EXPECT_LT(Pack(std::string(100000, 'a')).bytes.size(), 200u);
}

TEST(CompressionTest, DamageIsDataLoss) {
  const PackedBytes packed = Pack(std::string(1000, 'a'));
  ASSERT_TRUE(packed.compressed);
  EXPECT_EQ(Unpack("not a frame", true, 1000).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(Unpack(packed.bytes, true, 999).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(Unpack(packed.bytes, true, 1001).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(Unpack("abc", false, 4).status().code(), absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace plait
