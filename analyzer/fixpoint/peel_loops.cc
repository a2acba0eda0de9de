#include "analyzer/fixpoint/peel_loops.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/fixpoint/flow_graph.h"

namespace plait {
namespace {

using ir::Binary;
using ir::Instruction;
using ir::Opcode;
using ir::Operand;
using ir::Terminator;

// value <comparison> limit, or with the sides exchanged.
struct Test {
  ir::Register counter = ir::kNoRegister;
  Binary comparison = Binary::kLt;
  int64_t limit = 0;
  bool counter_first = true;
  bool stays_if = true;  // the truth that leads on into the loop
};

bool Holds(const Test& test, int64_t counter) {
  const int64_t a = test.counter_first ? counter : test.limit;
  const int64_t b = test.counter_first ? test.limit : counter;
  switch (test.comparison) {
    case Binary::kLt:
      return a < b;
    case Binary::kLe:
      return a <= b;
    case Binary::kGt:
      return a > b;
    case Binary::kGe:
      return a >= b;
    case Binary::kEq:
      return a == b;
    default:
      return a != b;
  }
}

bool IsComparison(Binary binary) {
  return binary == Binary::kLt || binary == Binary::kLe || binary == Binary::kGt ||
         binary == Binary::kGe || binary == Binary::kEq || binary == Binary::kNe;
}

bool TouchesMemory(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kLoad:
    case Opcode::kStore:
    case Opcode::kCopy:
    case Opcode::kAtomicUpdate:
    case Opcode::kCompareExchange:
    case Opcode::kCall:
      return true;
    default:
      return false;
  }
}

class Peeler {
 public:
  explicit Peeler(ir::Procedure* procedure) : procedure_(*procedure) {}

  int Run() {
    int peeled = 0;
    while (PeelOne()) ++peeled;
    return peeled;
  }

 private:
  // Inner loops first: their heads come later in the order.
  bool PeelOne() {
    const LoopNest graph(procedure_);
    std::vector<uint32_t> heads;
    for (const Component& component : graph.order()) CollectHeads(component, &heads);
    for (size_t i = heads.size(); i-- > 0;) {
      const uint32_t head = heads[i];
      if (!done_.insert(head).second) continue;
      std::vector<uint32_t> blocks;
      size_t instructions = 0;
      bool matters = false;
      for (uint32_t b = 0; b < procedure_.blocks.size(); ++b) {
        if (!graph.InLoop(b, head)) continue;
        blocks.push_back(b);
        instructions += procedure_.blocks[b].instructions.size() + 1;
        for (const Instruction& in : procedure_.blocks[b].instructions) {
          matters |= TouchesMemory(in);
        }
      }
      if (!matters || instructions > kMaxPeeledInstructions) continue;
      const int turns = CountTurns(graph, head, blocks);
      const size_t added = instructions * turns;
      if (turns == 0 || added > kMaxPeeledInstructions || added_ + added > kMaxAddedInstructions) {
        continue;
      }
      added_ += added;
      Peel(graph, head, blocks, turns);
      return true;
    }
    return false;
  }

  static void CollectHeads(const Component& component, std::vector<uint32_t>* heads) {
    if (!component.is_loop) return;
    heads->push_back(component.block);
    for (const Component& inner : component.body) CollectHeads(inner, heads);
  }

  // Turns of a loop that is left by a test of a counter; 0 if there is none, or too many.
  int CountTurns(const LoopNest& graph, uint32_t head, const std::vector<uint32_t>& blocks) {
    for (uint32_t block : blocks) {
      if (graph.LoopOf(block) != head) continue;
      const auto test = TestAt(graph, head, block);
      if (!test) continue;
      const auto step = StepOf(test->counter, blocks);
      const auto start = ValueBefore(graph, head, test->counter);
      if (!step || !start) continue;
      int64_t counter = *start;
      for (int turns = 0; turns <= kMaxPeeledTurns; ++turns) {
        if (Holds(*test, counter) != test->stays_if) return turns;
        counter += *step;
      }
    }
    return 0;
  }

