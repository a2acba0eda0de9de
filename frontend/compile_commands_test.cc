#include "frontend/compile_commands.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait::frontend {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class CompileCommandsTest : public ::testing::Test {
 protected:
  CompileCommandsTest()
      : root_(std::filesystem::path(::testing::TempDir()).lexically_normal().string() +
              "compile_commands_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(root_ + "/src/deep");
  }
  ~CompileCommandsTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root_ + "/" + name).parent_path());
    std::ofstream(root_ + "/" + name) << text;
  }
  CompileCommands Load(const std::string& text) {
    Write("compile_commands.json", text);
    absl::StatusOr<CompileCommands> commands = LoadCompileCommands(root_);
    EXPECT_TRUE(commands.ok()) << commands.status();
    return commands.ok() ? *std::move(commands) : CompileCommands();
  }
  // An entry in the project's root with that command for src/a.c.
  static std::string Entry(const std::string& command) {
    return R"({"directory": ".", "file": "src/a.c", "command": ")" + command + "\"}";
  }
  std::string LoadError(const std::string& text) {
    Write("compile_commands.json", text);
    return std::string(LoadCompileCommands(root_).status().message());
  }

  const std::string root_;
};

TEST_F(CompileCommandsTest, FindsInFolderOrParent) {
  Write("compile_commands.json", "[]");
  const std::string path = root_ + "/compile_commands.json";
  EXPECT_EQ(*FindCompileCommands(root_), path);
  EXPECT_EQ(*FindCompileCommands(root_ + "/src/deep/"), path);
  EXPECT_EQ(*FindCompileCommands(root_ + "/src/../src/deep"), path);
  Write("src/compile_commands.json", "[]");
  EXPECT_EQ(*FindCompileCommands(root_ + "/src/deep"), root_ + "/src/compile_commands.json");
}

TEST_F(CompileCommandsTest, SaysHowToGetOne) {
  const absl::Status missing = FindCompileCommands(root_).status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(missing.message(), HasSubstr("in " + root_ + " or a folder above it"));
  EXPECT_THAT(missing.message(), HasSubstr("CMAKE_EXPORT_COMPILE_COMMANDS"));
  Write("build/compile_commands.json", "[]");
  EXPECT_THAT(FindCompileCommands(root_).status().message(),
              HasSubstr("add -p " + root_ + "/build"));
}

TEST_F(CompileCommandsTest, ReadsCommandsAndArguments) {
  const CompileCommands commands = Load(R"([
    {"directory": ")" + root_ + R"(", "file": "src/a.c",
     "command": "gcc -Wall '-DX=\"a b\"' -Iinc -o a.o -c src/a.c", "output": "a.o"},
    {"directory": ")" + root_ + R"(/src", "file": "../src/deep/./b.cc",
     "arguments": ["g++", "-std=c++20", "-c", "deep/b.cc"]}])");
  ASSERT_EQ(commands.commands.size(), 2);
  EXPECT_EQ(commands.path, root_ + "/compile_commands.json");
  const CompileCommand& first = commands.commands[0];
  EXPECT_EQ(first.directory, root_);
  EXPECT_EQ(first.file, root_ + "/src/a.c");
  EXPECT_THAT(first.arguments, ElementsAre("gcc", "-DX=\"a b\"", "-Iinc", root_ + "/src/a.c"));
  EXPECT_EQ(first.digest.size(), 32);
  const CompileCommand& second = commands.commands[1];
  EXPECT_EQ(second.directory, root_ + "/src");
  EXPECT_EQ(second.file, root_ + "/src/deep/b.cc");
  EXPECT_THAT(second.arguments, ElementsAre("g++", "-std=c++20", root_ + "/src/deep/b.cc"));
  EXPECT_THAT(commands.problems, IsEmpty());
}

TEST_F(CompileCommandsTest, TakesRelativeDirectoriesFromTheFile) {
  const CompileCommands commands =
      Load(R"([{"directory": "src", "file": "a.c", "command": "cc -c a.c"},
               {"file": "src/b.c", "command": "cc -c src/b.c"}])");
  ASSERT_EQ(commands.commands.size(), 2);
  EXPECT_EQ(commands.commands[0].directory, root_ + "/src");
  EXPECT_EQ(commands.commands[0].file, root_ + "/src/a.c");
  EXPECT_EQ(commands.commands[1].directory, root_);
}

TEST_F(CompileCommandsTest, LoadsAFileByItsPath) {
  Write("other.json", "[" + Entry("cc src/a.c") + "]");
  const absl::StatusOr<CompileCommands> commands = LoadCompileCommands(root_ + "/other.json");
  ASSERT_TRUE(commands.ok()) << commands.status();
  EXPECT_EQ(commands->commands.size(), 1);
}

