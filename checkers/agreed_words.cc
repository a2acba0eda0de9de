#include "checkers/agreed_words.h"

#include <algorithm>

#include "absl/algorithm/container.h"

namespace plait {

bool AgreedWords::MayAgree(const SharedAccess& a, const SharedAccess& b) {
  return IsReadBy(b.node, a) && IsReadBy(a.node, b);
}

// Whether threads of the node read atomically what has been written before the access.
bool AgreedWords::IsReadBy(uint32_t node, const SharedAccess& teller) {
  const ThreadPoint& point = tree_.nodes()[teller.node].points[teller.point];
  return absl::c_any_of(point.announced, [&](TermId cell) {
    const AtomId object = tree_.terms().Base(cell);
    if (object == kNothing) return false;
    const auto accesses = accesses_.find(ObjectKey(tree_.terms(), object));
    return accesses != accesses_.end() &&
           absl::c_any_of(accesses->second, [&](const SharedAccess& read) {
             return read.node == node && read.is_atomic && read.kind == AccessKind::kRead;
           });
  });
}

}  // namespace plait
