// Functions of the C++ standard library that are no members: those with a lowering of their own,
// and what all others do to the containers that they are given.
#include <string>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

std::optional<ir::Operand> FunctionLowering::LowerLibraryFunction(
    const clang::CallExpr& call, const clang::FunctionDecl& function) {
  if (!IsInStandardLibrary(function) || llvm::isa<clang::CXXMethodDecl>(function)) {
    return std::nullopt;
  }
  const std::string name = QualifiedLibraryName(function);
  if (name == "std::async") return LowerAsync(call);
  if (name.starts_with("std::this_thread::sleep_")) {
    ReadTimes(llvm::ArrayRef(call.getArgs(), call.getNumArgs()));
    return std::nullopt;
  }
  if (name == "std::call_once" && call.getNumArgs() >= 2) {
    LowerCallOnce(call);
    return Operand::None();
  }
  if (name == "std::atomic_thread_fence") {
    Fence(OrderOf(call.getArg(0)));
    return Operand::None();
  }
  if (name == "std::__is_constant_evaluated" || name == "std::is_constant_evaluated") {
    return Operand::Constant(0);
  }
  const bool is_equal = name == "std::operator==";
  if ((is_equal || name == "std::operator!=") && call.getNumArgs() == 2 &&
      IsSequenceIterator(StandardClass(call.getArg(0)->getType()->getAsCXXRecordDecl())) &&
      IsSequenceIterator(StandardClass(call.getArg(1)->getType()->getAsCXXRecordDecl()))) {
    const Operand left = LowerArgument(call.getArg(0)), right = LowerArgument(call.getArg(1));
    return builder_.Binary(is_equal ? ir::Binary::kEq : ir::Binary::kNe,
                           Load(WordOf(left, 0, "iterator")), Load(WordOf(right, 0, "iterator")),
                           kPointerSize, /*is_signed=*/false);
  }
  if (name == "std::swap" && call.getNumArgs() == 2) {
    const std::string of = StandardClass(call.getArg(0)->getType()->getAsCXXRecordDecl());
    if (of == "thread" || of == "jthread") {
      ExchangeThreads(LowerArgument(call.getArg(0)), LowerArgument(call.getArg(1)), of);
      return Operand::None();
    }
    if (!IsContainer(of)) return std::nullopt;
    const Operand one = LowerArgument(call.getArg(0)), other = LowerArgument(call.getArg(1));
    if (IsString(of)) {
      MoveString(of, one, other, /*is_temporary=*/false);
    } else {
      ExchangeContainers(one, other, of);
    }
    return Operand::None();
  }
  if (name == "std::lock") {
    for (const clang::Expr* lockable : call.arguments()) {
      CallLockable("lock", lockable->getType(), LowerReferenceBinding(lockable));
    }
    return Operand::None();
  }
  if (name == "std::make_shared") {
    const clang::CXXRecordDecl* pointer = call.getType()->getAsCXXRecordDecl();
    const clang::QualType element = pointer == nullptr ? clang::QualType() : ElementType(*pointer);
    if (element.isNull()) return std::nullopt;
    const Operand object =
        EmitLibraryCall("_Znwm", {Operand::Constant(static_cast<int64_t>(types_.Size(element)))},
                        context_.getPointerType(element));
    Lvalue place = PointedTo(object, element);
    place.text = "shared object";
    EmplaceElement(place, llvm::ArrayRef(call.getArgs(), call.getNumArgs()));
    return NewFuture(object, call.getType());
  }
  return std::nullopt;
}

void FunctionLowering::ReadTimes(llvm::ArrayRef<const clang::Expr*> arguments) {
  for (const clang::Expr* argument : arguments) {
    const clang::Expr* variable = argument->IgnoreParenImpCasts();
    if (!llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(variable) || !variable->isGLValue() ||
        !StandardClass(variable->getType()->getAsCXXRecordDecl()).starts_with("chrono::")) {
      continue;
    }
    Lvalue count = PointedTo(LowerReferenceBinding(variable), context_.LongTy);
    count.source = variable;
    Load(count);
  }
}

void FunctionLowering::AccessContainers(const clang::FunctionDecl& function,
                                        const std::vector<Operand>& arguments) {
  if (llvm::isa<clang::CXXMethodDecl>(function)) return;
  for (size_t i = 0; i < arguments.size() && i < function.getNumParams(); ++i) {
    const clang::QualType type = function.getParamDecl(i)->getType();
    NoteCallable(type.getNonReferenceType().getUnqualifiedType());
    if (i > 0 &&
        IsStream(StandardClass(
            function.getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl()))) {
      ReadFromStream(function.getNameAsString(), type, arguments[i]);
    }
    // A number that is returned, as where one ends in a text.
    if (type->isPointerType() && type->getPointeeType()->isArithmeticType() &&
        !type->getPointeeType()->isAnyCharacterType() &&
        !type->getPointeeType().isConstQualified()) {
      UsePointer(type, arguments[i], Operand::None());
    }
    if (!type->isReferenceType()) continue;
    const clang::CXXRecordDecl* record = type->getPointeeType()->getAsCXXRecordDecl();
    const std::string of = StandardClass(record);
    if (IsStream(of) && !type->getPointeeType().isConstQualified())
      UseStream(arguments[i], function);
    if (of.ends_with("_engine") && !type->getPointeeType().isConstQualified()) {
      AdvanceEngine(type->getPointeeType(), arguments[i]);
      continue;
    }
    if (of.empty() || IsStream(of) || IsSynchronisation(*record) || !record->hasDefinition() ||
        ElementType(*record).isNull() ||
        types_.Size(context_.getTypeDeclType(record)) < kPointerSize) {
      continue;
    }
    const Lvalue word = WordOf(arguments[i], 0, of);
    const Operand block = Load(word);
    const bool is_changed = !type->getPointeeType().isConstQualified();
    if (is_changed && IsString(of)) ChangeCharacters(block);
    if (is_changed) Store(word, block);
    if (is_changed && type->isLValueReferenceType() && (IsString(of) || HasKeys(of))) {
      Known("lose", {arguments[i]});
    }
    TouchCharacters(type, arguments[i]);
  }
}

ir::Operand FunctionLowering::ResultOfLibrary(clang::QualType type) {
  Lvalue result;
  result.place.base = Operand::Slot(NewTemporary(type));
  result.type = context_.VoidPtrTy;
  result.text = "temporary";
  const std::string of = StandardClass(type->getAsCXXRecordDecl());
  if (of == "__cxx11::basic_string" || of == "basic_string") Store(result, NewBlock());
  return result.place.base;
}

void FunctionLowering::CallLockable(const char* name, clang::QualType type, const Operand& object) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const clang::CXXMethodDecl* method = nullptr;
  if (record != nullptr && record->hasDefinition()) {
    for (const clang::NamedDecl* found : record->lookup(&context_.Idents.get(name))) {
      if (method == nullptr) method = dyn_cast<clang::CXXMethodDecl>(found);
    }
  }
  ir::Instruction call;
  call.arguments = {object};
  if (method == nullptr) {
    call.text = builder_.Intern(std::string(name) + " of an unknown kind");
    call.result = builder_.NewRegister();
    return builder_.Append(std::move(call));
  }
  call.opcode = ir::Opcode::kCall;
  call.callee = CalleeOperand(*method);
  call.text = builder_.Intern(Identity::DisplayName(*method));
  EmitCall(std::move(call), context_.VoidTy);
}

}  // namespace plait::frontend
