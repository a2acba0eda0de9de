// Decides which local variables can live in registers: scalars that are only ever read and assigned
// by name. And what else is to be known of a body beforehand.
#ifndef PLAIT_FRONTEND_ADDRESS_TAKEN_H_
#define PLAIT_FRONTEND_ADDRESS_TAKEN_H_

#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace plait::frontend {

// What a look over a body before lowering it has to find out.
struct BodyFacts {
  // Variables and parameters used in any other way than being read or assigned: `&x`, bound to a
  // reference, captured, operand of inline assembly.
  llvm::DenseSet<const clang::VarDecl*> address_taken;
  // Variables that are cast to a pointer to some object, as handles of locks are.
  llvm::DenseSet<const clang::VarDecl*> used_as_pointers;
  // Labels whose address is taken (&&label), in source order: the targets of computed gotos.
  std::vector<const clang::LabelDecl*> address_labels;
};

// Of a function with a body, with the initialisers of a constructor; or of an initialiser.
BodyFacts FindBodyFacts(const clang::FunctionDecl& function);
BodyFacts FindBodyFacts(const clang::Stmt& body);

// Whether the type and storage of the variable allow it to live in a register, given that its
// address is not taken.
bool FitsRegister(const clang::VarDecl& variable);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_ADDRESS_TAKEN_H_
