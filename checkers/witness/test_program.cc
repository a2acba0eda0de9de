#include "checkers/witness/test_program.h"

#include <utility>
#include <vector>

#include "analyzer/ir/codec.h"
#include "analyzer/ir/digest.h"
#include "analyzer/ir/parser.h"
#include "analyzer/models/model_registry.h"
#include "gtest/gtest.h"

namespace plait::witness {

uint32_t TestProgram::Definition(const std::string& name) const {
  for (uint32_t d = 0; d < program->definitions().size(); ++d) {
    if (program->definitions()[d].body->name == name) return d;
  }
  return kNone;
}

TestProgram ParseProgram(const std::string& text) {
  TestProgram result;
  absl::StatusOr<ir::Unit> unit = ir::ParseUnit(text);
  EXPECT_TRUE(unit.ok()) << unit.status();
  if (!unit.ok()) return result;
  std::vector<std::vector<std::string>> digests(1);
  for (const ir::Procedure& p : unit->procedures) {
    digests[0].push_back(ir::Digest128(ir::CanonicalBytes(p)));
  }
  std::vector<ir::Unit> units;
  units.push_back(*std::move(unit));
  result.program = std::make_unique<Program>(std::move(units), digests);
  result.executable = std::make_unique<Executable>(
      *result.program,
      [](std::string_view name, bool has_body) {
        return ModelRegistry::Default().Find(name, has_body);
      },
      result.Definition("main"));
  return result;
}

}  // namespace plait::witness
