// What may still be called behind a place in a program.
#ifndef PLAIT_CHECKERS_WITNESS_CALLS_AHEAD_H_
#define PLAIT_CHECKERS_WITNESS_CALLS_AHEAD_H_

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "checkers/witness/executable.h"

namespace plait::witness {

// Calls through pointers, functions that call others back, and those of which nothing is known may
// create threads. Who creates threads, or may, is also taken to come to barriers.
class CallsAhead {
 public:
  // Kept by reference.
  explicit CallsAhead(Executable& executable) : executable_(executable) {}

  // From an instruction of a block on, up to the end of the procedure.
  bool MayCome(Ahead what, const Code& code, uint32_t block, uint32_t index);

 private:
  bool FindBehind(Ahead what, const Code& code, uint32_t block, uint32_t index);
  // Bodies that are called, or whose address is taken, are added to `entered`.
  bool IsOne(Ahead what, const Code& code, const ir::Instruction& instruction,
             std::vector<uint32_t>* entered) const;
  bool MayComeIn(Ahead what, uint32_t definition);

  Executable& executable_;
  absl::flat_hash_map<std::pair<Ahead, uint32_t>, bool> in_;  // by definition
  absl::flat_hash_map<std::tuple<Ahead, uint32_t, uint32_t, uint32_t>, bool> behind_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_CALLS_AHEAD_H_
