#include "checkers/witness/search.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/witness/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait::witness {
namespace {

using ::testing::IsEmpty;

constexpr char kGlobals[] = R"ir(
unit "a.c"
global counter "int" size 4 definition file "a.c" line 1
global flag "int" size 4 definition file "a.c" line 1
global m "pthread_mutex_t" size 40 definition file "a.c" line 2
function missing "int(int*)" file "b.h" line 2
)ir";

// Instructions of `work`: 1 reads the counter, 3 writes it.
constexpr char kLockedWork[] = R"ir(
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
constexpr uint32_t kRead = 1, kWrite = 3;

// Instruction 1 of main writes the counter, between `before` and `after`.
std::string Main(const std::string& before, const std::string& after) {
  return absl::StrCat(R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call.i4 pthread_create(s0, 0, &work, 0) at 1:3
)ir",
                      before, "  store.i4 @counter, 5 \"counter\" at 2:3\n", after, "  ret 0\n}\n");
}

constexpr char kJoin[] = "  r1 = load.u8 s0\n  r2 = call.i4 pthread_join(r1, 0)\n";

SearchResult Find(const TestProgram& program, const std::vector<Target>& targets = {}) {
  return FindWitnesses(*program.executable, targets, {}, [](const Witness&) { return "counter"; });
}

TEST(SearchTest, AnUnlockedWriteIsSeen) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, kLockedWork, Main("", kJoin)));
  const SearchResult result = Find(program);
  ASSERT_EQ(result.sightings.size(), 2);  // with the read and the write of the thread
  for (const Sighting& sighting : result.sightings) {
    const Witness& witness = sighting.witness;
    EXPECT_EQ(witness.threads.size(), 2);
    EXPECT_TRUE(witness.first.bytes.is_write);
    EXPECT_NE(witness.first.thread, witness.second.thread);
    EXPECT_EQ(witness.first.bytes.size, 4);
  }
}

// A thread that branches on what is not known, with that in the way that is perhaps taken, and that
// behind it.
std::string BranchingWork(const std::string& way, const std::string& behind) {
  return absl::StrCat(R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = assign ?
  br r1, b1, b2
 b1:
)ir",
                      way, "  goto b2\n b2:\n", behind, "  ret 0\n}\n");
}

TEST(SearchTest, WhatIsDoneWhicheverWayIsTakenIsSeen) {
  const std::string reads = "  r2 = load.i4 @counter \"counter\" at 2:3\n";
  const std::string sets = "  store.i4 @flag, 1 \"flag\" at 1:3\n";
  const auto find = [](const std::string& way, const std::string& behind) {
    return Find(ParseProgram(absl::StrCat(kGlobals, BranchingWork(way, behind), Main("", kJoin))))
        .sightings;
  };
  EXPECT_EQ(find(sets, reads).size(), 1);
  EXPECT_THAT(find(reads, ""), IsEmpty()) << "perhaps it is not done";
  EXPECT_THAT(find("  call pthread_mutex_lock(@m)\n", reads), IsEmpty());
  EXPECT_THAT(find("  store.i4 [r0], 1\n", reads), IsEmpty()) << "a place that is not known";
  const std::string asks =
      "  r3 = load.i4 @flag \"flag\" at 2:3\n  br r3, b3, b4\n b3:\n" + reads + "  goto b4\n b4:\n";
  EXPECT_THAT(find(sets, asks), IsEmpty()) << "nor is what was written on the way";
}

TEST(SearchTest, WhatIsFreedBesideAnAccessIsTheBytesAccessed) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.i4 [r0 + 8] "box->other" at 1:3
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call.ptr malloc(16)
  store.i4 [r0 + 8], 3
  r1 = call.i4 pthread_create(s0, 0, &work, r0) at 1:3
  call free(r0)
  ret 0
}
)ir"));
  const SearchResult result = Find(program);
  ASSERT_FALSE(result.sightings.empty());
  for (const Sighting& sighting : result.sightings) {
    EXPECT_EQ(sighting.witness.place.offset, 8);
  }
}

TEST(SearchTest, WhatALockOrAJoinSeparatesIsNeverSeen) {
  const std::string locked = Main("  call pthread_mutex_lock(@m)\n",
                                  absl::StrCat("  call pthread_mutex_unlock(@m)\n", kJoin));
  EXPECT_THAT(Find(ParseProgram(absl::StrCat(kGlobals, kLockedWork, locked))).sightings, IsEmpty());
  EXPECT_THAT(Find(ParseProgram(absl::StrCat(kGlobals, kLockedWork, Main(kJoin, "")))).sightings,
              IsEmpty());
}

