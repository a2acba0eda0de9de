#include "tests/random_programs/code.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "tests/random_programs/layout.h"

namespace plait::random_programs {
namespace {

using Op = Instruction::Op;

constexpr int64_t kTag = int64_t{1} << 40;
constexpr int64_t kCellBits = 12;

struct LibraryFunction {
  Library library;
  int arguments;
};

const std::map<std::string, LibraryFunction>& LibraryFunctions() {
  static const auto& functions = *new std::map<std::string, LibraryFunction>{
      {"pthread_create", {Library::kCreate, 4}},
      {"pthread_join", {Library::kJoin, 2}},
      {"pthread_detach", {Library::kDetach, 1}},
      {"pthread_exit", {Library::kExitThread, 1}},
      {"pthread_mutex_init", {Library::kMutexInit, 2}},
      {"pthread_mutex_lock", {Library::kMutexLock, 1}},
      {"pthread_mutex_trylock", {Library::kMutexTrylock, 1}},
      {"pthread_mutex_unlock", {Library::kMutexUnlock, 1}},
      {"pthread_mutexattr_init", {Library::kAttributeInit, 1}},
      {"pthread_mutexattr_settype", {Library::kAttributeSetType, 2}},
      {"pthread_rwlock_init", {Library::kRwlockInit, 2}},
      {"pthread_rwlock_rdlock", {Library::kReadLock, 1}},
      {"pthread_rwlock_wrlock", {Library::kWriteLock, 1}},
      {"pthread_rwlock_tryrdlock", {Library::kTryReadLock, 1}},
      {"pthread_rwlock_trywrlock", {Library::kTryWriteLock, 1}},
      {"pthread_rwlock_unlock", {Library::kRwlockUnlock, 1}},
      {"pthread_spin_init", {Library::kSpinInit, 2}},
      {"pthread_spin_lock", {Library::kSpinLock, 1}},
      {"pthread_spin_trylock", {Library::kSpinTrylock, 1}},
      {"pthread_spin_unlock", {Library::kSpinUnlock, 1}},
      {"sem_init", {Library::kSemaphoreInit, 3}},
      {"sem_wait", {Library::kSemaphoreWait, 1}},
      {"sem_trywait", {Library::kSemaphoreTrywait, 1}},
      {"sem_post", {Library::kSemaphorePost, 1}},
      {"pthread_cond_init", {Library::kConditionInit, 2}},
      {"pthread_cond_wait", {Library::kConditionWait, 2}},
      {"pthread_cond_signal", {Library::kConditionSignal, 1}},
      {"pthread_cond_broadcast", {Library::kConditionSignal, 1}},
      {"pthread_barrier_init", {Library::kBarrierInit, 3}},
      {"pthread_barrier_wait", {Library::kBarrierWait, 1}},
      {"pthread_once", {Library::kOnce, 2}},
      {"free", {Library::kFree, 1}},
      {"abort", {Library::kAbort, 0}},
      {"__VERIFIER_atomic_begin", {Library::kAtomicBegin, 0}},
      {"__VERIFIER_atomic_end", {Library::kAtomicEnd, 0}},
  };
  return functions;
}

struct Value {
  int reg = -1;
  Type type;
};

struct Place {
  bool is_register = false;
  int reg = -1;  // the variable, or its address
  Type type;
  bool is_private = false;
};

class FunctionLowering {
 public:
  FunctionLowering(const Program& program, const Layout& layout,
                   const std::map<std::string, int>& functions, Code* code)
      : program_(program), layout_(layout), functions_(functions), code_(*code) {}

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
  void Fail(const std::string& what) {
    if (status_.ok()) {
      status_ = absl::InvalidArgumentError(
          absl::StrCat(result_.name, ":", line_, ": not a program: ", what));
    }
  }

  static bool Ends(const Function& function) {
    if (function.body.empty()) return false;
    const Stmt& last = function.body.back();
    return last.kind == Stmt::Kind::kReturn ||
           (last.kind == Stmt::Kind::kExpression &&
            (last.exprs[0].name == "pthread_exit" || last.exprs[0].name == "abort"));
  }

  int NewRegister() { return result_.registers++; }
  int Here() const { return static_cast<int>(result_.instructions.size()); }

  Instruction& Emit(Op op, int dst = -1, int a = -1, int b = -1, int64_t imm = 0) {
    Instruction instruction;
    instruction.op = op;
    instruction.dst = dst;
    instruction.a = a;
    instruction.b = b;
    instruction.imm = imm;
    instruction.line = line_;
    result_.instructions.push_back(std::move(instruction));
    return result_.instructions.back();
  }

