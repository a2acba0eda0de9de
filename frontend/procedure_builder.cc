#include "frontend/procedure_builder.h"

#include <optional>
#include <utility>

#include "frontend/block_order.h"

namespace plait::frontend {
namespace {

using ir::Operand;

bool IsConstant(const Operand& operand) { return operand.kind == Operand::Kind::kConstant; }
bool IsUnknown(const Operand& operand) { return operand.kind == Operand::Kind::kUnknown; }

int64_t Wrapped(uint64_t value) { return static_cast<int64_t>(value); }

// Signed arithmetic is done on uint64_t, where overflow is defined.
std::optional<int64_t> FoldArithmetic(ir::Binary op, int64_t a, int64_t b, bool is_signed) {
  const uint64_t ua = static_cast<uint64_t>(a);
  const uint64_t ub = static_cast<uint64_t>(b);
  switch (op) {
    case ir::Binary::kAdd:
      return Wrapped(ua + ub);
    case ir::Binary::kSub:
    case ir::Binary::kPointerDifference:
      return Wrapped(ua - ub);
    case ir::Binary::kMul:
      return Wrapped(ua * ub);
    case ir::Binary::kDiv:
      if (b == 0 || (is_signed && b == -1)) return std::nullopt;
      return is_signed ? a / b : Wrapped(ua / ub);
    case ir::Binary::kRem:
      if (b == 0 || (is_signed && b == -1)) return std::nullopt;
      return is_signed ? a % b : Wrapped(ua % ub);
    case ir::Binary::kShl:
      if (b < 0 || b > 63) return std::nullopt;
      return Wrapped(ua << b);
    case ir::Binary::kShr:
      if (b < 0 || b > 63) return std::nullopt;
      return is_signed ? a >> b : Wrapped(ua >> b);
    case ir::Binary::kAnd:
      return a & b;
    case ir::Binary::kOr:
      return a | b;
    case ir::Binary::kXor:
      return a ^ b;
    case ir::Binary::kEq:
      return a == b;
    case ir::Binary::kNe:
      return a != b;
    case ir::Binary::kLt:
      return is_signed ? a < b : ua < ub;
    case ir::Binary::kLe:
      return is_signed ? a <= b : ua <= ub;
    case ir::Binary::kGt:
      return is_signed ? a > b : ua > ub;
    case ir::Binary::kGe:
      return is_signed ? a >= b : ua >= ub;
    case ir::Binary::kExchange:
    case ir::Binary::kMin:
    case ir::Binary::kMax:
    case ir::Binary::kNand:
      return std::nullopt;  // atomic updates only
  }
  return std::nullopt;
}

}  // namespace

int64_t WrapInteger(int64_t value, uint32_t width, bool is_signed) {
  if (width == 0 || width >= 8) return value;
  const uint32_t unused_bits = 64 - 8 * width;
  const uint64_t shifted = static_cast<uint64_t>(value) << unused_bits;
  return is_signed ? static_cast<int64_t>(shifted) >> unused_bits
                   : static_cast<int64_t>(shifted >> unused_bits);
}

void AddOffset(ir::Place& place, int64_t offset) {
  place.offset = Wrapped(static_cast<uint64_t>(place.offset) + static_cast<uint64_t>(offset));
}

void AddIndex(ir::Place& place, const Operand& index, int64_t stride) {
  if (stride == 0) return;
  if (IsConstant(index)) {
    AddOffset(place, Wrapped(static_cast<uint64_t>(index.value) * static_cast<uint64_t>(stride)));
    return;
  }
  place.terms.push_back({index, stride});
}

ProcedureBuilder::ProcedureBuilder() {
  procedure_.strings.emplace_back();
  string_indices_.emplace(std::string(), 0);
  current_ = NewBlock();
}

ir::StringIndex ProcedureBuilder::Intern(std::string_view text) {
  if (text.empty()) return 0;
  const auto [position, inserted] =
      string_indices_.try_emplace(std::string(text), procedure_.strings.size());
  if (inserted) procedure_.strings.emplace_back(text);
  return position->second;
}

uint32_t ProcedureBuilder::Symbol(const std::string& name) {
  const auto [position, inserted] = symbol_indices_.try_emplace(name, procedure_.symbols.size());
  if (inserted) procedure_.symbols.push_back({name});
  return position->second;
}

uint32_t ProcedureBuilder::File(const std::string& path) {
  // Linear: more than one file in a body is rare.
  for (uint32_t i = 0; i < procedure_.files.size(); ++i) {
    if (procedure_.files[i] == path) return i;
  }
  procedure_.files.push_back(path);
  return procedure_.files.size() - 1;
}

ir::Register ProcedureBuilder::NewRegister(ir::StringIndex name) {
  procedure_.register_names.push_back(name);
  return procedure_.register_names.size() - 1;
}

uint32_t ProcedureBuilder::NewSlot(ir::Slot slot) {
  procedure_.slots.push_back(std::move(slot));
  return procedure_.slots.size() - 1;
}

BlockId ProcedureBuilder::NewBlock() {
  blocks_.emplace_back();
  ended_.push_back(false);
  return blocks_.size() - 1;
}

void ProcedureBuilder::StartBlock(BlockId block) {
  if (!ended_[current_]) Goto(block);
  current_ = block;
}

void ProcedureBuilder::Terminate(ir::Terminator terminator) {
  terminator.location = location_;
  blocks_[current_].terminator = std::move(terminator);
  ended_[current_] = true;
  current_ = NewBlock();
}

void ProcedureBuilder::Goto(BlockId target) {
  ir::Terminator terminator;
  terminator.kind = ir::Terminator::Kind::kGoto;
  terminator.targets = {target};
  Terminate(std::move(terminator));
}

void ProcedureBuilder::Branch(const Operand& condition, BlockId if_true, BlockId if_false) {
  if (IsConstant(condition)) return Goto(condition.value != 0 ? if_true : if_false);
  ir::Terminator terminator;
  terminator.kind = ir::Terminator::Kind::kBranch;
  terminator.condition = condition;
  terminator.targets = {if_true, if_false};
  Terminate(std::move(terminator));
}

void ProcedureBuilder::Switch(const Operand& condition, std::vector<ir::SwitchCase> cases,
                              BlockId otherwise) {
  ir::Terminator terminator;
  terminator.kind = ir::Terminator::Kind::kSwitch;
  terminator.condition = condition;
  terminator.targets = {otherwise};
  terminator.cases = std::move(cases);
  Terminate(std::move(terminator));
}

void ProcedureBuilder::Indirect(const Operand& condition, const std::vector<BlockId>& targets) {
  ir::Terminator terminator;
  terminator.kind = ir::Terminator::Kind::kIndirect;
  terminator.condition = condition;
  terminator.targets = targets;
  Terminate(std::move(terminator));
}

void ProcedureBuilder::Return(const Operand& value) {
  ir::Terminator terminator;
  terminator.kind = ir::Terminator::Kind::kReturn;
  terminator.condition = value;
  Terminate(std::move(terminator));
}

void ProcedureBuilder::Unreachable() { Terminate(ir::Terminator{}); }

void ProcedureBuilder::Append(ir::Instruction instruction) {
  instruction.location = location_;
  if (instruction.opcode == ir::Opcode::kCall) instruction.is_intended = calls_are_intended_;
  blocks_[current_].instructions.push_back(std::move(instruction));
}

Operand ProcedureBuilder::Binary(ir::Binary op, const Operand& a, const Operand& b, uint32_t width,
                                 bool is_signed) {
  if (IsUnknown(a) || IsUnknown(b)) return Operand::Unknown();
  if (IsConstant(a) && IsConstant(b)) {
    if (const auto folded = FoldArithmetic(op, a.value, b.value, is_signed)) {
      return Operand::Constant(WrapInteger(*folded, width, is_signed));
    }
  }
  if (op == ir::Binary::kMul && IsConstant(a) && a.value == 1) return b;
  if (op == ir::Binary::kMul && IsConstant(b) && b.value == 1) return a;
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kBinary;
  instruction.binary = op;
  instruction.is_signed = is_signed;
  instruction.width = width;
  instruction.a = a;
  instruction.b = b;
  instruction.result = NewRegister();
  const Operand result = Operand::Reg(instruction.result);
  Append(std::move(instruction));
  return result;
}

Operand ProcedureBuilder::UnknownFrom(const Operand& a, const Operand& b) {
  constexpr uint32_t kWidest = 8;
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kBinary;
  instruction.binary = ir::Binary::kXor;
  instruction.width = kWidest;
  instruction.a = a;
  instruction.b = b;
  instruction.result = NewRegister();
  const Operand result = Operand::Reg(instruction.result);
  Append(std::move(instruction));
  return result;
}

Operand ProcedureBuilder::Not(const Operand& a) {
  if (IsUnknown(a)) return a;
  if (IsConstant(a)) return Operand::Constant(a.value == 0);
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kNot;
  instruction.a = a;
  instruction.width = 4;
  instruction.result = NewRegister();
  const Operand result = Operand::Reg(instruction.result);
  Append(std::move(instruction));
  return result;
}

Operand ProcedureBuilder::Negate(const Operand& a, uint32_t width, bool is_signed) {
  if (IsUnknown(a)) return a;
  if (IsConstant(a)) {
    const uint64_t negated = 0 - static_cast<uint64_t>(a.value);
    return Operand::Constant(WrapInteger(Wrapped(negated), width, is_signed));
  }
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kNegate;
  instruction.a = a;
  instruction.width = width;
  instruction.is_signed = is_signed;
  instruction.result = NewRegister();
  const Operand result = Operand::Reg(instruction.result);
  Append(std::move(instruction));
  return result;
}

Operand ProcedureBuilder::Complement(const Operand& a, uint32_t width, bool is_signed) {
  if (IsUnknown(a)) return a;
  if (IsConstant(a)) return Operand::Constant(WrapInteger(~a.value, width, is_signed));
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kComplement;
  instruction.a = a;
  instruction.width = width;
  instruction.is_signed = is_signed;
  instruction.result = NewRegister();
  const Operand result = Operand::Reg(instruction.result);
  Append(std::move(instruction));
  return result;
}

Operand ProcedureBuilder::Truncate(const Operand& a, uint32_t width, bool is_signed) {
  if (IsUnknown(a)) return a;
  if (IsConstant(a)) return Operand::Constant(WrapInteger(a.value, width, is_signed));
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kTruncate;
  instruction.a = a;
  instruction.width = width;
  instruction.is_signed = is_signed;
  instruction.result = NewRegister();
  const Operand result = Operand::Reg(instruction.result);
  Append(std::move(instruction));
  return result;
}

void ProcedureBuilder::Assign(ir::Register result, const Operand& value, ir::ValueKind kind) {
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kAssign;
  instruction.result = result;
  instruction.a = value;
  instruction.kind = kind;
  Append(std::move(instruction));
}

Operand ProcedureBuilder::Address(const ir::Place& place) {
  if (place.offset == 0 && place.terms.empty()) return place.base;
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kAddress;
  instruction.kind = ir::ValueKind::kPointer;
  instruction.width = 8;
  instruction.place = place;
  instruction.result = NewRegister();
  const Operand result = Operand::Reg(instruction.result);
  Append(std::move(instruction));
  return result;
}

ir::Procedure ProcedureBuilder::Finish() {
  procedure_.blocks = OrderBlocks(std::move(blocks_));
  return std::move(procedure_);
}

}  // namespace plait::frontend