TEST(SearchTest, ATargetIsFoundAndEndsTheSearch) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, kLockedWork, Main("", kJoin)));
  Target target;
  target.name = "counter";
  target.pairs = {{{program.Definition("main"), 1}, {program.Definition("work"), kWrite}}};
  target.global = InternName("counter");
  const SearchResult result = Find(program, {target});
  ASSERT_FALSE(result.sightings.empty());
  EXPECT_LT(result.runs, 20);

  // The same accesses to another variable are not what is looked for.
  target.name = "another";
  target.global = InternName("flag");
  for (const Sighting& sighting : Find(program, {target}).sightings) {
    EXPECT_THAT(sighting.targets, IsEmpty());
  }
}

// Threads write to the elements from their number times 199 up to 200 further on.
constexpr char kOverlappingParts[] = R"ir(
unit "a.c"
global parts "int[400]" size 1600 definition file "a.c" line 1
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = mul.i8 r0, 199
  r2 = add.i8 r1, 200
  goto b1
 b1:
  r3 = lt.i8 r1, r2
  br r3, b2, b3
 b2:
  store.i4 [@parts + r1*4], 1 "parts" at 1:3
  r1 = add.i8 r1, 1
  goto b1
 b3:
  ret 0
}
)ir";

// The thread that comes first is at the other end when the second one gets there.
TEST(SearchTest, WhatNothingOrdersIsSeenThoughItIsFarApart) {
  const auto sightings = [](const std::string& between) {
    const TestProgram program = ParseProgram(absl::StrCat(kOverlappingParts, R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
 b0:
  r0 = call.i4 pthread_create(s0, 0, &work, 0) at 1:3
)ir",
                                                          between, R"ir(
  r3 = call.i4 pthread_create(s1, 0, &work, 1) at 2:3
  ret 0
}
)ir"));
    return Find(program).sightings.size();
  };
  EXPECT_EQ(sightings(""), 1);
  EXPECT_EQ(sightings(kJoin), 0);
}

// Main counts to more than a run of usual length has instructions before it starts the thread.
// Main counts to 1000 before it creates a thread.
constexpr char kLateMain[] = R"ir(
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = assign.i4 0
  goto b1
 b1:
  r1 = lt.i4 r0, 1000
  br r1, b2, b3
 b2:
  r0 = add.i4 r0, 1
  goto b1
 b3:
  r2 = call.i4 pthread_create(s0, 0, &work, 0) at 1:3
  store.i4 @counter, 5 "counter" at 2:3
  ret 0
}
)ir";

TEST(SearchTest, RunsThatAreCutOffAreFollowedByOnesThatGoFar) {
  const auto find = [](uint64_t far_steps) {
    const TestProgram program = ParseProgram(absl::StrCat(kGlobals, kLockedWork, kLateMain));
    return FindWitnesses(
        *program.executable, {},
        {.steps = 1000, .steps_of_a_run = 500, .far_steps = far_steps, .steps_of_a_far_run = 9000},
        [](const Witness&) { return "counter"; });
  };
  EXPECT_THAT(find(0).sightings, IsEmpty());
  const SearchResult result = find(20000);
  EXPECT_EQ(result.sightings.size(), 2);
  EXPECT_GT(result.far_runs, 0);
  EXPECT_LE(result.steps, 2000);
}

TEST(SearchTest, TheLastRunsAreForWhatIsSuspectedButNotCertain) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, kLockedWork, kLateMain));
  constexpr uint32_t kStoreOfMain = 4;
  const Options options = {.steps = 1000,
                           .steps_of_a_run = 500,
                           .far_steps = 1000,
                           .steps_of_a_far_run = 500,
                           .last_runs = 2,
                           .steps_of_a_last_run = 9000};
  const auto find = [&](const std::vector<Target>& targets) {
    return FindWitnesses(*program.executable, targets, options,
                         [](const Witness&) { return "counter"; });
  };
  Target target;
  target.name = "counter";
  target.pairs = {
      {{program.Definition("main"), kStoreOfMain}, {program.Definition("work"), kRead}}};
  target.global = InternName("counter");
  EXPECT_FALSE(find({target}).sightings.empty());
  EXPECT_THAT(find({}).sightings, IsEmpty());
  target.is_certain = true;
  EXPECT_THAT(find({target}).sightings, IsEmpty());
}

