// Calls: who is called, with what, and what the result is used as.
#include <string>
#include <utility>

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "frontend/spelling.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

// Whether a number of that type is meant to hold a pointer: uintptr_t, or a name that the program
// has given to one. An intptr_t mostly is a number on its way through `void*`.
bool IsMadeForPointers(clang::QualType type) {
  bool is_renamed = false;
  while (const auto* name = type->getAs<clang::TypedefType>()) {
    const clang::TypedefNameDecl& declared = *name->getDecl();
    if (declared.getName() == "uintptr_t") return true;
    if (declared.getName() == "intptr_t") return is_renamed;
    type = declared.getUnderlyingType();
    is_renamed = true;
  }
  return false;
}

}  // namespace

using llvm::cast;
using llvm::dyn_cast;

namespace {

// The arguments that a fortified function has beside those of the plain one.
struct FortifiedFunction {
  const char* name;
  std::vector<unsigned> extra;
};

const FortifiedFunction* FindFortified(llvm::StringRef name) {
  static const auto* const functions = new std::vector<FortifiedFunction>{
      {"__memcpy_chk", {3}},      {"__memmove_chk", {3}},      {"__mempcpy_chk", {3}},
      {"__memset_chk", {3}},      {"__memccpy_chk", {4}},      {"__strcpy_chk", {2}},
      {"__stpcpy_chk", {2}},      {"__strcat_chk", {2}},       {"__strncpy_chk", {3}},
      {"__stpncpy_chk", {3}},     {"__strncat_chk", {3}},      {"__strlcpy_chk", {3}},
      {"__strlcat_chk", {3}},     {"__sprintf_chk", {1, 2}},   {"__vsprintf_chk", {1, 2}},
      {"__snprintf_chk", {2, 3}}, {"__vsnprintf_chk", {2, 3}}, {"__printf_chk", {0}},
      {"__vprintf_chk", {0}},     {"__fprintf_chk", {1}},      {"__vfprintf_chk", {1}},
  };
  for (const FortifiedFunction& function : *functions) {
    if (name == function.name) return &function;
  }
  return nullptr;
}

// Whether the function is the compiler's own spelling of one of the C library: __builtin_memcpy.
// Builtins that no library has keep their name.
bool IsLibraryBuiltin(const clang::FunctionDecl& function) {
  const unsigned builtin = function.getBuiltinID();
  return builtin != 0 && function.getASTContext().BuiltinInfo.isLibFunction(builtin);
}

// The name in the library: "__builtin___memcpy_chk" -> "memcpy".
std::string LibraryName(const clang::FunctionDecl& function) {
  llvm::StringRef name = function.getName();
  name.consume_front("__builtin_");
  return FindFortified(name) == nullptr ? name.str() : name.drop_front(2).drop_back(4).str();
}

// Functions that never return although their usual declarations do not say so.
bool NeverReturns(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("exit", "_exit", "_Exit", "abort", "quick_exit", true)
      .Cases("pthread_exit", "thrd_exit", "__assert_fail", true)
      .Default(false);
}

}  // namespace

ir::Operand FunctionLowering::EmitCall(ir::Instruction instruction, clang::QualType result_type) {
  const bool is_void = result_type.isNull() || result_type->isVoidType();
  if (!is_void) {
    const bool by_address = Types::IsAggregate(result_type) || result_type->isReferenceType();
    instruction.kind = by_address ? ir::ValueKind::kPointer : Types::Kind(result_type);
    instruction.width = by_address ? 8 : types_.Width(result_type);
    instruction.result = builder_.NewRegister();
  }
  const ir::ValueKind kind = instruction.kind;
  const ir::Register result = instruction.result;
  builder_.Append(std::move(instruction));
  if (is_void) return Operand::None();
  return kind == ir::ValueKind::kOther ? Operand::Unknown() : Operand::Reg(result);
}

ir::Operand FunctionLowering::EmitLibraryCall(const std::string& name,
                                              std::vector<Operand> arguments,
                                              clang::QualType result_type) {
  unit_.MentionLibraryFunction(name);
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = Operand::Function(builder_.Symbol(name));
  call.arguments = std::move(arguments);
  call.text = builder_.Intern(name);
  return EmitCall(std::move(call), result_type);
}

