// Confirms suspected races by executions in which they happen (witness/search.h).
#ifndef PLAIT_CHECKERS_CONFIRM_H_
#define PLAIT_CHECKERS_CONFIRM_H_

#include <optional>
#include <utility>
#include <vector>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "checkers/witness/executable.h"
#include "checkers/witness/search.h"
#include "proto/report.pb.h"

namespace plait {

// Pairs of accesses to one variable, each of which may be a race.
using Suspects = std::vector<std::pair<SharedAccess, SharedAccess>>;

struct Confirmation {
  size_t pair = 0;  // of the suspects: the one that was seen
  proto::Witness witness;
};

// Executes the program that starts at the tree's root. Returns for each of `suspects` what was
// found, if anything.
std::vector<std::optional<Confirmation>> ConfirmByExecution(ThreadTree& tree,
                                                            const witness::ModelLookup& models,
                                                            const std::vector<Suspects>& suspects,
                                                            const witness::Options& options);

}  // namespace plait

#endif  // PLAIT_CHECKERS_CONFIRM_H_
