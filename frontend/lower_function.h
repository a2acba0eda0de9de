// Lowers one function body to a procedure, straight from the syntax tree, like a small code
// generator.
//
//   lower_function.cc     parameters, local variables, scopes; the whole of a body
//   lower_statement.cc    control flow
//   lower_condition.cc    conditions, straight into branches
//   lower_expression.cc   values: operators, casts, assignments
//   lower_cast.cc         casts of values
//   lower_place.cc        lvalues: which bytes an expression names
//   lower_pointer.cc      pointer values as places
//   lower_access.cc       loads, stores and copies of such places
//   lower_record.cc       values of record type
//   lower_initializer.cc  initialisers of objects in memory
//   lower_call.cc         calls
//   lower_builtin.cc      builtins that are not just calls
//   lower_atomic.cc       C11, __atomic and __sync operations
//   lower_cxx.cc          what only C++ has
//   lower_callable.cc     threads and other calls of callables of the C++ library
//   lower_future.cc       futures, promises and tasks of the C++ library
//   lower_stop_token.cc   how a std::jthread is asked to stop
//   lower_library.cc      member functions of the C++ library that are not entered
//   lower_container.cc    its containers and smart pointers
//   lower_buffer.cc       the memory of their elements, and of the characters of strings
//   lower_library_function.cc  its functions that are no members
//   lower_sequence.cc     its containers whose elements are told apart
//   known_elements.cc     what executions know of containers, and the analysis does not
//   known_texts.cc        the same of strings
//   lower_vector.cc       what changes a vector
//   lower_virtual.cc      virtual functions, pointers to members
//   lower_exception.cc    what is thrown, and who catches it
//
// How values of record type travel, which the IR leaves open:
//   - A record argument is copied by the caller to a slot of its own; the argument is its address.
//   In
//     the callee the parameter's register holds that address, and the parameter has no slot.
//   - A function that returns a record returns the address of a slot holding it
//   (ValueKind::kPointer).
//     The result register of the call is the address of an anonymous object with the value; the
//     caller copies from there.
//
// Integer conversions that keep the value, or only its signedness, produce no instruction:
// registers have no type.
#ifndef PLAIT_FRONTEND_LOWER_FUNCTION_H_
#define PLAIT_FRONTEND_LOWER_FUNCTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/ir/ir.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "frontend/address_taken.h"
#include "frontend/inner_array.h"
#include "frontend/lower_unit.h"
#include "frontend/procedure_builder.h"
#include "frontend/types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace plait::frontend {

inline constexpr int64_t kPointerSize = 8;

// What an lvalue denotes.
struct Lvalue {
  // Set for a variable that lives in a register; `place` is then unused.
  std::optional<ir::Register> variable;
  ir::Place place;
  clang::QualType type;  // of the object, with its qualifiers
  // bit_width > 0 for a bit-field; `place` is then the start of its storage unit.
  StorageUnit bits;
  ir::StringIndex field = 0;            // as in Instruction::field
  const clang::Expr* source = nullptr;  // spelled for Instruction::text when accessed
  std::string text;                     // instead of `source`
};

// Copies of a callable and its arguments, for a thread that runs it.
struct Closure {
  struct Part {
    clang::QualType type;
    int64_t offset = 0;
  };
  ir::Operand address;
  std::vector<Part> parts;  // the callable first
  bool has_state = false;   // begins with the address of a state shared with a future
  bool ends_with_thread = false;
  std::vector<clang::QualType> parameters;     // of the callable, that each call passes
  const clang::FunctionDecl* known = nullptr;  // the callable, if it is that function
  clang::QualType stop_token;                  // begins with one, which the callable gets first
  std::string display_name;
};

class FunctionLowering {
 public:
  // `function` is a definition. `unit` must outlive this.
  FunctionLowering(UnitLowering& unit, const clang::FunctionDecl& function);

  // For LowerStaticInitialization() and LowerStaticDestruction().
  explicit FunctionLowering(UnitLowering& unit);

  // Call one of these, once.
  ir::Procedure Lower();
  // A procedure that calls the function, which is a method, in another way. The function need not
  // be a definition.
  ir::Procedure LowerStub(const MethodStub& stub);
  // What runs before main: initialisers of variables that are not constant, then the functions with
  // the attribute `constructor`. `file` is the unit's main file.
  ir::Procedure LowerStaticInitialization(
      const std::string& file, const std::vector<const clang::VarDecl*>& variables,
      const std::vector<const clang::FunctionDecl*>& constructors);
  // What runs behind main: destructors of variables, then the functions with the attribute
  // `destructor`.
  ir::Procedure LowerStaticDestruction(const std::string& file,
                                       const std::vector<const clang::VarDecl*>& variables,
                                       const std::vector<const clang::FunctionDecl*>& destructors);

 private:
  using Operand = ir::Operand;

  // Where a local variable or parameter lives.
  struct Home {
    enum class Kind {
      kRegister,
      kSlot,
      kAddress,  // the register holds the address: record parameters
    };
    Kind kind;
    uint32_t number;
  };
  // Code to run when control leaves the scope of a variable, or the expression that a temporary
  // object is part of.
  struct Cleanup {
    clang::QualType type;
    const clang::FunctionDecl* function =
        nullptr;  // called with the object's address; null: destroyed
    ir::Place place;
    clang::SourceLocation begin;  // of the scope of the variable
    clang::SourceLocation end;
    std::optional<BlockId> landing_pad;  // where an exception runs it
    bool is_for_exceptions = false;      // only: parts of an object that is being made
  };
  // Around what is lowered: where exceptions go, and how many cleanups are active there.
  struct TryBlock {
    BlockId handlers = 0;
    size_t cleanups = 0;
    bool has_handlers = false;  // of the program
    bool is_reached = false;
  };
  // What a handler that is lowered has caught.
  struct Caught {
    Operand type;
    Operand object;
  };
  // Where break or continue leads, and how many cleanups are active there.
  struct JumpTarget {
    BlockId block = 0;
    size_t cleanups = 0;
  };
  // Runs the cleanups registered during its life, at its end: a block, or an expression that is
  // part of no other one. What is made in one arm of a conditional ends with the arm.
  class Scope {
   public:
    Scope(FunctionLowering& lowering, clang::SourceLocation end);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    FunctionLowering& lowering_;
    size_t cleanups_;
    clang::SourceLocation previous_end_;
  };

