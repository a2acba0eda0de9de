#include "analyzer/transfer/reaches.h"

#include "analyzer/transfer/test_frame.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(ReachesTest, WhatLiesInFrontOfAPointerToTheEndOfAnArrayIsNotBounded) {
  TestFrame test;
  TermTable& terms = test.frame->terms;
  Reaches& reaches = test.frame->reaches;
  const TermId record = test.Object(AtomKind::kSlot, 1);
  const TermId element = terms.Add(record, terms.Multiply(test.Number(1), 4));
  reaches.Note(element, {0, 12});
  EXPECT_EQ(reaches.Behind(element, {4, 4}), (Reach{4, 16}));
  EXPECT_EQ(reaches.Behind(element, {-4, -4}), Reach()) << "the last element, from the end";
  EXPECT_EQ(reaches.Behind(terms.AddConstant(record, 8), {-4, -4}), (Reach{4, 4}));
}

TEST(ReachesTest, ElementsFarAwayHaveNone) {
  TestFrame test;
  const Reaches& reaches = test.frame->reaches;
  ir::IndexTerm index;
  index.stride = 8;
  index.extent = 4;
  const TermId bytes = test.frame->terms.Multiply(test.Number(1), 8);
  EXPECT_EQ(reaches.OfElement({16, 16}, index, bytes), (Reach{16, 40}));
  const TermId far = test.frame->terms.Constant(Reach::kMost + 1);
  EXPECT_FALSE(reaches.OfElement({16, 16}, index, far).is_known());
  index.extent = 0;
  EXPECT_EQ(reaches.OfElement({16, 16}, index, bytes), Reach()) << "an array of unknown size";
}

TEST(ReachesTest, AnAddressIsAPartOfAnElementIfAllPlacesSaySo) {
  TestFrame test;
  TermTable& terms = test.frame->terms;
  Reaches& reaches = test.frame->reaches;
  const TermId bytes = terms.Multiply(test.Number(1), 4);
  const TermId address = terms.Add(test.Object(AtomKind::kSlot, 1), bytes);
  const ElementPart part = {bytes, 0, 13}, other = {bytes, 0, 29};
  reaches.NoteElements(address, {part, other});
  EXPECT_EQ(reaches.ElementsOf(address), (std::vector{part, other}));
  reaches.NoteElements(address, {other});
  EXPECT_EQ(reaches.ElementsOf(address), std::vector{other});
  reaches.NoteElements(address, {});
  EXPECT_TRUE(reaches.ElementsOf(address).empty());
}

}  // namespace
}  // namespace plait
