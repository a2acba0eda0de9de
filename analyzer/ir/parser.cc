#include "analyzer/ir/parser.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/interner.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/lexer.h"
#include "analyzer/ir/spelling.h"
#include "analyzer/ir/token_cursor.h"
#include "analyzer/ir/verifier.h"

namespace plait::ir {
namespace {

// Far above what a procedure has; keeps a typing error from allocating gigabytes.
constexpr uint32_t kMaxRegister = 1U << 20;
constexpr uint32_t kMax32 = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();

ValueKind ExpectValueKind(TokenCursor& cursor) {
  const std::string word = cursor.peek().kind == Token::Kind::kWord ? cursor.peek().text : "";
  const std::optional<ValueKind> kind = ValueKindFromSpelling(word);
  if (!kind.has_value()) {
    cursor.FailExpected("'int', 'ptr' or 'other'");
    return ValueKind::kInteger;
  }
  cursor.Take();
  return *kind;
}

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

class ProcedureParser {
 public:
  ProcedureParser(TokenCursor& cursor, std::string default_file)
      : cursor_(cursor), default_file_(std::move(default_file)) {}

  // Reads from `proc` to the closing brace.
  Procedure Parse();

 private:
  void Header();
  void Parameters();
  void Declaration();
  void RegistersDeclaration();
  void SlotDeclaration();
  void LiteralDeclaration();
  void VarDeclaration();
  void BlockBody();
  void ParseInstruction(Block& block);
  void InstructionBody(const Token& word, const std::string& mnemonic, Instruction& in);
  void AtomicUpdateBody(Instruction& in);
  void CompareExchangeBody(Instruction& in);
  void Attributes(Instruction& in);
  bool Attribute(Instruction& in);
  void OperandAttribute(Instruction& in);
  bool ParseTerminator(Block& block);
  void SwitchCases(Terminator& terminator);
  uint32_t Target();
  void Targets(Terminator& terminator);
  void ResolveLabels();
  void SizeRegisters();

  Operand ParseOperand();
  bool AtOperand() const;
  Place ParsePlace();
  void PlaceTerm(Place& place);
  std::vector<Operand> Arguments();
  Location ParseLocation();
  Register ParseRegister();
  StringIndex String(std::string_view text) { return strings_.Intern(text); }
  uint32_t Symbol(std::string_view name) { return symbols_.Intern(name); }

