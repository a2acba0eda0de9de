#include "checkers/first_wait.h"

#include <algorithm>
#include <optional>

#include "analyzer/fixpoint/flow_graph.h"
#include "checkers/call_constants.h"

namespace plait {
namespace {

using CalleeOf =
    absl::FunctionRef<const ir::Procedure*(const ir::Procedure&, const ir::Instruction&)>;

class ZeroMemory {
 public:
  ZeroMemory(const ir::Procedure& body, CalleeOf callee_of, std::vector<std::string>* compared)
      : body_(body), callee_of_(callee_of), compared_(compared) {}

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
      case ir::Opcode::kCall:
        return OfCall(*maker, steps - 1);
      default:
        return std::nullopt;
    }
  }

  // Where the block goes on; nullopt if that cannot be told.
  std::optional<uint32_t> Next(uint32_t block) {
    constexpr int kMaxSteps = 8;
    const ir::Terminator& end = body_.blocks[block].terminator;
    if (end.kind == ir::Terminator::Kind::kGoto) return end.targets[0];
    if (end.kind != ir::Terminator::Kind::kBranch) return std::nullopt;
    const auto condition = Value(end.condition, kMaxSteps);
    if (!condition) return std::nullopt;
    return end.targets[*condition != 0 ? 0 : 1];
  }

  // What the procedure returns that is called where all is so.
  std::optional<int64_t> Result(int steps) {
    constexpr int kMaxBlocks = 16;
    std::optional<uint32_t> at = 0;
    for (int i = 0; i < kMaxBlocks && at; ++i) {
      passed_.push_back(*at);
      const ir::Terminator& end = body_.blocks[*at].terminator;
      if (end.kind == ir::Terminator::Kind::kReturn) return Value(end.condition, steps);
      at = Next(*at);
    }
    return std::nullopt;
  }

 private:
  // The only instruction that makes it, of those in the blocks that are passed if these are known.
  const ir::Instruction* MakerOf(ir::Register made) const {
    const ir::Instruction* maker = nullptr;
    if (made < body_.parameters.size()) return nullptr;
    for (uint32_t b = 0; b < body_.blocks.size(); ++b) {
      const bool is_passed =
          passed_.empty() || std::find(passed_.begin(), passed_.end(), b) != passed_.end();
      for (const ir::Instruction& instruction : body_.blocks[b].instructions) {
        if (instruction.result != made || !is_passed) continue;
        if (maker != nullptr) return nullptr;
        maker = &instruction;
      }
    }
    return maker;
  }

  std::optional<int64_t> OfBinary(const ir::Instruction& binary, int steps) {
    const size_t first = loaded_.size();
    const auto a = Value(binary.a, steps);
    const size_t second = loaded_.size();
    const auto b = Value(binary.b, steps);
    const bool compares = ir::Binary::kEq <= binary.binary && binary.binary <= ir::Binary::kGe;
    if (compares && second > first && loaded_.size() > second) {
      compared_->insert(compared_->end(), loaded_.begin() + static_cast<ptrdiff_t>(first),
                        loaded_.end());
    }
    return a && b ? ValueOfBinary(binary, *a, *b) : std::nullopt;
  }

  std::optional<int64_t> OfCall(const ir::Instruction& call, int steps) {
    const ir::Procedure* callee = steps == 0 ? nullptr : callee_of_(body_, call);
    if (callee == nullptr) return std::nullopt;
    return ZeroMemory(*callee, callee_of_, compared_).Result(steps);
  }

  const ir::Procedure& body_;
  const CalleeOf callee_of_;
  std::vector<std::string>* const compared_;
  std::vector<std::string> loaded_;  // members
  std::vector<uint32_t> passed_;     // blocks, on the way to the result
};

}  // namespace

bool WaitsAtFirst(const ir::Procedure& body, uint32_t block, CalleeOf callee_of,
                  std::vector<std::string>* compared) {
  constexpr int kMaxBlocks = 16;
  const LoopNest loops(body);
  const uint32_t head = loops.LoopOf(block);
  if (head == LoopNest::kNone) return false;
  ZeroMemory memory(body, callee_of, compared);
  std::optional<uint32_t> at = head;
  for (int i = 0; i < kMaxBlocks && at && loops.InLoop(*at, head); ++i) {
    if (*at == block) return true;
    at = memory.Next(*at);
  }
  return false;
}

}  // namespace plait
