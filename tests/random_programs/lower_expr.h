// Values, places and calls of a random program as code: the part of code.cc that statements are
// made from.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_LOWER_EXPR_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_LOWER_EXPR_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tests/random_programs/ast.h"
#include "tests/random_programs/code.h"
#include "tests/random_programs/layout.h"

namespace plait::random_programs {

struct LibraryFunction {
  Library library;
  int arguments;
};

class ExprLowering {
 protected:
  struct Value {
    int reg = -1;
    Type type;
  };

  struct Place {
    bool is_register = false;
    int reg = -1;  // the variable, or its address
    Type type;
    bool is_private = false;
  };

  ExprLowering(const Program& program, const Layout& layout,
               const std::map<std::string, int>& functions, Code* code)
      : program_(program), layout_(layout), functions_(functions), code_(*code) {}

  // The first thing that is wrong; nothing is lowered after it.
  void Fail(const std::string& what);
  int NewRegister();
  int Here() const;
  Instruction& Emit(Instruction::Op op, int dst = -1, int a = -1, int b = -1, int64_t imm = 0);
  Value Constant(int64_t value, const Type& type = Int());
  static bool IsAddressType(const Type& type);
  // C would warn of a number in the place of an address, and the other way round.
  void Check(const Type& to, const Value& from);
  const Struct* FindStruct(const std::string& name);
  // The address of an lvalue, or its register.
  Place LowerPlace(const Expr& expr);
  Place PlaceOfVariable(const std::string& name);
  // An array is its first element's address.
  Value Load(const Place& place);
  void Store(const Place& place, int value);
  Value LowerValue(const Expr& expr);
  Value LowerFunctionName(const std::string& name);
  Value LowerBinary(const Expr& expr);
  std::vector<int> LowerArguments(const Expr& expr, size_t first);
  Value LowerCall(const Expr& expr);
  Value LowerIndirect(const Expr& expr);
  Value LowerLibrary(const Expr& expr, const LibraryFunction& function);
  Value LowerAtomic(const Expr& expr);
  // Returns the number of a new declaration.
  int Declare(const std::string& name, const Type& type, int64_t value);

  const Program& program_;
  const Layout& layout_;
  const std::map<std::string, int>& functions_;
  Code& code_;
  FunctionCode result_;
  absl::Status status_;
  int line_ = 0;
  std::set<std::string> escaping_;
  std::map<std::string, Value> registers_, slots_, static_locals_;
};

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_LOWER_EXPR_H_
