#include "summaries/point_index.h"

#include <gtest/gtest.h>

#include <functional>

namespace plait {
namespace {

// What the hash leaves out is told apart by equality.
TEST(PointIndex, PointsThatDifferInAnythingAreSeveral) {
  const std::vector<std::function<void(Point*)>> changes = {
      [](Point*) {},
      [](Point* p) { p->held.push_back({}); },
      [](Point* p) { p->held.push_back({.lock = 1}); },
      [](Point* p) { p->held.push_back({.lock = 1, .mode = LockMode::kShared}); },
      [](Point* p) { p->live.push_back({}); },
      [](Point* p) { p->joined.push_back({}); },
      [](Point* p) { p->released = {1}; },
      [](Point* p) { p->released = {1, 2}; },
      [](Point* p) { p->asked = {1}; },
      [](Point* p) { p->met = {1}; },
      [](Point* p) { p->contended = {1}; },
      [](Point* p) { p->changes = {1}; },
      [](Point* p) { p->announced = {1}; },
      [](Point* p) { p->announced_any = true; },
      [](Point* p) { p->joined_unknown = true; },
      [](Point* p) { p->joined_on_some = true; },
      [](Point* p) { p->is_in_child = true; },
      [](Point* p) { p->waited = {1}; },
  };
  PointIndex index;
  std::vector<Point> points;
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 0; i < changes.size(); ++i) {
      Point point;
      changes[i](&point);
      EXPECT_EQ(index.FindOrAdd(point, &points), i) << "round " << round;
    }
  }
  EXPECT_EQ(points.size(), changes.size());
}

}  // namespace
}  // namespace plait
