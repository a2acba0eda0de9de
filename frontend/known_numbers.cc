// What executions know of numbers that the library works out: random ones and hash values.
#include <string>
#include <vector>

#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"

namespace plait::frontend {

namespace {

// All engines of the library may return these.
constexpr int64_t kLeastOfEngines = 1, kMostOfEngines = (int64_t{1} << 24) - 1;

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

ir::Operand FunctionLowering::RandomNumber(const std::string& of, const Operand& self) {
  if (of.ends_with("_engine") || of == "random_device") {
    return Known("draw", {Operand::Constant(kLeastOfEngines), Operand::Constant(kMostOfEngines)});
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
