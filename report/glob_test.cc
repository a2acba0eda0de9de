#include "report/glob.h"

#include <string>

#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(GlobTest, StarsStayWithinAPathComponent) {
  EXPECT_TRUE(MatchesGlob("src/*.c", "src/a.c"));
  EXPECT_FALSE(MatchesGlob("src/*.c", "src/net/a.c"));
  EXPECT_TRUE(MatchesGlob("src/?.c", "src/a.c"));
  EXPECT_FALSE(MatchesGlob("src?a.c", "src/a.c"));
  EXPECT_FALSE(MatchesGlob("src/*.c", "src/a.cc"));
  EXPECT_TRUE(MatchesGlob("", ""));
  EXPECT_FALSE(MatchesGlob("", "a"));
  EXPECT_TRUE(MatchesGlob("*", ""));
}

TEST(GlobTest, TwoStarsGoThroughFolders) {
  EXPECT_TRUE(MatchesGlob("src/**/a.c", "src/a.c"));
  EXPECT_TRUE(MatchesGlob("src/**/a.c", "src/x/y/a.c"));
  EXPECT_FALSE(MatchesGlob("src/**/a.c", "src/xa.c"));
  EXPECT_TRUE(MatchesGlob("**/a.c", "a.c"));
  EXPECT_TRUE(MatchesGlob("**/a.c", "/x/a.c"));
  EXPECT_FALSE(MatchesGlob("**/a.c", "ba.c"));
  EXPECT_TRUE(MatchesGlob("src/**", "src/x/y.c"));
  EXPECT_TRUE(MatchesGlob("**", "anything/at all"));
}

TEST(GlobTest, AFolderStandsForWhatIsInIt) {
  EXPECT_TRUE(MatchesPath("/p/src", "/p/src/net/a.c"));
  EXPECT_TRUE(MatchesPath("/p/src/*", "/p/src/net/a.c"));
  EXPECT_FALSE(MatchesPath("/p/src", "/p/src2/a.c"));
  EXPECT_TRUE(MatchesPath("/p/src/net/a.c", "/p/src/net/a.c"));
  EXPECT_FALSE(MatchesPath("/p/src/net/a.c/b", "/p/src/net/a.c"));
}

TEST(GlobTest, AVariableStandsForItsParts) {
  EXPECT_TRUE(MatchesVariable("stats", "stats"));
  EXPECT_TRUE(MatchesVariable("stats", "stats.hits"));
  EXPECT_TRUE(MatchesVariable("table", "table[3].count"));
  EXPECT_TRUE(MatchesVariable("table[*].count", "table[3].count"));
  EXPECT_TRUE(MatchesVariable("s*", "stats.hits"));
  EXPECT_FALSE(MatchesVariable("stat", "stats.hits"));
  EXPECT_FALSE(MatchesVariable("stats.hits", "stats"));
  EXPECT_FALSE(MatchesVariable("hits", "stats.hits"));
}

TEST(GlobTest, AFunctionWithOrWithoutItsParameters) {
  EXPECT_TRUE(MatchesFunction("worker", "worker"));
  EXPECT_TRUE(MatchesFunction("Pool::run", "Pool::run(int)"));
  EXPECT_TRUE(MatchesFunction("Pool::*", "Pool::run(int)"));
  EXPECT_TRUE(MatchesFunction("Pool::run(int)", "Pool::run(int)"));
  EXPECT_FALSE(MatchesFunction("run", "Pool::run(int)"));
  EXPECT_TRUE(MatchesFunction("F::operator()", "F::operator()(int)"));
}

TEST(GlobTest, NoPatternTakesLong) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(MatchesGlob(pattern + "b", std::string(2000, 'a')));
}

}  // namespace
}  // namespace plait
