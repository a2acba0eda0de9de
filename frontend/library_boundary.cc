#include "frontend/library_boundary.h"

#include <algorithm>

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Path.h"

namespace plait::frontend {
namespace {

using llvm::dyn_cast;

// Headers of libstdc++, and folders of headers of libc++, whose functions are entered.
const llvm::StringSet<>& EnteredHeaders() {
  static const auto* const headers = new llvm::StringSet<>{"algorithmfwd.h",
                                                           "alloc_traits.h",
                                                           "allocator.h",
                                                           "array",
                                                           "atomic",
                                                           "atomic_base.h",
                                                           "char_traits.h",
                                                           "chrono",
                                                           "chrono.h",
                                                           "compare",
                                                           "cpp_type_traits.h",
                                                           "functional",
                                                           "initializer_list",
                                                           "invoke.h",
                                                           "move.h",
                                                           "mutex",
                                                           "new_allocator.h",
                                                           "numeric",
                                                           "optional",
                                                           "predefined_ops.h",
                                                           "ptr_traits.h",
                                                           "ranges_algo.h",
                                                           "ranges_algobase.h",
                                                           "ranges_base.h",
                                                           "ranges_cmp.h",
                                                           "ranges_util.h",
                                                           "range_access.h",
                                                           "refwrap.h",
                                                           "shared_mutex",
                                                           "span",
                                                           "std_function.h",
                                                           "std_mutex.h",
                                                           "std_thread.h",
                                                           "stl_algo.h",
                                                           "stl_algobase.h",
                                                           "stl_construct.h",
                                                           "stl_function.h",
                                                           "stl_heap.h",
                                                           "stl_iterator.h",
                                                           "stl_iterator_base_funcs.h",
                                                           "stl_iterator_base_types.h",
                                                           "stl_numeric.h",
                                                           "stl_pair.h",
                                                           "stl_vector.h",
                                                           "string_view",
                                                           "string_view.tcc",
                                                           "tuple",
                                                           "type_traits",
                                                           "unique_lock.h",
                                                           "unique_ptr.h",
                                                           "utility",
                                                           "__algorithm",
                                                           "__atomic",
                                                           "__functional",
                                                           "__iterator",
                                                           "__memory",
                                                           "__mutex",
                                                           "__numeric",
                                                           "__tuple",
                                                           "__type_traits",
                                                           "__utility"};
  return *headers;
}

std::string PlainName(const clang::NamedDecl& declaration) {
  if (declaration.getDeclName().getNameKind() ==
      clang::DeclarationName::CXXConversionFunctionName) {
    return "operator T";
  }
  if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(&declaration)) {
    return constructor->getParent()->getNameAsString();
  }
  if (const auto* destructor = dyn_cast<clang::CXXDestructorDecl>(&declaration)) {
    return "~" + destructor->getParent()->getNameAsString();
  }
  return declaration.getNameAsString();
}

}  // namespace

bool IsInStandardLibrary(const clang::Decl& declaration) {
  const clang::DeclContext* outermost = declaration.getDeclContext();
  while (outermost != nullptr && !outermost->isTranslationUnit() && !outermost->isStdNamespace()) {
    outermost = outermost->getParent();
  }
  return outermost != nullptr && outermost->isStdNamespace() &&
         declaration.getASTContext().getSourceManager().isInSystemHeader(declaration.getLocation());
}

bool IsEntered(const clang::FunctionDecl& function) {
  const auto* method = dyn_cast<clang::CXXMethodDecl>(&function);
  if (method != nullptr && IsSynchronisation(*method->getParent())) {
    // A template may call what it is given; others are what models describe.
    return false;
  }
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  const llvm::StringRef file = sources.getFilename(sources.getExpansionLoc(function.getLocation()));
  // What the clocks tell comes from outside.
  if (llvm::sys::path::filename(file).starts_with("chrono") && !function.hasBody() &&
      function.getTemplateInstantiationPattern() == nullptr) {
    return false;
  }
  const llvm::StringRef folder = llvm::sys::path::filename(llvm::sys::path::parent_path(file));
  return EnteredHeaders().contains(llvm::sys::path::filename(file)) ||
         EnteredHeaders().contains(folder);
}

