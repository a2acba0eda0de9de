// Atomic operations: C11's, the __atomic builtins they are made of, the older __sync builtins, and
// the member functions of std::atomic, whose bodies no longer know which memory order is a
// constant.
#include <string>
#include <utility>

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Builtins.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "frontend/spelling.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

namespace {

// "add" of fetch_add, add_fetch and __sync_fetch_and_add.
std::optional<ir::Binary> OperationNamed(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<ir::Binary>>(name)
      .Case("add", ir::Binary::kAdd)
      .Case("sub", ir::Binary::kSub)
      .Case("and", ir::Binary::kAnd)
      .Case("or", ir::Binary::kOr)
      .Case("xor", ir::Binary::kXor)
      .Case("nand", ir::Binary::kNand)
      .Cases("min", "umin", ir::Binary::kMin)
      .Cases("max", "umax", ir::Binary::kMax)
      .Default(std::nullopt);
}

// "__c11_atomic_load" -> "load", "__atomic_load_n" -> "load_n".
llvm::StringRef PlainOperation(const clang::AtomicExpr& atomic) {
  llvm::StringRef name = atomic.getOpAsString();
  for (const llvm::StringRef prefix :
       {"__c11_atomic_", "__scoped_atomic_", "__opencl_atomic_", "__hip_atomic_", "__atomic_"}) {
    if (name.consume_front(prefix)) break;
  }
  return name;
}

std::optional<ir::Binary> OperationOf(clang::OverloadedOperatorKind op) {
  switch (op) {
    case clang::OO_PlusPlus:
    case clang::OO_PlusEqual:
      return ir::Binary::kAdd;
    case clang::OO_MinusMinus:
    case clang::OO_MinusEqual:
      return ir::Binary::kSub;
    case clang::OO_AmpEqual:
      return ir::Binary::kAnd;
    case clang::OO_PipeEqual:
      return ir::Binary::kOr;
    case clang::OO_CaretEqual:
      return ir::Binary::kXor;
    default:
      return std::nullopt;
  }
}

// Whether it is a std::atomic of a shared or weak pointer, of which the first word is what matters.
bool IsOfSharedPointer(const clang::CXXRecordDecl& record) {
  const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (StandardClass(&record) != "atomic" || special == nullptr) return false;
  const clang::TemplateArgument& value = special->getTemplateArgs()[0];
  if (value.getKind() != clang::TemplateArgument::Type) return false;
  const std::string of = StandardClass(value.getAsType()->getAsCXXRecordDecl());
  return of == "shared_ptr" || of == "weak_ptr";
}

// Of std::atomic, its base, or std::atomic_flag; null for any other class, and for values that are
// no scalars.
clang::QualType AtomicValue(const clang::CXXRecordDecl& record, clang::ASTContext& context) {
  const std::string of = StandardClass(&record);
  if (of == "atomic_flag") return context.UnsignedCharTy;
  const auto* special = dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if ((of != "atomic" && of != "__atomic_base") || special == nullptr) return {};
  if (IsOfSharedPointer(record)) return context.VoidPtrTy;
  const clang::TemplateArgument& value = special->getTemplateArgs()[0];
  if (value.getKind() != clang::TemplateArgument::Type) return {};
  return Types::IsAggregate(value.getAsType()) ? clang::QualType() : value.getAsType();
}

bool Acquires(ir::Ordering ordering) {
  return ordering == ir::Ordering::kAcquire || ordering == ir::Ordering::kAcqRel ||
         ordering == ir::Ordering::kSeqCst;
}

// Its failures may be weaker, and then it is not sequentially consistent as a whole.
void SetOrders(ir::Ordering ordering, ir::Ordering if_failed, ir::Instruction* exchange) {
  const bool is_weaker = ordering == ir::Ordering::kSeqCst && if_failed != ir::Ordering::kSeqCst;
  exchange->ordering = is_weaker ? ir::Ordering::kAcqRel : ordering;
  exchange->fails_unordered = !Acquires(if_failed);
}

}  // namespace

