// Bits of std::vector<bool> and std::bitset. They lie in words of eight bytes, in the block that
// the first word of a vector points to and in a bitset itself. Which bits of a word are set is not
// followed: whoever changes one reads and writes the word, so neighbours may race. The first word
// of a reference to a bit is the address of the word that the bit is in.
#include <optional>
#include <string>

#include "clang/AST/DeclCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

constexpr int64_t kWordSize = 8;  // bytes
constexpr int64_t kBitsOfWord = 64;

bool IsReferenceToBit(const std::string& of) {
  return of == "_Bit_reference" || of == "bitset::reference";
}

bool TakesNumberOfBit(const std::string& name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("operator[]", "at", "test", "set", "reset", "flip", true)
      .Default(false);
}

bool HasBits(const clang::CXXRecordDecl& record) {
  const std::string of = StandardClass(&record);
  if (of == "bitset" || IsReferenceToBit(of) || of == "_Bit_iterator") return true;
  const clang::QualType element = of == "vector" ? ElementType(record) : clang::QualType();
  return !element.isNull() && element->isBooleanType();
}

}  // namespace

Lvalue FunctionLowering::WordOfBit(const Operand& words, const Operand& number) {
  Lvalue word = PointedTo(words, context_.UnsignedLongTy);
  const Operand at = builder_.Binary(ir::Binary::kDiv, number, Operand::Constant(kBitsOfWord),
                                     kWordSize, /*is_signed=*/false);
  AddIndex(word.place, at, kWordSize);
  word.text = "bits";
  return word;
}

void FunctionLowering::ChangeWord(const Lvalue& word) {
  Load(word);
  Store(word, Operand::Unknown());
}

ir::Operand FunctionLowering::NewBitReference(const Operand& word, clang::QualType type) {
  const Operand reference = Operand::Slot(NewTemporary(type));
  Store(WordOf(reference, 0, "bit"), word);
  return reference;
}

ir::Operand FunctionLowering::LowerBitReference(const clang::CXXMethodDecl& method,
                                                const std::string& of, const Operand& self,
                                                llvm::ArrayRef<const clang::Expr*> arguments) {
  Lvalue word = PointedTo(Load(WordOf(self, 0, of)), context_.UnsignedLongTy);
  word.text = "bits";
  const std::string name = method.getNameAsString();
  if (name == "operator=" || name == "flip") {
    for (const clang::Expr* argument : arguments) {
      const std::string from = StandardClass(argument->getType()->getAsCXXRecordDecl());
      const Operand given = LowerArgument(argument);
      if (!IsReferenceToBit(from)) continue;
      Lvalue other = PointedTo(Load(WordOf(given, 0, from)), context_.UnsignedLongTy);
      other.text = word.text;
      Load(other);
    }
    ChangeWord(word);
    return self;
  }
  return builder_.UnknownFrom(Load(word));
}

std::optional<ir::Operand> FunctionLowering::LowerBits(const clang::CXXMethodDecl& method,
                                                       const std::string& of, const Operand& self,
                                                       llvm::ArrayRef<const clang::Expr*> arguments,
                                                       clang::QualType result_type) {
  if (!HasBits(*method.getParent())) return std::nullopt;
  if (IsReferenceToBit(of)) return LowerBitReference(method, of, self, arguments);
  const std::string name = method.getNameAsString();
  if (of == "_Bit_iterator") {
    if (name != "operator*" && name != "operator[]") return std::nullopt;
    const Operand words = Load(WordOf(self, 0, of));
    for (const clang::Expr* argument : arguments) LowerArgument(argument);
    return NewBitReference(AddressOf(WordOfBit(words, Operand::Unknown())), result_type);
  }
  const bool is_end = name == "front" || name == "back";
  const bool is_of_one = (TakesNumberOfBit(name) && !arguments.empty()) || is_end;
  if (!is_of_one && of == "vector") return std::nullopt;
  Operand number = name == "front" ? Operand::Constant(0) : Operand::Unknown();
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Operand given = LowerArgument(arguments[i]);
    if (i == 0 && is_of_one) number = given;
  }
  const Operand words = of == "vector" ? Load(WordOf(self, 0, of)) : self;
  const Lvalue word = WordOfBit(words, number);
  if (is_of_one && Types::IsAggregate(result_type)) {
    return NewBitReference(AddressOf(word), result_type);
  }
  if (!method.isConst()) {
    ChangeWord(word);
    return self;
  }
  const Operand found = builder_.UnknownFrom(Load(word));
  return Types::IsAggregate(result_type) ? ResultOfLibrary(result_type) : found;
}

}  // namespace plait::frontend