  Value Constant(int64_t value, const Type& type = Int()) {
    const int reg = NewRegister();
    Emit(Op::kConstant, reg, -1, -1, value);
    return {reg, type};
  }

  static bool IsAddressType(const Type& type) {
    return type.kind == Type::Kind::kPointer || type.kind == Type::Kind::kEntry ||
           type.kind == Type::Kind::kAction;
  }

  // C would warn of a number in the place of an address, and the other way round.
  void Check(const Type& to, const Value& from) {
    if (IsAddressType(to) != IsAddressType(from.type) ||
        (to.kind == Type::Kind::kThread) != (from.type.kind == Type::Kind::kThread)) {
      Fail("a value of another type");
    }
  }

  const Struct* FindStruct(const std::string& name) { return layout_.Find(name); }

  Place LowerPlace(const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::kVariable:
        return PlaceOfVariable(expr.name);
      case Expr::Kind::kIndex: {
        Place base = LowerPlace(expr.operands[0]);
        const Value index = LowerValue(expr.operands[1]);
        if (base.type.kind != Type::Kind::kArray) {
          Fail("index of what is no array");
          return base;
        }
        const Type element = base.type.element[0];
        const int reg = NewRegister();
        Emit(Op::kElement, reg, base.reg, index.reg, layout_.CellsOf(element)).length =
            base.type.length;
        return {false, reg, element, base.is_private};
      }
      case Expr::Kind::kField: {
        Place base = LowerPlace(expr.operands[0]);
        const int reg = NewRegister();
        if (base.type.kind == Type::Kind::kStruct) {
          if (const Struct* structure = FindStruct(base.type.name)) {
            int offset = 0;
            for (const Parameter& field : structure->fields) {
              if (field.name == expr.name) {
                Emit(Op::kOffset, reg, base.reg, -1, offset);
                return {false, reg, field.type, base.is_private};
              }
              offset += layout_.CellsOf(field.type);
            }
          }
        }
        Fail(absl::StrCat("no field ", expr.name));
        return base;
      }
      case Expr::Kind::kDeref: {
        const Value pointer = LowerValue(expr.operands[0]);
        if (pointer.type.kind != Type::Kind::kPointer) {
          Fail("dereference of no pointer");
          return {false, pointer.reg, Int(), false};
        }
        return {false, pointer.reg, pointer.type.element[0], false};
      }
      default:
        Fail("not a place");
        return {true, NewRegister(), Int(), false};
    }
  }

  Place PlaceOfVariable(const std::string& name) {
    if (const auto local = registers_.find(name); local != registers_.end()) {
      return {true, local->second.reg, local->second.type, false};
    }
    const int reg = NewRegister();
    if (const auto slot = slots_.find(name); slot != slots_.end()) {
      Emit(Op::kSlot, reg, -1, -1, slot->second.reg);
      return {false, reg, slot->second.type, escaping_.count(name) == 0};
    }
    if (const auto local = static_locals_.find(name); local != static_locals_.end()) {
      Emit(Op::kObject, reg, -1, -1, local->second.reg);
      return {false, reg, local->second.type, false};
    }
    for (size_t i = 0; i < program_.globals.size(); ++i) {
      if (program_.globals[i].name != name) continue;
      Emit(Op::kObject, reg, -1, -1, static_cast<int64_t>(i));
      return {false, reg, program_.globals[i].type, false};
    }
    Fail(absl::StrCat("no variable ", name));
    return {true, reg, Int(), false};
  }

  Value Load(const Place& place) {
    if (place.is_register) return {place.reg, place.type};
    if (place.type.kind == Type::Kind::kArray) {
      const int first = NewRegister();
      Emit(Op::kMove, first, place.reg);
      return {first, PointerTo(place.type.element[0])};
    }
    if (layout_.CellsOf(place.type) != 1) Fail("value of a structure or a lock");
    const int reg = NewRegister();
    Instruction& load = Emit(Op::kLoad, reg, place.reg);
    load.atomic = place.type.kind == Type::Kind::kAtomicInt;
    load.is_private = place.is_private;
    return {reg, load.atomic ? Int() : place.type};
  }

  void Store(const Place& place, int value) {
    if (place.is_register) {
      Emit(Op::kMove, place.reg, value);
      return;
    }
    if (layout_.CellsOf(place.type) != 1) Fail("assignment of a structure or a lock");
    Instruction& store = Emit(Op::kStore, -1, place.reg, value);
    store.atomic = place.type.kind == Type::Kind::kAtomicInt;
    store.is_private = place.is_private;
  }

