#include "checkers/mentioned_code.h"

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

// The names of what main mentions, which does `body`, beside procedures first(), second() and
// third(); first() mentions the third. `top`: what else is in the file.
std::vector<std::string> Mentioned(const std::string& body, const std::string& top = "") {
  const Program program = ProgramOf(absl::StrCat("unit \"a.c\"\n", top, R"ir(
proc first() file "a.c" line 10 {
 b0:
  r0 = assign.p &third
  ret
}
proc second() file "a.c" line 20 {
 b0:
  ret
}
proc third() file "a.c" line 30 {
 b0:
  ret
}
proc main() -> int file "a.c" line 40 {
 b0:
)ir",
                                                 body, "  ret 0\n}\n"));
  const std::vector<bool> mentioned =
      MentionedFrom(program, static_cast<uint32_t>(program.FindDefinition(InternName("main"))));
  std::vector<std::string> names;
  for (size_t d = 0; d < mentioned.size(); ++d) {
    if (mentioned[d]) names.emplace_back(NameText(program.definitions()[d].symbol));
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(MentionedCodeTest, WhatIsMentionedByWhatIsMentioned) {
  EXPECT_THAT(Mentioned(""), ElementsAre("main"));
  EXPECT_THAT(Mentioned("  call first()\n"), ElementsAre("first", "main", "third"));
}

TEST(MentionedCodeTest, VariablesMentionWhatTheyHold) {
  const std::string table =
      "global table \"void()*[1]\" size 8 definition file \"a.c\" line 1 {\n"
      "  at 0 width 8 = &second\n}\n";
  EXPECT_THAT(Mentioned("  r0 = load.p8 @table\n", table), ElementsAre("main", "second"));
  EXPECT_THAT(Mentioned("", table), ElementsAre("main", "second"))
      << "tables in sections are found without their names";
  const std::string named =
      "proc other() file \"a.c\" line 50 {\n b0:\n  r0 = load.p8 @table\n"
      "  ret\n}\n";
  EXPECT_THAT(Mentioned("", table + named), ElementsAre("main"));
}

TEST(MentionedCodeTest, NothingIsKnownOfWhatFindsFunctionsByName) {
  EXPECT_THAT(Mentioned("  r0 = call.p8 dlsym(0, ?)\n"), IsEmpty());
}

TEST(MentionedCodeTest, NothingIsKnownOfWhatIsNotParsed) {
  EXPECT_THAT(Mentioned("", "error \"1:1: missing\"\n"), IsEmpty());
}

}  // namespace
}  // namespace plait
