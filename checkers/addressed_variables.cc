#include "checkers/addressed_variables.h"

#include <cstdint>

namespace plait {

AddressedVariables::AddressedVariables(const Program& program) {
  for (const Definition& definition : program.definitions()) {
    for (uint32_t symbol : definition.procedure->facts().addressed) {
      names_.insert(definition.symbols()[symbol]);
    }
  }
  for (const ir::Global* global : program.globals()) {
    for (const ir::InitialValue& value : global->values) {
      if (value.value.kind != ir::Operand::Kind::kGlobal) continue;
      names_.insert(InternName(program.SymbolsOf(*global)[value.value.value]));
    }
  }
}

}  // namespace plait
