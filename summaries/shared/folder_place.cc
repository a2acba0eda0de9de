#include "summaries/shared/folder_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

absl::string_view View(std::string_view text) { return {text.data(), text.size()}; }

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() {
    if (number_ >= 0) close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  int number() const { return number_; }

 private:
  const int number_;
};

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

class FolderPlace final : public ObjectPlace {
 public:
  explicit FolderPlace(std::string folder) : folder_(std::move(folder)) {}

  const std::string& name() const override { return folder_; }

  absl::StatusOr<std::string> Get(std::string_view path, size_t limit) override {
    if (stopped_) return absl::UnavailableError(absl::StrCat(folder_, ": no longer asked"));
    const std::string full = absl::StrCat(folder_, "/", View(path));
    // Neither a pipe nor a link of somebody else's making leads anywhere.
    const FileDescriptor file(open(full.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (file.number() < 0) {
      if (errno == ENOENT) return absl::NotFoundError(absl::StrCat(full, ": not there"));
      return Error(full, "cannot be read");
    }
    struct stat info;
    if (fstat(file.number(), &info) != 0) return Error(full, "cannot be read");
    if (!S_ISREG(info.st_mode)) return absl::UnavailableError(absl::StrCat(full, ": is no file"));
    if (static_cast<uint64_t>(info.st_size) > limit) {
      return absl::ResourceExhaustedError(absl::StrCat(full, ": has ", info.st_size, " bytes"));
    }
    std::string bytes(static_cast<size_t>(info.st_size), '\0');
    size_t have = 0;
    while (have < bytes.size()) {
      const ssize_t more = read(file.number(), bytes.data() + have, bytes.size() - have);
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) return Error(full, "cannot be read");
      if (more == 0) break;
      have += static_cast<size_t>(more);
    }
    bytes.resize(have);
    return bytes;
  }

  absl::Status Put(std::string_view path, std::string_view bytes) override {
    if (stopped_) return absl::UnavailableError(absl::StrCat(folder_, ": no longer asked"));
    const std::string full = absl::StrCat(folder_, "/", View(path));
    static std::atomic<uint64_t> count{0};
    // Machines that share the folder may have processes of one number.
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    const std::string temporary = absl::StrCat(full, ".", host, ".", getpid(), ".", count++);
    std::error_code error;
    fs::create_directories(fs::path(full).parent_path(), error);
    if (error) {
      return absl::UnavailableError(absl::StrCat(full, ": no folder (", error.message(), ")"));
    }
    if (absl::Status s = WriteFile(temporary, bytes); !s.ok()) {
      unlink(temporary.c_str());
      return s;
    }
    if (std::rename(temporary.c_str(), full.c_str()) == 0) return absl::OkStatus();
    const absl::Status status = Error(full, "cannot be written");
    unlink(temporary.c_str());
    return status;
  }

  void Stop() override { stopped_ = true; }

 private:
  static absl::Status Error(const std::string& path, absl::string_view what) {
    return absl::UnavailableError(absl::StrCat(path, ": ", what, " (", std::strerror(errno), ")"));
  }

  static absl::Status WriteFile(const std::string& path, std::string_view bytes) {
    const FileDescriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                                   S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH));
    if (file.number() < 0 || !WriteAll(file.number(), bytes)) {
      return Error(path, "cannot be written");
    }
    return absl::OkStatus();
  }

  const std::string folder_;
  std::atomic<bool> stopped_{false};
};

}  // namespace

absl::StatusOr<std::unique_ptr<ObjectPlace>> OpenFolderPlace(const std::string& folder,
                                                             bool create) {
  if (folder.empty()) return absl::InvalidArgumentError("--cache needs a folder or a URL");
  std::error_code error;
  const std::string full = fs::absolute(folder, error).lexically_normal().string();
  if (create) fs::create_directories(full, error);
  if (!fs::is_directory(full, error)) {
    return absl::UnavailableError(absl::StrCat("--cache ", folder, ": ",
                                               create ? "cannot be created" : "no such folder",
                                               ": make it, or give --cache another place"));
  }
  return std::make_unique<FolderPlace>(full);
}

}  // namespace plait
