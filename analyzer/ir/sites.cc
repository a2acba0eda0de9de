#include "analyzer/ir/sites.h"

#include <xxhash.h>

#include <cstddef>

namespace plait::ir {
namespace {

// Of what an instruction does. Not of registers, slots and literals, which are positions too.
class Shapes {
 public:
  explicit Shapes(const Procedure& procedure) {
    for (const Symbol& symbol : procedure.symbols) {
      symbols_.push_back(XXH3_64bits(symbol.name.data(), symbol.name.size()));
    }
  }

  uint64_t Of(const Instruction& i) const {
    const uint64_t fields[] = {static_cast<uint64_t>(i.opcode) << 32 |
                                   static_cast<uint64_t>(i.binary) << 16 |
                                   static_cast<uint64_t>(i.kind),
                               i.width,
                               Of(i.place.base),
                               static_cast<uint64_t>(i.place.offset),
                               i.place.terms.size(),
                               Of(i.source.base),
                               static_cast<uint64_t>(i.source.offset),
                               Of(i.a),
                               Of(i.b),
                               Of(i.callee),
                               i.arguments.size()};
    return XXH3_64bits(fields, sizeof fields);
  }

 private:
  uint64_t Of(const Operand& operand) const {
    const uint64_t kind = static_cast<uint64_t>(operand.kind);
    switch (operand.kind) {
      case Operand::Kind::kGlobal:
      case Operand::Kind::kFunction:
        return symbols_[operand.value] + kind;
      case Operand::Kind::kConstant:
        return static_cast<uint64_t>(operand.value) * 31 + kind;
      default:
        return kind;
    }
  }

  std::vector<uint64_t> symbols_;
};

std::optional<uint32_t> Find(const absl::flat_hash_map<uint32_t, uint32_t>& map, uint32_t key) {
  auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional<uint32_t>(found->second);
}

}  // namespace

uint32_t SiteNumbers::Add(uint64_t hash) {
  if (used_.size() >= limit_ / 2) return limit_ + beyond_++;
  uint32_t number = hash % limit_;
  while (!used_.insert(number).second) number = (number + 1) % limit_;
  return number;
}

Sites::Sites(const Procedure& procedure) {
  const Shapes shapes(procedure);
  SiteNumbers instructions(kLimit), blocks(kLimit);
  for (const Block& block : procedure.blocks) {
    const size_t first = instructions_.size();
    for (const Instruction& instruction : block.instructions) {
      instructions_.push_back(instructions.Add(shapes.Of(instruction)));
    }
    blocks_.push_back(blocks.Add(block.instructions.empty() ? 0 : instructions_[first]));
  }
  instructions_.push_back(instructions.Add(0));
  for (uint32_t i = 0; i < instructions_.size(); ++i) instruction_at_[instructions_[i]] = i;
  for (uint32_t b = 0; b < blocks_.size(); ++b) block_at_[blocks_[b]] = b;
}

std::optional<uint32_t> Sites::InstructionAt(uint32_t site) const {
  return Find(instruction_at_, site);
}

std::optional<uint32_t> Sites::BlockAt(uint32_t site) const { return Find(block_at_, site); }

}  // namespace plait::ir
