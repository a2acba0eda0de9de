// What an execution does where C, or the IR, does not say what happens: it stops. What it does
// where they do is tested on whole programs, tests/execution_test.cc.
#include "checkers/witness/machine.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "checkers/witness/test_program.h"
#include "gtest/gtest.h"

namespace plait::witness {
namespace {

constexpr char kGlobals[] = R"ir(
unit "a.c"
global cell "int" size 4 definition file "a.c" line 1
global table "int[4]" size 16 definition file "a.c" line 1
global pointer "int*" size 8 definition file "a.c" line 1
global elsewhere "int" size 4 file "b.h" line 1
global m "pthread_mutex_t" size 40 definition file "a.c" line 1
global c "pthread_cond_t" size 48 definition file "a.c" line 1
global s "sem_t" size 32 definition file "a.c" line 1
function missing "int(int*)" file "b.h" line 2
)ir";

constexpr char kAccess[] = "access out of bounds, to null or to freed memory";
constexpr char kArithmetic[] = "arithmetic without a defined result";
constexpr char kBranch[] = "branch on a value that is not known";
constexpr char kNoPlace[] = "jump to a place that is not there";
constexpr char kEnded[] = "the program ended";

// Runs main, whose body is given, and nothing beside it; returns why it stopped.
std::string RunMain(const std::string& body, const std::string& others = "") {
  TestProgram program = ParseProgram(
      absl::StrCat(kGlobals, others, "proc main() -> int file \"a.c\" line 20 {\n", body, "}\n"));
  if (program.executable == nullptr) return "not parsed";
  Machine machine(*program.executable, 1, {.steps = 2000});
  machine.Start();
  while (!machine.has_stopped()) {
    uint32_t t = 0;
    while (t < machine.threads().size() && !machine.CanStep(t)) ++t;
    if (t == machine.threads().size()) return "nobody can go on";
    machine.Step(t);
  }
  return machine.stop_reason();
}

TEST(MachineTest, UndefinedArithmeticEndsTheRun) {
  EXPECT_EQ(RunMain(" b0:\n r0 = load.i4 @cell\n r1 = div.i4 7, r0\n ret 0\n"), kArithmetic);
  EXPECT_EQ(RunMain(" b0:\n r0 = load.i4 @cell\n r1 = sub.i4 -2147483648, 1\n ret 0\n"),
            kArithmetic);
  EXPECT_EQ(RunMain(" b0:\n r0 = load.i4 @cell\n r1 = add.u4 4294967295, 1\n ret 0\n"), kEnded);
}

TEST(MachineTest, BadAccessesEndTheRun) {
  EXPECT_EQ(RunMain(" b0:\n r0 = load.p8 @pointer\n r1 = load.i4 r0\n ret 0\n"), kAccess);
  EXPECT_EQ(RunMain(" b0:\n store.i4 [@table + 12], 1\n ret 0\n"), kEnded);
  EXPECT_EQ(RunMain(" b0:\n store.i4 [@table + 13], 1\n ret 0\n"), kAccess);
  EXPECT_EQ(RunMain(" b0:\n r0 = address [@table + 4]\n store.i4 [r0 - 8], 1\n ret 0\n"), kAccess);
  EXPECT_EQ(RunMain(" b0:\n r0 = call.p8 malloc(8)\n call free(r0)\n store.i4 r0, 1\n ret 0\n"),
            kAccess);
  EXPECT_EQ(RunMain(" b0:\n r0 = call.p8 malloc(8)\n call free(r0)\n call free(r0)\n ret 0\n"),
            "release of memory that was not allocated");
  EXPECT_EQ(RunMain(" literal \"%d\\x00\"\n b0:\n store.i1 str0, 1\n ret 0\n"),
            "write to a string literal");
}

TEST(MachineTest, AJumpLeadsToACallThatIsNotOver) {
  constexpr char kBuffers[] = R"ir(
global place "jmp_buf" size 200 definition file "a.c" line 1
global other "jmp_buf" size 200 definition file "a.c" line 1
proc set(p:ptr) -> int file "a.c" line 10 {
 b0:
  r1 = call.i4 _setjmp(r0)
  ret r1
}
proc jump(p:ptr) -> int file "a.c" line 10 {
 b0:
  call longjmp(r0, 3)
  ret 0
}
)ir";
  // Where it comes back with 3 main divides by 0.
  const auto run = [&](const std::string& first, const std::string& second) {
    return RunMain(absl::StrCat(" b0:\n r0 = ", first, "\n r1 = eq.i4 r0, 3\n br r1, b1, b2\n",
                                " b1:\n r2 = div.i4 1, 0\n ret 0\n b2:\n ", second, "\n ret 0\n"),
                   kBuffers);
  };
  EXPECT_EQ(run("call.i4 _setjmp(@place)", "call longjmp(@place, 3)"), kArithmetic);
  EXPECT_EQ(run("call.i4 _setjmp(@place)", "r3 = call.i4 jump(@place)"), kArithmetic);
  EXPECT_EQ(run("call.i4 _setjmp(@place)", "r3 = call.i4 jump(@other)"), kNoPlace);
  EXPECT_EQ(run("call.i4 set(@place)", "r3 = call.i4 jump(@place)"), kNoPlace);
  // The last call counts, though the first one is not over.
  EXPECT_EQ(run("call.i4 _setjmp(@place)", "r3 = call.i4 set(@place)\n r4 = call.i4 jump(@place)"),
            kNoPlace);
}

