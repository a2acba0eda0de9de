#include "tests/random_programs/shrinker.h"

#include <utility>
#include <vector>

namespace plait::random_programs {
namespace {

// Each statement list of a program, addressed by its position in a walk; the walk of an equal
// program meets the same lists.
std::vector<std::vector<Stmt>*> BodiesOf(Program* program) {
  std::vector<std::vector<Stmt>*> bodies;
  const auto collect = [&](const auto& self, std::vector<Stmt>* body) -> void {
    bodies.push_back(body);
    for (Stmt& stmt : *body) {
      self(self, &stmt.body);
      self(self, &stmt.otherwise);
    }
  };
  for (Function& function : program->functions) collect(collect, &function.body);
  return bodies;
}

void CollectExprs(Expr* expr, std::vector<Expr*>* exprs) {
  exprs->push_back(expr);
  for (Expr& operand : expr->operands) CollectExprs(&operand, exprs);
}

std::vector<Expr*> ExprsOf(Program* program) {
  std::vector<Expr*> exprs;
  for (std::vector<Stmt>* body : BodiesOf(program)) {
    for (Stmt& stmt : *body) {
      for (Expr& expr : stmt.exprs) CollectExprs(&expr, &exprs);
    }
  }
  return exprs;
}

// What could stand in the place of a statement.
std::vector<std::vector<Stmt>> Replacements(const Program& program, const Stmt& stmt) {
  std::vector<std::vector<Stmt>> replacements;
  switch (stmt.kind) {
    case Stmt::Kind::kIf:
      replacements = {stmt.body, stmt.otherwise};
      if (!stmt.otherwise.empty()) {
        Stmt without = stmt;
        without.otherwise.clear();
        replacements.push_back({without});
      }
      break;
    case Stmt::Kind::kWhile:
    case Stmt::Kind::kDoWhile:
    case Stmt::Kind::kBlock:
      replacements = {stmt.body};
      break;
    case Stmt::Kind::kFor:
    case Stmt::Kind::kForDown: {
      std::vector<Stmt> once = {Declare(Int(), stmt.name, Number(0))};
      once.insert(once.end(), stmt.body.begin(), stmt.body.end());
      replacements = {stmt.body, once};
      break;
    }
    case Stmt::Kind::kExpression: {
      const Expr& call = stmt.exprs[0];
      for (const Function& function : program.functions) {
        if (call.kind != Expr::Kind::kCall || call.name != function.name) continue;
        std::vector<Stmt> inlined;
        for (size_t i = 0; i < function.parameters.size() && i < call.operands.size(); ++i) {
          const Parameter& parameter = function.parameters[i];
          if (call.operands[i] == Variable(parameter.name)) continue;
          inlined.push_back(Declare(parameter.type, parameter.name, call.operands[i]));
        }
        inlined.insert(inlined.end(), function.body.begin(), function.body.end());
        replacements.push_back(inlined);
      }
      break;
    }
    default:
      break;
  }
  return replacements;
}

std::vector<Expr> Replacements(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::kNumber:
      if (expr.value > 1) return {Number(0), Number(1), Number(expr.value - 1)};
      if (expr.value == 1) return {Number(0)};
      return {};
    case Expr::Kind::kNondet:
      return {Number(0), Number(1)};
    case Expr::Kind::kNot:
    case Expr::Kind::kCast:
      return {expr.operands[0]};
    case Expr::Kind::kBinary:
      return {expr.operands[0], expr.operands[1], Number(0), Number(1)};
    case Expr::Kind::kVariable:
      return {Null(), Number(0), Number(1)};
    case Expr::Kind::kAddress:
      return {Null()};
    case Expr::Kind::kDeref:
      // *&x is x.
      if (expr.operands[0].kind == Expr::Kind::kAddress) return {expr.operands[0].operands[0]};
      return {};
    default:
      return {};
  }
}

class Shrinker {
 public:
  Shrinker(const Program& program, const std::function<bool(const Program&)>& holds, int max_tries)
      : best_(program), holds_(holds), tries_left_(max_tries) {}

  Program Run() {
    while (tries_left_ > 0 && (DropDeclarations() || DropStatements() || ReplaceStatements() ||
                               ReplaceExprs() || ReplaceParameters())) {
    }
    return best_;
  }

