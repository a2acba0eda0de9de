// Splits what a shell or a response file would split into words; used for compile commands.
//
// Knows quotes, backslashes, the operators between commands and redirections. Leaves alone what
// compile databases do not contain: variables, globs, subshells.
#ifndef PLAIT_FRONTEND_SHELL_WORDS_H_
#define PLAIT_FRONTEND_SHELL_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace plait::frontend {

using Words = std::vector<std::string>;

// The simple commands of `line` in order, without redirections: `cd src && cc -c a.c >log` gives
// {{"cd", "src"}, {"cc", "-c", "a.c"}}. Operators count only where a shell sees them as words of
// their own, for some databases forget to quote: -DLIST=a;b stays one word.
// InvalidArgument for a quote that is never closed.
absl::StatusOr<std::vector<Words>> SplitShellCommands(std::string_view line);

// The words of a response file, as GCC reads it: blanks separate, quotes and backslashes protect.
absl::StatusOr<Words> SplitResponseFile(std::string_view text);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_SHELL_WORDS_H_
