#include "checkers/container_accesses.h"

#include <string>

#include "checkers/naming.h"
#include "checkers/origin_walk.h"

namespace plait {
namespace {

constexpr char kLeaveBlock[] = "std::vector::leave_block";

}  // namespace

bool IsMadeByContainer(const ir::Procedure& body, const ir::Instruction& instruction) {
  const std::string& text = body.strings[instruction.text];
  if (instruction.opcode == ir::Opcode::kLoad) return text == ir::kCharacterOfString;
  return instruction.opcode == ir::Opcode::kCall &&
         (text == kLeaveBlock || text == "std::basic_string::change_characters" ||
          text == "_ZdlPv");
}

bool IsMadeForWantOfRoom(const ThreadTree& tree, const SharedAccess& access) {
  if (!access.is_by_owner || access.kind != AccessKind::kFree) return false;
  const Summary& summary = *tree.nodes()[access.node].summary;
  OriginWalk walk(tree, summary, summary.accesses[access.index]);
  while (walk.Next()) {
  }
  const int d = walk.is_lost() ? -1 : tree.program().FindDefinition(walk.summary().procedure);
  if (d < 0) return false;
  const ir::Procedure& body = tree.program().definitions()[d].body();
  const ir::Instruction* made = InstructionAt(body, walk.access().origin.instruction);
  // The block, and that it was.
  return made != nullptr && made->opcode == ir::Opcode::kCall &&
         body.strings[made->text] == kLeaveBlock && made->arguments.size() == 2;
}

}  // namespace plait
