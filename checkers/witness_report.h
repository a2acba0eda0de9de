// Puts an execution into words.
#ifndef PLAIT_CHECKERS_WITNESS_REPORT_H_
#define PLAIT_CHECKERS_WITNESS_REPORT_H_

#include "checkers/naming.h"
#include "checkers/witness/executable.h"
#include "checkers/witness/search.h"
#include "proto/report.pb.h"

namespace plait {

// What led the two threads to their accesses: creations, inputs, locks held and waits that ended.
proto::Witness DescribeWitness(const witness::Executable& executable,
                               const witness::Witness& witness);

// The variable that the accesses are to.
VariableName NameOfSeen(const witness::Executable& executable, const witness::Witness& witness);

// A race that is known from its execution alone. The threads of its accesses are indices into the
// witness's.
proto::Race DescribeRace(const witness::Executable& executable, const witness::Witness& witness);

}  // namespace plait

#endif  // PLAIT_CHECKERS_WITNESS_REPORT_H_
