#include "analyzer/transfer/access_locks.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/select.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// The number of the element, of those that a row of locks guards, that the access is to or that
// goes by its number in another array; and how many bytes of the accessed array belong to each.
struct ElementNumber {
  TermId number = kNothing;
  int64_t stride = 0;
};

ElementNumber NumberOf(Frame& frame, TermId row, TermId address) {
  TermTable& terms = frame.terms;
  const int64_t stride = std::abs(StrideOf(terms, row));
  if (terms.Base(row) == terms.Base(address)) {
    const int64_t distance = terms.term(address).constant - terms.term(row).constant;
    const int64_t behind = ((distance % stride) + stride) % stride;
    return {IndexOf(terms, row, terms.AddConstant(address, -behind)), stride};
  }
  const Term offset = terms.term(terms.Offset(address));
  if (offset.parts.size() != 1 || offset.parts[0].coefficient <= 0 ||
      terms.atom(offset.parts[0].atom).kind == AtomKind::kAny) {
    return {};
  }
  const int64_t bytes = offset.parts[0].coefficient;
  if (offset.constant < 0) return {};
  return {terms.AddConstant(terms.Of(offset.parts[0].atom), offset.constant / bytes), bytes};
}

// Whether element `of.number` is one of the first `count`, whichever turn accesses it.
bool IsAmong(Frame& frame, const State& state, const Access& access, const ElementNumber& of,
             TermId count) {
  TermTable& terms = frame.terms;
  if (Decide(frame, state, Relation::kLessEqual, kZero, of.number) == true &&
      Decide(frame, state, Relation::kLess, of.number, count) == true) {
    return true;
  }
  // Where element 0 would be accessed.
  const TermId start = terms.Subtract(access.address, terms.Multiply(of.number, of.stride));
  const TermId past = terms.Add(start, terms.Multiply(count, of.stride));
  if (access.first != kNothing && access.width != 0) {
    const auto before = terms.ConstantDifference(access.first, start);
    const auto behind = terms.ConstantDifference(past, access.end);
    if (before && *before >= 0 && behind && *behind + access.width >= of.stride) return true;
  }
  const Reach reach = frame.reaches.Of(access.address);
  const auto number = terms.ConstantValue(count);
  const auto offset = terms.ConstantValue(terms.Offset(start));
  return reach.is_known() && number && offset && reach.first >= *offset &&
         reach.last < *offset + *number * of.stride;
}

// Whether the lock is one of several, by numbers.
bool HasNumber(const TermTable& terms, TermId lock) {
  return terms.AnyAtomIn(lock, [&](AtomId atom) { return BaseRank(terms.atom(atom)) == 0; });
}

// The lock of each row that guards the element that the access is to, or the first one.
void AddLocksOfRows(Frame& frame, const State& state, const Access& access,
                    const std::vector<HeldLock>& held, std::vector<HeldLock>* more) {
  TermTable& terms = frame.terms;
  for (const HeldLock& row : held) {
    if (row.kind != LockKind::kRow || StrideOf(terms, row.lock) == 0) continue;
    const ElementNumber of = NumberOf(frame, row.lock, access.address);
    const bool is_of_element =
        of.number != kNothing && IsAmong(frame, state, access, of, row.number);
    if (!is_of_element && Decide(frame, state, Relation::kLess, kZero, row.number) != true) {
      continue;
    }
    HeldLock lock = row;
    lock.kind = LockKind::kLock;
    lock.lock = AtIndex(terms, row.lock, is_of_element ? of.number : kZero);
    lock.number = kZero;
    more->push_back(lock);
  }
}

