// The whole line, from sources to a report: what `plait scan` does, for programs that use the
// library.
//
//   compile commands ─► capture (frontend) ─► link ─► analyse bottom-up ─► check ─► Report
//                          │  store: units and IR       │  store: summaries      │  store: reports
#ifndef PLAIT_DRIVER_SCAN_H_
#define PLAIT_DRIVER_SCAN_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/models/model_registry.h"
#include "analyzer/schedule/program.h"
#include "frontend/compile_commands.h"
#include "proto/report.pb.h"
#include "summaries/lazy_summary.h"
#include "summaries/store.h"

namespace plait {

struct ReuseReport;  // driver/reuse.h

// Which accesses users excuse: CheckOptions::is_excused.
struct Excuses {
  std::function<bool(const proto::AccessPlace&, const std::string& variable)> contain;
  std::string digest;  // differs if the answers do; empty if nothing is excused
};

struct ScanOptions {
  // Absolute. Files below it are named relative to it.
  std::string project_root;
  // Threads for parsing and analysis; 0 = one for each core.
  int jobs = 0;
  // Whether to look for executions of races that are not certain.
  bool find_witnesses = true;
  // If not null, gets the files of the project that the units were made from, by name.
  std::vector<std::string>* source_files = nullptr;
  // If set, is called with such files and the root, and says what is excused.
  std::function<Excuses(const std::vector<std::string>& files, const std::string& root)> excuses;
  // Another version of the project than the one in its folder: its units are remembered beside
  // those of that one, not in their place.
  bool is_other_version = false;
  // Stands for the analysis in the keys of all that is stored; empty: this executable's build ID.
  std::string build_id;
  // If set, gets what was not reused, and why.
  ReuseReport* reuse = nullptr;
  // If not null, gets what the report was made from, which takes a while to free: for a process
  // that ends soon anyway.
  std::vector<std::shared_ptr<const void>>* remains = nullptr;
  // Called now and then with a stage ("parsing", "analysing"), units of work done and in all. From
  // several threads, one at a time. May be empty.
  std::function<void(const std::string& stage, size_t done, size_t total)> progress;
};

// Analyses the units of `commands` together and checks every program among them.
//
// Units, procedures and the report that `store` knows from an earlier run are reused when
// everything they were made from is unchanged; with a null store nothing is remembered. Units that
// do not parse are reported in failed_units and never end a run. What the store could not keep or
// give back is computed, and named in a reason of kind "store". Errors: InvalidArgument if there is
// no command.
absl::StatusOr<proto::Report> Scan(const std::vector<frontend::CompileCommand>& commands,
                                   const ModelRegistry& models, Store* store,
                                   const ScanOptions& options);

// A program with the summaries of its procedures, for tools that look at summaries themselves.
struct AnalysedProgram {
  std::unique_ptr<Program> program;
  std::vector<std::shared_ptr<const LazySummary>> summaries;  // by definition
  proto::Report report;                                       // failed units and counts; no races
  Excuses excuses;
};
absl::StatusOr<AnalysedProgram> Analyse(const std::vector<frontend::CompileCommand>& commands,
                                        const ModelRegistry& models, Store* store,
                                        const ScanOptions& options);

// The report of an analysed program, without what it took to make it.
proto::Report Check(AnalysedProgram analysed, const ModelRegistry& models,
                    const ScanOptions& options);

}  // namespace plait

#endif  // PLAIT_DRIVER_SCAN_H_
