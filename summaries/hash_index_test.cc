#include "summaries/hash_index.h"

#include <gtest/gtest.h>

#include <string>

namespace plait {
namespace {

// Every value has the same hash.
TEST(HashIndex, TellsValuesOfOneHashApart) {
  HashIndex index;
  std::vector<std::string> values;
  auto number = [&](const std::string& value) {
    bool inserted;
    const uint32_t id =
        index.FindOrAdd(7, [&](uint32_t known) { return values[known] == value; }, &inserted);
    EXPECT_EQ(inserted, id == values.size());
    if (inserted) values.push_back(value);
    return id;
  };
  EXPECT_EQ(number("a"), 0u);
  EXPECT_EQ(number("b"), 1u);
  EXPECT_EQ(number("c"), 2u);
  EXPECT_EQ(number("a"), 0u);
  EXPECT_EQ(number("c"), 2u);
  EXPECT_EQ(number("b"), 1u);
}

TEST(HashIndex, NumbersGoOnAcrossHashes) {
  HashIndex index;
  bool inserted;
  auto never = [](uint32_t) { return false; };
  EXPECT_EQ(index.FindOrAdd(1, never, &inserted), 0u);
  EXPECT_EQ(index.FindOrAdd(2, never, &inserted), 1u);
  EXPECT_EQ(index.FindOrAdd(1, never, &inserted), 2u);
  EXPECT_TRUE(inserted);
}

TEST(HashIndex, FindsAllAfterGrowing) {
  constexpr uint32_t kMany = 1000;
  HashIndex index;
  bool inserted;
  for (uint32_t i = 0; i < kMany; ++i) {
    EXPECT_EQ(index.FindOrAdd(i / 2, [&](uint32_t known) { return known == i; }, &inserted), i);
    EXPECT_TRUE(inserted);
  }
  EXPECT_EQ(index.count(), kMany);
  for (uint32_t i = 0; i < kMany; ++i) {
    EXPECT_EQ(index.FindOrAdd(i / 2, [&](uint32_t known) { return known == i; }, &inserted), i);
    EXPECT_FALSE(inserted);
  }
  index.Clear();
  EXPECT_EQ(index.count(), 0u);
  EXPECT_EQ(index.FindOrAdd(7, [](uint32_t) { return true; }, &inserted), 0u);
  EXPECT_TRUE(inserted);
}

TEST(MixHash, DependsOnTheOrder) {
  EXPECT_NE(MixHash(MixHash(0, 1), 2), MixHash(MixHash(0, 2), 1));
}

}  // namespace
}  // namespace plait
