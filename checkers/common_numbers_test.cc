// Rows of a matrix whose size threads look up behind pointers, as the analysis alone sees them.
#include "checkers/common_numbers.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

// Whether two threads that take rows from a counter may write to one row. `in_main` is done while
// they run.
bool MayRowsMeet(const std::string& in_main) {
  const proto::Report report = CheckCode(absl::StrCat(R"ir(
global place "struct team*" size 8 definition file "a.c" line 9
proc work(arg:ptr) -> ptr file "a.c" line 20 {
  var r10 i
 b0:
  r1 = load.p8 @place "place" at 1:3
  goto b1
 b1:
  r4 = update.i4 add [r1 + 16], 1 relaxed "team->next" at 3:42
  r5 = load.p8 [r1 + 8] "team->to" at 4:16
  r6 = load.i4 r5 "team->to->size" at 4:16
  r7 = ge.i4 r4, r6 at 4:13
  br r7, b2, b3 at 4:13
 b2:
  ret 0
 b3:
  r10 = assign 0
  goto b4
 b4:
  r12 = load.i4 r5 "team->to->size" at 6:25
  r13 = lt.i4 r10, r12 at 6:23
  br r13, b5, b1 at 6:23
 b5:
  r16 = load.i4 r5 "team->to->size" at 7:33
  r17 = mul.u8 r4, r16 at 7:31
  r18 = add.u8 r17, r10 at 7:48
  r23 = load.p8 [r5 + 8] "team->to->cells" at 8:7
  store.i4 [r23 + r18*4], 1 "team->to->cells[at]" at 8:7
  r19 = add.i4 r10, 1 at 6:41
  r10 = assign r19
  goto b4
}
proc main(argc:int) -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
  slot s2 to "struct matrix" size 16
  slot s3 team "struct team" size 24
 b0:
  store.i4 s2, r0 "to.size" at 1:3
  r1 = mul.u8 r0, r0
  r2 = call.p8 calloc(r1, 4) "calloc" at 2:3
  store.p8 [s2 + 8], r2 "to.cells" at 2:3
  store.p8 [s3 + 8], s2 "team.to" at 3:3
  store.i4 [s3 + 16], 0 "team.next" at 4:3
  store.p8 @place, s3 "place" at 4:30
  r3 = call.i4 pthread_create(s0, 0, &work, 0) at 5:3
  r4 = call.i4 pthread_create(s1, 0, &work, 0) at 6:3
)ir",
                                                      in_main, R"ir(
  r5 = load.u8 s0
  r6 = call.i4 pthread_join(r5, 0) at 7:3
  r7 = load.u8 s1
  r8 = call.i4 pthread_join(r7, 0) at 8:3
  ret 0
}
)ir"));
  return std::any_of(report.races().begin(), report.races().end(), [](const proto::Race& race) {
    return race.first().text() == "team->to->cells[at]";
  });
}

TEST(CommonNumbersTest, ASizeThatNobodyWritesIsOneForAllThreads) { EXPECT_FALSE(MayRowsMeet("")); }

TEST(CommonNumbersTest, ASizeThatIsWrittenMeanwhileIsNot) {
  EXPECT_TRUE(MayRowsMeet("  store.i4 s2, 4 \"to.size\" at 6:9\n"));
}

}  // namespace
}  // namespace plait
