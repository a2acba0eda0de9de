#include "analyzer/transfer/parity.h"

#include <algorithm>
#include <vector>

#include "analyzer/transfer/arithmetic.h"

namespace plait {
namespace {

// What is left of numbers if only their lowest bits are looked at: the sum of atoms and 0 or 1.
struct LowBit {
  bool is_one = false;
  std::vector<AtomId> atoms;  // sorted
};

void AddLowBit(const TermTable& terms, TermId number, LowBit* sum) {
  const Term& term = terms.term(number);
  sum->is_one ^= term.constant % 2 != 0;
  for (const Part& part : term.parts) {
    if (part.coefficient % 2 == 0) continue;
    const Atom& atom = terms.atom(part.atom);
    const Divisor divisor = Divisor::FromIndex(atom.index);
    // What is left of a number by an even one is odd if it is.
    if (atom.kind == AtomKind::kRemainder && divisor.number != 0 && divisor.number % 2 == 0) {
      AddLowBit(terms, atom.argument, sum);
      continue;
    }
    const auto at = std::lower_bound(sum->atoms.begin(), sum->atoms.end(), part.atom);
    if (at != sum->atoms.end() && *at == part.atom) {
      sum->atoms.erase(at);
    } else {
      sum->atoms.insert(at, part.atom);
    }
  }
}

TermId Remainder(Frame& frame, TermId number, int64_t divisor, bool is_signed, uint32_t width) {
  return frame.terms.Divide(AtomKind::kRemainder, number,
                            {static_cast<uint32_t>(divisor), is_signed, width > 4});
}

}  // namespace

std::optional<bool> IsOdd(Frame& frame, const State& state, TermId number, uint32_t width) {
  TermTable& terms = frame.terms;
  if (terms.Base(number) != kNothing || terms.MentionsKind(number, AtomKind::kAny)) {
    return std::nullopt;
  }
  LowBit bit;
  AddLowBit(terms, number, &bit);
  if (bit.atoms.empty()) return bit.is_one;
  if (bit.atoms.size() > 1) return std::nullopt;
  for (const bool is_signed : {false, true}) {
    const TermId rest = Remainder(frame, terms.Of(bit.atoms[0]), 2, is_signed, width);
    const Range range = RangeOf(frame, state, rest);
    if (range.low == 0 && range.high == 0) return bit.is_one;
    if (range.nonzero || range.low > 0 || range.high < 0) return !bit.is_one;
  }
  return std::nullopt;
}

TermId WithLowBits(Frame& frame, const State& state, ir::Binary op, TermId number, int64_t mask,
                   uint32_t width) {
  TermTable& terms = frame.terms;
  if (terms.Base(number) != kNothing || terms.IsAny(number)) return kNothing;
  if (op == ir::Binary::kAnd) {
    const int64_t all = width < 8 ? (int64_t{1} << (8 * width)) - 1 : -1;
    const int64_t cleared = ~mask & all;  // a mask of the lowest bits
    if (cleared <= 0 || cleared >= Divisor::kMax || (cleared & (cleared + 1)) != 0) return kNothing;
    return terms.Subtract(number,
                          Remainder(frame, number, cleared + 1, /*is_signed=*/false, width));
  }
  if (mask != 1 || (op != ir::Binary::kOr && op != ir::Binary::kXor)) return kNothing;
  const std::optional<bool> is_odd = IsOdd(frame, state, number, width);
  if (is_odd == false) return terms.AddConstant(number, 1);
  if (is_odd == true) return terms.AddConstant(number, op == ir::Binary::kOr ? 0 : -1);
  if (op == ir::Binary::kXor) {
    const Range range = RangeOf(frame, state, number);
    if (range.low >= 0 && range.high <= 1) return terms.Subtract(terms.Constant(1), number);
  }
  return kNothing;
}

}  // namespace plait
