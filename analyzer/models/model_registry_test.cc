#include "analyzer/models/model_registry.h"

#include <threads.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::NotNull;
using ::testing::StartsWith;

// Where the sources of the embedded models are, relative to where Bazel runs tests.
constexpr char kModelFolder[] = "models";
constexpr char kModelDocument[] = "docs/models.md";

// The effects of `name` in text, one line each; a function without a model has none.
std::vector<std::string> Effects(const std::string& name,
                                 const ModelRegistry& registry = ModelRegistry::Default()) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  std::vector<std::string> result;
  const proto::Function* function = registry.Find(name);
  if (function == nullptr) return {"no model"};
  for (const proto::Effect& effect : function->effect()) {
    std::string text;
    printer.PrintToString(effect, &text);
    absl::StripTrailingAsciiWhitespace(&text);
    result.push_back(text);
  }
  return result;
}

// Whether `name` has the effect, written as in a model file, among its own.
testing::AssertionResult Has(const std::string& name, const std::string& effect_text) {
  const proto::Function* function = ModelRegistry::Default().Find(name);
  if (function == nullptr) return testing::AssertionFailure() << name << " has no model";
  proto::Effect wanted;
  if (!google::protobuf::TextFormat::ParseFromString(effect_text, &wanted)) {
    return testing::AssertionFailure() << "not an effect: " << effect_text;
  }
  for (const proto::Effect& effect : function->effect()) {
    if (google::protobuf::util::MessageDifferencer::Equals(effect, wanted)) {
      return testing::AssertionSuccess();
    }
  }
  return testing::AssertionFailure() << name << " does: " << testing::PrintToString(Effects(name));
}

bool IsPure(std::string_view name) {
  const proto::Function* function = ModelRegistry::Default().Find(name);
  return function != nullptr && function->pure();
}

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = absl::StrCat(testing::TempDir(), "/", name);
  std::ofstream(path) << text;
  return path;
}

std::string ReadFile(const std::string& path) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

// ---- What the standards say of each family.

constexpr char kAcquire[] = "acquire { lock { argument: 0 } when: RETURNS_ZERO blocks: true }";
constexpr char kAcquireShared[] =
    "acquire { lock { argument: 0 } mode: SHARED when: RETURNS_ZERO blocks: true }";
constexpr char kRelease[] = "release { lock { argument: 0 } }";
constexpr char kReleaseAny[] = "release { lock { argument: 0 } mode: ANY_MODE }";

// Else the result is `error`, but for that of a lock whose holder has ended.
std::string AcquireIfZero(int error, int of_dead_owner, const char* mode = "EXCLUSIVE") {
  const std::string dead =
      of_dead_owner == 0 ? "" : absl::StrCat(" error_of_dead_owner: ", of_dead_owner);
  const std::string text_of_mode =
      std::string(mode) == "EXCLUSIVE" ? "" : absl::StrCat(" mode: ", mode);
  return absl::StrCat("acquire { lock { argument: 0 }", text_of_mode,
                      " when: RETURNS_ZERO error: ", error, dead, " }");
}

TEST(PthreadModels, MutexLockIsHeldAfterwards) {
  EXPECT_TRUE(Has("pthread_mutex_lock", kAcquire));
  EXPECT_TRUE(Has("pthread_mutex_unlock", kRelease));
}

TEST(PthreadModels, TriedAndTimedMutexIsHeldIfTheResultIsZero) {
  EXPECT_TRUE(Has("pthread_mutex_trylock", AcquireIfZero(EBUSY, EOWNERDEAD)));
  for (const char* name : {"pthread_mutex_timedlock", "pthread_mutex_clocklock"}) {
    EXPECT_TRUE(Has(name, AcquireIfZero(ETIMEDOUT, EOWNERDEAD)));
  }
}

