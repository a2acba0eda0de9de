// What is known of procedures that take too much work to be followed in full: less, but no code of
// theirs is lost.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr int kCells = 50;  // of s1
constexpr int kLoops = 6;

std::string Head(const std::string& procedure) {
  std::string text = absl::StrCat("proc ", procedure, " file \"a.c\" line 100 {\n",
                                  "  slot s0 t \"pthread_t\" size 8\n",
                                  "  slot s1 big \"int[50]\" size 200\n b0:\n");
  for (int i = 0; i < kCells; ++i) absl::StrAppend(&text, "  store.i4 [s1 + ", 4 * i, "], 1\n");
  return text;
}

// Four blocks from number `first` on, which read all cells in three loops, one inside the other,
// and go on to `next`.
std::string ReadOften(int first, int next) {
  std::string text;
  for (int loop = 0; loop < kLoops; ++loop) {
    absl::StrAppend(&text, " b", first + loop, ":\n  r7 = call.i4 rand()\n  store.i4 [s1 + ",
                    4 * loop, "], r7\n  br r7, b", first + loop + 1, ", b",
                    loop == 0 ? next : first + loop - 1, "\n");
  }
  absl::StrAppend(&text, " b", first + kLoops, ":\n");
  for (int i = 0; i < kCells; ++i) absl::StrAppend(&text, "  r8 = load.i4 [s1 + ", 4 * i, "]\n");
  return absl::StrCat(text, "  goto b", first + kLoops - 1, "\n");
}

// Each loop would be gone through twice for each turn of the one around it. What comes after a loop
// that is not left in its first turn is reached all the same.
TEST(LargeProcedureTest, LoopsInManyLoopsAreCutShort) {
  constexpr int kDepth = 40;
  std::string text = absl::StrCat(
      Head("main() -> int"),
      "  r9 = call pthread_create(s0, 0, &work, 0) at 2:3\n  r6 = assign 0\n", "  goto b1\n");
  for (int i = 1; i <= kDepth; ++i) {
    absl::StrAppend(&text, " b", i, ":\n  r8 = load.i4 [s1 + ", 4 * i,
                    "]\n  r6 = add.i4 r6, r8\n  goto b", i + 1, "\n");
  }
  for (int i = kDepth; i >= 1; --i) {
    const int block = 2 * kDepth + 1 - i;
    absl::StrAppend(&text, " b", block, ":\n  r7 = call.i4 rand()\n  br r7, b", i, ", b", block + 1,
                    "\n");
  }
  const int next = 2 * kDepth + 1;
  absl::StrAppend(&text, " b", next, ":\n  r5 = assign 0\n  goto b", next + 1, "\n");
  absl::StrAppend(&text, " b", next + 1, ":\n  r4 = lt.i4 r5, 100\n  br r4, b", next + 2, ", b",
                  next + 3, "\n");
  absl::StrAppend(&text, " b", next + 2, ":\n  r3 = load.i4 [s1 + r5*4]\n  r5 = add.i4 r5, 1\n",
                  "  goto b", next + 1, "\n");
  absl::StrAppend(&text, " b", next + 3,
                  ":\n  store.i4 @counter, 7 \"counter\" at 3:3\n  ret 0\n}\n");
  const proto::Report report = CheckText(absl::StrCat(kIncrement, text));
  EXPECT_THAT(Variables(report), Contains("counter:CONFIDENCE_RACE"));
}

TEST(LargeProcedureTest, ThreadsOfALoopRunBesideThoseOfEarlierTurns) {
  const proto::Report report = CheckText(
      absl::StrCat(kIncrement, Head("main() -> int"), "  goto b1\n",
                   " b1:\n  r2 = call.i4 rand()\n  br r2, b2, b10\n", ReadOften(2, 9),
                   " b9:\n  r9 = call pthread_create(s0, 0, &work, 0) at 2:3\n  goto b1\n",
                   " b10:\n  ret 0\n}\n"));
  EXPECT_THAT(Variables(report), Contains("counter:CONFIDENCE_RACE"));
}

// What a function writes that is called from where no more is followed is not known there.
TEST(LargeProcedureTest, ANumberMayHaveChangedInACallThatIsNotFollowed) {
  const proto::Report report = CheckText(absl::StrCat(
      kIncrement, "proc set(place:ptr) file \"a.c\" line 90 {\n b0:\n  store.i4 r0, 1\n  ret\n}\n",
      Head("main(argc:int, argv:ptr) -> int"), "  goto b1\n", ReadOften(1, 8),
      " b8:\n  r9 = load.p8 r1\n  r10 = load.i4 r9\n  br r10, b11, b9\n",
      " b9:\n  call set(r9)\n  r11 = load.i4 r9\n  br r11, b10, b11\n",
      " b10:\n  r12 = call pthread_create(s0, 0, &work, 0) at 2:3\n",
      "  store.i4 @counter, 7 \"counter\" at 3:3\n  ret 0\n", " b11:\n  ret 1\n}\n"));
  EXPECT_THAT(Variables(report), Contains(HasSubstr("counter:")));
}

TEST(LargeProcedureTest, AVariableMayHaveChangedInACallThatIsNotFollowed) {
  const proto::Report report = CheckText(absl::StrCat(
      kIncrement,
      "proc clear(place:ptr) file \"a.c\" line 90 {\n b0:\n  store.i4 r0, 0\n  ret\n}\n",
      Head("main() -> int"), "  goto b1\n", ReadOften(1, 8),
      " b8:\n  r9 = address.p8 [s1 + 196]\n  call clear(r9)\n  r11 = load.i4 [s1 + 196]\n",
      "  br r11, b10, b9\n", " b9:\n  r12 = call pthread_create(s0, 0, &work, 0) at 2:3\n",
      "  store.i4 @counter, 7 \"counter\" at 3:3\n  ret 0\n", " b10:\n  ret 1\n}\n"));
  EXPECT_THAT(Variables(report), Contains(HasSubstr("counter:")));
}

// The thread has made the flag 0, before and in each turn; another one has changed it since.
TEST(LargeProcedureTest, AFlagMayHaveBeenSetByOthersAgain) {
  const proto::Report report = CheckText(absl::StrCat(
      Head("work(arg:ptr) -> ptr"), "  store.i4 @other, 0 \"other\"\n  goto b1\n",
      " b1:\n  call pthread_mutex_lock(@m)\n  goto b2\n",
      " b2:\n  r1 = load.i4 @other \"other\"\n  br r1, b4, b3\n",
      " b3:\n  call pthread_cond_wait(@n, @m)\n  goto b2\n", ReadOften(4, 11),
      " b11:\n  r3 = load.i4 @counter \"counter\" at 1:3\n  r3 = add.i4 r3, 1\n",
      "  store.i4 @counter, r3 \"counter\" at 1:3\n",
      "  store.i4 @other, 0 \"other\"\n  call pthread_mutex_unlock(@m)\n  goto b1\n}\n",
      R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r9 = call pthread_create(s0, 0, &work, 0) at 2:3
  call pthread_mutex_lock(@m)
  store.i4 @other, 1 "other"
  call pthread_mutex_unlock(@m)
  store.i4 @counter, 1 "counter" at 3:3
  ret 0
}
)ir"));
  EXPECT_THAT(Reasons(report), HasSubstr("loop not stable"));
  EXPECT_THAT(Variables(report), Contains("counter:CONFIDENCE_LIKELY"));
}

}  // namespace
}  // namespace plait
