#include "review/commit_tree.h"

#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "review/git.h"
#include "review/test_repository.h"

namespace plait {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TEST(MovePathTest, OnlyWhatIsBelow) {
  EXPECT_EQ(MovePath("/p/a.c", "/p", "/q/r"), "/q/r/a.c");
  EXPECT_EQ(MovePath("/p", "/p", "/q"), "/q");
  EXPECT_EQ(MovePath("/pp/a.c", "/p", "/q"), "/pp/a.c");
  EXPECT_EQ(MovePath("a.c", "/p", "/q"), "a.c");
}

std::vector<std::string> Moved(const std::string& directory, std::vector<std::string> arguments) {
  frontend::CompileCommand command;
  command.directory = directory;
  command.file = "/p/src/a.c";
  command.arguments = std::move(arguments);
  return MoveCommand(command, "/p", "/tmp/t", "/tmp/t/src/a.c").arguments;
}

TEST(MoveCommandTest, AbsolutePathsWhereverTheyStand) {
  EXPECT_THAT(Moved("/p", {"cc", "-I/p/include", "-isystem", "/p/deps", "-DDIR=\"/p/x\"", "-I/p",
                           "-I/usr/p/include", "-I/pp", "/p/src/a.c"}),
              ElementsAre("cc", "-I/tmp/t/include", "-isystem", "/tmp/t/deps", "-DDIR=\"/tmp/t/x\"",
                          "-I/tmp/t", "-I/usr/p/include", "-I/pp", "/tmp/t/src/a.c"));
}

TEST(MoveCommandTest, RelativePathsLeadToTheSameFiles) {
  // From a folder of the project to another, or out of it.
  EXPECT_THAT(Moved("/p/build", {"cc", "-I../include", "-I../../other", "-iquote", "../../other"}),
              ElementsAre("cc", "-I../include", "-I/other", "-iquote", "/other"));
  // From outside into it.
  EXPECT_THAT(Moved("/build", {"cc", "-I../p/include", "-I.", "-I../other"}),
              ElementsAre("cc", "-I/tmp/t/include", "-I.", "-I../other"));
}

TEST(MoveCommandTest, FolderAndFile) {
  frontend::CompileCommand command;
  command.directory = "/p/build";
  command.file = "/p/src/new.c";
  command.arguments = {"cc", "/p/src/new.c"};
  const frontend::CompileCommand moved = MoveCommand(command, "/p", "/t", "/t/src/old.c");
  EXPECT_EQ(moved.directory, "/t/build");
  EXPECT_EQ(moved.file, "/t/src/old.c");
  EXPECT_THAT(moved.arguments, ElementsAre("cc", "/t/src/old.c"));
  // In a store, the same file of both is one.
  EXPECT_EQ(frontend::CommandDigest(MoveCommand(command, "/p", "/t", "/t/src/new.c"), "/t"),
            frontend::CommandDigest(command, "/p"));
}

TEST(CommitTreeTest, FilesOfTheCommitAndThoseThatGitDoesNotKnow) {
  const TestRepository repository;
  repository.Write("src/a.c", "before");
  repository.Write(".gitignore", "/build\n");
  const std::string base = repository.Commit();
  repository.Write("src/a.c", "after");
  repository.Write("build/gen/config.h", "generated");
  repository.Write("build/a.o", "object");
  repository.Write(".plait/plait.db", "store");
  const auto checkout = Checkout::Find(repository.path());
  ASSERT_TRUE(checkout.ok());
  std::string top;
  {
    const auto tree = CommitTree::Create(*checkout, base);
    ASSERT_TRUE(tree.ok()) << tree.status();
    top = tree->top();
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(top + "/src/a.c")));
    EXPECT_EQ(fs::file_size(top + "/src/a.c"), 6u);
    EXPECT_EQ(fs::file_size(top + "/build/gen/config.h"), 9u);
    EXPECT_TRUE(fs::is_directory(fs::symlink_status(top + "/build/gen")))
        << "'..' from there must lead to " << top;
    EXPECT_FALSE(fs::exists(top + "/build/a.o"));
    EXPECT_FALSE(fs::exists(top + "/.plait"));
  }
  EXPECT_FALSE(fs::exists(top));
}

}  // namespace
}  // namespace plait
