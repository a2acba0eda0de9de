#include "analyzer/transfer/row_locks.h"

#include <algorithm>
#include <cstdlib>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/loop.h"
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

}  // namespace

void AddToRows(Frame& frame, uint32_t head, bool first, State* state) {
  TermTable& terms = frame.terms;
  const AtomId iteration = frame.IterationOf(head);
  const TermId turn = terms.Of(iteration), bound = BoundIndex(terms);
  std::vector<HeldLock>& held = state->point.held;
  std::vector<HeldLock> rows;
  std::erase_if(held, [&](const HeldLock& lock) {
    if (lock.kind != LockKind::kLock || !lock.certain || lock.is_doubtful ||
        !terms.Mentions(lock.lock, iteration)) {
      return false;
    }
    HeldLock row = lock;
    row.kind = LockKind::kRow;
    row.lock = terms.Substitute(lock.lock,
                                [&](AtomId atom) { return atom == iteration ? bound : kNothing; });
    row.number = terms.AddConstant(turn, 1);
    row.depth = 1;
    row.may_be_deeper = false;
    if (StrideOf(terms, row.lock) == 0 || OldVersion(frame, head, row.lock) != row.lock) {
      return false;
    }
    const auto is_before = [&](const HeldLock& other) {
      return other.kind == LockKind::kRow && other.lock == row.lock && other.number == turn;
    };
    const auto before = absl::c_find_if(held, is_before);
    if (before == held.end() && !first) return false;
    if (before != held.end()) row.mode = std::min(row.mode, before->mode);
    rows.push_back(row);
    return true;
  });
  for (const HeldLock& row : rows) {
    std::erase_if(held, [&](const HeldLock& other) {
      return other.kind == LockKind::kRow && other.lock == row.lock;
    });
    InsertSorted(&held, row);
  }
}

void DropLostRows(std::vector<HeldLock>* held) {
  std::erase_if(*held,
                [](const HeldLock& lock) { return lock.kind == LockKind::kRow && !lock.certain; });
}

PointId WithLocksOfRows(Frame& frame, const State& state, const Access& access) {
  TermTable& terms = frame.terms;
  const auto is_row = [](const HeldLock& lock) {
    return lock.kind == LockKind::kRow && lock.certain;
  };
  if (absl::c_none_of(frame.summary.points[access.point].held, is_row)) return access.point;
  Point point = frame.summary.points[access.point];
  const std::vector<HeldLock> held = point.held;
  for (const HeldLock& row : held) {
    if (!is_row(row) || StrideOf(terms, row.lock) == 0) continue;
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
    const bool is_known = absl::c_any_of(point.held, [&](const HeldLock& other) {
      return other.lock == lock.lock && other.kind == lock.kind;
    });
    if (!is_known) InsertSorted(&point.held, lock);
  }
  return frame.point_ids.FindOrAdd(point, &frame.summary.points);
}

}  // namespace plait
