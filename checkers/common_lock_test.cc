#include "checkers/common_lock.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

TEST(CommonLockTest, SameLockExcludes) {
  const proto::Report report = CheckText(absl::StrCat(kLockedIncrement, R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  call pthread_mutex_lock(@m)
  store.i4 @counter, 5 "counter" at 2:3
  call pthread_mutex_unlock(@m)
  r1 = load.i8 s0
  r2 = call pthread_join(r1, 0)
  r3 = load.i4 @counter
  ret r3
}
)ir"));
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

TEST(CommonLockTest, DifferentLocksDoNotExclude) {
  const proto::Report report = CheckText(absl::StrCat(kLockedIncrement, R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  call pthread_mutex_lock(@n)
  store.i4 @counter, 5 "counter" at 2:3
  call pthread_mutex_unlock(@n)
  ret 0
}
)ir"));
  EXPECT_THAT(Variables(report), ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(CommonLockTest, TryLockThroughAWrapper) {
  const proto::Report report = CheckText(R"ir(
proc take(l:ptr) -> int file "a.c" line 5 {
 b0:
  r1 = call pthread_mutex_trylock(r0)
  r2 = eq.i4 r1, 0
  ret r2
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = call take(@m)
  br r1, b1, b2
 b1:
  store.i4 @counter, 1 "counter" at 1:3
  call pthread_mutex_unlock(@m)
  goto b2
 b2:
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  call pthread_create(s0, 0, &work, 0) at 1:3
  call pthread_create(s1, 0, &work, 0) at 2:3
  ret 0
}
)ir");
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

// Accesses the element of @cars that r3 says, and another one if it changes then, under the lock of
// @lanes that r4 says. `numbers` says both; r1 and r2 are some numbers.
std::string UnderLane(const std::string& numbers, const std::string& element = "r3*4",
                      const std::string& then = "") {
  const std::string access = absl::StrCat("  r6 = load.i4 [@cars + ", element,
                                          "] \"cars\" at 2:3\n  r6 = add.i4 r6, 1\n"
                                          "  store.i4 [@cars + ",
                                          element, "], r6 \"cars\" at 2:3\n");
  return absl::StrCat(numbers, R"ir(
  r5 = address.p8 [@lanes + r4*40] at 1:3
  call pthread_mutex_lock(r5) at 1:3
)ir",
                      access, then.empty() ? "" : absl::StrCat(then, access), R"ir(
  call pthread_mutex_unlock(r5) at 3:3
)ir");
}

// Of two threads.
std::vector<std::string> RacesOfLanes(const std::string& one, const std::string& other) {
  const auto procedure = [](const std::string& name, const std::string& body) {
    return absl::StrCat("proc ", name, R"ir((arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = call.i4 rand()
  r1 = rem.i4 r1, 8
  r2 = call.i4 rand()
  r2 = rem.i4 r2, 8
)ir",
                        body, "  ret 0\n}\n");
  };
  return Variables(CheckText(absl::StrCat(R"ir(
global cars "int[64]" size 256 definition file "a.c" line 3
global lanes "pthread_mutex_t[64]" size 2560 definition file "a.c" line 3
)ir",
                                          procedure("one", one), procedure("other", other), R"ir(
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &one, 0) at 1:3
  r1 = call pthread_create(s1, 0, &other, 0) at 2:3
  ret 0
}
)ir")));
}

constexpr char kSum[] = "  r3 = sub.i4 r1, r2\n  r4 = assign r3\n";
constexpr char kLockOneOn[] = "  r3 = sub.i4 r1, r2\n  r4 = add.i4 r3, 1\n";
constexpr char kLockOfPair[] = "  r4 = sub.i4 r1, r2\n  r3 = mul.i4 r4, 2\n";
constexpr char kGoOn[] = "  r3 = add.i4 r3, 1\n";

TEST(CommonLockTest, LocksByTheSumThatTellsTheElementExclude) {
  for (const char* numbers : {kSum, kLockOneOn, kLockOfPair}) {
    EXPECT_THAT(RacesOfLanes(UnderLane(numbers), UnderLane(numbers)), IsEmpty()) << numbers;
  }
  const std::string one_less = "  r3 = sub.i4 r1, r2\n  r3 = sub.i4 r3, 1\n  r4 = assign r3\n";
  EXPECT_THAT(RacesOfLanes(UnderLane(kSum), UnderLane(one_less)), IsEmpty());
  const std::string constant = "  r3 = assign 3\n  r4 = assign 3\n";
  EXPECT_THAT(RacesOfLanes(UnderLane(kSum), UnderLane(constant)), IsEmpty());
}

TEST(CommonLockTest, LocksByOtherSumsThanTheElementDoNotExclude) {
  EXPECT_THAT(RacesOfLanes(UnderLane(kSum), UnderLane(kLockOneOn)), Not(IsEmpty()));
  EXPECT_THAT(RacesOfLanes(UnderLane(kSum), UnderLane(kLockOfPair)), Not(IsEmpty()));
  const std::string other_sum = "  r3 = sub.i4 r1, r2\n  r4 = add.i4 r1, r2\n";
  EXPECT_THAT(RacesOfLanes(UnderLane(other_sum), UnderLane(other_sum)), Not(IsEmpty()));
  const std::string constant = "  r3 = assign 3\n  r4 = assign 2\n";
  EXPECT_THAT(RacesOfLanes(UnderLane(kSum), UnderLane(constant)), Not(IsEmpty()));
}

TEST(CommonLockTest, TheLockOfAnElementIsNotThatOfItsNeighbour) {
  EXPECT_THAT(RacesOfLanes(UnderLane(kSum, "r3*4", kGoOn), UnderLane(kSum)), Not(IsEmpty()));
  const std::string other_sum = "  r3 = add.i4 r1, r2\n";
  EXPECT_THAT(RacesOfLanes(UnderLane(kSum, "r3*4", other_sum), UnderLane(kSum)), Not(IsEmpty()));
}

TEST(CommonLockTest, LocksOfElementsThatOverlapDoNotExclude) {
  EXPECT_THAT(RacesOfLanes(UnderLane(kSum, "r3*2"), UnderLane(kSum, "r3*2")), Not(IsEmpty()));
  const std::string whole = "  r3 = sub.i4 r1, r2\n  r3 = mul.i4 r3, 4\n  r4 = assign r3\n";
  EXPECT_THAT(RacesOfLanes(UnderLane(whole, "r3*2"), UnderLane(whole, "r3*2")), IsEmpty());
  const std::string shifted = absl::StrCat(whole, kGoOn, "  r4 = assign r3\n");
  EXPECT_THAT(RacesOfLanes(UnderLane(whole, "r3*2"), UnderLane(shifted, "r3*2")), Not(IsEmpty()));
}

// Threads that are handed a number each access the element next to it, under a lock that a
// procedure takes, by that number, from so many.
proto::Report CheckNeighbours(int locks) {
  return CheckText(absl::StrCat(R"ir(
global cars "int[5]" size 20 definition file "a.c" line 3
global lanes "pthread_mutex_t[5]" size 200 definition file "a.c" line 3
global workers "pthread_t[64]" size 512 definition file "a.c" line 3
proc take(i:int) -> int file "a.c" line 5 {
 b0:
  r1 = add.i4 r0, 1
  r2 = rem.i4 r1, )ir",
                                locks, R"ir(
  r3 = address.p8 [@lanes + r2*40]
  call pthread_mutex_lock(r3) at 1:3
  ret r2
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = truncate.i4 r0
  r2 = call.i4 take(r1) at 1:3
  r3 = add.i4 r1, 1
  r4 = rem.i4 r3, 5
  r5 = load.i4 [@cars + r4*4] "cars" at 2:3
  r5 = add.i4 r5, 1
  store.i4 [@cars + r4*4], r5 "cars" at 2:3
  r6 = address.p8 [@lanes + r2*40]
  call pthread_mutex_unlock(r6) at 3:3
  ret 0
}
proc main() -> int file "a.c" line 30 {
 b0:
  r0 = assign 0
  goto b1
 b1:
  r1 = lt.i4 r0, 64
  br r1, b2, b3
 b2:
  r2 = address.p8 [@workers + r0*8]
  r3 = call.i4 pthread_create(r2, 0, &work, r0) at 1:3
  r0 = add.i4 r0, 1
  goto b1
 b3:
  ret 0
}
)ir"));
}

TEST(CommonLockTest, TheRestOfANumberInAPointerIsThatOfItInAnotherProcedure) {
  const proto::Report report = CheckNeighbours(5);
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
  EXPECT_THAT(Variables(CheckNeighbours(4)), Not(IsEmpty()));
}

// Two threads write @counter behind a semaphore that holds so many at first; main posts it once.
std::vector<std::string> RacesBehindSemaphore(const std::string& count) {
  return Variables(CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = call.i4 sem_wait(@slots)
  store.i4 @counter, 1 "counter" at 1:3
  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call.i4 sem_init(@slots, 0, )ir",
                                          count, R"ir()
  r1 = call.i4 pthread_create(s0, 0, &work, 0)
  r2 = call.i4 pthread_create(s1, 0, &work, 0)
  r3 = call.i4 sem_post(@slots)
  ret 0
}
)ir")));
}

