// Reports pairs of accesses that may happen at once, of which one writes, that nothing separates:
// one race per variable, the best pair first (DarC, section 2; must and may races after RacerF,
// section 7).
#ifndef PLAIT_CHECKERS_DATA_RACE_H_
#define PLAIT_CHECKERS_DATA_RACE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/schedule/program.h"
#include "checkers/witness/executable.h"
#include "checkers/witness/search.h"
#include "proto/report.pb.h"
#include "summaries/lazy_summary.h"

namespace plait {

struct CheckOptions {
  // What library functions do. If empty, nothing is confirmed by execution.
  witness::ModelLookup models;
  bool looks_for_executions = true;
  witness::Options witness;
  // Whether users say that this access to a variable may race; of an empty name, to any variable.
  // Its pairs are reported apart from the others on the variable. May be empty.
  std::function<bool(const proto::AccessPlace&, const std::string& variable)> is_excused;
  // Compare each access with each, not one for all those that nothing tells apart: slower, for
  // tests.
  bool compare_all = false;
  int jobs = 0;  // programs compared at once; 0: as many as cores
};

// Checks every program among the units: each `main` with what it reaches, or, if there is no main,
// the library's entries. `summaries` by definition. Fills verdict, reasons, races and threads of
// the report and the counts of its stats; fingerprints are left to report/fingerprint.h.
proto::Report CheckDataRaces(const Program& program,
                             const std::vector<std::shared_ptr<const LazySummary>>& summaries,
                             const CheckOptions& options = {});

}  // namespace plait

#endif  // PLAIT_CHECKERS_DATA_RACE_H_
