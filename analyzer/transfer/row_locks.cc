#include "analyzer/transfer/row_locks.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/loop.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
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

}  // namespace plait