TEST(MachineTest, ALocalEndsWithItsProcedure) {
  const std::string lend = R"ir(
proc lend() -> ptr file "a.c" line 10 {
  slot s0 x "int" size 4
 b0:
  store.i4 s0, 1
  store.p8 @pointer, s0
  ret 0
}
)ir";
  EXPECT_EQ(RunMain(" b0:\n call lend()\n r0 = load.p8 @pointer\n r1 = load.i4 r0\n ret 0\n", lend),
            kAccess);
}

TEST(MachineTest, NothingIsDecidedByWhatIsNotKnown) {
  const std::string tail = "\n br r0, b1, b2\n b1:\n ret 0\n b2:\n ret 1\n";
  EXPECT_EQ(RunMain(" slot s0 x \"int\" size 4\n b0:\n r0 = load.i4 s0" + tail), kBranch);
  EXPECT_EQ(RunMain(" b0:\n r1 = call.p8 malloc(8)\n r0 = load.i4 r1" + tail), kBranch);
  EXPECT_EQ(RunMain(" b0:\n r1 = call.p8 calloc(2, 4)\n r0 = load.i4 r1" + tail), kEnded);
  EXPECT_EQ(RunMain(" b0:\n r0 = load.i4 @elsewhere" + tail), kBranch);
  EXPECT_EQ(RunMain(" b0:\n store.i4 @cell, ?\n r0 = load.i4 @cell" + tail), kBranch);
  EXPECT_EQ(RunMain(" b0:\n store.i4 @cell, ?\n store.i1 @cell, 1\n r0 = load.i1 @cell" + tail),
            kEnded);
  EXPECT_EQ(RunMain(" b0:\n r1 = assign 1\n store.i4 @cell, ?r1\n r0 = load.i4 @cell" + tail),
            kEnded)
      << "that the analysis is not told";
  EXPECT_EQ(RunMain(" slot s0 x \"int\" size 4\n b0:\n r1 = load.i4 s0\n r0 = add.i4 r1, 1" + tail),
            kBranch);
  EXPECT_EQ(RunMain(" slot s0 x \"int*\" size 8\n b0:\n r1 = load.p8 s0\n r0 = load.i4 r1" + tail),
            "access through a pointer that is not known");
}

