// What several threads access in one object: parts of it that lie apart or meet.
#include "checkers/same_memory.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/test_program.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::IsEmpty;

// So many threads that run `work`, given their numbers from 0 on. They share the matrix @c and,
// settled before, the length of its rows.
proto::Report CheckThreads(int count, const std::string& work, const std::string& others = "") {
  return CheckText(absl::StrCat(R"ir(
global c "int*" size 8 definition file "a.c" line 3
global lengths "int[64]" size 256 definition file "a.c" line 3
global length "int" size 4 definition file "a.c" line 3
global next "_Atomic(int)" size 4 definition atomic file "a.c" line 3
global workers "pthread_t[64]" size 512 definition file "a.c" line 3
proc main(argc:int, argv:ptr) -> int file "a.c" line 40 {
 b0:
  r2 = load.p8 [r1 + 8] "argv[1]" at 1:3
  r3 = call.i4 atoi(r2) at 1:3
  store.i4 @length, r3 "length" at 1:3
  store.i4 [@lengths + 12], r3 "lengths[3]" at 1:3
  r4 = call.p8 malloc(1000000) at 2:3
  store.p8 @c, r4 "c" at 2:3
  r5 = assign 0
  goto b1
 b1:
  r6 = lt.i4 r5, )ir",
                                count, R"ir( at 3:3
  br r6, b2, b3 at 3:3
 b2:
  r7 = address.p8 [@workers + r5*8] at 4:3
  r8 = call.i4 pthread_create(r7, 0, &work, r5) at 4:3
  r5 = add.i4 r5, 1
  goto b1
 b3:
  ret 0
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
)ir",
                                work, "}\n", others));
}

void ExpectNoRace(const proto::Report& report) {
  EXPECT_THAT(Variables(report), IsEmpty());
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE_FREE) << Reasons(report);
}

void ExpectRace(const proto::Report& report) {
  EXPECT_THAT(Variables(report), testing::Not(IsEmpty()));
  EXPECT_NE(report.verdict(), proto::VERDICT_RACE_FREE);
}

// Stores to c[from + j] for j from 0 while `comparison`, in blocks from number `first` on, at whose
// end all goes on to `then`.
std::string StoreRow(int first, const std::string& from, const std::string& comparison,
                     const std::string& then) {
  return absl::StrCat("  r5 = assign 0\n  goto b", first, "\n b", first, ":\n  r6 = ", comparison,
                      "\n  br r6, b", first + 1, ", ", then, " at 3:3\n b", first + 1, R"ir(:
  r7 = load.p8 @c "c" at 4:3
  r8 = add.i4 )ir",
                      from, R"ir(, r5 at 4:3
  store.i4 [r7 + r8*4], 1 "c[from + j]" at 4:3
  r5 = add.i4 r5, 1
  goto b)ir",
                      first, "\n");
}

// Where rows begin and end.
struct Row {
  std::string stride = "r9 = assign r2";    // of the length in r2
  std::string comparison = "lt.i4 r5, r2";  // of the place in the row, r5
};

constexpr char kInteger[] = R"ir(
  var r1 r
  var r5 j
)ir";

// Each takes rows until there are no more, and writes to them after `before`.
proto::Report CheckRowsTaken(const Row& row, const std::string& before = "") {
  return CheckThreads(64, absl::StrCat(kInteger, " b0:\n", before, R"ir(
  goto b1
 b1:
  r1 = update.i4 add @next, 1 seq_cst "next" at 1:3
  r2 = load.i4 @length "length" at 2:3
  r3 = ge.i4 r1, r2 at 2:3
  br r3, b2, b3 at 2:3
 b2:
  ret 0
 b3:
  )ir",
                                       row.stride, "\n  r10 = mul.i4 r1, r9 at 3:3\n",
                                       StoreRow(4, "r10", row.comparison, "b1")));
}

// Each has the row of its number.
proto::Report CheckRowsByNumber(const Row& row) {
  return CheckThreads(64,
                      absl::StrCat(kInteger, R"ir(
 b0:
  r1 = truncate.i4 r0
  r2 = load.i4 @length "length" at 2:3
  )ir",
                                   row.stride, "\n  r10 = mul.i4 r1, r9 at 3:3\n",
                                   StoreRow(1, "r10", row.comparison, "b3"), " b3:\n  ret 0\n"));
}

