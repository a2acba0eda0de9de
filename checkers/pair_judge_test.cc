#include "checkers/pair_judge.h"

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// What is said of the first race.
std::string ReasonsOf(const proto::Report& report) {
  return report.races().empty() ? "" : absl::StrJoin(report.races(0).reasons(), "; ");
}

// Sets the variable up if it finds it unset.
constexpr char kSetUp[] = R"ir(
proc set_up() -> int file "a.c" line 10 {
 b0:
  r0 = load.i4 @other "other" at 1:3
  br r0, b2, b1
 b1:
  store.i4 @other, 1 "other" at 2:3
  store.i4 @counter, 1 "counter" at 3:3
  ret 0
 b2:
  ret 0
}
proc work(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  r0 = call set_up() at 1:3
  ret 0
}
)ir";

TEST(PairJudgeTest, WhatWasSetUpBeforeThreadsIsHardlySetUpAgain) {
  EXPECT_THAT(Variables(CheckText(absl::StrCat(kSetUp, R"ir(
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call set_up() at 1:3
  r1 = call pthread_create(s0, 0, &work, 0) at 2:3
  r2 = call set_up() at 3:3
  ret 0
}
)ir"))),
              UnorderedElementsAre("counter:CONFIDENCE_POSSIBLE", "other:CONFIDENCE_POSSIBLE"));
}

TEST(PairJudgeTest, WhatWasSetUpInThisWayOnceIsHardlySetUpInAnother) {
  EXPECT_THAT(Variables(CheckText(absl::StrCat(kSetUp, R"ir(
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call set_up() at 1:3
  r1 = call pthread_create(s0, 0, &work, 0) at 2:3
  r2 = load.i4 @slots "slots" at 3:3
  br r2, b1, b2
 b1:
  r3 = call set_up() at 4:3
  ret 0
 b2:
  ret 0
}
)ir"))),
              UnorderedElementsAre("counter:CONFIDENCE_POSSIBLE", "other:CONFIDENCE_POSSIBLE"));
}

TEST(PairJudgeTest, WhatOneThreadMaySetUpFirstIsRace) {
  EXPECT_THAT(Variables(CheckText(absl::StrCat(kSetUp, R"ir(
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
 b0:
  r1 = call pthread_create(s0, 0, &work, 0) at 2:3
  r2 = call set_up() at 3:3
  ret 0
}
)ir"))),
              UnorderedElementsAre("counter:CONFIDENCE_LIKELY", "other:CONFIDENCE_RACE"));
}

TEST(PairJudgeTest, WhoSetsUpIsNotCertainIfOthersMayHaveBeenDropped) {
  const std::string text = absl::StrCat(kSetUp, R"ir(
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
 b0:
  r1 = call pthread_create(s0, 0, &work, 0) at 2:3
  r2 = call set_up() at 3:3
  ret 0
}
)ir");
  const auto drop = [](Summary* summary) { summary->dropped_accesses = 1; };
  EXPECT_THAT(Variables(CheckText(text)), testing::Contains("other:CONFIDENCE_RACE"));
  EXPECT_THAT(Variables(CheckText(text, drop)), testing::Contains("other:CONFIDENCE_LIKELY"));
}

// Two threads set up a variable if another one says that nobody has done so.
constexpr char kSetUpByWhoComesFirst[] = R"ir(
proc set_up(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call pthread_mutex_lock(@m)
  r1 = load.i4 @other "other" at 1:3
  call pthread_mutex_unlock(@m)
  br r1, b2, b1
 b1:
  store.i4 @other, 1 "other" at 2:3
  store.i4 @counter, 5 "counter" at 3:3
  goto b2
 b2:
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &set_up, 0) at 1:3
  r1 = call pthread_create(s1, 0, &set_up, 0) at 2:3
  ret 0
}
)ir";

TEST(PairJudgeTest, WhatMayHaveBeenSetUpByDroppedAccessesIsDoubt) {
  EXPECT_THAT(Variables(CheckText(kSetUpByWhoComesFirst)),
              UnorderedElementsAre("counter:CONFIDENCE_LIKELY", "other:CONFIDENCE_RACE"));
  const auto drop = [](Summary* summary) {
    if (NameText(summary->procedure) == "main") summary->dropped_accesses = 1;
  };
  EXPECT_THAT(Variables(CheckText(kSetUpByWhoComesFirst, drop)),
              UnorderedElementsAre("counter:CONFIDENCE_POSSIBLE", "other:CONFIDENCE_LIKELY"));
}

