#include "tests/random_programs/code.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tests/random_programs/layout.h"
#include "tests/random_programs/lower_expr.h"

namespace plait::random_programs {
namespace {

using Op = Instruction::Op;

constexpr int64_t kTag = int64_t{1} << 40;
constexpr int64_t kCellBits = 12;

class FunctionLowering : private ExprLowering {
 public:
  FunctionLowering(const Program& program, const Layout& layout,
                   const std::map<std::string, int>& functions, Code* code)
      : ExprLowering(program, layout, functions, code) {}

  absl::StatusOr<FunctionCode> Run(const Function& function) {
    result_.name = function.name;
    result_type_ = function.result;
    address_taken_ = AddressTaken(function);
    escaping_ = Escaping(function);
    result_.parameters = static_cast<int>(function.parameters.size());
    for (const Parameter& p : function.parameters) {
      if (address_taken_.count(p.name)) Fail("address of a parameter");
      declared_.insert(p.name);
      registers_[p.name] = {NewRegister(), p.type};
    }
    LowerBody(function.body);
    if (function.name != "main" && function.result.kind != Type::Kind::kVoid && !Ends(function)) {
      Fail("no return");
    }
    // Falling off the end of a function is returning from it.
    Emit(Op::kReturn);
    for (const auto& [at, label] : jumps_) {
      const auto found = labels_.find(label);
      if (found == labels_.end()) {
        Fail(absl::StrCat("no label ", label));
      } else {
        result_.instructions[at].imm = found->second;
      }
    }
    if (result_.registers > kMaxRegisters) Fail("too many registers");
    if (!status_.ok()) return status_;
    FindLive();
    return std::move(result_);
  }

 private:
  static bool Ends(const Function& function) {
    if (function.body.empty()) return false;
    const Stmt& last = function.body.back();
    return last.kind == Stmt::Kind::kReturn ||
           (last.kind == Stmt::Kind::kExpression &&
            (last.exprs[0].name == "pthread_exit" || last.exprs[0].name == "abort"));
  }

  void LowerStatic(const Stmt& stmt) {
    if (!declared_.insert(stmt.name).second) return Fail("two variables of one name");
    registers_.erase(stmt.name);
    slots_.erase(stmt.name);
    static_locals_[stmt.name] = {static_cast<int>(code_.statics.size()), stmt.type};
    code_.statics.push_back(Declare(stmt.name, stmt.type, 0));
  }

  void LowerDeclaration(const Stmt& stmt) {
    const bool is_register = layout_.CellsOf(stmt.type) == 1 &&
                             stmt.type.kind != Type::Kind::kThread &&
                             address_taken_.count(stmt.name) == 0;
    if (!declared_.insert(stmt.name).second) return Fail("two variables of one name");
    if (is_register) {
      const int reg = NewRegister();
      registers_[stmt.name] = {reg, stmt.type};
      if (stmt.exprs.empty()) {
        Emit(Op::kConstant, reg, -1, -1, kUninitialised);
      } else {
        const Value value = LowerValue(stmt.exprs[0]);
        Check(stmt.type, value);
        Emit(Op::kMove, reg, value.reg);
      }
      return;
    }
    slots_[stmt.name] = {static_cast<int>(result_.slots.size()), stmt.type};
    registers_.erase(stmt.name);
    result_.slots.push_back(Declare(stmt.name, stmt.type, kUninitialised));
    if (!stmt.exprs.empty()) {
      const Value value = LowerValue(stmt.exprs[0]);
      Check(stmt.type, value);
      Store(PlaceOfVariable(stmt.name), value.reg);
    }
  }

  void LowerAssignment(const Stmt& stmt, const std::string& op, const Value& from) {
    const Place place = LowerPlace(stmt.exprs[0]);
    const int value = from.reg;
    Check(place.type, from);
    if (op == "=") return Store(place, value);
    if (place.type.kind == Type::Kind::kAtomicInt) {
      if (op != "+=") return Fail("atomic update other than +=");
      Instruction& update = Emit(Op::kUpdate, NewRegister(), place.reg, value);
      update.atomic = true;
      return;
    }
    const Value old = Load(place);
    const int sum = NewRegister();
    Emit(Op::kBinary, sum, old.reg, value).name = op.substr(0, 1);
    Store(place, sum);
  }