TEST(PthreadModels, MutexIsRecursiveByItsAttribute) {
  EXPECT_TRUE(Has("pthread_mutex_init",
                  "initialize { object { argument: 0 }"
                  "             has_attribute: true attribute_argument: 1 }"));
  EXPECT_TRUE(Has("pthread_mutexattr_settype",
                  "set_attribute { attribute { argument: 0 } value_argument: 1"
                  "                name: 'type' on: 1 }"));
  EXPECT_TRUE(Has("pthread_mutex_destroy", "destroy { object { argument: 0 } }"));
}

TEST(PthreadModels, ReadLockIsSharedAndWriteLockIsNot) {
  EXPECT_TRUE(Has("pthread_rwlock_rdlock", kAcquireShared));
  EXPECT_TRUE(Has("pthread_rwlock_wrlock", kAcquire));
  EXPECT_TRUE(Has("pthread_rwlock_unlock", kReleaseAny));
  EXPECT_TRUE(Has("pthread_rwlock_tryrdlock", AcquireIfZero(EBUSY, 0, "SHARED")));
  for (const char* name : {"pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock"}) {
    EXPECT_TRUE(Has(name, AcquireIfZero(ETIMEDOUT, 0, "SHARED")));
  }
  EXPECT_TRUE(Has("pthread_rwlock_trywrlock", AcquireIfZero(EBUSY, EOWNERDEAD)));
  for (const char* name : {"pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock"}) {
    EXPECT_TRUE(Has(name, AcquireIfZero(ETIMEDOUT, EOWNERDEAD)));
  }
}

TEST(PthreadModels, SpinLocksAreLocks) {
  EXPECT_TRUE(Has("pthread_spin_lock", kAcquire));
  EXPECT_TRUE(Has("pthread_spin_trylock", AcquireIfZero(EBUSY, EOWNERDEAD)));
  EXPECT_TRUE(Has("pthread_spin_unlock", kRelease));
  EXPECT_TRUE(Has("pthread_spin_init", "initialize { object { argument: 0 } }"));
}

TEST(PthreadModels, WaitOnConditionNamesConditionThenLock) {
  for (const char* name :
       {"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait"}) {
    EXPECT_TRUE(Has(name, "condition_wait { condition { argument: 0 } lock { argument: 1 } }"));
  }
  for (const char* name : {"pthread_cond_signal", "pthread_cond_broadcast"}) {
    EXPECT_TRUE(Has(name, "condition_signal { condition { argument: 0 } }"));
  }
}

TEST(PthreadModels, BarrierCountsItsThirdArgument) {
  EXPECT_TRUE(Has("pthread_barrier_init",
                  "initialize { object { argument: 0 } has_count: true count_argument: 2 }"));
  EXPECT_TRUE(Has("pthread_barrier_wait", "barrier { object { argument: 0 } tells_one: true }"));
}

TEST(PthreadModels, OnceRunsItsFunction) {
  EXPECT_TRUE(Has("pthread_once", "once { flag { argument: 0 } function { argument: 1 } }"));
}

TEST(PthreadModels, CreateSpawnsIfTheResultIsZero) {
  EXPECT_TRUE(Has("pthread_create",
                  "spawn { entry { argument: 2 } data { argument: 3 } handle { argument: 0 }"
                  "        when: RETURNS_ZERO has_attribute: true attribute_argument: 1 }"));
  EXPECT_TRUE(Has("pthread_attr_setdetachstate",
                  "set_attribute { attribute { argument: 0 } value_argument: 1"
                  "                name: 'detachstate' on: 1 }"));
}

TEST(PthreadModels, JoinWaitsAndItsVariantsDoIfTheResultIsZero) {
  EXPECT_TRUE(Has("pthread_join", "join { handle { argument: 0 } result { argument: 1 } }"));
  for (const char* name : {"pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np"}) {
    EXPECT_TRUE(
        Has(name, "join { handle { argument: 0 } when: RETURNS_ZERO result { argument: 1 } }"));
  }
}

