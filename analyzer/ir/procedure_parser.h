// The parser of one procedure in IR text, inside of analyzer/ir/parser.h.
#ifndef PLAIT_ANALYZER_IR_PROCEDURE_PARSER_H_
#define PLAIT_ANALYZER_IR_PROCEDURE_PARSER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/ir/interner.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/token_cursor.h"

namespace plait::ir {

// `int`, `ptr` or `other`; else the cursor fails.
ValueKind ExpectValueKind(TokenCursor& cursor);

class ProcedureParser {
 public:
  ProcedureParser(TokenCursor& cursor, std::string default_file)
      : cursor_(cursor), default_file_(std::move(default_file)) {}

  // Reads from `proc` to the closing brace.
  Procedure Parse();

 private:
  // Far above what a procedure has; keeps a typing error from allocating gigabytes.
  static constexpr uint32_t kMaxRegister = 1U << 20;

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

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_PROCEDURE_PARSER_H_
