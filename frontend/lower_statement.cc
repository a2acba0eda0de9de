// Control flow: every statement of C, and those of C++ that have a plain meaning in it.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "clang/Basic/Stack.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

// Adds `case low ... high:`. An empty range is none; one of unsigned numbers with both large and
// small ones is two, since the IR has signed numbers.
void AddCases(int64_t low, int64_t high, bool is_signed, BlockId block,
              std::vector<ir::SwitchCase>& cases) {
  if (low <= high) {
    // As signed numbers. As unsigned ones, [-1, 1] is empty: from the largest number down to 1.
    if (is_signed || (low < 0) == (high < 0)) cases.push_back({low, high, block});
    return;
  }
  if (is_signed || (low < 0) == (high < 0)) return;
  cases.push_back({std::numeric_limits<int64_t>::min(), high, block});
  cases.push_back({low, std::numeric_limits<int64_t>::max(), block});
}

}  // namespace

void FunctionLowering::LowerStatement(const clang::Stmt* statement) {
  if (statement == nullptr) return;
  if (clang::isStackNearlyExhausted()) {
    LowerUnknown(*statement, "code nested too deeply");
    return;
  }
  if (const auto* expression = dyn_cast<clang::Expr>(statement)) {
    Scope scope(*this, expression->getEndLoc());
    return LowerDiscarded(expression);
  }
  if (const auto* switch_case = dyn_cast<clang::SwitchCase>(statement)) {
    return LowerCase(*switch_case);
  }
  SetLocation(statement->getBeginLoc());
  switch (statement->getStmtClass()) {
    case clang::Stmt::NullStmtClass:
      return;
    case clang::Stmt::CompoundStmtClass: {
      Scope scope(*this, statement->getEndLoc());
      for (const clang::Stmt* child : cast<clang::CompoundStmt>(statement)->body()) {
        LowerStatement(child);
      }
      return;
    }
    case clang::Stmt::DeclStmtClass:
      for (const clang::Decl* declaration : cast<clang::DeclStmt>(statement)->decls()) {
        LowerDeclaration(*declaration);
      }
      return;
    case clang::Stmt::IfStmtClass:
      return LowerIf(*cast<clang::IfStmt>(statement));
    case clang::Stmt::WhileStmtClass:
      return LowerWhile(*cast<clang::WhileStmt>(statement));
    case clang::Stmt::DoStmtClass:
      return LowerDo(*cast<clang::DoStmt>(statement));
    case clang::Stmt::ForStmtClass:
      return LowerFor(*cast<clang::ForStmt>(statement));
    case clang::Stmt::CXXForRangeStmtClass:
      return LowerRangeFor(*cast<clang::CXXForRangeStmt>(statement));
    case clang::Stmt::SwitchStmtClass:
      return LowerSwitch(*cast<clang::SwitchStmt>(statement));
    case clang::Stmt::BreakStmtClass:
      if (break_targets_.empty()) return LowerUnsupportedStatement(*statement);
      RunCleanups(break_targets_.back().cleanups);
      return builder_.Goto(break_targets_.back().block);
    case clang::Stmt::ContinueStmtClass:
      if (continue_targets_.empty()) return LowerUnsupportedStatement(*statement);
      RunCleanups(continue_targets_.back().cleanups);
      return builder_.Goto(continue_targets_.back().block);
    case clang::Stmt::GotoStmtClass:
      return LowerGoto(*cast<clang::GotoStmt>(statement)->getLabel(), statement->getBeginLoc());
    case clang::Stmt::IndirectGotoStmtClass:
      return LowerIndirectGoto(*cast<clang::IndirectGotoStmt>(statement));
    case clang::Stmt::LabelStmtClass: {
      const auto* label = cast<clang::LabelStmt>(statement);
      builder_.StartBlock(LabelBlock(*label->getDecl()));
      return LowerStatement(label->getSubStmt());
    }
    case clang::Stmt::ReturnStmtClass:
      return LowerReturn(*cast<clang::ReturnStmt>(statement));
    case clang::Stmt::AttributedStmtClass:
      return LowerStatement(cast<clang::AttributedStmt>(statement)->getSubStmt());
    case clang::Stmt::GCCAsmStmtClass:
      return LowerAsm(*cast<clang::GCCAsmStmt>(statement));
    case clang::Stmt::CXXTryStmtClass:
      return LowerTry(*cast<clang::CXXTryStmt>(statement));
    default:
      return LowerUnsupportedStatement(*statement);
  }
}

