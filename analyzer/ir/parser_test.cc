// The text form in both directions: printer.h and parser.h.
#include "analyzer/ir/parser.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/printer.h"
#include "analyzer/ir/random_procedure.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait::ir {
namespace {

using ::testing::HasSubstr;

// As the printer writes it, so that printing what was parsed gives the same text.
constexpr char kWorker[] =
    R"ir(proc worker(arg:ptr "struct job", n:int, v:other record 24, ...) -> ptr file "a.c" line 10 {
  slot s0 buf "char[16]" size 16 at 1:8
  var r3 i
 b0:
  r4 = load.i4 @counter "counter" at 3:5
  r4 = add.i4 r4, 1
  store.i4 [r0 + 8 + r3*4], r4 relaxed "arg->v[i]" field "job.v" at 3:5
  copy.x16 s0, [r0 - 16] "buf" from "arg->name" at "inc.h":7:1
  r5 = address.p8 [@table + r3*24:10 + 2*-8]
  r6 = update.i4 add @hits, 1 seq_cst new
  r6 = cas.i4 @state if *[s0 + 4] then 2 acq_rel
  r6 = cas.i4 @state if 0 then 2 seq_cst old
  fence acquire
  r5 = allocate.p8 r3
  r5 = allocate.p8
  scope s0
  r6 = call pthread_create(s0, 0, &worker, r0) "pthread_create"
  r7 = call.x *r6(r0, ?, str3) type "int(void*,int)"
  r7 = truncate.u1 r6
  r7 = not r7
  r7 = lt.p8 r0, r5 unsigned
  unknown(s0) "inline asm" at -2:1
  br r7, b1, b2 at 9:3
 b1:
  switch r2 [-1: b2, 4..7: b3] else b2
 b2:
  indirect @"a.c:table", b3
 b3:
  ret 0
}
)ir";

Procedure Parse(std::string_view text) {
  absl::StatusOr<Procedure> procedure = ParseProcedure(text);
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  return procedure.ok() ? *std::move(procedure) : Procedure();
}

