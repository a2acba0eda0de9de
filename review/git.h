// What a review asks git: commits, what changed between them, and the files of one.
#ifndef PLAIT_REVIEW_GIT_H_
#define PLAIT_REVIEW_GIT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plait {

struct ChangedFile {
  enum class Kind { kAdded, kModified, kRemoved, kRenamed };
  Kind kind = Kind::kModified;
  std::string path;      // relative to the top folder; of a removed file, where it was
  std::string old_path;  // of a renamed file; else as `path`

  friend bool operator==(const ChangedFile&, const ChangedFile&) = default;
};

// A git checkout. Nothing in it, and nothing in its repository, is ever changed.
//
// Errors, besides those named below: Unavailable with what git said.
class Checkout {
 public:
  // The checkout that `folder` lies in. FailedPrecondition if there is none, or no git.
  static absl::StatusOr<Checkout> Find(const std::string& folder);

  // The top folder; absolute, without symbolic links.
  const std::string& top() const { return top_; }

  // The commit that a revision means ("main", "HEAD~2", "v1.0", a tag, a digest), in hex.
  // InvalidArgument says what is wrong with it, in a shallow clone also how to deepen it.
  absl::StatusOr<std::string> CommitOf(const std::string& revision) const;

  // The last commit that both have in their history; NotFound if there is none, or it is beyond the
  // end of a shallow clone.
  absl::StatusOr<std::string> MergeBase(const std::string& commit, const std::string& other) const;

  // What changed from a commit to `head`, or, if that is empty, to the files in the top folder,
  // with those that git does not track and does not ignore. In order of path.
  absl::StatusOr<std::vector<ChangedFile>> Changes(const std::string& base,
                                                   const std::string& head) const;

  // Writes all files of a commit below `folder`, which must exist. `index` is a file to work with.
  absl::Status Export(const std::string& commit, const std::string& folder,
                      const std::string& index) const;

  // Files in the top folder that git does not track; with `ignored` those it is told to ignore
  // too. Relative to the top folder.
  absl::StatusOr<std::vector<std::string>> UntrackedFiles(bool ignored) const;

  // The folders of submodules in a commit, relative to the top folder.
  absl::StatusOr<std::vector<std::string>> Submodules(const std::string& commit) const;

 private:
  explicit Checkout(std::string top) : top_(std::move(top)) {}

  std::string top_;
};

}  // namespace plait

#endif  // PLAIT_REVIEW_GIT_H_