  std::optional<Test> TestAt(const LoopNest& graph, uint32_t head, uint32_t block) const {
    const ir::Block& body = procedure_.blocks[block];
    const Terminator& end = body.terminator;
    if (end.kind != Terminator::Kind::kBranch || end.condition.kind != Operand::Kind::kRegister) {
      return std::nullopt;
    }
    const bool first_stays = graph.InLoop(end.targets[0], head);
    if (first_stays == graph.InLoop(end.targets[1], head)) return std::nullopt;
    for (size_t i = body.instructions.size(); i-- > 0;) {
      const Instruction& in = body.instructions[i];
      if (in.result != static_cast<ir::Register>(end.condition.value)) continue;
      if (in.opcode != Opcode::kBinary || !IsComparison(in.binary)) return std::nullopt;
      Test test;
      test.comparison = in.binary;
      test.stays_if = first_stays;
      const auto a = ConstantOf(in.a), b = ConstantOf(in.b);
      if (b && !a && in.a.kind == Operand::Kind::kRegister) {
        test.counter = in.a.value;
        test.limit = *b;
      } else if (a && !b && in.b.kind == Operand::Kind::kRegister) {
        test.counter = in.b.value;
        test.limit = *a;
        test.counter_first = false;
      } else {
        return std::nullopt;
      }
      return test;
    }
    return std::nullopt;
  }

  // The only instruction among `blocks` (all, if empty) that sets the register, or nullptr.
  const Instruction* OnlyDefinition(ir::Register r, const std::vector<uint32_t>& blocks) const {
    const Instruction* found = nullptr;
    auto look = [&](const ir::Block& block) {
      for (const Instruction& in : block.instructions) {
        if (in.result != r) continue;
        if (found != nullptr) return false;
        found = &in;
      }
      return true;
    };
    if (blocks.empty()) {
      if (r < procedure_.parameters.size()) return nullptr;
      for (const ir::Block& block : procedure_.blocks) {
        if (!look(block)) return nullptr;
      }
    } else {
      for (uint32_t b : blocks) {
        if (!look(procedure_.blocks[b])) return nullptr;
      }
    }
    return found;
  }

  // A constant, or a variable that is only ever given one.
  std::optional<int64_t> ConstantOf(const Operand& operand) const {
    if (operand.kind == Operand::Kind::kConstant) return operand.value;
    if (operand.kind != Operand::Kind::kRegister) return std::nullopt;
    const Instruction* only = OnlyDefinition(operand.value, {});
    if (only == nullptr || (only->opcode != Opcode::kAssign && only->opcode != Opcode::kTruncate) ||
        only->a.kind != Operand::Kind::kConstant) {
      return std::nullopt;
    }
    return only->a.value;
  }

  // What the loop adds to the counter in each turn.
  std::optional<int64_t> StepOf(ir::Register counter, const std::vector<uint32_t>& blocks) const {
    const Instruction* definition = OnlyDefinition(counter, blocks);
    constexpr int kMaxSteps = 4;  // conversions between the addition and the variable
    for (int i = 0; i < kMaxSteps && definition != nullptr; ++i) {
      if (definition->opcode == Opcode::kBinary) break;
      const bool passes =
          (definition->opcode == Opcode::kAssign || definition->opcode == Opcode::kTruncate) &&
          definition->a.kind == Operand::Kind::kRegister;
      if (!passes) return std::nullopt;
      definition = OnlyDefinition(definition->a.value, blocks);
    }
    if (definition == nullptr || definition->opcode != Opcode::kBinary ||
        definition->a.kind != Operand::Kind::kRegister || definition->a.value != counter ||
        definition->b.kind != Operand::Kind::kConstant) {
      return std::nullopt;
    }
    if (definition->binary == Binary::kAdd) return definition->b.value;
    if (definition->binary == Binary::kSub) return -definition->b.value;
    return std::nullopt;
  }

