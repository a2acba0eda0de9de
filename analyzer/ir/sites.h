// Numbers for the places of a procedure that an edit elsewhere in it leaves alone.
//
// Summaries name the objects, threads, calls and values that a procedure makes by where it makes
// them. Named by position, all after an added statement would have other names, and every caller
// would have to be analysed again.
#ifndef PLAIT_ANALYZER_IR_SITES_H_
#define PLAIT_ANALYZER_IR_SITES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/ir/ir.h"

namespace plait::ir {

// Different numbers for the hashes given, one after the other: below `limit`, the hash itself where
// it is free, else the next free number; once half of them are taken, from `limit` on.
class SiteNumbers {
 public:
  explicit SiteNumbers(uint32_t limit) : limit_(limit) {}
  uint32_t Add(uint64_t hash);

 private:
  const uint32_t limit_;
  uint32_t beyond_ = 0;  // numbers given from the limit on
  absl::flat_hash_set<uint32_t> used_;
};

class Sites {
 public:
  static constexpr uint32_t kLimit = 1u << 20;  // of procedures with up to half as many
                                                // instructions, all numbers are below it

  // A procedure and its analysed form (analyzer/ir/analysed_form.h) have the same sites. The
  // number of an instruction comes from what it does and how many like it come before; that of a
  // block from its first instruction.
  explicit Sites(const Procedure& procedure);

  // `instruction`: its position, counted through all blocks; or their number, the end.
  uint32_t OfInstruction(uint32_t instruction) const { return instructions_[instruction]; }
  uint32_t OfBlock(uint32_t block) const { return blocks_[block]; }

  // The position; nothing if there is none of that site.
  std::optional<uint32_t> InstructionAt(uint32_t site) const;
  std::optional<uint32_t> BlockAt(uint32_t site) const;

 private:
  std::vector<uint32_t> instructions_;
  std::vector<uint32_t> blocks_;
  absl::flat_hash_map<uint32_t, uint32_t> instruction_at_;
  absl::flat_hash_map<uint32_t, uint32_t> block_at_;
};

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_SITES_H_
