// Whether two threads of one creation surely run at once (analyzer/transfer/repeats.h), and what
// decides on accesses otherwise.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Main starts threads that count in a loop, which begins with block b1; `before` is in front of it.
std::vector<std::string> RacesOfLoop(const std::string& before, const std::string& loop,
                                     const std::string& others = "") {
  return Variables(CheckText(absl::StrCat(kIncrement, others,
                                          "proc main() -> int file \"a.c\" line 20 {\n  slot s0 t "
                                          "\"pthread_t\" size 8\n b0:\n  r0 = assign 0\n",
                                          before, "  goto b1\n", loop, "  ret 0\n}\n")));
}

constexpr char kCreate[] = "  r9 = call pthread_create(s0, 0, &work, 0) at 2:3\n";

TEST(StartedAgainTest, EveryTurnStartsAThread) {
  EXPECT_THAT(
      RacesOfLoop("  r1 = call.i4 rand()\n",
                  absl::StrCat(" b1:\n  r2 = lt.i4 r0, r1\n  br r2, b2, b3\n b2:\n", kCreate,
                               "  r3 = add.i4 r0, 1\n  r0 = assign r3\n  goto b1\n b3:\n")),
      ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(StartedAgainTest, AnInputDecidesInEachTurn) {
  EXPECT_THAT(
      RacesOfLoop(
          "", absl::StrCat(" b1:\n  r2 = call.i4 rand()\n  br r2, b2, b3\n b2:\n", kCreate,
                           "  goto b1\n b3:\n  r4 = call.i4 rand()\n  br r4, b1, b4\n", " b4:\n")),
      ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(StartedAgainTest, AFlagThatATurnSetsIsDoubt) {
  EXPECT_THAT(RacesOfLoop("", absl::StrCat(" b1:\n  r2 = call.i4 rand()\n  br r2, b2, b4\n b2:\n"
                                           "  br r0, b1, b3\n b3:\n",
                                           kCreate, "  r0 = assign 1\n  goto b1\n b4:\n")),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(StartedAgainTest, AVariableThatTheLoopWritesIsDoubt) {
  EXPECT_THAT(
      RacesOfLoop("", absl::StrCat(" b1:\n  r2 = call.i4 rand()\n  br r2, b2, b4\n b2:\n"
                                   "  r3 = load.i4 @other \"other\"\n  br r3, b1, b3\n b3:\n",
                                   kCreate,
                                   "  r4 = call.i4 rand()\n  store.i4 @other, r4 \"other\"\n"
                                   "  goto b1\n b4:\n")),
      ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(StartedAgainTest, OneTurnOfMany) {
  EXPECT_THAT(RacesOfLoop("  r1 = call.i4 rand()\n",
                          absl::StrCat(" b1:\n  r2 = lt.i4 r0, r1\n  br r2, b2, b5\n b2:\n"
                                       "  r5 = eq.i4 r0, 3\n  br r5, b3, b4\n b3:\n",
                                       kCreate,
                                       "  goto b4\n b4:\n  r3 = add.i4 r0, 1\n"
                                       "  r0 = assign r3\n  goto b1\n b5:\n")),
              IsEmpty());
}

// Two kinds of threads are started, each by who first waits for the last one, if there is one.
std::vector<std::string> RacesOfTwoStarts(const std::string& second_wait,
                                          const std::string& threads) {
  constexpr char kWait[] = R"ir(
  r3 = load.i4 @other "running"
  br r3, b3, b4
 b3:
  r4 = load.u8 @threads "threads"
  r5 = call pthread_join(r4, 0) at 4:3
  goto b4
 b4:
  r6 = call pthread_create(@threads, 0, &work, 0) at 5:3
  store.i4 @other, 1 "running"
  goto b1
)ir";
  return Variables(CheckCode(absl::StrCat(threads, R"ir(
proc main() -> int file "a.c" line 20 {
 b0:
  goto b1
 b1:
  r1 = call.i4 rand()
  br r1, b2, b5
 b2:
)ir",
                                          kWait, R"ir(
 b5:
  r2 = call.i4 rand()
  br r2, b6, b9
 b6:
)ir",
                                          second_wait, R"ir(
  r6 = call pthread_create(@threads, 0, &more, 0) at 9:3
  store.i4 @other, 1 "running"
  goto b1
 b9:
  ret 0
}
)ir")));
}

constexpr char kCountAndReset[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.i4 @counter "counter" at 1:3
  r1 = add.i4 r1, 1
  store.i4 @counter, r1 "counter" at 1:3
  ret 0
}
proc more(arg:ptr) -> ptr file "a.c" line 15 {
 b0:
  store.i4 @counter, 0 "counter" at 1:3
  ret 0
}
)ir";

TEST(StartedAgainTest, EachStartWaitsForTheOther) {
  EXPECT_THAT(RacesOfTwoStarts(R"ir(
  r3 = load.i4 @other "running"
  br r3, b7, b8
 b7:
  r4 = load.u8 @threads "threads"
  r5 = call pthread_join(r4, 0) at 8:3
  goto b8
 b8:
)ir",
                               kCountAndReset),
              ElementsAre("counter:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesOfTwoStarts("  goto b7\n b7:\n  goto b8\n b8:\n", kCountAndReset),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

// That not both may have been started is no doubt; beside one of the memory, it is.
TEST(StartedAgainTest, SeveralHintsBesideADoubt) {
  constexpr char kNoWait[] = "  goto b7\n b7:\n  goto b8\n b8:\n";
  const auto threads = [](const char* index) {
    return absl::Substitute(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = $0
  store.i4 [@slots + r1*4], 1 "slots" at 2:3
  ret 0
}
proc more(arg:ptr) -> ptr file "a.c" line 15 {
 b0:
  store.i4 @slots, 2 "slots" at 1:3
  ret 0
}
)ir",
                            index);
  };
  EXPECT_THAT(RacesOfTwoStarts(kNoWait, threads("assign 0")),
              ElementsAre("slots:CONFIDENCE_LIKELY"));
  EXPECT_THAT(RacesOfTwoStarts(kNoWait, threads("call.i4 rand()")),
              ElementsAre("slots:CONFIDENCE_POSSIBLE"));
}

TEST(StartedAgainTest, ACalleeThatLooksAtWhatItSetsIsDoubt) {
  constexpr char kStart[] = R"ir(
proc start() file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
 b0:
  r1 = load.i4 @other "other"
  br r1, b2, b1
 b1:
  store.i4 @other, 1 "other"
  r2 = call pthread_create(s0, 0, &work, 0) at 3:3
  goto b2
 b2:
  ret
}
)ir";
  EXPECT_THAT(RacesOfLoop("",
                          " b1:\n  r2 = call.i4 rand()\n  br r2, b2, b3\n b2:\n  call start()\n"
                          "  goto b1\n b3:\n",
                          kStart),
              ElementsAre("counter:CONFIDENCE_POSSIBLE"));
}

// Two threads write the counter behind a test of such a value.
std::vector<std::string> RacesBehind(const std::string& test) {
  return Variables(CheckText(absl::StrCat(
      "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", test,
      " b1:\n  store.i4 @counter, 1 \"counter\" at 1:3\n  goto b2\n b2:\n  ret 0\n", "}\n", R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  r1 = call pthread_create(s0, 0, &work, 0) at 2:3
  ret 0
}
)ir")));
}

TEST(StartedAgainTest, AnInputIsNoDoubt) {
  EXPECT_THAT(RacesBehind("  r1 = call.i4 rand()\n  br r1, b1, b2\n"),
              ElementsAre("counter:CONFIDENCE_RACE"));
}

// A thread publishes an object that it has filled; the other one writes there.
std::vector<std::string> RacesOfPublished(const std::string& store, const std::string& load) {
  return Variables(CheckText(absl::StrCat(
      R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = call.ptr malloc(4)
  store.i4 [r1], 1 "*made" at 1:3
)ir",
      "  store.p @threads, r1 ", store, " \"threads\" at 2:3\n  ret 0\n}\n", R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
)ir",
      "  r1 = load.p @threads ", load, " \"threads\" at 2:3\n", R"ir(
  br r1, b1, b2
 b1:
  store.i4 [r1], 2 "*found" at 3:3
  goto b2
 b2:
  ret 0
}
)ir")));
}

TEST(StartedAgainTest, AnObjectIsPublishedInOrder) {
  EXPECT_THAT(RacesOfPublished("release", "acquire"), IsEmpty());
}

TEST(StartedAgainTest, AnObjectThatIsPublishedWithoutOrderIsNotFilledBefore) {
  EXPECT_THAT(RacesOfPublished("relaxed", "acquire"), testing::SizeIs(1));
}

}  // namespace
}  // namespace plait
