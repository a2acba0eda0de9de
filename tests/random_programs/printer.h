// Random programs as C text.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_PRINTER_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_PRINTER_H_

#include <string>

#include "tests/random_programs/ast.h"

namespace plait::random_programs {

// Returns the program as one C file with the headers it needs, and notes in each statement the line
// it begins on.
std::string Print(Program* program);

std::string PrintExpr(const Expr& expr);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_PRINTER_H_
