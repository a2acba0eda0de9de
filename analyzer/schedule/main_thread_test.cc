#include "analyzer/schedule/main_thread.h"

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

struct Found {
  std::vector<std::string> procedures, variables;
};

std::vector<std::string> Texts(const absl::flat_hash_set<Name>& names) {
  std::vector<std::string> texts;
  for (Name name : names) texts.emplace_back(NameText(name));
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Main calls `start` and starts a thread of `work`; `more` are further procedures, and `rest` of
// what main does.
Found FindIn(const std::string& more, const std::string& rest = "",
             const std::string& qualifier = "") {
  const Program program = ProgramOf(absl::StrCat(R"ir(
unit "a.c"
global runs "int" size 4 definition )ir",
                                                 qualifier, R"ir( file "a.c" line 2
global threads "pthread_t[8]" size 64 definition file "a.c" line 3
proc start() file "a.c" line 10 {
 b0:
  r0 = load.i4 @runs
  store.i4 @runs, 1
  ret
}
proc work(arg:ptr) -> ptr file "a.c" line 20 {
 b0:
  r1 = load.i4 @runs
  ret 0
}
)ir",
                                                 more, R"ir(
proc main() -> int file "a.c" line 30 {
 b0:
  call start()
  r0 = call pthread_create(@threads, 0, &work, 0)
)ir",
                                                 rest, "  ret 0\n}\n"));
  const MainThread found =
      FindMainThread(program, BuildCallGraph(program, 1, [](Name) { return false; }));
  return {Texts(found.procedures), Texts(found.variables)};
}

TEST(MainThreadTest, WhatMainAloneCallsIsOfItsThread) {
  const Found found = FindIn("");
  EXPECT_THAT(found.procedures, ElementsAre("main", "start"));
  EXPECT_THAT(found.variables, ElementsAre("runs"));
}

TEST(MainThreadTest, WhatAThreadCallsIsNot) {
  const Found found = FindIn(R"ir(
proc other(arg:ptr) -> ptr file "a.c" line 40 {
 b0:
  call between()
  ret 0
}
proc between() file "a.c" line 50 {
 b0:
  call start()
  ret
}
)ir",
                             "  r1 = call pthread_create(@threads, 0, &other, 0)\n");
  EXPECT_THAT(found.procedures, ElementsAre("main"));
  EXPECT_THAT(found.variables, IsEmpty());
}

TEST(MainThreadTest, WhatIsCalledThroughAPointerIsNot) {
  EXPECT_THAT(FindIn("", "  r1 = call atexit(&start)\n").procedures, ElementsAre("main"));
}

TEST(MainThreadTest, VariableOfMainIsWrittenByNameOnly) {
  EXPECT_THAT(FindIn("", "  call atexit(@runs)\n").variables, IsEmpty()) << "its address is known";
  EXPECT_THAT(FindIn("", "", "volatile").variables, IsEmpty()) << "a handler may set it";
}

TEST(MainThreadTest, MainThatIsCalledIsNoThreadOfItsOwn) {
  EXPECT_THAT(FindIn("proc again() file \"a.c\" line 60 {\n b0:\n  r0 = call main()\n  ret\n}\n")
                  .procedures,
              IsEmpty());
  EXPECT_THAT(FindIn("", "  r1 = call atexit(&main)\n").procedures, IsEmpty());
}

}  // namespace
}  // namespace plait
