#include "review/change_causes.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzer/ir/codec.h"
#include "analyzer/ir/digest.h"
#include "analyzer/models/model_registry.h"
#include "frontend/capture_testing.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

constexpr char kHead[] = "#include <pthread.h>\n#include <stdatomic.h>\n";

std::unique_ptr<Program> ProgramOf(const std::string& source) {
  ir::Unit unit = frontend::Capture(kHead + source);
  std::vector<std::string> digests;
  for (const ir::Procedure& procedure : unit.procedures) {
    digests.push_back(ir::Digest128(ir::CanonicalBytes(procedure)));
  }
  std::vector<ProgramUnit> units;
  units.push_back(UnitAtHand(std::move(unit), std::move(digests)));
  return std::make_unique<Program>(std::move(units));
}

// The report of a race of the access `n++` in work() with itself: threads that main() creates run
// it, or the function `entry` that calls it.
proto::Report RaceIn(const Program& program, const std::string& entry) {
  proto::Report report;
  report.add_threads()->set_entry("main");
  report.mutable_threads(0)->set_parent(-1);
  proto::Thread* thread = report.add_threads();
  thread->set_entry(entry);
  thread->set_created_in("main");
  proto::Race* race = report.add_races();
  race->set_variable("n");
  for (const Definition& definition : program.definitions()) {
    if (NameText(definition.symbol) != "work") continue;
    for (const ir::Block& block : definition.body().blocks) {
      for (const ir::Instruction& i : block.instructions) {
        if (i.opcode != ir::Opcode::kStore || definition.body().strings[i.text] != "n") continue;
        proto::Access* access = race->mutable_first();
        access->set_function("work");
        access->set_thread(1);
        access->mutable_location()->set_file("a.c");
        access->mutable_location()->set_line(definition.body().first_line + i.location.line);
        access->mutable_location()->set_column(i.location.column);
        if (entry != "work") {
          access->add_call_chain()->set_caller(entry);
          access->mutable_call_chain(0)->set_callee("work");
        }
      }
    }
  }
  EXPECT_TRUE(race->has_first());
  *race->mutable_second() = race->first();
  for (const ir::Global* global : program.globals()) {
    if (global->display_name != "n") continue;
    race->mutable_declared()->set_file(global->file);
    race->mutable_declared()->set_line(global->line);
  }
  return report;
}

// The causes, one on a line: "- what: text", with + for a place after the change.
std::string Causes(const std::string& before, const std::string& after,
                   const std::string& entry = "work") {
  const std::unique_ptr<Program> base = ProgramOf(before), head = ProgramOf(after);
  const std::vector<std::string> base_lines = absl::StrSplit(kHead + before, '\n');
  const std::vector<std::string> head_lines = absl::StrSplit(kHead + after, '\n');
  ChangeCauses causes(
      *base, *head,
      [](std::string_view name, bool has_body) {
        return ModelRegistry::Default().Find(name, has_body);
      },
      [&](const proto::SourceLocation& place, bool in_base) {
        const std::vector<std::string>& lines = in_base ? base_lines : head_lines;
        return place.line() > 0 && place.line() <= lines.size() ? lines[place.line() - 1] : "";
      });
  const proto::Report report = RaceIn(*head, entry);
  std::string text;
  for (const proto::Cause& cause : causes.CausesOf(report, report.races(0))) {
    absl::StrAppend(&text, cause.in_base() ? "- " : "+ ", cause.what(), ": ", cause.text(), "\n");
  }
  return text;
}

constexpr char kGlobals[] = "pthread_mutex_t m, k; pthread_rwlock_t rw; int n, other;\n";

// A program of which work() is
std::string Work(const std::string& body) {
  return absl::StrCat(kGlobals, "void *work(void *arg) {\n", body, "return arg;\n}\n",
                      "int main(void) {\npthread_t t;\npthread_create(&t, 0, work, 0);\nreturn 0;\n"
                      "}\n");
}