  void LowerFor(const Stmt& stmt) {
    const bool up = stmt.kind == Stmt::Kind::kFor;
    if (address_taken_.count(stmt.name)) return Fail("address of a counter");
    const std::map<std::string, Value> outer = registers_;
    const int counter = NewRegister();
    registers_[stmt.name] = {counter, Int()};
    if (up) {
      Emit(Op::kConstant, counter);
    } else {
      const int count = LowerValue(stmt.exprs[0]).reg;
      const int one = Constant(1).reg;
      Emit(Op::kBinary, counter, count, one).name = "-";
    }
    const int head = Here();
    const int condition = NewRegister();
    if (up) {
      const int count = LowerValue(stmt.exprs[0]).reg;
      Emit(Op::kBinary, condition, counter, count).name = "<";
    } else {
      const int zero = Constant(0).reg;
      Emit(Op::kBinary, condition, counter, zero).name = ">=";
    }
    LowerLoopBody(stmt, condition, [&] {
      const int one = Constant(1).reg;
      Emit(Op::kBinary, counter, counter, one).name = up ? "+" : "-";
      Emit(Op::kJump, -1, -1, -1, head);
    });
    registers_ = outer;
  }

  template <typename Back>
  void LowerLoopBody(const Stmt& stmt, int condition, Back back) {
    const int branch = Here();
    Emit(Op::kBranch, -1, condition);
    std::vector<int> breaks;
    std::swap(breaks, breaks_);
    ++loops_;
    LowerScope(stmt.body);
    --loops_;
    std::swap(breaks, breaks_);
    back();
    result_.instructions[branch].imm = Here();
    for (const int at : breaks) result_.instructions[at].imm = Here();
  }

  void LowerIf(const Stmt& stmt) {
    const int condition = LowerValue(stmt.exprs[0]).reg;
    const int branch = Here();
    Emit(Op::kBranch, -1, condition);
    LowerScope(stmt.body);
    const int jump = Here();
    Emit(Op::kJump);
    result_.instructions[branch].imm = Here();
    LowerScope(stmt.otherwise);
    result_.instructions[jump].imm = Here();
  }

  void LowerScope(const std::vector<Stmt>& body) {
    const std::map<std::string, Value> registers = registers_, slots = slots_,
                                       static_locals = static_locals_;
    const std::set<std::string> declared = std::exchange(declared_, {});
    LowerBody(body);
    registers_ = registers;
    slots_ = slots;
    static_locals_ = static_locals;
    declared_ = declared;
  }

  void LowerBody(const std::vector<Stmt>& body) {
    for (const Stmt& stmt : body) LowerStmt(stmt);
  }