  // lower_function.cc
  void BeginProcedure();
  void DeclareParameters();
  // A parameter of an own procedure handed on as it came.
  Operand ForwardedParameter(ir::Register arrives_in, const clang::ParmVarDecl& parameter);
  void DeclareParameter(const clang::ParmVarDecl& parameter, ir::Register arrives_in);
  void LowerDeclaration(const clang::Decl& declaration);
  void LowerLocal(const clang::VarDecl& variable);
  void BeginStaticProcedure(const std::string& name, const std::string& display_name,
                            const std::string& file);
  void CallEach(const std::vector<const clang::FunctionDecl*>& functions);
  void DestroyStatic(const clang::VarDecl& variable);
  // Runs the initialiser of a variable with static storage.
  void LowerStaticInitializer(const clang::VarDecl& variable);
  void LowerGuardedInitializer(const clang::VarDecl& variable);
  void InitializeForThread(const clang::VarDecl& variable);
  void NoteEndWithThread(const clang::VarDecl& variable);
  // A variable that holds a value which is there already.
  void DeclareWithValue(const clang::VarDecl& variable, const Operand& value);
  Lvalue DeclareInSlot(const clang::VarDecl& variable);
  void LowerVariableLengthArray(const clang::VarDecl& variable);
  void AddCleanups(const clang::VarDecl& variable, const ir::Place& place);
  void AddTemporary(clang::QualType type, const ir::Place& place, clang::SourceLocation begin);
  void KeepExtended();
  // Emits the cleanups above the first `keep`, last one first; they stay registered.
  void RunCleanups(size_t keep);
  void RunCleanup(const Cleanup& cleanup);
  // What has been made of an object ends if an exception leaves its constructor.
  void AddPart(clang::QualType type, const ir::Place& place, clang::SourceLocation begin);
  void SetLocation(clang::SourceLocation location);
  uint32_t NewTemporary(clang::QualType type);
  void LowerBody(const clang::Stmt& body);
  void LowerAlias(const clang::AliasAttr& alias);

  // lower_statement.cc
  void LowerStatement(const clang::Stmt* statement);
  void LowerIf(const clang::IfStmt& statement);
  void LowerWhile(const clang::WhileStmt& statement);
  void LowerDo(const clang::DoStmt& statement);
  void LowerFor(const clang::ForStmt& statement);
  void LowerRangeFor(const clang::CXXForRangeStmt& statement);
  void LowerSwitch(const clang::SwitchStmt& statement);
  void LowerCase(const clang::SwitchCase& statement);
  void LowerReturn(const clang::ReturnStmt& statement);
  void LowerGoto(const clang::LabelDecl& label, clang::SourceLocation location);
  void LowerIndirectGoto(const clang::IndirectGotoStmt& statement);
  void LowerAsm(const clang::GCCAsmStmt& statement);
  // Assembly of x86 that moves and exchanges numbers; false, and nothing is done, if it does more.
  class AssemblyState;
  bool LowerKnownAssembly(const clang::GCCAsmStmt& statement);
  void LowerUnsupportedStatement(const clang::Stmt& statement);
  BlockId LabelBlock(const clang::LabelDecl& label);
  // A loop body, with break and continue leading there.
  void LowerLoopBody(const clang::Stmt* body, BlockId break_to, BlockId continue_to);

  // lower_condition.cc
  void LowerCondition(const clang::Expr& condition, BlockId if_true, BlockId if_false);
  Operand LowerLogical(const clang::Expr& expression);
  Operand LowerConditional(const clang::AbstractConditionalOperator& conditional);

  // lower_expression.cc
  Operand LowerValue(const clang::Expr* expression);
  Operand LowerValueOfClass(const clang::Expr& expression);
  // Evaluates for side effects only.
  void LowerDiscarded(const clang::Expr* expression);
  Operand LowerUnary(const clang::UnaryOperator& unary);
  Operand LowerBinary(const clang::BinaryOperator& binary);
  // nullopt: it asks for no class of characters.
  std::optional<Operand> LowerCharacterClass(const clang::BinaryOperator& binary);
  Operand LowerArithmetic(const clang::BinaryOperator& binary);
  Operand Compute(ir::Binary operation, const Operand& left, const Operand& right,
                  clang::QualType type, bool is_signed);
  Operand LowerPointerDifference(const clang::BinaryOperator& binary);
  // What an assignment, `x op= y`, ++ or -- leaves: the object, an lvalue in C++, and the value.
  struct Assigned {
    Lvalue object;
    Operand value;
  };
  Assigned LowerAssignment(const clang::BinaryOperator& assignment);
  Assigned LowerCompoundAssignment(const clang::CompoundAssignOperator& assignment);
  Assigned LowerIncrement(const clang::UnaryOperator& unary, bool result_used = true);
  Operand LowerSizeOf(const clang::UnaryExprOrTypeTraitExpr& expression);
  Operand LowerStatementExpression(const clang::StmtExpr& expression);
  Operand LowerOther(const clang::Expr& expression);
  // pointer + count elements, as an operand.
  Operand OffsetPointer(const Operand& pointer, const Operand& count, clang::QualType pointer_type,
                        bool subtract);
  // The constant value, if clang finds one without side effects.
  std::optional<Operand> ConstantValue(const clang::Expr& expression);
  // `reason` says what could not be lowered.
  Operand LowerUnknown(const clang::Stmt& statement, std::string_view reason,
                       std::vector<Operand> arguments = {});
  void LowerChildren(const clang::Stmt& statement);
  // An expression that the parser could not make sense of.
  Operand LowerErroneous(const clang::Expr& expression);

  // lower_cast.cc
  Operand LowerCast(const clang::CastExpr& cast);
  Operand ConvertInteger(const Operand& value, clang::QualType from, clang::QualType to);

