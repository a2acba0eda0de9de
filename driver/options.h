// What the commands of plait share: their flags, and what the flags say of sources, store and
// models.
#ifndef PLAIT_DRIVER_OPTIONS_H_
#define PLAIT_DRIVER_OPTIONS_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/declare.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/models/model_registry.h"
#include "driver/flags.h"
#include "driver/progress.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "report/ignore_comments.h"
#include "summaries/store.h"

ABSL_DECLARE_FLAG(std::string, p);
ABSL_DECLARE_FLAG(int, j);
ABSL_DECLARE_FLAG(std::string, store);
ABSL_DECLARE_FLAG(std::string, format);
ABSL_DECLARE_FLAG(std::string, output);
ABSL_DECLARE_FLAG(bool, all);
ABSL_DECLARE_FLAG(bool, times);
ABSL_DECLARE_FLAG(std::string, models);
ABSL_DECLARE_FLAG(std::string, root);
ABSL_DECLARE_FLAG(std::string, color);
ABSL_DECLARE_FLAG(bool, witness);
ABSL_DECLARE_FLAG(bool, quiet);

namespace plait {

// Prints an error to standard error; returns the exit code for it.
int Fail(const absl::Status& status);

// --root, else the checkout around the current folder, else that folder. Absolute.
absl::StatusOr<std::string> ProjectRoot();

// The file that --store names, or that of the project's store.
std::string StorePath(const std::string& root);

// That store. `remembers` says whether it outlives the process. One that cannot be written is read;
// one that cannot be read either is none: a warning on standard error says so.
absl::StatusOr<std::unique_ptr<Store>> OpenStore(const std::string& root, bool* remembers);

// The library models and those of --models. Live until the process ends.
absl::StatusOr<const ModelRegistry*> Models();

// What all commands that analyse sources need.
struct Setting {
  std::string root;
  std::unique_ptr<Store> store;
  bool remembers = false;  // anything put into the store can be found by a later run
  const ModelRegistry* models = nullptr;
  std::vector<frontend::CompileCommand> commands;
  // All of what there is to scan: no PATH picks a part of it.
  bool is_whole_project = false;
  ScanOptions options;
  // What sources say of races, by the folder that their names start from.
  std::map<std::string, IgnoreCommentReader> comments;
  std::unique_ptr<Progress> progress;
};

// The commands of a build folder, or of a compile_commands.json, for the files whose path a filter
// is in, or for all. `line` may add compiler flags. Entries that cannot be used are warned of.
// Errors: those of LoadCompileCommands, and InvalidArgument if there is no such command.
absl::StatusOr<std::vector<frontend::CompileCommand>> CommandsOfBuild(
    const std::string& build, const std::vector<std::string>& filters, const CommandLine& line,
    bool* is_whole);

// Reads the flags and the compile commands of `files` (filters of paths if -p is given), opens
// store and models. Errors name the flag or the file.
absl::StatusOr<Setting> Prepare(const std::vector<std::string>& files, const CommandLine& line);

}  // namespace plait

#endif  // PLAIT_DRIVER_OPTIONS_H_
