// What executions know of containers, beside what the analysis does: which elements maps and sets
// have. Each operation is told to the execution by a function of its own
// (checkers/witness/container_call.h).
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

namespace {

// As executions number them.
enum KeyKind : uint8_t { kNumberAt = 5, kNumber = 6 };
enum Flags : uint8_t { kMany = 1, kUnordered = 2, kGreater = 4, kUpper = 8, kLower = 16 };

bool IsPlainNumber(clang::QualType type) {
  return type->isIntegralOrEnumerationType() || type->isPointerType();
}

bool AreSame(clang::QualType a, clang::QualType b) {
  return a.getCanonicalType().getUnqualifiedType() == b.getCanonicalType().getUnqualifiedType();
}

// How the library says in which order elements are, or when they are equal; "" if it does not, or
// for keys of another type.
std::string NameOfOrder(const clang::ClassTemplateSpecializationDecl& container, unsigned index,
                        clang::QualType key) {
  const clang::TemplateArgumentList& arguments = container.getTemplateArgs();
  if (index >= arguments.size() || arguments[index].getKind() != clang::TemplateArgument::Type) {
    return "";
  }
  const clang::CXXRecordDecl* order = arguments[index].getAsType()->getAsCXXRecordDecl();
  const std::string name = StandardClass(order);
  if (name.empty()) return "";
  const clang::QualType compared = FirstTypeArgument(*order);
  const bool is_any = !compared.isNull() && compared->isVoidType();
  return is_any || (!compared.isNull() && AreSame(compared, key)) ? name : "";
}

// The text that the expression is, or makes a string of.
const clang::StringLiteral* LiteralIn(const clang::Expr* expression) {
  expression = expression->IgnoreImplicit()->IgnoreParens();
  const auto* made = dyn_cast<clang::CXXConstructExpr>(expression);
  if (made != nullptr && made->getNumArgs() >= 1 &&
      IsString(StandardClass(made->getConstructor()->getParent())) &&
      std::all_of(made->arg_begin() + 1, made->arg_end(), [](const clang::Expr* argument) {
        return llvm::isa<clang::CXXDefaultArgExpr>(argument);
      })) {
    expression = made->getArg(0)->IgnoreParenImpCasts();
  }
  return dyn_cast<clang::StringLiteral>(expression);
}

// The variable that the expression names, if it does no more.
const clang::Expr* NamedVariable(const clang::Expr* expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto* call = dyn_cast<clang::CallExpr>(expression)) {
    return call->isCallToStdMove() ? NamedVariable(call->getArg(0)) : nullptr;
  }
  const clang::Expr* base = expression;
  while (const auto* member = dyn_cast<clang::MemberExpr>(base)) {
    if (member->isArrow() && !llvm::isa<clang::CXXThisExpr>(member->getBase()->IgnoreImpCasts())) {
      return nullptr;
    }
    base = member->getBase()->IgnoreParenImpCasts();
  }
  return llvm::isa<clang::DeclRefExpr, clang::CXXThisExpr>(base) && expression->isGLValue()
             ? expression
             : nullptr;
}

bool IsOfProgram(const clang::CXXConstructorDecl& constructor) {
  return constructor.isUserProvided() && !IsInStandardLibrary(constructor);
}

bool MayLookAround(const clang::Stmt* statement) {
  if (statement == nullptr || llvm::isa<clang::LambdaExpr>(statement)) return false;
  const auto* call = dyn_cast<clang::CallExpr>(statement);
  if (call != nullptr && !call->isCallToStdMove()) return true;
  const auto* made = dyn_cast<clang::CXXConstructExpr>(statement);
  if (made != nullptr && IsOfProgram(*made->getConstructor())) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), MayLookAround);
}

}  // namespace

ir::Operand FunctionLowering::Known(const char* what, std::vector<Operand> arguments) {
  return AsKnown(EmitLibraryCall(std::string("plait::container::") + what, std::move(arguments),
                                 context_.LongTy));
}

ir::Operand FunctionLowering::Compared(const Operand& known, ir::Binary comparison) {
  return Known("compared", {known, Operand::Constant(static_cast<int64_t>(comparison))});
}

ir::Operand FunctionLowering::KnownIndex(int64_t index) {
  return Known("index", {Operand::Constant(index)});
}

