#include "analyzer/ir/digest.h"

#include <string>

#include "gtest/gtest.h"

namespace plait::ir {
namespace {

// The reference values of `xxhsum -H2`.
TEST(Digest128Test, IsXxh3) {
  EXPECT_EQ(Digest128(""), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(Digest128("abc"), "06b05ab6733a618578af5f94892f3950");
}

TEST(Digest128Test, TellsZeroBytesApart) {
  EXPECT_NE(Digest128(std::string(1, '\0')), Digest128(std::string(2, '\0')));
}

}  // namespace
}  // namespace plait::ir
