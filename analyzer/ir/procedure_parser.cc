#include "analyzer/ir/procedure_parser.h"

#include <algorithm>
#include <limits>

#include "analyzer/ir/spelling.h"

namespace plait::ir {
namespace {

constexpr uint32_t kMax32 = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();

}  // namespace

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

}  // namespace plait::ir