ir::Operand FunctionLowering::CalleeOperand(const clang::FunctionDecl& function) {
  if (IsLibraryBuiltin(function)) {
    const std::string plain = LibraryName(function);
    unit_.MentionLibraryFunction(plain);
    return Operand::Function(builder_.Symbol(plain));
  }
  return Operand::Function(
      builder_.Symbol(unit_.MentionFunction(function, /*address_taken=*/false)));
}

ir::Operand FunctionLowering::LowerCall(const clang::CallExpr& call, clang::QualType used_as) {
  const clang::FunctionDecl* callee = call.getDirectCallee();
  if (callee == nullptr || !ThrowsWhatTaskThrew(*callee)) MayThrowFromLibrary(callee);
  if (const auto* method = dyn_cast<clang::CXXMemberCallExpr>(&call))
    return LowerMethodCall(*method);
  if (const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(&call)) {
    return LowerOperatorCall(*operation);
  }
  const clang::FunctionDecl* function = call.getDirectCallee();
  if (function == nullptr) return LowerPointerCall(call);
  if (function->getBuiltinID() != 0) {
    if (const auto lowered = LowerBuiltin(call, *function)) return *lowered;
  }
  if (const auto lowered = LowerLibraryFunction(call, *function)) return *lowered;
  return LowerFunctionCall(call, *function, used_as);
}

ir::Operand FunctionLowering::LowerFunctionCall(const clang::CallExpr& call,
                                                const clang::FunctionDecl& function,
                                                clang::QualType used_as) {
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kCall;
  instruction.callee = CalleeOperand(function);
  LowerArguments(call, function.getType()->getAs<clang::FunctionProtoType>(),
                 instruction.arguments);
  if (function.getBuiltinID() != 0) {
    llvm::StringRef name = function.getName();
    name.consume_front("__builtin_");
    if (const FortifiedFunction* fortified = FindFortified(name)) {
      std::vector<Operand>& arguments = instruction.arguments;
      for (size_t i = fortified->extra.size(); i > 0; --i) {
        const unsigned position = fortified->extra[i - 1];
        if (position < arguments.size()) arguments.erase(arguments.begin() + position);
      }
    }
  }
  instruction.text = builder_.Intern(IsLibraryBuiltin(function) ? LibraryName(function)
                                                                : Identity::DisplayName(function));
  instruction.type = builder_.Intern(AllocatedType(call, used_as));
  SetLocation(call.getBeginLoc());
  const bool is_left_out = IsInStandardLibrary(function) && !IsEntered(function);
  if (is_left_out) AccessContainers(function, instruction.arguments);
  const clang::QualType type = call.getCallReturnType(context_);
  const std::vector<Operand> given = is_left_out ? instruction.arguments : std::vector<Operand>();
  Operand result = EmitCall(std::move(instruction), type);
  if (is_left_out && Types::IsAggregate(type)) result = ResultOfLibrary(type);
  if (is_left_out) result = KnownResult(call, function, given, result);
  EndIfNoReturn(call, &function);
  LookForException(&function);
  return result;
}

ir::Operand FunctionLowering::LowerPointerCall(const clang::CallExpr& call) {
  const clang::Expr* callee = call.getCallee();
  if (callee->getType()->isSpecificPlaceholderType(clang::BuiltinType::BoundMember) ||
      callee->isTypeDependent()) {
    LowerChildren(call);
    return LowerUnknown(call, "call through a pointer to a member");
  }
  const clang::QualType function =
      callee->getType()->isFunctionType() ? callee->getType() : callee->getType()->getPointeeType();
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kCall;
  instruction.callee = LowerValue(callee);
  LowerArguments(call, function.isNull() ? nullptr : function->getAs<clang::FunctionProtoType>(),
                 instruction.arguments);
  instruction.text = builder_.Intern(SpellExpression(*callee));
  if (!function.isNull()) instruction.type = builder_.Intern(types_.Signature(function));
  SetLocation(call.getBeginLoc());
  const Operand result = EmitCall(std::move(instruction), call.getCallReturnType(context_));
  EndIfNoReturn(call, nullptr);
  LookForException(nullptr);
  return result;
}

