#include "frontend/inner_array.h"

#include "clang/AST/Decl.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

namespace {

// What is taken to lie behind the start of an array that may go on behind its end.
constexpr int64_t kOpenArrayBytes = int64_t{1} << 29;

// Whether other members follow this one in its object, as far as the expression says.
bool IsFollowed(const clang::MemberExpr& member, const clang::ASTContext& context) {
  const auto* field = dyn_cast<clang::FieldDecl>(member.getMemberDecl());
  if (field == nullptr || field->isInvalidDecl()) return false;
  const clang::RecordDecl& record = *field->getParent();
  if (!record.isUnion()) {
    for (const clang::FieldDecl* other : record.fields()) {
      const clang::QualType type = other->getType();
      if (other->getFieldIndex() > field->getFieldIndex() && !type->isIncompleteType() &&
          !type->isDependentType() && !context.getTypeSizeInChars(type).isZero()) {
        return true;
      }
    }
  }
  const auto* around = dyn_cast<clang::MemberExpr>(member.getBase()->IgnoreParens());
  return !member.isArrow() && around != nullptr && IsFollowed(*around, context);
}

// Whether the member is of a variable, behind whose end nothing is, or of an element of an array,
// behind whose end the next one is.
bool IsOfKnownEnd(const clang::MemberExpr& member) {
  if (member.isArrow()) return false;
  const clang::Expr* object = member.getBase()->IgnoreParens();
  if (const auto* around = dyn_cast<clang::MemberExpr>(object)) return IsOfKnownEnd(*around);
  if (const auto* element = dyn_cast<clang::ArraySubscriptExpr>(object)) {
    const auto* decay = dyn_cast<clang::CastExpr>(element->getBase()->IgnoreParens());
    return decay != nullptr && decay->getCastKind() == clang::CK_ArrayToPointerDecay;
  }
  const auto* name = dyn_cast<clang::DeclRefExpr>(object);
  return name != nullptr && llvm::isa<clang::VarDecl>(name->getDecl()) &&
         !name->getDecl()->getType()->isReferenceType();
}

// Whether programs let such an array at the end of an object go on behind its end: one without a
// size, of up to one element, or of bytes.
bool MayGoOn(const clang::ArrayType& array) {
  const auto* constant = dyn_cast<clang::ConstantArrayType>(&array);
  return constant == nullptr || constant->getSize().ule(1) ||
         array.getElementType()->isAnyCharacterType();
}

// The pointer that the steps lead from.
const clang::Expr* FollowSteps(const clang::Expr& pointer, std::vector<InnerElement::Step>* steps) {
  const clang::Expr* bare = pointer.IgnoreParens();
  if (const auto* sum = dyn_cast<clang::BinaryOperator>(bare);
      sum != nullptr && sum->isAdditiveOp()) {
    const bool pointer_first = sum->getLHS()->getType()->isPointerType();
    const clang::Expr* start = FollowSteps(pointer_first ? *sum->getLHS() : *sum->getRHS(), steps);
    steps->push_back(
        {pointer_first ? sum->getRHS() : sum->getLHS(), sum->getOpcode() == clang::BO_Sub});
    return start;
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(bare);
      unary != nullptr && unary->getOpcode() == clang::UO_AddrOf) {
    const auto* element = dyn_cast<clang::ArraySubscriptExpr>(unary->getSubExpr()->IgnoreParens());
    if (element != nullptr && element->getBase()->getType()->isPointerType()) {
      const clang::Expr* start = FollowSteps(*element->getBase(), steps);
      steps->push_back({element->getIdx(), false});
      return start;
    }
  }
  return bare;
}

}  // namespace

uint64_t ExtentOfInnerArray(const clang::Expr& pointer, const clang::ASTContext& context) {
  const auto* decay = dyn_cast<clang::CastExpr>(pointer.IgnoreParens());
  if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return 0;
  const auto* member = dyn_cast<clang::MemberExpr>(decay->getSubExpr()->IgnoreParens());
  const auto* array = member == nullptr ? nullptr : context.getAsArrayType(member->getType());
  if (array == nullptr || array->getElementType()->isDependentType()) return 0;
  if (MayGoOn(*array) && !IsFollowed(*member, context) && !IsOfKnownEnd(*member)) {
    const clang::QualType element = array->getElementType();
    if (element->isIncompleteType() || element->isVariablyModifiedType()) return 0;
    const int64_t bytes = context.getTypeSizeInChars(element).getQuantity();
    return bytes <= 0 ? 0 : static_cast<uint64_t>(kOpenArrayBytes / bytes);
  }
  const auto* constant = dyn_cast<clang::ConstantArrayType>(array);
  const uint64_t elements = constant == nullptr ? 0 : constant->getSize().getLimitedValue();
  return elements > 1 ? elements : 0;
}

uint64_t ExtentOfRow(const clang::Expr& pointer, const clang::ASTContext& context) {
  const auto* decay = dyn_cast<clang::CastExpr>(pointer.IgnoreParens());
  if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return 0;
  const auto* row = dyn_cast<clang::ArraySubscriptExpr>(decay->getSubExpr()->IgnoreParens());
  if (row == nullptr || row->isValueDependent() || row->getIdx()->isValueDependent()) return 0;
  const clang::ConstantArrayType* array = context.getAsConstantArrayType(row->getType());
  if (array == nullptr || row->getIdx()->isIntegerConstantExpr(context)) return 0;
  return array->getSize().getLimitedValue();
}

namespace {

// Rows of the plane that the pointer is the start of, in an array of at least three dimensions
// (m[i] of m[i][j][k]).
uint64_t ExtentOfPlane(const clang::Expr& pointer, const clang::ASTContext& context) {
  const clang::QualType type = pointer.getType();
  const bool is_of_rows = type->isPointerType() && type->getPointeeType()->isConstantArrayType();
  return is_of_rows ? ExtentOfRow(pointer, context) : 0;
}

}  // namespace

InnerElement FindInnerElement(const clang::Expr& pointer, const clang::ASTContext& context) {
  InnerElement element;
  element.array = FollowSteps(pointer, &element.steps);
  element.extent = ExtentOfInnerArray(*element.array, context);
  if (element.extent == 0) element.extent = ExtentOfPlane(*element.array, context);
  return element;
}

}  // namespace plait::frontend
