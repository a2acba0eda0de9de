// The checker on programs given as IR text; whole programs in C are in tests/programs.
#include "checkers/data_race.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/ir/codec.h"
#include "analyzer/ir/digest.h"
#include "analyzer/ir/parser.h"
#include "analyzer/models/model_registry.h"
#include "analyzer/schedule/program.h"
#include "analyzer/schedule/scheduler.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr char kGlobals[] = R"ir(
unit "a.c"
global counter "int" size 4 definition file "a.c" line 1
global other "int" size 4 definition file "a.c" line 1
global m "pthread_mutex_t" size 40 definition file "a.c" line 2
global n "pthread_mutex_t" size 40 definition file "a.c" line 2
global slots "int[8]" size 32 definition file "a.c" line 2
global threads "pthread_t[8]" size 64 definition file "a.c" line 2
)ir";

// `change`, if any, is made to each summary before the check. With `knows_models`, the checker
// looks at code as well, but for executions.
proto::Report CheckText(const std::string& procedures,
                        const std::function<void(Summary*)>& change = nullptr,
                        bool knows_models = false) {
  absl::StatusOr<ir::Unit> unit = ir::ParseUnit(absl::StrCat(kGlobals, procedures));
  EXPECT_TRUE(unit.ok()) << unit.status();
  if (!unit.ok()) return {};
  std::vector<std::string> digests;
  for (const ir::Procedure& p : unit->procedures) {
    digests.push_back(ir::Digest128(ir::CanonicalBytes(p)));
  }
  std::vector<ProgramUnit> units;
  units.push_back(UnitAtHand(*std::move(unit), std::move(digests)));
  const Program program(std::move(units));
  const ModelRegistry& models = ModelRegistry::Default();
  const ModelLookup lookup = [&](std::string_view name, bool has_body) {
    return models.Find(name, has_body);
  };
  ScheduleResult result = AnalyseProgram(program, lookup, nullptr, {});
  if (change) {
    for (std::shared_ptr<const LazySummary>& summary : result.summaries) {
      auto changed = std::make_shared<Summary>(summary->get());
      change(changed.get());
      summary = std::make_shared<LazySummary>(std::move(changed));
    }
  }
  CheckOptions options;
  if (knows_models) options.models = lookup;
  options.looks_for_executions = false;
  return CheckDataRaces(program, result.summaries, options);
}

proto::Report CheckCode(const std::string& procedures) {
  return CheckText(procedures, nullptr, /*knows_models=*/true);
}

std::vector<std::string> Variables(const proto::Report& report) {
  std::vector<std::string> names;
  for (const proto::Race& race : report.races()) {
    names.push_back(absl::StrCat(race.variable(), ":", proto::Confidence_Name(race.confidence())));
  }
  return names;
}

std::string Reasons(const proto::Report& report) {
  std::string text;
  for (const proto::Reason& r : report.reasons()) absl::StrAppend(&text, r.text(), "\n");
  return text;
}

constexpr char kIncrement[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.i4 @counter "counter" at 1:3
  r1 = add.i4 r1, 1
  store.i4 @counter, r1 "counter" at 1:3
  ret 0
}
)ir";

constexpr char kLockedIncrement[] = R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call pthread_mutex_lock(@m)
  r1 = load.i4 @counter "counter" at 1:3
  r1 = add.i4 r1, 1
  store.i4 @counter, r1 "counter" at 1:3
  call pthread_mutex_unlock(@m)
  ret 0
}
)ir";

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

