// Builtins of the compiler that are not just calls of a function.
#include <string>
#include <utility>

#include "clang/Basic/Builtins.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

std::optional<ir::Operand> FunctionLowering::LowerBuiltin(const clang::CallExpr& call,
                                                          const clang::FunctionDecl& function) {
  const unsigned builtin = function.getBuiltinID();
  switch (builtin) {
    case clang::Builtin::BI__builtin_expect:
    case clang::Builtin::BI__builtin_expect_with_probability:
    case clang::Builtin::BI__builtin_assume_aligned:
    case clang::Builtin::BI__builtin_launder:
    case clang::Builtin::BI__builtin_unpredictable: {
      const Operand value = LowerValue(call.getArg(0));
      for (unsigned i = 1; i < call.getNumArgs(); ++i) LowerDiscarded(call.getArg(i));
      return value;
    }
    // No two threads have the same one, like handles.
    case clang::Builtin::BI__builtin_thread_pointer:
      return EmitLibraryCall("pthread_self", {}, call.getType());
    case clang::Builtin::BI__builtin_constant_p:
      return ConstantValue(call).value_or(Operand::Constant(0));
    case clang::Builtin::BI__builtin_va_start:
    case clang::Builtin::BI__va_start:
      // The second argument only names a parameter.
      return EmitLibraryCall("__builtin_va_start", {LowerArgument(call.getArg(0))},
                             context_.VoidTy);
    case clang::Builtin::BI__builtin_va_end:
      return EmitLibraryCall("__builtin_va_end", {LowerArgument(call.getArg(0))}, context_.VoidTy);
    case clang::Builtin::BI__builtin_va_copy:
      return EmitLibraryCall("__builtin_va_copy",
                             {LowerArgument(call.getArg(0)), LowerArgument(call.getArg(1))},
                             context_.VoidTy);
    case clang::Builtin::BI__builtin_object_size:
    case clang::Builtin::BI__builtin_dynamic_object_size:
      return Operand::Unknown();  // the argument is not evaluated
    case clang::Builtin::BI__builtin_assume:
    case clang::Builtin::BI__assume:
      return Operand::None();  // nor is it here
    case clang::Builtin::BI__builtin_unreachable:
    case clang::Builtin::BI__builtin_trap:
    case clang::Builtin::BI__builtin_verbose_trap:
      EmitLibraryCall(std::string(context_.BuiltinInfo.getName(builtin)), {}, context_.VoidTy);
      builder_.Unreachable();
      return Operand::None();
    case clang::Builtin::BI__builtin_debugtrap:
      return Operand::None();
    case clang::Builtin::BI__builtin_prefetch:
    case clang::Builtin::BI__builtin___clear_cache:
      for (const clang::Expr* argument : call.arguments()) LowerDiscarded(argument);
      return Operand::None();
    case clang::Builtin::BI__builtin_alloca:
    case clang::Builtin::BI__builtin_alloca_uninitialized:
    case clang::Builtin::BI__builtin_alloca_with_align:
    case clang::Builtin::BI__builtin_alloca_with_align_uninitialized:
    case clang::Builtin::BIalloca:
    case clang::Builtin::BI_alloca:
      return LowerAlloca(call);
    case clang::Builtin::BI__builtin_addressof:
    case clang::Builtin::BI__addressof:
    case clang::Builtin::BIaddressof:
    case clang::Builtin::BImove:
    case clang::Builtin::BImove_if_noexcept:
    case clang::Builtin::BIforward:
    case clang::Builtin::BIforward_like:
    case clang::Builtin::BIas_const:
      // The last ones return a reference to what they got, which is its address.
      return AddressOf(LowerLvalue(call.getArg(0)));
    default:
      break;
  }
  if (const auto lowered = LowerOverflowBuiltin(call, builtin)) return lowered;
  if (const auto lowered = LowerAtomicBuiltin(call, builtin)) return lowered;
  if (function.getName().starts_with("__sync_")) return LowerSync(call, function.getName());
  const bool is_library = context_.BuiltinInfo.isLibFunction(builtin) ||
                          context_.BuiltinInfo.isPredefinedLibFunction(builtin);
  if (!is_library && context_.BuiltinInfo.isConst(builtin)) {
    // Pure arithmetic (__builtin_clz, __builtin_bswap32, __builtin_isnan): not tracked.
    if (const auto constant = ConstantValue(call)) return constant;
    for (const clang::Expr* argument : call.arguments()) LowerDiscarded(argument);
    return Operand::Unknown();
  }
  return std::nullopt;
}

ir::Operand FunctionLowering::LowerAlloca(const clang::CallExpr& call) {
  ir::Instruction allocate;
  allocate.opcode = ir::Opcode::kAllocate;
  allocate.kind = ir::ValueKind::kPointer;
  allocate.width = 8;
  allocate.a = LowerValue(call.getArg(0));
  allocate.result = builder_.NewRegister();
  SetLocation(call.getBeginLoc());
  const Operand result = Operand::Reg(allocate.result);
  builder_.Append(std::move(allocate));
  return result;
}

std::optional<ir::Operand> FunctionLowering::LowerOverflowBuiltin(const clang::CallExpr& call,
                                                                  unsigned builtin) {
  ir::Binary operation = ir::Binary::kAdd;
  switch (builtin) {
    case clang::Builtin::BI__builtin_add_overflow:
    case clang::Builtin::BI__builtin_sadd_overflow:
    case clang::Builtin::BI__builtin_saddl_overflow:
    case clang::Builtin::BI__builtin_saddll_overflow:
    case clang::Builtin::BI__builtin_uadd_overflow:
    case clang::Builtin::BI__builtin_uaddl_overflow:
    case clang::Builtin::BI__builtin_uaddll_overflow:
      break;
    case clang::Builtin::BI__builtin_sub_overflow:
    case clang::Builtin::BI__builtin_ssub_overflow:
    case clang::Builtin::BI__builtin_ssubl_overflow:
    case clang::Builtin::BI__builtin_ssubll_overflow:
    case clang::Builtin::BI__builtin_usub_overflow:
    case clang::Builtin::BI__builtin_usubl_overflow:
    case clang::Builtin::BI__builtin_usubll_overflow:
      operation = ir::Binary::kSub;
      break;
    case clang::Builtin::BI__builtin_mul_overflow:
    case clang::Builtin::BI__builtin_smul_overflow:
    case clang::Builtin::BI__builtin_smull_overflow:
    case clang::Builtin::BI__builtin_smulll_overflow:
    case clang::Builtin::BI__builtin_umul_overflow:
    case clang::Builtin::BI__builtin_umull_overflow:
    case clang::Builtin::BI__builtin_umulll_overflow:
      operation = ir::Binary::kMul;
      break;
    default:
      return std::nullopt;
  }
  const Operand left = LowerValue(call.getArg(0));
  const Operand right = LowerValue(call.getArg(1));
  const Lvalue result = AtomicObject(call.getArg(2));
  Store(result, builder_.Binary(operation, left, right, types_.Width(result.type),
                                Types::IsSigned(result.type)));
  return Operand::Unknown();  // whether it overflowed
}

}  // namespace plait::frontend
