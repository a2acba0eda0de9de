// A procedure body of a linked program.
#ifndef PLAIT_ANALYZER_SCHEDULE_DEFINITION_H_
#define PLAIT_ANALYZER_SCHEDULE_DEFINITION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/ir/ir.h"
#include "summaries/name.h"

namespace plait {

// One procedure body. Bodies that are the same in several units are one definition if the functions
// that they mention are the same too.
struct Definition {
  Name name = kNoName;          // unique: a second, different body of one name is "name#2"
  Name symbol = kNoName;        // as calls name it
  uint32_t unit = 0;            // index into Program::units() of the first unit that has it
  std::vector<uint32_t> units;  // all that have it, sorted
  const ir::Procedure* body = nullptr;
  std::vector<Name> symbols;  // names of the body's
  std::string digest;         // of the body's canonical bytes, with what runs before main
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_DEFINITION_H_
