// The files of a commit in a folder of their own, ready to be analysed with the compile commands of
// the checkout.
#ifndef PLAIT_REVIEW_COMMIT_TREE_H_
#define PLAIT_REVIEW_COMMIT_TREE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontend/compile_commands.h"
#include "review/git.h"
#include "review/temporary_folder.h"

namespace plait {

// `path` with the folder `from` at its beginning replaced by `to`; other paths as they are. All
// absolute, without a slash at the end.
std::string MovePath(const std::string& path, const std::string& from, const std::string& to);

// The command for the same project in the folder `to` instead of `from`, of a source file that is
// `file` there (absolute). Paths among the arguments move along, be they absolute or relative; what
// lies outside of `from` stays the same file.
frontend::CompileCommand MoveCommand(const frontend::CompileCommand& command,
                                     const std::string& from, const std::string& to,
                                     const std::string& file);

class CommitTree {
 public:
  // Writes the commit's files to a temporary folder, and links what the checkout has and git does
  // not track (generated headers, other files of the build) or keeps in a submodule, as it is now.
  // Errors of git, or Unavailable with the file that could not be written.
  static absl::StatusOr<CommitTree> Create(const Checkout& checkout, const std::string& commit);

  // Stands for the checkout's top folder.
  const std::string& top() const { return top_; }

 private:
  CommitTree(TemporaryFolder folder, std::string top)
      : folder_(std::move(folder)), top_(std::move(top)) {}

  TemporaryFolder folder_;
  std::string top_;
};

}  // namespace plait

#endif  // PLAIT_REVIEW_COMMIT_TREE_H_
