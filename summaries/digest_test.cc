#include "summaries/digest.h"

#include <string>

#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(DigestTest, IsTheSameOnEveryMachineAndInEveryRelease) {
  EXPECT_EQ(DigestOf(""), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(DigestOf("abc"), "06b05ab6733a618578af5f94892f3950");
}

TEST(DigestTest, RecognisesItsOwnForm) {
  EXPECT_TRUE(IsDigest(DigestOf("x")));
  EXPECT_FALSE(IsDigest(""));
  EXPECT_FALSE(IsDigest(std::string(31, 'a')));
  EXPECT_FALSE(IsDigest(std::string(33, 'a')));
  EXPECT_FALSE(IsDigest(std::string(32, 'A')));
  EXPECT_FALSE(IsDigest(std::string(32, 'g')));
}

TEST(DigestTest, RawBytesComeBack) {
  const std::string digest = DigestOf("raw");
  EXPECT_EQ(RawDigest(digest).size(), 16u);
  EXPECT_EQ(DigestFromRaw(RawDigest(digest)), digest);
}

}  // namespace
}  // namespace plait
