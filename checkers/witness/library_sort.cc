// qsort and bsearch, which call functions of the program.
#include <cstdint>
#include <vector>

#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

constexpr uint64_t kBits = 20, kMostElements = (uint64_t{1} << kBits) - 1;

// How far it is: the element that is looked for among those from `low` to before `high`.
struct Halving {
  uint64_t element = 0, low = 0, high = 0;

  static Halving Of(uint64_t progress) {
    return {progress >> 2 * kBits, progress >> kBits & kMostElements, progress & kMostElements};
  }
  uint64_t Packed() const { return (element << kBits | low) << kBits | high; }
  uint64_t middle() const { return low + (high - low) / 2; }
};

}  // namespace

// Calls the function that compares; the library function is gone on with when it has returned.
LibraryCall::State LibraryCall::Compare(Value function, const std::vector<Value>& arguments,
                                        uint64_t progress) {
  const uint32_t compares =
      function.known ? machine_.executable_.FunctionAt(function.address()) : kNone;
  const uint32_t definition =
      compares == kNone ? kNone : machine_.executable_.function(compares).definition;
  if (definition == kNone) return Stop("call through a pointer that is not known");
  thread().has_call_result = false;
  ++thread().frames.back().index;
  if (machine_.Enter(t_, definition, arguments, ir::kNoRegister, Frame::Then::kAnswer)) {
    thread().frames.back().once = progress;
  }
  return State::kOver;
}

// The elements of an array that are sorted or searched; nothing if that is not known.
std::optional<LibraryCall::Elements> LibraryCall::ElementsOf(int32_t array) const {
  const Value base = Argument(array), count = Argument(array + 1), size = Argument(array + 2);
  if (IsExploration() || !base.known || !count.known || !size.known) return std::nullopt;
  constexpr uint64_t kMostSize = 1 << 16;
  const Elements elements = {base.address(), count.address(), size.address()};
  if (elements.count > kMostElements || elements.size == 0 || elements.size > kMostSize) {
    return std::nullopt;
  }
  if (elements.count > 0 &&
      machine_.memory_.Find(elements.base, elements.count * elements.size) == nullptr) {
    return std::nullopt;
  }
  return elements;
}

// Each element is put where it belongs among those before it, which is found by halves. Which
// elements are compared is not told by C.
LibraryCall::State LibraryCall::Sort() {
  const std::optional<Elements> all = ElementsOf(0);
  if (!all.has_value()) return State::kByModel;
  Halving at = Halving::Of(thread().progress);
  if (at.element == 0) at = {1, 0, 1};
  if (thread().has_call_result) {
    const Value order = thread().call_result;
    if (!order.known) return Stop("order of elements that is not known");
    (order.bits < 0 ? at.high : at.low) = at.middle() + (order.bits < 0 ? 0 : 1);
    if (at.low == at.high) {
      MoveElement(*all, at.element, at.low);
      at = {at.element + 1, 0, at.element + 1};
    }
  }
  thread().progress = 0;
  thread().has_call_result = false;
  if (at.element >= all->count) return State::kDone;
  std::vector<Value> arguments = {all->At(at.element), all->At(at.middle())};
  if (function_.library_name == "qsort_r") arguments.push_back(Argument(4));
  return Compare(Argument(3), arguments, at.Packed());
}

void LibraryCall::MoveElement(const Elements& all, uint64_t from, uint64_t to) {
  if (from == to) return;
  Memory& memory = machine_.memory_;
  std::vector<Value> moved;
  for (uint64_t i = 0; i < all.size; ++i) {
    moved.push_back(memory.Load(all.At(from).address() + i, 1, false));
  }
  memory.Copy(all.At(to + 1).address(), all.At(to).address(), (from - to) * all.size);
  for (uint64_t i = 0; i < all.size; ++i) memory.Store(all.At(to).address() + i, 1, moved[i]);
}

// What it does to the array when a comparison has come back.
void LibraryCall::NoteSort() {
  const std::optional<Elements> all = ElementsOf(0);
  if (!all.has_value() || all->count < 2) return;
  if (!thread().has_call_result) {
    return Note(Value::Of(static_cast<int64_t>(all->base)), all->count * all->size, false, false);
  }
  const Halving at = Halving::Of(thread().progress);
  const Value order = thread().call_result;
  const bool is_before = order.known && order.bits < 0;
  const uint64_t to = is_before ? at.low : at.middle() + 1;
  const bool is_found = is_before ? at.middle() == at.low : at.middle() + 1 == at.high;
  if (!order.known || !is_found || to == at.element) return;
  Note(all->At(to), (at.element + 1 - to) * all->size, true, false);
}

LibraryCall::State LibraryCall::FindSorted() {
  const std::optional<Elements> all = ElementsOf(1);
  if (!all.has_value()) return State::kByModel;
  Halving at = Halving::Of(thread().progress);
  if (!thread().has_call_result) {
    at = {1, 0, all->count};
  } else {
    const Value order = thread().call_result;
    if (!order.known) return Stop("order of elements that is not known");
    if (order.bits == 0) {
      thread().progress = 0;
      SetResult(all->At(at.middle()));
      return State::kDone;
    }
    (order.bits < 0 ? at.high : at.low) = at.middle() + (order.bits < 0 ? 0 : 1);
  }
  thread().progress = 0;
  if (at.low == at.high) {
    SetResult(Value::Of(0));
    return State::kDone;
  }
  return Compare(Argument(4), {Argument(0), all->At(at.middle())}, at.Packed());
}

}  // namespace plait::witness