// Of two locks that are one and the other, or the other and the one, as a condition says: both. So
// are those of the lesser and of the greater of two numbers.
void AddExchanged(Frame& frame, const std::vector<HeldLock>& held, std::vector<HeldLock>* more) {
  TermTable& terms = frame.terms;
  for (size_t i = 0; i < held.size(); ++i) {
    if (held[i].kind != LockKind::kLock) continue;
    for (const TermId condition : SelectConditions(terms, held[i].lock)) {
      const TermId one = WhereSelected(terms, held[i].lock, condition, false);
      const TermId other = WhereSelected(terms, held[i].lock, condition, true);
      for (size_t k = i + 1; k < held.size(); ++k) {
        if (held[k].kind != LockKind::kLock ||
            WhereSelected(terms, held[k].lock, condition, true) != one ||
            WhereSelected(terms, held[k].lock, condition, false) != other) {
          continue;
        }
        for (const TermId name : {one, other}) {
          HeldLock lock = held[i];
          lock.lock = name;
          lock.mode = std::min(held[i].mode, held[k].mode);
          lock.depth = 1;
          more->push_back(lock);
        }
      }
    }
  }
}

// What two names of one number differ by, as branches tell: 0, though the terms are not the same.
std::vector<TermId> KnownEqualities(Frame& frame, const State& state) {
  TermTable& terms = frame.terms;
  constexpr uint32_t kLoaded = TermTable::KindBit(AtomKind::kInitial) |
                               TermTable::KindBit(AtomKind::kShared) |
                               TermTable::KindBit(AtomKind::kPhi);
  std::vector<TermId> equal;
  for (const Fact& fact : state.facts) {
    const Atom atom = terms.atom(fact.atom);
    const bool is_told =
        atom.kind == AtomKind::kComparison && fact.range.low == fact.range.high &&
        (fact.epoch == state.epoch || (terms.KindsIn(atom.argument) & kLoaded) == 0);
    if (!is_told) continue;
    // Numbers that are neither less nor greater, whichever was asked first.
    const bool is_equal =
        static_cast<Relation>(atom.index) == Relation::kEqual
            ? fact.range.low == 1
            : Decide(frame, state, Relation::kLessEqual, atom.argument, kZero) == true &&
                  Decide(frame, state, Relation::kLessEqual, kZero, atom.argument) == true;
    if (!is_equal) continue;
    InsertSorted(&equal, atom.argument);
  }
  return equal;
}

// Locks of which a number is in the name that is the same as another one.
void AddEqual(Frame& frame, const State& state, const std::vector<HeldLock>& held,
              std::vector<HeldLock>* more) {
  TermTable& terms = frame.terms;
  for (const TermId equality : KnownEqualities(frame, state)) {
    const Term difference = terms.term(equality);
    for (const Part& part : difference.parts) {
      if (std::abs(part.coefficient) != 1 || BaseRank(terms.atom(part.atom)) != 0) continue;
      const TermId rest =
          terms.Subtract(terms.Multiply(terms.Of(part.atom), part.coefficient), equality);
      const TermId other = terms.Multiply(rest, part.coefficient);
      for (const HeldLock& known : held) {
        if (known.kind != LockKind::kLock || !terms.Mentions(known.lock, part.atom)) continue;
        HeldLock lock = known;
        lock.lock = terms.Substitute(
            known.lock, [&](AtomId atom) { return atom == part.atom ? other : kNothing; });
        if (lock.lock != known.lock) more->push_back(lock);
      }
    }
  }
}

}  // namespace

PointId WithLocksOf(Frame& frame, const State& state, const Access& access) {
  TermTable& terms = frame.terms;
  std::vector<HeldLock> held = frame.summary.points[access.point].held;
  std::erase_if(held, [&](const HeldLock& lock) {
    const bool has_number = lock.kind == LockKind::kRow ||
                            (lock.kind == LockKind::kLock && HasNumber(terms, lock.lock));
    return !lock.certain || lock.is_doubtful || !has_number;
  });
  if (held.empty()) return access.point;
  std::vector<HeldLock> more;
  AddLocksOfRows(frame, state, access, held, &more);
  AddExchanged(frame, held, &more);
  AddEqual(frame, state, held, &more);
  if (more.empty()) return access.point;
  Point point = frame.summary.points[access.point];
  for (const HeldLock& lock : more) {
    const bool is_known = absl::c_any_of(point.held, [&](const HeldLock& other) {
      return other.lock == lock.lock && other.kind == lock.kind;
    });
    if (!is_known) InsertSorted(&point.held, lock);
  }
  return frame.point_ids.FindOrAdd(point, &frame.summary.points);
}

}  // namespace plait