bool IsCopyOfLibraryFunction(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* body = function.getDefinition();
  if (body == nullptr || !body->hasAttr<clang::GNUInlineAttr>() ||
      body->isInlineDefinitionExternallyVisible()) {
    return false;
  }
  // Overloads of a builtin, as newer headers have them for Clang, count as no builtin.
  return body->getBuiltinID() != 0 ||
         (body->hasAttr<clang::ArtificialAttr>() &&
          function.getASTContext().getSourceManager().isInSystemHeader(body->getLocation()));
}

std::string QualifiedLibraryName(const clang::NamedDecl& declaration) {
  std::string name = PlainName(declaration);
  for (const clang::DeclContext* context = declaration.getDeclContext();
       context != nullptr && !context->isTranslationUnit(); context = context->getParent()) {
    if (const auto* space = dyn_cast<clang::NamespaceDecl>(context)) {
      if (!space->isInline() && !space->isAnonymousNamespace()) {
        name = space->getNameAsString() + "::" + name;
      }
    } else if (const auto* record = dyn_cast<clang::RecordDecl>(context)) {
      name = record->getNameAsString() + "::" + name;
    }
  }
  return name;
}

std::string StandardClass(const clang::CXXRecordDecl* record) {
  if (record == nullptr || !IsInStandardLibrary(*record)) return "";
  const std::string name = QualifiedLibraryName(*record);
  return name.starts_with("std::") ? name.substr(5) : "";
}

clang::QualType FirstTypeArgument(const clang::CXXRecordDecl& record) {
  const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (special == nullptr || special->getTemplateArgs().size() == 0) return {};
  const clang::TemplateArgument& argument = special->getTemplateArgs()[0];
  return argument.getKind() == clang::TemplateArgument::Type ? argument.getAsType()
                                                             : clang::QualType();
}

bool ThrowsWhatTaskThrew(const clang::FunctionDecl& function) {
  const auto* method = dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr || !function.getDeclName().isIdentifier()) return false;
  const std::string of = StandardClass(method->getParent());
  return function.getName() == "get" && (of == "future" || of == "shared_future");
}

const clang::CXXRecordDecl* RecordOf(clang::QualType type) {
  if (type.isNull()) return nullptr;
  type = type.getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->hasDefinition() ? record->getDefinition() : nullptr;
}

clang::QualType ElementType(const clang::CXXRecordDecl& record) {
  for (const char* name : {"value_type", "element_type"}) {
    const auto found = record.lookup(&record.getASTContext().Idents.get(name));
    if (const auto* alias =
            found.empty() ? nullptr : dyn_cast<clang::TypedefNameDecl>(found.front())) {
      return alias->getUnderlyingType().getCanonicalType();
    }
  }
  return {};
}

bool IsStream(const std::string& standard_class) {
  return standard_class.starts_with("basic_ostream") ||
         standard_class.starts_with("basic_istream") || standard_class.starts_with("basic_ios") ||
         standard_class.starts_with("ios_base");
}

namespace {

// What streams of all kinds have in common.
bool IsBaseOfStreams(const clang::CXXRecordDecl* record) {
  const std::string of = StandardClass(record);
  return of.starts_with("ios_base") ||
         (of.starts_with("basic_ios") && of.find("iostream") == std::string::npos);
}

}  // namespace

