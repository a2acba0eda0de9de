#include "summaries/term.h"

#include <algorithm>
#include <random>
#include <vector>

#include "gtest/gtest.h"

namespace plait {
namespace {

Atom Global(const char* name) {
  Atom atom;
  atom.kind = AtomKind::kGlobal;
  atom.is_pointer = true;
  atom.name = InternName(name);
  return atom;
}

Atom Formal(uint32_t index, bool is_pointer) {
  Atom atom;
  atom.kind = AtomKind::kFormal;
  atom.is_pointer = is_pointer;
  atom.index = index;
  return atom;
}

Atom Initial(TermId address) {
  Atom atom;
  atom.kind = AtomKind::kInitial;
  atom.is_pointer = true;
  atom.index = 8;
  atom.argument = address;
  return atom;
}

Atom Phi(uint32_t index) {
  Atom atom;
  atom.kind = AtomKind::kPhi;
  atom.name = InternName("f");
  atom.index = index;
  return atom;
}

// Sums of up to two of four atoms: two of them together never have too many parts.
class Sums {
 public:
  explicit Sums(uint32_t seed) : random_(seed) {
    for (uint32_t i = 0; i < 4; ++i) atoms_.push_back(terms.InternAtom(Formal(i, false)));
  }

  TermId Any() {
    TermId sum = terms.Constant(Number());
    for (uint32_t n = random_() % 3; n > 0; --n) {
      const AtomId atom = atoms_[random_() % atoms_.size()];
      sum = terms.Add(sum, terms.Multiply(terms.Of(atom), 1 + random_() % 50));
    }
    return sum;
  }

  // Extremes, too: arithmetic wraps as the machine's.
  int64_t Number() {
    switch (random_() % 8) {
      case 0:
        return INT64_MIN;
      case 1:
        return INT64_MAX;
      default:
        return static_cast<int64_t>(random_() % 200) - 100;
    }
  }

  TermTable terms;

