#include "driver/options.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "config/config.h"
#include "driver/exit_codes.h"
#include "driver/shared_cache_option.h"
#include "report/formats.h"
#include "summaries/memory_store.h"
#include "summaries/sqlite_store.h"

ABSL_FLAG(std::string, p, "", "build folder with compile_commands.json, or that file");
ABSL_FLAG(int, j, 0, "threads to use; 0: one for each core");
ABSL_FLAG(std::string, store, "", "where to remember results; :memory: for nowhere");
ABSL_FLAG(std::string, format, "", "how to write the report");
ABSL_FLAG(std::string, output, "", "write the report to this file");
ABSL_FLAG(bool, all, false, "show possible races too");
ABSL_FLAG(bool, times, false, "include wall times in the statistics");
ABSL_FLAG(std::string, models, "", "file or folder with models of your own libraries");
ABSL_FLAG(std::string, root, "", "project root; paths in reports are relative to it");
ABSL_FLAG(std::string, color, "auto", "auto, always or never");
ABSL_FLAG(bool, witness, true, "look for executions of races that are not certain");
ABSL_FLAG(bool, quiet, false, "no progress");

namespace plait {
namespace {

namespace fs = std::filesystem;

// The nearest folder from the current one upwards that has one of these, or "".
std::string FolderWith(const std::vector<const char*>& names) {
  std::error_code error;
  for (fs::path at = fs::current_path(error); at != at.parent_path(); at = at.parent_path()) {
    for (const char* name : names) {
      if (fs::exists(at / name, error)) return at.string();
    }
  }
  return "";
}

// The checkout around the current folder, else the folder of its configuration, else the current
// folder.
std::string DefaultRoot() {
  // Last, so that a part of a checkout can have a configuration of its own.
  for (const std::vector<const char*>& marks :
       {std::vector<const char*>{".git", ".plait"}, std::vector<const char*>{kConfigName}}) {
    if (std::string found = FolderWith(marks); !found.empty()) return found;
  }
  std::error_code error;
  const fs::path here = fs::current_path(error);
  return error ? "/" : here.string();
}

std::string Absolute(const std::string& path) {
  std::error_code error;
  return fs::absolute(path, error).lexically_normal().string();
}

bool Matches(const std::string& file, const std::vector<std::string>& filters) {
  return filters.empty() || std::any_of(filters.begin(), filters.end(), [&](const std::string& f) {
           return absl::StrContains(file, f) || absl::StartsWith(file, Absolute(f));
         });
}

absl::Status CheckReadable(const std::string& file) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    return absl::InvalidArgumentError(absl::StrCat(file, ": no such file"));
  }
  if (fs::is_directory(file, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": is a folder; name its files, or its compile_commands.json with -p"));
  }
  return absl::OkStatus();
}

void PrintProblems(const frontend::CompileCommands& database) {
  for (const std::string& problem : database.problems) {
    std::cerr << "plait: warning: " << problem << "\n";
  }
}

}  // namespace

absl::StatusOr<std::vector<frontend::CompileCommand>> CommandsOfBuild(
    const std::string& build, const std::vector<std::string>& filters, const CommandLine& line,
    bool* is_whole) {
  absl::StatusOr<frontend::CompileCommands> database =
      frontend::LoadCompileCommands(build, line.after_dashes);
  if (!database.ok()) return database.status();
  PrintProblems(*database);
  std::vector<frontend::CompileCommand> commands;
  for (frontend::CompileCommand& command : database->commands) {
    if (Matches(command.file, filters)) commands.push_back(std::move(command));
  }
  *is_whole = commands.size() == database->commands.size();
  if (commands.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        database->path, ": no entry for a C or C++ file",
        filters.empty() ? "" : absl::StrCat(" that matches ", absl::StrJoin(filters, " "))));
  }
  return commands;
}

namespace {

// The commands that the words ask for.
absl::StatusOr<std::vector<frontend::CompileCommand>> CommandsFor(
    const std::vector<std::string>& files, const CommandLine& line, bool* is_whole_project) {
  *is_whole_project = true;
  const std::string build = absl::GetFlag(FLAGS_p);
  if (!build.empty()) return CommandsOfBuild(build, files, line, is_whole_project);
  std::vector<frontend::CompileCommand> commands;
  if (files.empty()) {
    return absl::InvalidArgumentError(
        "nothing to scan: name source files, or a build folder with -p; see plait scan --help");
  }
  for (const std::string& file : files) {
    if (absl::Status status = CheckReadable(file); !status.ok()) return status;
  }
  if (!line.has_dashes) {
    absl::StatusOr<std::string> found =
        frontend::FindCompileCommands(fs::path(Absolute(files[0])).parent_path().string());
    if (found.ok()) {
      absl::StatusOr<frontend::CompileCommands> database = frontend::LoadCompileCommands(*found);
      if (!database.ok()) return database.status();
      for (const std::string& file : files) {
        for (const frontend::CompileCommand& command : database->commands) {
          if (command.file == Absolute(file)) commands.push_back(command);
        }
      }
      if (commands.size() >= files.size()) {
        *is_whole_project = commands.size() == database->commands.size();
        return commands;
      }
      commands.clear();
    }
  }
  const std::string directory = fs::current_path().string();
  for (const std::string& file : files) {
    commands.push_back(frontend::FixedCommand(directory, file, line.after_dashes));
  }
  return commands;
}

absl::Status CheckChoices() {
  const std::string format = absl::GetFlag(FLAGS_format);
  if (!format.empty() && FindFormat(format) == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat(OriginOf("format"), " ", format, ": formats are ", FormatNames()));
  }
  const std::string color = absl::GetFlag(FLAGS_color);
  if (color != "auto" && color != "always" && color != "never") {
    return absl::InvalidArgumentError(
        absl::StrCat(OriginOf("color"), " ", color, ": choose auto, always or never"));
  }
  if (absl::GetFlag(FLAGS_j) < 0) {
    return absl::InvalidArgumentError(absl::StrCat(OriginOf("j"), ": needs a number from 0 on"));
  }
  return absl::OkStatus();
}

}  // namespace

