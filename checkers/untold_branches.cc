#include "checkers/untold_branches.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "checkers/naming.h"
#include "checkers/origin_walk.h"
#include "summaries/name.h"

namespace plait {
namespace {

// Blocks that are reached from `start` without going through `without`.
std::vector<bool> ReachedFrom(const LoopNest& graph, size_t blocks, uint32_t start,
                              uint32_t without) {
  std::vector<bool> reached(blocks, false);
  if (start == without) return reached;
  std::vector<uint32_t> work = {start};
  reached[start] = true;
  while (!work.empty()) {
    const uint32_t block = work.back();
    work.pop_back();
    for (const uint32_t next : graph.successors(block)) {
      if (next == without || reached[next]) continue;
      reached[next] = true;
      work.push_back(next);
    }
  }
  return reached;
}

// Whether the procedure returns from one of the blocks. That the program ends, as with an error, is
// not what its threads are for.
bool Returns(const ir::Procedure& body, const std::vector<bool>& reached) {
  for (uint32_t b = 0; b < reached.size(); ++b) {
    if (reached[b] && body.blocks[b].terminator.kind == ir::Terminator::Kind::kReturn) return true;
  }
  return false;
}

// Whether the first side is for what goes wrong, or has nothing to do: it leaves the procedure, or
// the turn of a loop, and is much the shorter one.
bool LeavesEarly(const std::vector<bool>& left, const std::vector<bool>& other) {
  constexpr int64_t kMuch = 4;
  int64_t only_left = 0, only_other = 0, both = 0;
  for (size_t b = 0; b < left.size(); ++b) {
    only_left += left[b] && !other[b];
    only_other += other[b] && !left[b];
    both += left[b] && other[b];
  }
  return only_left > 0 && only_left * (both == 0 ? 1 : kMuch) <= only_other;
}

// Whether the branch decides if a loop goes on. Loops are taken to run, and to come to an end.
bool IsOfLoop(const LoopNest& graph, uint32_t branch) {
  const uint32_t head = graph.LoopOf(branch);
  const std::vector<uint32_t>& sides = graph.successors(branch);
  return head != LoopNest::kNone && std::any_of(sides.begin(), sides.end(), [&](uint32_t side) {
           return !graph.InLoop(side, head);
         });
}

// Whether the branch decides if the block is reached: on one side it is not, without coming to the
// branch again.
bool Decides(const ir::Procedure& body, const LoopNest& graph, uint32_t branch, uint32_t block) {
  if (IsOfLoop(graph, branch)) return false;
  const size_t blocks = body.blocks.size();
  std::vector<std::vector<bool>> reached;
  for (const uint32_t side : graph.successors(branch)) {
    reached.push_back(ReachedFrom(graph, blocks, side, branch));
  }
  return std::any_of(reached.begin(), reached.end(), [&](const std::vector<bool>& there) {
    return there[block] &&
           std::any_of(reached.begin(), reached.end(), [&](const std::vector<bool>& away) {
             return !away[block] && Returns(body, away) && !LeavesEarly(away, there);
           });
  });
}

// Whether the block looks at the place, as before a greater number is put there.
bool LooksAt(const ir::Block& block, const ir::Place& place) {
  return std::any_of(
      block.instructions.begin(), block.instructions.end(),
      [&](const ir::Instruction& i) { return i.opcode == ir::Opcode::kLoad && i.place == place; });
}

bool IsStoredTo(const ir::Procedure& body, const ir::Place& place) {
  return std::any_of(body.blocks.begin(), body.blocks.end(), [&](const ir::Block& block) {
    return std::any_of(block.instructions.begin(), block.instructions.end(),
                       [&](const ir::Instruction& i) {
                         return i.opcode == ir::Opcode::kStore && i.place == place;
                       });
  });
}

}  // namespace

// Whether anything may come out of the call, each time.
bool UntoldBranches::IsInput(const ir::Procedure& body, const ir::Instruction& call) const {
  if (call.callee.kind != ir::Operand::Kind::kFunction) return false;
  const Name callee = InternName(body.symbols[call.callee.value].name);
  if (tree_.program().IsDefined(callee)) return true;
  const proto::Function* model = models_ == nullptr ? nullptr : models_(NameText(callee), false);
  if (model == nullptr || NameText(callee).starts_with("__VERIFIER_nondet")) return true;
  return std::any_of(model->effect().begin(), model->effect().end(), [](const auto& effect) {
    return !effect.has_read() && !effect.has_returns();
  });
}

bool UntoldBranches::IsTold(const ir::Procedure& body, const ir::Operand& value,
                            const ir::Place* place, std::vector<ir::Register>* seen) const {
  if (value.kind == ir::Operand::Kind::kUnknown) return false;
  if (value.kind != ir::Operand::Kind::kRegister) return true;
  const auto made = static_cast<ir::Register>(value.value);
  if (made < body.parameters.size()) return true;
  if (std::find(seen->begin(), seen->end(), made) != seen->end()) return true;
  seen->push_back(made);
  int constants = 0;
  bool is_other = false;
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.result != made) continue;
      switch (i.opcode) {
        case ir::Opcode::kAssign:
        case ir::Opcode::kTruncate:
        case ir::Opcode::kNot:
        case ir::Opcode::kNegate:
          if (i.a.kind == ir::Operand::Kind::kConstant) {
            ++constants;
            break;
          }
          is_other = true;
          if (!IsTold(body, i.a, place, seen)) return false;
          break;
        case ir::Opcode::kBinary: {
          is_other = true;
          const bool is_told = IsTold(body, i.a, place, seen) && IsTold(body, i.b, place, seen);
          if (!is_told) return false;
          if (i.binary != ir::Binary::kAdd && i.binary != ir::Binary::kSub &&
              (i.binary < ir::Binary::kEq || i.binary > ir::Binary::kGe)) {
            return false;
          }
          break;
        }
        case ir::Opcode::kLoad:
          is_other = true;
          if (i.kind == ir::ValueKind::kOther || i.place.base.kind == ir::Operand::Kind::kSlot ||
              (i.ordering == ir::Ordering::kPlain && i.place != *place &&
               IsStoredTo(body, i.place))) {
            return false;
          }
          break;
        case ir::Opcode::kCompareExchange:
          is_other = true;
          break;
        case ir::Opcode::kAtomicUpdate:
          is_other = true;
          if (i.binary != ir::Binary::kAdd && i.binary != ir::Binary::kSub &&
              i.binary != ir::Binary::kExchange) {
            return false;
          }
          break;
        case ir::Opcode::kAddress:
          is_other = true;
          break;
        case ir::Opcode::kCall:
          is_other = true;
          if (!IsInput(body, i)) return false;
          break;
        default:
          return false;
      }
    }
  }
  // Set to one of several constants, by which way the procedure took. Main takes its ways by what
  // the user says.
  const bool is_option = body.name == "main" && !body.parameters.empty();
  return is_other || constants <= 1 || is_option;
}

