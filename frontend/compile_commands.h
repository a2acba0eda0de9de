// The commands a project was built with, ready for parsing.
//
//   compile_commands.json --> entries --> wrappers off, @files in, options cleaned --> merged
//
// One file may have several entries. Entries of one file whose cleaned commands are the same, or
// differ only in how code is emitted (-fPIC, -fPIE, -DPIC: static and shared variants of a library;
// outputs are gone by then), are merged into the first of them and counted. Entries that differ in
// anything else (-DDEBUG, another -I) stay: their code may differ, so each is a unit of its own.
//
// What is left of a command and why: command_line.h.
#ifndef PLAIT_FRONTEND_COMPILE_COMMANDS_H_
#define PLAIT_FRONTEND_COMPILE_COMMANDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace plait::frontend {

struct CompileCommand {
  std::string directory;  // absolute; relative paths in `arguments` start here
  std::string file;       // absolute, without "." and ".."
  // Cleaned, argv[0] first; the last one is `file`.
  std::vector<std::string> arguments;
  std::string digest;  // CommandDigest(*this, directory)
};

struct CompileCommands {
  std::string path;                      // of compile_commands.json
  std::vector<CompileCommand> commands;  // in the order of the file
  int merged_duplicates = 0;             // entries left out because an equal one came before
  int skipped_not_c = 0;  // entries of assembler, Objective-C, precompiled headers ...
  // Entries or parts of entries that could not be used, one line each: file, entry, what, remedy.
  std::vector<std::string> problems;
};

// Returns the path of compile_commands.json in `start_dir` or the nearest parent that has one, as
// clang-tidy looks for it. NotFound if there is none; the message says how to make one.
absl::StatusOr<std::string> FindCompileCommands(const std::string& start_dir);

// Loads that file, or the compile_commands.json of that folder. `extra_arguments` are added to
// every command, in front of the file. An entry that cannot be used ends up in `problems`. NotFound
// if there is no such file; InvalidArgument if it is not a JSON array, with the line.
absl::StatusOr<CompileCommands> LoadCompileCommands(
    const std::string& path_or_dir, const std::vector<std::string>& extra_arguments = {});

// The command for `plait scan FILE -- FLAGS`, cleaned in the same way. A relative `file` is found
// from `directory`.
CompileCommand FixedCommand(const std::string& directory, const std::string& file,
                            const std::vector<std::string>& flags);

// Names what the command does by its arguments; paths below `root` (absolute) are taken relative to
// it, so that another checkout gives the same digest. 32 hex digits.
std::string CommandDigest(const CompileCommand& command, std::string_view root);

// The words that tell builds of a file apart, sorted: the folder and the arguments without the file
// and without what only decides how code is emitted.
std::vector<std::string> BuildOf(const CompileCommand& command);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_COMPILE_COMMANDS_H_
