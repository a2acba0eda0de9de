// What of the C++ standard library is looked into. Functions that only pass on what they get (move,
// unique_lock, algorithms, atomics) are entered like any other code; the rest is known by name, or
// by the rule that a const member function reads its object and any other one writes it
// ([res.on.data.races]).
#ifndef PLAIT_FRONTEND_LIBRARY_BOUNDARY_H_
#define PLAIT_FRONTEND_LIBRARY_BOUNDARY_H_

#include <string>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

namespace plait::frontend {

// Whether the declaration is in namespace std, in a system header.
bool IsInStandardLibrary(const clang::Decl& declaration);

// Whether the body of a function of the standard library, which has one, is lowered.
bool IsEntered(const clang::FunctionDecl& function);

// Whether the only body is a copy that a header gives to a function of a library, to inline: the
// checks of the C library around its own functions, say. The function itself is the library's.
bool IsCopyOfLibraryFunction(const clang::FunctionDecl& function);

// "std::mutex::lock": the qualified name without inline namespaces and template arguments.
std::string QualifiedLibraryName(const clang::NamedDecl& declaration);

// The name of the standard class without "std::", "" if it is no such class.
std::string StandardClass(const clang::CXXRecordDecl* record);

// The first argument of an instance of a template if that is a type: T of std::future<T>. Null
// else.
clang::QualType FirstTypeArgument(const clang::CXXRecordDecl& record);

// The record that a value of the type is, refers to or points to, if it is complete; else nullptr.
const clang::CXXRecordDecl* RecordOf(clang::QualType type);

// Whether the function waits for a task, and then ends with what that threw.
bool ThrowsWhatTaskThrew(const clang::FunctionDecl& function);

// What a container, a string or a smart pointer holds. Null of other classes.
clang::QualType ElementType(const clang::CXXRecordDecl& record);

// Of the name of a standard class.
bool IsStream(const std::string& standard_class);
// Whether the end of such an object does nothing but to free memory and to let go what the library
// knows.
bool EndsQuietly(clang::QualType type);
// Of a function of the library that gets a stream to change: whether that is how values look in it,
// or what else is no printing or reading.
bool ChangesFormat(const clang::FunctionDecl& function);

bool IsString(const std::string& standard_class);

// A std::string or std::string_view: of `char`, compared as the library does.
bool HasPlainCharacters(const clang::CXXRecordDecl* record);

// Of the name of a standard class.
bool IsContainer(const std::string& standard_class);

// Whether it puts its elements in an order of theirs.
bool IsKeyed(const std::string& standard_class);

// Whether its elements are found by keys: a map or a set.
bool HasKeys(const std::string& standard_class);

// Whether the container may call functions of the program that do more than to look at what they
// are given: to compare elements or to make them.
bool CallsProgram(const clang::CXXRecordDecl& container);

// Whether the code names variables of the program, follows pointers or calls other functions.
bool ReachesOthers(const clang::Stmt* statement);

// Functions of a class that run without being named in an expression.
enum class Implicit { kEnd, kCopyOrMove };

// Whether a class that the type has (as a base, a member or an argument of a template of the
// library) has one of them that the program wrote and that does anything.
bool RunsProgram(clang::QualType type, Implicit function);

// Whether such a one may touch more than its object.
bool LeavesObject(clang::QualType type, Implicit function);

// Whether the end of an element, if it does anything, frees memory that is the element's alone.
bool OwnsMemoryOnly(const clang::CXXRecordDecl* record);

// Whether the end of an object does nothing but to free memory, also of what it owns by pointers.
bool FreesMemoryOnly(clang::QualType type);

// Whether objects of the type are or have containers.
bool HasContainer(clang::QualType type);

// Whether objects of the type, or the members of a pair, are or have containers, so that a copy of
// the bytes is none of the object.
bool OwnsContainer(clang::QualType type);

// Of the name of a class: of libstdc++, what goes through a map or a set.
bool IsKeyedIterator(const std::string& standard_class);

// Of the name of a container: something is put in at its ends, and taken out there.
bool IsSequence(const std::string& standard_class);

// Of the name of a class: of libstdc++, what goes through a list or a deque.
bool IsSequenceIterator(const std::string& standard_class);

// Whether calls of its methods are left to models: what threads synchronise with.
bool IsSynchronisation(const clang::CXXRecordDecl& record);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_LIBRARY_BOUNDARY_H_
