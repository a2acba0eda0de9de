// Instructions, their operands and attributes.
#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "analyzer/ir/procedure_parser.h"
#include "analyzer/ir/spelling.h"

namespace plait::ir {
namespace {

constexpr uint32_t kMax32 = std::numeric_limits<uint32_t>::max();

// Splits "load.i4" into the mnemonic and the result's kind, sign and width. False if malformed.
bool ParseMnemonic(std::string_view word, std::string& mnemonic, Instruction& in) {
  const size_t dot = word.find('.');
  mnemonic = std::string(word.substr(0, dot));
  if (dot == std::string_view::npos) return true;
  std::string_view suffix = word.substr(dot + 1);
  if (suffix == "ptr") suffix = "p8";
  if (suffix.empty()) return false;
  switch (suffix.front()) {
    case 'i':
      suffix.remove_prefix(1);
      break;
    case 'u':
      in.is_signed = false;
      suffix.remove_prefix(1);
      break;
    case 'p':
      in.kind = ValueKind::kPointer;
      suffix.remove_prefix(1);
      break;
    case 'x':
      in.kind = ValueKind::kOther;
      suffix.remove_prefix(1);
      break;
    default:
      break;  // digits alone: a signed integer
  }
  if (suffix.empty()) return true;
  const char* end = suffix.data() + suffix.size();
  const auto [rest, error] = std::from_chars(suffix.data(), end, in.width);
  return error == std::errc() && rest == end;
}

}  // namespace

void ProcedureParser::ParseInstruction(Block& block) {
  Instruction in;
  if (cursor_.AtNumbered("r") && cursor_.peek_next().text == "=") {
    in.result = ParseRegister();
    cursor_.ExpectMark("=");
  }
  const Token word = cursor_.peek();
  std::string mnemonic;
  if (word.kind != Token::Kind::kWord) {
    cursor_.FailExpected("an instruction");
    return;
  }
  if (!ParseMnemonic(word.text, mnemonic, in)) {
    cursor_.Fail(word, "'" + word.text + "': the part after the dot is i, u, p or x and bytes");
    return;
  }
  cursor_.Take();
  InstructionBody(word, mnemonic, in);
  Attributes(in);
  cursor_.ExpectNewline();
  block.instructions.push_back(std::move(in));
}

void ProcedureParser::InstructionBody(const Token& word, const std::string& mnemonic,
                                      Instruction& in) {
  if (const std::optional<Binary> binary = BinaryFromSpelling(mnemonic); binary.has_value()) {
    in.opcode = Opcode::kBinary;
    in.binary = *binary;
    in.a = ParseOperand();
    cursor_.ExpectMark(",");
    in.b = ParseOperand();
    return;
  }
  const std::optional<Opcode> opcode = OpcodeFromSpelling(mnemonic);
  if (!opcode.has_value() || *opcode == Opcode::kBinary) {
    cursor_.Fail(word, "unknown instruction '" + mnemonic + "'");
    return;
  }
  in.opcode = *opcode;
  switch (*opcode) {
    case Opcode::kLoad:
    case Opcode::kAddress:
      in.place = ParsePlace();
      return;
    case Opcode::kStore:
      in.place = ParsePlace();
      cursor_.ExpectMark(",");
      in.a = ParseOperand();
      return;
    case Opcode::kCopy:
      in.place = ParsePlace();
      cursor_.ExpectMark(",");
      in.source = ParsePlace();
      return;
    case Opcode::kAssign:
    case Opcode::kTruncate:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
    case Opcode::kEnterScope:
      in.a = ParseOperand();
      return;
    case Opcode::kCall:
      if (cursor_.AcceptMark("*")) {
        in.callee = ParseOperand();
      } else {
        in.callee = Operand::Function(Symbol(cursor_.ExpectName("a function or '*'")));
      }
      in.arguments = Arguments();
      return;
    case Opcode::kAtomicUpdate:
      AtomicUpdateBody(in);
      return;
    case Opcode::kCompareExchange:
      CompareExchangeBody(in);
      return;
    case Opcode::kAllocate:
      if (AtOperand()) in.a = ParseOperand();
      return;
    case Opcode::kUnknown:
      in.arguments = Arguments();
      return;
    case Opcode::kFence:
    case Opcode::kBinary:
      return;
  }
}

void ProcedureParser::AtomicUpdateBody(Instruction& in) {
  const std::optional<Binary> binary = BinaryFromSpelling(cursor_.peek().text);
  if (!binary.has_value()) {
    cursor_.FailExpected("an operation such as 'add'");
    return;
  }
  in.binary = *binary;
  cursor_.Take();
  in.place = ParsePlace();
  cursor_.ExpectMark(",");
  in.a = ParseOperand();
}

void ProcedureParser::CompareExchangeBody(Instruction& in) {
  in.place = ParsePlace();
  cursor_.ExpectWord("if");
  if (cursor_.AcceptMark("*")) {
    in.source = ParsePlace();
  } else {
    in.b = ParseOperand();
  }
  cursor_.ExpectWord("then");
  in.a = ParseOperand();
}

void ProcedureParser::Attributes(Instruction& in) {
  while (cursor_.ok() && cursor_.peek().kind != Token::Kind::kNewline) {
    if (!Attribute(in)) {
      cursor_.FailExpected("an attribute or the end of the line");
    }
  }
}

bool ProcedureParser::Attribute(Instruction& in) {
  if (cursor_.peek().kind == Token::Kind::kString) {
    in.text = String(cursor_.Take().text);
    return true;
  }
  if (cursor_.peek().kind != Token::Kind::kWord) return false;
  if (cursor_.peek_next().kind == Token::Kind::kMark && cursor_.peek_next().text == "=") {
    OperandAttribute(in);
    return true;
  }
  const std::string word = cursor_.peek().text;
  if (const std::optional<Ordering> ordering = OrderingFromSpelling(word); ordering.has_value()) {
    in.ordering = *ordering;
    cursor_.Take();
    return true;
  }
  if (cursor_.AcceptWord("unsigned")) {
    in.is_signed = false;
  } else if (cursor_.AcceptWord("volatile")) {
    in.is_volatile = true;
  } else if (cursor_.AcceptWord("intended")) {
    in.is_intended = true;
  } else if (cursor_.AcceptWord("intended_source")) {
    in.source_is_intended = true;
  } else if (cursor_.AcceptWord("old")) {
    in.result_is_old = true;
  } else if (cursor_.AcceptWord("weak")) {
    in.is_weak = true;
  } else if (cursor_.AcceptWord("fails_unordered")) {
    in.fails_unordered = true;
  } else if (cursor_.AcceptWord("new")) {
    in.new_value = true;
  } else if (cursor_.AcceptWord("from")) {
    in.source_text = String(cursor_.ExpectString("the source"));
  } else if (cursor_.AcceptWord("field")) {
    in.field = String(cursor_.ExpectString("a field"));
  } else if (cursor_.AcceptWord("type")) {
    in.type = String(cursor_.ExpectString("a type"));
  } else if (cursor_.AcceptWord("at")) {
    in.location = ParseLocation();
  } else {
    return false;
  }
  return true;
}

// `a=r1` and the like: fields that the opcode has no use for.
void ProcedureParser::OperandAttribute(Instruction& in) {
  const Token word = cursor_.Take();
  cursor_.ExpectMark("=");
  if (word.text == "a") {
    in.a = ParseOperand();
  } else if (word.text == "b") {
    in.b = ParseOperand();
  } else if (word.text == "callee") {
    in.callee = ParseOperand();
  } else if (word.text == "place") {
    in.place = ParsePlace();
  } else if (word.text == "source") {
    in.source = ParsePlace();
  } else if (word.text == "arguments") {
    in.arguments = Arguments();
  } else if (word.text == "binary" && BinaryFromSpelling(cursor_.peek().text).has_value()) {
    in.binary = *BinaryFromSpelling(cursor_.Take().text);
  } else {
    cursor_.Fail(word, "unknown attribute '" + word.text + "'");
  }
}

bool ProcedureParser::AtOperand() const {
  if (cursor_.peek().kind == Token::Kind::kInteger) return true;
  for (const char* mark : {"-", "@", "&", "?"}) {
    if (cursor_.AtMark(mark)) return true;
  }
  for (const char* prefix : {"r", "s", "str"}) {
    if (cursor_.AtNumbered(prefix)) return true;
  }
  return cursor_.AtWord("_");
}

Operand ProcedureParser::ParseOperand() {
  if (cursor_.AcceptMark("?")) {
    return cursor_.AtNumbered("r") ? Operand::UnknownIn(ParseRegister()) : Operand::Unknown();
  }
  if (cursor_.AcceptWord("_")) return Operand::None();
  if (cursor_.AcceptMark("@")) return Operand::Global(Symbol(cursor_.ExpectName("a global")));
  if (cursor_.AcceptMark("&")) return Operand::Function(Symbol(cursor_.ExpectName("a function")));
  if (cursor_.AtNumbered("r")) return Operand::Reg(ParseRegister());
  if (cursor_.AtNumbered("s")) return Operand::Slot(cursor_.ExpectNumbered("s", "a slot", kMax32));
  if (cursor_.AtNumbered("str")) {
    return Operand::String(cursor_.ExpectNumbered("str", "a string literal", kMax32));
  }
  if (cursor_.AtMark("-") || cursor_.peek().kind == Token::Kind::kInteger) {
    return Operand::Constant(cursor_.ExpectSigned("a constant"));
  }
  cursor_.FailExpected("an operand (r1, s0, @global, &function, str0, a constant, ? or _)");
  return Operand::None();
}

Place ProcedureParser::ParsePlace() {
  Place place;
  if (!cursor_.AcceptMark("[")) {
    place.base = ParseOperand();
    return place;
  }
  place.base = ParseOperand();
  while (cursor_.ok() && !cursor_.AtMark("]")) PlaceTerm(place);
  cursor_.ExpectMark("]");
  return place;
}

// `+ 8`, `- 8`, `+ r1*4`, or `+ r1*4:10` for an index below 10.
void ProcedureParser::PlaceTerm(Place& place) {
  const Token start = cursor_.peek();
  if (cursor_.AtMark("-")) {
    const int64_t offset = cursor_.ExpectSigned("an offset");
    if (place.offset != 0) cursor_.Fail(start, "a place has one offset");
    place.offset = offset;
    return;
  }
  if (!cursor_.AcceptMark("+")) {
    cursor_.FailExpected("'+', '-' or ']'");
    return;
  }
  const Operand operand = ParseOperand();
  if (cursor_.AcceptMark("*")) {
    place.terms.push_back({operand, cursor_.ExpectSigned("a stride")});
    if (cursor_.AcceptMark(":")) {
      place.terms.back().extent =
          cursor_.ExpectUnsigned("a number of elements", std::numeric_limits<uint64_t>::max());
    }
    return;
  }
  if (operand.kind != Operand::Kind::kConstant || place.offset != 0) {
    cursor_.Fail(start, "a place has one constant offset; an index needs its stride: r1*4");
    return;
  }
  place.offset = operand.value;
}

std::vector<Operand> ProcedureParser::Arguments() {
  std::vector<Operand> arguments;
  cursor_.ExpectMark("(");
  while (cursor_.ok() && !cursor_.AtMark(")")) {
    arguments.push_back(ParseOperand());
    if (!cursor_.AcceptMark(",")) break;
  }
  cursor_.ExpectMark(")");
  return arguments;
}

// After `at`: LINE:COLUMN, or "FILE":LINE:COLUMN.
Location ProcedureParser::ParseLocation() {
  Location location;
  if (cursor_.peek().kind == Token::Kind::kString) {
    location.file = files_->Intern(cursor_.Take().text);
    cursor_.ExpectMark(":");
  }
  const Token start = cursor_.peek();
  const int64_t line = cursor_.ExpectSigned("a line");
  if (line != static_cast<int32_t>(line)) cursor_.Fail(start, "the line does not fit 32 bits");
  location.line = static_cast<int32_t>(line);
  cursor_.ExpectMark(":");
  location.column = static_cast<uint32_t>(cursor_.ExpectUnsigned("a column", kMax32));
  return location;
}

Register ProcedureParser::ParseRegister() {
  const Register number = cursor_.ExpectNumbered("r", "a register", kMaxRegister);
  registers_seen_ = std::max(registers_seen_, number + 1);
  return number;
}

}  // namespace plait::ir
