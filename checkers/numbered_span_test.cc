// Parts of one array by the numbers of threads, as the analysis alone sees them.
#include <string>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

// Each thread has a share of the cells, to before `end`, in r10, or the size if that is less.
proto::Report CheckShares(const std::string& end) {
  return CheckCode(absl::StrCat(R"ir(
global cells "double*" size 8 definition file "a.c" line 3
global size "unsigned long" size 8 definition file "a.c" line 4
global count "unsigned long" size 8 definition file "a.c" line 4
proc work(arg:ptr) -> ptr file "a.c" line 5 {
  var r1 share
  var r6 first
  var r8 end
  var r14 i
 b0:
  r2 = load.u8 @size "size" at 1:32
  r3 = add.u8 r2, 2 at 1:37
  r4 = load.u8 @count "count" at 1:44
  r5 = div.u8 r3, r4 at 1:42
  r1 = assign r5 at 1:42
  r7 = mul.u8 r0, r1 at 1:80
  r6 = assign r7 at 1:80
  )ir",
                                end, R"ir(
  r8 = assign r10 at 2:29
  r11 = load.u8 @size "size" at 3:14
  r12 = ge.u4 r8, r11 at 3:11
  br r12, b1, b2 at 3:11
 b1:
  r13 = load.u8 @size "size" at 3:26
  r8 = assign r13 at 3:26
  goto b2 at 3:26
 b2:
  r14 = assign r6 at 4:22
  goto b3 at 4:22
 b3:
  r15 = lt.u4 r14, r8 at 4:35
  br r15, b4, b5 at 4:35
 b4:
  r16 = load.p8 @cells "cells" at 4:47
  store.x8 [r16 + r14*8], ? "cells[i]" at 4:47
  r17 = add.u8 r14, 1 at 4:42
  r14 = assign r17 at 4:42
  goto b3 at 4:42
 b5:
  ret 0 at 5:3
}
proc main(argc:int, argv:ptr) -> int file "a.c" line 12 {
  slot s0 t "unsigned long" size 8 at 4:59
  var r7 i
 b0:
  r2 = load.p8 [r1 + 8] "argv[1]" at 1:18
  r3 = call.i4 atoi(r2) "atoi" at 1:13
  store.u8 @count, r3 "count" at 1:3
  r4 = load.p8 [r1 + 16] "argv[2]" at 2:15
  r5 = call.i4 atoi(r4) "atoi" at 2:10
  store.u8 @size, r5 "size" at 2:3
  r6 = call.p8 malloc(8000000) "malloc" type "double" at 3:11
  store.p8 @cells, r6 "cells" at 3:3
  r7 = assign 0 at 4:22
  goto b1 at 4:22
 b1:
  r8 = load.u8 @count "count" at 4:33
  r9 = lt.u4 r7, r8 at 4:31
  br r9, b2, b3 at 4:31
 b2:
  r10 = call.i4 pthread_create(s0, 0, &work, r7) "pthread_create" at 4:62
  r11 = add.u8 r7, 1 at 4:42
  r7 = assign r11 at 4:42
  goto b1 at 4:42
 b3:
  ret 0 at 5:3
}
)ir"));
}

TEST(NumberedSpanTest, SharesThatEndAtTheSizeLieApart) {
  const proto::Report report = CheckShares("r10 = add.u8 r6, r1 at 2:29");
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

// If the share is 0, one less is more than the size.
TEST(NumberedSpanTest, ShareLessOneMayWrapAround) {
  const proto::Report report =
      CheckShares("r9 = sub.u8 r1, 1 at 2:38\n  r10 = add.u8 r6, r9 at 2:29");
  EXPECT_NE(report.verdict(), proto::VERDICT_RACE_FREE);
}

// Each thread finds its number and the length of its share in its own record, where main puts them;
// `in_turn` is done in each turn of the loop that starts them.
proto::Report CheckRecords(const std::string& in_turn) {
  return CheckCode(absl::StrCat(R"ir(
record "struct part" size 16 {
  field number "long" offset 0 size 8
  field share "long" offset 8 size 8
}
global cells "double*" size 8 definition file "a.c" line 4
proc work(arg:ptr) -> ptr file "a.c" line 5 {
  var r1 part
  var r2 first
  var r6 end
  var r9 i
 b0:
  r1 = assign.p r0 at 1:22
  r3 = load.i8 r1 "part->number" field "part.number" at 2:22
  r4 = load.i8 [r1 + 8] "part->share" field "part.share" at 2:37
  r5 = mul.i8 r3, r4 at 2:35
  r2 = assign r5 at 2:35
  r7 = load.i8 [r1 + 8] "part->share" field "part.share" at 2:64
  r8 = add.i8 r2, r7 at 2:62
  r6 = assign r8 at 2:62
  r9 = assign r2 at 3:13
  goto b1 at 3:13
 b1:
  r10 = lt.i4 r9, r6 at 3:26
  br r10, b2, b3 at 3:26
 b2:
  r11 = load.p8 @cells "cells" at 3:38
  store.x8 [r11 + r9*8], ? "cells[i]" at 3:38
  r12 = add.i8 r9, 1 at 3:33
  r9 = assign r12 at 3:33
  goto b1 at 3:33
 b3:
  ret 0 at 4:3
}
proc main(argc:int, argv:ptr) -> int file "a.c" line 11 {
  slot s0 t "unsigned long" size 8 at 5:15
  var r3 parts
  var r6 share
  var r9 i
 b0:
  r2 = call.p8 malloc(8000000) "malloc" type "double" at 1:11
  store.p8 @cells, r2 "cells" at 1:3
  r4 = mul.u8 r0, 16 at 2:36
  r5 = call.p8 malloc(r4) "malloc" type "struct part" at 2:24
  r3 = assign.p r5 at 2:24
  r7 = load.p8 [r1 + 8] "argv[1]" at 3:21
  r8 = call.i4 atoi(r7) "atoi" at 3:16
  r6 = assign r8 at 3:16
  r9 = assign 0 at 4:12
  goto b1 at 4:12
 b1:
  r10 = lt.i4 r9, r0 at 4:21
  br r10, b2, b3 at 4:21
 b2:
  )ir",
                                in_turn, R"ir(
  store.i8 [r3 + r9*16], r9 "parts[i].number" field "part.number" at 7:5
  store.i8 [r3 + 8 + r9*16], r6 "parts[i].share" field "part.share" at 8:5
  r13 = address.p8 [r3 + r9*16] at 9:5
  r14 = call.i4 pthread_create(s0, 0, &work, r13) "pthread_create" at 9:5
  r15 = add.i4 r9, 1 at 4:29
  r9 = assign r15 at 4:29
  goto b1 at 4:29
 b3:
  ret 0 at 10:3
}
)ir"));
}

TEST(NumberedSpanTest, NumbersMadeBeforeTheLoopAreTheSameForAll) {
  const proto::Report report = CheckRecords("");
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

TEST(NumberedSpanTest, NumbersMadeInTheTurnDiffer) {
  const proto::Report report = CheckRecords(R"ir(r11 = load.p8 [r1 + r9*8] "argv[i]" at 6:18
  r12 = call.i4 atoi(r11) "atoi" at 6:13
  r6 = assign r12 at 6:13)ir");
  EXPECT_NE(report.verdict(), proto::VERDICT_RACE_FREE);
}

}  // namespace
}  // namespace plait
