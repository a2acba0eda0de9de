#include "checkers/witness/calls_ahead.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "analyzer/fixpoint/flow_graph.h"

namespace plait::witness {
namespace {

bool MayEnterOthers(const proto::Function& model) {
  return std::any_of(model.effect().begin(), model.effect().end(), [](const proto::Effect& effect) {
    return effect.has_spawn() || effect.has_call() || effect.has_once() ||
           effect.has_cleanup_pop() || effect.has_exit_thread();
  });
}

bool IsBarrier(const proto::Function& model) {
  return std::any_of(model.effect().begin(), model.effect().end(),
                     [](const proto::Effect& effect) { return effect.has_barrier(); });
}

}  // namespace

bool CallsAhead::MayCome(Ahead what, const Code& code, uint32_t block, uint32_t index) {
  const auto [known, is_new] = behind_.try_emplace({what, code.definition, block, index}, true);
  if (is_new) {
    const bool found = FindBehind(what, code, block, index);
    behind_[{what, code.definition, block, index}] = found;
    return found;
  }
  return known->second;
}

bool CallsAhead::IsOne(Ahead what, const Code& code, const ir::Instruction& instruction,
                       std::vector<uint32_t>* entered) const {
  const auto enter = [&](const ir::Operand& operand) {
    if (operand.kind != ir::Operand::Kind::kFunction) return;
    const uint32_t index = code.functions[operand.value];
    if (index == kNone) return;
    const uint32_t definition = executable_.function(index).definition;
    if (definition != kNone) entered->push_back(definition);
  };
  ForEachRead(instruction, enter);
  if (instruction.opcode == ir::Opcode::kUnknown) return true;
  if (instruction.opcode != ir::Opcode::kCall) return false;
  if (instruction.callee.kind != ir::Operand::Kind::kFunction) return true;
  const uint32_t index = code.functions[instruction.callee.value];
  if (index == kNone) return true;
  const Function& function = executable_.function(index);
  if (function.definition != kNone) return false;
  return function.model == nullptr || MayEnterOthers(*function.model) ||
         (what == Ahead::kBarrier && IsBarrier(*function.model));
}

bool CallsAhead::FindBehind(Ahead what, const Code& code, uint32_t block, uint32_t index) {
  const std::vector<ir::Block>& blocks = code.body->blocks;
  std::vector<uint32_t> entered;
  const auto is_in = [&](const ir::Block& in, uint32_t first) {
    return std::any_of(in.instructions.begin() + first, in.instructions.end(),
                       [&](const ir::Instruction& instruction) {
                         return IsOne(what, code, instruction, &entered);
                       });
  };
  if (is_in(blocks[block], index)) return true;
  std::vector<bool> is_seen(blocks.size());
  std::vector<uint32_t> open;
  const auto go_on = [&](const ir::Terminator& end) {
    const auto add = [&](uint32_t target) {
      if (is_seen[target]) return;
      is_seen[target] = true;
      open.push_back(target);
    };
    for (uint32_t target : end.targets) add(target);
    for (const ir::SwitchCase& one : end.cases) add(one.target);
  };
  go_on(blocks[block].terminator);
  for (size_t i = 0; i < open.size(); ++i) {
    const ir::Block& next = blocks[open[i]];
    if (is_in(next, 0)) return true;
    go_on(next.terminator);
  }
  return std::any_of(entered.begin(), entered.end(),
                     [&](uint32_t definition) { return MayComeIn(what, definition); });
}

bool CallsAhead::MayComeIn(Ahead what, uint32_t definition) {
  const auto known = in_.find({what, definition});
  if (known != in_.end()) return known->second;
  std::vector<uint32_t> all = {definition};
  absl::flat_hash_set<uint32_t> seen = {definition};
  for (size_t i = 0; i < all.size(); ++i) {
    const Code& code = executable_.CodeOf(all[i]);
    std::vector<uint32_t> entered;
    for (const ir::Block& block : code.body->blocks) {
      for (const ir::Instruction& instruction : block.instructions) {
        if (IsOne(what, code, instruction, &entered)) return in_[{what, definition}] = true;
      }
    }
    for (uint32_t next : entered) {
      if (seen.insert(next).second) all.push_back(next);
    }
  }
  for (uint32_t one : all) in_[{what, one}] = false;
  return false;
}

}  // namespace plait::witness
