// Futures and what fulfils them: std::async, std::promise and std::packaged_task. What they share
// is a record on the heap: the handle of the thread, an object to wait for, what the task threw
// (lower_exception.cc), the result.
#include <algorithm>
#include <string>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"

namespace plait::frontend {

namespace {

// Of the result in the shared state.
constexpr int64_t kResultOffset = 64;

// Null if it is not known.
const clang::FunctionProtoType* TaskSignature(const clang::CXXRecordDecl& task) {
  const clang::QualType signature = FirstTypeArgument(task);
  return signature.isNull() ? nullptr : signature->getAs<clang::FunctionProtoType>();
}

}  // namespace

void FunctionLowering::StoreResult(const Operand& state, const Operand& result,
                                   clang::QualType type) {
  if (type->isVoidType()) return;
  Lvalue object = PointedTo(state, type);
  AddOffset(object.place, kResultOffset);
  object.text = "result";
  if (!Types::IsAggregate(type)) return Store(object, result);
  ir::Place from;
  from.base = result;
  Copy(object, from, nullptr);
}

ir::Operand FunctionLowering::NewSharedState(clang::QualType result) {
  const uint64_t size = kResultOffset + std::max<uint64_t>(types_.Size(result), 1);
  const Operand state =
      EmitLibraryCall("_Znwm", {Operand::Constant(static_cast<int64_t>(size))}, context_.VoidPtrTy);
  Lvalue handle = PointedTo(state, context_.LongTy);
  handle.text = "shared state";
  Store(handle, Operand::Constant(0));
  if (unit_.may_throw().ByTasks().by_program) {
    Store(KeptException(state, 0, context_.LongTy), Operand::Constant(0));
  }
  return state;
}

ir::Operand FunctionLowering::NewPromisedState(clang::QualType result) {
  const Operand state = NewSharedState(result);
  EmitLibraryCall("std::promise::promise", {state, Operand::Constant(0)}, context_.VoidTy);
  return state;
}

ir::Operand FunctionLowering::NewFuture(const Operand& state, clang::QualType type) {
  Lvalue future;
  future.place.base = Operand::Slot(NewTemporary(type));
  future.type = context_.VoidPtrTy;
  future.text = "future";
  Store(future, state);
  return future.place.base;
}

// It is run by who waits for it, which is not followed.
ir::Operand FunctionLowering::DeferTask(const clang::CallExpr& call,
                                        const clang::CXXRecordDecl& future) {
  for (const clang::Expr* argument : call.arguments()) LowerDiscarded(argument);
  NoteUnseen("task that is run by who waits for it");
  const Operand state = NewPromisedState(FirstTypeArgument(future));
  EmitLibraryCall("std::promise::set_value", {state}, context_.VoidTy);
  return NewFuture(state, call.getType());
}

std::optional<ir::Operand> FunctionLowering::LowerAsync(const clang::CallExpr& call) {
  llvm::SmallVector<const clang::Expr*, 8> values(call.arguments());
  const clang::CXXRecordDecl* future = call.getType()->getAsCXXRecordDecl();
  if (values.empty() || future == nullptr) return std::nullopt;
  if (values[0]->getType()->getAs<clang::EnumType>() != nullptr) {
    const auto constant = ConstantValue(*values[0]->IgnoreParens());
    constexpr int64_t kDeferred = 2;
    if (constant.has_value() && constant->value == kDeferred) return DeferTask(call, *future);
    LowerDiscarded(values[0]);
    values.erase(values.begin());
  }
  const Operand state = NewSharedState(FirstTypeArgument(*future));
  const Closure closure = MakeClosure(values, /*has_state=*/true);
  NoteEndOfKept(closure);
  Lvalue kept = PointedTo(closure.address, context_.VoidPtrTy);
  kept.text = "shared state";
  Store(kept, state);
  EmitLibraryCall("std::async", {state, ThreadProcedure(closure), closure.address},
                  context_.VoidTy);
  return NewFuture(state, call.getType());
}

std::optional<ir::Operand> FunctionLowering::LowerFutureMethod(
    const clang::CXXMethodDecl& method, const std::string& of, const Operand& self,
    llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type) {
  const std::string name =
      method.getDeclName().isIdentifier() ? method.getName().str() : std::string();
  const clang::QualType value = FirstTypeArgument(*method.getParent());
  Lvalue pointer = PointedTo(self, context_.VoidPtrTy);
  pointer.text = of;
  if (of == "promise") {
    if (name == "get_future") return NewFuture(Load(pointer), result_type);
    if (name != "set_value" && name != "set_exception") return std::nullopt;
    const Operand state = Load(pointer);
    if (name == "set_value" && !arguments.empty() && !value.isNull()) {
      Lvalue result = PointedTo(state, value);
      AddOffset(result.place, kResultOffset);
      result.text = "result";
      if (value->isReferenceType()) {
        Store(result, LowerReferenceBinding(arguments[0]));
      } else {
        DecayCopy(result, arguments[0]);
      }
    } else if (name == "set_exception" && !arguments.empty()) {
      KeepGivenException(state, *arguments[0]);
    } else {
      for (const clang::Expr* argument : arguments) LowerDiscarded(argument);
    }
    EmitLibraryCall("std::promise::set_value", {state}, context_.VoidTy);
    return Operand::None();
  }
  if (name == "share") return NewFuture(Load(pointer), result_type);
  if (name == "valid") {
    return builder_.Binary(ir::Binary::kNe, Load(pointer), Operand::Constant(0), kPointerSize,
                           /*is_signed=*/false);
  }
  const bool has_limit = name == "wait_for" || name == "wait_until";
  if (name != "get" && name != "wait" && !has_limit) return std::nullopt;
  const Operand state = Load(pointer);
  if (has_limit) {
    for (const clang::Expr* argument : arguments) LowerDiscarded(argument);
    return EmitLibraryCall("std::future::wait_for", {state}, context_.IntTy);
  }
  EmitLibraryCall("std::future::wait", {state}, context_.VoidTy);
  if (name == "get") {
    ThrowKept(state);
    // What the library threw in the task is not kept.
    MayThrowFromLibrary(&method);
  }
  if (name == "wait" || value.isNull() || value->isVoidType()) return Operand::None();
  Lvalue result = PointedTo(state, value);
  AddOffset(result.place, kResultOffset);
  result.text = "result";
  if (value->isReferenceType()) return Load(result);
  if (result_type->isReferenceType() || Types::IsAggregate(value)) return AddressOf(result);
  return Load(result);
}

// A task is two words: the state shared with its future, and a closure as threads have, with the
// procedure that runs it behind the state's address. The procedure takes the addresses of the
// task's arguments.
bool FunctionLowering::MakeTask(const Lvalue& object, const clang::Expr* callable) {
  const clang::FunctionProtoType* signature = TaskSignature(*object.type->getAsCXXRecordDecl());
  if (signature == nullptr) return false;
  const Operand state = NewPromisedState(signature->getReturnType());
  Closure closure = MakeClosure({callable}, /*has_state=*/true);
  NoteEndOfKept(closure);
  closure.parameters.assign(signature->param_type_begin(), signature->param_type_end());
  Store(WordOf(closure.address, 0, "shared state"), state);
  Store(TaskProcedure(closure.address, *signature), ThreadProcedure(closure));
  Store(WordOf(AddressOf(object), 0, object.text), state);
  Store(WordOf(AddressOf(object), kPointerSize, object.text), closure.address);
  return true;
}

// What is stored in tasks of a signature tells what the call of one may reach.
Lvalue FunctionLowering::TaskProcedure(const Operand& closure,
                                       const clang::FunctionProtoType& signature) {
  Lvalue procedure = WordOf(closure, kPointerSize, "procedure of the task");
  procedure.field =
      builder_.Intern("std::packaged_task " + types_.Signature(clang::QualType(&signature, 0)));
  return procedure;
}

void FunctionLowering::MoveTask(const Operand& to, const clang::Expr* from) {
  const Operand source = LowerReferenceBinding(from);
  for (int64_t offset = 0; offset <= kPointerSize; offset += kPointerSize) {
    const Lvalue word = WordOf(source, offset, "packaged_task");
    Store(WordOf(to, offset, "packaged_task"), Load(word));
    Store(word, Operand::Constant(0));
  }
}

void FunctionLowering::RunTask(const Operand& task, const clang::FunctionProtoType& signature,
                               const std::vector<Operand>& arguments) {
  const Operand closure = Load(WordOf(task, kPointerSize, "packaged_task"));
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = Load(TaskProcedure(closure, signature));
  call.text = builder_.Intern("task");
  call.arguments = {closure};
  for (size_t i = 0; i < arguments.size(); ++i) {
    const clang::QualType type = signature.getParamType(i);
    if (type->isReferenceType() || Types::IsAggregate(type)) {
      call.arguments.push_back(arguments[i]);
      continue;
    }
    Lvalue value;
    value.place.base = Operand::Slot(NewTemporary(type));
    value.type = type.getUnqualifiedType();
    value.text = "argument of the task";
    Store(value, arguments[i]);
    call.arguments.push_back(AddressOf(value));
  }
  EmitCall(std::move(call), context_.VoidTy);
  EmitLibraryCall("std::promise::set_value", {Load(WordOf(task, 0, "packaged_task"))},
                  context_.VoidTy);
}

std::optional<ir::Operand> FunctionLowering::LowerTaskMethod(
    const clang::CXXMethodDecl& method, const Operand& self,
    llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type) {
  const clang::FunctionProtoType* signature = TaskSignature(*method.getParent());
  switch (method.getOverloadedOperator()) {
    case clang::OO_Equal:
      MoveTask(self, arguments[0]);
      return self;
    case clang::OO_Call: {
      if (signature == nullptr || arguments.size() != signature->getNumParams()) {
        return std::nullopt;
      }
      std::vector<Operand> given;
      for (const clang::Expr* argument : arguments) given.push_back(LowerArgument(argument));
      RunTask(self, *signature, given);
      return Operand::None();
    }
    default:
      break;
  }
  if (!method.getDeclName().isIdentifier() || method.getName() != "get_future") return std::nullopt;
  return NewFuture(Load(WordOf(self, 0, "packaged_task")), result_type);
}

}  // namespace plait::frontend
