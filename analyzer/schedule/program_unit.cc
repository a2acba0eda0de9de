#include "analyzer/schedule/program_unit.h"

#include <memory>
#include <utility>

namespace plait {

BodyReader BodyAtHand(ir::Procedure procedure) {
  return
      [held = std::make_shared<ir::Procedure>(std::move(procedure))] { return std::move(*held); };
}

ProgramUnit UnitAtHand(ir::Unit unit, std::vector<std::string> digests) {
  ProgramUnit result;
  ir::FactsBuilder facts;
  for (ir::Procedure& procedure : unit.procedures) {
    facts.Add(procedure);
    result.bodies.push_back(BodyAtHand(std::move(procedure)));
  }
  unit.procedures.clear();
  result.facts = facts.Finish();
  result.unit = std::move(unit);
  result.digests = std::move(digests);
  return result;
}

}  // namespace plait