  // lower_place.cc
  ir::Operand LowerKeptPointer(const clang::Expr& integer);
  Lvalue LowerLvalue(const clang::Expr* expression);
  Lvalue LowerOtherLvalue(const clang::Expr& expression);
  Lvalue LowerReference(const clang::DeclRefExpr& reference);
  Lvalue LowerMember(const clang::MemberExpr& member);
  Lvalue LowerSubscript(const clang::ArraySubscriptExpr& subscript);
  Lvalue LowerLvalueCast(const clang::CastExpr& cast);
  Lvalue LowerConditionalLvalue(const clang::AbstractConditionalOperator& conditional);
  Lvalue LowerLiteral(const clang::CompoundLiteralExpr& literal);
  Lvalue VariableLvalue(const clang::VarDecl& variable);
  Lvalue PointedTo(const Operand& pointer, clang::QualType type);
  Operand AddressOf(const Lvalue& lvalue);
  Operand AddressOfFunction(const clang::FunctionDecl& function);
  std::optional<int64_t> BaseOffset(const clang::CastExpr& cast);

  // lower_pointer.cc
  // The address a pointer expression evaluates to, kept as a place as long as possible.
  ir::Place LowerPointer(const clang::Expr* pointer);
  ir::Place LowerPointerCast(const clang::CastExpr& conversion);
  ir::Place LowerIntegerAddress(const clang::Expr& integer);
  ir::Place LowerPointerSum(const clang::BinaryOperator& sum);
  // The value of a pointer, which says of which array it is if it is reckoned from one.
  Operand LowerPointerValue(const clang::Expr& pointer);
  // `keeps_constants`: the place says which element is meant, also if its number is known.
  ir::Place LowerInnerElement(const InnerElement& element, bool keeps_constants);
  void AddScaledIndex(ir::Place& place, const Operand& index, clang::QualType element,
                      bool subtract);
  // Number of bytes of a type of variable size, or the constant.
  Operand DynamicSize(clang::QualType type);
  void EvaluateVariableSizes(clang::QualType type);

  // lower_access.cc
  Operand Load(const Lvalue& lvalue);
  void Store(const Lvalue& lvalue, const Operand& value);
  void Copy(const Lvalue& to, const ir::Place& from, const clang::Expr* source);
  ir::Instruction Access(ir::Opcode opcode, const Lvalue& lvalue);
  ir::StringIndex TextOf(const Lvalue& lvalue);
  Operand ExtractBits(const Operand& unit, const Lvalue& lvalue);
  // The value of an assignment of `value`: what the object holds afterwards, of a bit-field maybe
  // less.
  Operand CutToBits(const Operand& value, const Lvalue& lvalue);

  // lower_record.cc
  ir::Place LowerThreeWayComparison(const clang::BinaryOperator& comparison);
  ir::Place LowerRecord(const clang::Expr* expression);
  ir::Place LowerRecordConditional(const clang::AbstractConditionalOperator& conditional);
  // A copy of the record in a slot of its own.
  ir::Place MaterializeRecord(const clang::Expr& expression);
  // The record a return statement hands over: the local variable itself, or a copy.
  ir::Place LowerReturnedRecord(const clang::Expr& expression);
  // The lvalue a record is read from, if that can be seen: for the source text of a copy.
  static const clang::Expr* RecordSource(const clang::Expr& expression);

  // lower_initializer.cc
  // Gives the object its initial value. `zeroed`: its bytes are zero already.
  void LowerInitializer(const Lvalue& object, const clang::Expr* initializer, bool zeroed = false);
  void InitializeAggregate(const Lvalue& object, const clang::InitListExpr& list, bool zeroed);
  void InitializeRecord(const Lvalue& object, const clang::InitListExpr& list, bool zeroed);
  void InitializeArray(const Lvalue& object, const clang::InitListExpr& list, bool zeroed);
  void InitializeText(const Lvalue& object, const clang::Expr& literal);
  // A list in braces as an object: the address of its elements, and how many they are.
  void InitializeList(const Lvalue& object, const clang::CXXStdInitializerListExpr& list);
  void StoreZero(const Lvalue& object);
  void ZeroBytes(const Lvalue& object);
  Lvalue FieldOf(const Lvalue& record, const clang::FieldDecl& field);
  Lvalue ElementOf(const Lvalue& array, clang::QualType element, uint64_t index);
  // Scalars inside, counted up to a limit.
  uint64_t CountScalars(clang::QualType type, uint64_t limit);

  // lower_call.cc
  Operand LowerCall(const clang::CallExpr& call, clang::QualType used_as = clang::QualType());
  Operand LowerFunctionCall(const clang::CallExpr& call, const clang::FunctionDecl& function,
                            clang::QualType used_as);
  Operand LowerPointerCall(const clang::CallExpr& call);
  void LowerArguments(const clang::CallExpr& call, const clang::FunctionProtoType* prototype,
                      std::vector<Operand>& arguments);
  Operand LowerArgument(const clang::Expr* argument);
  Operand EmitCall(ir::Instruction instruction, clang::QualType result_type);
  Operand EmitLibraryCall(const std::string& name, std::vector<Operand> arguments,
                          clang::QualType result_type);
  std::string AllocatedType(const clang::CallExpr& call, clang::QualType used_as);
  void EndIfNoReturn(const clang::CallExpr& call, const clang::FunctionDecl* function);
  Operand CalleeOperand(const clang::FunctionDecl& function);

  // lower_builtin.cc
  // nullopt: the builtin is an ordinary call.
  std::optional<Operand> LowerBuiltin(const clang::CallExpr& call,
                                      const clang::FunctionDecl& function);
  std::optional<Operand> LowerOverflowBuiltin(const clang::CallExpr& call, unsigned builtin);
  Operand LowerAlloca(const clang::CallExpr& call);

