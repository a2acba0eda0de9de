#include "checkers/witness/relevance.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace plait::witness {
namespace {

using Kind = Relevance::Kind;
using Need = Relevance::Need;

Memory::Object ObjectFrom(uint32_t place, uint64_t size) {
  Memory::Object object;
  object.kind = ObjectKind::kHeap;
  object.origin = {place, 0};
  object.size = size;
  return object;
}

// As "offset+size", one after the other.
std::string NumbersIn(Relevance* relevance, const Memory::Object& object,
                      Relevance::What what = {}) {
  std::string text;
  for (const Relevance::Range& range : relevance->NumbersIn(object, what)) {
    text += " " + std::to_string(range.offset) + "+" + std::to_string(range.size);
  }
  return text;
}

TEST(RelevanceTest, MembersArePlacesWhateverObjectTheyAreIn) {
  Relevance relevance;
  ir::Procedure body;
  body.strings = {"", "node.key", "node.value"};
  ir::Instruction key, value, element;
  key.field = 1;
  value.field = 2;
  const Memory::Object a = ObjectFrom(1, 8), b = ObjectFrom(2, 8);
  EXPECT_EQ(relevance.PlaceOf(body, key, a), relevance.PlaceOf(body, key, b));
  EXPECT_NE(relevance.PlaceOf(body, key, a), relevance.PlaceOf(body, value, a));
  EXPECT_NE(relevance.PlaceOf(body, element, a), relevance.PlaceOf(body, element, b));
  EXPECT_EQ(relevance.PlaceOf(body, element, a), relevance.PlaceOf(a));
}

TEST(RelevanceTest, WhatWasStoredDecidesWithThePlace) {
  Relevance relevance;
  const Memory::Object from = ObjectFrom(1, 4), to = ObjectFrom(2, 4), data = ObjectFrom(3, 4);
  for (const Memory::Object* object : {&from, &to, &data}) {
    relevance.NoteAccess(*object, 0, 4, relevance.PlaceOf(*object), Kind::kNumber);
  }
  relevance.NoteFlow(relevance.PlaceOf(from), relevance.PlaceOf(to));
  EXPECT_EQ(NumbersIn(&relevance, from), " 0+4");
  relevance.NoteDecision(relevance.PlaceOf(to));
  EXPECT_EQ(NumbersIn(&relevance, to), "");
  EXPECT_EQ(NumbersIn(&relevance, from), "");
  EXPECT_EQ(NumbersIn(&relevance, data), " 0+4");
  // Also what is stored there later.
  relevance.NoteFlow(relevance.PlaceOf(data), relevance.PlaceOf(from));
  EXPECT_EQ(NumbersIn(&relevance, data), "");
}

TEST(RelevanceTest, BytesThatAnythingElseMayBeInAreKept) {
  Relevance relevance;
  const Memory::Object object = ObjectFrom(1, 32);
  const Relevance::Source place = relevance.PlaceOf(object);
  relevance.NoteAccess(object, 0, 16, place, Kind::kNumber);
  relevance.NoteAccess(object, 8, 8, place, Kind::kPointer);
  relevance.NoteAccess(object, 4, 4, place, Kind::kAtomicNumber);
  EXPECT_EQ(NumbersIn(&relevance, object), " 0+8");
  EXPECT_EQ(NumbersIn(&relevance, object, {.keeps_atomics = true}), " 0+4");
  // What was never accessed may be anything.
  relevance.NoteAccess(object, 24, 4, place, Kind::kNumber);
  EXPECT_EQ(NumbersIn(&relevance, object), " 0+8 24+4");
}

TEST(RelevanceTest, CopiesAreAtThePlacesOfBoth) {
  Relevance relevance;
  const Memory::Object from = ObjectFrom(1, 8), to = ObjectFrom(2, 16);
  relevance.NoteAccess(from, 4, 4, relevance.PlaceOf(from), Kind::kNumber);
  relevance.NoteCopy(to, 8, from, 0, 8);
  EXPECT_EQ(NumbersIn(&relevance, to), " 12+4");
  relevance.NoteDecision(relevance.PlaceOf(from));
  EXPECT_EQ(NumbersIn(&relevance, to), "");
}

TEST(RelevanceTest, UnionsAreSets) {
  Relevance relevance;
  std::vector<Relevance::Source> places;
  for (uint32_t i = 1; i <= 3; ++i) places.push_back(relevance.PlaceOf(i, 0));
  const Relevance::Source both = relevance.Union(places[0], places[1]);
  EXPECT_EQ(relevance.Union(places[1], places[0]), both);
  EXPECT_EQ(relevance.Union(both, places[0]), both);
  EXPECT_EQ(relevance.Union(both, Relevance::kNowhere), both);
  EXPECT_EQ(relevance.Union(relevance.Union(places[2], places[0]), places[1]),
            relevance.Union(places[2], both));
}

TEST(RelevanceTest, WhatIsNeededIsKept) {
  Relevance relevance;
  const Memory::Object from = ObjectFrom(1, 4), to = ObjectFrom(2, 4);
  const Relevance::Source source = relevance.PlaceOf(from), place = relevance.PlaceOf(to);
  relevance.NoteAccess(from, 0, 4, source, Kind::kNumber);
  relevance.NoteAccess(to, 0, 4, place, Kind::kNumber);
  relevance.NoteFlow(source, place);
  relevance.NoteDecision(place);
  constexpr Relevance::What kNeeded = {.keeps_needed = true};
  EXPECT_EQ(NumbersIn(&relevance, to, kNeeded), " 0+4");
  EXPECT_EQ(relevance.FindLessNeeded(place, Need::kSmall), std::vector{place});
  const std::vector<Need> before = relevance.needs();
  relevance.NoteNeed(place, Need::kSmall);
  EXPECT_EQ(NumbersIn(&relevance, to, kNeeded), "");
  EXPECT_EQ(NumbersIn(&relevance, from, kNeeded), " 0+4");
  // What is not known there was stored there.
  EXPECT_EQ(relevance.FindLessNeeded(place, Need::kSmall), std::vector{source});
  EXPECT_EQ(relevance.FindLessNeeded(place, Need::kAll), std::vector{place});
  relevance.SetNeeds(before);
  EXPECT_EQ(NumbersIn(&relevance, to, kNeeded), " 0+4");
}

}  // namespace
}  // namespace plait::witness
