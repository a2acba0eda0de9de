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
    if (NameText(program->definitions()[d].symbol) == name) return d;
  }
  return kNone;
}

TestProgram ParseProgram(const std::string& text) {
  TestProgram result;
  absl::StatusOr<ir::Unit> unit = ir::ParseUnit(text);
  EXPECT_TRUE(unit.ok()) << unit.status();
  if (!unit.ok()) return result;
  std::vector<std::string> digests;
  for (const ir::Procedure& p : unit->procedures) {
    digests.push_back(ir::Digest128(ir::CanonicalBytes(p)));
  }
  std::vector<ProgramUnit> units;
  units.push_back(UnitAtHand(*std::move(unit), std::move(digests)));
  result.program = std::make_unique<Program>(std::move(units));
  result.executable = std::make_unique<Executable>(
      *result.program,
      [](std::string_view name, bool has_body) {
        return ModelRegistry::Default().Find(name, has_body);
      },
      result.Definition("main"));
  return result;
}

}  // namespace plait::witness
