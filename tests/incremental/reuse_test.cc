// One edit each: what has to be done again, and the reason that is given. After every edit the
// report is that of a clean run.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "driver/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "summaries/memory_store.h"
#include "tests/incremental/project.h"

namespace plait {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr char kQueueHeader[] = R"c(
#ifndef QUEUE_H
#define QUEUE_H
#include <pthread.h>
#define QUEUE_SIZE 16
struct queue {
  pthread_mutex_t lock;
  struct { int head, count; } ring;
  int items[QUEUE_SIZE];
};
void queue_put(struct queue *q, int item);
int queue_count(struct queue *q);
static inline int queue_limit(const struct queue *q) { return q ? QUEUE_SIZE : 0; }
#endif
)c";

constexpr char kQueue[] = R"c(
#include <assert.h>
#include "queue.h"
static int puts_done;
static void note_put(void) { puts_done++; }
void queue_put(struct queue *q, int item) {
  assert(q != 0);
  pthread_mutex_lock(&q->lock);
  q->items[q->ring.count] = item;
  q->ring.count++;
  note_put();
  pthread_mutex_unlock(&q->lock);
}
int queue_count(struct queue *q) { return q->ring.count; }
)c";

constexpr char kMain[] = R"c(
#include "queue.h"
#include "config.h"
struct queue shared = {PTHREAD_MUTEX_INITIALIZER, {0, 0}, {0}};
static void *run(void *arg) {
  for (int i = 0; i < ROUNDS; i++)
    queue_put(&shared, i);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  int count = queue_count(&shared);
  pthread_join(thread, 0);
  return count < queue_limit(&shared);
}
)c";

std::vector<std::string> NamesOf(const std::vector<NotReused>& entries) {
  std::vector<std::string> names;
  for (const NotReused& entry : entries) names.push_back(entry.name);
  return names;
}

std::map<std::string, std::string> WhyOf(const std::vector<NotReused>& entries) {
  std::map<std::string, std::string> why;
  for (const NotReused& entry : entries) why[entry.name] = entry.why;
  return why;
}

class ReuseTest : public testing::Test {
 protected:
  ReuseTest() : project_(testing::UnitTest::GetInstance()->current_test_info()->name()) {
    project_.Write("queue.h", kQueueHeader);
    project_.Write("config.h", "#define ROUNDS 3\n");
    project_.Write("queue.c", kQueue);
    project_.Write("main.c", kMain);
    project_.sources = {"main.c", "queue.c"};
    const Project::Result first = Run();
    EXPECT_EQ(first.reuse.parsed.size(), 2u);
    EXPECT_EQ(first.report.races_size(), 1);
  }

  Project::Result Run() {
    Project::Result result = project_.Scan(store_.get());
    EXPECT_EQ(WithoutWork(result.report).SerializeAsString(),
              WithoutWork(project_.CleanReport()).SerializeAsString());
    return result;
  }

  // A run that may parse, but has nothing to analyse.
  void ExpectNothingAnalysed(const std::vector<std::string>& parsed) {
    const Project::Result result = Run();
    EXPECT_THAT(NamesOf(result.reuse.parsed), testing::UnorderedElementsAreArray(parsed));
    EXPECT_THAT(WriteReuse(result.reuse), testing::HasSubstr("procedures analysed: 0 of 6\n"));
  }

  Project project_;
  const std::unique_ptr<Store> store_ = NewMemoryStore();
};

TEST_F(ReuseTest, NoChange) { ExpectNothingAnalysed({}); }

TEST_F(ReuseTest, ATouchedFile) {
  project_.Write("queue.c", kQueue);
  ExpectNothingAnalysed({});
}

TEST_F(ReuseTest, ACommentInsideABody) {
  project_.Replace("queue.c", "  q->ring.count++;", "  // one more\n  /* now */ q->ring.count++;");
  ExpectNothingAnalysed({"queue.c"});
}

TEST_F(ReuseTest, ACommentAboveEverything) {
  project_.Replace("queue.c", "#include <assert.h>", "// A queue.\n\n\n#include <assert.h>");
  ExpectNothingAnalysed({"queue.c"});
}

TEST_F(ReuseTest, BlankLinesInABody) {
  project_.Replace("queue.c", "  q->ring.count++;", "\n\n  q->ring.count++;\n");
  ExpectNothingAnalysed({"queue.c"});
}

TEST_F(ReuseTest, AnotherFormatting) {
  project_.Replace("queue.c", "q->ring.count++", "q  ->\nring . count ++");
  project_.Replace("queue.c", "int item) {", "int item)\n{\n");
  project_.Replace("main.c", "    queue_put(&shared, i);", "{ queue_put( & shared ,i); }");
  ExpectNothingAnalysed({"main.c", "queue.c"});
}

