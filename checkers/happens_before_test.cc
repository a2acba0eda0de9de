#include "checkers/happens_before.h"

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

// Semaphores `m` and `n` of 0, and threads that are started in that order: `first` writes the
// counter, and so does `last`.
// `poster`: of these, the one that may have posted more than is kept, wherever it posts.
std::vector<std::string> Races(const std::string& first, const std::string& second,
                               const std::string& last, const std::string& starts,
                               const std::string& poster = "") {
  const auto procedure = [](const char* name, const std::string& body) {
    return absl::StrCat("proc ", name, "(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", body,
                        "  ret 0\n}\n");
  };
  return Variables(CheckText(
      absl::StrCat(procedure("first", first), procedure("second", second), procedure("last", last),
                   "proc main() -> int file \"a.c\" line 40 {\n  slot s0 t \"pthread_t\" size 8\n"
                   "  slot s1 u \"pthread_t\" size 8\n  slot s2 v \"pthread_t\" size 8\n b0:\n"
                   "  r0 = call sem_init(@m, 0, 0)\n  r1 = call sem_init(@n, 0, 0)\n",
                   starts, "  ret 0\n}\n"),
      [&](Summary* summary) {
        if (NameText(summary->procedure) != poster) return;
        for (Point& point : summary->points) {
          if (!point.posted.empty()) point.posted = {summary->terms.Any()};
        }
      }));
}

constexpr char kWrite[] = "  store.i4 @counter, 1 \"counter\" at 2:3\n";
constexpr char kStarts[] =
    "  r2 = call pthread_create(s0, 0, &first, 0)\n"
    "  r3 = call pthread_create(s1, 0, &second, 0)\n"
    "  r4 = call pthread_create(s2, 0, &last, 0)\n";
constexpr char kPostM[] = "  call sem_post(@m)\n", kPostN[] = "  call sem_post(@n)\n";
constexpr char kWaitM[] = "  r9 = call sem_wait(@m)\n", kWaitN[] = "  r9 = call sem_wait(@n)\n";

TEST(HappensBeforeTest, SemaphoresOrderThroughAThirdThread) {
  EXPECT_THAT(Races(absl::StrCat(kWrite, kPostM), absl::StrCat(kWaitM, kPostN),
                    absl::StrCat(kWaitN, kWrite), kStarts),
              IsEmpty());
}

