#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

// Two threads meet at the barrier `m` twice in each round. One writes the counter before they meet,
// the other reads it in between.
constexpr char kThreads[] = R"ir(
proc first(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  goto b1
 b1:
  store.i4 @counter, 7 "counter" at 1:3
  r1 = call.i4 pthread_barrier_wait(@m) at 2:3
  r2 = call.i4 pthread_barrier_wait(@m) at 3:3
  goto b1
}
proc second(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  goto b1
 b1:
  r1 = call.i4 pthread_barrier_wait(@m) at 2:3
  r3 = load.i4 @counter "counter" at 4:3
  r2 = call.i4 pthread_barrier_wait(@m) at 3:3
  goto b1
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r9 = call pthread_barrier_init(@m, 0, 2)
  r0 = call pthread_create(s0, 0, &first, 0)
  r1 = call pthread_create(s1, 0, &second, 0)
  ret 0
}
)ir";

std::vector<std::string> Races(const std::vector<std::pair<const char*, const char*>>& changes) {
  return Variables(CheckText(absl::StrReplaceAll(kThreads, changes)));
}

TEST(BarrierRoundsTest, WhatIsDoneInOneRoundIsOver) { EXPECT_THAT(Races({}), IsEmpty()); }

TEST(BarrierRoundsTest, WithoutTheSecondMeetingTheNextRoundBegins) {
  const char* second = "  r2 = call.i4 pthread_barrier_wait(@m) at 3:3\n";
  EXPECT_THAT(Races({{second, ""}}), Not(IsEmpty()));
}

TEST(BarrierRoundsTest, ABarrierForOneKeepsNobodyBack) {
  EXPECT_THAT(Races({{"(@m, 0, 2)", "(@m, 0, 1)"}}), Not(IsEmpty()));
}

TEST(BarrierRoundsTest, WhoComesOnSomeWaysOnlyMayBeAhead) {
  const char* write = "  store.i4 @counter, 7 \"counter\" at 1:3\n";
  const std::string sometimes = absl::StrCat(
      "  r4 = load.i4 @other \"other\" at 5:3\n  br r4, b2, b3\n b2:\n"
      "  r5 = call.i4 pthread_barrier_wait(@m) at 6:3\n  goto b3\n b3:\n",
      write);
  EXPECT_THAT(Races({{write, sometimes.c_str()}}), Not(IsEmpty()));
}

TEST(BarrierRoundsTest, WhatAFunctionIsPassedMayMeetToo) {
  const char* write = "  store.i4 @counter, 7 \"counter\" at 1:3\n";
  const std::string first = absl::StrCat(
      "proc meet(arg:ptr) -> ptr file \"a.c\" line 60 {\n b0:\n"
      "  r1 = call.i4 pthread_barrier_wait(@m) at 2:3\n  ret 0\n}\n"
      "proc put(what:ptr) -> ptr file \"a.c\" line 70 {\n b0:\n"
      "  r1 = call.p8 *r0(0) type \"void*(void*)\" at 2:3\n",
      write, "  ret 0\n}\nproc first(arg:ptr)");
  const proto::Report report = CheckText(
      absl::StrReplaceAll(kThreads, {{write, ""},
                                     {"  r1 = call.i4 pthread_barrier_wait(@m) at 2:3\n  r2",
                                      "  r1 = call.p8 put(&meet) at 2:3\n  r2"},
                                     {"at 3:3\n  goto b1", "at 3:3\n  ret 0"},
                                     {"proc first(arg:ptr)", first.c_str()}}));
  EXPECT_NE(report.verdict(), proto::VERDICT_RACE_FREE);
}

// All write the counter, but only if the barrier has told them to.
TEST(BarrierRoundsTest, OneIsToldInEachRound) {
  const char* meet = "  r1 = call.i4 pthread_barrier_wait(@m) at 2:3\n";
  const char *write = "  store.i4 @counter, 7 \"counter\" at 1:3\n",
             *read = "  r3 = load.i4 @counter \"counter\" at 4:3\n";
  const std::string told = absl::StrCat(meet, "  r4 = eq.i4 r1, -1\n  br r4, b2, b3\n b2:\n", write,
                                        "  goto b3\n b3:\n");
  EXPECT_THAT(Races({{write, ""}, {read, ""}, {meet, told.c_str()}}), IsEmpty());
  const std::string others = absl::StrReplaceAll(told, {{"eq.i4 r1, -1", "eq.i4 r1, 0"}});
  EXPECT_THAT(Races({{write, ""}, {read, ""}, {meet, others.c_str()}}), Not(IsEmpty()));
}

}  // namespace
}  // namespace plait
