#include "analyzer/ir/verifier.h"

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/parser.h"
#include "analyzer/ir/random_procedure.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait::ir {
namespace {

using ::testing::HasSubstr;

std::string Fault(const Procedure& procedure) {
  return std::string(VerifyProcedure(procedure).message());
}

std::string Fault(const std::string& text) {
  const absl::StatusOr<Procedure> procedure = ParseProcedureUnverified(text);
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  return procedure.ok() ? Fault(*procedure) : "";
}

// The fault of a procedure with two registers and one slot that consists of this instruction.
std::string InstructionFault(const std::string& line) {
  return Fault("proc f() -> int {\n registers 2\n slot s0 x\n b0:\n  " + line + "\n  ret 0\n}\n");
}

// The fault of a procedure with three blocks whose first ends so.
std::string TerminatorFault(const std::string& line) {
  return Fault("proc f() {\n registers 2\n b0:\n  " + line + "\n b1:\n  goto b2\n b2:\n  ret\n}\n");
}

Procedure Minimal() {
  Procedure procedure;
  procedure.name = "f";
  procedure.strings = {""};
  procedure.files = {""};
  procedure.blocks.emplace_back();
  return procedure;
}

TEST(VerifierTest, AcceptsRandomProcedures) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const absl::Status status = VerifyProcedure(RandomProcedure(seed));
    ASSERT_TRUE(status.ok()) << status;
  }
}

TEST(VerifierTest, NamesProcedureBlockAndInstruction) {
  EXPECT_EQ(InstructionFault("r0 = load.i4 r7"),
            "procedure 'f', block b0, instruction 0 'r0 = load.i4 r7': "
            "register r7 is out of range; there are 2");
}

TEST(VerifierTest, ChecksTables) {
  Procedure procedure = Minimal();
  EXPECT_EQ(Fault(procedure), "");
  procedure.strings = {};
  EXPECT_THAT(Fault(procedure), HasSubstr("string 0 must be there"));
  procedure = Minimal();
  procedure.file = "a.c";
  EXPECT_THAT(Fault(procedure), HasSubstr("file 0 must be"));
  procedure = Minimal();
  procedure.parameters.emplace_back();
  EXPECT_THAT(Fault(procedure), HasSubstr("fewer registers than parameters"));
  procedure.register_names = {5};
  EXPECT_THAT(Fault(procedure), HasSubstr("string 5 is out of range; there are 1"));
  procedure.register_names = {0};
  procedure.parameters[0].type = 6;
  EXPECT_THAT(Fault(procedure), HasSubstr("string 6 is out of range"));
  procedure = Minimal();
  procedure.slots.push_back({0, 7, 0, {}});
  EXPECT_THAT(Fault(procedure), HasSubstr("string 7 is out of range"));
  procedure.slots = {{0, 0, 0, {3, 1, 1}}};
  EXPECT_THAT(Fault(procedure), HasSubstr("file 3 of the location is out of range"));
  procedure = Minimal();
  procedure.blocks = {};
  EXPECT_THAT(Fault(procedure), HasSubstr("there is no block"));
}

TEST(VerifierTest, ChecksIndices) {
  EXPECT_THAT(InstructionFault("r2 = assign 1"), HasSubstr("register r2 is out of range"));
  EXPECT_THAT(InstructionFault("store [r0 + r3*4], 1"), HasSubstr("register r3 is out of range"));
  EXPECT_THAT(InstructionFault("store s4, 1"), HasSubstr("slot s4 is out of range; there are 1"));
  EXPECT_THAT(InstructionFault("call g(r1, r5)"), HasSubstr("register r5 is out of range"));
  EXPECT_THAT(InstructionFault("copy [_ + 8], s0"), HasSubstr("an offset but no base"));
  EXPECT_THAT(InstructionFault("copy [r0 + _*8], s0"), HasSubstr("an index term has no index"));
  EXPECT_THAT(InstructionFault("call g(_)"), HasSubstr("an argument is missing"));

  Procedure procedure = Minimal();
  Instruction in;
  in.opcode = Opcode::kUnknown;
  in.arguments = {Operand::Global(0)};
  procedure.blocks[0].instructions = {in};
  EXPECT_THAT(Fault(procedure), HasSubstr("symbol 0 is out of range; there are 0"));
  procedure.blocks[0].instructions[0].arguments = {{Operand::Kind::kRegister, -1}};
  EXPECT_THAT(Fault(procedure), HasSubstr("register has no valid number"));
  procedure.blocks[0].instructions[0].arguments = {{Operand::Kind::kString, -1}};
  EXPECT_THAT(Fault(procedure), HasSubstr("string literal out of range"));
  procedure.blocks[0].instructions[0].arguments = {Operand::UnknownIn(99)};
  EXPECT_THAT(Fault(procedure), HasSubstr("register r99 is out of range"));
  procedure.blocks[0].instructions[0].arguments = {{static_cast<Operand::Kind>(99), 1}};
  EXPECT_THAT(Fault(procedure), HasSubstr("an operand of no known kind"));
  procedure.blocks[0].instructions[0].arguments = {};
  procedure.blocks[0].instructions[0].text = 3;
  EXPECT_THAT(Fault(procedure), HasSubstr("string 3 is out of range"));
  procedure.blocks[0].instructions[0].text = 0;
  procedure.blocks[0].instructions[0].location.file = 1;
  EXPECT_THAT(Fault(procedure), HasSubstr("file 1 of the location"));
}

