// For tests: a program from text.
#ifndef PLAIT_ANALYZER_SCHEDULE_PROGRAM_TESTING_H_
#define PLAIT_ANALYZER_SCHEDULE_PROGRAM_TESTING_H_

#include <string>

#include "analyzer/schedule/program.h"

namespace plait {

// The program of one unit with that text (analyzer/ir/parser.h). Fails the test, and has no units,
// if it cannot be parsed.
Program ProgramOf(const std::string& text);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_PROGRAM_TESTING_H_
