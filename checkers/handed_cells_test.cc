// What a thread finds in memory that it was handed, once it has waited for others.
#include <string>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::IsEmpty;

// Each thread is handed a record with its number, looks into it only after it had a lock, and
// writes the slot with that number. `later`: what main does in each turn once it has started one.
proto::Report CheckNumbersReadLate(const std::string& later) {
  return CheckText(absl::StrCat(R"ir(
global records "int[64]" size 256 definition file "a.c" line 3
global results "int[64]" size 256 definition file "a.c" line 3
global workers "pthread_t[64]" size 512 definition file "a.c" line 3
proc main(argc:int) -> int file "a.c" line 40 {
 b0:
  r1 = assign 0
  goto b1
 b1:
  r2 = lt.i4 r1, r0 at 3:3
  br r2, b2, b3 at 3:3
 b2:
  r3 = address.p8 [@records + r1*4] at 4:3
  store.i4 r3, r1 "*record" at 4:3
  r4 = address.p8 [@workers + r1*8] at 4:3
  r5 = call.i4 pthread_create(r4, 0, &work, r3) at 4:3
)ir",
                                later, R"ir(
  r1 = add.i4 r1, 1
  goto b1
 b3:
  ret 0
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = call pthread_mutex_lock(@m) at 1:3
  r2 = call pthread_mutex_unlock(@m) at 2:3
  r3 = load.i4 r0 "*record" at 3:3
  store.i4 [@results + r3*4], 1 "results[]" at 3:5
  ret 0
}
)ir"));
}

TEST(HandedCellsTest, NumberReadLateIsTheOneHandedOver) {
  const proto::Report report = CheckNumbersReadLate("");
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

TEST(HandedCellsTest, NumberThatIsChangedMeanwhileIsNot) {
  const proto::Report own = CheckNumbersReadLate("  store.i4 r3, 7 \"*record\" at 5:3\n");
  EXPECT_THAT(Variables(own), testing::Contains(testing::HasSubstr("results")));
  const proto::Report first =
      CheckNumbersReadLate("  store.i4 @records, 7 \"records[0]\" at 5:3\n");
  EXPECT_THAT(Variables(first), testing::Contains(testing::HasSubstr("results")));
}

// Each thread is handed a record with the bounds of its part, and looks into it anew each time that
// it had a lock. `later`: what main does in each turn once it has started one.
proto::Report CheckBoundsReadAgain(const std::string& later) {
  return CheckText(absl::StrCat(R"ir(
global parts "int[64]" size 256 definition file "a.c" line 3
global results "int[1024]" size 4096 definition file "a.c" line 3
global workers "pthread_t[64]" size 512 definition file "a.c" line 3
proc main(argc:int) -> int file "a.c" line 40 {
 b0:
  r1 = assign 0
  goto b1
 b1:
  r2 = lt.i4 r1, 4 at 3:3
  br r2, b2, b3 at 3:3
 b2:
  r3 = address.p8 [@parts + r1*8] at 4:3
  r4 = mul.i4 r1, 16
  store.i4 r3, r4 "part->first" at 4:3
  r5 = add.i4 r4, 16
  store.i4 [r3 + 4], r5 "part->end" at 4:3
  r6 = address.p8 [@workers + r1*8] at 4:3
  r7 = call.i4 pthread_create(r6, 0, &work, r3) at 4:3
)ir",
                                later, R"ir(
  r1 = add.i4 r1, 1
  goto b1
 b3:
  ret 0
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  goto b1
 b1:
  r1 = load.i4 r0 "part->first" at 1:3
  r2 = load.i4 [r0 + 4] "part->end" at 1:9
  r3 = assign r1
  goto b2
 b2:
  r4 = lt.i4 r3, r2 at 2:3
  br r4, b3, b4 at 2:3
 b3:
  store.i4 [@results + r3*4], 1 "results[]" at 3:5
  r3 = add.i4 r3, 1
  goto b2
 b4:
  r5 = call pthread_mutex_lock(@m) at 4:3
  r6 = call pthread_mutex_unlock(@m) at 4:9
  goto b1
}
)ir"));
}

TEST(HandedCellsTest, BoundsReadAgainAreThoseHandedOver) {
  const proto::Report report = CheckBoundsReadAgain("");
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

TEST(HandedCellsTest, BoundsThatAreChangedMeanwhileAreNot) {
  EXPECT_THAT(
      Variables(CheckBoundsReadAgain("  store.i4 [@parts + 4], 20 \"parts[0].end\" at 5:3\n")),
      testing::Contains(testing::HasSubstr("results")));
}

}  // namespace
}  // namespace plait
