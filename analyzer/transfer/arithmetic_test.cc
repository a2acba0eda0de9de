// Ranges, decisions and facts are checked against concrete values of the unknowns.
#include "analyzer/transfer/arithmetic.h"

#include <random>
#include <vector>

#include "analyzer/transfer/test_frame.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ir::Binary;

class ArithmeticTest : public testing::Test {
 protected:
  TermId C(int64_t value) { return test_.frame->terms.Constant(value); }
  Frame& frame() { return *test_.frame; }
  State& state() { return test_.state; }

  TestFrame test_;
};

TEST_F(ArithmeticTest, ComparisonsOfConstantsAreDecided) {
  EXPECT_EQ(Evaluate(frame(), state(), Binary::kLt, C(3), C(5), true), C(1));
  EXPECT_EQ(Evaluate(frame(), state(), Binary::kGe, C(3), C(5), true), C(0));
  EXPECT_EQ(Evaluate(frame(), state(), Binary::kNe, C(3), C(3), true), C(0));
}

TEST_F(ArithmeticTest, UnsignedNumbersMayBeLargerThanAllSignedOnes) {
  const TermId x = test_.Number(1), largest = C(-1);
  const auto less = [&](const State& in, TermId a, TermId b) {
    return Evaluate(frame(), in, Binary::kLt, a, b, /*is_signed=*/false);
  };
  EXPECT_EQ(less(state(), C(3), largest), C(1));
  EXPECT_EQ(less(state(), largest, C(3)), C(0));
  EXPECT_EQ(less(state(), C(-2), largest), C(1));
  const TermId open = less(state(), x, largest);
  State yes = state(), no = state();
  EXPECT_TRUE(Assume(frame(), &yes, open, true));
  EXPECT_TRUE(Assume(frame(), &no, open, false));
  State natural = state();
  const TermId positive = Evaluate(frame(), state(), Binary::kLt, C(0), x, /*is_signed=*/true);
  ASSERT_TRUE(Assume(frame(), &natural, positive, true));
  EXPECT_EQ(less(natural, x, largest), C(1));
  EXPECT_EQ(less(natural, largest, x), C(0));
}

TEST_F(ArithmeticTest, WhatIsTakenAwayMayBeMoreThanThereIs) {
  const TermId x = test_.Number(1);
  const auto less = [&](const State& in, int64_t taken, bool is_signed) {
    const TermId rest = Evaluate(frame(), in, Binary::kSub, x, C(taken), is_signed, 4);
    return Evaluate(frame(), in, Binary::kLt, rest, C(26), is_signed, 4);
  };
  const auto is_comparison = [&](TermId condition) {
    return frame().terms.MentionsKind(condition, AtomKind::kComparison);
  };
  EXPECT_FALSE(is_comparison(less(state(), 97, /*is_signed=*/false)));
  EXPECT_TRUE(is_comparison(less(state(), 97, /*is_signed=*/true)));
  State enough = state();
  ASSERT_TRUE(Assume(frame(), &enough,
                     Evaluate(frame(), state(), Binary::kGe, x, C(97), /*is_signed=*/false, 4),
                     true));
  EXPECT_TRUE(is_comparison(less(enough, 97, /*is_signed=*/false)));
}

TEST_F(ArithmeticTest, SumsMadeToWrapAreNotLargerForCertain) {
  const TermId x = test_.Number(1);
  const auto add = [&](int64_t number, bool is_signed) {
    return Evaluate(frame(), state(), Binary::kAdd, x, C(number), is_signed, /*width=*/4);
  };
  EXPECT_EQ(add(0xFFFFFFFF, /*is_signed=*/false), frame().terms.AddConstant(x, -1));
  EXPECT_EQ(add(7, /*is_signed=*/false), frame().terms.AddConstant(x, 7));
  EXPECT_EQ(add(0x7FFFFFFF, /*is_signed=*/true), frame().terms.AddConstant(x, 0x7FFFFFFF));
  EXPECT_NE(add(0x7FFFFFFF, /*is_signed=*/false), frame().terms.AddConstant(x, 0x7FFFFFFF));
  EXPECT_EQ(Evaluate(frame(), state(), Binary::kSub, C(0xFFFFFFFF), x, /*is_signed=*/false, 4),
            frame().terms.Subtract(C(0xFFFFFFFF), x))
      << "what is left below the largest number";
}

