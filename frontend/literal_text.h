// Contents of string literals, as the IR keeps them.
#ifndef PLAIT_FRONTEND_LITERAL_TEXT_H_
#define PLAIT_FRONTEND_LITERAL_TEXT_H_

#include <string>

#include "clang/AST/Expr.h"

namespace plait::frontend {

// Bytes of the literal as ir::Procedure::literals has them; empty for one of wide characters and
// for what is no string literal. `expression`: without parentheses and casts.
std::string TextOfLiteral(const clang::Expr& expression);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_LITERAL_TEXT_H_
