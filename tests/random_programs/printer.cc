#include "tests/random_programs/printer.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace plait::random_programs {
namespace {

std::string Declarator(const Type& type, const std::string& name) {
  switch (type.kind) {
    case Type::Kind::kVoid:
      return absl::StrCat("void ", name);
    case Type::Kind::kInt:
      return absl::StrCat("int ", name);
    case Type::Kind::kAtomicInt:
      return absl::StrCat("_Atomic int ", name);
    case Type::Kind::kPointer:
      return Declarator(type.element[0], absl::StrCat("*", name));
    case Type::Kind::kMutex:
      return absl::StrCat("pthread_mutex_t ", name);
    case Type::Kind::kRwlock:
      return absl::StrCat("pthread_rwlock_t ", name);
    case Type::Kind::kSpinlock:
      return absl::StrCat("pthread_spinlock_t ", name);
    case Type::Kind::kSemaphore:
      return absl::StrCat("sem_t ", name);
    case Type::Kind::kCondition:
      return absl::StrCat("pthread_cond_t ", name);
    case Type::Kind::kBarrier:
      return absl::StrCat("pthread_barrier_t ", name);
    case Type::Kind::kOnce:
      return absl::StrCat("pthread_once_t ", name);
    case Type::Kind::kThread:
      return absl::StrCat("pthread_t ", name);
    case Type::Kind::kMutexAttribute:
      return absl::StrCat("pthread_mutexattr_t ", name);
    case Type::Kind::kStruct:
      return absl::StrCat("struct ", type.name, " ", name);
    case Type::Kind::kArray:
      return Declarator(type.element[0], absl::StrCat(name, "[", type.length, "]"));
    case Type::Kind::kEntry:
      return absl::StrCat("void *(*", name, ")(void *)");
    case Type::Kind::kAction:
      return absl::StrCat("void (*", name, ")(void)");
  }
  return "";
}

std::string TypeName(const Type& type) {
  std::string name = Declarator(type, "");
  while (!name.empty() && name.back() == ' ') name.pop_back();
  return name;
}

bool IsAtom(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::kBinary:
    case Expr::Kind::kNondet:
    case Expr::Kind::kAddress:
    case Expr::Kind::kDeref:
    case Expr::Kind::kNot:
    case Expr::Kind::kCast:
      return false;
    default:
      return true;
  }
}

std::string Operand(const Expr& expr) {
  return IsAtom(expr) ? PrintExpr(expr) : absl::StrCat("(", PrintExpr(expr), ")");
}

std::string Arguments(const Expr& expr, size_t first) {
  std::vector<std::string> texts;
  for (size_t i = first; i < expr.operands.size(); ++i) {
    texts.push_back(PrintExpr(expr.operands[i]));
  }
  if (absl::StartsWith(expr.name, "__atomic_")) texts.push_back("__ATOMIC_SEQ_CST");
  return absl::StrJoin(texts, ", ");
}

std::string PrintNondet(const Expr& expr) {
  if (expr.name == "rand") return absl::StrCat("rand() % ", expr.value);
  if (expr.name == "mask") return "__VERIFIER_nondet_int() & 1";
  return "__VERIFIER_nondet_int()";
}

std::string PrintCast(const Expr& expr) {
  if (expr.type.kind == Type::Kind::kInt)
    return absl::StrCat("(int)(long)", Operand(expr.operands[0]));
  return absl::StrCat("(", TypeName(expr.type), ")(long)", Operand(expr.operands[0]));
}

const char* LockInitialiser(Type::Kind kind) {
  switch (kind) {
    case Type::Kind::kMutex:
      return "PTHREAD_MUTEX_INITIALIZER";
    case Type::Kind::kRwlock:
      return "PTHREAD_RWLOCK_INITIALIZER";
    case Type::Kind::kCondition:
      return "PTHREAD_COND_INITIALIZER";
    case Type::Kind::kOnce:
      return "PTHREAD_ONCE_INIT";
    default:
      return "0";
  }
}

bool Mentions(const std::vector<Expr>& exprs, const std::string& name) {
  return std::any_of(exprs.begin(), exprs.end(), [&](const Expr& expr) {
    const bool here = expr.kind == Expr::Kind::kNondet ? expr.name != "rand" && name == "nondet"
                                                       : expr.name == name;
    return here || Mentions(expr.operands, name);
  });
}

