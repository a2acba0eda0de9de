// What of a procedure's numbers an exploration can do without.
#ifndef PLAIT_CHECKERS_WITNESS_COUNTERS_H_
#define PLAIT_CHECKERS_WITNESS_COUNTERS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::witness {

class Counters {
 public:
  explicit Counters(const ir::Procedure& procedure);

  // Whether nothing depends on what the register holds: it is stored and returned at most.
  bool IsData(ir::Register r) const { return is_data_[r]; }
  // The same, and it is not returned.
  bool IsStoredOnly(ir::Register r) const { return is_stored_[r]; }

  // Whether what the register holds decides nothing and goes into no address, as far as the
  // procedure shows: others may.
  bool IsPassedOnOnly(ir::Register r) const { return is_passed_on_[r]; }
  // The same, and it is not returned.
  bool IsKeptOnly(ir::Register r) const { return is_kept_[r]; }
  // Whether it goes into no address, and is not returned.
  bool IsNoIndex(ir::Register r) const { return is_no_index_[r]; }

  // Whether it is made by arithmetic, rather than chosen or compared.
  bool IsReckoned(ir::Register r) const { return is_reckoned_[r]; }

  // Whether it is counted with in a loop, for branches alone.
  bool IsCount(ir::Register r) const { return is_count_[r] && decides_[r]; }

  // Whether it is compared only, with constants and with counts that go into no address.
  bool IsBoundOnly(ir::Register r) const { return is_bound_[r]; }

  // Whether it counts turns of a loop up to what is no constant.
  bool IsOpenCount(ir::Register r) const { return is_open_[r]; }
  // What an open count is compared with last, if that is in a register; else kNoRegister.
  ir::Register BoundOf(ir::Register r) const { return bounds_[r]; }

  static constexpr size_t kMostParameters = 64;  // that are told apart
  // The parameters (bit by index) that it is copied from, if from nothing but these and constants.
  std::optional<uint64_t> ChosenFrom(ir::Register r) const {
    return is_chosen_[r] ? std::optional(chosen_from_[r]) : std::nullopt;
  }

  // Where what is reckoned goes.
  enum class Use : uint8_t {
    kBranch,          // to branches alone
    kBranchOrReturn,  // also to who called the procedure
    kNumber,          // anywhere but into an address
  };
  // Whether the result of the instruction is reckoned from what the register held before, and goes
  // nowhere else.
  bool Counts(const ir::Instruction& instruction, Use use) const {
    const std::vector<bool>& goes_there = use == Use::kBranch           ? decides_
                                          : use == Use::kBranchOrReturn ? decides_or_returns_
                                                                        : is_number_;
    return instruction.result != ir::kNoRegister && steps_[instruction.result] &&
           goes_there[instruction.result];
  }

 private:
  // What a register is read for, beside being returned.
  enum class Goal : uint8_t {
    kBranch,  // branches
    kStore,   // plain stores
    kNumber,  // all but addresses
    kPassOn,  // all but addresses, branches and variables of the procedure's own
  };
  void FindSteps(const ir::Procedure& procedure);
  void FindChosen(const ir::Procedure& procedure);
  void FindBounds(const ir::Procedure& procedure);
  // Registers that are read for the goal alone.
  static std::vector<bool> FindReadFor(const ir::Procedure& procedure, Goal goal, bool may_return);

  std::vector<bool> steps_;    // by register: reckoned from itself
  std::vector<bool> decides_;  // read by branches and by what goes to branches alone
  std::vector<bool> decides_or_returns_;
  std::vector<bool> is_number_;    // in no address
  std::vector<bool> is_no_index_;  // and not returned
  std::vector<bool> is_passed_on_;
  std::vector<bool> is_kept_;  // passed on, and not returned
  std::vector<bool> is_data_;
  std::vector<bool> is_stored_;  // data, and not returned
  std::vector<bool> is_reckoned_;
  std::vector<bool> is_count_;
  std::vector<bool> is_chosen_;        // copied from constants and parameters alone
  std::vector<uint64_t> chosen_from_;  // from these parameters
  std::vector<bool> is_open_;
  std::vector<ir::Register> bounds_;
  std::vector<bool> is_bound_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_COUNTERS_H_
