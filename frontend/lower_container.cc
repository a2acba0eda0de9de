// Containers of the C++ library, and smart pointers as containers of one element. The elements of a
// container are one block of memory whose address is the first word of the container, as in most
// implementations.
#include <algorithm>
#include <climits>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/ir/standard_streams.h"
#include "clang/AST/DeclCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

namespace {

// Member functions that do not count as changing their object although they are not const.
bool CountsAsConst(const clang::CXXMethodDecl& method, const std::string& of) {
  if (method.isConst()) return true;
  const std::string name = method.getNameAsString();
  if (name == "operator[]") return of != "map" && of != "unordered_map";
  // Those that keep nothing from one number to the next.
  if (name == "operator()" && (of == "bernoulli_distribution" || of == "uniform_int_distribution" ||
                               of == "uniform_real_distribution")) {
    return true;
  }
  return llvm::StringSwitch<bool>(name)
      .Cases("begin", "end", "rbegin", "rend", "front", "back", "data", "at", true)
      .Cases("find", "lower_bound", "upper_bound", "equal_range", "top", "get", true)
      .Cases("operator*", "operator->", "is_open", true)
      .Default(false);
}

// Member functions of a string that do not look at its characters.
bool LeavesCharacters(const std::string& name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("size", "length", "empty", "capacity", "max_size", "get_allocator", true)
      .Cases("c_str", "data", "at", "operator[]", "front", "back", true)
      .Cases("begin", "end", "rbegin", "rend", "cbegin", "cend", "crbegin", "crend", true)
      .Default(false);
}

bool IsMadeOnTheWay(const clang::Expr& value) {
  return value.isPRValue() || isa<clang::MaterializeTemporaryExpr>(value.IgnoreParens());
}

}  // namespace

void FunctionLowering::NoteCalledBack(const clang::CXXRecordDecl& container) {
  if (CallsProgram(container)) NoteUnseen("function of the program that a container calls");
}