TEST(DataRaceTest, SameLockExcludes) {
  const proto::Report report = CheckText(absl::StrCat(kLockedIncrement, R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  call pthread_mutex_lock(@m)
  store.i4 @counter, 5 "counter" at 2:3
  call pthread_mutex_unlock(@m)
  r1 = load.i8 s0
  r2 = call pthread_join(r1, 0)
  r3 = load.i4 @counter
  ret r3
}
)ir"));
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

TEST(DataRaceTest, DifferentLocksDoNotExclude) {
  const proto::Report report = CheckText(absl::StrCat(kLockedIncrement, R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  call pthread_mutex_lock(@n)
  store.i4 @counter, 5 "counter" at 2:3
  call pthread_mutex_unlock(@n)
  ret 0
}
)ir"));
  EXPECT_THAT(Variables(report), ElementsAre("counter:CONFIDENCE_RACE"));
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

TEST(DataRaceTest, TryLockThroughAWrapper) {
  const proto::Report report = CheckText(R"ir(
proc take(l:ptr) -> int file "a.c" line 5 {
 b0:
  r1 = call pthread_mutex_trylock(r0)
  r2 = eq.i4 r1, 0
  ret r2
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = call take(@m)
  br r1, b1, b2
 b1:
  store.i4 @counter, 1 "counter" at 1:3
  call pthread_mutex_unlock(@m)
  goto b2
 b2:
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  call pthread_create(s0, 0, &work, 0) at 1:3
  call pthread_create(s1, 0, &work, 0) at 2:3
  ret 0
}
)ir");
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

// A thread that counts in `other` and then writes `counter`, beside one that is `late`.
std::vector<std::string> RacesBesideCount(const std::string& late) {
  return Variables(CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  r2 = add.i4 r1, 1
  store.i4 @other, r2 "other" at 1:3
  call __VERIFIER_atomic_end()
  store.i4 @counter, 1 "counter" at 2:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  r1 = call pthread_create(s1, 0, &late, 0) at 2:3
  ret 0
}
proc late(arg:ptr) -> ptr file "a.c" line 40 {
)ir",
                                          late, "}\n")));
}

TEST(DataRaceTest, AssumedValueOfAnotherThreadIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  r2 = eq.i4 r1, 1
  call assume_abort_if_not(r2)
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
)ir"),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(DataRaceTest, ValueAwaitedWithTwoLoadsIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  goto b1
 b1:
  r2 = eq.i4 r1, 0
  br r2, b2, b3
 b2:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 2:3
  call __VERIFIER_atomic_end()
  goto b1
 b3:
  store.i4 @counter, 2 "counter" at 3:3
  ret 0
)ir"),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(DataRaceTest, ResultOfAndOfAnotherThreadsValuesIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  br r1, b1, b3
 b1:
  r2 = load.i4 @slots "slots" at 1:9
  br r2, b2, b3
 b2:
  r3 = assign 1
  goto b4
 b3:
  r3 = assign 0
  goto b4
 b4:
  call __VERIFIER_atomic_end()
  call assume_abort_if_not(r3)
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
)ir"),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(DataRaceTest, FoundByFailedCompareExchangeIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
  slot s0 old "int" size 4
 b0:
  store.i4 s0, 1 "old"
  r1 = cas.i4 @other if *s0 then 1 seq_cst "other" from "old" at 1:3
  br r1, b3, b1
 b1:
  r2 = load.i4 s0 "old"
  br r2, b2, b3
 b2:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b3:
  ret 0
)ir"),
              ElementsAre("other:CONFIDENCE_RACE", "counter:CONFIDENCE_POSSIBLE"));
}

TEST(DataRaceTest, SuccessOfCompareExchangeIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  r1 = cas.i4 @other if 1 then 2 seq_cst "other" at 1:3
  br r1, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
)ir"),
              ElementsAre("other:CONFIDENCE_RACE", "counter:CONFIDENCE_LIKELY"));
}

TEST(DataRaceTest, ValueThatCalleeInsistsOnIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  call insist(r1)
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
}
proc insist(value:int) file "a.c" line 50 {
 b0:
  br r0, b1, b2
 b1:
  ret
 b2:
  call pthread_exit(0)
  unreachable
)ir"),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(DataRaceTest, RemainderOfAnotherThreadsValueIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  r2 = and.i4 r1, 1
  br r2, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
)ir"),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

// The lock tells the two ways apart up to the write.
TEST(DataRaceTest, LockTakenOnOneSideOnlyIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  br r1, b1, b2
 b1:
  call pthread_mutex_lock(@m)
  goto b2
 b2:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
)ir"),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(DataRaceTest, ValueThatBothWaysLeadThroughIsNone) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  br r1, b1, b2
 b1:
  store.i4 @slots, 1 "slots" at 2:3
  goto b2
 b2:
  store.i4 @counter, 2 "counter" at 3:3
  ret 0
)ir"),
              ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(DataRaceTest, VariableThatNothingWritesIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  r1 = load.i4 @slots "slots" at 1:3
  br r1, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
)ir"),
              ElementsAre("counter:CONFIDENCE_POSSIBLE"));
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

