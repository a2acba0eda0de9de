#include "checkers/first_wait.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/ir/parser.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

std::vector<std::string> compared;  // of the last one

// A loop that waits in block 2. `test`: instructions that make r9, which leads there.
bool Waits(const std::string& test) {
  absl::StatusOr<ir::Procedure> procedure = ir::ParseProcedure(
      absl::StrCat("proc f(queue:ptr, size:int) {\n b0:\n  goto b1\n b1:\n", test,
                   "  br r9, b2, b3\n b2:\n  call wait(r0)\n  goto b1\n b3:\n  ret\n}\n"));
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  compared.clear();
  // What is called returns whether one of two flags is set.
  absl::StatusOr<ir::Procedure> callee = ir::ParseProcedure(
      "proc is_set(queue:ptr) -> int {\n b0:\n  r1 = load.i4 [r0]\n  br r1, b2, b1\n"
      " b1:\n  r2 = load.i4 [r0 + 4]\n  br r2, b2, b3\n b2:\n  r3 = assign 1\n  goto b4\n"
      " b3:\n  r3 = assign 0\n  goto b4\n b4:\n  ret r3\n}\n");
  EXPECT_TRUE(callee.ok()) << callee.status();
  const auto callee_of = [&](const ir::Procedure& body,
                             const ir::Instruction& call) -> const ir::Procedure* {
    const bool is_known = callee.ok() && body.symbols[call.callee.value].name == "is_set";
    return is_known ? &*callee : nullptr;
  };
  return procedure.ok() && WaitsAtFirst(*procedure, 2, callee_of, &compared);
}

TEST(FirstWait, WhoFindsNothingWaits) {
  EXPECT_TRUE(Waits("  r2 = load.i4 [r0]\n  r9 = eq.i4 r2, 0\n"));
  EXPECT_TRUE(Waits("  r2 = load.p8 [r0]\n  r9 = not r2\n"));
  EXPECT_TRUE(compared.empty());
  EXPECT_TRUE(
      Waits("  r2 = load.i4 [r0] \"q->in\" field \"q.in\"\n"
            "  r3 = load.i4 [r0 + 4] \"q->out\" field \"q.out\"\n  r9 = eq.i4 r2, r3\n"));
  EXPECT_EQ(compared, std::vector<std::string>({"q.in", "q.out"}));
}

TEST(FirstWait, WhatACallReturnsIsKnownIfItsWayIs) {
  EXPECT_TRUE(Waits("  r2 = call.i4 is_set(r0)\n  r9 = not r2\n"));
  EXPECT_TRUE(compared.empty());
  EXPECT_FALSE(Waits("  r9 = call.i4 is_set(r0)\n"));
}

TEST(FirstWait, FlagsThatAreAskedForOneByOneAreNotCompared) {
  EXPECT_TRUE(
      Waits("  r2 = load.i4 [r0] \"q->stop\" field \"q.stop\"\n"
            "  r3 = load.i4 [r0 + 4] \"q->count\" field \"q.count\"\n  r4 = or.i4 r2, r3\n"
            "  r9 = not r4\n"));
  EXPECT_TRUE(compared.empty());
}

TEST(FirstWait, WhoHasRoomDoesNot) {
  EXPECT_FALSE(Waits("  r2 = load.i4 [r0]\n  r9 = eq.i4 r2, 16\n"));
  EXPECT_FALSE(Waits("  r2 = load.i4 [r0]\n  r9 = gt.i4 r2, 0\n"));
}

TEST(FirstWait, WhatCannotBeToldIsNoWait) {
  EXPECT_FALSE(Waits("  r9 = eq.i4 r1, 0\n"));
  EXPECT_FALSE(Waits("  r9 = call.i4 full(r0)\n"));
  EXPECT_FALSE(
      Waits("  r2 = load.i4 [r0]\n  r3 = add.i4 r2, 1\n  r4 = load.i4 [r0 + 4]\n"
            "  r5 = rem.i4 r3, r4\n  r9 = eq.i4 r5, r2\n"));
}

}  // namespace
}  // namespace plait
