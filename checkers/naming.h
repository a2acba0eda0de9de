// Memory as people call it: "stats.hits", "node.count", "buffer[]".
#ifndef PLAIT_CHECKERS_NAMING_H_
#define PLAIT_CHECKERS_NAMING_H_

#include <string>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "proto/report.pb.h"

namespace plait {

struct VariableName {
  std::string name;                // "stats.hits"
  std::string kind;                // "global", "static local", "stack", "heap"
  std::string type;                // of the object, "" if not known
  proto::SourceLocation declared;  // or allocated
};

// The variable an access is to: one report is made for each name of an object family.
VariableName NameOf(ThreadTree& tree, const SharedAccess& access);

// A lock or another object by its address.
std::string NameOfAddress(ThreadTree& tree, TermId address);

// The bytes at an offset of a global variable.
std::string NameOfBytes(const Program& program, const ir::Global& global, uint64_t offset);

// Where an instruction of a procedure stands in the source.
proto::SourceLocation LocationOf(const ir::Procedure& procedure, const ir::Location& location);
const ir::Instruction* InstructionAt(const ir::Procedure& procedure, uint32_t number);

}  // namespace plait

#endif  // PLAIT_CHECKERS_NAMING_H_
