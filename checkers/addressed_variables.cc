#include "checkers/addressed_variables.h"

namespace plait {

AddressedVariables::AddressedVariables(const Program& program) {
  for (const Definition& definition : program.definitions()) Collect(*definition.body);
  for (const ir::Global* global : program.globals()) {
    for (const ir::InitialValue& value : global->values) {
      if (value.value.kind != ir::Operand::Kind::kGlobal) continue;
      names_.insert(InternName(program.SymbolsOf(*global)[value.value.value]));
    }
  }
}

void AddressedVariables::Collect(const ir::Procedure& procedure) {
  const auto take = [&](const ir::Operand& operand) {
    if (operand.kind == ir::Operand::Kind::kGlobal) {
      names_.insert(InternName(procedure.symbols[operand.value].name));
    }
  };
  for (const ir::Block& block : procedure.blocks) {
    take(block.terminator.condition);
    for (const ir::Instruction& i : block.instructions) {
      take(i.a);
      take(i.b);
      take(i.callee);
      for (const ir::Operand& argument : i.arguments) take(argument);
      const bool accesses = i.opcode == ir::Opcode::kLoad || i.opcode == ir::Opcode::kStore ||
                            i.opcode == ir::Opcode::kAtomicUpdate ||
                            i.opcode == ir::Opcode::kCompareExchange;
      if (!accesses) {
        take(i.place.base);
        take(i.source.base);
      }
    }
  }
}

}  // namespace plait