 private:
  bool Try(Program candidate) {
    if (tries_left_ <= 0 || candidate == best_) return false;
    --tries_left_;
    if (!holds_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  template <typename T>
  bool DropFrom(std::vector<T> Program::* list) {
    bool changed = false;
    for (size_t i = (best_.*list).size(); i-- > 0;) {
      Program candidate = best_;
      (candidate.*list).erase((candidate.*list).begin() + i);
      changed |= Try(std::move(candidate));
    }
    return changed;
  }

  bool DropDeclarations() {
    bool changed = DropFrom(&Program::functions);
    changed |= DropFrom(&Program::globals);
    changed |= DropFrom(&Program::structs);
    for (size_t s = 0; s < best_.structs.size(); ++s) {
      for (size_t i = best_.structs[s].fields.size(); i-- > 0;) {
        Program candidate = best_;
        candidate.structs[s].fields.erase(candidate.structs[s].fields.begin() + i);
        changed |= Try(std::move(candidate));
      }
    }
    return changed;
  }

  // Long runs first; a pair too, since a lock is no use without its unlock.
  bool DropStatements() {
    bool changed = false;
    for (size_t b = 0; b < BodiesOf(&best_).size(); ++b) {
      for (size_t i = BodiesOf(&best_)[b]->size(); i-- > 0;) {
        Program candidate = best_;
        std::vector<Stmt>& body = *BodiesOf(&candidate)[b];
        body.erase(body.begin() + i);
        changed |= Try(std::move(candidate));
        if (b >= BodiesOf(&best_).size()) break;
        changed |= DropWithLater(b, i);
        if (b >= BodiesOf(&best_).size()) break;
      }
    }
    return changed;
  }

  bool DropWithLater(size_t b, size_t i) {
    const size_t size = BodiesOf(&best_)[b]->size();
    for (size_t j = i + 1; j < size; ++j) {
      const std::vector<Stmt>& now = *BodiesOf(&best_)[b];
      if (now[i].kind != Stmt::Kind::kExpression || now[j].kind != Stmt::Kind::kExpression)
        continue;
      Program candidate = best_;
      std::vector<Stmt>& body = *BodiesOf(&candidate)[b];
      body.erase(body.begin() + j);
      body.erase(body.begin() + i);
      if (Try(std::move(candidate))) return true;
    }
    return false;
  }

  bool ReplaceStatements() {
    for (size_t b = 0; b < BodiesOf(&best_).size(); ++b) {
      for (size_t i = 0; i < BodiesOf(&best_)[b]->size(); ++i) {
        for (const std::vector<Stmt>& with : Replacements(best_, (*BodiesOf(&best_)[b])[i])) {
          Program candidate = best_;
          std::vector<Stmt>& body = *BodiesOf(&candidate)[b];
          body.erase(body.begin() + i);
          body.insert(body.begin() + i, with.begin(), with.end());
          if (Try(std::move(candidate))) return true;
        }
      }
    }
    return false;
  }

  bool ReplaceExprs() {
    bool changed = false;
    for (size_t e = 0; e < ExprsOf(&best_).size(); ++e) {
      for (const Expr& with : Replacements(*ExprsOf(&best_)[e])) {
        Program candidate = best_;
        *ExprsOf(&candidate)[e] = with;
        if (Try(std::move(candidate))) {
          changed = true;
          break;
        }
      }
    }
    return changed;
  }

  // A global's first value, and volatile.
  bool ReplaceParameters() {
    bool changed = false;
    for (size_t g = 0; g < best_.globals.size(); ++g) {
      Program candidate = best_;
      candidate.globals[g].is_volatile = false;
      changed |= Try(candidate);
      if (best_.globals[g].type == Int()) {
        candidate.globals[g].value = 0;
        changed |= Try(candidate);
      }
    }
    return changed;
  }

  Program best_;
  const std::function<bool(const Program&)>& holds_;
  int tries_left_;
};

}  // namespace

Program Shrink(const Program& program, const std::function<bool(const Program&)>& holds,
               int max_tries) {
  return Shrinker(program, holds, max_tries).Run();
}

}  // namespace plait::random_programs
