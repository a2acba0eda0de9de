// Integer arithmetic as C has it on the target: widths, signs, and what is undefined.
#ifndef PLAIT_CHECKERS_WITNESS_ARITHMETIC_H_
#define PLAIT_CHECKERS_WITNESS_ARITHMETIC_H_

#include <cstdint>
#include <optional>

#include "analyzer/ir/ir.h"

namespace plait::witness {

// The low `width` bytes, extended to 64 bits; 0 and more than 8 stand for 8.
int64_t Wrap(int64_t value, uint32_t width, bool is_signed);

// Nothing if the result is undefined: signed overflow, division by zero, a shift too far.
std::optional<int64_t> Apply(ir::Binary operation, int64_t a, int64_t b, uint32_t width,
                             bool is_signed);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_ARITHMETIC_H_
