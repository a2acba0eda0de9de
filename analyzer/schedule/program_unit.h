// A unit as a program is linked from it.
#ifndef PLAIT_ANALYZER_SCHEDULE_PROGRAM_UNIT_H_
#define PLAIT_ANALYZER_SCHEDULE_PROGRAM_UNIT_H_

#include <functional>
#include <string>
#include <vector>

#include "analyzer/ir/facts.h"
#include "analyzer/ir/ir.h"

namespace plait {

// Gives a procedure that was at hand or is read now. Called at most once, from any thread.
using BodyReader = std::function<ir::Procedure()>;

struct ProgramUnit {
  ir::Unit unit;  // without procedures
  ir::UnitFacts facts;
  std::vector<BodyReader> bodies;    // of facts.procedures
  std::vector<std::string> digests;  // of the bodies
  std::vector<std::string> build;    // sorted words that tell its build from others; may be empty
};

// A reader of what is at hand.
BodyReader BodyAtHand(ir::Procedure procedure);

// A unit whose procedures are all at hand. `digests`: of them.
ProgramUnit UnitAtHand(ir::Unit unit, std::vector<std::string> digests);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_PROGRAM_UNIT_H_