std::optional<FunctionLowering::Keyed> FunctionLowering::KeyedOf(const clang::CXXRecordDecl& record,
                                                                 const std::string& of,
                                                                 clang::QualType element) {
  const auto* container = dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (!HasKeys(of) || container == nullptr || element.isNull()) {
    return std::nullopt;
  }
  const clang::QualType key = FirstTypeArgument(*container);
  if (key.isNull()) return std::nullopt;
  Keyed keyed;
  keyed.size = static_cast<int64_t>(types_.Size(element));
  const bool is_map = of.ends_with("map"), is_unordered = of.starts_with("unordered_");
  const bool has_many = of.find("multi") != std::string::npos;
  const unsigned behind_value = is_map ? 2 : 1;
  const std::string order = NameOfOrder(*container, behind_value + (is_unordered ? 1 : 0), key);
  if (order != (is_unordered ? "equal_to" : "less") && (is_unordered || order != "greater")) {
    return std::nullopt;
  }
  keyed.flags = (has_many ? kMany : 0) | (is_unordered ? kUnordered : 0) |
                (order == "greater" ? kGreater : 0);
  if (keyed.size == 0) return std::nullopt;
  const clang::CXXRecordDecl* text = key->getAsCXXRecordDecl();
  if (IsString(StandardClass(text)) && HasPlainCharacters(text)) return keyed;
  const auto width = static_cast<int64_t>(types_.Size(key));
  if (!IsPlainNumber(key) || key->isBooleanType() || width < 1 || width > kPointerSize)
    return std::nullopt;
  keyed.width = key->isSignedIntegerOrEnumerationType() ? -width : width;
  return keyed;
}

std::optional<std::vector<ir::Operand>> FunctionLowering::KeyOf(const Keyed& keyed,
                                                                const clang::Expr* argument,
                                                                const Operand& given) {
  if (keyed.width == 0) return PieceOf(argument, given);
  const clang::QualType type = argument->getType().getNonReferenceType();
  const auto width = static_cast<int64_t>(types_.Size(type));
  const bool is_signed = type->isSignedIntegerOrEnumerationType();
  if (!IsPlainNumber(type) || keyed.width != (is_signed ? -width : width)) return std::nullopt;
  return std::vector<Operand>{Operand::Constant(argument->isGLValue() ? kNumberAt : kNumber), given,
                              Operand::Constant(keyed.width)};
}

std::vector<ir::Operand> FunctionLowering::KeyAt(const Keyed& keyed, const Operand& address) {
  if (keyed.width == 0) return TextOf(address);
  return {Operand::Constant(kNumberAt), address, Operand::Constant(keyed.width)};
}

std::optional<std::vector<ir::Operand>> FunctionLowering::KeyIn(const Keyed& keyed,
                                                                clang::QualType element,
                                                                clang::QualType type,
                                                                const Operand& address) {
  if (StandardClass(type->getAsCXXRecordDecl()) != "pair" ||
      StandardClass(element->getAsCXXRecordDecl()) != "pair") {
    return std::nullopt;
  }
  const Lvalue made = PointedTo(address, element), given = PointedTo(address, type);
  const bool is_same = AreSame(MemberOfPair(made, 0).type, MemberOfPair(given, 0).type) &&
                       AreSame(MemberOfPair(made, 1).type, MemberOfPair(given, 1).type);
  return is_same ? std::optional(KeyAt(keyed, address)) : std::nullopt;
}

std::optional<std::vector<ir::Operand>> FunctionLowering::NamedKey(const Keyed& keyed,
                                                                   clang::QualType element,
                                                                   const clang::Expr* argument) {
  if (const auto* literal = LiteralIn(argument)) {
    return keyed.width == 0 ? PieceOf(literal, LowerReferenceBinding(literal)) : std::nullopt;
  }
  if (IsPlainNumber(argument->getType().getNonReferenceType())) {
    if (const auto constant = ConstantValue(*argument->IgnoreParenImpCasts())) {
      return std::vector<Operand>{Operand::Constant(kNumber), *constant,
                                  Operand::Constant(-kPointerSize)};
    }
  }
  const clang::Expr* variable = NamedVariable(argument);
  if (variable == nullptr) return std::nullopt;
  const clang::QualType type = variable->getType().getNonReferenceType();
  if (StandardClass(type->getAsCXXRecordDecl()) == "pair") {
    return KeyIn(keyed, element, type, LowerReferenceBinding(variable));
  }
  if (keyed.width == 0 && type->isPointerType()) return std::nullopt;
  return KeyOf(keyed, variable, LowerReferenceBinding(variable));
}

ir::Operand FunctionLowering::CallKeyed(const char* what, const Keyed& keyed, const Operand& self,
                                        const std::vector<Operand>& key, int64_t flags,
                                        bool is_zero) {
  return Known(what, {self, Operand::Constant(keyed.size), Operand::Constant(keyed.width),
                      Operand::Constant(keyed.flags | flags), key[0], key[1], key[2],
                      Operand::Constant(is_zero ? 1 : 0)});
}