TEST(PthreadModels, OtherThreadFunctions) {
  EXPECT_TRUE(Has("pthread_exit", "exit_thread { result { argument: 0 } }"));
  EXPECT_TRUE(Has("pthread_self", "returns { self: true }"));
  EXPECT_TRUE(Has("pthread_detach", "detach { handle { argument: 0 } }"));
  EXPECT_TRUE(IsPure("pthread_cancel"));
  EXPECT_TRUE(Has("pthread_kill", "send {}"));
}

TEST(PthreadModels, SpecificValuesAreNotFollowed) {
  EXPECT_TRUE(IsPure("pthread_getspecific"));
  EXPECT_TRUE(Has("pthread_key_create", "at_exit { function { argument: 1 } each_thread: true }"));
  EXPECT_TRUE(IsPure("pthread_setspecific"));
}

TEST(PthreadModels, CleanupMacrosExpandToKnownFunctions) {
  EXPECT_THAT(ModelRegistry::Default().Find("__sigsetjmp"), NotNull());
  EXPECT_TRUE(IsPure("__pthread_register_cancel"));
  EXPECT_TRUE(IsPure("__pthread_unregister_cancel"));
  EXPECT_TRUE(Has("__pthread_unwind_next", "exit_thread {}"));
}

TEST(SemaphoreModels, WaitAndPost) {
  EXPECT_TRUE(
      Has("sem_init", "initialize { object { argument: 0 } has_count: true count_argument: 2 }"));
  EXPECT_TRUE(Has("sem_wait", "wait { object { argument: 0 } }"));
  EXPECT_TRUE(Has("sem_post", "post { object { argument: 0 } }"));
  for (const char* name : {"sem_trywait", "sem_timedwait", "sem_clockwait"}) {
    EXPECT_TRUE(Has(name, "wait { object { argument: 0 } when: RETURNS_ZERO error: -1 }"));
  }
}

TEST(CxxModels, NewDeleteAndGuards) {
  for (const char* name : {"_Znwm", "_Znam", "_ZnwmSt11align_val_t"}) {
    EXPECT_TRUE(Has(name, "allocate { size_arguments: 0 }")) << name;
  }
  for (const char* name : {"_ZdlPv", "_ZdaPv", "_ZdlPvm"}) {
    EXPECT_TRUE(Has(name, "free { address { argument: 0 } }")) << name;
  }
  EXPECT_TRUE(
      Has("__cxa_guard_acquire", "once_begin { flag { argument: 0 } when: RETURNS_NONZERO }"));
  EXPECT_TRUE(Has("__cxa_guard_release", "once_end { flag { argument: 0 } }"));
}

TEST(ChannelModels, BothEnds) {
  for (const char* name : {"write", "send", "sendmsg", "close", "eventfd_write"}) {
    EXPECT_TRUE(Has(name, "send { file { argument: 0 } }")) << name;
  }
  for (const char* name : {"read", "recv", "accept", "eventfd_read"}) {
    EXPECT_TRUE(Has(name, "receive { file { argument: 0 } }")) << name;
  }
  EXPECT_TRUE(Has("raise", "send {}"));
  EXPECT_TRUE(Has("poll", "receive {}"));
}

TEST(ThreadsC11Models, Mutexes) {
  EXPECT_TRUE(Has("mtx_lock", kAcquire));
  EXPECT_TRUE(Has("mtx_trylock", AcquireIfZero(thrd_busy, 0)));
  EXPECT_TRUE(Has("mtx_timedlock", AcquireIfZero(thrd_timedout, 0)));
  EXPECT_TRUE(Has("mtx_unlock", kRelease));
  EXPECT_TRUE(Has("mtx_init",
                  "initialize { object { argument: 0 } recursive_if { argument: 1 bits: 1 } }"));
}

