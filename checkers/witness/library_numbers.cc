// Library functions on numbers and the texts that stand for them.
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {

LibraryCall::State LibraryCall::Abs() {
  const Value value = Argument(0);
  if (!value.known) return ReturnNothingKnown();
  SetResult(value.bits < 0 ? machine_.Compute(call_, ir::Binary::kSub, Value::Of(0), value)
                           : value);
  return State::kDone;
}

LibraryCall::State LibraryCall::ToInteger() {
  const std::optional<std::string> text = Text(Argument(0));
  if (!text.has_value()) return IsExploration() ? ChooseAny() : ReturnNothingKnown();
  const long long number = std::strtoll(text->c_str(), nullptr, 10);
  // What does not fit has no defined result.
  if (Wrap(number, call_.width, true) != number) return ReturnNothingKnown();
  SetResult(Value::Of(number));
  return State::kDone;
}

// Integers and floating point numbers, which are not known; also where the number ends.
LibraryCall::State LibraryCall::ParseNumber() {
  const Value at = Argument(0);
  const std::optional<std::string> text = Text(at);
  const bool is_floating = call_.kind != ir::ValueKind::kInteger;
  const Value base = is_floating ? Value::Of(0) : Argument(2);
  if (!text.has_value() || !base.known || base.bits < 0 || base.bits > 36 || base.bits == 1) {
    return is_floating ? State::kByModel : SomeNumber();
  }
  const bool is_unsigned = absl::StartsWith(function_.library_name, "strtou");
  const auto radix = static_cast<int>(base.bits);
  char* end = nullptr;
  errno = 0;
  if (is_floating) {
    std::strtod(text->c_str(), &end);
    SetResult(Value::Unknown());
  } else if (is_unsigned) {
    SetResult(Value::Of(static_cast<int64_t>(std::strtoull(text->c_str(), &end, radix))));
  } else {
    SetResult(Value::Of(std::strtoll(text->c_str(), &end, radix)));
  }
  if (errno == ERANGE) SetError(ERANGE);
  const Value out = Argument(1);
  if (!out.known) return Stop(Machine::kUnknownPointer);
  if (out.bits == 0) return State::kDone;
  if (WriteUnknown(out, kPointerSize) != State::kDone) return State::kOver;
  machine_.StoreTo(out.address(), kPointerSize, Value::Of(at.bits + (end - text->c_str())));
  return State::kDone;
}

// The quotient and the remainder, in a record that lives as long as the caller.
LibraryCall::State LibraryCall::Divide() {
  const Value a = Argument(0), b = Argument(1);
  const uint32_t width = function_.library_name == "div" ? 4 : 8;
  if (!a.known || !b.known || IsExploration()) return State::kByModel;
  const std::optional<int64_t> quotient =
      witness::Apply(ir::Binary::kDiv, a.bits, b.bits, width, true);
  const std::optional<int64_t> rest = witness::Apply(ir::Binary::kRem, a.bits, b.bits, width, true);
  if (!quotient.has_value() || !rest.has_value()) {
    return Stop("arithmetic without a defined result");
  }
  const uint64_t address = machine_.memory_.Allocate(2 * width, ObjectKind::kStack,
                                                     Contents::kUnknown, machine_.OriginHere(t_));
  if (address == 0) return Stop("object too large");
  thread().owned.push_back(address);
  machine_.memory_.Store(address, width, Value::Of(*quotient));
  machine_.memory_.Store(address + width, width, Value::Of(*rest));
  SetResult(Value::Of(static_cast<int64_t>(address)));
  return State::kDone;
}

}  // namespace plait::witness
