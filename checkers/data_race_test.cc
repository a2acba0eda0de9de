// Whole programs, as IR text: who races with whom, and what is shown of it. Whole programs in C are
// in tests/programs.
#include "checkers/data_race.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A thread is started where none runs, and joined where one does: a flag tells, which only main
// looks at. `stop`: what is done where one runs.
proto::Report CheckStartedAndStopped(const std::string& stop) {
  return CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i4 @slots, 1 "slots" at 1:3
  ret 0
}
proc start() file "a.c" line 20 {
 b0:
  r0 = load.i4 @counter "counter" at 1:3
  br r0, b2, b1
 b1:
  store.i4 @counter, 1 "counter" at 2:3
  r1 = call pthread_create(@threads, 0, &work, 0) at 3:3
  ret
 b2:
  ret
}
proc stop() file "a.c" line 30 {
 b0:
  r0 = load.i4 @counter "counter" at 1:3
  br r0, b1, b2
 b1:
)ir",
                                stop, R"ir(
  store.i4 @counter, 0 "counter" at 3:3
  ret
 b2:
  ret
}
proc main() -> int file "a.c" line 40 {
 b0:
  call start() at 1:3
  call stop() at 2:3
  store.i4 @slots, 2 "slots" at 3:3
  call start() at 4:3
  call stop() at 5:3
  ret 0
}
)ir"));
}

TEST(DataRaceTest, FlagOfTheMainThreadTellsWhetherAThreadRuns) {
  const proto::Report joins = CheckStartedAndStopped(
      "  r1 = load.u8 @threads \"threads\" at 2:3\n  r2 = call pthread_join(r1, 0) at 2:5\n");
  EXPECT_THAT(Variables(joins), testing::IsEmpty());
  EXPECT_EQ(joins.verdict(), proto::VERDICT_RACE_FREE) << Reasons(joins);
  EXPECT_THAT(Variables(CheckStartedAndStopped("")),
              testing::Contains(testing::HasSubstr("slots")));
}

TEST(DataRaceTest, TwoThreadsWithoutLock) {
  const proto::Report report = CheckText(absl::StrCat(kIncrement, R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  store.i4 @counter, 5 "counter" at 2:3
  r1 = load.i8 s0
  r2 = call pthread_join(r1, 0)
  r3 = load.i4 @counter
  ret r3
}
)ir"));
  EXPECT_THAT(Variables(report), ElementsAre("counter:CONFIDENCE_RACE"));
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE) << Reasons(report);
}

// A word that is made another number than 0 in some turn of a loop is most likely a count.
TEST(DataRaceTest, WordsThatAreClaimedOnSomeWaysAreShownAsNoLocks) {
  const proto::Report report = CheckText(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r0 = assign 0
  goto b1
 b1:
  r2 = call.i4 __VERIFIER_nondet_int()
  br r2, b2, b5
 b2:
  call pthread_mutex_lock(@m)
  r1 = load.i4 @other "other" at 1:3
  br r1, b4, b3
 b3:
  store.i4 @other, 1 "other" at 2:3
  goto b4
 b4:
  call pthread_mutex_unlock(@m)
  goto b1
 b5:
  store.i4 @counter, 3 "counter" at 3:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  store.i4 @counter, 5 "counter" at 2:3
  call pthread_mutex_lock(@m)
  store.i4 @other, 0 "other" at 3:3
  call pthread_mutex_unlock(@m)
  ret 0
}
)ir");
  ASSERT_EQ(report.races_size(), 1);
  EXPECT_THAT(report.races(0).first().possible_locks(), IsEmpty());
  EXPECT_THAT(report.races(0).second().possible_locks(), IsEmpty());
  EXPECT_THAT(report.races(0).reasons(), Contains("no lock on either side"));
}

// A thread that calls bump(), beside a store of main's in line 22.
constexpr char kCallerOfBump[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call bump() at 1:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  store.i4 @counter, 5 "counter" at 2:3
  r1 = load.i8 s0
  r2 = call pthread_join(r1, 0)
  ret 0
}
)ir";

