// The whole line on real files: the same bytes whatever the order, the number of workers and the
// state of the store; nothing done twice; bad input told and counted.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzer/models/model_registry.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "report/json_writer.h"
#include "summaries/memory_store.h"
#include "tests/annotations.h"

namespace plait {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::vector<frontend::CompileCommand> CommandsOf(const AnnotatedProgram& program) {
  std::vector<frontend::CompileCommand> commands;
  for (const std::string& file : program.files) {
    commands.push_back(frontend::FixedCommand(ProgramsFolder(), file, program.flags));
  }
  return commands;
}

proto::Report ScanAll(const std::vector<frontend::CompileCommand>& commands, Store* store,
                      int jobs = 1, const std::string& root = ProgramsFolder()) {
  ScanOptions options;
  options.project_root = root;
  options.jobs = jobs;
  absl::StatusOr<proto::Report> report = Scan(commands, ModelRegistry::Default(), store, options);
  EXPECT_TRUE(report.ok()) << report.status();
  return report.ok() ? *report : proto::Report();
}

// Without the counts of what this run had to do, which a warm store changes.
std::string Bytes(proto::Report report) {
  report.mutable_stats()->clear_units_parsed();
  report.mutable_stats()->clear_units_reused();
  report.mutable_stats()->clear_procedures_analysed();
  report.mutable_stats()->clear_summaries_reused();
  return WriteJson(report, JsonOptions());
}

TEST(PipelineTest, SameBytesForAnyNumberOfWorkersOrderAndStore) {
  // All programs at once: many roots, equal names in different files.
  std::vector<frontend::CompileCommand> commands;
  for (const AnnotatedProgram& program : FindPrograms(ProgramsFolder())) {
    if (!program.flags.empty()) continue;
    // The headers of the C++ library take longer than all C programs: a few stand for them.
    if (program.name.starts_with("cxx/") && !program.name.starts_with("cxx/thread_by_")) continue;
    for (frontend::CompileCommand& command : CommandsOf(program)) {
      commands.push_back(std::move(command));
    }
  }
  ASSERT_GT(commands.size(), 100u);
  const std::string expected = Bytes(ScanAll(commands, nullptr, 1));
  EXPECT_EQ(Bytes(ScanAll(commands, nullptr, 8)), expected);
  const std::unique_ptr<Store> store = NewMemoryStore();
  EXPECT_EQ(Bytes(ScanAll(commands, store.get(), 2)), expected) << "cold store";
  const proto::Report again = ScanAll(commands, store.get(), 2);
  EXPECT_EQ(Bytes(again), expected) << "warm store";
  EXPECT_EQ(again.stats().units_parsed(), 0u);
  EXPECT_EQ(again.stats().procedures_analysed(), 0u);
  std::shuffle(commands.begin(), commands.end(), std::mt19937(7));
  EXPECT_EQ(Bytes(ScanAll(commands, nullptr, 4)), expected) << "shuffled";
}

// A small project in a folder of its own.
class ProjectTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::canonical(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }

  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }

  std::vector<frontend::CompileCommand> Commands(const std::vector<std::string>& names) {
    std::vector<frontend::CompileCommand> commands;
    for (const std::string& name : names) {
      commands.push_back(frontend::FixedCommand(folder_.string(), name, {}));
    }
    return commands;
  }

  proto::Report RunOn(const std::vector<std::string>& names, Store* store = nullptr) {
    return ScanAll(Commands(names), store, 1, folder_.string());
  }

  // All files once with each list of flags.
  proto::Report RunBuilds(const std::vector<std::string>& names,
                          const std::vector<std::vector<std::string>>& builds) {
    std::vector<frontend::CompileCommand> commands;
    for (const std::vector<std::string>& flags : builds) {
      for (const std::string& name : names) {
        commands.push_back(frontend::FixedCommand(folder_.string(), name, flags));
      }
    }
    return ScanAll(commands, nullptr, 1, folder_.string());
  }

  fs::path folder_;
};

constexpr char kWorker[] = R"c(
#include <pthread.h>
int counter;
void *work(void *arg) { (void)arg; counter++; return 0; }
)c";
constexpr char kMain[] = R"c(
#include <pthread.h>
extern int counter;
void *work(void *arg);
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter++;
  pthread_join(t, 0);
  return counter;
}
)c";