void FunctionLowering::LowerUnsupportedStatement(const clang::Stmt& statement) {
  LowerUnknown(statement, std::string("statement ") + statement.getStmtClassName());
}

void FunctionLowering::LowerIf(const clang::IfStmt& statement) {
  Scope scope(*this, statement.getEndLoc());
  LowerStatement(statement.getInit());
  if (const clang::DeclStmt* variable = statement.getConditionVariableDeclStmt()) {
    LowerStatement(variable);
  }
  const BlockId then_block = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  const BlockId else_block = statement.getElse() == nullptr ? join : builder_.NewBlock();
  if (statement.isConsteval()) {
    builder_.Goto(statement.isNegatedConsteval() ? then_block : else_block);
  } else {
    LowerCondition(*statement.getCond(), then_block, else_block);
  }
  builder_.StartBlock(then_block);
  LowerStatement(statement.getThen());
  builder_.Goto(join);
  if (statement.getElse() != nullptr) {
    builder_.StartBlock(else_block);
    LowerStatement(statement.getElse());
  }
  builder_.StartBlock(join);
}

void FunctionLowering::LowerLoopBody(const clang::Stmt* body, BlockId break_to,
                                     BlockId continue_to) {
  break_targets_.push_back({break_to, cleanups_.size()});
  continue_targets_.push_back({continue_to, cleanups_.size()});
  LowerStatement(body);
  break_targets_.pop_back();
  continue_targets_.pop_back();
}

void FunctionLowering::LowerWhile(const clang::WhileStmt& statement) {
  const BlockId head = builder_.NewBlock();
  const BlockId body = builder_.NewBlock();
  const BlockId leave = builder_.NewBlock();
  const BlockId exit = builder_.NewBlock();
  builder_.StartBlock(head);
  // A variable in the condition lives for one iteration; `leave` ends its life after the last one.
  const size_t outer_cleanups = cleanups_.size();
  {
    Scope scope(*this, statement.getEndLoc());
    if (const clang::DeclStmt* variable = statement.getConditionVariableDeclStmt()) {
      LowerStatement(variable);
    }
    LowerCondition(*statement.getCond(), body, leave);
    builder_.StartBlock(leave);
    RunCleanups(outer_cleanups);
    builder_.Goto(exit);
    builder_.StartBlock(body);
    break_targets_.push_back({exit, outer_cleanups});
    continue_targets_.push_back({head, outer_cleanups});
    LowerStatement(statement.getBody());
    break_targets_.pop_back();
    continue_targets_.pop_back();
  }
  builder_.Goto(head);
  builder_.StartBlock(exit);
}

void FunctionLowering::LowerDo(const clang::DoStmt& statement) {
  const BlockId body = builder_.NewBlock();
  const BlockId condition = builder_.NewBlock();
  const BlockId exit = builder_.NewBlock();
  builder_.StartBlock(body);
  LowerLoopBody(statement.getBody(), exit, condition);
  builder_.StartBlock(condition);
  SetLocation(statement.getCond()->getBeginLoc());
  LowerCondition(*statement.getCond(), body, exit);
  builder_.StartBlock(exit);
}

void FunctionLowering::LowerFor(const clang::ForStmt& statement) {
  Scope scope(*this, statement.getEndLoc());
  const BlockId head = builder_.NewBlock();
  const BlockId body = builder_.NewBlock();
  const BlockId step = builder_.NewBlock();
  const BlockId exit = builder_.NewBlock();
  LowerStatement(statement.getInit());
  builder_.StartBlock(head);
  if (const clang::DeclStmt* variable = statement.getConditionVariableDeclStmt()) {
    LowerStatement(variable);
  }
  if (statement.getCond() != nullptr) {
    LowerCondition(*statement.getCond(), body, exit);
  }
  builder_.StartBlock(body);
  LowerLoopBody(statement.getBody(), exit, step);
  builder_.StartBlock(step);
  if (statement.getInc() != nullptr) LowerDiscarded(statement.getInc());
  builder_.Goto(head);
  builder_.StartBlock(exit);
}

