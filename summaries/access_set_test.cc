#include "summaries/access_set.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace plait {
namespace {

class AccessSetTest : public testing::Test {
 protected:
  TermId Global(const char* name) {
    Atom atom;
    atom.kind = AtomKind::kGlobal;
    atom.is_pointer = true;
    atom.name = InternName(name);
    return summary_.terms.Of(atom);
  }

  TermId Loaded(TermId cell) {
    Atom atom;
    atom.kind = AtomKind::kInitial;
    atom.is_pointer = true;
    atom.index = 8;
    atom.argument = cell;
    return summary_.terms.Of(atom);
  }

  PointId Holding(const std::vector<TermId>& locks) {
    Point point;
    for (TermId lock : locks) {
      HeldLock held;
      held.lock = lock;
      point.held.push_back(held);
    }
    summary_.points.push_back(point);
    return static_cast<PointId>(summary_.points.size() - 1);
  }

  void Add(TermId address, PointId point, uint32_t instruction,
           AccessKind kind = AccessKind::kWrite) {
    Access access;
    access.address = address;
    access.width = 4;
    access.kind = kind;
    access.point = point;
    access.origin.instruction = instruction;
    summary_.accesses.push_back(access);
  }

  std::vector<uint32_t> Left(size_t limit) {
    AccessBounds bounds;
    ReduceAccesses(&summary_, limit, &bounds);
    std::vector<uint32_t> instructions;
    for (const Access& a : summary_.accesses) instructions.push_back(a.origin.instruction);
    return instructions;
  }

  Summary summary_;
};

TEST_F(AccessSetTest, EachNumberOfAFlagThatOthersWaitForIsKept) {
  const PointId free = Holding({});
  for (int number = 0; number < 2; ++number) {
    Add(Global("flag"), free, number);
    summary_.accesses.back().value = summary_.terms.Constant(number);
    summary_.accesses.back().is_announced = true;
    Add(Global("size"), free, 2 + number);
    summary_.accesses.back().value = summary_.terms.Constant(number);
  }
  EXPECT_EQ(Left(100), (std::vector<uint32_t>{0, 2, 1}));
}

TEST_F(AccessSetTest, TheLessProtectedStandsForTheOthers) {
  const TermId x = Global("x");
  const PointId free = Holding({});
  const PointId locked = Holding({Global("m")});
  Add(x, locked, 1);
  Add(x, free, 2);
  Add(x, locked, 3);
  EXPECT_EQ(Left(100), std::vector<uint32_t>({2}));
  EXPECT_EQ(summary_.dropped_accesses, 0u);
}

TEST_F(AccessSetTest, DifferentLocksKindsAndPlacesStay) {
  const TermId x = Global("x");
  Add(x, Holding({Global("m")}), 1);
  Add(x, Holding({Global("n")}), 2);
  Add(x, Holding({Global("m")}), 3, AccessKind::kRead);
  Add(Global("y"), Holding({Global("m")}), 4);
  EXPECT_EQ(Left(100), std::vector<uint32_t>({1, 2, 3, 4}));
}

TEST_F(AccessSetTest, AnUncertainLockStandsForNoCertainOne) {
  Point maybe = summary_.points.emplace_back();
  HeldLock held;
  held.lock = Global("m");
  held.certain = false;
  maybe.held.push_back(held);
  Point surely = maybe;
  surely.held[0].certain = true;
  EXPECT_TRUE(IsAsExposed(maybe, surely));
  EXPECT_FALSE(IsAsExposed(surely, maybe));
}

TEST_F(AccessSetTest, WhatRunsBesideCounts) {
  Point alone, beside;
  ThreadRange range;
  range.token = 7;
  beside.live.push_back(range);
  EXPECT_TRUE(IsAsExposed(beside, alone));
  EXPECT_FALSE(IsAsExposed(alone, beside));
  // After its end, what the thread started may still run; before its start nothing does.
  Point after;
  after.joined.push_back(range);
  EXPECT_FALSE(IsAsExposed(alone, after));
  EXPECT_TRUE(IsAsExposed(beside, after));
  Point waited;
  waited.waited.push_back(Global("semaphore"));
  EXPECT_TRUE(IsAsExposed(alone, waited));
  EXPECT_FALSE(IsAsExposed(waited, alone));
  Point gated;
  gated.gates.push_back(Global("flag"));
  EXPECT_FALSE(IsAsExposed(gated, alone));
}

TEST_F(AccessSetTest, TheLeastProtectedOfAPlaceAreKept) {
  const TermId x = Global("x");
  std::vector<TermId> locks;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"}) {
    locks.push_back(Global(name));
  }
  for (uint32_t i = 0; i + 1 < locks.size(); ++i) Add(x, Holding({locks[i], locks[i + 1]}), i);
  Add(x, Holding({locks[0]}), 100);
  const std::vector<uint32_t> left = Left(100);
  EXPECT_EQ(left.size(), 12u);
  EXPECT_EQ(left.back(), 100u);
  EXPECT_GT(summary_.dropped_accesses, 0u);
}