TEST(ThreadsC11Models, ConditionsThreadsAndOnce) {
  for (const char* name : {"cnd_wait", "cnd_timedwait"}) {
    EXPECT_TRUE(Has(name, "condition_wait { condition { argument: 0 } lock { argument: 1 } }"));
  }
  EXPECT_TRUE(Has("thrd_create",
                  "spawn { entry { argument: 1 } data { argument: 2 } handle { argument: 0 }"
                  "        when: RETURNS_ZERO }"));
  EXPECT_TRUE(Has("thrd_join", "join { handle { argument: 0 } }"));
  EXPECT_TRUE(Has("thrd_exit", "exit_thread {}"));
  EXPECT_TRUE(Has("call_once", "once { flag { argument: 0 } function { argument: 1 } }"));
  EXPECT_TRUE(Has("tss_get", "returns { thread_private: true }"));
}

TEST(GlibModels, LocksAreHeldAfterwardsOrIfTheResultIsNotZero) {
  EXPECT_TRUE(Has("g_mutex_lock", "acquire { lock { argument: 0 } }"));
  EXPECT_TRUE(Has("g_mutex_trylock", "acquire { lock { argument: 0 } when: RETURNS_NONZERO }"));
  EXPECT_TRUE(Has("g_mutex_unlock", kRelease));
  EXPECT_TRUE(Has("g_rec_mutex_lock", "acquire { lock { argument: 0 } recursive: true }"));
  EXPECT_TRUE(Has("g_rw_lock_reader_lock", "acquire { lock { argument: 0 } mode: SHARED }"));
  EXPECT_TRUE(Has("g_rw_lock_reader_unlock", "release { lock { argument: 0 } mode: SHARED }"));
  for (const char* name : {"g_cond_wait", "g_cond_wait_until"}) {
    EXPECT_TRUE(Has(name, "condition_wait { condition { argument: 0 } lock { argument: 1 } }"));
  }
}

TEST(GlibModels, HandleOfThreadIsTheResult) {
  EXPECT_TRUE(Has("g_thread_new",
                  "spawn { entry { argument: 1 } data { argument: 2 } handle { argument: -1 } }"));
  EXPECT_TRUE(Has("g_thread_try_new",
                  "spawn { entry { argument: 1 } data { argument: 2 } handle { argument: -1 }"
                  "        when: RETURNS_NONZERO }"));
  EXPECT_TRUE(Has("g_thread_join", "join { handle { argument: 0 } result { argument: -1 } }"));
  EXPECT_TRUE(Has("g_thread_exit", "exit_thread { result { argument: 0 } }"));
}

TEST(GlibModels, QueuesAndOnce) {
  EXPECT_TRUE(Has("g_async_queue_push", "post { object { argument: 0 } }"));
  EXPECT_TRUE(Has("g_async_queue_pop", "wait { object { argument: 0 } empty_at_first: true }"));
  EXPECT_TRUE(
      Has("g_async_queue_try_pop", "wait { object { argument: 0 } when: RETURNS_NONZERO }"));
  EXPECT_TRUE(
      Has("g_once_init_enter", "once_begin { flag { argument: 0 } when: RETURNS_NONZERO }"));
  EXPECT_TRUE(Has("g_once_init_leave", "once_end { flag { argument: 0 } }"));
}

// What the language cannot say is better counted as unknown than said wrongly.
TEST(GlibModels, WhatCannotBeSaidHasNoModel) {
  for (const char* name : {"g_thread_pool_push", "g_bit_lock", "g_timeout_add", "g_main_loop_run",
                           "g_list_append", "g_object_unref"}) {
    EXPECT_EQ(ModelRegistry::Default().Find(name), nullptr) << name;
  }
}

TEST(SignalModels, HandlersMayInterrupt) {
  EXPECT_TRUE(Has("signal", "handler { function { argument: 1 } }"));
  EXPECT_TRUE(Has("sigaction", "handler { function { argument: 1 dereferences: 1 } }"));
}