std::string ParseError(std::string_view text) {
  const absl::StatusOr<Procedure> procedure = ParseProcedure(text);
  EXPECT_EQ(procedure.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(procedure.status().message());
}

// The error for a procedure whose block b0 starts with `line`, which is line 3 of the text.
std::string ErrorInLine(const std::string& line) {
  return ParseError("proc f() {\n b0:\n  " + line + "\n  ret\n}\n");
}

TEST(PrinterTest, PrintsWhatWasParsed) { EXPECT_EQ(PrintProcedure(Parse(kWorker)), kWorker); }

TEST(ParserTest, FillsInTheProcedure) {
  const Procedure procedure = Parse(kWorker);
  EXPECT_EQ(procedure.name, "worker");
  EXPECT_EQ(procedure.display_name, "worker");
  EXPECT_EQ(procedure.file, "a.c");
  EXPECT_EQ(procedure.first_line, 10);
  EXPECT_TRUE(procedure.is_variadic);
  EXPECT_TRUE(procedure.returns_value);
  EXPECT_EQ(procedure.return_kind, ValueKind::kPointer);
  ASSERT_EQ(procedure.parameters.size(), 3);
  EXPECT_EQ(procedure.parameters[2].record_size, 24);
  EXPECT_EQ(procedure.register_names.size(), 8);
  EXPECT_EQ(procedure.strings[procedure.register_names[3]], "i");
  EXPECT_EQ(procedure.files, (std::vector<std::string>{"a.c", "inc.h"}));
  ASSERT_EQ(procedure.blocks.size(), 4);
}

TEST(ParserTest, FillsInAnInstruction) {
  const Procedure procedure = Parse(kWorker);
  const Instruction& store = procedure.blocks[0].instructions[2];
  EXPECT_EQ(store.opcode, Opcode::kStore);
  EXPECT_EQ(store.width, 4);
  EXPECT_EQ(store.ordering, Ordering::kRelaxed);
  EXPECT_EQ(store.place.base, Operand::Reg(0));
  EXPECT_EQ(store.place.offset, 8);
  ASSERT_EQ(store.place.terms.size(), 1);
  EXPECT_EQ(store.place.terms[0].index, Operand::Reg(3));
  EXPECT_EQ(store.place.terms[0].stride, 4);
  EXPECT_EQ(store.a, Operand::Reg(4));
  EXPECT_EQ(procedure.strings[store.text], "arg->v[i]");
  EXPECT_EQ(procedure.strings[store.field], "job.v");
  EXPECT_EQ(store.location, (Location{0, 3, 5}));
}

TEST(ParserTest, AcceptsTheShortForm) {
  const Procedure procedure = Parse(R"ir(
    proc f(p:ptr) {   ; a comment
     entry:
      r1 = load.4 [r0+8]
      r2 = load.ptr @next
      call g(r1,
             r2)
      goto done
     done:
      ret
    })ir");
  EXPECT_EQ(procedure.file, "");
  EXPECT_EQ(procedure.first_line, 1);
  EXPECT_EQ(procedure.register_names.size(), 3);
  const Instruction& load = procedure.blocks[0].instructions[1];
  EXPECT_EQ(load.kind, ValueKind::kPointer);
  EXPECT_EQ(load.width, 8);
  EXPECT_EQ(procedure.blocks[0].terminator.targets, (std::vector<uint32_t>{1}));
}

TEST(ParserTest, ReadsTheSmallestConstant) {
  const Procedure procedure = Parse("proc f() {\n b0:\n r0 = assign -9223372036854775808\n ret\n}");
  EXPECT_EQ(procedure.blocks[0].instructions[0].a.value, std::numeric_limits<int64_t>::min());
}

TEST(ParserTest, NamesLineAndFault) {
  EXPECT_EQ(ErrorInLine("r1 = lod.4 @x"), "line 3:8: unknown instruction 'lod'");
  EXPECT_THAT(ErrorInLine("r1 = load.z4 @x"), HasSubstr("line 3:8: 'load.z4': the part after"));
  EXPECT_THAT(ErrorInLine("r1 = add r1"), HasSubstr("expected ',', found the end of the line"));
  EXPECT_THAT(ErrorInLine("store @x, x"), HasSubstr("line 3:13: expected an operand"));
  EXPECT_THAT(ErrorInLine("fence acquir"), HasSubstr("expected an attribute"));
  EXPECT_THAT(ErrorInLine("fence z=1"), HasSubstr("unknown attribute 'z'"));
  EXPECT_THAT(ErrorInLine("store [r1 + 1 + 2], 0"), HasSubstr("one constant offset"));
  EXPECT_THAT(ErrorInLine("store [r1 + r2], 0"), HasSubstr("needs its stride"));
  EXPECT_THAT(ErrorInLine("r9999999 = not 0"), HasSubstr("must not be above r1048576"));
  EXPECT_THAT(ErrorInLine("store @x, 9223372036854775808"), HasSubstr("does not fit 64 bits"));
  EXPECT_THAT(ErrorInLine("fence \"open"), HasSubstr("the string is not closed"));
  EXPECT_THAT(ErrorInLine("fence \"\\q\""), HasSubstr("unknown escape"));
  EXPECT_THAT(ErrorInLine("fence #"), HasSubstr("line 3:9: unexpected character"));
  EXPECT_THAT(ErrorInLine("goto b7"), HasSubstr("line 4"));
}

TEST(ParserTest, NamesFaultsOfStructure) {
  EXPECT_THAT(ParseError(""), HasSubstr("line 1:1: expected 'proc', found the end of the text"));
  EXPECT_THAT(ParseError("proc f() {\n b0:\n goto b7\n}"), HasSubstr("there is no block 'b7'"));
  EXPECT_THAT(ParseError("proc f() {\n b1:\n ret\n}"), HasSubstr("must be called b0"));
  EXPECT_THAT(ParseError("proc f() {\n x:\n ret\n x:\n ret\n}"), HasSubstr("second block 'x'"));
  EXPECT_THAT(ParseError("proc f() {\n x:\n fence\n}"), HasSubstr("line 2:2: block 'x' does not"));
  EXPECT_THAT(ParseError("proc f() {\n x:\n y:\n ret\n}"), HasSubstr("block 'x' does not end"));
  EXPECT_THAT(ParseError("proc f() {\n slot s1 x\n}"), HasSubstr("this one must be s0"));
  EXPECT_THAT(ParseError("proc f(a:float) {\n}"), HasSubstr("expected 'int', 'ptr' or 'other'"));
  EXPECT_THAT(ParseError("proc f() {\n x:\n ret\n}\nproc"), HasSubstr("nothing after"));
  EXPECT_THAT(ParseError("proc f() {\n x:\n ret 1\n}"), HasSubstr("procedure 'f', block b0"));
}

TEST(ParserTest, RoundTripsRandomProcedures) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const std::string text = PrintProcedure(RandomProcedure(seed));
    const absl::StatusOr<Procedure> parsed = ParseProcedure(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
    ASSERT_EQ(PrintProcedure(*parsed), text) << seed;
  }
}