// Threads that claim @other with 1, write the counter and make @other the number; and one that
// reads the counter, if it finds @other above 0 or at once.
std::string ReasonsOfClaim(const std::string& done, const std::string& number) {
  return ReasonsOf(CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.i4 @other seq_cst "other" at 1:3
 r2 = eq.i4 r1, )ir",
                                          done, R"ir(
  br r2, b1, b2
 b1:
  r4 = load.i4 @slots "slots" at 2:3
  goto b4
 b2:
  r3 = cas.i4 @other if 0 then 1 seq_cst "other" at 2:3
  br r3, b3, b4
 b3:
  store.i4 @counter, 5 "counter" at 3:3
  store.i4 @other, )ir",
                                          number, R"ir( seq_cst "other" at 4:3
  goto b4
 b4:
  ret 0
}
proc late(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  r1 = load.i4 @counter "counter" at 1:3
  ret r1
}
proc main() -> int file "a.c" line 50 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  r0 = call pthread_create(s0, 0, &late, 0) at 1:3
  ret 0
}
)ir")));
}

TEST(PairJudgeTest, WhatIsSetUpByWhoClaimsToDoSoIsDoubtful) {
  const std::string doubt = "set up by the one who claims to do so";
  EXPECT_THAT(ReasonsOfClaim("2", "2"), HasSubstr(doubt));
  EXPECT_THAT(ReasonsOfClaim("1", "0"), Not(HasSubstr(doubt)));
}

// main starts `early` and `late`, which writes @counter if @slots, to which a pointer leads, tells
// it to; @slots is set by a third thread alone.
proto::Report CheckGated(const std::string& early, const std::function<void(Summary*)>& change) {
  return CheckText(absl::StrCat(R"ir(
proc early(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i4 @counter, 1 "counter" at 1:3
  ret 0
}
proc third(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @slots "slots" at 1:3
  r2 = add.i4 r1, 5
  store.i4 @slots, r2 "slots" at 1:3
  call __VERIFIER_atomic_end()
  ret 0
}
proc late(arg:ptr) -> ptr file "a.c" line 30 {
 b0:
  call __VERIFIER_atomic_begin()
  r3 = load.p8 @threads "threads" at 1:3
  r1 = load.i4 r3 seq_cst "slots" at 1:3
  call __VERIFIER_atomic_end()
  r2 = lt.i4 r1, 3
  br r2, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
  slot s2 v "pthread_t" size 8
 b0:
  store.p8 @threads, @slots "threads" at 0:3
  r0 = call pthread_create(s0, 0, &third, 0) at 1:3
  r1 = call pthread_create(s1, 0, &early, 0) at 2:3
  r2 = call pthread_create(s2, 0, &)ir",
                                early, R"ir(, 0) at 3:3
  ret 0
}
)ir"),
                   change);
}