TEST(VerifierTest, ChecksOperandsOfEachOpcode) {
  EXPECT_THAT(InstructionFault("load.i4 @x"), "");
  EXPECT_THAT(InstructionFault("load.i4 _"), HasSubstr("needs a place"));
  EXPECT_THAT(InstructionFault("r0 = store.i4 @x, 1"), HasSubstr("no use for a result"));
  EXPECT_THAT(InstructionFault("store.i4 @x, _"), HasSubstr("needs operand a"));
  EXPECT_THAT(InstructionFault("copy @x, _"), HasSubstr("needs a source place"));
  EXPECT_THAT(InstructionFault("assign 1"), HasSubstr("needs a result"));
  EXPECT_THAT(InstructionFault("address @x"), HasSubstr("needs a result"));
  EXPECT_THAT(InstructionFault("r0 = add 1, _"), HasSubstr("needs operand b"));
  EXPECT_THAT(InstructionFault("r0 = not 1 b=2"), HasSubstr("no use for operand b"));
  EXPECT_THAT(InstructionFault("call *_()"), HasSubstr("needs a callee"));
  EXPECT_THAT(InstructionFault("fence seq_cst place=@x"), HasSubstr("no use for a place"));
  EXPECT_THAT(InstructionFault("scope s0 callee=&f"), HasSubstr("no use for a callee"));
  EXPECT_THAT(InstructionFault("fence arguments=(1)"), HasSubstr("no use for arguments"));
  EXPECT_THAT(InstructionFault("r0 = load @x source=@y"), HasSubstr("no use for a source place"));
  EXPECT_THAT(InstructionFault("scope r1"), HasSubstr("operand a must be a slot"));
}

TEST(VerifierTest, ChecksOperations) {
  EXPECT_THAT(InstructionFault("r0 = exchange 1, 2"), HasSubstr("only as an atomic update"));
  EXPECT_THAT(InstructionFault("update lt @x, 1 seq_cst"), HasSubstr("no atomic update does"));
  EXPECT_THAT(InstructionFault("update add @x, 1"), HasSubstr("needs an ordering"));
  EXPECT_THAT(InstructionFault("cas @x if 1 then 2"), HasSubstr("needs an ordering"));
  EXPECT_THAT(InstructionFault("cas @x if _ then 2 relaxed"), HasSubstr("needs either a source"));
  EXPECT_THAT(InstructionFault("cas @x if *s0 then 2 relaxed b=1"), HasSubstr("needs either"));
  Procedure procedure = Minimal();
  procedure.blocks[0].instructions.emplace_back().opcode = static_cast<Opcode>(99);
  EXPECT_THAT(Fault(procedure), HasSubstr("no known opcode"));
}

TEST(VerifierTest, ChecksWidths) {
  EXPECT_THAT(InstructionFault("r0 = load.p3 @x"), HasSubstr("no pointer has 3 bytes"));
  EXPECT_THAT(InstructionFault("r0 = load.p32 @x"), HasSubstr("no pointer has 32 bytes"));
  EXPECT_THAT(InstructionFault("r0 = add.i24 1, 2"), HasSubstr("no integer has 24 bytes"));
  EXPECT_THAT(InstructionFault("r0 = truncate.i 2"), HasSubstr("a conversion needs its width"));
  EXPECT_EQ(InstructionFault("r0 = load.i24 @bitfield_run"), "");
  EXPECT_EQ(InstructionFault("r0 = load.x64 @vector"), "");
}

