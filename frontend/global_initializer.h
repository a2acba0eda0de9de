// Flattens the initialiser of a variable with static storage into the values of its bytes.
#ifndef PLAIT_FRONTEND_GLOBAL_INITIALIZER_H_
#define PLAIT_FRONTEND_GLOBAL_INITIALIZER_H_

#include <string>
#include <vector>

#include "analyzer/ir/ir.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"
#include "frontend/lower_unit.h"

namespace plait::frontend {

// In order of offset; zeros and floating point numbers are left out. A value that is not known
// before the program runs (C++ only) is Operand::Unknown(), so that it is not taken for zero.
// Texts of string literals are added to `literals`.
std::vector<ir::InitialValue> FlattenInitializer(UnitLowering& unit, const clang::VarDecl& variable,
                                                 std::vector<std::string>* literals);
std::vector<ir::InitialValue> FlattenInitializer(UnitLowering& unit, clang::QualType type,
                                                 const clang::Expr& initializer,
                                                 std::vector<std::string>* literals);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_GLOBAL_INITIALIZER_H_