TEST_F(ReuseTest, CommentsAndBlankLinesInAHeader) {
  project_.Replace("queue.h", "struct queue {",
                   "/* Items. */\n\nstruct queue {\n  // Guards all.\n");
  ExpectNothingAnalysed({"main.c", "queue.c"});
}

TEST_F(ReuseTest, AnotherNameOfALocalVariable) {
  project_.Replace("main.c", "int i = 0; i < ROUNDS; i++)", "int n = 0; n < ROUNDS; n++)");
  project_.Replace("main.c", "(&shared, i)", "(&shared, n)");
  ExpectNothingAnalysed({"main.c"});
}

TEST_F(ReuseTest, AFileInAnotherFolder) {
  project_.Rename("queue.c", "src/lib/queue.c");
  project_.sources = {"main.c", "src/lib/queue.c"};
  project_.flags = {"-I."};
  ExpectNothingAnalysed({"main.c", "src/lib/queue.c"});
}

TEST_F(ReuseTest, AFileOfAnotherName) {
  project_.Rename("queue.c", "ring.c");
  project_.sources = {"main.c", "ring.c"};
  ExpectNothingAnalysed({"ring.c"});
}

TEST_F(ReuseTest, AHeaderOfAnotherName) {
  project_.Rename("queue.h", "ring.h");
  project_.Replace("main.c", "queue.h", "ring.h");
  project_.Replace("queue.c", "queue.h", "ring.h");
  ExpectNothingAnalysed({"main.c", "queue.c"});
}

TEST_F(ReuseTest, FunctionsInAnotherOrder) {
  const std::string count = "int queue_count(struct queue *q) { return q->ring.count; }\n";
  project_.Replace("queue.c", count, "");
  project_.Replace("queue.c", "static int puts_done;", count + "static int puts_done;");
  ExpectNothingAnalysed({"queue.c"});
}

TEST_F(ReuseTest, AFunctionInAnotherFile) {
  const std::string count = "int queue_count(struct queue *q) { return q->ring.count; }\n";
  project_.Replace("queue.c", count, "");
  project_.Write("main.c", kMain + count);
  ExpectNothingAnalysed({"main.c", "queue.c"});
}

TEST_F(ReuseTest, OneBodyAndItsCallers) {
  project_.Replace("queue.c", "  pthread_mutex_lock(&q->lock);\n", "");
  project_.Replace("queue.c", "  pthread_mutex_unlock(&q->lock);\n", "");
  const Project::Result result = Run();
  EXPECT_THAT(WhyOf(result.reuse.parsed),
              UnorderedElementsAre(testing::Pair("queue.c", "it changed")));
  EXPECT_THAT(WhyOf(result.reuse.analysed),
              UnorderedElementsAre(testing::Pair("queue_put", "its code changed"),
                                   testing::Pair("run", "the summary of queue_put changed")))
      << "who starts a thread need not know what it does";
}

TEST_F(ReuseTest, EarlyCutOff) {
  // Another body with the same summary: the callers are as they were.
  project_.Replace("queue.c", "{ return q->ring.count; }",
                   "{ int copy = q->ring.count; return copy; }");
  const Project::Result result = Run();
  EXPECT_THAT(WhyOf(result.reuse.analysed),
              UnorderedElementsAre(testing::Pair("queue_count", "its code changed")));
}

TEST_F(ReuseTest, WhereSomethingHappensConcernsNoCaller) {
  // Everything in the body is some instructions further on.
  project_.Replace("queue.c", "  assert(q != 0);\n",
                   "  assert(q != 0);\n  int square = item * item;\n  (void)square;\n");
  const Project::Result result = Run();
  EXPECT_THAT(WhyOf(result.reuse.analysed),
              UnorderedElementsAre(testing::Pair("queue_put", "its code changed")));
}

TEST_F(ReuseTest, AChangedHeaderConcernsItsIncluders) {
  project_.Replace("config.h", "3", "4");
  const Project::Result result = Run();
  EXPECT_THAT(WhyOf(result.reuse.parsed),
              UnorderedElementsAre(testing::Pair("main.c", "config.h changed")));
  EXPECT_THAT(NamesOf(result.reuse.analysed), testing::Contains("run"));
  EXPECT_THAT(NamesOf(result.reuse.analysed), testing::Not(testing::Contains("queue_put")));
}

TEST_F(ReuseTest, AHeaderWithAnotherInlineFunction) {
  project_.Replace("queue.h", "q ? QUEUE_SIZE : 0", "q ? QUEUE_SIZE - 1 : 0");
  const Project::Result result = Run();
  EXPECT_THAT(NamesOf(result.reuse.parsed), UnorderedElementsAre("main.c", "queue.c"));
  EXPECT_THAT(WhyOf(result.reuse.analysed),
              testing::Contains(testing::Pair("queue_limit", "its code changed")));
  EXPECT_THAT(NamesOf(result.reuse.analysed), testing::Not(testing::Contains("queue_put")));
}