std::optional<ir::Operand> FunctionLowering::LowerAtomicMethod(
    const clang::CXXMethodDecl& method, const Operand& self,
    llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type) {
  const clang::QualType type = AtomicValue(*method.getParent(), context_);
  if (type.isNull()) return std::nullopt;
  const bool is_shared_pointer = IsOfSharedPointer(*method.getParent());
  const auto value_of = [&](const clang::Expr* argument) {
    if (!is_shared_pointer) return LowerValue(argument);
    Lvalue word;
    word.place = argument->isGLValue() ? LowerLvalue(argument).place : LowerRecord(argument);
    word.type = type;
    word.source = argument;
    return Load(word);
  };
  const auto as_result = [&](const Operand& value) {
    if (!is_shared_pointer || !Types::IsAggregate(result_type)) return value;
    return ResultOfContainer(value, nullptr, result_type, self);
  };
  Lvalue object = PointedTo(self, type);
  object.text = StandardClass(method.getParent());
  const auto order = [&](size_t index) {
    return index < arguments.size() ? OrderOf(arguments[index]) : ir::Ordering::kSeqCst;
  };
  const auto load = [&](ir::Ordering ordering) { return LoadAtomically(object, ordering); };
  const auto store = [&](const Operand& value, ir::Ordering ordering) {
    ir::Instruction store = Access(ir::Opcode::kStore, object);
    store.ordering = ordering;
    store.a = value;
    builder_.Append(std::move(store));
    return value;
  };
  const auto update = [&](ir::Binary operation, Operand value, ir::Ordering ordering, bool after) {
    if (type->isPointerType() && operation != ir::Binary::kExchange) {
      value = builder_.Binary(ir::Binary::kMul, value, DynamicSize(type->getPointeeType()), 8,
                              /*is_signed=*/true);
    }
    return UpdateAtomically(object, operation, value, ordering, after);
  };
  const clang::OverloadedOperatorKind op = method.getOverloadedOperator();
  if (llvm::isa<clang::CXXConversionDecl>(method)) return as_result(load(ir::Ordering::kSeqCst));
  if (op == clang::OO_Equal && arguments.size() == 1 && !method.isCopyAssignmentOperator()) {
    return store(value_of(arguments[0]), ir::Ordering::kSeqCst);
  }
  if (const auto operation = OperationOf(op)) {
    const bool steps = op == clang::OO_PlusPlus || op == clang::OO_MinusMinus;
    const Operand value = steps ? Operand::Constant(1) : LowerValue(arguments[0]);
    return update(*operation, value, ir::Ordering::kSeqCst, !steps || arguments.empty());
  }
  if (!method.getDeclName().isIdentifier()) return std::nullopt;
  llvm::StringRef name = method.getName();
  if (name == "load" || name == "test") return as_result(load(order(0)));
  if (name == "store") {
    const Operand value = value_of(arguments[0]);
    return store(value, order(1));
  }
  if (name == "clear") {
    store(Operand::Constant(0), order(0));
    return Operand::None();
  }
  if (name == "test_and_set") {
    return update(ir::Binary::kExchange, Operand::Constant(1), order(0), false);
  }
  if (name == "exchange") {
    const Operand value = value_of(arguments[0]);
    return as_result(update(ir::Binary::kExchange, value, order(1), false));
  }
  if (name == "wait") {
    // It comes back when the value has changed.
    const Operand old = value_of(arguments[0]);
    WaitWhile(object, ir::Binary::kEq, old, order(1));
    return Operand::None();
  }
  if (name == "notify_one" || name == "notify_all") return Operand::None();
  if (name.starts_with("compare_exchange_")) {
    Lvalue expected = PointedTo(LowerReferenceBinding(arguments[0]), type);
    expected.text = "expected";
    ir::Instruction exchange = Access(ir::Opcode::kCompareExchange, object);
    exchange.a = value_of(arguments[1]);
    const ir::Ordering ordering = order(2);
    SetOrders(ordering, arguments.size() > 3 ? OrderOf(arguments[3]) : ordering, &exchange);
    exchange.source = expected.place;
    exchange.source_text = TextOf(expected);
    exchange.is_weak = name.ends_with("weak");
    exchange.result = builder_.NewRegister();
    const Operand result = Operand::Reg(exchange.result);
    builder_.Append(std::move(exchange));
    return result;
  }
  if (name.consume_front("fetch_")) {
    if (const auto operation = OperationNamed(name)) {
      const Operand value = LowerValue(arguments[0]);
      return update(*operation, value, order(1), false);
    }
  }
  return std::nullopt;
}