TEST(ParserTest, SurvivesCutText) {
  const std::string text = kWorker;
  for (size_t length = 0; length + 2 < text.size(); ++length) {
    EXPECT_FALSE(ParseProcedure(text.substr(0, length)).ok()) << length;
  }
}

// Whatever comes out passed the verifier; the point is that nothing crashes on the way.
TEST(ParserTest, SurvivesDamagedText) {
  std::mt19937 random(11);
  for (int i = 0; i < 3000; ++i) {
    std::string text = kWorker;
    for (int k = 0; k < 3; ++k) {
      const size_t position = random() % text.size();
      if (random() % 2 == 0) {
        text.erase(position, 1 + random() % 20);
      } else {
        text[position] = static_cast<char>(random() % 128);
      }
    }
    const absl::StatusOr<Procedure> parsed = ParseProcedure(text);
    if (parsed.ok()) {
      const absl::StatusOr<Procedure> again = ParseProcedure(PrintProcedure(*parsed));
      EXPECT_TRUE(again.ok()) << again.status() << text;
    }
  }
}

constexpr char kUnit[] =
    R"ir(unit "a.c"
included "/src/a.c"
included "/usr/include/stdio.h"
error "a.c:3:1: unknown type name 'u32'"
error_count 7
record "struct ops" size 16 {
  field open "int (*)(void)" offset 0 size 8
  field "" "union u" offset 8 size 8
}
record "struct ops[2]" size 32 element "struct ops" 16
global table "struct ops[2]" size 32 definition const file "a.c" line 3 {
  at 0 width 8 = &do_open field "ops.open"
  at 8 width 8 = @counter - 4
  at 16 width 4 = -1
  at 24 width 8 = str0
}
global f.n "int" size 4 definition thread_local atomic volatile display "n" in "f" file "a.c" line 9
function do_open "int(void)" defined static hidden weak address_taken file "a.c" line 5
function _Z1fv "void()" display "f()" file "b.h" line 6
proc f() file "a.c" line 8 {
 b0:
  ret
}
)ir";

TEST(PrinterTest, PrintsUnit) {
  const absl::StatusOr<Unit> unit = ParseUnit(kUnit);
  ASSERT_TRUE(unit.ok()) << unit.status();
  EXPECT_EQ(PrintUnit(*unit), kUnit);
  EXPECT_EQ(unit->globals[0].values[1].addend, -4);
  EXPECT_TRUE(unit->globals[1].is_thread_local);
  EXPECT_EQ(unit->error_count, 7);
  EXPECT_EQ(unit->symbols, (std::vector<std::string>{"do_open", "counter"}));
}

TEST(ParserTest, PartsInheritTheUnitsFile) {
  const absl::StatusOr<Unit> unit =
      ParseUnit("unit \"m.c\"\nglobal x \"int\" size 4\nproc f() {\n b0:\n  ret\n}\n");
  ASSERT_TRUE(unit.ok()) << unit.status();
  EXPECT_EQ(unit->globals[0].file, "m.c");
  EXPECT_EQ(unit->procedures[0].file, "m.c");
}

TEST(ParserTest, ProceduresAloneAreAUnit) {
  const absl::StatusOr<Unit> unit =
      ParseUnit("proc f() {\n b0:\n  ret\n}\nproc g() {\n b0:\n  ret\n}\n");
  ASSERT_TRUE(unit.ok()) << unit.status();
  EXPECT_EQ(unit->procedures.size(), 2);
}

TEST(ParserTest, RoundTripsRandomUnits) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const std::string text = PrintUnit(RandomUnit(seed));
    const absl::StatusOr<Unit> parsed = ParseUnit(text);
    ASSERT_TRUE(parsed.ok()) << parsed.status() << "\n" << text;
    ASSERT_EQ(PrintUnit(*parsed), text) << seed;
  }
}

TEST(ParserTest, NamesFaultsOfUnits) {
  EXPECT_THAT(ParseUnit("unit \"a\"\nbogus\n").status().message(),
              HasSubstr("line 2:1: expected 'proc', 'global'"));
  EXPECT_THAT(ParseUnit("global x {\n at 0 width 4 = r1\n}\n").status().message(),
              HasSubstr("line 2:17: expected a constant, @global"));
}

}  // namespace
}  // namespace plait::ir
