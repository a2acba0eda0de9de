// Maps Clang's source locations to what the IR and reports name: file paths relative to the project
// root, and lines.
#ifndef PLAIT_FRONTEND_LOCATIONS_H_
#define PLAIT_FRONTEND_LOCATIONS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"

namespace plait::frontend {

class Locations {
 public:
  struct Position {
    clang::FileID file;
    uint32_t line = 0;    // 1-based; 0 = unknown
    uint32_t column = 0;  // 1-based; 0 = unknown
  };

  // `source_manager` must outlive this. `directory` is the absolute working directory of the
  // compiler, against which relative file names are resolved.
  Locations(const clang::SourceManager& source_manager, std::string directory,
            std::string project_root);

  // The position of the outermost macro expansion that `location` is part of.
  Position Expand(clang::SourceLocation location) const;

  // Normalised path: relative to the project root if the file lies below it, absolute otherwise, ""
  // for buffers that are not files. The reference stays valid as long as this object.
  const std::string& Path(clang::FileID file);
  const std::string& Path(clang::SourceLocation location) { return Path(Expand(location).file); }

  // "path:line", to name what has no name.
  std::string FileAndLine(clang::SourceLocation location);
  // Whether the token there came out of __LINE__.
  bool IsLineMacro(clang::SourceLocation location) const;
  // "path:line:column", where several on one line are likely.
  std::string FileLineColumn(clang::SourceLocation location);

  // `path` made absolute against the working directory, without "." and ".." components.
  std::string AbsolutePath(llvm::StringRef path) const;
  // `absolute_path` relative to the project root if it lies below it.
  std::string ProjectPath(llvm::StringRef absolute_path) const;

 private:
  const clang::SourceManager& source_manager_;
  const std::string directory_;
  const std::string project_root_;  // without a trailing slash
  llvm::DenseMap<clang::FileID, std::string*> paths_;
  std::vector<std::unique_ptr<std::string>> path_storage_;
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_LOCATIONS_H_