TEST_F(ArithmeticTest, WhatWasMultipliedIsDividedExactlyUnlessItMayWrapAround) {
  const TermId x = test_.Number(1);
  const auto divided = [&](bool is_signed) {
    return Evaluate(frame(), state(), Binary::kDiv, frame().terms.Multiply(x, 8), C(8), is_signed);
  };
  EXPECT_EQ(divided(/*is_signed=*/true), x);
  EXPECT_NE(divided(/*is_signed=*/false), x);
}

TEST_F(ArithmeticTest, MultiplesOfTheDivisorLeaveWhatIsBesideThem) {
  const TermId x = test_.Number(1);
  const auto rest = [&](int64_t factor, int64_t beside, int64_t divisor, bool is_signed) {
    const TermId sum = frame().terms.AddConstant(frame().terms.Multiply(x, factor), beside);
    return Evaluate(frame(), state(), Binary::kRem, sum, C(divisor), is_signed);
  };
  EXPECT_EQ(rest(2, 0, 2, /*is_signed=*/true), C(0));
  EXPECT_EQ(rest(6, 3, 3, /*is_signed=*/true), C(0));
  EXPECT_EQ(rest(2, 3, 2, /*is_signed=*/false), C(1));
  EXPECT_EQ(rest(4, -1, 4, /*is_signed=*/false), C(3));
  EXPECT_NE(rest(2, 1, 2, /*is_signed=*/true), C(1)) << "may be -1";
  EXPECT_NE(rest(3, 1, 2, /*is_signed=*/false), C(1));
  EXPECT_NE(rest(3, 0, 3, /*is_signed=*/false), C(0)) << "may have wrapped around";
  const TermId sum = frame().terms.AddConstant(frame().terms.Multiply(x, 2), 1);
  EXPECT_EQ(Evaluate(frame(), state(), Binary::kAnd, sum, C(1), true), C(1));
  ASSERT_TRUE(
      Assume(frame(), &state(), Evaluate(frame(), state(), Binary::kGe, x, C(0), true), true));
  EXPECT_EQ(rest(2, 1, 2, /*is_signed=*/true), C(1));
}

TEST_F(ArithmeticTest, ABranchTeachesTheRange) {
  const TermId x = test_.Number(1);
  const TermId below = Evaluate(frame(), state(), Binary::kLt, x, C(10), true);
  State yes = state(), no = state();
  ASSERT_TRUE(Assume(frame(), &yes, below, true));
  ASSERT_TRUE(Assume(frame(), &no, below, false));
  EXPECT_EQ(RangeOf(frame(), yes, x).high, 9);
  EXPECT_EQ(RangeOf(frame(), no, x).low, 10);
  EXPECT_FALSE(Assume(frame(), &yes, below, false)) << "the same condition a second time";
}

TEST_F(ArithmeticTest, AConditionIsKnownHoweverItIsAsked) {
  const TermId x = test_.Number(1), y = test_.Number(2);
  const auto decide = [&](const State& state, Relation relation, bool swapped) {
    return Decide(frame(), state, relation, swapped ? y : x, swapped ? x : y);
  };
  State less = state(), not_less = state(), equal = state();
  const TermId below = Evaluate(frame(), state(), Binary::kLt, x, y, true);
  ASSERT_TRUE(Assume(frame(), &less, below, true));
  ASSERT_TRUE(Assume(frame(), &not_less, below, false));
  ASSERT_TRUE(Assume(frame(), &equal, Evaluate(frame(), state(), Binary::kEq, x, y, true), true));
  EXPECT_EQ(decide(less, Relation::kLess, false), true);
  EXPECT_EQ(decide(less, Relation::kLess, true), false);
  EXPECT_EQ(decide(less, Relation::kLessEqual, false), true);
  EXPECT_EQ(decide(less, Relation::kLessEqual, true), false);
  EXPECT_EQ(decide(less, Relation::kEqual, false), false);
  EXPECT_EQ(decide(not_less, Relation::kLess, false), false);
  EXPECT_EQ(decide(not_less, Relation::kLess, true), std::nullopt) << "or they are equal";
  EXPECT_EQ(decide(not_less, Relation::kLessEqual, false), std::nullopt);
  EXPECT_EQ(decide(not_less, Relation::kLessEqual, true), true);
  EXPECT_EQ(decide(not_less, Relation::kEqual, false), std::nullopt);
  EXPECT_EQ(decide(equal, Relation::kLess, false), false);
  EXPECT_EQ(decide(equal, Relation::kLess, true), false);
  EXPECT_EQ(decide(equal, Relation::kLessEqual, true), true);
}