bool ChangesFormat(const clang::FunctionDecl& function) {
  const auto* method = dyn_cast<clang::CXXMethodDecl>(&function);
  if (method != nullptr && IsBaseOfStreams(method->getParent())) return true;
  const auto changes = [](clang::QualType type) {
    type = type.getNonReferenceType();
    if (IsBaseOfStreams(type->getAsCXXRecordDecl())) return true;
    const std::string of = StandardClass(type->getAsCXXRecordDecl());
    if (of.starts_with("_Set") || of == "_Resetiosflags") return true;
    if (type->isPointerType()) type = type->getPointeeType();
    const auto* manipulator = type->getAs<clang::FunctionProtoType>();
    return manipulator != nullptr && manipulator->getNumParams() == 1 &&
           IsBaseOfStreams(RecordOf(manipulator->getParamType(0)));
  };
  return std::any_of(
      function.param_begin(), function.param_end(),
      [&](const clang::ParmVarDecl* parameter) { return changes(parameter->getType()); });
}

bool ReachesOthers(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && variable->hasGlobalStorage() && !variable->isConstexpr())
      return true;
  }
  if (const auto* call = dyn_cast<clang::CallExpr>(statement)) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || !IsInStandardLibrary(*callee)) return true;
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(statement)) {
    if (member->isArrow() && !llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreImplicit())) {
      return true;
    }
  }
  return std::any_of(statement->child_begin(), statement->child_end(), ReachesOthers);
}

namespace {

using SeenClasses = llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8>;

bool EndsQuietly(clang::QualType type, SeenClasses* seen);

bool DeletesQuietly(const clang::Stmt* statement, SeenClasses* seen) {
  if (statement == nullptr) return true;
  if (const auto* deletion = dyn_cast<clang::CXXDeleteExpr>(statement)) {
    const clang::QualType type = deletion->getDestroyedType();
    if (type.isNull() || !EndsQuietly(type, seen)) return false;
  }
  return std::all_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return DeletesQuietly(child, seen); });
}

bool EndsQuietly(clang::QualType type, SeenClasses* seen) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr) return true;
  if (!record->hasDefinition()) return false;
  record = record->getDefinition();
  if (record->hasTrivialDestructor() || !seen->insert(record).second) return true;
  if (IsInStandardLibrary(*record)) {
    const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (special == nullptr) return true;
    const auto is_quiet = [&](const clang::TemplateArgument& argument) {
      return argument.getKind() != clang::TemplateArgument::Type ||
             EndsQuietly(argument.getAsType(), seen);
    };
    for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
      if (argument.getKind() == clang::TemplateArgument::Pack) {
        if (!llvm::all_of(argument.pack_elements(), is_quiet)) return false;
      } else if (!is_quiet(argument)) {
        return false;
      }
    }
    return true;
  }
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor == nullptr || destructor->isVirtual()) return false;
  if (destructor->isUserProvided() &&
      (!destructor->hasBody() || ReachesOthers(destructor->getBody()) ||
       !DeletesQuietly(destructor->getBody(), seen))) {
    return false;
  }
  return llvm::all_of(record->bases(),
                      [&](const clang::CXXBaseSpecifier& base) {
                        return EndsQuietly(base.getType(), seen);
                      }) &&
         llvm::all_of(record->fields(), [&](const clang::FieldDecl* field) {
           return EndsQuietly(field->getType(), seen);
         });
}

}  // namespace

bool EndsQuietly(clang::QualType type) {
  SeenClasses seen;
  return EndsQuietly(type, &seen);
}

namespace {

bool IsCalledByContainers(const clang::CXXMethodDecl& method) {
  return llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(method) ||
         method.isOverloadedOperator();
}

// Whether a constructor reaches others as it makes the members of the object.
bool MakesByOthers(const clang::CXXMethodDecl& method) {
  const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(&method);
  return constructor != nullptr &&
         llvm::any_of(constructor->inits(), [](const clang::CXXCtorInitializer* initializer) {
           return ReachesOthers(initializer->getInit());
         });
}

}  // namespace

