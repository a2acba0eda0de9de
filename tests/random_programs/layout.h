// How the variables of a random program lie in cells, and which of them only one thread can reach.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_LAYOUT_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_LAYOUT_H_

#include <set>
#include <string>
#include <vector>

#include "tests/random_programs/ast.h"
#include "tests/random_programs/code.h"

namespace plait::random_programs {

class Layout {
 public:
  explicit Layout(const Program& program) : program_(program) {}

  const Struct* Find(const std::string& name) const;  // null if there is none
  int CellsOf(const Type& type) const;

  // `value` is that of each cell at first.
  Declaration Declare(const std::string& name, const Type& type, int64_t value) const;
  Declaration Declare(const Global& global) const;

 private:
  void AppendCells(const std::string& path, const Type& type,
                   std::vector<std::string>* cells) const;
  void AppendReadyLocks(const Type& type, std::vector<int64_t>* values) const;

  const Program& program_;
};

bool IsSyncObject(Type::Kind kind);

// Locals whose address is an operand somewhere.
std::set<std::string> AddressTaken(const Function& function);

// Those of them whose address leaves the function, other than as the place where pthread_create
// leaves a handle.
std::set<std::string> Escaping(const Function& function);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_LAYOUT_H_
