#include "frontend/intent.h"

#include <algorithm>

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace plait::frontend {
namespace {

constexpr llvm::StringLiteral kMacros[] = {"PLAIT_DATA_RACE", "data_race"};
constexpr llvm::StringLiteral kAnnotation = "plait:racy-by-design";

bool IsMarkedDeclaration(const clang::Decl& declaration) {
  const auto attributes = declaration.specific_attrs<clang::AnnotateAttr>();
  return std::any_of(attributes.begin(), attributes.end(),
                     [](const clang::AnnotateAttr* attribute) {
                       return attribute->getAnnotation() == kAnnotation;
                     });
}

}  // namespace

bool Intent::IsMarked(const clang::Expr& lvalue) {
  if (IsInMarkingMacro(lvalue.getBeginLoc())) return true;
  // A part of what is marked is marked.
  for (const clang::Expr* part = &lvalue; part != nullptr;) {
    part = part->IgnoreParenImpCasts();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(part)) {
      if (IsMarkedDeclaration(*member->getMemberDecl())) return true;
      part = member->isArrow() ? nullptr : member->getBase();
    } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part)) {
      const clang::Expr* base = element->getBase()->IgnoreParenImpCasts();
      part = base->getType()->isArrayType() ? base : nullptr;
    } else {
      const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(part);
      return reference != nullptr && IsMarkedDeclaration(*reference->getDecl());
    }
  }
  return false;
}

bool Intent::IsInMarkingMacro(clang::SourceLocation location) {
  return location.isMacroID() &&
         IsMarkingExpansion(context_.getSourceManager().getFileID(location));
}

bool Intent::IsMarkingExpansion(clang::FileID expansion) {
  const auto [known, is_new] = expansions_.try_emplace(expansion, false);
  if (!is_new) return known->second;
  const clang::SourceManager& sources = context_.getSourceManager();
  const clang::SrcMgr::ExpansionInfo& info = sources.getSLocEntry(expansion).getExpansion();
  const clang::SourceLocation begin = info.getExpansionLocStart();
  // The macro around this one, or around the parameter that this is the argument for.
  bool is_marking = IsInMarkingMacro(begin);
  if (info.isMacroArgExpansion()) {
    // The argument may itself come out of a macro.
    is_marking = is_marking || IsInMarkingMacro(info.getSpellingLoc());
  } else if (!is_marking) {
    const clang::SourceLocation name = sources.getSpellingLoc(begin);
    const llvm::StringRef spelled = clang::Lexer::getSourceText(
        clang::CharSourceRange::getTokenRange(name, name), sources, context_.getLangOpts());
    is_marking = llvm::is_contained(kMacros, spelled);
  }
  return expansions_[expansion] = is_marking;
}

}  // namespace plait::frontend
