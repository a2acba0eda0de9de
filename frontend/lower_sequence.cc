// Containers whose elements are told apart: vectors, and sequences with two ends (deque, list,
// queue, stack), which are lowered as a block without bounds and the indices where it begins and
// ends. How containers are copied and moved, and the elements with them.
#include <algorithm>
#include <string>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"

namespace plait::frontend {

namespace {

// Of the indices in a sequence; executions of the IR know them as well (sequences.cc).
constexpr int64_t kTail = 8, kHead = 16;

// Constructors that copy or move, if they do more than to copy the bytes and can be called.
const clang::CXXConstructorDecl* CopyingConstructor(const clang::CXXRecordDecl& record,
                                                    bool moves) {
  const clang::CXXConstructorDecl* copies = nullptr;
  for (const clang::CXXConstructorDecl* constructor : record.ctors()) {
    if (constructor->isDeleted() || constructor->isTrivial()) continue;
    const bool is_known = constructor->isUserProvided() || constructor->getDefinition() != nullptr;
    if (!is_known) continue;
    if (moves && constructor->isMoveConstructor()) return constructor;
    if (constructor->isCopyConstructor()) copies = constructor;
  }
  return copies;
}

}  // namespace

ir::Operand FunctionLowering::NewBlock() {
  return EmitLibraryCall("_Znwm", {Operand::Unknown()}, context_.VoidPtrTy);
}

ir::Operand FunctionLowering::CountInVector(const Operand& self, clang::QualType element) {
  const Operand end = Load(WordOf(self, kPointerSize, "vector"));
  const Operand bytes =
      builder_.Binary(ir::Binary::kPointerDifference, end, Load(WordOf(self, 0, "vector")),
                      kPointerSize, /*is_signed=*/true);
  const auto size = std::max<int64_t>(1, static_cast<int64_t>(types_.Size(element)));
  return builder_.Binary(ir::Binary::kDiv, bytes, Operand::Constant(size), kPointerSize,
                         /*is_signed=*/true);
}

// Some elements, of which it is not said which, are assigned others, and some end.
void FunctionLowering::ShiftElements(const Operand& block, clang::QualType element, bool removes) {
  const BlockId some = builder_.NewBlock();
  const BlockId after = builder_.NewBlock();
  builder_.Branch(Operand::Unknown(), some, after);
  builder_.StartBlock(some);
  const clang::CXXRecordDecl& record = *element->getAsCXXRecordDecl();
  if (RunsProgram(element, Implicit::kCopyOrMove)) {
    const clang::CXXMethodDecl* assignment = nullptr;
    for (const clang::CXXMethodDecl* method : record.methods()) {
      if (method->isDeleted()) continue;
      if (method->isMoveAssignmentOperator()) assignment = method;
      if (method->isCopyAssignmentOperator() && assignment == nullptr) assignment = method;
    }
    const bool is_known = assignment != nullptr && !assignment->isTrivial() &&
                          (assignment->isUserProvided() || assignment->getDefinition() != nullptr);
    if (is_known) {
      ir::Instruction call;
      call.opcode = ir::Opcode::kCall;
      call.callee = CalleeOperand(*assignment);
      call.text = builder_.Intern(Identity::DisplayName(*assignment));
      call.arguments = {SomeElement(block, element), SomeElement(block, element)};
      EmitCall(std::move(call), assignment->getReturnType());
    } else {
      NoteUnseen("elements that a container moves");
    }
    Lvalue made = PointedTo(SomeElement(block, element), element);
    made.text = "element";
    if (!removes) ConstructFrom(made, PointedTo(SomeElement(block, element), element).place, true);
  }
  if (removes && !OwnsMemoryOnly(&record)) {
    EndElement(PointedTo(SomeElement(block, element), element));
  }
  builder_.StartBlock(after);
}

ir::Operand FunctionLowering::SomeElement(const Operand& block, clang::QualType element) {
  ir::Place place;
  place.base = block;
  const auto size = std::max<int64_t>(1, static_cast<int64_t>(types_.Size(element)));
  const bool is_known = !elements_.kept.is_none() && elements_.block == block;
  AddIndex(place,
           !is_known                ? Operand::Unknown()
           : size == elements_.size ? elements_.kept
                                    : Known("nowhere", {}),
           size);
  return builder_.Address(place);
}

ir::Operand FunctionLowering::FoundElement(const Operand& block, clang::QualType element) {
  const Operand kept = std::exchange(elements_.kept, elements_.found);
  const Operand found = SomeElement(block, element);
  elements_.kept = kept;
  return found;
}

Lvalue FunctionLowering::IndexOf(const Operand& sequence, int64_t offset) {
  Lvalue index = PointedTo(sequence, context_.LongTy);
  AddOffset(index.place, offset);
  index.text = offset == kHead ? ir::kFrontOfSequence : "sequence";
  return index;
}

Lvalue FunctionLowering::ElementAt(const Operand& block, const Operand& index,
                                   clang::QualType element) {
  Lvalue place = PointedTo(block, element);
  AddIndex(place.place, index, std::max<int64_t>(1, static_cast<int64_t>(types_.Size(element))));
  place.text = "element";
  return place;
}

void FunctionLowering::ConstructEmpty(const Operand& self, const std::string& of,
                                      clang::QualType element) {
  const Operand block = NewBlock();
  Store(WordOf(self, 0, of), block);
  if (IsString(of)) Known("new_text", {self});
  if (HasKeys(of)) Known("new_keyed", {self});
  if (of == "vector") {
    Store(WordOf(self, kPointerSize, of), block);
    Store(WordOf(self, 2 * kPointerSize, of), block);
  }
  if (!IsSequence(of)) return;
  Store(IndexOf(self, kTail), Operand::Constant(0));
  Store(IndexOf(self, kHead), Operand::Constant(0));
  const int64_t size = element.isNull() ? 0 : static_cast<int64_t>(types_.Size(element));
  Known("new_sequence", {self, Operand::Constant(size)});
}

void FunctionLowering::CopyContainer(const Operand& to, const Operand& from, const std::string& of,
                                     clang::QualType element) {
  const Operand block = NewBlock();
  const Operand source = Load(WordOf(from, 0, of));
  Store(WordOf(to, 0, of), block);
  if (of == "vector") {
    const Operand count = CountInVector(from, element);
    CopyAll(block, source, count, element);
    const Operand end = AddressOf(ElementAt(block, count, element));
    Store(WordOf(to, kPointerSize, of), end);
    Store(WordOf(to, 2 * kPointerSize, of), end);
    return;
  }
  if (IsSequence(of)) {
    for (const int64_t offset : {kTail, kHead})
      Store(IndexOf(to, offset), Load(IndexOf(from, offset)));
  }
  if (element.isNull()) return;
  if (HasKeys(of) && !RunsProgram(element, Implicit::kCopyOrMove)) {
    return CopyKeyed(to, from, block, source, element);
  }
  Lvalue one = PointedTo(SomeElement(block, element), element);
  one.text = "element";
  ConstructFrom(one, PointedTo(SomeElement(source, element), element).place, /*moves=*/false);
  if (!IsString(of) || !element->isCharType()) return;
  Known("new_text", {to});
  ReplaceText(to, Operand::Constant(0), Operand::Constant(-1), TextOf(from));
}

void FunctionLowering::MoveContainer(const Operand& to, const Operand& from,
                                     const std::string& of) {
  Store(WordOf(to, 0, of), Load(WordOf(from, 0, of)));
  if (of == "vector") {
    for (const int64_t offset : {kPointerSize, 2 * kPointerSize}) {
      Store(WordOf(to, offset, of), Load(WordOf(from, offset, of)));
    }
  }
  if (IsSequence(of)) {
    for (const int64_t offset : {kTail, kHead})
      Store(IndexOf(to, offset), Load(IndexOf(from, offset)));
  }
  ConstructEmpty(from, of, {});
}

void FunctionLowering::CopyAll(const Operand& to, const Operand& from, const Operand& count,
                               clang::QualType element) {
  ir::Place first;
  first.base = to;
  const auto size = std::max<int64_t>(1, static_cast<int64_t>(types_.Size(element)));
  ForEachElement(first, count, size, [&](const ir::Place& place) {
    Lvalue one;
    one.place = place;
    one.type = element;
    one.text = "element";
    ir::Place source = place;
    source.base = from;
    ConstructFrom(one, source, /*moves=*/false);
  });
}

void FunctionLowering::ConstructFrom(const Lvalue& to, const ir::Place& from, bool moves) {
  if (!Types::IsAggregate(to.type)) {
    Lvalue source = to;
    source.place = from;
    return Store(to, Load(source));
  }
  const clang::CXXRecordDecl* record = to.type->getAsCXXRecordDecl();
  const std::string of = StandardClass(record);
  if (IsContainer(of)) {
    const Operand source = builder_.Address(from);
    if (moves) return MoveContainer(AddressOf(to), source, of);
    return CopyContainer(AddressOf(to), source, of, ElementType(*record));
  }
  const bool holds_pointer = of == "shared_ptr" || of == "weak_ptr" || of == "thread" ||
                             of == "jthread" || of == "future" || of == "promise";
  const clang::CXXConstructorDecl* constructor = record == nullptr || !record->hasDefinition() ||
                                                         holds_pointer ||
                                                         (!of.empty() && IsSynchronisation(*record))
                                                     ? nullptr
                                                     : CopyingConstructor(*record, moves);
  if (constructor == nullptr || (!of.empty() && !IsEntered(*constructor))) {
    Copy(to, from, nullptr);
    if (moves && holds_pointer) {
      Store(WordOf(builder_.Address(from), 0, of), Operand::Constant(0));
    }
    return;
  }
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = CalleeOperand(*constructor);
  call.text = builder_.Intern(Identity::DisplayName(*constructor));
  call.arguments = {AddressOf(to), builder_.Address(from)};
  EmitCall(std::move(call), context_.VoidTy);
}

void FunctionLowering::StoreUnknown(const Lvalue& object) {
  const auto size = static_cast<int64_t>(types_.Size(object.type));
  for (int64_t offset = 0; offset + kPointerSize <= size; offset += kPointerSize) {
    Store(WordOf(AddressOf(object), offset, object.text), Operand::Unknown());
  }
}

void FunctionLowering::FillElements(const Operand& block, const Operand& first,
                                    const Operand& count, clang::QualType element,
                                    const clang::Expr* value, const Operand& given) {
  ir::Place begin;
  begin.base = block;
  const auto size = std::max<int64_t>(1, static_cast<int64_t>(types_.Size(element)));
  AddIndex(begin, first, size);
  ForEachElement(begin, count, size, [&](const ir::Place& place) {
    Lvalue one;
    one.place = place;
    one.type = element;
    one.text = "element";
    if (value == nullptr) return EmplaceElement(one, {});
    if (!value->isGLValue() && !Types::IsAggregate(element)) return Store(one, given);
    Lvalue source = PointedTo(given, element);
    if (Types::IsAggregate(element)) return ConstructFrom(one, source.place, /*moves=*/false);
    Store(one, Load(source));
  });
}

std::optional<ir::Operand> FunctionLowering::LowerSequenceMethod(
    const std::string& name, const std::string& of, const Operand& self, clang::QualType element,
    llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type) {
  const Lvalue word = WordOf(self, 0, of);
  const Lvalue head = IndexOf(self, kHead), tail = IndexOf(self, kTail);
  const bool is_adaptor = of == "queue" || of == "stack";
  const auto moved = [&](const Lvalue& index, int64_t by) {
    return builder_.Binary(ir::Binary::kAdd, Load(index), Operand::Constant(by), kPointerSize,
                           /*is_signed=*/true);
  };
  const auto step = [&](const Lvalue& index, int64_t by) {
    Store(index, moved(index, by));
    Store(word, Load(word));
    return Operand::None();
  };
  const bool adds = name == "push_back" || name == "emplace_back" ||
                    (is_adaptor && (name == "push" || name == "emplace"));
  if (adds || name == "push_front" || name == "emplace_front") {
    const std::optional<Lvalue> made = MakeFirst(element, arguments);
    const Operand block = Load(word);
    const Operand index = adds ? Load(tail) : moved(head, -1);
    const Lvalue place = ElementAt(block, index, element);
    PutElement(place, made, arguments);
    if (adds) {
      step(tail, 1);
    } else {
      step(head, -1);
    }
    return result_type->isReferenceType() ? AddressOf(place) : Operand::None();
  }
  if (name == "pop_front" || (of == "queue" && name == "pop")) {
    EndElement(ElementAt(Load(word), Load(head), element));
    return step(head, 1);
  }
  if (name == "pop_back" || (of == "stack" && name == "pop")) {
    EndElement(ElementAt(Load(word), moved(tail, -1), element));
    return step(tail, -1);
  }
  if (name == "front") return AddressOf(ElementAt(Load(word), Load(head), element));
  if (name == "back" || (of == "stack" && name == "top")) {
    return AddressOf(ElementAt(Load(word), moved(tail, -1), element));
  }
  if (name == "begin" || name == "end" || name == "cbegin" || name == "cend") {
    const bool is_begin = name == "begin" || name == "cbegin";
    const Operand at = AddressOf(ElementAt(Load(word), Load(is_begin ? head : tail), element));
    return NewFuture(at, result_type);
  }
  if (name == "empty") {
    return builder_.Binary(ir::Binary::kEq, Load(head), Load(tail), kPointerSize,
                           /*is_signed=*/true);
  }
  if (name == "size") {
    return builder_.Binary(ir::Binary::kSub, Load(tail), Load(head), kPointerSize,
                           /*is_signed=*/true);
  }
  if (name == "clear") {
    DestroySequence(self, Load(word), element);
    Store(tail, Load(head));
    Store(word, Load(word));
    return Operand::None();
  }
  if (name == "swap" && arguments.size() == 1) {
    ExchangeContainers(self, LowerArgument(arguments[0]), of);
    return Operand::None();
  }
  if (of == "deque" && (name == "operator[]" || name == "at") && arguments.size() == 1) {
    const Operand block = Load(word);
    const Operand first = Load(head);
    const Operand index = builder_.Binary(ir::Binary::kAdd, first, LowerArgument(arguments[0]),
                                          kPointerSize, /*is_signed=*/true);
    return AddressOf(ElementAt(block, index, element));
  }
  return std::nullopt;
}

// Of a list or a deque: the address of the element is its first word.
std::optional<ir::Operand> FunctionLowering::LowerSequenceIterator(
    const clang::CXXMethodDecl& method, const Operand& self, clang::QualType element,
    llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type) {
  const Lvalue word = WordOf(self, 0, "iterator");
  const auto size = static_cast<int64_t>(types_.Size(element));
  switch (method.getOverloadedOperator()) {
    case clang::OO_Star:
    case clang::OO_Arrow:
      return arguments.empty() ? std::optional(Load(word)) : std::nullopt;
    case clang::OO_PlusPlus:
    case clang::OO_MinusMinus: {
      const bool advances = method.getOverloadedOperator() == clang::OO_PlusPlus;
      const Operand before = Load(word);
      ir::Place next;
      next.base = before;
      next.offset = advances ? size : -size;
      Store(word, builder_.Address(next));
      return arguments.empty() ? self : NewFuture(before, result_type);
    }
    default:
      return std::nullopt;
  }
}

void FunctionLowering::ForgetIndices(const Operand& sequence) {
  Store(IndexOf(sequence, kHead), Operand::Unknown());
  Store(IndexOf(sequence, kTail), Operand::Unknown());
}

void FunctionLowering::DestroySequence(const Operand& self, const Operand& block,
                                       clang::QualType element) {
  const Operand first = Load(IndexOf(self, kHead));
  const Operand count = builder_.Binary(ir::Binary::kSub, Load(IndexOf(self, kTail)), first,
                                        kPointerSize, /*is_signed=*/true);
  EndElements(ElementAt(block, first, element).place, count, element);
}

void FunctionLowering::EndElement(const Lvalue& element) {
  const clang::CXXRecordDecl* record = element.type->getAsCXXRecordDecl();
  if (IsString(StandardClass(record))) return ChangeStringAt(AddressOf(element));
  if (!OwnsMemoryOnly(record)) return CallDestructor(*record->getDestructor(), element.place);
  // Its memory is given back, or will be written by the next one.
  if (!Types::IsAggregate(element.type)) Store(element, Operand::Unknown());
}

void FunctionLowering::EndElements(const ir::Place& first, const Operand& count,
                                   clang::QualType element) {
  const clang::CXXRecordDecl* record = element->getAsCXXRecordDecl();
  if (OwnsMemoryOnly(record) && !IsString(StandardClass(record))) return;
  ForEachElement(first, count, static_cast<int64_t>(types_.Size(element)),
                 [&](const ir::Place& each) {
                   Lvalue one;
                   one.place = each;
                   one.type = element;
                   EndElement(one);
                 });
}

void FunctionLowering::ExchangeContainers(const Operand& one, const Operand& other,
                                          const std::string& of) {
  ExchangeWords(WordOf(one, 0, of), WordOf(other, 0, of));
  if (of == "vector") {
    ExchangeWords(WordOf(one, kPointerSize, of), WordOf(other, kPointerSize, of));
    ExchangeWords(WordOf(one, 2 * kPointerSize, of), WordOf(other, 2 * kPointerSize, of));
  }
  if (!IsSequence(of)) return;
  for (const int64_t offset : {kTail, kHead}) {
    ExchangeWords(IndexOf(one, offset), IndexOf(other, offset));
  }
}

}  // namespace plait::frontend
