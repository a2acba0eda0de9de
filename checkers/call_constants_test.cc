#include "checkers/call_constants.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/ir/parser.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;

// A procedure with two parameters.
ir::Procedure ProcedureOf(const std::string& blocks) {
  auto procedure =
      ir::ParseProcedure("proc f(a:int, b:int) file \"a.c\" line 1 {\n" + blocks + "}\n");
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  return *std::move(procedure);
}

TEST(CallConstantsTest, BranchOnAConstantGoesOneWay) {
  const ir::Procedure body = ProcedureOf(R"ir(
 b0:
  r2 = lt.i4 r0, 3
  br r2, b1, b2
 b1:
  ret
 b2:
  ret
)ir");
  EXPECT_TRUE(MayReach(body, {2}, 1));
  EXPECT_FALSE(MayReach(body, {2}, 2));
  EXPECT_FALSE(MayReach(body, {3}, 1));
  EXPECT_TRUE(MayReach(body, {std::nullopt, 3}, 1));
  EXPECT_TRUE(MayReach(body, {std::nullopt, 3}, 2));
}

TEST(CallConstantsTest, SwitchGoesToTheCaseOrPastAll) {
  const ir::Procedure body = ProcedureOf(R"ir(
 b0:
  switch r1 [1..4: b1, 7: b2] else b3
 b1:
  ret
 b2:
  ret
 b3:
  ret
)ir");
  const auto reached = [&](int64_t value) {
    uint32_t block = 1;
    while (!MayReach(body, {std::nullopt, value}, block)) ++block;
    return block;
  };
  EXPECT_THAT((std::vector{reached(1), reached(4), reached(7), reached(5)}),
              ElementsAre(1, 1, 2, 3));
}

TEST(CallConstantsTest, ParameterThatIsChangedIsNotKnown) {
  const ir::Procedure body = ProcedureOf(R"ir(
 b0:
  r0 = add.i4 r0, 1
  br r0, b1, b2
 b1:
  ret
 b2:
  ret
)ir");
  EXPECT_TRUE(MayReach(body, {0}, 1));
  EXPECT_TRUE(MayReach(body, {0}, 2));
}

// What is negative is large there.
TEST(CallConstantsTest, NegativeIsNotComparedWithoutSign) {
  const ir::Procedure body = ProcedureOf(R"ir(
 b0:
  r2 = lt.u4 r0, 3
  br r2, b1, b2
 b1:
  ret
 b2:
  ret
)ir");
  EXPECT_TRUE(MayReach(body, {-1}, 2));
  EXPECT_FALSE(MayReach(body, {2}, 2));
}

TEST(CallConstantsTest, ConstantsArePassedOn) {
  const ir::Procedure body = ProcedureOf(R"ir(
 b0:
  r2 = and.i4 r0, 4
  r3 = eq.i4 r1, 1
  call g(r2, 5, r1, r3)
  ret
)ir");
  EXPECT_THAT(ConstantsPassed(body, {6}, body.blocks[0].instructions[2]),
              ElementsAre(4, 5, std::nullopt, std::nullopt));
}

}  // namespace
}  // namespace plait
