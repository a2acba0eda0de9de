#include "analyzer/ir/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/codec.h"
#include "analyzer/ir/parser.h"
#include "analyzer/ir/random_procedure.h"

namespace plait::ir {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Kind = PassedValue::Kind;

UnitFacts FactsOf(const std::string& text) {
  const absl::StatusOr<Procedure> procedure = ParseProcedure(text);
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  FactsBuilder builder;
  if (procedure.ok()) builder.Add(*procedure);
  return builder.Finish();
}

std::vector<std::string> Names(const UnitFacts& facts, const std::vector<uint32_t>& symbols) {
  std::vector<std::string> names;
  for (uint32_t s : symbols) names.push_back(facts.symbols[facts.procedures[0].symbols[s]]);
  return names;
}

std::vector<std::string> Texts(const UnitFacts& facts, const std::vector<uint32_t>& indices) {
  std::vector<std::string> texts;
  for (uint32_t index : indices) texts.push_back(facts.texts[index]);
  return texts;
}

TEST(FactsTest, TellsCallsFromOtherMentions) {
  const UnitFacts facts = FactsOf(
      "proc f(p:ptr) file \"a.c\" {\n var r1 q\n b0:\n"
      "  call start(r0, &work)\n  call start(r0, &work)\n  r1 = assign.p &other\n"
      "  r2 = call.i4 *r1(&third) type \"int(void*)\"\n  ret\n}\n");
  const ProcedureFacts& f = facts.procedures.at(0);
  EXPECT_EQ(facts.symbols[f.name], "f");
  EXPECT_EQ(facts.texts[f.file], "a.c");
  EXPECT_THAT(Names(facts, f.called), ElementsAre("start"));
  EXPECT_THAT(Names(facts, f.referred), UnorderedElementsAre("other", "third"));
  EXPECT_THAT(Texts(facts, f.call_types), ElementsAre("int(void*)"));
  ASSERT_EQ(f.arguments.size(), 2);  // each once
  EXPECT_EQ(f.arguments[0].value.kind, Kind::kParameter);
  EXPECT_EQ(f.arguments[1].position, 1);
  EXPECT_EQ(f.arguments[1].value.kind, Kind::kFunction);
}

TEST(FactsTest, AParameterThatIsAssignedIsNotWhatWasPassed) {
  const UnitFacts facts = FactsOf(
      "proc f(p:ptr) file \"a.c\" {\n b0:\n  r0 = assign.p 0\n"
      "  store.p8 @handler, r0 field \"ops.run\"\n  store.p8 @handler, 0\n  ret\n}\n");
  const ProcedureFacts& f = facts.procedures.at(0);
  ASSERT_EQ(f.pointer_stores.size(), 2);
  EXPECT_EQ(f.pointer_stores[0].value.kind, Kind::kConstant);
  EXPECT_EQ(f.pointer_stores[0].place.field, 0);
  EXPECT_EQ(f.pointer_stores[1].value.kind, Kind::kOpen);
  EXPECT_EQ(facts.texts[f.pointer_stores[1].place.field], "ops.run");
}

TEST(FactsTest, TellsHowVariablesAreUsed) {
  const UnitFacts facts = FactsOf(
      "proc f() file \"a.c\" {\n b0:\n  store.i4 @stored, 1\n  r0 = load.i4 @loaded\n"
      "  call g(@passed)\n  r1 = load.i4 @flag acquire\n"
      "  r2 = update.i4 add @counted, 1 seq_cst\n  ret\n}\n");
  const ProcedureFacts& f = facts.procedures.at(0);
  EXPECT_THAT(Names(facts, f.stored), ElementsAre("stored"));
  EXPECT_THAT(Names(facts, f.given_away), UnorderedElementsAre("passed", "counted"));
  EXPECT_THAT(Names(facts, f.addressed), ElementsAre("passed"));
  EXPECT_TRUE(f.has_weak_orders);
}

TEST(FactsTest, UsesTellWhichInstructionLoadsWhichField) {
  const auto uses = [](const std::string& first, const std::string& second) {
    return FactsOf("proc f(p:ptr) file \"a.c\" {\n b0:\n  r1 = load.p8 [r0] field \"" + first +
                   "\"\n  r2 = load.p8 [r0] field \"s.b\"\n  r3 = load.p8 [r0] field \"" + second +
                   "\"\n  ret\n}\n")
        .procedures.at(0)
        .uses;
  };
  EXPECT_NE(uses("s.a", "s.a"), uses("s.a", "s.b"));
  EXPECT_EQ(uses("s.a", "s.a"), uses("s.x", "s.x"));  // the names are in loaded_fields
}

TEST(FactsTest, ComeBackWithTheirUnit) {
  for (uint32_t seed = 0; seed < 30; ++seed) {
    Unit unit = RandomUnit(seed);
    FactsBuilder builder;
    for (const Procedure& procedure : unit.procedures) builder.Add(procedure);
    const UnitFacts facts = builder.Finish();
    ASSERT_TRUE(AreInRange(facts));
    UnitFacts decoded;
    const absl::StatusOr<Unit> again = DecodeUnit(EncodeUnit(unit, facts), &decoded);
    ASSERT_TRUE(again.ok()) << again.status();
    if (!facts.procedures.empty()) {
      EXPECT_TRUE(decoded == facts) << seed;
    }
  }
}

// What is stored is made from what the codec gives back, whose symbols are numbered anew.
TEST(FactsTest, AreTheSameOfWhatWasStored) {
  for (uint32_t seed = 0; seed < 30; ++seed) {
    const absl::StatusOr<Procedure> once = DecodeProcedure(CanonicalBytes(RandomProcedure(seed)));
    ASSERT_TRUE(once.ok()) << once.status();
    const absl::StatusOr<Procedure> twice = DecodeProcedure(CanonicalBytes(*once));
    ASSERT_TRUE(twice.ok()) << twice.status();
    FactsBuilder a, b;
    a.Add(*once);
    b.Add(*twice);
    EXPECT_TRUE(a.Finish() == b.Finish()) << seed;
  }
}

TEST(FactsTest, IndicesOutOfRangeAreRefused) {
  Unit unit;
  UnitFacts facts = FactsOf("proc f() file \"a.c\" {\n b0:\n  call g()\n  ret\n}\n");
  UnitFacts decoded;
  EXPECT_TRUE(DecodeUnit(EncodeUnit(unit, facts), &decoded).ok());
  facts.procedures[0].called = {7};
  EXPECT_FALSE(AreInRange(facts));
  EXPECT_EQ(DecodeUnit(EncodeUnit(unit, facts), &decoded).status().code(),
            absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace plait::ir
