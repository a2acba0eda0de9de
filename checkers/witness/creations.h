// Whether threads may still be created behind a place in a program.
#ifndef PLAIT_CHECKERS_WITNESS_CREATIONS_H_
#define PLAIT_CHECKERS_WITNESS_CREATIONS_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "checkers/witness/executable.h"

namespace plait::witness {

// Calls through pointers, functions that call others back, and those of which nothing is known may.
class Creations {
 public:
  // Kept by reference.
  explicit Creations(Executable& executable) : executable_(executable) {}

  // From an instruction of a block on, up to the end of the procedure.
  bool MayComeBehind(const Code& code, uint32_t block, uint32_t index);

 private:
  // Bodies that are called, or whose address is taken, are added to `entered`.
  bool MayCreate(const Code& code, const ir::Instruction& instruction,
                 std::vector<uint32_t>* entered) const;
  bool MayComeIn(uint32_t definition);

  Executable& executable_;
  absl::flat_hash_map<uint32_t, bool> known_;  // by definition
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_CREATIONS_H_
