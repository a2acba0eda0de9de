#include "checkers/linear_proof.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "summaries/name.h"
#include "summaries/term.h"

namespace plait {
namespace {

class LinearProof : public testing::Test {
 protected:
  TermId Number(const char* name) {
    Atom atom;
    atom.kind = AtomKind::kUnknown;
    atom.name = InternName(name);
    return terms_.Of(atom);
  }
  TermId Divided(AtomKind kind, TermId number, uint32_t by, bool is_signed = true,
                 bool is_wide = false) {
    return terms_.Divide(kind, number, {by, is_signed, is_wide});
  }
  bool Proves(TermId goal, const std::vector<TermId>& positive = {}) {
    std::vector<Term> premises;
    for (TermId id : positive) premises.push_back(terms_.term(id));
    return IsNotNegative(terms_, terms_.term(goal), premises);
  }
  TermId Counter(const char* name) {
    Atom atom;
    atom.kind = AtomKind::kIteration;
    atom.name = InternName(name);
    return terms_.Of(atom);
  }
  TermId Compared(Relation relation, TermId number) {
    Atom atom;
    atom.kind = AtomKind::kComparison;
    atom.index = static_cast<uint32_t>(relation);
    atom.argument = number;
    return terms_.Of(atom);
  }
  TermId Quotient(TermId number, TermId by) {
    return terms_.DivideBy(AtomKind::kQuotient, number, by, /*is_signed=*/true, /*is_wide=*/true);
  }
  // Whether one of the goals is not negative if none of the facts is.
  bool ProvesOne(const std::vector<TermId>& goals, const std::vector<TermId>& facts) {
    const auto terms_of = [&](const std::vector<TermId>& ids) {
      std::vector<Term> terms;
      for (TermId id : ids) terms.push_back(terms_.term(id));
      return terms;
    };
    return OneIsNotNegative(terms_, terms_of(goals), terms_of(facts));
  }
  TermId Minus(TermId a, TermId b) { return terms_.Subtract(a, b); }