// A program of which main() is
std::string Main(const std::string& body) {
  return absl::StrCat(kGlobals, "void *work(void *arg) {\nn++;\nreturn arg;\n}\n",
                      "int main(void) {\npthread_t t, u;\n", body, "return 0;\n}\n");
}

constexpr char kLocked[] = "pthread_mutex_lock(&m);\nn++;\npthread_mutex_unlock(&m);\n";

TEST(ChangeCausesTest, NothingThatMatters) {
  EXPECT_EQ(Causes(Work(kLocked), Work(kLocked)), "");
  EXPECT_EQ(Causes(Work(kLocked), "\n\n" + Work(std::string("\n") + kLocked)), "");
}

TEST(ChangeCausesTest, Locks) {
  EXPECT_EQ(Causes(Work(kLocked), Work("n++;\n")),
            "- the lock on m was removed: pthread_mutex_lock(&m);\n");
  EXPECT_EQ(
      Causes(Work(kLocked), Work("pthread_mutex_lock(&k);\nn++;\npthread_mutex_unlock(&k);\n")),
      "+ k is locked here, m before: pthread_mutex_lock(&k);\n");
  EXPECT_EQ(
      Causes(Work(kLocked), Work("pthread_mutex_lock(&m);\npthread_mutex_unlock(&m);\nn++;\n")),
      "+ m is given back earlier than before: pthread_mutex_unlock(&m);\n");
  EXPECT_EQ(
      Causes(Work(kLocked), Work("n++;\npthread_mutex_lock(&m);\npthread_mutex_unlock(&m);\n")),
      "+ m is locked later than before: pthread_mutex_lock(&m);\n");
  EXPECT_EQ(Causes(Work("pthread_rwlock_wrlock(&rw);\nn++;\npthread_rwlock_unlock(&rw);\n"),
                   Work("pthread_rwlock_rdlock(&rw);\nn++;\npthread_rwlock_unlock(&rw);\n")),
            "+ rw is locked for reading here, for writing before: pthread_rwlock_rdlock(&rw);\n");
  EXPECT_EQ(Causes(Work("if (pthread_mutex_trylock(&m)) return 0;\nn++;\n"),
                   Work("pthread_mutex_trylock(&m);\nn++;\n")),
            "+ nobody looks any more whether m was locked: pthread_mutex_trylock(&m);\n");
  EXPECT_EQ(Causes(Work("pthread_mutex_lock(&m);\nother = 1;\nn++;\npthread_mutex_unlock(&m);\n"),
                   Work("pthread_mutex_lock(&m);\nother = 1;\npthread_mutex_unlock(&m);\n"
                        "pthread_mutex_lock(&k);\nn++;\npthread_mutex_unlock(&k);\n")),
            "+ m is given back earlier than before: pthread_mutex_unlock(&m);\n");
}

TEST(ChangeCausesTest, LocksInFunctionsOfTheProject) {
  const std::string wrappers =
      "void lock(void) { pthread_mutex_lock(&m); }\nvoid unlock(void) { pthread_mutex_unlock(&m); "
      "}\n";
  auto program = [&](const std::string& helpers, const std::string& body) {
    const std::string text = Work(body);
    const size_t at = std::string(kGlobals).size();
    return text.substr(0, at) + helpers + text.substr(at);
  };
  EXPECT_EQ(Causes(program(wrappers, "lock();\nn++;\nunlock();\n"), program(wrappers, "n++;\n")),
            "- the call of lock(), which takes a lock, was removed: lock();\n");
  EXPECT_EQ(
      Causes(program(wrappers, "lock();\nn++;\nunlock();\n"),
             program("void lock(void) { }\nvoid unlock(void) { }\n", "lock();\nn++;\nunlock();\n")),
      "- the lock on m was removed: void lock(void) { pthread_mutex_lock(&m); }\n");
}

