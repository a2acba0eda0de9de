#include "driver/build_id.h"

#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(BuildIdTest, IsTheLinkersDigest) {
  ASSERT_GE(BuildId().size(), 16u);
  EXPECT_EQ(BuildId().find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(BuildId(), BuildId());
}

}  // namespace
}  // namespace plait
