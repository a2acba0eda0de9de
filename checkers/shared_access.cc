#include "checkers/shared_access.h"

namespace plait {

bool LiesApart(TermTable& terms, const SharedAccess& access, TermId cell, int64_t width) {
  const TermId offset = terms.Offset(cell);
  const auto behind = [&](TermId address) {
    return terms.ConstantDifference(terms.Offset(address), offset);
  };
  const auto distance = behind(access.resolved);
  if (distance && access.width != 0 &&
      (*distance >= width || *distance <= -static_cast<int64_t>(access.width))) {
    return true;
  }
  if (access.first == access.end) return false;
  const auto first = behind(access.first), end = behind(access.end);
  return (first && *first >= width) || (end && *end <= 0);
}

}  // namespace plait