bool CallsProgram(const clang::CXXRecordDecl& container) {
  const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(&container);
  if (special == nullptr) return false;
  llvm::SmallVector<clang::TemplateArgument, 4> arguments;
  for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
    if (argument.getKind() != clang::TemplateArgument::Pack) {
      arguments.push_back(argument);
    } else {
      arguments.append(argument.pack_begin(), argument.pack_end());
    }
  }
  return std::any_of(arguments.begin(), arguments.end(), [](const clang::TemplateArgument& one) {
    if (one.getKind() != clang::TemplateArgument::Type) return false;
    const clang::CXXRecordDecl* record = one.getAsType()->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || IsInStandardLibrary(*record)) return false;
    return std::any_of(
        record->method_begin(), record->method_end(), [](const clang::CXXMethodDecl* method) {
          return method->isUserProvided() && IsCalledByContainers(*method) &&
                 (!method->hasBody() || ReachesOthers(method->getBody()) || MakesByOthers(*method));
        });
  });
}

namespace {

using Test = llvm::function_ref<bool(const clang::CXXMethodDecl&)>;

bool IsImplicit(const clang::CXXMethodDecl& method, Implicit function) {
  if (function == Implicit::kEnd) return llvm::isa<clang::CXXDestructorDecl>(method);
  const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(&method);
  return constructor == nullptr
             ? method.isCopyAssignmentOperator() || method.isMoveAssignmentOperator()
             : constructor->isCopyOrMoveConstructor();
}

// `seen`: types that lead back to themselves, as those of lists.
bool AnyImplicit(clang::QualType type, Implicit function, Test test,
                 llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8>* seen) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return false;
  record = record->getDefinition();
  if (!seen->insert(record).second) return false;
  const auto is_one = [&](clang::QualType part) { return AnyImplicit(part, function, test, seen); };
  if (IsInStandardLibrary(*record)) {
    const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    if (special == nullptr) return false;
    for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
      if (argument.getKind() == clang::TemplateArgument::Pack) {
        for (const clang::TemplateArgument& one : argument.pack_elements()) {
          if (one.getKind() == clang::TemplateArgument::Type && is_one(one.getAsType()))
            return true;
        }
      }
      if (argument.getKind() == clang::TemplateArgument::Type && is_one(argument.getAsType())) {
        return true;
      }
    }
    return false;
  }
  return std::any_of(record->method_begin(), record->method_end(),
                     [&](const clang::CXXMethodDecl* method) {
                       return method->isUserProvided() && IsImplicit(*method, function) &&
                              test(*method);
                     }) ||
         std::any_of(record->bases_begin(), record->bases_end(),
                     [&](const auto& base) { return is_one(base.getType()); }) ||
         std::any_of(record->field_begin(), record->field_end(),
                     [&](const auto* field) { return is_one(field->getType()); });
}

bool IsEmpty(const clang::Stmt* body) {
  const auto* compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  return compound != nullptr && compound->body_empty();
}

// Whether the code leads out of its object by a pointer, a reference or what is deleted.
bool LeadsAway(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(statement)) {
    if (unary->getOpcode() == clang::UO_Deref &&
        !llvm::isa<clang::CXXThisExpr>(unary->getSubExpr()->IgnoreParenImpCasts())) {
      return true;
    }
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(statement)) {
    if (member->getMemberDecl()->getType()->isReferenceType()) return true;
  }
  if (const auto* construction = dyn_cast<clang::CXXConstructExpr>(statement)) {
    const clang::CXXConstructorDecl* constructor = construction->getConstructor();
    if (constructor->isUserProvided() && !IsInStandardLibrary(*constructor)) return true;
  }
  if (const auto* destruction = dyn_cast<clang::CXXDeleteExpr>(statement)) {
    const clang::QualType type = destruction->getDestroyedType();
    if (!type.isNull() && RunsProgram(type, Implicit::kEnd)) return true;
  }
  return std::any_of(statement->child_begin(), statement->child_end(), LeadsAway);
}

}  // namespace

bool RunsProgram(clang::QualType type, Implicit function) {
  llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8> seen;
  return AnyImplicit(
      type, function,
      [](const clang::CXXMethodDecl& method) {
        const clang::FunctionDecl* body = nullptr;
        if (!method.hasBody(body)) return true;
        const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(body);
        return !IsEmpty(body->getBody()) ||
               (constructor != nullptr && constructor->getNumCtorInitializers() > 0);
      },
      &seen);
}

