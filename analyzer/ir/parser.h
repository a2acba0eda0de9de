// Reads the text form that printer.h writes and shows, so that tests of the analysis can be written
// as IR text and need no compiler. More lenient than the printer:
//
//   - `load.4` means `load.i4`, `load.ptr` means `load.p8`;
//   - a procedure without `file` is in its unit's file, one without `line` starts at line 1,
//     `display` is the name, `registers` the number of those mentioned;
//   - blocks may have any label; one that looks like `b7` must be number 7;
//   - `;` starts a comment; inside parentheses and brackets a line may be broken.
#ifndef PLAIT_ANALYZER_IR_PARSER_H_
#define PLAIT_ANALYZER_IR_PARSER_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "analyzer/ir/ir.h"

namespace plait::ir {

// Returns the one procedure `text` holds, verified. InvalidArgument otherwise; messages of syntax
// errors start with "line L:", those of the verifier name procedure, block and instruction.
absl::StatusOr<Procedure> ParseProcedure(std::string_view text);

// Same for a unit; the line `unit "FILE"` may be missing, so that procedures alone are a unit too.
absl::StatusOr<Unit> ParseUnit(std::string_view text);

// Without the verifier, for its own tests.
absl::StatusOr<Procedure> ParseProcedureUnverified(std::string_view text);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_PARSER_H_
