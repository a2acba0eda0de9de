#include "checkers/shared_access.h"

#include "gtest/gtest.h"

namespace plait {
namespace {

class LiesApartTest : public testing::Test {
 protected:
  LiesApartTest() {
    Atom object;
    object.kind = AtomKind::kSlot;
    object.is_pointer = true;
    object_ = terms_.Of(terms_.InternAtom(object));
    Atom number;
    number.kind = AtomKind::kFormal;
    number_ = terms_.Of(terms_.InternAtom(number));
  }

  TermId At(int64_t offset) { return terms_.AddConstant(object_, offset); }

  SharedAccess Access(TermId address, uint32_t width) {
    SharedAccess access;
    access.address = access.resolved = address;
    access.width = width;
    return access;
  }

  TermTable terms_;
  TermId object_ = kNothing, number_ = kNothing;
};

TEST_F(LiesApartTest, AKnownPlaceIsCompared) {
  const SharedAccess access = Access(At(8), 4);
  EXPECT_TRUE(LiesApart(terms_, access, At(4), 4));
  EXPECT_TRUE(LiesApart(terms_, access, At(12), 4));
  EXPECT_FALSE(LiesApart(terms_, access, At(4), 5));
  EXPECT_FALSE(LiesApart(terms_, access, At(11), 4));
}

TEST_F(LiesApartTest, AnUnknownExtentMayReachAll) {
  EXPECT_FALSE(LiesApart(terms_, Access(At(8), 0), At(400), 4));
  EXPECT_FALSE(LiesApart(terms_, Access(At(8), 0), At(0), 4));
}

TEST_F(LiesApartTest, AnElementStaysInItsArray) {
  SharedAccess access = Access(terms_.Add(At(8), terms_.Multiply(number_, 4)), 4);
  EXPECT_FALSE(LiesApart(terms_, access, At(0), 4)) << "no array is known";
  access.first = At(8);
  access.end = At(48);
  EXPECT_TRUE(LiesApart(terms_, access, At(0), 8));
  EXPECT_TRUE(LiesApart(terms_, access, At(48), 4));
  EXPECT_FALSE(LiesApart(terms_, access, At(44), 4));
  EXPECT_FALSE(LiesApart(terms_, access, At(4), 8));
}

TEST_F(LiesApartTest, OneKnownEndIsEnoughOnItsSide) {
  SharedAccess access = Access(terms_.Add(At(8), terms_.Multiply(number_, 4)), 4);
  access.first = At(8);
  access.end = terms_.Add(At(8), terms_.Multiply(number_, 8));
  EXPECT_TRUE(LiesApart(terms_, access, At(0), 8));
  EXPECT_FALSE(LiesApart(terms_, access, At(48), 4));
}

}  // namespace
}  // namespace plait
