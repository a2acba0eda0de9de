#include "summaries/region.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace plait {
namespace {

TermId Formal(TermTable& terms, uint32_t index, bool is_pointer) {
  Atom atom;
  atom.kind = AtomKind::kFormal;
  atom.is_pointer = is_pointer;
  atom.index = index;
  return terms.Of(atom);
}

TEST(RegionTest, IndexOfInvertsAtIndex) {
  TermTable terms;
  const TermId base = Formal(terms, 0, true), n = Formal(terms, 1, false);
  for (int64_t stride : {1, 8, -1, -16}) {
    const TermId region =
        terms.AddConstant(terms.Add(base, terms.Multiply(BoundIndex(terms), stride)), 4);
    for (TermId index : {kZero, terms.Constant(7), terms.Constant(-3), terms.AddConstant(n, 2)}) {
      EXPECT_EQ(IndexOf(terms, region, AtIndex(terms, region, index)), index) << stride;
    }
  }
}

TEST(RegionTest, KnowsNoIndexBetweenElements) {
  TermTable terms;
  const TermId base = Formal(terms, 0, true);
  const TermId region = terms.Add(base, terms.Multiply(BoundIndex(terms), 8));
  EXPECT_EQ(IndexOf(terms, region, terms.AddConstant(base, 12)), kNothing);
  EXPECT_EQ(IndexOf(terms, base, base), kNothing);  // no region
}

TEST(RegionTest, SurvivesTheLeastNumber) {
  TermTable terms;
  const TermId base = Formal(terms, 0, true);
  const TermId region = terms.Subtract(base, BoundIndex(terms));
  const TermId least = terms.Constant(INT64_MIN);
  EXPECT_EQ(IndexOf(terms, region, terms.Add(base, least)), least);  // its own negative
}

}  // namespace
}  // namespace plait
