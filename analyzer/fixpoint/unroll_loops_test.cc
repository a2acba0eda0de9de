#include "analyzer/fixpoint/unroll_loops.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
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

// A loop that counts in r1. $0: what its turns do before they wait, $1: behind that.
std::string Loop(const std::string& before, const std::string& after) {
  return absl::Substitute(
      " b0:\n  r1 = assign 0\n  r2 = assign @a\n  r3 = assign @b\n  r4 = assign @c\n"
      "  r5 = assign 0\n  goto b1\n"
      " b1:\n  r6 = lt.i4 r1, r0\n  br r6, b2, b3\n"
      " b2:\n  $0\n  call g()\n  $1\n  r7 = add.i4 r1, 1\n  r1 = assign r7\n  goto b1\n"
      " b3:\n  ret\n",
      before, after);
}

int Calls(const ir::Procedure& procedure) {
  int calls = 0;
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& i : block.instructions) calls += i.opcode == ir::Opcode::kCall;
  }
  return calls;
}

// Turns of the loop behind each other. What Unpeel gives is the loop as it was.
int Turns(const std::string& body) {
  ir::Procedure procedure = Parse(body);
  const std::string before = ir::PrintProcedure(procedure);
  UnpeeledEnds ends;
  const int unrolled = UnrollLoops(&procedure, &ends);
  EXPECT_TRUE(ir::VerifyProcedure(procedure).ok()) << ir::PrintProcedure(procedure);
  EXPECT_EQ(unrolled == 0, ir::PrintProcedure(procedure) == before);
  EXPECT_EQ(unrolled == 0, ends.empty());
  const int turns = Calls(procedure);
  if (!ends.empty()) Unpeel(ends, &procedure);
  EXPECT_EQ(Calls(procedure), 1);
  return turns;
}

TEST(UnrollLoops, VariablesThatAreExchanged) {
  EXPECT_EQ(Turns(Loop("", "r8 = assign r2\n  r2 = assign r3\n  r3 = assign r8")), 2);
  EXPECT_EQ(Turns(Loop("",
                       "r8 = assign r2\n  r2 = assign r3\n  r3 = assign r4\n"
                       "  r4 = assign r8")),
            3);
  EXPECT_EQ(Turns(Loop("", "r2 = assign r3\n  r3 = assign r2")), 1) << "both are one then";
  EXPECT_EQ(Turns(Loop("", "")), 1);
}

TEST(UnrollLoops, NumbersThatTurn) {
  EXPECT_EQ(Turns(Loop("", "r8 = sub.i4 1, r5\n  r5 = assign r8")), 2);
  EXPECT_EQ(Turns(Loop("", "r5 = xor.i4 r5, 1")), 2);
  EXPECT_EQ(Turns(Loop("", "r5 = not.i4 r5")), 2);
  EXPECT_EQ(Turns(Loop("", "r8 = add.i4 r5, 1\n  r5 = rem.i4 r8, 3")), 3);
  EXPECT_EQ(Turns(Loop("", "r8 = add.i4 r5, 1\n  r5 = rem.i4 r8, 64")), 1);
  EXPECT_EQ(Turns(Loop("", "r5 = sub.i4 r5, 1")), 1);
  EXPECT_EQ(Turns(Loop("", "r5 = load.i4 @x")), 1);
}

TEST(UnrollLoops, RemaindersThatChoose) {
  EXPECT_EQ(Turns(Loop("r8 = rem.i4 r1, 2\n  store.i4 [@x + r8*4], 1", "")), 2);
  EXPECT_EQ(Turns(Loop("r8 = and.i4 r1, 1\n  r9 = sub.i4 1, r8\n  store.i4 [@x + r9*4], 1", "")),
            2);
  EXPECT_EQ(Turns(Loop("r8 = rem.i4 r1, 3\n  store.i4 [@x + r8*4], 1", "")), 3);
  EXPECT_EQ(Turns(Loop("r8 = rem.i4 r1, 2\n  r9 = address.p8 [@x + r8*4]", "")), 2);
  EXPECT_EQ(Turns(Loop("r8 = rem.i4 r1, 2\n  r9 = load.i4 [@x + r8*4]", "")), 1);
  EXPECT_EQ(Turns(Loop("r8 = rem.i4 r1, 2\n  store.i4 @x, r8", "")), 1) << "that is only kept";
  EXPECT_EQ(Turns(Loop("r8 = rem.i4 r0, 2\n  store.i4 [@x + r8*4], 1", "")), 1);
  EXPECT_EQ(Turns(Loop("r8 = rem.i4 r1, 10\n  store.i4 [@x + r8*4], 1", "")), 1);
}

