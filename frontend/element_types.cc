// What elements of containers own, by their types.
#include <string>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "frontend/library_boundary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

using llvm::dyn_cast;

using SeenClasses = llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8>;

// Classes of the library whose end is that of what their arguments are, or nothing.
bool EndsWithArguments(const std::string& standard_class) {
  return IsContainer(standard_class) || IsString(standard_class) ||
         llvm::StringSwitch<bool>(standard_class)
             .Cases("pair", "tuple", "optional", "unique_ptr", "shared_ptr", "weak_ptr", true)
             .Cases("allocator", "default_delete", "less", "greater", "equal_to", "hash", true)
             .Cases("mutex", "shared_mutex", "condition_variable", "atomic", true)
             .Default(false);
}

bool FreesMemoryOnly(clang::QualType type, SeenClasses* seen) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr) return true;
  if (!record->hasDefinition()) return false;
  record = record->getDefinition();
  if (record->hasTrivialDestructor() || !seen->insert(record).second) return true;
  const std::string of = StandardClass(record);
  const auto is_one = [&](const clang::TemplateArgument& argument) {
    return argument.getKind() != clang::TemplateArgument::Type ||
           FreesMemoryOnly(argument.getAsType(), seen);
  };
  if (!of.empty()) {
    if (!EndsWithArguments(of)) return false;
    const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (special == nullptr) return true;
    return llvm::all_of(special->getTemplateArgs().asArray(),
                        [&](const clang::TemplateArgument& argument) {
                          return argument.getKind() == clang::TemplateArgument::Pack
                                     ? llvm::all_of(argument.pack_elements(), is_one)
                                     : is_one(argument);
                        });
  }
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor == nullptr || destructor->isVirtual() || destructor->isUserProvided()) {
    return false;
  }
  return llvm::all_of(record->bases(),
                      [&](const clang::CXXBaseSpecifier& base) {
                        return FreesMemoryOnly(base.getType(), seen);
                      }) &&
         llvm::all_of(record->fields(), [&](const clang::FieldDecl* field) {
           return FreesMemoryOnly(field->getType(), seen);
         });
}

}  // namespace

bool FreesMemoryOnly(clang::QualType type) {
  SeenClasses seen;
  return FreesMemoryOnly(type, &seen);
}

bool HasContainer(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return false;
  const std::string of = StandardClass(record);
  if (!of.empty()) return IsContainer(of);
  record = record->getDefinition();
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    if (HasContainer(base.getType())) return true;
  }
  for (const clang::FieldDecl* field : record->fields()) {
    if (HasContainer(field->getType())) return true;
  }
  return false;
}

bool OwnsContainer(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return false;
  record = record->getDefinition();
  const std::string of = StandardClass(record);
  if (!of.empty() && of != "pair") return IsContainer(of) || IsString(of);
  return llvm::any_of(
             record->bases(),
             [](const clang::CXXBaseSpecifier& base) { return OwnsContainer(base.getType()); }) ||
         llvm::any_of(record->fields(), [](const clang::FieldDecl* field) {
           return OwnsContainer(field->getType());
         });
}

}  // namespace plait::frontend
