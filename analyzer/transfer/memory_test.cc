#include "analyzer/transfer/memory.h"

#include "absl/algorithm/container.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/join.h"
#include "analyzer/transfer/test_frame.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

class MemoryTest : public testing::Test {
 protected:
  TermId C(int64_t value) { return test_.frame->terms.Constant(value); }
  Frame& frame() { return *test_.frame; }
  State& state() { return test_.state; }
  TermTable& terms() { return test_.frame->terms; }
  TermId At(TermId base, int64_t offset) { return terms().AddConstant(base, offset); }

  TestFrame test_;
  TermId a_ = test_.Object(AtomKind::kSlot, 1);
  TermId global_ = test_.Object(AtomKind::kGlobal, 0, "g");
};

TEST_F(MemoryTest, AStoreIsLoadedAgain) {
  StoreCell(frame(), &state(), At(a_, 4), 4, C(7), false);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 4), 4, false), C(7));
  StoreCell(frame(), &state(), At(a_, 4), 4, C(8), false);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 4), 4, false), C(8)) << "a strong update";
}

TEST_F(MemoryTest, NeighboursKeepTheirValues) {
  StoreCell(frame(), &state(), At(a_, 4), 4, C(7), false);
  StoreCell(frame(), &state(), At(a_, 8), 4, C(9), false);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 4), 4, false), C(7));
}

TEST_F(MemoryTest, AnUnknownIndexMayHitAnyElementOfItsStride) {
  StoreCell(frame(), &state(), a_, 4, C(1), false);
  StoreCell(frame(), &state(), At(a_, 4), 4, C(2), false);
  const TermId somewhere = terms().Add(a_, terms().Multiply(test_.Number(1), 8));
  StoreCell(frame(), &state(), somewhere, 4, C(5), false);
  EXPECT_NE(LoadCell(frame(), state(), a_, 4, false), C(1)) << "elements 0, 2, 4 ...";
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 4), 4, false), C(2)) << "but not 1, 3, 5 ...";
}

TEST_F(MemoryTest, AnElementOfAnArrayInsideARecordIsNoOtherMember) {
  StoreCell(frame(), &state(), a_, 4, C(1), false);
  StoreCell(frame(), &state(), At(a_, 40), 4, C(2), false);
  const TermId element = terms().Add(At(a_, 8), terms().Multiply(test_.Number(1), 4));
  frame().reaches.Note(element, {8, 36});
  StoreCell(frame(), &state(), element, 4, C(5), false);
  EXPECT_EQ(LoadCell(frame(), state(), a_, 4, false), C(1)) << "in front of the array";
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 40), 4, false), C(2)) << "behind it";
  StoreCell(frame(), &state(), At(a_, 36), 4, C(3), false);
  StoreCell(frame(), &state(), element, 4, C(5), false);
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 36), 4, false), C(3)) << "its last element";
}

TEST_F(MemoryTest, AnAddressThatOnePlaceDoesNotBoundMayLieAnywhere) {
  StoreCell(frame(), &state(), a_, 4, C(1), false);
  const TermId element = terms().Add(At(a_, 8), terms().Multiply(test_.Number(1), 4));
  frame().reaches.Note(element, {8, 36});
  frame().reaches.Note(element, Reach());
  StoreCell(frame(), &state(), element, 4, C(5), false);
  EXPECT_NE(LoadCell(frame(), state(), a_, 4, false), C(1));
}

// Differences of pointers, as in buffer + (next - start), make offsets of pointers.
TEST_F(MemoryTest, ChoicesThatLeadToEachOtherByOffsetsOfPointersAreComparedOnce) {
  const auto choice = [&](uint32_t index) {
    Atom phi;
    phi.kind = AtomKind::kPhi;
    phi.is_pointer = true;
    phi.index = index;
    return terms().InternAtom(phi);
  };
  const AtomId p = choice(1), q = choice(2), r = choice(3), start = choice(4);
  terms().AddOption(p, terms().Add(a_, terms().Of(q)));
  terms().AddOption(q, terms().Add(a_, terms().Of(r)));
  terms().AddOption(r, terms().Add(a_, terms().Of(q)));
  const TermId distance = terms().Subtract(terms().Multiply(a_, 2), terms().Of(start));
  StoreCell(frame(), &state(), terms().Add(terms().Of(p), distance), 1, C(1), false);
  StoreCell(frame(), &state(), At(a_, 8), 1, C(2), false);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 8), 1, false), C(2));
}