  TermTable terms_;
};

TEST_F(LinearProof, ConstantsDecide) {
  EXPECT_TRUE(Proves(terms_.Constant(0)));
  EXPECT_FALSE(Proves(terms_.Constant(-1), {Number("n")}));
}

TEST_F(LinearProof, NegativeConstantsAreNoSizes) {
  const TermId rest = Divided(AtomKind::kRemainder, terms_.Constant(-106), 3, /*is_signed=*/false,
                              /*is_wide=*/true);
  EXPECT_FALSE(Proves(Minus(rest, terms_.Constant(1))));
  EXPECT_FALSE(Proves(Minus(terms_.Constant(-1), rest)));
  EXPECT_TRUE(Proves(rest));
}

TEST_F(LinearProof, SumsOfWhatIsPositive) {
  const TermId m = Number("m"), n = Number("n");
  EXPECT_FALSE(Proves(n));
  EXPECT_TRUE(Proves(terms_.AddConstant(n, -1), {n}));
  EXPECT_FALSE(Proves(terms_.AddConstant(n, -2), {n}));
  EXPECT_TRUE(Proves(terms_.AddConstant(terms_.Add(m, terms_.Multiply(n, 3)), -4), {m, n}));
  EXPECT_TRUE(Proves(m, {Minus(m, n), n}));
  EXPECT_FALSE(Proves(Minus(m, n), {m, n}));
}

TEST_F(LinearProof, HalvesDoNotReachOverTheMiddle) {
  const TermId n = Number("n"), half = Divided(AtomKind::kQuotient, n, 2);
  const TermId rest = Minus(n, terms_.Multiply(half, 2));
  EXPECT_TRUE(Proves(rest, {half}));
  EXPECT_TRUE(Proves(terms_.Subtract(terms_.Constant(1), rest), {half}));
  // Of a negative number, rounded towards 0, there is less.
  EXPECT_FALSE(Proves(rest));
  EXPECT_TRUE(Proves(terms_.AddConstant(rest, 1)));
  EXPECT_FALSE(Proves(Minus(rest, terms_.Constant(1)), {half}));
}

TEST_F(LinearProof, RemaindersAreSmall) {
  const TermId n = Number("n"), left = Divided(AtomKind::kRemainder, n, 16);
  EXPECT_TRUE(Proves(left, {n}));
  EXPECT_FALSE(Proves(left));
  EXPECT_TRUE(Proves(Minus(terms_.Constant(15), left)));
  EXPECT_FALSE(Proves(Minus(terms_.Constant(14), left)));
  EXPECT_TRUE(Proves(Minus(n, left), {n}));
}

TEST_F(LinearProof, NumberIsQuotientAndRemainder) {
  const TermId n = Number("n"), left = Divided(AtomKind::kRemainder, n, 16);
  const TermId blocks = terms_.Multiply(Divided(AtomKind::kQuotient, n, 16), 16);
  EXPECT_TRUE(Proves(Minus(Minus(n, left), blocks)));
  EXPECT_TRUE(Proves(Minus(blocks, Minus(n, left))));
  EXPECT_FALSE(Proves(Minus(Minus(n, left), terms_.AddConstant(blocks, 1))));
}

TEST_F(LinearProof, NumbersWithoutSign) {
  const TermId n = Number("n");
  const TermId wide = Divided(AtomKind::kQuotient, n, 2, /*is_signed=*/false, /*is_wide=*/true);
  EXPECT_TRUE(Proves(Minus(n, terms_.Multiply(wide, 2))));
  // One of four bytes may be more than the number that has the same bytes and a sign.
  const TermId narrow = Divided(AtomKind::kQuotient, n, 2, /*is_signed=*/false);
  EXPECT_FALSE(Proves(Minus(n, terms_.Multiply(narrow, 2))));
  EXPECT_TRUE(Proves(Minus(n, terms_.Multiply(narrow, 2)), {n}));
  EXPECT_TRUE(Proves(narrow));
}

TEST_F(LinearProof, CountersAndComparisons) {
  Atom counter;
  counter.kind = AtomKind::kIteration;
  counter.name = InternName("f");
  EXPECT_TRUE(Proves(terms_.Of(counter)));
  EXPECT_FALSE(Proves(terms_.AddConstant(terms_.Of(counter), -1)));
  Atom outcome;
  outcome.kind = AtomKind::kComparison;
  outcome.argument = Number("n");
  EXPECT_TRUE(Proves(terms_.Of(outcome)));
  EXPECT_TRUE(Proves(Minus(terms_.Constant(1), terms_.Of(outcome))));
}

TEST_F(LinearProof, ProductsAreInTheOrderOfTheirFactors) {
  const TermId a = Counter("a"), b = Counter("b"), c = Number("c");
  const TermId more = Minus(terms_.Product(b, c), terms_.Product(a, c));
  const TermId step = terms_.AddConstant(Minus(b, a), -1);
  EXPECT_TRUE(ProvesOne({Minus(more, c)}, {step, c}));
  EXPECT_FALSE(ProvesOne({Minus(more, c)}, {step}));
  EXPECT_FALSE(ProvesOne({terms_.AddConstant(Minus(more, c), -1)}, {step, c}));
  // Of c it is known that it is not less than 0 or less.
  EXPECT_TRUE(ProvesOne({more, terms_.Multiply(more, -1)}, {step}));
}

TEST_F(LinearProof, MultiplesOfDifferentNumbersLieApart) {
  const TermId a = Counter("a"), b = Counter("b"), count = Number("count");
  const TermId x = terms_.Add(a, terms_.Product(Counter("i"), count));
  const TermId y = terms_.Add(b, terms_.Product(Counter("j"), count));
  const std::vector<TermId> goals = {terms_.AddConstant(Minus(x, y), -1),
                                     terms_.AddConstant(Minus(y, x), -1)};
  const TermId order = terms_.AddConstant(Minus(b, a), -1);
  const TermId limit = terms_.AddConstant(Minus(count, b), -1);
  EXPECT_TRUE(ProvesOne(goals, {order, limit}));
  EXPECT_FALSE(ProvesOne(goals, {order}));
  EXPECT_FALSE(ProvesOne(goals, {order, terms_.AddConstant(limit, 1)}));
}

TEST_F(LinearProof, QuotientsAreInTheOrderOfWhatIsDivided) {
  const TermId a = Number("a"), b = Number("b"), d = Number("d");
  const TermId more = Minus(Quotient(b, d), Quotient(a, d));
  EXPECT_TRUE(ProvesOne({more}, {Minus(b, a), terms_.AddConstant(d, -1)}));
  EXPECT_TRUE(ProvesOne({terms_.Multiply(more, -1)},
                        {Minus(b, a), terms_.AddConstant(terms_.Multiply(d, -1), -1)}));
  EXPECT_FALSE(ProvesOne({more}, {Minus(b, a)}));
  EXPECT_FALSE(ProvesOne({terms_.AddConstant(more, -1)},
                         {terms_.AddConstant(Minus(b, a), -1), terms_.AddConstant(d, -1)}));
  // Without a sign what is divided may be a large number instead of a negative one.
  const TermId wraps = terms_.DivideBy(AtomKind::kQuotient, terms_.AddConstant(a, -1), d,
                                       /*is_signed=*/false, /*is_wide=*/true);
  const TermId size = terms_.DivideBy(AtomKind::kQuotient, a, d, /*is_signed=*/false,
                                      /*is_wide=*/true);
  EXPECT_FALSE(ProvesOne({Minus(size, wraps)}, {terms_.AddConstant(d, -1)}));
  const TermId less = terms_.DivideBy(AtomKind::kQuotient, Minus(a, b), d, /*is_signed=*/false,
                                      /*is_wide=*/true);
  EXPECT_FALSE(ProvesOne({Minus(size, less)}, {terms_.AddConstant(d, -1), b}));
  EXPECT_TRUE(ProvesOne({Minus(size, less)}, {terms_.AddConstant(d, -1), b, Minus(a, b)}));
}

TEST_F(LinearProof, RemaindersByNamedNumbers) {
  const TermId n = Number("n"), d = Number("d");
  const TermId rest = terms_.DivideBy(AtomKind::kRemainder, n, d, /*is_signed=*/true,
                                      /*is_wide=*/false);
  const TermId is_positive = terms_.AddConstant(d, -1);
  EXPECT_TRUE(ProvesOne({terms_.AddConstant(Minus(d, rest), -1)}, {is_positive}));
  EXPECT_TRUE(ProvesOne({rest}, {is_positive, n}));
  EXPECT_FALSE(ProvesOne({rest}, {is_positive}));
  EXPECT_FALSE(ProvesOne({rest}, {n}));
}

TEST_F(LinearProof, WhatABranchChoseIsTheLesser) {
  const TermId a = Number("a"), b = Number("b");
  const TermId lesser =
      terms_.Add(a, terms_.Select(Compared(Relation::kLess, Minus(b, a)), Minus(b, a)));
  EXPECT_TRUE(Proves(Minus(a, lesser)));
  EXPECT_TRUE(Proves(Minus(b, lesser)));
  EXPECT_FALSE(Proves(Minus(lesser, a)));
  EXPECT_TRUE(ProvesOne({Minus(lesser, a), Minus(lesser, b)}, {}));
  const TermId other =
      terms_.Add(a, terms_.Select(Compared(Relation::kEqual, Minus(b, a)), Minus(b, a)));
  EXPECT_TRUE(Proves(Minus(other, a)));
  EXPECT_FALSE(Proves(Minus(b, other)));
}

// Cells of a box, by its three sizes, of which only the first number differs.
TEST_F(LinearProof, PlanesOfABoxLieApart) {
  const TermId columns = Number("columns"), rows = Number("rows");
  const TermId a = Number("a"), b = Number("b"), row = Number("row"), other_row = Number("other");
  const auto cell = [&](TermId plane, TermId in_plane) {
    return terms_.Product(terms_.Add(terms_.Product(plane, rows), in_plane), columns);
  };
  // All columns of a row of plane a, and the first cell of one of plane b.
  const TermId end = terms_.Add(cell(a, row), columns);
  const TermId apart = Minus(cell(b, other_row), end);
  const TermId in_plane = Minus(Minus(rows, row), terms_.Constant(1));
  const TermId is_later = Minus(Minus(b, a), terms_.Constant(1));
  EXPECT_TRUE(ProvesOne({apart}, {is_later, in_plane, row, other_row, rows, columns}));
  EXPECT_FALSE(ProvesOne({apart}, {Minus(b, a), in_plane, row, other_row, rows, columns}));
  EXPECT_FALSE(ProvesOne({apart}, {is_later, row, other_row, rows, columns}));
}

// Numbers that are too large, and too many of them, prove nothing and do no harm.
TEST_F(LinearProof, LimitsAreKept) {
  const TermId n = Number("n");
  EXPECT_FALSE(Proves(terms_.Multiply(n, int64_t{1} << 50), {n}));
  TermId deep = n;
  for (int i = 0; i < 2; ++i) deep = terms_.AddConstant(Divided(AtomKind::kQuotient, deep, 3), 1);
  EXPECT_TRUE(Proves(deep, {n}));
}

}  // namespace
}  // namespace plait
