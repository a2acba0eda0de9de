#include "checkers/rounds.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;

// Two threads start a third one unless it is there, and end it. `before` and `after` its creation,
// and `stop`, are code of theirs.
std::vector<std::string> RacesOfRounds(const std::string& before, const std::string& after,
                                       const std::string& stop) {
  return Variables(CheckCode(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.i4 @counter "counter" at 1:3
  r1 = add.i4 r1, 1
  store.i4 @counter, r1 "counter" at 1:3
  ret 0
}
proc use() file "a.c" line 20 {
 b0:
  call pthread_mutex_lock(@m)
  r1 = load.i4 @other "other" at 1:3
  br r1, b2, b1
 b1:
  store.i4 @other, 1 "other" at 2:3
)ir",
                                          before, R"ir(
  r2 = call pthread_create(@threads, 0, &work, 0) at 4:3
)ir",
                                          after, R"ir(
  goto b2
 b2:
  call pthread_mutex_unlock(@m)
  call pthread_mutex_lock(@m)
)ir",
                                          stop, R"ir(
  store.i4 @other, 0 "other" at 8:3
  call pthread_mutex_unlock(@m)
  ret
}
proc user(arg:ptr) -> ptr file "a.c" line 40 {
 b0:
  call use() at 1:3
  ret 0
}
proc main() -> int file "a.c" line 50 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &user, 0) at 1:3
  call use() at 2:3
  ret 0
}
)ir")));
}

TEST(RoundsTest, WhatIsStartedUnlessItIsThereIsThereOnce) {
  const std::string write = "  store.i4 @counter, 5 \"counter\" at 3:3\n";
  const std::string join = "  r3 = load.i8 @threads\n  r4 = call pthread_join(r3, 0)\n";
  EXPECT_THAT(RacesOfRounds("", "", join), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesOfRounds(write, "", join), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesOfRounds("", write, join),
              ElementsAre(testing::AnyOf("counter:CONFIDENCE_RACE", "counter:CONFIDENCE_LIKELY")));
  EXPECT_THAT(RacesOfRounds("", "", ""),
              ElementsAre(testing::AnyOf("counter:CONFIDENCE_RACE", "counter:CONFIDENCE_LIKELY")));
}

}  // namespace
}  // namespace plait
