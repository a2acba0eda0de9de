#include "review/git.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "review/process.h"

namespace plait {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

absl::StatusOr<ProcessOutput> RunGit(const std::string& folder, std::vector<std::string> words,
                                     Environment environment = {}) {
  words.insert(words.begin(), {"git", "-C", folder});
  environment.insert(environment.end(), {{"LC_ALL", "C"},
                                         {"GIT_OPTIONAL_LOCKS", "0"},
                                         {"GIT_LITERAL_PATHSPECS", "1"},
                                         {"GIT_TERMINAL_PROMPT", "0"}});
  return RunProcess(words, environment);
}

// Runs it for its output; what it says when it fails is the error.
absl::StatusOr<std::string> Ask(const std::string& folder, std::vector<std::string> words,
                                Environment environment = {}) {
  const std::string name = words[0];
  absl::StatusOr<ProcessOutput> output = RunGit(folder, std::move(words), std::move(environment));
  if (!output.ok()) return output.status();
  if (output->exit_code == 0) return std::move(output->out);
  return absl::UnavailableError(absl::StrCat(
      "git ", name, " in ", folder, ": ",
      absl::StripAsciiWhitespace(output->error.empty() ? output->out : output->error)));
}

// The parts of a -z listing.
std::vector<std::string> Parts(const std::string& text) {
  std::vector<std::string> parts = absl::StrSplit(text, '\0');
  if (!parts.empty() && parts.back().empty()) parts.pop_back();
  return parts;
}

ChangedFile::Kind KindOf(char letter) {
  switch (letter) {
    case 'A':
      return ChangedFile::Kind::kAdded;
    case 'D':
      return ChangedFile::Kind::kRemoved;
    default:
      return ChangedFile::Kind::kModified;
  }
}

}  // namespace

absl::StatusOr<Checkout> Checkout::Find(const std::string& folder) {
  absl::StatusOr<ProcessOutput> output = RunGit(folder, {"rev-parse", "--show-toplevel"});
  if (absl::IsNotFound(output.status())) {
    return absl::FailedPreconditionError(
        "a review needs git, which is not in PATH; without it, compare two reports with plait diff "
        "or plait scan --baseline");
  }
  if (!output.ok()) return output.status();
  if (output->exit_code != 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        folder, ": not in a git checkout (git: ", absl::StripAsciiWhitespace(output->error),
        "); without git, compare two reports with plait diff or plait scan --baseline"));
  }
  const std::string top = output->out.substr(0, output->out.find('\n'));
  std::error_code error;
  const std::string canonical = std::filesystem::canonical(top, error).string();
  return Checkout(error ? top : canonical);
}

absl::StatusOr<std::string> Checkout::CommitOf(const std::string& revision) const {
  if (revision.empty() || revision[0] == '-') {
    return absl::InvalidArgumentError(absl::StrCat("'", revision, "' is no revision of git"));
  }
  absl::StatusOr<ProcessOutput> output =
      RunGit(top_, {"rev-parse", "--verify", "--end-of-options", revision + "^{commit}"});
  if (!output.ok()) return output.status();
  if (output->exit_code == 0) return std::string(absl::StripAsciiWhitespace(output->out));
  absl::StatusOr<std::string> shallow = Ask(top_, {"rev-parse", "--is-shallow-repository"});
  if (shallow.ok() && absl::StartsWith(*shallow, "true")) {
    return absl::InvalidArgumentError(
        absl::StrCat("no commit ", revision,
                     " in this shallow clone; deepen it with git fetch "
                     "--deepen=50, or --unshallow, or fetch that commit"));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "no commit ", revision, " in ", top_, " (git: ", absl::StripAsciiWhitespace(output->error),
      "); a branch of a remote is called REMOTE/BRANCH and has to be fetched"));
}

absl::StatusOr<std::string> Checkout::MergeBase(const std::string& commit,
                                                const std::string& other) const {
  absl::StatusOr<ProcessOutput> output = RunGit(top_, {"merge-base", commit, other});
  if (!output.ok()) return output.status();
  if (output->exit_code != 0) {
    return absl::NotFoundError(absl::StrCat(commit, " and ", other, ": no common ancestor"));
  }
  return std::string(absl::StripAsciiWhitespace(output->out));
}

absl::StatusOr<std::vector<ChangedFile>> Checkout::Changes(const std::string& base,
                                                           const std::string& head) const {
  std::vector<std::string> words = {"diff",          "--name-status", "-z", "-M",
                                    "--no-ext-diff", "--no-textconv", base};
  if (!head.empty()) words.push_back(head);
  words.push_back("--");
  absl::StatusOr<std::string> listing = Ask(top_, std::move(words));
  if (!listing.ok()) return listing.status();
  std::vector<ChangedFile> changes;
  const std::vector<std::string> parts = Parts(*listing);
  for (size_t i = 0; i + 1 < parts.size(); i += 2) {
    const char letter = parts[i].empty() ? 'M' : parts[i][0];
    if ((letter == 'R' || letter == 'C') && i + 2 < parts.size()) {
      // A copy leaves the original where it was.
      if (letter == 'R') {
        changes.push_back({ChangedFile::Kind::kRenamed, parts[i + 2], parts[i + 1]});
      } else {
        changes.push_back({ChangedFile::Kind::kAdded, parts[i + 2], parts[i + 2]});
      }
      ++i;
      continue;
    }
    changes.push_back({KindOf(letter), parts[i + 1], parts[i + 1]});
  }
  if (head.empty()) {
    absl::StatusOr<std::vector<std::string>> untracked = UntrackedFiles(false);
    if (!untracked.ok()) return untracked.status();
    for (const std::string& path : *untracked) {
      changes.push_back({ChangedFile::Kind::kAdded, path, path});
    }
  }
  std::sort(changes.begin(), changes.end(),
            [](const ChangedFile& a, const ChangedFile& b) { return a.path < b.path; });
  return changes;
}

absl::Status Checkout::Export(const std::string& commit, const std::string& folder,
                              const std::string& index) const {
  const Environment environment = {{"GIT_INDEX_FILE", index}};
  absl::StatusOr<std::string> done = Ask(top_, {"read-tree", commit}, environment);
  if (!done.ok()) return done.status();
  return Ask(top_, {"checkout-index", "--all", "--force", absl::StrCat("--prefix=", folder, "/")},
             environment)
      .status();
}

absl::StatusOr<std::vector<std::string>> Checkout::UntrackedFiles(bool ignored) const {
  std::vector<std::string> words = {"ls-files", "-z", "--others"};
  if (!ignored) words.push_back("--exclude-standard");
  absl::StatusOr<std::string> listing = Ask(top_, std::move(words));
  if (!listing.ok()) return listing.status();
  return Parts(*listing);
}

absl::StatusOr<std::vector<std::string>> Checkout::Submodules(const std::string& commit) const {
  absl::StatusOr<std::string> listing = Ask(top_, {"ls-tree", "-r", "-z", commit});
  if (!listing.ok()) return listing.status();
  std::vector<std::string> folders;
  for (const std::string& entry : Parts(*listing)) {
    if (absl::StartsWith(entry, "160000 ")) folders.push_back(entry.substr(entry.find('\t') + 1));
  }
  return folders;
}

}  // namespace plait
