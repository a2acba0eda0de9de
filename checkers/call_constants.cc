#include "checkers/call_constants.h"

#include "absl/algorithm/container.h"

namespace plait {
namespace {

class Constants {
 public:
  Constants(const ir::Procedure& body, const CallConstants& parameters)
      : body_(body), parameters_(parameters) {}

  std::optional<int64_t> Of(const ir::Operand& value) const { return Of(value, kMaxDepth); }

 private:
  static constexpr int kMaxDepth = 8;

  std::optional<int64_t> Of(const ir::Operand& value, int depth) const {
    if (value.kind == ir::Operand::Kind::kConstant) return value.value;
    if (value.kind != ir::Operand::Kind::kRegister || depth == 0) return std::nullopt;
    const auto number = static_cast<ir::Register>(value.value);
    const ir::Instruction* made = nullptr;
    for (const ir::Block& block : body_.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        if (i.result == ir::kNoRegister || i.result != number) continue;
        if (made != nullptr) return std::nullopt;
        made = &i;
      }
    }
    if (number < body_.parameters.size()) {
      const bool is_given = made == nullptr && number < parameters_.size();
      return is_given ? parameters_[number] : std::nullopt;
    }
    return made == nullptr ? std::nullopt : Made(*made, depth - 1);
  }

  std::optional<int64_t> Made(const ir::Instruction& i, int depth) const {
    if (i.opcode == ir::Opcode::kAssign) return Of(i.a, depth);
    if (i.opcode == ir::Opcode::kNot) {
      const auto value = Of(i.a, depth);
      return value ? std::optional<int64_t>(*value == 0) : std::nullopt;
    }
    if (i.opcode != ir::Opcode::kBinary) return std::nullopt;
    const auto a = Of(i.a, depth), b = Of(i.b, depth);
    return a && b ? ValueOfBinary(i, *a, *b) : std::nullopt;
  }

  const ir::Procedure& body_;
  const CallConstants& parameters_;
};

// Where the block goes on, given what is known of its condition.
std::vector<uint32_t> TargetsOf(const ir::Terminator& end, const Constants& constants) {
  std::vector<uint32_t> targets = end.targets;
  for (const ir::SwitchCase& c : end.cases) targets.push_back(c.target);
  const bool decides =
      end.kind == ir::Terminator::Kind::kBranch || end.kind == ir::Terminator::Kind::kSwitch;
  const auto value = decides ? constants.Of(end.condition) : std::nullopt;
  if (!value) return targets;
  if (end.kind == ir::Terminator::Kind::kBranch) return {end.targets[*value != 0 ? 0 : 1]};
  const auto found = absl::c_find_if(
      end.cases, [&](const ir::SwitchCase& c) { return c.low <= *value && *value <= c.high; });
  return {found != end.cases.end() ? found->target : end.targets[0]};
}

}  // namespace

std::optional<int64_t> ValueOfBinary(const ir::Instruction& binary, int64_t a, int64_t b) {
  if (!binary.is_signed && (a < 0 || b < 0)) return std::nullopt;
  switch (binary.binary) {
    case ir::Binary::kEq:
      return a == b;
    case ir::Binary::kNe:
      return a != b;
    case ir::Binary::kLt:
      return a < b;
    case ir::Binary::kLe:
      return a <= b;
    case ir::Binary::kGt:
      return a > b;
    case ir::Binary::kGe:
      return a >= b;
    case ir::Binary::kAnd:
      return a & b;
    case ir::Binary::kOr:
      return a | b;
    default:
      return std::nullopt;
  }
}

CallConstants ConstantsPassed(const ir::Procedure& body, const CallConstants& parameters,
                              const ir::Instruction& call) {
  const Constants constants(body, parameters);
  CallConstants passed;
  for (const ir::Operand& argument : call.arguments) passed.push_back(constants.Of(argument));
  return passed;
}

bool MayReach(const ir::Procedure& body, const CallConstants& parameters, uint32_t block) {
  const auto is_known = [](const std::optional<int64_t>& value) { return value.has_value(); };
  if (absl::c_none_of(parameters, is_known)) return true;
  const Constants constants(body, parameters);
  std::vector<bool> reached(body.blocks.size(), false);
  std::vector<uint32_t> work = {0};
  reached[0] = true;
  while (!work.empty()) {
    const uint32_t at = work.back();
    work.pop_back();
    for (const uint32_t to : TargetsOf(body.blocks[at].terminator, constants)) {
      if (reached[to]) continue;
      reached[to] = true;
      work.push_back(to);
    }
  }
  return reached[block];
}

}  // namespace plait
