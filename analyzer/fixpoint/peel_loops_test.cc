#include "analyzer/fixpoint/peel_loops.h"

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

// A loop around a call. $0: what the counter starts with, $1: the test, $2: the step.
std::string Loop(const std::string& start, const std::string& test, const std::string& step) {
  return absl::Substitute(
      " b0:\n  r1 = assign $0\n  r2 = assign 4\n  goto b1\n"
      " b1:\n  r3 = $1\n  br r3, b2, b3\n"
      " b2:\n  call g(r1)\n  r4 = $2\n  r1 = assign r4\n  goto b1\n"
      " b3:\n  ret\n",
      start, test, step);
}

int Calls(const ir::Procedure& procedure) {
  int calls = 0;
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& i : block.instructions) calls += i.opcode == ir::Opcode::kCall;
  }
  return calls;
}

// Copies of the loop's turns that are put in front of it.
int Copies(const std::string& body) {
  ir::Procedure procedure = Parse(body);
  PeelLoops(&procedure);
  EXPECT_TRUE(ir::VerifyProcedure(procedure).ok());
  return Calls(procedure) - 1;
}

TEST(PeelLoops, TurnsBetweenConstantsAreCounted) {
  EXPECT_EQ(Copies(Loop("0", "lt.i4 r1, 3", "add.i4 r1, 1")), 3);
  EXPECT_EQ(Copies(Loop("0", "le.i4 r1, 3", "add.i4 r1, 1")), 4);
  EXPECT_EQ(Copies(Loop("5", "gt.i4 r1, 0", "sub.i4 r1, 1")), 5);
  EXPECT_EQ(Copies(Loop("1", "ge.i4 8, r1", "add.i4 r1, 2")), 4);
  EXPECT_EQ(Copies(Loop("0", "ne.i4 r1, 2", "add.i4 r1, 1")), 2);
  EXPECT_EQ(Copies(Loop("0", "lt.i4 r1, r2", "add.i4 r1, 1")), 4);
}

TEST(PeelLoops, OtherLoopsStayAsTheyAre) {
  EXPECT_EQ(Copies(Loop("0", "lt.i4 r1, r0", "add.i4 r1, 1")), 0);
  EXPECT_EQ(Copies(Loop("r0", "lt.i4 r1, 3", "add.i4 r1, 1")), 0);
  EXPECT_EQ(Copies(Loop("0", "lt.i4 r1, 3", "add.i4 r1, r0")), 0);
  EXPECT_EQ(Copies(Loop("0", "lt.i4 r1, 11", "add.i4 r1, 1")), 0);
  EXPECT_EQ(Copies(Loop("0", "ge.i4 r1, 0", "add.i4 r1, 1")), 0);
  EXPECT_EQ(Copies(Loop("7", "lt.i4 r1, 3", "add.i4 r1, 1")), 0);
}

TEST(PeelLoops, TurnsCanBePutTogetherAgain) {
  const ir::Procedure before = Parse(Loop("0", "lt.i4 r1, 2", "add.i4 r1, 1"));
  ir::Procedure procedure = before;
  UnpeeledEnds ends;
  ASSERT_EQ(PeelLoops(&procedure, &ends), 1);
  EXPECT_NE(ir::PrintProcedure(procedure), ir::PrintProcedure(before));
  Unpeel(ends, &procedure);
  EXPECT_EQ(ir::PrintProcedure(procedure), ir::PrintProcedure(before));
}

TEST(PeelLoops, TheLoopStandsBehindItsTurns) {
  ir::Procedure procedure = Parse(Loop("0", "lt.i4 r1, 2", "add.i4 r1, 1"));
  ASSERT_EQ(procedure.blocks.size(), 4u);
  EXPECT_EQ(PeelLoops(&procedure), 1);
  ASSERT_EQ(procedure.blocks.size(), 8u);
  EXPECT_EQ(procedure.blocks[0].terminator.targets[0], 4u);  // the first turn's test
  EXPECT_EQ(procedure.blocks[4].terminator.targets[0], 5u);
  EXPECT_EQ(procedure.blocks[4].terminator.targets[1], 3u);
  EXPECT_EQ(procedure.blocks[5].terminator.targets[0], 6u);  // the second turn's
  EXPECT_EQ(procedure.blocks[7].terminator.targets[0], 1u);  // the loop as it was
  EXPECT_EQ(procedure.blocks[2].terminator.targets[0], 1u);
}

TEST(PeelLoops, InnerLoopsAreCopiedWithTheOuterOnes) {
  EXPECT_EQ(Copies(" b0:\n  r1 = assign 0\n  goto b1\n"
                   " b1:\n  r3 = lt.i4 r1, 2\n  br r3, b2, b6\n"
                   " b2:\n  r2 = assign 0\n  goto b3\n"
                   " b3:\n  r4 = lt.i4 r2, 3\n  br r4, b4, b5\n"
                   " b4:\n  call g(r1)\n  r5 = add.i4 r2, 1\n  r2 = assign r5\n  goto b3\n"
                   " b5:\n  r6 = add.i4 r1, 1\n  r1 = assign r6\n  goto b1\n"
                   " b6:\n  ret\n"),
            3 * 4 - 1);  // three times, three turns and the loop behind them
}

TEST(PeelLoops, WhatIsAddedIsBounded) {
  std::string calls;
  for (int i = 0; i < 60; ++i) absl::StrAppend(&calls, "  call g(r1)\n");
  std::string body = Loop("0", "lt.i4 r1, 8", "add.i4 r1, 1");
  body.insert(body.find("  call"), calls);
  ir::Procedure procedure = Parse(body);
  EXPECT_EQ(PeelLoops(&procedure), 0);
}

}  // namespace
}  // namespace plait