int Fail(const absl::Status& status) {
  std::cerr << "plait: error: " << status.message() << "\n";
  return status.code() == absl::StatusCode::kInternal ? kExitInternal : kExitUsage;
}

absl::StatusOr<std::string> ProjectRoot() {
  const std::string given = absl::GetFlag(FLAGS_root);
  if (given.empty()) return DefaultRoot();
  std::error_code error;
  const fs::path root = fs::canonical(given, error);
  if (error || !fs::is_directory(root)) {
    return absl::InvalidArgumentError(
        absl::StrCat(OriginOf("root"), " ", given, ": no such folder"));
  }
  return root.string();
}

std::string StorePath(const std::string& root) {
  const std::string given = absl::GetFlag(FLAGS_store);
  return given.empty() ? absl::StrCat(root, "/.plait/plait.db") : given;
}

// Nobody wants the project's own folder of results in a commit.
void KeepOutOfVersionControl(const std::string& folder) {
  const std::string path = absl::StrCat(folder, "/.gitignore");
  std::error_code error;
  if (fs::exists(path, error)) return;
  std::ofstream(path) << "*\n";
}

absl::StatusOr<std::unique_ptr<Store>> OpenStore(const std::string& root, bool* remembers) {
  const std::string path = StorePath(root);
  *remembers = path != ":memory:";
  if (!*remembers) return NewMemoryStore();
  absl::StatusOr<std::unique_ptr<Store>> store = OpenSqliteStore(path);
  if (store.ok() && absl::GetFlag(FLAGS_store).empty()) {
    KeepOutOfVersionControl(fs::path(path).parent_path().string());
  }
  if (!absl::IsUnavailable(store.status())) return store;
  std::cerr << "plait: warning: " << store.status().message() << "; this run remembers nothing\n";
  store = OpenSqliteStoreForReading(path);
  if (!absl::IsUnavailable(store.status())) return store;
  *remembers = false;
  return NewMemoryStore();
}

absl::StatusOr<const ModelRegistry*> Models() {
  const std::string given = absl::GetFlag(FLAGS_models);
  if (given.empty()) return &ModelRegistry::Default();
  absl::StatusOr<ModelRegistry> registry = ModelRegistry::WithUserFiles({given});
  if (!registry.ok()) return registry.status();
  static std::vector<std::unique_ptr<ModelRegistry>>& kept =
      *new std::vector<std::unique_ptr<ModelRegistry>>;
  kept.push_back(std::make_unique<ModelRegistry>(*std::move(registry)));
  return kept.back().get();
}

absl::StatusOr<Setting> Prepare(const std::vector<std::string>& files, const CommandLine& line) {
  Setting setting;
  if (absl::Status status = CheckChoices(); !status.ok()) return status;
  absl::StatusOr<std::string> root = ProjectRoot();
  if (!root.ok()) return root.status();
  setting.root = *std::move(root);
  auto commands = CommandsFor(files, line, &setting.is_whole_project);
  if (!commands.ok()) return commands.status();
  setting.commands = *std::move(commands);
  auto models = Models();
  if (!models.ok()) return models.status();
  setting.models = *models;
  auto store = OpenStore(setting.root, &setting.remembers);
  if (!store.ok()) return store.status();
  store = WithSharedCache(*std::move(store));
  if (!store.ok()) return store.status();
  setting.store = *std::move(store);
  setting.remembers |= HasSharedCache();
  setting.options.project_root = setting.root;
  setting.options.find_witnesses = absl::GetFlag(FLAGS_witness);
  setting.options.jobs = absl::GetFlag(FLAGS_j);
  if (!absl::GetFlag(FLAGS_quiet) && isatty(STDERR_FILENO)) {
    setting.progress = std::make_unique<Progress>();
    setting.options.progress = [p = setting.progress.get()](const std::string& stage, size_t done,
                                                            size_t total) {
      p->Show(stage, done, total);
    };
  }
  return setting;
}

}  // namespace plait
