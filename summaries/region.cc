#include "summaries/region.h"

#include <utility>

namespace plait {
namespace {

AtomId BoundAtom(TermTable& terms) {
  Atom atom;
  atom.kind = AtomKind::kBound;
  return terms.InternAtom(atom);
}

}  // namespace

TermId BoundIndex(TermTable& terms) { return terms.Of(BoundAtom(terms)); }

TermId AtIndex(TermTable& terms, TermId term, TermId index) {
  return terms.Substitute(term, [&](AtomId atom) {
    return terms.atom(atom).kind == AtomKind::kBound ? index : kNothing;
  });
}

TermId IndexOf(TermTable& terms, TermId region_address, TermId address) {
  const AtomId bound = BoundAtom(terms);
  int64_t stride = 0;
  for (const Part& part : terms.term(region_address).parts) {
    if (part.atom == bound) stride = part.coefficient;
  }
  if (stride == 0) return kNothing;
  const TermId start = AtIndex(terms, region_address, kZero);
  // Dividing the least number by -1 would overflow; negating it wraps.
  const bool backwards = stride == -1;
  if (backwards) stride = 1;
  Term difference =
      terms.term(backwards ? terms.Subtract(start, address) : terms.Subtract(address, start));
  if (difference.constant % stride != 0) return kNothing;
  difference.constant /= stride;
  for (Part& part : difference.parts) {
    if (part.coefficient % stride != 0 || BaseRank(terms.atom(part.atom)) == 3) return kNothing;
    part.coefficient /= stride;
  }
  return terms.InternTerm(std::move(difference));
}

}  // namespace plait
