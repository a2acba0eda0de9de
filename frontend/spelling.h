// Spells expressions the way people read them in a report: "queue->items[i].state".
#ifndef PLAIT_FRONTEND_SPELLING_H_
#define PLAIT_FRONTEND_SPELLING_H_

#include <string>

#include "clang/AST/Expr.h"

namespace plait::frontend {

// Short: implicit conversions and casts are left out, macros are expanded, what is long or unusual
// becomes "...". Cheap enough to be called for every access, unlike Stmt::printPretty.
std::string SpellExpression(const clang::Expr& expression);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_SPELLING_H_
