// What executions know of strings, beside what the analysis does: which characters they have. Each
// operation is told to the execution by a function of its own (checkers/witness/container_call.h).
#include <string>
#include <utility>
#include <vector>

#include "clang/AST/DeclCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/ADT/StringSwitch.h"

namespace plait::frontend {
namespace {

// As executions number them.
enum Piece : uint8_t { kString, kText, kCounted, kRepeated, kView };
constexpr int64_t kBehind = INT64_MIN, kLast = INT64_MIN + 1;

std::vector<ir::Operand> PieceFrom(Piece kind, const ir::Operand& a, const ir::Operand& b) {
  return {ir::Operand::Constant(kind), a, b};
}

bool IsNumber(clang::QualType type) { return type->isIntegerType() && !type->isAnyCharacterType(); }

bool IsPlainString(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return IsString(StandardClass(record)) && HasPlainCharacters(record);
}

}  // namespace

std::vector<ir::Operand> FunctionLowering::TextOf(const Operand& string) {
  return PieceFrom(kString, string, Operand::Constant(0));
}

std::optional<std::vector<ir::Operand>> FunctionLowering::PieceOf(
    llvm::ArrayRef<const clang::Expr*> arguments, llvm::ArrayRef<Operand> given) {
  if (arguments.empty() || given.size() < arguments.size()) return std::nullopt;
  const auto type_of = [&](size_t i) {
    return arguments[i]->getType().getNonReferenceType().getUnqualifiedType();
  };
  const clang::QualType type = type_of(0);
  const bool is_only = arguments.size() == 1;
  const bool is_counted =
      arguments.size() == 2 && IsNumber(type_of(1)) && !arguments[1]->isGLValue();
  if (IsPlainString(type)) {
    return is_only ? std::optional(TextOf(given[0])) : std::nullopt;
  }
  if (HasPlainCharacters(type->getAsCXXRecordDecl()) && is_only) {
    return PieceFrom(kView, given[0], Operand::Constant(0));
  }
  const bool is_array = type->isArrayType() && arguments[0]->isGLValue() &&
                        context_.getBaseElementType(type)->isCharType();
  const bool is_pointer =
      type->isPointerType() && !arguments[0]->isGLValue() && type->getPointeeType()->isCharType();
  if (is_array || is_pointer) {
    if (is_counted) return PieceFrom(kCounted, given[0], given[1]);
    return is_only ? std::optional(PieceFrom(kText, given[0], Operand::Constant(0))) : std::nullopt;
  }
  if (type->isCharType() && is_only && !arguments[0]->isGLValue()) {
    return PieceFrom(kRepeated, Operand::Constant(1), given[0]);
  }
  const bool is_repeated = arguments.size() == 2 && IsNumber(type) && !arguments[0]->isGLValue() &&
                           type_of(1)->isCharType() && !arguments[1]->isGLValue();
  return is_repeated ? std::optional(PieceFrom(kRepeated, given[0], given[1])) : std::nullopt;
}

void FunctionLowering::ReplaceText(const Operand& self, const Operand& first, const Operand& count,
                                   const std::vector<Operand>& piece) {
  Known("replace", {self, first, count, piece[0], piece[1], piece[2]});
}

// One that is moved leaves nothing, in most implementations.
void FunctionLowering::ClearText(const Operand& string) {
  ReplaceText(string, Operand::Constant(0), Operand::Constant(-1),
              PieceFrom(kRepeated, Operand::Constant(0), Operand::Constant(0)));
}

ir::Operand FunctionLowering::LookUpText(const clang::CXXMethodDecl& method, const Operand& self,
                                         llvm::ArrayRef<const clang::Expr*> arguments,
                                         const std::vector<Operand>& given) {
  if (!HasPlainCharacters(method.getParent())) return Operand::Unknown();
  const std::string name = method.getNameAsString();
  const size_t count = arguments.size();
  const auto is_number = [&](size_t i) {
    return i < count && IsNumber(arguments[i]->getType()) && !arguments[i]->isGLValue();
  };
  if (name == "size" || name == "length") return Known("size", {self});
  if (name == "empty") {
    return Compared(Known("size", {self}), ir::Binary::kEq);
  }
  if (name == "operator[]" && is_number(0)) {
    elements_.found = Known("index", {given[0]});
  } else if (name == "at" && is_number(0)) {
    elements_.found = Known("within", {self, given[0]});
  } else if (name == "front" || name == "begin" || name == "cbegin" || name == "data" ||
             name == "c_str") {
    elements_.found = KnownIndex(0);
  } else if (name == "back") {
    elements_.found = Known("last", {self});
  } else if (name == "end" || name == "cend") {
    elements_.found = Known("size", {self});
  }
  if (name == "compare" && count == 1) {
    const auto piece = PieceOf(arguments, given);
    if (!piece.has_value()) return Operand::Unknown();
    std::vector<Operand> both = TextOf(self);
    both.insert(both.end(), piece->begin(), piece->end());
    return Known("compare", std::move(both));
  }
  const int search = llvm::StringSwitch<int>(name)
                         .Case("find", 0)
                         .Case("rfind", 1)
                         .Case("find_first_of", 2)
                         .Case("find_first_not_of", 3)
                         .Case("find_last_of", 4)
                         .Case("find_last_not_of", 5)
                         .Case("starts_with", 6)
                         .Case("ends_with", 7)
                         .Case("contains", 8)
                         .Default(-1);
  const bool has_place = search >= 0 && search < 6 && count == 2 && is_number(1);
  if (search < 0 || (count != 1 && !has_place)) return Operand::Unknown();
  const auto piece = PieceOf(arguments.take_front(), given);
  if (!piece.has_value()) return Operand::Unknown();
  std::vector<Operand> all = TextOf(self);
  all.insert(all.end(), piece->begin(), piece->end());
  const bool goes_back = search == 1 || search == 4 || search == 5;
  all.push_back(has_place ? given[1] : Operand::Constant(goes_back ? -1 : 0));
  all.push_back(Operand::Constant(search));
  return Known("find_text", std::move(all));
}

void FunctionLowering::ChangeText(const std::string& name, const clang::CXXRecordDecl* type,
                                  const Operand& self, llvm::ArrayRef<const clang::Expr*> arguments,
                                  const std::vector<Operand>& given) {
  const llvm::ArrayRef<Operand> values(given);
  const size_t count = arguments.size();
  const auto is_number = [&](size_t i) {
    return i < count && IsNumber(arguments[i]->getType()) && !arguments[i]->isGLValue();
  };
  const auto rest = [&](size_t i) {
    return i < count ? PieceOf(arguments.drop_front(i), values.drop_front(i)) : std::nullopt;
  };
  const std::vector<Operand> nothing =
      PieceFrom(kRepeated, Operand::Constant(0), Operand::Constant(0));
  Operand first = Operand::Constant(0), removed = Operand::Constant(-1);
  std::optional<std::vector<Operand>> piece;
  if (name == "reserve" || name == "shrink_to_fit") return;
  if (name == "resize" && is_number(0) && HasPlainCharacters(type)) {
    Known("resize", {self, given[0], count > 1 ? given[1] : Operand::Constant(0)});
    return;
  }
  const bool assigns = name == "operator=" || name == "assign";
  if (name == "clear") {
    piece = nothing;
  } else if (name == "operator+=" || name == "append" || name == "push_back") {
    first = Operand::Constant(kBehind);
    removed = Operand::Constant(0);
    piece = rest(0);
  } else if (assigns) {
    piece = rest(0);
  } else if (name == "insert" && is_number(0)) {
    first = given[0];
    removed = Operand::Constant(0);
    piece = rest(1);
  } else if (name == "erase" && (count == 0 || is_number(0))) {
    if (count > 0) first = given[0];
    if (count > 1) removed = given[1];
    piece = nothing;
  } else if (name == "replace" && is_number(0) && is_number(1)) {
    first = given[0];
    removed = given[1];
    piece = rest(2);
  } else if (name == "pop_back") {
    first = Operand::Constant(kLast);
    removed = Operand::Constant(1);
    piece = nothing;
  }
  if (!piece.has_value() || !HasPlainCharacters(type)) {
    Known("lose", {self});
    return;
  }
  ReplaceText(self, first, removed, *piece);
  if (assigns && count == 1 && arguments[0]->isXValue() && IsPlainString(arguments[0]->getType())) {
    ClearText(given[0]);
  }
}

ir::Operand FunctionLowering::KnownResult(const clang::CallExpr& call,
                                          const clang::FunctionDecl& function,
                                          const std::vector<Operand>& given,
                                          const Operand& result) {
  const llvm::ArrayRef<const clang::Expr*> arguments(call.getArgs(), call.getNumArgs());
  if (given.size() != arguments.size() || arguments.empty()) return result;
  const std::string name = QualifiedLibraryName(function);
  const auto piece = [&](size_t i) {
    return PieceOf(arguments.slice(i, 1), llvm::ArrayRef(given).slice(i, 1));
  };
  const bool is_pair = arguments.size() == 2;
  if (IsPlainString(call.getType())) {
    if (name == "std::operator+" && is_pair) {
      const auto left = piece(0), right = piece(1);
      if (!left.has_value() || !right.has_value()) return result;
      Known("new_text", {result});
      ReplaceText(result, Operand::Constant(0), Operand::Constant(-1), *left);
      ReplaceText(result, Operand::Constant(kBehind), Operand::Constant(0), *right);
    } else if (name == "std::to_string" && IsNumber(arguments[0]->getType())) {
      Known("new_text", {result});
      const bool is_signed = arguments[0]->getType()->isSignedIntegerType();
      Known("number", {result, given[0], Operand::Constant(is_signed ? 1 : 0)});
    } else if (name.ends_with("operator\"\"s")) {
      const auto text = PieceOf(arguments, given);
      if (!text.has_value()) return result;
      Known("new_text", {result});
      ReplaceText(result, Operand::Constant(0), Operand::Constant(-1), *text);
    }
    return result;
  }
  if (!is_pair || !function.isOverloadedOperator()) return result;
  const clang::OverloadedOperatorKind kind = function.getOverloadedOperator();
  const bool is_equal = kind == clang::OO_EqualEqual;
  // Whose first words are equal if they are.
  const auto of = [&](size_t i) {
    return StandardClass(arguments[i]->getType()->getAsCXXRecordDecl());
  };
  const auto is_iterator = [&](size_t i) {
    return IsKeyedIterator(of(i)) || IsSequenceIterator(of(i));
  };
  const bool has_null = arguments[1]->getType()->isNullPtrType();
  const bool are_pointers =
      of(0) == "shared_ptr" && (has_null || context_.hasSameUnqualifiedType(
                                                arguments[0]->getType(), arguments[1]->getType()));
  if ((is_equal || kind == clang::OO_ExclaimEqual) &&
      (are_pointers || (is_iterator(0) && is_iterator(1)))) {
    const Operand same =
        has_null ? Known("is_null", {given[0]}) : Known("same", {given[0], given[1]});
    const Operand decided = is_equal ? same : Compared(same, ir::Binary::kEq);
    return builder_.UnknownFrom(result, decided);
  }
  const bool has_string =
      IsPlainString(arguments[0]->getType()) || IsPlainString(arguments[1]->getType());
  std::optional<ir::Binary> comparison;
  switch (kind) {
    case clang::OO_EqualEqual:
      comparison = ir::Binary::kEq;
      break;
    case clang::OO_ExclaimEqual:
      comparison = ir::Binary::kNe;
      break;
    case clang::OO_Less:
      comparison = ir::Binary::kLt;
      break;
    case clang::OO_LessEqual:
      comparison = ir::Binary::kLe;
      break;
    case clang::OO_Greater:
      comparison = ir::Binary::kGt;
      break;
    case clang::OO_GreaterEqual:
      comparison = ir::Binary::kGe;
      break;
    case clang::OO_Spaceship:
      break;
    default:
      return result;
  }
  const auto left = piece(0), right = piece(1);
  if (!has_string || !left.has_value() || !right.has_value()) return result;
  std::vector<Operand> both = *left;
  both.insert(both.end(), right->begin(), right->end());
  const Operand order = Known("compare", std::move(both));
  if (comparison.has_value()) {
    return builder_.UnknownFrom(result, Compared(order, *comparison));
  }
  // A std::strong_ordering.
  if (types_.Size(call.getType()) == 1) {
    Lvalue number = PointedTo(result, context_.SignedCharTy);
    number.text = "order";
    Store(number, order);
  }
  return result;
}

}  // namespace plait::frontend
