#include "analyzer/ir/parser.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/interner.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/lexer.h"
#include "analyzer/ir/procedure_parser.h"
#include "analyzer/ir/token_cursor.h"
#include "analyzer/ir/verifier.h"

namespace plait::ir {
namespace {

constexpr uint32_t kMax32 = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();

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
    while (cursor_.AcceptWord("literal")) {
      global.literals.push_back(cursor_.ExpectString("the text of the literal"));
      cursor_.ExpectNewline();
    }
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
  value.is_text = cursor_.AcceptWord("text");
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
  function.is_hidden = cursor_.AcceptWord("hidden");
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
