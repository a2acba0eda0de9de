// Library functions whose results programs depend on.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

constexpr int64_t kMostRandom = 0x7fffffff;  // RAND_MAX of glibc

}  // namespace

struct LibraryFunctions {
  using Table = std::vector<std::pair<absl::string_view, LibraryCall::Handler>>;

  static const Table& All() {
    static const Table* const table = new Table{
        {"__VERIFIER_nondet_", &LibraryCall::Nondeterministic},
        {"memset", &LibraryCall::Memset},
        {"strlen", &LibraryCall::Strlen},
        {"strcmp", &LibraryCall::Strcmp},
        {"strncmp", &LibraryCall::Strcmp},
        {"strcasecmp", &LibraryCall::Strcmp},
        {"strncasecmp", &LibraryCall::Strcmp},
        {"memcmp", &LibraryCall::Memcmp},
        {"strcpy", &LibraryCall::Strcpy},
        {"strncpy", &LibraryCall::Strncpy},
        {"strcat", &LibraryCall::Strcat},
        {"strchr", &LibraryCall::Strchr},
        {"strrchr", &LibraryCall::Strchr},
        {"strstr", &LibraryCall::Strstr},
        {"snprintf", &LibraryCall::Format},
        {"sprintf", &LibraryCall::Format},
        {"strdup", &LibraryCall::Strdup},
        {"strtok_r", &LibraryCall::StrtokR},
        {"__strtok_r", &LibraryCall::StrtokR},
        {"abs", &LibraryCall::Abs},
        {"labs", &LibraryCall::Abs},
        {"llabs", &LibraryCall::Abs},
        {"isalnum", &LibraryCall::CharacterClass},
        {"isalpha", &LibraryCall::CharacterClass},
        {"isblank", &LibraryCall::CharacterClass},
        {"iscntrl", &LibraryCall::CharacterClass},
        {"isdigit", &LibraryCall::CharacterClass},
        {"isgraph", &LibraryCall::CharacterClass},
        {"islower", &LibraryCall::CharacterClass},
        {"isprint", &LibraryCall::CharacterClass},
        {"ispunct", &LibraryCall::CharacterClass},
        {"isspace", &LibraryCall::CharacterClass},
        {"isupper", &LibraryCall::CharacterClass},
        {"isxdigit", &LibraryCall::CharacterClass},
        {"tolower", &LibraryCall::OtherCase},
        {"toupper", &LibraryCall::OtherCase},
        {"atoi", &LibraryCall::ToInteger},
        {"atol", &LibraryCall::ToInteger},
        {"atoll", &LibraryCall::ToInteger},
        {"strtol", &LibraryCall::SomeNumber},
        {"strtoul", &LibraryCall::SomeNumber},
        {"strtoll", &LibraryCall::SomeNumber},
        {"strtoull", &LibraryCall::SomeNumber},
        {"sysconf", &LibraryCall::SomeNumber},
        {"get_nprocs", &LibraryCall::SomeNumber},
        {"pthread_equal", &LibraryCall::Equal},
        {"thrd_equal", &LibraryCall::Equal},
        {"rand", &LibraryCall::RandomNumber},
        {"rand_r", &LibraryCall::RandomNumber},
        {"random", &LibraryCall::RandomNumber},
        {"lrand48", &LibraryCall::RandomNumber},
        {"nrand48", &LibraryCall::RandomNumber},
        {"getenv", &LibraryCall::Getenv},
        {"sched_yield", &LibraryCall::ReturnZero},
        {"usleep", &LibraryCall::ReturnZero},
        {"sleep", &LibraryCall::ReturnZero},
        {"setjmp", &LibraryCall::ReturnZero},
        {"_setjmp", &LibraryCall::ReturnZero},
        {"sigsetjmp", &LibraryCall::ReturnZero},
        {"__sigsetjmp", &LibraryCall::ReturnZero},
        {"__sigsetjmp_cancel", &LibraryCall::ReturnZero},
        {"__errno_location", &LibraryCall::Errno},
        {"pthread_key_create", &LibraryCall::CreateKey},
        {"pthread_key_delete", &LibraryCall::DeleteKey},
        {"tss_create", &LibraryCall::CreateKey},
        {"pthread_getspecific", &LibraryCall::GetSpecific},
        {"tss_get", &LibraryCall::GetSpecific},
        {"pthread_setspecific", &LibraryCall::SetSpecific},
        {"tss_set", &LibraryCall::SetSpecific},
        {"pthread_register_cancel", &LibraryCall::PushCleanup},
        {"_pthread_cleanup_push", &LibraryCall::PushCleanup},
        {"pthread_unregister_cancel", &LibraryCall::PopCleanup},
        {"pthread_cancel", &LibraryCall::Unsupported},
        {"pthread_kill", &LibraryCall::Unsupported},
        {"pthread_sigqueue", &LibraryCall::Unsupported},
        {"pthread_key_delete", &LibraryCall::Unsupported},
        {"tss_delete", &LibraryCall::Unsupported},
        {"pthread_mutex_consistent", &LibraryCall::Unsupported},
        {"scanf", &LibraryCall::Scan},
        {"fscanf", &LibraryCall::Scan},
        {"sscanf", &LibraryCall::Scan},
        {"raise", &LibraryCall::Unsupported},
        {"kill", &LibraryCall::Unsupported},
    };
    return *table;
  }
};

LibraryCall::Handler LibraryCall::FindHandler(const Function& function) {
  const LibraryFunctions::Table& all = LibraryFunctions::All();
  if (!function.handler.has_value()) {
    const absl::string_view name = function.library_name;
    const bool is_input =
        absl::StartsWith(name, "__VERIFIER_nondet_") && name != "__VERIFIER_nondet_memory";
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& entry) {
      return entry.first == (is_input ? "__VERIFIER_nondet_" : name);
    });
    function.handler = found - all.begin();
  }
  return *function.handler < all.size() ? all[*function.handler].second : nullptr;
}