ir::Operand FunctionLowering::LowerContainerMethod(const clang::CXXMethodDecl& method,
                                                   const std::string& of, const Operand& self,
                                                   llvm::ArrayRef<const clang::Expr*> arguments,
                                                   clang::QualType result_type) {
  const clang::QualType element = ElementType(*method.getParent());
  const std::string name = method.getNameAsString();
  if (IsString(of) && llvm::isa<clang::CXXConversionDecl>(method)) {
    return ViewOfString(self, result_type);
  }
  if (IsKeyed(of)) NoteCalledBack(*method.getParent());
  if (IsSequenceIterator(of) && !element.isNull()) {
    const auto lowered = LowerSequenceIterator(method, self, element, arguments, result_type);
    if (lowered.has_value()) return *lowered;
  }
  if (IsSequence(of)) {
    const auto lowered = LowerSequenceMethod(name, of, self, element, arguments, result_type);
    if (lowered.has_value()) return *lowered;
  }
  const bool assigns = name == "operator=" && arguments.size() == 1 &&
                       context_.hasSameUnqualifiedType(
                           arguments[0]->getType(), context_.getTypeDeclType(method.getParent()));
  if (assigns && IsSequence(of)) return AssignContainer(of, self, element, arguments[0]);
  const bool has_pairs =
      !element.isNull() && StandardClass(element->getAsCXXRecordDecl()) == "pair";
  const bool makes = name.starts_with("emplace") || name == "try_emplace";
  if (has_pairs && (makes || name == "insert_or_assign")) {
    if (name == "emplace_hint" && !arguments.empty()) {
      LowerArgument(arguments[0]);
      arguments = arguments.drop_front();
    }
    return EmplacePair(method.getParent(), of, self, element, arguments, result_type);
  }
  if (makes && !element.isNull() && Types::IsAggregate(element)) {
    return EmplaceInContainer(method.getParent(), of, self, element, arguments, result_type);
  }
  std::vector<Operand> given;
  for (const clang::Expr* argument : arguments) given.push_back(LowerArgument(argument));
  if (IsStream(of)) {
    if (!method.isConst()) UseStream(self, method);
    for (size_t i = 0; i < given.size() && i < method.getNumParams(); ++i) {
      ReadFromStream(name, method.getParamDecl(i)->getType(), given[i]);
    }
    return ResultOfContainer(self, method.getParent(), result_type, self);
  }
  const Lvalue word = WordOf(self, 0, of);
  const Operand block = Load(word);
  for (size_t i = 0; i < given.size() && i < method.getNumParams(); ++i) {
    TouchCharacters(method.getParamDecl(i)->getType(), given[i]);
  }
  if (of.ends_with("_distribution") && name == "operator()" && !given.empty()) {
    AdvanceEngine(arguments[0]->getType(), given[0]);
  }
  if (IsString(of) && CountsAsConst(method, of) && !LeavesCharacters(name)) {
    ReadCharacters(block, element);
  }
  if (name == "swap" && given.size() == 1) {
    if (IsString(of)) {
      MoveString(of, self, given[0], /*is_temporary=*/false);
    } else {
      ExchangeWords(word, WordOf(given[0], 0, of));
    }
    return Operand::None();
  }
  if (assigns && IsString(of) && !arguments[0]->isLValue()) {
    return MoveString(of, self, given[0], IsMadeOnTheWay(*arguments[0]));
  }
  if (IsContainer(of) || IsString(of)) UseGiven(block, element, arguments, given);
  const bool is_shared_pointer = of == "shared_ptr" || of.starts_with("__shared_ptr") ||
                                 of == "weak_ptr" || of == "__weak_ptr";
  if (is_shared_pointer && (name == "operator=" || name == "reset")) {
    const bool copies = name == "operator=" && !given.empty();
    const auto as_element = [&](const Operand& pointer) {
      return AsBase(pointer, RecordOf(arguments[0]->getType()), RecordOf(element));
    };
    Store(word, copies ? SharedAs(Load(WordOf(given[0], 0, of)), arguments[0]->getType(), element)
                : given.empty() ? Operand::Constant(0)
                                : as_element(given[0]));
    return self;
  }
  if (!CountsAsConst(method, of)) {
    ChangeContainer(of, self, block, element, arguments, given);
    if (name == "resize" && arguments.size() == 1 && !element.isNull()) {
      MakeElement(block, PointedTo(SomeElement(block, element), element));
    }
    if (name == "splice" || name == "merge" || name == "extract") {
      NoteUnseen("elements that go from one container to another");
    }
    if (IsSequence(of) || of == "forward_list" || of == "variant") {
      NoteCalledBack(*method.getParent());
    }
    const bool ends = name == "erase" || name == "clear" || name == "pop" || name == "extract";
    if (ends && IsKeyed(of) && !element.isNull()) {
      of == "priority_queue" ? MoveElements(block, element) : EndElement(block);
    }
    if (name == "operator=" || name.starts_with("operator++") || name.starts_with("operator--")) {
      return self;
    }
  }
  // What is found in a container depends on who changes it: how many there are, whether there is
  // one.
  const bool is_number = !result_type->isVoidType() && !result_type->isReferenceType() &&
                         !result_type->isPointerType() && !Types::IsAggregate(result_type);
  if (is_number) return builder_.UnknownFrom(block);
  const bool is_mapped = has_pairs && (name == "at" || name == "operator[]");
  if (is_mapped && result_type->isReferenceType()) {
    const Lvalue pair = PointedTo(SomeElement(block, element), element);
    if (name == "operator[]") MakePair(block, pair, arguments[0], given[0]);
    return AddressOf(MemberOfPair(pair, 1));
  }
  const bool first_only = (is_shared_pointer && name != "operator[]") || name == "front" ||
                          name == "data" || name == "c_str";
  return ResultOfContainer(first_only ? block : SomeElement(block, element), method.getParent(),
                           result_type, self);
}

ir::Operand FunctionLowering::ViewOfString(const Operand& string, clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const Operand block = Load(WordOf(string, 0, "basic_string"));
  const uint32_t view = NewTemporary(type);
  if (record == nullptr || !record->hasDefinition()) return Operand::Slot(view);
  for (const clang::FieldDecl* field : record->getDefinition()->fields()) {
    Lvalue member;
    member.place.base = Operand::Slot(view);
    AddOffset(member.place, static_cast<int64_t>(context_.getFieldOffset(field) / CHAR_BIT));
    member.type = field->getType();
    member.text = "view";
    Store(member, field->getType()->isPointerType() ? block : builder_.UnknownFrom(block));
  }
  return Operand::Slot(view);
}

