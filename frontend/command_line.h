// From the command a build ran to the one that Plait parses with.
//
//   ccache gcc -O2 -Wall -MD -MF a.d -fconserve-stack -Iinc -o a.o -c a.c
//       -> gcc -O2 -Iinc /src/a.c
//
// Finding the commands is compile_commands.h's business. Nothing in this header knows Clang.
#ifndef PLAIT_FRONTEND_COMMAND_LINE_H_
#define PLAIT_FRONTEND_COMMAND_LINE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "frontend/shell_words.h"

namespace plait::frontend {

// Removes what stands in front of the compiler: ccache, sccache, distcc, icecc, gomacc and the like
// with their options, `env` and plain X=1 assignments, nice, time, and
// `[sh] libtool ... --mode=compile`. Empty if nothing is left.
Words StripWrappers(Words words);

// Replaces each @FILE by the words of that file, found from `directory`; these may name further
// ones. A file that cannot be read, or one that names itself, is left out, with one line in
// `problems` that names it.
Words ExpandResponseFiles(const Words& words, const std::string& directory,
                          std::vector<std::string>& problems);

// Whether argv[0] is a compiler in MSVC's style (cl, clang-cl), whose options are another language.
bool IsMsvcStyle(std::string_view compiler);

// Whether the command compiles C or C++: by the last -x before the file if there is one, else by
// the file's extension. Headers (precompiling), assembler, Objective-C, CUDA and others are not.
bool CompilesCOrCxx(const Words& words, std::string_view file);

// Returns `words` without their inputs and without the options that
//   - name outputs or what to produce: -o, -c, -S, -M*, -Wp,-M*, -save-temps, -ftime-trace, ...
//   - choose diagnostics: -W* (but -Wno-*, which can turn errors into warnings, stays), -pedantic,
//     -fdiagnostics-*; warnings are not ours to give, and -Werror would make errors of them
//   - load code or files of another compiler: -fplugin, -fpass-plugin, -Xclang -load, -specs,
//     -include-pch
//   - instrument or measure: -g*, -pg, -fsanitize*, --coverage, -fprofile-*, -flto; the program is
//     analysed as it is shipped
//   - belong to the linker or the assembler
//   - this Clang does not know, mostly GCC's.
// -O stays: headers look at __OPTIMIZE__. words[0] stays: it says C or C++ and, as in
// aarch64-linux-gnu-gcc, the target. Requires words not to be empty.
Words CleanArguments(const Words& words);

// Does the same for many commands, and remembers what it decided about each option: reading 30,000
// commands is then a matter of tenths of a second. Not safe to share between threads.
class ArgumentCleaner {
 public:
  Words Clean(const Words& words);

 private:
  enum class Action { kDrop, kKeep, kFilterXclang, kCleanPreprocessor };
  // What to do with an option and the values that follow it.
  struct Decision {
    Action action = Action::kDrop;
    size_t words = 1;  // with its values
  };
  static Decision Decide(const std::string& word);
  Decision DecisionFor(const std::string& word);

  std::unordered_map<std::string, Decision> decisions_;
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_COMMAND_LINE_H_