  // lower_atomic.cc
  Operand LowerAtomic(const clang::AtomicExpr& atomic);
  Operand LowerAtomicCompareExchange(const clang::AtomicExpr& atomic);
  std::optional<Operand> LowerAtomicMethod(const clang::CXXMethodDecl& method, const Operand& self,
                                           llvm::ArrayRef<const clang::Expr*> arguments,
                                           clang::QualType result_type);
  std::optional<Operand> LowerLatchMethod(const clang::CXXMethodDecl& method, const Operand& self,
                                          llvm::ArrayRef<const clang::Expr*> arguments);
  Lvalue LatchCount(const Operand& latch, clang::QualType type);
  Operand LoadAtomically(const Lvalue& object, ir::Ordering ordering);
  // A loop that looks as long as the comparison with the value holds.
  void WaitWhile(const Lvalue& object, ir::Binary comparison, const Operand& value,
                 ir::Ordering ordering);
  bool MayFailSpuriously(const clang::AtomicExpr& compare_exchange);
  Operand LowerAtomicUpdate(const clang::AtomicExpr& atomic, ir::Binary operation, bool new_value);
  std::optional<Operand> LowerSync(const clang::CallExpr& call, llvm::StringRef name);
  std::optional<Operand> LowerAtomicBuiltin(const clang::CallExpr& call, unsigned builtin);
  Operand UpdateAtomically(const Lvalue& object, ir::Binary operation, const Operand& value,
                           ir::Ordering ordering, bool new_value);
  // The order that an argument gives, if it is a constant; else the weakest, which is what can be
  // relied upon.
  ir::Ordering OrderOf(const clang::Expr* order);
  // Lowers an operation once for each of these orders, from weak to strong, if it is not known
  // which one the argument gives. `kind`: of its result.
  Operand ByOrder(const clang::Expr* order, ir::ValueKind kind,
                  const std::vector<ir::Ordering>& orders,
                  llvm::function_ref<Operand(ir::Ordering)> lower);
  Operand Fence(ir::Ordering ordering);
  // The object that the pointer argument of an atomic operation points to.
  Lvalue AtomicObject(const clang::Expr* pointer);
  Lvalue FlagObject(const clang::Expr* pointer);

  // lower_cxx.cc
  Operand LowerCxx(const clang::Expr& expression);
  Operand LowerNew(const clang::CXXNewExpr& expression);
  Operand LowerDelete(const clang::CXXDeleteExpr& expression);
  Operand LowerMethodCall(const clang::CXXMemberCallExpr& call);
  Operand LowerOperatorCall(const clang::CXXOperatorCallExpr& call);
  void LowerConstruction(const Lvalue& object, const clang::CXXConstructExpr& construction);
  void LowerInheritedConstruction(const Lvalue& object,
                                  const clang::CXXInheritedCtorInitExpr& inherited);
  void LowerMemberInitializers(const clang::CXXConstructorDecl& constructor);
  void LowerMemberDestruction(const clang::CXXDestructorDecl& destructor);
  void CallDestructor(const clang::CXXDestructorDecl& destructor, const ir::Place& object);
  // Emits a loop over so many elements, each of `stride` bytes.
  void ForEachElement(const ir::Place& first, const Operand& count, int64_t stride,
                      llvm::function_ref<void(const ir::Place&)> work);
  // How many elements of its innermost element type an array has.
  Operand CountOfElements(clang::QualType array);
  Lvalue CountOfNewArray(const Operand& array);
  void DestroyNewArray(const clang::CXXDestructorDecl& destructor, const ir::Place& first);
  // Destroys an object, or all elements if it is an array.
  void Destroy(clang::QualType type, const ir::Place& object);
  Operand ThisPointer();
  void LowerLambda(const Lvalue& object, const clang::LambdaExpr& lambda);
  // A variable of the function around a lambda, inside of the lambda.
  Lvalue LowerCaptured(const clang::DeclRefExpr& reference, const clang::VarDecl& variable);
  Lvalue LowerTemporary(const clang::MaterializeTemporaryExpr& temporary);
  // Binds a reference: the address of what it will refer to.
  Operand LowerReferenceBinding(const clang::Expr* initializer);

  // lower_callable.cc
  // What a std::reference_wrapper refers to; anything else is itself.
  Lvalue Unwrapped(const Lvalue& argument);
  Operand AsBase(const Operand& pointer, const clang::CXXRecordDecl* record,
                 const clang::CXXRecordDecl* base);
  Operand AsDerived(const Operand& self, const clang::CXXRecordDecl& base);
  // What the library converts as it passes it on.
  Operand ConvertPassed(const Operand& value, clang::QualType from, clang::QualType to);
  // `moves`: nobody else needs what is given, as what a thread was started with.
  Operand PassArgument(const Lvalue& given, clang::QualType parameter, bool moves);
  void ConvertToClass(const Lvalue& to, const Lvalue& from);
  std::optional<Operand> CallConversion(const Lvalue& object, clang::QualType to);
  // std::invoke. `known`: the function that the callable is, if it is one.
  Operand CallCallable(const Lvalue& given, const clang::FunctionDecl* known,
                       std::vector<Lvalue> arguments, bool moves, clang::QualType* result_type);
  // The first expression is the callable.
  Operand CallWithExpressions(llvm::ArrayRef<const clang::Expr*> values);
  void DecayCopy(const Lvalue& to, const clang::Expr* from);
  Closure MakeClosure(llvm::ArrayRef<const clang::Expr*> values, bool has_state);
  Operand ThreadProcedure(const Closure& closure);
  void LowerThreadBody(const Closure& closure);
  void StartThread(const Lvalue& object, const std::string& name,
                   llvm::ArrayRef<const clang::Expr*> values);
  void KeepInClosure(const Lvalue& part, const clang::Expr* value);
  void EndClosure(const Operand& address, const Closure& closure);
  // Of what is kept beside a state that a future shares.
  void NoteEndOfKept(const Closure& closure);
  void LowerCallOnce(const clang::CallExpr& call);
  // Does the work if nobody has done it yet. Who leaves it by an exception leaves it to the next
  // one to come.
  void RunOnce(const Operand& flag, llvm::function_ref<void()> work);
  Operand LowerConditionWait(const std::string& name, const Operand& self,
                             llvm::ArrayRef<const clang::Expr*> arguments);
  // nullopt: an ordinary call.
  std::optional<Operand> LowerSynchronisationMethod(const clang::CXXMethodDecl& method,
                                                    const std::string& of, const Operand& self,
                                                    llvm::ArrayRef<const clang::Expr*> arguments,
                                                    clang::QualType result_type);
  // False if a constructor is to be called. `copies`: or moves, from the one argument.
  bool LowerSynchronisationConstruction(const clang::CXXRecordDecl& record, const Lvalue& object,
                                        llvm::ArrayRef<const clang::Expr*> arguments, bool copies);
  Lvalue CompletionOf(const Operand& barrier);
  // Both are false if a phase just ends.
  bool ConstructBarrier(const Lvalue& object, llvm::ArrayRef<const clang::Expr*> arguments);
  bool ArriveAndComplete(const clang::CXXRecordDecl& barrier, const Operand& self);
  // Returns the address of what is moved.
  // `end_last` ends what was there before, once it is known what comes.
  Operand MovePointer(
      const Lvalue& to, const clang::Expr* from, llvm::function_ref<void()> end_last = [] {});