TEST_F(MemoryTest, WritingThroughAChoiceIsSeenInBothObjects) {
  const TermId x = test_.Object(AtomKind::kSlot, 0);
  StoreCell(frame(), &state(), x, 4, C(1), false);
  const TermId p = frame().Choose(Frame::PhiTag::kRegister, 1, {}, x, a_, true);
  StoreCell(frame(), &state(), p, 4, C(2), false);
  EXPECT_EQ(LoadCell(frame(), state(), p, 4, false), C(2));
  EXPECT_NE(LoadCell(frame(), state(), x, 4, false), C(1));
}

TEST_F(MemoryTest, AChoiceMayGrowWhileItIsReadThrough) {
  // A list: `next` is what x->next may be; x->next is read again to go on, before y's and z's.
  const TermId x = test_.Object(AtomKind::kSlot, 0), y = test_.Object(AtomKind::kSlot, 7);
  const TermId z = test_.Object(AtomKind::kSlot, 8), last = test_.Object(AtomKind::kSlot, 9);
  const AtomId next = frame().Phi(Frame::PhiTag::kLoad, frame().instruction, {.term = At(x, 8)},
                                  /*is_pointer=*/true);
  for (TermId option : {a_, x, y, z}) terms().AddOption(next, option);
  StoreCell(frame(), &state(), terms().Add(x, terms().Multiply(test_.Number(1), 8)), 8, global_,
            true);
  StoreCell(frame(), &state(), At(z, 8), 8, last, true);
  const TermId loaded = LoadCell(frame(), state(), At(terms().Of(next), 8), 8, true);
  EXPECT_THAT(terms().ChoiceOf(next).options, testing::IsSupersetOf({x, z, global_}));
  EXPECT_THAT(terms().ChoiceOf(terms().Base(loaded)).options, testing::Contains(last));
}

TEST_F(MemoryTest, LocalsArePrivateUntilTheyArePublished) {
  const AtomId base = terms().Base(a_);
  EXPECT_TRUE(IsPrivate(frame(), state(), base));
  StoreCell(frame(), &state(), global_, 8, a_, true);
  EXPECT_FALSE(IsPrivate(frame(), state(), base));
}

TEST_F(MemoryTest, WhatOthersSeeAnywayNeedNotEscape) {
  Atom loaded;
  loaded.kind = AtomKind::kInitial;
  loaded.is_pointer = true;
  loaded.index = 8;
  loaded.argument = global_;
  const TermId shared = terms().Of(loaded);
  Escape(frame(), &state(), shared, /*is_shared=*/true);
  EXPECT_THAT(state().escaped, testing::IsEmpty());
  // What a parameter points to may still be the caller's own.
  loaded.argument = test_.Object(AtomKind::kFormal, 0);
  const TermId mine = terms().Of(loaded);
  Escape(frame(), &state(), mine, /*is_shared=*/true);
  EXPECT_THAT(state().escaped, testing::ElementsAre(terms().Base(mine)));
  const TermId either = frame().Choose(Frame::PhiTag::kRegister, 1, {}, shared, mine, true);
  Escape(frame(), &state(), either, /*is_shared=*/true);
  EXPECT_THAT(state().escaped, testing::Contains(terms().Base(either)));
}

TEST_F(MemoryTest, WhatAPublishedObjectPointsToIsPublishedToo) {
  const TermId x = test_.Object(AtomKind::kSlot, 0);
  StoreCell(frame(), &state(), At(a_, 8), 8, x, true);
  EXPECT_TRUE(IsPrivate(frame(), state(), terms().Base(x)));
  Escape(frame(), &state(), a_, /*is_shared=*/true);
  EXPECT_FALSE(IsPrivate(frame(), state(), terms().Base(x)));
}

TEST_F(MemoryTest, AfterAnAcquireOthersMayHaveWrittenSharedCells) {
  StoreCell(frame(), &state(), global_, 4, C(0), false);
  StoreCell(frame(), &state(), a_, 4, C(0), false);
  Acquire(frame(), &state());
  EXPECT_NE(LoadCell(frame(), state(), global_, 4, false), C(0));
  EXPECT_EQ(LoadCell(frame(), state(), a_, 4, false), C(0)) << "private memory stays";
}

TEST_F(MemoryTest, FieldsOfOneArrayDoNotOverlap) {
  const TermId i = terms().Add(global_, terms().Multiply(test_.Number(1), 16));
  const TermId j = terms().Add(At(global_, 8), terms().Multiply(test_.Number(2), 16));
  EXPECT_EQ(OverlapOf(frame(), state(), i, 8, j, 8), Overlap::kNever);
  EXPECT_EQ(OverlapOf(frame(), state(), i, 12, j, 8), Overlap::kMaybe);
}