// A distribution takes numbers from the engine that it is handed.
void FunctionLowering::AdvanceEngine(clang::QualType type, const Operand& engine) {
  const std::string of = StandardClass(type->getAsCXXRecordDecl());
  if (of == "random_device") return;  // keeps nothing
  if (of.empty()) return NoteUnseen("random numbers of an engine of the program's own");
  const Lvalue word = WordOf(engine, 0, of);
  Store(word, Load(word));
}

// Streams keep where they are and how values look. Only those that all programs have may be used by
// several threads at once, and only to print or to read.
void FunctionLowering::UseStream(const Operand& stream, const clang::FunctionDecl& function) {
  const Lvalue format = WordOf(stream, ir::kStreamFormat, "stream");
  if (ChangesFormat(function)) {
    Store(format, Operand::Unknown());
  } else if (function.isOverloadedOperator()) {
    Load(format);
  }
  Store(WordOf(stream, ir::kStreamCharacters, "stream"), Operand::Unknown());
}

void FunctionLowering::ReadCharacters(const Operand& block, clang::QualType element) {
  Lvalue character = PointedTo(SomeElement(block, element), element);
  character.text = ir::kCharacterOfString;
  Load(character);
}

// A function of the library looks at the characters of a string that it gets by reference. One that
// changes them changes the string.
void FunctionLowering::TouchCharacters(clang::QualType parameter, const Operand& given) {
  if (!parameter->isReferenceType()) return;
  const clang::QualType type = parameter->getPointeeType();
  const std::string of = StandardClass(type->getAsCXXRecordDecl());
  if (!IsString(of) || !type.isConstQualified()) return;
  const clang::QualType element = ElementType(*type->getAsCXXRecordDecl());
  if (!element.isNull()) ReadCharacters(Load(WordOf(given, 0, of)), element);
}

// What comes out of a stream goes where the call says.
void FunctionLowering::ReadFromStream(const std::string& name, clang::QualType parameter,
                                      const Operand& given) {
  const bool is_text = parameter->isPointerType() &&
                       (name == "get" || name == "read" || name == "getline" || name == "readsome");
  const bool is_number = parameter->isLValueReferenceType() &&
                         (name == "operator>>" || name == "get" || name == "getline");
  if (!is_text && !is_number) return;
  const clang::QualType type = parameter->getPointeeType();
  if (type.isConstQualified() || !type->isScalarType()) return;
  Lvalue target = PointedTo(given, type);
  target.text = "what is read";
  Store(target, Operand::Unknown());
}

// The element is made outside of the container, and put somewhere into it.
ir::Operand FunctionLowering::EmplaceInContainer(const clang::CXXRecordDecl* container,
                                                 const std::string& of, const Operand& self,
                                                 clang::QualType element,
                                                 llvm::ArrayRef<const clang::Expr*> arguments,
                                                 clang::QualType result_type) {
  const Lvalue word = WordOf(self, 0, of);
  const Operand block = Load(word);
  Lvalue made;
  made.place.base = Operand::Slot(NewTemporary(element));
  made.type = element;
  made.text = "temporary";
  EmplaceElement(made, arguments);
  Store(word, block);
  if (IsSequence(of)) ForgetIndices(self);
  Lvalue place = PointedTo(SomeElement(block, element), element);
  place.text = "element";
  Copy(place, made.place, nullptr);
  return ResultOfContainer(place.place.base, container, result_type, self);
}

Lvalue FunctionLowering::MemberOfPair(const Lvalue& pair, unsigned index) {
  const clang::CXXRecordDecl& record = *pair.type->getAsCXXRecordDecl();
  Lvalue member = pair;
  const auto field = std::find_if(record.field_begin(), record.field_end(), [&](const auto* f) {
    return f->getName() == (index == 0 ? "first" : "second");
  });
  if (field == record.field_end()) return member;
  AddOffset(member.place, static_cast<int64_t>(context_.getFieldOffset(*field) / CHAR_BIT));
  member.type = field->getType();
  member.text = "element";
  return member;
}