  // lower_future.cc
  Operand NewSharedState(clang::QualType result);
  // The same, of a result that somebody will keep his promise of.
  Operand NewPromisedState(clang::QualType result);
  void StoreResult(const Operand& state, const Operand& result, clang::QualType type);
  // A record of the type whose first word is `state`.
  Operand NewFuture(const Operand& state, clang::QualType type);
  // nullopt: runs when the future is asked.
  std::optional<Operand> LowerAsync(const clang::CallExpr& call);
  Operand DeferTask(const clang::CallExpr& call, const clang::CXXRecordDecl& future);
  void ReleaseSeveral(const clang::CXXMethodDecl& release, const Operand& self,
                      const clang::Expr& count);
  std::optional<Operand> LowerFutureMethod(const clang::CXXMethodDecl& method,
                                           const std::string& of, const Operand& self,
                                           llvm::ArrayRef<const clang::Expr*> arguments,
                                           clang::QualType result_type);
  // False if the task's type is not known.
  bool MakeTask(const Lvalue& object, const clang::Expr* callable);
  void MoveTask(const Operand& to, const clang::Expr* from);
  // `arguments`: as the signature takes them.
  void RunTask(const Operand& task, const clang::FunctionProtoType& signature,
               const std::vector<Operand>& arguments);
  Lvalue TaskProcedure(const Operand& closure, const clang::FunctionProtoType& signature);
  std::optional<Operand> LowerTaskMethod(const clang::CXXMethodDecl& method, const Operand& self,
                                         llvm::ArrayRef<const clang::Expr*> arguments,
                                         clang::QualType result_type);

  // lower_stop_token.cc
  Operand NewStopFlag();
  Lvalue StopFlag(const Operand& holder, int64_t offset);
  void MoveStopFlag(const Operand& to, const Operand& from);
  void RequestStop(const Operand& holder, int64_t offset);
  std::optional<Operand> LowerStopMethod(const std::string& name, const std::string& of,
                                         const Operand& self, clang::QualType result_type);
  void DestroyJthread(const Operand& self);
  void ConstructStopCallback(llvm::ArrayRef<const clang::Expr*> arguments);

  // lower_library.cc
  Lvalue WordOf(const Operand& object, int64_t offset, const std::string& text);
  void AdvanceEngine(clang::QualType type, const Operand& engine);
  void ReadCharacters(const Operand& block, clang::QualType element);
  // Code of the program that the library runs and that is not followed.
  void NoteUnseen(const char* what);
  void EndElement(const Operand& block);
  void MoveElements(const Operand& block, clang::QualType element);
  void NoteCalledBack(const clang::CXXRecordDecl& container);
  void TouchCharacters(clang::QualType parameter, const Operand& given);
  // A function of the library looks at the variables of std::chrono that it gets by reference.
  void ReadTimes(llvm::ArrayRef<const clang::Expr*> arguments);
  void ReadFromStream(const std::string& name, clang::QualType parameter, const Operand& given);
  void ExchangeWords(const Lvalue& one, const Lvalue& other);
  void ExchangeThreads(const Operand& one, const Operand& other, const std::string& of);
  // nullopt or false: an ordinary call.
  std::optional<Operand> LowerLibraryMethod(const clang::CXXMethodDecl& method, const Operand& self,
                                            llvm::ArrayRef<const clang::Expr*> arguments,
                                            clang::QualType result_type);
  bool LowerLibraryConstruction(const Lvalue& object, const clang::CXXConstructExpr& construction);
  bool LowerLibraryDestruction(const clang::CXXDestructorDecl& destructor, const ir::Place& object);
  Operand SharedAs(const Operand& pointer, clang::QualType owner, clang::QualType element);
  void ConstructPointer(const Lvalue& word, clang::QualType element,
                        llvm::ArrayRef<const clang::Expr*> arguments, bool moves);
  void DestroyShared(const clang::CXXDestructorDecl& destructor);

