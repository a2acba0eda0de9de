#include <algorithm>

#include "tests/random_programs/plan.h"

namespace plait::random_programs {
namespace {

bool Mentions(const std::vector<Expr>& exprs, const std::string& name) {
  return std::any_of(exprs.begin(), exprs.end(), [&](const Expr& expr) {
    return (expr.kind == Expr::Kind::kVariable && expr.name == name) ||
           Mentions(expr.operands, name);
  });
}

// A call of a function of their own.
std::vector<Stmt> InFunction(Plan* plan, const std::vector<Stmt>& stmts) {
  const Expr call = Outlined(plan, stmts, {}, {});
  if (!plan->Has("indirect") || !call.operands.empty()) return {Do(call)};

  const Type action = Simple(Type::Kind::kAction);
  const std::string pointer = plan->Fresh("action");
  switch (plan->random.Below(3)) {
    case 0:
      return {Declare(action, pointer, FunctionNamed(call.name)),
              Do(Indirect(Variable(pointer), {}))};
    case 1:
      plan->program.globals.push_back({action, pointer, 0, "", false});
      plan->setup.push_back(Assign(Variable(pointer), FunctionNamed(call.name)));
      return {Do(Indirect(Variable(pointer), {}))};
    default: {
      const std::string caller = plan->Fresh("run");
      plan->program.functions.push_back(
          {caller, Simple(Type::Kind::kVoid), {{action, "f"}}, {Do(Indirect(Variable("f"), {}))}});
      return {Do(Call(caller, {FunctionNamed(call.name)}))};
    }
  }
}

// Loops other than by a counter that the loop itself declares.
std::vector<Stmt> InLoop(Plan* plan, std::vector<Stmt> stmts) {
  const std::string counter = plan->Fresh("k");
  const Expr limit = Binary(Variable(counter), "<", Number(plan->random.Between(1, 2)));
  const Stmt start = Declare(Int(), counter, Number(0));
  switch (plan->random.Below(3)) {
    case 0:
      stmts.push_back(Increment(Variable(counter)));
      return {start, While(limit, stmts)};
    case 1:
      stmts.push_back(Increment(Variable(counter)));
      return {start, DoWhile(stmts, limit)};
    default:
      stmts.push_back(If(Variable(counter), {Break()}));
      stmts.push_back(Assign(Variable(counter), Number(1)));
      return {start, While(Number(1), stmts)};
  }
}

Expr SomeCondition(Plan* plan, const Body& body) {
  Random& random = plan->random;
  if (body.has_number && random.Percent(50)) {
    return Binary(Variable("id"), random.Pick<std::string>({"==", ">", "<"}),
                  Number(random.Below(2)));
  }
  if (plan->Has("nondet")) return Nondet(2, random.Pick<std::string>({"rand", "mask", "nondet"}));
  return Binary(Number(random.Below(3)), ">", Number(random.Below(2)));
}

}  // namespace

Expr Outlined(Plan* plan, const std::vector<Stmt>& stmts, const std::vector<Parameter>& more,
              const std::vector<Expr>& more_arguments) {
  const std::string name = plan->Fresh("step");
  std::vector<Parameter> parameters = more;
  std::vector<Expr> arguments = more_arguments;
  const auto pass = [&](const std::string& local, const Type& type) {
    if (!Mentions(stmts, local)) return;
    parameters.push_back({type, local});
    arguments.push_back(Variable(local));
  };
  pass("b", PointerTo(StructNamed("box")));
  pass("j", PointerTo(StructNamed("job")));
  pass("id", Int());
  pass("p", PointerTo(Int()));
  plan->program.functions.push_back({name, Simple(Type::Kind::kVoid), parameters, stmts});
  return Call(name, arguments);
}

bool Mentions(const std::vector<Stmt>& stmts, const std::string& name) {
  return std::any_of(stmts.begin(), stmts.end(), [&](const Stmt& stmt) {
    return Mentions(stmt.exprs, name) || Mentions(stmt.body, name) ||
           Mentions(stmt.otherwise, name);
  });
}

std::vector<Stmt> Shape(Plan* plan, const Body& body, std::vector<Stmt> stmts) {
  Random& random = plan->random;
  if ((plan->Has("branch") || plan->Has("nondet")) && random.Percent(35)) {
    stmts = {If(SomeCondition(plan, body), stmts)};
  }
  if (plan->Has("loop") && random.Percent(35)) {
    const Expr count = Number(random.Between(1, 2));
    const std::string counter = plan->Fresh("i");
    stmts = {random.Percent(75) ? For(counter, count, stmts) : ForDown(counter, count, stmts)};
  }
  if (plan->Has("while") && random.Percent(35)) stmts = InLoop(plan, stmts);
  if ((plan->Has("helper") || plan->Has("indirect")) && random.Percent(50)) {
    stmts = InFunction(plan, stmts);
  }
  return stmts;
}

}  // namespace plait::random_programs