TEST_F(CompileCommandsTest, AddsExtraArguments) {
  Write("compile_commands.json", "[" + Entry("cc -DX -c src/a.c") + "]");
  const absl::StatusOr<CompileCommands> commands = LoadCompileCommands(root_, {"-DY", "-Wfoo"});
  ASSERT_TRUE(commands.ok()) << commands.status();
  EXPECT_THAT(commands->commands[0].arguments,
              ElementsAre("cc", "-DX", "-DY", "-Wfoo", root_ + "/src/a.c"));
}

TEST_F(CompileCommandsTest, MergesEntriesThatDifferInEmission) {
  const CompileCommands commands =
      Load("[" + Entry("cc -DA -o a.o -c src/a.c") + "," +
           Entry("cc -DA -fPIC -DPIC -o .libs/a.o -c src/a.c") + "," +
           Entry("cc -DA -Wall -g -MD -o b.o -c src/a.c") + "," + Entry("cc -DB -c src/a.c") + "]");
  ASSERT_EQ(commands.commands.size(), 2);
  EXPECT_EQ(commands.merged_duplicates, 2);
  EXPECT_THAT(commands.commands[0].arguments, ElementsAre("cc", "-DA", root_ + "/src/a.c"));
  EXPECT_THAT(commands.commands[1].arguments, ElementsAre("cc", "-DB", root_ + "/src/a.c"));
  EXPECT_NE(commands.commands[0].digest, commands.commands[1].digest);
}

TEST_F(CompileCommandsTest, ABuildIsTheFolderAndTheFlagsThatDecideWhatIsCompiled) {
  const CompileCommands commands =
      Load("[" + Entry("cc -O2 -DA -fPIC -DPIC -o .libs/a.o -c src/a.c") + "," +
           Entry("cc -DA -O2 -g -o b.o -c src/a.c") + "," + Entry("cc -DB -O2 -c src/a.c") + "]");
  ASSERT_EQ(commands.commands.size(), 3);
  const std::string folder = commands.commands[0].directory;
  EXPECT_THAT(BuildOf(commands.commands[0]), UnorderedElementsAre("-DA", "-O2", "cc", folder));
  EXPECT_EQ(BuildOf(commands.commands[0]), BuildOf(commands.commands[1]));
  EXPECT_THAT(BuildOf(commands.commands[2]), UnorderedElementsAre("-DB", "-O2", "cc", folder));
}

TEST_F(CompileCommandsTest, LooksBehindWrappersAndOtherCommands) {
  for (const char* command :
       {"ccache gcc -DX -c src/a.c", "env X=1 distcc gcc -DX -c src/a.c && echo done",
        "gcc -DX -c src/a.c >log 2>&1; rm log",
        "/bin/sh ./libtool --tag=CC --mode=compile gcc -DX -c -o a.lo src/a.c",
        "echo building && gcc -DX -c src/a.c", "sh -c 'icecc gcc -DX -c src/a.c'"}) {
    const CompileCommands commands = Load("[" + Entry(command) + "]");
    ASSERT_EQ(commands.commands.size(), 1) << command;
    EXPECT_THAT(commands.commands[0].arguments, ElementsAre("gcc", "-DX", root_ + "/src/a.c"))
        << command;
  }
}

TEST_F(CompileCommandsTest, LooksBehindOperatorsInArguments) {
  const CompileCommands commands = Load(
      R"([{"file": "src/a.c",
           "arguments": ["mkdir", "x", "&&", "cc", "-DX", "src/a.c", ";", "rm"]}])");
  ASSERT_EQ(commands.commands.size(), 1);
  EXPECT_THAT(commands.commands[0].arguments, ElementsAre("cc", "-DX", root_ + "/src/a.c"));
}

TEST_F(CompileCommandsTest, FollowsCd) {
  const CompileCommands commands = Load("[" + Entry("cd src && cc -Iinc -c a.c") + "]");
  ASSERT_EQ(commands.commands.size(), 1);
  EXPECT_EQ(commands.commands[0].directory, root_ + "/src");
  EXPECT_EQ(commands.commands[0].file, root_ + "/src/a.c");
}

TEST_F(CompileCommandsTest, ExpandsResponseFiles) {
  Write("flags.rsp", "-DX -Iinc");
  const CompileCommands commands =
      Load("[" + Entry("cc @flags.rsp -c src/a.c") + "," + Entry("cc -DB @no.rsp src/a.c") + "]");
  ASSERT_EQ(commands.commands.size(), 2);
  EXPECT_THAT(commands.commands[0].arguments,
              ElementsAre("cc", "-DX", "-Iinc", root_ + "/src/a.c"));
  EXPECT_THAT(commands.problems,
              ElementsAre(HasSubstr(root_ +
                                    "/compile_commands.json: entry 2 (src/a.c): response "
                                    "file " +
                                    root_ + "/no.rsp cannot be read")));
}