// A std::latch is a number that counts down, and is waited for to be 0.
std::optional<ir::Operand> FunctionLowering::LowerLatchMethod(
    const clang::CXXMethodDecl& method, const Operand& self,
    llvm::ArrayRef<const clang::Expr*> arguments) {
  if (!method.getDeclName().isIdentifier()) return std::nullopt;
  const llvm::StringRef name = method.getName();
  const Lvalue count = LatchCount(self, context_.getTypeDeclType(method.getParent()));
  const bool arrives = name == "arrive_and_wait";
  if (name == "count_down" || arrives) {
    const Operand steps = arguments.empty() ? Operand::Constant(1) : LowerValue(arguments[0]);
    UpdateAtomically(count, ir::Binary::kSub, steps, ir::Ordering::kAcqRel, /*new_value=*/true);
  }
  if (name == "wait" || arrives) {
    WaitWhile(count, ir::Binary::kNe, Operand::Constant(0), ir::Ordering::kAcquire);
  }
  if (name != "try_wait") return Operand::None();
  return builder_.Binary(ir::Binary::kEq, LoadAtomically(count, ir::Ordering::kAcquire),
                         Operand::Constant(0), 1, /*is_signed=*/false);
}

Lvalue FunctionLowering::LatchCount(const Operand& latch, clang::QualType type) {
  Lvalue count =
      PointedTo(latch, context_.getIntTypeForBitwidth(8 * types_.Width(type), /*Signed=*/1));
  count.text = "latch";
  return count;
}

ir::Operand FunctionLowering::LoadAtomically(const Lvalue& object, ir::Ordering ordering) {
  ir::Instruction load = Access(ir::Opcode::kLoad, object);
  load.ordering = ordering;
  load.result = builder_.NewRegister();
  const Operand value =
      load.kind == ir::ValueKind::kOther ? Operand::Unknown() : Operand::Reg(load.result);
  builder_.Append(std::move(load));
  return value;
}

namespace {

// What orders are called in <stdatomic.h>, where they are the numbers of the compiler.
int64_t NumberOf(ir::Ordering ordering) {
  switch (ordering) {
    case ir::Ordering::kPlain:
    case ir::Ordering::kRelaxed:
      return 0;
    case ir::Ordering::kConsume:
      return 1;
    case ir::Ordering::kAcquire:
      return 2;
    case ir::Ordering::kRelease:
      return 3;
    case ir::Ordering::kAcqRel:
      return 4;
    case ir::Ordering::kSeqCst:
      return 5;
  }
  return 5;
}

const std::vector<ir::Ordering> kOrdersOfLoads = {ir::Ordering::kRelaxed, ir::Ordering::kAcquire};
const std::vector<ir::Ordering> kOrdersOfStores = {ir::Ordering::kRelaxed, ir::Ordering::kRelease};
// One that is sequentially consistent is more, but that matters to few programs.
const std::vector<ir::Ordering> kOrdersOfUpdates = {ir::Ordering::kRelaxed, ir::Ordering::kAcquire,
                                                    ir::Ordering::kRelease, ir::Ordering::kAcqRel};

}  // namespace

void FunctionLowering::WaitWhile(const Lvalue& object, ir::Binary comparison, const Operand& value,
                                 ir::Ordering ordering) {
  const BlockId head = builder_.NewBlock();
  const BlockId exit = builder_.NewBlock();
  builder_.StartBlock(head);
  const Operand goes_on =
      builder_.Binary(comparison, LoadAtomically(object, ordering), value, 1, /*is_signed=*/false);
  builder_.Branch(goes_on, head, exit);
  builder_.StartBlock(exit);
}

ir::Ordering FunctionLowering::OrderOf(const clang::Expr* order) {
  const auto value = ConstantValue(*order);
  if (!value.has_value()) {
    LowerDiscarded(order);
    return ir::Ordering::kRelaxed;
  }
  switch (value->value) {
    case 0:
      return ir::Ordering::kRelaxed;
    case 1:
      return ir::Ordering::kConsume;
    case 2:
      return ir::Ordering::kAcquire;
    case 3:
      return ir::Ordering::kRelease;
    case 4:
      return ir::Ordering::kAcqRel;
    default:
      return ir::Ordering::kSeqCst;
  }
}

