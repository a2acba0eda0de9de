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
  std::vector<ProgramUnit> units(1);
  units[0].unit.symbols = names;
  ShortenStaticNames(&units);
  return units[0].unit.symbols;
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
  std::vector<ProgramUnit> units(2);
  units[0].unit.symbols = {"a.c::x"};
  units[0].unit.globals.emplace_back().name = "a.c::x";
  units[0].unit.functions.emplace_back().name = "a.c::f";
  units[0].facts.symbols = {"a.c::f", "a.c::x", "h.h::g"};
  units[1].facts.symbols = {"h.h::g"};
  ShortenStaticNames(&units);
  EXPECT_EQ(units[0].unit.symbols[0], "::x");
  EXPECT_EQ(units[0].unit.globals[0].name, "::x");
  EXPECT_EQ(units[0].unit.functions[0].name, "::f");
  EXPECT_THAT(units[0].facts.symbols, ElementsAre("::f", "::x", "::g"));
  EXPECT_THAT(units[1].facts.symbols, ElementsAre("::g"));
}

}  // namespace
}  // namespace plait
