#include "tests/random_programs/ast.h"

namespace plait::random_programs {
namespace {

Expr Make(Expr::Kind kind, const std::vector<Expr>& operands, const std::string& name = "") {
  Expr expr;
  expr.kind = kind;
  expr.operands = operands;
  expr.name = name;
  return expr;
}

Stmt MakeStmt(Stmt::Kind kind, const std::vector<Expr>& exprs, const std::string& name = "",
              const std::vector<Stmt>& body = {}) {
  Stmt stmt;
  stmt.kind = kind;
  stmt.exprs = exprs;
  stmt.name = name;
  stmt.body = body;
  return stmt;
}

int Count(const std::vector<Stmt>& body) {
  int count = 0;
  for (const Stmt& stmt : body) count += 1 + Count(stmt.body) + Count(stmt.otherwise);
  return count;
}

}  // namespace

Type Simple(Type::Kind kind) {
  Type type;
  type.kind = kind;
  return type;
}

Type Int() { return Simple(Type::Kind::kInt); }

Type VoidPointer() { return PointerTo(Simple(Type::Kind::kVoid)); }

Type PointerTo(const Type& target) {
  Type type = Simple(Type::Kind::kPointer);
  type.element = {target};
  return type;
}

Type ArrayOf(const Type& element, int length) {
  Type type = Simple(Type::Kind::kArray);
  type.element = {element};
  type.length = length;
  return type;
}

Type StructNamed(const std::string& name) {
  Type type = Simple(Type::Kind::kStruct);
  type.name = name;
  return type;
}

Expr Number(int64_t value) {
  Expr expr = Make(Expr::Kind::kNumber, {});
  expr.value = value;
  return expr;
}

Expr Null() { return Make(Expr::Kind::kNull, {}); }
Expr Variable(const std::string& name) { return Make(Expr::Kind::kVariable, {}, name); }
Expr FunctionNamed(const std::string& name) { return Make(Expr::Kind::kFunction, {}, name); }

Expr Index(const Expr& array, const Expr& index) {
  return Make(Expr::Kind::kIndex, {array, index});
}

Expr Field(const Expr& record, const std::string& field) {
  return Make(Expr::Kind::kField, {record}, field);
}

Expr Arrow(const Expr& pointer, const std::string& field) { return Field(Deref(pointer), field); }
Expr Deref(const Expr& pointer) { return Make(Expr::Kind::kDeref, {pointer}); }
Expr Address(const Expr& place) {
  if (place.kind == Expr::Kind::kDeref) return place.operands[0];
  return Make(Expr::Kind::kAddress, {place});
}
Expr Not(const Expr& operand) { return Make(Expr::Kind::kNot, {operand}); }

Expr Binary(const Expr& left, const std::string& op, const Expr& right) {
  return Make(Expr::Kind::kBinary, {left, right}, op);
}

Expr Call(const std::string& name, const std::vector<Expr>& arguments) {
  return Make(Expr::Kind::kCall, arguments, name);
}

Expr Indirect(const Expr& callee, const std::vector<Expr>& arguments) {
  Expr expr = Make(Expr::Kind::kIndirect, {callee});
  expr.operands.insert(expr.operands.end(), arguments.begin(), arguments.end());
  return expr;
}

Expr Cast(const Type& type, const Expr& operand) {
  Expr expr = Make(Expr::Kind::kCast, {operand});
  expr.type = type;
  return expr;
}

Expr Allocate(const Type& type) {
  Expr expr = Make(Expr::Kind::kAllocate, {});
  expr.type = type;
  return expr;
}

Expr Nondet(int choices, const std::string& spelling) {
  Expr expr = Make(Expr::Kind::kNondet, {}, spelling);
  expr.value = choices;
  return expr;
}

Stmt Do(const Expr& expr) { return MakeStmt(Stmt::Kind::kExpression, {expr}); }

Stmt Assign(const Expr& place, const Expr& value, const std::string& op) {
  return MakeStmt(Stmt::Kind::kAssign, {place, value}, op);
}

Stmt Increment(const Expr& place) { return MakeStmt(Stmt::Kind::kIncrement, {place}); }

Stmt Declare(const Type& type, const std::string& name) {
  Stmt stmt = MakeStmt(Stmt::Kind::kDeclare, {}, name);
  stmt.type = type;
  return stmt;
}

Stmt Declare(const Type& type, const std::string& name, const Expr& value) {
  Stmt stmt = MakeStmt(Stmt::Kind::kDeclare, {value}, name);
  stmt.type = type;
  return stmt;
}

Stmt Static(const Type& type, const std::string& name) {
  Stmt stmt = MakeStmt(Stmt::Kind::kStatic, {}, name);
  stmt.type = type;
  return stmt;
}

Stmt If(const Expr& condition, const std::vector<Stmt>& body, const std::vector<Stmt>& otherwise) {
  Stmt stmt = MakeStmt(Stmt::Kind::kIf, {condition}, "", body);
  stmt.otherwise = otherwise;
  return stmt;
}

Stmt While(const Expr& condition, const std::vector<Stmt>& body) {
  return MakeStmt(Stmt::Kind::kWhile, {condition}, "", body);
}

Stmt DoWhile(const std::vector<Stmt>& body, const Expr& condition) {
  return MakeStmt(Stmt::Kind::kDoWhile, {condition}, "", body);
}

Stmt For(const std::string& name, const Expr& count, const std::vector<Stmt>& body) {
  return MakeStmt(Stmt::Kind::kFor, {count}, name, body);
}

Stmt ForDown(const std::string& name, const Expr& count, const std::vector<Stmt>& body) {
  return MakeStmt(Stmt::Kind::kForDown, {count}, name, body);
}

Stmt Return() { return MakeStmt(Stmt::Kind::kReturn, {}); }
Stmt Return(const Expr& value) { return MakeStmt(Stmt::Kind::kReturn, {value}); }
Stmt Break() { return MakeStmt(Stmt::Kind::kBreak, {}); }
Stmt Goto(const std::string& label) { return MakeStmt(Stmt::Kind::kGoto, {}, label); }
Stmt Label(const std::string& label) { return MakeStmt(Stmt::Kind::kLabel, {}, label); }
Stmt Block(const std::vector<Stmt>& body) { return MakeStmt(Stmt::Kind::kBlock, {}, "", body); }

int CountStatements(const Program& program) {
  int count = 0;
  for (const Function& function : program.functions) count += Count(function.body);
  return count;
}

}  // namespace plait::random_programs
