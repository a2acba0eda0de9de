// The door to the frontend: source file and compiler arguments in, IR of the whole unit out.
// Callers see nothing of Clang. Where the arguments come from is frontend/compile_commands.h's
// business.
#ifndef PLAIT_FRONTEND_CAPTURE_H_
#define PLAIT_FRONTEND_CAPTURE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/ir/ir.h"

namespace plait::frontend {

struct CaptureOptions {
  std::string project_root;  // absolute; files below it are named relative to it
};

// Parses one translation unit and lowers all it contributes. `arguments` is the compiler's argv
// (argv[0] included), already cleaned, without -c and -o; `directory` is the absolute working
// directory of the compiler.
//
// Errors in the source are counted in Unit::errors and Unit::error_count, and what could be parsed
// is lowered. Returns an error only when nothing can be parsed at all: NotFound if the file cannot
// be read, InvalidArgument if the arguments ask for no compilation that Clang knows.
//
// Safe to call from many threads. Costs little more than `clang -fsyntax-only`.
absl::StatusOr<ir::Unit> CaptureUnit(const std::string& directory, const std::string& file,
                                     const std::vector<std::string>& arguments,
                                     const CaptureOptions& options);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_CAPTURE_H_
