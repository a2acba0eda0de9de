#include "checkers/own_values.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;

// Threads that clear the counter if it is what `own` says.
std::string ClearedIf(const std::string& own) {
  return absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
)ir",
                      own, R"ir(
  br r1, b1, b3
 b1:
  r2 = load.i4 @counter "counter" at 1:3
  r3 = eq.u4 r1, r2
  br r3, b2, b3
 b2:
  store.i4 @counter, 0 "counter" at 2:3
  goto b3
 b3:
  ret 0
}
proc main(first:int) -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  store.i4 @counter, r0 "counter" at 1:3
  r1 = call pthread_create(s0, 0, &work, 0) at 2:3
  r2 = call pthread_create(s1, 0, &work, 0) at 3:3
  ret 0
}
)ir");
}

TEST(OwnValuesTest, WhoFindsItsOwnValueInAVariableIsAlone) {
  EXPECT_THAT(Variables(CheckCode(ClearedIf("  r1 = call.p8 pthread_getspecific(1)"))),
              ElementsAre("counter:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(Variables(CheckCode(ClearedIf("  r1 = call.i4 input()"))),
              ElementsAre("counter:CONFIDENCE_RACE"));
}

}  // namespace
}  // namespace plait