// A recursion that comes to no fixpoint leaves callers with what a callee's summary was once.
TEST(DataRaceTest, AnAccessThatIsNotWhereItWasIsShownAtTheCallOrWhereItFits) {
  const std::string program = absl::StrCat(kCallerOfBump, R"ir(
proc bump() file "a.c" line 5 {
 b0:
  store.i4 @other, 1 "other" at 1:3
  store.i4 @counter, 1 "counter" at 2:3
  ret
}
)ir");
  const auto line_in_work = [](const proto::Report& report) {
    for (const proto::Access& access : {report.races(0).first(), report.races(0).second()}) {
      if (access.location().line() != 22) return access.location().line();
    }
    return 0u;
  };
  EXPECT_EQ(line_in_work(CheckText(program)), 7u);
  const auto reverse = [](Summary* summary) {
    if (NameText(summary->procedure) != "bump") return;
    std::reverse(summary->accesses.begin(), summary->accesses.end());
  };
  EXPECT_EQ(line_in_work(CheckText(program, reverse)), 7u);
  const auto forget = [](Summary* summary) {
    if (NameText(summary->procedure) != "bump") return;
    summary->accesses.clear();
  };
  EXPECT_EQ(line_in_work(CheckText(program, forget)), 11u);
}

// A library whose one function starts a thread that the other one races with.
TEST(DataRaceTest, HiddenFunctionsOfALibraryAreCalledByNobodyElse) {
  const auto races = [](const std::string& starter, const std::string& other) {
    return CheckText(absl::StrCat("function start \"void()\" defined ", starter,
                                  "file \"a.c\" line 20\nfunction set \"void()\" defined ", other,
                                  R"ir(file "a.c" line 30
function work "ptr(ptr)" defined address_taken file "a.c" line 10
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i4 @counter, 1 "counter" at 1:3
  ret 0
}
proc start() file "a.c" line 20 {
 b0:
  call pthread_create(@threads, 0, &work, 0) at 1:3
  ret
}
proc set() file "a.c" line 30 {
 b0:
  store.i4 @counter, 2 "counter" at 1:3
  ret
}
)ir"))
        .races_size();
  };
  EXPECT_EQ(races("", ""), 1);
  EXPECT_EQ(races("", "hidden "), 0);
  // Others are linked with it.
  EXPECT_EQ(races("hidden ", "hidden "), 1);
}

// Of two locks that a callee takes, each is shown where it was taken.
TEST(DataRaceTest, LocksTakenInACalleeStandWhereTheyWereTaken) {
  const proto::Report report = CheckText(absl::StrCat(kCallerOfBump, R"ir(
proc bump() file "a.c" line 5 {
 b0:
  call pthread_mutex_lock(@m) at 1:3
  call pthread_mutex_lock(@n) at 2:3
  store.i4 @counter, 1 "counter" at 3:3
  call pthread_mutex_unlock(@n) at 4:3
  call pthread_mutex_unlock(@m) at 4:3
  ret
}
)ir"));
  ASSERT_EQ(report.races_size(), 1);
  std::vector<std::string> taken;
  for (const proto::Access& access : {report.races(0).first(), report.races(0).second()}) {
    for (const proto::HeldLock& lock : access.locks()) {
      taken.push_back(absl::StrCat(lock.name(), ":", lock.acquired().line()));
    }
  }
  EXPECT_THAT(taken, testing::UnorderedElementsAre("m:6", "n:7"));
}

// for (i = 0; i < 8; i++) pthread_create(&threads[i], ...); for (...) pthread_join(threads[i], 0);
std::string LoopsMain(const std::string& argument, const std::string& joins) {
  return absl::StrCat(R"ir(
proc main() -> int file "a.c" line 20 {
  var r0 i
 b0:
  r0 = assign.i4 0
  goto b1
 b1:
  r1 = lt.i4 r0, 8
  br r1, b2, b3
 b2:
  r2 = address.p8 [@threads + r0*8]
  r3 = address.p8 )ir",
                      argument, R"ir(
  call pthread_create(r2, 0, &work, r3) at 3:5
  r0 = add.i4 r0, 1
  goto b1
 b3:
  r0 = assign.i4 0
  goto b4
 b4:
  r1 = lt.i4 r0, )ir",
                      joins, R"ir(
  br r1, b5, b6
 b5:
  r4 = load.i8 [@threads + r0*8]
  call pthread_join(r4, 0)
  r0 = add.i4 r0, 1
  goto b4
 b6:
  store.i4 @counter, 0 "counter" at 9:3
  store.i4 @slots, 0 "slots[0]" at 9:3
  ret 0
}
)ir");
}