TEST(DataRaceTest, WhatWasSetUpBeforeThreadsIsHardlySetUpAgain) {
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

TEST(DataRaceTest, WhatWasSetUpInThisWayOnceIsHardlySetUpInAnother) {
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

TEST(DataRaceTest, WhatOneThreadMaySetUpFirstIsRace) {
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

TEST(DataRaceTest, AWordMayHoldItsOwner) {
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

TEST(DataRaceTest, ElementsBehindAWordAreNotTheWord) {
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

// Two threads write @counter behind a semaphore that holds so many at first; main posts it once.
std::vector<std::string> RacesBehindSemaphore(const std::string& count) {
  return Variables(CheckText(absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = call.i4 sem_wait(@slots)
  store.i4 @counter, 1 "counter" at 1:3
  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call.i4 sem_init(@slots, 0, )ir",
                                          count, R"ir()
  r1 = call.i4 pthread_create(s0, 0, &work, 0)
  r2 = call.i4 pthread_create(s1, 0, &work, 0)
  r3 = call.i4 sem_post(@slots)
  ret 0
}
)ir")));
}

TEST(DataRaceTest, ASemaphoreNeedNotLetTwoThrough) {
  EXPECT_THAT(RacesBehindSemaphore("2"), testing::Contains("counter:CONFIDENCE_RACE"));
  EXPECT_THAT(RacesBehindSemaphore("0"), testing::Contains("counter:CONFIDENCE_LIKELY"));
}

// main starts `early` and `late`, which writes @counter if @slots, to which a pointer leads, tells
// it to; @slots is set by a third thread alone.
std::vector<std::string> RacesOfGated(const std::string& early,
                                      const std::function<void(Summary*)>& change) {
  return Variables(CheckText(absl::StrCat(R"ir(
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
  r1 = load.i4 r3 "slots" at 1:3
  call __VERIFIER_atomic_end()
  r2 = rem.i4 r1, 3
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
                             change));
}

TEST(DataRaceTest, NothingIsCertainThatDroppedAccessesMayDecide) {
  const auto drop = [](Summary* summary) {
    if (NameText(summary->procedure) != "third") return;
    summary->dropped_accesses = summary->accesses.size();
    summary->accesses.clear();
  };
  EXPECT_THAT(RacesOfGated("late", nullptr), ElementsAre("counter:CONFIDENCE_RACE"));
  EXPECT_THAT(RacesOfGated("late", drop), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(RacesOfGated("early", drop), ElementsAre("counter:CONFIDENCE_RACE"));
}

TEST(DataRaceTest, WhoSetsUpIsNotCertainIfOthersMayHaveBeenDropped) {
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

TEST(DataRaceTest, AccessBehindGuessedCallIsDoubt) {
  const auto guess = [](Summary* summary) {
    if (NameText(summary->procedure) != "late") return;
    for (Access& access : summary->accesses) access.is_guessed = true;
  };
  EXPECT_THAT(RacesOfGated("late", guess), ElementsAre("counter:CONFIDENCE_LIKELY"));
}

TEST(DataRaceTest, GuessesOfTwoThreadsAreTwoDoubts) {
  const auto guess = [](Summary* summary) {
    if (NameText(summary->procedure) == "main") return;
    for (Access& access : summary->accesses) access.is_guessed = true;
  };
  EXPECT_THAT(RacesOfGated("late", guess), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
}

TEST(DataRaceTest, AChoiceInAThreadThatIsStartedBehindAGuessIsADoubt) {
  const auto guess = [](Summary* summary) {
    for (Spawn& spawn : summary->spawns) spawn.is_guessed = spawn.is_chosen = true;
  };
  const auto choose = [&](Summary* summary) {
    guess(summary);
    if (NameText(summary->procedure) == "main") return;
    for (Access& access : summary->accesses) access.is_chosen = true;
  };
  EXPECT_THAT(RacesOfGated("late", guess), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(RacesOfGated("late", choose), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
}

// @other is put there by the first thread, `starter` waits for it and starts `late`.
std::vector<std::string> RacesOfThreadStartedByThird(const std::string& waits) {
  return Variables(CheckText(absl::StrCat(R"ir(
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
                                          waits, R"ir( "other" at 1:3
  call __VERIFIER_atomic_end()
  r2 = rem.i4 r1, 3
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

TEST(DataRaceTest, ThreadStartedByThirdOnceThereIsWorkIsDoubt) {
  EXPECT_THAT(RacesOfThreadStartedByThird("@other"), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(RacesOfThreadStartedByThird("@slots"), ElementsAre("counter:CONFIDENCE_RACE"));
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

TEST(DataRaceTest, FreedByWhoStartedTheUserIsStrongerDoubt) {
  const auto guess = [](Summary* summary) {
    for (Access& access : summary->accesses) {
      if (access.kind == AccessKind::kRead) access.is_guessed = true;
    }
  };
  EXPECT_THAT(RacesOfFreed(nullptr), ElementsAre(testing::HasSubstr("CONFIDENCE_RACE")));
  EXPECT_THAT(RacesOfFreed(guess), ElementsAre(testing::HasSubstr("CONFIDENCE_POSSIBLE")));
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

TEST(DataRaceTest, OpenPointerOfThreadsStartedInSeveralPlacesIsDoubt) {
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

// Which constant is returned tells what was found.
TEST(DataRaceTest, ResultThatDependsOnAnotherThreadsValueIsDoubt) {
  EXPECT_THAT(RacesBesideCount(R"ir(
 b0:
  r1 = call take() at 1:3
  br r1, b1, b2
 b1:
  store.i4 @counter, 2 "counter" at 2:3
  ret 0
 b2:
  ret 0
}
proc take() -> int file "a.c" line 60 {
 b0:
  call __VERIFIER_atomic_begin()
  r1 = load.i4 @other "other" at 1:3
  call __VERIFIER_atomic_end()
  r2 = rem.i4 r1, 3
  br r2, b1, b2
 b1:
  ret 1
 b2:
  ret 0
)ir"),
              ElementsAre("counter:CONFIDENCE_LIKELY"));
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

TEST(DataRaceTest, WhatMayHaveBeenSetUpByDroppedAccessesIsDoubt) {
  EXPECT_THAT(Variables(CheckText(kSetUpByWhoComesFirst)),
              UnorderedElementsAre("counter:CONFIDENCE_LIKELY", "other:CONFIDENCE_RACE"));
  const auto drop = [](Summary* summary) {
    if (NameText(summary->procedure) == "main") summary->dropped_accesses = 1;
  };
  EXPECT_THAT(Variables(CheckText(kSetUpByWhoComesFirst, drop)),
              UnorderedElementsAre("counter:CONFIDENCE_POSSIBLE", "other:CONFIDENCE_LIKELY"));
}

// Two threads take locks by way of two pointers; what was stored there is not known.
constexpr char kLocksBehindPointers[] = R"ir(
proc one(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.ptr @session "session" at 1:3
  r2 = address.p8 [r1 + 8]
  call pthread_mutex_lock(r2)
  store.i4 @counter, 1 "counter" at 2:3
  call pthread_mutex_unlock(r2)
  ret 0
}
proc other(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  r1 = load.ptr @pool "pool" at 1:3
  r2 = address.p8 [r1 + 8]
  call pthread_mutex_lock(r2)
  store.i4 @counter, 2 "counter" at 2:3
  call pthread_mutex_unlock(r2)
  ret 0
}
proc main() -> int file "a.c" line 30 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call pthread_create(s0, 0, &one, 0) at 1:3
  r1 = call pthread_create(s1, 0, &other, 0) at 2:3
  ret 0
}
)ir";

// Which way the helper returned is told by what it found, not by what main knows.
TEST(DataRaceTest, AHelperThatJoinsOnOneWayOutOnlyKeepsARaceFromBeingCertain) {
  const auto check = [](const std::string& waits) {
    return Variables(CheckText(absl::StrCat(kIncrement, R"ir(
proc finish(handle:int, way:int) -> int file "a.c" line 15 {
 b0:
  r2 = load.i4 @other
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
  br r2, b1, b2
 b1:
  store.i4 @counter, 5 "counter" at 2:3
  goto b2
 b2:
  ret 0
}
)ir")));
  };
  EXPECT_THAT(check("  call pthread_join(r0, 0)\n"), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(check(""), ElementsAre("counter:CONFIDENCE_RACE"));
}

// The input that chooses the function may choose the lock around it as well.
TEST(DataRaceTest, ACallOfOneOfSeveralFunctionsKeepsARaceFromBeingCertain) {
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

// Each thread holds the lock of another queue, and accesses what is found through a pointer.
TEST(DataRaceTest, LocksOfTwoObjectsOfOneTypeMayGuardWhatEachHas) {
  const auto check = [](const std::string& type) {
    return Variables(CheckText(absl::StrCat(R"ir(
global a "struct queue" size 48 definition file "a.c" line 3
global b ")ir",
                                            type, R"ir(" size 48 definition file "a.c" line 3
global to "int*" size 8 definition file "a.c" line 4
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  call pthread_mutex_lock(@b)
  r1 = load.p8 @to
  store.i4 r1, 1 "*to" at 3:3
  call pthread_mutex_unlock(@b)
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r1 = call.i4 rand()
  br r1, b1, b2
 b1:
  store.p8 @to, @counter
  goto b3
 b2:
  store.p8 @to, @other
  goto b3
 b3:
  r0 = call pthread_create(s0, 0, &work, 0) at 1:3
  call pthread_mutex_lock(@a)
  r2 = load.p8 @to
  store.i4 r2, 2 "*to" at 4:3
  call pthread_mutex_unlock(@a)
  ret 0
}
)ir")));
  };
  EXPECT_THAT(check("struct queue"),
              UnorderedElementsAre("counter:CONFIDENCE_POSSIBLE", "other:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(check("struct stack"),
              UnorderedElementsAre("counter:CONFIDENCE_LIKELY", "other:CONFIDENCE_LIKELY"));
}

// The head of a list is no element, though a pointer to it was found where elements are.
TEST(DataRaceTest, AMemberOfAnotherTypeThanTheVariableHasIsADoubt) {
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

TEST(DataRaceTest, AMemberOfARecordIsNoNumber) {
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

TEST(DataRaceTest, MembersOfTwoRecordsWithNothingInCommonAreOfTwoObjects) {
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

TEST(DataRaceTest, NodesAreGuardedByTheLockOfTheirList) {
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

TEST(DataRaceTest, NodesOfAnotherListAreNotGuarded) {
  EXPECT_FALSE(NodesRace("  r5 = load.p8 [@heads + r1*8]\n  r5 = load.p8 [r5 + 8]\n"));
  EXPECT_TRUE(
      NodesRace("  r11 = add.i4 r1, 1\n  r11 = rem.u4 r11, 8\n  r5 = load.p8 [@heads + r11*8]\n"));
  // The node of the turn before is in the list of that turn, also if a call has chosen it.
  EXPECT_TRUE(
      NodesRace("  r5 = assign.ptr r7\n  r7 = load.p8 [@heads + r1*8]\n  r7 = load.p8 [r7 + 8]\n"));
  EXPECT_TRUE(NodesRace("  r5 = assign.ptr r7\n  r7 = call.p8 pick(r1)\n"));
  EXPECT_FALSE(NodesRace("  r5 = call.p8 pick(r1)\n"));
}

TEST(DataRaceTest, NodesThatAreInTwoListsAreNotGuarded) {
  const std::string found = "  r5 = load.p8 [@heads + r1*8]\n  r5 = load.p8 [r5 + 8]\n";
  for (const char* added :
       {"  r12 = load.p8 @all\n  store.p8 @all, r3\n  store.p8 [@heads + r1*8], r12\n",
        "  r12 = add.i4 r1, 1\n  r12 = rem.u4 r12, 8\n  store.p8 [@heads + r12*8], r3\n",
        "  r12 = add.i4 r1, 1\n  r12 = rem.u4 r12, 8\n  r13 = load.p8 [@heads + r12*8]\n"
        "  store.p8 [r3 + 8], r13\n"}) {
    EXPECT_TRUE(NodesRace(found, added)) << added;
  }
}

// One thread looks at elements of a table and stores into others; another one does `other` once.
proto::Report CheckTable(const std::string& look, const std::string& other) {
  return CheckText(absl::StrCat(R"ir(
global table "int*[8]" size 64 definition file "a.c" line 3
proc look(arg:ptr) -> ptr file "a.c" line 10 {
)ir",
                                look, R"ir(
}
proc other(arg:ptr) -> ptr file "a.c" line 30 {
 b0:
  store.i4 @counter, 1 "counter" at 1:3
)ir",
                                other, R"ir(
  ret 0
}
proc main() -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r1 = call.i4 pthread_create(s0, 0, &look, 0)
  r2 = call.i4 pthread_create(s1, 0, &other, 0)
  ret 0
}
)ir"));
}

// What is found in an element may be what the thread has stored there itself.
TEST(DataRaceTest, APointerThatMayBeTheThreadsOwnTellsNothing) {
  const std::string in_the_next_look = R"ir( b0:
  r1 = call.i4 __VERIFIER_nondet_int()
  r1 = rem.u4 r1, 8
  r2 = call.i4 __VERIFIER_nondet_int()
  r2 = rem.u4 r2, 8
  call pthread_mutex_lock(@m)
  r3 = load.p8 [@table + r1*8]
  br r3, b1, b2
 b1:
  call pthread_mutex_unlock(@m)
  ret 0
 b2:
  store.p8 [@table + r2*8], @slots
  call pthread_mutex_unlock(@m)
  call pthread_mutex_lock(@m)
  r4 = load.p8 [@table + r1*8]
  call pthread_mutex_unlock(@m)
  br r4, b3, b4
 b3:
  store.i4 @counter, 2 "counter" at 5:3
  ret 0
 b4:
  ret 0
)ir";
  const std::string in_the_next_turn = R"ir( b0:
  r5 = assign 0
  goto b1
 b1:
  r1 = call.i4 __VERIFIER_nondet_int()
  r1 = rem.u4 r1, 8
  call pthread_mutex_lock(@m)
  r3 = load.p8 [@table + r1*8]
  store.p8 [@table + r1*8], @slots
  call pthread_mutex_unlock(@m)
  br r3, b2, b3
 b2:
  store.i4 @counter, 2 "counter" at 5:3
  goto b3
 b3:
  r5 = add.i4 r5, 1
  r6 = lt.i4 r5, 100
  br r6, b1, b4
 b4:
  ret 0
)ir";
  const std::string publishes = R"ir(  call pthread_mutex_lock(@m)
  store.p8 [@table + 24], @slots
  call pthread_mutex_unlock(@m)
)ir";
  for (const std::string& look : {in_the_next_look, in_the_next_turn}) {
    EXPECT_NE(CheckTable(look, "").verdict(), proto::VERDICT_RACE_FREE);
    EXPECT_NE(CheckTable(look, publishes).verdict(), proto::VERDICT_RACE_FREE);
  }
}

TEST(DataRaceTest, LocksBehindPointersOfWhichNothingIsKnownMayBeOne) {
  EXPECT_THAT(Variables(CheckText(kLocksBehindPointers)),
              ElementsAre("counter:CONFIDENCE_POSSIBLE"));
}

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

TEST(DataRaceTest, WhoFindsItsOwnValueInAVariableIsAlone) {
  EXPECT_THAT(Variables(CheckCode(ClearedIf("  r1 = call.p8 pthread_getspecific(1)"))),
              ElementsAre("counter:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(Variables(CheckCode(ClearedIf("  r1 = call.i4 rand()"))),
              ElementsAre("counter:CONFIDENCE_RACE"));
}

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

TEST(DataRaceTest, WhatIsStartedUnlessItIsThereIsThereOnce) {
  const std::string write = "  store.i4 @counter, 5 \"counter\" at 3:3\n";
  const std::string join = "  r3 = load.i8 @threads\n  r4 = call pthread_join(r3, 0)\n";
  EXPECT_THAT(RacesOfRounds("", "", join), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesOfRounds(write, "", join), ElementsAre("counter:CONFIDENCE_POSSIBLE"));
  EXPECT_THAT(RacesOfRounds("", write, join),
              ElementsAre(testing::AnyOf("counter:CONFIDENCE_RACE", "counter:CONFIDENCE_LIKELY")));
  EXPECT_THAT(RacesOfRounds("", "", ""),
              ElementsAre(testing::AnyOf("counter:CONFIDENCE_RACE", "counter:CONFIDENCE_LIKELY")));
}

// Threads that claim @other with 1, write the counter and make @other the number; and one that
// reads the counter, if it finds @other above 0 or at once.
std::vector<std::string> RacesOfClaim(const std::string& done, const std::string& number) {
  return Variables(CheckText(absl::StrCat(R"ir(
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

TEST(DataRaceTest, WhatIsSetUpByWhoClaimsToDoSoIsDoubtful) {
  EXPECT_THAT(RacesOfClaim("2", "2"), ElementsAre("counter:CONFIDENCE_LIKELY"));
  EXPECT_THAT(RacesOfClaim("1", "0"), ElementsAre("counter:CONFIDENCE_RACE"));
}

}  // namespace
}  // namespace plait
