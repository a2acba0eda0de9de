#include "analyzer/transfer/compared_types.h"

#include <cstdint>
#include <functional>
#include <numeric>

namespace plait {
namespace {

struct Views {
  bool is_signed = false;
  bool is_unsigned = false;
  bool is_cut = false;                      // converted to fewer bytes on the way
  ir::Register compared = ir::kNoRegister;  // one that is compared
  bool are_several_compared = false;

  void Add(ir::Register r) {
    are_several_compared |= compared != ir::kNoRegister && compared != r;
    compared = r;
  }
  bool AreSeveral() const { return (is_signed && is_unsigned) || (is_cut && are_several_compared); }
};

bool IsComparison(const ir::Instruction& i) {
  return i.opcode == ir::Opcode::kBinary && i.binary >= ir::Binary::kEq &&
         i.binary <= ir::Binary::kGe;
}

}  // namespace

std::vector<bool> FindReinterpreted(const ir::Procedure& procedure) {
  const size_t registers = procedure.register_names.size();
  std::vector<ir::Register> parents(registers);
  std::iota(parents.begin(), parents.end(), 0);
  const auto root = [&](ir::Register r) {
    while (parents[r] != r) r = parents[r] = parents[parents[r]];
    return r;
  };
  const auto for_each = [&](const std::function<void(const ir::Instruction&)>& visit) {
    for (const ir::Block& block : procedure.blocks) {
      for (const ir::Instruction& i : block.instructions) visit(i);
    }
  };
  for_each([&](const ir::Instruction& i) {
    const bool is_copy = i.opcode == ir::Opcode::kAssign || i.opcode == ir::Opcode::kTruncate;
    if (!is_copy || i.a.kind != ir::Operand::Kind::kRegister) return;
    parents[root(i.result)] = root(static_cast<ir::Register>(i.a.value));
  });
  std::vector<Views> views(registers);
  for_each([&](const ir::Instruction& i) {
    if (i.opcode == ir::Opcode::kTruncate) views[root(i.result)].is_cut = true;
    if (!IsComparison(i)) return;
    for (const ir::Operand* operand : {&i.a, &i.b}) {
      if (operand->kind != ir::Operand::Kind::kRegister) continue;
      const auto r = static_cast<ir::Register>(operand->value);
      Views& seen = views[root(r)];
      seen.Add(r);
      const bool is_ordered = i.binary != ir::Binary::kEq && i.binary != ir::Binary::kNe;
      seen.is_signed |= is_ordered && i.is_signed;
      seen.is_unsigned |= is_ordered && !i.is_signed;
    }
  });
  std::vector<bool> found(registers);
  for (ir::Register r = 0; r < registers; ++r) found[r] = views[root(r)].AreSeveral();
  return found;
}

}  // namespace plait