 private:
  std::mt19937 random_;
  std::vector<AtomId> atoms_;
};

TEST(TermTest, EveryTableHasZeroAndNoContext) {
  TermTable terms;
  EXPECT_EQ(terms.Constant(0), kZero);
  EXPECT_EQ(terms.ConstantValue(kZero), 0);
  EXPECT_EQ(terms.InternContext({}), kNoContext);
  EXPECT_EQ(terms.term_count(), 1u);
  EXPECT_EQ(terms.atom_count(), 0u);
}

TEST(TermTest, EqualValuesHaveOneNumber) {
  TermTable terms;
  const AtomId a = terms.InternAtom(Formal(0, false)), b = terms.InternAtom(Formal(1, false));
  EXPECT_EQ(terms.InternAtom(Formal(0, false)), a);
  Term forwards, backwards;
  forwards.parts = {{a, 1}, {b, 2}};
  backwards.parts = {{b, 2}, {a, 1}};
  EXPECT_EQ(terms.InternTerm(forwards), terms.InternTerm(backwards));
}

TEST(TermTest, AdditionIsThatOfAGroup) {
  Sums sums(1);
  TermTable& terms = sums.terms;
  for (int round = 0; round < 2000; ++round) {
    const TermId a = sums.Any(), b = sums.Any(), c = sums.Any();
    EXPECT_EQ(terms.Add(a, b), terms.Add(b, a));
    EXPECT_EQ(terms.Add(terms.Add(a, b), c), terms.Add(a, terms.Add(b, c)));
    EXPECT_EQ(terms.Add(a, kZero), a);
    EXPECT_EQ(terms.Subtract(a, a), kZero);
    EXPECT_EQ(terms.Subtract(terms.Add(a, b), b), a);
    EXPECT_EQ(terms.Add(a, terms.Subtract(b, a)), b);
    EXPECT_EQ(terms.Subtract(kZero, a), terms.Multiply(a, -1));
    const int64_t n = sums.Number();
    EXPECT_EQ(terms.AddConstant(a, n), terms.Add(a, terms.Constant(n)));
  }
}

TEST(TermTest, MultiplicationDistributes) {
  Sums sums(2);
  TermTable& terms = sums.terms;
  for (int round = 0; round < 500; ++round) {
    const TermId a = sums.Any(), b = sums.Any();
    EXPECT_EQ(terms.Multiply(a, 1), a);
    EXPECT_EQ(terms.Multiply(a, 3), terms.Add(a, terms.Add(a, a)));
    EXPECT_EQ(terms.Multiply(terms.Add(a, b), 6),
              terms.Add(terms.Multiply(a, 6), terms.Multiply(b, 6)));
    EXPECT_EQ(terms.Multiply(terms.Multiply(a, 2), 5), terms.Multiply(a, 10));
  }
}

TEST(TermTest, ZeroTimesATermIsZero) {
  TermTable terms;
  const TermId n = terms.Of(Formal(0, false));
  EXPECT_EQ(terms.Multiply(n, 0), kZero);
  EXPECT_EQ(terms.Multiply(terms.Any(), 0), kZero);
  // Modulo 2^64.
  EXPECT_EQ(terms.Multiply(terms.Multiply(n, int64_t{1} << 32), int64_t{1} << 32), kZero);
}

TEST(TermTest, UnknownsNeverCancel) {
  TermTable terms;
  const TermId any = terms.Any();
  EXPECT_TRUE(terms.IsAny(any));
  EXPECT_TRUE(terms.IsAny(terms.Subtract(any, any)));
  EXPECT_TRUE(terms.IsAny(terms.Add(any, terms.Multiply(any, -1))));
  const TermId base = terms.AddConstant(terms.Of(Global("g")), 8);
  const TermId somewhere = terms.Add(base, any);
  EXPECT_TRUE(terms.IsAny(terms.Subtract(somewhere, base)));
  EXPECT_TRUE(terms.IsAny(terms.Subtract(somewhere, somewhere)));
  EXPECT_FALSE(terms.IsAny(base));
}

TEST(TermTest, TooLongASumKeepsItsBaseAndBecomesAny) {
  TermTable terms;
  const AtomId base = terms.InternAtom(Global("table"));
  TermId sum = terms.AddConstant(terms.Of(base), 4);
  for (uint32_t i = 0; i < TermTable::kMaxParts; ++i) {
    EXPECT_FALSE(terms.IsAny(sum)) << i;
    sum = terms.Add(sum, terms.Multiply(terms.Of(Formal(i, false)), 8));
  }
  EXPECT_TRUE(terms.IsAny(sum));
  EXPECT_EQ(terms.Base(sum), base);
  EXPECT_LE(terms.term(sum).parts.size(), TermTable::kMaxParts);
}

TEST(TermTest, ObjectsAreBasesBeforePointersBeforeNumbers) {
  TermTable terms;
  const AtomId number = terms.InternAtom(Formal(0, false));
  const AtomId pointer = terms.InternAtom(Formal(1, true));
  const AtomId object = terms.InternAtom(Global("g"));
  EXPECT_EQ(terms.Base(terms.Constant(16)), kNothing);
  EXPECT_EQ(terms.Base(terms.Of(number)), kNothing);
  EXPECT_EQ(terms.Base(terms.Add(terms.Of(number), terms.Of(pointer))), pointer);
  EXPECT_EQ(terms.Base(terms.Add(terms.Of(pointer), terms.Of(object))), object);
  EXPECT_EQ(terms.Base(terms.Multiply(terms.Of(pointer), 2)), kNothing);
}

TEST(TermTest, AnAddressIsItsBaseAndItsOffset) {
  TermTable terms;
  const TermId base = terms.Of(Global("g"));
  const TermId offset = terms.AddConstant(terms.Multiply(terms.Of(Formal(0, false)), 16), 8);
  const TermId address = terms.Add(base, offset);
  EXPECT_EQ(terms.Offset(address), offset);
  EXPECT_EQ(terms.Add(terms.Of(terms.Base(address)), terms.Offset(address)), address);
  EXPECT_EQ(terms.Offset(base), kZero);
  EXPECT_EQ(terms.Offset(offset), offset);  // a number has no base
}

TEST(TermTest, MentionsLooksIntoCells) {
  TermTable terms;
  const AtomId p = terms.InternAtom(Formal(0, true)), q = terms.InternAtom(Formal(1, true));
  const TermId next = terms.Of(Initial(terms.AddConstant(terms.Of(p), 8)));
  const TermId data = terms.Of(Initial(terms.AddConstant(next, 16)));
  EXPECT_TRUE(terms.Mentions(data, p));
  EXPECT_FALSE(terms.Mentions(data, q));
  EXPECT_FALSE(terms.Mentions(terms.Constant(3), p));
  EXPECT_TRUE(terms.MentionsKind(data, AtomKind::kFormal));
  EXPECT_FALSE(terms.MentionsKind(data, AtomKind::kGlobal));
  EXPECT_EQ(terms.Depth(terms.Of(p)), 0);
  EXPECT_EQ(terms.Depth(data), 2);
}

TEST(TermTest, SubstituteRewritesInsideOutAndAddsUp) {
  TermTable terms;
  const AtomId p = terms.InternAtom(Formal(0, true)), i = terms.InternAtom(Formal(1, false));
  const TermId g = terms.Of(Global("g"));
  // *(p + 8) + 4*i + 2
  const TermId cell = terms.Of(Initial(terms.AddConstant(terms.Of(p), 8)));
  const TermId term = terms.AddConstant(terms.Add(cell, terms.Multiply(terms.Of(i), 4)), 2);
  const TermId result = terms.Substitute(term, [&](AtomId atom) {
    if (atom == p) return terms.AddConstant(g, 16);
    if (atom == i) return terms.Constant(5);
    return kNothing;
  });
  const TermId moved = terms.Of(Initial(terms.AddConstant(g, 24)));
  EXPECT_EQ(result, terms.AddConstant(moved, 22));
}

TEST(TermTest, SubstituteOfNothingChangesNothing) {
  Sums sums(3);
  for (int round = 0; round < 500; ++round) {
    const TermId term = sums.Any();
    EXPECT_EQ(sums.terms.Substitute(term, [](AtomId) { return kNothing; }), term);
  }
}

TEST(TermTest, SubstituteDistributesOverAddition) {
  Sums sums(4);
  TermTable& terms = sums.terms;
  const AtomId first = terms.InternAtom(Formal(0, false));
  const TermId by = terms.AddConstant(terms.Of(Formal(1, false)), 3);
  auto rewrite = [&](AtomId atom) { return atom == first ? by : kNothing; };
  for (int round = 0; round < 500; ++round) {
    const TermId a = sums.Any(), b = sums.Any();
    EXPECT_EQ(terms.Substitute(terms.Add(a, b), rewrite),
              terms.Add(terms.Substitute(a, rewrite), terms.Substitute(b, rewrite)));
  }
}

TEST(TermTest, WhatIsLoadedThroughAnUnknownPointerIsNotFollowed) {
  TermTable terms;
  const auto loaded = [&](TermId cell) {
    Atom atom;
    atom.kind = AtomKind::kInitial;
    atom.is_pointer = true;
    atom.index = 8;
    atom.argument = cell;
    return terms.Of(atom);
  };
  Atom unknown, formal;
  unknown.kind = AtomKind::kUnknown;
  formal.kind = AtomKind::kFormal;
  unknown.is_pointer = formal.is_pointer = true;
  EXPECT_TRUE(terms.IsUnfollowed(terms.AddConstant(terms.Of(unknown), 8)));
  EXPECT_TRUE(terms.IsUnfollowed(loaded(loaded(terms.Of(unknown)))));
  EXPECT_FALSE(terms.IsUnfollowed(loaded(terms.Of(formal))));
  EXPECT_FALSE(terms.IsUnfollowed(terms.Constant(8)));
  Atom choice = Phi(0);
  choice.is_pointer = true;
  const AtomId anything = terms.InternAtom(choice);
  choice.index = 1;
  const AtomId some = terms.InternAtom(choice);
  EXPECT_FALSE(terms.IsUnfollowed(terms.Of(anything))) << "options may still come";
  terms.OpenChoice(anything);
  EXPECT_TRUE(terms.IsUnfollowed(terms.Of(anything)));
  terms.AddOption(some, terms.Of(formal));
  terms.OpenChoice(some);
  EXPECT_FALSE(terms.IsUnfollowed(terms.Of(some)));
}

TEST(TermTest, ChoicesAreSortedSets) {
  TermTable terms;
  const AtomId phi = terms.InternAtom(Phi(0));
  const TermId one = terms.Constant(1), two = terms.Constant(2);
  EXPECT_TRUE(terms.AddOption(phi, two));
  EXPECT_TRUE(terms.AddOption(phi, one));
  const uint64_t version = terms.choice_version();
  EXPECT_FALSE(terms.AddOption(phi, two));
  EXPECT_FALSE(terms.AddOption(phi, terms.Of(phi)));  // itself
  EXPECT_EQ(terms.choice_version(), version);
  EXPECT_EQ(terms.ChoiceOf(phi).options, (std::vector<TermId>{one, two}));
  EXPECT_FALSE(terms.ChoiceOf(phi).open);
  EXPECT_TRUE(terms.ChoiceOf(terms.InternAtom(Phi(1))).options.empty());
}

TEST(TermTest, AChoiceOfTooManyIsOpenAndGrowsNoMore) {
  TermTable terms;
  const AtomId phi = terms.InternAtom(Phi(0));
  for (size_t i = 0; i < TermTable::kMaxOptions; ++i) {
    EXPECT_TRUE(terms.AddOption(phi, terms.Constant(static_cast<int64_t>(i))));
  }
  EXPECT_FALSE(terms.ChoiceOf(phi).open);
  EXPECT_TRUE(terms.AddOption(phi, terms.Constant(100)));
  EXPECT_TRUE(terms.ChoiceOf(phi).open);
  EXPECT_EQ(terms.ChoiceOf(phi).options.size(), TermTable::kMaxOptions);
  const uint64_t version = terms.choice_version();
  EXPECT_FALSE(terms.AddOption(phi, terms.Constant(101)));
  terms.OpenChoice(phi);
  EXPECT_EQ(terms.choice_version(), version);
}

TEST(TermTest, PlacesInOneObjectAreSomePlaceThereIfThereAreTooMany) {
  TermTable terms;
  const AtomId phi = terms.InternAtom(Phi(0)), formal = terms.InternAtom(Formal(0, true));
  const TermId other = terms.Of(terms.InternAtom(Formal(1, true)));
  terms.AddOption(phi, other);
  for (size_t i = 0; i < TermTable::kMaxOptions; ++i) {
    EXPECT_TRUE(terms.AddOption(
        phi, terms.AddConstant(terms.Of(formal), 4 + 16 * static_cast<int64_t>(i))));
  }
  EXPECT_FALSE(terms.ChoiceOf(phi).open);
  const TermId some =
      terms.Add(terms.AddConstant(terms.Of(formal), 4), terms.Multiply(terms.Any(), 16));
  std::vector<TermId> expected = {other, some};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(terms.ChoiceOf(phi).options, expected);
  const uint64_t version = terms.choice_version();
  EXPECT_FALSE(terms.AddOption(phi, terms.AddConstant(terms.Of(formal), 4 + 16 * 99)));
  EXPECT_EQ(terms.choice_version(), version) << "it is one of these";
  EXPECT_TRUE(terms.AddOption(phi, terms.AddConstant(terms.Of(formal), 8)));
  EXPECT_TRUE(terms.AddOption(phi, terms.Add(terms.Of(formal), terms.Multiply(terms.Any(), 4))));
  EXPECT_EQ(terms.ChoiceOf(phi).options.size(), 2u) << "whichever comes first";
}

TEST(TermTest, OptionsAreTakenAway) {
  TermTable terms;
  const AtomId phi = terms.InternAtom(Phi(0)), formal = terms.InternAtom(Formal(0, true));
  terms.AddOption(phi, terms.Constant(1));
  terms.AddOption(phi, terms.Of(formal));
  terms.OpenChoice(phi);
  const uint64_t version = terms.choice_version();
  terms.RetainOptions(phi, [&](TermId option) { return option == terms.Constant(1); });
  EXPECT_EQ(terms.ChoiceOf(phi).options, (std::vector<TermId>{terms.Constant(1)}));
  EXPECT_TRUE(terms.ChoiceOf(phi).bases.empty());
  EXPECT_FALSE(terms.ChoiceOf(phi).open);
  EXPECT_GT(terms.choice_version(), version);
  EXPECT_TRUE(terms.AddOption(phi, terms.Of(formal)));
  EXPECT_EQ(terms.ChoiceOf(phi).bases, (std::vector<AtomId>{formal}));
}

TEST(TermTest, PrependedPathsKeepBothEnds) {
  TermTable terms;
  ContextId path = kNoContext;
  std::vector<Name> callers;
  for (int i = 0; i < 10; ++i) {
    callers.push_back(InternName("caller" + std::to_string(i)));
    path = terms.Prepend(callers.back(), 100 + i, terms, path);
  }
  std::vector<Name> kept;  // innermost first
  for (ContextId at = path; at != kNoContext; at = terms.context(at).parent) {
    kept.push_back(terms.context(at).procedure);
  }
  ASSERT_EQ(kept.size(), static_cast<size_t>(TermTable::kMaxContext));
  EXPECT_EQ(kept.front(), callers.front());
  EXPECT_EQ(kept.back(), callers.back());
  EXPECT_EQ(kept[kept.size() - 2], callers[TermTable::kMaxContext - 2]);
}

TEST(TermTest, PathsOfEqualStepsAreOne) {
  TermTable callee, caller;
  const Name f = InternName("f"), g = InternName("g");
  const ContextId inner = callee.Prepend(f, 1, callee, kNoContext);
  const ContextId a = caller.Prepend(g, 2, callee, inner);
  EXPECT_EQ(caller.Prepend(g, 2, callee, inner), a);
  EXPECT_NE(caller.Prepend(g, 3, callee, inner), a);
  EXPECT_EQ(caller.ContextToString(a), "g:2>f:1");
}

TEST(TermTest, EqualValuesAreOneAlsoAfterShrinking) {
  TermTable terms;
  const AtomId global = terms.InternAtom(Global("g"));
  const TermId field = terms.AddConstant(terms.Of(global), 8);
  const TermId loaded = terms.Of(Initial(field));
  terms.Shrink();
  EXPECT_EQ(terms.InternAtom(Global("g")), global);
  EXPECT_EQ(terms.AddConstant(terms.Of(global), 8), field);
  EXPECT_EQ(terms.Of(Initial(field)), loaded);
  EXPECT_EQ(terms.Base(terms.AddConstant(loaded, 4)), terms.Base(loaded));
  EXPECT_NE(terms.Of(Global("h")), loaded);
}

TEST(TermTest, BitsOfAChoiceAreThoseOfItsBases) {
  TermTable terms;
  const AtomId phi = terms.InternAtom(Phi(0));
  EXPECT_EQ(terms.SiteBits(phi), 0u);
  Atom first;
  first.kind = AtomKind::kHeap;
  first.is_pointer = true;
  first.name = InternName("f");
  Atom second = first;
  second.argument = terms.Constant(1);
  const AtomId global = terms.InternAtom(Global("g"));
  terms.AddOption(phi, terms.Of(first));
  terms.AddOption(phi, terms.AddConstant(terms.Of(global), 8));
  terms.AddOption(phi, terms.Constant(3));
  EXPECT_EQ(terms.SiteBits(phi), terms.SiteBit(terms.InternAtom(second)) | terms.SiteBit(global));
}

TEST(TermTest, InnerBitsAreThoseOfAllChoicesThatItLeadsTo) {
  TermTable terms;
  const auto choice = [&](uint32_t index) {
    Atom atom = Phi(index);
    atom.is_pointer = true;
    return terms.InternAtom(atom);
  };
  const AtomId outer = choice(0), inner = choice(1), innermost = choice(2);
  const AtomId before = terms.InternAtom(Global("g")), after = terms.InternAtom(Global("h"));
  const AtomId farther = terms.InternAtom(Global("k"));
  EXPECT_EQ(terms.SiteBitsWithInner(outer), 0u);
  terms.AddOption(inner, terms.Of(before));
  terms.AddOption(outer, terms.AddConstant(terms.Of(inner), 8));
  const uint64_t bits = terms.SiteBit(inner) | terms.SiteBit(before);
  EXPECT_EQ(terms.SiteBitsWithInner(outer), bits);
  terms.AddOption(inner, terms.Of(after));
  terms.AddOption(inner, terms.Of(innermost));
  const uint64_t more = bits | terms.SiteBit(after) | terms.SiteBit(innermost);
  EXPECT_EQ(terms.SiteBitsWithInner(outer), more);
  terms.AddOption(innermost, terms.Of(farther));
  EXPECT_EQ(terms.SiteBitsWithInner(outer), more | terms.SiteBit(farther));
  EXPECT_EQ(terms.SiteBitsWithInner(innermost), terms.SiteBit(farther));
}

TEST(TermTest, WhatIsSubstitutedOnlyInsideIsMadeAnew) {
  TermTable terms;
  const AtomId p = terms.InternAtom(Formal(0, true));
  const TermId q = terms.Of(Formal(1, true));
  const TermId other = terms.Of(Global("g"));
  const TermId cell = terms.Of(Initial(terms.Of(p)));
  const size_t before = terms.term_count();
  EXPECT_EQ(terms.Substitute(other, [&](AtomId atom) { return atom == p ? q : kNothing; }), other);
  EXPECT_EQ(terms.term_count(), before);
  EXPECT_EQ(terms.Substitute(cell, [&](AtomId atom) { return atom == p ? q : kNothing; }),
            terms.Of(Initial(q)));
}

// However a number was reckoned of which nothing is known, it tells no object from another.
TEST(TermTable, ObjectsOfUnknownNumberAreOne) {
  TermTable terms;
  Atom object;
  object.kind = AtomKind::kHeap;
  object.is_pointer = true;
  object.argument = terms.AddConstant(terms.Any(), 1);
  const AtomId next = terms.InternAtom(object);
  object.argument = terms.Any();
  EXPECT_EQ(terms.InternAtom(object), next);
  object.argument = terms.Constant(1);
  EXPECT_NE(terms.InternAtom(object), next);
}

TEST(TermTest, QuotientsAndRemaindersOfEqualNumbersAreEqual) {
  TermTable terms;
  Atom input;
  input.kind = AtomKind::kFormal;
  const TermId number = terms.Of(input);
  const Divisor by_4{4};
  EXPECT_EQ(terms.Divide(AtomKind::kRemainder, number, by_4),
            terms.Divide(AtomKind::kRemainder, number, by_4));
  EXPECT_NE(terms.Divide(AtomKind::kRemainder, number, by_4),
            terms.Divide(AtomKind::kQuotient, number, by_4));
  EXPECT_NE(terms.Divide(AtomKind::kRemainder, number, by_4),
            terms.Divide(AtomKind::kRemainder, number, {4, /*is_signed=*/false}));
  EXPECT_EQ(terms.Divide(AtomKind::kRemainder, terms.Constant(-7), by_4), terms.Constant(-3));
  EXPECT_EQ(terms.Divide(AtomKind::kQuotient, terms.Constant(-7), by_4), terms.Constant(-1));
  // A negative number stands for a large one where it is divided as an unsigned one.
  EXPECT_FALSE(terms.ConstantValue(
      terms.Divide(AtomKind::kQuotient, terms.Constant(-7), {4, /*is_signed=*/false})));
}

TEST(TermTest, DivisorsWithNamesAreReplaced) {
  TermTable terms;
  const TermId n = terms.Of(Formal(0, false)), by = terms.Of(Formal(1, false));
  const TermId quotient = terms.DivideBy(AtomKind::kQuotient, n, by, true, true);
  EXPECT_EQ(quotient, terms.DivideBy(AtomKind::kQuotient, n, by, true, true));
  EXPECT_NE(quotient, terms.DivideBy(AtomKind::kQuotient, by, n, true, true));
  const auto divided_by = [&](int64_t value) {
    return terms.Substitute(quotient, [&](AtomId atom) {
      return terms.Of(atom) == by ? terms.Constant(value) : static_cast<TermId>(kNothing);
    });
  };
  EXPECT_EQ(divided_by(4), terms.Divide(AtomKind::kQuotient, n, {4, true, true}));
  EXPECT_EQ(divided_by(1), n);
  EXPECT_TRUE(terms.IsAny(divided_by(0)));
  EXPECT_EQ(terms.DivideBy(AtomKind::kRemainder, n, terms.Constant(1), true, true), kZero);
}

TEST(TermTest, WhatABranchChoseIsKnownWithItsCondition) {
  TermTable terms;
  const TermId n = terms.Of(Formal(0, false)), number = terms.Of(Formal(1, false));
  Atom comparison;
  comparison.kind = AtomKind::kComparison;
  comparison.argument = n;
  const TermId condition = terms.Of(comparison);
  const TermId chosen = terms.Select(condition, number);
  const auto if_condition_is = [&](int64_t value) {
    return terms.Substitute(chosen, [&](AtomId atom) {
      return terms.Of(atom) == condition ? terms.Constant(value) : static_cast<TermId>(kNothing);
    });
  };
  EXPECT_EQ(if_condition_is(1), number);
  EXPECT_EQ(if_condition_is(0), kZero);
  EXPECT_EQ(terms.Select(condition, kZero), kZero);
  EXPECT_TRUE(terms.IsAny(terms.Select(condition, terms.Any())));
}

TEST(TermTest, WhatAnyNumberIsDividedIntoIsAny) {
  TermTable terms;
  const TermId any = terms.Divide(AtomKind::kRemainder, terms.AddConstant(terms.Any(), 1), {4});
  EXPECT_TRUE(terms.IsAny(any));
  Atom input;
  input.kind = AtomKind::kFormal;
  TermId nested = terms.Of(input);
  for (int i = 0; i < TermTable::kMaxDivisions; ++i) {
    nested = terms.Divide(AtomKind::kQuotient, nested, {4});
    EXPECT_FALSE(terms.IsAny(nested));
  }
  EXPECT_TRUE(terms.IsAny(terms.Divide(AtomKind::kQuotient, nested, {4})));
}

TEST(TermTest, ProductsAreThoseOfARing) {
  TermTable terms;
  const TermId n = terms.Of(Formal(0, false)), m = terms.Of(Formal(1, false));
  EXPECT_EQ(terms.Product(n, terms.Constant(6)), terms.Multiply(n, 6));
  EXPECT_EQ(terms.Product(terms.Constant(6), n), terms.Multiply(n, 6));
  EXPECT_EQ(terms.Product(n, kZero), kZero);
  const TermId product = terms.Product(n, m);
  EXPECT_EQ(terms.Product(m, n), product);
  EXPECT_NE(product, terms.Product(n, n));
  EXPECT_FALSE(terms.IsAny(product));
  EXPECT_EQ(terms.Product(terms.Product(n, m), n), terms.Product(terms.Product(n, n), m));
  // (2n + 3)(m - 1) = 2nm - 2n + 3m - 3
  const TermId left = terms.AddConstant(terms.Multiply(n, 2), 3);
  const TermId sum = terms.Subtract(terms.Multiply(product, 2), terms.Multiply(n, 2));
  EXPECT_EQ(terms.Product(left, terms.AddConstant(m, -1)),
            terms.AddConstant(terms.Add(sum, terms.Multiply(m, 3)), -3));
}

TEST(TermTest, ProductsOfTooManyFactorsAreSomeNumber) {
  TermTable terms;
  const TermId n = terms.Of(Formal(0, false));
  const TermId square = terms.Product(n, n);
  EXPECT_FALSE(terms.IsAny(terms.Product(square, n)));
  EXPECT_TRUE(terms.IsAny(terms.Product(square, square)));
  EXPECT_TRUE(terms.IsAny(terms.Product(n, terms.Any())));
}

TEST(TermTest, AFactorIsWhatANumberIsMultipliedWith) {
  TermTable terms;
  const AtomId number = terms.InternAtom(Formal(0, false));
  const TermId n = terms.Of(number), m = terms.Of(Formal(1, false));
  const TermId product = terms.Product(n, m);
  const TermId sum = terms.Add(terms.Add(terms.Multiply(product, 4), terms.Multiply(n, 3)), m);
  EXPECT_EQ(terms.FactorOf(sum, number), terms.AddConstant(terms.Multiply(m, 4), 3));
  EXPECT_EQ(terms.FactorOf(terms.Product(product, m), number), terms.Product(m, m));
  EXPECT_EQ(terms.FactorOf(terms.AddConstant(m, 8), number), kZero);
  EXPECT_EQ(terms.FactorOf(terms.Product(n, n), number), kNothing);
  EXPECT_EQ(terms.FactorOf(terms.Add(n, terms.Product(product, n)), number), kNothing);
  const TermId half = terms.Divide(AtomKind::kQuotient, n, Divisor{2, true, false});
  EXPECT_EQ(terms.FactorOf(terms.Add(n, half), number), kNothing);
  EXPECT_EQ(terms.FactorOf(terms.Product(n, half), number), kNothing);
}

TEST(TermTest, ProductsAreMultipliedOutWhenAFactorIsReplaced) {
  TermTable terms;
  const AtomId number = terms.InternAtom(Formal(0, false));
  const TermId n = terms.Of(number), m = terms.Of(Formal(1, false));
  const TermId sum = terms.AddConstant(terms.Product(terms.Product(n, n), m), 7);
  const auto with = [&](TermId value) {
    return terms.Substitute(sum, [&](AtomId atom) { return atom == number ? value : kNothing; });
  };
  EXPECT_EQ(with(kNothing), sum);
  EXPECT_EQ(with(terms.Constant(5)), terms.AddConstant(terms.Multiply(m, 25), 7));
  EXPECT_EQ(with(kZero), terms.Constant(7));
  EXPECT_EQ(with(m), terms.AddConstant(terms.Product(terms.Product(m, m), m), 7));
  EXPECT_EQ(terms.Subtract(with(terms.AddConstant(n, 1)), sum),
            terms.Add(terms.Multiply(terms.Product(n, m), 2), m));
}

}  // namespace
}  // namespace plait