// Each writes to two parts of its row, or to parts of two rows.
proto::Report CheckTwoRowsByNumber(const Row& first, const Row& second) {
  return CheckThreads(
      64, absl::StrCat(kInteger, R"ir(
 b0:
  r1 = truncate.i4 r0
  r2 = load.i4 @length "length" at 2:3
  )ir",
                       first.stride, "\n  r10 = mul.i4 r1, r9 at 3:3\n",
                       StoreRow(1, "r10", first.comparison, "b3"), " b3:\n  ", second.stride,
                       "\n  r10 = mul.i4 r1, r9 at 3:3\n",
                       StoreRow(4, "r10", second.comparison, "b6"), " b6:\n  ret 0\n"));
}

constexpr char kTwice[] = "r9 = mul.i4 r2, 2";
constexpr char kOneLess[] = "r9 = sub.i4 r2, 1";
constexpr char kUpToTheEnd[] = "le.i4 r5, r2";
constexpr char kForTwoRows[] = "lt.i4 r5, r11";

TEST(SameMemoryTest, RowsTakenFromACounterLieApart) {
  ExpectNoRace(CheckRowsTaken({}));
  ExpectNoRace(CheckRowsTaken({.stride = kTwice}));
}

TEST(SameMemoryTest, RowsTakenThatAreLongerThanTheirDistanceMeet) {
  ExpectRace(CheckRowsTaken({.comparison = kUpToTheEnd}));
  ExpectRace(CheckRowsTaken({.stride = kOneLess}));
  ExpectRace(CheckRowsTaken(
      {.stride = "r9 = assign r2\n  r11 = mul.i4 r2, 2", .comparison = kForTwoRows}));
}

// Each takes so many elements at once until there are no more, `step` after `before`, and writes to
// those from the number that it found.
proto::Report CheckBatches(const std::string& step, const std::string& comparison,
                           const std::string& before = "") {
  return CheckThreads(64,
                      absl::StrCat(kInteger, " b0:\n", before, "  goto b1\n b1:\n  ", step, R"ir(
  r2 = load.i4 @length "length" at 2:3
  r3 = ge.i4 r1, r2 at 2:3
  br r3, b2, b3 at 2:3
 b2:
  ret 0
 b3:
)ir",
                                   StoreRow(4, "r1", comparison, "b1")));
}

constexpr char kTakes16[] = "r1 = update.i4 add @next, 16 seq_cst \"next\" at 1:3";

TEST(SameMemoryTest, BatchesTakenFromACounterLieApart) {
  ExpectNoRace(CheckBatches(kTakes16, "lt.i4 r5, 16"));
  ExpectNoRace(CheckBatches(kTakes16, "lt.i4 r5, 3"));
  ExpectNoRace(CheckBatches(R"ir(call pthread_mutex_lock(@m)
  r1 = load.i4 @next "next" at 1:3
  r12 = add.i4 r1, 16
  store.i4 @next, r12 "next" at 1:3
  call pthread_mutex_unlock(@m))ir",
                            "lt.i4 r5, 16"));
}

TEST(SameMemoryTest, BatchesTakenThatAreLongerThanTheirDistanceMeet) {
  ExpectRace(CheckBatches(kTakes16, "le.i4 r5, 16"));
  ExpectRace(CheckBatches("r1 = update.i4 add @next, 15 seq_cst \"next\" at 1:3", "lt.i4 r5, 16"));
  ExpectRace(CheckBatches("r1 = update.i4 sub @next, 16 seq_cst \"next\" at 1:3", "lt.i4 r5, 16"));
  ExpectRace(CheckBatches("r1 = update.i4 add @next, r0 seq_cst \"next\" at 1:3", "lt.i4 r5, 16"));
}

TEST(SameMemoryTest, BatchesThatSomeoneTakesLessOfMeet) {
  ExpectRace(CheckBatches(kTakes16, "lt.i4 r5, 16",
                          "  r13 = update.i4 add @next, 15 seq_cst \"next\" at 1:1\n"));
  ExpectRace(
      CheckBatches(kTakes16, "lt.i4 r5, 16", "  store.i4 @next, 0 seq_cst \"next\" at 1:1\n"));
  ExpectNoRace(CheckBatches(kTakes16, "lt.i4 r5, 16",
                            "  r13 = update.i4 add @next, 17 seq_cst \"next\" at 1:1\n"));
}

