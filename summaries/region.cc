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

namespace {

// Of a region whose elements lie in objects of one name, each in the one with its number: the
// number of the object that the address is in; kNothing if it is in none of these.
TermId NumberOfObject(TermTable& terms, TermId region_address, TermId address) {
  const AtomId region = terms.Base(region_address), base = terms.Base(address);
  if (region == kNothing || base == kNothing) return kNothing;
  const Atom &like = terms.atom(region), &object = terms.atom(base);
  const bool is_one = like.kind == AtomKind::kHeap && object.kind == AtomKind::kHeap &&
                      like.name == object.name && like.index == object.index &&
                      like.context == object.context;
  if (!is_one || StrideOf(terms, like.argument) != 1) return kNothing;
  const TermId number = object.argument;
  return terms.Subtract(number, AtIndex(terms, terms.atom(region).argument, kZero));
}

}  // namespace

TermId IndexOf(TermTable& terms, TermId region_address, TermId address) {
  int64_t stride = StrideOf(terms, region_address);
  if (stride == 0) {
    const bool is_there = terms.Offset(region_address) == terms.Offset(address);
    return is_there ? NumberOfObject(terms, region_address, address)
                    : static_cast<TermId>(kNothing);
  }
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
  if (stride == 0) return NumberOfObject(terms, region_address, address);
  if (element_width == 0 || width == 0 || element_width > stride) return kNothing;
  const int64_t distance = terms.term(address).constant - terms.term(region_address).constant;
  const int64_t behind = ((distance % stride) + stride) % stride;
  if (behind + width > stride) return kNothing;
  return IndexOf(terms, region_address, terms.AddConstant(address, -behind));
}

}  // namespace plait
