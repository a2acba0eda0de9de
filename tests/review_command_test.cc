// The commands plait review, diff and scan --baseline as people run them: in a repository, with
// what can be wrong with one.
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "review/process.h"
#include "review/test_repository.h"

namespace plait {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kCounter[] = R"c(#include "counter.h"
static int hits;
static int misses;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void hit(void) {
  pthread_mutex_lock(&m);
  hits++;
  pthread_mutex_unlock(&m);
}
void miss(void) {
  pthread_mutex_lock(&m);
  misses++;
  pthread_mutex_unlock(&m);
}
)c";
constexpr char kCounterHeader[] = "#include <pthread.h>\nvoid hit(void);\nvoid miss(void);\n";
constexpr char kMain[] = R"c(#include "counter.h"
static void *run(void *arg) { hit(); miss(); return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  hit();
  miss();
  pthread_join(t, 0);
  return 0;
}
)c";

std::string WithoutLock(std::string text, const std::string& statement) {
  const std::string locked =
      absl::StrCat("  pthread_mutex_lock(&m);\n", statement, "  pthread_mutex_unlock(&m);\n");
  const size_t found = text.find(locked);
  EXPECT_NE(found, std::string::npos);
  return text.replace(found, locked.size(), statement);
}

class ReviewCommandTest : public testing::Test {
 protected:
  ReviewCommandTest() {
    fs::create_directories(fs::path(repository_.path()).parent_path() / "tmp");
    Write("src/counter.h", kCounterHeader);
    Write("src/counter.c", kCounter);
    Write("src/main.c", kMain);
    Write("README.md", "A counter.\n");
    Write(".gitignore", "/build\n");
    SetFiles({"counter.c", "main.c"});
    base_ = repository_.Commit("base");
  }

  void Write(const std::string& file, const std::string& text) { repository_.Write(file, text); }

  void SetFiles(const std::vector<std::string>& files) {
    nlohmann::json database = nlohmann::json::array();
    for (const std::string& file : files) {
      database.push_back({{"directory", repository_.path() + "/build"},
                          {"file", "../src/" + file},
                          {"command", "cc -I../src -I. -c ../src/" + file}});
    }
    Write("build/compile_commands.json", database.dump());
  }

  std::string Temporary() const {
    return (fs::path(repository_.path()).parent_path() / "tmp").string();
  }

  ProcessOutput PlaitIn(const std::string& folder, std::vector<std::string> words) {
    words.insert(words.begin(), {"env", "-C", folder, (fs::current_path() / "plait").string()});
    const absl::StatusOr<ProcessOutput> output =
        RunProcess(words, {{"TMPDIR", Temporary()}, {"GIT_CONFIG_GLOBAL", "/dev/null"}});
    EXPECT_TRUE(output.ok()) << output.status();
    EXPECT_TRUE(fs::is_empty(Temporary())) << "something is left behind";
    return output.ok() ? *output : ProcessOutput();
  }

  ProcessOutput Plait(const std::vector<std::string>& words) {
    return PlaitIn(repository_.path(), words);
  }

  // "+hits -misses": what the review says of races that are shown.
  std::string Reviewed(std::vector<std::string> words = {}) {
    const std::string report = Temporary() + "/../report.json";
    words.insert(words.begin(), "review");
    if (words.size() == 1) words.insert(words.end(), {"--base", "HEAD"});
    words.insert(words.end(), {"--format", "json", "--output", report});
    const ProcessOutput output = Plait(words);
    EXPECT_LE(output.exit_code, 1) << output.error;
    std::string found = output.error;
    const nlohmann::json json = nlohmann::json::parse(repository_.Read("../report.json"));
    for (const auto& race : json["races"]) {
      if (race["confidence"] == "possible") continue;
      absl::StrAppend(&found, race["baseline_state"] == "introduced" ? "+" : "=",
                      race["variable"].get<std::string>(), " ");
    }
    for (const auto& race : json["fixed"]) {
      absl::StrAppend(&found, "-", race["variable"].get<std::string>(), " ");
    }
    EXPECT_EQ(output.exit_code, absl::StrContains(found, "+") ? 1 : 0) << found;
    return found;
  }

  TestRepository repository_;
  std::string base_;
};

