// Elements that containers make in place, of what they are given or from nothing: what a map has
// not found, and those of a list of so many.
#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

bool IsPointer(clang::QualType type) {
  const std::string of = StandardClass(type->getAsCXXRecordDecl());
  return type->isPointerType() || of == "unique_ptr" || of == "shared_ptr";
}

// Whether an object that is made from nothing leads to memory of its own. Of what does not, nothing
// has to be said: each thread has it for itself until it finds something there.
bool MakesMemory(clang::QualType type) {
  if (const auto* array = llvm::dyn_cast<clang::ArrayType>(type.getTypePtr())) {
    return MakesMemory(array->getElementType());
  }
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return false;
  const std::string of = StandardClass(record);
  if (!of.empty() && of != "pair") return IsContainer(of) || of == "promise";
  for (const clang::CXXBaseSpecifier& base : record->getDefinition()->bases()) {
    if (MakesMemory(base.getType())) return true;
  }
  return std::any_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* f) {
    const bool may_be_set =
        f->hasInClassInitializer() || record->hasUserProvidedDefaultConstructor();
    return MakesMemory(f->getType()) || (may_be_set && IsPointer(f->getType()));
  });
}

// The constructor that takes these arguments; of a template, the instance made for them.
const clang::CXXConstructorDecl* ConstructorFor(const clang::CXXRecordDecl& record,
                                                llvm::ArrayRef<const clang::Expr*> arguments,
                                                const clang::ASTContext& context) {
  const clang::CXXConstructorDecl *exact = nullptr, *by_count = nullptr;
  int found = 0, counted = 0;
  const auto consider = [&](const clang::Decl* declaration) {
    const auto* constructor = dyn_cast_or_null<clang::CXXConstructorDecl>(declaration);
    if (constructor == nullptr || constructor->isDependentContext() || constructor->isDeleted() ||
        constructor->getNumParams() != arguments.size() || constructor->isCopyOrMoveConstructor()) {
      return;
    }
    by_count = constructor;
    ++counted;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const clang::QualType type = constructor->getParamDecl(i)->getType();
      const bool takes = type->isLValueReferenceType()
                             ? arguments[i]->isLValue() || type->getPointeeType().isConstQualified()
                             : !type->isRValueReferenceType() || !arguments[i]->isLValue();
      if (!takes ||
          !context.hasSameUnqualifiedType(type.getNonReferenceType(),
                                          arguments[i]->getType().getNonReferenceType())) {
        return;
      }
    }
    exact = constructor;
    ++found;
  };
  for (const clang::Decl* declaration : record.decls()) {
    if (const auto* pattern = dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
      for (const clang::FunctionDecl* instance : pattern->specializations()) consider(instance);
    } else {
      consider(declaration);
    }
  }
  return found == 1 ? exact : counted == 1 ? by_count : nullptr;
}

}  // namespace

void FunctionLowering::EmplaceElement(const Lvalue& object,
                                      llvm::ArrayRef<const clang::Expr*> arguments) {
  const clang::CXXRecordDecl* record = object.type->getAsCXXRecordDecl();
  const std::string of = StandardClass(record);
  const bool same = arguments.size() == 1 &&
                    context_.hasSameUnqualifiedType(arguments[0]->getType(), object.type);
  const bool is_synchronisation = record != nullptr && IsSynchronisation(*record);
  if (is_synchronisation && LowerSynchronisationConstruction(*record, object, arguments, same)) {
    return;
  }
  const clang::QualType first = arguments.empty() ? clang::QualType() : arguments[0]->getType();
  if (!same && arguments.size() == 1 && object.type->isScalarType() && first->isScalarType()) {
    const Operand value =
        arguments[0]->isGLValue() ? Load(LowerLvalue(arguments[0])) : LowerValue(arguments[0]);
    return Store(object, ConvertPassed(value, first, object.type));
  }
  if (same || (record == nullptr && arguments.size() == 1)) return DecayCopy(object, arguments[0]);
  if (of == "pair" && arguments.size() >= 2) {
    const bool is_piecewise =
        StandardClass(arguments[0]->getType()->getAsCXXRecordDecl()) == "piecewise_construct_t";
    if (!is_piecewise) {
      EmplaceElement(MemberOfPair(object, 0), arguments.take_front());
      EmplaceElement(MemberOfPair(object, 1), arguments.drop_front());
      return;
    }
    NoteUnseen("pair that is made from tuples");
  }
  std::vector<Operand> given;
  for (const clang::Expr* argument : arguments) given.push_back(LowerArgument(argument));
  if (IsContainer(of)) return ConstructContainer(AddressOf(object), object.type, arguments, given);
  const bool has_body = of.empty() || is_synchronisation || of == "function" ||
                        of == "unique_ptr" || of == "optional" || of.ends_with("_lock") ||
                        of == "lock_guard";
  const clang::CXXConstructorDecl* only = record != nullptr && record->hasDefinition() && has_body
                                              ? ConstructorFor(*record, arguments, context_)
                                              : nullptr;
  const bool is_plain = only == nullptr || only->isTrivial();
  if (is_plain && arguments.empty()) return StoreZero(object);
  if (only == nullptr) {
    // It may lock, or start a thread.
    if (has_body && record != nullptr && record->hasUserDeclaredConstructor()) {
      NoteUnseen("constructor of an element, one of several");
    }
    return StoreUnknown(object);
  }
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = CalleeOperand(*only);
  call.text = builder_.Intern(Identity::DisplayName(*only));
  call.arguments.push_back(AddressOf(object));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool by_value = arguments[i]->isGLValue() &&
                          !Types::IsAggregate(arguments[i]->getType()) &&
                          !only->getParamDecl(i)->getType()->isReferenceType();
    const clang::QualType parameter = only->getParamDecl(i)->getType();
    const Operand value = by_value ? Load(PointedTo(given[i], arguments[i]->getType())) : given[i];
    const bool is_value = !parameter->isReferenceType() && !Types::IsAggregate(parameter);
    call.arguments.push_back(is_value ? ConvertPassed(value, arguments[i]->getType(), parameter)
                                      : value);
  }
  EmitCall(std::move(call), context_.VoidTy);
}

ir::Operand FunctionLowering::WhetherNew(const ir::Operand& block) {
  const bool is_known = !elements_.is_new.is_none() && elements_.block == block;
  return is_known ? builder_.UnknownFrom(block, elements_.is_new) : builder_.UnknownFrom(block);
}

void FunctionLowering::MakeElement(const ir::Operand& block, const Lvalue& element) {
  if (!MakesMemory(element.type)) return;
  const BlockId made = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  builder_.Branch(WhetherNew(block), made, join);
  builder_.StartBlock(made);
  EmplaceElement(element, {});
  builder_.StartBlock(join);
}

void FunctionLowering::MakePair(const ir::Operand& block, const Lvalue& pair,
                                const clang::Expr* key, const ir::Operand& given) {
  const Lvalue first = MemberOfPair(pair, 0);
  const bool is_kept =
      MakesMemory(first.type) && context_.hasSameUnqualifiedType(first.type, key->getType());
  if (is_kept) {
    const BlockId made = builder_.NewBlock();
    const BlockId join = builder_.NewBlock();
    builder_.Branch(WhetherNew(block), made, join);
    builder_.StartBlock(made);
    ir::Place from;
    from.base = given;
    ConstructFrom(first, from, key->isXValue());
    builder_.StartBlock(join);
  }
  MakeElement(block, MemberOfPair(pair, 1));
}

}  // namespace plait::frontend