TEST(ChangeCausesTest, Threads) {
  const std::string create = "pthread_create(&t, 0, work, 0);\n";
  const std::string second = "pthread_create(&u, 0, work, 0);\n";
  EXPECT_EQ(Causes(Main(create), Main(create + second)),
            "+ a thread is created here that was not before: pthread_create(&u, 0, work, 0);\n");
  // Of two steps that changed places, it is not the statement that moved.
  EXPECT_EQ(Causes(Main(create + "pthread_join(t, 0);\nother = 2;\n"),
                   Main(create + "other = 2;\npthread_join(t, 0);\n")),
            "+ waits for the end of a thread later than before: pthread_join(t, 0);\n");
  EXPECT_EQ(Causes(Main("other = 2;\n" + create), Main(create + "other = 2;\n")),
            "+ a thread is created earlier than before: pthread_create(&t, 0, work, 0);\n");
  EXPECT_EQ(Causes(Main(create + "pthread_join(t, 0);\nother = n;\n"),
                   Main(create + "other = n;\npthread_join(t, 0);\n")),
            "+ waits for the end of a thread later than before: pthread_join(t, 0);\n");
  EXPECT_EQ(
      Causes(Main(create + "pthread_join(t, 0);\nother = n;\n"), Main(create + "other = n;\n")),
      "- waiting for the end of a thread was removed: pthread_join(t, 0);\n");
  EXPECT_EQ(
      Causes(Main("other = n;\nother = 2;\n" + create), Main(create + "other = n;\nother = 2;\n")),
      "+ a thread is created earlier than before: pthread_create(&t, 0, work, 0);\n");
  EXPECT_EQ(Causes(Main("pthread_create(&t, 0, work, &n);\n"),
                   Main("pthread_create(&t, 0, work, &other);\n")),
            "+ the thread created here is handed other data than before: pthread_create(&t, 0, "
            "work, &other);\n");
}

TEST(ChangeCausesTest, TheAccessItself) {
  EXPECT_EQ(Causes(Work("other++;\n"), Work("n++;\n")),
            "+ this access was one of other before: n++;\n");
  EXPECT_EQ(Causes(Work(""), Work("n++;\n")), "+ this access is new: n++;\n");
  const std::string atomic =
      "_Atomic int n;\nvoid *work(void *arg) {\nn++;\nreturn arg;\n}\n"
      "int main(void) { return 0; }\n";
  const std::string plain = "int n;" + atomic.substr(std::string("_Atomic int n;").size());
  EXPECT_EQ(Causes(atomic, plain),
            "+ this access is no longer atomic: n++;\n+ n was atomic before: int n;\n");
  const std::string own = "_Thread_local int n;" + plain.substr(std::string("int n;").size());
  EXPECT_EQ(Causes(own, plain), "+ n was thread-local before: int n;\n");
}

TEST(ChangeCausesTest, CallsOnTheWay) {
  auto program = [](const std::string& body) {
    return absl::StrCat(kGlobals, "void work(void) {\nn++;\n}\nvoid *run(void *arg) {\n", body,
                        "return arg;\n}\nint main(void) {\npthread_t t;\n"
                        "pthread_create(&t, 0, run, 0);\nreturn 0;\n}\n");
  };
  EXPECT_EQ(Causes(program(""), program("work();\n"), "run"),
            "+ the call of work() is new: work();\n");
  EXPECT_EQ(Causes(program("pthread_mutex_lock(&m);\nwork();\npthread_mutex_unlock(&m);\n"),
                   program("work();\n"), "run"),
            "- the lock on m was removed: pthread_mutex_lock(&m);\n");
  // Nothing that is known to matter, but a difference on the way.
  EXPECT_EQ(Causes(program("if (other) work();\n"), program("if (!other) work();\n"), "run"),
            "+ this was changed: if (!other) work();\n");
}

}  // namespace
}  // namespace plait
