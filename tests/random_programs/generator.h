// Small random concurrent C programs.
//
// A program is made from a plan: shared variables, what protects each of them, and threads that
// keep to it; then, in every other program, something is taken away or exchanged. So about half of
// the programs have a race, and most of the others are not trivially without one.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_GENERATOR_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_GENERATOR_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tests/random_programs/ast.h"

namespace plait::random_programs {

// Names of what programs may use: "rwlock", "barrier", "goto" ...
const std::vector<std::string>& AllFeatures();

// A program from a seed: equal seeds make equal programs. It uses 2 to 5 of `features`, or of all
// if there are none. It may be undefined or too large, which Explore (oracle.h) tells.
Program Generate(uint64_t seed, const std::set<std::string>& features = {});

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_GENERATOR_H_