// What the library keeps without a lock is a variable that all who call share.
TEST(TimeModels, FunctionsOfOneBufferShareIt) {
  for (const char* name : {"localtime", "gmtime", "ctime"}) {
    EXPECT_TRUE(Has(name, "write { address { global: 'localtime.buffer' } size: 56 }")) << name;
  }
  EXPECT_TRUE(Has("localtime", "returns { global: 'localtime.buffer' or_null: true }"));
}

TEST(TimeModels, TimerRunsItsFunctionInThreads) {
  EXPECT_TRUE(Has("timer_create",
                  "spawn { entry { argument: 1 offset: 16 dereferences: 1 }"
                  "        data { argument: 1 dereferences: 1 }"
                  "        when: RETURNS_ZERO many: true detached: true }"));
}

TEST(StdioModels, StreamLockIsRecursive) {
  EXPECT_TRUE(Has("flockfile", "acquire { lock { argument: 0 } recursive: true }"));
  EXPECT_TRUE(
      Has("ftrylockfile", "acquire { lock { argument: 0 } when: RETURNS_ZERO recursive: true }"));
  EXPECT_TRUE(Has("funlockfile", kRelease));
}

TEST(StdioModels, FormatsAreReadAndTellWhatElseIs) {
  EXPECT_TRUE(Has("fprintf", "read { address { argument: 1 } text: true }"));
  EXPECT_TRUE(Has("fprintf",
                  "read { variadic: true first_variadic: 2 text: true"
                  "       has_format: true format_argument: 1 }"));
  EXPECT_TRUE(Has("sscanf",
                  "write { variadic: true first_variadic: 2"
                  "        has_format: true format_argument: 1 }"));
  EXPECT_TRUE(Has("fread", "write { address { argument: 0 } size_arguments: [1, 2] }"));
  EXPECT_TRUE(Has("fwrite", "read { address { argument: 0 } size_arguments: [1, 2] }"));
}

TEST(LinuxModels, CloneIsAThreadOnlyIfItSharesMemory) {
  EXPECT_TRUE(Has("clone",
                  "spawn { entry { argument: 0 } data { argument: 3 }"
                  "        handle { argument: -1 } when: RETURNS_POSITIVE"
                  "        only_if { argument: 2 bits: 256 } }"));
  EXPECT_TRUE(Has("fork", "fork: true"));
}

TEST(StdlibModels, Memory) {
  EXPECT_TRUE(Has("malloc", "allocate { size_arguments: 0 }"));
  EXPECT_TRUE(Has("calloc", "allocate { size_arguments: [0, 1] zeroed: true }"));
  EXPECT_TRUE(
      Has("realloc", "allocate { size_arguments: 1 from { argument: 0 } is_realloc: true }"));
  EXPECT_TRUE(
      Has("posix_memalign", "allocate { size_arguments: 2 out { argument: 0 } to_out: true }"));
  EXPECT_TRUE(Has("free", "free { address { argument: 0 } }"));
  EXPECT_TRUE(Has("strdup", "allocate {}"));
  EXPECT_TRUE(Has("backtrace_symbols", "allocate { filled: true }"));
  EXPECT_TRUE(Has("getaddrinfo",
                  "allocate { out { argument: 3 } to_out: true filled: true or_null: true }"));
  EXPECT_TRUE(Has("getifaddrs",
                  "allocate { out { argument: 0 } to_out: true filled: true or_null: true }"));
  EXPECT_TRUE(
      Has("scandir", "allocate { out { argument: 1 } to_out: true filled: true or_null: true }"));
  EXPECT_FALSE(Has("canonicalize_file_name", "write { address { argument: 1 } text: true }"));
}