TEST(PairJudgeTest, NothingIsCertainThatDroppedAccessesMayDecide) {
  const auto drop = [](Summary* summary) {
    if (NameText(summary->procedure) != "third") return;
    summary->dropped_accesses = summary->accesses.size();
    summary->accesses.clear();
  };
  const std::string doubt = "depends on values that accesses which were dropped may write";
  EXPECT_THAT(ReasonsOf(CheckGated("late", nullptr)), Not(HasSubstr(doubt)));
  EXPECT_THAT(ReasonsOf(CheckGated("late", drop)), HasSubstr(doubt));
  EXPECT_THAT(Variables(CheckGated("early", drop)), ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(PairJudgeTest, AccessBehindGuessedCallIsDoubt) {
  const auto guess = [](Summary* summary) {
    if (NameText(summary->procedure) != "late") return;
    for (Access& access : summary->accesses) access.is_guessed = true;
  };
  EXPECT_THAT(Variables(CheckGated("late", guess)), ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(PairJudgeTest, GuessesOfTwoThreadsAreTwoDoubts) {
  const auto guess = [](Summary* summary) {
    if (NameText(summary->procedure) == "main") return;
    for (Access& access : summary->accesses) access.is_guessed = true;
  };
  EXPECT_THAT(Variables(CheckGated("late", guess)), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
}

TEST(PairJudgeTest, AChoiceInAThreadThatIsStartedBehindAGuessIsADoubt) {
  const auto guess = [](Summary* summary) {
    for (Spawn& spawn : summary->spawns) spawn.is_guessed = spawn.is_chosen = true;
  };
  const auto choose = [&](Summary* summary) {
    guess(summary);
    if (NameText(summary->procedure) == "main") return;
    for (Access& access : summary->accesses) access.is_chosen = true;
  };
  EXPECT_THAT(Variables(CheckGated("late", guess)), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(Variables(CheckGated("late", choose)), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
}

// @other is put there by the first thread, `starter` waits for it and starts `late`.
std::string ReasonsWhereThirdStarts(const std::string& waits) {
  return ReasonsOf(CheckText(absl::StrCat(R"ir(
proc early(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i4 @counter, 1 "counter" at 1:3
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 2:3
  r2 = add.i4 r1, 5
  store.i4 @other, r2 "other" at 2:3
  call __VERIFIER_atomic_end()
  ret 0
}
proc late(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  store.i4 @counter, 2 "counter" at 1:3
  ret 0
}
proc starter(arg:ptr) -> ptr file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 )ir",
                                          waits, R"ir( seq_cst "other" at 1:3
  call __VERIFIER_atomic_end()
  r2 = lt.i4 r1, 3
  br r2, b1, b2
 b1:
  r3 = call pthread_create(s0, 0, &late, 0) at 2:3
  ret 0
 b2:
  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &early, 0) at 1:3
  r1 = call pthread_create(s1, 0, &starter, 0) at 2:3
  ret 0
}
)ir")));
}

TEST(PairJudgeTest, ThreadStartedByThirdOnceThereIsWorkIsDoubt) {
  const std::string doubt = "its thread is started depending on what another thread published";
  EXPECT_THAT(ReasonsWhereThirdStarts("@other"), HasSubstr(doubt));
  EXPECT_THAT(ReasonsWhereThirdStarts("@slots"), Not(HasSubstr(doubt)));
}

// A worker reads the object that main has handed to it and frees.
std::vector<std::string> RacesOfFreed(const std::function<void(Summary*)>& change) {
  return Variables(CheckText(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.i4 r0 "arg->size" at 1:3
  ret r1
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call.p8 malloc(4) at 1:3
  r1 = call pthread_create(s0, 0, &work, r0) at 2:3
  call free(r0) at 3:3
  ret 0
}
)ir",
                             change));
}

TEST(PairJudgeTest, FreedByWhoStartedTheUserIsStrongerDoubt) {
  const auto guess = [](Summary* summary) {
    for (Access& access : summary->accesses) {
      if (access.kind == AccessKind::kRead) access.is_guessed = true;
    }
  };
  EXPECT_THAT(RacesOfFreed(nullptr), ElementsAre(testing::HasSubstr("CONFIDENCE_RACE")));
  EXPECT_THAT(RacesOfFreed(guess), ElementsAre(testing::HasSubstr("CONFIDENCE_POSSIBLE")));
}

// Main starts a thread if an option is not given, and looks at what it writes only if it is, or if
// it is not, by `test`. That the thread is not there then is not told.
std::vector<std::string> RacesBehindOption(const std::string& test) {
  const auto merge = [](Summary* summary) {
    if (summary->spawns.empty()) return;
    Atom token = summary->terms.atom(summary->spawns[0].token);
    token.argument = kZero;
    const ThreadRange range{summary->terms.InternAtom(token), kZero, summary->terms.Constant(1),
                            /*certain=*/false};
    for (const Access& access : summary->accesses) {
      if (access.kind == AccessKind::kRead) summary->points[access.point].live = {range};
    }
  };
  return Variables(CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  store.i4 @slots, 1 "slots" at 1:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 option "int" size 4
 b0:
  call read_options(s0) at 1:3
  r0 = load.i4 s0 "option" at 2:3
  br r0, b2, b1
 b1:
  r1 = call pthread_create(@threads, 0, &work, 0) at 3:3
  goto b2
 b2:
  r2 = load.i4 s0 "option" at 4:3
)ir",
                                          test, R"ir(
 b3:
  r4 = load.i4 @slots "slots" at 5:3
  ret r4
 b4:
  ret 0
}
)ir"),
                             merge));
}