TEST(VerifierTest, ChecksTerminators) {
  EXPECT_EQ(TerminatorFault("br r0, b1, b2"), "");
  EXPECT_THAT(TerminatorFault("br r0, b1"),
              HasSubstr("block b0, terminator 'br r0, b1': br needs two targets"));
  EXPECT_THAT(TerminatorFault("br _, b1, b2"), HasSubstr("br needs a condition"));
  EXPECT_THAT(TerminatorFault("br r4, b1, b2"), HasSubstr("register r4 is out of range"));
  EXPECT_THAT(TerminatorFault("goto b1, b2"), HasSubstr("goto needs one target"));
  EXPECT_THAT(TerminatorFault("switch r0 [] else b1, b2"), HasSubstr("one default target"));
  EXPECT_THAT(TerminatorFault("switch _ [1: b1] else b1"), HasSubstr("switch needs a condition"));
  EXPECT_THAT(TerminatorFault("switch r0 [2..1: b1] else b1"), HasSubstr("range is empty"));
  EXPECT_THAT(TerminatorFault("indirect r0"), HasSubstr("indirect needs a target"));
  EXPECT_THAT(TerminatorFault("indirect _, b1"), HasSubstr("indirect needs an address"));
  EXPECT_THAT(TerminatorFault("ret 1"), HasSubstr("the procedure returns no value"));
}

TEST(VerifierTest, ChecksTerminatorsThatTextCannotSay) {
  Procedure procedure = Minimal();
  Terminator& terminator = procedure.blocks[0].terminator;
  terminator.targets = {9};
  EXPECT_THAT(Fault(procedure), HasSubstr("target b9 is out of range; there are 1 blocks"));
  terminator.targets = {0};
  EXPECT_THAT(Fault(procedure), HasSubstr("unreachable has no targets"));
  terminator.kind = Terminator::Kind::kReturn;
  EXPECT_THAT(Fault(procedure), HasSubstr("ret has no targets"));
  terminator.targets = {};
  terminator.cases = {{0, 0, 0}};
  EXPECT_THAT(Fault(procedure), HasSubstr("only a switch has cases"));
  terminator.cases = {{0, 0, 8}};
  EXPECT_THAT(Fault(procedure), HasSubstr("target b8 is out of range"));
  terminator = Terminator();
  terminator.condition = Operand::Constant(1);
  EXPECT_THAT(Fault(procedure), HasSubstr("unreachable has no condition"));
  terminator.kind = Terminator::Kind::kGoto;
  terminator.targets = {0};
  EXPECT_THAT(Fault(procedure), HasSubstr("goto has no condition"));
  terminator = Terminator();
  terminator.location.file = 2;
  EXPECT_THAT(Fault(procedure), HasSubstr("file 2 of the location"));
  terminator = Terminator();
  terminator.kind = static_cast<Terminator::Kind>(77);
  EXPECT_THAT(Fault(procedure), HasSubstr("a terminator of no known kind"));
}

TEST(VerifierTest, ChecksGraph) {
  EXPECT_EQ(TerminatorFault("goto b2"),
            "procedure 'f', block b1: cannot be reached from the entry");
  EXPECT_THAT(TerminatorFault("br r0, b0, b1"), HasSubstr("the entry has a predecessor"));
}

TEST(VerifierTest, ChecksUnits) {
  Unit unit;
  unit.file = "a.c";
  unit.globals.emplace_back().name = "x";
  unit.globals[0].values.push_back({8, 4, Operand::Global(0), 0, ""});
  EXPECT_EQ(VerifyUnit(unit).message(),
            "unit 'a.c', global 'x', offset 8: symbol 0 is out of range; there are 0");
  unit.globals[0].values[0].value = Operand::Reg(0);
  EXPECT_THAT(VerifyUnit(unit).message(), HasSubstr("an initial value must be a constant"));
  unit.globals[0].values[0].value = Operand::Constant(3);
  EXPECT_TRUE(VerifyUnit(unit).ok());
  unit.procedures.push_back(Minimal());
  unit.procedures[0].blocks.clear();
  EXPECT_THAT(VerifyUnit(unit).message(), HasSubstr("procedure 'f': there is no block"));
}

}  // namespace
}  // namespace plait::ir
