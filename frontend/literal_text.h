// Contents of string literals, as the IR keeps them.
#ifndef PLAIT_FRONTEND_LITERAL_TEXT_H_
#define PLAIT_FRONTEND_LITERAL_TEXT_H_

#include <string>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace plait::frontend {

// Bytes of the literal as ir::Procedure::literals has them; empty for one of wide characters, for
// what is no string literal, and for one that names the file that it is in (__FILE__), so that what
// is captured does not depend on where the project lies. `expression`: without parentheses and
// casts.
std::string TextOfLiteral(const clang::ASTContext& context, const clang::Expr& expression);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_LITERAL_TEXT_H_
