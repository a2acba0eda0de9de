// Inputs and random numbers.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

constexpr int64_t kMostRandom = 0x7fffffff;  // RAND_MAX of glibc

}  // namespace

// Any number is one that these functions may return; small ones lead to more places.
LibraryCall::State LibraryCall::RandomNumber() {
  if (IsExploration()) return ChooseInput(0, kMostRandom);
  const bool is_small = machine_.random_.OneIn(2);
  const auto number = static_cast<int64_t>(machine_.random_.Below(is_small ? 16 : kMostRandom));
  machine_.Log(Event::Kind::kInput, t_, number);
  SetResult(Value::Of(number));
  return State::kDone;
}

std::optional<std::pair<int64_t, int64_t>> LibraryCall::Range() const {
  const bool is_modelled = function_.model != nullptr;
  if (!is_modelled && !IsInput()) return std::nullopt;
  const Handler handler = is_modelled ? FindHandler(function_) : &LibraryCall::Nondeterministic;
  if (handler == &LibraryCall::RandomNumber) return std::make_pair(0, kMostRandom);
  if (handler != &LibraryCall::Nondeterministic && handler != &LibraryCall::ToInteger &&
      handler != &LibraryCall::ParseNumber && handler != &LibraryCall::Constant) {
    return std::nullopt;
  }
  if (call_.kind == ir::ValueKind::kOther || call_.kind == ir::ValueKind::kPointer ||
      call_.width == 0 || call_.width > 8) {
    return std::nullopt;
  }
  int64_t low = Wrap(int64_t{1} << (8 * call_.width - 1), call_.width, true), high = ~low;
  for (const proto::Effect& effect :
       is_modelled ? function_.model->effect() : proto::Function::default_instance().effect()) {
    if (!effect.has_returns() || !effect.returns().has_range()) continue;
    low = effect.returns().low();
    high = effect.returns().high();
  }
  // Unsigned ones of 8 bytes have no range in their model; what fits both is enough.
  const std::string& name = function_.library_name;
  if (call_.width == 8 && (IsNamed("_u") || absl::StrContains(name, "size_t"))) low = 0;
  if (low > high && IsExploration()) return std::nullopt;
  return std::make_pair(low, high);
}

// Of more than a few numbers an exploration chooses none, or only which of the small ones it is, if
// it is one.
bool LibraryCall::HasOutcomes(int64_t low, int64_t high) const {
  constexpr int64_t kMost = 4;
  if (low > Value::kMostTold || high < 0) return false;
  const bool are_few = low >= 0 && high < kMost;
  if (are_few && !machine_.limits_.forgets_unneeded) return true;
  return machine_.TellsInput(*machine_.threads_[t_]->frames.back().code, call_.result);
}

LibraryCall::State LibraryCall::ChooseAny() {
  const auto range = Range();
  return range.has_value() ? ChooseInput(range->first, range->second) : ReturnNothingKnown();
}

// What else the function does is as its model says.
LibraryCall::State LibraryCall::SomeNumber() {
  if (IsExploration() && thread().effect == 0 && !thread().has_call_result) ChooseAny();
  return State::kByModel;
}

LibraryCall::State LibraryCall::ChooseInput(int64_t low, int64_t high) {
  if (!HasOutcomes(low, high)) {
    SetResult(machine_.OpenInput(*machine_.threads_[t_]->frames.back().code, call_.result));
    return State::kDone;
  }
  const int64_t first = std::max<int64_t>(low, 0), last = std::min(high, Value::kMostTold);
  const auto count = static_cast<uint32_t>(last - first + 1);
  const bool may_be_above = high > last, may_be_below = low < first;
  const uint32_t chosen = machine_.Choose(count + may_be_above + may_be_below);
  Value result;
  if (chosen < count) {
    result = Value::Of(first + chosen);
  } else {
    result.side = may_be_above && chosen == count ? Value::Side::kAbove : Value::Side::kBelow;
    // An unsigned one of 8 bytes may be looked at as a signed one that is negative.
    if (low == 0 && high == INT64_MAX) result.side = Value::Side::kAny;
  }
  SetResult(result);
  return State::kDone;
}

// A number that a comparison of the program may have been made for: beside the constant, or up to
// it.
int64_t LibraryCall::NearCompared(int64_t otherwise) {
  constexpr int64_t kMost = int64_t{1} << 31;
  const std::vector<int64_t>& compared = machine_.executable_.compared();
  if (compared.empty()) return otherwise;
  const int64_t constant = compared[machine_.random_.Below(compared.size())];
  if (constant <= 0 || constant > kMost || machine_.random_.OneIn(2)) {
    const int64_t beside = static_cast<int64_t>(machine_.random_.Below(3)) - 1;
    return constant > INT64_MIN && constant < INT64_MAX ? constant + beside : constant;
  }
  return static_cast<int64_t>(machine_.random_.Below(static_cast<uint64_t>(constant) + 1));
}

LibraryCall::State LibraryCall::Nondeterministic() {
  const std::optional<std::pair<int64_t, int64_t>> range = Range();
  if (!range.has_value()) return ReturnNothingKnown();
  const auto [low, high] = *range;
  if (IsExploration()) return ChooseInput(low, high);
  const std::array<int64_t, 8> favourites = {0, 1, 2, 3, -1, 10, low, high};
  int64_t number = favourites[machine_.random_.Below(favourites.size())];
  if (machine_.random_.OneIn(8)) number = Wrap(machine_.random_.Next(), call_.width, true);
  if (machine_.random_.OneIn(2)) number = machine_.random_.Below(2);
  if (machine_.random_.OneIn(4)) number = NearCompared(number);
  if (number < low || number > high) number = machine_.random_.OneIn(2) ? 0 : 1;
  if (number < low || number > high) number = low;
  machine_.Log(Event::Kind::kInput, t_, number);
  SetResult(Value::Of(number));
  return State::kDone;
}

}  // namespace plait::witness