void FunctionLowering::PutKeyed(const Keyed& keyed, const Operand& self,
                                const std::optional<std::vector<Operand>>& key, bool assigns,
                                bool is_zero) {
  if (!key.has_value()) {
    Known("lose", {self});
    return;
  }
  elements_.found = CallKeyed("put", keyed, self, *key, 0, is_zero);
  elements_.kept = assigns ? elements_.found : Known("where_new", {self});
  elements_.is_new = Known("has_made", {self});
}

// Where a map makes an element from nothing, its bytes are 0 if nobody says otherwise.
bool FunctionLowering::IsMadeOfZeros(clang::QualType pair) {
  if (StandardClass(pair->getAsCXXRecordDecl()) != "pair") return false;
  const clang::QualType mapped = MemberOfPair(PointedTo(Operand::Unknown(), pair), 1).type;
  const clang::CXXRecordDecl* record = mapped->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record == nullptr || (record->hasDefinition() && record->hasTrivialDefaultConstructor());
}

ir::Operand FunctionLowering::LookUpKeyed(const clang::CXXMethodDecl& method, const Keyed& keyed,
                                          const Operand& self, clang::QualType element,
                                          llvm::ArrayRef<const clang::Expr*> arguments,
                                          const std::vector<Operand>& given) {
  const std::string name = method.getNameAsString();
  const size_t count = arguments.size();
  const auto key = count == 1 ? KeyOf(keyed, arguments[0], given[0]) : std::nullopt;
  if (name == "size") return Known("count", {self});
  if (name == "empty") {
    return Compared(Known("count", {self}), ir::Binary::kEq);
  }
  if (name == "begin" || name == "cbegin" || name == "rend" || name == "crend") {
    if (count == 0) elements_.found = Known("first", {self});
  } else if (name == "end" || name == "cend" || name == "rbegin" || name == "crbegin") {
    if (count == 0) elements_.found = KnownIndex(-1);
  } else if (name == "find" || name == "at") {
    if (key.has_value()) elements_.found = CallKeyed(name.c_str(), keyed, self, *key);
  } else if (name == "lower_bound" || name == "upper_bound") {
    const int64_t bound = name == "lower_bound" ? kLower : kUpper;
    if (key.has_value()) elements_.found = CallKeyed("find", keyed, self, *key, bound);
  } else if ((name == "count" || name == "contains") && key.has_value()) {
    return CallKeyed("count", keyed, self, *key);
  } else if (name == "operator[]") {
    PutKeyed(keyed, self, key, /*assigns=*/true, IsMadeOfZeros(element));
  } else if ((name == "insert" || name == "emplace") && count == 1) {
    const clang::QualType type = arguments[0]->getType().getNonReferenceType();
    const bool is_pair = StandardClass(element->getAsCXXRecordDecl()) == "pair";
    PutKeyed(keyed, self, is_pair ? KeyIn(keyed, element, type, given[0]) : key,
             /*assigns=*/false, /*is_zero=*/false);
  } else if ((name == "erase" || name == "clear") && RunsProgram(element, Implicit::kEnd)) {
    Known("lose", {self});
  } else if (name == "erase" && count == 1) {
    const bool is_key = key.has_value();
    const bool has_many = (keyed.flags & kMany) != 0;
    const bool is_iterator =
        StandardClass(arguments[0]->getType()->getAsCXXRecordDecl()).ends_with("iterator");
    elements_.kept = Known("nowhere", {});
    if ((is_key && has_many) || (!is_key && !is_iterator)) {
      Known("lose", {self});
      return Operand::Unknown();
    }
    const Operand number = is_key ? CallKeyed("find", keyed, self, *key)
                                  : Known("number_at", {given[0], Operand::Constant(keyed.size)});
    elements_.found = Known("take", {self, number});
    return Compared(number, ir::Binary::kGe);
  } else if (name == "clear") {
    elements_.kept = Known("nowhere", {});
    Known("clear", {self});
  } else if (method.isMoveAssignmentOperator()) {
    // Told once the container's word is written.
  } else if (!method.isConst() && name != "equal_range" && name != "reserve" && name != "rehash" &&
             name != "max_load_factor" && name != "get_allocator") {
    Known("lose", {self});
  }
  return Operand::Unknown();
}

// To the analysis the elements are all the same, to executions one after the other.
void FunctionLowering::CopyKeyed(const Operand& to, const Operand& from, const Operand& block,
                                 const Operand& source, clang::QualType element) {
  const auto size = static_cast<int64_t>(types_.Size(element));
  const BlockId body = builder_.NewBlock(), after = builder_.NewBlock();
  builder_.StartBlock(body);
  const ElementScope scope(*this);
  elements_ = {.block = block, .size = size, .kept = Known("copy_next", {to, from})};
  Lvalue one = PointedTo(SomeElement(block, element), element);
  one.text = "element";
  elements_.block = source;
  ConstructFrom(one, PointedTo(SomeElement(source, element), element).place, /*moves=*/false);
  builder_.Branch(Known("has_more", {to}), body, after);
  builder_.StartBlock(after);
}

