// Formatted output, and arguments beyond the parameters.
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {

// What printf makes of the arguments; nothing if one of them is not known, or is a floating point
// number or an address.
std::optional<std::string> LibraryCall::Formatted(const std::string& format,
                                                  absl::FunctionRef<Value()> next) const {
  std::deque<std::string> texts;
  std::vector<absl::FormatArg> arguments;
  for (size_t i = format.find('%'); i < format.size(); i = format.find('%', i + 1)) {
    const size_t start = i;
    i = format.find_first_not_of("-+ #0123456789.*", i + 1);
    const size_t end = format.find_first_not_of("hljzt", i);
    if (end == std::string::npos) return std::nullopt;
    for (size_t star = start; star < i; ++star) {
      if (format[star] != '*') continue;
      const Value number = next();
      if (!number.known || number.bits != static_cast<int>(number.bits)) return std::nullopt;
      arguments.emplace_back(static_cast<int>(number.bits));
    }
    const std::string_view length = std::string_view(format).substr(i, end - i);
    i = end;
    if (format[i] == '%') continue;
    const Value value = next();
    if (format[i] == 's') {
      const std::optional<std::string> text = Text(value);
      if (!text.has_value() || !length.empty()) return std::nullopt;
      arguments.emplace_back(texts.emplace_back(*text));
      continue;
    }
    const bool is_signed = absl::StrContains("dic", format[i]);
    if (!value.known || machine_.memory_.IsAddress(value) ||
        (!is_signed && !absl::StrContains("uxXo", format[i]))) {
      return std::nullopt;
    }
    const uint32_t width = length == "hh" ? 1 : length == "h" ? 2 : length.empty() ? 4 : 8;
    const int64_t number = Wrap(value.bits, width, is_signed);
    if (is_signed) {
      arguments.emplace_back(number);
    } else {
      arguments.emplace_back(static_cast<uint64_t>(number));
    }
  }
  std::string result;
  const absl::UntypedFormatSpec spec(format);
  if (!absl::FormatUntyped(&result, spec, arguments)) return std::nullopt;
  return result;
}

// The place of the format among the arguments, of functions that print.
int32_t LibraryCall::FormatArgument() const {
  const std::string& name = function_.library_name;
  if (absl::EndsWith(name, "snprintf")) return 2;
  return name == "printf" || name == "vprintf" ? 0 : 1;
}

// What a function that prints makes of its arguments.
std::optional<std::string> LibraryCall::Printed() const {
  int32_t next = FormatArgument() + 1;
  const std::optional<std::string> format = Text(Argument(next - 1));
  if (!format.has_value()) return std::nullopt;
  if (!absl::StartsWith(function_.library_name, "v")) {
    return Formatted(*format, [&] { return Argument(next++); });
  }
  Value at = VariadicAt(Argument(next));
  return Formatted(*format, [&] {
    const Value value = VariadicValue(at, kPointerSize, true);
    at.bits += kPointerSize;
    return value;
  });
}

// Bytes that it writes, with the nul.
std::optional<std::string> LibraryCall::PrintedInto() const {
  std::optional<std::string> text = Printed();
  if (!text.has_value()) return std::nullopt;
  *text += '\0';
  if (!absl::EndsWith(function_.library_name, "snprintf")) return text;
  const Value most = Argument(1);
  if (!most.known || most.bits < 0) return std::nullopt;
  if (most.address() < text->size()) {
    text->resize(most.address());
    if (!text->empty()) text->back() = '\0';
  }
  return text;
}

LibraryCall::State LibraryCall::Format() {
  const std::optional<std::string> text = Printed(), written = PrintedInto();
  if (!text.has_value() || !written.has_value()) return State::kByModel;
  SetResult(Value::Of(static_cast<int64_t>(text->size())));
  return written->empty() ? State::kDone : WriteText(Argument(0), *written);
}

// Of the result, which is hardly ever looked at.
LibraryCall::State LibraryCall::Print() {
  if (IsExploration() || !IsResultUsed()) return State::kByModel;
  const std::optional<std::string> text = Printed();
  SetResult(text.has_value() ? Value::Of(static_cast<int64_t>(text->size())) : Value::Unknown());
  return State::kByModel;
}

// Where a va_list stands: the first word of what the argument points to.
Value LibraryCall::VariadicAt(Value list) const {
  if (!list.known || machine_.memory_.Find(list.address(), kPointerSize) == nullptr) {
    return Value::Unknown();
  }
  return machine_.RawAt(list.address(), kPointerSize);
}

Value LibraryCall::VariadicValue(Value at, uint32_t width, bool is_signed) const {
  if (!at.known || machine_.memory_.Find(at.address(), kPointerSize) == nullptr) {
    return Value::Unknown();
  }
  return machine_.memory_.Load(at.address(), width, is_signed);
}

// Explorations know nothing of these arguments.
LibraryCall::State LibraryCall::StartVariadic() {
  const Value list = Argument(0);
  const uint64_t first = machine_.Top(t_).variadic;
  if (IsExploration()) return State::kByModel;
  if (!list.known || machine_.memory_.Find(list.address(), kPointerSize) == nullptr) {
    return State::kByModel;
  }
  machine_.memory_.Store(list.address(), kPointerSize,
                         first == 0 ? Value::Unknown() : Value::Of(static_cast<int64_t>(first)));
  return State::kDone;
}

LibraryCall::State LibraryCall::NextVariadic() {
  const Value list = Argument(0), at = VariadicAt(list);
  if (IsExploration() || !at.known) return State::kByModel;
  const bool is_number =
      call_.kind == ir::ValueKind::kInteger || call_.kind == ir::ValueKind::kPointer;
  const bool has_width = call_.width >= 1 && call_.width <= kPointerSize;
  SetResult(is_number && has_width ? VariadicValue(at, call_.width, call_.is_signed)
                                   : Value::Unknown());
  machine_.memory_.Store(list.address(), kPointerSize, Value::Of(at.bits + kPointerSize));
  return State::kDone;
}

LibraryCall::State LibraryCall::CopyVariadic() {
  const Value to = Argument(0);
  if (IsExploration() || !to.known ||
      machine_.memory_.Find(to.address(), kPointerSize) == nullptr) {
    return State::kByModel;
  }
  machine_.memory_.Store(to.address(), kPointerSize, VariadicAt(Argument(1)));
  return State::kDone;
}

}  // namespace plait::witness