TEST(StdlibModels, CallbacksGetElements) {
  EXPECT_TRUE(Has("qsort",
                  "call { function { argument: 3 } arguments { argument: 0 any_element: true }"
                  "       arguments { argument: 0 any_element: true } many_times: true"
                  "       count_argument: 1 }"));
  EXPECT_TRUE(Has("bsearch",
                  "call { function { argument: 4 } arguments { argument: 0 }"
                  "       arguments { argument: 1 any_element: true } many_times: true"
                  "       count_argument: 2 }"));
}

TEST(StringModels, CopiesAndReturns) {
  EXPECT_TRUE(Has("memcpy",
                  "copy { destination { argument: 0 } source { argument: 1 }"
                  "       size_arguments: 2 }"));
  EXPECT_TRUE(Has("memcpy", "returns { argument: true argument_index: 0 }"));
  EXPECT_TRUE(Has("strchr", "returns { into_argument: true argument_index: 0 }"));
}

TEST(VerifierModels, AtomicStepsAndAssumptions) {
  EXPECT_TRUE(Has("__VERIFIER_atomic_begin", "atomic_begin: true"));
  EXPECT_TRUE(Has("__VERIFIER_atomic_end", "atomic_end: true"));
  EXPECT_TRUE(Has("__VERIFIER_atomic_compare_and_swap", "atomic_body: true"));
  EXPECT_TRUE(Has("__VERIFIER_assume", "assume { nonzero { argument: 0 } }"));
  EXPECT_TRUE(Has("reach_error", "exit_process: true"));
  EXPECT_TRUE(IsPure("__VERIFIER_nondet_int"));
}

// ---- Look-up.

TEST(ModelRegistry, FindsNothingForUnknownNames) {
  for (const char* name : {"", "frobnicate", "__builtin_", "__isoc99_", "pthread", "memcpy2"}) {
    EXPECT_EQ(ModelRegistry::Default().Find(name), nullptr) << name;
  }
}

TEST(ModelRegistry, StripsAliasPrefixes) {
  const ModelRegistry& models = ModelRegistry::Default();
  EXPECT_EQ(models.Find("__builtin_memcpy"), models.Find("memcpy"));
  EXPECT_EQ(models.Find("__builtin___memcpy_chk"), models.Find("__memcpy_chk"));
  EXPECT_EQ(models.Find("__isoc99_sscanf"), models.Find("sscanf"));
  EXPECT_EQ(models.Find("__isoc23_strtol"), models.Find("strtol"));
  // A name of its own goes before the alias.
  EXPECT_NE(models.Find("__builtin_alloca"), models.Find("alloca"));
}

TEST(ModelRegistry, PrefersVisibleBodiesWhereNamesAreCommon) {
  const ModelRegistry& models = ModelRegistry::Default();
  EXPECT_THAT(models.Find("error", /*has_body=*/false), NotNull());
  EXPECT_EQ(models.Find("error", /*has_body=*/true), nullptr);
  EXPECT_THAT(models.Find("g_free", /*has_body=*/false), NotNull());
  EXPECT_EQ(models.Find("g_free", /*has_body=*/true), nullptr);
  EXPECT_THAT(models.Find("pthread_mutex_lock", /*has_body=*/true), NotNull());
  EXPECT_THAT(models.Find("__VERIFIER_atomic_step", /*has_body=*/true), NotNull());
  EXPECT_THAT(models.Find("src/dev.c::__VERIFIER_atomic_step", /*has_body=*/true), NotNull());
  EXPECT_EQ(models.Find("src/dev.c::pthread_mutex_lock", /*has_body=*/true), nullptr);
}

// Every source of the embedded models is also fit to be a user's file: this runs all checks on
// them, and that no name occurs in two of them.
TEST(ModelRegistry, EmbeddedModelsAreValid) {
  absl::StatusOr<ModelRegistry> models = ModelRegistry::WithUserFiles({kModelFolder});
  ASSERT_TRUE(models.ok()) << models.status();
  const size_t embedded = ModelRegistry::Default().sources().size();
  EXPECT_GE(embedded, 20u);
  EXPECT_EQ(models->sources().size(), 2 * embedded);
}