TEST_F(ReviewCommandTest, IntroducedAndFixed) {
  Write("src/counter.c", WithoutLock(kCounter, "  hits++;\n"));
  EXPECT_EQ(Reviewed(), "+hits ");
  repository_.Commit();
  EXPECT_EQ(Reviewed({"--base", base_}), "+hits ");
  EXPECT_EQ(Reviewed({"--base", "HEAD~", "--head", "HEAD"}), "+hits ");
  Write("src/counter.c", WithoutLock(kCounter, "  misses++;\n"));
  EXPECT_EQ(Reviewed(), "+misses -hits ");
  Write("src/counter.c", kCounter);
  EXPECT_EQ(Reviewed(), "-hits ");
  EXPECT_EQ(Reviewed({"--base", "HEAD~", "--head", "HEAD"}), "+hits ") << "not what is edited";
}

TEST_F(ReviewCommandTest, ANewAccessBesideAnExcusedOneIsIntroduced) {
  std::string racy = WithoutLock(kCounter, "  hits++;\n");
  Write("src/counter.c", racy);
  repository_.Commit("racy");
  const std::string statement = "  hits++;";
  racy.insert(racy.find(statement) + statement.size(), "  // plait: ignore[hits] roughly");
  Write("src/counter.c", racy);
  EXPECT_EQ(Reviewed(), "=hits ");
  repository_.Commit("excused");
  Write("src/counter.c", absl::StrCat(racy, "void drop(void) { hits = 0; }\n"));
  Write("src/main.c", absl::StrCat("void drop(void);\n",
                                   absl::StrReplaceAll(kMain, {{"  hit();\n", "  drop();\n"}})));
  EXPECT_EQ(Reviewed(), "=hits ") << "with what is excused alone";
  Write("src/main.c", absl::StrCat("void drop(void);\n",
                                   absl::StrReplaceAll(kMain, {{"hit(); miss()", "drop(); miss()"},
                                                               {"  hit();\n", "  drop();\n"}})));
  EXPECT_EQ(Reviewed(), "+hits ");
}

TEST_F(ReviewCommandTest, ChangedFlagsCountIfTheEarlierOnesAreKnown) {
  std::string counter = WithoutLock(kCounter, "  hits++;\n");
  counter.replace(counter.find("  hits++;\n"), 10, "#ifdef COUNT\n  hits++;\n#endif\n");
  Write("src/counter.c", counter);
  repository_.Commit("counts on request");
  Write("earlier/compile_commands.json", repository_.Read("build/compile_commands.json"));
  Write("build/compile_commands.json",
        absl::StrReplaceAll(repository_.Read("build/compile_commands.json"),
                            {{"cc -I", "cc -DCOUNT -I"}}));
  EXPECT_EQ(Reviewed(), "");
  EXPECT_EQ(Reviewed({"--base", "HEAD", "--base-build", "earlier"}), "+hits ");
  EXPECT_EQ(Reviewed({"--base", "HEAD", "--base-build", "build"}), "");
  EXPECT_THAT(Plait({"review", "--base", "HEAD", "--base-build", "nowhere"}).error,
              HasSubstr("nowhere"));
}

TEST_F(ReviewCommandTest, LeavesTheCheckoutAsItWas) {
  Write("src/counter.c", WithoutLock(kCounter, "  hits++;\n"));
  Write("notes.txt", "not tracked\n");
  Write(".gitignore", "/build\n/.plait\n");
  repository_.Git({"add", "src/counter.c"});
  const std::string status = repository_.Git({"status", "--porcelain"});
  const std::string index = repository_.Read(".git/index");
  Reviewed();
  EXPECT_EQ(repository_.Git({"status", "--porcelain"}), status);
  EXPECT_EQ(repository_.Git({"worktree", "list", "--porcelain"}).find("worktree", 1),
            std::string::npos);
}

TEST_F(ReviewCommandTest, FromASubfolderAndADetachedHead) {
  Write("src/counter.c", WithoutLock(kCounter, "  hits++;\n"));
  repository_.Commit();
  repository_.Git({"checkout", "-q", "--detach", "HEAD"});
  const ProcessOutput output =
      PlaitIn(repository_.path() + "/src", {"review", "--base", "main~", "-p", "../build"});
  EXPECT_EQ(output.exit_code, 1) << output.error;
  EXPECT_THAT(output.out, HasSubstr("src/counter.c:6:3: warning: new data race on 'hits'"));
}

TEST_F(ReviewCommandTest, WhatTheBaseBranchDidMeanwhileIsNoChange) {
  repository_.Git({"checkout", "-q", "-b", "feature"});
  Write("src/counter.c", WithoutLock(kCounter, "  hits++;\n"));
  repository_.Commit("feature");
  repository_.Git({"checkout", "-q", "main"});
  Write("src/counter.c", WithoutLock(kCounter, "  misses++;\n"));
  repository_.Commit("main goes on");
  repository_.Git({"checkout", "-q", "feature"});
  EXPECT_EQ(Reviewed({"--base", "main"}), "+hits ");
}

