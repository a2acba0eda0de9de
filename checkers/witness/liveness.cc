#include "checkers/witness/liveness.h"

#include <algorithm>

#include "analyzer/fixpoint/flow_graph.h"

namespace plait::witness {

Liveness::Liveness(const ir::Procedure& procedure)
    : words_((procedure.register_names.size() + 63) / 64) {
  const FlowGraph graph(procedure);
  size_t places = 0;
  for (const ir::Block& block : procedure.blocks) {
    first_.push_back(places);
    places += block.instructions.size() + 1;
  }
  live_.resize(places * words_);
  for (uint32_t b = 0; b < procedure.blocks.size(); ++b) {
    const ir::Block& block = procedure.blocks[b];
    std::vector<uint64_t> live(words_);
    const auto set = [&](ir::Register r, bool is_live) {
      const uint64_t bit = uint64_t{1} << r % 64;
      live[r / 64] = is_live ? live[r / 64] | bit : live[r / 64] & ~bit;
    };
    const auto read = [&](const ir::Operand& operand) {
      if (operand.kind == ir::Operand::Kind::kRegister) set(operand.value, true);
    };
    const auto keep = [&](size_t index) {
      std::copy(live.begin(), live.end(), live_.begin() + (first_[b] + index) * words_);
    };
    for (uint32_t next : graph.successors(b)) {
      for (ir::Register r = 0; r < procedure.register_names.size(); ++r) {
        if (graph.IsLiveIn(next, r)) set(r, true);
      }
    }
    read(block.terminator.condition);
    keep(block.instructions.size());
    for (size_t i = block.instructions.size(); i-- > 0;) {
      const ir::Instruction& instruction = block.instructions[i];
      if (instruction.result != ir::kNoRegister) set(instruction.result, false);
      ForEachRead(instruction, read);
      keep(i);
    }
  }
}

}  // namespace plait::witness
