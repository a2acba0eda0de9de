// What a run could not take from the store, and why: `plait scan --explain-reuse`.
#ifndef PLAIT_DRIVER_REUSE_H_
#define PLAIT_DRIVER_REUSE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/schedule/program.h"
#include "analyzer/schedule/scheduler.h"
#include "driver/capture_stage.h"
#include "driver/stored_summaries.h"
#include "frontend/compile_commands.h"
#include "proto/reuse.pb.h"
#include "summaries/store.h"

namespace plait {

// One unit that was parsed, or one procedure that was analysed.
struct NotReused {
  std::string name;  // file, or function as people write it
  std::string file;  // of the function
  std::string kind;  // of the reason, for totals: "header changed"
  std::string why;   // "inc/queue.h changed"
};

struct ReuseReport {
  bool is_whole = false;  // the report itself came from the store, and nothing was looked into
  size_t units = 0;
  size_t procedures = 0;
  std::vector<NotReused> parsed;    // by name
  std::vector<NotReused> analysed;  // by file and name
};

// What a run is to be compared with by the next one.
struct RunInputs {
  std::string build;   // of Plait
  std::string models;  // digest
  std::string root;    // project root, absolute
  const std::vector<frontend::CompileCommand>* commands = nullptr;
  const std::vector<CapturedUnit>* units = nullptr;  // in the order of the commands
  const Program* program = nullptr;
  const std::vector<SummaryInputs>* summaries = nullptr;  // by definition
  // Of the same definitions; and where they are, if they could be stored.
  const std::vector<std::shared_ptr<const LazySummary>>* heads = nullptr;
  const StoredSummaries* stored = nullptr;
};

// The record of the last run that this store has seen; an empty one if there is none.
struct LastRun {
  proto::LastRun record;
  bool is_of_today = false;  // as of Store::Note
};
LastRun FindLastRun(Store* store);
absl::Status PutLastRun(const RunInputs& run, Store* store);

// Compares a run with the one before it.
ReuseReport ExplainReuse(const RunInputs& run, const proto::LastRun& before);

// For people: everything that was not reused on a line of its own, and how often for which reason.
std::string WriteReuse(const ReuseReport& report);

}  // namespace plait

#endif  // PLAIT_DRIVER_REUSE_H_