TEST(SearchTest, WhatIsCertainIsLookedForToo) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, kLockedWork, Main("", kJoin)));
  Target target;
  target.name = "other";
  target.pairs = {{{program.Definition("main"), 1}, {program.Definition("work"), kRead}}};
  target.global = InternName("counter");
  target.is_certain = true;
  const SearchResult result = Find(program, {target});
  EXPECT_EQ(result.runs, 1);
  EXPECT_EQ(result.exact_runs, 1);
  ASSERT_FALSE(result.sightings.empty());
  EXPECT_EQ(result.sightings[0].targets, std::vector<uint32_t>({0}));
}

TEST(SearchTest, TheSameEachTime) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, kLockedWork, Main("", kJoin)));
  const SearchResult a = Find(program), b = Find(program);
  EXPECT_EQ(a.runs, b.runs);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.ends, b.ends);
  ASSERT_EQ(a.sightings.size(), b.sightings.size());
  for (size_t i = 0; i < a.sightings.size(); ++i) {
    EXPECT_EQ(a.sightings[i].witness.first.site, b.sightings[i].witness.first.site);
    EXPECT_EQ(a.sightings[i].witness.events.size(), b.sightings[i].witness.events.size());
  }
}

// The thread waits for the flag for ever; it must not keep main from setting it.
TEST(SearchTest, NobodyIsHeldBackForEver) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  goto b1
 b1:
  r1 = load.i4 @flag seq_cst
  br r1, b2, b1
 b2:
  store.i4 @counter, 1
  ret 0
}
proc main() -> int file "a.c" line 20 {
  slot s0 t "pthread_t" size 8
 b0:
  r0 = call.i4 pthread_create(s0, 0, &work, 0) at 1:3
  store.i4 @flag, 1 seq_cst
  store.i4 @counter, 5
  r1 = load.u8 s0
  r2 = call.i4 pthread_join(r1, 0)
  ret 0
}
)ir"));
  const SearchResult result = Find(program);
  ASSERT_EQ(result.sightings.size(), 1);
  EXPECT_EQ(result.ends.at("the program ended"), result.runs);
}

TEST(SearchTest, AProgramThatCannotBeExecutedIsGivenUpSoon) {
  const TestProgram program = ParseProgram(
      absl::StrCat(kGlobals, kLockedWork, "proc main() -> int file \"a.c\" line 20 {\n b0:\n",
                   "  call missing(@counter)\n  ret 0\n}\n"));
  const SearchResult result = Find(program);
  EXPECT_EQ(result.runs, 3);
  EXPECT_EQ(result.ends.at("call of missing"), 3);
}

// Whatever it was, it is not looked at; what comes later is.
TEST(SearchTest, AnElementThatIsNotKnownIsGoneBy) {
  const TestProgram program =
      ParseProgram(absl::StrCat(kGlobals, kLockedWork,
                                Main("  r5 = call.i4 missing_number(1)\n"
                                     "  r6 = call.ptr malloc(64)\n"
                                     "  store.i4 [r6 + r5*4], 1\n  r7 = load.i4 [r6 + r5*4]\n",
                                     kJoin)));
  const SearchResult result = Find(program);
  EXPECT_EQ(result.sightings.size(), 2);
  EXPECT_EQ(result.exact_runs, 0);
}

// A function that is not there, and is told nothing, gives an input.
TEST(SearchTest, ANumberOfAFunctionThatIsNotThereIsAnInput) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 1 {
 b0:
  r1 = call.i4 missing_number()
  br r1, b1, b2
 b1:
  store.i4 @counter, 1
  goto b2
 b2:
  ret 0
}
)ir",
                                                        Main("", kJoin)));
  const SearchResult result = Find(program);
  EXPECT_EQ(result.sightings.size(), 1);
  EXPECT_EQ(result.exact_runs, result.runs);
}

// The thread writes only if the input is a certain large number.
TEST(SearchTest, InputsAreNumbersThatTheProgramComparesWith) {
  const TestProgram program = ParseProgram(absl::StrCat(kGlobals, R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = call.i4 __VERIFIER_nondet_int()
  r2 = eq.i4 r1, 70000
  br r2, b1, b2
 b1:
  store.i4 @counter, 1
  ret 0
 b2:
  ret 0
}
)ir",
                                                        Main("", kJoin)));
  EXPECT_EQ(Find(program).sightings.size(), 1);
}

}  // namespace
}  // namespace plait::witness
