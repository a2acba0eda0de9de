#include "analyzer/fixpoint/rotate_loops.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyzer/fixpoint/flow_graph.h"

namespace plait {
namespace {

using ir::Instruction;
using ir::Opcode;
using ir::Operand;
using ir::Terminator;

constexpr int kMaxCopies = 4;  // from a comparison to the flag

bool IsComparison(const Instruction& i) {
  return i.opcode == Opcode::kNot || (i.opcode == Opcode::kBinary && ir::Binary::kEq <= i.binary &&
                                      i.binary <= ir::Binary::kGe);
}

bool IsCopy(const Instruction& i) {
  return i.opcode == Opcode::kAssign || i.opcode == Opcode::kTruncate;
}

class Rotator {
 public:
  explicit Rotator(ir::Procedure* procedure) : procedure_(*procedure) {}

  int Run() {
    int rotated = 0;
    const uint32_t count = procedure_.blocks.size();
    for (uint32_t head = 0; head < count; ++head) {
      if (!IsTest(procedure_.blocks[head])) continue;
      const LoopNest graph(procedure_);
      if (!graph.IsLoopHead(head) || !TestsFlag(graph, head)) continue;
      Rotate(graph, head);
      ++rotated;
    }
    return rotated;
  }

 private:
  // Registers only, and a branch on one.
  static bool IsTest(const ir::Block& block) {
    return block.terminator.kind == Terminator::Kind::kBranch &&
           block.terminator.condition.kind == Operand::Kind::kRegister &&
           std::all_of(block.instructions.begin(), block.instructions.end(),
                       [](const Instruction& i) { return IsComparison(i) || IsCopy(i); });
  }

  bool TestsFlag(const LoopNest& graph, uint32_t head) const {
    const ir::Block& block = procedure_.blocks[head];
    const std::vector<uint32_t>& targets = block.terminator.targets;
    if (targets[0] == head || targets[1] == head) return false;
    if (graph.InLoop(targets[0], head) == graph.InLoop(targets[1], head)) return false;
    std::vector<ir::Register> tested = {
        static_cast<ir::Register>(block.terminator.condition.value)};
    for (size_t i = block.instructions.size(); i-- > 0;) {
      const Instruction& in = block.instructions[i];
      const auto found = std::find(tested.begin(), tested.end(), in.result);
      if (found == tested.end()) continue;
      tested.erase(found);
      for (const Operand* operand : {&in.a, &in.b}) {
        if (operand->kind == Operand::Kind::kRegister) tested.push_back(operand->value);
      }
    }
    bool is_set = false;
    for (ir::Register r : tested) {
      if (!IsFlag(graph, head, r, kMaxCopies, &is_set)) return false;
    }
    return is_set;
  }

  // Whether all that the loop gives it are constants and outcomes. `is_set`: it gives it some.
  bool IsFlag(const LoopNest& graph, uint32_t head, ir::Register r, int copies,
              bool* is_set) const {
    for (uint32_t block = 0; block < procedure_.blocks.size(); ++block) {
      if (block == head || !graph.InLoop(block, head)) continue;
      for (const Instruction& i : procedure_.blocks[block].instructions) {
        if (i.result != r) continue;
        *is_set = true;
        if (IsComparison(i)) continue;
        if (!IsCopy(i) || copies == 0) return false;
        if (i.a.kind == Operand::Kind::kConstant) continue;
        if (i.a.kind != Operand::Kind::kRegister ||
            !IsFlag(graph, head, i.a.value, copies - 1, is_set)) {
          return false;
        }
      }
    }
    return true;
  }

  void Rotate(const LoopNest& graph, uint32_t head) {
    const auto copy = static_cast<uint32_t>(procedure_.blocks.size());
    for (uint32_t block = 0; block < copy; ++block) {
      if (!graph.InLoop(block, head)) continue;
      Terminator& end = procedure_.blocks[block].terminator;
      std::replace(end.targets.begin(), end.targets.end(), head, copy);
      for (ir::SwitchCase& c : end.cases) {
        if (c.target == head) c.target = copy;
      }
    }
    ir::Block test = procedure_.blocks[head];
    procedure_.blocks.push_back(std::move(test));
  }

  ir::Procedure& procedure_;
};

}  // namespace

int RotateLoops(ir::Procedure* procedure) { return Rotator(procedure).Run(); }

}  // namespace plait
