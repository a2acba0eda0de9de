#include "report/uri.h"

#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(UriTest, EncodesAllButUnreservedCharacters) {
  EXPECT_EQ(RelativeUri("src/my file.c"), "src/my%20file.c");
  EXPECT_EQ(RelativeUri("a-b_c.d~e/F9"), "a-b_c.d~e/F9");
  // A colon in the first part would make it a scheme.
  EXPECT_EQ(RelativeUri("c:x%41?#[].c"), "c%3Ax%2541%3F%23%5B%5D.c");
  EXPECT_EQ(RelativeUri("\xc3\xa4\xff"), "%C3%A4%FF");
}

TEST(UriTest, AbsolutePaths) {
  EXPECT_EQ(FileUri("/a b/c.c"), "file:///a%20b/c.c");
  EXPECT_EQ(FileUri("/a//"), "file:///a/");
  EXPECT_EQ(FileUri("//"), "file:///");
}

}  // namespace
}  // namespace plait