bool UntoldBranches::GuardInstruction(uint32_t definition, uint32_t instruction) {
  auto [known, inserted] = instructions_.try_emplace({definition, instruction}, false);
  if (!inserted) return known->second;
  const ir::Procedure& body = tree_.program().definitions()[definition].body();
  const std::optional<uint32_t> block = BlockOf(body, instruction);
  const ir::Instruction* made = InstructionAt(body, instruction);
  if (!block || made == nullptr) return false;
  const LoopNest graph(body);
  for (uint32_t b = 0; b < body.blocks.size(); ++b) {
    const ir::Terminator& end = body.blocks[b].terminator;
    std::vector<ir::Register> seen;
    if (end.targets.size() < 2 || LooksAt(body.blocks[b], made->place) ||
        IsTold(body, end.condition, &made->place, &seen))
      continue;
    if (Decides(body, graph, b, *block)) {
      instructions_[{definition, instruction}] = true;
      return true;
    }
  }
  return false;
}

bool UntoldBranches::GuardThread(uint32_t node) {
  const int parent = tree_.nodes()[node].parent;
  if (parent < 0) return false;
  auto [known, inserted] = threads_.try_emplace(node, false);
  if (!inserted) return known->second;
  const auto is_guarded = [&](uint32_t spawn) {
    const Summary* summary = tree_.nodes()[parent].summary;
    for (size_t steps = 0; summary != nullptr && spawn < summary->spawns.size(); ++steps) {
      const int definition = tree_.program().FindDefinition(summary->procedure);
      const Origin& origin = summary->spawns[spawn].origin;
      constexpr size_t kMaxCalls = 64;
      if (definition < 0 || steps > kMaxCalls) return true;
      if (GuardInstruction(static_cast<uint32_t>(definition), origin.instruction)) return true;
      if (origin.callee == kNoName) return false;
      const int callee = tree_.program().FindDefinition(origin.callee);
      summary = callee < 0 ? nullptr : tree_.SummaryOf(callee);
      spawn = origin.index;
    }
    return true;
  };
  const std::vector<uint32_t>& spawns = tree_.nodes()[node].spawns;
  const bool is = std::all_of(spawns.begin(), spawns.end(), is_guarded) ||
                  GuardThread(static_cast<uint32_t>(parent));
  return threads_[node] = is;
}

bool UntoldBranches::Guard(const SharedAccess& access) {
  if (GuardThread(access.node)) return true;
  const Summary& summary = *tree_.nodes()[access.node].summary;
  return AnyOnTheWay(tree_, summary, summary.accesses[access.index],
                     [&](uint32_t definition, const Access& made) {
                       return GuardInstruction(definition, made.origin.instruction);
                     });
}

}  // namespace plait
