// Inline assembly of x86 that moves numbers and changes one of them atomically, as in spin locks
// and counters of programs that are older than the compiler's own atomics: it becomes those.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/TargetInfo.h"
#include "frontend/lower_function.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace plait::frontend {
namespace {

using ir::Operand;

// In place of an operand's name in the text: its number comes behind.
constexpr char kOperandMark = '\x01';

struct Assembly {
  std::string mnemonic;  // without the letter for its width
  std::vector<std::string> operands;
  int64_t width = 0;  // bytes, as the mnemonic says; 0: as the operands are
  bool is_locked = false;
};

// The text with operands by number; empty if it cannot be taken apart.
std::string InstructionsOf(const clang::GCCAsmStmt& statement, const clang::ASTContext& context) {
  llvm::SmallVector<clang::GCCAsmStmt::AsmStringPiece, 8> pieces;
  unsigned where = 0;
  if (statement.AnalyzeAsmString(pieces, context, where) != 0) return "";
  std::string text;
  for (const clang::GCCAsmStmt::AsmStringPiece& piece : pieces) {
    if (piece.isString()) {
      text += piece.getString();
    } else {
      text += kOperandMark + std::to_string(piece.getOperandNo());
    }
  }
  return text;
}

// By the letter behind a mnemonic; 0 if it is none.
int64_t WidthOf(char letter) {
  return letter == 'b' ? 1 : letter == 'w' ? 2 : letter == 'l' ? 4 : letter == 'q' ? 8 : 0;
}

// What becomes of the register's name: rax, eax, ax and al are one.
std::string RegisterNamed(llvm::StringRef name) {
  return llvm::StringSwitch<std::string>(name)
      .Cases("rax", "eax", "ax", "al", "a")
      .Cases("rbx", "ebx", "bx", "bl", "b")
      .Cases("rcx", "ecx", "cx", "cl", "c")
      .Cases("rdx", "edx", "dx", "dl", "d")
      .Default("");
}

// Instructions, one by one; nullopt if one of them is none of those that are known.
std::optional<std::vector<Assembly>> Parse(const std::string& text) {
  std::vector<Assembly> result;
  bool is_locked = false;  // the prefix may stand in a line of its own
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::SplitString(text, lines, ";\n");
  for (llvm::StringRef line : lines) {
    line = line.trim();
    is_locked |= line.consume_front("lock");
    line = line.trim();
    if (line.empty()) continue;
    auto [name, rest] = line.split(line.contains('\t') ? '\t' : ' ');
    rest = rest.trim();
    Assembly one;
    one.is_locked = std::exchange(is_locked, false);
    const llvm::StringRef base =
        llvm::StringSwitch<llvm::StringRef>(name)
            .Cases("mov", "movb", "movw", "movl", "movq", "mov")
            .Cases("xchg", "xchgb", "xchgw", "xchgl", "xchgq", "xchg")
            .Cases("xadd", "xaddb", "xaddw", "xaddl", "xaddq", "xadd")
            .Cases("cmpxchg", "cmpxchgb", "cmpxchgw", "cmpxchgl", "cmpxchgq", "cmpxchg")
            .Cases("inc", "incb", "incw", "incl", "incq", "inc")
            .Cases("dec", "decb", "decw", "decl", "decq", "dec")
            .Cases("add", "addb", "addw", "addl", "addq", "add")
            .Cases("sub", "subb", "subw", "subl", "subq", "sub")
            .Cases("sete", "setz", "sete")
            .Cases("setne", "setnz", "setne")
            .Cases("pause", "nop", "rep", "pause")
            .Default("");
    if (base.empty()) return std::nullopt;
    one.mnemonic = base.str();
    if (name.size() > base.size()) one.width = WidthOf(name.back());
    if (base.starts_with("set")) one.width = 1;
    llvm::SmallVector<llvm::StringRef, 3> operands;
    rest.split(operands, ',', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef operand : operands) one.operands.push_back(operand.trim().str());
    if (one.mnemonic == "pause" && (rest.empty() || rest == "nop")) continue;
    if (one.mnemonic == "pause") return std::nullopt;
    const bool takes_one = one.mnemonic == "inc" || one.mnemonic == "dec" ||
                           one.mnemonic == "sete" || one.mnemonic == "setne";
    if (one.operands.size() != (takes_one ? 1 : 2)) return std::nullopt;
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace

// What the assembly's registers hold as it is gone through.
class FunctionLowering::AssemblyState {
 public:
  // `is_one`: there is one instruction in it.
  AssemblyState(FunctionLowering& lowering, const clang::GCCAsmStmt& statement, bool is_one)
      : lowering_(lowering),
        statement_(statement),
        is_one_(is_one),
        outputs_(statement.getNumOutputs()) {
    for (unsigned i = 0; i < outputs_; ++i) {
      constraints_.push_back(statement.getOutputConstraint(i).str());
    }
    for (unsigned i = 0; i < statement.getNumInputs(); ++i) {
      constraints_.push_back(statement.getInputConstraint(i).str());
    }
  }

  // Whether all operands are numbers or pointers in places that are known, and what the
  // instructions do with them can be told.
  bool IsKnown(const std::vector<Assembly>& instructions) const {
    for (unsigned i = 0; i < constraints_.size(); ++i) {
      const clang::QualType type = OperandAt(i)->getType();
      const bool is_scalar = type->isIntegralOrEnumerationType() || type->isPointerType();
      if (!is_scalar || (IsMemory(i) && !OperandAt(i)->isGLValue())) return false;
    }
    bool has_flags = false;
    for (const Assembly& one : instructions) {
      const std::string& last = one.operands.back();
      if (!IsOfOneWidth(one)) return false;
      if (one.mnemonic == "mov") {
        if (!MemoryIn(last) && RegisterIn(last).empty()) return false;
      } else if (one.mnemonic == "sete" || one.mnemonic == "setne") {
        if (!has_flags || MemoryIn(last) || RegisterIn(last).empty()) return false;
      } else {
        const bool is_exchange = one.mnemonic == "xchg";
        const bool swapped = is_exchange && !MemoryIn(last);
        const std::string& other = swapped ? last : one.operands[0];
        if (!MemoryIn(swapped ? one.operands[0] : last)) return false;
        if (one.operands.size() > 1 && MemoryIn(other)) return false;
        if (!is_exchange && !one.is_locked) return false;
        const bool is_left = is_exchange || one.mnemonic == "xadd";
        if (is_left && RegisterIn(other).empty()) return false;
        has_flags = !is_left;
      }
    }
    return std::none_of(constraints_.begin(), constraints_.end(), [&](const std::string& one) {
      return IsFlag(one) && !(has_flags && FlagOf(one));
    });
  }

  void Read() {
    places_.resize(constraints_.size());
    for (unsigned i = 0; i < constraints_.size(); ++i) {
      const clang::Expr* operand = OperandAt(i);
      if (i < outputs_ || IsMemory(i)) places_[i] = InMemory(operand, IsMemory(i));
      if (IsMemory(i)) continue;
      if (i >= outputs_) {
        registers_[RegisterOf(i)] = operand->isGLValue()
                                        ? lowering_.Load(lowering_.LowerLvalue(operand))
                                        : lowering_.LowerValue(operand);
      } else if (constraints_[i].find('+') != std::string::npos) {
        registers_[RegisterOf(i)] = lowering_.Load(places_[i]);
      }
    }
  }

  void Run(const Assembly& one) {
    const std::string& last = one.operands.back();
    if (one.mnemonic == "mov") {
      const auto source = MemoryIn(one.operands[0]);
      const Operand value = source ? Loaded(places_[*source]) : ValueOf(one.operands[0]);
      if (const auto memory = MemoryIn(last)) return StoreTo(places_[*memory], value);
      registers_[RegisterIn(last)] = value;
    } else if (one.mnemonic == "sete" || one.mnemonic == "setne") {
      registers_[RegisterIn(last)] =
          Compared(one.mnemonic == "sete" ? ir::Binary::kEq : ir::Binary::kNe);
    } else {
      Update(one);
    }
  }

  void Write() {
    for (unsigned i = 0; i < outputs_; ++i) {
      if (IsMemory(i)) continue;
      if (IsFlag(constraints_[i])) {
        lowering_.Store(places_[i], Compared(*FlagOf(constraints_[i])));
        continue;
      }
      const auto known = registers_.find(RegisterOf(i));
      lowering_.Store(places_[i], known == registers_.end() ? Operand::Unknown() : known->second);
    }
  }

 private:
  const clang::Expr* OperandAt(unsigned number) const {
    return number < outputs_ ? statement_.getOutputExpr(number)
                             : statement_.getInputExpr(number - outputs_);
  }

  // An output that is what the flags say.
  static bool IsFlag(const std::string& constraint) {
    return constraint.find('@') != std::string::npos;
  }

  static std::optional<ir::Binary> FlagOf(const std::string& constraint) {
    return llvm::StringSwitch<std::optional<ir::Binary>>(constraint)
        .Cases("=@ccz", "=@cce", ir::Binary::kEq)
        .Cases("=@ccnz", "=@ccne", ir::Binary::kNe)
        .Default(std::nullopt);
  }

  Operand Compared(ir::Binary operation) {
    return lowering_.builder_.Binary(operation, compared_, compared_with_, 1, /*is_signed=*/false);
  }

  // Part of a register or of a word would be left as it is.
  bool IsOfOneWidth(const Assembly& one) const {
    int64_t width = one.width;
    for (const std::string& operand : one.operands) {
      int64_t own = 0;
      if (const auto number = NumberOf(operand)) {
        own = lowering_.context_.getTypeSizeInChars(OperandAt(*number)->getType()).getQuantity();
      } else if (llvm::StringRef text = operand; text.consume_front("%")) {
        own = text.starts_with("r") ? 8 : text.starts_with("e") ? 4 : text.ends_with("l") ? 1 : 2;
      }
      if (own == 0) continue;
      if (width != 0 && width != own) return false;
      width = own;
    }
    return true;
  }

  // A variable that is changed where it lies needs an address.
  Lvalue InMemory(const clang::Expr* operand, bool has_address) {
    const Lvalue place = lowering_.LowerLvalue(operand);
    if (!has_address || !place.variable.has_value()) return place;
    return lowering_.PointedTo(lowering_.AddressOf(place), place.type);
  }

  // One of two that are exchanged may be the one in memory, be it the first or the second.
  void Update(const Assembly& one) {
    const std::string& last = one.operands.back();
    const bool swapped = one.mnemonic == "xchg" && !MemoryIn(last);
    const Lvalue& object = places_[*MemoryIn(swapped ? one.operands[0] : last)];
    const std::string& other = swapped ? last : one.operands[0];
    const auto update = [&](ir::Binary operation, const Operand& value, bool new_value) {
      ir::Instruction change = lowering_.Access(ir::Opcode::kAtomicUpdate, object);
      change.binary = operation;
      change.a = value;
      change.new_value = new_value;
      return Change(std::move(change));
    };
    if (one.mnemonic == "xchg") {
      registers_[RegisterIn(other)] = update(ir::Binary::kExchange, ValueOf(other), false);
    } else if (one.mnemonic == "xadd") {
      registers_[RegisterIn(other)] = update(ir::Binary::kAdd, ValueOf(other), false);
    } else if (one.mnemonic == "cmpxchg") {
      compared_with_ = ValueOf("%eax");
      ir::Instruction exchange = lowering_.Access(ir::Opcode::kCompareExchange, object);
      exchange.a = ValueOf(other);
      exchange.b = compared_with_;
      exchange.result_is_old = true;
      registers_["a"] = compared_ = Change(std::move(exchange));
    } else {
      const bool is_step = one.operands.size() == 1;
      const bool adds = one.mnemonic == "inc" || one.mnemonic == "add";
      compared_ = update(adds ? ir::Binary::kAdd : ir::Binary::kSub,
                         is_step ? Operand::Constant(1) : ValueOf(other), true);
      compared_with_ = Operand::Constant(0);
    }
  }

  // Who spells out the one move of a word, and will have it made as it stands, means it for others
  // to see: this processor makes it at once, and in order if the compiler does.
  ir::Ordering OrderingOf(ir::Ordering ordered) const {
    if (!is_one_ || !statement_.isVolatile()) return ir::Ordering::kPlain;
    bool is_fence = false;
    for (unsigned i = 0; i < statement_.getNumClobbers(); ++i) {
      is_fence |= statement_.getClobber(i) == "memory";
    }
    return is_fence ? ordered : ir::Ordering::kRelaxed;
  }

  Operand Loaded(const Lvalue& place) {
    const ir::Ordering ordering = OrderingOf(ir::Ordering::kAcquire);
    if (ordering == ir::Ordering::kPlain) return lowering_.Load(place);
    ir::Instruction load = lowering_.Access(ir::Opcode::kLoad, place);
    load.ordering = ordering;
    load.result = lowering_.builder_.NewRegister();
    const Operand found =
        load.kind == ir::ValueKind::kOther ? Operand::Unknown() : Operand::Reg(load.result);
    lowering_.builder_.Append(std::move(load));
    return found;
  }

  void StoreTo(const Lvalue& place, const Operand& value) {
    const ir::Ordering ordering = OrderingOf(ir::Ordering::kRelease);
    if (ordering == ir::Ordering::kPlain) return lowering_.Store(place, value);
    ir::Instruction store = lowering_.Access(ir::Opcode::kStore, place);
    store.a = value;
    store.ordering = ordering;
    lowering_.builder_.Append(std::move(store));
  }

  Operand Change(ir::Instruction change) {
    change.ordering = ir::Ordering::kSeqCst;
    change.result = lowering_.builder_.NewRegister();
    const Operand found =
        change.kind == ir::ValueKind::kOther ? Operand::Unknown() : Operand::Reg(change.result);
    lowering_.builder_.Append(std::move(change));
    return found;
  }

  bool IsMemory(unsigned number) const {
    const std::string& constraint = constraints_[number];
    return constraint.find('m') != std::string::npos &&
           constraint.find_first_of("rqQRabcdSDg") == std::string::npos;
  }

  // Its name in registers_.
  std::string RegisterOf(unsigned number) const {
    const std::string& constraint = constraints_[number];
    for (char letter : constraint) {
      if (llvm::isDigit(letter)) return RegisterOf(static_cast<unsigned>(letter - '0'));
      if (letter >= 'a' && letter <= 'd') return std::string(1, letter);
    }
    return std::to_string(number);
  }

  std::optional<unsigned> NumberOf(const std::string& operand) const {
    unsigned number = 0;
    llvm::StringRef text = operand;
    if (!text.consume_front(llvm::StringRef(&kOperandMark, 1)) || text.getAsInteger(10, number) ||
        number >= constraints_.size()) {
      return std::nullopt;
    }
    return number;
  }

  std::optional<unsigned> MemoryIn(const std::string& operand) const {
    const std::optional<unsigned> number = NumberOf(operand);
    return number && IsMemory(*number) ? number : std::nullopt;
  }

  std::string RegisterIn(const std::string& operand) const {
    if (const auto number = NumberOf(operand)) return RegisterOf(*number);
    llvm::StringRef text = operand;
    return text.consume_front("%") ? RegisterNamed(text) : "";
  }

  Operand ValueOf(const std::string& operand) {
    llvm::StringRef text = operand;
    int64_t number = 0;
    if (text.consume_front("$$") || text.consume_front("$")) {
      return text.getAsInteger(0, number) ? Operand::Unknown() : Operand::Constant(number);
    }
    if (const auto memory = MemoryIn(operand)) return lowering_.Load(places_[*memory]);
    const auto known = registers_.find(RegisterIn(operand));
    return known == registers_.end() ? Operand::Unknown() : known->second;
  }

  FunctionLowering& lowering_;
  const clang::GCCAsmStmt& statement_;
  const bool is_one_;
  const unsigned outputs_;
  std::vector<std::string> constraints_;  // by operand
  std::vector<Lvalue> places_;            // by operand, if it is in memory or an output
  std::map<std::string, Operand> registers_;
  Operand compared_, compared_with_;  // equal if the flags say zero
};

bool FunctionLowering::LowerKnownAssembly(const clang::GCCAsmStmt& statement) {
  if (!context_.getTargetInfo().getTriple().isX86() || statement.isAsmGoto()) return false;
  const auto instructions = Parse(InstructionsOf(statement, context_));
  if (!instructions) return false;
  if (instructions->empty()) return statement.getNumOutputs() + statement.getNumInputs() == 0;
  AssemblyState state(*this, statement, instructions->size() == 1);
  if (!state.IsKnown(*instructions)) return false;
  SetLocation(statement.getBeginLoc());
  state.Read();
  for (const Assembly& one : *instructions) state.Run(one);
  state.Write();
  return true;
}

}  // namespace plait::frontend
