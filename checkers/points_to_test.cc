#include "checkers/points_to.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class PointsToTest : public testing::Test {
 protected:
  TermId Global(const std::string& name, int64_t offset = 0) {
    Atom atom;
    atom.kind = AtomKind::kGlobal;
    atom.is_pointer = true;
    atom.name = InternName(name);
    return terms_.AddConstant(terms_.Of(atom), offset);
  }

  TermId Loaded(TermId cell) {
    Atom atom;
    atom.kind = AtomKind::kInitial;
    atom.is_pointer = true;
    atom.index = 8;
    atom.argument = cell;
    return terms_.Of(atom);
  }

  TermId Counter(uint32_t loop) {
    Atom atom;
    atom.kind = AtomKind::kIteration;
    atom.name = InternName("f");
    atom.index = loop;
    return terms_.Of(atom);
  }

  // base[number], of elements of 8 bytes.
  TermId Element(TermId base, TermId number) {
    return terms_.Add(base, terms_.Multiply(number, 8));
  }

  TermId Thread(TermId number) {
    Atom atom;
    atom.kind = AtomKind::kThread;
    atom.name = InternName("f");
    atom.argument = number;
    return terms_.Of(atom);
  }

  TermId Result(TermId handle) {
    Atom atom;
    atom.kind = AtomKind::kResult;
    atom.is_pointer = true;
    atom.argument = handle;
    return terms_.Of(atom);
  }

  AtomId Choice(uint32_t number) {
    Atom atom;
    atom.kind = AtomKind::kPhi;
    atom.is_pointer = true;
    atom.name = InternName("f");
    atom.index = number;
    return terms_.InternAtom(atom);
  }

  TermTable terms_;
  PointsTo points_to_{terms_};
};

TEST_F(PointsToTest, AnObjectIsItself) {
  EXPECT_THAT(points_to_.Resolve(Global("x", 8)), ElementsAre(Global("x", 8)));
  EXPECT_FALSE(points_to_.IsOpen(Global("x", 8)));
}

TEST_F(PointsToTest, ALoadYieldsWhatWasStoredInThatField) {
  points_to_.AddFact(Global("s", 8), Global("x"));
  points_to_.AddFact(Global("s", 16), Global("y"));
  points_to_.Solve();
  EXPECT_THAT(points_to_.Resolve(Loaded(Global("s", 8))), ElementsAre(Global("x")));
  EXPECT_THAT(points_to_.Resolve(terms_.AddConstant(Loaded(Global("s", 16)), 4)),
              ElementsAre(Global("y", 4)));
  EXPECT_THAT(points_to_.Resolve(Loaded(Global("s", 24))), IsEmpty());
}

TEST_F(PointsToTest, StoresThroughLoadedPointersAreFollowed) {
  // *p = &x, where p holds &q: q holds &x. Asked for before and after the facts are known.
  EXPECT_THAT(points_to_.Resolve(Loaded(Global("q"))), IsEmpty());
  points_to_.AddFact(Loaded(Global("p")), Global("x"));
  points_to_.AddFact(Global("p"), Global("q"));
  points_to_.Solve();
  EXPECT_THAT(points_to_.Resolve(Loaded(Global("q"))), ElementsAre(Global("x")));
}

TEST_F(PointsToTest, WhatIsLoadedIsOfTheTurnThatThePlaceTells) {
  const TermId i = Counter(1), k = Counter(2);
  points_to_.AddFact(Element(Global("a"), i), Element(Global("b"), terms_.AddConstant(i, 1)));
  points_to_.AddFact(Global("last"), Element(Global("b"), i));
  points_to_.Solve();
  EXPECT_THAT(points_to_.Resolve(Loaded(Element(Global("a"), k))),
              ElementsAre(Element(Global("b"), terms_.AddConstant(k, 1))));
  EXPECT_THAT(points_to_.Resolve(Loaded(Global("a", 32))), ElementsAre(Global("b", 40)));
  const TermId some = Element(Global("b"), terms_.Any());
  EXPECT_THAT(points_to_.Resolve(Loaded(Element(Global("a"), terms_.Any()))),
              ElementsAre(terms_.AddConstant(some, 8)));
  // Who loads it in the same loop may do so in another turn.
  EXPECT_THAT(points_to_.Resolve(Loaded(Global("last"))), ElementsAre(some));
}

TEST_F(PointsToTest, TheTurnOfAStoreNeedNotBeThatOfTheNameThatLoads) {
  const TermId a = Global("a"), b = Global("b"), i = Counter(1);
  points_to_.AddFact(Element(a, i), Element(b, i));
  points_to_.Solve();
  const TermId next = terms_.AddConstant(i, 1);
  EXPECT_THAT(points_to_.Resolve(Loaded(Element(a, next))), ElementsAre(Element(b, next)));
}

