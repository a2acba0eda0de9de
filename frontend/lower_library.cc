// Calls into the C++ standard library that are not entered (library_boundary.h): what they do to
// their object goes by the rule of [res.on.data.races], a const member function reads it and any
// other one writes it.
#include <string>
#include <utility>
#include <vector>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;

namespace {

// Changes of a vector that are not entered.
bool ChangesVector(const std::string& name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("push_back", "emplace_back", "pop_back", "clear", "resize", "reserve", true)
      .Cases("insert", "emplace", "erase", "assign", "swap", "shrink_to_fit", "operator=", true)
      .Default(false);
}

}  // namespace

Lvalue FunctionLowering::WordOf(const Operand& object, int64_t offset, const std::string& text) {
  Lvalue word = PointedTo(object, context_.VoidPtrTy);
  AddOffset(word.place, offset);
  word.text = text;
  return word;
}

void FunctionLowering::ExchangeWords(const Lvalue& one, const Lvalue& other) {
  const Operand kept = Load(one);
  Store(one, Load(other));
  Store(other, kept);
}

void FunctionLowering::ExchangeThreads(const Operand& one, const Operand& other,
                                       const std::string& of) {
  ExchangeWords(WordOf(one, 0, of), WordOf(other, 0, of));
  if (of != "jthread") return;
  ExchangeWords(WordOf(one, kPointerSize, of), WordOf(other, kPointerSize, of));
}

std::optional<ir::Operand> FunctionLowering::LowerLibraryMethod(
    const clang::CXXMethodDecl& method, const Operand& self,
    llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type) {
  const std::string of = StandardClass(method.getParent());
  if (of.empty() || !method.isInstance()) return std::nullopt;
  if (const auto lowered = LowerAtomicMethod(method, self, arguments, result_type)) return *lowered;
  const std::string name = method.getNameAsString();
  if (of == "enable_shared_from_this" && name.ends_with("_from_this")) {
    return NewFuture(AsDerived(self, *method.getParent()), result_type);
  }
  if (const auto lowered = LowerBits(method, of, self, arguments, result_type)) return *lowered;
  if (of == "vector" && ChangesVector(name)) {
    return ChangeVector(method, self, arguments, result_type);
  }
  if (of == "vector" && name == "size") {
    const clang::QualType element = ElementType(*method.getParent());
    if (!element->isBooleanType()) return CountInVector(self, element);
  }
  if ((of == "thread" || of == "jthread") && name == "swap" && arguments.size() == 1) {
    ExchangeThreads(self, LowerReferenceBinding(arguments[0]), of);
    return Operand::None();
  }
  if (IsSynchronisation(*method.getParent())) {
    return LowerSynchronisationMethod(method, of, self, arguments, result_type);
  }
  if (method.getDefinition() != nullptr && IsEntered(*method.getDefinition())) return std::nullopt;
  if (IsEntered(method)) return std::nullopt;
  return LowerContainerMethod(method, of, self, arguments, result_type);
}

bool FunctionLowering::LowerLibraryConstruction(const Lvalue& object,
                                                const clang::CXXConstructExpr& construction) {
  const clang::CXXConstructorDecl& constructor = *construction.getConstructor();
  const std::string of = StandardClass(constructor.getParent());
  if (of.empty()) return false;
  llvm::SmallVector<const clang::Expr*, 8> arguments(construction.arguments());
  while (!arguments.empty() && llvm::isa<clang::CXXDefaultArgExpr>(arguments.back())) {
    arguments.pop_back();
  }
  if (IsSynchronisation(*constructor.getParent())) {
    return LowerSynchronisationConstruction(*constructor.getParent(), object, arguments,
                                            constructor.isCopyOrMoveConstructor());
  }
  if (of == "stop_callback") {
    ConstructStopCallback(arguments);
    return true;
  }
  if (of == "lock_guard") {
    // In place, since a callee does not tell how often it took a recursive lock.
    const clang::Expr* lockable = construction.getArg(0);
    const Operand lock = LowerReferenceBinding(lockable);
    Store(WordOf(AddressOf(object), 0, "lock_guard"), lock);
    if (construction.getNumArgs() == 1) CallLockable("lock", lockable->getType(), lock);
    return true;
  }
  const bool is_vector = of == "vector";
  if (!is_vector && IsEntered(constructor)) return false;
  const Operand self = AddressOf(object);
  if (types_.Size(object.type) < kPointerSize) {
    for (const clang::Expr* argument : arguments) LowerArgument(argument);
    return true;
  }
  const clang::QualType element = ElementType(*constructor.getParent());
  const bool is_shared_pointer = of == "shared_ptr" || of == "__shared_ptr" || of == "weak_ptr";
  if (is_shared_pointer) {
    const bool has_deleter = arguments.size() >= 2 &&
                             StandardClass(arguments[0]->getType()->getAsCXXRecordDecl()).empty();
    if (has_deleter) NoteUnseen("deleter of a shared object");
    ConstructPointer(WordOf(self, 0, object.text), element, arguments,
                     constructor.isMoveConstructor());
    return true;
  }
  std::vector<Operand> given;
  for (const clang::Expr* argument : arguments) given.push_back(LowerArgument(argument));
  const bool is_same =
      !given.empty() && context_.hasSameUnqualifiedType(arguments[0]->getType(), object.type);
  if (is_same && IsSequenceIterator(of)) {
    Copy(object, PointedTo(given[0], object.type).place, nullptr);
    return true;
  }
  // Also one for reading made from one for writing.
  const auto is_iterator = [](const std::string& name) { return name.ends_with("iterator"); };
  if (is_iterator(of) && given.size() == 1 &&
      is_iterator(StandardClass(arguments[0]->getType()->getAsCXXRecordDecl()))) {
    Store(WordOf(self, 0, of), Load(WordOf(given[0], 0, of)));
    return true;
  }
  if (is_same && !element.isNull()) {
    if (constructor.isMoveConstructor()) {
      MoveContainer(self, given[0], of);
    } else {
      CopyContainer(self, given[0], of, element);
    }
    return true;
  }
  if (IsKeyed(of) && !given.empty()) {
    NoteCalledBack(*constructor.getParent());
  }
  ConstructContainer(self, object.type, arguments, given);
  return true;
}

