#include "checkers/offset_distance.h"

#include <cstdlib>
#include <numeric>

namespace plait {

int64_t CoefficientOf(const TermTable& terms, TermId term, AtomId atom) {
  for (const Part& part : terms.term(term).parts) {
    if (part.atom == atom) return part.coefficient;
  }
  return 0;
}

bool DiffersByThread(const TermTable& terms, AtomId atom) {
  switch (terms.atom(atom).kind) {
    case AtomKind::kIteration:
    case AtomKind::kPhi:
    case AtomKind::kUnknown:
    case AtomKind::kInitial:
    case AtomKind::kShared:
    case AtomKind::kFormal:
    case AtomKind::kComparison:
    case AtomKind::kQuotient:
    case AtomKind::kRemainder:
    case AtomKind::kProduct:
    case AtomKind::kResult:
    case AtomKind::kOperand:
    case AtomKind::kSelect:
      return true;
    default:
      return false;
  }
}

Distance DistanceOf(const TermTable& terms, TermId a, TermId b) {
  Distance distance;
  distance.constant = terms.term(a).constant - terms.term(b).constant;
  for (TermId side : {a, b}) {
    for (const Part& part : terms.term(side).parts) {
      if (!DiffersByThread(terms, part.atom) && terms.atom(part.atom).kind != AtomKind::kAny) {
        continue;
      }
      distance.step = std::gcd(distance.step, std::abs(part.coefficient));
    }
  }
  return distance;
}

bool Overlaps(const Distance& distance, uint32_t width_a, uint32_t width_b) {
  const int64_t wa = width_a, wb = width_b;
  if (distance.step == 0) {
    if (distance.constant >= 0) return wb == 0 || distance.constant < wb;
    return wa == 0 || -distance.constant < wa;
  }
  if (wa == 0 || wb == 0) return true;
  const int64_t rest = ((distance.constant % distance.step) + distance.step) % distance.step;
  return rest < wb || distance.step - rest < wa;
}

bool MeetsAcross(int64_t c, int64_t d, uint32_t width_a, uint32_t width_b, int64_t apart) {
  if (width_a == 0 || width_b == 0 || c == 0) return true;
  const int64_t nearest = -d / c;
  for (int64_t k : {nearest - 1, nearest, nearest + 1, -apart, apart}) {
    if (std::abs(k) < apart) continue;
    const int64_t distance = c * k + d;  // a - b
    if (distance < static_cast<int64_t>(width_b) && distance > -static_cast<int64_t>(width_a)) {
      return true;
    }
  }
  return false;
}

}  // namespace plait
