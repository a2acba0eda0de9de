#include "frontend/spelling.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

using llvm::dyn_cast;
using llvm::isa;

constexpr size_t kLongest = 80;  // characters; what is longer is cut with "..."
constexpr int kDeepest = 12;     // nested operators

class Speller {
 public:
  std::string Take() { return std::move(text_); }

  void Spell(const clang::Expr& expression, int depth) {
    const clang::Expr& bare = *expression.IgnoreParenCasts();
    if (depth > kDeepest || text_.size() > kLongest) {
      text_ += "...";
      return;
    }
    if (const auto* reference = dyn_cast<clang::DeclRefExpr>(&bare)) {
      return SpellName(*reference->getDecl());
    }
    if (const auto* member = dyn_cast<clang::MemberExpr>(&bare)) return SpellMember(*member, depth);
    if (const auto* subscript = dyn_cast<clang::ArraySubscriptExpr>(&bare)) {
      SpellOperand(*subscript->getBase(), depth);
      text_ += '[';
      Spell(*subscript->getIdx(), depth + 1);
      text_ += ']';
      return;
    }
    if (const auto* unary = dyn_cast<clang::UnaryOperator>(&bare)) return SpellUnary(*unary, depth);
    if (const auto* binary = dyn_cast<clang::BinaryOperator>(&bare)) {
      Spell(*binary->getLHS(), depth + 1);
      text_ += ' ';
      text_ += binary->getOpcodeStr();
      text_ += ' ';
      Spell(*binary->getRHS(), depth + 1);
      return;
    }
    if (const auto* conditional = dyn_cast<clang::ConditionalOperator>(&bare)) {
      Spell(*conditional->getCond(), depth + 1);
      text_ += " ? ";
      Spell(*conditional->getTrueExpr(), depth + 1);
      text_ += " : ";
      return Spell(*conditional->getFalseExpr(), depth + 1);
    }
    if (const auto* call = dyn_cast<clang::CallExpr>(&bare)) return SpellCall(*call, depth);
    SpellLeaf(bare, depth);
  }

 private:
  void SpellName(const clang::NamedDecl& declaration) {
    if (declaration.getDeclName().isIdentifier()) {
      text_ += declaration.getName();
    } else {
      text_ += declaration.getNameAsString();
    }
  }

  // An operand of a postfix operator: parenthesised unless it binds at least as tightly.
  void SpellOperand(const clang::Expr& expression, int depth) {
    const clang::Expr& bare = *expression.IgnoreParenCasts();
    const bool loose =
        isa<clang::BinaryOperator>(bare) || isa<clang::ConditionalOperator>(bare) ||
        (isa<clang::UnaryOperator>(bare) && !llvm::cast<clang::UnaryOperator>(bare).isPostfix());
    if (loose) text_ += '(';
    Spell(bare, depth + 1);
    if (loose) text_ += ')';
  }

  void SpellMember(const clang::MemberExpr& member, int depth) {
    const clang::Expr& base = *member.getBase();
    const auto* field = dyn_cast<clang::FieldDecl>(member.getMemberDecl());
    if (field != nullptr && field->isAnonymousStructOrUnion()) {
      return SpellOperand(base, depth);  // `s.x` where x is a member of an anonymous member of s
    }
    const auto* outer = dyn_cast<clang::MemberExpr>(base.IgnoreParenImpCasts());
    const bool through_anonymous =
        outer != nullptr && isa<clang::FieldDecl>(outer->getMemberDecl()) &&
        llvm::cast<clang::FieldDecl>(outer->getMemberDecl())->isAnonymousStructOrUnion();
    const auto* address = dyn_cast<clang::UnaryOperator>(base.IgnoreParenCasts());
    if (member.isArrow() && address != nullptr && address->getOpcode() == clang::UO_AddrOf) {
      SpellOperand(*address->getSubExpr(), depth);  // (&x)->y is x.y
      text_ += '.';
    } else if (!isa<clang::CXXThisExpr>(base.IgnoreParenImpCasts())) {
      SpellOperand(base, depth);
      const bool arrow = through_anonymous ? InnermostArrow(*outer) : member.isArrow();
      text_ += arrow ? "->" : ".";
    }
    SpellName(*member.getMemberDecl());
  }