ir::Operand FunctionLowering::ByOrder(const clang::Expr* order, ir::ValueKind kind,
                                      const std::vector<ir::Ordering>& orders,
                                      llvm::function_ref<Operand(ir::Ordering)> lower) {
  if (ConstantValue(*order).has_value()) return lower(OrderOf(order));
  const Operand given = LowerValue(order);
  std::vector<ir::SwitchCase> cases;
  std::vector<BlockId> blocks;
  int64_t next = 0;
  for (const ir::Ordering ordering : orders) {
    blocks.push_back(builder_.NewBlock());
    // Consume is taken for acquire, and the strongest one for all that is stronger still.
    const int64_t last = NumberOf(ordering);
    if (blocks.size() < orders.size()) cases.push_back({next, last, blocks.back()});
    next = last + 1;
  }
  builder_.Switch(given, std::move(cases), blocks.back());
  const BlockId exit = builder_.NewBlock();
  const ir::Register result = builder_.NewRegister();
  for (size_t i = 0; i < orders.size(); ++i) {
    builder_.StartBlock(blocks[i]);
    const Operand value = lower(orders[i]);
    if (!value.is_none()) builder_.Assign(result, value, kind);
    builder_.Goto(exit);
  }
  builder_.StartBlock(exit);
  return Operand::Reg(result);
}

ir::Operand FunctionLowering::Fence(ir::Ordering ordering) {
  ir::Instruction fence;
  fence.opcode = ir::Opcode::kFence;
  fence.ordering = ordering;
  builder_.Append(std::move(fence));
  return Operand::None();
}

Lvalue FunctionLowering::AtomicObject(const clang::Expr* pointer) {
  const clang::QualType type = pointer->getType()->getPointeeType();
  const clang::Expr* bare = pointer->IgnoreParenCasts();
  Lvalue object;
  const auto* address = dyn_cast<clang::UnaryOperator>(bare);
  if (address != nullptr && address->getOpcode() == clang::UO_AddrOf &&
      pointer->getType()->isPointerType()) {
    object = LowerLvalue(address->getSubExpr());
    if (object.variable.has_value()) object = PointedTo(AddressOf(object), type);
  } else {
    object.place = LowerPointer(pointer);
    object.text = "*" + SpellExpression(*pointer);
    SetLocation(pointer->getBeginLoc());
  }
  object.type = type.isNull() ? context_.IntTy : type;
  if (const auto* atomic = object.type->getAs<clang::AtomicType>()) {
    object.type = context_.getQualifiedType(atomic->getValueType(), object.type.getQualifiers());
  }
  return object;
}

ir::Operand FunctionLowering::UpdateAtomically(const Lvalue& object, ir::Binary operation,
                                               const Operand& value, ir::Ordering ordering,
                                               bool new_value) {
  ir::Instruction update = Access(ir::Opcode::kAtomicUpdate, object);
  update.binary = operation;
  update.ordering = ordering;
  update.a = value;
  update.new_value = new_value;
  update.result = builder_.NewRegister();
  const Operand result =
      update.kind == ir::ValueKind::kOther ? Operand::Unknown() : Operand::Reg(update.result);
  builder_.Append(std::move(update));
  return result;
}

ir::Operand FunctionLowering::LowerAtomicUpdate(const clang::AtomicExpr& atomic,
                                                ir::Binary operation, bool new_value) {
  const Lvalue object = AtomicObject(atomic.getPtr());
  Operand value = LowerValue(atomic.getVal1());
  // C11's pointer arithmetic counts elements, that of the __atomic builtins bytes.
  if (object.type->isPointerType() && atomic.getOpAsString().starts_with("__c11_") &&
      operation != ir::Binary::kExchange) {
    value = builder_.Binary(ir::Binary::kMul, value, DynamicSize(object.type->getPointeeType()), 8,
                            /*is_signed=*/true);
  }
  return ByOrder(atomic.getOrder(), Types::Kind(object.type), kOrdersOfUpdates,
                 [&](ir::Ordering ordering) {
                   return UpdateAtomically(object, operation, value, ordering, new_value);
                 });
}

bool FunctionLowering::MayFailSpuriously(const clang::AtomicExpr& compare_exchange) {
  const llvm::StringRef name = compare_exchange.getOpAsString();
  if (name.contains("_weak") || name.contains("_strong")) return name.contains("_weak");
  const auto weak = ConstantValue(*compare_exchange.getWeak());
  return !weak.has_value() || weak->value != 0;
}

