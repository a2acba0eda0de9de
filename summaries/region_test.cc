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

TEST(RegionTest, WhatLiesInAnElementMeetsNoOther) {
  TermTable terms;
  const TermId base = Formal(terms, 0, true), n = Formal(terms, 1, false);
  const TermId region =
      terms.AddConstant(terms.Add(base, terms.Multiply(BoundIndex(terms), 24)), 8);
  const TermId third = AtIndex(terms, region, terms.Constant(3)), nth = AtIndex(terms, region, n);
  const auto at = [&](TermId element, int64_t offset, uint32_t width) {
    return OnlyElementAt(terms, region, 8, terms.AddConstant(element, offset), width);
  };
  EXPECT_EQ(at(nth, 0, 8), n);
  EXPECT_EQ(at(nth, 0, 24), n);
  EXPECT_EQ(at(nth, 16, 8), n) << "behind it, and before the next one";
  EXPECT_EQ(at(third, 20, 4), terms.Constant(3));
  EXPECT_EQ(at(nth, 16, 9), kNothing);
  EXPECT_EQ(at(nth, -8, 24), kNothing) << "the one before, too";
  EXPECT_EQ(at(nth, 0, 0), kNothing);
  EXPECT_EQ(OnlyElementAt(terms, region, 25, nth, 8), kNothing) << "elements that overlap";
  EXPECT_EQ(OnlyElementAt(terms, base, 8, nth, 8), kNothing) << "no region";
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
