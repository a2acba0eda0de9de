#include "checkers/residue_lock.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "checkers/offset_distance.h"

namespace plait {
namespace {

constexpr int64_t kMost = int64_t{1} << 24;

// The row of locks: lock r, from 0 to `count` - 1, lies `step` times r bytes behind `first`.
struct Row {
  AtomId base = kNothing;
  int64_t first = 0;
  int64_t step = 0;
  int64_t count = 0;
};

// How many bytes the lock's object has; 0 if that is not known.
int64_t SizeOf(const ThreadTree& tree, AtomId base) {
  const Atom& object = tree.terms().atom(base);
  if (object.kind != AtomKind::kGlobal) return 0;
  const ir::Global* global = tree.program().FindGlobal(object.name);
  return global == nullptr ? 0 : static_cast<int64_t>(global->size);
}

// By a lock whose number is one part of its address.
std::optional<Row> FindRow(ThreadTree& tree, TermId lock) {
  TermTable& terms = tree.terms();
  Row row;
  row.base = terms.Base(lock);
  if (row.base == kNothing) return std::nullopt;
  const Term offset = terms.term(terms.Offset(lock));
  if (offset.parts.size() != 1) return std::nullopt;
  row.step = offset.parts[0].coefficient;
  row.first = offset.constant;
  if (row.step <= 0 || row.step > kMost || std::abs(row.first) > kMost) return std::nullopt;
  const Atom& number = terms.atom(offset.parts[0].atom);
  if (number.kind == AtomKind::kRemainder) {
    row.count = Divisor::FromIndex(number.index).number;
  } else if (const int64_t size = SizeOf(tree, row.base); size > 0) {
    row.first = ((row.first % row.step) + row.step) % row.step;
    row.count = (size - row.first + row.step - 1) / row.step;
  }
  return row.count > 1 && row.count <= kMost ? std::optional(row) : std::nullopt;
}

// The number of the lock in the row, if it is sure to be one.
TermId NumberIn(ThreadTree& tree, const Row& row, TermId lock) {
  TermTable& terms = tree.terms();
  if (terms.Base(lock) != row.base) return kNothing;
  const Term offset = terms.term(terms.Offset(lock));
  Term number;
  if ((offset.constant - row.first) % row.step != 0) return kNothing;
  number.constant = (offset.constant - row.first) / row.step;
  for (const Part& part : offset.parts) {
    if (part.coefficient % row.step != 0 || terms.atom(part.atom).kind == AtomKind::kAny) {
      return kNothing;
    }
    number.parts.push_back({part.atom, part.coefficient / row.step});
  }
  if (number.is_constant()) {
    if (number.constant < 0 || number.constant >= row.count) return kNothing;
    return terms.InternTerm(std::move(number));
  }
  // A lock is not outside of its object.
  const int64_t size = SizeOf(tree, row.base);
  bool is_in_row = size > 0 && row.first < row.step && size <= row.first + row.count * row.step;
  if (number.parts.size() == 1 && number.parts[0].coefficient == 1 && number.constant == 0) {
    const Atom& atom = terms.atom(number.parts[0].atom);
    const Divisor by = Divisor::FromIndex(atom.index);
    is_in_row |= atom.kind == AtomKind::kRemainder && !by.is_signed && by.number > 0 &&
                 by.number <= row.count;
  }
  return is_in_row ? terms.InternTerm(std::move(number)) : static_cast<TermId>(kNothing);
}

// How many bytes an element lies further on for each number more in `number`; 0 if that cannot be
// told.
int64_t StrideBy(const TermTable& terms, TermId element, TermId number) {
  for (const Part& part : terms.term(number).parts) {
    const int64_t bytes = CoefficientOf(terms, element, part.atom);
    if (bytes != 0 && bytes % part.coefficient == 0) return bytes / part.coefficient;
  }
  return 0;
}

// How far behind an element whose number leaves what `number` leaves, if divided by the number of
// locks, the access is: between 0 and all of these elements.
std::optional<int64_t> OriginOf(TermTable& terms, TermId element, TermId number, int64_t stride,
                                int64_t round) {
  const Term rest = terms.term(terms.Subtract(element, terms.Multiply(number, stride)));
  for (const Part& part : rest.parts) {
    if (part.coefficient % round != 0 || terms.atom(part.atom).kind == AtomKind::kAny) {
      return std::nullopt;
    }
  }
  return ((rest.constant % round) + round) % round;
}

// What leaves the same as the number of the lock, if divided by the number of locks: the number
// itself, or what it is the remainder of.
std::vector<TermId> NumbersBehind(TermTable& terms, const Row& row, TermId number) {
  std::vector<TermId> numbers = {number};
  const Term& term = terms.term(number);
  if (term.parts.size() == 1 && term.parts[0].coefficient == 1 && term.constant == 0) {
    const Atom& atom = terms.atom(term.parts[0].atom);
    if (atom.kind == AtomKind::kRemainder &&
        Divisor::FromIndex(atom.index).number == static_cast<uint32_t>(row.count)) {
      numbers.push_back(atom.argument);
    }
  }
  return numbers;
}

bool AreOneLock(ThreadTree& tree, const Row& row, const SharedAccess& a, TermId x,
                const SharedAccess& b, TermId y) {
  TermTable& terms = tree.terms();
  const TermId p = NumberIn(tree, row, x), q = NumberIn(tree, row, y);
  if (p == kNothing || q == kNothing) return false;
  const TermId of_a = terms.Offset(a.resolved), of_b = terms.Offset(b.resolved);
  for (const TermId u : NumbersBehind(terms, row, p)) {
    for (const TermId v : NumbersBehind(terms, row, q)) {
      int64_t stride = StrideBy(terms, of_a, u);
      if (stride == 0) stride = StrideBy(terms, of_b, v);
      if (stride <= 0 || stride > kMost) continue;
      const int64_t round = stride * row.count;
      const auto from = OriginOf(terms, of_a, u, stride, round);
      const auto to = OriginOf(terms, of_b, v, stride, round);
      if (!from || !to) continue;
      const int64_t first = std::min(*from, *to);
      const int64_t end = std::max(*from + a.width, *to + b.width);
      if (end - first <= stride) return true;
    }
  }
  return false;
}

}  // namespace

bool SameByResidue(ThreadTree& tree, const SharedAccess& a, TermId x, const SharedAccess& b,
                   TermId y) {
  if (a.width == 0 || b.width == 0) return false;
  for (const TermId lock : {x, y}) {
    const std::optional<Row> row = FindRow(tree, lock);
    if (row && tree.IsSingleObject(row->base) && AreOneLock(tree, *row, a, x, b, y)) return true;
  }
  return false;
}

}  // namespace plait
