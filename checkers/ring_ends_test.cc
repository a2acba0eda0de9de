#include "checkers/ring_ends.h"

#include <string>
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

// Who fills a ring of four and who empties it, round after round. The ends are `counter` and
// `other`.
constexpr char kFill[] = R"ir(
proc fill(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  goto b1
 b1:
  r1 = load.u4 @counter relaxed "counter" at 1:3
  r2 = load.u4 @other acquire "other" at 2:3
  r3 = sub.u4 r1, r2
  r4 = eq.u4 r3, 4
  br r4, b1, b2
 b2:
  r5 = rem.u4 r1, 4
  store.i4 [@slots + r5*4], 7 "slots" at 3:3
  r6 = add.u4 r1, 1
  store.u4 @counter, r6 release "counter" at 4:3
  goto b1
}
)ir";

constexpr char kEmpty[] = R"ir(
proc empty(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  goto b1
 b1:
  r1 = load.u4 @other relaxed "other" at 1:3
  r2 = load.u4 @counter acquire "counter" at 2:3
  r3 = eq.u4 r1, r2
  br r3, b1, b2
 b2:
  r5 = rem.u4 r1, 4
  r6 = load.i4 [@slots + r5*4] "slots" at 3:3
  r7 = add.u4 r1, 1
  store.u4 @other, r7 release "other" at 4:3
  goto b1
}
)ir";

constexpr char kMain[] = R"ir(
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &fill, 0)
  r1 = call pthread_create(s1, 0, &empty, 0)
  ret 0
}
)ir";

using Changes = std::vector<std::pair<const char*, const char*>>;

std::vector<std::string> Races(const Changes& in_fill, const Changes& in_empty,
                               const Changes& in_main = {}) {
  return Variables(CheckText(absl::StrCat(absl::StrReplaceAll(kFill, in_fill),
                                          absl::StrReplaceAll(kEmpty, in_empty),
                                          absl::StrReplaceAll(kMain, in_main))));
}

TEST(RingEndsTest, WhoFillsAndWhoEmptiesUseDifferentElements) {
  EXPECT_THAT(Races({}, {}), IsEmpty());
  EXPECT_THAT(Races({{"eq.u4 r3, 4", "eq.u4 r3, 3"}}, {}), IsEmpty());
  EXPECT_THAT(Races({{"eq.u4 r3, 4", "ge.u4 r3, 4"}}, {}), IsEmpty());
}

TEST(RingEndsTest, NumbersMayGoAround) {
  const Changes fill = {{"r3 = sub.u4 r1, r2", "r3 = add.u4 r1, 1\n  r8 = rem.u4 r3, 4"},
                        {"eq.u4 r3, 4", "eq.u4 r8, r2"},
                        {"@counter, r6", "@counter, r8"}};
  const Changes empty = {{"r7 = add.u4 r1, 1", "r8 = add.u4 r1, 1\n  r7 = rem.u4 r8, 4"}};
  EXPECT_THAT(Races(fill, empty), IsEmpty());
  EXPECT_THAT(Races(fill, {}), Not(IsEmpty()));
}

TEST(RingEndsTest, NumbersOfOneByteDoNotGoOn) {
  const Changes narrow = {{"load.u4 @", "load.u1 @"}, {"store.u4 @", "store.u1 @"}};
  EXPECT_THAT(Races(narrow, narrow), Not(IsEmpty()));
}

TEST(RingEndsTest, MoreRoomThanElementsIsTooMuch) {
  EXPECT_THAT(Races({{"eq.u4 r3, 4", "eq.u4 r3, 5"}}, {}), Not(IsEmpty()));
}

TEST(RingEndsTest, WhoLooksMustSeeWhatCameBefore) {
  EXPECT_THAT(Races({}, {{"@counter acquire", "@counter relaxed"}}), Not(IsEmpty()));
  EXPECT_THAT(Races({{"r6 release", "r6 relaxed"}}, {}), Not(IsEmpty()));
}

TEST(RingEndsTest, AnElementIsUsedBeforeTheEndMovesOn) {
  const Changes late = {{"  r6 = load.i4 [@slots + r5*4] \"slots\" at 3:3\n", ""},
                        {"at 4:3\n", "at 4:3\n  r6 = load.i4 [@slots + r5*4] \"slots\" at 5:3\n"}};
  EXPECT_THAT(Races({}, late), Not(IsEmpty()));
}

TEST(RingEndsTest, AnEndMovesByOne) {
  EXPECT_THAT(Races({{"add.u4 r1, 1", "add.u4 r1, 2"}}, {}), Not(IsEmpty()));
}

TEST(RingEndsTest, OneThreadMovesAnEnd) {
  EXPECT_THAT(Races({}, {}, {{"&empty", "&fill"}, {"  ret 0", "  r2 = call empty(0)\n  ret 0"}}),
              Not(IsEmpty()));
}

// The thread that moves it on as well uses no element.
TEST(RingEndsTest, AnotherThreadDoesNotMoveTheEnd) {
  const std::string skip =
      absl::StrReplaceAll(kFill, {{"proc fill", "proc skip"},
                                  {"relaxed", "acquire"},
                                  {"  store.i4 [@slots + r5*4], 7 \"slots\" at 3:3\n", ""}});
  EXPECT_THAT(Variables(CheckText(absl::StrCat(
                  kFill, kEmpty, skip,
                  absl::StrReplaceAll(
                      kMain, {{"  ret 0",
                               "  r2 = call pthread_create(@threads, 0, &skip, 0)\n  ret 0"}})))),
              Not(IsEmpty()));
}

TEST(RingEndsTest, BothStartAtOneNumber) {
  EXPECT_THAT(
      Races({}, {}, {{" b0:\n", " b0:\n  store.u4 @counter, 2 release \"counter\" at 1:3\n"}}),
      Not(IsEmpty()));
}

}  // namespace
}  // namespace plait