bool Mentions(const std::vector<Stmt>& body, const std::string& name) {
  return std::any_of(body.begin(), body.end(), [&](const Stmt& stmt) {
    return Mentions(stmt.exprs, name) || Mentions(stmt.body, name) ||
           Mentions(stmt.otherwise, name);
  });
}

class Writer {
 public:
  explicit Writer(Program* program) : program_(*program) {}

  std::string Write() {
    Line("#include <pthread.h>");
    Line("#include <semaphore.h>");
    Line("#include <stdlib.h>");
    DeclareExternals();
    Line("");
    for (const Struct& structure : program_.structs) WriteStruct(structure);
    for (const Global& global : program_.globals) WriteGlobal(global);
    for (Function& function : program_.functions) WriteFunction(&function);
    return text_;
  }

 private:
  void Line(const std::string& text) {
    if (!text.empty()) text_.append(2 * depth_, ' ');
    absl::StrAppend(&text_, text, "\n");
    ++line_;
  }

  bool Uses(const std::string& name) const {
    return std::any_of(program_.functions.begin(), program_.functions.end(),
                       [&](const Function& f) { return Mentions(f.body, name); });
  }

  void DeclareExternals() {
    if (Uses("nondet")) Line("extern int __VERIFIER_nondet_int(void);");
    if (Uses("__VERIFIER_atomic_begin")) Line("extern void __VERIFIER_atomic_begin(void);");
    if (Uses("__VERIFIER_atomic_end")) Line("extern void __VERIFIER_atomic_end(void);");
  }

  void WriteStruct(const Struct& structure) {
    Line(absl::StrCat("struct ", structure.name, " {"));
    ++depth_;
    for (const Parameter& field : structure.fields) {
      Line(absl::StrCat(Declarator(field.type, field.name), ";"));
    }
    --depth_;
    Line("};");
  }

  // With every lock in it ready for use, and everything else zero.
  std::string Initialiser(const Type& type) const {
    std::vector<std::string> parts;
    if (type.kind == Type::Kind::kArray) {
      parts.assign(type.length, Initialiser(type.element[0]));
    } else if (type.kind == Type::Kind::kStruct) {
      for (const Struct& structure : program_.structs) {
        if (structure.name != type.name) continue;
        for (const Parameter& field : structure.fields) parts.push_back(Initialiser(field.type));
      }
    } else {
      return LockInitialiser(type.kind);
    }
    return absl::StrCat("{", absl::StrJoin(parts, ", "), "}");
  }

  void WriteGlobal(const Global& global) {
    std::string text = Declarator(global.type, global.name);
    if (global.is_volatile) text = absl::StrCat("volatile ", text);
    if (!global.address_of.empty()) {
      absl::StrAppend(&text, " = &", global.address_of);
    } else if (global.value != 0) {
      absl::StrAppend(&text, " = ",
                      global.type.kind == Type::Kind::kInt ? absl::StrCat(global.value)
                                                           : Initialiser(global.type));
    }
    Line(text + ";");
  }

  void WriteFunction(Function* function) {
    std::vector<std::string> parameters;
    for (const Parameter& p : function->parameters)
      parameters.push_back(Declarator(p.type, p.name));
    if (parameters.empty()) parameters.push_back("void");
    Line("");
    Line(absl::StrCat(Declarator(function->result, function->name), "(",
                      absl::StrJoin(parameters, ", "), ") {"));
    WriteBody(&function->body);
    Line("}");
  }

  void WriteBody(std::vector<Stmt>* body) {
    ++depth_;
    for (Stmt& stmt : *body) WriteStmt(&stmt);
    --depth_;
  }

  void WriteNested(const std::string& head, Stmt* stmt) {
    Line(head.empty() ? "{" : head + " {");
    WriteBody(&stmt->body);
    if (!stmt->otherwise.empty()) {
      Line("} else {");
      WriteBody(&stmt->otherwise);
    }
    Line("}");
  }

