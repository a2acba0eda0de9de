#include "summaries/term_meanings.h"

#include <gtest/gtest.h>

namespace plait {
namespace {

Atom Formal(uint32_t index) {
  Atom atom;
  atom.kind = AtomKind::kFormal;
  atom.is_pointer = true;
  atom.index = index;
  return atom;
}

Atom LoadedFrom(TermId cell) {
  Atom atom;
  atom.kind = AtomKind::kInitial;
  atom.argument = cell;
  return atom;
}

TEST(TermMeaningsTest, IsTheSameInTablesThatWereFilledInAnotherOrder) {
  TermTable a, b;
  const TermId first_a = a.Of(Formal(0)), second_a = a.Of(Formal(1));
  const TermId second_b = b.Of(Formal(1)), first_b = b.Of(Formal(0));
  ASSERT_NE(first_a, first_b);
  TermMeanings of_a(a), of_b(b);
  EXPECT_EQ(of_a.OfTerm(a.Add(first_a, second_a)), of_b.OfTerm(b.Add(second_b, first_b)));
  EXPECT_EQ(of_a.OfTerm(a.Of(LoadedFrom(first_a))), of_b.OfTerm(b.Of(LoadedFrom(first_b))));
  EXPECT_EQ(of_a.OfAtom(a.Base(second_a)), of_b.OfAtom(b.Base(second_b)));
}

TEST(TermMeaningsTest, DiffersWhereTermsDo) {
  TermTable terms;
  TermMeanings meanings(terms);
  const TermId first = terms.Of(Formal(0)), second = terms.Of(Formal(1));
  EXPECT_NE(meanings.OfTerm(first), meanings.OfTerm(second));
  EXPECT_NE(meanings.OfTerm(first), meanings.OfTerm(terms.Add(first, terms.Constant(4))));
  EXPECT_NE(meanings.OfTerm(terms.Add(first, terms.Multiply(second, 2))),
            meanings.OfTerm(terms.Add(second, terms.Multiply(first, 2))));
  EXPECT_NE(meanings.OfTerm(terms.Of(LoadedFrom(first))),
            meanings.OfTerm(terms.Of(LoadedFrom(second))));
  Atom number = Formal(0);
  number.is_pointer = false;
  EXPECT_NE(meanings.OfTerm(first), meanings.OfTerm(terms.Of(number)));
}

TEST(TermMeaningsTest, TellsCallPathsApart) {
  TermTable terms;
  TermMeanings meanings(terms);
  Atom inner = Formal(0);
  inner.kind = AtomKind::kHeap;
  inner.context = terms.InternContext({InternName("f"), 1, kNoContext});
  Atom other = inner;
  other.context = terms.InternContext({InternName("f"), 2, kNoContext});
  EXPECT_NE(meanings.OfTerm(terms.Of(inner)), meanings.OfTerm(terms.Of(other)));
  EXPECT_EQ(meanings.OfTerm(terms.Of(inner)), TermMeanings(terms).OfTerm(terms.Of(inner)));
}

}  // namespace
}  // namespace plait