TEST(PairJudgeTest, TestThatKeepsTheThreadFromBeingStartedIsStrongDoubt) {
  EXPECT_THAT(RacesBehindOption("  br r2, b3, b4\n"), ElementsAre("slots:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesBehindOption("  r3 = ne.i4 r2, 3\n  br r3, b3, b4\n"),
              ElementsAre("slots:CONFIDENCE_LIKELY"))
      << "it is so for 0, too";
  EXPECT_THAT(RacesBehindOption("  br r2, b4, b3\n"), ElementsAre("slots:CONFIDENCE_LIKELY"));
}

// Two threads have a reference each; who gives up the last one writes. What is added to the count
// is passed on, or decided by what is.
std::vector<std::string> RacesOfCounted(const std::string& step) {
  return Variables(CheckText(absl::StrCat(R"ir(
proc add(p:ptr, n:int) -> int file "a.c" line 10 {
 b0:
  r2 = update.i4 add r0, r1 seq_cst "*p" at 1:3
  r3 = add.i4 r2, r1
  ret r3
}
proc change(count:ptr, d:int) -> int file "a.c" line 20 {
)ir",
                                          step, R"ir(
  r7 = call.i4 add(r0, r3) "add" at 5:3
  ret r7
}
proc put(count:ptr) file "a.c" line 30 {
 b0:
  r1 = call.i4 change(r0, -1) "change" at 1:3
  r2 = eq.i4 r1, 0
  br r2, b1, b2
 b1:
  store.i4 [r0 + 4], 0 "data" at 2:3
  goto b2
 b2:
  ret
}
proc work(arg:ptr) -> ptr file "a.c" line 40 {
 b0:
  r1 = load.i4 [r0 + 4] "data" at 1:3
  call put(r0) "put" at 2:3
  ret 0
}
proc main() -> int file "a.c" line 50 {
 b0:
  store.i4 @slots, 1 "slots" at 1:3
  store.i4 [@slots + 4], 5 "data" at 1:3
  r2 = call.i4 change(@slots, 1) "change" at 2:3
  r3 = call.i4 pthread_create(@threads, 0, &work, @slots) "pthread_create" at 3:3
  call put(@slots) "put" at 4:3
  ret 0
}
)ir")));
}

TEST(PairJudgeTest, WhoGivesUpTheLastReferenceIsFoundWhereTheCallerSaysHowMuchIsAdded) {
  EXPECT_THAT(RacesOfCounted(" b0:\n  r3 = assign r1\n"), ElementsAre("slots:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesOfCounted(R"ir( b0:
  r4 = lt.i4 r1, 0
  br r4, b1, b2
 b1:
  r3 = assign -1
  goto b3
 b2:
  r3 = assign 1
  goto b3
 b3:
)ir"),
              ElementsAre("slots:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesOfCounted(" b0:\n  r3 = assign 1\n"), ElementsAre("slots:CONFIDENCE_LIKELY"))
      << "nobody gives one up";
}

// Two threads read what a record points to, and give up their references to the record, if they do
// so `before`, first. Who gives up the last one writes there.
std::vector<std::string> RacesOfPointedTo(bool before) {
  const std::string read =
      "  r1 = load.p8 [@slots + 8] \"data\" at 1:3\n"
      "  r2 = load.i4 r1 \"*data\" at 1:5\n";
  const std::string put = "  call put(@slots) \"put\" at 2:3\n";
  return Variables(CheckText(absl::StrCat(R"ir(
proc put(record:ptr) file "a.c" line 30 {
 b0:
  r1 = update.i4 add r0, -1 seq_cst "record->count" at 1:3
  r2 = eq.i4 r1, 1
  br r2, b1, b2
 b1:
  r3 = load.p8 [r0 + 8] "data" at 2:3
  store.i4 r3, 0 "*data" at 2:5
  goto b2
 b2:
  ret
}
proc work(arg:ptr) -> ptr file "a.c" line 40 {
 b0:
)ir",
                                          before ? put : read, before ? read : put, R"ir(
  ret 0
}
proc main() -> int file "a.c" line 50 {
 b0:
  r0 = call.p8 malloc(4) at 1:3
  store.i4 r0, 5 "*data" at 1:3
  store.p8 [@slots + 8], r0 "data" at 1:3
  store.i4 @slots, 2 "slots" at 1:3
  r2 = call.i4 pthread_create(@threads, 0, &work, 0) "pthread_create" at 3:3
  r3 = address.p8 [@threads + 8] at 4:3
  r4 = call.i4 pthread_create(r3, 0, &work, 0) "pthread_create" at 4:3
  ret 0
}
)ir")));
}

TEST(PairJudgeTest, WhatACountedRecordPointsToIsThatOfTheLastReference) {
  EXPECT_THAT(RacesOfPointedTo(false), ElementsAre(testing::HasSubstr("CONFIDENCE_POSSIBLE")));
  EXPECT_THAT(RacesOfPointedTo(true), ElementsAre(testing::HasSubstr("CONFIDENCE_LIKELY")));
}

// One thread writes what it found in a variable under a lock, behind the lock; the other one finds
// it there, and writes it, under the lock.
std::vector<std::string> RacesOfFound(const std::string& replacement) {
  return Variables(CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call pthread_mutex_lock(@m)
  r1 = load.p8 @threads "front" at 1:3
  r2 = load.p8 [@threads + 8] "back" at 2:3
)ir",
                                          replacement, R"ir(
  call pthread_mutex_unlock(@m)
  store.i4 r1, 0 "used" at 5:3
  ret 0
}
proc use(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  call pthread_mutex_lock(@m)
  r2 = load.p8 @threads "front" at 4:3
  store.i4 r2, 1 "used" at 5:3
  call pthread_mutex_unlock(@m)
  ret 0
}
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  store.p8 @threads, @slots "front" at 1:3
  r1 = add.p8 @slots, 16
  store.p8 [@threads + 8], r1 "back" at 2:3
  r0 = call pthread_create(s0, 0, &work, 0) at 3:3
  r0 = call pthread_create(s1, 0, &use, 0) at 4:3
  ret 0
}
)ir")));
}

TEST(PairJudgeTest, WhoHasPutAnotherOneInItsPlaceUnderTheLockMostLikelyHasItAlone) {
  EXPECT_THAT(RacesOfFound(R"ir(
  store.p8 @threads, r2 "front" at 3:3
  store.p8 [@threads + 8], r1 "back" at 4:3
)ir"),
              ElementsAre(testing::HasSubstr("CONFIDENCE_POSSIBLE")));
  EXPECT_THAT(RacesOfFound(""),
              ElementsAre(testing::Not(testing::HasSubstr("CONFIDENCE_POSSIBLE"))));
}

// Threads write through a pointer of which not all is known. They are started by `both`.
std::vector<std::string> RacesThroughOpenPointer(const std::string& both) {
  return Variables(CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.p8 @threads "threads" at 1:3
  store.i4 r1, 1 "slots" at 2:3
  ret 0
}
proc start() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  ret 0
}
proc wrap() -> int file "a.c" line 30 {
 b0:
  r0 = call start() at 1:3
  ret 0
}
proc first() -> int file "a.c" line 40 {
 b0:
  r0 = call wrap() at 1:3
  ret 0
}
proc second() -> int file "a.c" line 50 {
 b0:
  r0 = call wrap() at 1:3
  ret 0
}
proc main() -> int file "a.c" line 60 {
 b0:
  store.p8 @threads, @slots "threads" at 1:3
  r0 = call both() at 3:3
  r1 = call.p8 outside() at 2:3
  store.p8 @threads, r1 "threads" at 2:3
  ret 0
}
proc both() -> int file "a.c" line 70 {
)ir",
                                          both, "}\n")));
}