// What nothing in a file writes is what it is initialised with, unless some of the file was lost.
TEST_F(ProjectTest, WhatCouldNotBeParsedMayWriteStaticVariables) {
  const auto races = [&](const std::string& lost) {
    Write("main.c", std::string("#include <pthread.h>\nstatic int on, counter;\n"
                                "void set(void) { ") +
                        lost +
                        " }\nstatic void *work(void *arg) { if (on) counter++; return arg; }\n"
                        "int main(void) {\n  pthread_t t[2];\n  set();\n"
                        "  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);\n"
                        "  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);\n"
                        "  return counter;\n}\n");
    const std::unique_ptr<Store> store = NewMemoryStore();
    return RunOn({"main.c"}, store.get()).races_size();
  };
  EXPECT_EQ(races(""), 0);
  EXPECT_EQ(races("on = 1;"), 1);
  EXPECT_EQ(races("on = missing;"), 1);
}

TEST_F(ProjectTest, AChangedFileIsParsedAgainAndOnlyThat) {
  Write("worker.c", kWorker);
  Write("main.c", kMain);
  const std::unique_ptr<Store> store = NewMemoryStore();
  EXPECT_EQ(RunOn({"main.c", "worker.c"}, store.get()).verdict(), proto::VERDICT_RACE);
  Write("worker.c", std::string(kWorker) + "int unused_function(int x) { return x + 1; }\n");
  const proto::Report report = RunOn({"main.c", "worker.c"}, store.get());
  EXPECT_EQ(report.stats().units_parsed(), 1u);
  EXPECT_EQ(report.stats().procedures_analysed(), 1u);
  EXPECT_EQ(report.verdict(), proto::VERDICT_RACE);
}

TEST_F(ProjectTest, AnEmptyFileIsRaceFree) {
  Write("empty.c", "");
  const proto::Report report = RunOn({"empty.c"});
  EXPECT_EQ(report.races_size(), 0);
  EXPECT_EQ(report.failed_units_size(), 0);
}

TEST_F(ProjectTest, AMissingFileIsAFailedUnit) {
  Write("main.c", "int main(void) { return 0; }\n");
  const proto::Report report = RunOn({"main.c", "nowhere.c"});
  ASSERT_EQ(report.failed_units_size(), 1);
  EXPECT_EQ(report.failed_units(0).file(), "nowhere.c");
  EXPECT_TRUE(report.failed_units(0).nothing_parsed());
  EXPECT_EQ(report.verdict(), proto::VERDICT_UNKNOWN);
}

TEST_F(ProjectTest, AUnitWithErrorsIsAnalysedAsFarAsItParses) {
  Write("main.c", std::string("#include \"missing.h\"\n") + kWorker + R"c(
int broken(void) { return undeclared + ; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter++;
  return 0;
}
)c");
  const proto::Report report = RunOn({"main.c"});
  ASSERT_EQ(report.failed_units_size(), 1);
  EXPECT_GE(report.failed_units(0).error_count(), 2u);
  ASSERT_EQ(report.races_size(), 1);
  EXPECT_EQ(report.races(0).confidence(), proto::CONFIDENCE_LIKELY) << "a lock may be missing";
  EXPECT_EQ(report.verdict(), proto::VERDICT_UNKNOWN);
}