TEST_F(ReuseTest, AFileThatShadowsAHeader) {
  project_.flags = {"-Ifirst", "-Isecond"};
  project_.Write("second/limits_of_it.h", "#define LIMIT 1\n");
  project_.Write("main.c", absl::StrCat("#include <limits_of_it.h>\nint limit = LIMIT;\n", kMain));
  Run();
  project_.Write("first/limits_of_it.h", "#define LIMIT 2\n");
  Project::Result result = Run();
  EXPECT_THAT(WhyOf(result.reuse.parsed),
              testing::Contains(testing::Pair("main.c", "first appeared")));
  project_.Remove("first/limits_of_it.h");
  result = Run();
  EXPECT_THAT(WhyOf(result.reuse.parsed),
              UnorderedElementsAre(testing::Pair("main.c", "first/limits_of_it.h changed")));
  project_.Write("first/limits_of_it.h", "#define LIMIT 3\n");
  result = Run();
  EXPECT_THAT(WhyOf(result.reuse.parsed),
              UnorderedElementsAre(testing::Pair("main.c", "first/limits_of_it.h appeared")));
}

TEST_F(ReuseTest, AMissingHeaderThatAppears) {
  project_.Write("queue.c", absl::StrCat("#include \"notes.h\"\n", kQueue));
  EXPECT_EQ(Run().report.failed_units_size(), 1);
  const Project::Result again = Run();
  EXPECT_THAT(again.reuse.parsed, IsEmpty()) << "nothing that could repair it has changed";
  EXPECT_EQ(again.report.failed_units_size(), 1);
  project_.Write("notes.h", "#define NOTES 1\n");
  const Project::Result repaired = Run();
  EXPECT_THAT(WhyOf(repaired.reuse.parsed),
              UnorderedElementsAre(testing::Pair("queue.c", "notes.h appeared")));
  EXPECT_EQ(repaired.report.failed_units_size(), 0);
}

TEST_F(ReuseTest, ADeletedFile) {
  project_.Remove("queue.c");
  project_.sources = {"main.c"};
  const Project::Result result = Run();
  EXPECT_THAT(result.reuse.parsed, IsEmpty());
  EXPECT_THAT(NamesOf(result.reuse.analysed), UnorderedElementsAre("run", "main"));
}

TEST_F(ReuseTest, ANewFile) {
  project_.Write("more.c", "int more;\nvoid grow(void) { more++; }\n");
  project_.sources.push_back("more.c");
  const Project::Result result = Run();
  EXPECT_THAT(WhyOf(result.reuse.parsed),
              UnorderedElementsAre(testing::Pair("more.c", "it is new")));
  EXPECT_THAT(WhyOf(result.reuse.analysed),
              UnorderedElementsAre(testing::Pair("grow", "it is new")));
}

TEST_F(ReuseTest, OtherFlags) {
  project_.own_flags["queue.c"] = {"-DNDEBUG"};
  const Project::Result result = Run();
  EXPECT_THAT(WhyOf(result.reuse.parsed),
              UnorderedElementsAre(testing::Pair("queue.c", "its compile command changed")));
  EXPECT_THAT(WhyOf(result.reuse.analysed),
              testing::Contains(testing::Pair("queue_put", "its code changed")));
}

TEST_F(ReuseTest, FlagsThatChangeNothing) {
  project_.own_flags["queue.c"] = {"-DNOT_USED"};
  ExpectNothingAnalysed({"queue.c"});
}

TEST_F(ReuseTest, OtherModels) {
  project_.Write(
      "own.textproto",
      "name: \"own\"\ndescription: \"Ours.\"\nfunction { name: \"own_call\" pure: true }\n");
  project_.user_models = "own.textproto";
  const Project::Result result = Run();
  EXPECT_THAT(result.reuse.parsed, IsEmpty());
  EXPECT_EQ(result.reuse.analysed.size(), 6u);
  for (const NotReused& entry : result.reuse.analysed) EXPECT_EQ(entry.why, "the models changed");
}

TEST_F(ReuseTest, AnotherPlait) {
  project_.build_id = "another build";
  const Project::Result result = Run();
  EXPECT_EQ(result.reuse.parsed.size(), 2u);
  EXPECT_EQ(result.reuse.analysed.size(), 6u);
  for (const NotReused& entry : result.reuse.parsed) EXPECT_EQ(entry.why, "Plait changed");
  for (const NotReused& entry : result.reuse.analysed) EXPECT_EQ(entry.why, "Plait changed");
  project_.build_id = "a build";
  ExpectNothingAnalysed({});
}

