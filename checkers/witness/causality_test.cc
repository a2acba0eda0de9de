#include "checkers/witness/causality.h"

#include <cstdint>
#include <optional>
#include <tuple>

#include "gtest/gtest.h"

namespace plait::witness {
namespace {

constexpr uint64_t kFlag = 0x1000, kOther = 0x1010, kX = 0x2000, kY = 0x2010;

Bytes WriteTo(uint64_t address) { return {address, 4, /*is_write=*/true, /*is_atomic=*/false}; }

// Main has created two threads.
class CausalityTest : public testing::Test {
 protected:
  static Causality Start() {
    Causality causality(Causality::Purpose::kNewestValue);
    causality.Create(0, 1);
    causality.Create(0, 2);
    return causality;
  }

  static bool Store(Causality* causality, uint32_t thread, uint64_t address,
                    ir::Ordering ordering) {
    return causality->Store(thread, address, 4, ordering, Value::Of(0));
  }

  static bool Load(Causality* causality, uint32_t thread, uint64_t address, ir::Ordering ordering) {
    return causality->Load(thread, address, 4, ordering);
  }

  const Causality::Scope scope_ = {{{0}, {1}, {2}}, {kFlag, kOther}, {}};
};

TEST_F(CausalityTest, FactsDoNotTellInWhichOrderTheyCame) {
  Causality one = Start(), two = Start();
  for (auto& [causality, first, second] : {std::tuple(&one, kX, kY), std::tuple(&two, kY, kX)}) {
    causality->Access(1, WriteTo(first));
    Store(causality, 1, kOther, ir::Ordering::kRelaxed);
    Load(causality, 2, kFlag, ir::Ordering::kRelaxed);
    causality->Access(1, WriteTo(second));
    Store(causality, 1, kOther, ir::Ordering::kRelaxed);
  }
  EXPECT_EQ(one.FactsOf(scope_).all, two.FactsOf(scope_).all);
}

TEST_F(CausalityTest, FactsTellWhoKnows) {
  Causality one = Start(), two = Start();
  for (Causality* causality : {&one, &two}) {
    Store(causality, 1, kOther, ir::Ordering::kRelaxed);
    causality->Access(1, WriteTo(kX));
  }
  Store(&one, 1, kFlag, ir::Ordering::kRelease);
  Store(&two, 1, kFlag, ir::Ordering::kRelaxed);
  EXPECT_NE(one.FactsOf(scope_).all, two.FactsOf(scope_).all);
}

// One thread wrote, and the other knows of it in one of two states only.
TEST_F(CausalityTest, MergedFactsFindWhatOneOfThemFinds) {
  Causality one = Start(), two = Start();
  for (Causality* causality : {&one, &two}) {
    Store(causality, 1, kOther, ir::Ordering::kRelaxed);
    causality->Access(1, WriteTo(kX));
    Store(causality, 1, kFlag, ir::Ordering::kRelease);
  }
  Load(&one, 2, kFlag, ir::Ordering::kAcquire);
  Load(&two, 2, kFlag, ir::Ordering::kRelaxed);
  EXPECT_FALSE(Causality(one).Access(2, WriteTo(kX)).has_value());
  EXPECT_TRUE(Causality(two).Access(2, WriteTo(kX)).has_value());
  Causality::Facts facts = one.FactsOf(scope_);
  EXPECT_TRUE(facts.Merge(two.FactsOf(scope_)));
  EXPECT_FALSE(facts.Merge(one.FactsOf(scope_)));
  EXPECT_FALSE(facts.Merge(two.FactsOf(scope_)));
  Causality both = one;
  both.SetFacts(scope_, facts);
  EXPECT_EQ(both.FactsOf(scope_).all, facts.all);
  EXPECT_TRUE(Causality(both).Access(2, WriteTo(kX)).has_value());
  // It can still be told.
  EXPECT_TRUE(Load(&both, 2, kFlag, ir::Ordering::kAcquire));
  EXPECT_FALSE(both.Access(2, WriteTo(kX)).has_value());
}

// A write that is known in one state, and need not come before in the other, is missed in none.
TEST_F(CausalityTest, WhatIsMissedInNoneOfThemIsNotMissedBehindBoth) {
  Causality one = Start(), two = Start();
  for (Causality* causality : {&one, &two}) {
    Load(causality, 2, kOther, ir::Ordering::kRelaxed);
    Store(causality, 1, kFlag, ir::Ordering::kRelease);
  }
  Load(&one, 2, kFlag, ir::Ordering::kAcquire);
  Causality::Facts facts = one.FactsOf(scope_);
  EXPECT_TRUE(facts.Merge(two.FactsOf(scope_)));
  one.SetFacts(scope_, facts);
  EXPECT_TRUE(Causality(one).Load(2, kFlag, 4, ir::Ordering::kRelaxed));
  // Behind what was written later it is.
  Store(&one, 1, kOther, ir::Ordering::kRelaxed);
  EXPECT_TRUE(Load(&one, 2, kOther, ir::Ordering::kRelaxed));
  EXPECT_FALSE(Load(&one, 2, kFlag, ir::Ordering::kRelaxed));
}

TEST_F(CausalityTest, WhoAwaitsAThreadKnowsWhatItKnows) {
  Causality causality = Start();
  causality.Access(1, WriteTo(kX));
  Store(&causality, 1, kFlag, ir::Ordering::kRelease);
  Load(&causality, 2, kFlag, ir::Ordering::kAcquire);
  const auto forget = [&] {
    causality.Forget({false, false, false}, [](uint64_t) { return false; });
  };
  forget();
  EXPECT_EQ(causality.past().size(), 1);
  causality.Await(0, {1, 2});
  forget();
  EXPECT_EQ(causality.past().size(), 0);
  // It need not be the one that did it.
  causality.Access(1, WriteTo(kY));
  causality.Await(0, {1, 2});
  EXPECT_TRUE(causality.Access(0, WriteTo(kY)).has_value());
}

// Numbers of moments are few: they are given again.
TEST_F(CausalityTest, MomentsThatNobodyAsksForAreForgotten) {
  Causality causality = Start();
  causality.Access(1, WriteTo(kX));
  for (int i = 0; i < 1000; ++i) {
    Store(&causality, 1, kFlag, ir::Ordering::kRelease);
    Load(&causality, 2, kFlag, ir::Ordering::kRelaxed);
    causality.Forget({false, false, false}, [](uint64_t) { return false; });
  }
  EXPECT_FALSE(causality.has_lost_track());
  EXPECT_TRUE(Causality(causality).Access(2, WriteTo(kX)).has_value());
  Load(&causality, 2, kFlag, ir::Ordering::kAcquire);
  EXPECT_FALSE(causality.Access(2, WriteTo(kX)).has_value());
}

}  // namespace
}  // namespace plait::witness