  // lower_container.cc
  Operand LowerContainerMethod(const clang::CXXMethodDecl& method, const std::string& of,
                               const Operand& self, llvm::ArrayRef<const clang::Expr*> arguments,
                               clang::QualType result_type);
  Operand EmplaceInContainer(const clang::CXXRecordDecl* container, const std::string& of,
                             const Operand& self, clang::QualType element,
                             llvm::ArrayRef<const clang::Expr*> arguments,
                             clang::QualType result_type);
  // The same of a pair, whose members are made each from what is given for it.
  Operand EmplacePair(const clang::CXXMethodDecl& method, const std::string& of,
                      const Operand& self, clang::QualType pair,
                      llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type);
  Operand MoveIterator(const Operand& self, const Operand& block, clang::QualType element,
                       int64_t by, clang::QualType result_type);
  // `pair` is of a std::pair.
  Lvalue MemberOfPair(const Lvalue& pair, unsigned index);
  // `block`: of its elements. What is given may be put there.
  void ChangeContainer(const std::string& of, const std::string& name, const Operand& self,
                       const Operand& block, clang::QualType element,
                       llvm::ArrayRef<const clang::Expr*> arguments,
                       const std::vector<Operand>& given);
  void KeepElement(const Operand& block, clang::QualType element, const clang::Expr* argument,
                   const Operand& given);
  Operand ResultOfContainer(const Operand& element, const clang::CXXRecordDecl* record,
                            clang::QualType type, const Operand& self);
  Operand CountOf(const clang::Expr* argument, const Operand& given);
  void CopyElements(const Operand& block, clang::QualType element, const clang::Expr* argument,
                    const Operand& given, clang::QualType container);
  void ConstructContainer(const Operand& self, clang::QualType type,
                          llvm::ArrayRef<const clang::Expr*> arguments,
                          const std::vector<Operand>& given);
  // False if it is not said what the elements are.
  bool SetElements(const Operand& self, const Operand& block, const Operand& first,
                   clang::QualType element, llvm::ArrayRef<const clang::Expr*> arguments,
                   const std::vector<Operand>& given, bool is_new);
  void EndAll(const std::string& of, const Operand& self, clang::QualType element);
  Operand AssignContainer(const std::string& of, const Operand& self, clang::QualType element,
                          const clang::Expr* argument);
  Operand ChangeVector(const clang::CXXMethodDecl& method, const Operand& self,
                       llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type);
  void EmplaceElement(const Lvalue& object, llvm::ArrayRef<const clang::Expr*> arguments);
  void UseStream(const Operand& stream, const clang::FunctionDecl& function);
  Operand ViewOfString(const Operand& string, clang::QualType type);
  // What a container does with pointers to texts and elements, and with functions, that it is
  // given.
  void UseGiven(const Operand& block, clang::QualType element,
                llvm::ArrayRef<const clang::Expr*> arguments, const std::vector<Operand>& given);
  void CopyRange(const Operand& block, clang::QualType element, clang::QualType iterator,
                 const Operand& given);
  void UsePointer(clang::QualType pointer, const Operand& given, const Operand& count);
  void NoteCallable(clang::QualType type);
  // An element that the container may make by itself, if that matters.
  void MakeElement(const Operand& block, const Lvalue& element);
  Operand WhetherNew(const Operand& block);
  // Likewise of a map: the pair with that key.
  void MakePair(const Operand& block, const Lvalue& pair, const clang::Expr* key,
                const Operand& given);
  // Calls in arguments come before the container looks at its words: what they make is kept in a
  // temporary until there is a place for it. nullopt if there are none.
  std::optional<Lvalue> MakeFirst(clang::QualType element,
                                  llvm::ArrayRef<const clang::Expr*> arguments);
  // Makes an object of that type in a temporary.
  Lvalue MakeAside(clang::QualType type, llvm::ArrayRef<const clang::Expr*> arguments);
  void PutElement(const Lvalue& object, const std::optional<Lvalue>& made,
                  llvm::ArrayRef<const clang::Expr*> arguments);

  // known_elements.cc, known_texts.cc, known_numbers.cc: what executions know of containers and the
  // analysis does not.
  // A value of which that is so: kUnknown, with the number behind that of the register which holds
  // it. `what` is a function of the executions (checkers/witness/container_call.h).
  Operand Known(const char* what, std::vector<Operand> arguments);
  static Operand AsKnown(const Operand& value) {
    const bool is_register = value.kind == Operand::Kind::kRegister;
    return is_register ? Operand::UnknownIn(static_cast<ir::Register>(value.value))
                       : Operand::Unknown();
  }
  // Between which numbers those of a distribution lie, as it is made.
  void KeepBounds(const Operand& self, clang::QualType number,
                  llvm::ArrayRef<const clang::Expr*> arguments, const std::vector<Operand>& given);
  // Of an engine or a distribution.
  Operand RandomNumber(const std::string& of, const clang::CXXRecordDecl& record,
                       const Operand& self);
  std::optional<Operand> LowerHash(llvm::ArrayRef<const clang::Expr*> arguments);
  // How it compares with 0.
  Operand Compared(const Operand& known, ir::Binary comparison);
  Operand KnownIndex(int64_t index);
  // How a map or a set finds its elements, if executions can do that.
  struct Keyed {
    int64_t size = 0;   // of an element
    int64_t width = 0;  // of a key that is a number, negative if it is signed; 0: it is a text
    int64_t flags = 0;
  };
  std::optional<Keyed> KeyedOf(const clang::CXXRecordDecl& record, const std::string& of,
                               clang::QualType element);
  // Three operands: what becomes part of a text, made of arguments from the first one on; nullopt
  // if it is not told, or others follow.
  std::optional<std::vector<Operand>> PieceOf(llvm::ArrayRef<const clang::Expr*> arguments,
                                              llvm::ArrayRef<Operand> given);
  std::optional<std::vector<Operand>> KeyOf(const Keyed& keyed, const clang::Expr* argument,
                                            const Operand& given);
  // The same of an expression that is evaluated elsewhere, if it does nothing but to name a
  // variable.
  std::optional<std::vector<Operand>> NamedKey(const Keyed& keyed, clang::QualType element,
                                               const clang::Expr* argument);
  // The key of an element that is there, and of what may become one: a pair of the same types.
  std::vector<Operand> KeyAt(const Keyed& keyed, const Operand& address);
  std::optional<std::vector<Operand>> KeyIn(const Keyed& keyed, clang::QualType element,
                                            clang::QualType type, const Operand& address);
  Operand CallKeyed(const char* what, const Keyed& keyed, const Operand& self,
                    const std::vector<Operand>& key, int64_t flags = 0, bool is_zero = false);
  bool IsMadeOfZeros(clang::QualType pair);
  // Sets `elements_`; returns what is no element.
  Operand LookUpKeyed(const clang::CXXMethodDecl& method, const Keyed& keyed, const Operand& self,
                      clang::QualType element, llvm::ArrayRef<const clang::Expr*> arguments,
                      const std::vector<Operand>& given);
  void PutKeyed(const Keyed& keyed, const Operand& self,
                const std::optional<std::vector<Operand>>& key, bool assigns, bool is_zero);
  Operand LookUpText(const clang::CXXMethodDecl& method, const Operand& self,
                     llvm::ArrayRef<const clang::Expr*> arguments,
                     const std::vector<Operand>& given);
  void ChangeText(const std::string& name, const clang::CXXRecordDecl* type, const Operand& self,
                  llvm::ArrayRef<const clang::Expr*> arguments, const std::vector<Operand>& given);
  // As of one that was moved.
  void ClearText(const Operand& string);
  static std::vector<Operand> TextOf(const Operand& string);
  void ReplaceText(const Operand& self, const Operand& first, const Operand& count,
                   const std::vector<Operand>& piece);
  // What a function that is not entered returns.
  Operand KnownResult(const clang::CallExpr& call, const clang::FunctionDecl& function,
                      const std::vector<Operand>& given, const Operand& result);
  Operand ShiftVector(const std::string& name, const Operand& self, const Operand& block,
                      clang::QualType element, llvm::ArrayRef<const clang::Expr*> arguments,
                      const std::vector<Operand>& given);
  void CopyKeyed(const Operand& to, const Operand& from, const Operand& block,
                 const Operand& source, clang::QualType element);
  // Whether what makes an object of that type of them may look at the container that it is for.
  static bool LookAround(clang::QualType made, llvm::ArrayRef<const clang::Expr*> arguments);
  // Of an assignment to an element that a map may make for it, by an operator of that class: its
  // right side comes first ([expr.ass]), and may look at the map.
  static bool LooksBeforePut(const clang::CXXOperatorCallExpr& call, const std::string& of);
  // Whether one of them is a variable that is moved.
  static bool MovesNamed(llvm::ArrayRef<const clang::Expr*> arguments);
  // `put` puts an element into a container; of a map or a set, if there is none with its key.
  void PutKeyedElement(const std::string& of, const std::string& name, clang::QualType element,
                       llvm::ArrayRef<const clang::Expr*> arguments,
                       llvm::function_ref<void()> put);
  // Executions stop if there was such an element.
  void MustBeNew();
  // A pair of an iterator and whether there is a new element.
  void StoreWhetherNew(const Operand& result, clang::QualType type);
  // While a method of a container is lowered: which of its elements is meant.
  struct Elements {
    Operand block;     // none: nothing is known
    int64_t size = 0;  // of one
    Operand kept;      // where an element is put
    Operand found;     // the one that the method leads to
    Operand is_new;    // whether it was made
  };
  class ElementScope {
   public:
    explicit ElementScope(FunctionLowering& lowering)
        : lowering_(lowering), before_(std::exchange(lowering.elements_, Elements())) {}
    ElementScope(const ElementScope&) = delete;
    ElementScope& operator=(const ElementScope&) = delete;
    ~ElementScope() { lowering_.elements_ = before_; }

