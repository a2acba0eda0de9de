#include "frontend/identity.h"

#include "clang/AST/DeclCXX.h"
#include "frontend/library_boundary.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/raw_ostream.h"

namespace plait::frontend {
namespace {

// The declaration that says in which file an internal function or variable lives.
const clang::Decl& Home(const clang::ValueDecl& declaration) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    if (const clang::FunctionDecl* definition = function->getDefinition()) return *definition;
  } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
    if (const clang::VarDecl* definition = variable->getDefinition()) return *definition;
  }
  return *declaration.getCanonicalDecl();
}

bool IsCxxLinkage(const clang::ValueDecl& declaration) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    return !function->isExternC() && !function->isMain();
  }
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
  return variable == nullptr || !variable->isExternC();
}

std::string PlainName(const clang::NamedDecl& declaration) {
  std::string name;
  llvm::raw_string_ostream stream(name);
  declaration.printName(stream);
  return name;
}

}  // namespace

Identity::Identity(clang::ASTContext& context, Locations& locations)
    : context_(context), locations_(locations), mangler_(context) {}

std::string Identity::DisplayName(const clang::NamedDecl& declaration) {
  if (declaration.getDeclName().isIdentifier() &&
      declaration.getDeclContext()->isTranslationUnit()) {
    return declaration.getName().str();
  }
  if (declaration.getDeclContext()->isFunctionOrMethod()) return PlainName(declaration);
  return declaration.getQualifiedNameAsString();
}

const std::string& Identity::SymbolName(const clang::ValueDecl& declaration) {
  std::unique_ptr<std::string>& name = names_[declaration.getCanonicalDecl()];
  if (name == nullptr) {
    // Made first, stored after: naming one declaration may name another and move the table.
    std::string made = MakeName(declaration);
    std::unique_ptr<std::string>& slot = names_[declaration.getCanonicalDecl()];
    if (slot == nullptr) slot = std::make_unique<std::string>(std::move(made));
    return *slot;
  }
  return *name;
}

std::string Identity::ExternalName(const clang::ValueDecl& declaration) {
  if (!context_.getLangOpts().CPlusPlus || !IsCxxLinkage(declaration)) {
    return PlainName(declaration);
  }
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  if (function != nullptr && IsInStandardLibrary(*function) && !IsEntered(*function)) {
    return QualifiedLibraryName(*function);
  }
  // Names that depend on template parameters cannot be mangled; neither can constructors of
  // dependent classes. They are never lowered, only mentioned.
  if (declaration.getType()->isDependentType() ||
      declaration.getDeclContext()->isDependentContext()) {
    return declaration.getQualifiedNameAsString();
  }
  std::string mangled = mangler_.getName(&declaration);
  return mangled.empty() ? declaration.getQualifiedNameAsString() : mangled;
}

std::string Identity::OwnFile() {
  const clang::SourceManager& sources = context_.getSourceManager();
  return locations_.Path(sources.getLocForStartOfFile(sources.getMainFileID()));
}

std::string Identity::FunctionStaticName(const clang::VarDecl& variable) {
  const auto* function =
      llvm::dyn_cast_or_null<clang::FunctionDecl>(variable.getParentFunctionOrMethod());
  std::string name = OwnFile() + "::";
  if (function != nullptr) name += DisplayName(*function) + "::";
  name += PlainName(variable);
  const int ordinal = ++function_statics_[name];
  if (ordinal > 1) name += "#" + std::to_string(ordinal);
  return name;
}

std::string Identity::MakeName(const clang::ValueDecl& declaration) {
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
    if (const auto* alias = variable->getAttr<clang::AliasAttr>()) {
      const std::string aliasee = alias->getAliasee().str();
      for (const clang::NamedDecl* named :
           context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(aliasee))) {
        const auto* other = llvm::dyn_cast<clang::VarDecl>(named);
        if (other != nullptr && !other->isExternallyVisible()) return OwnFile() + "::" + aliasee;
      }
      return aliasee;
    }
    if (const auto* label = variable->getAttr<clang::AsmLabelAttr>();
        label != nullptr && variable->hasExternalFormalLinkage()) {
      return label->getLabel().ltrim('\1').str();
    }
    if (variable->isStaticLocal() && !context_.getLangOpts().CPlusPlus) {
      return FunctionStaticName(*variable);
    }
    if (variable->isStaticLocal() && !variable->isExternallyVisible()) {
      return FunctionStaticName(*variable);
    }
  }
  // A function of the library is itself, also where a local type is among the template's arguments.
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  const bool is_library = function != nullptr && context_.getLangOpts().CPlusPlus &&
                          IsInStandardLibrary(*function) && !IsEntered(*function);
  if (declaration.isExternallyVisible() || is_library) return ExternalName(declaration);
  // Each unit has its own copy of a static variable, also of one that a header defines.
  if (llvm::isa<clang::VarDecl>(declaration)) return OwnFile() + "::" + ExternalName(declaration);
  return locations_.Path(Home(declaration).getLocation()) + "::" + ExternalName(declaration);
}

}  // namespace plait::frontend