TEST_F(ProjectTest, NothingToScanIsAnError) {
  ScanOptions options;
  options.project_root = folder_.string();
  const absl::StatusOr<proto::Report> report = Scan({}, ModelRegistry::Default(), nullptr, options);
  EXPECT_EQ(report.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(ProjectTest, EndlessRecursionEnds) {
  Write("main.c", std::string(kWorker) + R"c(
struct node { struct node *left, *right; int value; };
int even(struct node *n, int depth);
int odd(struct node *n, int depth) { n->value++; return even(n->left, depth) + even(n->right, depth + 1); }
int even(struct node *n, int depth) { n->value--; return odd(n->right, depth) + odd(n->left, depth - 1); }
void *run(void *arg) { odd(arg, 0); return work(arg); }
int main(void) {
  struct node n = {0, 0, 0};
  pthread_t t;
  pthread_create(&t, 0, run, &n);
  even(&n, 0);
  return 0;
}
)c");
  RunOn({"main.c"});  // that it comes back is the point
}

TEST_F(ProjectTest, AHugeFunctionEnds) {
  std::string text = "int a[100];\nint huge(int x) {\n";
  for (int i = 0; i < 4000; ++i) {
    absl::StrAppend(&text, "  if (x > ", i, ") a[", i % 100, "] = x; else a[", (i + 1) % 100,
                    "] += ", i, ";\n");
  }
  absl::StrAppend(&text, "  return a[0];\n}\nint main(void) { return huge(3); }\n");
  Write("main.c", text);
  EXPECT_EQ(RunOn({"main.c"}).races_size(), 0);
}

TEST_F(ProjectTest, WhatAFunctionLeavesBehindInPartIsNamed) {
  std::string text = "#include <pthread.h>\nstruct s { int";
  for (int i = 0; i < 110; ++i) absl::StrAppend(&text, i == 0 ? " f" : ", f", i);
  absl::StrAppend(&text, "; };\nstatic void fill(struct s *p) {\n");
  for (int i = 0; i < 110; ++i) absl::StrAppend(&text, "  p->f", i, " = ", i, ";\n");
  absl::StrAppend(&text,
                  "}\nstatic void *run(void *p) { fill(p); return p; }\n"
                  "int main(void) {\n  struct s mine;\n  pthread_t t;\n"
                  "  pthread_create(&t, 0, run, &mine);\n  pthread_join(t, 0);\n"
                  "  return 0;\n}\n");
  Write("fill.c", text);
  ScanOptions options;
  options.project_root = folder_.string();
  options.find_witnesses = false;  // its executions would do without what was left out
  const auto scanned = Scan(Commands({"fill.c"}), ModelRegistry::Default(), nullptr, options);
  ASSERT_TRUE(scanned.ok()) << scanned.status();
  const proto::Report& report = *scanned;
  EXPECT_EQ(report.verdict(), proto::VERDICT_UNKNOWN);
  bool named = false;
  for (const proto::Reason& reason : report.reasons()) {
    named |= absl::StrContains(reason.text(), "too many memory cells at exit");
  }
  EXPECT_TRUE(named);
}

TEST_F(ProjectTest, DeepNestingEnds) {
  std::string text = "int f(int x) { return ";
  for (int i = 0; i < 200; ++i) text += "(x + ";
  text += "1";
  for (int i = 0; i < 200; ++i) text += ")";
  Write("main.c", text + "; }\nint main(void) { return f(1); }\n");
  EXPECT_EQ(RunOn({"main.c"}).failed_units_size(), 0);
}

TEST_F(ProjectTest, ABrokenCompileDatabaseIsNamed) {
  Write("compile_commands.json", "[{\"directory\": \"/\", \"file\": ");
  const auto loaded = frontend::LoadCompileCommands(folder_.string());
  ASSERT_FALSE(loaded.ok());
  EXPECT_THAT(std::string(loaded.status().message()), HasSubstr("compile_commands.json"));
}

TEST_F(ProjectTest, StaticNamesOfDifferentFilesAreKeptApart) {
  Write("a.c", R"c(
static int hits;
static void touch(void) { hits++; }
void *first(void *arg) { (void)arg; touch(); return 0; }
)c");
  Write("b.c", R"c(
#include <pthread.h>
static int hits;
static void touch(void) { hits++; }
void *first(void *arg);
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  touch();
  return 0;
}
)c");
  EXPECT_EQ(RunOn({"a.c", "b.c"}).verdict(), proto::VERDICT_RACE_FREE);
}

TEST_F(ProjectTest, LocalVariablesOfSeveralMainsGoByTheirOwnNames) {
  const auto program = [](const std::string& type, const std::string& variable) {
    return absl::StrCat("#include <pthread.h>\nstruct ", type, " { int first, second; };\n",
                        "static void *run(void *arg) { ((struct ", type,
                        " *)arg)->second++; return 0; }\nint main(void) {\n  struct ", type, " ",
                        variable, " = {0, 1};\n  pthread_t t;\n", "  pthread_create(&t, 0, run, &",
                        variable, ");\n  ", variable,
                        ".second = 2;\n  pthread_join(t, 0);\n  return ", variable, ".first;\n}\n");
  };
  Write("a.c", program("one", "here"));
  Write("b.c", program("two", "there"));
  std::vector<std::string> names;
  const proto::Report report = RunOn({"a.c", "b.c"});
  for (const proto::Race& race : report.races()) names.push_back(race.variable());
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("here.second", "there.second"));
}

// One file of a project whose builds differ in it: with THREADS and LOCKS, or without both.
constexpr char kBuiltTwice[] = R"c(
#include <pthread.h>
static int counter;
#if LOCKS
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void bump(void) { pthread_mutex_lock(&m); counter++; pthread_mutex_unlock(&m); }
#else
void bump(void) { counter++; }
#endif
)c";
constexpr char kSameInBoth[] = "void bump(void);\nvoid step(void) { bump(); }\n";
constexpr char kMainOfBoth[] = R"c(
#include <pthread.h>
void step(void);
void *run(void *arg) { step(); return arg; }
int main(void) {
#if THREADS
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#endif
  step();
  return 0;
}
)c";