TEST(SameMemoryTest, RowsOfALengthThatThreadsChangeMeet) {
  ExpectRace(CheckRowsTaken({}, R"ir(
  call pthread_mutex_lock(@m)
  store.i4 @length, 7 "length" at 0:3
  call pthread_mutex_unlock(@m)
)ir"));
}

TEST(SameMemoryTest, RowsByNumbersOfThreadsLieApart) {
  ExpectNoRace(CheckRowsByNumber({}));
  ExpectNoRace(CheckRowsByNumber({.stride = kTwice}));
  ExpectNoRace(CheckTwoRowsByNumber({}, {}));
}

TEST(SameMemoryTest, RowsByNumbersOfThreadsThatAreLongerThanTheirDistanceMeet) {
  ExpectRace(CheckRowsByNumber({.comparison = kUpToTheEnd}));
  ExpectRace(CheckRowsByNumber({.stride = kOneLess}));
  ExpectRace(CheckRowsByNumber(
      {.stride = "r9 = assign r2\n  r11 = mul.i4 r2, 2", .comparison = kForTwoRows}));
}

TEST(SameMemoryTest, RowsOfALengthOfTheThreadsOwnMeet) {
  ExpectRace(CheckRowsTaken({.stride = "r2 = load.i4 [@lengths + r0*4]\n  r9 = assign r2"}));
  ExpectNoRace(CheckRowsTaken({.stride = "r2 = load.i4 [@lengths + 12]\n  r9 = assign r2"}));
  ExpectRace(CheckRowsByNumber({.comparison = "lt.i4 r5, r1"}));
}

TEST(SameMemoryTest, RowsAtTwoDistancesMeet) {
  ExpectRace(CheckTwoRowsByNumber({}, {.stride = kTwice}));
}

TEST(SameMemoryTest, OneOfTwoPartsOfRowsMayMeetThoseOfOthers) {
  ExpectRace(CheckTwoRowsByNumber({}, {.comparison = kUpToTheEnd}));
}

// Each has the part between two numbers: from its own number times 10 to `end`, in r5.
proto::Report CheckUpTo(const std::string& end) {
  return CheckThreads(4, absl::StrCat(R"ir(
  var r1 id
  var r2 length
  var r3 lo
  var r5 hi
  var r8 i
 b0:
  r1 = truncate.i4 r0
  r2 = load.i4 @length "length" at 1:3
  r3 = mul.i4 r1, 10 at 2:3
)ir",
                                      end, R"ir(
 b3:
  r8 = assign r3
  goto b4
 b4:
  r9 = lt.i4 r8, r5 at 4:3
  br r9, b5, b6 at 4:3
 b5:
  r10 = load.p8 @c "c" at 5:3
  store.i4 [r10 + r8*4], 1 "c[i]" at 5:3
  r8 = add.i4 r8, 1
  goto b4
 b6:
  ret 0
)ir"));
}

// The end is 10 behind, but for @length if the comparison with that holds.
proto::Report CheckClippedIf(const std::string& comparison) {
  return CheckUpTo(absl::StrCat(R"ir(
  r5 = add.i4 r3, 10 at 3:3
  r6 = )ir",
                                comparison, R"ir( r5, r2 at 3:3
  br r6, b1, b2 at 3:3
 b1:
  r5 = assign r2 at 3:3
  goto b3
 b2:
  goto b3
)ir"));
}

TEST(SameMemoryTest, PartsThatEndEarlierLieApart) { ExpectNoRace(CheckClippedIf("gt.i4")); }

TEST(SameMemoryTest, PartsThatEndLaterMeet) { ExpectRace(CheckClippedIf("lt.i4")); }

// One of the threads goes on to the end.
proto::Report CheckLast(int last) {
  return CheckUpTo(absl::StrCat(R"ir(
  r6 = eq.i4 r1, )ir",
                                last, R"ir( at 3:3
  br r6, b1, b2 at 3:3
 b1:
  r5 = assign r2 at 3:3
  goto b3
 b2:
  r5 = add.i4 r3, 10 at 3:3
  goto b3
)ir"));
}

TEST(SameMemoryTest, TheLastOfTheThreadsMayGoOnToTheEnd) { ExpectNoRace(CheckLast(3)); }

TEST(SameMemoryTest, AnotherThreadThatGoesOnMeetsTheLast) { ExpectRace(CheckLast(2)); }

// Threads that may have waited and changed something before they access their parts.
proto::Report CheckAfter(const std::string& prepares) {
  return CheckThreads(64, R"ir(
  var r1 id
  var r3 lo
  var r5 hi
  var r8 i
 b0:
  r1 = truncate.i4 r0
  r3 = mul.i4 r1, 10 at 2:3
  r5 = add.i4 r3, 10 at 3:3
  call prepare() at 3:3
  r8 = assign r3
  goto b1
 b1:
  r9 = lt.i4 r8, r5 at 4:3
  br r9, b2, b3 at 4:3
 b2:
  r10 = load.p8 @c "c" at 5:3
  store.i4 [r10 + r8*4], 1 "c[i]" at 5:3
  r8 = add.i4 r8, 1
  goto b1
 b3:
  ret 0
)ir",
                      absl::StrCat(R"ir(
proc prepare() -> int file "a.c" line 30 {
 b0:
  r1 = call.i4 rand()
  br r1, b1, b2
 b1:
)ir",
                                   prepares, R"ir(
  ret 0
 b2:
  ret 1
}
)ir"));
}

