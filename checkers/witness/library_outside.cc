// Searches: what files, clocks and people may answer. Each answer is one that may be given; those
// that lead on come more often.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

constexpr int64_t kSecond = 1000000000;                  // nanoseconds
constexpr int64_t kInputs = 16;                          // people enter small numbers
constexpr std::string_view kUsual = "0123456789\n\n a";  // and such characters

}  // namespace

// Whether something outside goes wrong; the program then may ask for the error's number.
bool LibraryCall::Fails() {
  constexpr uint64_t kSeldom = 8;
  if (!IsResultUsed() || !machine_.random_.OneIn(kSeldom)) return false;
  SetError(std::nullopt);
  return true;
}

LibraryCall::State LibraryCall::Answer(int64_t answer) {
  machine_.Log(Event::Kind::kInput, t_, answer);
  SetResult(Value::Of(answer));
  return State::kByModel;
}

// Null, or a handle of which the program knows nothing.
LibraryCall::State LibraryCall::Open() {
  if (IsExploration()) return State::kByModel;
  if (FindsNothing()) {
    SetError(std::nullopt);
    SetResult(Value::Of(0));
    return State::kDone;
  }
  constexpr uint64_t kHandleSize = 256;
  const uint64_t address = machine_.memory_.Allocate(kHandleSize, ObjectKind::kHeap,
                                                     Contents::kUnknown, machine_.OriginHere(t_));
  if (address == 0) return Stop("object too large");
  SetResult(Value::Of(static_cast<int64_t>(address)));
  return State::kDone;
}

// 0, or -1 if it goes wrong.
LibraryCall::State LibraryCall::Succeed() {
  if (IsExploration()) return State::kByModel;
  if (Fails()) return Answer(-1);
  SetResult(Value::Of(0));
  return State::kByModel;
}

// A number that no other file has, or -1.
LibraryCall::State LibraryCall::OpenDescriptor() {
  if (IsExploration()) return State::kByModel;
  if (Fails()) return Answer(-1);
  SetResult(Value::Of(machine_.next_descriptor_++));
  return State::kByModel;
}

// Where it is in a file, and the like.
LibraryCall::State LibraryCall::SomeCount() {
  if (IsExploration()) return State::kByModel;
  if (Fails()) return Answer(-1);
  return Answer(static_cast<int64_t>(machine_.random_.Below(kInputs)));
}

// As many as they were told, or fewer.
LibraryCall::State LibraryCall::Transfer() {
  const Value size = Argument(1), count = Argument(2);
  const bool is_stream = absl::StartsWith(function_.library_name, "f");
  if (IsExploration() || !count.known || count.bits < 0 || !size.known) return State::kByModel;
  const bool writes = IsNamed("write");
  if (Fails()) return Answer(is_stream ? 0 : -1);
  const bool is_whole = writes || count.bits == 0 || !machine_.random_.OneIn(4);
  return Answer(is_whole ? count.bits : machine_.random_.Below(count.address()));
}

// A digit, the end of a line, or the end of what there is.
LibraryCall::State LibraryCall::ReadCharacter() {
  if (IsExploration() || !IsResultUsed()) return State::kByModel;
  if (machine_.random_.OneIn(4)) return Answer(-1);
  int64_t character = kUsual[machine_.random_.Below(kUsual.size())];
  if (machine_.random_.OneIn(2)) {
    const int64_t compared = NearCompared(character);
    if (compared >= 0 && compared <= UINT8_MAX) character = compared;
  }
  return Answer(character);
}

LibraryCall::State LibraryCall::WriteCharacter() {
  const Value character = Argument(0);
  if (IsExploration() || !character.known) return State::kByModel;
  SetResult(Value::Of(static_cast<uint8_t>(character.bits)));
  return State::kByModel;
}

// A line with a small number.
LibraryCall::State LibraryCall::ReadLine() {
  const Value to = Argument(0), room = Argument(1);
  if (IsExploration() || !to.known || !room.known || room.bits < 2) return State::kByModel;
  if (FindsNothing()) {
    SetResult(Value::Of(0));
    return State::kDone;
  }
  const auto number = static_cast<int64_t>(machine_.random_.Below(kInputs));
  Answer(number);
  SetResult(to);
  std::string line = absl::StrCat(number, "\n").substr(0, room.address() - 1);
  line += '\0';
  return WriteText(to, line);
}