TEST(MachineTest, WhatIsInASetIsWhatItsCallsSay) {
  // A set of int with 7 in it; then main divides by 0 if the key is not found.
  const auto run = [](const std::string& then, const std::string& key) {
    return RunMain(absl::StrCat(R"ir(
 slot s0 s "std::set<int>" size 48
 b0:
  r0 = call.p8 _Znwm(?)
  store.p8 s0, r0
  r1 = call.i8 "plait::container::new_keyed"(s0)
  r2 = call.i8 "plait::container::put"(s0, 4, -4, 0, 6, 7, -4, 0)
  )ir",
                                then,
                                "\n  r3 = call.i8 \"plait::container::find\"(s0, 4, -4, 0, 6, ",
                                key, ", -4, 0)\n", R"ir(
  r4 = eq.i8 ?r3, -1
  br r4, b1, b2
 b1:
  r5 = div.i4 1, 0
  ret 0
 b2:
  ret 0
)ir"));
  };
  EXPECT_EQ(run("", "7"), kEnded);
  EXPECT_EQ(run("", "8"), kArithmetic);
  EXPECT_EQ(run("r6 = call.i8 \"plait::container::take\"(s0, ?r2)", "7"), kArithmetic);
  EXPECT_EQ(run("r6 = call.i8 \"plait::container::lose\"(s0)", "7"), kBranch);
}

