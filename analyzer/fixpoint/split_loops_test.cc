#include "analyzer/fixpoint/split_loops.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzer/fixpoint/flow_graph.h"
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

bool IsEnteredAtHeadsOnly(const ir::Procedure& procedure) {
  return !HasSideEntries(LoopNest(procedure));
}

TEST(SplitLoops, WhoJumpsIntoALoopGetsCopiesUpToItsHead) {
  ir::Procedure procedure = Parse(
      " b0:\n  br r0, b1, b2\n"
      " b1:\n  r1 = call.i4 g(1)\n  goto b2\n"
      " b2:\n  r2 = call.i4 g(2)\n  br r2, b1, b3\n"
      " b3:\n  ret\n");
  EXPECT_FALSE(IsEnteredAtHeadsOnly(procedure));
  ASSERT_EQ(SplitLoops(&procedure), 1);
  EXPECT_TRUE(ir::VerifyProcedure(procedure).ok()) << ir::PrintProcedure(procedure);
  EXPECT_TRUE(IsEnteredAtHeadsOnly(procedure));
  ASSERT_EQ(procedure.blocks.size(), 5u);
  const std::vector<uint32_t>& targets = procedure.blocks[0].terminator.targets;
  EXPECT_TRUE(targets[0] == 4 || targets[1] == 4);
  EXPECT_FALSE(targets[0] == 4 && targets[1] == 4);
}

TEST(SplitLoops, InnerLoopsOfACopyAreCopiedWhole) {
  ir::Procedure procedure = Parse(
      " b0:\n  br r0, b1, b2\n"
      " b1:\n  r1 = call.i4 g(1)\n  br r1, b2, b5\n"
      " b2:\n  r2 = call.i4 g(2)\n  br r2, b3, b4\n"
      " b3:\n  r3 = call.i4 g(3)\n  goto b2\n"
      " b4:\n  goto b1\n"
      " b5:\n  ret\n");
  EXPECT_FALSE(IsEnteredAtHeadsOnly(procedure));
  EXPECT_EQ(SplitLoops(&procedure), 1);
  EXPECT_TRUE(ir::VerifyProcedure(procedure).ok()) << ir::PrintProcedure(procedure);
  EXPECT_TRUE(IsEnteredAtHeadsOnly(procedure));
}

TEST(SplitLoops, EntriesIntoInnerAndOuterLoopsAreAllSplit) {
  ir::Procedure procedure = Parse(
      " b0:\n  switch r0 [1: b2, 2: b3] else b1\n"
      " b1:\n  r1 = call.i4 g(1)\n  br r1, b2, b5\n"
      " b2:\n  r2 = call.i4 g(2)\n  goto b3\n"
      " b3:\n  r3 = call.i4 g(3)\n  br r3, b2, b4\n"
      " b4:\n  goto b1\n"
      " b5:\n  ret\n");
  EXPECT_FALSE(IsEnteredAtHeadsOnly(procedure));
  EXPECT_GE(SplitLoops(&procedure), 1);
  EXPECT_TRUE(ir::VerifyProcedure(procedure).ok()) << ir::PrintProcedure(procedure);
  EXPECT_TRUE(IsEnteredAtHeadsOnly(procedure));
}

TEST(SplitLoops, LoopsThatAreEnteredAtTheirHeadsStayAsTheyAre) {
  ir::Procedure procedure = Parse(
      " b0:\n  goto b1\n"
      " b1:\n  r1 = call.i4 g(1)\n  br r1, b2, b3\n"
      " b2:\n  r2 = call.i4 g(2)\n  br r2, b2, b1\n"
      " b3:\n  ret\n");
  const std::string before = ir::PrintProcedure(procedure);
  EXPECT_EQ(SplitLoops(&procedure), 0);
  EXPECT_EQ(ir::PrintProcedure(procedure), before);
  EXPECT_TRUE(IsEnteredAtHeadsOnly(procedure));
}

TEST(SplitLoops, TooLargeALoopStaysAsItIs) {
  std::string large;
  for (int i = 0; i < 2500; ++i) absl::StrAppend(&large, "  r2 = call.i4 g(", i, ")\n");
  ir::Procedure procedure =
      Parse(absl::StrCat(" b0:\n  br r0, b1, b2\n b1:\n", large, "  goto b2\n b2:\n", large,
                         "  br r2, b1, b3\n b3:\n  ret\n"));
  EXPECT_EQ(SplitLoops(&procedure), 0);
  EXPECT_FALSE(IsEnteredAtHeadsOnly(procedure));
}

}  // namespace
}  // namespace plait