  Value LowerValue(const Expr& expr) {
    if (!status_.ok()) return {0, Int()};
    switch (expr.kind) {
      case Expr::Kind::kNumber:
        return Constant(expr.value);
      case Expr::Kind::kNull:
        return Constant(0, VoidPointer());
      case Expr::Kind::kVariable:
        if (expr.name == "PTHREAD_MUTEX_RECURSIVE") return Constant(1);
        return Load(LowerPlace(expr));
      case Expr::Kind::kIndex:
      case Expr::Kind::kField:
      case Expr::Kind::kDeref:
        return Load(LowerPlace(expr));
      case Expr::Kind::kFunction:
        return LowerFunctionName(expr.name);
      case Expr::Kind::kAddress: {
        const Place place = LowerPlace(expr.operands[0]);
        if (place.is_register) Fail("address of a register");
        return {place.reg, PointerTo(place.type)};
      }
      case Expr::Kind::kNot: {
        const Value operand = LowerValue(expr.operands[0]);
        const int reg = NewRegister();
        Emit(Op::kNot, reg, operand.reg);
        return {reg, Int()};
      }
      case Expr::Kind::kBinary:
        return LowerBinary(expr);
      case Expr::Kind::kCall:
        return LowerCall(expr);
      case Expr::Kind::kIndirect:
        return LowerIndirect(expr);
      case Expr::Kind::kCast:
        return {LowerValue(expr.operands[0]).reg, expr.type};
      case Expr::Kind::kAllocate: {
        const int reg = NewRegister();
        Emit(Op::kAllocate, reg, -1, -1, Declare(expr.type.name, expr.type, kUninitialised));
        return {reg, PointerTo(expr.type)};
      }
      case Expr::Kind::kNondet: {
        const int reg = NewRegister();
        Emit(Op::kNondet, reg, -1, -1, expr.value);
        return {reg, Int()};
      }
    }
    return {0, Int()};
  }

  Value LowerFunctionName(const std::string& name) {
    const auto found = functions_.find(name);
    if (found == functions_.end()) Fail(absl::StrCat("no function ", name));
    const Function& function = program_.functions[found == functions_.end() ? 0 : found->second];
    const Type::Kind kind = function.parameters.empty() ? Type::Kind::kAction : Type::Kind::kEntry;
    return Constant(FunctionValue(found == functions_.end() ? 0 : found->second), Simple(kind));
  }

  Value LowerBinary(const Expr& expr) {
    const int result = NewRegister();
    const Value left = LowerValue(expr.operands[0]);
    if (expr.name == "&&" || expr.name == "||") {
      const bool is_and = expr.name == "&&";
      const int condition = NewRegister();
      Emit(Op::kConstant, result, -1, -1, is_and ? 0 : 1);
      if (is_and) {
        Emit(Op::kMove, condition, left.reg);
      } else {
        Emit(Op::kNot, condition, left.reg);
      }
      const int branch = Here();
      Emit(Op::kBranch, -1, condition);
      const Value right = LowerValue(expr.operands[1]);
      const int negated = NewRegister();
      Emit(Op::kNot, negated, right.reg);
      Emit(Op::kNot, result, negated);
      result_.instructions[branch].imm = Here();
      return {result, Int()};
    }
    // The left operand may be a variable that the right one changes.
    const int kept = NewRegister();
    Emit(Op::kMove, kept, left.reg);
    const Value right = LowerValue(expr.operands[1]);
    Emit(Op::kBinary, result, kept, right.reg).name = expr.name;
    return {result, Int()};
  }

  std::vector<int> LowerArguments(const Expr& expr, size_t first) {
    std::vector<int> args;
    for (size_t i = first; i < expr.operands.size(); ++i) {
      args.push_back(LowerValue(expr.operands[i]).reg);
    }
    return args;
  }

  Value LowerCall(const Expr& expr) {
    if (const auto found = LibraryFunctions().find(expr.name); found != LibraryFunctions().end()) {
      return LowerLibrary(expr, found->second);
    }
    if (expr.name.rfind("__atomic_", 0) == 0 || expr.name.rfind("__sync_", 0) == 0) {
      return LowerAtomic(expr);
    }
    const auto found = functions_.find(expr.name);
    if (found == functions_.end()) {
      Fail(absl::StrCat("no function ", expr.name));
      return {0, Int()};
    }
    const Function& callee = program_.functions[found->second];
    if (callee.parameters.size() != expr.operands.size()) Fail("wrong number of arguments");
    std::vector<int> args;
    for (size_t i = 0; i < expr.operands.size() && status_.ok(); ++i) {
      const Value value = LowerValue(expr.operands[i]);
      Check(callee.parameters[i].type, value);
      args.push_back(value.reg);
    }
    const int dst = callee.result.kind == Type::Kind::kVoid ? -1 : NewRegister();
    Emit(Op::kCall, dst, -1, -1, found->second).args = args;
    return {dst, callee.result};
  }

