// Classes of characters as glibc's macros ask for them: `isspace(c)` is a bit of a table of the
// library, `(*__ctype_b_loc())[c] & _ISspace`. It becomes the call of the function.
#include <cstdint>
#include <optional>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "frontend/lower_function.h"

namespace plait::frontend {
namespace {

// The function that asks for the bit; null if none does.
const char* FunctionOfBit(int64_t bit) {
  switch (bit) {
    case 1 << 0:
      return "isblank";
    case 1 << 1:
      return "iscntrl";
    case 1 << 2:
      return "ispunct";
    case 1 << 3:
      return "isalnum";
    case 1 << 8:
      return "isupper";
    case 1 << 9:
      return "islower";
    case 1 << 10:
      return "isalpha";
    case 1 << 11:
      return "isdigit";
    case 1 << 12:
      return "isxdigit";
    case 1 << 13:
      return "isspace";
    case 1 << 14:
      return "isprint";
    case 1 << 15:
      return "isgraph";
    default:
      return nullptr;
  }
}

bool IsTableOfClasses(const clang::Expr* expression) {
  const auto* pointer = llvm::dyn_cast<clang::UnaryOperator>(expression->IgnoreParenImpCasts());
  if (pointer == nullptr || pointer->getOpcode() != clang::UO_Deref) return false;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(pointer->getSubExpr()->IgnoreParenImpCasts());
  const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  return callee != nullptr && callee->getIdentifier() != nullptr &&
         callee->getName() == "__ctype_b_loc";
}

}  // namespace

std::optional<ir::Operand> FunctionLowering::LowerCharacterClass(
    const clang::BinaryOperator& binary) {
  if (binary.getOpcode() != clang::BO_And) return std::nullopt;
  const auto* element =
      llvm::dyn_cast<clang::ArraySubscriptExpr>(binary.getLHS()->IgnoreParenImpCasts());
  if (element == nullptr || !IsTableOfClasses(element->getBase())) return std::nullopt;
  const auto bit = ConstantValue(*binary.getRHS());
  const char* function = bit ? FunctionOfBit(bit->value) : nullptr;
  if (function == nullptr) return std::nullopt;
  return EmitLibraryCall(function, {LowerValue(element->getIdx())}, context_.IntTy);
}

}  // namespace plait::frontend