ir::Operand FunctionLowering::LowerAtomicCompareExchange(const clang::AtomicExpr& atomic) {
  const Lvalue object = AtomicObject(atomic.getPtr());
  const Lvalue expected = AtomicObject(atomic.getVal1());
  // The generic form takes the address of the desired value.
  const llvm::StringRef name = PlainOperation(atomic);
  const bool by_address = name == "compare_exchange" &&
                          atomic.getOpAsString() != "__c11_atomic_compare_exchange_strong";
  const Operand desired =
      by_address ? Load(AtomicObject(atomic.getVal2())) : LowerValue(atomic.getVal2());
  const ir::Ordering if_failed = OrderOf(atomic.getOrderFail());
  const bool may_fail = MayFailSpuriously(atomic);
  const auto exchange_so = [&](ir::Ordering ordering) {
    ir::Instruction exchange = Access(ir::Opcode::kCompareExchange, object);
    SetOrders(ordering, if_failed, &exchange);
    exchange.source = expected.place;
    exchange.source_text = TextOf(expected);
    exchange.a = desired;
    exchange.is_weak = may_fail;
    exchange.result = builder_.NewRegister();
    const Operand result = Operand::Reg(exchange.result);
    builder_.Append(std::move(exchange));
    return result;
  };
  return ByOrder(atomic.getOrder(), ir::ValueKind::kInteger, kOrdersOfUpdates, exchange_so);
}

ir::Operand FunctionLowering::LowerAtomic(const clang::AtomicExpr& atomic) {
  llvm::StringRef name = PlainOperation(atomic);
  const bool generic = atomic.getOpAsString().starts_with("__atomic_");
  if (name == "init") {  // C11's atomic_init: not an atomic access
    const Lvalue object = AtomicObject(atomic.getPtr());
    Store(object, LowerValue(atomic.getVal1()));
    return Operand::None();
  }
  if (name == "load" || name == "load_n") {
    const Lvalue object = AtomicObject(atomic.getPtr());
    const Operand value =
        ByOrder(atomic.getOrder(), Types::Kind(object.type), kOrdersOfLoads,
                [&](ir::Ordering ordering) { return LoadAtomically(object, ordering); });
    if (generic && name == "load") {
      Store(AtomicObject(atomic.getVal1()), value);
      return Operand::None();
    }
    return value;
  }
  if (name == "store" || name == "store_n") {
    const Lvalue object = AtomicObject(atomic.getPtr());
    const bool by_address = generic && name == "store";
    const Operand value =
        by_address ? Load(AtomicObject(atomic.getVal1())) : LowerValue(atomic.getVal1());
    ByOrder(atomic.getOrder(), ir::ValueKind::kInteger, kOrdersOfStores,
            [&](ir::Ordering ordering) {
              ir::Instruction store = Access(ir::Opcode::kStore, object);
              store.ordering = ordering;
              store.a = value;
              builder_.Append(std::move(store));
              return Operand::None();
            });
    return Operand::None();
  }
  if (generic && name == "exchange") {
    const Lvalue object = AtomicObject(atomic.getPtr());
    const Operand value = Load(AtomicObject(atomic.getVal1()));
    const Operand old = UpdateAtomically(object, ir::Binary::kExchange, value,
                                         OrderOf(atomic.getOrder()), /*new_value=*/false);
    Store(AtomicObject(atomic.getVal2()), old);
    return Operand::None();
  }
  if (name == "exchange" || name == "exchange_n") {
    return LowerAtomicUpdate(atomic, ir::Binary::kExchange, /*new_value=*/false);
  }
  if (name.starts_with("compare_exchange")) return LowerAtomicCompareExchange(atomic);
  llvm::StringRef operation = name;
  if (operation.consume_front("fetch_")) {
    if (const auto binary = OperationNamed(operation)) {
      return LowerAtomicUpdate(atomic, *binary, /*new_value=*/false);
    }
  } else if (operation.consume_back("_fetch")) {
    if (const auto binary = OperationNamed(operation)) {
      return LowerAtomicUpdate(atomic, *binary, /*new_value=*/true);
    }
  }
  LowerChildren(atomic);
  return LowerUnknown(atomic, "atomic operation " + atomic.getOpAsString().str());
}

