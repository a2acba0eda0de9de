// ThreadSanitizer as the oracle of the annotations: it must see a race in every program that is
// said to have one, and none in the others. It runs the program, so a race may need several tries;
// in every second one threads wait at their synchronisation (delays.c).
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "tests/annotations.h"

namespace plait {
namespace {

constexpr int kTriesForRacy = 80;
constexpr int kTriesForRaceFree = 2;
constexpr const char* kDelayed[] = {
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_unlock",
    "pthread_barrier_wait",
    "sem_wait",
    "sem_post",
    "pthread_cond_wait",
    "pthread_create",
};

class TsanTest : public testing::TestWithParam<AnnotatedProgram> {};

std::string Shell(const std::string& command) {
  std::string output;
  FILE* pipe = popen(absl::StrCat(command, " 2>&1").c_str(), "r");
  if (pipe == nullptr) return "cannot run";
  char buffer[4096];
  while (size_t n = fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, n);
  pclose(pipe);
  return output;
}

std::string InTestFolder(const char* name) {
  const char* folder = std::getenv("TEST_TMPDIR");
  return absl::StrCat(folder == nullptr ? "/tmp" : folder, "/", name, "-", getpid());
}

// An object file: not instrumented, or its own numbers would be looked at as well.
const std::string& CompiledDelays() {
  static const std::string* const object = [] {
    auto* path = new std::string(InTestFolder("delays") + ".o");
    const std::string output = Shell("clang-19 -O1 -c tests/delays.c -o " + *path);
    EXPECT_EQ(access(path->c_str(), R_OK), 0) << output;
    return path;
  }();
  return *object;
}

TEST_P(TsanTest, AgreesWithTheAnnotations) {
  const AnnotatedProgram& program = GetParam();
  if (program.tsan_silent) GTEST_SKIP() << "not for ThreadSanitizer";
  const std::string binary = InTestFolder("program");
  const bool is_cxx = absl::EndsWith(program.files[0], ".cc");
  std::string command =
      absl::StrCat(is_cxx ? "clang++-19 -std=gnu++20" : "clang-19 -std=gnu11",
                   " -w -g -O1 -fsanitize=thread -pthread ", absl::StrJoin(program.flags, " "), " ",
                   absl::StrJoin(program.files, " "), " ", CompiledDelays(), " -o ", binary);
  for (const char* function : kDelayed) absl::StrAppend(&command, " -Wl,--wrap=", function);
  const std::string output = Shell(command);
  ASSERT_EQ(access(binary.c_str(), X_OK), 0) << output;
  bool seen = false;
  std::string report;
  const int tries = program.is_racy() ? kTriesForRacy : kTriesForRaceFree;
  for (int i = 0; i < tries && !seen; ++i) {
    // On one processor threads take turns in other orders than on several.
    const char* processors = i % 3 == 2 ? "taskset -c 0 " : "";
    const std::string delays = i % 2 == 1 ? absl::StrCat("PLAIT_DELAYS=", i, " ") : "";
    report = Shell(absl::StrCat(delays,
                                "TSAN_OPTIONS='report_thread_leaks=0 report_signal_unsafe=0 "
                                "detect_deadlocks=0' timeout -s KILL 10 ",
                                processors, binary, " < /dev/null"));
    seen = absl::StrContains(report, "WARNING: ThreadSanitizer: data race");
  }
  unlink(binary.c_str());
  EXPECT_EQ(seen, program.is_racy()) << report;
}

INSTANTIATE_TEST_SUITE_P(All, TsanTest, testing::ValuesIn(FindPrograms(ProgramsFolder())),
                         [](const testing::TestParamInfo<AnnotatedProgram>& info) {
                           std::string name = info.param.name;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !absl::ascii_isalnum(c); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace plait
