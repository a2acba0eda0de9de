#include "driver/cli.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "analyzer/ir/printer.h"
#include "analyzer/models/model_registry.h"
#include "driver/execute.h"
#include "driver/flags.h"
#include "driver/progress.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "report/json_writer.h"
#include "report/text_writer.h"
#include "summaries/memory_store.h"
#include "summaries/sqlite_store.h"
#include "summaries/store.h"
#include "summaries/summary_printer.h"

ABSL_FLAG(std::string, p, "", "build folder with compile_commands.json, or that file");
ABSL_FLAG(int, j, 0, "threads to use; 0: one for each core");
ABSL_FLAG(std::string, store, "", "where to remember results; :memory: for nowhere");
ABSL_FLAG(std::string, format, "text", "text or json");
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

struct Command {
  const char* name;
  const char* summary;
  const char* help;
  std::vector<std::string> flags;
  std::function<int(const CommandLine&)> run;
};

constexpr char kScanHelp[] = R"(plait scan FILE... [-- COMPILER FLAGS]
plait scan -p BUILD [PATH...]

Finds data races in C and C++ programs. The files are analysed together, as one program or several: calls,
globals and types are resolved across them.

  plait scan main.c worker.c            two files, default flags
  plait scan main.c -- -Iinclude -DN=4  with compiler flags
  plait scan -p build                   all that build/compile_commands.json lists
  plait scan -p build src/net           only files whose path starts so or contains it

Without -p and without flags, a compile_commands.json in the folder of the first file, or a folder
above it, is used if it lists the files.

Options:
  -p DIR           build folder with compile_commands.json, or the file itself
  -j N             threads to use (default: one for each core)
  --store FILE     where units, summaries and reports are remembered between runs
                   (default: .plait/plait.db in the project root); :memory: remembers nothing
  --format FORMAT  text (default) or json
  --output FILE    write the report there instead of to standard output
  --all            show possible races too, not only certain and likely ones
  --models PATH    file or folder with models of libraries of your own (docs/models.md)
  --root DIR       project root: paths in reports are relative to it
                   (default: the folder of the version control checkout, else the current one)
  --color WHEN     auto (default), always, never; NO_COLOR is honoured
  --no-witness     do not look for executions in which a suspected race happens
  --times          wall times in the statistics
  --quiet          no progress on the terminal

Exit codes:
  0 no race   1 races   2 usage or configuration error
  3 finished without races, but some files could not be parsed in full   70 internal error
)";

constexpr char kSummaryHelp[] = R"(plait summary FUNCTION [FILE... | -p BUILD] [-- COMPILER FLAGS]

Prints what the analysis knows of a function: the memory it touches and the locks it holds there, the
locks and threads it leaves behind, the threads it starts, and what could not be followed.

Options: -p, -j, --store, --models, --root as for `plait scan`.
)";

constexpr char kIrHelp[] = R"(plait ir FILE... [-p BUILD] [-- COMPILER FLAGS]

Prints the intermediate representation of the files, as the analysis sees them.

Options: -p, -j, --root as for `plait scan`.
)";

constexpr char kExecuteHelp[] = R"(plait execute FILE... [-p BUILD] [-- COMPILER FLAGS]

Executes a program on its intermediate representation under many schedules, and prints the races that
were seen: two threads about to access the same memory, one of them writing. Finding none says
nothing. The last lines tell how the runs ended, and what could not be executed.

Options: -p, -j, --models, --root as for `plait scan`. Exit code 1 if there was a race.
)";

constexpr char kStatsHelp[] = R"(plait stats [--store FILE]

Shows what the store holds and what the last runs did: units parsed and reused, procedures analysed,
threads, accesses, and times.

Options:
  --store FILE  the store (default: .plait/plait.db in the project root)
  --root DIR    project root
)";

constexpr char kModelsHelp[] = R"(plait models [NAME...]

Lists the libraries whose functions are known, or says whether the named functions are.

Options:
  --models PATH  also read models of your own
)";

int Fail(const absl::Status& status) {
  std::cerr << "plait: error: " << status.message() << "\n";
  return status.code() == absl::StatusCode::kInternal ? kExitInternal : kExitUsage;
}

// The checkout around the current folder, else the current folder.
std::string DefaultRoot() {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return "/";
  for (fs::path at = here; at != at.parent_path(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error) || fs::exists(at / ".plait", error)) return at.string();
  }
  return here.string();
}