TEST_F(ArithmeticTest, TheNegationOfAConditionIsUndone) {
  const TermId x = test_.Number(1);
  const TermId zero = Evaluate(frame(), state(), Binary::kEq, x, C(0), true);
  const TermId twice = Negate(frame(), state(), Negate(frame(), state(), zero));
  EXPECT_EQ(twice, zero);
  ASSERT_TRUE(Assume(frame(), &state(), Negate(frame(), state(), zero), true));
  EXPECT_TRUE(RangeOf(frame(), state(), x).nonzero);
}

TEST_F(ArithmeticTest, ObjectsAreNotNullAndDiffer) {
  const TermId a = test_.Object(AtomKind::kGlobal, 0, "a"),
               b = test_.Object(AtomKind::kGlobal, 0, "b");
  EXPECT_EQ(Decide(frame(), state(), Relation::kEqual, a, C(0)), false);
  EXPECT_EQ(Decide(frame(), state(), Relation::kEqual, a, b), false);
  EXPECT_EQ(Decide(frame(), state(), Relation::kEqual, a, a), true);
}

TEST_F(ArithmeticTest, FactsHoldForTheValuesThatSatisfyThem) {
  std::mt19937 random(11);
  std::uniform_int_distribution<int64_t> small(-6, 6);
  const std::vector<Binary> operators = {Binary::kEq, Binary::kNe, Binary::kLt,
                                         Binary::kLe, Binary::kGt, Binary::kGe};
  for (int round = 0; round < 3000; ++round) {
    TestFrame test;
    Frame& f = *test.frame;
    const std::vector<TermId> unknowns = {test.Number(1), test.Number(2)};
    const std::vector<int64_t> values = {small(random), small(random)};
    auto linear = [&](TermId* term, int64_t* value) {
      *value = small(random);
      *term = f.terms.Constant(*value);
      for (size_t i = 0; i < unknowns.size(); ++i) {
        const int64_t c = small(random) / 3;
        *term = f.terms.Add(*term, f.terms.Multiply(unknowns[i], c));
        *value += c * values[i];
      }
    };
    for (int step = 0; step < 4; ++step) {
      TermId a, b;
      int64_t x, y;
      linear(&a, &x);
      linear(&b, &y);
      const Binary op = operators[random() % operators.size()];
      const bool truth = op == Binary::kEq   ? x == y
                         : op == Binary::kNe ? x != y
                         : op == Binary::kLt ? x < y
                         : op == Binary::kLe ? x <= y
                         : op == Binary::kGt ? x > y
                                             : x >= y;
      const TermId condition = Evaluate(f, test.state, op, a, b, true);
      ASSERT_TRUE(Assume(f, &test.state, condition, truth)) << "a possible branch was cut";
      for (size_t i = 0; i < unknowns.size(); ++i) {
        const Range range = RangeOf(f, test.state, unknowns[i]);
        ASSERT_LE(range.low, values[i]);
        ASSERT_GE(range.high, values[i]);
        ASSERT_FALSE(range.nonzero && values[i] == 0);
      }
    }
  }
}

TEST_F(ArithmeticTest, TheRestOfANumberInAPointerHasAName) {
  const TermId pointer = frame().terms.AddConstant(test_.Object(AtomKind::kFormal, 0), 1);
  const auto rest = [&](Binary op, int64_t number, uint32_t width) {
    return Evaluate(frame(), state(), op, pointer, C(number), /*is_signed=*/true, width);
  };
  EXPECT_EQ(rest(Binary::kRem, 5, 4), rest(Binary::kRem, 5, 4));
  EXPECT_NE(rest(Binary::kRem, 5, 4), rest(Binary::kRem, 6, 4));
  EXPECT_EQ(rest(Binary::kDiv, 5, 4), rest(Binary::kDiv, 5, 4));
  EXPECT_EQ(rest(Binary::kAnd, 3, 4), rest(Binary::kAnd, 3, 4));
  // Of an address it tells how that is aligned.
  EXPECT_FALSE(frame().terms.MentionsKind(rest(Binary::kAnd, 7, 8), AtomKind::kRemainder));
}

}  // namespace
}  // namespace plait
