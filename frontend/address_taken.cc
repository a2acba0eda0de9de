#include "frontend/address_taken.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "frontend/types.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

using llvm::dyn_cast;
using llvm::isa;

// What becomes of an lvalue.
enum class Use {
  kAddress,    // anything that may keep or pass on its address
  kDiscarded,  // nothing
  kRead,       // its value is read, now
};

class BodyWalk {
 public:
  explicit BodyWalk(BodyFacts& facts) : facts_(facts) {}

  void Walk(const clang::Stmt* statement, Use use) {
    if (statement == nullptr) return;
    if (const auto* parentheses = dyn_cast<clang::ParenExpr>(statement)) {
      return Walk(parentheses->getSubExpr(), use);
    }
    if (const auto* full = dyn_cast<clang::FullExpr>(statement)) {
      return Walk(full->getSubExpr(), use);
    }
    if (const auto* reference = dyn_cast<clang::DeclRefExpr>(statement)) {
      const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl());
      // What is done to a reference is done to what it refers to.
      if (variable != nullptr && !variable->getType()->isReferenceType() &&
          (use == Use::kAddress || reference->refersToEnclosingVariableOrCapture())) {
        facts_.address_taken.insert(variable->getCanonicalDecl());
      }
      return;
    }
    if (const auto* cast = dyn_cast<clang::CastExpr>(statement)) {
      return WalkCast(*cast, use);
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(statement)) {
      return WalkUnary(*unary, use);
    }
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(statement)) {
      return WalkBinary(*binary, use);
    }
    if (const auto* conditional = dyn_cast<clang::ConditionalOperator>(statement)) {
      // An lvalue of unknown identity has to go by address, unless it is just read.
      const Use arms = use == Use::kRead ? Use::kRead : Use::kAddress;
      Walk(conditional->getCond(), Use::kRead);
      Walk(conditional->getTrueExpr(), arms);
      return Walk(conditional->getFalseExpr(), arms);
    }
    WalkOther(*statement);
  }

 private:
  void WalkCast(const clang::CastExpr& cast, Use use) {
    switch (cast.getCastKind()) {
      case clang::CK_LValueToRValue:
        return Walk(cast.getSubExpr(), Use::kRead);
      case clang::CK_ToVoid:
        return Walk(cast.getSubExpr(), Use::kDiscarded);
      case clang::CK_NoOp:
        return Walk(cast.getSubExpr(), use);
      case clang::CK_IntegralToPointer:
        NoteUsedAsPointer(cast);
        [[fallthrough]];
      default:
        return Walk(cast.getSubExpr(), Use::kAddress);
    }
  }

  void NoteUsedAsPointer(const clang::CastExpr& cast) {
    const auto* name = dyn_cast<clang::DeclRefExpr>(cast.getSubExpr()->IgnoreParenImpCasts());
    const auto* variable = name == nullptr ? nullptr : dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable != nullptr && !cast.getType()->isVoidPointerType()) {
      facts_.used_as_pointers.insert(variable->getCanonicalDecl());
    }
  }

  void WalkUnary(const clang::UnaryOperator& unary, Use use) {
    // What a prefix operator returns in C++ is its operand.
    if (unary.isIncrementDecrementOp()) {
      return Walk(unary.getSubExpr(), unary.isPRValue() ? Use::kDiscarded : use);
    }
    Walk(unary.getSubExpr(), unary.getOpcode() == clang::UO_Extension ? use : Use::kAddress);
  }

  void WalkBinary(const clang::BinaryOperator& binary, Use use) {
    if (binary.isAssignmentOp()) {
      Walk(binary.getLHS(), binary.isPRValue() ? Use::kDiscarded : use);
      return Walk(binary.getRHS(), Use::kAddress);
    }
    const bool comma = binary.getOpcode() == clang::BO_Comma;
    Walk(binary.getLHS(), comma ? Use::kDiscarded : Use::kAddress);
    Walk(binary.getRHS(), comma ? use : Use::kAddress);
  }

  void WalkOther(const clang::Stmt& statement) {
    if (const auto* label = dyn_cast<clang::AddrLabelExpr>(&statement)) {
      facts_.address_labels.push_back(label->getLabel());
      return;
    }
    if (const auto* size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&statement)) {
      // The operand is evaluated only for the size of a variable length array.
      if (!size->getTypeOfArgument()->isVariablyModifiedType()) return;
    }
    if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(&statement)) {
      if (!generic->isResultDependent()) return Walk(generic->getResultExpr(), Use::kAddress);
    }
    if (const auto* choose = dyn_cast<clang::ChooseExpr>(&statement)) {
      if (!choose->isConditionDependent()) return Walk(choose->getChosenSubExpr(), Use::kAddress);
    }
    if (const auto* list = dyn_cast<clang::InitListExpr>(&statement)) {
      if (list->isSyntacticForm() && list->getSemanticForm() != nullptr) {
        return Walk(list->getSemanticForm(), Use::kAddress);
      }
    }
    if (const auto* call = dyn_cast<clang::CallExpr>(&statement)) {
      if (call->getBuiltinCallee() == clang::Builtin::BI__builtin_va_start &&
          call->getNumArgs() > 0) {
        return Walk(call->getArg(0), Use::kAddress);  // the other argument only names a parameter
      }
    }
    const Use use = DiscardsExpressions(statement) ? Use::kDiscarded : Use::kAddress;
    for (const clang::Stmt* child : statement.children()) Walk(child, use);
  }

  // Statements whose direct subexpressions are evaluated for their effects, or converted to values.
  static bool DiscardsExpressions(const clang::Stmt& statement) {
    return isa<clang::CompoundStmt, clang::IfStmt, clang::ForStmt, clang::CXXForRangeStmt,
               clang::WhileStmt, clang::DoStmt, clang::SwitchStmt, clang::LabelStmt,
               clang::SwitchCase, clang::AttributedStmt>(statement);
  }

  BodyFacts& facts_;
};

}  // namespace

BodyFacts FindBodyFacts(const clang::FunctionDecl& function) {
  BodyFacts facts = FindBodyFacts(*function.getBody());
  if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(&function)) {
    for (const clang::CXXCtorInitializer* initializer : constructor->inits()) {
      BodyWalk(facts).Walk(initializer->getInit(), Use::kAddress);
    }
  }
  return facts;
}

BodyFacts FindBodyFacts(const clang::Stmt& body) {
  BodyFacts facts;
  BodyWalk(facts).Walk(&body, Use::kDiscarded);
  return facts;
}

bool FitsRegister(const clang::VarDecl& variable) {
  const clang::QualType type = variable.getType();
  if (variable.hasGlobalStorage() || variable.hasAttr<clang::CleanupAttr>()) return false;
  if (type->isReferenceType()) return true;
  if (type.isVolatileQualified() || type->isAtomicType()) return false;
  return Types::IsScalar(type);
}

}  // namespace plait::frontend
