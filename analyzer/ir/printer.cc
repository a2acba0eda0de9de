#include "analyzer/ir/printer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/ir/ir.h"
#include "analyzer/ir/spelling.h"

namespace plait::ir {
namespace {

std::string Quoted(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      result += "\\x";
      result += kHex[byte >> 4];
      result += kHex[byte & 15];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string Name(std::string_view name) {
  return IsBareName(name) ? std::string(name) : Quoted(name);
}

std::string Number(int64_t value) { return std::to_string(value); }
std::string Number(uint64_t value) { return std::to_string(value); }
std::string Number(uint32_t value) { return std::to_string(value); }

// " keyword "text"", or nothing for an empty text.
std::string QuotedClause(std::string_view keyword, std::string_view text) {
  if (text.empty()) return "";
  std::string result = " ";
  result += keyword;
  return result + ' ' + Quoted(text);
}

// Letter and bytes of the result or the stored value: "i4", "u1", "p8", "x16"; "" for the default.
std::string TypeSuffix(const Instruction& instruction) {
  const bool is_integer = instruction.kind == ValueKind::kInteger;
  if (is_integer && instruction.is_signed && instruction.width == 0) return "";
  std::string result = ".";
  switch (instruction.kind) {
    case ValueKind::kInteger:
      result += instruction.is_signed ? 'i' : 'u';
      break;
    case ValueKind::kPointer:
      result += 'p';
      break;
    case ValueKind::kOther:
      result += 'x';
      break;
  }
  if (instruction.width != 0) result += Number(instruction.width);
  return result;
}

// Prints operands of one table of symbols: a procedure's or a unit's.
class ProcedurePrinter {
 public:
  explicit ProcedurePrinter(const Procedure& procedure) : procedure_(procedure) {}

  std::string Print();
  std::string Print(const Instruction& instruction) const;
  std::string Print(const Terminator& terminator) const;

 private:
  std::string_view String(StringIndex index) const {
    return index < procedure_.strings.size() ? std::string_view(procedure_.strings[index]) : "";
  }
  std::string SymbolName(int64_t index) const {
    if (index < 0 || static_cast<uint64_t>(index) >= procedure_.symbols.size()) return "\"\"";
    return Name(procedure_.symbols[static_cast<size_t>(index)].name);
  }
  std::string Print(const Operand& operand) const;
  std::string Print(const Place& place) const;
  std::string Print(const std::vector<Operand>& operands) const;
  std::string At(const Location& location) const;
  std::string Header() const;
  std::string Declarations() const;
  // The part of an instruction that depends on its opcode. Fields it shows are reset in `rest`.
  std::string Body(const Instruction& instruction, Instruction& rest) const;
  std::string Attributes(const Instruction& rest) const;
  uint32_t MentionedRegisters() const;

  const Procedure& procedure_;
};

std::string ProcedurePrinter::Print(const Operand& operand) const {
  switch (operand.kind) {
    case Operand::Kind::kNone:
      return "_";
    case Operand::Kind::kRegister:
      return "r" + Number(operand.value);
    case Operand::Kind::kConstant:
      return Number(operand.value);
    case Operand::Kind::kGlobal:
      return "@" + SymbolName(operand.value);
    case Operand::Kind::kFunction:
      return "&" + SymbolName(operand.value);
    case Operand::Kind::kSlot:
      return "s" + Number(operand.value);
    case Operand::Kind::kString:
      return "str" + Number(operand.value);
    case Operand::Kind::kUnknown:
      return operand.value == 0 ? "?" : "?r" + Number(operand.value - 1);
  }
  return "_";
}

std::string ProcedurePrinter::Print(const Place& place) const {
  if (place.offset == 0 && place.terms.empty()) return Print(place.base);
  std::string result = "[" + Print(place.base);
  if (place.offset > 0) result += " + " + Number(place.offset);
  // Negated as unsigned: the smallest int64_t has no positive counterpart.
  if (place.offset < 0) result += " - " + Number(-static_cast<uint64_t>(place.offset));
  for (const IndexTerm& term : place.terms) {
    result += " + " + Print(term.index) + "*" + Number(term.stride);
    if (term.extent != 0) result += ":" + Number(term.extent);
  }
  return result + "]";
}

std::string ProcedurePrinter::Print(const std::vector<Operand>& operands) const {
  std::string result = "(";
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) result += ", ";
    result += Print(operands[i]);
  }
  return result + ")";
}

std::string ProcedurePrinter::At(const Location& location) const {
  if (location == Location{}) return "";
  std::string result = " at ";
  if (location.file != 0) {
    const bool known = location.file < procedure_.files.size();
    result += Quoted(known ? procedure_.files[location.file] : "") + ":";
  }
  return result + Number(int64_t{location.line}) + ":" + Number(location.column);
}

std::string ProcedurePrinter::Body(const Instruction& in, Instruction& rest) const {
  const std::string suffix = TypeSuffix(in);
  const std::string mnemonic = std::string(Spelling(in.opcode)) + suffix;
  switch (in.opcode) {
    case Opcode::kLoad:
    case Opcode::kAddress:
      rest.place = {};
      return mnemonic + " " + Print(in.place);
    case Opcode::kStore:
      rest.place = {};
      rest.a = {};
      return mnemonic + " " + Print(in.place) + ", " + Print(in.a);
    case Opcode::kCopy:
      rest.place = {};
      rest.source = {};
      return mnemonic + " " + Print(in.place) + ", " + Print(in.source);
    case Opcode::kAssign:
    case Opcode::kTruncate:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
    case Opcode::kEnterScope:
      rest.a = {};
      return mnemonic + " " + Print(in.a);
    case Opcode::kBinary:
      rest.a = {};
      rest.b = {};
      rest.binary = Binary::kAdd;
      return std::string(Spelling(in.binary)) + suffix + " " + Print(in.a) + ", " + Print(in.b);
    case Opcode::kCall: {
      rest.callee = {};
      rest.arguments = {};
      const bool direct = in.callee.kind == Operand::Kind::kFunction;
      return mnemonic + " " + (direct ? SymbolName(in.callee.value) : "*" + Print(in.callee)) +
             Print(in.arguments);
    }
    case Opcode::kAtomicUpdate:
      rest.place = {};
      rest.a = {};
      rest.binary = Binary::kAdd;
      return mnemonic + " " + std::string(Spelling(in.binary)) + " " + Print(in.place) + ", " +
             Print(in.a);
    case Opcode::kCompareExchange: {
      const bool by_value = in.source == Place{};
      rest.place = {};
      rest.a = {};
      if (by_value) {
        rest.b = {};
      } else {
        rest.source = {};
      }
      return mnemonic + " " + Print(in.place) + " if " +
             (by_value ? Print(in.b) : "*" + Print(in.source)) + " then " + Print(in.a);
    }
    case Opcode::kFence:
      return mnemonic;
    case Opcode::kAllocate:
      rest.a = {};
      return in.a.is_none() ? mnemonic : mnemonic + " " + Print(in.a);
    case Opcode::kUnknown:
      rest.arguments = {};
      return mnemonic + Print(in.arguments);
  }
  return mnemonic;
}

std::string ProcedurePrinter::Attributes(const Instruction& rest) const {
  std::string result;
  if (!rest.is_signed && rest.kind != ValueKind::kInteger) result += " unsigned";
  if (rest.ordering != Ordering::kPlain) {
    result += ' ';
    result += Spelling(rest.ordering);
  }
  if (rest.is_volatile) result += " volatile";
  if (rest.is_intended) result += " intended";
  if (rest.source_is_intended) result += " intended_source";
  if (rest.result_is_old) result += " old";
  if (rest.is_weak) result += " weak";
  if (rest.fails_unordered) result += " fails_unordered";
  if (rest.new_value) result += " new";
  // What this opcode has no use for, and the verifier mostly refuses.
  if (rest.binary != Binary::kAdd) {
    result += " binary=";
    result += Spelling(rest.binary);
  }
  if (!(rest.place == Place{})) result += " place=" + Print(rest.place);
  if (!(rest.source == Place{})) result += " source=" + Print(rest.source);
  if (!rest.a.is_none()) result += " a=" + Print(rest.a);
  if (!rest.b.is_none()) result += " b=" + Print(rest.b);
  if (!rest.callee.is_none()) result += " callee=" + Print(rest.callee);
  if (!rest.arguments.empty()) result += " arguments=" + Print(rest.arguments);

  if (!String(rest.text).empty()) result += " " + Quoted(String(rest.text));
  result += QuotedClause("from", String(rest.source_text));
  result += QuotedClause("field", String(rest.field));
  result += QuotedClause("type", String(rest.type));
  return result + At(rest.location);
}

std::string ProcedurePrinter::Print(const Instruction& instruction) const {
  Instruction rest = instruction;
  std::string result;
  if (instruction.result != kNoRegister) result = "r" + Number(instruction.result) + " = ";
  result += Body(instruction, rest);
  return result + Attributes(rest);
}

std::string ProcedurePrinter::Print(const Terminator& terminator) const {
  std::string targets;
  for (const uint32_t target : terminator.targets) {
    targets += (targets.empty() ? "b" : ", b") + Number(target);
  }
  std::string result(Spelling(terminator.kind));
  switch (terminator.kind) {
    case Terminator::Kind::kGoto:
      result += " " + targets;
      break;
    case Terminator::Kind::kBranch:
    case Terminator::Kind::kIndirect:
      result += " " + Print(terminator.condition);
      if (!targets.empty()) result += ", " + targets;
      break;
    case Terminator::Kind::kSwitch: {
      result += " " + Print(terminator.condition) + " [";
      bool first = true;
      for (const SwitchCase& one : terminator.cases) {
        if (!first) result += ", ";
        first = false;
        result += Number(one.low);
        if (one.high != one.low) result += ".." + Number(one.high);
        result += ": b" + Number(one.target);
      }
      result += "] else " + targets;
      break;
    }
    case Terminator::Kind::kReturn:
      if (!terminator.condition.is_none()) result += " " + Print(terminator.condition);
      break;
    case Terminator::Kind::kUnreachable:
      break;
  }
  return result + At(terminator.location);
}

std::string ProcedurePrinter::Header() const {
  std::string result = "proc " + Name(procedure_.name) + "(";
  bool first = true;
  for (const Parameter& parameter : procedure_.parameters) {
    if (!first) result += ", ";
    first = false;
    result += Name(String(parameter.name)) + ":";
    result += Spelling(parameter.kind);
    if (!String(parameter.type).empty()) result += " " + Quoted(String(parameter.type));
    if (parameter.record_size != 0) result += " record " + Number(parameter.record_size);
  }
  if (procedure_.is_variadic) result += first ? "..." : ", ...";
  result += ")";
  if (procedure_.returns_value) {
    result += " -> ";
    result += Spelling(procedure_.return_kind);
  } else if (procedure_.return_kind != ValueKind::kOther) {
    result += " -> void ";
    result += Spelling(procedure_.return_kind);
  }
  if (procedure_.display_name != procedure_.name) {
    result += " display " + Quoted(procedure_.display_name);
  }
  return result + " file " + Quoted(procedure_.file) + " line " + Number(procedure_.first_line) +
         " {\n";
}

// One more than the highest register that the printed text mentions, or has by its parameters.
uint32_t ProcedurePrinter::MentionedRegisters() const {
  uint32_t count = static_cast<uint32_t>(procedure_.parameters.size());
  const auto mention = [&count](const Operand& operand) {
    if (operand.kind != Operand::Kind::kRegister || operand.value < 0) return;
    if (operand.value >= kNoRegister) return;
    count = std::max(count, static_cast<uint32_t>(operand.value) + 1);
  };
  const auto mention_place = [&mention](const Place& place) {
    mention(place.base);
    for (const IndexTerm& term : place.terms) mention(term.index);
  };
  for (const Block& block : procedure_.blocks) {
    for (const Instruction& in : block.instructions) {
      if (in.result != kNoRegister) count = std::max(count, in.result + 1);
      mention_place(in.place);
      mention_place(in.source);
      for (const Operand& operand : {in.a, in.b, in.callee}) mention(operand);
      for (const Operand& operand : in.arguments) mention(operand);
    }
    mention(block.terminator.condition);
  }
  return count;
}

std::string ProcedurePrinter::Declarations() const {
  std::string result;
  uint32_t declared = MentionedRegisters();
  std::string variables;
  const std::vector<StringIndex>& names = procedure_.register_names;
  for (uint32_t r = 0; r < names.size(); ++r) {
    const bool is_parameter = r < procedure_.parameters.size();
    const std::string_view expected = is_parameter ? String(procedure_.parameters[r].name) : "";
    if (String(names[r]) == expected) continue;
    variables += "  var r" + Number(r) + " " + Name(String(names[r])) + "\n";
    declared = std::max(declared, r + 1);
  }
  if (declared != names.size()) result += "  registers " + Number(uint64_t{names.size()}) + "\n";
  for (size_t i = 0; i < procedure_.slots.size(); ++i) {
    const Slot& slot = procedure_.slots[i];
    result += "  slot s" + Number(uint64_t{i}) + " " + Name(String(slot.name));
    if (!String(slot.type).empty()) result += " " + Quoted(String(slot.type));
    if (slot.size != 0) result += " size " + Number(slot.size);
    result += At(slot.location) + "\n";
  }
  for (const std::string& literal : procedure_.literals) {
    result += "  literal " + Quoted(literal) + "\n";
  }
  return result + variables;
}

std::string ProcedurePrinter::Print() {
  std::string result = Header() + Declarations();
  for (size_t b = 0; b < procedure_.blocks.size(); ++b) {
    const Block& block = procedure_.blocks[b];
    result += " b" + Number(uint64_t{b}) + ":\n";
    for (const Instruction& instruction : block.instructions) {
      result += "  " + Print(instruction) + "\n";
    }
    result += "  " + Print(block.terminator) + "\n";
  }
  return result + "}\n";
}

std::string PrintValue(const Unit& unit, const InitialValue& value) {
  const auto symbol = [&unit](int64_t index) {
    if (index < 0 || static_cast<uint64_t>(index) >= unit.symbols.size())
      return std::string("\"\"");
    return Name(unit.symbols[static_cast<size_t>(index)]);
  };
  std::string result = "  at " + Number(value.offset) + " width " + Number(value.width) + " = ";
  switch (value.value.kind) {
    case Operand::Kind::kGlobal:
      result += "@" + symbol(value.value.value);
      break;
    case Operand::Kind::kFunction:
      result += "&" + symbol(value.value.value);
      break;
    case Operand::Kind::kConstant:
      result += Number(value.value.value);
      break;
    case Operand::Kind::kString:
      result += "str" + Number(value.value.value);
      break;
    case Operand::Kind::kRegister:
      result += "r" + Number(value.value.value);
      break;
    case Operand::Kind::kSlot:
      result += "s" + Number(value.value.value);
      break;
    case Operand::Kind::kUnknown:
      result += "?";
      break;
    case Operand::Kind::kNone:
      result += "_";
      break;
  }
  if (value.addend > 0) result += " + " + Number(value.addend);
  if (value.addend < 0) result += " - " + Number(-static_cast<uint64_t>(value.addend));
  if (value.is_text) result += " text";
  return result + QuotedClause("field", value.field) + "\n";
}

std::string PrintGlobal(const Unit& unit, const Global& global) {
  std::string result = "global " + Name(global.name);
  if (!global.type.empty()) result += " " + Quoted(global.type);
  if (global.size != 0) result += " size " + Number(global.size);
  if (global.is_definition) result += " definition";
  if (global.is_const) result += " const";
  if (global.is_thread_local) result += " thread_local";
  if (global.is_atomic) result += " atomic";
  if (global.is_volatile) result += " volatile";
  if (global.display_name != global.name) result += " display " + Quoted(global.display_name);
  result += QuotedClause("in", global.function);
  result += " file " + Quoted(global.file) + " line " + Number(global.line);
  if (global.values.empty()) return result + "\n";
  result += " {\n";
  for (const std::string& literal : global.literals) {
    result += "  literal " + Quoted(literal) + "\n";
  }
  for (const InitialValue& value : global.values) result += PrintValue(unit, value);
  return result + "}\n";
}

std::string PrintFunction(const FunctionInfo& function) {
  std::string result = "function " + Name(function.name);
  if (!function.signature.empty()) result += " " + Quoted(function.signature);
  if (function.is_defined) result += " defined";
  if (function.is_static) result += " static";
  if (function.is_hidden) result += " hidden";
  if (function.is_weak) result += " weak";
  if (function.address_taken) result += " address_taken";
  if (function.display_name != function.name) result += " display " + Quoted(function.display_name);
  return result + " file " + Quoted(function.file) + " line " + Number(function.line) + "\n";
}

std::string PrintRecord(const Record& record) {
  std::string result = "record " + Quoted(record.name) + " size " + Number(record.size);
  if (record.element_size != 0 || !record.element_type.empty()) {
    result += " element " + Quoted(record.element_type) + " " + Number(record.element_size);
  }
  if (record.fields.empty()) return result + "\n";
  result += " {\n";
  for (const Field& field : record.fields) {
    result += "  field " + Name(field.name) + " " + Quoted(field.type) + " offset " +
              Number(field.offset) + " size " + Number(field.size) + "\n";
  }
  return result + "}\n";
}

}  // namespace

std::string PrintProcedure(const Procedure& procedure) {
  return ProcedurePrinter(procedure).Print();
}

std::string PrintInstruction(const Procedure& procedure, const Instruction& instruction) {
  return ProcedurePrinter(procedure).Print(instruction);
}

std::string PrintTerminator(const Procedure& procedure, const Terminator& terminator) {
  return ProcedurePrinter(procedure).Print(terminator);
}

std::string PrintUnit(const Unit& unit) {
  std::string result = "unit " + Quoted(unit.file) + "\n";
  for (const std::string& file : unit.included_files) result += "included " + Quoted(file) + "\n";
  for (const std::string& error : unit.errors) result += "error " + Quoted(error) + "\n";
  if (unit.error_count != unit.errors.size()) {
    result += "error_count " + Number(unit.error_count) + "\n";
  }
  for (const Record& record : unit.records) result += PrintRecord(record);
  for (const Global& global : unit.globals) result += PrintGlobal(unit, global);
  for (const FunctionInfo& function : unit.functions) result += PrintFunction(function);
  for (const Procedure& procedure : unit.procedures) result += PrintProcedure(procedure);
  return result;
}

}  // namespace plait::ir