TEST(CommonLockTest, ASemaphoreNeedNotLetTwoThrough) {
  EXPECT_THAT(RacesBehindSemaphore("2"), testing::Contains("counter:CONFIDENCE_RACE"));
  EXPECT_THAT(RacesBehindSemaphore("0"), testing::Contains("counter:CONFIDENCE_LIKELY"));
}

// Each thread holds the lock of another queue, and accesses what is found through a pointer.
TEST(CommonLockTest, LocksOfTwoObjectsOfOneTypeMayGuardWhatEachHas) {
  const auto check = [](const std::string& type) {
    return Variables(CheckText(absl::StrCat(R"ir(
global a "struct queue" size 48 definition file "a.c" line 3
global b ")ir",
                                            type, R"ir(" size 48 definition file "a.c" line 3
global to "int*" size 8 definition file "a.c" line 4
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call pthread_mutex_lock(@b)
  r1 = load.p8 @to
  store.i4 r1, 1 "*to" at 3:3
  call pthread_mutex_unlock(@b)
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r1 = call.i4 rand()
  br r1, b1, b2
 b1:
  store.p8 @to, @counter
  goto b3
 b2:
  store.p8 @to, @other
  goto b3
 b3:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  call pthread_mutex_lock(@a)
  r2 = load.p8 @to
  store.i4 r2, 2 "*to" at 4:3
  call pthread_mutex_unlock(@a)
  ret 0
}
)ir")));
  };
  EXPECT_THAT(check("struct queue"),
              UnorderedElementsAre("counter:CONFIDENCE_POSSIBLE", "other:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(check("struct stack"),
              UnorderedElementsAre("counter:CONFIDENCE_LIKELY", "other:CONFIDENCE_LIKELY"));
}

// Two threads take locks by way of two pointers; what was stored there is not known.
constexpr char kLocksBehindPointers[] = R"ir(
proc one(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.ptr @session "session" at 1:3
  r2 = address.p8 [r1 + 8]
  call pthread_mutex_lock(r2)
  store.i4 @counter, 1 "counter" at 2:3
  call pthread_mutex_unlock(r2)
  ret 0
}
proc other(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  r1 = load.ptr @pool "pool" at 1:3
  r2 = address.p8 [r1 + 8]
  call pthread_mutex_lock(r2)
  store.i4 @counter, 2 "counter" at 2:3
  call pthread_mutex_unlock(r2)
  ret 0
}
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &one, 0) at 1:3
  r1 = call pthread_create(s1, 0, &other, 0) at 2:3
  ret 0
}
)ir";

