#include "analyzer/ir/verifier.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/printer.h"

namespace plait::ir {
namespace {

// Largest scalar that registers compute with: __int128.
constexpr uint32_t kMaxScalarBytes = 16;

// Which fields of an instruction its opcode uses.
enum class Use : uint8_t { kForbidden, kOptional, kRequired };
struct Shape {
  Use result = Use::kForbidden;
  Use place = Use::kForbidden;
  Use source = Use::kForbidden;
  Use a = Use::kForbidden;
  Use b = Use::kForbidden;
  Use callee = Use::kForbidden;
  Use arguments = Use::kForbidden;
};

Shape ShapeOf(Opcode opcode) {
  switch (opcode) {
    // A volatile object may be read and the value thrown away.
    case Opcode::kLoad:
      return {.result = Use::kOptional, .place = Use::kRequired};
    case Opcode::kStore:
      return {.place = Use::kRequired, .a = Use::kRequired};
    case Opcode::kCopy:
      return {.place = Use::kRequired, .source = Use::kRequired};
    case Opcode::kAddress:
      return {.result = Use::kRequired, .place = Use::kRequired};
    case Opcode::kAssign:
    case Opcode::kTruncate:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
      return {.result = Use::kRequired, .a = Use::kRequired};
    case Opcode::kBinary:
      return {.result = Use::kRequired, .a = Use::kRequired, .b = Use::kRequired};
    case Opcode::kCall:
      return {.result = Use::kOptional, .callee = Use::kRequired, .arguments = Use::kOptional};
    case Opcode::kAtomicUpdate:
      return {.result = Use::kOptional, .place = Use::kRequired, .a = Use::kRequired};
    case Opcode::kCompareExchange:
      return {.result = Use::kOptional,
              .place = Use::kRequired,
              .source = Use::kOptional,
              .a = Use::kRequired,
              .b = Use::kOptional};
    case Opcode::kFence:
      return {};
    case Opcode::kAllocate:
      return {.result = Use::kRequired, .a = Use::kOptional};
    case Opcode::kEnterScope:
      return {.a = Use::kRequired};
    case Opcode::kUnknown:
      return {.result = Use::kOptional, .arguments = Use::kOptional};
  }
  return {};
}

bool SuitsBinary(Binary binary) {
  switch (binary) {
    case Binary::kExchange:
    case Binary::kMin:
    case Binary::kMax:
    case Binary::kNand:
      return false;
    case Binary::kAdd:
    case Binary::kSub:
    case Binary::kMul:
    case Binary::kDiv:
    case Binary::kRem:
    case Binary::kShl:
    case Binary::kShr:
    case Binary::kAnd:
    case Binary::kOr:
    case Binary::kXor:
    case Binary::kEq:
    case Binary::kNe:
    case Binary::kLt:
    case Binary::kLe:
    case Binary::kGt:
    case Binary::kGe:
    case Binary::kPointerDifference:
      return true;
  }
  return false;
}

bool SuitsAtomicUpdate(Binary binary) {
  switch (binary) {
    case Binary::kEq:
    case Binary::kNe:
    case Binary::kLt:
    case Binary::kLe:
    case Binary::kGt:
    case Binary::kGe:
    case Binary::kPointerDifference:
      return false;
    case Binary::kAdd:
    case Binary::kSub:
    case Binary::kMul:
    case Binary::kDiv:
    case Binary::kRem:
    case Binary::kShl:
    case Binary::kShr:
    case Binary::kAnd:
    case Binary::kOr:
    case Binary::kXor:
    case Binary::kExchange:
    case Binary::kMin:
    case Binary::kMax:
    case Binary::kNand:
      return true;
  }
  return false;
}

bool IsPointerWidth(uint32_t width) {
  return width <= kMaxScalarBytes && (width & (width - 1)) == 0;
}

std::string Number(uint64_t value) { return std::to_string(value); }

// Checks one procedure; problems are texts, "" if there is none.
class ProcedureVerifier {
 public:
  explicit ProcedureVerifier(const Procedure& procedure) : procedure_(procedure) {}

  absl::Status Run();

 private:
  absl::Status Error(const std::string& where, const std::string& problem) const {
    return absl::InvalidArgumentError("procedure '" + procedure_.name + "'" + where + ": " +
                                      problem);
  }
  std::string TablesProblem() const;
  std::string StringProblem(StringIndex index) const;
  std::string LocationProblem(const Location& location) const;
  std::string RegisterProblem(Register number) const;
  std::string OperandProblem(const Operand& operand) const;
  std::string PlaceProblem(const Place& place) const;
  std::string IndicesProblem(const Instruction& in) const;
  std::string ShapeProblem(const Instruction& in) const;
  std::string OpcodeProblem(const Instruction& in) const;
  std::string WidthProblem(const Instruction& in) const;
  std::string InstructionProblem(const Instruction& in) const;
  std::string TerminatorProblem(const Terminator& terminator) const;
  std::string TargetsProblem(const Terminator& terminator) const;
  absl::Status VerifyGraph() const;