   private:
    FunctionLowering& lowering_;
    Elements before_;
  };

  // lower_library_function.cc
  // nullopt: an ordinary call.
  std::optional<Operand> LowerLibraryFunction(const clang::CallExpr& call,
                                              const clang::FunctionDecl& function);
  // What a function that is not entered does to containers it gets by reference.
  void AccessContainers(const clang::FunctionDecl& function, const std::vector<Operand>& arguments);
  // A record that a function which is not entered returns.
  Operand ResultOfLibrary(clang::QualType type);
  // Calls lock() or unlock() of a lockable of that type.
  void CallLockable(const char* name, clang::QualType type, const Operand& object);

  // lower_buffer.cc
  void ChangeCharacters(const Operand& block);
  void ChangeStringAt(const Operand& string);
  // The elements do not lie in the block any more, or in another one. As with characters, the word
  // that leads to the block is to be written, too.
  void LeaveBlock(const Operand& block);
  // Whether it adds to a vector for which the code has made room further up, for a number of
  // elements that is not constant: then there most likely is.
  bool IsRoomMade(const clang::CXXMethodDecl& method, const clang::Expr& object,
                  llvm::ArrayRef<const clang::Expr*> arguments);
  void CopyToVector(const Operand& self, const Operand& from, clang::QualType element);
  Operand MoveString(const std::string& of, const Operand& self, const Operand& given,
                     bool is_temporary);
  // A temporary container that has changed its elements for those of another one ends with them.
  void EndExchanged(const clang::CXXMethodDecl& method, const clang::Expr& object,
                    const Operand& self);

  // lower_sequence.cc
  Operand NewBlock();
  Operand CountInVector(const Operand& self, clang::QualType element);
  // Bits of std::vector<bool> and std::bitset, and references to them (lower_bits.cc).
  std::optional<Operand> LowerBits(const clang::CXXMethodDecl& method, const std::string& of,
                                   const Operand& self,
                                   llvm::ArrayRef<const clang::Expr*> arguments,
                                   clang::QualType result_type);
  Operand LowerBitReference(const clang::CXXMethodDecl& method, const std::string& of,
                            const Operand& self, llvm::ArrayRef<const clang::Expr*> arguments);
  Lvalue WordOfBit(const Operand& words, const Operand& number);
  void ChangeWord(const Lvalue& word);
  Operand NewBitReference(const Operand& word, clang::QualType type);
  // The vector gets a larger block if there is no room up to `end`, an address behind its elements;
  // `is_exact`: one that is no larger than that.
  void GrowVector(const Operand& self, clang::QualType element, const Operand& end, bool is_exact);
  void ShrinkVector(const Operand& self, clang::QualType element);
  void MoveVector(const Operand& self, clang::QualType element);
  void MoveInPlace(const Lvalue& element);
  void ShiftElements(const Operand& block, clang::QualType element, bool removes);
  Operand SomeElement(const Operand& block, clang::QualType element);
  // The one that a method of the container leads to, if executions know it.
  Operand FoundElement(const Operand& block, clang::QualType element);
  Lvalue IndexOf(const Operand& sequence, int64_t offset);
  Lvalue ElementAt(const Operand& block, const Operand& index, clang::QualType element);
  // `element`: of its elements, if that is known.
  void ConstructEmpty(const Operand& self, const std::string& of, clang::QualType element);
  void CopyContainer(const Operand& to, const Operand& from, const std::string& of,
                     clang::QualType element);
  void MoveContainer(const Operand& to, const Operand& from, const std::string& of);
  void ExchangeContainers(const Operand& one, const Operand& other, const std::string& of);
  void CopyAll(const Operand& to, const Operand& from, const Operand& count,
               clang::QualType element);
  // A copy of an object of the type, or what it held.
  void ConstructFrom(const Lvalue& to, const ir::Place& from, bool moves);
  // `count` elements from the first one on: copies of a value, if there is one.
  void FillElements(const Operand& block, const Operand& first, const Operand& count,
                    clang::QualType element, const clang::Expr* value, const Operand& given);
  // nullopt: it is not said which elements.
  std::optional<Operand> LowerSequenceMethod(const std::string& name, const std::string& of,
                                             const Operand& self, clang::QualType element,
                                             llvm::ArrayRef<const clang::Expr*> arguments,
                                             clang::QualType result_type);
  std::optional<Operand> LowerSequenceIterator(const clang::CXXMethodDecl& method,
                                               const Operand& self, clang::QualType element,
                                               llvm::ArrayRef<const clang::Expr*> arguments,
                                               clang::QualType result_type);
  void StoreUnknown(const Lvalue& object);
  void ForgetIndices(const Operand& sequence);
  // Destroys what does more at its end than to free memory of its own.
  void EndElement(const Lvalue& element);
  void EndElements(const ir::Place& first, const Operand& count, clang::QualType element);
  void DestroySequence(const Operand& self, const Operand& block, clang::QualType element);

