// Which parts of a loop run in every turn, as far as the program itself decides on it.
#ifndef PLAIT_ANALYZER_TRANSFER_REPEATS_H_
#define PLAIT_ANALYZER_TRANSFER_REPEATS_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/domain/state.h"
#include "analyzer/ir/ir.h"
#include "summaries/term.h"

namespace plait {

class Frame;

class LoopTurns {
 public:
  LoopTurns(const Frame& frame, uint32_t head);

  // True if all that decides on whether a turn comes to the block is the same in every turn, or
  // comes from outside of the program, or is the count of turns that ends the loop. A number that
  // earlier turns have changed, or that counts them, is neither. The block is in the loop.
  bool ComesEveryTurn(uint32_t block);

  // True if the loop may go on for a second turn, as `state` of the first one knows the counts that
  // end it.
  bool MayGoOn(Frame& frame, const State& state) const;

 private:
  std::vector<bool> LeadingTo(uint32_t block) const;
  bool Leaves(uint32_t block) const;
  bool IsExternal(const ir::Instruction& call) const;
  bool IsFree(const ir::Operand& value) const;
  bool IsWritten(const ir::Place& place) const;
  // The test of a counter that decides whether the loop goes on; nullptr if it is none.
  const ir::Instruction* TestOfCount(const ir::Operand& condition) const;
  const ir::Instruction* OnlyMaker(const ir::Operand& value) const;
  const ir::Instruction* MakerPastCopies(const ir::Operand& value) const;
  int64_t StepOf(const ir::Operand& value) const;
  TermId ValueOf(const Frame& frame, const State& state, const ir::Operand& operand) const;

  const Frame& frame_;
  const uint32_t head_;
  absl::flat_hash_map<ir::Register, std::vector<const ir::Instruction*>> makers_;  // in the loop
  absl::flat_hash_set<std::pair<ir::Operand::Kind, int64_t>> written_;             // variables
  bool writes_unknown_ = false;                     // through pointers, or in callees
  absl::flat_hash_map<uint32_t, bool> every_turn_;  // by block, once asked for
};

// True if the block, which `state` has come to, is in a loop of which some run makes two turns with
// the block.
bool SurelyRepeats(Frame& frame, const State& state, uint32_t block);

// True if a thread that runs at the point was started by earlier turns of a loop around the block
// that is being analysed, and such a turn may keep a later one from coming there.
bool MayBeKept(Frame& frame, const Point& point);

// The same of what a call there may come to: `inside`, its point in the callee.
bool MayBeKept(Frame& frame, const Point& point, const Point& inside);

// True if the address counts the turns of a loop around the block that is being analysed, and not
// all turns come there.
bool IsPickedByTurn(Frame& frame, TermId address);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_REPEATS_H_