TEST_F(ReuseTest, AVariableThatIsConstantNow) {
  project_.Write("level.c", "int level = 3;\nint *level_address(void) { return &level; }\n");
  project_.Write("user.c",
                 "int *level_address(void);\nint use(void) { return *level_address(); }\n");
  project_.sources = {"main.c", "queue.c", "level.c", "user.c"};
  Run();
  project_.Write("level.c",
                 "const int level = 3;\nint *level_address(void) { return (int *)&level; }\n");
  const Project::Result result = Run();
  EXPECT_THAT(NamesOf(result.reuse.analysed), UnorderedElementsAre("level_address", "use"));
}

TEST_F(ReuseTest, AFunctionPointerThatMayBeAnother) {
  project_.Write("ops.h", "struct ops { void (*step)(void); };\n");
  project_.Write("call.c", "#include \"ops.h\"\nvoid go(struct ops *o) { o->step(); }\n");
  project_.Write("set.c", R"c(
#include "ops.h"
int steps;
void one(void) { steps++; }
void two(void) { steps += 2; }
void set(struct ops *o) { o->step = one; }
)c");
  project_.sources = {"main.c", "queue.c", "call.c", "set.c"};
  Run();
  project_.Replace("set.c", "o->step = one", "o->step = two");
  const Project::Result result = Run();
  EXPECT_THAT(NamesOf(result.reuse.parsed), ElementsAre("set.c"));
  EXPECT_THAT(WhyOf(result.reuse.analysed),
              testing::Contains(testing::Pair(
                  "go", testing::HasSubstr("its function pointers may be other functions"))));
}

TEST_F(ReuseTest, ACallbackThatTakesAnotherNumberOfArguments) {
  project_.Write("hook.h", "struct hook { void *step; };\n");
  project_.Write("call.c", R"c(
#include "hook.h"
void go(struct hook *h) {
  void (*step)(int) = h->step;
  step(1);
}
)c");
  project_.Write("set.c", R"c(
#include "hook.h"
void one(int number) {}
void two(long number) {}
void set(struct hook *h) { h->step = one; }
void reset(struct hook *h) { h->step = two; }
)c");
  project_.sources = {"main.c", "queue.c", "call.c", "set.c"};
  Run();
  project_.Replace("set.c", "two(long number)", "two(long number, long other)");
  EXPECT_THAT(NamesOf(Run().reuse.analysed), testing::Contains("go"));
}

TEST_F(ReuseTest, AFieldThatIsInATableOfFunctionsNow) {
  project_.Write("ops.h", "struct ops { void (*step)(void), (*stop)(void), (*rest)(void); };\n");
  project_.Write("call.c", R"c(
#include "ops.h"
void go(struct ops **all, int count) {
  for (int i = 0; i < count; i++) all[i]->step();
}
)c");
  project_.Write("set.c", R"c(
#include "ops.h"
void one(void) {}
void set(struct ops *o) { o->step = one; }
)c");
  project_.Write("more.c",
                 "#include \"ops.h\"\nvoid two(void) {}\nvoid *kept = (void *)two;\n"
                 "void more(struct ops *o) {}\n");
  project_.sources = {"main.c", "queue.c", "call.c", "set.c", "more.c"};
  Run();
  project_.Replace("more.c", "*o) {}", "*o) { o->stop = o->rest = two; }");
  EXPECT_THAT(NamesOf(Run().reuse.analysed), testing::Contains("go"));
}

TEST_F(ReuseTest, AStaticNameThatAnotherFileHasToo) {
  project_.Write("other.c", "static int puts_done;\nint other(void) { return puts_done++; }\n");
  project_.sources.push_back("other.c");
  const Project::Result result = Run();
  EXPECT_THAT(NamesOf(result.reuse.parsed), ElementsAre("other.c"));
  // Both names need their files now.
  EXPECT_THAT(
      WhyOf(result.reuse.analysed),
      testing::IsSupersetOf(
          {testing::Pair("other", "it is new"),
           testing::Pair("note_put", "its code mentions functions or variables by new names")}));
}

TEST_F(ReuseTest, TotalsByReason) {
  project_.Replace("config.h", "3", "4");
  project_.Write("more.c", "void grow(void) {}\n");
  project_.sources.push_back("more.c");
  const std::string text = WriteReuse(Run().reuse);
  EXPECT_THAT(text, testing::HasSubstr("units parsed: 2 of 3\n"));
  EXPECT_THAT(text, testing::HasSubstr("  main.c: config.h changed\n"));
  EXPECT_THAT(text, testing::HasSubstr("  = 1 header changed\n"));
  EXPECT_THAT(text, testing::HasSubstr("  = 1 new\n"));
  EXPECT_THAT(text, testing::HasSubstr("  grow (more.c): it is new\n"));
}

}  // namespace
}  // namespace plait
