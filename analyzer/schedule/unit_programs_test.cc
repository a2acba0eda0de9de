#include "analyzer/schedule/unit_programs.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace plait {
namespace {

ProgramUnit Unit(const std::string& file, bool has_main, const std::vector<std::string>& defined,
                 const std::vector<std::string>& used) {
  ir::Unit unit;
  unit.file = file;
  if (has_main) {
    ir::Procedure main;
    main.name = "main";
    main.file = file;
    main.strings = {""};
    unit.procedures.push_back(std::move(main));
  }
  for (const auto* names : {&defined, &used}) {
    for (const std::string& name : *names) {
      ir::Global global;
      global.name = name;
      global.is_definition = names == &defined;
      unit.globals.push_back(std::move(global));
    }
  }
  return UnitAtHand(std::move(unit), {"digest"});
}

// "a.c b.c" for a unit of some programs, "any" for others; one word or more for each unit.
std::vector<std::string> Mains(const std::vector<ProgramUnit>& units) {
  std::vector<std::string> texts;
  for (const auto& mains : MainsOfUnits(units)) {
    std::string text = mains ? "" : "any";
    if (mains) {
      for (const std::string& file : *mains) text += (text.empty() ? "" : " ") + file;
    }
    texts.push_back(text);
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(UnitProgramsTest, VariableOfOneMainTellsTheProgram) {
  EXPECT_EQ(Mains({Unit("a.c", true, {"x"}, {}), Unit("b.c", true, {}, {}),
                   Unit("c.c", false, {}, {"x"}), Unit("d.c", false, {}, {})}),
            (Texts{"a.c", "b.c", "a.c", "any"}));
}

TEST(UnitProgramsTest, WhatIsNeededMayNeedSomethingItself) {
  EXPECT_EQ(Mains({Unit("a.c", false, {}, {"y"}), Unit("b.c", false, {"y"}, {"x"}),
                   Unit("m.c", true, {"x"}, {}), Unit("n.c", true, {}, {})}),
            (Texts{"m.c", "m.c", "m.c", "n.c"}));
}

TEST(UnitProgramsTest, SeveralMainsMayDefineIt) {
  EXPECT_EQ(Mains({Unit("a.c", false, {}, {"x"}), Unit("b.c", false, {}, {"x", "y"}),
                   Unit("l.c", true, {"y"}, {}), Unit("m.c", true, {"x"}, {}),
                   Unit("n.c", true, {"x", "y"}, {})}),
            (Texts{"m.c n.c", "n.c", "l.c", "m.c", "n.c"}));
}

TEST(UnitProgramsTest, WhatAnyProgramHasOrNoneDefinesTellsNothing) {
  EXPECT_EQ(Mains({Unit("a.c", false, {}, {"x", "z"}), Unit("b.c", false, {"x"}, {}),
                   Unit("m.c", true, {"x"}, {}), Unit("n.c", true, {}, {})}),
            (Texts{"any", "any", "m.c", "n.c"}));
}

TEST(UnitProgramsTest, WhatFitsNoProgramTellsNothing) {
  EXPECT_EQ(Mains({Unit("a.c", false, {}, {"x", "y"}), Unit("m.c", true, {"x"}, {}),
                   Unit("n.c", true, {"y"}, {})}),
            (Texts{"any", "m.c", "n.c"}));
}

TEST(UnitProgramsTest, OneProgramHasAllUnits) {
  EXPECT_EQ(Mains({Unit("a.c", false, {}, {"x"}), Unit("m.c", true, {"x"}, {})}),
            (Texts{"any", "any"}));
}

}  // namespace
}  // namespace plait