void FunctionLowering::LowerRangeFor(const clang::CXXForRangeStmt& statement) {
  Scope scope(*this, statement.getEndLoc());
  const BlockId head = builder_.NewBlock();
  const BlockId body = builder_.NewBlock();
  const BlockId step = builder_.NewBlock();
  const BlockId exit = builder_.NewBlock();
  LowerStatement(statement.getInit());
  LowerStatement(statement.getRangeStmt());
  LowerStatement(statement.getBeginStmt());
  LowerStatement(statement.getEndStmt());
  builder_.StartBlock(head);
  if (statement.getCond() != nullptr) LowerCondition(*statement.getCond(), body, exit);
  builder_.StartBlock(body);
  break_targets_.push_back({exit, cleanups_.size()});
  continue_targets_.push_back({step, cleanups_.size()});
  {
    Scope iteration(*this, statement.getEndLoc());
    LowerStatement(statement.getLoopVarStmt());
    LowerStatement(statement.getBody());
  }
  break_targets_.pop_back();
  continue_targets_.pop_back();
  builder_.StartBlock(step);
  if (statement.getInc() != nullptr) LowerDiscarded(statement.getInc());
  builder_.Goto(head);
  builder_.StartBlock(exit);
}

void FunctionLowering::LowerSwitch(const clang::SwitchStmt& statement) {
  Scope scope(*this, statement.getEndLoc());
  LowerStatement(statement.getInit());
  if (const clang::DeclStmt* variable = statement.getConditionVariableDeclStmt()) {
    LowerStatement(variable);
  }
  const Operand condition = LowerValue(statement.getCond());
  const bool is_signed = Types::IsSigned(statement.getCond()->getType());
  const BlockId exit = builder_.NewBlock();
  BlockId otherwise = exit;
  std::vector<ir::SwitchCase> cases;
  for (const clang::SwitchCase* next = statement.getSwitchCaseList(); next != nullptr;
       next = next->getNextSwitchCase()) {
    const BlockId block = builder_.NewBlock();
    cases_[next] = block;
    const auto* labelled = dyn_cast<clang::CaseStmt>(next);
    if (labelled == nullptr) {
      otherwise = block;
      continue;
    }
    const auto low = ConstantValue(*labelled->getLHS());
    if (!low.has_value()) continue;
    const auto high = labelled->getRHS() == nullptr ? low : ConstantValue(*labelled->getRHS());
    if (high.has_value()) AddCases(low->value, high->value, is_signed, block, cases);
  }
  // Clang keeps them last one first.
  std::reverse(cases.begin(), cases.end());
  SetLocation(statement.getBeginLoc());
  builder_.Switch(condition, std::move(cases), otherwise);
  break_targets_.push_back({exit, cleanups_.size()});
  LowerStatement(statement.getBody());
  break_targets_.pop_back();
  builder_.StartBlock(exit);
}

void FunctionLowering::LowerCase(const clang::SwitchCase& statement) {
  // A run of `case 1: case 2: ...` nests; a loop keeps long runs off the stack.
  const clang::Stmt* next = &statement;
  while (const auto* switch_case = dyn_cast<clang::SwitchCase>(next)) {
    const auto block = cases_.find(switch_case);
    if (block != cases_.end()) builder_.StartBlock(block->second);
    next = switch_case->getSubStmt();
    if (next == nullptr) return;
  }
  LowerStatement(next);
}

void FunctionLowering::LowerReturn(const clang::ReturnStmt& statement) {
  const clang::Expr* value = statement.getRetValue();
  Operand result = Operand::None();
  if (value != nullptr) {
    Scope scope(*this, value->getEndLoc());
    const clang::QualType type = function_->getReturnType();
    if (type->isReferenceType()) {
      result = LowerReferenceBinding(value);
    } else if (Types::IsAggregate(value->getType())) {
      result = builder_.Address(LowerReturnedRecord(*value));
    } else if (value->getType()->isVoidType()) {
      LowerDiscarded(value);
    } else {
      result = LowerValue(value);
    }
  } else if (builder_.procedure().returns_value) {
    result = Operand::Unknown();
  }
  SetLocation(statement.getBeginLoc());
  RunCleanups(0);
  if (const auto* destructor = llvm::dyn_cast_or_null<clang::CXXDestructorDecl>(function_)) {
    LowerMemberDestruction(*destructor);
  }
  builder_.Return(result);
}