ir::Operand FunctionLowering::EmplacePair(const clang::CXXRecordDecl* container,
                                          const std::string& of, const Operand& self,
                                          clang::QualType pair,
                                          llvm::ArrayRef<const clang::Expr*> arguments,
                                          clang::QualType result_type) {
  const Lvalue word = WordOf(self, 0, of);
  const std::optional<Lvalue> made = MakeFirst(pair, arguments);
  const Operand block = Load(word);
  Store(word, block);
  if (IsSequence(of)) ForgetIndices(self);
  const Lvalue place = PointedTo(SomeElement(block, pair), pair);
  const bool is_key = arguments.size() == 1 &&
                      StandardClass(arguments[0]->getType()->getAsCXXRecordDecl()) != "pair";
  if (is_key) {
    EmplaceElement(MemberOfPair(place, 0), arguments);
    MakeElement(block, MemberOfPair(place, 1));
  } else {
    PutElement(place, made, arguments);
  }
  return ResultOfContainer(SomeElement(block, pair), container, result_type, self);
}

void FunctionLowering::ChangeContainer(const std::string& of, const Operand& self,
                                       const Operand& block, clang::QualType element,
                                       llvm::ArrayRef<const clang::Expr*> arguments,
                                       const std::vector<Operand>& given) {
  if (IsString(of)) ChangeCharacters(block);
  Store(WordOf(self, 0, of), block);
  if (IsSequence(of)) ForgetIndices(self);
  for (size_t i = 0; i < arguments.size() && !element.isNull(); ++i) {
    // As in list::splice, which empties another list.
    const clang::QualType type = arguments[i]->getType();
    if (arguments[i]->isGLValue() && !type.isConstQualified() &&
        IsSequence(StandardClass(type->getAsCXXRecordDecl()))) {
      ForgetIndices(given[i]);
    }
    KeepElement(block, element, arguments[i], given[i]);
  }
}

void FunctionLowering::KeepElement(const Operand& block, clang::QualType element,
                                   const clang::Expr* argument, const Operand& given) {
  const clang::QualType type = argument->getType().getNonReferenceType();
  // Of a pair with other types that are as large, as one whose key may be changed.
  const bool is_pair = StandardClass(element->getAsCXXRecordDecl()) == "pair" &&
                       StandardClass(type->getAsCXXRecordDecl()) == "pair" &&
                       types_.Size(type) == types_.Size(element);
  if (!is_pair && !context_.hasSameUnqualifiedType(type, element)) return;
  Lvalue place = PointedTo(SomeElement(block, element), element);
  place.text = "element";
  if (Types::IsAggregate(element)) {
    ir::Place from;
    from.base = given;
    const std::string of = StandardClass(element->getAsCXXRecordDecl());
    if (IsString(of)) return ConstructFrom(place, from, argument->isXValue());
    Copy(place, from, nullptr);
    if (of == "pair") {
      Lvalue source = place;
      source.place = from;
      for (const unsigned index : {0U, 1U}) {
        const Lvalue part = MemberOfPair(place, index);
        if (!IsString(StandardClass(part.type->getAsCXXRecordDecl()))) continue;
        ConstructFrom(part, MemberOfPair(source, index).place, argument->isXValue());
      }
    }
    const bool leaves_nothing = of == "unique_ptr" || of == "shared_ptr" || of == "weak_ptr" ||
                                of == "future" || of == "promise";
    if (leaves_nothing && argument->isXValue()) Store(WordOf(given, 0, of), Operand::Constant(0));
    return;
  }
  Lvalue source = PointedTo(given, element);
  source.text = "element";
  Store(place, argument->isGLValue() ? Load(source) : given);
}