TEST(PairJudgeTest, OpenPointerOfThreadsStartedInSeveralPlacesIsDoubt) {
  EXPECT_THAT(RacesThroughOpenPointer(R"ir(
 b0:
  r0 = call first() at 1:3
  r1 = call second() at 2:3
  ret 0
)ir"),
              testing::Contains("slots:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesThroughOpenPointer(R"ir(
 b0:
  r1 = call outside_count() at 1:3
  goto b1
 b1:
  r1 = sub.i4 r1, 1
  r0 = call first() at 2:3
  br r1, b1, b2
 b2:
  ret 0
)ir"),
              testing::Contains("slots:CONFIDENCE_LIKELY"));
}

// Which way the helper returned is told by what it found, not by what main knows.
TEST(PairJudgeTest, AHelperThatJoinsOnOneWayOutOnlyKeepsARaceFromBeingCertain) {
  const auto check = [](const std::string& waits) {
    return Variables(CheckText(absl::StrCat(kIncrement, R"ir(
proc finish(handle:int, way:int) -> int file "a.c" line 15 {
 b0:
  r2 = load.i4 @other seq_cst
  br r2, b1, b2
 b1:
)ir",
                                            waits, R"ir(
  ret 0
 b2:
  ret 1
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  r1 = load.i8 s0
  r2 = call.i4 finish(r1, 0)
  store.i4 @counter, 5 "counter" at 2:3
  ret 0
}
)ir")));
  };
  EXPECT_THAT(check("  call pthread_join(r0, 0)\n"), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(check(""), ElementsAre("counter:CONFIDENCE_RACE"));
}

// The input that chooses the function may choose the lock around it as well.
TEST(PairJudgeTest, ACallOfOneOfSeveralFunctionsKeepsARaceFromBeingCertain) {
  const auto check = [](const std::string& other) {
    return Variables(CheckText(absl::StrCat(kIncrement, R"ir(
proc nothing() file "a.c" line 14 {
 b0:
  ret
}
proc change() file "a.c" line 15 {
 b0:
  store.i4 @counter, 5 "counter" at 1:3
  ret
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  r1 = call.i4 rand()
  br r1, b1, b2
 b1:
  r2 = assign.p &change
  goto b3
 b2:
  r2 = assign.p &)ir",
                                            other, R"ir(
  goto b3
 b3:
  call *r2()
  ret 0
}
)ir")));
  };
  EXPECT_THAT(check("nothing"), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(check("change"), ElementsAre("counter:CONFIDENCE_RACE"));
}

// main waits for the thread, if at all, in a function that a table leads to. Another table of that
// type leads to one that does not wait.
proto::Report CheckWaitingBy(const std::string& table, const std::string& waits) {
  return CheckText(absl::StrCat(kIncrement, R"ir(
global table "struct ops" size 8 definition )ir",
                                table, R"ir( file "a.c" line 3 {
  at 0 width 8 = &finish field "ops.end"
}
global tables "struct ops" size 8 definition file "a.c" line 3 {
  at 0 width 8 = &leave field "ops.end"
}
function finish "void(unsigned long)" defined static address_taken file "a.c" line 12
function leave "void(unsigned long)" defined static address_taken file "a.c" line 16
proc finish(thread:int) file "a.c" line 12 {
 b0:
)ir",
                                waits, R"ir(
  ret
}
proc leave(thread:int) file "a.c" line 16 {
 b0:
  ret
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call.i4 pthread_create(s0, 0, &work, 0) at 1:3
  r1 = load.p8 @table "table.end" field "ops.end" at 2:3
  r2 = load.u8 s0 "t" at 2:3
  call *r1(r2) "table.end" type "void(unsigned long)" at 2:3
  store.i4 @counter, 5 "counter" at 3:3
  ret 0
}
)ir"));
}

constexpr char kWaits[] = "  call pthread_join(r0, 0)\n";

TEST(PairJudgeTest, ACallOfWhatAConstantHoldsIsOfNoOtherFunction) {
  const proto::Report report = CheckWaitingBy("const", kWaits);
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
  EXPECT_THAT(Variables(CheckWaitingBy("const", "")), ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(PairJudgeTest, ACallThatMayNotBeOfTheFunctionThatWaitsKeepsARaceFromBeingCertain) {
  EXPECT_THAT(Variables(CheckWaitingBy("", kWaits)), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(Variables(CheckWaitingBy("", "")), ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(PairJudgeTest, WhoHasSaidWhatTheOtherOneAsksForIsNotCertain) {
  const auto confidence = [](const std::string& asked) {
    return Variables(CheckText(absl::StrCat(R"ir(
global counter "int" size 4 definition file "a.c" line 1
global mine "int" size 4 definition atomic file "a.c" line 1
global yours "int" size 4 definition atomic file "a.c" line 1
proc work(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  store.i4 @mine, 1 seq_cst "mine" at 1:3
  r1 = load.i4 @yours seq_cst "yours" at 2:3
  store.i4 @counter, 1 "counter" at 3:3
  ret 0
}
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  store.i4 @yours, 1 seq_cst "yours" at 2:3
  r1 = load.i4 @)ir",
                                            asked, R"ir( seq_cst "asked" at 3:3
  store.i4 @counter, 2 "counter" at 4:3
  ret 0
}
)ir")));
  };
  EXPECT_THAT(confidence("mine"), UnorderedElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(confidence("yours"), UnorderedElementsAre("counter:CONFIDENCE_RACE"));
}

}  // namespace
}  // namespace plait
