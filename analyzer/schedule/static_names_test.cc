#include "analyzer/schedule/static_names.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;

// The names after they were shortened together.
std::vector<std::string> Shortened(const std::vector<std::string>& names) {
  std::vector<ir::Unit> units(1);
  units[0].symbols = names;
  ShortenStaticNames(&units);
  return units[0].symbols;
}

TEST(StaticNamesTest, ANameOfOneFileNeedsNoPath) {
  EXPECT_THAT(Shortened({"src/a.c::hits", "src/a.c::run::calls", "hits"}),
              ElementsAre("::hits", "::run::calls", "hits"));
}

TEST(StaticNamesTest, AsMuchOfThePathIsKeptAsTellsFilesApart) {
  EXPECT_THAT(Shortened({"src/a.c::hits", "src/b.c::hits"}), ElementsAre("a.c::hits", "b.c::hits"));
  EXPECT_THAT(Shortened({"x/net/a.c::hits", "x/io/a.c::hits", "b.c::hits", "b.c::other"}),
              ElementsAre("net/a.c::hits", "io/a.c::hits", "b.c::hits", "::other"));
  EXPECT_THAT(Shortened({"/a.c::hits", "a.c::hits"}), ElementsAre("/a.c::hits", "a.c::hits"));
}

TEST(StaticNamesTest, QualifiedNamesAreLeftAlone) {
  EXPECT_THAT(Shortened({"std::mutex::lock", "_ZN1a1bEv", "std::mutex::unlock"}),
              ElementsAre("std::mutex::lock", "_ZN1a1bEv", "std::mutex::unlock"));
}

TEST(StaticNamesTest, NamesAreTheSameEverywhere) {
  std::vector<ir::Unit> units(2);
  units[0].symbols = {"a.c::x"};
  units[0].globals.emplace_back().name = "a.c::x";
  units[0].functions.emplace_back().name = "a.c::f";
  units[0].procedures.emplace_back().name = "a.c::f";
  units[0].procedures[0].symbols = {{"a.c::x"}, {"h.h::g"}};
  units[1].procedures.emplace_back().name = "h.h::g";
  ShortenStaticNames(&units);
  EXPECT_EQ(units[0].symbols[0], "::x");
  EXPECT_EQ(units[0].globals[0].name, "::x");
  EXPECT_EQ(units[0].functions[0].name, "::f");
  EXPECT_EQ(units[0].procedures[0].name, "::f");
  EXPECT_EQ(units[0].procedures[0].symbols[0].name, "::x");
  EXPECT_EQ(units[0].procedures[0].symbols[1].name, "::g");
  EXPECT_EQ(units[1].procedures[0].name, "::g");
}

}  // namespace
}  // namespace plait