TEST_F(ProjectTest, BuildsOfOneFileAreKeptApart) {
  Write("bump.c", kBuiltTwice);
  Write("step.c", kSameInBoth);
  Write("main.c", kMainOfBoth);
  const std::vector<std::string> files = {"bump.c", "step.c", "main.c"};
  const std::vector<std::string> safe = {"-DLOCKS=1", "-DTHREADS=1"};
  const std::vector<std::string> single = {"-DLOCKS=0", "-DTHREADS=0"};
  const std::vector<std::string> racy = {"-DLOCKS=0", "-DTHREADS=1"};
  EXPECT_EQ(RunBuilds(files, {safe, single}).verdict(), proto::VERDICT_RACE_FREE);
  EXPECT_EQ(RunBuilds(files, {safe, single, racy}).verdict(), proto::VERDICT_RACE);
}

TEST_F(ProjectTest, AFileOfNoBuildBelongsToTheNearest) {
  Write("bump.c", kBuiltTwice);
  Write("step.c", kSameInBoth);
  Write("main.c", kMainOfBoth);
  auto command = [&](const char* file, const std::vector<std::string>& flags) {
    return frontend::FixedCommand(folder_.string(), file, flags);
  };
  auto verdict = [&](const char* locks, const char* no_locks) {
    return ScanAll({command("bump.c", {locks, "-DX"}), command("bump.c", {no_locks, "-DY"}),
                    command("step.c", {"-DX", "-DZ"}), command("main.c", {"-DX", "-DTHREADS"})},
                   nullptr, 1, folder_.string())
        .verdict();
  };
  EXPECT_EQ(verdict("-DLOCKS=1", "-DLOCKS=0"), proto::VERDICT_RACE_FREE);
  EXPECT_EQ(verdict("-DLOCKS=0", "-DLOCKS=1"), proto::VERDICT_RACE);
}

TEST_F(ProjectTest, AFunctionThatIsTheSameInTwoBuildsCallsWhatEachHas) {
  // `bump` is the same text in both builds; what it means by `add` is not.
  Write("main.c", R"c(
#include <pthread.h>
static int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void add(void) {
  if (LOCKS) pthread_mutex_lock(&m);
  counter++;
  if (LOCKS) pthread_mutex_unlock(&m);
}
static void bump(void) { add(); }
static void *run(void *arg) { bump(); return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  bump();
  return 0;
}
)c");
  EXPECT_EQ(RunBuilds({"main.c"}, {{"-DA", "-DLOCKS=1"}, {"-DB", "-DLOCKS=0"}}).verdict(),
            proto::VERDICT_RACE);
  EXPECT_EQ(RunBuilds({"main.c"}, {{"-DA", "-DLOCKS=0"}, {"-DB", "-DLOCKS=1"}}).verdict(),
            proto::VERDICT_RACE);
  EXPECT_EQ(RunBuilds({"main.c"}, {{"-DA", "-DLOCKS=1"}, {"-DB", "-DLOCKS=2"}}).verdict(),
            proto::VERDICT_RACE_FREE);
}

TEST_F(ProjectTest, AThreadThatIsTheSameInTwoBuildsStartsWhatEachHas) {
  // `start` knows its function from the memory it is given only.
  Write("start.c", R"c(
#include <pthread.h>
struct job { void *(*run)(void *); pthread_t thread; };
void fill(struct job *j, void *(*run)(void *)) { j->run = run; }
void *start(void *arg) {
  struct job *j = arg;
  pthread_create(&j->thread, 0, j->run, 0);
  return 0;
}
)c");
  Write("main.c", R"c(
#include <pthread.h>
struct job { void *(*run)(void *); pthread_t thread; };
void fill(struct job *j, void *(*run)(void *));
void *start(void *arg);
static struct job job;
int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *arg) {
  if (LOCKS) pthread_mutex_lock(&m);
  counter++;
  if (LOCKS) pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  fill(&job, run);
  pthread_create(&t, 0, start, &job);
  pthread_create(&t, 0, start, &job);
  return 0;
}
)c");
  for (const auto& [first, second] :
       {std::pair("-DLOCKS=0", "-DLOCKS=1"), std::pair("-DLOCKS=1", "-DLOCKS=0")}) {
    const proto::Report report =
        RunBuilds({"start.c", "main.c"}, {{"-DA", first}, {"-DB", second}});
    const bool is_racy =
        std::any_of(report.races().begin(), report.races().end(), [](const proto::Race& race) {
          return race.variable() == "counter" && race.confidence() != proto::CONFIDENCE_POSSIBLE;
        });
    EXPECT_TRUE(is_racy) << first << " first";
  }
}

}  // namespace
}  // namespace plait