TEST_F(PointsToTest, AThreadEndsWithWhatIsKnownOfItsNumber) {
  const TermId i = Counter(1), k = Counter(2);
  points_to_.AddFact(Thread(i), Element(Global("b"), i));
  points_to_.AddFact(Element(Global("handles"), i), Thread(i));
  points_to_.Solve();
  EXPECT_THAT(points_to_.Resolve(Result(Thread(k))), ElementsAre(Element(Global("b"), k)));
  EXPECT_THAT(points_to_.Resolve(Result(Thread(terms_.Constant(3)))), ElementsAre(Global("b", 24)));
  EXPECT_THAT(points_to_.Resolve(Result(Loaded(Element(Global("handles"), k)))),
              ElementsAre(Element(Global("b"), k)));
}

TEST_F(PointsToTest, AListThatLeadsToItselfComesToAnEnd) {
  // a.next = b, b.next = a; n is a or n.next.
  points_to_.AddFact(Global("a", 8), Global("b"));
  points_to_.AddFact(Global("b", 8), Global("a"));
  points_to_.Solve();
  const AtomId n = Choice(1);
  terms_.AddOption(n, Global("a"));
  terms_.AddOption(n, Loaded(terms_.AddConstant(terms_.Of(n), 8)));
  EXPECT_THAT(points_to_.Resolve(terms_.Of(n)), UnorderedElementsAre(Global("a"), Global("b")));
}

TEST_F(PointsToTest, AWalkingPointerBecomesOneTargetWithAStep) {
  const AtomId p = Choice(2);
  terms_.AddOption(p, Global("table", 4));
  terms_.AddOption(p, terms_.AddConstant(terms_.Of(p), 16));
  const std::vector<TermId> targets = points_to_.Resolve(terms_.Of(p));
  const TermId elements = terms_.Add(Global("table", 4), terms_.Multiply(terms_.Any(), 16));
  EXPECT_THAT(targets, testing::Contains(elements));
  EXPECT_LE(targets.size(), 10u);
}

// Each turn's object points to that of the turn before.
TEST_F(PointsToTest, ObjectsOfManyTurnsAreAnyOfThem) {
  Atom turn;
  turn.kind = AtomKind::kIteration;
  const TermId i = terms_.Of(turn);
  const auto object = [&](TermId number) {
    Atom atom;
    atom.kind = AtomKind::kHeap;
    atom.is_pointer = true;
    atom.argument = number;
    return terms_.Of(atom);
  };
  points_to_.AddFact(object(i), object(terms_.AddConstant(i, -1)));
  points_to_.AddFact(Global("last"), object(i));
  const AtomId p = Choice(3);
  terms_.AddOption(p, Loaded(Global("last")));
  terms_.AddOption(p, Loaded(terms_.Of(p)));
  points_to_.Solve();
  EXPECT_FALSE(points_to_.IsOpen(terms_.Of(p)));
  EXPECT_THAT(points_to_.Resolve(terms_.Of(p)), testing::Contains(object(terms_.Any())));
}

TEST_F(PointsToTest, TooManyTargetsLeaveTheSetOpen) {
  const AtomId p = Choice(3);
  for (int i = 0; i < 100; ++i) {
    const TermId cell = Global("cell");
    points_to_.AddFact(cell, Global(absl::StrCat("x", i)));
  }
  points_to_.Solve();
  terms_.AddOption(p, Loaded(Global("cell")));
  EXPECT_EQ(points_to_.Resolve(terms_.Of(p)).size(), PointsTo::kMaxTargets);
  EXPECT_TRUE(points_to_.IsOpen(terms_.Of(p)));
}

TEST_F(PointsToTest, WhatNothingIsKnownOfIsOpen) {
  Atom atom;
  atom.kind = AtomKind::kUnknown;
  atom.is_pointer = true;
  EXPECT_THAT(points_to_.Resolve(terms_.Of(atom)), IsEmpty());
  EXPECT_TRUE(points_to_.IsOpen(terms_.Of(atom)));
}

TEST_F(PointsToTest, PlacesAreWherePointersIntoAnObjectMayBe) {
  points_to_.AddFact(Global("p"), Global("x", 8));
  points_to_.AddFact(Global("q"), Loaded(Global("p")));
  points_to_.AddFact(Global("r"), Global("y"));
  points_to_.Solve();
  EXPECT_THAT(points_to_.PlacesOf(terms_.Base(Global("x"))),
              testing::UnorderedElementsAre(Global("p"), Global("q")));
  EXPECT_THAT(points_to_.PlacesOf(terms_.Base(Global("z"))), testing::IsEmpty());
  points_to_.AddFact(Global("s"), Global("z"));
  points_to_.Solve();
  EXPECT_THAT(points_to_.PlacesOf(terms_.Base(Global("z"))), testing::ElementsAre(Global("s")));
}

}  // namespace
}  // namespace plait