absl::StatusOr<std::string> ProjectRoot() {
  const std::string given = absl::GetFlag(FLAGS_root);
  if (given.empty()) return DefaultRoot();
  std::error_code error;
  const fs::path root = fs::canonical(given, error);
  if (error || !fs::is_directory(root)) {
    return absl::InvalidArgumentError(absl::StrCat("--root ", given, ": no such folder"));
  }
  return root.string();
}

std::string Absolute(const std::string& path) {
  std::error_code error;
  return fs::absolute(path, error).lexically_normal().string();
}

absl::StatusOr<std::unique_ptr<Store>> OpenStore(const std::string& root, bool* remembers) {
  const std::string given = absl::GetFlag(FLAGS_store);
  *remembers = given != ":memory:";
  if (!*remembers) return NewMemoryStore();
  return OpenSqliteStore(given.empty() ? absl::StrCat(root, "/.plait/plait.db") : given);
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

// The commands that the words ask for.
absl::StatusOr<std::vector<frontend::CompileCommand>> CommandsFor(
    const std::vector<std::string>& files, const CommandLine& line) {
  const std::string build = absl::GetFlag(FLAGS_p);
  std::vector<frontend::CompileCommand> commands;
  if (!build.empty()) {
    absl::StatusOr<frontend::CompileCommands> database =
        frontend::LoadCompileCommands(build, line.after_dashes);
    if (!database.ok()) return database.status();
    PrintProblems(*database);
    for (frontend::CompileCommand& command : database->commands) {
      if (Matches(command.file, files)) commands.push_back(std::move(command));
    }
    if (commands.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          database->path, ": no entry for a C or C++ file",
          files.empty() ? "" : absl::StrCat(" that matches ", absl::StrJoin(files, " "))));
    }
    return commands;
  }
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
      if (commands.size() >= files.size()) return commands;
      commands.clear();
    }
  }
  const std::string directory = fs::current_path().string();
  for (const std::string& file : files) {
    commands.push_back(frontend::FixedCommand(directory, file, line.after_dashes));
  }
  return commands;
}

