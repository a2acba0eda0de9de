#include "checkers/containers.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

// Two threads that each look into eight lists, one lock for each, add a node and change the first
// one. `found` comes after the lock is taken, with the number of the list in r1 and of the turn in
// r9; it leaves the node to be changed in r5.
proto::Report CheckLists(const std::string& found, const std::string& added = "") {
  return CheckText(absl::StrCat(R"ir(
global heads "struct node*[8]" size 64 definition file "a.c" line 3
global locks "pthread_mutex_t[8]" size 320 definition file "a.c" line 4
global all "struct node*" size 8 definition file "a.c" line 5
proc pick(i:int) -> ptr file "a.c" line 6 {
 b0:
  r1 = load.p8 [@heads + r0*8]
  r2 = call.i4 __VERIFIER_nondet_int()
  br r2, b1, b2
 b1:
  r1 = load.p8 [r1 + 8]
  goto b2
 b2:
  ret r1
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r9 = assign 0
  r7 = assign.ptr 0
  goto b1
 b1:
  r10 = lt.i4 r9, 100
  br r10, b2, b6
 b2:
  r0 = call.i4 __VERIFIER_nondet_int()
  r1 = rem.u4 r0, 8
  r2 = address.p8 [@locks + r1*40]
  call pthread_mutex_lock(r2)
  r3 = call.p8 malloc(16)
  store.i4 r3, 0
  r4 = load.p8 [@heads + r1*8] "heads[]" at 1:3
  store.p8 [r3 + 8], r4
  store.p8 [@heads + r1*8], r3 "heads[]" at 2:3
)ir",
                                added, R"ir(
  goto b3
 b3:
)ir",
                                found, R"ir(
  br r5, b4, b5
 b4:
  r6 = load.i4 r5 "node->n" at 3:3
  r6 = add.i4 r6, 1
  store.i4 r5, r6 "node->n" at 3:3
  goto b5
 b5:
  r8 = address.p8 [@locks + r1*40]
  call pthread_mutex_unlock(r8)
  r9 = add.i4 r9, 1
  goto b1
 b6:
  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r1 = call.i4 pthread_create(s0, 0, &work, 0)
  r2 = call.i4 pthread_create(s1, 0, &work, 0)
  ret 0
}
)ir"));
}

TEST(ContainersTest, NodesAreGuardedByTheLockOfTheirList) {
  const proto::Report first = CheckLists("  r5 = load.p8 [@heads + r1*8]\n");
  EXPECT_EQ(first.verdict(), proto::VERDICT_RACE_FREE) << Reasons(first);
  const proto::Report second =
      CheckLists("  r5 = load.p8 [@heads + r1*8]\n  r5 = load.p8 [r5 + 8]\n");
  EXPECT_EQ(second.verdict(), proto::VERDICT_RACE_FREE) << Reasons(second);
}

// Whether the nodes may race, whatever is said of the lists themselves.
bool NodesRace(const std::string& found, const std::string& added = "") {
  const std::vector<std::string> races = Variables(CheckLists(found, added));
  return std::any_of(races.begin(), races.end(),
                     [](const std::string& race) { return race.starts_with("node"); });
}

TEST(ContainersTest, NodesOfAnotherListAreNotGuarded) {
  EXPECT_FALSE(NodesRace("  r5 = load.p8 [@heads + r1*8]\n  r5 = load.p8 [r5 + 8]\n"));
  EXPECT_TRUE(
      NodesRace("  r11 = add.i4 r1, 1\n  r11 = rem.u4 r11, 8\n  r5 = load.p8 [@heads + r11*8]\n"));
  // The node of the turn before is in the list of that turn, also if a call has chosen it.
  EXPECT_TRUE(
      NodesRace("  r5 = assign.ptr r7\n  r7 = load.p8 [@heads + r1*8]\n  r7 = load.p8 [r7 + 8]\n"));
  EXPECT_TRUE(NodesRace("  r5 = assign.ptr r7\n  r7 = call.p8 pick(r1)\n"));
  EXPECT_FALSE(NodesRace("  r5 = call.p8 pick(r1)\n"));
}

TEST(ContainersTest, NodesThatAreInTwoListsAreNotGuarded) {
  const std::string found = "  r5 = load.p8 [@heads + r1*8]\n  r5 = load.p8 [r5 + 8]\n";
  for (const char* added :
       {"  r12 = load.p8 @all\n  store.p8 @all, r3\n  store.p8 [@heads + r1*8], r12\n",
        "  r12 = add.i4 r1, 1\n  r12 = rem.u4 r12, 8\n  store.p8 [@heads + r12*8], r3\n",
        "  r12 = add.i4 r1, 1\n  r12 = rem.u4 r12, 8\n  r13 = load.p8 [@heads + r12*8]\n"
        "  store.p8 [r3 + 8], r13\n"}) {
    EXPECT_TRUE(NodesRace(found, added)) << added;
  }
}

}  // namespace
}  // namespace plait