// The same into a block that the function makes as large as it needs to be.
LibraryCall::State LibraryCall::GetLine() {
  constexpr uint64_t kRoom = 120;
  const Value place = Argument(0), size = Argument(1);
  if (IsExploration() || !place.known || !size.known ||
      machine_.memory_.Find(place.address(), kPointerSize) == nullptr ||
      machine_.memory_.Find(size.address(), kPointerSize) == nullptr) {
    return State::kByModel;
  }
  Value block = machine_.RawAt(place.address(), kPointerSize);
  const Value room = machine_.RawAt(size.address(), kPointerSize);
  if (!block.known) return Stop(Machine::kUnknownPointer);
  if (block.bits == 0) {
    const uint64_t address = machine_.memory_.Allocate(kRoom, ObjectKind::kHeap, Contents::kUnknown,
                                                       machine_.OriginHere(t_));
    if (address == 0) return Stop("object too large");
    block = Value::Of(static_cast<int64_t>(address));
    machine_.StoreTo(place.address(), kPointerSize, block);
    machine_.StoreTo(size.address(), kPointerSize, Value::Of(kRoom));
  } else if (!room.known || room.address() < 4) {
    return State::kByModel;
  }
  if (machine_.random_.OneIn(4)) {
    Answer(-1);
    return State::kDone;
  }
  const auto number = static_cast<int64_t>(machine_.random_.Below(kInputs));
  Answer(number);
  std::string line = absl::StrCat(number, "\n");
  SetResult(Value::Of(static_cast<int64_t>(line.size())));
  line += '\0';
  return WriteText(block, line);
}

// What is asked for is the same whenever the program asks.
LibraryCall::State LibraryCall::Constant() {
  if (IsExploration()) return SomeNumber();
  constexpr int64_t kOfThread = 1000, kMostProcessors = 8;
  constexpr int64_t kPageSizeName = 30, kProcessorsName = 83, kOnlineName = 84;
  const std::string& name = function_.library_name;
  const int64_t processors = 1 + static_cast<int64_t>(machine_.first_random_ % kMostProcessors);
  if (absl::StartsWith(name, "get_nprocs")) return Answer(processors);
  if (absl::EndsWith(name, "getpagesize")) return Answer(4096);
  if (name == "gettid") return Answer(kOfThread + t_);
  if (!absl::EndsWith(name, "sysconf")) return Answer(kOfThread);
  const Value asked = Argument(0);
  if (!asked.known) return State::kByModel;
  if (asked.bits == kPageSizeName) return Answer(4096);
  if (asked.bits == kProcessorsName || asked.bits == kOnlineName) return Answer(processors);
  return State::kByModel;
}

// Time passes in steps of any length. All clocks show the same.
int64_t LibraryCall::PassTime() {
  constexpr std::array<int64_t, 5> kSteps = {0, 1000, 1000000, kSecond, 10 * kSecond};
  machine_.clock_ += kSteps[machine_.random_.Below(kSteps.size())];
  return machine_.clock_;
}

LibraryCall::State LibraryCall::Time() {
  if (IsExploration()) return State::kByModel;
  const Value out = Argument(0);
  const int64_t now = PassTime(), seconds = now / kSecond;
  if (function_.library_name == "clock") return Answer((now - Machine::kClockStart) / 1000);
  Answer(seconds);
  if (!out.known || out.bits == 0) return State::kByModel;
  if (WriteUnknown(out, kPointerSize) != State::kDone) return State::kOver;
  machine_.StoreTo(out.address(), kPointerSize, Value::Of(seconds));
  return State::kDone;
}

LibraryCall::State LibraryCall::ClockTime() {
  const std::string& name = function_.library_name;
  const bool is_first = name == "timespec_get" || absl::EndsWith(name, "gettimeofday");
  const Value out = Argument(is_first ? 0 : 1);
  if (IsExploration() || !out.known || out.bits == 0) return State::kByModel;
  const int64_t now = PassTime();
  const int64_t unit = absl::EndsWith(name, "gettimeofday") ? 1000 : 1;
  if (WriteUnknown(out, 2 * kPointerSize) != State::kDone) return State::kOver;
  machine_.Log(Event::Kind::kInput, t_, now / kSecond);
  machine_.StoreTo(out.address(), kPointerSize, Value::Of(now / kSecond));
  machine_.StoreTo(out.address() + kPointerSize, kPointerSize, Value::Of(now % kSecond / unit));
  SetResult(name == "timespec_get" ? Argument(1) : Value::Of(0));
  return State::kDone;
}

// The program has no options: its arguments do not begin with '-'.
LibraryCall::State LibraryCall::GetOption() {
  const Value first = AddressOf("optind");
  if (IsExploration() || !first.known) return State::kByModel;
  machine_.StoreTo(first.address(), 4, Value::Of(1));
  SetResult(Value::Of(-1));
  return State::kDone;
}

}  // namespace plait::witness
