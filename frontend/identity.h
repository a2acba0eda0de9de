// Names functions and variables so that every unit of a program uses the same name for the same
// thing and different names for different things.
//
//   external linkage   counter                          (C++: the mangled name)
//   standard library   std::mutex::lock                (C++, of functions that are not entered)
//   internal linkage   src/queue.c::counter             (file of the definition, project-relative)
//   function-static    src/queue.c::push::calls         ("#2", ... for later ones of the same name)
//
// A static inline function of a header has the header's path, so that all units share one copy of
// it; so does an internal variable defined in a header.
#ifndef PLAIT_FRONTEND_IDENTITY_H_
#define PLAIT_FRONTEND_IDENTITY_H_

#include <memory>
#include <string>
#include <unordered_map>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Mangle.h"
#include "frontend/locations.h"
#include "llvm/ADT/DenseMap.h"

namespace plait::frontend {

class Identity {
 public:
  // Both must outlive this.
  Identity(clang::ASTContext& context, Locations& locations);

  // The linkage name. `declaration` is a function or a variable with static storage.
  // Function-static variables of one name are numbered in the order they are first asked for. The
  // reference stays valid as long as this object.
  const std::string& SymbolName(const clang::ValueDecl& declaration);

  // As people write it: the plain name, qualified in C++.
  static std::string DisplayName(const clang::NamedDecl& declaration);

 private:
  std::string MakeName(const clang::ValueDecl& declaration);
  std::string ExternalName(const clang::ValueDecl& declaration);
  std::string OwnFile();  // main file of the unit
  std::string FunctionStaticName(const clang::VarDecl& variable);

  clang::ASTContext& context_;
  Locations& locations_;
  clang::ASTNameGenerator mangler_;
  llvm::DenseMap<const clang::Decl*, std::unique_ptr<std::string>> names_;
  std::unordered_map<std::string, int> function_statics_;  // how many of each name so far
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_IDENTITY_H_
