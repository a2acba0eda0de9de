#include "frontend/literal_text.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

bool NamesItsFile(const clang::ASTContext& context, const clang::StringLiteral& literal) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getExpansionLoc(literal.getBeginLoc()));
  if (place.isInvalid()) return false;
  const llvm::StringRef file = place.getFilename();
  return !file.empty() && literal.getBytes().contains(file);
}

}  // namespace

std::string TextOfLiteral(const clang::ASTContext& context, const clang::Expr& expression) {
  constexpr size_t kMaxBytes = 200;
  const clang::Expr* literal = &expression;
  if (const auto* predefined = llvm::dyn_cast<clang::PredefinedExpr>(literal)) {
    literal = predefined->getFunctionName();
  }
  const auto* string = llvm::dyn_cast_or_null<clang::StringLiteral>(literal);
  if (string == nullptr || string->getCharByteWidth() != 1 || NamesItsFile(context, *string)) {
    return "";
  }
  std::string text = string->getBytes().take_front(kMaxBytes).str();
  if (text.size() < kMaxBytes) text += '\0';
  return text;
}

}  // namespace plait::frontend
