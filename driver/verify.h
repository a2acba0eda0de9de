// Whether a run that reused what the store had came out as one from nothing: `plait scan --verify`.
#ifndef PLAIT_DRIVER_VERIFY_H_
#define PLAIT_DRIVER_VERIFY_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/models/model_registry.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "proto/report.pb.h"
#include "summaries/store.h"

namespace plait {

struct Verification {
  proto::Report clean;  // of a run without a store
  // What differs, for people: procedures whose summaries do, then races and other parts of the
  // report. Empty if all is the same, byte for byte.
  std::vector<std::string> differences;
};

// Runs the commands again without the store, and compares with `report`, which Scan made with it.
// Costs as much as a clean run. Errors: those of Scan.
absl::StatusOr<Verification> VerifyAgainstClean(
    const std::vector<frontend::CompileCommand>& commands, const ModelRegistry& models,
    Store* store, const ScanOptions& options, const proto::Report& report);

// The report without what depends on the state of the store: counts of what was done, times, and
// problems with the store itself.
proto::Report WithoutWork(proto::Report report);

}  // namespace plait

#endif  // PLAIT_DRIVER_VERIFY_H_