TEST(MachineTest, WhatIsInATextIsWhatItsCallsSay) {
  // "ab" and what is put there; then main divides by 0 unless that is "abcd".
  const auto run = [](const std::string& replace) {
    return RunMain(absl::StrCat(R"ir(
 slot s0 s "std::string" size 32
 literal "ab\x00"
 literal "cd\x00"
 literal "abcd\x00"
 b0:
  r0 = call.p8 _Znwm(?)
  store.p8 s0, r0
  r1 = call.i8 "plait::container::new_text"(s0)
  r2 = call.i8 "plait::container::replace"(s0, 0, -1, 1, str0, 0)
  r3 = call.i8 "plait::container::replace"(s0, )ir",
                                replace, R"ir(, 1, str1, 0)
  r4 = call.i8 "plait::container::compare"(0, s0, 0, 1, str2, 0)
  br ?r4, b1, b2
 b1:
  r5 = div.i4 1, 0
  ret 0
 b2:
  ret 0
)ir"));
  };
  EXPECT_EQ(run("2, 0"), kEnded);
  EXPECT_EQ(run("0, 0"), kArithmetic);
  EXPECT_EQ(run("3, 0"), "an exception of the library");
}

TEST(MachineTest, RandomNumbersAreOnesThatThereMayBe) {
  // Main divides by 0 if the number is neither 5 nor 6.
  const auto run = [](const std::string& number) {
    return RunMain(absl::StrCat(R"ir(
 slot s0 d "std::uniform_int_distribution<>" size 8
 b0:
  r0 = call.p8 _Znwm(?)
  store.p8 s0, r0
  r1 = call.i8 "plait::container::bounds"(s0, 5, 6)
  r2 = )ir",
                                number, R"ir(
  r3 = lt.i8 ?r2, 5
  br r3, b2, b1
 b1:
  r4 = gt.i8 ?r2, 6
  br r4, b2, b3
 b2:
  r5 = div.i4 1, 0
  ret 0
 b3:
  ret 0
)ir"));
  };
  EXPECT_EQ(run("call.i8 \"plait::container::draw_between\"(s0)"), kEnded);
  EXPECT_EQ(run("call.i8 \"plait::container::draw\"(5, 6)"), kEnded);
  EXPECT_EQ(run("call.i8 \"plait::container::draw\"(7, 9)"), kArithmetic);
  EXPECT_EQ(run("call.i8 \"plait::container::draw\"(9, 7)"), kBranch);
}

TEST(MachineTest, EqualTextsHaveOneHash) {
  const auto run = [](const std::string& other) {
    return RunMain(absl::StrCat(R"ir(
 literal "ab\x00"
 literal "ab\x00"
 literal "ac\x00"
 b0:
  r0 = call.i8 "plait::container::hash"(1, str0, 0)
  r1 = call.i8 "plait::container::hash"(1, )ir",
                                other, R"ir(, 0)
  r2 = eq.i8 ?r0, ?r1
  br r2, b1, b2
 b1:
  ret 0
 b2:
  r3 = div.i4 1, 0
  ret 0
)ir"));
  };
  EXPECT_EQ(run("str1"), kEnded);
  EXPECT_EQ(run("str2"), kArithmetic);
}

TEST(MachineTest, ASequenceHasRoomInFront) {
  const auto run = [](const std::string& makes) {
    return RunMain(absl::StrCat(R"ir(
 slot s0 l "std::list<int>" size 24
 b0:
  r0 = call.p8 _Znwm(?)
  store.p8 s0, r0
  store.i8 [s0 + 8], 0
  store.i8 [s0 + 16], 0
  )ir",
                                makes, R"ir(
  r1 = load.i8 [s0 + 16]
  r2 = add.i8 r1, -1
  store.i4 [r0 + r2*4], 1
  ret 0
)ir"));
  };
  EXPECT_EQ(run("r3 = call.i8 \"plait::container::new_sequence\"(s0, 4)"), kEnded);
  EXPECT_EQ(run("r3 = assign 0"), kAccess);
}

TEST(MachineTest, ExternalFunctionsGetNoPointers) {
  EXPECT_EQ(RunMain(" b0:\n call missing(3)\n ret 0\n"), kEnded);
  EXPECT_EQ(RunMain(" b0:\n call missing(@cell)\n ret 0\n"), "call of missing");
  EXPECT_EQ(RunMain(" b0:\n call missing(&main)\n ret 0\n"), "call of missing");
  EXPECT_EQ(RunMain(" b0:\n r0 = call.i4 missing(3)\n br r0, b1, b2\n b1:\n ret 0\n"
                    " b2:\n ret 1\n"),
            kBranch);
}

TEST(MachineTest, CodeThatIsNotUnderstoodEndsTheRun) {
  EXPECT_EQ(RunMain(" b0:\n unknown() \"assembly\"\n ret 0\n"), "code that could not be lowered");
  EXPECT_EQ(RunMain(" b0:\n unreachable\n"), "end of a path that should not be reached");
}

TEST(MachineTest, RunsAreBounded) {
  EXPECT_EQ(RunMain(" b0:\n goto b1\n b1:\n goto b1\n"), "too many steps");
  const std::string deep = "proc deep() file \"a.c\" line 10 {\n b0:\n call deep()\n ret\n}\n";
  EXPECT_EQ(RunMain(" b0:\n call deep()\n ret 0\n", deep), "calls nested too deeply");
}

TEST(MachineTest, MisusedLocksEndTheRun) {
  EXPECT_EQ(RunMain(" b0:\n call pthread_mutex_unlock(@m)\n ret 0\n"),
            "release of a lock that is not held");
  EXPECT_EQ(RunMain(" b0:\n call pthread_cond_wait(@c, @m)\n ret 0\n"), "wait without the lock");
  EXPECT_EQ(RunMain(" b0:\n call sem_wait(@s)\n ret 0\n"),
            "use of a lock, semaphore or barrier that is not initialised");
  EXPECT_EQ(
      RunMain(" b0:\n call pthread_mutex_destroy(@m)\n call pthread_mutex_lock(@m)\n ret 0\n"),
      "use of a lock, semaphore or barrier that is not initialised");
  EXPECT_EQ(RunMain(" slot s0 x \"pthread_mutex_t\" size 40\n b0:\n call pthread_mutex_lock(s0)\n"
                    " ret 0\n"),
            "use of a lock, semaphore or barrier that is not initialised");
  EXPECT_EQ(RunMain(" b0:\n call pthread_mutex_lock(@m)\n call pthread_mutex_lock(@m)\n ret 0\n"),
            "nobody can go on");
}

TEST(MachineTest, TheProgramEndsWithMain) {
  const std::string spin =
      "proc spin(a:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n r1 = load.i4 @cell\n goto b0\n}\n";
  EXPECT_EQ(RunMain(" slot s0 t \"pthread_t\" size 8\n b0:\n"
                    " r0 = call.i4 pthread_create(s0, 0, &missing, 0)\n ret 0\n"),
            "thread whose body is not known");
  EXPECT_EQ(RunMain(" slot s0 t \"pthread_t\" size 8\n b0:\n"
                    " r0 = call.i4 pthread_create(s0, 0, &spin, 0)\n ret 0\n",
                    absl::StrReplaceAll(spin, {{"b0:\n r1", "b0:\n goto b1\n b1:\n r1"},
                                               {"goto b0\n}", "goto b1\n}"}})),
            kEnded);
}

}  // namespace
}  // namespace plait::witness