TEST(HappensBeforeTest, AThreadThatDoesNotWaitOrdersNothing) {
  EXPECT_THAT(Races(absl::StrCat(kWrite, kPostM), absl::StrCat(kPostN, kWaitM),
                    absl::StrCat(kWaitN, kWrite), kStarts),
              ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(HappensBeforeTest, WhatAFunctionIsPassedMayPostInTheMiddle) {
  constexpr char kProgram[] = R"ir(
proc post(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call sem_post(@m)
  ret 0
}
proc put(what:ptr) -> ptr file "a.c" line 20 {
 b0:
  r1 = call.p8 *r0(0) type "void*(void*)" at 1:3
  store.i4 @counter, 1 "counter" at 2:3
  ret 0
}
proc first(arg:ptr) -> ptr file "a.c" line 30 {
 b0:
  r1 = call.p8 put(&post) at 1:3
  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call sem_init(@m, 0, 0)
  r2 = call pthread_create(s0, 0, &first, 0)
  r3 = call sem_wait(@m)
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
}
)ir";
  EXPECT_NE(CheckText(kProgram).verdict(), proto::VERDICT_RACE_FREE);
}

TEST(HappensBeforeTest, WhatComesAfterTheFirstPostIsNotOrdered) {
  EXPECT_THAT(Races(absl::StrCat(kPostM, kWrite), absl::StrCat(kWaitM, kPostN),
                    absl::StrCat(kWaitN, kWrite), kStarts),
              ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(HappensBeforeTest, AnotherThreadThatPostsLeavesItOpen) {
  EXPECT_THAT(Races(absl::StrCat(kWrite, kPostM), kPostM, absl::StrCat(kWaitM, kWrite), kStarts),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(HappensBeforeTest, WhoeverPostsIsStartedAfterwards) {
  const std::string late = absl::StrCat("  r4 = call pthread_create(s2, 0, &last, 0)\n", kWrite,
                                        "  r3 = call pthread_create(s1, 0, &second, 0)\n");
  EXPECT_THAT(Races("", kPostM, absl::StrCat(kWaitM, kWrite), late), IsEmpty());
}

TEST(HappensBeforeTest, WhoeverPostsIsStartedBefore) {
  const std::string early = absl::StrCat(
      "  r4 = call pthread_create(s2, 0, &last, 0)\n"
      "  r3 = call pthread_create(s1, 0, &second, 0)\n",
      kWrite);
  EXPECT_THAT(Races("", kPostM, absl::StrCat(kWaitM, kWrite), early),
              ElementsAre("counter:CONFIDENCE_RACE"));
}

// On one way the thread has run before: its post may be the one that was waited for.
TEST(HappensBeforeTest, WhoeverPostsMayHaveRunBefore) {
  const std::string again = absl::StrCat(
      "  r4 = call pthread_create(s2, 0, &last, 0)\n  r5 = call.i4 rand()\n  br r5, b1, b2\n b1:\n"
      "  r3 = call pthread_create(s1, 0, &second, 0)\n  r6 = load.u8 s1\n"
      "  r7 = call pthread_join(r6, 0)\n  goto b2\n b2:\n",
      kWrite, "  r8 = call pthread_create(s1, 0, &second, 0)\n");
  EXPECT_THAT(Races("", kPostM, absl::StrCat(kWaitM, kWrite), again),
              ElementsAre(testing::StartsWith("counter:")));
}

TEST(HappensBeforeTest, WhoeverPostsHasJoinedTheFirst) {
  const std::string joins = absl::StrCat(
      "  r2 = call pthread_create(s0, 0, &first, 0)\n"
      "  r4 = call pthread_create(s2, 0, &last, 0)\n  r5 = load.u8 s0\n"
      "  r6 = call pthread_join(r5, 0)\n",
      kPostM);
  EXPECT_THAT(Races(kWrite, "", absl::StrCat(kWaitM, kWrite), joins), IsEmpty());
}

// A semaphore of 1 lets one through that nobody has posted for.
TEST(HappensBeforeTest, ASemaphoreThatStartsOpenOrdersNothing) {
  const std::string opened = absl::StrCat("  r7 = call sem_init(@n, 0, 1)\n", kStarts);
  EXPECT_THAT(Races(absl::StrCat(kWrite, kPostM), absl::StrCat(kWaitM, kPostN),
                    absl::StrCat(kWaitN, kWrite), opened),
              ElementsAre(testing::StartsWith("counter:")));
}

TEST(HappensBeforeTest, AFlagAndASemaphoreOrderThroughAThirdThread) {
  constexpr char kSet[] = "  store.i4 @other, 1 seq_cst \"other\"\n";
  constexpr char kAwait[] =
      "  goto b1\n b1:\n  r1 = load.i4 @other seq_cst \"other\"\n  br r1, b2, b1\n b2:\n";
  EXPECT_THAT(Races(absl::StrCat(kWrite, kPostM), absl::StrCat(kWaitM, kSet),
                    absl::StrCat(kAwait, kWrite), kStarts),
              IsEmpty());
  EXPECT_THAT(Races(absl::StrCat(kWrite, kSet), absl::StrCat(kAwait, kPostM),
                    absl::StrCat(kWaitM, kWrite), kStarts),
              IsEmpty());
}

// The first thread has ended, but not the one that it started.
TEST(HappensBeforeTest, WhatAnEndedThreadStartedMayStillRun) {
  constexpr char kStartSecond[] = "  r1 = call pthread_create(@threads, 0, &second, 0)\n";
  const std::string joins = absl::StrCat(
      "  r2 = call pthread_create(s0, 0, &first, 0)\n"
      "  r4 = call pthread_create(s2, 0, &last, 0)\n  r5 = load.u8 s0\n"
      "  r6 = call pthread_join(r5, 0)\n",
      kPostM);
  EXPECT_THAT(Races(kStartSecond, kWrite, absl::StrCat(kWaitM, kWrite), joins),
              ElementsAre("counter:CONFIDENCE_RACE"));
}

// Of two such threads, the one may write when the other's has posted.
TEST(HappensBeforeTest, AnotherOfItsKindHasStartedWhoeverPosts) {
  const std::string first = absl::StrCat("  call pthread_mutex_lock(@other)\n", kWrite,
                                         "  call pthread_mutex_unlock(@other)\n"
                                         "  r1 = call pthread_create(@threads, 0, &second, 0)\n");
  const std::string starts =
      "  goto b1\n b1:\n  r3 = call pthread_create(s1, 0, &first, 0)\n  r5 = call.i4 rand()\n"
      "  br r5, b1, b2\n b2:\n  r4 = call pthread_create(s2, 0, &last, 0)\n";
  EXPECT_THAT(Races(first, kPostM, absl::StrCat(kWaitM, kWrite), starts),
              testing::Contains(testing::StartsWith("counter:")));
}

TEST(HappensBeforeTest, WhatComesAfterAWaitThatNobodyEndsIsNeverReached) {
  EXPECT_THAT(Races("", absl::StrCat(kWaitM, kWrite), kWrite, kStarts), IsEmpty());
  EXPECT_THAT(Races(kPostM, absl::StrCat(kWaitM, kWrite), kWrite, kStarts), Not(IsEmpty()));
}

// It has no point behind the post, but the post itself.
TEST(HappensBeforeTest, AThreadThatDoesNothingAfterItsPostEndsTheWait) {
  const std::string and_rests = absl::StrCat("  r1 = call.i4 rand()\n  br r1, b1, b3\n b1:\n",
                                             kPostM, "  goto b2\n b2:\n  goto b2\n b3:\n");
  EXPECT_THAT(Races(and_rests, absl::StrCat(kWaitM, kWrite), kWrite, kStarts), Not(IsEmpty()));
}

TEST(HappensBeforeTest, WhoMayHavePostedAnythingMayHavePostedThis) {
  const std::string first = absl::StrCat(kPostN, kWrite, kPostM);
  const std::string last = absl::StrCat(kWaitM, kWrite);
  EXPECT_THAT(Races(first, "", last, kStarts), IsEmpty());
  EXPECT_THAT(Races(first, "", last, kStarts, "first"), Not(IsEmpty()));
}

TEST(HappensBeforeTest, WhoMayHavePostedAnythingMayComeToABarrier) {
  const std::string meet = "  r9 = call pthread_barrier_wait(@slots)\n";
  const std::string starts =
      absl::StrCat("  r5 = call pthread_barrier_init(@slots, 0, 2)\n", kStarts);
  const std::string first = absl::StrCat(kWrite, meet), last = absl::StrCat(meet, kWrite);
  EXPECT_THAT(Races(first, kPostN, last, starts), IsEmpty());
  EXPECT_THAT(Races(first, kPostN, last, starts, "second"), Not(IsEmpty()));
}

TEST(HappensBeforeTest, WhoMayHavePostedAnythingMayBeWaitedFor) {
  const std::string first = absl::StrCat(kPostN, kWrite);
  const std::string second = absl::StrCat(kWaitM, kWrite);
  EXPECT_THAT(Races(first, second, kPostM, kStarts), ElementsAre("counter:CONFIDENCE_RACE"));
  EXPECT_THAT(Races(first, second, kPostM, kStarts, "first"),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

}  // namespace
}  // namespace plait