std::optional<ir::Operand> FunctionLowering::LowerAtomicBuiltin(const clang::CallExpr& call,
                                                                unsigned builtin) {
  switch (builtin) {
    case clang::Builtin::BI__atomic_thread_fence:
    case clang::Builtin::BI__c11_atomic_thread_fence:
      SetLocation(call.getBeginLoc());
      ByOrder(call.getArg(0), ir::ValueKind::kInteger, kOrdersOfUpdates,
              [&](ir::Ordering ordering) { return Fence(ordering); });
      return Operand::None();
    case clang::Builtin::BI__atomic_signal_fence:
    case clang::Builtin::BI__c11_atomic_signal_fence:
      LowerDiscarded(call.getArg(0));
      return Operand::None();  // orders nothing between threads
    case clang::Builtin::BI__atomic_test_and_set:
      return UpdateAtomically(FlagObject(call.getArg(0)), ir::Binary::kExchange,
                              Operand::Constant(1), OrderOf(call.getArg(1)), /*new_value=*/false);
    case clang::Builtin::BI__atomic_clear: {
      const Lvalue flag = FlagObject(call.getArg(0));
      ir::Instruction store = Access(ir::Opcode::kStore, flag);
      store.ordering = OrderOf(call.getArg(1));
      store.a = Operand::Constant(0);
      builder_.Append(std::move(store));
      return Operand::None();
    }
    case clang::Builtin::BI__atomic_always_lock_free:
    case clang::Builtin::BI__atomic_is_lock_free:
    case clang::Builtin::BI__c11_atomic_is_lock_free:
      return ConstantValue(call).value_or(Operand::Unknown());
    default:
      return std::nullopt;
  }
}

Lvalue FunctionLowering::FlagObject(const clang::Expr* pointer) {
  // The parameter is a void pointer; the flag itself is one byte.
  Lvalue flag = AtomicObject(pointer);
  flag.type = context_.getQualifiedType(context_.UnsignedCharTy, flag.type.getQualifiers());
  return flag;
}

std::optional<ir::Operand> FunctionLowering::LowerSync(const clang::CallExpr& call,
                                                       llvm::StringRef name) {
  name.consume_front("__sync_");
  // The overloads for one size end in "_4" and the like.
  const size_t last = name.rfind('_');
  if (last != llvm::StringRef::npos &&
      name.drop_front(last + 1).find_first_not_of("0123456789") == llvm::StringRef::npos) {
    name = name.take_front(last);
  }
  SetLocation(call.getBeginLoc());
  if (name == "synchronize") {
    Fence(ir::Ordering::kSeqCst);
    return Operand::None();
  }
  if (call.getNumArgs() == 0) return std::nullopt;
  const Lvalue object = AtomicObject(call.getArg(0));
  if (name == "lock_release") {
    ir::Instruction store = Access(ir::Opcode::kStore, object);
    store.ordering = ir::Ordering::kRelease;
    store.a = Operand::Constant(0);
    builder_.Append(std::move(store));
    return Operand::None();
  }
  if (call.getNumArgs() < 2) return std::nullopt;
  const Operand value = LowerValue(call.getArg(1));
  if (name == "bool_compare_and_swap" || name == "val_compare_and_swap") {
    if (call.getNumArgs() < 3) return std::nullopt;
    const Operand desired = LowerValue(call.getArg(2));
    ir::Instruction exchange = Access(ir::Opcode::kCompareExchange, object);
    exchange.ordering = ir::Ordering::kSeqCst;
    exchange.a = desired;
    exchange.b = value;
    exchange.result_is_old = name == "val_compare_and_swap";
    exchange.result = builder_.NewRegister();
    const Operand result = Operand::Reg(exchange.result);
    builder_.Append(std::move(exchange));
    return result;
  }
  const auto update = [&](ir::Binary operation, ir::Ordering ordering, bool new_value) {
    return UpdateAtomically(object, operation, value, ordering, new_value);
  };
  if (name == "lock_test_and_set") {
    return update(ir::Binary::kExchange, ir::Ordering::kAcquire, false);
  }
  if (name == "swap") return update(ir::Binary::kExchange, ir::Ordering::kSeqCst, false);
  llvm::StringRef operation = name;
  const bool returns_old = operation.consume_front("fetch_and_");
  if (returns_old || operation.consume_back("_and_fetch")) {
    if (const auto binary = OperationNamed(operation)) {
      return update(*binary, ir::Ordering::kSeqCst, !returns_old);
    }
  }
  return std::nullopt;
}

}  // namespace plait::frontend
