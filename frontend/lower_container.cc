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
  if (of == "hash" && name == "operator()") {
    if (const auto hash = LowerHash(arguments)) return *hash;
  }
  const ElementScope scope(*this);
  const auto keyed = KeyedOf(*method.getParent(), of, element);
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
    return EmplacePair(method, of, self, element, arguments, result_type);
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
  if (IsKeyedIterator(of) && (name == "operator++" || name == "operator--")) {
    return MoveIterator(self, block, element, name == "operator++" ? 1 : -1, result_type);
  }
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
    const bool is_temporary = IsMadeOnTheWay(*arguments[0]);
    MoveString(of, self, given[0], is_temporary);
    if (is_temporary) {
      ChangeText(name, method.getParent(), self, arguments, given);
    } else {
      ClearText(given[0]);
    }
    return self;
  }
  elements_.block = block;
  if (!element.isNull()) elements_.size = static_cast<int64_t>(types_.Size(element));
  Operand number = Operand::Unknown();
  const bool changes = !CountsAsConst(method, of);
  if ((keyed.has_value() || IsString(of)) && changes) elements_.kept = Known("nowhere", {});
  const bool is_shared_pointer = of == "shared_ptr" || of.starts_with("__shared_ptr") ||
                                 of == "weak_ptr" || of == "__weak_ptr";
  if (keyed.has_value()) {
    number = LookUpKeyed(method, *keyed, self, element, arguments, given);
  } else if (IsString(of)) {
    number = LookUpText(method, self, arguments, given);
  } else if (IsKeyedIterator(of)) {
    elements_.found = KnownIndex(0);
  } else if (name == "operator()") {
    number = RandomNumber(of, *method.getParent(), self);
  } else if (is_shared_pointer && llvm::isa<clang::CXXConversionDecl>(method)) {
    number = AsKnown(builder_.Binary(ir::Binary::kNe, block, Operand::Constant(0), kPointerSize,
                                     /*is_signed=*/false));
  }
  if (IsContainer(of) || IsString(of)) UseGiven(block, element, arguments, given);
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
  if (changes) {
    ChangeContainer(of, name, self, block, element, arguments, given);
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
    if (IsString(of)) ChangeText(name, method.getParent(), self, arguments, given);
    if (keyed.has_value() && method.isMoveAssignmentOperator()) Known("move", {self, given[0]});
    if (name == "operator=" || name.starts_with("operator++") || name.starts_with("operator--")) {
      return self;
    }
  }
  // What is found in a container depends on who changes it: how many there are, whether there is
  // one.
  const bool is_number = !result_type->isVoidType() && !result_type->isReferenceType() &&
                         !result_type->isPointerType() && !Types::IsAggregate(result_type);
  if (is_number) return builder_.UnknownFrom(block, number);
  const bool is_mapped = has_pairs && (name == "at" || name == "operator[]");
  if (is_mapped && result_type->isReferenceType()) {
    const Lvalue pair = PointedTo(FoundElement(block, element), element);
    if (name == "operator[]") MakePair(block, pair, arguments[0], given[0]);
    return AddressOf(MemberOfPair(pair, 1));
  }
  const bool first_only = (is_shared_pointer && name != "operator[]") || name == "front" ||
                          name == "data" || name == "c_str";
  const Operand result = ResultOfContainer(first_only ? block : FoundElement(block, element),
                                           method.getParent(), result_type, self);
  if (name == "substr" && given.size() == 2 && HasPlainCharacters(method.getParent())) {
    Known("part", {result, self, given[0], given[1]});
  }
  if (keyed.has_value()) StoreWhetherNew(result, result_type);
  return result;
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
    Store(member, field->getType()->isPointerType()
                      ? block
                      : builder_.UnknownFrom(block, Known("size", {string})));
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
  const Lvalue made = MakeAside(element, arguments);
  Store(word, block);
  if (IsSequence(of)) ForgetIndices(self);
  elements_.block = block;
  elements_.size = static_cast<int64_t>(types_.Size(element));
  const auto keyed = KeyedOf(*container, of, element);
  if (keyed.has_value()) {
    PutKeyed(*keyed, self, KeyAt(*keyed, AddressOf(made)), /*assigns=*/false, /*is_zero=*/false);
  }
  if (HasKeys(of) && !FreesMemoryOnly(element)) MustBeNew();
  Lvalue place = PointedTo(SomeElement(block, element), element);
  place.text = "element";
  Copy(place, made.place, nullptr);
  const Operand found = keyed.has_value() ? FoundElement(block, element) : place.place.base;
  const Operand result = ResultOfContainer(found, container, result_type, self);
  if (keyed.has_value()) StoreWhetherNew(result, result_type);
  return result;
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

