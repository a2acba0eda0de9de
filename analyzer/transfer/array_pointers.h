// Which arrays the registers of a procedure point into: C keeps what is reckoned from the start of
// an array within it (C11 6.5.6 paragraph 8). What is known of an address by name alone does not
// say that: an array may begin where the structure around it does.
#ifndef PLAIT_ANALYZER_TRANSFER_ARRAY_POINTERS_H_
#define PLAIT_ANALYZER_TRANSFER_ARRAY_POINTERS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/ir/ir.h"
#include "summaries/term.h"

namespace plait {

class Environment;

class ArrayPointers {
 public:
  // `terms` is kept by reference.
  ArrayPointers(const ir::Procedure& procedure, const TermTable& terms,
                const Environment& environment);

  // The instruction made a pointer into an array of so many bytes that begins at `start`.
  void Note(uint32_t instruction, TermId start, int64_t bytes);

  struct Array {
    TermId start = kNothing;
    int64_t bytes = 0;
    friend bool operator==(const Array&, const Array&) = default;
  };
  // The array of known size that the address, reckoned from what the operand holds, is in; nullopt
  // if the operand may hold other pointers to that object, or not just one array is meant.
  std::optional<Array> ArrayOf(const ir::Operand& pointer, TermId address) const;

 private:
  // What a register holds: pointers that these instructions made, and perhaps others.
  struct Origins {
    std::vector<uint32_t> instructions;  // sorted
    bool is_open = false;
    bool Include(const Origins& other);  // whether that is more than before
  };
  void Follow(const ir::Procedure& procedure, const Environment& environment);
  Origins OriginsOf(const ir::Operand& operand) const;
  bool IsIn(TermId address, const Array& array) const;

  const TermTable& terms_;
  absl::flat_hash_map<ir::Register, Origins> origins_;
  absl::flat_hash_map<uint32_t, std::vector<Array>> arrays_;  // by instruction
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_ARRAY_POINTERS_H_
