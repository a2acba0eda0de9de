#include "analyzer/transfer/choice_targets.h"

#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::IsNull;
using ::testing::NotNull;

class ChoiceTargetsTest : public testing::Test {
 protected:
  AtomId Global(const char* name) {
    Atom atom;
    atom.kind = AtomKind::kGlobal;
    atom.is_pointer = true;
    atom.name = InternName(name);
    return terms_.InternAtom(atom);
  }

  // The object that an allocation makes in the turn of that number.
  AtomId Heap(TermId number) {
    Atom atom;
    atom.kind = AtomKind::kHeap;
    atom.is_pointer = true;
    atom.name = InternName("make");
    atom.argument = number;
    return terms_.InternAtom(atom);
  }

  AtomId Phi(uint32_t index) {
    Atom atom;
    atom.kind = AtomKind::kPhi;
    atom.is_pointer = true;
    atom.name = InternName("f");
    atom.index = index;
    return terms_.InternAtom(atom);
  }

  TermId At(AtomId base, int64_t offset = 0) { return terms_.AddConstant(terms_.Of(base), offset); }

  // Choices 0 to `length`, each of the next, and the last of an object.
  void MakeChain(uint32_t length, AtomId object) {
    for (uint32_t i = 0; i < length; ++i) terms_.AddOption(Phi(i), At(Phi(i + 1)));
    terms_.AddOption(Phi(length), At(object));
  }

  // What Of says, as pairs.
  std::vector<std::pair<TermId, int64_t>> TargetsOf(AtomId choice) {
    std::vector<std::pair<TermId, int64_t>> pairs;
    const std::vector<Target>* targets = targets_.Of(choice);
    EXPECT_THAT(targets, NotNull());
    if (targets == nullptr) return pairs;
    for (const Target& target : *targets) pairs.emplace_back(target.pointer, target.shift);
    return pairs;
  }

  TermTable terms_;
  ChoiceTargets targets_{terms_};
};

TEST_F(ChoiceTargetsTest, AChoiceYieldsWhatItIsAChoiceOf) {
  terms_.AddOption(Phi(0), At(Global("a"), 8));
  EXPECT_TRUE(targets_.MayYield(Phi(0), Global("a")));
  EXPECT_FALSE(targets_.MayYield(Phi(0), Global("b")));
  EXPECT_FALSE(targets_.MayYield(Global("a"), Global("a"))) << "that is no choice";
  EXPECT_TRUE(targets_.IsFollowed(Phi(0)));
}

TEST_F(ChoiceTargetsTest, AChoiceYieldsWhatInnerOnesYield) {
  terms_.AddOption(Phi(0), At(Global("a")));
  terms_.AddOption(Phi(0), At(Phi(1), 8));
  terms_.AddOption(Phi(1), At(Phi(2)));
  terms_.AddOption(Phi(2), At(Phi(0), 16));
  terms_.AddOption(Phi(2), At(Global("b")));
  EXPECT_TRUE(targets_.MayYield(Phi(0), Global("b")));
  EXPECT_TRUE(targets_.MayYield(Phi(1), Global("a"))) << "around the circle";
  EXPECT_FALSE(targets_.MayYield(Phi(0), Global("c")));
}

TEST_F(ChoiceTargetsTest, ObjectsOfOneSiteMayBeOne) {
  Atom number;
  number.kind = AtomKind::kFormal;
  const TermId n = terms_.Of(number);
  terms_.AddOption(Phi(0), At(Heap(n)));
  EXPECT_TRUE(targets_.MayYield(Phi(0), Heap(n)));
  EXPECT_TRUE(targets_.MayYield(Phi(0), Heap(kZero))) << "n may be 0";
  EXPECT_FALSE(targets_.MayYield(Phi(0), Heap(terms_.AddConstant(n, 1))));
}

TEST_F(ChoiceTargetsTest, AnAnswerIsRenewedWhenAnInnerChoiceGrows) {
  terms_.AddOption(Phi(0), At(Phi(1)));
  terms_.AddOption(Phi(1), At(Global("a")));
  EXPECT_TRUE(targets_.MayYield(Phi(0), Global("a")));
  EXPECT_FALSE(targets_.MayYield(Phi(0), Global("b")));
  EXPECT_EQ(TargetsOf(Phi(0)).size(), 3);
  terms_.AddOption(Phi(1), At(Global("b")));
  EXPECT_TRUE(targets_.MayYield(Phi(0), Global("b")));
  EXPECT_EQ(TargetsOf(Phi(0)).size(), 4);
}

TEST_F(ChoiceTargetsTest, AnOpenChoiceOnTheWayIsNotFollowed) {
  terms_.AddOption(Phi(0), At(Phi(1)));
  terms_.AddOption(Phi(1), At(Global("a")));
  EXPECT_TRUE(targets_.IsFollowed(Phi(0)));
  terms_.OpenChoice(Phi(1));
  EXPECT_FALSE(targets_.IsFollowed(Phi(0)));
  EXPECT_FALSE(targets_.IsFollowed(Phi(1)));
}

TEST_F(ChoiceTargetsTest, WhatLiesBehindTooManyChoicesMayBeYielded) {
  MakeChain(400, Global("a"));
  EXPECT_FALSE(targets_.IsFollowed(Phi(0)));
  EXPECT_TRUE(targets_.MayYield(Phi(0), Global("a")));
  EXPECT_TRUE(targets_.IsFollowed(Phi(398)));
}

TEST_F(ChoiceTargetsTest, AllAreKnownBehindManyChoicesIfNoneIsOpen) {
  MakeChain(100, Global("a"));
  EXPECT_TRUE(targets_.IsFollowed(Phi(0)));
  EXPECT_TRUE(targets_.MayYield(Phi(0), Global("a")));
  terms_.OpenChoice(Phi(60));
  EXPECT_FALSE(targets_.IsFollowed(Phi(0)));
}

TEST_F(ChoiceTargetsTest, TargetsAreBehindAllThatIsAddedOnTheWay) {
  terms_.AddOption(Phi(0), At(Phi(1), 8));
  terms_.AddOption(Phi(1), At(Phi(2), 16));
  terms_.AddOption(Phi(2), At(Global("a"), 4));
  EXPECT_THAT(
      TargetsOf(Phi(0)),
      testing::ElementsAre(std::pair(At(Phi(0)), 0), std::pair(At(Phi(1), 8), 0),
                           std::pair(At(Phi(2), 16), 8), std::pair(At(Global("a"), 4), 24)));
}

TEST_F(ChoiceTargetsTest, NumbersAreNoTargets) {
  terms_.AddOption(Phi(0), kZero);
  terms_.AddOption(Phi(0), At(Global("a")));
  EXPECT_THAT(TargetsOf(Phi(0)),
              testing::ElementsAre(std::pair(At(Phi(0)), 0), std::pair(At(Global("a")), 0)));
}

TEST_F(ChoiceTargetsTest, TooManyTargetsAreNone) {
  MakeChain(40, Global("a"));
  EXPECT_THAT(targets_.Of(Phi(0)), IsNull());
  EXPECT_THAT(targets_.Of(Phi(0)), IsNull()) << "nor when asked again";
  EXPECT_THAT(targets_.Of(Phi(38)), NotNull());
}

TEST_F(ChoiceTargetsTest, APointerThatMovesOnHasTooManyTargets) {
  terms_.AddOption(Phi(0), At(Global("a")));
  terms_.AddOption(Phi(0), At(Phi(0), 8));
  EXPECT_THAT(targets_.Of(Phi(0)), IsNull());
}

}  // namespace
}  // namespace plait
