#include "review/process.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "gtest/gtest.h"
#include "review/temporary_folder.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

TEST(ProcessTest, OutputAndExitCode) {
  const auto output = RunProcess({"sh", "-c", "echo out; echo error >&2; exit 3"});
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->exit_code, 3);
  EXPECT_EQ(output->out, "out\n");
  EXPECT_EQ(output->error, "error\n");
  EXPECT_EQ(RunProcess({"sh", "-c", "kill -TERM $$"})->exit_code, 128 + SIGTERM);
}

TEST(ProcessTest, WordsAreNotInterpreted) {
  EXPECT_EQ(RunProcess({"printf", "%s", "$HOME; `x` \"'*"})->out, "$HOME; `x` \"'*");
}

TEST(ProcessTest, EnvironmentIsAddedOrReplaced) {
  setenv("PLAIT_TEST", "old", 1);
  EXPECT_EQ(RunProcess({"sh", "-c", "echo $PLAIT_TEST"})->out, "old\n");
  EXPECT_EQ(RunProcess({"sh", "-c", "echo $PLAIT_TEST"}, {{"PLAIT_TEST", "new"}})->out, "new\n");
}

TEST(ProcessTest, MuchOnBothOutputs) {
  const auto output = RunProcess(
      {"sh", "-c", "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; cat; echo done"});
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->error.size(), 1000000u);
  EXPECT_EQ(output->out.size(), 1000005u) << "its input is empty";
}

TEST(ProcessTest, NoSuchProgram) {
  EXPECT_EQ(RunProcess({"plait-no-such-program"}).status().code(), absl::StatusCode::kNotFound);
}

TEST(TemporaryFolderTest, IsThereAndThenIsNot) {
  std::string path;
  {
    const absl::StatusOr<TemporaryFolder> folder = TemporaryFolder::Create();
    ASSERT_TRUE(folder.ok()) << folder.status();
    path = folder->path();
    fs::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/file") << "text";
    EXPECT_TRUE(fs::exists(path + "/a/b/file"));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolderTest, IsGoneWhenTheProcessIsKilled) {
  for (const int signal : {SIGKILL, SIGINT, SIGTERM}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      const absl::StatusOr<TemporaryFolder> folder = TemporaryFolder::Create();
      if (!folder.ok()) _exit(1);
      std::ofstream(folder->path() + "/file") << "text";
      const std::string& path = folder->path();
      if (write(ends[1], path.data(), path.size()) < 0) _exit(1);
      kill(getpid(), signal);
      pause();
    }
    close(ends[1]);
    char path[4096];
    const ssize_t size = read(ends[0], path, sizeof(path));
    close(ends[0]);
    waitpid(child, nullptr, 0);
    ASSERT_GT(size, 0);
    const std::string folder(path, static_cast<size_t>(size));
    // The process that removes it is not ours to wait for.
    for (int attempt = 0; attempt < 6000 && fs::exists(folder); ++attempt) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_FALSE(fs::exists(folder));
  }
}

TEST(TemporaryFolderTest, NowhereToMakeIt) {
  const char* before = getenv("TMPDIR");
  const std::optional<std::string> kept =
      before ? std::optional<std::string>(before) : std::nullopt;
  setenv("TMPDIR", "/nowhere", 1);
  EXPECT_EQ(TemporaryFolder::Create().status().code(), absl::StatusCode::kUnavailable);
  if (kept) {
    setenv("TMPDIR", kept->c_str(), 1);
  } else {
    unsetenv("TMPDIR");
  }
}

}  // namespace
}  // namespace plait