LibraryCall::State LibraryCall::Memset() {
  const Value address = Argument(0), byte = Argument(1), size = Argument(2);
  if (machine_.limits_.forgets_unneeded &&
      (!size.known || machine_.VagueObject(address) != nullptr)) {
    SetResult(address);
    return WriteUnknown(address, size.known ? std::optional(size.address()) : std::nullopt);
  }
  if (!address.known || !size.known) return Stop(Machine::kUnknownPointer);
  SetResult(address);
  if (size.bits == 0) return State::kDone;
  const Memory::Object* object = machine_.memory_.Find(address.address(), size.address());
  if (object == nullptr || object->kind == ObjectKind::kString) {
    return Stop(Machine::kOutside);
  }
  machine_.memory_.Fill(address.address(), size.address(), byte);
  return State::kDone;
}

LibraryCall::State LibraryCall::Memcmp() {
  const Value a = Argument(0), b = Argument(1), size = Argument(2);
  if (!a.known || !b.known || !size.known) return ReturnNothingKnown();
  // How addresses compare byte by byte depends on where objects lie.
  if (IsExploration()) return Unsupported();
  const Memory& memory = machine_.memory_;
  if (size.bits != 0 && (memory.Find(a.address(), size.address()) == nullptr ||
                         memory.Find(b.address(), size.address()) == nullptr)) {
    return Stop(Machine::kOutside);
  }
  int64_t order = 0;
  for (uint64_t i = 0; i < size.address() && order == 0; ++i) {
    const Value x = memory.Load(a.address() + i, 1, false);
    const Value y = memory.Load(b.address() + i, 1, false);
    if (!x.known || !y.known) return ReturnNothingKnown();
    order = x.bits < y.bits ? -1 : x.bits > y.bits;
  }
  SetResult(Value::Of(order));
  return State::kDone;
}

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

LibraryCall::State LibraryCall::Equal() {
  const Value a = Argument(0), b = Argument(1);
  if (!a.known || !b.known || MayBeOthers(a, b)) return ReturnNothingKnown();
  SetResult(Value::Of(a.bits == b.bits));
  return State::kDone;
}

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
      handler != &LibraryCall::SomeNumber) {
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

LibraryCall::State LibraryCall::Getenv() {
  if (!IsExploration()) return ReturnZero();
  SetResult({static_cast<int64_t>(machine_.argument_text_), false, Value::Side::kInsideOrNull});
  return State::kDone;
}

LibraryCall::State LibraryCall::ReturnZero() {
  SetResult(Value::Of(0));
  return State::kDone;
}

LibraryCall::State LibraryCall::ReturnNothingKnown() {
  SetResult(Value::Unknown());
  return State::kDone;
}

LibraryCall::State LibraryCall::Errno() {
  constexpr uint32_t kIntSize = 4;
  uint64_t& address = thread().error_number;
  if (address == 0) {
    address = machine_.memory_.Allocate(kIntSize, ObjectKind::kThreadLocal, Contents::kUnknown,
                                        machine_.OriginHere(t_));
  } else {
    // Functions of the library may have set it since.
    machine_.StoreTo(address, kIntSize, Value::Unknown());
  }
  SetResult(Value::Of(static_cast<int64_t>(address)));
  return State::kDone;
}

LibraryCall::State LibraryCall::CreateKey() {
  constexpr uint32_t kKeySize = 4;
  const Value out = Argument(0), destructor = Argument(1);
  if (!out.known || machine_.memory_.Find(out.address(), kKeySize) == nullptr) {
    return Stop(Machine::kOutside);
  }
  if (!destructor.known) return Stop("call through a pointer that is not known");
  machine_.StoreTo(out.address(), kKeySize,
                   Value::Of(static_cast<int64_t>(machine_.key_destructors_.size())));
  machine_.key_destructors_.push_back(machine_.executable_.FunctionAt(destructor.address()));
  return ReturnZero();
}

// What threads have there is not destroyed any more.
LibraryCall::State LibraryCall::DeleteKey() {
  const Value key = Argument(0);
  if (!key.known || key.address() >= machine_.key_destructors_.size()) {
    return Stop("thread-specific value that is not known");
  }
  machine_.key_destructors_[key.bits] = kNone;
  return ReturnZero();
}

LibraryCall::State LibraryCall::GetSpecific() {
  const Value key = Argument(0);
  if (!key.known || key.address() >= machine_.key_destructors_.size()) {
    return Stop("thread-specific value that is not known");
  }
  const bool is_set = key.address() < thread().keys.size();
  SetResult(is_set ? thread().keys[key.bits] : Value::Of(0));
  return State::kDone;
}

LibraryCall::State LibraryCall::SetSpecific() {
  const Value key = Argument(0);
  if (!key.known || key.address() >= machine_.key_destructors_.size()) {
    return Stop("thread-specific value that is not known");
  }
  while (thread().keys.size() <= key.address()) thread().keys.push_back(Value::Of(0));
  thread().keys[key.bits] = Argument(1);
  return ReturnZero();
}

LibraryCall::State LibraryCall::PushCleanup() {
  ++thread().cleanups;
  return State::kDone;
}

LibraryCall::State LibraryCall::PopCleanup() {
  if (thread().cleanups > 0) --thread().cleanups;
  return State::kDone;
}

LibraryCall::State LibraryCall::Unsupported() {
  return Stop(absl::StrCat("call of ", NameText(function_.name)));
}

}  // namespace plait::witness