TEST(SameMemoryTest, PartsLieApartAfterACallThatEndsInSeveralWays) {
  ExpectNoRace(CheckAfter(""));
  ExpectNoRace(CheckAfter("  call.i4 sem_wait(@other) at 1:3\n"));
  ExpectNoRace(CheckAfter("  call pthread_mutex_lock(@m) at 1:3\n"));
  ExpectNoRace(CheckAfter("  call pthread_mutex_unlock(@m) at 1:3\n"));
}

// A thread has the part of an array before a number that main settled, and main goes down through
// the array to so many elements from the number.
proto::Report CheckDownTo(int from_cut, const std::string& later = "") {
  return CheckText(absl::StrCat(R"ir(
global cut "int" size 4 definition file "a.c" line 3
global v "int[1000]" size 4000 definition file "a.c" line 3
proc work(arg:ptr) -> ptr file "a.c" line 10 {
  var r1 i
 b0:
  r1 = assign 0
  goto b1
 b1:
  r2 = load.i4 @cut "cut" at 1:3
  r3 = lt.i4 r1, r2
  br r3, b2, b3
 b2:
  store.i4 [@v + r1*4], r1 "v[i]" at 2:3
  r1 = add.i4 r1, 1
  goto b1
 b3:
  ret 0
}
proc main(argc:int, argv:ptr) -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  var r7 i
 b0:
  r2 = load.p8 [r1 + 8] "argv[1]" at 1:3
  r3 = call.i4 atoi(r2) at 1:3
  r5 = div.i4 r3, 3 at 1:3
  store.i4 @cut, r5 "cut" at 1:3
  r6 = call.i4 pthread_create(s0, 0, &work, 0) at 2:3
)ir",
                                later, R"ir(
  r7 = sub.i4 r3, 1
  goto b1
 b1:
  r10 = load.i4 @cut "cut" at 3:3
  r12 = add.i4 r10, )ir",
                                from_cut, R"ir(
  r11 = ge.i4 r7, r12
  br r11, b2, b3
 b2:
  store.i4 [@v + r7*4], 1 "v[i]" at 4:3
  r7 = sub.i4 r7, 1
  goto b1
 b3:
  ret 0
}
)ir"));
}

TEST(SameMemoryTest, MainsPartLiesBehindWhatItSettledForAThread) {
  ExpectNoRace(CheckDownTo(0));
  ExpectRace(CheckDownTo(0, "  store.i4 @cut, 900 \"cut\" at 3:3\n"));
}

TEST(SameMemoryTest, MainsPartThatReachesLowerMeetsAThread) { ExpectRace(CheckDownTo(-1)); }

// Two threads that go from one pointer to another, while `comparison` holds, by so many bytes; the
// second begins where the first one ends.
proto::Report CheckPointers(const std::string& comparison, int step, int bytes_back) {
  return CheckText(absl::StrCat(R"ir(
record "struct part" size 16 {
  field from "int*" offset 0 size 8
  field to "int*" offset 8 size 8
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
  var r2 q
 b0:
  r3 = load.p8 r0 "p->from" field "part.from" at 1:3
  r2 = assign.p r3
  goto b1
 b1:
  r4 = load.p8 [r0 + 8] "p->to" field "part.to" at 1:3
  r5 = )ir",
                                comparison, R"ir( r2, r4
  br r5, b2, b3
 b2:
  store.i4 r2, 1 "*q" at 2:3
  r6 = address.p8 [r2 + )ir",
                                step, R"ir(]
  r2 = assign.p r6
  goto b1
 b3:
  ret 0
}
proc main(argc:int, argv:ptr) -> int file "a.c" line 40 {
  slot s0 t "pthread_t" size 8
  slot s1 u "pthread_t" size 8
  slot s2 a "struct part" size 16
  slot s3 b "struct part" size 16
 b0:
  r3 = load.p8 [r1 + 8] "argv[1]" at 1:3
  r4 = call.i4 atoi(r3) at 1:3
  r7 = call.p8 malloc(100000) at 1:3
  store.p8 s2, r7 "a.from" field "part.from" at 2:3
  r8 = address.p8 [r7 + r4*8]
  store.p8 [s2 + 8], r8 "a.to" field "part.to" at 2:3
  r9 = address.p8 [r8 - )ir",
                                bytes_back, R"ir(]
  store.p8 s3, r9 "b.from" field "part.from" at 3:3
  r10 = address.p8 [r9 + r4*8]
  store.p8 [s3 + 8], r10 "b.to" field "part.to" at 3:3
  r11 = call.i4 pthread_create(s0, 0, &work, s2) at 4:3
  r12 = call.i4 pthread_create(s1, 0, &work, s3) at 4:3
  r13 = load.u8 s0 "t" at 5:3
  call.i4 pthread_join(r13, 0) at 5:3
  r15 = load.u8 s1 "u" at 5:3
  call.i4 pthread_join(r15, 0) at 5:3
  ret 0
}
)ir"));
}

