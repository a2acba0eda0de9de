#include "checkers/finished_counts.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// A thread that adds to `other` under a lock, and counts itself out in `counter`.
constexpr char kWork[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call pthread_mutex_lock(@m)
  r1 = load.i4 @other "other" at 1:3
  r1 = add.i4 r1, 1
  store.i4 @other, r1 "other" at 1:3
  call pthread_mutex_unlock(@m)
  update.i4 sub @counter, 1 release "counter" at 2:3
  ret 0
}
)ir";

// Who counts, starts and awaits any number of them.
constexpr char kMain[] = R"ir(
proc main(n:int) -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
 b0:
  r1 = assign 0
  goto b1
 b1:
  r2 = lt.i4 r1, r0
  br r2, b2, b3
 b2:
  update.i4 add @counter, 1 seq_cst "counter" at 1:3
  r3 = call pthread_create(s0, 0, &work, 0)
  r1 = add.i4 r1, 1
  goto b1
 b3:
  r4 = load.i4 @counter acquire "counter" at 2:3
  r5 = eq.i4 r4, 0
  br r5, b4, b3
 b4:
  store.i4 @other, 7 "other" at 3:3
  ret 0
}
)ir";

using Changes = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> Races(const Changes& in_work, const Changes& in_main) {
  return Variables(CheckCode(
      absl::StrCat(absl::StrReplaceAll(kWork, in_work), absl::StrReplaceAll(kMain, in_main))));
}

constexpr char kCounted[] = "  update.i4 add @counter, 1 seq_cst \"counter\" at 1:3\n";
constexpr char kOut[] = "  update.i4 sub @counter, 1 release \"counter\" at 2:3\n";

TEST(FinishedCountsTest, WhoFindsThatAllAreDoneComesAfterThem) {
  EXPECT_THAT(Races({}, {}), IsEmpty());
  EXPECT_THAT(Races({}, {{"eq.i4 r4, 0", "le.i4 r4, 0"}}), IsEmpty());
}

TEST(FinishedCountsTest, EachIsCountedBeforeItIsStarted) {
  EXPECT_THAT(Races({}, {{kCounted, ""}}), Not(IsEmpty()));
  EXPECT_THAT(Races({}, {{kCounted, ""},
                         {"  r1 = assign 0\n", absl::StrCat("  r1 = assign 0\n", kCounted)}}),
              Not(IsEmpty()))
      << "once for all";
  EXPECT_THAT(
      Races({}, {{"  r1 = add", "  r3 = call pthread_create(s0, 0, &work, 0)\n  r1 = add"}}),
      Not(IsEmpty()))
      << "two for one step";
}

TEST(FinishedCountsTest, AThreadIsDoneWhenItCountsItselfOut) {
  EXPECT_THAT(
      Races({{kOut, ""},
             {"  call pthread_mutex_lock", absl::StrCat(kOut, "  call pthread_mutex_lock")}},
            {}),
      Not(IsEmpty()));
}

TEST(FinishedCountsTest, AThreadCountsItselfOutOnce) {
  EXPECT_THAT(Races({{kOut, absl::StrCat(kOut, kOut)}}, {}), Not(IsEmpty()));
}

TEST(FinishedCountsTest, WhoLooksSeesWhatCameBefore) {
  EXPECT_THAT(Races({{"1 release", "1 relaxed"}}, {}), Not(IsEmpty()));
  EXPECT_THAT(Races({}, {{"@counter acquire", "@counter relaxed"}}), Not(IsEmpty()));
}

TEST(FinishedCountsTest, TheCountIsLookedAtAfterTheLastStep) {
  EXPECT_THAT(Races({}, {{" b4:\n", absl::StrCat(" b4:\n", kCounted,
                                                 "  r3 = call pthread_create(s0, 0, &work, 0)\n")
                                        .c_str()}}),
              Not(IsEmpty()));
}

// A step that is not made for others to see is not known of where its procedure was called.
TEST(FinishedCountsTest, AStepOfAnotherProcedureIsSeenByThreads) {
  constexpr char kCount[] = R"ir(
proc count() -> int file "a.c" line 30 {
 b0:
  r0 = load.i4 @counter "counter" at 1:3
  r0 = add.i4 r0, 1
  store.i4 @counter, r0 "counter" at 1:3
  ret 0
}
)ir";
  const std::string again =
      absl::StrReplaceAll(kMain, {{" b4:\n",
                                   " b4:\n  r6 = call count()\n"
                                   "  r3 = call pthread_create(s0, 0, &work, 0)\n"}});
  EXPECT_THAT(Variables(CheckCode(absl::StrCat(kWork, kCount, again))),
              Contains(HasSubstr("other")));
}

TEST(FinishedCountsTest, NobodyElseMovesIt) {
  EXPECT_THAT(Races({}, {{" b3:\n", absl::StrCat(" b3:\n", kOut)}}), Not(IsEmpty()));
}

TEST(FinishedCountsTest, ItMayGoUpToHowManyThereAre) {
  const Changes up = {{"update.i4 sub", "update.i4 add"}};
  EXPECT_THAT(Races(up, {{kCounted, ""}, {"eq.i4 r4, 0", "eq.i4 r4, r0"}}), IsEmpty());
  EXPECT_THAT(Races(up, {{kCounted, ""}, {"eq.i4 r4, 0", "ge.i4 r4, r0"}}), IsEmpty());
  EXPECT_THAT(Races(up, {{kCounted, ""}, {"eq.i4 r4, 0", "eq.i4 r4, r0"}, {"lt.i4", "le.i4"}}),
              Not(IsEmpty()))
      << "one more is started";
}

TEST(FinishedCountsTest, ItMayStartAtHowManyThereAre) {
  const Changes set = {{kCounted, ""},
                       {"  r1 = assign 0\n",
                        "  r1 = assign 0\n  store.i4 @counter, 30 seq_cst \"counter\" at 1:3\n"},
                       {"lt.i4 r1, r0", "lt.i4 r1, 30"}};
  EXPECT_THAT(Races({}, set), IsEmpty());
  Changes too_few = set;
  too_few[2].second = "lt.i4 r1, 31";
  EXPECT_THAT(Races({}, too_few), Not(IsEmpty()));
}

}  // namespace
}  // namespace plait
