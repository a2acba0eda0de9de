// Puts an execution into words.
#ifndef PLAIT_CHECKERS_WITNESS_REPORT_H_
#define PLAIT_CHECKERS_WITNESS_REPORT_H_

#include "checkers/witness/executable.h"
#include "checkers/witness/search.h"
#include "proto/report.pb.h"

namespace plait {

// What led the two threads to their accesses: creations, inputs, locks held and waits that ended.
proto::Witness DescribeWitness(const witness::Executable& executable,
                               const witness::Witness& witness);

}  // namespace plait

#endif  // PLAIT_CHECKERS_WITNESS_REPORT_H_
