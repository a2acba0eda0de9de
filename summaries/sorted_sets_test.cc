#include "summaries/sorted_sets.h"

#include <random>
#include <set>
#include <vector>

#include "gtest/gtest.h"

namespace plait {
namespace {

using Set = std::vector<int>;

TEST(SortedSetsTest, InsertKeepsOrderAndSaysWhatIsNew) {
  Set set;
  EXPECT_TRUE(InsertSorted(&set, 3));
  EXPECT_TRUE(InsertSorted(&set, 1));
  EXPECT_TRUE(InsertSorted(&set, 2));
  EXPECT_FALSE(InsertSorted(&set, 1));
  EXPECT_EQ(set, (Set{1, 2, 3}));
}

TEST(SortedSetsTest, TheEmptySetIsNeutral) {
  const Set none, some = {1, 4};
  EXPECT_EQ(UnionOf(none, some), some);
  EXPECT_EQ(UnionOf(some, none), some);
  EXPECT_EQ(IntersectionOf(none, some), none);
  EXPECT_EQ(IntersectionOf(some, none), none);
  EXPECT_TRUE(IsSubset(none, none));
  EXPECT_TRUE(IsSubset(none, some));
  EXPECT_FALSE(IsSubset(some, none));
  EXPECT_FALSE(ContainsSorted(none, 1));
}

TEST(SortedSetsTest, SortUniqueMakesASet) {
  Set set = {3, 1, 3, 2, 1};
  SortUnique(&set);
  EXPECT_EQ(set, (Set{1, 2, 3}));
}

// Every operation against std::set, on sets small enough to overlap often.
TEST(SortedSetsTest, AgreesWithOrdinarySets) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::set<int> x, y;
    Set a, b;
    for (uint32_t n = random() % 6; n > 0; --n) {
      const int e = static_cast<int>(random() % 8);
      EXPECT_EQ(InsertSorted(&a, e), x.insert(e).second);
    }
    for (uint32_t n = random() % 6; n > 0; --n) {
      const int e = static_cast<int>(random() % 8);
      EXPECT_EQ(InsertSorted(&b, e), y.insert(e).second);
    }
    std::set<int> both, any = x;
    any.insert(y.begin(), y.end());
    for (int e : x) {
      if (y.count(e) != 0) both.insert(e);
    }
    EXPECT_EQ(UnionOf(a, b), Set(any.begin(), any.end()));
    EXPECT_EQ(UnionOf(b, a), UnionOf(a, b));
    EXPECT_EQ(IntersectionOf(a, b), Set(both.begin(), both.end()));
    EXPECT_EQ(IntersectionOf(b, a), IntersectionOf(a, b));
    EXPECT_EQ(IsSubset(a, b), both == x);
    for (int e = 0; e < 8; ++e) EXPECT_EQ(ContainsSorted(a, e), x.count(e) != 0);
  }
}

}  // namespace
}  // namespace plait