  void WriteStmt(Stmt* stmt) {
    stmt->line = line_;
    const std::string first = stmt->exprs.empty() ? "" : PrintExpr(stmt->exprs[0]);
    const std::string& name = stmt->name;
    switch (stmt->kind) {
      case Stmt::Kind::kExpression:
        return Line(first + ";");
      case Stmt::Kind::kAssign:
        return Line(absl::StrCat(first, " ", name, " ", PrintExpr(stmt->exprs[1]), ";"));
      case Stmt::Kind::kIncrement:
        return Line(absl::StrCat(Operand(stmt->exprs[0]), "++;"));
      case Stmt::Kind::kDeclare: {
        const std::string declarator = Declarator(stmt->type, name);
        return Line(stmt->exprs.empty() ? declarator + ";"
                                        : absl::StrCat(declarator, " = ", first, ";"));
      }
      case Stmt::Kind::kStatic:
        return Line(absl::StrCat("static ", Declarator(stmt->type, name), ";"));
      case Stmt::Kind::kIf:
        return WriteNested(absl::StrCat("if (", first, ")"), stmt);
      case Stmt::Kind::kWhile:
        if (stmt->body.empty()) return Line(absl::StrCat("while (", first, ");"));
        return WriteNested(absl::StrCat("while (", first, ")"), stmt);
      case Stmt::Kind::kDoWhile:
        Line("do {");
        WriteBody(&stmt->body);
        // The condition is evaluated here.
        stmt->line = line_;
        return Line(absl::StrCat("} while (", first, ");"));
      case Stmt::Kind::kFor:
        return WriteNested(absl::StrCat("for (int ", name, " = 0; ", name, " < ",
                                        Operand(stmt->exprs[0]), "; ", name, "++)"),
                           stmt);
      case Stmt::Kind::kForDown:
        return WriteNested(absl::StrCat("for (int ", name, " = ", Operand(stmt->exprs[0]), " - 1; ",
                                        name, " >= 0; ", name, "--)"),
                           stmt);
      case Stmt::Kind::kReturn:
        return Line(stmt->exprs.empty() ? "return;" : absl::StrCat("return ", first, ";"));
      case Stmt::Kind::kBreak:
        return Line("break;");
      case Stmt::Kind::kGoto:
        return Line(absl::StrCat("goto ", name, ";"));
      case Stmt::Kind::kLabel:
        return Line(absl::StrCat(name, ":;"));
      case Stmt::Kind::kBlock:
        return WriteNested("", stmt);
    }
  }

  Program& program_;
  std::string text_;
  int line_ = 1;
  int depth_ = 0;
};

}  // namespace

std::string PrintExpr(const Expr& expr) {
  const std::vector<Expr>& operands = expr.operands;
  switch (expr.kind) {
    case Expr::Kind::kNumber:
      return absl::StrCat(expr.value);
    case Expr::Kind::kNull:
      return "NULL";
    case Expr::Kind::kVariable:
    case Expr::Kind::kFunction:
      return expr.name;
    case Expr::Kind::kIndex:
      return absl::StrCat(Operand(operands[0]), "[", PrintExpr(operands[1]), "]");
    case Expr::Kind::kField:
      if (operands[0].kind == Expr::Kind::kDeref) {
        return absl::StrCat(Operand(operands[0].operands[0]), "->", expr.name);
      }
      return absl::StrCat(Operand(operands[0]), ".", expr.name);
    case Expr::Kind::kDeref:
      return absl::StrCat("*", Operand(operands[0]));
    case Expr::Kind::kAddress:
      return absl::StrCat("&", Operand(operands[0]));
    case Expr::Kind::kNot:
      return absl::StrCat("!", Operand(operands[0]));
    case Expr::Kind::kBinary:
      return absl::StrCat(Operand(operands[0]), " ", expr.name, " ", Operand(operands[1]));
    case Expr::Kind::kCall:
      return absl::StrCat(expr.name, "(", Arguments(expr, 0), ")");
    case Expr::Kind::kIndirect:
      return absl::StrCat(Operand(operands[0]), "(", Arguments(expr, 1), ")");
    case Expr::Kind::kCast:
      return PrintCast(expr);
    case Expr::Kind::kAllocate:
      return absl::StrCat("malloc(sizeof(", TypeName(expr.type), "))");
    case Expr::Kind::kNondet:
      return PrintNondet(expr);
  }
  return "";
}

std::string Print(Program* program) { return Writer(program).Write(); }

}  // namespace plait::random_programs
