// Commands that compare two versions of a project.
#include <filesystem>
#include <iostream>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "driver/baseline.h"
#include "driver/commands.h"
#include "driver/exit_codes.h"
#include "driver/options.h"
#include "driver/project_rules.h"
#include "driver/report_output.h"
#include "driver/review.h"
#include "report/json_reader.h"

ABSL_FLAG(std::string, base, "", "revision to compare with");
ABSL_FLAG(std::string, base_build, "", "build folder of the base, or its compile_commands.json");
ABSL_FLAG(std::string, head, "", "revision to review; default: the files as they are");

namespace plait {
namespace {

namespace fs = std::filesystem;

constexpr char kReviewHelp[] = R"(plait review --base REV [-p BUILD] [PATH...] [-- COMPILER FLAGS]

Reports the races that a change introduces, with the changed lines that brought them, and those that it
fixes. To be run in a git checkout, which is left as it is.

  plait review --base main                   the files as they are, against where they left main
  plait review --base HEAD -p build          what is not committed yet
  plait review --base v1.0 --head v1.1       two commits

Without -p, a compile_commands.json in the current folder or one above it is used, or in build/ in
the project root.

Options:
  --base REV       what to compare with: the commit at which the history of the head left REV
  --base-build DIR compile commands of the base, as they were in this checkout: a build folder or its
                   compile_commands.json (default: those of -p, so that changed flags are no change)
  --head REV       what to review (default: the files in the checkout, committed or not)
  --unchanged      show the races that were there before, too
  --fail-on LEVEL  exit code 1 for new races of this confidence or more: race, likely, possible; or
                   never (default: likely, with --all possible)
  --all            possible races too
  --suppressed     suppressed races too
  --format FORMAT  how to write the report; see plait scan --help
  --output FILE    write the report there instead of to standard output
  -p DIR           build folder with compile_commands.json, or the file itself
  -j N             threads to use (default: one for each core)
  --store FILE, --cache PLACE, --cache-mode M, --models PATH, --root DIR, --color WHEN, --no-witness,
  --times, --quiet: as for plait scan

Exit codes: as for plait scan, but only introduced races count.
)";

constexpr char kDiffHelp[] = R"(plait diff OLD.json NEW.json

Compares two reports that plait scan --format json wrote: which races are new, which are gone.

Options:
  --unchanged      show the races that are in both, too
  --fail-on LEVEL  as for plait scan
  --all            possible races too
  --format FORMAT, --output FILE, --root DIR, --color WHEN: as for plait scan

Exit codes: 0 no race is new   1 some are   2 usage error or no such report
)";

int Present(const proto::Report& report, const std::string& root) {
  if (absl::Status status = WriteReport(report, root); !status.ok()) return Fail(status);
  return ExitCodeOf(report);
}

// The build folder to use if none is named.
absl::StatusOr<std::string> FindBuild() {
  absl::StatusOr<std::string> root = ProjectRoot();
  if (!root.ok()) return root.status();
  std::error_code error;
  absl::StatusOr<std::string> found =
      frontend::FindCompileCommands(fs::current_path(error).string());
  if (found.ok()) return found;
  const std::string in_build = *root + "/build/compile_commands.json";
  if (fs::exists(in_build, error)) return in_build;
  return found;
}

// The folder with compile_commands.json.
std::string BuildFolder() {
  std::error_code error;
  const fs::path given = fs::canonical(absl::GetFlag(FLAGS_p), error);
  if (error) return "";
  return fs::is_directory(given) ? given.string() : given.parent_path().string();
}

// Whether a line of text will do instead of a report.
bool IsForPeople() {
  return absl::GetFlag(FLAGS_output).empty() &&
         (absl::GetFlag(FLAGS_format).empty() || absl::GetFlag(FLAGS_format) == "text");
}

int RunReview(const CommandLine& line) {
  ReviewOptions options;
  options.base = absl::GetFlag(FLAGS_base);
  options.head = absl::GetFlag(FLAGS_head);
  options.compare = ComparisonByFlags();
  if (options.base.empty()) {
    return Fail(absl::InvalidArgumentError(
        "review: name what to compare with, such as --base main; see plait review --help"));
  }
  if (absl::GetFlag(FLAGS_p).empty() && !line.has_dashes) {
    absl::StatusOr<std::string> build = FindBuild();
    if (!build.ok()) return Fail(build.status());
    absl::SetFlag(&FLAGS_p, *build);
  }
  absl::StatusOr<Setting> setting = Prepare(line.positional, line);
  if (!setting.ok()) return Fail(setting.status());
  if (absl::Status status = CheckProjectRules(*setting); !status.ok()) return Fail(status);
  std::vector<std::string> sources;
  setting->options.source_files = &sources;
  SetExcuses(&*setting);
  options.build_folder = BuildFolder();
  if (options.build_folder == setting->root) options.build_folder.clear();
  if (const std::string build = absl::GetFlag(FLAGS_base_build); !build.empty()) {
    bool is_whole = false;
    absl::StatusOr<std::vector<frontend::CompileCommand>> commands =
        CommandsOfBuild(build, line.positional, line, &is_whole);
    if (!commands.ok()) return Fail(commands.status());
    options.base_commands = *std::move(commands);
  }
  absl::StatusOr<Review> review = ReviewChange(setting->commands, *setting->models,
                                               setting->store.get(), setting->options, options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!review.ok()) return Fail(review.status());
  for (const std::string& note : review->notes) std::cerr << "plait: note: " << note << "\n";
  if (!review->is_relevant && IsForPeople()) {
    std::cout << "nothing that is compiled has changed since " << review->base_commit.substr(0, 12)
              << "\n";
    return kExitClean;
  }
  if (setting->remembers) {
    setting->store
        ->PutRun(absl::ToUnixSeconds(absl::Now()), review->report.stats().SerializeAsString())
        .IgnoreError();  // statistics only
  }
  if (absl::Status status =
          ApplyProjectRules(&*setting, sources, review->source_root, &review->report);
      !status.ok()) {
    return Fail(status);
  }
  return Present(review->report, review->source_root);
}

int RunDiff(const CommandLine& line) {
  if (line.positional.size() != 2) {
    return Fail(absl::InvalidArgumentError(
        "diff: name two reports, the older one first; see plait diff --help"));
  }
  absl::StatusOr<std::string> root = ProjectRoot();
  if (!root.ok()) return Fail(root.status());
  Setting setting;
  setting.root = *root;
  if (absl::Status status = CheckProjectRules(setting); !status.ok()) return Fail(status);
  absl::StatusOr<proto::Report> report = ReadJsonFile(line.positional[1]);
  if (!report.ok()) return Fail(report.status());
  if (absl::Status status = CompareWithFile(line.positional[0], &*report); !status.ok()) {
    return Fail(status);
  }
  if (absl::Status status = ApplyProjectRules(&setting, {}, *root, &*report); !status.ok()) {
    return Fail(status);
  }
  return Present(*report, *root);
}

}  // namespace

Command ReviewCommand() {
  return {"review",
          "report the races that a change brings and mends",
          kReviewHelp,
          {"base",  "base_build", "head",       "unchanged", "suppressed", "p",      "j",
           "store", "cache",      "cache_mode", "format",    "output",     "all",    "models",
           "root",  "color",      "times",      "quiet",     "witness",    "fail_on"},
          RunReview};
}

Command DiffCommand() {
  return {
      "diff",
      "compare two reports",
      kDiffHelp,
      {"unchanged", "suppressed", "all", "format", "output", "root", "color", "times", "fail_on"},
      RunDiff};
}

}  // namespace plait