std::string_view SortKey(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
  return name;
}

TEST(ModelRegistry, EmbeddedModelsAreSorted) {
  for (const ModelRegistry::Source& source : ModelRegistry::Default().sources()) {
    std::string previous_first;
    for (const proto::Function& function : source.library->function()) {
      std::vector<std::string> names(function.name().begin(), function.name().end());
      names.insert(names.end(), function.name_prefix().begin(), function.name_prefix().end());
      EXPECT_TRUE(std::is_sorted(names.begin(), names.end(),
                                 [](const std::string& a, const std::string& b) {
                                   return std::pair(SortKey(a), a) < std::pair(SortKey(b), b);
                                 }))
          << source.library->name() << ": names beginning with " << names[0];
      EXPECT_LE(SortKey(previous_first), SortKey(names[0])) << source.library->name();
      previous_first = names[0];
    }
  }
}

TEST(ModelRegistry, EveryLibraryIsInTheDocument) {
  const std::string text = ReadFile(kModelDocument);
  for (const ModelRegistry::Source& source : ModelRegistry::Default().sources()) {
    EXPECT_FALSE(source.library->description().empty()) << source.library->name();
    EXPECT_THAT(text, HasSubstr(absl::StrCat("| `", source.library->name(), "` | ",
                                             source.library->description(), " |")));
  }
}

// The examples of the document that claim to be model files are.
TEST(ModelRegistry, ExamplesOfTheDocumentAreValid) {
  const std::string text = ReadFile(kModelDocument);
  constexpr std::string_view kBegin = "```textproto\n";
  int examples = 0;
  for (size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at)) {
    at += kBegin.size();
    const std::string example = text.substr(at, text.find("```", at) - at);
    const std::string path = WriteFile(absl::StrCat("example", ++examples, ".textproto"), example);
    EXPECT_EQ(ModelRegistry::WithUserFiles({path}).status(), absl::OkStatus()) << example;
  }
  EXPECT_GT(examples, 0);
}

// ---- Files of the user.

TEST(UserModels, ReplaceEmbeddedOnesByName) {
  const std::string path = WriteFile("mine.textproto", R"(name: "mine"
function { name: "my_lock" effect { acquire { lock { argument: 1 } } } }
function { name: "mtx_lock" pure: true }
)");
  absl::StatusOr<ModelRegistry> models = ModelRegistry::WithUserFiles({path});
  ASSERT_TRUE(models.ok()) << models.status();
  EXPECT_THAT(Effects("my_lock", *models), ElementsAre(HasSubstr("argument: 1")));
  ASSERT_THAT(models->Find("mtx_lock"), NotNull());
  EXPECT_TRUE(models->Find("mtx_lock")->pure());
  EXPECT_THAT(Effects("mtx_unlock", *models), ElementsAre(HasSubstr("release")));
  EXPECT_EQ(models->sources().back().path, path);
  // The embedded ones are as they were.
  EXPECT_TRUE(Has("mtx_lock", kAcquire));
}

TEST(UserModels, ChangeTheDigestByWhatTheySay) {
  const std::string one = WriteFile("one.textproto", "name: 'a' function { name: 'f' pure: true }");
  const std::string same =
      WriteFile("same.textproto", "# for f\nname: 'a'\nfunction { name: 'f' pure: true }");
  const std::string other =
      WriteFile("other.textproto", "name: 'b' function { name: 'g' pure: true }");
  const auto digest = [](const std::vector<std::string>& paths) {
    absl::StatusOr<ModelRegistry> models = ModelRegistry::WithUserFiles(paths);
    return models.ok() ? models->digest() : models.status().ToString();
  };
  EXPECT_EQ(digest({}), ModelRegistry::Default().digest());
  EXPECT_NE(digest({one}), ModelRegistry::Default().digest());
  EXPECT_EQ(digest({one}), digest({same}));
  EXPECT_NE(digest({one}), digest({other}));
  EXPECT_EQ(digest({one, other}), digest({other, one}));
}

