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

int64_t StrideOf(const TermTable& terms, TermId region_address) {
  for (const Part& part : terms.term(region_address).parts) {
    if (terms.atom(part.atom).kind == AtomKind::kBound) return part.coefficient;
  }
  return 0;
}

TermId IndexOf(TermTable& terms, TermId region_address, TermId address) {
  int64_t stride = StrideOf(terms, region_address);
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

TermId OnlyElementAt(TermTable& terms, TermId region_address, uint32_t element_width,
                     TermId address, uint32_t width) {
  const int64_t stride = StrideOf(terms, region_address);
  if (element_width == 0 || width == 0 || element_width > stride) return kNothing;
  const int64_t distance = terms.term(address).constant - terms.term(region_address).constant;
  const int64_t behind = ((distance % stride) + stride) % stride;
  if (behind + width > stride) return kNothing;
  return IndexOf(terms, region_address, terms.AddConstant(address, -behind));
}

}  // namespace plait
