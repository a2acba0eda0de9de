#include "checkers/first_wait.h"

#include <optional>

#include "analyzer/fixpoint/flow_graph.h"
#include "checkers/call_constants.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

class ZeroMemory {
 public:
  explicit ZeroMemory(const ir::Procedure& body) : body_(body) {}

  const std::vector<std::string>& loaded() const { return loaded_; }

  std::optional<int64_t> Value(const ir::Operand& operand, int steps) {
    if (operand.kind == ir::Operand::Kind::kConstant) return operand.value;
    if (operand.kind != ir::Operand::Kind::kRegister || steps == 0) return std::nullopt;
    const ir::Instruction* maker = MakerOf(static_cast<ir::Register>(operand.value));
    if (maker == nullptr) return std::nullopt;
    switch (maker->opcode) {
      case ir::Opcode::kLoad:
        loaded_.push_back(body_.strings[maker->field]);
        return 0;
      case ir::Opcode::kAssign:
      case ir::Opcode::kTruncate:
        return Value(maker->a, steps - 1);
      case ir::Opcode::kNot:
        if (const auto value = Value(maker->a, steps - 1)) return *value == 0 ? 1 : 0;
        return std::nullopt;
      case ir::Opcode::kBinary:
        return OfBinary(*maker, steps - 1);
      default:
        return std::nullopt;
    }
  }

 private:
  // The only instruction that makes it.
  const ir::Instruction* MakerOf(ir::Register made) const {
    const ir::Instruction* maker = nullptr;
    if (made < body_.parameters.size()) return nullptr;
    for (const ir::Block& block : body_.blocks) {
      for (const ir::Instruction& instruction : block.instructions) {
        if (instruction.result != made) continue;
        if (maker != nullptr) return nullptr;
        maker = &instruction;
      }
    }
    return maker;
  }

  std::optional<int64_t> OfBinary(const ir::Instruction& binary, int steps) {
    const auto a = Value(binary.a, steps), b = Value(binary.b, steps);
    return a && b ? ValueOfBinary(binary, *a, *b) : std::nullopt;
  }

  const ir::Procedure& body_;
  std::vector<std::string> loaded_;  // members
};

}  // namespace

bool WaitsAtFirst(const ir::Procedure& body, uint32_t block, std::vector<std::string>* compared) {
  constexpr int kMaxSteps = 8, kMaxBlocks = 16;
  const LoopNest loops(body);
  const uint32_t head = loops.LoopOf(block);
  if (head == LoopNest::kNone) return false;
  ZeroMemory memory(body);
  uint32_t at = head;
  for (int i = 0; i < kMaxBlocks && loops.InLoop(at, head); ++i) {
    if (at == block) {
      *compared = memory.loaded();
      SortUnique(compared);
      if (compared->size() == 1) compared->clear();
      return true;
    }
    const ir::Terminator& end = body.blocks[at].terminator;
    if (end.kind == ir::Terminator::Kind::kGoto) {
      at = end.targets[0];
    } else if (end.kind == ir::Terminator::Kind::kBranch) {
      const auto condition = memory.Value(end.condition, kMaxSteps);
      if (!condition) return false;
      at = end.targets[*condition != 0 ? 0 : 1];
    } else {
      return false;
    }
  }
  return false;
}

}  // namespace plait
