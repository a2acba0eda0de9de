// Which programs a unit can be part of, if several are scanned together.
#ifndef PLAIT_ANALYZER_SCHEDULE_UNIT_PROGRAMS_H_
#define PLAIT_ANALYZER_SCHEDULE_UNIT_PROGRAMS_H_

#include <optional>
#include <string>
#include <vector>

#include "analyzer/schedule/program_unit.h"

namespace plait {

// By unit: the files with a main that it can be linked with, sorted, or nothing: with any. A unit
// that uses a variable which only some programs define is of one of these. Functions do not tell:
// tests define what others have from a library.
std::vector<std::optional<std::vector<std::string>>> MainsOfUnits(
    const std::vector<ProgramUnit>& units);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_UNIT_PROGRAMS_H_
