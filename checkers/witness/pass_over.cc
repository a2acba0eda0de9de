// Searches: branches on what is not known, as floating-point numbers are, where it does not matter
// which way is taken.
#include <algorithm>
#include <optional>
#include <vector>

#include "checkers/witness/machine.h"

namespace plait::witness {
namespace {

using ir::Opcode;
using ir::Operand;

constexpr size_t kMostBlocks = 8;  // of all ways

// Whether nothing but memory and registers can be another after it.
bool IsSimple(const ir::Instruction& instruction) {
  if (instruction.ordering != ir::Ordering::kPlain) return false;
  switch (instruction.opcode) {
    case Opcode::kLoad:
    case Opcode::kStore:
    case Opcode::kAddress:
    case Opcode::kAssign:
    case Opcode::kTruncate:
    case Opcode::kBinary:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
      return true;
    default:
      return false;
  }
}

// The blocks on all ways from there up to `join`, if these are few, simple, and have no loops.
class Ways {
 public:
  Ways(const ir::Procedure& body, uint32_t join) : body_(body), join_(join) {}

  bool Follow(uint32_t block) {
    if (block == join_) return true;
    if (std::find(way_.begin(), way_.end(), block) != way_.end()) return false;
    if (std::find(blocks_.begin(), blocks_.end(), block) != blocks_.end()) return true;
    const ir::Block& here = body_.blocks[block];
    const bool goes_on = here.terminator.kind == ir::Terminator::Kind::kGoto ||
                         here.terminator.kind == ir::Terminator::Kind::kBranch;
    if (!goes_on || blocks_.size() == kMostBlocks ||
        !std::all_of(here.instructions.begin(), here.instructions.end(), IsSimple)) {
      return false;
    }
    blocks_.push_back(block);
    way_.push_back(block);
    const bool is_followed =
        std::all_of(here.terminator.targets.begin(), here.terminator.targets.end(),
                    [&](uint32_t target) { return Follow(target); });
    way_.pop_back();
    return is_followed;
  }

  const std::vector<uint32_t>& blocks() const { return blocks_; }

 private:
  const ir::Procedure& body_;
  const uint32_t join_;
  std::vector<uint32_t> way_, blocks_;
};

// The first block that both ways lead to, with those before it.
std::optional<std::pair<uint32_t, std::vector<uint32_t>>> FindJoin(
    const ir::Procedure& body, const std::vector<uint32_t>& targets) {
  std::vector<uint32_t> candidates = targets;
  for (size_t i = 0; i < candidates.size(); ++i) {
    Ways ways(body, candidates[i]);
    const bool is_join = std::all_of(targets.begin(), targets.end(),
                                     [&](uint32_t target) { return ways.Follow(target); });
    if (is_join) return std::pair(candidates[i], ways.blocks());
    for (uint32_t next : body.blocks[candidates[i]].terminator.targets) {
      const bool is_new = std::find(candidates.begin(), candidates.end(), next) == candidates.end();
      if (is_new && candidates.size() < kMostBlocks) candidates.push_back(next);
    }
  }
  return std::nullopt;
}

bool Mentions(const ir::Place& place, const std::vector<ir::Register>& registers) {
  const auto is_one = [&](const Operand& operand) {
    return operand.kind == Operand::Kind::kRegister &&
           std::find(registers.begin(), registers.end(),
                     static_cast<ir::Register>(operand.value)) != registers.end();
  };
  return is_one(place.base) ||
         std::any_of(place.terms.begin(), place.terms.end(),
                     [&](const ir::IndexTerm& term) { return is_one(term.index); });
}

}  // namespace

std::optional<uint32_t> Machine::PassOver(uint32_t t, const ir::Terminator& branch) {
  const ir::Procedure& body = *threads_[t]->frames.back().code->body;
  const auto join = FindJoin(body, branch.targets);
  if (!join.has_value()) return std::nullopt;
  const auto& [target, blocks] = *join;
  std::vector<ir::Register> assigned;
  for (uint32_t block : blocks) {
    for (const ir::Instruction& i : body.blocks[block].instructions) {
      if (i.result != ir::kNoRegister) assigned.push_back(i.result);
    }
  }
  std::vector<std::pair<uint64_t, uint32_t>> written;
  for (uint32_t block : blocks) {
    for (const ir::Instruction& i : body.blocks[block].instructions) {
      if (i.opcode != Opcode::kStore) continue;
      const Value address = Mentions(i.place, assigned) ? Value::Unknown() : AddressOf(t, i.place);
      if (!address.known || i.width == 0) return std::nullopt;
      memory_.Reach(address.address(), i.width);
      const Memory::Object* object = memory_.Find(address.address(), i.width);
      if (object == nullptr || object->kind == ObjectKind::kString) return std::nullopt;
      written.push_back({address.address(), i.width});
    }
  }
  for (const auto& [address, width] : written) memory_.Fill(address, width, Value::Unknown());
  for (ir::Register r : assigned) SetRegister(t, r, Value::Unknown());
  has_overlooked_ = true;
  return target;
}

}  // namespace plait::witness
