#include <utility>

#include "tests/random_programs/plan.h"

namespace plait::random_programs {
namespace {

void Collect(std::vector<Stmt>* body, std::vector<std::vector<Stmt>*>* bodies) {
  if (!body->empty()) bodies->push_back(body);
  for (Stmt& stmt : *body) {
    Collect(&stmt.body, bodies);
    Collect(&stmt.otherwise, bodies);
  }
}

}  // namespace

void Mutate(Random* random, Program* program) {
  std::vector<std::vector<Stmt>*> bodies;
  for (Function& function : program->functions) Collect(&function.body, &bodies);
  std::vector<Stmt>& body = *random->Pick(bodies);
  // What ends a function stays where it is.
  const bool is_last_fixed = body.back().kind == Stmt::Kind::kReturn;
  const int size = static_cast<int>(body.size()) - (is_last_fixed ? 1 : 0);
  if (size == 0) return;
  const int at = random->Below(size);
  switch (random->Below(3)) {
    case 0:
      body.erase(body.begin() + at);
      return;
    case 1:
      if (at + 1 < size) std::swap(body[at], body[at + 1]);
      return;
    default: {
      const Stmt moved = body[at];
      body.erase(body.begin() + at);
      body.insert(body.begin() + random->Below(size), moved);
      return;
    }
  }
}

}  // namespace plait::random_programs