TEST_F(AccessSetTest, TheFarthestGoFirstAndSayHowFarTheyWere) {
  const PointId point = Holding({});
  const TermId near = Global("near"), far = Loaded(Global("list")), farther = Loaded(far);
  Add(farther, point, 1);
  Add(near, point, 2);
  Add(far, point, 3);
  AccessBounds bounds;
  ReduceAccesses(&summary_, 3, &bounds);
  EXPECT_EQ(bounds.writes_alone, kNoBound);
  ReduceAccesses(&summary_, 2, &bounds);
  EXPECT_EQ(bounds.writes_alone, Remoteness(summary_.terms, farther));
  EXPECT_EQ(bounds.beside_threads, kNoBound);
  EXPECT_EQ(summary_.accesses.size(), 2u);
  EXPECT_LT(Remoteness(summary_.terms, near), Remoteness(summary_.terms, far));
}

TEST_F(AccessSetTest, WhatIsDoneBesideThreadsStaysBeforeWhatIsDoneAlone) {
  const PointId alone = Holding({});
  Point started;
  started.live.push_back({});
  summary_.points.push_back(started);
  const auto beside = static_cast<PointId>(summary_.points.size() - 1);
  Add(Global("option"), alone, 1, AccessKind::kRead);
  Add(Global("mode"), alone, 2, AccessKind::kRead);
  Add(Global("table"), alone, 3);
  Add(Loaded(Global("queue")), beside, 4, AccessKind::kRead);
  Add(Global("count"), beside, 5);
  Add(Global("done"), beside, 6, AccessKind::kRead);
  const std::vector<uint32_t> left = Left(4);
  EXPECT_EQ(left, std::vector<uint32_t>({3, 4, 5, 6}));
  EXPECT_EQ(summary_.dropped_accesses, 2u);
}

TEST_F(AccessSetTest, OfManyPlacesFewerAreKeptOfEach) {
  std::vector<PointId> situations;
  for (const char* lock : {"a", "b", "c", "d"}) situations.push_back(Holding({Global(lock)}));
  constexpr uint32_t kPlaces = 200;
  for (uint32_t place = 0; place < kPlaces; ++place) {
    const TermId x = Global(("x" + std::to_string(place)).c_str());
    for (PointId point : situations) Add(x, point, place);
  }
  EXPECT_EQ(Left(10000).size(), 2 * kPlaces);
  EXPECT_EQ(summary_.dropped_accesses, 2 * kPlaces);
}

TEST_F(AccessSetTest, AboveTheLimitNamedObjectsStay) {
  const PointId point = Holding({});
  const TermId far = Loaded(Loaded(Global("list")));
  Add(far, point, 1);
  Add(Global("x"), point, 2);
  Add(Loaded(Global("list")), point, 3);
  Add(Global("y"), point, 4);
  EXPECT_EQ(Left(3), std::vector<uint32_t>({2, 3, 4}));
  EXPECT_EQ(summary_.dropped_accesses, 1u);
}

}  // namespace
}  // namespace plait