bool FunctionLowering::LookAround(clang::QualType made,
                                  llvm::ArrayRef<const clang::Expr*> arguments) {
  const clang::CXXRecordDecl* record = RecordOf(made);
  return std::any_of(arguments.begin(), arguments.end(), MayLookAround) ||
         (record != nullptr && std::any_of(record->ctor_begin(), record->ctor_end(),
                                           [](const clang::CXXConstructorDecl* constructor) {
                                             return IsOfProgram(*constructor);
                                           }));
}

bool FunctionLowering::LooksBeforePut(const clang::CXXOperatorCallExpr& call,
                                      const std::string& of) {
  if (!call.isAssignmentOp() || call.getNumArgs() != 2) return false;
  const auto* left = dyn_cast<clang::CXXOperatorCallExpr>(call.getArg(0)->IgnoreParenImpCasts());
  const auto* index = left == nullptr || left->getOperator() != clang::OO_Subscript
                          ? nullptr
                          : llvm::dyn_cast_or_null<clang::CXXMethodDecl>(left->getDirectCallee());
  if (index == nullptr || !HasKeys(StandardClass(index->getParent()))) return false;
  const bool is_argument = IsContainer(of) || IsString(of) || of == "unique_ptr" ||
                           of == "shared_ptr" ||
                           (of.empty() && Types::IsAggregate(call.getArg(1)->getType()));
  return is_argument && MayLookAround(call.getArg(1));
}

// What is named may be left as it was, where there is such an element already.
bool FunctionLowering::MovesNamed(llvm::ArrayRef<const clang::Expr*> arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const clang::Expr* argument) {
    return argument->isXValue() &&
           !llvm::isa<clang::MaterializeTemporaryExpr>(argument->IgnoreParens());
  });
}

// `try_emplace` makes nothing and moves nothing if there is such an element, and neither does
// `insert`. `emplace` makes an element in any case, and ends it if it is not needed.
void FunctionLowering::PutKeyedElement(const std::string& of, const std::string& name,
                                       clang::QualType element,
                                       llvm::ArrayRef<const clang::Expr*> arguments,
                                       llvm::function_ref<void()> put) {
  if (!HasKeys(of)) return put();
  const bool frees_only = FreesMemoryOnly(element);
  const bool copies_only = !RunsProgram(element, Implicit::kCopyOrMove);
  if (name == "insert_or_assign") {
    if (!copies_only || MovesNamed(arguments.take_front())) MustBeNew();
    return put();
  }
  const bool leaves = name == "try_emplace" || !copies_only || MovesNamed(arguments);
  if (name.starts_with("emplace") ? frees_only : !leaves) return put();
  // What takes over threads and the like is not put on one of two ways.
  if (elements_.is_new.is_none() || !frees_only || name.starts_with("emplace")) {
    MustBeNew();
    return put();
  }
  const BlockId made = builder_.NewBlock(), after = builder_.NewBlock();
  builder_.Branch(elements_.is_new, made, after);
  builder_.StartBlock(made);
  put();
  builder_.StartBlock(after);
}

void FunctionLowering::MustBeNew() {
  Known("must_be_new", {elements_.is_new.is_none() ? Operand::Unknown() : elements_.is_new});
}

// Of a map or a set. The analysis does not tell its elements apart.
ir::Operand FunctionLowering::MoveIterator(const Operand& self, const Operand& block,
                                           clang::QualType element, int64_t by,
                                           clang::QualType result_type) {
  const bool is_copied = !result_type->isReferenceType();
  const Operand before = is_copied ? NewFuture(block, result_type) : Operand::None();
  Store(WordOf(self, 0, "iterator"), block);
  Known("advance", {self, Operand::Constant(static_cast<int64_t>(types_.Size(element))),
                    Operand::Constant(by)});
  return is_copied ? before : self;
}

void FunctionLowering::StoreWhetherNew(const Operand& result, clang::QualType type) {
  if (StandardClass(type->getAsCXXRecordDecl()) != "pair") return;
  Lvalue is_new = PointedTo(result, context_.BoolTy);
  AddOffset(is_new.place, kPointerSize);
  is_new.text = "temporary";
  Store(is_new, elements_.is_new.is_none() ? Operand::Unknown() : elements_.is_new);
}

}  // namespace plait::frontend