  void LowerStmt(const Stmt& stmt) {
    if (!status_.ok()) return;
    line_ = stmt.line;
    switch (stmt.kind) {
      case Stmt::Kind::kExpression:
        LowerValue(stmt.exprs[0]);
        return;
      case Stmt::Kind::kAssign:
        return LowerAssignment(stmt, stmt.name, LowerValue(stmt.exprs[1]));
      case Stmt::Kind::kIncrement:
        return LowerAssignment(stmt, "+=", Constant(1));
      case Stmt::Kind::kDeclare:
        return LowerDeclaration(stmt);
      case Stmt::Kind::kStatic:
        return LowerStatic(stmt);
      case Stmt::Kind::kIf:
        return LowerIf(stmt);
      case Stmt::Kind::kWhile: {
        const int head = Here();
        const int condition = LowerValue(stmt.exprs[0]).reg;
        return LowerLoopBody(stmt, condition, [&] { Emit(Op::kJump, -1, -1, -1, head); });
      }
      case Stmt::Kind::kDoWhile: {
        const int head = Here();
        std::vector<int> breaks = std::exchange(breaks_, {});
        ++loops_;
        LowerScope(stmt.body);
        --loops_;
        std::swap(breaks, breaks_);
        line_ = stmt.line;
        const Value condition = LowerValue(stmt.exprs[0]);
        const int negated = NewRegister();
        Emit(Op::kNot, negated, condition.reg);
        Emit(Op::kBranch, -1, negated, -1, head);
        for (const int at : breaks) result_.instructions[at].imm = Here();
        return;
      }
      case Stmt::Kind::kFor:
      case Stmt::Kind::kForDown:
        return LowerFor(stmt);
      case Stmt::Kind::kReturn: {
        const bool is_void = result_type_.kind == Type::Kind::kVoid;
        if (is_void != stmt.exprs.empty()) return Fail("return with or without a value");
        const int value = stmt.exprs.empty() ? -1 : LowerValue(stmt.exprs[0]).reg;
        Emit(Op::kReturn, -1, value);
        return;
      }
      case Stmt::Kind::kBreak:
        if (loops_ == 0) return Fail("break outside of a loop");
        breaks_.push_back(Here());
        Emit(Op::kJump);
        return;
      case Stmt::Kind::kGoto:
        jumps_.push_back({Here(), stmt.name});
        Emit(Op::kJump);
        return;
      case Stmt::Kind::kLabel:
        if (!labels_.emplace(stmt.name, Here()).second) Fail("label twice");
        return;
      case Stmt::Kind::kBlock:
        return LowerScope(stmt.body);
    }
  }

  void FindLive() {
    const std::vector<Instruction>& code = result_.instructions;
    std::vector<std::bitset<kMaxRegisters>>& live = result_.live;
    live.assign(code.size() + 1, {});
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = code.size(); i-- > 0;) {
        const Instruction& at = code[i];
        std::bitset<kMaxRegisters> now = live[i + 1];
        if (at.op == Op::kJump) now = live[at.imm];
        if (at.op == Op::kBranch) now |= live[at.imm];
        if (at.op == Op::kReturn) now.reset();
        if (at.dst >= 0) now.reset(at.dst);
        for (const int reg : {at.a, at.b, at.c}) {
          if (reg >= 0) now.set(reg);
        }
        for (const int arg : at.args) now.set(arg);
        changed |= now != live[i];
        live[i] = now;
      }
    }
  }

  Type result_type_;
  int loops_ = 0;
  std::set<std::string> address_taken_;
  std::set<std::string> declared_;  // in this block
  std::vector<std::pair<int, std::string>> jumps_;
  std::map<std::string, int> labels_;
  std::vector<int> breaks_;
};

}  // namespace

int64_t FunctionValue(int function) { return 2 * kTag + function; }
int64_t AddressValue(int object, int cell) { return kTag + (int64_t{object} << kCellBits) + cell; }
bool IsAddress(int64_t value) { return value >= kTag && value < 2 * kTag; }
bool IsFunction(int64_t value) { return value >= 2 * kTag && value < 3 * kTag; }
int ObjectOf(int64_t address) { return static_cast<int>((address - kTag) >> kCellBits); }
int CellOf(int64_t address) { return static_cast<int>(address & ((int64_t{1} << kCellBits) - 1)); }
int FunctionOf(int64_t value) { return static_cast<int>(value - 2 * kTag); }

absl::StatusOr<Code> Lower(const Program& program) {
  Code code;
  const Layout layout(program);
  for (const Global& global : program.globals) {
    code.statics.push_back(static_cast<int>(code.declarations.size()));
    code.declarations.push_back(layout.Declare(global));
  }
  std::map<std::string, int> functions;
  for (const Function& function : program.functions) {
    const int index = static_cast<int>(functions.size());
    functions.emplace(function.name, index);
    absl::StatusOr<FunctionCode> lowered =
        FunctionLowering(program, layout, functions, &code).Run(function);
    if (!lowered.ok()) return lowered.status();
    code.functions.push_back(*std::move(lowered));
  }
  const auto found = functions.find("main");
  if (found == functions.end()) return absl::InvalidArgumentError("not a program: no main");
  code.main = found->second;
  return code;
}

}  // namespace plait::random_programs
