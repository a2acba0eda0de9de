// What a point keeps of what it is told, where there is more than is kept.
#include "analyzer/transfer/frame.h"

#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/transfer/test_frame.h"
#include "gtest/gtest.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

class FrameTest : public testing::Test {
 protected:
  // A variable, or what is reached from it through that many pointers.
  TermId CellOf(uint32_t number, int depth) {
    TermId cell = test_.Object(AtomKind::kGlobal, 0, "v" + std::to_string(number));
    for (int i = 0; i < depth; ++i) {
      Atom loaded;
      loaded.kind = AtomKind::kInitial;
      loaded.is_pointer = true;
      loaded.index = 8;
      loaded.argument = cell;
      cell = test_.frame->terms.Of(loaded);
    }
    return cell;
  }

  // `count` observations of cells at a depth; numbers from `first` on.
  std::vector<Observation> Seen(uint32_t first, size_t count, int depth) {
    std::vector<Observation> seen;
    for (uint32_t i = 0; i < count; ++i) seen.push_back({CellOf(first + i, depth), 4, true});
    SortUnique(&seen);
    return seen;
  }

  static std::vector<Observation> Joined(const std::vector<Observation>& a,
                                         const std::vector<Observation>& b) {
    return UnionOf(a, b);
  }

  TestFrame test_;
};

TEST_F(FrameTest, AllThatFitsIsKept) {
  Point point;
  point.observed = Seen(0, 3, 1);
  const std::vector<Observation> outer = Seen(10, 4, 0);
  const std::vector<Observation> all = Joined(point.observed, outer);
  test_.frame->AddObservations(outer, &point);
  EXPECT_EQ(point.observed, all);
  test_.frame->AddObservations(outer, &point);
  EXPECT_EQ(point.observed, all);
}

TEST_F(FrameTest, PlacesAreKeptForWhatIsFartherOut) {
  Point point;
  const std::vector<Observation> near = Seen(0, Frame::kMaxObservations, 1);
  const std::vector<Observation> outer = Seen(100, 20, 0);
  point.observed = near;
  test_.frame->AddObservations(outer, &point);
  ASSERT_EQ(point.observed.size(), Frame::kMaxObservations);
  const size_t kept = std::count_if(point.observed.begin(), point.observed.end(),
                                    [&](const Observation& o) { return ContainsSorted(outer, o); });
  EXPECT_EQ(kept, Frame::kMaxOuter);
}

TEST_F(FrameTest, WhatIsReachedThroughFewPointersStays) {
  Point point;
  const std::vector<Observation> deep = Seen(0, 6, 3), shallow = Seen(50, 6, 1);
  const std::vector<Observation> outer = Joined(Seen(100, 4, 2), Seen(200, 2, 0));
  point.observed = Joined(deep, shallow);
  test_.frame->AddObservations(outer, &point);
  ASSERT_EQ(point.observed.size(), Frame::kMaxObservations);
  EXPECT_TRUE(IsSubset(shallow, point.observed));
  EXPECT_TRUE(IsSubset(Seen(200, 2, 0), point.observed));
  const size_t kept = std::count_if(point.observed.begin(), point.observed.end(),
                                    [&](const Observation& o) { return ContainsSorted(deep, o); });
  EXPECT_EQ(kept, 2u);  // 12 places, 4 of them for what is farther out, 6 shallow ones
}

TEST_F(FrameTest, GatesOfAPointAreBoundedInTheSameWay) {
  State state = test_.state;
  for (uint32_t i = 0; i < 30; ++i) {
    InsertSorted(&state.gates, Gate{CellOf(i, i < 20 ? 2 : 0), FlowGraph::kNone});
    InsertSorted(&state.gates, Gate{CellOf(i, i < 20 ? 2 : 0), 1, 2});
  }
  test_.frame->recording = true;
  const PointId point = test_.frame->InternPoint(state);
  const std::vector<TermId>& gates = test_.frame->summary.points[point].gates;
  EXPECT_EQ(gates.size(), Frame::kMaxGates);
  EXPECT_TRUE(std::is_sorted(gates.begin(), gates.end()));
  for (uint32_t i = 20; i < 30; ++i) EXPECT_TRUE(ContainsSorted(gates, CellOf(i, 0)));
  EXPECT_EQ(test_.frame->InternPoint(state), point);
}

// Around a recursion, names that change with the order in which a callee lists what it left in
// memory would make each round differ from the last.
TEST(FrameChoicesTest, NamesOfChoicesDoNotDependOnTheirOrder) {
  TestFrame one, other;
  const auto name_of = [](TestFrame& test, const char* variable) {
    const TermId cell = test.Object(AtomKind::kGlobal, 0, variable);
    const AtomId phi =
        test.frame->Phi(Frame::PhiTag::kCell, 1, {.number = 4, .term = cell}, /*is_pointer=*/false);
    return test.frame->terms.atom(phi).index;
  };
  const uint32_t a = name_of(one, "a"), b = name_of(one, "b");
  EXPECT_NE(a, b);
  EXPECT_EQ(name_of(other, "b"), b);
  EXPECT_EQ(name_of(other, "a"), a);
}

}  // namespace
}  // namespace plait