  // lower_virtual.cc
  // In a constructor or destructor: which functions calls on `this` lead to from now on.
  void StoreVtablePointers(const clang::CXXRecordDecl& record);
  Operand VirtualFunction(const clang::CXXMethodDecl& method, const Operand& self);
  Operand EmitVirtualCall(const clang::CXXMethodDecl& method, std::vector<Operand> arguments,
                          clang::QualType result_type);
  Operand LowerMemberPointer(const clang::UnaryOperator& address);
  Lvalue LowerMemberPointerAccess(const clang::BinaryOperator& access);
  Operand LowerMemberPointerCall(const clang::CXXMemberCallExpr& call);

  // lower_exception.cc
  // At both ends of a body.
  void BeginExceptions();
  void EndExceptions();
  // Emits what exceptions do that leave the scopes of the cleanups above the first `keep`.
  void EmitLandingPads(size_t keep);
  // After a call. Null: nobody knows of what.
  void LookForException(const clang::FunctionDecl* callee);
  // The same, before it.
  void MayThrowFromLibrary(const clang::FunctionDecl* callee);
  Thrown Throws(const clang::FunctionDecl* callee);
  void LowerThrow(const clang::CXXThrowExpr& expression);
  // Lowers what a task does; what it throws is kept in the state that it shares.
  void KeepException(const Operand& state, llvm::function_ref<void()> task);
  Lvalue KeptException(const Operand& state, size_t word, clang::QualType type);
  // The same of what a std::exception_ptr leads to.
  void KeepGivenException(const Operand& state, const clang::Expr& pointer);
  // What is in the variables of what is in flight, but of this type.
  void KeepInFlight(const Operand& state, const Operand& type);
  // The object, and what its type is derived from, in those variables.
  void MakeException(const clang::Expr& value);
  void ThrowKept(const Operand& state);
  // `whole`: of which the statement is the body.
  void LowerTry(const clang::CXXTryStmt& statement, const clang::FunctionDecl* whole = nullptr);
  void Rethrow();
  void NoteThrown(clang::QualType type);
  void ThrowFromLibrary();
  // Where an exception goes first, with so many cleanups active.
  BlockId LandingPad(size_t cleanups);
  // Goes to `body` if the handler is for what is in flight, to `next` if not.
  void ChooseHandler(const clang::CXXCatchStmt& handler, BlockId body, BlockId next);
  void BindException(const clang::VarDecl& variable, const Operand& object);
  // Holds the number of the type of what is in flight.
  ir::Register ThrownType();
  Lvalue ExceptionVariable(const std::string& what, clang::QualType type);

  UnitLowering& unit_;
  clang::ASTContext& context_;
  Types& types_;
  const clang::FunctionDecl* function_ = nullptr;  // null in a static initialisation
  ProcedureBuilder builder_;
  BodyFacts facts_;
  int64_t first_line_ = 0;
  clang::FileID own_file_;
  llvm::DenseMap<const clang::VarDecl*, Home> homes_;
  llvm::DenseMap<const clang::LabelDecl*, BlockId> labels_;
  llvm::DenseMap<const clang::SwitchCase*, BlockId> cases_;
  llvm::DenseMap<const clang::OpaqueValueExpr*, Operand> opaque_values_;
  llvm::SmallDenseMap<const clang::Expr*, Operand, 2> evaluated_;  // arguments that come first
  // Sizes of variable length arrays, by the expression of the dimension.
  llvm::DenseMap<const clang::Expr*, Operand> variable_sizes_;
  std::vector<JumpTarget> break_targets_;
  std::vector<JumpTarget> continue_targets_;
  llvm::SmallPtrSet<const clang::VarDecl*, 2> initialized_now_;  // thread-local ones
  std::vector<Cleanup> cleanups_;
  std::vector<Cleanup> extended_;  // temporaries that live as long as the reference being bound
  clang::SourceLocation scope_end_;
  clang::SourceLocation last_location_;
  std::optional<ir::Register> this_register_;
  // Elements being initialised by a CXXDefaultInitExpr or a constructor: what `this` means there.
  std::optional<Operand> initialized_object_;
  // Members of the closure, in the call operator of a lambda.
  llvm::DenseMap<const clang::ValueDecl*, clang::FieldDecl*> captures_;
  clang::FieldDecl* captured_this_ = nullptr;
  bool follows_exceptions_ = false;
  std::optional<size_t> ended_to_;  // how many cleanups are left while one of them is run
  std::vector<TryBlock> tries_;
  std::vector<Caught> caught_;
  // Where all computed gotos come together, and the register that says where they go on: an
  // interpreter has hundreds, each of which may go to any of hundreds of labels.
  std::optional<std::pair<BlockId, ir::Register>> computed_goto_;
  std::optional<BlockId> leaving_;  // where exceptions leave the procedure
  std::optional<ir::Register> thrown_type_;
  llvm::SmallPtrSet<const clang::ValueDecl*, 2> reserved_;  // vectors that have got room
  bool has_room_ = false;                                   // the one that is being added to
  Elements elements_;
  int thread_procedures_ = 0;  // made for creations of threads in this procedure
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_LOWER_FUNCTION_H_
