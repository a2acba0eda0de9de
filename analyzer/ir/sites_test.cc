#include "analyzer/ir/sites.h"

#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_replace.h"
#include "analyzer/ir/analysed_form.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/parser.h"
#include "analyzer/ir/random_procedure.h"
#include "gtest/gtest.h"

namespace plait::ir {
namespace {

constexpr char kWorker[] =
    R"ir(proc worker(arg:ptr "struct job", n:int) -> ptr file "a.c" line 10 {
  var r2 i
 b0:
  r3 = load.i4 @counter "counter" at 3:5
  r4 = call.p8 malloc(16) "malloc" at 4:5
  r5 = call.p8 malloc(16) "malloc" at 5:5
  br r3, b1, b2 at 6:1
 b1:
  store.i4 [r4 + 8], r3 "arg->v" at 7:5
  goto b2 at 7:9
 b2:
  r6 = call.p8 free(r5) "free" at 8:5
  ret 0 at 9:1
}
)ir";

Procedure Parsed(const std::string& from, const std::string& to) {
  absl::StatusOr<Procedure> procedure = ParseProcedure(absl::StrReplaceAll(kWorker, {{from, to}}));
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  return procedure.ok() ? *std::move(procedure) : Procedure();
}

std::vector<uint32_t> InstructionsOf(const Sites& sites, const std::vector<uint32_t>& positions) {
  std::vector<uint32_t> numbers;
  for (uint32_t position : positions) numbers.push_back(sites.OfInstruction(position));
  return numbers;
}

TEST(SitesTest, StayWhenOthersAreAdded) {
  const Sites before(Parsed("", "")),
      after(Parsed("  r3 = load.i4 @counter",
                   "  store.i4 @other, 1 \"other\" at 2:5\n  r3 = load.i4 @counter"));
  EXPECT_EQ(InstructionsOf(before, {0, 1, 2, 3, 4}), InstructionsOf(after, {1, 2, 3, 4, 5}));
  EXPECT_EQ(before.OfBlock(1), after.OfBlock(1));
  EXPECT_EQ(before.OfBlock(2), after.OfBlock(2));
}

TEST(SitesTest, CountThoseAlike) {
  const Sites before(Parsed("", "")),
      after(Parsed("  r5 = call.p8 malloc(16) \"malloc\" at 5:5\n", ""));
  EXPECT_EQ(before.OfInstruction(1), after.OfInstruction(1));
  EXPECT_NE(before.OfInstruction(1), before.OfInstruction(2));
  EXPECT_FALSE(after.InstructionAt(before.OfInstruction(2)).has_value());
}

TEST(SitesTest, AreThoseOfTheAnalysedForm) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    const Procedure procedure = RandomProcedure(seed);
    const Sites whole(procedure), form(AnalysedForm(procedure));
    std::set<uint32_t> seen;
    uint32_t count = 0;
    for (uint32_t b = 0; b < procedure.blocks.size(); ++b) {
      count += procedure.blocks[b].instructions.size();
      EXPECT_EQ(whole.OfBlock(b), form.OfBlock(b)) << seed;
      EXPECT_EQ(whole.BlockAt(whole.OfBlock(b)), b) << seed;
    }
    for (uint32_t i = 0; i <= count; ++i) {
      EXPECT_EQ(whole.OfInstruction(i), form.OfInstruction(i)) << seed;
      EXPECT_EQ(whole.InstructionAt(whole.OfInstruction(i)), i) << seed;
      EXPECT_TRUE(seen.insert(whole.OfInstruction(i)).second) << seed;
    }
  }
}

TEST(SiteNumbersTest, GiveEachHashItsOwnNumber) {
  SiteNumbers numbers(10);
  std::set<uint32_t> seen;
  for (uint64_t hash : {7, 9, 9, 9, 7, 3, 3, 3}) EXPECT_TRUE(seen.insert(numbers.Add(hash)).second);
  EXPECT_TRUE(seen.contains(7));
  EXPECT_TRUE(seen.contains(9));
}

}  // namespace
}  // namespace plait::ir
