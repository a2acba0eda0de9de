#include "checkers/observed_order.h"

#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

// A thread that counts in `other` and then writes `counter`, beside one that is `late`. Whether
// there is that doubt about their race on the latter: by default, that what was counted decides.
bool IsDoubted(const std::string& late,
               const std::string& why = "reached depending on what another thread published") {
  const proto::Report report = CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  r2 = add.i4 r1, 1
  store.i4 @other, r2 "other" at 1:3
  call __VERIFIER_atomic_end()
  store.i4 @counter, 1 "counter" at 2:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  r1 = call pthread_create(s1, 0, &late, 0) at 2:3
  ret 0
}
proc late(arg:ptr) -> ptr file "a.c" line 40 {
)ir",
                                                      late, "}\n"));
  return absl::c_any_of(report.races(), [&](const proto::Race& race) {
    return race.variable() == "counter" && absl::c_linear_search(race.reasons(), why);
  });
}

TEST(ObservedOrderTest, AssumedValueOfAnotherThreadIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  r2 = eq.i4 r1, 1
  call assume_abort_if_not(r2)
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
)ir"));
}

TEST(ObservedOrderTest, ValueAwaitedWithTwoLoadsIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  goto b1
 b1:
  r2 = eq.i4 r1, 0
  br r2, b2, b3
 b2:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 2:3
  call __VERIFIER_atomic_end()
  goto b1
 b3:
  store.i4 @counter, 2 "counter" at 3:3
  ret 0
)ir"));
}

TEST(ObservedOrderTest, ResultOfAndOfAnotherThreadsValuesIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  br r1, b1, b3
 b1:
  r2 = load.i4 @slots "slots" at 1:9
  br r2, b2, b3
 b2:
  r3 = assign 1
  goto b4
 b3:
  r3 = assign 0
  goto b4
 b4:
  call __VERIFIER_atomic_end()
  call assume_abort_if_not(r3)
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
)ir"));
}

TEST(ObservedOrderTest, FoundByFailedCompareExchangeIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
  slot s0 old "int" size 4
 b0:
  store.i4 s0, 1 "old"
  r1 = cas.i4 @other if *s0 then 1 seq_cst "other" from "old" at 1:3
  br r1, b3, b1
 b1:
  r2 = load.i4 s0 "old"
  br r2, b2, b3
 b2:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b3:
  ret 0
)ir"));
}

TEST(ObservedOrderTest, SuccessOfCompareExchangeIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  r1 = cas.i4 @other if 1 then 2 seq_cst "other" at 1:3
  br r1, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
)ir"));
}

TEST(ObservedOrderTest, ValueThatCalleeInsistsOnIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  call insist(r1)
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
}
proc insist(value:int) file "a.c" line 50 {
 b0:
  br r0, b1, b2
 b1:
  ret
 b2:
  call pthread_exit(0)
  unreachable
)ir"));
}

TEST(ObservedOrderTest, RemainderOfAnotherThreadsValueIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  r2 = and.i4 r1, 1
  br r2, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
)ir"));
}

// The lock tells the two ways apart up to the write.
TEST(ObservedOrderTest, LockTakenOnOneSideOnlyIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  br r1, b1, b2
 b1:
  call pthread_mutex_lock(@m)
  goto b2
 b2:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
)ir"));
}

TEST(ObservedOrderTest, ValueThatBothWaysLeadThroughIsNone) {
  EXPECT_FALSE(IsDoubted(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other seq_cst "other" at 1:3
  call __VERIFIER_atomic_end()
  br r1, b1, b2
 b1:
  store.i4 @slots, 1 "slots" at 2:3
  goto b2
 b2:
  store.i4 @counter, 2 "counter" at 3:3
  ret 0
)ir"));
}

TEST(ObservedOrderTest, VariableThatNothingWritesIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  r1 = load.i4 @slots "slots" at 1:3
  br r1, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
)ir",
                        "only if something sets a variable that nothing sets"));
}

// Which constant is returned tells what was found.
TEST(ObservedOrderTest, ResultThatDependsOnAnotherThreadsValueIsDoubt) {
  EXPECT_TRUE(IsDoubted(R"ir(
 b0:
  r1 = call take() at 1:3
  br r1, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
}
proc take() -> int file "a.c" line 60 {
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  r2 = rem.i4 r1, 3
  br r2, b1, b2
 b1:
  ret 1
 b2:
  ret 0
)ir"));
}

// One thread looks at elements of a table and stores into others; another one does `other` once.
proto::Report CheckTable(const std::string& look, const std::string& other) {
  return CheckText(absl::StrCat(R"ir(
global table "int*[8]" size 64 definition file "a.c" line 3
proc look(arg:ptr) -> ptr file "a.c" line 10 {
)ir",
                                look, R"ir(
}
proc other(arg:ptr) -> ptr file "a.c" line 30 {
 b0:
  store.i4 @counter, 1 "counter" at 1:3
)ir",
                                other, R"ir(
  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r1 = call.i4 pthread_create(s0, 0, &look, 0)
  r2 = call.i4 pthread_create(s1, 0, &other, 0)
  ret 0
}
)ir"));
}

// What is found in an element may be what the thread has stored there itself.
TEST(ObservedOrderTest, APointerThatMayBeTheThreadsOwnTellsNothing) {
  const std::string in_the_next_look = R"ir( b0:
  r1 = call.i4 __VERIFIER_nondet_int()
  r1 = rem.u4 r1, 8
  r2 = call.i4 __VERIFIER_nondet_int()
  r2 = rem.u4 r2, 8
  call pthread_mutex_lock(@m)
  r3 = load.p8 [@table + r1*8]
  br r3, b1, b2
 b1:
  call pthread_mutex_unlock(@m)
  ret 0
 b2:
  store.p8 [@table + r2*8], @slots
  call pthread_mutex_unlock(@m)
  call pthread_mutex_lock(@m)
  r4 = load.p8 [@table + r1*8]
  call pthread_mutex_unlock(@m)
  br r4, b3, b4
 b3:
  store.i4 @counter, 2 "counter" at 5:3
  ret 0
 b4:
  ret 0
)ir";
  const std::string in_the_next_turn = R"ir( b0:
  r5 = assign 0
  goto b1
 b1:
  r1 = call.i4 __VERIFIER_nondet_int()
  r1 = rem.u4 r1, 8
  call pthread_mutex_lock(@m)
  r3 = load.p8 [@table + r1*8]
  store.p8 [@table + r1*8], @slots
  call pthread_mutex_unlock(@m)
  br r3, b2, b3
 b2:
  store.i4 @counter, 2 "counter" at 5:3
  goto b3
 b3:
  r5 = add.i4 r5, 1
  r6 = lt.i4 r5, 100
  br r6, b1, b4
 b4:
  ret 0
)ir";
  const std::string publishes = R"ir(  call pthread_mutex_lock(@m)
  store.p8 [@table + 24], @slots
  call pthread_mutex_unlock(@m)
)ir";
  for (const std::string& look : {in_the_next_look, in_the_next_turn}) {
    EXPECT_NE(CheckTable(look, "").verdict(), proto::VERDICT_RACE_FREE);
    EXPECT_NE(CheckTable(look, publishes).verdict(), proto::VERDICT_RACE_FREE);
  }
}

}  // namespace
}  // namespace plait
