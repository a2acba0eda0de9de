// What changes a vector.
#include <string>
#include <utility>
#include <vector>

#include "clang/AST/DeclCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"

namespace plait::frontend {
namespace {

// Of libstdc++: not in namespace std.
bool IsVectorIterator(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record != nullptr && record->getIdentifier() != nullptr &&
         record->getName() == "__normal_iterator";
}

}  // namespace

ir::Operand FunctionLowering::ChangeVector(const clang::CXXMethodDecl& method, const Operand& self,
                                           llvm::ArrayRef<const clang::Expr*> arguments,
                                           clang::QualType result_type) {
  const std::string name = method.getNameAsString();
  const clang::QualType element = ElementType(*method.getParent());
  const auto size = static_cast<int64_t>(types_.Size(element));
  const Lvalue begin = WordOf(self, 0, "vector");
  const Lvalue end = WordOf(self, kPointerSize, "vector");
  const auto moved = [&](const Operand& base, const Operand& count) {
    ir::Place place;
    place.base = base;
    AddIndex(place, count, size);
    return builder_.Address(place);
  };
  if (name == "push_back" || name == "emplace_back") {
    const bool has_room = std::exchange(has_room_, false);
    const std::optional<Lvalue> made = MakeFirst(element, arguments);
    const Operand last = Load(end);
    const Operand behind = moved(last, Operand::Constant(1));
    has_room_ = has_room;
    GrowVector(self, element, behind, /*is_exact=*/false);
    has_room_ = false;
    Lvalue object = PointedTo(last, element);
    object.text = "element";
    PutElement(object, made, arguments);
    Store(end, behind);
    return result_type->isReferenceType() ? last : Operand::None();
  }
  if (name == "operator=" &&
      context_.hasSameUnqualifiedType(arguments[0]->getType(),
                                      context_.getTypeDeclType(method.getParent()))) {
    return AssignContainer("vector", self, element, arguments[0]);
  }
  std::vector<Operand> given;
  for (const clang::Expr* argument : arguments) given.push_back(LowerArgument(argument));
  if (name == "swap" && given.size() == 1) {
    ExchangeContainers(self, given[0], "vector");
    return Operand::None();
  }
  const Operand block = Load(begin);
  if (name == "pop_back") {
    const Operand last = moved(Load(end), Operand::Constant(-1));
    EndElement(PointedTo(last, element));
    Store(end, last);
  } else if (name == "clear") {
    EndElements(PointedTo(block, element).place, CountInVector(self, element), element);
    Store(end, block);
  } else if (name == "reserve" && !arguments.empty()) {
    GrowVector(self, element, moved(block, CountOf(arguments[0], given[0])), /*is_exact=*/true);
  } else if (name == "shrink_to_fit") {
    ShrinkVector(self, element);
  } else if (name == "resize" && !arguments.empty()) {
    SetElements(self, block, CountInVector(self, element), element, arguments, given,
                /*is_new=*/false);
  } else if ((name == "assign" || name == "operator=") &&
             SetElements(self, block, Operand::Constant(0), element, arguments, given,
                         /*is_new=*/false)) {
    if (name == "operator=") return self;
  } else {
    const bool runs_program =
        RunsProgram(element, Implicit::kCopyOrMove) || RunsProgram(element, Implicit::kEnd);
    const ElementScope scope(*this);
    const Operand count = runs_program ? Operand::Unknown()
                                       : ShiftVector(name, self, block, element, arguments, given);
    Store(end, moved(block, count));
    if (runs_program) {
      ShiftElements(block, element, /*removes=*/name == "erase" || name == "assign");
    }
    const Operand nowhere = elements_.kept;
    MoveElements(block, element);
    for (size_t i = 0; i < arguments.size(); ++i) {
      const bool is_value = i == 1 && arguments.size() == 2;
      elements_.kept = is_value && !elements_.found.is_none() ? elements_.found : nowhere;
      KeepElement(block, element, arguments[i], given[i]);
      elements_.kept = nowhere;
      CopyElements(block, element, arguments[i], given[i],
                   context_.getTypeDeclType(method.getParent()));
    }
    UseGiven(block, element, arguments, given);
    return ResultOfContainer(FoundElement(block, element), method.getParent(), result_type, self);
  }
  return ResultOfContainer(SomeElement(block, element), method.getParent(), result_type, self);
}

// An execution moves the elements behind those that come in or go out. Returns how many there are
// then.
ir::Operand FunctionLowering::ShiftVector(const std::string& name, const Operand& self,
                                          const Operand& block, clang::QualType element,
                                          llvm::ArrayRef<const clang::Expr*> arguments,
                                          const std::vector<Operand>& given) {
  const size_t count = arguments.size();
  const auto size = static_cast<int64_t>(types_.Size(element));
  if (size == 0 || count == 0 || count > 3 || !IsVectorIterator(arguments[0]->getType())) {
    return Operand::Unknown();
  }
  const auto shift = [&](const Operand& last, const Operand& value, const Operand& from,
                         const Operand& to) {
    elements_.block = block;
    elements_.size = size;
    elements_.kept = Known("nowhere", {});
    elements_.found = Known("place", {self, given[0], Operand::Constant(size)});
    return Known("shift", {self, given[0], Operand::Constant(size), last, value, from, to});
  };
  const Operand none = Operand::Constant(0);
  if (name == "erase" && count == 1) return shift(given[0], none, none, none);
  const bool is_range = count == 2 && IsVectorIterator(arguments[1]->getType());
  if (name == "erase" && is_range) return shift(given[1], none, none, none);
  const bool is_value = count == 2 && context_.hasSameUnqualifiedType(
                                          arguments[1]->getType().getNonReferenceType(), element);
  if ((name == "insert" || name == "emplace") && is_value) {
    const bool is_address = arguments[1]->isGLValue() || Types::IsAggregate(element);
    return shift(none, is_address ? given[1] : Operand::Constant(1), none, none);
  }
  if (name == "insert" && count == 3 && IsVectorIterator(arguments[1]->getType()) &&
      IsVectorIterator(arguments[2]->getType()) && element.isTriviallyCopyableType(context_) &&
      context_.hasSameType(arguments[1]->getType().getNonReferenceType().getUnqualifiedType(),
                           arguments[2]->getType().getNonReferenceType().getUnqualifiedType()) &&
      ElementType(*arguments[1]->getType()->getAsCXXRecordDecl()) ==
          element.getCanonicalType().getUnqualifiedType()) {
    return shift(none, none, given[1], given[2]);
  }
  return Operand::Unknown();
}

}  // namespace plait::frontend
