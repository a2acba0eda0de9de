#include "checkers/common_span.h"

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

using ::testing::IsEmpty;
using ::testing::Not;

// A thread that writes what it is handed.
constexpr char kWork[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i4 [r0], 1 "slot" at 1:3
  ret 0
}
)ir";

// Who starts one for each of the first n elements, and then writes the one behind them.
constexpr char kMain[] = R"ir(
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
 entry:
  r0 = call atoi(@slots)
  r1 = assign 0
  goto loop
 loop:
  r2 = lt.i4 r1, r0
  br r2, start, rest
 start:
  r3 = address.p8 [@slots + r1*4]
  r4 = call pthread_create(s0, 0, &work, r3)
  r1 = add.i4 r1, 1
  goto loop
 rest:
  store.i4 [@slots + r0*4], 7 "slot" at 3:3
  ret 0
}
)ir";

using Changes = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> Races(const Changes& in_main) {
  return Variables(CheckCode(absl::StrCat(kWork, absl::StrReplaceAll(kMain, in_main))));
}

TEST(CommonSpanTest, BehindThoseOfThreadsIsNoneOfTheirs) {
  EXPECT_THAT(Races({}), IsEmpty());
  EXPECT_THAT(Races({{"store.i4 [@slots + r0*4]", "store.i4 [@slots + r0*4 + 4]"}}), IsEmpty());
  EXPECT_THAT(Races({{"store.i4 [@slots + r0*4]", "store.i4 [@slots + r0*4 - 4]"}}),
              Not(IsEmpty()));
}

TEST(CommonSpanTest, BeforeThoseOfThreadsIsNoneOfTheirs) {
  const std::pair<std::string, std::string> first = {"store.i4 [@slots + r0*4]", "store.i4 @slots"};
  EXPECT_THAT(Races({first, {"r1 = assign 0", "r1 = assign 1"}}), IsEmpty());
  EXPECT_THAT(Races({first, {"[@slots + r1*4]", "[@slots + r1*4 + 4]"}}), IsEmpty());
  EXPECT_THAT(Races({first}), Not(IsEmpty()));
}

TEST(CommonSpanTest, ALimitHoldsForEachThread) {
  EXPECT_THAT(Races({{"lt.i4", "le.i4"}}), Not(IsEmpty())) << "one more is started";
  EXPECT_THAT(Races({{"  r1 = add", "  r0 = call atoi(@slots)\n  r1 = add"}}), Not(IsEmpty()))
      << "each turn has another";
}

// Main's number is another one when it comes there again, beside threads of before.
TEST(CommonSpanTest, NumbersOfAnEarlierRoundAreOthers) {
  EXPECT_THAT(
      Races({{" entry:\n", " entry:\n  goto round\n round:\n"}, {"  ret 0", "  goto round"}}),
      Not(IsEmpty()));
}

}  // namespace
}  // namespace plait