TEST(CommonLockTest, LocksBehindPointersOfWhichNothingIsKnownMayBeOne) {
  EXPECT_THAT(Variables(CheckText(kLocksBehindPointers)),
              ElementsAre("counter:CONFIDENCE_POSSIBLE"));
}

// Whether a lock is given back behind two tests of the record that owns it, in two procedures.
TEST(CommonLockTest, GivenBackBehindTwoTestsThatTheCallerDecides) {
  const proto::Report report = CheckText(R"ir(
proc give_back(g:ptr "struct guard") file "a.c" line 10 {
 b0:
  r1 = load.p8 r0 "g->lock" at 1:1
  br r1, b1, b2
 b1:
  r2 = load.p8 r0 "g->lock" at 2:1
  r3 = call.i4 pthread_mutex_unlock(r2) at 2:2
  store.i4 [r0 + 8], 0 "g->owns" at 3:1
  goto b2
 b2:
  ret
}
proc leave(g:ptr "struct guard") file "a.c" line 20 {
 b0:
  r1 = load.i4 [r0 + 8] "g->owns" at 1:1
  br r1, b1, b2
 b1:
  call give_back(r0) at 2:1
  goto b2
 b2:
  ret
}
proc work(arg:ptr) -> ptr file "a.c" line 30 {
  slot s0 g "struct guard" size 16 at 1:1
  var r1 i
 b0:
  r1 = assign 0
  goto b1
 b1:
  r2 = lt.i4 r1, 1000
  br r2, b2, b3
 b2:
  store.p8 s0, @m "g.lock" at 3:1
  r3 = call.i4 pthread_mutex_lock(@m) at 4:1
  store.i4 [s0 + 8], 1 "g.owns" at 5:1
  call leave(s0) at 6:1
  r4 = add.i4 r1, 1
  r1 = assign r4
  goto b1
 b3:
  store.i4 @counter, 1 "counter" at 8:1
  ret 0
}
proc main() -> int file "a.c" line 50 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:1
  r1 = call pthread_create(s1, 0, &work, 0) at 2:1
  ret 0
}
)ir");
  EXPECT_THAT(Variables(report), ElementsAre("counter:CONFIDENCE_RACE"));
}

}  // namespace
}  // namespace plait
