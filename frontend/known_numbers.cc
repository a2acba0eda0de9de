// What executions know of numbers that the library works out: random ones and hash values.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "clang/AST/DeclTemplate.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

namespace {

using llvm::dyn_cast;

// Up to which number the engine may return all from 1 on, or a lower bound of that; nullopt if that
// is not known.
std::optional<int64_t> MostOf(const std::string& of, const clang::CXXRecordDecl& engine) {
  constexpr uint64_t kBits = 24, kMost = (uint64_t{1} << kBits) - 1;
  if (of == "random_device") return kMost;
  const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(&engine);
  const bool is_modular = of == "linear_congruential_engine";
  const bool has_bits = of == "mersenne_twister_engine" || of == "subtract_with_carry_engine";
  const unsigned index = is_modular ? 3 : 1;
  if (special == nullptr || (!is_modular && !has_bits) ||
      special->getTemplateArgs().size() <= index ||
      special->getTemplateArgs()[index].getKind() != clang::TemplateArgument::Integral) {
    return std::nullopt;
  }
  const uint64_t number = special->getTemplateArgs()[index].getAsIntegral().getZExtValue();
  if (has_bits) return number >= kBits ? kMost : (uint64_t{1} << number) - 1;
  return number == 0 ? kMost : std::min(number - 1, kMost);
}

}  // namespace

void FunctionLowering::KeepBounds(const Operand& self, clang::QualType number,
                                  llvm::ArrayRef<const clang::Expr*> arguments,
                                  const std::vector<Operand>& given) {
  for (const clang::Expr* argument : arguments) {
    if (!argument->getType()->isIntegralOrEnumerationType()) return;
  }
  if (number.isNull() || !number->isIntegerType() || given.size() > 2) return;
  const auto size = static_cast<int64_t>(types_.Size(number));
  const int bits = static_cast<int>(8 * size) - (number->isSignedIntegerType() ? 1 : 0);
  const int64_t most = bits >= 63 ? INT64_MAX : (int64_t{1} << bits) - 1;
  Known("bounds", {self, given.empty() ? Operand::Constant(0) : given[0],
                   given.size() < 2 ? Operand::Constant(most) : given[1]});
}

ir::Operand FunctionLowering::RandomNumber(const std::string& of,
                                           const clang::CXXRecordDecl& record,
                                           const Operand& self) {
  if (const auto most = MostOf(of, record)) {
    return Known("draw", {Operand::Constant(1), Operand::Constant(*most)});
  }
  if (of == "bernoulli_distribution") {
    return Known("draw", {Operand::Constant(0), Operand::Constant(1)});
  }
  return of == "uniform_int_distribution" ? Known("draw_between", {self}) : Operand::Unknown();
}

std::optional<ir::Operand> FunctionLowering::LowerHash(
    llvm::ArrayRef<const clang::Expr*> arguments) {
  if (arguments.size() != 1) return std::nullopt;
  const clang::QualType type = arguments[0]->getType();
  const Operand given = LowerArgument(arguments[0]);
  // That of a number is the number.
  if (type->isIntegralOrEnumerationType() && !arguments[0]->isGLValue()) return given;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const std::string of = StandardClass(record);
  if (IsString(of)) ReadCharacters(Load(WordOf(given, 0, of)), ElementType(*record));
  const auto piece = PieceOf(arguments, {given});
  const Operand hash = piece.has_value() ? Known("hash", *piece) : Operand::Unknown();
  return builder_.UnknownFrom(Operand::Constant(0), hash);
}

}  // namespace plait::frontend
