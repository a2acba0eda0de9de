#include "checkers/witness/arithmetic.h"

#include <algorithm>
#include <limits>

namespace plait::witness {
namespace {

using ir::Binary;

uint32_t BitsOf(uint32_t width) { return width == 0 || width > 8 ? 64 : 8 * width; }

std::optional<int64_t> Checked(bool overflows, int64_t value, uint32_t width, bool is_signed) {
  if (!is_signed) return Wrap(value, width, false);
  if (overflows || Wrap(value, width, true) != value) return std::nullopt;
  return value;
}

std::optional<int64_t> Divide(Binary operation, int64_t a, int64_t b, uint32_t width,
                              bool is_signed) {
  if (b == 0) return std::nullopt;
  const bool is_quotient = operation == Binary::kDiv;
  if (!is_signed) {
    const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
    return Wrap(static_cast<int64_t>(is_quotient ? x / y : x % y), width, false);
  }
  if (b == -1 && a == std::numeric_limits<int64_t>::min()) return std::nullopt;
  return Checked(false, is_quotient ? a / b : a % b, width, true);
}

std::optional<int64_t> Shift(Binary operation, int64_t a, int64_t b, uint32_t width,
                             bool is_signed) {
  if (b < 0 || b >= BitsOf(width)) return std::nullopt;
  if (operation == Binary::kShl) {
    return Wrap(static_cast<int64_t>(static_cast<uint64_t>(a) << b), width, is_signed);
  }
  return is_signed ? a >> b : static_cast<int64_t>(static_cast<uint64_t>(a) >> b);
}

bool Less(int64_t a, int64_t b, bool is_signed) {
  return is_signed ? a < b : static_cast<uint64_t>(a) < static_cast<uint64_t>(b);
}

}  // namespace

int64_t Wrap(int64_t value, uint32_t width, bool is_signed) {
  const uint32_t unused = 64 - BitsOf(width);
  const uint64_t shifted = static_cast<uint64_t>(value) << unused;
  return is_signed ? static_cast<int64_t>(shifted) >> unused
                   : static_cast<int64_t>(shifted >> unused);
}

std::optional<int64_t> Apply(Binary operation, int64_t a, int64_t b, uint32_t width,
                             bool is_signed) {
  int64_t result = 0;
  switch (operation) {
    case Binary::kAdd: {
      const bool overflows = __builtin_add_overflow(a, b, &result);
      return Checked(overflows, result, width, is_signed);
    }
    case Binary::kSub: {
      const bool overflows = __builtin_sub_overflow(a, b, &result);
      return Checked(overflows, result, width, is_signed);
    }
    case Binary::kMul: {
      const bool overflows = __builtin_mul_overflow(a, b, &result);
      return Checked(overflows, result, width, is_signed);
    }
    case Binary::kDiv:
    case Binary::kRem:
      return Divide(operation, a, b, width, is_signed);
    case Binary::kShl:
    case Binary::kShr:
      return Shift(operation, a, b, width, is_signed);
    case Binary::kAnd:
      return Wrap(a & b, width, is_signed);
    case Binary::kOr:
      return Wrap(a | b, width, is_signed);
    case Binary::kXor:
      return Wrap(a ^ b, width, is_signed);
    case Binary::kNand:
      return Wrap(~(a & b), width, is_signed);
    case Binary::kEq:
      return a == b;
    case Binary::kNe:
      return a != b;
    case Binary::kLt:
      return Less(a, b, is_signed);
    case Binary::kLe:
      return !Less(b, a, is_signed);
    case Binary::kGt:
      return Less(b, a, is_signed);
    case Binary::kGe:
      return !Less(a, b, is_signed);
    case Binary::kExchange:
      return Wrap(b, width, is_signed);
    case Binary::kMin:
      return Less(b, a, is_signed) ? b : a;
    case Binary::kMax:
      return Less(a, b, is_signed) ? b : a;
    case Binary::kPointerDifference:
      return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  }
  return std::nullopt;
}

}  // namespace plait::witness