void FunctionLowering::ConstructPointer(const Lvalue& word, clang::QualType element,
                                        llvm::ArrayRef<const clang::Expr*> arguments, bool moves) {
  if (arguments.empty() || arguments[0]->getType()->isNullPtrType()) {
    return Store(word, Operand::Constant(0));
  }
  // What it shares the object with comes before the pointer to a part of it.
  const clang::Expr* first = arguments[0];
  const bool is_pair = arguments.size() == 2 && arguments[1]->getType()->isPointerType() &&
                       !first->getType()->isPointerType();
  if (is_pair) {
    LowerArgument(first);
    first = arguments[1];
    moves = false;
  }
  if (first->getType()->isPointerType()) {
    const Operand pointer = first->isGLValue() ? Load(LowerLvalue(first)) : LowerValue(first);
    return Store(word, AsBase(pointer, RecordOf(first->getType()), RecordOf(element)));
  }
  Lvalue source;
  source.place = first->isGLValue() ? LowerLvalue(first).place : LowerRecord(first);
  source.type = context_.VoidPtrTy;
  source.source = first;
  Store(word, SharedAs(Load(source), first->getType(), element));
  if (moves) Store(source, Operand::Constant(0));
}

bool FunctionLowering::LowerLibraryDestruction(const clang::CXXDestructorDecl& destructor,
                                               const ir::Place& object) {
  const std::string of = StandardClass(destructor.getParent());
  if (of.empty()) return false;
  const Operand self = builder_.Address(object);
  if (of == "jthread") {
    DestroyJthread(self);
    return true;
  }
  if (of == "future" || of == "thread") {
    EmitLibraryCall("std::" + of + "::~" + of, {self}, context_.VoidTy);
    return true;
  }
  if (IsSynchronisation(*destructor.getParent()) || of == "stop_callback") return true;
  if (of == "lock_guard") {
    const auto& guard = *cast<clang::ClassTemplateSpecializationDecl>(destructor.getParent());
    CallLockable("unlock", guard.getTemplateArgs()[0].getAsType(), Load(WordOf(self, 0, of)));
    return true;
  }
  if (of != "vector" && IsEntered(destructor)) return false;
  if (of == "shared_ptr" || of == "__shared_ptr") {
    DestroyShared(destructor);
    return true;
  }
  if (of == "variant") NoteCalledBack(*destructor.getParent());
  const clang::QualType element = ElementType(*destructor.getParent());
  const clang::QualType type = context_.getTypeDeclType(destructor.getParent());
  if (IsStream(of) || element.isNull() || types_.Size(type) < kPointerSize) return true;
  const Operand block = Load(WordOf(self, 0, of));
  const clang::CXXRecordDecl* record = element->getAsCXXRecordDecl();
  ir::Place place;
  if (OwnsMemoryOnly(record)) {
    // Who uses that reads the element first, and so races with the end of the container as well.
  } else if (of == "vector") {
    place.base = block;
    ForEachElement(place, CountInVector(self, element), static_cast<int64_t>(types_.Size(element)),
                   [&](const ir::Place& each) { CallDestructor(*record->getDestructor(), each); });
  } else if (IsSequence(of)) {
    DestroySequence(self, block, element);
  } else if (StandardClass(record) != "thread") {
    // Which of several threads one would be joined there cannot be told.
    const ElementScope scope(*this);
    if (FreesMemoryOnly(element)) {
      // Executions leave the memory to itself: what they find at that place is 0.
      elements_.block = block;
      elements_.size = static_cast<int64_t>(types_.Size(element));
      elements_.kept = Known("nothing", {});
    }
    place.base = SomeElement(block, element);
    CallDestructor(*record->getDestructor(), place);
  }
  EmitLibraryCall("_ZdlPv", {block}, context_.VoidTy);
  return true;
}

// The last owner destroys the object, after all others have let it go; which one that is cannot be
// told. Destructors that the program wrote may do anything, so they are not passed over in silence.
void FunctionLowering::DestroyShared(const clang::CXXDestructorDecl& destructor) {
  const clang::QualType element = ElementType(*destructor.getParent());
  const clang::CXXRecordDecl* record = element.isNull() ? nullptr : element->getAsCXXRecordDecl();
  const bool is_plain = record == nullptr || !record->hasDefinition() ||
                        record->getDestructor() == nullptr ||
                        !record->getDestructor()->isUserProvided() || IsInStandardLibrary(*record);
  if (is_plain) return;
  NoteUnseen("destruction of a shared object by its last owner");
}

void FunctionLowering::NoteUnseen(const char* what) {
  ir::Instruction unknown;
  unknown.opcode = ir::Opcode::kUnknown;
  unknown.text = builder_.Intern(what);
  unknown.result = builder_.NewRegister();
  builder_.Append(std::move(unknown));
}

}  // namespace plait::frontend
