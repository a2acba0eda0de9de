#include "frontend/locations.h"

#include <cstring>
#include <optional>
#include <utility>

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace plait::frontend {
namespace {

std::string WithoutTrailingSlash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

Locations::Locations(const clang::SourceManager& source_manager, std::string directory,
                     std::string project_root)
    : source_manager_(source_manager),
      directory_(std::move(directory)),
      project_root_(WithoutTrailingSlash(std::move(project_root))) {}

Locations::Position Locations::Expand(clang::SourceLocation location) const {
  if (location.isInvalid()) return {};
  const auto [file, offset] = source_manager_.getDecomposedExpansionLoc(location);
  bool invalid = false;
  Position position;
  position.file = file;
  position.line = source_manager_.getLineNumber(file, offset, &invalid);
  if (!invalid) position.column = source_manager_.getColumnNumber(file, offset, &invalid);
  return invalid ? Position{} : position;
}

std::string Locations::AbsolutePath(llvm::StringRef path) const {
  llvm::SmallString<256> absolute(path);
  if (!llvm::sys::path::is_absolute(absolute)) {
    absolute = directory_;
    llvm::sys::path::append(absolute, path);
  }
  llvm::SmallString<256> shorter = absolute;
  llvm::sys::path::remove_dots(shorter, /*remove_dot_dot=*/true);
  // Behind a symbolic link to a folder, ".." leads elsewhere.
  llvm::SmallString<256> real;
  if (shorter != absolute && !llvm::sys::fs::equivalent(shorter, absolute) &&
      !llvm::sys::fs::real_path(absolute, real)) {
    return std::string(real);
  }
  return std::string(shorter);
}

std::string Locations::ProjectPath(llvm::StringRef absolute_path) const {
  llvm::StringRef rest = absolute_path;
  if (!project_root_.empty() && rest.consume_front(project_root_) && rest.consume_front("/")) {
    return rest.str();
  }
  return absolute_path.str();
}

const std::string& Locations::Path(clang::FileID file) {
  static const std::string* const no_path = new std::string;
  if (file.isInvalid()) return *no_path;  // declared by the compiler itself
  std::string*& path = paths_[file];
  if (path == nullptr) {
    path_storage_.push_back(std::make_unique<std::string>());
    path = path_storage_.back().get();
    if (const auto entry = source_manager_.getFileEntryRefForID(file)) {
      *path = ProjectPath(AbsolutePath(entry->getName()));
    }
  }
  return *path;
}

bool Locations::IsLineMacro(clang::SourceLocation location) const {
  static constexpr llvm::StringRef kLine = "__LINE__";
  while (location.isMacroID()) {
    if (!source_manager_.isMacroArgExpansion(location)) {
      const clang::SourceLocation macro = source_manager_.getSpellingLoc(
          source_manager_.getImmediateExpansionRange(location).getBegin());
      bool invalid = false;
      const char* name = source_manager_.getCharacterData(macro, &invalid);
      if (!invalid && std::strncmp(name, kLine.data(), kLine.size()) == 0) return true;
    }
    location = source_manager_.getImmediateSpellingLoc(location);
  }
  return false;
}

std::string Locations::FileAndLine(clang::SourceLocation location) {
  const Position position = Expand(location);
  return Path(position.file) + ":" + std::to_string(position.line);
}

std::string Locations::FileLineColumn(clang::SourceLocation location) {
  return FileAndLine(location) + ":" + std::to_string(Expand(location).column);
}

}  // namespace plait::frontend