  TokenCursor& cursor_;
  std::string default_file_;
  Procedure procedure_;
  Interner strings_;
  Interner symbols_;
  std::optional<Interner> files_;  // made when the procedure's own file is known
  uint32_t registers_seen_ = 0;    // one more than the highest number seen
  std::optional<uint32_t> registers_declared_;
  std::vector<std::pair<Register, StringIndex>> variables_;
  // Targets hold an index into these until all labels are known.
  std::vector<std::pair<std::string, Token>> mentioned_labels_;
  std::unordered_map<std::string, uint32_t> label_blocks_;
};

Procedure ProcedureParser::Parse() {
  String("");
  Header();
  while (cursor_.ok() && (cursor_.AtWord("slot") || cursor_.AtWord("literal") ||
                          cursor_.AtWord("var") || cursor_.AtWord("registers"))) {
    Declaration();
  }
  while (cursor_.ok() && !cursor_.AtMark("}")) BlockBody();
  cursor_.ExpectMark("}");
  cursor_.ExpectNewline();
  ResolveLabels();
  SizeRegisters();
  procedure_.strings = strings_.texts();
  for (const std::string& name : symbols_.texts()) procedure_.symbols.push_back({name});
  procedure_.files = files_->texts();
  return std::move(procedure_);
}

void ProcedureParser::Header() {
  cursor_.ExpectWord("proc");
  procedure_.name = cursor_.ExpectName("the procedure's name");
  procedure_.display_name = procedure_.name;
  procedure_.file = default_file_;
  procedure_.first_line = 1;
  Parameters();
  if (cursor_.AcceptMark("->")) {
    procedure_.returns_value = !cursor_.AcceptWord("void");
    procedure_.return_kind = ExpectValueKind(cursor_);
  }
  if (cursor_.AcceptWord("display")) procedure_.display_name = cursor_.ExpectString("a name");
  if (cursor_.AcceptWord("file")) procedure_.file = cursor_.ExpectString("a path");
  if (cursor_.AcceptWord("line")) {
    procedure_.first_line = static_cast<uint32_t>(cursor_.ExpectUnsigned("a line", kMax32));
  }
  files_.emplace(procedure_.file);
  cursor_.ExpectMark("{");
  cursor_.ExpectNewline();
}

void ProcedureParser::Parameters() {
  cursor_.ExpectMark("(");
  while (cursor_.ok() && !cursor_.AtMark(")")) {
    if (cursor_.AcceptMark("...")) {
      procedure_.is_variadic = true;
      break;
    }
    Parameter parameter;
    parameter.name = String(cursor_.ExpectName("a parameter's name, '...' or ')'"));
    cursor_.ExpectMark(":");
    parameter.kind = ExpectValueKind(cursor_);
    if (cursor_.peek().kind == Token::Kind::kString) parameter.type = String(cursor_.Take().text);
    if (cursor_.AcceptWord("record")) {
      parameter.record_size = static_cast<uint32_t>(cursor_.ExpectUnsigned("a size", kMax32));
    }
    procedure_.parameters.push_back(parameter);
    if (!cursor_.AcceptMark(",")) break;
  }
  cursor_.ExpectMark(")");
}

void ProcedureParser::Declaration() {
  if (cursor_.AtWord("registers")) {
    RegistersDeclaration();
  } else if (cursor_.AtWord("slot")) {
    SlotDeclaration();
  } else if (cursor_.AtWord("literal")) {
    LiteralDeclaration();
  } else {
    VarDeclaration();
  }
  cursor_.ExpectNewline();
}

void ProcedureParser::RegistersDeclaration() {
  cursor_.ExpectWord("registers");
  registers_declared_ =
      static_cast<uint32_t>(cursor_.ExpectUnsigned("the number of registers", kMaxRegister + 1));
}

void ProcedureParser::LiteralDeclaration() {
  cursor_.ExpectWord("literal");
  procedure_.literals.push_back(cursor_.ExpectString("the text of the literal"));
}

void ProcedureParser::SlotDeclaration() {
  cursor_.ExpectWord("slot");
  const Token token = cursor_.peek();
  if (cursor_.ExpectNumbered("s", "a slot such as s0", kMax32) != procedure_.slots.size()) {
    cursor_.Fail(token, "slots are declared in order; this one must be s" +
                            std::to_string(procedure_.slots.size()));
  }
  Slot slot;
  slot.name = String(cursor_.ExpectName("the slot's name"));
  if (cursor_.peek().kind == Token::Kind::kString) slot.type = String(cursor_.Take().text);
  if (cursor_.AcceptWord("size")) slot.size = cursor_.ExpectUnsigned("a size", kMax64);
  if (cursor_.AcceptWord("at")) slot.location = ParseLocation();
  procedure_.slots.push_back(slot);
}

void ProcedureParser::VarDeclaration() {
  cursor_.ExpectWord("var");
  const Register number = ParseRegister();
  variables_.emplace_back(number, String(cursor_.ExpectName("the variable's name")));
}

// A label, instructions and a terminator.
void ProcedureParser::BlockBody() {
  const Token label = cursor_.peek();
  const auto number = static_cast<uint32_t>(procedure_.blocks.size());
  const bool numbered = cursor_.AtNumbered("b");
  cursor_.ExpectName("a block's label or '}'");
  cursor_.ExpectMark(":");
  cursor_.ExpectNewline();
  if (!cursor_.ok()) return;
  if (numbered && label.text != "b" + std::to_string(number)) {
    cursor_.Fail(label, "this block must be called b" + std::to_string(number));
  }
  if (!label_blocks_.emplace(label.text, number).second) {
    cursor_.Fail(label, "a second block '" + label.text + "'");
  }
  Block block;
  while (cursor_.ok() && !ParseTerminator(block)) {
    const bool at_label =
        cursor_.peek_next().kind == Token::Kind::kMark && cursor_.peek_next().text == ":";
    if (cursor_.AtMark("}") || at_label) {
      cursor_.Fail(label, "block '" + label.text + "' does not end with a terminator");
    }
    ParseInstruction(block);
  }
  procedure_.blocks.push_back(std::move(block));
}

bool ProcedureParser::ParseTerminator(Block& block) {
  if (cursor_.peek().kind != Token::Kind::kWord) return false;
  const std::optional<Terminator::Kind> kind = TerminatorFromSpelling(cursor_.peek().text);
  if (!kind.has_value()) return false;
  cursor_.Take();
  Terminator& terminator = block.terminator;
  terminator.kind = *kind;
  switch (*kind) {
    case Terminator::Kind::kGoto:
      Targets(terminator);
      break;
    case Terminator::Kind::kBranch:
    case Terminator::Kind::kIndirect:
      terminator.condition = ParseOperand();
      if (cursor_.AcceptMark(",")) Targets(terminator);
      break;
    case Terminator::Kind::kSwitch:
      terminator.condition = ParseOperand();
      SwitchCases(terminator);
      cursor_.ExpectWord("else");
      Targets(terminator);
      break;
    case Terminator::Kind::kReturn:
      if (AtOperand()) terminator.condition = ParseOperand();
      break;
    case Terminator::Kind::kUnreachable:
      break;
  }
  if (cursor_.AcceptWord("at")) terminator.location = ParseLocation();
  cursor_.ExpectNewline();
  return true;
}

void ProcedureParser::SwitchCases(Terminator& terminator) {
  cursor_.ExpectMark("[");
  while (cursor_.ok() && !cursor_.AtMark("]")) {
    SwitchCase one;
    one.low = cursor_.ExpectSigned("a case's value");
    one.high = cursor_.AcceptMark("..") ? cursor_.ExpectSigned("a case's last value") : one.low;
    cursor_.ExpectMark(":");
    one.target = Target();
    terminator.cases.push_back(one);
    if (!cursor_.AcceptMark(",")) break;
  }
  cursor_.ExpectMark("]");
}

uint32_t ProcedureParser::Target() {
  const Token token = cursor_.peek();
  mentioned_labels_.emplace_back(cursor_.ExpectName("a block's label"), token);
  return static_cast<uint32_t>(mentioned_labels_.size() - 1);
}

void ProcedureParser::Targets(Terminator& terminator) {
  do {
    terminator.targets.push_back(Target());
  } while (cursor_.ok() && cursor_.AcceptMark(","));
}

void ProcedureParser::ResolveLabels() {
  const auto resolve = [this](uint32_t& target) {
    const auto& [label, token] = mentioned_labels_[target];
    const auto found = label_blocks_.find(label);
    if (found == label_blocks_.end()) {
      cursor_.Fail(token, "there is no block '" + label + "'");
      return;
    }
    target = found->second;
  };
  if (!cursor_.ok()) return;
  for (Block& block : procedure_.blocks) {
    for (uint32_t& target : block.terminator.targets) resolve(target);
    for (SwitchCase& one : block.terminator.cases) resolve(one.target);
  }
}

void ProcedureParser::SizeRegisters() {
  const auto parameters = static_cast<uint32_t>(procedure_.parameters.size());
  const uint32_t count = registers_declared_.value_or(std::max(registers_seen_, parameters));
  procedure_.register_names.assign(count, 0);
  for (uint32_t r = 0; r < std::min(count, parameters); ++r) {
    procedure_.register_names[r] = procedure_.parameters[r].name;
  }
  for (const auto& [number, name] : variables_) {
    if (number < count) procedure_.register_names[number] = name;
  }
}

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
  if (cursor_.AcceptMark("?")) return Operand::Unknown();
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

class UnitParser {
 public:
  explicit UnitParser(TokenCursor& cursor) : cursor_(cursor) {}

