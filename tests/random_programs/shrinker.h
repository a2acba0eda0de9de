// Makes a program smaller while something stays true of it.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_SHRINKER_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_SHRINKER_H_

#include <functional>

#include "tests/random_programs/ast.h"

namespace plait::random_programs {

// Returns a program of which `holds` is true, as it is of `program`, and of which it is not for
// anything one step smaller: a statement or a declaration less, the body in place of a branch or a
// loop, a loop of fewer turns, a call's statements in place of the call, a smaller argument.
// Calls `holds` at most `max_tries` times.
Program Shrink(const Program& program, const std::function<bool(const Program&)>& holds,
               int max_tries = 2000);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_SHRINKER_H_
