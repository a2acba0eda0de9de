// The door to the frontend: source file and compiler arguments in, IR of the whole unit out.
// Callers see nothing of Clang. Where the arguments come from is frontend/compile_commands.h's
// business.
#ifndef PLAIT_FRONTEND_CAPTURE_H_
#define PLAIT_FRONTEND_CAPTURE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/ir/ir.h"

namespace plait::frontend {

struct CaptureOptions {
  std::string project_root;  // absolute; files below it are named relative to it
};

// A file as the parser has seen it.
struct FileRead {
  std::string path;    // absolute
  std::string digest;  // of its contents (analyzer/ir/digest.h)
  uint64_t size = 0;   // bytes, and the time of the last change, from before it was read
  int64_t mtime_ns = 0;
};

// What a unit was made from.
struct FilesSeen {
  std::vector<FileRead> read;  // main file first, then in the order in which they were first read
  // Files and folders that were looked for in vain, sorted. If one of them appears, the unit may
  // come out differently.
  std::vector<std::string> missing;
};

// Parses one translation unit and lowers all it contributes. `arguments` is the compiler's argv
// (argv[0] included), already cleaned, without -c and -o; `directory` is the absolute working
// directory of the compiler.
//
// Errors in the source are counted in Unit::errors and Unit::error_count, and what could be parsed
// is lowered. Returns an error only when nothing can be parsed at all: NotFound if the file cannot
// be read, InvalidArgument if the arguments ask for no compilation that Clang knows.
//
// `files`, if not null, gets what the unit depends on.
//
// Safe to call from many threads. Costs little more than `clang -fsyntax-only`.
absl::StatusOr<ir::Unit> CaptureUnit(const std::string& directory, const std::string& file,
                                     const std::vector<std::string>& arguments,
                                     const CaptureOptions& options, FilesSeen* files = nullptr);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_CAPTURE_H_
