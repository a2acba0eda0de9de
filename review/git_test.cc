#include "review/git.h"

#include <filesystem>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "review/test_repository.h"

namespace plait {

std::ostream& operator<<(std::ostream& out, const ChangedFile& file) {
  return out << static_cast<int>(file.kind) << " " << file.old_path << " -> " << file.path;
}

namespace {

namespace fs = std::filesystem;
using Kind = ChangedFile::Kind;
using ::testing::ElementsAre;

std::string Text(const std::string& word) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += word + " " + std::to_string(i) + "\n";
  return text;
}

TEST(GitTest, ChangesOfEveryKind) {
  const TestRepository repository;
  repository.Write("changed.c", Text("changed"));
  repository.Write("old name\n.c", Text("renamed"));
  repository.Write("gone.c", Text("gone"));
  repository.Write("same.c", Text("same"));
  repository.Write(".gitignore", "*.o\n");
  const std::string base = repository.Commit();
  repository.Write("changed.c", Text("changed") + "more\n");
  repository.Git({"mv", "old name\n.c", "dir \"x\".c"});
  fs::remove(repository.path() + "/gone.c");
  repository.Write("-new.c", Text("new"));
  repository.Write("new.o", "ignored");
  const auto checkout = Checkout::Find(repository.path());
  ASSERT_TRUE(checkout.ok());
  const std::vector<ChangedFile> expected = {{Kind::kAdded, "-new.c", "-new.c"},
                                             {Kind::kModified, "changed.c", "changed.c"},
                                             {Kind::kRenamed, "dir \"x\".c", "old name\n.c"},
                                             {Kind::kRemoved, "gone.c", "gone.c"}};
  EXPECT_EQ(*checkout->Changes(base, ""), expected);
  const std::string head = repository.Commit();
  EXPECT_EQ(*checkout->Changes(base, head), expected);
  EXPECT_THAT(*checkout->UntrackedFiles(true), ElementsAre("new.o"));
  EXPECT_THAT(*checkout->UntrackedFiles(false), ElementsAre());
}

TEST(GitTest, ExportsACommitWithoutTouchingTheCheckout) {
  const TestRepository repository;
  repository.Write("a/b.c", "before");
  const std::string base = repository.Commit();
  repository.Write("a/b.c", "after");
  repository.Git({"add", "a/b.c"});
  const std::string index = repository.Read(".git/index");
  const auto checkout = Checkout::Find(repository.path() + "/a");
  ASSERT_TRUE(checkout.ok());
  const std::string tree = repository.path() + "/../tree";
  fs::remove_all(tree);
  fs::create_directories(tree);
  ASSERT_TRUE(checkout->Export(base, fs::canonical(tree).string(), tree + "/../the-index").ok());
  EXPECT_EQ(repository.Read("../tree/a/b.c"), "before");
  EXPECT_EQ(repository.Read("a/b.c"), "after");
  EXPECT_EQ(repository.Read(".git/index"), index);
}

TEST(GitTest, RevisionsAndTheirForks) {
  const TestRepository repository;
  const std::string first = repository.Commit("first");
  const std::string second = repository.Commit("second");
  repository.Git({"checkout", "-q", "-b", "side", first});
  const std::string third = repository.Commit("third");
  const auto checkout = Checkout::Find(repository.path());
  EXPECT_EQ(*checkout->CommitOf("main"), second);
  EXPECT_EQ(*checkout->CommitOf("HEAD~"), first);
  EXPECT_EQ(*checkout->MergeBase(second, third), first);
  repository.Git({"checkout", "-q", "--orphan", "other"});
  const std::string unrelated = repository.Commit("unrelated");
  EXPECT_EQ(checkout->MergeBase(first, unrelated).status().code(), absl::StatusCode::kNotFound);
  for (const char* wrong : {"", "-h", "--all", "nothing", "HEAD^{tree}", "main..side"}) {
    EXPECT_EQ(checkout->CommitOf(wrong).status().code(), absl::StatusCode::kInvalidArgument)
        << wrong;
  }
}

}  // namespace
}  // namespace plait
