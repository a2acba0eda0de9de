#include "frontend/shell_words.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait::frontend {
namespace {

using ::testing::ElementsAre;

// The words of a line that holds one command.
Words Split(const std::string& line) {
  const absl::StatusOr<std::vector<Words>> commands = SplitShellCommands(line);
  EXPECT_TRUE(commands.ok()) << commands.status();
  if (!commands.ok()) return {};
  EXPECT_EQ(commands->size(), 1) << line;
  return commands->empty() ? Words() : commands->front();
}

TEST(ShellWordsTest, SplitsAtBlanks) {
  EXPECT_THAT(Split("  cc  -c\ta.c "), ElementsAre("cc", "-c", "a.c"));
  EXPECT_TRUE(SplitShellCommands("")->empty());
}

TEST(ShellWordsTest, RemovesQuotes) {
  EXPECT_THAT(Split(R"(cc -DA='"x y"' "-DB=\"q\"" -DC=\"z\" a\ b.c '')"),
              ElementsAre("cc", R"(-DA="x y")", R"(-DB="q")", R"(-DC="z")", "a b.c", ""));
  EXPECT_THAT(Split(R"(cc "a\b" 'a\b')"), ElementsAre("cc", R"(a\b)", R"(a\b)"));
  EXPECT_THAT(Split("cc \\\n -c \"x\\\ny\""), ElementsAre("cc", "-c", "xy"));
  EXPECT_THAT(Split("cc \\"), ElementsAre("cc", "\\"));
}

TEST(ShellWordsTest, RefusesOpenQuotes) {
  EXPECT_FALSE(SplitShellCommands("cc 'a").ok());
  EXPECT_FALSE(SplitShellCommands("cc \"a\\\"").ok());
  EXPECT_FALSE(SplitResponseFile("-DX='a").ok());
}

TEST(ShellWordsTest, SeparatesCommands) {
  const auto commands =
      SplitShellCommands("cd d && cc -c a.c || exit 1; echo done | cat & true\nx");
  ASSERT_TRUE(commands.ok());
  EXPECT_THAT(*commands, ElementsAre(ElementsAre("cd", "d"), ElementsAre("cc", "-c", "a.c"),
                                     ElementsAre("exit", "1"), ElementsAre("echo", "done"),
                                     ElementsAre("cat"), ElementsAre("true"), ElementsAre("x")));
}

TEST(ShellWordsTest, KeepsOperatorsInsideWords) {
  EXPECT_THAT(Split("cc -DLIST=a;b '-DX=a && b' -DY=a&b"),
              ElementsAre("cc", "-DLIST=a;b", "-DX=a && b", "-DY=a&b"));
}

TEST(ShellWordsTest, DropsRedirections) {
  EXPECT_THAT(Split("cc -c a.c >log 2>&1 2> err <in >>more -DX"),
              ElementsAre("cc", "-c", "a.c", "-DX"));
  EXPECT_THAT(Split("cc '-DARROW=->'"), ElementsAre("cc", "-DARROW=->"));
}

TEST(ShellWordsTest, SplitsResponseFiles) {
  EXPECT_THAT(*SplitResponseFile("-Ia\n-I 'b c'\n\"-DX=\\\"1\\\"\" a&&b > c\n"),
              ElementsAre("-Ia", "-I", "b c", "-DX=\"1\"", "a&&b", ">", "c"));
  EXPECT_TRUE(SplitResponseFile(" \n")->empty());
}

}  // namespace
}  // namespace plait::frontend
