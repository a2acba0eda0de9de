#include "analyzer/fixpoint/rotate_loops.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "analyzer/ir/parser.h"
#include "analyzer/ir/printer.h"
#include "analyzer/ir/verifier.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

ir::Procedure Parse(const std::string& body) {
  absl::StatusOr<ir::Procedure> procedure =
      ir::ParseProcedure(absl::StrCat("proc f(n:int) {\n", body, "}\n"));
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  return *std::move(procedure);
}

// while (<test of r1>) { call; r1 = <set> } $0: the first block, $1: what the body does behind the
// call.
std::string Loop(const std::string& test, const std::string& set) {
  return absl::Substitute(
      " b0:\n  r1 = assign 0\n  goto b1\n"
      " b1:\n  $0\n  br r3, b2, b4\n"
      " b2:\n  r2 = call.i4 g(r1)\n  br r2, b3, b1\n"
      " b3:\n  $1\n  goto b1\n"
      " b4:\n  ret\n",
      test, set);
}

int Rotated(const std::string& body) {
  ir::Procedure procedure = Parse(body);
  const std::string before = ir::PrintProcedure(procedure);
  const int rotated = RotateLoops(&procedure);
  EXPECT_TRUE(ir::VerifyProcedure(procedure).ok()) << ir::PrintProcedure(procedure);
  EXPECT_EQ(rotated == 0, ir::PrintProcedure(procedure) == before);
  return rotated;
}

TEST(RotateLoops, FlagIsTestedAgainAtTheEnd) {
  ir::Procedure procedure = Parse(Loop("r3 = not r1", "r1 = assign 1"));
  ASSERT_EQ(RotateLoops(&procedure), 1);
  ASSERT_EQ(procedure.blocks.size(), 6u);
  // From before the loop to the first test, from its body to the copy.
  EXPECT_EQ(procedure.blocks[0].terminator.targets[0], 1u);
  EXPECT_EQ(procedure.blocks[2].terminator.targets[1], 5u);
  EXPECT_EQ(procedure.blocks[3].terminator.targets[0], 5u);
  EXPECT_EQ(procedure.blocks[5].terminator.targets, procedure.blocks[1].terminator.targets);
  EXPECT_EQ(procedure.blocks[5].instructions.size(), procedure.blocks[1].instructions.size());
}

TEST(RotateLoops, WhatIsSetToOutcomesAndConstantsIsAFlag) {
  EXPECT_EQ(Rotated(Loop("r3 = eq.i4 r1, 0", "r1 = eq.i4 r2, 3")), 1);
  EXPECT_EQ(Rotated(Loop("r3 = ne.i4 r1, 7", "r4 = not r2\n  r1 = assign r4")), 1);
}

TEST(RotateLoops, OtherLoopsStayAsTheyAre) {
  EXPECT_EQ(Rotated(Loop("r3 = lt.i4 r1, 3", "r1 = add.i4 r1, 1")), 0);
  EXPECT_EQ(Rotated(Loop("r3 = not r1", "r1 = assign r2")), 0);
  EXPECT_EQ(Rotated(Loop("r3 = not r1", "r4 = add.i4 r2, 1\n  r1 = assign r4")), 0);
  EXPECT_EQ(Rotated(Loop("r3 = not r0", "r1 = assign 1")), 0);
  EXPECT_EQ(Rotated(Loop("r4 = load.i4 @g\n  r3 = not r1", "r1 = assign 1")), 0);
}

}  // namespace
}  // namespace plait
