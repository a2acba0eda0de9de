// Programs for tests of executions, given as IR text.
#ifndef PLAIT_CHECKERS_WITNESS_TEST_PROGRAM_H_
#define PLAIT_CHECKERS_WITNESS_TEST_PROGRAM_H_

#include <memory>
#include <string>

#include "analyzer/schedule/program.h"
#include "checkers/witness/executable.h"

namespace plait::witness {

struct TestProgram {
  std::unique_ptr<Program> program;
  std::unique_ptr<Executable> executable;

  uint32_t Definition(const std::string& name) const;
};

// The text of one unit, with a main. Adds a failure to the test if it cannot be parsed.
TestProgram ParseProgram(const std::string& text);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_TEST_PROGRAM_H_