  Value LowerIndirect(const Expr& expr) {
    const Value callee = LowerValue(expr.operands[0]);
    const bool is_entry = callee.type.kind == Type::Kind::kEntry;
    if (!is_entry && callee.type.kind != Type::Kind::kAction) Fail("call of what is no function");
    const std::vector<int> args = LowerArguments(expr, 1);
    if (args.size() != (is_entry ? 1u : 0u)) Fail("wrong number of arguments");
    const int dst = is_entry ? NewRegister() : -1;
    Emit(Op::kCallIndirect, dst, callee.reg).args = args;
    return {dst, is_entry ? VoidPointer() : Simple(Type::Kind::kVoid)};
  }

  Value LowerLibrary(const Expr& expr, const LibraryFunction& function) {
    if (static_cast<int>(expr.operands.size()) != function.arguments) {
      Fail(absl::StrCat("wrong number of arguments of ", expr.name));
      return {0, Int()};
    }
    bool is_private = false;
    std::vector<int> args;
    for (size_t i = 0; i < expr.operands.size(); ++i) {
      const Expr& operand = expr.operands[i];
      if (i == 0 && function.library == Library::kCreate && operand.kind == Expr::Kind::kAddress) {
        const Place place = LowerPlace(operand.operands[0]);
        is_private = place.is_private;
        args.push_back(place.reg);
        continue;
      }
      const Value value = LowerValue(operand);
      const bool wants_handle =
          function.library == Library::kJoin || function.library == Library::kDetach;
      if (wants_handle && i == 0 && value.type.kind != Type::Kind::kThread) Fail("no handle");
      if (function.library == Library::kCreate && i == 3) Check(VoidPointer(), value);
      args.push_back(value.reg);
    }
    const int reg = NewRegister();
    Instruction& call = Emit(Op::kLibrary, reg);
    call.library = function.library;
    call.args = args;
    call.is_private = is_private;
    return {reg, Int()};
  }

  Value LowerAtomic(const Expr& expr) {
    const std::string& name = expr.name;
    const std::vector<int> args = LowerArguments(expr, 0);
    const int reg = NewRegister();
    const size_t expected = name == "__atomic_load_n" || name == "__sync_lock_release" ? 1
                            : name == "__sync_bool_compare_and_swap"                   ? 3
                                                                                       : 2;
    if (args.size() != expected) {
      Fail(absl::StrCat("wrong number of arguments of ", name));
      return {reg, Int()};
    }
    if (name == "__atomic_load_n") {
      Emit(Op::kLoad, reg, args[0]).atomic = true;
    } else if (name == "__atomic_store_n") {
      Emit(Op::kStore, -1, args[0], args[1]).atomic = true;
    } else if (name == "__sync_lock_release") {
      const int zero = Constant(0).reg;
      Emit(Op::kStore, -1, args[0], zero).atomic = true;
    } else if (name == "__sync_bool_compare_and_swap") {
      Instruction& update = Emit(Op::kUpdate, reg, args[0], args[1]);
      update.c = args[2];
      update.update = Update::kCompareExchange;
      update.atomic = true;
    } else if (name == "__atomic_exchange_n" || name == "__sync_lock_test_and_set") {
      Instruction& update = Emit(Op::kUpdate, reg, args[0], args[1]);
      update.update = Update::kExchange;
      update.atomic = true;
    } else if (name == "__atomic_fetch_add" || name == "__sync_fetch_and_add") {
      Emit(Op::kUpdate, reg, args[0], args[1]).atomic = true;
    } else {
      Fail(absl::StrCat("no function ", name));
    }
    return {reg, Int()};
  }

  int Declare(const std::string& name, const Type& type, int64_t value) {
    code_.declarations.push_back(layout_.Declare(name, type, value));
    return static_cast<int>(code_.declarations.size()) - 1;
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

  const Program& program_;
  const Layout& layout_;
  const std::map<std::string, int>& functions_;
  Code& code_;
  FunctionCode result_;
  Type result_type_;
  absl::Status status_;
  int line_ = 0;
  int loops_ = 0;
  std::set<std::string> address_taken_, escaping_;
  std::set<std::string> declared_;  // in this block
  std::map<std::string, Value> registers_, slots_, static_locals_;
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
