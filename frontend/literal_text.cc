#include "frontend/literal_text.h"

#include "llvm/Support/Casting.h"

namespace plait::frontend {

std::string TextOfLiteral(const clang::Expr& expression) {
  constexpr size_t kMaxBytes = 200;
  const clang::Expr* literal = &expression;
  if (const auto* predefined = llvm::dyn_cast<clang::PredefinedExpr>(literal)) {
    literal = predefined->getFunctionName();
  }
  const auto* string = llvm::dyn_cast_or_null<clang::StringLiteral>(literal);
  if (string == nullptr || string->getCharByteWidth() != 1) return "";
  std::string text = string->getBytes().take_front(kMaxBytes).str();
  if (text.size() < kMaxBytes) text += '\0';
  return text;
}

}  // namespace plait::frontend
