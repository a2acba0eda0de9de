// Random procedures that pass the verifier and use every field of the IR: for tests of whatever
// must handle any procedure (printer and parser, codec, domains).
#ifndef PLAIT_ANALYZER_IR_RANDOM_PROCEDURE_H_
#define PLAIT_ANALYZER_IR_RANDOM_PROCEDURE_H_

#include <cstdint>

#include "analyzer/ir/ir.h"

namespace plait::ir {

// The same seed gives the same procedure, on every platform.
Procedure RandomProcedure(uint32_t seed);

// A unit with some such procedures and random tables.
Unit RandomUnit(uint32_t seed);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_RANDOM_PROCEDURE_H_
