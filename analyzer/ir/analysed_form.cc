#include "analyzer/ir/analysed_form.h"

#include <cstddef>
#include <string>
#include <utility>

#include "analyzer/ir/codec.h"
#include "analyzer/ir/digest.h"

namespace plait::ir {
namespace {

// What the summary of a call or of a gap can say of the source.
bool IsQuoted(const Instruction& instruction) {
  return instruction.opcode == Opcode::kCall || instruction.opcode == Opcode::kUnknown;
}

void DropPlaces(Procedure* procedure) {
  procedure->file.clear();
  procedure->files = {""};
  procedure->first_line = 0;
  for (Slot& slot : procedure->slots) slot.location = {};
  for (Block& block : procedure->blocks) {
    for (Instruction& instruction : block.instructions) instruction.location = {};
    block.terminator.location = {};
  }
}

void DropNames(Procedure* procedure) {
  procedure->display_name.clear();
  for (Parameter& parameter : procedure->parameters) {
    parameter.name = 0;
    parameter.type = 0;
  }
  for (Slot& slot : procedure->slots) {
    slot.name = 0;
    slot.type = 0;
  }
  for (StringIndex& name : procedure->register_names) name = 0;
  for (Block& block : procedure->blocks) {
    for (Instruction& instruction : block.instructions) {
      const bool is_kept =
          IsQuoted(instruction) || procedure->strings[instruction.text] == kCharacterOfString;
      if (!is_kept) instruction.text = 0;
      if (instruction.opcode != Opcode::kLoad) instruction.field = 0;
      if (instruction.opcode != Opcode::kCall) instruction.type = 0;
      instruction.source_text = 0;
    }
  }
}

}  // namespace

Procedure AnalysedForm(const Procedure& procedure) {
  Procedure form = procedure;
  form.code_digest.clear();
  DropPlaces(&form);
  DropNames(&form);
  return form;
}

std::string CodeDigest(const Procedure& procedure) {
  Procedure form = AnalysedForm(procedure);
  form.name.clear();
  for (Block& block : form.blocks) {
    for (Instruction& instruction : block.instructions) {
      instruction.field = 0;
      instruction.type = 0;
    }
  }
  // Numbers in place of names: the codec numbers symbols by first use, and equal names are one.
  for (size_t i = 0; i < form.symbols.size(); ++i) form.symbols[i].name = std::to_string(i);
  return Digest128(CodeBytes(form));
}

}  // namespace plait::ir
