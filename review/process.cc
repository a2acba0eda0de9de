#include "review/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

extern char** environ;

namespace plait {
namespace {

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  // Close-on-exec: what other threads start meanwhile must not keep it open.
  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  void CloseWriteEnd() {
    if (write_end >= 0) close(write_end);
    write_end = -1;
  }
  ~Pipe() {
    if (read_end >= 0) close(read_end);
    CloseWriteEnd();
  }
};

std::vector<std::string> EnvironmentWith(
    const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string known = *entry;
    const bool replaced = std::any_of(added.begin(), added.end(), [&](const auto& variable) {
      return absl::StartsWith(known, variable.first + "=");
    });
    if (!replaced) result.push_back(known);
  }
  for (const auto& [name, value] : added) result.push_back(absl::StrCat(name, "=", value));
  return result;
}

// Reads both pipes to their ends, whichever has something.
void Collect(const Pipe& out, const Pipe& error, ProcessOutput* output) {
  pollfd waiting[] = {{out.read_end, POLLIN, 0}, {error.read_end, POLLIN, 0}};
  std::string* texts[] = {&output->out, &output->error};
  int open = 2;
  while (open > 0) {
    if (poll(waiting, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    for (int i = 0; i < 2; ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      char buffer[1 << 16];
      const ssize_t size = read(waiting[i].fd, buffer, sizeof(buffer));
      if (size > 0) {
        texts[i]->append(buffer, static_cast<size_t>(size));
      } else if (size == 0 || errno != EINTR) {
        waiting[i].fd = -1;
        --open;
      }
    }
  }
}

int WaitFor(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

absl::StatusOr<ProcessOutput> RunProcess(
    const std::vector<std::string>& words,
    const std::vector<std::pair<std::string, std::string>>& environment) {
  Pipe out, error;
  if (!out.Open() || !error.Open()) {
    return absl::UnavailableError(absl::StrCat(words[0], ": ", std::strerror(errno)));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const auto destroy = absl::MakeCleanup([&] { posix_spawn_file_actions_destroy(&actions); });
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.write_end, STDERR_FILENO);

  const std::vector<std::string> variables = EnvironmentWith(environment);
  pid_t process = 0;
  const int failure = posix_spawnp(&process, words[0].c_str(), &actions, nullptr,
                                   Pointers(words).data(), Pointers(variables).data());
  if (failure == ENOENT) {
    return absl::NotFoundError(absl::StrCat(words[0], ": no such program in PATH"));
  }
  if (failure != 0) {
    return absl::UnavailableError(absl::StrCat(words[0], ": ", std::strerror(failure)));
  }
  out.CloseWriteEnd();
  error.CloseWriteEnd();
  ProcessOutput output;
  Collect(out, error, &output);
  output.exit_code = WaitFor(process);
  return output;
}

}  // namespace plait
