#include "analyzer/ir/random_procedure.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::ir {
namespace {

// Awkward on purpose: quoting, escapes, words of the grammar, bytes that are no ASCII.
const char* const kTexts[] = {"counter",
                              "p->next->count",
                              "struct node",
                              "a \"quoted\" \\ one",
                              "tab\tnew\nline",
                              "r1",
                              "b2",
                              "at",
                              "\x01\x7f",
                              "\xc3\xa9t\xc3\xa9",
                              "a.c:hidden",
                              "; no comment",
                              "x.y$1",
                              "proc"};

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  Procedure MakeProcedure();
  Unit MakeUnit();

 private:
  // Not std::uniform_int_distribution: its results differ between libraries.
  uint32_t Below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  bool Flip() { return Below(2) == 0; }
  std::string Text() { return kTexts[Below(std::size(kTexts))]; }
  template <typename Enum>
  Enum Any(Enum last) {
    return static_cast<Enum>(Below(static_cast<uint32_t>(last) + 1));
  }
  int64_t Integer();
  StringIndex String() { return Below(static_cast<uint32_t>(procedure_.strings.size())); }
  Register AnyRegister() { return Below(static_cast<uint32_t>(procedure_.register_names.size())); }
  Operand AnyOperand();
  Place AnyPlace();
  Location AnyLocation();
  Instruction AnyInstruction();
  void Tables();
  void Operands(Instruction& in);
  Terminator MakeTerminator(uint32_t next, uint32_t blocks);

  std::mt19937 random_;
  Procedure procedure_;
};

int64_t Generator::Integer() {
  switch (Below(5)) {
    case 0:
      return std::numeric_limits<int64_t>::min();
    case 1:
      return std::numeric_limits<int64_t>::max();
    case 2:
      return -static_cast<int64_t>(Below(1000));
    default:
      return Below(100);
  }
}

Operand Generator::AnyOperand() {
  switch (Below(8)) {
    case 0:
      return Operand::Constant(Integer());
    case 1:
      return Operand::Global(Below(static_cast<uint32_t>(procedure_.symbols.size())));
    case 2:
      return Operand::Function(Below(static_cast<uint32_t>(procedure_.symbols.size())));
    case 3:
      return Operand::Slot(Below(static_cast<uint32_t>(procedure_.slots.size())));
    case 4:
      return Operand::String(Below(9));
    case 5:
      return Operand::Unknown();
    case 6:
      return Operand::UnknownIn(AnyRegister());
    default:
      return Operand::Reg(AnyRegister());
  }
}

Place Generator::AnyPlace() {
  Place place;
  place.base = AnyOperand();
  if (Flip()) place.offset = Integer();
  for (uint32_t i = Below(3); i > 0; --i) {
    place.terms.push_back({AnyOperand(), Integer(), Below(3)});
  }
  return place;
}

Location Generator::AnyLocation() {
  if (Flip()) return {};
  Location location;
  location.file = Below(static_cast<uint32_t>(procedure_.files.size()));
  location.line = static_cast<int32_t>(Below(100)) - 20;
  location.column = Below(80);
  return location;
}

void Generator::Tables() {
  procedure_.strings = {""};
  for (const char* text : kTexts) procedure_.strings.emplace_back(text);
  procedure_.files = {procedure_.file, "inc \"x\".h", "y.h"};
  procedure_.symbols = {{"counter"}, {"a.c:hidden"}, {"pthread_create"}, {"r1"}, {"3"}};
  for (uint32_t i = Below(4); i > 0; --i) {
    procedure_.parameters.push_back(
        {String(), Any(ValueKind::kOther), String(), Flip() ? Below(64) : 0});
  }
  for (uint32_t i = 1 + Below(3); i > 0; --i) {
    procedure_.slots.push_back({String(), String(), Below(3) * 8, AnyLocation()});
    procedure_.literals.push_back(Flip() ? "a \"text\"\n%d" : "");
  }
  const size_t registers = procedure_.parameters.size() + 1 + Below(6);
  for (size_t i = 0; i < registers; ++i) {
    procedure_.register_names.push_back(Flip() ? String() : 0);
  }
}

void Generator::Operands(Instruction& in) {
  const Register result = AnyRegister();
  const Register optional_result = Flip() ? result : kNoRegister;
  switch (in.opcode) {
    case Opcode::kLoad:
      in.result = optional_result;
      in.place = AnyPlace();
      break;
    case Opcode::kStore:
      in.place = AnyPlace();
      in.a = AnyOperand();
      break;
    case Opcode::kCopy:
      in.place = AnyPlace();
      in.source = AnyPlace();
      break;
    case Opcode::kAddress:
      in.result = result;
      in.place = AnyPlace();
      break;
    case Opcode::kAssign:
    case Opcode::kTruncate:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
      in.result = result;
      in.a = AnyOperand();
      break;
    case Opcode::kBinary:
      in.result = result;
      in.binary = Flip() ? Any(Binary::kGe) : Binary::kPointerDifference;
      in.a = AnyOperand();
      in.b = AnyOperand();
      break;
    case Opcode::kCall:
      in.result = optional_result;
      in.callee = AnyOperand();
      break;
    case Opcode::kAtomicUpdate:
      in.result = optional_result;
      in.binary = Flip() ? Any(Binary::kXor) : Binary::kExchange;
      in.ordering = Ordering::kSeqCst;
      in.place = AnyPlace();
      in.a = AnyOperand();
      break;
    case Opcode::kCompareExchange:
      in.result = optional_result;
      in.ordering = Ordering::kAcqRel;
      in.place = AnyPlace();
      in.a = AnyOperand();
      if (Flip()) {
        in.source = AnyPlace();
      } else {
        in.b = AnyOperand();
      }
      break;
    case Opcode::kFence:
      break;
    case Opcode::kAllocate:
      in.result = result;
      if (Flip()) in.a = AnyOperand();
      break;
    case Opcode::kEnterScope:
      in.a = Operand::Slot(Below(static_cast<uint32_t>(procedure_.slots.size())));
      break;
    case Opcode::kUnknown:
      in.result = optional_result;
      break;
  }
  if (in.opcode == Opcode::kCall || in.opcode == Opcode::kUnknown) {
    for (uint32_t i = Below(4); i > 0; --i) in.arguments.push_back(AnyOperand());
  }
}

