#include "analyzer/schedule/program_testing.h"

#include <utility>
#include <vector>

#include "analyzer/ir/codec.h"
#include "analyzer/ir/digest.h"
#include "analyzer/ir/parser.h"
#include "gtest/gtest.h"

namespace plait {

Program ProgramOf(const std::string& text) {
  std::vector<ProgramUnit> units;
  absl::StatusOr<ir::Unit> unit = ir::ParseUnit(text);
  EXPECT_TRUE(unit.ok()) << unit.status();
  if (unit.ok()) {
    std::vector<std::string> digests;
    for (const ir::Procedure& p : unit->procedures) {
      digests.push_back(ir::Digest128(ir::CanonicalBytes(p)));
    }
    units.push_back(UnitAtHand(*std::move(unit), std::move(digests)));
  }
  return Program(std::move(units));
}

}  // namespace plait