ir::Operand FunctionLowering::EmplacePair(const clang::CXXMethodDecl& method, const std::string& of,
                                          const Operand& self, clang::QualType pair,
                                          llvm::ArrayRef<const clang::Expr*> arguments,
                                          clang::QualType result_type) {
  const Lvalue word = WordOf(self, 0, of);
  const clang::CXXRecordDecl* container = method.getParent();
  const auto keyed = KeyedOf(*container, of, pair);
  // Once there is room for the element, the container has it already.
  const clang::QualType mapped = MemberOfPair(PointedTo(Operand::Unknown(), pair), 1).type;
  const bool looks = keyed.has_value() && LookAround(mapped, arguments);
  const bool is_aside = looks && arguments.size() == 2 && !MovesNamed(arguments) &&
                        !RunsProgram(pair, Implicit::kCopyOrMove) && FreesMemoryOnly(pair);
  const std::optional<Lvalue> made =
      is_aside ? MakeAside(pair, arguments) : MakeFirst(pair, arguments);
  std::optional<std::vector<Operand>> key;
  if (keyed.has_value() && !arguments.empty() && (made.has_value() || !looks)) {
    key = made.has_value() ? KeyAt(*keyed, AddressOf(*made)) : NamedKey(*keyed, pair, arguments[0]);
  }
  const Operand block = Load(word);
  Store(word, block);
  if (IsSequence(of)) ForgetIndices(self);
  elements_.block = block;
  elements_.size = static_cast<int64_t>(types_.Size(pair));
  if (keyed.has_value()) {
    const bool assigns = method.getNameAsString() == "insert_or_assign";
    if (assigns && RunsProgram(pair, Implicit::kEnd)) key.reset();
    PutKeyed(*keyed, self, key, assigns, arguments.size() == 1 && IsMadeOfZeros(pair));
  }
  const Lvalue place = PointedTo(SomeElement(block, pair), pair);
  const bool is_key = arguments.size() == 1 &&
                      StandardClass(arguments[0]->getType()->getAsCXXRecordDecl()) != "pair";
  const std::string name = method.getNameAsString();
  if (is_key) {
    PutKeyedElement(of, name, pair, arguments,
                    [&] { EmplaceElement(MemberOfPair(place, 0), arguments); });
    MakeElement(block, MemberOfPair(place, 1));
  } else {
    PutKeyedElement(of, name, pair, arguments, [&] { PutElement(place, made, arguments); });
  }
  const Operand result = ResultOfContainer(FoundElement(block, pair), container, result_type, self);
  if (keyed.has_value()) StoreWhetherNew(result, result_type);
  return result;
}

void FunctionLowering::ChangeContainer(const std::string& of, const std::string& name,
                                       const Operand& self, const Operand& block,
                                       clang::QualType element,
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
    const bool is_put = HasKeys(of) && name.starts_with("insert");
    PutKeyedElement(is_put ? of : "", name, element, arguments[i],
                    [&] { KeepElement(block, element, arguments[i], given[i]); });
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
    if (OwnsContainer(element)) {
      const bool moves = !argument->isLValue();
      if (of != "pair") return ConstructFrom(place, from, moves);
      Lvalue source = place;
      source.place = from;
      for (const unsigned index : {0U, 1U}) {
        ConstructFrom(MemberOfPair(place, index), MemberOfPair(source, index).place, moves);
      }
      return;
    }
    Copy(place, from, nullptr);
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
  ConstructEmpty(self, of, element);
  if (of == "uniform_int_distribution") {
    return KeepBounds(self, FirstTypeArgument(*type->getAsCXXRecordDecl()), arguments, given);
  }
  if (element.isNull() || arguments.empty()) return;
  if (HasKeys(of)) Known("lose", {self});
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
  if (IsString(of)) ChangeText("assign", type->getAsCXXRecordDecl(), self, arguments, given);
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
  return MakeAside(element, arguments);
}

Lvalue FunctionLowering::MakeAside(clang::QualType type,
                                   llvm::ArrayRef<const clang::Expr*> arguments) {
  Lvalue made;
  made.place.base = Operand::Slot(NewTemporary(type));
  made.type = type;
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
