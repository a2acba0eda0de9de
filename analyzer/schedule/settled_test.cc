#include "analyzer/schedule/settled.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzer/schedule/program_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kStart[] = "call pthread_create(@threads, 0, &work, 0)\n";

std::vector<std::string> SettledIn(const std::string& text) {
  const Program program = ProgramOf(text);
  const CallGraph graph =
      BuildCallGraph(program, 1, [](Name name) { return NameText(name) == "pthread_create"; });
  const auto settled = FindSettledVariables(
      program, graph, [](Name name) { return NameText(name) == "pthread_create"; });
  std::vector<std::string> names;
  for (Name name : settled) names.emplace_back(NameText(name));
  std::sort(names.begin(), names.end());
  return names;
}

// Those of `n` and `last` that are settled in a program of these procedures and a thread that reads
// `n` and writes `last`.
std::vector<std::string> Settled(const std::string& procedures, const std::string& qualifier = "") {
  return SettledIn(absl::StrCat(R"ir(
unit "a.c"
global last "int" size 4 definition file "a.c" line 1
global n "int" size 4 definition )ir",
                                qualifier, R"ir( file "a.c" line 2
global threads "pthread_t[8]" size 64 definition file "a.c" line 3
)ir",
                                procedures, R"ir(
proc work(arg:ptr) -> ptr file "a.c" line 10 {
 b0:
  r1 = load.i4 @n
  store.i4 @last, r1
  ret 0
}
)ir"));
}

std::string Procedure(const std::string& head, const std::string& body) {
  return absl::StrCat("proc ", head, " file \"a.c\" line 20 {\n b0:\n", body, "  ret 0\n}\n");
}

std::string Main(const std::string& body) { return Procedure("main() -> int", body); }

TEST(SettledTest, WhatMainWritesBeforeItsThreadsIsSettled) {
  EXPECT_THAT(Settled(Main(absl::StrCat("store.i4 @n, 5\n", kStart))), ElementsAre("n"));
  EXPECT_THAT(Settled(Main(absl::StrCat("call puts(0)\n store.i4 @n, 5\n"))), ElementsAre("n"));
}

TEST(SettledTest, WhatMainWritesAfterwardsIsNot) {
  EXPECT_THAT(Settled(Main(absl::StrCat(kStart, "store.i4 @n, 5\n"))), IsEmpty());
  EXPECT_THAT(Settled(Main(absl::StrCat("store.i4 @n, 5\n", kStart, "store.i4 @n, 6\n"))),
              IsEmpty());
  EXPECT_THAT(Settled(Main(absl::StrCat(kStart, "goto b1\n b1:\n store.i4 @n, 5\n"))), IsEmpty());
  EXPECT_THAT(Settled(Main(absl::StrCat(kStart, "r1 = update.i4 add @n, 1 seq_cst\n"))), IsEmpty());
}

TEST(SettledTest, EachTurnOfALoopComesAfterTheThreadsOfTheLast) {
  EXPECT_THAT(Settled(Main(absl::StrCat("goto b1\n b1:\n store.i4 @n, 5\n", kStart,
                                        "r1 = call.i4 rand()\n br r1, b1, b2\n b2:\n"))),
              IsEmpty());
}

TEST(SettledTest, AWayWithoutThreadsMayStillWrite) {
  EXPECT_THAT(Settled(Main(absl::StrCat("r1 = call.i4 rand()\n br r1, b1, b2\n b1:\n", kStart,
                                        "ret 0\n b2:\n store.i4 @n, 5\n"))),
              ElementsAre("n"));
}

TEST(SettledTest, ProceduresThatOnlyMainCallsBeforeItsThreadsSetUp) {
  const std::string fill = Procedure("fill() -> int", "store.i4 @n, 5\n");
  const std::string fill_all = Procedure("fill_all() -> int", "call fill()\n");
  EXPECT_THAT(Settled(fill + Main(absl::StrCat("call fill()\n", kStart))), ElementsAre("n"));
  EXPECT_THAT(Settled(fill + fill_all + Main(absl::StrCat("call fill_all()\n", kStart))),
              ElementsAre("n"));
}