bool UseColor(bool to_file) {
  const std::string when = absl::GetFlag(FLAGS_color);
  if (when == "always") return true;
  return when != "never" && !to_file && isatty(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr;
}

absl::Status WriteReport(const proto::Report& report, const std::string& root) {
  const std::string format = absl::GetFlag(FLAGS_format);
  const std::string path = absl::GetFlag(FLAGS_output);
  std::string text;
  if (format == "json") {
    JsonOptions options;
    options.include_times = absl::GetFlag(FLAGS_times);
    text = WriteJson(report, options);
  } else {
    TextOptions options;
    options.show_all = absl::GetFlag(FLAGS_all);
    options.color = UseColor(!path.empty());
    options.include_times = absl::GetFlag(FLAGS_times);
    options.source_root = root;
    text = WriteText(report, options);
  }
  if (path.empty()) {
    std::cout << text << std::flush;
    return absl::OkStatus();
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size()) {
    if (file != nullptr) std::fclose(file);
    return absl::InvalidArgumentError(absl::StrCat("--output ", path, ": cannot write the report"));
  }
  std::fclose(file);
  return absl::OkStatus();
}

absl::Status CheckChoices() {
  const std::string format = absl::GetFlag(FLAGS_format);
  if (format != "text" && format != "json") {
    return absl::InvalidArgumentError(
        absl::StrCat("--format ", format, ": formats are text and json"));
  }
  const std::string color = absl::GetFlag(FLAGS_color);
  if (color != "auto" && color != "always" && color != "never") {
    return absl::InvalidArgumentError(
        absl::StrCat("--color ", color, ": choose auto, always or never"));
  }
  if (absl::GetFlag(FLAGS_j) < 0) return absl::InvalidArgumentError("-j: needs a number from 0 on");
  return absl::OkStatus();
}

// What all commands that analyse sources need.
struct Setting {
  std::string root;
  std::unique_ptr<Store> store;
  bool remembers = false;
  const ModelRegistry* models = nullptr;
  std::vector<frontend::CompileCommand> commands;
  ScanOptions options;
  std::unique_ptr<Progress> progress;
};

absl::StatusOr<Setting> Prepare(const std::vector<std::string>& files, const CommandLine& line) {
  Setting setting;
  if (absl::Status status = CheckChoices(); !status.ok()) return status;
  absl::StatusOr<std::string> root = ProjectRoot();
  if (!root.ok()) return root.status();
  setting.root = *std::move(root);
  auto commands = CommandsFor(files, line);
  if (!commands.ok()) return commands.status();
  setting.commands = *std::move(commands);
  auto models = Models();
  if (!models.ok()) return models.status();
  setting.models = *models;
  auto store = OpenStore(setting.root, &setting.remembers);
  if (!store.ok()) return store.status();
  setting.store = *std::move(store);
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

int ExitCodeOf(const proto::Report& report) {
  const bool races =
      std::any_of(report.races().begin(), report.races().end(), [](const proto::Race& race) {
        return absl::GetFlag(FLAGS_all) || race.confidence() != proto::CONFIDENCE_POSSIBLE;
      });
  if (races) return kExitRaces;
  return report.failed_units_size() > 0 ? kExitFailedUnits : kExitClean;
}

int RunScan(const CommandLine& line) {
  absl::StatusOr<Setting> setting = Prepare(line.positional, line);
  if (!setting.ok()) return Fail(setting.status());
  Store* store = setting->remembers ? setting->store.get() : nullptr;
  absl::StatusOr<proto::Report> report =
      Scan(setting->commands, *setting->models, store, setting->options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!report.ok()) return Fail(report.status());
  if (store != nullptr) {
    store->PutRun(absl::ToUnixSeconds(absl::Now()), report->stats().SerializeAsString())
        .IgnoreError();  // statistics only
  }
  if (absl::Status status = WriteReport(*report, setting->root); !status.ok()) return Fail(status);
  return ExitCodeOf(*report);
}

int RunSummary(const CommandLine& line) {
  if (line.positional.empty()) {
    return Fail(absl::InvalidArgumentError("summary: name a function; see plait summary --help"));
  }
  const std::string& function = line.positional[0];
  absl::StatusOr<Setting> setting =
      Prepare({line.positional.begin() + 1, line.positional.end()}, line);
  if (!setting.ok()) return Fail(setting.status());
  Store* store = setting->remembers ? setting->store.get() : nullptr;
  absl::StatusOr<AnalysedProgram> program =
      Analyse(setting->commands, *setting->models, store, setting->options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!program.ok()) return Fail(program.status());
  int found = 0;
  std::vector<std::string> names;
  for (size_t d = 0; d < program->summaries.size(); ++d) {
    const Definition& definition = program->program->definitions()[d];
    names.push_back(definition.body->display_name);
    if (definition.body->display_name != function && definition.body->name != function) continue;
    if (program->summaries[d] == nullptr) continue;
    std::cout << (found++ == 0 ? "" : "\n") << PrintSummary(*program->summaries[d]);
  }
  if (found > 0) return kExitClean;
  const std::string near = Closest(function, names);
  return Fail(absl::InvalidArgumentError(
      absl::StrCat("no function ", function, " in the files scanned",
                   near.empty() ? "" : absl::StrCat("; did you mean ", near, "?"))));
}

int RunIr(const CommandLine& line) {
  absl::StatusOr<Setting> setting = Prepare(line.positional, line);
  if (!setting.ok()) return Fail(setting.status());
  absl::StatusOr<AnalysedProgram> program =
      Analyse(setting->commands, *setting->models, nullptr, setting->options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!program.ok()) return Fail(program.status());
  for (const ir::Unit& unit : program->program->units()) std::cout << ir::PrintUnit(unit);
  return kExitClean;
}

int RunExecute(const CommandLine& line) {
  absl::StatusOr<Setting> setting = Prepare(line.positional, line);
  if (!setting.ok()) return Fail(setting.status());
  absl::StatusOr<AnalysedProgram> program =
      Analyse(setting->commands, *setting->models, nullptr, setting->options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!program.ok()) return Fail(program.status());
  absl::StatusOr<Executed> executed = ExecutePrograms(*program->program, *setting->models);
  if (!executed.ok()) return Fail(executed.status());
  std::cout << executed->text;
  return executed->races == 0 ? kExitClean : kExitRaces;
}

int RunStats(const CommandLine& line) {
  if (!line.positional.empty()) {
    return Fail(absl::InvalidArgumentError("stats takes no files; see plait stats --help"));
  }
  absl::StatusOr<std::string> root = ProjectRoot();
  if (!root.ok()) return Fail(root.status());
  bool remembers = true;
  absl::StatusOr<std::unique_ptr<Store>> store = OpenStore(*root, &remembers);
  if (!store.ok()) return Fail(store.status());
  absl::StatusOr<StoreStats> stats = (*store)->Stats();
  if (!stats.ok()) return Fail(stats.status());
  std::cout << stats->units << " units, " << stats->procedures << " procedures, "
            << stats->summaries << " summaries, " << stats->reports << " reports, "
            << stats->bytes / 1024 << " KiB\n";
  absl::StatusOr<std::vector<std::pair<int64_t, std::string>>> runs = (*store)->Runs(10);
  if (!runs.ok()) return Fail(runs.status());
  for (const auto& [ended, bytes] : *runs) {
    proto::RunStats run;
    if (!run.ParseFromString(bytes)) continue;
    std::cout << absl::FormatTime("%Y-%m-%d %H:%M:%S", absl::FromUnixSeconds(ended),
                                  absl::LocalTimeZone())
              << "  " << run.units() << " units (" << run.units_parsed() << " parsed), "
              << run.procedures() << " procedures (" << run.procedures_analysed() << " analysed), "
              << run.threads() << " threads, "
              << absl::FormatDuration(
                     absl::Trunc(absl::Seconds(run.total_seconds()), absl::Milliseconds(1)))
              << "\n";
  }
  return kExitClean;
}

int RunModels(const CommandLine& line) {
  absl::StatusOr<const ModelRegistry*> models = Models();
  if (!models.ok()) return Fail(models.status());
  if (line.positional.empty()) {
    for (const ModelRegistry::Source& source : (*models)->sources()) {
      std::cout << source.library->name() << ": " << source.library->description()
                << (source.path.empty() ? "" : absl::StrCat(" (", source.path, ")")) << "\n";
    }
    return kExitClean;
  }
  for (const std::string& name : line.positional) {
    const proto::Function* model = (*models)->Find(name);
    std::cout << name << ": "
              << (model == nullptr ? "no model" : absl::StrCat("\n", model->DebugString())) << "\n";
  }
  return kExitClean;
}

const std::vector<Command>& Commands() {
  static const std::vector<Command>& commands = *new std::vector<Command>{
      {"scan",
       "find data races",
       kScanHelp,
       {"p", "j", "store", "format", "output", "all", "models", "root", "color", "times", "quiet",
        "witness"},
       RunScan},
      {"summary",
       "print what is known of a function",
       kSummaryHelp,
       {"p", "j", "store", "models", "root", "quiet"},
       RunSummary},
      {"ir",
       "print the intermediate representation",
       kIrHelp,
       {"p", "j", "models", "root", "quiet", "store"},
       RunIr},
      {"execute",
       "run a program on its intermediate representation",
       kExecuteHelp,
       {"p", "j", "models", "root", "quiet", "store"},
       RunExecute},
      {"stats",
       "show what the store holds and the last runs",
       kStatsHelp,
       {"store", "root"},
       RunStats},
      {"models", "list the library functions that are known", kModelsHelp, {"models"}, RunModels},
  };
  return commands;
}

std::string Usage() {
  std::string text =
      "plait finds data races in C and C++ programs without running them.\n\n"
      "usage: plait COMMAND [ARGUMENTS]\n\n";
  for (const Command& command : Commands()) {
    absl::StrAppend(&text, "  ", command.name,
                    std::string(10 - std::string(command.name).size(), ' '), command.summary, "\n");
  }
  absl::StrAppend(&text,
                  "  version   print the version\n\n"
                  "plait COMMAND --help says more. A first try: plait scan FILE.c\n");
  return text;
}

}  // namespace

int RunCommand(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::cerr << Usage();
    return kExitUsage;
  }
  std::string name = words[0];
  std::vector<std::string> rest(words.begin() + 1, words.end());
  if (name == "help" && !rest.empty()) {
    name = rest[0];
    rest = {"--help"};
  }
  if (name == "help" || name == "--help" || name == "-h") {
    std::cout << Usage();
    return kExitClean;
  }
  if (name == "version" || name == "--version") {
    std::cout << "plait " << kVersion << "\n";
    return kExitClean;
  }
  for (const Command& command : Commands()) {
    if (name != command.name) continue;
    absl::StatusOr<CommandLine> line = ParseWords(rest, command.flags);
    if (!line.ok()) {
      std::cerr << "plait: error: " << line.status().message() << "; see plait " << name
                << " --help\n";
      return kExitUsage;
    }
    if (line->help) {
      std::cout << command.help;
      return kExitClean;
    }
    return command.run(*line);
  }
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.push_back(command.name);
  const std::string near = Closest(name, names);
  std::cerr << "plait: error: no command " << name
            << (near.empty() ? "" : absl::StrCat("; did you mean ", near, "?"))
            << "; see plait --help\n";
  return kExitUsage;
}

}  // namespace plait
