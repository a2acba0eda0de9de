#include "checkers/member_types.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;

// The head of a list is no element, though a pointer to it was found where elements are.
TEST(MemberTypesTest, AMemberOfAnotherTypeThanTheVariableHasIsADoubt) {
  const auto check = [](const std::string& field) {
    return Variables(CheckText(absl::StrCat(R"ir(
record "struct link" size 8 {
  field next "struct link*" offset 0 size 8
}
record "struct item" size 16 {
  field link "struct link" offset 0 size 8
  field size "int" offset 8 size 4
}
record "struct queue" size 16 {
  field lock "int" offset 0 size 4
  field head "struct link" offset 8 size 8
}
global queue "struct queue" size 16 definition file "a.c" line 3
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.p8 [r0 + 8], 0 "found->size" field ")ir",
                                            field, R"ir(" at 3:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, @queue) at 1:3
  store.p8 [@queue + 8], 0 "queue.head.next" field "link.next" at 4:3
  ret 0
}
)ir")));
  };
  EXPECT_THAT(check("item.size"), ElementsAre("queue.head.next:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(check("link.next"), ElementsAre("queue.head.next:CONFIDENCE_RACE"));
  EXPECT_THAT(check("queue.head"), ElementsAre("queue.head.next:CONFIDENCE_RACE"));
  EXPECT_THAT(check("queue.lock"), ElementsAre("queue.head.next:CONFIDENCE_POSSIBLE"));
}

TEST(MemberTypesTest, AMemberOfARecordIsNoNumber) {
  const auto check = [](const std::string& field) {
    return Variables(CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i4 [r0 + 0], 0 "found->next" )ir",
                                            field, R"ir( at 3:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, @counter) at 1:3
  store.i4 @counter, 0 "counter" at 4:3
  ret 0
}
)ir")));
  };
  EXPECT_THAT(check("field \"link.next\""), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(check(""), ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(MemberTypesTest, MembersOfTwoRecordsWithNothingInCommonAreOfTwoObjects) {
  const auto check = [](const std::string& field) {
    return Variables(CheckText(absl::StrCat(R"ir(
record "struct link" size 8 {
  field next "struct link*" offset 0 size 8
}
record "struct item" size 16 {
  field link "struct link" offset 0 size 8
  field size "int" offset 8 size 4
}
record "struct job" size 8 {
  field done "long" offset 0 size 8
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i8 [r0 + 0], 0 "found->done" field ")ir",
                                            field, R"ir(" at 3:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call.p malloc(64) at 1:3
  r1 = call pthread_create(s0, 0, &work, r0) at 1:3
  store.i8 [r0 + 0], 0 "link->next" field "link.next" at 4:3
  ret 0
}
)ir")));
  };
  EXPECT_THAT(check("job.done"), ElementsAre("link.next:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(check("item.link"), ElementsAre("link.next:CONFIDENCE_RACE"));
}

}  // namespace
}  // namespace plait