TEST(SettledTest, ProceduresThatRunLaterDoNotSetUp) {
  const std::string fill = Procedure("fill() -> int", "store.i4 @n, 5\n");
  const std::string fill_all = Procedure("fill_all() -> int", "call fill()\n");
  EXPECT_THAT(Settled(fill + Main(kStart)), IsEmpty()) << "nobody is seen to call it";
  EXPECT_THAT(Settled(fill + Main(absl::StrCat("call fill()\n", kStart, "call fill()\n"))),
              IsEmpty());
  EXPECT_THAT(Settled(fill + fill_all +
                      Main(absl::StrCat("call fill_all()\n", kStart, "call fill_all()\n"))),
              IsEmpty());
}

TEST(SettledTest, ProceduresThatThreadsCallDoNotSetUp) {
  const std::string fill = Procedure("fill() -> int", "store.i4 @n, 5\n");
  const std::string help = Procedure("help(arg:ptr) -> ptr", "call fill()\n");
  const std::string start = "call pthread_create(@threads, 0, &help, 0)\n";
  EXPECT_THAT(Settled(fill + help + Main(absl::StrCat("call fill()\n", start))), IsEmpty());
}

TEST(SettledTest, ProceduresThatAreHandedOnDoNotSetUp) {
  const std::string fill = Procedure("fill() -> int", "store.i4 @n, 5\n");
  EXPECT_THAT(Settled(fill + Main(absl::StrCat("call fill()\n call keep(&fill)\n", kStart))),
              IsEmpty());
  const std::string keeper = Procedure("keeper() -> int", "call keep(&fill)\n");
  EXPECT_THAT(Settled(fill + keeper + Main(absl::StrCat("call fill()\n", kStart))), IsEmpty());
}

TEST(SettledTest, ProceduresThatStartThreadsDoNotSetUp) {
  const std::string fill = Procedure("fill() -> int", absl::StrCat(kStart, "store.i4 @n, 5\n"));
  EXPECT_THAT(Settled(fill + Main("call fill()\n")), IsEmpty());
}

TEST(SettledTest, CalleesOfCalleesMayStartThreads) {
  const std::string begin = absl::StrCat(Procedure("begin() -> int", kStart),
                                         Procedure("begin_all() -> int", "call begin()\n"),
                                         Procedure("first() -> int", "call begin_all()\n"));
  EXPECT_THAT(Settled(begin + Main("call first()\n store.i4 @n, 5\n")), IsEmpty());
  EXPECT_THAT(Settled(begin + Main("store.i4 @n, 5\n call first()\n")), ElementsAre("n"));
  EXPECT_THAT(Settled(begin + Main("call each(&first)\n store.i4 @n, 5\n")), IsEmpty())
      << "the function that it is handed";
}

TEST(SettledTest, CallsOfUnknownFunctionsMayStartThreads) {
  EXPECT_THAT(Settled(Main("r1 = load.p8 @threads\n call *r1()\n store.i4 @n, 5\n")), IsEmpty());
}

TEST(SettledTest, WhoeverHasTheAddressMayWrite) {
  EXPECT_THAT(Settled(Main(absl::StrCat("call keep(@n)\n store.i4 @n, 5\n", kStart))), IsEmpty());
}

TEST(SettledTest, VariablesOfEachThreadAndVolatileOnesAreNot) {
  const std::string main = Main(absl::StrCat("store.i4 @n, 5\n", kStart));
  EXPECT_THAT(Settled(main, "thread_local"), IsEmpty());
  EXPECT_THAT(Settled(main, "volatile"), IsEmpty());
}

TEST(SettledTest, NothingIsKnownWithoutAMain) {
  const std::string fill = Procedure("fill() -> int", "store.i4 @n, 5\n call again()\n");
  EXPECT_THAT(Settled(Procedure("again() -> int", "call fill()\n") + fill), IsEmpty());
}

TEST(SettledTest, TheOrderOfProceduresDoesNotMatter) {
  const std::string fill = Procedure("fill() -> int", "store.i4 @n, 5\n");
  EXPECT_THAT(Settled(Main(absl::StrCat("call fill()\n", kStart)) + fill), ElementsAre("n"));
  const std::string again = Procedure("again(arg:ptr) -> ptr", "store.i4 @n, 5\n");
  EXPECT_THAT(Settled(Main("call pthread_create(@threads, 0, &again, 0)\n") + again), IsEmpty());
}

TEST(SettledTest, NothingIsKnownIfMainIsCalled) {
  const std::string again = Procedure("again() -> int", "call main()\n");
  EXPECT_THAT(Settled(again + Main(absl::StrCat("store.i4 @n, 5\n", kStart))), IsEmpty());
}

}  // namespace
}  // namespace plait
