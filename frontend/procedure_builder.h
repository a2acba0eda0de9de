// Builds the body of one procedure: blocks, instructions, registers, slots and interned strings.
//
//   FunctionLowering (knows Clang)  ->  ProcedureBuilder (knows only the IR)  ->  ir::Procedure
//
// Folds operations on constants, since conditions such as `if (DEBUG_LEVEL > 2)` decide which
// blocks exist at all. Blocks nobody jumps to are dropped by Finish().
#ifndef PLAIT_FRONTEND_PROCEDURE_BUILDER_H_
#define PLAIT_FRONTEND_PROCEDURE_BUILDER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::frontend {

// Number of a block while the procedure is being built; Finish() renumbers.
using BlockId = uint32_t;

class ProcedureBuilder {
 public:
  ProcedureBuilder();

  // For the properties that are not part of the body: name, file, parameters.
  ir::Procedure& procedure() { return procedure_; }

  ir::StringIndex Intern(std::string_view text);
  // Index of the symbol with that linkage name in Procedure::symbols.
  uint32_t Symbol(const std::string& name);
  // Index of a file in Procedure::files; the first one added is the procedure's own.
  uint32_t File(const std::string& path);
  ir::Register NewRegister(ir::StringIndex name = 0);
  uint32_t NewSlot(ir::Slot slot);
  // A string literal; `text` as far as it is kept.
  ir::Operand NewString(std::string text) {
    procedure_.literals.push_back(std::move(text));
    return ir::Operand::String(procedure_.literals.size() - 1);
  }

  // All that follows is attributed to this place in the source.
  void SetLocation(const ir::Location& location) { location_ = location; }
  const ir::Location& location() const { return location_; }

  // Whether what the next calls do to memory may race, as the program says.
  void MarkCalls(bool are_intended) { calls_are_intended_ = are_intended; }

  // Blocks. Code emitted after a terminator goes to a block that nobody reaches.
  BlockId NewBlock();
  // Ends the current block with a jump to `block` unless it has ended, and goes on there.
  void StartBlock(BlockId block);
  void Goto(BlockId target);
  // A jump if the condition is constant.
  void Branch(const ir::Operand& condition, BlockId if_true, BlockId if_false);
  void Switch(const ir::Operand& condition, std::vector<ir::SwitchCase> cases, BlockId otherwise);
  void Indirect(const ir::Operand& condition, const std::vector<BlockId>& targets);
  void Return(const ir::Operand& value);
  void Unreachable();

  // Adds an instruction at the current location.
  void Append(ir::Instruction instruction);

  // result = a <op> b, for integers of `width` bytes; the result of a comparison is 1 or 0.
  ir::Operand Binary(ir::Binary op, const ir::Operand& a, const ir::Operand& b, uint32_t width,
                     bool is_signed);
  // A number that is not known, but decided by `a`. Executions may know it: `b`, as Known() gives
  // it.
  ir::Operand UnknownFrom(const ir::Operand& a, const ir::Operand& b = ir::Operand::Unknown());
  ir::Operand Not(const ir::Operand& a);
  ir::Operand Negate(const ir::Operand& a, uint32_t width, bool is_signed);
  ir::Operand Complement(const ir::Operand& a, uint32_t width, bool is_signed);
  ir::Operand Truncate(const ir::Operand& a, uint32_t width, bool is_signed);
  void Assign(ir::Register result, const ir::Operand& value, ir::ValueKind kind);
  // The address of a place as an operand; no instruction if it is a plain base.
  ir::Operand Address(const ir::Place& place);

  // Orders the blocks (reverse post order from the entry), drops unreachable ones and hands over
  // the procedure. The builder is empty afterwards.
  ir::Procedure Finish();

 private:
  void Terminate(ir::Terminator terminator);

  ir::Procedure procedure_;
  std::vector<ir::Block> blocks_;
  std::vector<bool> ended_;
  BlockId current_ = 0;
  ir::Location location_;
  bool calls_are_intended_ = false;
  std::unordered_map<std::string, ir::StringIndex> string_indices_;
  std::unordered_map<std::string, uint32_t> symbol_indices_;
};

// Adds `offset` bytes, or `stride` bytes per `index`, to the address. A constant index goes into
// the offset; a term without effect is left out.
void AddOffset(ir::Place& place, int64_t offset);
void AddIndex(ir::Place& place, const ir::Operand& index, int64_t stride);

// `value` as an integer of `width` bytes (1 to 8) holds it.
int64_t WrapInteger(int64_t value, uint32_t width, bool is_signed);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_PROCEDURE_BUILDER_H_