  Unit Parse();

 private:
  void Part();
  Record ParseRecord();
  Global ParseGlobal();
  InitialValue ParseValue();
  Operand ValueOperand();
  FunctionInfo ParseFunction();
  // `file "F" line N`, the same for globals and functions.
  void Position(std::string& file, uint32_t& line);
  uint32_t Unsigned32(std::string_view what) {
    return static_cast<uint32_t>(cursor_.ExpectUnsigned(what, kMax32));
  }

  TokenCursor& cursor_;
  Unit unit_;
  Interner symbols_;
  std::optional<uint32_t> error_count_;
};

Unit UnitParser::Parse() {
  if (cursor_.AcceptWord("unit")) {
    unit_.file = cursor_.ExpectString("the main file");
    cursor_.ExpectNewline();
  }
  while (cursor_.ok() && !cursor_.AtEnd()) Part();
  unit_.symbols = symbols_.texts();
  unit_.error_count = error_count_.value_or(static_cast<uint32_t>(unit_.errors.size()));
  return std::move(unit_);
}

void UnitParser::Part() {
  if (cursor_.AtWord("proc")) {
    unit_.procedures.push_back(ProcedureParser(cursor_, unit_.file).Parse());
  } else if (cursor_.AcceptWord("global")) {
    unit_.globals.push_back(ParseGlobal());
  } else if (cursor_.AcceptWord("function")) {
    unit_.functions.push_back(ParseFunction());
  } else if (cursor_.AcceptWord("record")) {
    unit_.records.push_back(ParseRecord());
  } else if (cursor_.AcceptWord("included")) {
    unit_.included_files.push_back(cursor_.ExpectString("a path"));
    cursor_.ExpectNewline();
  } else if (cursor_.AcceptWord("error")) {
    unit_.errors.push_back(cursor_.ExpectString("a message"));
    cursor_.ExpectNewline();
  } else if (cursor_.AcceptWord("error_count")) {
    error_count_ = Unsigned32("a number");
    cursor_.ExpectNewline();
  } else {
    cursor_.FailExpected("'proc', 'global', 'function', 'record', 'included' or 'error'");
  }
}

Record UnitParser::ParseRecord() {
  Record record;
  record.name = cursor_.ExpectString("the record's name");
  cursor_.ExpectWord("size");
  record.size = cursor_.ExpectUnsigned("a size", kMax64);
  if (cursor_.AcceptWord("element")) {
    record.element_type = cursor_.ExpectString("the elements' type");
    record.element_size = cursor_.ExpectUnsigned("a size", kMax64);
  }
  if (cursor_.AcceptMark("{")) {
    cursor_.ExpectNewline();
    while (cursor_.ok() && !cursor_.AcceptMark("}")) {
      Field field;
      cursor_.ExpectWord("field");
      field.name = cursor_.ExpectName("the field's name");
      field.type = cursor_.ExpectString("the field's type");
      cursor_.ExpectWord("offset");
      field.offset = cursor_.ExpectUnsigned("an offset", kMax64);
      cursor_.ExpectWord("size");
      field.size = cursor_.ExpectUnsigned("a size", kMax64);
      cursor_.ExpectNewline();
      record.fields.push_back(std::move(field));
    }
  }
  cursor_.ExpectNewline();
  return record;
}

void UnitParser::Position(std::string& file, uint32_t& line) {
  file = cursor_.AcceptWord("file") ? cursor_.ExpectString("a path") : unit_.file;
  line = cursor_.AcceptWord("line") ? Unsigned32("a line") : 1;
}

Global UnitParser::ParseGlobal() {
  Global global;
  global.name = cursor_.ExpectName("the global's name");
  global.display_name = global.name;
  if (cursor_.peek().kind == Token::Kind::kString) global.type = cursor_.Take().text;
  if (cursor_.AcceptWord("size")) global.size = cursor_.ExpectUnsigned("a size", kMax64);
  global.is_definition = cursor_.AcceptWord("definition");
  global.is_const = cursor_.AcceptWord("const");
  global.is_thread_local = cursor_.AcceptWord("thread_local");
  global.is_atomic = cursor_.AcceptWord("atomic");
  global.is_volatile = cursor_.AcceptWord("volatile");
  if (cursor_.AcceptWord("display")) global.display_name = cursor_.ExpectString("a name");
  if (cursor_.AcceptWord("in")) global.function = cursor_.ExpectString("a function");
  Position(global.file, global.line);
  if (cursor_.AcceptMark("{")) {
    cursor_.ExpectNewline();
    while (cursor_.ok() && !cursor_.AcceptMark("}")) global.values.push_back(ParseValue());
  }
  cursor_.ExpectNewline();
  return global;
}

InitialValue UnitParser::ParseValue() {
  InitialValue value;
  cursor_.ExpectWord("at");
  value.offset = cursor_.ExpectUnsigned("an offset", kMax64);
  cursor_.ExpectWord("width");
  value.width = Unsigned32("a width");
  cursor_.ExpectMark("=");
  value.value = ValueOperand();
  if (cursor_.AtMark("-") || cursor_.AcceptMark("+")) {
    value.addend = cursor_.ExpectSigned("an addend");
  }
  if (cursor_.AcceptWord("field")) value.field = cursor_.ExpectString("a field");
  cursor_.ExpectNewline();
  return value;
}

Operand UnitParser::ValueOperand() {
  if (cursor_.AcceptMark("@")) {
    return Operand::Global(symbols_.Intern(cursor_.ExpectName("a global")));
  }
  if (cursor_.AcceptMark("&")) {
    return Operand::Function(symbols_.Intern(cursor_.ExpectName("a function")));
  }
  if (cursor_.AtNumbered("str")) {
    return Operand::String(cursor_.ExpectNumbered("str", "a string literal", kMax32));
  }
  if (cursor_.AcceptMark("?")) return Operand::Unknown();
  return Operand::Constant(cursor_.ExpectSigned("a constant, @global, &function, str0 or ?"));
}

FunctionInfo UnitParser::ParseFunction() {
  FunctionInfo function;
  function.name = cursor_.ExpectName("the function's name");
  function.display_name = function.name;
  if (cursor_.peek().kind == Token::Kind::kString) function.signature = cursor_.Take().text;
  function.is_defined = cursor_.AcceptWord("defined");
  function.is_static = cursor_.AcceptWord("static");
  function.is_weak = cursor_.AcceptWord("weak");
  function.address_taken = cursor_.AcceptWord("address_taken");
  if (cursor_.AcceptWord("display")) function.display_name = cursor_.ExpectString("a name");
  Position(function.file, function.line);
  cursor_.ExpectNewline();
  return function;
}

}  // namespace

absl::StatusOr<Procedure> ParseProcedureUnverified(std::string_view text) {
  absl::StatusOr<std::vector<Token>> tokens = Tokenize(text);
  if (!tokens.ok()) return tokens.status();
  TokenCursor cursor(*std::move(tokens));
  Procedure procedure = ProcedureParser(cursor, "").Parse();
  if (cursor.ok() && !cursor.AtEnd()) cursor.FailExpected("nothing after the procedure");
  if (!cursor.ok()) return cursor.status();
  return procedure;
}

absl::StatusOr<Procedure> ParseProcedure(std::string_view text) {
  absl::StatusOr<Procedure> procedure = ParseProcedureUnverified(text);
  if (!procedure.ok()) return procedure;
  if (absl::Status status = VerifyProcedure(*procedure); !status.ok()) return status;
  return procedure;
}

absl::StatusOr<Unit> ParseUnit(std::string_view text) {
  absl::StatusOr<std::vector<Token>> tokens = Tokenize(text);
  if (!tokens.ok()) return tokens.status();
  TokenCursor cursor(*std::move(tokens));
  Unit unit = UnitParser(cursor).Parse();
  if (!cursor.ok()) return cursor.status();
  if (absl::Status status = VerifyUnit(unit); !status.ok()) return status;
  return unit;
}

}  // namespace plait::ir
