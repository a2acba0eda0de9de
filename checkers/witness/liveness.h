// Which registers of a procedure may still be read at a place in it.
#ifndef PLAIT_CHECKERS_WITNESS_LIVENESS_H_
#define PLAIT_CHECKERS_WITNESS_LIVENESS_H_

#include <cstdint>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::witness {

class Liveness {
 public:
  explicit Liveness(const ir::Procedure& procedure);

  // Before the instruction with that index in its block, or before the block's end.
  bool IsLive(uint32_t block, uint32_t index, ir::Register r) const {
    return live_[(first_[block] + index) * words_ + r / 64] >> r % 64 & 1;
  }

 private:
  const size_t words_;          // of a set of registers
  std::vector<size_t> first_;   // by block: number of its first place
  std::vector<uint64_t> live_;  // by place, a bit for each register
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_LIVENESS_H_
