// Conversions that the C++ standard library makes on the way, of what it passes on to the program's
// functions and of smart pointers.
#include <cstdint>
#include <iterator>
#include <optional>

#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"

namespace plait::frontend {
namespace {

// How far behind its beginning a record has the base. Nothing if that is not known, as of a virtual
// one, or if there are several; 0 if it is no base.
std::optional<int64_t> OffsetOfBase(const clang::CXXRecordDecl& record,
                                    const clang::CXXRecordDecl& base,
                                    const clang::ASTContext& context) {
  if (record.getCanonicalDecl() == base.getCanonicalDecl()) return 0;
  clang::CXXBasePaths paths;
  if (!record.isDerivedFrom(&base, paths)) return 0;
  if (record.isInvalidDecl() || record.isDependentType() || paths.begin() == paths.end() ||
      std::next(paths.begin()) != paths.end()) {
    return std::nullopt;
  }
  int64_t offset = 0;
  for (const clang::CXXBasePathElement& step : paths.front()) {
    if (step.Base->isVirtual()) return std::nullopt;
    offset += context.getASTRecordLayout(step.Class)
                  .getBaseClassOffset(step.Base->getType()->getAsCXXRecordDecl())
                  .getQuantity();
  }
  return offset;
}

}  // namespace

// A pointer to a record, as one to its base.
ir::Operand FunctionLowering::AsBase(const Operand& pointer, const clang::CXXRecordDecl* record,
                                     const clang::CXXRecordDecl* base) {
  if (record == nullptr || base == nullptr) return pointer;
  const auto offset = OffsetOfBase(*record, *base, context_);
  if (!offset.has_value()) {
    NoteUnseen("conversion to a base by the library");
    return Operand::Unknown();
  }
  if (*offset == 0) return pointer;
  ir::Place place;
  place.base = pointer;
  AddOffset(place, *offset);
  return builder_.Address(place);
}

// The object that derives from the base and hands its own type on to it; `base` is a library's.
ir::Operand FunctionLowering::AsDerived(const Operand& self, const clang::CXXRecordDecl& base) {
  const clang::CXXRecordDecl* record = RecordOf(FirstTypeArgument(base));
  const auto offset = record == nullptr ? std::nullopt : OffsetOfBase(*record, base, context_);
  if (!offset.has_value()) {
    NoteUnseen("conversion from a base by the library");
    return Operand::Unknown();
  }
  ir::Place place;
  place.base = self;
  AddOffset(place, -*offset);
  return builder_.Address(place);
}

ir::Operand FunctionLowering::ConvertPassed(const Operand& value, clang::QualType from,
                                            clang::QualType to) {
  if (from->isPointerType() && to->isPointerType()) {
    return AsBase(value, RecordOf(from), RecordOf(to));
  }
  if (from->isPointerType() && to->isBooleanType()) {
    return builder_.Binary(ir::Binary::kNe, value, Operand::Constant(0), 4, /*is_signed=*/false);
  }
  const bool are_numbers = from->isIntegralOrEnumerationType() && to->isIntegralOrEnumerationType();
  if (are_numbers) return ConvertInteger(value, from, to);
  const bool is_same = context_.hasSameUnqualifiedType(from, to);
  return is_same || !from->isArithmeticType() || !to->isArithmeticType() ? value
                                                                         : Operand::Unknown();
}

// The pointer of a smart pointer of that type, as one to the element or a base of what it points
// to.
ir::Operand FunctionLowering::SharedAs(const Operand& pointer, clang::QualType owner,
                                       clang::QualType element) {
  const clang::CXXRecordDecl* record = RecordOf(owner);
  const clang::QualType owned =
      record == nullptr || StandardClass(record).empty() ? clang::QualType() : ElementType(*record);
  return AsBase(pointer, RecordOf(owned), RecordOf(element));
}

}  // namespace plait::frontend