bool LeavesObject(clang::QualType type, Implicit function) {
  llvm::SmallPtrSet<const clang::CXXRecordDecl*, 8> seen;
  return AnyImplicit(
      type, function,
      [](const clang::CXXMethodDecl& method) {
        const clang::FunctionDecl* body = nullptr;
        return !method.hasBody(body) || ReachesOthers(body->getBody()) ||
               LeadsAway(body->getBody());
      },
      &seen);
}

bool IsString(const std::string& standard_class) {
  return standard_class == "basic_string" || standard_class == "__cxx11::basic_string";
}

bool HasPlainCharacters(const clang::CXXRecordDecl* record) {
  const auto* special = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  const std::string of = StandardClass(record);
  if (special == nullptr || (!IsString(of) && of != "basic_string_view")) return false;
  const clang::TemplateArgumentList& arguments = special->getTemplateArgs();
  const auto* character = arguments[0].getAsType()->getAs<clang::BuiltinType>();
  return character != nullptr &&
         (character->getKind() == clang::BuiltinType::Char_S ||
          character->getKind() == clang::BuiltinType::Char_U) &&
         StandardClass(arguments[1].getAsType()->getAsCXXRecordDecl()) == "char_traits";
}

bool IsKeyed(const std::string& standard_class) {
  return IsContainer(standard_class) && !IsSequence(standard_class) && !IsString(standard_class) &&
         standard_class != "vector" && standard_class != "forward_list";
}

bool HasKeys(const std::string& standard_class) {
  return IsKeyed(standard_class) && standard_class != "priority_queue";
}

bool IsContainer(const std::string& standard_class) {
  return llvm::StringSwitch<bool>(standard_class)
      .Cases("vector", "deque", "list", "queue", "stack", "priority_queue", true)
      .Cases("map", "multimap", "set", "multiset", "basic_string", "forward_list", true)
      .Cases("unordered_map", "unordered_multimap", "unordered_set", "unordered_multiset", true)
      .Default(false);
}

bool OwnsMemoryOnly(const clang::CXXRecordDecl* record) {
  if (record == nullptr || !record->hasDefinition() || record->hasTrivialDestructor() ||
      record->getDestructor() == nullptr) {
    return true;
  }
  return StandardClass(record) == "__cxx11::basic_string" ||
         StandardClass(record) == "basic_string";
}

bool IsKeyedIterator(const std::string& standard_class) {
  return standard_class == "_Rb_tree_iterator" || standard_class == "_Rb_tree_const_iterator" ||
         standard_class == "__detail::_Node_iterator" ||
         standard_class == "__detail::_Node_const_iterator" ||
         standard_class == "__detail::_Node_iterator_base";
}

bool IsSequence(const std::string& standard_class) {
  return standard_class == "deque" || standard_class == "list" || standard_class == "queue" ||
         standard_class == "stack";
}

bool IsSequenceIterator(const std::string& standard_class) {
  return standard_class == "_List_iterator" || standard_class == "_List_const_iterator" ||
         standard_class == "_Deque_iterator";
}

bool IsSynchronisation(const clang::CXXRecordDecl& record) {
  static const auto* const classes = new llvm::StringSet<>{"mutex",
                                                           "recursive_mutex",
                                                           "timed_mutex",
                                                           "recursive_timed_mutex",
                                                           "shared_mutex",
                                                           "shared_timed_mutex",
                                                           "condition_variable",
                                                           "_V2::condition_variable_any",
                                                           "condition_variable_any",
                                                           "thread",
                                                           "jthread",
                                                           "__basic_future",
                                                           "future",
                                                           "shared_future",
                                                           "promise",
                                                           "packaged_task",
                                                           "latch",
                                                           "barrier",
                                                           "counting_semaphore",
                                                           "stop_token",
                                                           "stop_source",
                                                           "once_flag"};
  return classes->contains(StandardClass(&record));
}

}  // namespace plait::frontend
