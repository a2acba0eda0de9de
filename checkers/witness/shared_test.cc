#include "checkers/witness/shared.h"

#include <string>

#include "gtest/gtest.h"

namespace plait::witness {
namespace {

TEST(SharedTest, CopiesDifferOnceOneIsChanged) {
  Shared<std::string> one(std::string("a"));
  Shared<std::string> other = one;
  EXPECT_TRUE(one.IsSame(other));
  other.Own() += "b";
  EXPECT_EQ(*one, "a");
  EXPECT_EQ(*other, "ab");
  EXPECT_FALSE(one.is_shared());
}

TEST(SharedTest, AnOutlineHoldsUntilTheValueChanges) {
  Shared<int> one(1);
  int calls = 0;
  const auto find = [&](int value, Outline* outline) {
    ++calls;
    outline->mentioned.push_back(value);
  };
  const Shared<int> other = one;
  EXPECT_EQ(one.OutlineBy(find).mentioned.front(), 1);
  EXPECT_EQ(other.OutlineBy(find).mentioned.front(), 1);
  EXPECT_EQ(calls, 1);
  one.Own() = 2;
  EXPECT_EQ(one.OutlineBy(find).mentioned.front(), 2);
  one.Own() = 3;  // nobody shares it any more
  EXPECT_EQ(one.OutlineBy(find).mentioned.front(), 3);
  EXPECT_EQ(other.OutlineBy(find).mentioned.front(), 1);
}

TEST(SharedMapTest, IsSortedAndSharesEntries) {
  SharedMap<int> map;
  map.Own(8) = 80;
  map.Own(4) = 40;
  SharedMap<int> copy = map;
  copy.Own(8) = 81;
  copy.Own(6) = 60;
  EXPECT_EQ(map.At(8), 80);
  EXPECT_EQ(map.Find(6), nullptr);
  EXPECT_EQ(copy.LowerBound(5)->first, 6);
  EXPECT_TRUE(copy.begin()->second.IsSame(map.begin()->second));
  copy.EraseIf([](uint64_t address) { return address < 8; });
  EXPECT_EQ(copy.size(), 1);
  EXPECT_EQ(copy.At(8), 81);
  EXPECT_EQ(map.size(), 2);
}

}  // namespace
}  // namespace plait::witness
