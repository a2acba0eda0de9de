// A folder that is gone when this process is, however it ends.
#ifndef PLAIT_REVIEW_TEMPORARY_FOLDER_H_
#define PLAIT_REVIEW_TEMPORARY_FOLDER_H_

#include <sys/types.h>

#include <string>

#include "absl/status/statusor.h"

namespace plait {

// Made in TMPDIR, or /tmp. A small process of its own waits for the end of this one, be it by a
// signal, and removes the folder with all that is in it.
class TemporaryFolder {
 public:
  // Unavailable names the folder and what is wrong.
  static absl::StatusOr<TemporaryFolder> Create();

  TemporaryFolder(TemporaryFolder&& other);
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  // Returns when the folder is removed.
  ~TemporaryFolder();

  const std::string& path() const { return path_; }  // absolute, without symbolic links

 private:
  TemporaryFolder() = default;

  std::string path_;
  int lifeline_ = -1;  // the remover's standard input; nothing is ever written to it
  pid_t remover_ = -1;
};

}  // namespace plait

#endif  // PLAIT_REVIEW_TEMPORARY_FOLDER_H_
