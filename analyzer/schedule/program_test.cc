#include "analyzer/schedule/program.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "analyzer/ir/codec.h"
#include "analyzer/ir/digest.h"
#include "analyzer/ir/parser.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

// A unit in whose table @operations that function stands.
ProgramUnit UnitWithTable(const std::string& file, const std::string& function) {
  absl::StatusOr<ir::Unit> unit = ir::ParseUnit(
      absl::StrCat("unit \"", file, R"ir("
global operations "struct operations" size 8 definition const file ")ir",
                   file, "\" line 2 {\n  at 0 width 8 = &", function, "\n}\nproc ", function,
                   "() -> int file \"", file, "\" line 5 {\n b0:\n  ret 0\n}\n"));
  EXPECT_TRUE(unit.ok()) << unit.status();
  if (!unit.ok()) return {};
  std::vector<std::string> digests;
  for (const ir::Procedure& p : unit->procedures) {
    digests.push_back(ir::Digest128(ir::CanonicalBytes(p)));
  }
  return UnitAtHand(*std::move(unit), std::move(digests));
}

// What the table of two units holds, with one function each.
Name HeldByTable(const std::string& first, const std::string& second) {
  std::vector<ProgramUnit> units;
  units.push_back(UnitWithTable("a.c", first));
  units.push_back(UnitWithTable("b.c", second));
  const Program program(std::move(units));
  return program.InitialFunction(InternName("operations"), 0);
}

TEST(ProgramTest, ATableThatUnitsDefineAlikeTellsItsFunctions) {
  EXPECT_EQ(HeldByTable("act", "act"), InternName("act"));
}

TEST(ProgramTest, ATableThatUnitsDefineInTwoWaysTellsNothing) {
  EXPECT_EQ(HeldByTable("act", "wait"), kNoName);
  EXPECT_EQ(HeldByTable("wait", "act"), kNoName);
}

}  // namespace
}  // namespace plait