TEST(SameMemoryTest, PartsBetweenPointersLieApart) {
  ExpectNoRace(CheckPointers("ne.u4", 4, 0));
  ExpectNoRace(CheckPointers("lt.u4", 4, 0));
  ExpectNoRace(CheckPointers("ne.u4", 8, 0));
}

TEST(SameMemoryTest, PartsBetweenPointersThatOverlapMeet) {
  ExpectRace(CheckPointers("ne.u4", 4, 8));
  ExpectRace(CheckPointers("le.u4", 4, 0));
  // The last access may begin before the end, and reach beyond it.
  ExpectRace(CheckPointers("lt.u4", 6, 0));
}

// Each of as many has the rows from its share of the length on, up to the next one's.
proto::Report CheckRowsOfShares(int count, const std::string& comparison) {
  return CheckThreads(count, absl::StrCat(R"ir(
  var r1 row
  var r5 j
 b0:
  r11 = truncate.i4 r0
  r2 = load.i4 @length "length" at 2:3
  r12 = mul.i4 r11, r2 at 2:3
  r1 = div.i4 r12, )ir",
                                          count, R"ir( at 2:3
  r13 = add.i4 r11, 1 at 2:3
  r14 = mul.i4 r13, r2 at 2:3
  r4 = div.i4 r14, )ir",
                                          count, R"ir( at 2:3
  goto b1
 b1:
  r15 = )ir",
                                          comparison, R"ir( r1, r4 at 3:3
  br r15, b2, b6 at 3:3
 b2:
  r10 = mul.i4 r1, r2 at 3:3
)ir",
                                          StoreRow(3, "r10", "lt.i4 r5, r2", "b5"), R"ir( b5:
  r1 = add.i4 r1, 1
  goto b1
 b6:
  ret 0
)ir"));
}

TEST(SameMemoryTest, RowsOfSharesLieApart) {
  ExpectNoRace(CheckRowsOfShares(3, "lt.i4"));
  ExpectNoRace(CheckRowsOfShares(64, "lt.i4"));
}

TEST(SameMemoryTest, RowsOfSharesAndTheNextRowMeet) {
  ExpectRace(CheckRowsOfShares(3, "le.i4"));
  ExpectRace(CheckRowsOfShares(64, "le.i4"));
}

// Whoever finds a place of a table empty makes an object for it, and all use what they have found.
TEST(SameMemoryTest, ObjectsOfATableAreOfAllThatLookThemUp) {
  ExpectRace(CheckText(R"ir(
global table "int*[8]" size 64 definition file "a.c" line 3
global workers "pthread_t[64]" size 512 definition file "a.c" line 3
proc main(argc:int, argv:ptr) -> int file "a.c" line 40 {
 b0:
  r5 = assign 0
  goto b1
 b1:
  r6 = lt.i4 r5, r0 at 3:3
  br r6, b2, b3 at 3:3
 b2:
  r7 = address.p8 [@workers + r5*8] at 4:3
  r8 = call.i4 pthread_create(r7, 0, &work, 0) at 4:3
  r5 = add.i4 r5, 1
  goto b1
 b3:
  ret 0
}
proc work(arg:ptr) -> ptr file "a.c" line 10 {
  var r3 found
 b0:
  r1 = call.i4 rand() at 1:3
  r2 = rem.i4 r1, 8 at 1:3
  call pthread_mutex_lock(@m) at 1:3
  r3 = load.p8 [@table + r2*8] "table[]" at 2:3
  r4 = ne.i1 r3, 0 at 2:3
  br r4, b2, b1 at 2:3
 b1:
  r3 = call.p8 malloc(4) at 3:3
  store.p8 [@table + r2*8], r3 "table[]" at 3:3
  goto b2
 b2:
  call pthread_mutex_unlock(@m) at 4:3
  r5 = load.i4 r3 "*found" at 5:3
  r6 = add.i4 r5, 1
  store.i4 r3, r6 "*found" at 5:3
  ret 0
}
)ir"));
}

}  // namespace
}  // namespace plait
