#include "tests/random_programs/lower_expr.h"

#include <cstddef>

#include "absl/strings/str_cat.h"

namespace plait::random_programs {
namespace {

using Op = Instruction::Op;

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

}  // namespace

void ExprLowering::Fail(const std::string& what) {
  if (status_.ok()) {
    status_ = absl::InvalidArgumentError(
        absl::StrCat(result_.name, ":", line_, ": not a program: ", what));
  }
}

int ExprLowering::NewRegister() { return result_.registers++; }

int ExprLowering::Here() const { return static_cast<int>(result_.instructions.size()); }

Instruction& ExprLowering::Emit(Op op, int dst, int a, int b, int64_t imm) {
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

ExprLowering::Value ExprLowering::Constant(int64_t value, const Type& type) {
  const int reg = NewRegister();
  Emit(Op::kConstant, reg, -1, -1, value);
  return {reg, type};
}

bool ExprLowering::IsAddressType(const Type& type) {
  return type.kind == Type::Kind::kPointer || type.kind == Type::Kind::kEntry ||
         type.kind == Type::Kind::kAction;
}

void ExprLowering::Check(const Type& to, const Value& from) {
  if (IsAddressType(to) != IsAddressType(from.type) ||
      (to.kind == Type::Kind::kThread) != (from.type.kind == Type::Kind::kThread)) {
    Fail("a value of another type");
  }
}

const Struct* ExprLowering::FindStruct(const std::string& name) { return layout_.Find(name); }

ExprLowering::Place ExprLowering::LowerPlace(const Expr& expr) {
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

ExprLowering::Place ExprLowering::PlaceOfVariable(const std::string& name) {
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

ExprLowering::Value ExprLowering::Load(const Place& place) {
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

void ExprLowering::Store(const Place& place, int value) {
  if (place.is_register) {
    Emit(Op::kMove, place.reg, value);
    return;
  }
  if (layout_.CellsOf(place.type) != 1) Fail("assignment of a structure or a lock");
  Instruction& store = Emit(Op::kStore, -1, place.reg, value);
  store.atomic = place.type.kind == Type::Kind::kAtomicInt;
  store.is_private = place.is_private;
}

ExprLowering::Value ExprLowering::LowerValue(const Expr& expr) {
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

ExprLowering::Value ExprLowering::LowerFunctionName(const std::string& name) {
  const auto found = functions_.find(name);
  if (found == functions_.end()) Fail(absl::StrCat("no function ", name));
  const Function& function = program_.functions[found == functions_.end() ? 0 : found->second];
  const Type::Kind kind = function.parameters.empty() ? Type::Kind::kAction : Type::Kind::kEntry;
  return Constant(FunctionValue(found == functions_.end() ? 0 : found->second), Simple(kind));
}

ExprLowering::Value ExprLowering::LowerBinary(const Expr& expr) {
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

std::vector<int> ExprLowering::LowerArguments(const Expr& expr, size_t first) {
  std::vector<int> args;
  for (size_t i = first; i < expr.operands.size(); ++i) {
    args.push_back(LowerValue(expr.operands[i]).reg);
  }
  return args;
}

ExprLowering::Value ExprLowering::LowerCall(const Expr& expr) {
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

ExprLowering::Value ExprLowering::LowerIndirect(const Expr& expr) {
  const Value callee = LowerValue(expr.operands[0]);
  const bool is_entry = callee.type.kind == Type::Kind::kEntry;
  if (!is_entry && callee.type.kind != Type::Kind::kAction) Fail("call of what is no function");
  const std::vector<int> args = LowerArguments(expr, 1);
  if (args.size() != (is_entry ? 1u : 0u)) Fail("wrong number of arguments");
  const int dst = is_entry ? NewRegister() : -1;
  Emit(Op::kCallIndirect, dst, callee.reg).args = args;
  return {dst, is_entry ? VoidPointer() : Simple(Type::Kind::kVoid)};
}

ExprLowering::Value ExprLowering::LowerLibrary(const Expr& expr, const LibraryFunction& function) {
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

ExprLowering::Value ExprLowering::LowerAtomic(const Expr& expr) {
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

int ExprLowering::Declare(const std::string& name, const Type& type, int64_t value) {
  code_.declarations.push_back(layout_.Declare(name, type, value));
  return static_cast<int>(code_.declarations.size()) - 1;
}

}  // namespace plait::random_programs