TEST(DataRaceTest, ThreadsOfALoopRaceWithEachOther) {
  const proto::Report report = CheckText(absl::StrCat(kIncrement, LoopsMain("@slots", "8")));
  EXPECT_THAT(Variables(report), ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(DataRaceTest, AllJoinedByALoop) {
  const proto::Report report = CheckText(absl::StrCat(kLockedIncrement, LoopsMain("@slots", "8")));
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

TEST(DataRaceTest, NotAllJoinedByALoop) {
  const proto::Report report = CheckText(absl::StrCat(kLockedIncrement, LoopsMain("@slots", "7")));
  EXPECT_THAT(Variables(report), ElementsAre("counter:CONFIDENCE_RACE"));
}

constexpr char kOwnElement[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i4 [r0], 7 "*arg" at 1:3
  ret 0
}
)ir";

TEST(DataRaceTest, EachThreadHasItsElement) {
  const proto::Report report =
      CheckText(absl::StrCat(kOwnElement, LoopsMain("[@slots + r0*4]", "8")));
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

TEST(DataRaceTest, AllThreadsShareOneElement) {
  const proto::Report report = CheckText(absl::StrCat(kOwnElement, LoopsMain("[@slots + 8]", "8")));
  EXPECT_THAT(Variables(report), ElementsAre("slots:CONFIDENCE_RACE"));
}

// Each procedure calls the one before it twice, under another lock each time.
TEST(DataRaceTest, WaysToEndAThreadStayFew) {
  std::string procedures = R"ir(
proc end0() file "a.c" line 5 {
 b0:
  r0 = call.i4 rand()
  br r0, b1, b2
 b1:
  call pthread_exit(0)
  ret
 b2:
  ret
}
)ir";
  constexpr int kDepth = 12;
  for (int i = 1; i <= kDepth; ++i) {
    const std::string end = absl::StrCat("  call end", i - 1, "()\n");
    absl::StrAppend(&procedures, "proc end", i, "() file \"a.c\" line ", 5 + 10 * i,
                    " {\n b0:\n  call pthread_mutex_lock(@m)\n", end,
                    "  call pthread_mutex_unlock(@m)\n  call pthread_mutex_lock(@n)\n", end,
                    "  call pthread_mutex_unlock(@n)\n", end, "  ret\n}\n");
  }
  absl::StrAppend(&procedures, "proc main() -> int file \"a.c\" line 900 {\n b0:\n  call end",
                  kDepth, "()\n  ret 0\n}\n");
  int64_t most = 0;
  CheckText(procedures, [&](Summary* summary) {
    most =
        std::max<int64_t>(most, std::count_if(summary->exits.begin(), summary->exits.end(),
                                              [](const Exit& exit) { return exit.ends_thread; }));
  });
  EXPECT_GE(most, 3);
  EXPECT_LE(most, 8);
}

// A number that a callee may have set, though its summary has no room to say so, is not known.
TEST(DataRaceTest, ThreadsBehindANumberThatASummaryLeavesOut) {
  std::string stores;
  for (int i = 0; i < 120; ++i) {
    absl::StrAppend(&stores, "  store.i4 [@slots + ", 4 * i, "], r1 at 1:3\n");
  }
  const proto::Report report = CheckText(absl::StrCat(R"ir(
proc settle(count:ptr, value:int) file "a.c" line 10 {
 b0:
)ir",
                                                      stores, R"ir(
  store.i4 r0, 2 "*count" at 2:3
  ret
}
proc work(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  store.i4 @counter, 1 "counter" at 1:3
  ret 0
}
proc main(argc:int, argv:ptr) -> int file "a.c" line 30 {
  slot s0 count "int" size 4
  slot s1 t "pthread_t" size 8
  slot s2 u "pthread_t" size 8
 b0:
  store.i4 s0, 0 "count" at 1:3
  call settle(s0, r0) at 2:3
  r2 = load.i4 s0 "count" at 3:3
  br r2, b1, b2
 b1:
  call pthread_create(s1, 0, &work, 0) at 4:3
  call pthread_create(s2, 0, &work, 0) at 5:3
  goto b2
 b2:
  ret 0
}
)ir"));
  EXPECT_THAT(Variables(report), ElementsAre("counter:CONFIDENCE_LIKELY"));
}

// The procedure makes the access nine times, each time under a lock of its own, and then writes the
// counter without one.
std::string NineAccessesAndAWrite(const std::string& name, int line, const std::string& access) {
  std::string procedure =
      absl::StrCat("proc ", name, "(arg:ptr) -> ptr file \"a.c\" line ", line, " {\n b0:\n");
  for (int i = 0; i < 9; ++i) {
    absl::StrAppend(&procedure, "  r", i, " = address.p8 [@", name == "work" ? "m" : "n", " + ", i,
                    "]\n  call pthread_mutex_lock(r", i, ")\n", access,
                    "  call pthread_mutex_unlock(r", i, ")\n");
  }
  return absl::StrCat(procedure, "  store.i4 @counter, 1 \"counter\" at 5:3\n  ret 0\n}\n");
}

// A number of which nothing is known, put into each node of a list, and loaded as a pointer from
// the same bytes.
TEST(DataRaceTest, ANumberThatAPointerFitsIntoMayBeOne) {
  const proto::Report report = CheckCode(R"ir(
global first "struct node*" size 8 definition file "a.c" line 19
global kept "long" size 8 definition file "a.c" line 18
global target "int" size 4 definition file "a.c" line 17
proc set_all(bits:int) file "a.c" line 21 {
  var r1 n
 b0:
  r2 = load.p8 @first "first" at 1:25
  r1 = assign.p r2 at 1:25
  goto b1 at 1:25
 b1:
  r3 = ne.u4 r1, 0 at 1:34
  br r3, b2, b3 at 1:34
 b2:
  store.i8 [r1 + 8], r0 "n->slot.bits" field "slot.bits" at 1:56
  r4 = load.p8 r1 "n->next" field "node.next" at 1:47
  r1 = assign.p r4 at 1:47
  goto b1 at 1:47
 b3:
  ret at 2:1
}
proc change(unused:ptr) -> ptr file "a.c" line 25 {
  var r1 n
 b0:
  r2 = load.p8 @first "first" at 1:25
  r1 = assign.p r2 at 1:25
  goto b1 at 1:25
 b1:
  r3 = ne.u4 r1, 0 at 1:34
  br r3, b2, b5 at 1:34
 b2:
  r4 = load.p8 [r1 + 8] "n->slot.place" field "slot.place" at 2:9
  r5 = ne.u4 r4, 0 at 2:23
  br r5, b3, b4 at 2:23
 b3:
  r6 = load.p8 [r1 + 8] "n->slot.place" field "slot.place" at 2:33
  store.i4 r6, 5 "*n->slot.place" at 2:32
  goto b4 at 2:32
 b4:
  r7 = load.p8 r1 "n->next" field "node.next" at 1:47
  r1 = assign.p r7 at 1:47
  goto b1 at 1:47
 b5:
  ret r0 at 4:3
}
proc main(argc:int, argv:ptr) -> int file "a.c" line 32 {
  slot s0 thread "unsigned long" size 8 at 2:13
  slot s1 place "int*" size 8 at 3:8
  var r3 i
  var r6 n
 b0:
  scope s0 at 2:13
  scope s1 at 3:8
  store.p8 s1, @target "place" at 3:8
  r2 = call.p8 memcpy(@kept, s1, 8) "memcpy" at 4:3
  r3 = assign 0 at 5:12
  goto b1 at 5:12
 b1:
  r4 = add.i4 r0, 3 at 5:28
  r5 = lt.i4 r3, r4 at 5:21
  br r5, b2, b5 at 5:21
 b2:
  r7 = call.p8 malloc(16) "malloc" type "struct node" at 6:22
  r6 = assign.p r7 at 6:22
  r8 = eq.u4 r6, 0 at 7:11
  br r8, b3, b4 at 7:11
 b3:
  ret 1 at 7:20
 b4:
  store.i8 [r6 + 8], 0 "n->slot.bits" field "slot.bits" at 8:5
  r9 = load.p8 @first "first" at 9:15
  store.p8 r6, r9 "n->next" field "node.next" at 9:5
  store.p8 @first, r6 "first" at 10:5
  r10 = add.i4 r3, 1 at 5:33
  r3 = assign r10 at 5:33
  goto b1 at 5:33
 b5:
  r11 = load.i8 @kept "kept" at 12:11
  call set_all(r11) "set_all" at 12:3
  r12 = call.i4 pthread_create(s0, 0, &change, 0) "pthread_create" at 13:3
  store.i4 @target, 7 "target" at 14:3
  r13 = load.u8 s0 "thread" at 15:16
  r14 = call.i4 pthread_join(r13, 0) "pthread_join" at 15:3
  ret 0 at 16:3
}
)ir");
  EXPECT_NE(report.verdict(), proto::VERDICT_RACE_FREE);
}

TEST(DataRaceTest, BestPairIsShownThoughManyComeFirst) {
  const proto::Report report = CheckText(absl::StrCat(
      NineAccessesAndAWrite("work", 10, "  store.i4 @counter, 1 seq_cst \"counter\" at 2:3\n"),
      NineAccessesAndAWrite("late", 20, "  r9 = load.i4 @counter \"counter\" at 2:3\n"), R"ir(
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  r1 = call pthread_create(s1, 0, &late, 0) at 2:3
  ret 0
}
)ir"));
  ASSERT_EQ(report.races_size(), 1);
  EXPECT_EQ(report.races(0).first().location().line() + report.races(0).second().location().line(),
            15 + 25);
}

}  // namespace
}  // namespace plait