// A turn that goes one of two ways, by whether its number is even.
std::string Branch(const std::string& way, const std::string& other) {
  return absl::Substitute(
      " b0:\n  r1 = assign 0\n  goto b1\n"
      " b1:\n  r2 = rem.i4 r1, 2\n  br r2, b2, b3\n"
      " b2:\n  $0\n  goto b4\n b3:\n  $1\n  goto b4\n"
      " b4:\n  r4 = call.i4 g(r3)\n  r1 = add.i4 r1, 1\n  br r4, b1, b5\n"
      " b5:\n  ret\n",
      way, other);
}

TEST(UnrollLoops, RemaindersThatDecide) {
  EXPECT_EQ(Turns(Branch("r3 = assign @a", "r3 = assign @b")), 2);
  EXPECT_EQ(Turns(Branch("r3 = assign @a", "store.i4 @x, 1")), 1) << "that is done or not";
}

TEST(UnrollLoops, LoopsThatDoNotWaitOrStartThreadsStayAsTheyAre) {
  const std::string swap = "r5 = xor.i4 r5, 1";
  std::string calm = Loop("", swap);
  calm.replace(calm.find("call g()"), 8, "store.i4 @x, r5");
  ir::Procedure procedure = Parse(calm);
  EXPECT_EQ(UnrollLoops(&procedure), 0);
  procedure = Parse(Loop("call pthread_create(@x, 0, &f, r5)", swap));
  EXPECT_EQ(UnrollLoops(&procedure), 0);
}

TEST(UnrollLoops, WhatIsOfOneTurnHasANameInEach) {
  ir::Procedure procedure =
      Parse(Loop("r8 = address.p8 [@x + r5*4]\n  store.i4 r8, ?r8", "r5 = xor.i4 r5, 1"));
  ASSERT_EQ(UnrollLoops(&procedure), 1);
  std::vector<ir::Operand> stored_to, stored;
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.opcode != ir::Opcode::kStore) continue;
      stored_to.push_back(i.place.base);
      stored.push_back(i.a);
    }
  }
  ASSERT_EQ(stored_to.size(), 2);
  EXPECT_NE(stored_to[0].value, stored_to[1].value);
  for (size_t i = 0; i < stored.size(); ++i) {
    EXPECT_EQ(stored[i], ir::Operand::UnknownIn(static_cast<ir::Register>(stored_to[i].value)));
  }
}

TEST(UnrollLoops, InnerLoopsAreCopiedWithTheTurn) {
  ir::Procedure procedure = Parse(R"ir(
 b0:
  r1 = assign 0
  goto b1
 b1:
  r2 = call.i4 g()
  br r2, b2, b5
 b2:
  r3 = assign 0
  goto b3
 b3:
  store.i4 [@x + r1*4], r3
  r3 = add.i4 r3, 1
  r4 = lt.i4 r3, r0
  br r4, b3, b4
 b4:
  r1 = sub.i4 1, r1
  goto b1
 b5:
  ret
)ir");
  EXPECT_EQ(UnrollLoops(&procedure), 1);
  EXPECT_TRUE(ir::VerifyProcedure(procedure).ok());
  EXPECT_EQ(Calls(procedure), 2);
  const LoopNest graph(procedure);
  int loops = 0;
  for (uint32_t b = 0; b < procedure.blocks.size(); ++b) loops += graph.IsLoopHead(b);
  EXPECT_EQ(loops, 3);
}

}  // namespace
}  // namespace plait
