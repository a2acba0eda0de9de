// Global variables whose address the program takes: only those can be reached through pointers.
#ifndef PLAIT_CHECKERS_ADDRESSED_VARIABLES_H_
#define PLAIT_CHECKERS_ADDRESSED_VARIABLES_H_

#include "absl/container/flat_hash_set.h"
#include "analyzer/schedule/program.h"
#include "summaries/name.h"

namespace plait {

class AddressedVariables {
 public:
  // Looks through all procedures and initial values of the program.
  explicit AddressedVariables(const Program& program);

  // False if the variable is named nowhere but as what is read or written.
  bool Contains(Name variable) const { return names_.contains(variable); }

 private:
  absl::flat_hash_set<Name> names_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_ADDRESSED_VARIABLES_H_
