// Confirms suspected races by executions in which they happen (witness/search.h).
#ifndef PLAIT_CHECKERS_CONFIRM_H_
#define PLAIT_CHECKERS_CONFIRM_H_

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "checkers/witness/executable.h"
#include "checkers/witness/search.h"
#include "proto/report.pb.h"
#include "summaries/name.h"

namespace plait {

// Two accesses that may be a race.
struct Suspect {
  SharedAccess first;
  SharedAccess second;
  bool is_certain = false;  // a race whatever the execution shows
};

struct Confirmation {
  size_t suspect = 0;  // of those of its variable: the pair that was seen
  proto::Race race;    // as DescribeRace makes it
};

struct Confirmations {
  std::map<std::string, Confirmation> seen;  // by variable
  // Races that were seen and are among no variable's suspects, at most one for each variable. As
  // DescribeRace makes them.
  std::vector<proto::Race> unsuspected;
  // Variables with a certain suspect that was looked for often enough, in executions of all the
  // program does, and not seen.
  std::set<std::string> refuted;
  uint32_t runs = 0;
  // All states of the program, if they were gone through and none has a race; else 0.
  uint64_t explored_states = 0;
};

// Executes the program that starts at the tree's root. `suspects` by the name of their variable,
// none of them empty. `may_prove`: if they are all that keeps the program from being free of races,
// tries to go through all its executions. `suspected`: the only variables that may have a race, or
// nullptr if any may.
Confirmations ConfirmByExecution(ThreadTree& tree, const witness::ModelLookup& models,
                                 const std::map<std::string, std::vector<Suspect>>& suspects,
                                 const witness::Options& options, bool may_prove,
                                 const witness::Suspects* suspected);

}  // namespace plait

#endif  // PLAIT_CHECKERS_CONFIRM_H_
