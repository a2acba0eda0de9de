#include "analyzer/transfer/array_pointers.h"

#include <algorithm>

#include "analyzer/transfer/frame.h"

namespace plait {
namespace {

constexpr size_t kMaxOrigins = 4;
constexpr size_t kMaxArrays = 16;  // that one instruction makes pointers into

// Whether the instruction makes a pointer into an array of known size.
bool StartsInArray(const ir::Instruction& i) {
  return i.opcode == ir::Opcode::kAddress && IsInArray(i.place);
}

// Whether the pointer may leave the array by going back: from an element that is a structure to
// what is around the array.
bool MayLeave(const ir::Instruction& i) {
  return i.opcode == ir::Opcode::kAddress && i.place.offset < -8;
}

// Number of the argument into whose memory the result of a library function points.
std::optional<uint32_t> ResultsIn(const ir::Procedure& p, const Environment& environment,
                                  const ir::Instruction& call) {
  if (call.callee.kind != ir::Operand::Kind::kFunction) return std::nullopt;
  const std::string& name = p.symbols[call.callee.value].name;
  const proto::Function* model =
      environment.IsDefined(InternName(name)) ? nullptr : environment.FindModel(name);
  if (model == nullptr) return std::nullopt;
  std::optional<uint32_t> argument;
  for (const proto::Effect& effect : model->effect()) {
    if (effect.has_allocate()) return std::nullopt;
    if (!effect.has_returns()) continue;
    const proto::Returns& returns = effect.returns();
    const bool is_of_argument = returns.argument() || returns.into_argument();
    if (!is_of_argument || argument.has_value()) return std::nullopt;
    argument = returns.argument_index();
  }
  return argument;
}

}  // namespace

bool ArrayPointers::Origins::Include(const Origins& other) {
  const size_t before = instructions.size();
  const bool was_open = is_open;
  is_open |= other.is_open;
  for (const uint32_t i : other.instructions) {
    const auto at = std::lower_bound(instructions.begin(), instructions.end(), i);
    if (at == instructions.end() || *at != i) instructions.insert(at, i);
  }
  if (instructions.size() > kMaxOrigins) is_open = true;
  if (is_open) instructions.clear();
  return is_open != was_open || instructions.size() != before;
}

ArrayPointers::ArrayPointers(const ir::Procedure& procedure, const TermTable& terms,
                             const Environment& environment)
    : terms_(terms) {
  const bool has_arrays =
      std::any_of(procedure.blocks.begin(), procedure.blocks.end(), [](const ir::Block& block) {
        return std::any_of(block.instructions.begin(), block.instructions.end(), StartsInArray);
      });
  if (has_arrays) Follow(procedure, environment);
}

ArrayPointers::Origins ArrayPointers::OriginsOf(const ir::Operand& operand) const {
  switch (operand.kind) {
    case ir::Operand::Kind::kRegister: {
      const auto found = origins_.find(static_cast<ir::Register>(operand.value));
      return found == origins_.end() ? Origins() : found->second;
    }
    case ir::Operand::Kind::kNone:
    case ir::Operand::Kind::kConstant:
    case ir::Operand::Kind::kString:
    case ir::Operand::Kind::kFunction:
      return {};
    default:
      return {{}, true};
  }
}

void ArrayPointers::Follow(const ir::Procedure& procedure, const Environment& environment) {
  for (size_t i = 0; i < procedure.parameters.size(); ++i) {
    origins_[static_cast<ir::Register>(i)].is_open = true;
  }
  for (bool changed = true; changed;) {
    changed = false;
    uint32_t number = 0;
    for (const ir::Block& block : procedure.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        const uint32_t instruction = number++;
        if (i.result == ir::kNoRegister) continue;
        Origins made{{}, true};
        if (StartsInArray(i)) {
          made = {{instruction}, false};
        } else if (i.opcode == ir::Opcode::kAddress && !MayLeave(i)) {
          made = OriginsOf(i.place.base);
        } else if (i.opcode == ir::Opcode::kAssign) {
          made = OriginsOf(i.a);
        } else if (i.opcode == ir::Opcode::kCall && i.kind == ir::ValueKind::kPointer) {
          const auto argument = ResultsIn(procedure, environment, i);
          if (argument && *argument < i.arguments.size()) made = OriginsOf(i.arguments[*argument]);
        }
        changed |= origins_[i.result].Include(made);
      }
    }
  }
}

void ArrayPointers::Note(uint32_t instruction, TermId start, int64_t bytes) {
  std::vector<Array>& arrays = arrays_[instruction];
  const Array array{start, bytes};
  if (std::find(arrays.begin(), arrays.end(), array) != arrays.end()) return;
  if (arrays.size() <= kMaxArrays) arrays.push_back(array);
}

bool ArrayPointers::IsIn(TermId address, const Array& array) const {
  if (terms_.Base(array.start) != terms_.Base(address)) return false;
  const auto& parts = terms_.term(address).parts;
  const auto& start = terms_.term(array.start).parts;
  return std::all_of(start.begin(), start.end(), [&](const Part& part) {
    return std::find(parts.begin(), parts.end(), part) != parts.end();
  });
}

std::optional<ArrayPointers::Array> ArrayPointers::ArrayOf(const ir::Operand& pointer,
                                                           TermId address) const {
  if (pointer.kind != ir::Operand::Kind::kRegister || terms_.Base(address) == kNothing) {
    return std::nullopt;
  }
  const auto origins = origins_.find(static_cast<ir::Register>(pointer.value));
  if (origins == origins_.end() || origins->second.is_open) return std::nullopt;
  // In a loop the same instruction made pointers into the arrays of earlier turns: what lies so
  // many bytes behind the start of one is in that one.
  std::vector<Array> near, all;
  for (const uint32_t instruction : origins->second.instructions) {
    const auto arrays = arrays_.find(instruction);
    if (arrays == arrays_.end()) continue;
    if (arrays->second.size() > kMaxArrays) return std::nullopt;
    for (const Array& array : arrays->second) {
      if (!IsIn(address, array)) continue;
      const auto distance = terms_.ConstantDifference(address, array.start);
      const bool is_near = distance && *distance >= 0 && *distance < array.bytes;
      std::vector<Array>& found = is_near ? near : all;
      if (std::find(found.begin(), found.end(), array) == found.end()) found.push_back(array);
    }
  }
  const std::vector<Array>& found = near.empty() ? all : near;
  return found.size() == 1 ? std::optional(found[0]) : std::nullopt;
}

}  // namespace plait
