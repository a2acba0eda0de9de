#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

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
#include "driver/reuse.h"
#include "driver/verify.h"
#include "report/formats.h"
#include "report/json_writer.h"

ABSL_FLAG(bool, explain_reuse, false, "say why units were parsed and procedures analysed");
ABSL_FLAG(bool, verify, false, "compare with a run that remembers nothing");

namespace plait {
namespace {

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
  --cache PLACE    folder or URL of such results that many share (docs/store.md)
  --cache-mode M   read-write (default), read or write
)";

constexpr char kScanHelpAfterFormats[] =
    R"(  --output FILE    write the report there instead of to standard output
  --all            show possible races too, not only certain and likely ones
  --suppressed     show suppressed races too
  --fail-on LEVEL  exit code 1 for races of this confidence or more: race, likely, possible; or never
                   (default: likely, with --all possible)
  --baseline FILE  an earlier report (--format json): says which races are new and which are gone;
                   only new ones count for the exit code
  --unchanged      with --baseline, show the others too
  --models PATH    file or folder with models of libraries of your own (docs/models.md)
  --root DIR       project root: paths in reports are relative to it
                   (default: the folder of the version control checkout, else the current one)
  --color WHEN     auto (default), always, never; NO_COLOR is honoured
  --explain-reuse  say on standard error which files were parsed and which procedures analysed, and why
  --verify         run a second time without the store, and fail loudly if anything differs
  --no-witness     do not look for executions in which a suspected race happens
  --times          wall times in the statistics
  --quiet          no progress on the terminal
  --config FILE    configuration, instead of the nearest .plait.yaml from here up to the project root
  --no-config      no configuration file
  --dump-config    print the configuration in force, with where each value comes from

Options can also be set in .plait.yaml (jobs: 4) and in the environment (PLAIT_JOBS=4); the command
line goes first, then the environment. See docs/config.md, also for how to suppress a race.

Exit codes:
  0 no race   1 races   2 usage or configuration error
  3 finished without races, but some files could not be parsed in full   70 internal error
)";

const char* ScanHelp() {
  static const std::string& help =
      *new std::string(absl::StrCat(kScanHelp, FormatsHelp(), kScanHelpAfterFormats));
  return help.c_str();
}

// The report as --verify keeps it for people to compare.
absl::Status Keep(const proto::Report& report, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  out << WriteJson(WithoutWork(report)) << std::flush;
  if (out) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(path, ": cannot write the report"));
}

// Says what is different from a clean run. Returns whether nothing is.
absl::StatusOr<bool> Verify(const Setting& setting, Store* store, const proto::Report& report) {
  absl::StatusOr<Verification> verified =
      VerifyAgainstClean(setting.commands, *setting.models, store, setting.options, report);
  if (setting.progress != nullptr) setting.progress->Clear();
  if (!verified.ok()) return verified.status();
  const std::vector<std::string>& differences = verified->differences;
  if (differences.empty()) return true;
  static constexpr size_t kMostShown = 20;
  std::cerr << "plait: error: --verify: the run with the store and the one without differ in "
            << differences.size() << " things; this is a defect of Plait\n";
  for (size_t i = 0; i < std::min(differences.size(), kMostShown); ++i) {
    std::cerr << "  " << differences[i] << "\n";
  }
  if (differences.size() > kMostShown) {
    std::cerr << "  and " << differences.size() - kMostShown << " more\n";
  }
  const std::filesystem::path folder = std::filesystem::path(setting.root) / ".plait";
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string with_store = (folder / "verify-incremental.json").string();
  const std::string without = (folder / "verify-clean.json").string();
  if (absl::Status status = Keep(report, with_store); !status.ok()) return status;
  if (absl::Status status = Keep(verified->clean, without); !status.ok()) return status;
  std::cerr << "  the reports are in " << with_store << " and " << without << "\n";
  return false;
}

int RunScan(const CommandLine& line) {
  absl::StatusOr<Setting> setting = Prepare(line.positional, line);
  if (!setting.ok()) return Fail(setting.status());
  if (absl::Status status = CheckProjectRules(*setting); !status.ok()) return Fail(status);
  Store* store = setting->remembers ? setting->store.get() : nullptr;
  std::vector<std::string> sources;
  setting->options.source_files = &sources;
  SetExcuses(&*setting);
  static auto& remains = *new std::vector<std::shared_ptr<const void>>;
  setting->options.remains = &remains;
  ReuseReport reuse;
  if (absl::GetFlag(FLAGS_explain_reuse)) setting->options.reuse = &reuse;
  absl::StatusOr<proto::Report> report =
      Scan(setting->commands, *setting->models, store, setting->options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!report.ok()) return Fail(report.status());
  if (store != nullptr) {
    store->PutRun(absl::ToUnixSeconds(absl::Now()), report->stats().SerializeAsString())
        .IgnoreError();  // statistics only
  }
  if (absl::GetFlag(FLAGS_explain_reuse)) {
    std::cerr << (store != nullptr ? WriteReuse(reuse)
                                   : "nothing is remembered with --store :memory:\n");
  }
  if (absl::GetFlag(FLAGS_verify)) {
    const absl::StatusOr<bool> is_equal = Verify(*setting, store, *report);
    if (!is_equal.ok()) return Fail(is_equal.status());
    if (!*is_equal) return kExitInternal;
  }
  if (const std::string baseline = absl::GetFlag(FLAGS_baseline); !baseline.empty()) {
    if (absl::Status status = CompareWithFile(baseline, &*report); !status.ok()) {
      return Fail(status);
    }
  }
  // To bring what was written into the store's file takes as long as the disk does.
  const std::jthread closing([&setting] { setting->store.reset(); });
  if (absl::Status status = ApplyProjectRules(&*setting, sources, setting->root, &*report);
      !status.ok()) {
    return Fail(status);
  }
  if (absl::Status status = WriteReport(*report, setting->root); !status.ok()) return Fail(status);
  return ExitCodeOf(*report);
}

}  // namespace

Command ScanCommand() {
  return {"scan",
          "find data races",
          ScanHelp(),
          {"p",          "j",       "store",    "cache",     "cache_mode",    "format", "output",
           "all",        "models",  "root",     "color",     "times",         "quiet",  "witness",
           "suppressed", "fail_on", "baseline", "unchanged", "explain_reuse", "verify"},
          RunScan};
}

}  // namespace plait
