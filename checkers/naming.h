// Memory as people call it: "stats.hits", "node.count", "buffer[]".
#ifndef PLAIT_CHECKERS_NAMING_H_
#define PLAIT_CHECKERS_NAMING_H_

#include <optional>
#include <string>
#include <string_view>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "proto/report.pb.h"

namespace plait {

struct VariableName {
  std::string name;                // "stats.hits"
  std::string kind;                // "global", "static local", "stack", "heap", "library"
  std::string type;                // of the object, "" if not known
  proto::SourceLocation declared;  // or allocated
};

// The variable an access is to: one report is made for each name of an object family.
VariableName NameOf(ThreadTree& tree, const SharedAccess& access);

// The declared type of a variable, or what the pointer that an allocation goes to points to; "" if
// there is none. `object`: its atom in the tree's terms.
std::string TypeOf(ThreadTree& tree, AtomId object);

// The type of the member that begins at so many bytes of a value of a type, or of the member of a
// member, down to one that has none; "" if that is not known.
std::string TypeAt(const Program& program, std::string type, int64_t offset);

// The record that members are called after: its name has lost its tag. nullptr if there is none.
const ir::Record* RecordOfMember(const Program& program, const std::string& name);

// A lock or another object by its address.
std::string NameOfAddress(ThreadTree& tree, TermId address);

// The bytes at an offset of a global, a local variable, what an instruction of `body` allocated; of
// the whole if the offset is not known. `access`, an instruction of `where`, spells bytes that have
// no type.
VariableName NameOfGlobal(const Program& program, const ir::Global& global,
                          std::optional<int64_t> offset);
VariableName NameOfSlot(const Program& program, const ir::Procedure& body, uint32_t slot,
                        std::optional<int64_t> offset);
VariableName NameOfHeap(const Program& program, const ir::Procedure* body, uint32_t allocation,
                        std::optional<int64_t> offset, const ir::Procedure* where,
                        const ir::Instruction* access);

// Where an instruction of a procedure stands in the source.
proto::SourceLocation LocationOf(const ir::Procedure& procedure, const ir::Location& location);
const ir::Instruction* InstructionAt(const ir::Procedure& procedure, uint32_t number);
// The block that it is in; nullopt if there is none.
std::optional<uint32_t> BlockOf(const ir::Procedure& body, uint32_t instruction);

}  // namespace plait

#endif  // PLAIT_CHECKERS_NAMING_H_
