#include "analyzer/ir/spelling.h"

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include "analyzer/ir/ir.h"

namespace plait::ir {
namespace {

// Indexed by the enumerator's value; the static_asserts notice an enumerator without a word.
constexpr std::string_view kOpcodes[] = {
    "load",       "store", "copy",   "address", "assign", "truncate", "binary", "not",    "negate",
    "complement", "call",  "update", "cas",     "fence",  "allocate", "scope",  "unknown"};
static_assert(std::size(kOpcodes) == static_cast<size_t>(Opcode::kUnknown) + 1);

constexpr std::string_view kBinaries[] = {
    "add", "sub", "mul", "div", "rem", "shl",      "shr", "and", "or",   "xor",    "eq",
    "ne",  "lt",  "le",  "gt",  "ge",  "exchange", "min", "max", "nand", "ptrdiff"};
static_assert(std::size(kBinaries) == static_cast<size_t>(Binary::kPointerDifference) + 1);

constexpr std::string_view kOrderings[] = {"plain",   "relaxed", "consume", "acquire",
                                           "release", "acq_rel", "seq_cst"};
static_assert(std::size(kOrderings) == static_cast<size_t>(Ordering::kSeqCst) + 1);

constexpr std::string_view kValueKinds[] = {"int", "ptr", "other"};
static_assert(std::size(kValueKinds) == static_cast<size_t>(ValueKind::kOther) + 1);

constexpr std::string_view kTerminators[] = {"goto", "br",       "switch",
                                             "ret",  "indirect", "unreachable"};
static_assert(std::size(kTerminators) == static_cast<size_t>(Terminator::Kind::kUnreachable) + 1);

template <typename Enum, size_t kSize>
std::string_view Word(const std::string_view (&words)[kSize], Enum value) {
  const size_t index = static_cast<size_t>(value);
  return index < kSize ? words[index] : std::string_view("invalid");
}

template <typename Enum, size_t kSize>
std::optional<Enum> Value(const std::string_view (&words)[kSize], std::string_view word) {
  for (size_t i = 0; i < kSize; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::string_view Spelling(Opcode opcode) { return Word(kOpcodes, opcode); }
std::string_view Spelling(Binary binary) { return Word(kBinaries, binary); }
std::string_view Spelling(Ordering ordering) { return Word(kOrderings, ordering); }
std::string_view Spelling(ValueKind kind) { return Word(kValueKinds, kind); }
std::string_view Spelling(Terminator::Kind kind) { return Word(kTerminators, kind); }

std::optional<Opcode> OpcodeFromSpelling(std::string_view word) {
  return Value<Opcode>(kOpcodes, word);
}
std::optional<Binary> BinaryFromSpelling(std::string_view word) {
  return Value<Binary>(kBinaries, word);
}
std::optional<Ordering> OrderingFromSpelling(std::string_view word) {
  return Value<Ordering>(kOrderings, word);
}
std::optional<ValueKind> ValueKindFromSpelling(std::string_view word) {
  return Value<ValueKind>(kValueKinds, word);
}
std::optional<Terminator::Kind> TerminatorFromSpelling(std::string_view word) {
  return Value<Terminator::Kind>(kTerminators, word);
}

bool IsBareName(std::string_view name) {
  if (name.empty() || !IsNameStart(name.front())) return false;
  for (const char c : name) {
    if (!IsNameStart(c) && !(c >= '0' && c <= '9') && c != '.' && c != '$') return false;
  }
  return true;
}

}  // namespace plait::ir