TEST_F(ReviewCommandTest, NothingThatIsCompiledHasChanged) {
  Write("README.md", "A better counter.\n");
  ProcessOutput output = Plait({"review", "--base", "HEAD"});
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_THAT(output.out,
              HasSubstr("nothing that is compiled has changed since " + base_.substr(0, 12)));
  Write("src/unused.h", "int unused;\n");
  output = Plait({"review", "--base", "HEAD"});
  EXPECT_THAT(output.out, HasSubstr("nothing that is compiled has changed"));
  Write("src/counter.h", std::string(kCounterHeader) + "int used;\n");
  EXPECT_EQ(Reviewed(), "");
}

TEST_F(ReviewCommandTest, ARenamedFileIsTheSame) {
  Write("src/counter.c", WithoutLock(kCounter, "  hits++;\n"));
  repository_.Commit();
  repository_.Git({"mv", "src/counter.c", "src/tally.c"});
  SetFiles({"tally.c", "main.c"});
  EXPECT_EQ(Reviewed(), "=hits ");
  Write("src/tally.c", WithoutLock(WithoutLock(kCounter, "  hits++;\n"), "  misses++;\n"));
  repository_.Git({"add", "--all"});
  EXPECT_EQ(Reviewed(), "=hits +misses ");
}

TEST_F(ReviewCommandTest, FilesOfTheBuildAreFound) {
  Write("build/config.h", "#define STEP 1\n");
  const std::string with_config =
      "#include \"config.h\"\n" + std::string(kCounter).replace(0, 0, "int step = STEP;\n");
  Write("src/counter.c", with_config);
  repository_.Commit();
  Write("src/counter.c", WithoutLock(with_config, "  hits++;\n"));
  EXPECT_EQ(Reviewed(), "+hits ");
}

TEST_F(ReviewCommandTest, AHeaderBesideTheSourcesIsThatOfTheBase) {
  // The build folder leads back to it with "..", on both sides to its own.
  Write("src/counter.h", std::string(kCounterHeader) + "#define LOCKED 1\n");
  Write("src/counter.c", R"c(#include "counter.h"
static int hits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void hit(void) {
  if (LOCKED) pthread_mutex_lock(&m);
  hits++;
  if (LOCKED) pthread_mutex_unlock(&m);
}
void miss(void) {}
)c");
  repository_.Commit();
  Write("src/counter.h", std::string(kCounterHeader) + "#define LOCKED 0\n");
  EXPECT_EQ(Reviewed(), "+hits ");
}

TEST_F(ReviewCommandTest, FilesWithoutACompileCommandAreNamed) {
  Write("src/extra.c", "int extra;\n");
  Write("src/main.c", std::string(kMain) + "int more;\n");
  EXPECT_THAT(Reviewed(), HasSubstr("src/extra.c is new and has no compile command"));
  repository_.Commit();
  fs::remove(repository_.path() + "/src/extra.c");
  EXPECT_THAT(Reviewed(), HasSubstr("src/extra.c was removed and has no compile command"));
}

TEST_F(ReviewCommandTest, AnAddedAndARemovedFileWithOne) {
  Write("src/racy.c", R"c(#include "counter.h"
int shared;
void racy(void) { shared++; }
)c");
  const std::string calls_it =
      std::string(kMain)
          .replace(std::string(kMain).find("hit(); miss();"), 14, "racy();")
          .replace(std::string(kMain).find("  hit();\n") - 8, 0, "");
  Write("src/main.c", "void racy(void);\n" + calls_it.substr(0, calls_it.find("  miss();\n")) +
                          "  racy();\n" + calls_it.substr(calls_it.find("  miss();\n")));
  SetFiles({"counter.c", "main.c", "racy.c"});
  EXPECT_EQ(Reviewed(), "+shared ");
  repository_.Commit();
  fs::remove(repository_.path() + "/src/racy.c");
  Write("src/main.c", kMain);
  EXPECT_EQ(Reviewed(), "-shared ");
}

TEST_F(ReviewCommandTest, ASourceThatDidNotParseBeforeIsNamed) {
  Write("src/counter.c", std::string(kCounter) + "int broken = ;\n");
  repository_.Commit();
  Write("src/counter.c", kCounter);
  EXPECT_THAT(Reviewed(), HasSubstr("src/counter.c could not be parsed in full as it was"));
}