TEST_F(CompileCommandsTest, CountsWhatIsNotC) {
  const CompileCommands commands = Load(
      R"([{"file": "a.S", "command": "gcc -c a.S"}, {"file": "a.h", "command": "gcc -c a.h"},
          {"file": "a.inc", "command": "gcc -x c -c a.inc"}])");
  EXPECT_EQ(commands.skipped_not_c, 2);
  EXPECT_EQ(commands.commands.size(), 1);
}

TEST_F(CompileCommandsTest, NamesEntriesItCannotUse) {
  const CompileCommands commands = Load(R"([7, {"command": "cc a.c"}, {"file": "b.c"},
      {"file": "c.c", "arguments": ["cc", 1]}, {"file": "d.c", "arguments": "cc d.c"},
      {"file": "e.c", "command": "cc 'e.c"}, {"file": "f.c", "command": "ccache"},
      {"file": "g.c", "command": "cl.exe /c g.c"}, ["x"], {"file": "h.c", "command": "cc h.c"}])");
  EXPECT_EQ(commands.commands.size(), 1);
  EXPECT_THAT(commands.problems,
              ElementsAre(HasSubstr("compile_commands.json: entry 1: it is not an object"),
                          HasSubstr("entry 2: it names no 'file'"),
                          HasSubstr("entry 3 (b.c): it has neither 'arguments' nor 'command'"),
                          HasSubstr("entry 4 (c.c): 'arguments' is not a list of texts"),
                          HasSubstr("entry 5 (d.c): 'arguments' is not a list of texts"),
                          HasSubstr("entry 6 (e.c): 'command': a quote is not closed"),
                          HasSubstr("entry 7 (f.c): its command names no compiler"),
                          HasSubstr("entry 8 (g.c): commands of cl.exe are not supported"),
                          HasSubstr("entry 9: it is not an object")));
}

TEST_F(CompileCommandsTest, NamesFaultsOfTheFile) {
  const std::string path = root_ + "/compile_commands.json";
  EXPECT_EQ(LoadCompileCommands(root_).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(LoadCompileCommands(root_ + "/x.json").status().message(),
              HasSubstr("there is no file " + root_ + "/x.json; make one"));
  EXPECT_EQ(LoadError("[\n  {\"file\": \"a.c\",\n }\n]"),
            path + ":3: this is not JSON; write the file anew");
  EXPECT_THAT(LoadError("[\n{\"file\": \"a.c\"}\n"), HasSubstr("this is not JSON"));
  EXPECT_THAT(LoadError(""), HasSubstr(":1: this is not JSON"));
  EXPECT_THAT(LoadError("[\"\xff\"]"), HasSubstr(":1: this is not JSON"));
  EXPECT_THAT(LoadError("{}"), HasSubstr("an object, not a list of entries"));
  EXPECT_THAT(LoadError("3"), HasSubstr("not a list of entries"));
}

TEST_F(CompileCommandsTest, AnEmptyListHasNoCommands) {
  EXPECT_THAT(Load("[]").commands, IsEmpty());
}

TEST_F(CompileCommandsTest, MakesFixedCommands) {
  Write("flags.rsp", "-DZ");
  const CompileCommand command =
      FixedCommand(root_, "src/a.c", {"-DX", "-Wall", "-c", "@flags.rsp"});
  EXPECT_EQ(command.directory, root_);
  EXPECT_EQ(command.file, root_ + "/src/a.c");
  EXPECT_THAT(command.arguments, ElementsAre("cc", "-DX", "-DZ", root_ + "/src/a.c"));
  EXPECT_EQ(command.digest, FixedCommand(root_, "src/../src/a.c", {"-DX", "-DZ"}).digest);
  EXPECT_THAT(FixedCommand(root_, "a.c", {"@no.rsp"}).arguments,
              ElementsAre("cc", "@no.rsp", root_ + "/a.c"));
  EXPECT_EQ(FixedCommand(root_, "/x/a.c", {}).file, "/x/a.c");
}

TEST(CommandDigestTest, DoesNotDependOnTheCheckout) {
  const auto command = [](const std::string& root) {
    return CompileCommand{root + "/build",
                          root + "/a.c",
                          {"cc", "-I" + root + "/inc", "-I", root, "-I/usr" + root + "/x",
                           "-DDIR=\"" + root + "/etc\"", root + "/a.c"},
                          ""};
  };
  const CompileCommand here = command("/home/me/p");
  CompileCommand there = command("/ci/p");
  there.arguments[4] = here.arguments[4];  // not below the root
  EXPECT_EQ(CommandDigest(here, "/home/me/p"), CommandDigest(there, "/ci/p"));
  EXPECT_NE(CommandDigest(here, "/home/me/p"), CommandDigest(there, "/home/me/p"));
  there.arguments[1] = "-I/ci/p/other";
  EXPECT_NE(CommandDigest(here, "/home/me/p"), CommandDigest(there, "/ci/p"));
}

}  // namespace
}  // namespace plait::frontend
