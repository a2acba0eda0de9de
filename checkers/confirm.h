// Confirms suspected races by executions in which they happen (witness/search.h).
#ifndef PLAIT_CHECKERS_CONFIRM_H_
#define PLAIT_CHECKERS_CONFIRM_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "checkers/witness/executable.h"
#include "checkers/witness/search.h"
#include "proto/report.pb.h"

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
};

// Executes the program that starts at the tree's root. `suspects` by the name of their variable,
// none of them empty.
Confirmations ConfirmByExecution(ThreadTree& tree, const witness::ModelLookup& models,
                                 const std::map<std::string, std::vector<Suspect>>& suspects,
                                 const witness::Options& options);

}  // namespace plait

#endif  // PLAIT_CHECKERS_CONFIRM_H_