TEST_F(ReviewCommandTest, Submodules) {
  const TestRepository library("library");
  library.Write("lib.h", "#define LIB 1\n");
  library.Commit();
  repository_.Git({"submodule", "--quiet", "add", library.path(), "lib"});
  const std::string with_lib = "#include \"../lib/lib.h\"\n" + std::string(kCounter);
  Write("src/counter.c", with_lib);
  repository_.Commit();
  Write("src/counter.c", WithoutLock(with_lib, "  hits++;\n"));
  EXPECT_EQ(Reviewed(), "+hits ") << "its files are found";
  Write("lib/lib.h", "#define LIB 2\n");
  repository_.Git({"-C", "lib", "commit", "-q", "-a", "-m", "newer"});
  EXPECT_THAT(Reviewed(), HasSubstr("lib is a submodule and was changed"));
}

TEST_F(ReviewCommandTest, WrongRevisions) {
  for (const char* revision :
       {"nowhere", "-x", "--output=x", "main:src/main.c", "HEAD^{tree}", ""}) {
    const ProcessOutput output = Plait({"review", absl::StrCat("--base=", revision)});
    EXPECT_EQ(output.exit_code, 2) << revision;
    EXPECT_THAT(output.error, AllOf(HasSubstr("plait: error: "), HasSubstr(revision)));
  }
  EXPECT_FALSE(fs::exists(repository_.path() + "/x"));
  const ProcessOutput output = Plait({"review", "--base", "HEAD", "--head", "nowhere"});
  EXPECT_EQ(output.exit_code, 2);
  EXPECT_THAT(output.error, HasSubstr("no commit nowhere"));
}

TEST_F(ReviewCommandTest, AShallowCloneSaysHowToDeepenIt) {
  Write("src/main.c", std::string(kMain) + "int more;\n");
  repository_.Commit();
  const std::string clone = Temporary() + "/../clone";
  fs::remove_all(clone);
  repository_.Git({"clone", "-q", "--depth", "1", "file://" + repository_.path(), clone});
  const ProcessOutput output = PlaitIn(clone, {"review", "--base", "HEAD~", "src/main.c", "--"});
  EXPECT_EQ(output.exit_code, 2);
  EXPECT_THAT(output.error, AllOf(HasSubstr("shallow clone"), HasSubstr("git fetch")));
}

TEST_F(ReviewCommandTest, OutsideOfGit) {
  const std::string folder = Temporary() + "/../plain";
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::copy(repository_.path() + "/src", folder);
  const absl::StatusOr<ProcessOutput> output =
      RunProcess({"env", "-C", folder, (fs::current_path() / "plait").string(), "review", "--base",
                  "HEAD", "--root", folder, "counter.c", "--"},
                 {{"GIT_CEILING_DIRECTORIES", fs::canonical(folder).parent_path().string()}});
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->exit_code, 2);
  EXPECT_THAT(output->error, AllOf(HasSubstr("not in a git checkout"), HasSubstr("plait diff")));
}

TEST_F(ReviewCommandTest, DiffAndBaseline) {
  const std::string old_report = Temporary() + "/../old.json";
  const std::string new_report = Temporary() + "/../new.json";
  const std::vector<std::string> scan = {"scan",     "-p",       "build", "--store",
                                         ":memory:", "--format", "json",  "--output"};
  auto scan_to = [&](const std::string& file) {
    std::vector<std::string> words = scan;
    words.push_back(file);
    return Plait(words).exit_code;
  };
  Write("src/counter.c", WithoutLock(kCounter, "  hits++;\n"));
  EXPECT_EQ(scan_to(old_report), 1);
  // The lines move, and nothing else.
  Write("src/counter.c", "\n\n" + WithoutLock(kCounter, "  hits++;\n"));
  EXPECT_EQ(scan_to(new_report), 1);
  EXPECT_EQ(Plait({"diff", old_report, new_report}).exit_code, 0);
  EXPECT_EQ(Plait({"scan", "-p", "build", "--baseline", old_report}).exit_code, 0);
  Write("src/counter.c", WithoutLock(WithoutLock(kCounter, "  hits++;\n"), "  misses++;\n"));
  EXPECT_EQ(scan_to(new_report), 1);
  EXPECT_EQ(Plait({"diff", old_report, new_report}).exit_code, 1);
  EXPECT_EQ(Plait({"diff", new_report, old_report}).exit_code, 0) << "one is gone";
  EXPECT_EQ(Plait({"scan", "-p", "build", "--baseline", old_report}).exit_code, 1);
  const ProcessOutput wrong = Plait({"diff", old_report, "src/main.c"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.error, HasSubstr("src/main.c: not JSON"));
  EXPECT_EQ(Plait({"diff", old_report}).exit_code, 2);
  EXPECT_EQ(Plait({"scan", "-p", "build", "--baseline", "none.json"}).exit_code, 2);
}

}  // namespace
}  // namespace plait
