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

ProgramUnit ParseUnit(const std::string& text) {
  absl::StatusOr<ir::Unit> unit = ir::ParseUnit(text);
  EXPECT_TRUE(unit.ok()) << unit.status();
  if (!unit.ok()) return {};
  std::vector<std::string> digests;
  for (const ir::Procedure& p : unit->procedures) {
    digests.push_back(ir::Digest128(ir::CanonicalBytes(p)));
  }
  return UnitAtHand(*std::move(unit), std::move(digests));
}

// A unit in whose table @operations that function stands.
ProgramUnit UnitWithTable(const std::string& file, const std::string& function) {
  return ParseUnit(absl::StrCat("unit \"", file, R"ir("
global operations "struct operations" size 8 definition const file ")ir",
                                file, "\" line 2 {\n  at 0 width 8 = &", function, "\n}\nproc ",
                                function, "() -> int file \"", file,
                                "\" line 5 {\n b0:\n  ret 0\n}\n"));
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

TEST(ProgramTest, WhatIsStoredNowhereIsNotCalledThroughAMemberThatNothingSets) {
  std::vector<ProgramUnit> units;
  units.push_back(ParseUnit(R"ir(unit "a.c"
global registered "struct registered" size 8 definition file "a.c" line 2
function count "void(void*)" defined address_taken file "a.c" line 5
function tick "void(void*)" defined address_taken file "a.c" line 6
function add "void(void(void*)*)" defined file "a.c" line 7
function start "void(void(void*)*)" defined file "a.c" line 8
function main "int()" defined file "a.c" line 9
proc count(arg:ptr) file "a.c" line 5 {
 b0:
  ret
}
proc tick(arg:ptr) file "a.c" line 6 {
 b0:
  ret
}
proc add(call:ptr) file "a.c" line 7 {
 b0:
  store.ptr @registered, r0 field "registered.call"
  ret
}
proc start(entry:ptr) file "a.c" line 8 {
 b0:
  call outside(r0)
  ret
}
proc main() -> int file "a.c" line 9 {
 b0:
  call add(&count)
  call start(&tick)
  ret 0
}
)ir"));
  const Program program(std::move(units));
  bool by_type = false;
  EXPECT_EQ(
      program.function_pointers().IndirectTargets("hook.run", kNoName, "void(void*)", &by_type),
      std::vector<Name>{InternName("count")});
  EXPECT_TRUE(by_type);
  // Of what no member is known, it may be either.
  EXPECT_EQ(
      program.function_pointers().IndirectTargets("", kNoName, "void(void*)", &by_type).size(), 2);
}

}  // namespace
}  // namespace plait
