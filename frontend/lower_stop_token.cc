// How a std::jthread is asked to stop: a flag on the heap, whose address is the second word of the
// std::jthread and the first one of a std::stop_source or std::stop_token.
#include <string>
#include <utility>

#include "frontend/lower_function.h"

namespace plait::frontend {

ir::Operand FunctionLowering::NewStopFlag() {
  const auto size = static_cast<int64_t>(types_.Size(context_.IntTy));
  const Operand flag = EmitLibraryCall("_Znwm", {Operand::Constant(size)}, context_.VoidPtrTy);
  Lvalue value = PointedTo(flag, context_.IntTy);
  value.text = "stop flag";
  Store(value, Operand::Constant(0));
  return flag;
}

Lvalue FunctionLowering::StopFlag(const Operand& holder, int64_t offset) {
  Lvalue flag = PointedTo(Load(WordOf(holder, offset, "stop token")), context_.IntTy);
  flag.text = "stop flag";
  return flag;
}

void FunctionLowering::MoveStopFlag(const Operand& to, const Operand& from) {
  Store(WordOf(to, kPointerSize, "jthread"), Load(WordOf(from, kPointerSize, "jthread")));
}

void FunctionLowering::RequestStop(const Operand& holder, int64_t offset) {
  UpdateAtomically(StopFlag(holder, offset), ir::Binary::kExchange, Operand::Constant(1),
                   ir::Ordering::kAcqRel, /*new_value=*/false);
}

std::optional<ir::Operand> FunctionLowering::LowerStopMethod(const std::string& name,
                                                             const std::string& of,
                                                             const Operand& self,
                                                             clang::QualType result_type) {
  const int64_t offset = of == "jthread" ? kPointerSize : 0;
  if (name == "request_stop") {
    RequestStop(self, offset);
    return Operand::Unknown();
  }
  if (name == "stop_requested") {
    return LoadAtomically(StopFlag(self, offset), ir::Ordering::kAcquire);
  }
  if (name == "get_token" || name == "get_stop_token" || name == "get_stop_source") {
    return NewFuture(Load(WordOf(self, offset, of)), result_type);
  }
  return std::nullopt;
}

// One without a thread has nobody to ask.
void FunctionLowering::DestroyJthread(const Operand& self) {
  const BlockId some = builder_.NewBlock();
  const BlockId none = builder_.NewBlock();
  builder_.Branch(builder_.Binary(ir::Binary::kNe, Load(WordOf(self, 0, "jthread")),
                                  Operand::Constant(0), kPointerSize, /*is_signed=*/false),
                  some, none);
  builder_.StartBlock(some);
  RequestStop(self, kPointerSize);
  builder_.StartBlock(none);
  EmitLibraryCall("std::jthread::~jthread", {self}, context_.VoidTy);
}

}  // namespace plait::frontend