TEST_F(MemoryTest, BytesALibraryWroteHaveOneValue) {
  HavocCells(frame(), &state(), global_, 0);
  const TermId first = LoadCell(frame(), state(), global_, 4, false);
  EXPECT_EQ(LoadCell(frame(), state(), global_, 4, false), first);
  EXPECT_FALSE(terms().ConstantValue(first));
}

TEST_F(MemoryTest, WhatIsZeroedIsZeroButForWhatIsPutThere) {
  StoreCell(frame(), &state(), At(a_, 8), 8, global_, true);
  ZeroCells(frame(), &state(), a_, 64);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 8), 8, true), kZero);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 60), 4, false), kZero);
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 60), 8, false), kZero) << "half of it lies behind";
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 64), 4, false), kZero);
  StoreCell(frame(), &state(), At(a_, 16), 4, C(7), false);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 16), 4, false), C(7));
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 20), 4, false), kZero) << "its neighbour";
  const TermId somewhere = terms().Add(a_, terms().Multiply(test_.Number(1), 4));
  StoreCell(frame(), &state(), somewhere, 4, C(5), false);
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 20), 4, false), kZero) << "perhaps there";
  frame().reaches.Note(somewhere, {24, 40});
  ZeroCells(frame(), &state(), a_, 64);
  StoreCell(frame(), &state(), somewhere, 4, C(5), false);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 44), 4, false), kZero) << "behind the array";
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 28), 4, false), kZero);
}

TEST_F(MemoryTest, WhereZerosWereOthersMayHavePutAPointer) {
  ZeroCells(frame(), &state(), global_, 64);
  ++state().epoch;
  const TermId loaded = LoadCell(frame(), state(), At(global_, 8), 8, true);
  const AtomId choice = terms().Base(loaded);
  ASSERT_NE(choice, kNothing) << "no pointer";
  const std::vector<TermId> options = terms().ChoiceOf(choice).options;
  ASSERT_EQ(options.size(), 2);
  EXPECT_TRUE(absl::c_linear_search(options, kZero));
  const AtomId other = terms().Base(options[options[0] == kZero ? 1 : 0]);
  ASSERT_NE(other, kNothing);
  EXPECT_EQ(terms().atom(other).kind, AtomKind::kShared);
  EXPECT_EQ(terms().atom(other).index, 8) << "bytes that were loaded, not those of the block";
}

// The zeros may have come first on one of two ways that meet, and last on the other.
TEST_F(MemoryTest, ZerosDoNotHideWhatOneWayPutThereLater) {
  State other = state();
  StoreCell(frame(), &state(), At(a_, 8), 4, C(1), false);
  const TermId before = terms().Add(At(a_, 16), terms().Multiply(test_.Number(1), 4));
  frame().reaches.Note(before, {16, 32});
  StoreCell(frame(), &state(), before, 4, C(2), false);
  StoreCell(frame(), &state(), a_, 64, kZero, false);
  StoreCell(frame(), &other, a_, 64, kZero, false);
  StoreCell(frame(), &other, At(a_, 8), 4, C(5), false);
  const TermId somewhere = terms().Add(At(a_, 16), terms().Multiply(test_.Number(1), 4));
  frame().reaches.Note(somewhere, {16, 32});
  StoreCell(frame(), &other, somewhere, 4, C(6), false);
  JoinHere(frame(), &state(), other);
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 8), 4, false), kZero);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 12), 4, false), kZero);
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 20), 4, false), kZero);
}

TEST_F(MemoryTest, ZeroingOneOfManyObjectsLeavesTheOthers) {
  Atom heap;
  heap.kind = AtomKind::kHeap;
  heap.is_pointer = true;
  heap.name = frame().name;
  heap.argument = terms().Any();
  const TermId some = terms().Of(heap);
  StoreCell(frame(), &state(), some, 4, C(7), false);
  ZeroCells(frame(), &state(), some, 64);
  EXPECT_NE(LoadCell(frame(), state(), some, 4, false), kZero);
}

// Else all that the block holds would be a pointer of which nothing is known.
TEST_F(MemoryTest, ABlockThatAPointerIsPutIntoIsNoPointer) {
  HavocCells(frame(), &state(), a_, 16);
  StoreCell(frame(), &state(), a_, 8, global_, true);
  EXPECT_EQ(LoadCell(frame(), state(), a_, 8, true), global_);
  ASSERT_EQ(state().cells.size(), 2u);
  EXPECT_EQ(terms().Base(state().cells[0].value), static_cast<AtomId>(kNothing));
}

