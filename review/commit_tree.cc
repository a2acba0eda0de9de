#include "review/commit_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

// Options whose value, a path, may follow in the same word.
constexpr auto kJoinedPaths = std::to_array<const char*>(
    {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-F", "-iframework",
     "-isysroot", "--sysroot=", "-cxx-isystem", "-iwithprefix", "-ivfsoverlay"});

// What builds leave behind that no source includes. Linking it would only take time.
constexpr auto kProducts = std::to_array<const char*>(
    {".o", ".a", ".so", ".d", ".lo", ".la", ".obj", ".gcno", ".gcda", ".pyc"});

std::string Normal(const fs::path& path) {
  std::string result = path.lexically_normal().string();
  while (result.size() > 1 && result.back() == '/') result.pop_back();
  return result;
}

// Replaces `from` by `to` wherever a path may begin in the word: -I/from/inc, -DX="/from/y".
std::string MoveWord(const std::string& word, const std::string& from, const std::string& to) {
  std::string result;
  size_t position = 0;
  while (true) {
    const size_t found = word.find(from, position);
    if (found == std::string::npos) break;
    const size_t end = found + from.size();
    const bool is_whole =
        end == word.size() || word[end] == '/' || word[end] == '"' || word[end] == '\'';
    const size_t start = word.substr(0, found).find_last_of("=\"':,; ");
    const std::string before = word.substr(0, found).substr(start == std::string::npos ? 0 : start);
    const bool is_inside = absl::StrContains(before, '/');
    result += word.substr(position, found - position);
    result += is_whole && !is_inside ? to : from;
    position = end;
  }
  result += word.substr(position);
  return result;
}

// A relative path that, seen from the moved folder, would lead to another file.
std::optional<std::string> Straightened(const std::string& path, const std::string& directory,
                                        const std::string& from, const std::string& to) {
  if (path.empty() || path[0] == '/' || !absl::StrContains(path, "..")) return std::nullopt;
  const std::string wanted = MovePath(Normal(fs::path(directory) / path), from, to);
  const std::string found = Normal(fs::path(MovePath(directory, from, to)) / path);
  if (wanted == found) return std::nullopt;
  return wanted;
}

std::string MoveArgument(const std::string& argument, const std::string& directory,
                         const std::string& from, const std::string& to) {
  if (const auto path = Straightened(argument, directory, from, to)) return *path;
  for (const std::string option : kJoinedPaths) {
    if (!absl::StartsWith(argument, option)) continue;
    const auto path = Straightened(argument.substr(option.size()), directory, from, to);
    if (path) return absl::StrCat(option, *path);
  }
  return MoveWord(argument, from, to);
}

bool IsProduct(const std::string& path) {
  return std::any_of(kProducts.begin(), kProducts.end(),
                     [&](const char* ending) { return absl::EndsWith(path, ending); });
}

// A link at the same place below `tree`, if there is nothing.
void Link(const std::string& top, const std::string& tree, const std::string& path) {
  if (IsProduct(path) || absl::StartsWith(path, ".plait/") || absl::EndsWith(path, "/")) return;
  const fs::path link = fs::path(tree) / path;
  std::error_code error;
  fs::create_directories(link.parent_path(), error);
  // What cannot be linked is missing where it is included, and reported there.
  fs::create_symlink(fs::path(top) / path, link, error);
}

// Folders stay folders of their own, so that ".." from them leads back into the tree.
void LinkFilesBelow(const std::string& top, const std::string& tree, const std::string& folder) {
  std::error_code error;
  fs::recursive_directory_iterator entry(fs::path(top) / folder, error), end;
  for (; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename() == ".git") {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file(error)) {
      Link(top, tree, entry->path().lexically_relative(top).string());
    }
  }
}

}  // namespace

std::string MovePath(const std::string& path, const std::string& from, const std::string& to) {
  const bool is_below = absl::StartsWith(path, from) &&
                        (path.size() == from.size() || path[from.size()] == '/' || from == "/");
  return is_below ? absl::StrCat(to, path.substr(from.size())) : std::string(path);
}

frontend::CompileCommand MoveCommand(const frontend::CompileCommand& command,
                                     const std::string& from, const std::string& to,
                                     const std::string& file) {
  frontend::CompileCommand moved;
  moved.directory = MovePath(command.directory, from, to);
  moved.file = file;
  for (const std::string& argument : command.arguments) {
    moved.arguments.push_back(
        argument == command.file ? file : MoveArgument(argument, command.directory, from, to));
  }
  moved.digest = frontend::CommandDigest(moved, moved.directory);
  return moved;
}

absl::StatusOr<CommitTree> CommitTree::Create(const Checkout& checkout, const std::string& commit) {
  absl::StatusOr<TemporaryFolder> folder = TemporaryFolder::Create();
  if (!folder.ok()) return folder.status();
  const std::string tree = folder->path() + "/tree";
  std::error_code error;
  fs::create_directory(tree, error);
  const std::string index = folder->path() + "/index";
  if (absl::Status status = checkout.Export(commit, tree, index); !status.ok()) return status;
  absl::StatusOr<std::vector<std::string>> untracked = checkout.UntrackedFiles(true);
  if (!untracked.ok()) return untracked.status();
  for (const std::string& path : *untracked) Link(checkout.top(), tree, path);
  absl::StatusOr<std::vector<std::string>> submodules = checkout.Submodules(commit);
  if (!submodules.ok()) return submodules.status();
  for (const std::string& path : *submodules) LinkFilesBelow(checkout.top(), tree, path);
  return CommitTree(*std::move(folder), tree);
}

}  // namespace plait
