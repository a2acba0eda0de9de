// Arguments that the C++ standard library passes on to the program's functions: std::thread and the
// like keep copies, and what these become is made, and ended, by who calls the function.
#include <string>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

Lvalue FunctionLowering::Unwrapped(const Lvalue& argument) {
  const clang::CXXRecordDecl* record = argument.type->getAsCXXRecordDecl();
  if (record == nullptr || StandardClass(record) != "reference_wrapper") return argument;
  const clang::QualType type = FirstTypeArgument(*record);
  Lvalue pointer = argument;
  pointer.type = context_.getPointerType(type);
  Lvalue object = PointedTo(Load(pointer), type);
  object.text = argument.text;
  return object;
}

ir::Operand FunctionLowering::PassArgument(const Lvalue& given, clang::QualType parameter,
                                           bool moves) {
  const Lvalue argument = Unwrapped(given);
  const clang::QualType type = parameter.getNonReferenceType().getUnqualifiedType();
  const bool by_reference = parameter->isReferenceType();
  const bool same = Types::IsAggregate(type) == Types::IsAggregate(argument.type);
  Lvalue temporary;  // of one's own: a copy, or what a conversion makes
  temporary.type = type;
  temporary.text = "temporary";
  if (!Types::IsAggregate(type)) {
    const bool is_converted = !context_.hasSameUnqualifiedType(type, argument.type);
    if (by_reference && same && !is_converted) return AddressOf(argument);
    const Operand value = same ? ConvertPassed(Load(argument), argument.type, type)
                               : CallConversion(argument, type).value_or(Operand::Unknown());
    if (!by_reference) return value;
    temporary.place.base = Operand::Slot(NewTemporary(type));
    Store(temporary, value);
    return AddressOf(temporary);
  }
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const clang::CXXRecordDecl* from = argument.type->getAsCXXRecordDecl();
  const std::string of = StandardClass(record);
  const bool is_other_pointer = (of == "shared_ptr" || of == "weak_ptr" || of == "unique_ptr") &&
                                RecordOf(argument.type) != RecordOf(type);
  const bool are_classes =
      record != nullptr && record->hasDefinition() && from != nullptr && from->hasDefinition();
  const bool is_of_class = are_classes ? record->getCanonicalDecl() == from->getCanonicalDecl() ||
                                             from->isDerivedFrom(record)
                                       : same;
  const auto as_base = [&] {
    return AsBase(AddressOf(argument), RecordOf(argument.type), RecordOf(type));
  };
  if (by_reference && is_of_class && !is_other_pointer) return as_base();
  temporary.place.base = Operand::Slot(NewTemporary(type));
  // What is passed by std::ref stays where it is.
  const bool is_taken =
      moves && StandardClass(given.type->getAsCXXRecordDecl()) != "reference_wrapper";
  if (is_other_pointer) {
    const Lvalue source = WordOf(AddressOf(argument), 0, argument.text);
    Store(WordOf(AddressOf(temporary), 0, of),
          SharedAs(Load(source), argument.type, ElementType(*record)));
    if (is_taken) Store(source, Operand::Constant(0));
  } else if (!is_of_class) {
    ConvertToClass(temporary, argument);
  } else if (!argument.variable.has_value()) {
    ir::Place source;
    source.base = as_base();
    ConstructFrom(temporary, source, is_taken);
  }
  if (!moves) {
    AddTemporary(type, temporary.place, clang::SourceLocation());
  } else if (record != nullptr && record->hasDefinition() && !record->hasTrivialDestructor()) {
    Cleanup cleanup;
    cleanup.type = type;
    cleanup.place = temporary.place;
    cleanups_.push_back(cleanup);
  }
  return AddressOf(temporary);
}

// A class, from an object of another one, or from a number or a pointer.
void FunctionLowering::ConvertToClass(const Lvalue& to, const Lvalue& from) {
  if (const auto made = CallConversion(from, to.type)) {
    ir::Place place;
    place.base = *made;
    return Copy(to, place, nullptr);
  }
  const bool is_class = Types::IsAggregate(from.type);
  const std::string of = StandardClass(to.type->getAsCXXRecordDecl());
  clang::QualType type = from.type;
  // Of what they are made from, the library's classes change nothing.
  const bool is_text =
      type->isPointerType() && type->getPointeeType()->isAnyCharacterType() && !of.empty();
  if (is_text) type = context_.getPointerType(type->getPointeeType().withConst());
  const auto* value = new (context_) clang::OpaqueValueExpr(
      clang::SourceLocation(), type, is_class ? clang::VK_XValue : clang::VK_PRValue);
  const Operand given = is_class ? AddressOf(from) : Load(from);
  opaque_values_[value] = given;
  // Also those that keep no copy of a text look how long it is.
  if (is_text && !IsContainer(of) && !IsString(of)) UsePointer(type, given, Operand::None());
  const clang::Expr* const values[] = {value};
  EmplaceElement(to, values);
}

// What a conversion function of the class makes of the object. Nothing if it has none for that.
std::optional<ir::Operand> FunctionLowering::CallConversion(const Lvalue& object,
                                                            clang::QualType to) {
  const clang::CXXRecordDecl* record = object.type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || IsInStandardLibrary(*record)) {
    return std::nullopt;
  }
  const clang::CXXConversionDecl* conversion = nullptr;
  bool has_other = false;
  for (const clang::NamedDecl* found : record->getDefinition()->getVisibleConversionFunctions()) {
    const auto* one = dyn_cast<clang::CXXConversionDecl>(found->getUnderlyingDecl());
    if (one != nullptr &&
        context_.hasSameUnqualifiedType(one->getConversionType().getNonReferenceType(), to)) {
      conversion = one;
    } else {
      has_other = true;
    }
  }
  if (conversion == nullptr) {
    if (has_other && !Types::IsAggregate(to))
      NoteUnseen("conversion of an argument by the library");
    return std::nullopt;
  }
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = CalleeOperand(*conversion);
  call.text = builder_.Intern(Identity::DisplayName(*conversion));
  call.arguments = {AddressOf(object)};
  const clang::QualType type = conversion->getConversionType();
  const Operand result = EmitCall(std::move(call), type);
  LookForException(conversion);
  if (!type->isReferenceType() || Types::IsAggregate(to)) return result;
  return Load(PointedTo(result, to));
}

}  // namespace plait::frontend