ir::Operand FunctionLowering::ResultOfContainer(const Operand& element,
                                                const clang::CXXRecordDecl* record,
                                                clang::QualType type, const Operand& self) {
  if (type->isVoidType()) return Operand::None();
  if (type->isReferenceType()) {
    const clang::CXXRecordDecl* referred = type->getPointeeType()->getAsCXXRecordDecl();
    const bool is_self = referred != nullptr && record != nullptr &&
                         referred->getCanonicalDecl() == record->getCanonicalDecl();
    return is_self ? self : element;
  }
  if (type->isPointerType()) return element;
  if (!Types::IsAggregate(type)) return Operand::Unknown();
  const std::string of = StandardClass(type->getAsCXXRecordDecl());
  if (IsString(of)) return ResultOfLibrary(type);  // whose characters are copies
  Lvalue result;
  result.place.base = Operand::Slot(NewTemporary(type));
  result.type = context_.VoidPtrTy;
  result.text = "temporary";
  if (types_.Size(type) >= kPointerSize) Store(result, element);
  return result.place.base;
}

void FunctionLowering::ConstructContainer(const Operand& self, clang::QualType type,
                                          llvm::ArrayRef<const clang::Expr*> arguments,
                                          const std::vector<Operand>& given) {
  const std::string of = StandardClass(type->getAsCXXRecordDecl());
  const clang::QualType element = ElementType(*type->getAsCXXRecordDecl());
  ConstructEmpty(self, of);
  if (element.isNull() || arguments.empty()) return;
  const Operand block = Load(WordOf(self, 0, of));
  const bool is_vector = of == "vector";
  if (is_vector && SetElements(self, block, Operand::Constant(0), element, arguments, given,
                               /*is_new=*/true)) {
    return;
  }
  if (is_vector) {
    const Operand end = AddressOf(ElementAt(block, Operand::Unknown(), element));
    Store(WordOf(self, kPointerSize, of), end);
    Store(WordOf(self, 2 * kPointerSize, of), end);
  }
  if (IsSequence(of)) ForgetIndices(self);
  if (arguments.size() == 1 && arguments[0]->getType()->isIntegerType()) {
    MakeElement(block, PointedTo(SomeElement(block, element), element));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    KeepElement(block, element, arguments[i], given[i]);
    CopyElements(block, element, arguments[i], given[i], type);
  }
  UseGiven(block, element, arguments, given);
}

// What a vector is made of, from an element on: so many copies of a value, or a list in braces.
bool FunctionLowering::SetElements(const Operand& self, const Operand& block, const Operand& first,
                                   clang::QualType element,
                                   llvm::ArrayRef<const clang::Expr*> arguments,
                                   const std::vector<Operand>& given, bool is_new) {
  const clang::QualType type = arguments[0]->getType();
  const bool is_list = StandardClass(type->getAsCXXRecordDecl()) == "initializer_list";
  const bool counts = type->isIntegerType() && arguments.size() <= 2;
  if (!is_list && !counts) return false;
  if (!is_new && first == Operand::Constant(0)) EndAll("vector", self, element);
  Operand count;
  if (is_list) {
    Lvalue length = PointedTo(given[0], context_.getSizeType());
    AddOffset(length.place, kPointerSize);
    length.text = "list";
    count = Load(length);
    CopyAll(block, Load(WordOf(given[0], 0, "list")), count, element);
  } else {
    count = CountOf(arguments[0], given[0]);
    if (!is_new && RunsProgram(element, Implicit::kEnd) && first != Operand::Constant(0)) {
      EndElements(ElementAt(block, count, element).place,
                  builder_.Binary(ir::Binary::kSub, first, count, kPointerSize,
                                  /*is_signed=*/true),
                  element);
    }
    const bool has_value = arguments.size() == 2;
    const Operand added = builder_.Binary(ir::Binary::kSub, count, first, kPointerSize,
                                          /*is_signed=*/true);
    FillElements(block, first, added, element, has_value ? arguments[1] : nullptr,
                 has_value ? given[1] : Operand::None());
  }
  const Operand end = AddressOf(ElementAt(block, count, element));
  if (is_new) {
    Store(WordOf(self, 2 * kPointerSize, "vector"), end);
  } else {
    GrowVector(self, element, end, /*is_exact=*/first == Operand::Constant(0));
  }
  Store(WordOf(self, kPointerSize, "vector"), end);
  return true;
}