TEST_F(MemoryTest, TwoNarrowNumbersAreNoPointer) {
  StoreCell(frame(), &state(), a_, 4, C(1), false);
  StoreCell(frame(), &state(), At(a_, 4), 4, C(2), false);
  const auto is_of_numbers = [&](TermId address) {
    const AtomId loaded = terms().Base(LoadCell(frame(), state(), address, 8, true));
    return loaded != kNothing && absl::c_any_of(terms().ChoiceOf(loaded).bases, [&](AtomId option) {
             return IsOfNumbers(terms().atom(option));
           });
  };
  EXPECT_TRUE(is_of_numbers(a_));
  StoreCell(frame(), &state(), At(a_, 16), 8, test_.Number(1), false);
  EXPECT_FALSE(is_of_numbers(At(a_, 16))) << "that may be one";
}

// As what a call returns that ends at several places.
TEST_F(MemoryTest, WhatIsCopiedFromOneOfTwoRecordsIsWhatItHolds) {
  const TermId b = test_.Object(AtomKind::kSlot, 2), to = test_.Object(AtomKind::kSlot, 3);
  StoreCell(frame(), &state(), a_, 8, global_, true);
  StoreCell(frame(), &state(), b, 8, global_, true);
  StoreCell(frame(), &state(), At(a_, 8), 8, C(1), false);
  StoreCell(frame(), &state(), At(b, 8), 8, C(2), false);
  const TermId either =
      frame().Choose(Frame::PhiTag::kRegister, 0, {.number = 1}, a_, b, /*is_pointer=*/true);
  CopyCells(frame(), &state(), to, either, 16);
  const TermId pointer = LoadCell(frame(), state(), to, 8, true);
  EXPECT_EQ(pointer, global_) << terms().ToString(pointer);
  const TermId number = LoadCell(frame(), state(), At(to, 8), 8, false);
  EXPECT_EQ(terms().ChoiceOf(terms().term(number).parts[0].atom).options.size(), 2u);
}

// Two cells that it wrote need not hold the same.
TEST_F(MemoryTest, ATextEndsWithTheRecordThatIsCopied) {
  const TermId from = test_.Object(AtomKind::kSlot, 2);
  StoreCell(frame(), &state(), At(a_, 32), 8, C(7), false);
  HavocCells(frame(), &state(), At(from, 4), 0);
  CopyCells(frame(), &state(), a_, from, 32);
  EXPECT_EQ(LoadCell(frame(), state(), At(a_, 32), 8, false), C(7));
  StoreCell(frame(), &state(), At(a_, 8), 4, C(9), false);
  CopyCells(frame(), &state(), a_, from, 32);
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 8), 4, false), C(9)) << "the text may be that long";
}

TEST_F(MemoryTest, ANullThatACalleeLeftIsThatOfAPointer) {
  state().escaped = {terms().Base(global_)};
  WriteCell(frame(), &state(), global_, 8, C(0), /*is_pointer=*/false);
  Acquire(frame(), &state());
  const TermId loaded = LoadCell(frame(), state(), global_, 8, /*is_pointer=*/true);
  EXPECT_NE(terms().Base(loaded), kNothing) << "others may have stored a pointer there";
}

TEST_F(MemoryTest, WhatALibraryPutsOnZerosLeavesTheRest) {
  ZeroCells(frame(), &state(), a_, 40);
  HavocCells(frame(), &state(), At(a_, 16), 24);
  EXPECT_EQ(LoadCell(frame(), state(), a_, 8, true), C(0));
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 16), 8, false), C(0));
  StoreCell(frame(), &state(), At(a_, 16), 4, C(0), false);
  HavocCells(frame(), &state(), At(a_, 16), 24);
  EXPECT_NE(LoadCell(frame(), state(), At(a_, 24), 8, false), C(0));
}

TEST_F(MemoryTest, CellsALibraryWroteHaveValuesOfTheirOwn) {
  StoreCell(frame(), &state(), global_, 4, C(1), false);
  StoreCell(frame(), &state(), At(global_, 4), 4, C(2), false);
  HavocCells(frame(), &state(), global_, 8);
  const TermId first = LoadCell(frame(), state(), global_, 4, false);
  const TermId second = LoadCell(frame(), state(), At(global_, 4), 4, false);
  EXPECT_NE(first, second);
  EXPECT_FALSE(terms().ConstantValue(terms().Subtract(first, second)));
}

}  // namespace
}  // namespace plait