void FunctionLowering::LowerArguments(const clang::CallExpr& call,
                                      const clang::FunctionProtoType* prototype,
                                      std::vector<Operand>& arguments) {
  for (unsigned i = 0; i < call.getNumArgs(); ++i) {
    const clang::Expr* argument = call.getArg(i);
    const clang::RecordType* parameter = prototype != nullptr && i < prototype->getNumParams()
                                             ? prototype->getParamType(i)->getAsUnionType()
                                             : nullptr;
    if (parameter != nullptr && parameter->getDecl()->hasAttr<clang::TransparentUnionAttr>()) {
      // The value is passed as if the parameter had the type of the member (accept, wait, ...).
      const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(argument->IgnoreParenImpCasts());
      const auto* list =
          literal == nullptr ? nullptr : dyn_cast<clang::InitListExpr>(literal->getInitializer());
      if (list != nullptr && list->getNumInits() == 1) argument = list->getInit(0);
    }
    const bool is_kept_pointer = prototype != nullptr && i < prototype->getNumParams() &&
                                 IsMadeForPointers(prototype->getParamType(i));
    arguments.push_back(is_kept_pointer ? LowerKeptPointer(*argument) : LowerArgument(argument));
  }
}

ir::Operand FunctionLowering::LowerArgument(const clang::Expr* argument) {
  if (const auto found = evaluated_.find(argument); found != evaluated_.end()) {
    const Operand value = found->second;
    evaluated_.erase(found);
    return value;
  }
  if (argument->isTypeDependent()) return LowerValue(argument);
  if (argument->isGLValue()) return LowerReferenceBinding(argument);
  if (Types::IsAggregate(argument->getType())) {
    const ir::Place object = MaterializeRecord(*argument);
    AddTemporary(argument->getType(), object, argument->getBeginLoc());
    return builder_.Address(object);
  }
  return LowerValue(argument);
}

std::string FunctionLowering::AllocatedType(const clang::CallExpr& call, clang::QualType used_as) {
  const clang::QualType result = call.getType();
  if (!result->isPointerType()) return "";
  for (const clang::QualType type : {used_as, result}) {
    if (type.isNull() || !type->isPointerType()) continue;
    const clang::QualType pointee = type->getPointeeType();
    if (!pointee->isVoidType() && !pointee->isDependentType()) return types_.Spelling(pointee);
  }
  // A function that is given no pointer, only sizes, makes its memory itself:
  // malloc(sizeof(struct node)), calloc(n, sizeof(struct node)), malloc(n * sizeof(struct node))
  const auto size_of = [](const clang::Expr* argument) {
    const auto* size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(argument->IgnoreParenImpCasts());
    return size != nullptr && size->getKind() == clang::UETT_SizeOf ? size : nullptr;
  };
  for (const clang::Expr* argument : call.arguments()) {
    if (!argument->getType()->isIntegerType()) return "";
  }
  for (const clang::Expr* argument : call.arguments()) {
    const clang::Expr* bare = argument->IgnoreParenImpCasts();
    const auto* size = size_of(bare);
    if (const auto* product = dyn_cast<clang::BinaryOperator>(bare)) {
      size = size_of(product->getLHS());
      if (size == nullptr) size = size_of(product->getRHS());
    }
    if (size != nullptr && !size->getTypeOfArgument()->isDependentType()) {
      return types_.Spelling(size->getTypeOfArgument());
    }
  }
  return "";
}

void FunctionLowering::EndIfNoReturn(const clang::CallExpr& call,
                                     const clang::FunctionDecl* function) {
  bool never_returns = false;
  if (function != nullptr) {
    never_returns = function->isNoReturn() ||
                    (function->getDeclName().isIdentifier() && NeverReturns(function->getName()));
  } else {
    clang::QualType type = call.getCallee()->getType();
    if (type->isPointerType()) type = type->getPointeeType();
    const auto* function_type = type->getAs<clang::FunctionType>();
    never_returns = function_type != nullptr && function_type->getNoReturnAttr();
  }
  if (!never_returns) return;
  const bool rethrows = function != nullptr && IsInStandardLibrary(*function) &&
                        function->getDeclName().isIdentifier() &&
                        function->getName() == "rethrow_exception";
  if (rethrows && follows_exceptions_) return ThrowFromLibrary();
  if (function != nullptr) LookForException(function);
  builder_.Unreachable();
}

}  // namespace plait::frontend