Instruction Generator::AnyInstruction() {
  Instruction in;
  in.opcode = Any(Opcode::kUnknown);
  in.ordering = Any(Ordering::kSeqCst);
  Operands(in);
  in.is_volatile = Flip();
  in.is_intended = Flip();
  in.source_is_intended = Flip();
  in.is_signed = Flip();
  in.result_is_old = Flip();
  in.is_weak = Flip();
  in.fails_unordered = Flip();
  in.new_value = Flip();
  in.kind = Any(ValueKind::kOther);
  in.width = 1U << Below(5);
  if (in.opcode != Opcode::kTruncate && Flip()) in.width = 0;
  in.text = String();
  in.source_text = String();
  in.field = String();
  in.type = String();
  in.location = AnyLocation();
  return in;
}

// Always leads to block `next`, so that every block is reached; never to block 0.
Terminator Generator::MakeTerminator(uint32_t next, uint32_t blocks) {
  Terminator terminator;
  terminator.location = AnyLocation();
  if (next == blocks) {
    terminator.kind = Flip() ? Terminator::Kind::kReturn : Terminator::Kind::kUnreachable;
    if (terminator.kind == Terminator::Kind::kReturn && procedure_.returns_value) {
      terminator.condition = AnyOperand();
    }
    return terminator;
  }
  terminator.kind =
      static_cast<Terminator::Kind>(Below(static_cast<uint32_t>(Terminator::Kind::kSwitch) + 1));
  if (Below(10) == 0) terminator.kind = Terminator::Kind::kIndirect;
  terminator.targets = {next};
  if (terminator.kind == Terminator::Kind::kGoto) return terminator;
  terminator.condition = AnyOperand();
  const uint32_t other = 1 + Below(blocks - 1);
  if (terminator.kind == Terminator::Kind::kSwitch) {
    terminator.cases.push_back({-5, -5, other});
    terminator.cases.push_back({0, std::numeric_limits<int64_t>::max(), next});
  } else {
    terminator.targets.push_back(other);
  }
  return terminator;
}

Procedure Generator::MakeProcedure() {
  procedure_ = Procedure();
  procedure_.name = Text();
  procedure_.display_name = Text();
  procedure_.file = Text();
  procedure_.first_line = Below(5000);
  procedure_.is_variadic = Flip();
  procedure_.returns_value = Flip();
  procedure_.return_kind = Any(ValueKind::kOther);
  Tables();
  const uint32_t blocks = 1 + Below(6);
  for (uint32_t b = 0; b < blocks; ++b) {
    Block block;
    for (uint32_t i = Below(8); i > 0; --i) block.instructions.push_back(AnyInstruction());
    block.terminator = MakeTerminator(b + 1, blocks);
    procedure_.blocks.push_back(std::move(block));
  }
  return procedure_;
}

Unit Generator::MakeUnit() {
  Unit unit;
  unit.file = Text();
  unit.symbols = {"counter", "worker", "unused"};
  for (uint32_t i = Below(3); i > 0; --i) unit.procedures.push_back(MakeProcedure());
  for (uint32_t i = Below(4); i > 0; --i) {
    Global global = {Text(), Text(), Text(), Text(), Text(), Below(90), Below(2) * 40ULL,
                     Flip(), Flip(), Flip(), Flip(), Flip(), {}};
    global.values = {{0, 4, Operand::Constant(Integer()), 0, Text()},
                     {8, 8, Operand::Global(Below(3)), Integer(), ""},
                     {16, 8, Operand::Function(Below(3)), 0, Text()},
                     {24, 8, Operand::String(Below(4)), 0, ""},
                     {32, 4, Operand::Unknown(), 0, Text()}};
    global.values.resize(Below(6));
    unit.globals.push_back(std::move(global));
  }
  for (uint32_t i = Below(4); i > 0; --i) {
    unit.functions.push_back(
        {Text(), Text(), Text(), Below(90), Flip(), Flip(), Flip(), Flip(), Flip(), Text()});
  }
  unit.records.push_back(
      {"struct node", 16, 0, "", {{"next", "struct node *", 0, 8}, {"", Text(), 8, 4}}});
  unit.records.push_back({"int[4]", 16, 4, "int", {}});
  unit.included_files = {"/src/a.c", Text()};
  for (uint32_t i = Below(3); i > 0; --i) unit.errors.push_back(Text());
  unit.error_count = Below(4);
  return unit;
}

}  // namespace

Procedure RandomProcedure(uint32_t seed) { return Generator(seed).MakeProcedure(); }
Unit RandomUnit(uint32_t seed) { return Generator(seed).MakeUnit(); }

}  // namespace plait::ir
