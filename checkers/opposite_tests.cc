#include "checkers/opposite_tests.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "analyzer/fixpoint/flow_graph.h"
#include "checkers/naming.h"

namespace plait {
namespace {

using ir::Instruction;
using ir::Operand;

// That a place holds a number, or does not.
struct Test {
  ir::Place place;
  int64_t number = 0;
  bool is_equal = false;
};

bool AreExclusive(const Test& a, const Test& b) {
  if (!(a.place == b.place)) return false;
  if (a.is_equal && b.is_equal) return a.number != b.number;
  return a.is_equal != b.is_equal && a.number == b.number;
}

const Instruction* MakerOf(const ir::Procedure& body, const Operand& operand) {
  if (operand.kind != Operand::Kind::kRegister) return nullptr;
  const Instruction* maker = nullptr;
  for (const ir::Block& block : body.blocks) {
    for (const Instruction& i : block.instructions) {
      if (i.result != static_cast<ir::Register>(operand.value)) continue;
      if (maker != nullptr) return nullptr;
      maker = &i;
    }
  }
  return maker;
}

// Whether the place is the same memory wherever in the procedure it is named.
bool IsFixed(const ir::Place& place) {
  return place.terms.empty() &&
         (place.base.kind == Operand::Kind::kSlot || place.base.kind == Operand::Kind::kGlobal);
}

// What a condition says that comes out so.
std::optional<Test> TestOf(const ir::Procedure& body, const Operand& condition, bool holds) {
  const Instruction* maker = MakerOf(body, condition);
  if (maker == nullptr) return std::nullopt;
  if (maker->opcode == ir::Opcode::kNot) return TestOf(body, maker->a, !holds);
  if (maker->opcode == ir::Opcode::kLoad && IsFixed(maker->place)) {
    return Test{maker->place, 0, !holds};
  }
  const bool is_equality = maker->opcode == ir::Opcode::kBinary &&
                           (maker->binary == ir::Binary::kEq || maker->binary == ir::Binary::kNe);
  if (!is_equality || maker->b.kind != Operand::Kind::kConstant) return std::nullopt;
  const Instruction* load = MakerOf(body, maker->a);
  if (load == nullptr || load->opcode != ir::Opcode::kLoad || !IsFixed(load->place)) {
    return std::nullopt;
  }
  return Test{load->place, maker->b.value, holds == (maker->binary == ir::Binary::kEq)};
}

// What the branches say that each way to the block takes, as far back as there is one way.
std::vector<Test> TestsBefore(const ir::Procedure& body, const LoopNest& graph, uint32_t block) {
  std::vector<Test> tests;
  for (size_t steps = 0; steps < body.blocks.size(); ++steps) {
    const std::vector<uint32_t>& before = graph.predecessors(block);
    if (before.size() != 1) break;
    const ir::Terminator& end = body.blocks[before[0]].terminator;
    if (end.kind == ir::Terminator::Kind::kBranch && end.targets[0] != end.targets[1]) {
      const auto test = TestOf(body, end.condition, end.targets[0] == block);
      if (test) tests.push_back(*test);
    }
    block = before[0];
  }
  return tests;
}

bool IsStored(const ir::Procedure& body, const ir::Place& place) {
  return std::any_of(body.blocks.begin(), body.blocks.end(), [&](const ir::Block& block) {
    return std::any_of(
        block.instructions.begin(), block.instructions.end(),
        [&](const Instruction& i) { return i.opcode == ir::Opcode::kStore && i.place == place; });
  });
}

}  // namespace

// Whether threads of other nodes access the variable.
bool OppositeTests::IsOfOthers(uint32_t node, const ir::Place& place) const {
  const Definition& definition = tree_.program().definitions()[tree_.nodes()[node].definition];
  const bool is_slot = place.base.kind == Operand::Kind::kSlot;
  const auto number = static_cast<uint32_t>(place.base.value);
  const Name name = is_slot ? definition.name : definition.symbols()[number];
  return std::any_of(accesses_.begin(), accesses_.end(), [&](const auto& object) {
    const Atom& atom = tree_.terms().atom(object.first);
    const bool is_it = is_slot ? atom.kind == AtomKind::kSlot && atom.index == number
                               : atom.kind == AtomKind::kGlobal;
    return is_it && atom.name == name &&
           std::any_of(object.second.begin(), object.second.end(),
                       [&](const SharedAccess& access) { return access.node != node; });
  });
}

bool OppositeTests::AreOpposite(uint32_t node, uint32_t instruction, uint32_t creation) {
  const auto [known, is_new] = known_.try_emplace({node, instruction, creation}, false);
  if (!is_new) return known->second;
  const ir::Procedure& body = tree_.program().definitions()[tree_.nodes()[node].definition].body();
  const auto block = BlockOf(body, instruction), other = BlockOf(body, creation);
  if (!block || !other) return false;
  const LoopNest graph(body);
  const std::vector<Test> here = TestsBefore(body, graph, *block);
  const std::vector<Test> there = TestsBefore(body, graph, *other);
  const bool are_opposite = std::any_of(here.begin(), here.end(), [&](const Test& a) {
    return std::any_of(there.begin(), there.end(), [&](const Test& b) {
      return AreExclusive(a, b) && !IsStored(body, a.place) && !IsOfOthers(node, a.place);
    });
  });
  return known_[{node, instruction, creation}] = are_opposite;
}

bool OppositeTests::IsKeptFrom(const SharedAccess& above, uint32_t below) {
  const ThreadNode& node = tree_.nodes()[above.node];
  const uint32_t instruction = node.summary->accesses[above.index].origin.instruction;
  const std::vector<uint32_t>& spawns = tree_.nodes()[tree_.ChildTowards(above.node, below)].spawns;
  return std::all_of(spawns.begin(), spawns.end(), [&](uint32_t spawn) {
    return AreOpposite(above.node, instruction, node.summary->spawns[spawn].origin.instruction);
  });
}

bool OppositeTests::Exclude(const SharedAccess& a, const SharedAccess& b) {
  if (a.node == b.node) return false;
  return (tree_.IsAncestor(a.node, b.node) && IsKeptFrom(a, b.node)) ||
         (tree_.IsAncestor(b.node, a.node) && IsKeptFrom(b, a.node));
}

}  // namespace plait
