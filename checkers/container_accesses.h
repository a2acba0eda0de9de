// What the code of an access says of the container that it is made by way of.
#ifndef PLAIT_CHECKERS_CONTAINER_ACCESSES_H_
#define PLAIT_CHECKERS_CONTAINER_ACCESSES_H_

#include "analyzer/ir/ir.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

// Whether a container accesses its elements there, or gives back the memory that they lie in:
// beside an access to the word that leads to them.
bool IsMadeByContainer(const ir::Procedure& body, const ir::Instruction& instruction);

// Whether a vector gives back its block there only if it gets more elements than the code has made
// room for, further up: how many that are, only a run tells.
bool IsMadeForWantOfRoom(const ThreadTree& tree, const SharedAccess& access);

}  // namespace plait

#endif  // PLAIT_CHECKERS_CONTAINER_ACCESSES_H_