TEST(UserModels, MovedRegistryKeepsWhatItGaveOut) {
  const std::string path =
      WriteFile("moved.textproto", "name: 'm' function { name: 'f' pure: true }");
  absl::StatusOr<ModelRegistry> models = ModelRegistry::WithUserFiles({path});
  ASSERT_TRUE(models.ok()) << models.status();
  const proto::Function* before = models->Find("f");
  ModelRegistry moved = *std::move(models);
  EXPECT_EQ(moved.Find("f"), before);
}

TEST(UserModels, TwoFilesWithOneNameAreAnError) {
  const std::string a = WriteFile("a.textproto", "name: 'a'\nfunction { name: 'f' pure: true }");
  const std::string b = WriteFile("b.textproto", "name: 'b'\n\nfunction { name: 'f' pure: true }");
  const absl::Status status = ModelRegistry::WithUserFiles({a, b}).status();
  EXPECT_EQ(std::string(status.message()),
            absl::StrCat(b, ":3: f has a model already, at ", a, ":2"));
}

TEST(UserModels, MissingFilesAndEmptyFoldersAreNamed) {
  EXPECT_THAT(std::string(ModelRegistry::WithUserFiles({"no/such/file"}).status().message()),
              StartsWith("no/such/file: "));
}

struct BadFile {
  std::string text;
  std::string message;  // after the path
};

TEST(UserModels, ErrorsNameFileAndLine) {
  const std::vector<BadFile> cases = {
      {"name: 'x'\nfunction { nome: 'f' }", ":2: "},
      {"name: 'x'\nfunction {", ":2: "},
      {"function { name: 'f' pure: true }", ":1: the library has no name"},
      {"name: 'x'\nfunction { pure: true }", ":2: the function has no name"},
      {"name: 'x'\nfunction { name: '' pure: true }", ":2: a name is empty"},
      {"name: 'x'\nfunction { name_prefix: '' pure: true }", ":2: a name_prefix is empty"},
      {"name: 'x' alias_prefix: ''", ":1: an alias_prefix is empty"},
      {"name: 'x'\n\nfunction { name: 'f' }", ":3: f has no effects; say `pure: true`"},
      {"name: 'x'\nfunction { name: 'f' pure: true effect { fork: true } }",
       ":2: f is pure and has effects"},
      {"name: 'x'\nfunction {\n  name: 'f'\n  effect {}\n}", ":4: f: an effect is empty"},
      {"name: 'x'\nfunction {\n  name: 'f'\n  effect { acquire {} }\n}",
       ":4: f: Acquire does not say its lock"},
      {"name: 'x'\nfunction { name: 'f' effect { read { size: 4 } } }",
       ":2: f: Touch does not say its address"},
      {"name: 'x'\nfunction { name: 'f' effect { allocate { to_out: true } } }",
       ":2: f: Allocate does not say its out"},
      {"name: 'x'\nfunction { name: 'f' effect { acquire { lock { argument: -2 } } } }",
       ":2: f: argument is -2, which is no index of an argument"},
      {"name: 'x'\nfunction { name: 'f' effect { allocate { size_arguments: 77 } } }",
       ":2: f: size_arguments is 77, which is no index of an argument"},
      {"name: 'x'\nfunction { name: ['f', 'g'] pure: true }\nfunction { name: 'g' pure: true }",
       ":3: g has a model already, at line 2"},
  };
  for (const BadFile& bad : cases) {
    const std::string path = WriteFile("bad.textproto", bad.text);
    const absl::Status status = ModelRegistry::WithUserFiles({path}).status();
    EXPECT_THAT(std::string(status.message()), StartsWith(absl::StrCat(path, bad.message)))
        << bad.text;
  }
}

}  // namespace
}  // namespace plait
