#include "review/temporary_folder.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "review/process.h"

extern char** environ;

namespace plait {
namespace {

// Reads to the end of its input, which comes when nobody holds the other end any more.
constexpr char kRemover[] = "cat > /dev/null; rm -rf -- \"$1\"";

int StartRemover(const std::string& path, int input, pid_t* process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  // It must not keep open what somebody waits for the end of.
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // In a session of its own, Ctrl-C at the terminal does not reach it.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  const std::vector<std::string> words = {"sh", "-c", kRemover, "sh", path};
  const int failure =
      posix_spawn(process, "/bin/sh", &actions, &attributes, Pointers(words).data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

}  // namespace

absl::StatusOr<TemporaryFolder> TemporaryFolder::Create() {
  std::error_code error;
  const std::filesystem::path parent =
      std::filesystem::canonical(std::filesystem::temp_directory_path(error), error);
  std::string path = (parent / "plait-XXXXXX").string();
  if (error || mkdtemp(path.data()) == nullptr) {
    return absl::UnavailableError(absl::StrCat(
        path, ": cannot make a temporary folder: ", error ? error.message() : std::strerror(errno),
        "; set TMPDIR to another place"));
  }
  TemporaryFolder folder;
  folder.path_ = path;
  int ends[2];
  int failure = pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
  if (failure == 0) {
    failure = StartRemover(path, ends[0], &folder.remover_);
    close(ends[0]);
    folder.lifeline_ = ends[1];
  }
  if (failure == 0) return folder;
  folder.remover_ = -1;
  return absl::UnavailableError(absl::StrCat("/bin/sh: ", std::strerror(failure)));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other)
    : path_(std::exchange(other.path_, "")),
      lifeline_(std::exchange(other.lifeline_, -1)),
      remover_(std::exchange(other.remover_, -1)) {}

TemporaryFolder::~TemporaryFolder() {
  if (lifeline_ >= 0) close(lifeline_);
  if (remover_ > 0) {
    while (waitpid(remover_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace plait