  const Procedure& procedure_;
};

std::string ProcedureVerifier::StringProblem(StringIndex index) const {
  if (index < procedure_.strings.size()) return "";
  return "string " + Number(index) + " is out of range; there are " +
         Number(procedure_.strings.size());
}

std::string ProcedureVerifier::LocationProblem(const Location& location) const {
  if (location.file < procedure_.files.size()) return "";
  return "file " + Number(location.file) + " of the location is out of range; there are " +
         Number(procedure_.files.size());
}

std::string ProcedureVerifier::RegisterProblem(Register number) const {
  if (number < procedure_.register_names.size()) return "";
  return "register r" + Number(number) + " is out of range; there are " +
         Number(procedure_.register_names.size());
}

std::string ProcedureVerifier::OperandProblem(const Operand& operand) const {
  const auto in_range = [&operand](size_t size) {
    return operand.value >= 0 && static_cast<uint64_t>(operand.value) < size;
  };
  switch (operand.kind) {
    case Operand::Kind::kNone:
      return operand.value == 0 ? "" : "an operand without value has one";
    case Operand::Kind::kConstant:
      return "";
    case Operand::Kind::kUnknown:
      return operand.value == 0 ? ""
                                : OperandProblem({Operand::Kind::kRegister, operand.value - 1});
    case Operand::Kind::kRegister:
      if (operand.value < 0 || operand.value >= kNoRegister) {
        return "an operand's register has no valid number";
      }
      return RegisterProblem(static_cast<Register>(operand.value));
    case Operand::Kind::kGlobal:
    case Operand::Kind::kFunction:
      if (in_range(procedure_.symbols.size())) return "";
      return "symbol " + std::to_string(operand.value) + " is out of range; there are " +
             Number(procedure_.symbols.size());
    case Operand::Kind::kSlot:
      if (in_range(procedure_.slots.size())) return "";
      return "slot s" + std::to_string(operand.value) + " is out of range; there are " +
             Number(procedure_.slots.size());
    case Operand::Kind::kString:
      return in_range(std::numeric_limits<uint32_t>::max()) ? "" : "string literal out of range";
  }
  return "an operand of no known kind";
}

std::string ProcedureVerifier::PlaceProblem(const Place& place) const {
  if (std::string problem = OperandProblem(place.base); !problem.empty()) return problem;
  if (place.base.is_none() && !(place == Place{})) return "a place has an offset but no base";
  for (const IndexTerm& term : place.terms) {
    if (term.index.is_none()) return "an index term has no index";
    if (std::string problem = OperandProblem(term.index); !problem.empty()) return problem;
  }
  return "";
}

std::string ProcedureVerifier::IndicesProblem(const Instruction& in) const {
  if (in.result != kNoRegister) {
    if (std::string problem = RegisterProblem(in.result); !problem.empty()) return problem;
  }
  for (const Place* place : {&in.place, &in.source}) {
    if (std::string problem = PlaceProblem(*place); !problem.empty()) return problem;
  }
  for (const Operand* operand : {&in.a, &in.b, &in.callee}) {
    if (std::string problem = OperandProblem(*operand); !problem.empty()) return problem;
  }
  for (const Operand& operand : in.arguments) {
    if (operand.is_none()) return "an argument is missing";
    if (std::string problem = OperandProblem(operand); !problem.empty()) return problem;
  }
  for (const StringIndex index : {in.text, in.source_text, in.field, in.type}) {
    if (std::string problem = StringProblem(index); !problem.empty()) return problem;
  }
  return LocationProblem(in.location);
}

std::string ProcedureVerifier::ShapeProblem(const Instruction& in) const {
  const Shape shape = ShapeOf(in.opcode);
  const std::pair<std::string_view, std::pair<Use, bool>> fields[] = {
      {"a result", {shape.result, in.result != kNoRegister}},
      {"a place", {shape.place, !in.place.base.is_none()}},
      {"a source place", {shape.source, !in.source.base.is_none()}},
      {"operand a", {shape.a, !in.a.is_none()}},
      {"operand b", {shape.b, !in.b.is_none()}},
      {"a callee", {shape.callee, !in.callee.is_none()}},
      {"arguments", {shape.arguments, !in.arguments.empty()}},
  };
  for (const auto& [name, use] : fields) {
    const auto [wanted, present] = use;
    if (wanted == Use::kRequired && !present) return "needs " + std::string(name);
    if (wanted == Use::kForbidden && present) return "has no use for " + std::string(name);
  }
  return "";
}

std::string ProcedureVerifier::OpcodeProblem(const Instruction& in) const {
  switch (in.opcode) {
    case Opcode::kBinary:
      return SuitsBinary(in.binary) ? "" : "this operation exists only as an atomic update";
    case Opcode::kAtomicUpdate:
      if (in.ordering == Ordering::kPlain) return "an atomic update needs an ordering";
      return SuitsAtomicUpdate(in.binary) ? "" : "no atomic update does this operation";
    case Opcode::kCompareExchange:
      if (in.ordering == Ordering::kPlain) return "an atomic update needs an ordering";
      if (in.source.base.is_none() == in.b.is_none()) {
        return "needs either a source place or operand b to compare with";
      }
      return "";
    case Opcode::kEnterScope:
      return in.a.kind == Operand::Kind::kSlot ? "" : "operand a must be a slot";
    case Opcode::kLoad:
    case Opcode::kStore:
    case Opcode::kCopy:
    case Opcode::kAddress:
    case Opcode::kAssign:
    case Opcode::kTruncate:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
    case Opcode::kCall:
    case Opcode::kFence:
    case Opcode::kAllocate:
    case Opcode::kUnknown:
      return "";
  }
  return "no known opcode";
}

std::string ProcedureVerifier::WidthProblem(const Instruction& in) const {
  const bool is_access = in.opcode == Opcode::kLoad || in.opcode == Opcode::kStore;
  if (in.opcode == Opcode::kCopy) return "";
  if (in.opcode == Opcode::kTruncate && in.width == 0) return "a conversion needs its width";
  switch (in.kind) {
    case ValueKind::kPointer:
      return IsPointerWidth(in.width) ? "" : "no pointer has " + Number(in.width) + " bytes";
    case ValueKind::kInteger:
      // Accesses of bit-fields cover their whole run, which has no limit.
      if (is_access || in.width <= kMaxScalarBytes) return "";
      return "no integer has " + Number(in.width) + " bytes";
    case ValueKind::kOther:
      return "";
  }
  return "a value of no known kind";
}

std::string ProcedureVerifier::InstructionProblem(const Instruction& in) const {
  if (std::string problem = IndicesProblem(in); !problem.empty()) return problem;
  if (std::string problem = ShapeProblem(in); !problem.empty()) return problem;
  if (std::string problem = OpcodeProblem(in); !problem.empty()) return problem;
  return WidthProblem(in);
}

std::string ProcedureVerifier::TargetsProblem(const Terminator& terminator) const {
  const auto in_range = [this](uint32_t target) { return target < procedure_.blocks.size(); };
  const auto problem = [this](uint32_t target) {
    return "target b" + Number(target) + " is out of range; there are " +
           Number(procedure_.blocks.size()) + " blocks";
  };
  for (const uint32_t target : terminator.targets) {
    if (!in_range(target)) return problem(target);
  }
  for (const SwitchCase& one : terminator.cases) {
    if (!in_range(one.target)) return problem(one.target);
    if (one.low > one.high) return "a case's range is empty";
  }
  return "";
}

std::string ProcedureVerifier::TerminatorProblem(const Terminator& terminator) const {
  if (std::string problem = OperandProblem(terminator.condition); !problem.empty()) return problem;
  if (std::string problem = TargetsProblem(terminator); !problem.empty()) return problem;
  if (std::string problem = LocationProblem(terminator.location); !problem.empty()) return problem;
  const size_t targets = terminator.targets.size();
  const bool has_condition = !terminator.condition.is_none();
  if (terminator.kind != Terminator::Kind::kSwitch && !terminator.cases.empty()) {
    return "only a switch has cases";
  }
  switch (terminator.kind) {
    case Terminator::Kind::kGoto:
      if (targets != 1) return "goto needs one target";
      return has_condition ? "goto has no condition" : "";
    case Terminator::Kind::kBranch:
      if (targets != 2) return "br needs two targets";
      return has_condition ? "" : "br needs a condition";
    case Terminator::Kind::kSwitch:
      if (targets != 1) return "switch needs one default target";
      return has_condition ? "" : "switch needs a condition";
    case Terminator::Kind::kReturn:
      if (targets != 0) return "ret has no targets";
      return has_condition && !procedure_.returns_value ? "the procedure returns no value" : "";
    case Terminator::Kind::kIndirect:
      if (targets == 0) return "indirect needs a target";
      return has_condition ? "" : "indirect needs an address";
    case Terminator::Kind::kUnreachable:
      if (targets != 0) return "unreachable has no targets";
      return has_condition ? "unreachable has no condition" : "";
  }
  return "a terminator of no known kind";
}

std::string ProcedureVerifier::TablesProblem() const {
  if (procedure_.strings.empty() || !procedure_.strings[0].empty()) {
    return "string 0 must be there and empty";
  }
  if (procedure_.files.empty() || procedure_.files[0] != procedure_.file) {
    return "file 0 must be the procedure's file";
  }
  if (procedure_.register_names.size() < procedure_.parameters.size()) {
    return "there are fewer registers than parameters";
  }
  if (procedure_.register_names.size() >= kNoRegister) return "too many registers";
  if (procedure_.blocks.empty()) return "there is no block";
  for (const StringIndex name : procedure_.register_names) {
    if (std::string problem = StringProblem(name); !problem.empty()) return problem;
  }
  for (const Parameter& parameter : procedure_.parameters) {
    for (const StringIndex index : {parameter.name, parameter.type}) {
      if (std::string problem = StringProblem(index); !problem.empty()) return problem;
    }
  }
  for (const Slot& slot : procedure_.slots) {
    for (const StringIndex index : {slot.name, slot.type}) {
      if (std::string problem = StringProblem(index); !problem.empty()) return problem;
    }
    if (std::string problem = LocationProblem(slot.location); !problem.empty()) return problem;
  }
  return "";
}

// Expects targets in range.
absl::Status ProcedureVerifier::VerifyGraph() const {
  std::vector<bool> reached(procedure_.blocks.size(), false);
  std::vector<uint32_t> waiting = {0};
  reached[0] = true;
  bool entry_has_predecessor = false;
  const auto visit = [&](uint32_t target) {
    if (target == 0) entry_has_predecessor = true;
    if (reached[target]) return;
    reached[target] = true;
    waiting.push_back(target);
  };
  while (!waiting.empty()) {
    const Terminator& terminator = procedure_.blocks[waiting.back()].terminator;
    waiting.pop_back();
    for (const uint32_t target : terminator.targets) visit(target);
    for (const SwitchCase& one : terminator.cases) visit(one.target);
  }
  if (entry_has_predecessor) return Error(", block b0", "the entry has a predecessor");
  for (size_t b = 0; b < reached.size(); ++b) {
    if (!reached[b]) return Error(", block b" + Number(b), "cannot be reached from the entry");
  }
  return absl::OkStatus();
}

absl::Status ProcedureVerifier::Run() {
  if (std::string problem = TablesProblem(); !problem.empty()) return Error("", problem);
  for (size_t b = 0; b < procedure_.blocks.size(); ++b) {
    const Block& block = procedure_.blocks[b];
    for (size_t i = 0; i < block.instructions.size(); ++i) {
      const Instruction& in = block.instructions[i];
      if (std::string problem = InstructionProblem(in); !problem.empty()) {
        return Error(", block b" + Number(b) + ", instruction " + Number(i) + " '" +
                         PrintInstruction(procedure_, in) + "'",
                     problem);
      }
    }
    if (std::string problem = TerminatorProblem(block.terminator); !problem.empty()) {
      return Error(", block b" + Number(b) + ", terminator '" +
                       PrintTerminator(procedure_, block.terminator) + "'",
                   problem);
    }
  }
  return VerifyGraph();
}

std::string ValueProblem(const Unit& unit, const InitialValue& value) {
  switch (value.value.kind) {
    case Operand::Kind::kConstant:
    case Operand::Kind::kUnknown:
      return "";
    case Operand::Kind::kString:
      return value.value.value >= 0 ? "" : "string literal out of range";
    case Operand::Kind::kGlobal:
    case Operand::Kind::kFunction:
      if (value.value.value >= 0 &&
          static_cast<uint64_t>(value.value.value) < unit.symbols.size()) {
        return "";
      }
      return "symbol " + std::to_string(value.value.value) + " is out of range; there are " +
             Number(unit.symbols.size());
    case Operand::Kind::kNone:
    case Operand::Kind::kRegister:
    case Operand::Kind::kSlot:
      return "an initial value must be a constant, global, function, string or unknown";
  }
  return "an operand of no known kind";
}

}  // namespace

absl::Status VerifyProcedure(const Procedure& procedure) {
  return ProcedureVerifier(procedure).Run();
}

absl::Status VerifyUnit(const Unit& unit) {
  for (const Global& global : unit.globals) {
    for (const InitialValue& value : global.values) {
      if (std::string problem = ValueProblem(unit, value); !problem.empty()) {
        return absl::InvalidArgumentError("unit '" + unit.file + "', global '" + global.name +
                                          "', offset " + Number(value.offset) + ": " + problem);
      }
    }
  }
  for (const Procedure& procedure : unit.procedures) {
    if (absl::Status status = VerifyProcedure(procedure); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace plait::ir
