// A small concurrent C program as a tree: what the generator makes, the printer writes, the oracle
// runs and the shrinker cuts.
//
// The language is the part of C the generator needs. Everything is a value, so that a changed copy
// of a program is cheap to make; names refer to what they name, so that a part can be removed
// without renumbering the rest. Whether a tree is a valid program is found by lowering it (code.h).
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_AST_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_AST_H_

#include <cstdint>
#include <string>
#include <vector>

namespace plait::random_programs {

struct Type {
  enum class Kind {
    kVoid,
    kInt,
    kAtomicInt,
    kPointer,
    kMutex,
    kRwlock,
    kSpinlock,
    kSemaphore,
    kCondition,
    kBarrier,
    kOnce,
    kThread,
    kMutexAttribute,
    kStruct,
    kArray,
    kEntry,   // void *(*)(void *)
    kAction,  // void (*)(void)
  };
  Kind kind = Kind::kInt;
  int length = 0;             // of an array
  std::string name;           // of a struct
  std::vector<Type> element;  // one, of a pointer or an array

  friend bool operator==(const Type&, const Type&) = default;
};

Type Simple(Type::Kind kind);
Type Int();
Type VoidPointer();
Type PointerTo(const Type& target);
Type ArrayOf(const Type& element, int length);
Type StructNamed(const std::string& name);

struct Expr {
  enum class Kind {
    kNumber,
    kNull,
    kVariable,
    kFunction,  // as a value
    kIndex,     // operands[0][operands[1]]
    kField,     // operands[0].name
    kDeref,
    kAddress,
    kNot,
    kBinary,    // operands[0] name operands[1]
    kCall,      // name(operands...), of the program or of a library
    kIndirect,  // operands[0](operands[1], ...)
    kCast,      // (type)operands[0]
    kAllocate,  // malloc(sizeof(type))
    kNondet,    // any of 0 .. value - 1, spelled as `name` says
  };
  Kind kind = Kind::kNumber;
  int64_t value = 0;
  std::string name;
  Type type;
  std::vector<Expr> operands;

  friend bool operator==(const Expr&, const Expr&) = default;
};

Expr Number(int64_t value);
Expr Null();
Expr Variable(const std::string& name);
Expr FunctionNamed(const std::string& name);
Expr Index(const Expr& array, const Expr& index);
Expr Field(const Expr& record, const std::string& field);
Expr Arrow(const Expr& pointer, const std::string& field);  // pointer->field
Expr Deref(const Expr& pointer);
Expr Address(const Expr& place);
Expr Not(const Expr& operand);
Expr Binary(const Expr& left, const std::string& op, const Expr& right);
Expr Call(const std::string& name, const std::vector<Expr>& arguments);
Expr Indirect(const Expr& callee, const std::vector<Expr>& arguments);
Expr Cast(const Type& type, const Expr& operand);
Expr Allocate(const Type& type);
// `spelling` is "rand" or "nondet".
Expr Nondet(int choices, const std::string& spelling);

struct Stmt {
  enum class Kind {
    kExpression,  // exprs[0];
    kAssign,      // exprs[0] name exprs[1]; name is "=", "+=" or "-="
    kIncrement,   // exprs[0]++;
    kDeclare,     // type name [= exprs[0]];
    kStatic,      // static type name; zero at first
    kIf,          // if (exprs[0]) body else otherwise
    kWhile,       // while (exprs[0]) body
    kDoWhile,     // do body while (exprs[0])
    kFor,         // for (int name = 0; name < exprs[0]; name++) body
    kForDown,     // for (int name = exprs[0] - 1; name >= 0; name--) body
    kReturn,      // return [exprs[0]];
    kBreak,
    kGoto,
    kLabel,
    kBlock,
  };
  Kind kind = Kind::kExpression;
  std::string name;
  Type type;
  std::vector<Expr> exprs;
  std::vector<Stmt> body;
  std::vector<Stmt> otherwise;
  int line = 0;  // where the printer wrote it

  friend bool operator==(const Stmt&, const Stmt&) = default;
};

Stmt Do(const Expr& expr);
Stmt Assign(const Expr& place, const Expr& value, const std::string& op = "=");
Stmt Increment(const Expr& place);
Stmt Declare(const Type& type, const std::string& name);
Stmt Declare(const Type& type, const std::string& name, const Expr& value);
Stmt Static(const Type& type, const std::string& name);
Stmt If(const Expr& condition, const std::vector<Stmt>& body,
        const std::vector<Stmt>& otherwise = {});
Stmt While(const Expr& condition, const std::vector<Stmt>& body);
Stmt DoWhile(const std::vector<Stmt>& body, const Expr& condition);
Stmt For(const std::string& name, const Expr& count, const std::vector<Stmt>& body);
Stmt ForDown(const std::string& name, const Expr& count, const std::vector<Stmt>& body);
Stmt Return();
Stmt Return(const Expr& value);
Stmt Break();
Stmt Goto(const std::string& label);
Stmt Label(const std::string& label);
Stmt Block(const std::vector<Stmt>& body);

struct Parameter {
  Type type;
  std::string name;

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Function {
  std::string name;
  Type result;
  std::vector<Parameter> parameters;
  std::vector<Stmt> body;

  friend bool operator==(const Function&, const Function&) = default;
};

struct Global {
  Type type;
  std::string name;
  int64_t value = 0;         // of an int; 1 for a lock with a static initialiser
  std::string address_of;    // of a pointer: the global it points to at first, "" for none
  bool is_volatile = false;  // of an int

  friend bool operator==(const Global&, const Global&) = default;
};

struct Struct {
  std::string name;
  std::vector<Parameter> fields;

  friend bool operator==(const Struct&, const Struct&) = default;
};

// Functions stand before their callers; main is the last.
struct Program {
  std::vector<Struct> structs;
  std::vector<Global> globals;
  std::vector<Function> functions;

  friend bool operator==(const Program&, const Program&) = default;
};

// Statements of all bodies, nested ones too.
int CountStatements(const Program& program);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_AST_H_