ir::Operand FunctionLowering::CountOf(const clang::Expr* argument, const Operand& given) {
  if (!argument->isGLValue()) return given;
  return Load(PointedTo(given, argument->getType()));
}

// From another container of the type, or from a list in braces.
void FunctionLowering::CopyElements(const Operand& block, clang::QualType element,
                                    const clang::Expr* argument, const Operand& given,
                                    clang::QualType container) {
  const clang::QualType type = argument->getType().getNonReferenceType();
  const bool is_list = StandardClass(type->getAsCXXRecordDecl()) == "initializer_list";
  if (!is_list && !context_.hasSameUnqualifiedType(type, container)) return;
  Lvalue to = PointedTo(SomeElement(block, element), element);
  to.text = "element";
  ir::Place from;
  from.base = SomeElement(Load(WordOf(given, 0, "source")), element);
  if (IsString(StandardClass(element->getAsCXXRecordDecl()))) {
    return ConstructFrom(to, from, /*moves=*/false);
  }
  if (Types::IsAggregate(element)) return Copy(to, from, nullptr);
  Lvalue source;
  source.place = from;
  source.type = element;
  source.text = "element";
  Store(to, Load(source));
}

// One that hangs in a tree or a table, and leaves the others where they are: a write somewhere.
void FunctionLowering::EndElement(const Operand& block) {
  Lvalue byte = PointedTo(SomeElement(block, context_.CharTy), context_.CharTy);
  byte.text = "element";
  Store(byte, Operand::Unknown());
}

// Those behind a place where elements come in or go out.
void FunctionLowering::MoveElements(const Operand& block, clang::QualType element) {
  const std::string of = StandardClass(element->getAsCXXRecordDecl());
  if (of == "thread" || of == "jthread") return;
  Lvalue to = PointedTo(SomeElement(block, element), element);
  to.text = "element";
  Lvalue from = PointedTo(SomeElement(block, element), element);
  from.text = "element";
  if (Types::IsAggregate(element)) return Copy(to, from.place, nullptr);
  Store(to, Load(from));
}

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
    Store(end, moved(block, Operand::Unknown()));
    if (RunsProgram(element, Implicit::kCopyOrMove) || RunsProgram(element, Implicit::kEnd)) {
      ShiftElements(block, element, /*removes=*/name == "erase" || name == "assign");
    }
    MoveElements(block, element);
    for (size_t i = 0; i < arguments.size(); ++i) {
      KeepElement(block, element, arguments[i], given[i]);
      CopyElements(block, element, arguments[i], given[i],
                   context_.getTypeDeclType(method.getParent()));
    }
    UseGiven(block, element, arguments, given);
  }
  return ResultOfContainer(SomeElement(block, element), method.getParent(), result_type, self);
}

namespace {

// Whether something of the program's, or what waits for it, runs as the expression is evaluated:
// not as an object is only named or moved.
bool Calls(const clang::Stmt* statement) {
  if (statement == nullptr || isa<clang::LambdaExpr>(statement)) return false;
  if (const auto* call = dyn_cast<clang::CallExpr>(statement)) {
    if (!call->isCallToStdMove()) return true;
  }
  return std::any_of(statement->child_begin(), statement->child_end(), Calls);
}

}  // namespace

std::optional<Lvalue> FunctionLowering::MakeFirst(clang::QualType element,
                                                  llvm::ArrayRef<const clang::Expr*> arguments) {
  const bool is_one =
      arguments.size() == 1 && context_.hasSameUnqualifiedType(arguments[0]->getType(), element);
  if (!is_one || !Calls(arguments[0])) return std::nullopt;
  Lvalue made;
  made.place.base = Operand::Slot(NewTemporary(element));
  made.type = element;
  made.text = "temporary";
  EmplaceElement(made, arguments);
  return made;
}

void FunctionLowering::PutElement(const Lvalue& object, const std::optional<Lvalue>& made,
                                  llvm::ArrayRef<const clang::Expr*> arguments) {
  if (!made.has_value()) return EmplaceElement(object, arguments);
  if (Types::IsAggregate(object.type)) return Copy(object, made->place, nullptr);
  Store(object, Load(*made));
}

}  // namespace plait::frontend
