#include "checkers/built_locks.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::IsEmpty;

// Two threads run `work`, which ends in `ret 0`.
std::vector<std::string> RacesOfTwo(const std::string& work) {
  return Variables(CheckText(absl::StrCat(R"ir(
global table "int[32]" size 128 definition file "a.c" line 3
proc work(arg:ptr) -> ptr file "a.c" line 10 {
)ir",
                                          work, R"ir(  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r1 = call.i4 pthread_create(s0, 0, &work, 0)
  r2 = call.i4 pthread_create(s1, 0, &work, 0)
  ret 0
}
)ir")));
}

TEST(BuiltLocksTest, AWordMayHoldItsOwner) {
  const auto races = [](const std::string& owner) {
    return RacesOfTwo(absl::StrCat(" b0:\n  r0 = call.i8 ", owner, R"ir(()
  goto b1
 b1:
  r1 = update.i8 exchange @threads, r0 seq_cst "threads" at 1:3
  br r1, b1, b2
 b2:
  store.i4 @counter, 1 "counter" at 2:3
  store.i8 @threads, 0 seq_cst "threads" at 3:3
)ir"));
  };
  EXPECT_THAT(races("pthread_self"), IsEmpty());
  EXPECT_THAT(races("__VERIFIER_nondet_long"), testing::Not(IsEmpty()));  // may be 0
}

TEST(BuiltLocksTest, ElementsBehindAWordAreNotTheWord) {
  const auto races = [](const std::string& element) {
    return RacesOfTwo(absl::StrCat(R"ir( b0:
  goto b1
 b1:
  r1 = update.i4 exchange @table, 1 seq_cst "table" at 1:3
  br r1, b1, b2
 b2:
  r3 = assign 0
  goto b3
 b3:
  r2 = lt.i4 r3, 20
  br r2, b4, b7
 b4:
  r4 = load.i4 )ir",
                                   element, R"ir( "table" at 2:3
  br r4, b5, b6
 b5:
  r3 = add.i4 r3, 1
  goto b3
 b6:
  store.i4 )ir",
                                   element, R"ir(, 1 "table" at 3:3
  store.i4 @counter, 1 "counter" at 4:3
  goto b7
 b7:
  store.i4 @table, 0 seq_cst "table" at 5:3
)ir"));
  };
  EXPECT_THAT(races("[@table + 8 + r3*4]"), IsEmpty());
  EXPECT_THAT(races("[@table + r3*4]"), testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace plait