BlockId FunctionLowering::LabelBlock(const clang::LabelDecl& label) {
  const auto [position, inserted] = labels_.try_emplace(&label, 0);
  if (inserted) position->second = builder_.NewBlock();
  return position->second;
}

void FunctionLowering::LowerGoto(const clang::LabelDecl& label, clang::SourceLocation) {
  // Leaves the scopes that do not contain the label. A scope reaches from the declaration of its
  // variable to its closing brace; positions in the file decide, since labels may lie ahead.
  const clang::SourceManager& source = context_.getSourceManager();
  const clang::SourceLocation target = source.getExpansionLoc(label.getLocation());
  size_t keep = cleanups_.size();
  while (keep > 0) {
    const clang::SourceLocation begin = source.getExpansionLoc(cleanups_[keep - 1].begin);
    const clang::SourceLocation end = source.getExpansionLoc(cleanups_[keep - 1].end);
    const bool inside = source.isBeforeInTranslationUnit(begin, target) &&
                        source.isBeforeInTranslationUnit(target, end);
    if (inside) break;
    --keep;
  }
  RunCleanups(keep);
  builder_.Goto(LabelBlock(label));
}

void FunctionLowering::LowerIndirectGoto(const clang::IndirectGotoStmt& statement) {
  const Operand target = LowerValue(statement.getTarget());
  std::vector<BlockId> targets;
  for (const clang::LabelDecl* label : facts_.address_labels) {
    const BlockId block = LabelBlock(*label);
    if (std::find(targets.begin(), targets.end(), block) == targets.end()) {
      targets.push_back(block);
    }
  }
  if (targets.empty()) {
    LowerUnknown(statement, "computed goto without labels");
    return builder_.Unreachable();
  }
  const bool is_first = !computed_goto_;
  if (is_first) computed_goto_ = {builder_.NewBlock(), builder_.NewRegister()};
  const auto [block, where] = *computed_goto_;
  builder_.Assign(where, target, ir::ValueKind::kPointer);
  builder_.Goto(block);
  if (!is_first) return;
  builder_.StartBlock(block);
  builder_.Indirect(Operand::Reg(where), targets);
}

void FunctionLowering::LowerAsm(const clang::GCCAsmStmt& statement) {
  if (LowerKnownAssembly(statement)) return;
  std::vector<Operand> arguments;
  for (unsigned i = 0; i < statement.getNumInputs(); ++i) {
    const clang::Expr* input = statement.getInputExpr(i);
    if (input->isGLValue()) {
      arguments.push_back(AddressOf(LowerLvalue(input)));
    } else if (Types::IsAggregate(input->getType())) {
      arguments.push_back(builder_.Address(LowerRecord(input)));
    } else {
      arguments.push_back(LowerValue(input));
    }
  }
  std::vector<Lvalue> outputs;
  for (unsigned i = 0; i < statement.getNumOutputs(); ++i) {
    outputs.push_back(LowerLvalue(statement.getOutputExpr(i)));
    if (!outputs.back().variable.has_value()) arguments.push_back(AddressOf(outputs.back()));
  }
  const bool is_barrier = statement.getAsmString()->getString().empty() && outputs.empty();
  if (!is_barrier && (!statement.getAsmString()->getString().trim().empty() || !outputs.empty())) {
    SetLocation(statement.getBeginLoc());
    ir::Instruction unknown;
    unknown.opcode = ir::Opcode::kUnknown;
    unknown.text = builder_.Intern("inline assembly");
    unknown.arguments = std::move(arguments);
    builder_.Append(std::move(unknown));
    for (const Lvalue& output : outputs) {
      if (output.variable.has_value()) Store(output, Operand::Unknown());
    }
  }
  if (!statement.isAsmGoto()) return;
  std::vector<BlockId> targets;
  for (unsigned i = 0; i < statement.getNumLabels(); ++i) {
    targets.push_back(LabelBlock(*statement.getLabelExpr(i)->getLabel()));
  }
  const BlockId next = builder_.NewBlock();
  targets.push_back(next);
  builder_.Indirect(Operand::Unknown(), targets);
  builder_.StartBlock(next);
}

}  // namespace plait::frontend