  // The constant a register holds when the loop is entered from outside.
  std::optional<int64_t> ValueBefore(const LoopNest& graph, uint32_t head, ir::Register r) const {
    uint32_t block = LoopNest::kNone;
    for (uint32_t p : graph.predecessors(head)) {
      if (graph.InLoop(p, head)) continue;
      if (block != LoopNest::kNone) return std::nullopt;
      block = p;
    }
    constexpr int kMaxBlocks = 16;  // looked back through
    for (int i = 0; i < kMaxBlocks && block != LoopNest::kNone; ++i) {
      const std::vector<Instruction>& body = procedure_.blocks[block].instructions;
      for (size_t n = body.size(); n-- > 0;) {
        if (body[n].result != r) continue;
        const bool sets = body[n].opcode == Opcode::kAssign || body[n].opcode == Opcode::kTruncate;
        return sets ? ConstantOf(body[n].a) : std::nullopt;
      }
      const std::vector<uint32_t>& before = graph.predecessors(block);
      block = before.size() == 1 ? before[0] : LoopNest::kNone;
    }
    return std::nullopt;
  }

  void Peel(const LoopNest& graph, uint32_t head, const std::vector<uint32_t>& blocks, int turns) {
    const uint32_t old_count = procedure_.blocks.size();
    auto copy_of = [&](uint32_t block, int turn) {
      const size_t place = std::lower_bound(blocks.begin(), blocks.end(), block) - blocks.begin();
      return static_cast<uint32_t>(old_count + turn * blocks.size() + place);
    };
    for (int turn = 0; turn < turns; ++turn) {
      auto redirect = [&](uint32_t* target) {
        if (!graph.InLoop(*target, head)) return;
        if (*target != head) {
          *target = copy_of(*target, turn);
        } else if (turn + 1 < turns) {
          *target = copy_of(head, turn + 1);
        }
      };
      for (uint32_t block : blocks) {
        ir::Block copy = procedure_.blocks[block];
        for (uint32_t& target : copy.terminator.targets) redirect(&target);
        for (ir::SwitchCase& c : copy.terminator.cases) redirect(&c.target);
        if (done_.contains(block)) done_.insert(copy_of(block, turn));
        procedure_.blocks.push_back(std::move(copy));
      }
    }
    const uint32_t first = copy_of(head, 0);
    for (uint32_t block = 0; block < old_count; ++block) {
      if (graph.InLoop(block, head)) continue;
      Terminator& end = procedure_.blocks[block].terminator;
      std::replace(end.targets.begin(), end.targets.end(), head, first);
      for (ir::SwitchCase& c : end.cases) {
        if (c.target == head) c.target = first;
      }
    }
  }

  ir::Procedure& procedure_;
  std::set<uint32_t> done_;  // heads looked at, and their copies
  size_t added_ = 0;
};

}  // namespace

int PeelLoops(ir::Procedure* procedure, UnpeeledEnds* ends) {
  // Most procedures have no loop: every way around one leads back to an earlier block somewhere.
  bool has_loop = false;
  for (uint32_t block = 0; block < procedure->blocks.size(); ++block) {
    for (uint32_t target : procedure->blocks[block].terminator.targets) has_loop |= target <= block;
  }
  if (!has_loop) return 0;
  UnpeeledEnds before;
  if (ends != nullptr) {
    for (const ir::Block& block : procedure->blocks) before.push_back(block.terminator);
  }
  const int peeled = Peeler(procedure).Run();
  if (ends != nullptr && peeled > 0) *ends = std::move(before);
  return peeled;
}

void Unpeel(const UnpeeledEnds& ends, ir::Procedure* procedure) {
  procedure->blocks.resize(ends.size());
  for (size_t block = 0; block < ends.size(); ++block) {
    procedure->blocks[block].terminator = ends[block];
  }
}

}  // namespace plait
