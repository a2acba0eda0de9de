#include "checkers/witness/same_blocks.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace plait::witness {
namespace {

// Written at one place, and of the same effect.
bool AreTheSame(const ir::Instruction& a, const ir::Instruction& b) {
  const auto key = [](const ir::Instruction& i) {
    return std::make_tuple(i.opcode, i.binary, i.ordering, i.is_volatile, i.is_signed,
                           i.result_is_old, i.is_weak, i.new_value, i.kind, i.width, i.result,
                           i.location.file, i.location.line, i.location.column);
  };
  return key(a) == key(b) && a.place == b.place && a.source == b.source && a.a == b.a &&
         a.b == b.b && a.callee == b.callee && a.arguments == b.arguments;
}

// Whether they are the same but for where they lead.
bool LookTheSame(const ir::Block& a, const ir::Block& b) {
  const ir::Terminator &x = a.terminator, &y = b.terminator;
  return x.kind == y.kind && x.condition == y.condition && x.targets.size() == y.targets.size() &&
         std::equal(x.cases.begin(), x.cases.end(), y.cases.begin(), y.cases.end(),
                    [](const ir::SwitchCase& c, const ir::SwitchCase& d) {
                      return c.low == d.low && c.high == d.high;
                    }) &&
         std::equal(a.instructions.begin(), a.instructions.end(), b.instructions.begin(),
                    b.instructions.end(), AreTheSame);
}

}  // namespace

// The coarsest partition in which blocks of one class lead to the same classes.
std::vector<uint32_t> FindSameBlocks(const ir::Procedure& procedure) {
  const std::vector<ir::Block>& blocks = procedure.blocks;
  std::vector<uint32_t> same(blocks.size());
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    same[b] = 0;
    while (!LookTheSame(blocks[same[b]], blocks[b])) ++same[b];
  }
  for (bool changed = true; changed;) {
    std::map<std::vector<uint32_t>, uint32_t> classes;
    std::vector<uint32_t> refined(blocks.size());
    for (uint32_t b = 0; b < blocks.size(); ++b) {
      std::vector<uint32_t> key = {same[b]};
      for (uint32_t target : blocks[b].terminator.targets) key.push_back(same[target]);
      for (const ir::SwitchCase& one : blocks[b].terminator.cases) {
        key.push_back(same[one.target]);
      }
      refined[b] = classes.try_emplace(std::move(key), b).first->second;
    }
    changed = refined != same;
    same = std::move(refined);
  }
  return same;
}

}  // namespace plait::witness
