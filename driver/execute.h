// What `plait execute` prints: races that were seen when programs were executed on their IR.
#ifndef PLAIT_DRIVER_EXECUTE_H_
#define PLAIT_DRIVER_EXECUTE_H_

#include <string>

#include "absl/status/statusor.h"
#include "analyzer/models/model_registry.h"
#include "analyzer/schedule/program.h"

namespace plait {

struct Executed {
  std::string text;
  size_t races = 0;  // pairs of places
};

// Executes each main under many schedules, whatever the analysis thinks of it. InvalidArgument if
// there is none.
absl::StatusOr<Executed> ExecutePrograms(const Program& program, const ModelRegistry& models);

}  // namespace plait

#endif  // PLAIT_DRIVER_EXECUTE_H_