  static bool InnermostArrow(const clang::MemberExpr& member) {
    const auto* field = dyn_cast<clang::FieldDecl>(member.getMemberDecl());
    if (field != nullptr && field->isAnonymousStructOrUnion()) {
      if (const auto* base = dyn_cast<clang::MemberExpr>(member.getBase()->IgnoreParenImpCasts())) {
        const auto* outer = dyn_cast<clang::FieldDecl>(base->getMemberDecl());
        if (outer != nullptr && outer->isAnonymousStructOrUnion()) return InnermostArrow(*base);
      }
    }
    return member.isArrow();
  }

  void SpellUnary(const clang::UnaryOperator& unary, int depth) {
    if (unary.getOpcode() == clang::UO_Extension) return Spell(*unary.getSubExpr(), depth);
    const llvm::StringRef symbol = clang::UnaryOperator::getOpcodeStr(unary.getOpcode());
    if (!unary.isPostfix()) text_ += symbol;
    const bool parenthesise = isa<clang::BinaryOperator>(unary.getSubExpr()->IgnoreParenCasts());
    if (parenthesise) text_ += '(';
    Spell(*unary.getSubExpr(), depth + 1);
    if (parenthesise) text_ += ')';
    if (unary.isPostfix()) text_ += symbol;
  }

  void SpellCall(const clang::CallExpr& call, int depth) {
    if (const auto* operation = dyn_cast<clang::CXXOperatorCallExpr>(&call)) {
      if (operation->getOperator() == clang::OO_Arrow ||
          operation->getOperator() == clang::OO_Star) {
        text_ += operation->getOperator() == clang::OO_Star ? "*" : "";
        return Spell(*operation->getArg(0), depth + 1);
      }
      if (operation->getOperator() == clang::OO_Subscript && operation->getNumArgs() == 2) {
        SpellOperand(*operation->getArg(0), depth);
        text_ += '[';
        Spell(*operation->getArg(1), depth + 1);
        text_ += ']';
        return;
      }
    }
    SpellOperand(*call.getCallee(), depth);
    text_ += '(';
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      if (isa<clang::CXXDefaultArgExpr>(call.getArg(i))) break;
      if (i > 0) text_ += ", ";
      Spell(*call.getArg(i), depth + 1);
    }
    text_ += ')';
  }

  void SpellLeaf(const clang::Expr& leaf, int depth) {
    if (const auto* integer = dyn_cast<clang::IntegerLiteral>(&leaf)) {
      llvm::SmallString<20> digits;
      integer->getValue().toString(digits, 10, leaf.getType()->isSignedIntegerType());
      text_ += digits;
    } else if (const auto* character = dyn_cast<clang::CharacterLiteral>(&leaf)) {
      text_ += std::to_string(character->getValue());
    } else if (const auto* boolean = dyn_cast<clang::CXXBoolLiteralExpr>(&leaf)) {
      text_ += boolean->getValue() ? "true" : "false";
    } else if (isa<clang::StringLiteral>(leaf)) {
      text_ += "\"...\"";
    } else if (isa<clang::CXXThisExpr>(leaf)) {
      text_ += "this";
    } else if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(&leaf)) {
      Spell(*temporary->getSubExpr(), depth + 1);
    } else if (const auto* cleanups = dyn_cast<clang::FullExpr>(&leaf)) {
      Spell(*cleanups->getSubExpr(), depth + 1);
    } else if (const auto* size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&leaf)) {
      text_ += size->getKind() == clang::UETT_SizeOf ? "sizeof(...)" : "...";
    } else {
      text_ += "...";
    }
  }

  std::string text_;
};

}  // namespace

std::string SpellExpression(const clang::Expr& expression) {
  Speller speller;
  speller.Spell(expression, 0);
  std::string text = speller.Take();
  if (text.size() > kLongest + 3) {
    size_t end = kLongest;
    // Not in the middle of a character.
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
    text += "...";
  }
  return text;
}

}  // namespace plait::frontend
