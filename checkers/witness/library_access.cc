// What a library function is about to access.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

using proto::Effect;

template <size_t n>
bool IsOneOf(absl::string_view name, const char* const (&all)[n]) {
  return std::find(std::begin(all), std::end(all), name) != std::end(all);
}

// Functions that access all of the memory that their models name.
bool AccessesAll(absl::string_view name) {
  static constexpr const char* kAll[] = {
      "memset",   "bzero",       "explicit_bzero", "strlen",       "strcpy",
      "stpcpy",   "strdup",      "atoi",           "atol",         "atoll",
      "fwrite",   "write",       "clock_gettime",  "gettimeofday", "timespec_get",
      "gmtime_r", "localtime_r", "fputs",          "puts"};
  return IsOneOf(name, kAll);
}

// Functions that access both texts, or blocks, up to where they differ.
bool IsComparison(absl::string_view name) {
  static constexpr const char* kAll[] = {"strcmp",      "strncmp",      "strcoll", "strcasecmp",
                                         "strncasecmp", "__strcasecmp", "memcmp",  "bcmp"};
  return IsOneOf(name, kAll);
}

// Functions that access the first character of each text at least.
bool AccessesBegin(absl::string_view name) {
  static constexpr const char* kAll[] = {"strchr",   "strrchr",    "index",  "rindex",  "strchrnul",
                                         "strstr",   "strcasestr", "strtol", "strtoul", "strtoll",
                                         "strtoull", "strtod",     "strtof", "atof"};
  return IsOneOf(name, kAll);
}

bool IsPrint(absl::string_view name) {
  static constexpr const char* kAll[] = {"printf",  "fprintf",  "sprintf",  "snprintf",
                                         "dprintf", "vsprintf", "vsnprintf"};
  return IsOneOf(name, kAll);
}

// Bytes from the offset to the end of the innermost array of numbers that it is in: a text does not
// go on behind it. Nothing if it is in none that is known.
std::optional<uint64_t> LeftInArray(const Program& program, std::string type, uint64_t size,
                                    uint64_t offset) {
  constexpr int kMaxDepth = 8;
  std::optional<uint64_t> left;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    const ir::Record* record = program.FindRecord(type);
    if (record == nullptr) return left;
    left = std::nullopt;
    if (record->element_size > 0) {
      left = size - offset;
      size = record->element_size;
      offset %= size;
      type = record->element_type;
      continue;
    }
    const ir::Field* inside = nullptr;
    for (const ir::Field& field : record->fields) {
      if (offset < field.offset || offset >= field.offset + field.size) continue;
      if (inside != nullptr) return std::nullopt;  // of a union
      inside = &field;
    }
    if (inside == nullptr) return std::nullopt;
    offset -= inside->offset;
    size = inside->size;
    type = inside->type;
  }
  return std::nullopt;
}

}  // namespace

void LibraryCall::Note(Value address, uint64_t size, bool is_write, bool is_atomic) {
  if (!address.known || size == 0) return;
  const Memory::Object* object = machine_.memory_.Find(address.address(), size);
  if (object == nullptr || (!object->is_shared && !machine_.limits_.is_weak)) return;
  machine_.LookAt({address.address(), size, is_write, is_atomic});
}

uint64_t LibraryCall::CommonSize(Value a, Value b, bool are_texts) const {
  constexpr uint64_t kMost = 1 << 12;
  const Memory& memory = machine_.memory_;
  for (uint64_t i = 0; i < kMost; ++i) {
    const uint64_t x = a.address() + i, y = b.address() + i;
    if (memory.Find(x, 1) == nullptr || memory.Find(y, 1) == nullptr) return i;
    const Value one = memory.Load(x, 1, false), other = memory.Load(y, 1, false);
    const bool are_equal = one.known && other.known && one.bits == other.bits;
    if (!are_equal || (are_texts && one.bits == 0)) return i + 1;
  }
  return kMost;
}

std::optional<LibraryCall::Certain> LibraryCall::CertainPart(const proto::Touch& touch,
                                                             bool is_write) const {
  const std::string& name = function_.library_name;
  const Value address = Get(touch.address());
  std::optional<uint64_t> size = SizeOf(touch.size_arguments(), touch.size());
  if (IsComparison(name)) {
    const Value a = Argument(0), b = Argument(1);
    if (!a.known || !b.known) return std::nullopt;
    const bool has_size = touch.size_arguments_size() > 0;
    if (has_size && !size.has_value()) return std::nullopt;
    return Certain{address, std::min(CommonSize(a, b, touch.text()), size.value_or(UINT64_MAX))};
  }
  if (AccessesBegin(name)) return Certain{address, 1};
  const bool is_cut = name == "strncpy" || name == "strncat" || name == "strndup";
  if (name == "strcat" || name == "strncat") {
    const std::optional<uint64_t> before = TextSize(Argument(0));
    if (is_write) {
      const std::optional<std::string> text =
          is_cut ? TextUpTo(Argument(1), Argument(2)) : Text(Argument(1));
      if (!before.has_value()) return std::nullopt;
      return Certain{Value::Of(address.bits + static_cast<int64_t>(*before) - 1),
                     text.has_value() ? text->size() + 1 : 1};
    }
    if (touch.address().argument() == 0) return Certain{address, before.value_or(1)};
    if (!is_cut) return Certain{address, TextSize(address).value_or(1)};
  }
  if (is_cut && !is_write) {
    if (!size.has_value()) return std::nullopt;
    const std::optional<std::string> text =
        TextUpTo(address, Value::Of(static_cast<int64_t>(*size)));
    return Certain{address, text.has_value() ? std::min<uint64_t>(text->size() + 1, *size)
                                             : std::min<uint64_t>(*size, 1)};
  }
  const bool is_all = AccessesAll(name) || is_cut || !touch.address().global().empty();
  if (!is_all) return std::nullopt;
  // A text has at least its nul.
  if (touch.text()) size = (is_write ? TextSize(Argument(1)) : TextSize(address)).value_or(1);
  return Certain{address, size.value_or(0)};
}

// Models say what may be accessed. Only what certainly is counts here.
void LibraryCall::NoteTouch(const proto::Touch& touch, bool is_write) {
  const std::string& name = function_.library_name;
  if (IsPrint(name)) {
    const Value room = Argument(1);
    if (absl::EndsWith(name, "snprintf") && (!room.known || room.bits == 0)) return;
    if (is_write && touch.text()) {
      const std::optional<std::string> text = PrintedInto();
      const uint64_t size = text.has_value() ? text->size() : 1;
      return Note(Get(touch.address()), size, true, touch.atomic());
    }
    if (touch.variadic()) {
      NotePrinted(touch);
      return;
    }
    return Note(Get(touch.address()), touch.text() ? 1 : 0, false, touch.atomic());
  }
  if (absl::EndsWith(name, "scanf")) return is_write ? NoteScanned() : void();
  if (absl::StartsWith(name, "qsort")) return is_write ? void() : NoteSort();
  if (touch.has_buffers()) return;  // perhaps not all of them
  const std::optional<Certain> part = CertainPart(touch, is_write);
  if (part.has_value()) Note(part->address, part->size, is_write, touch.atomic());
}

// The arguments that a format prints as numbers are left out; nothing if the format is not known,
// or something is written.
std::optional<std::vector<LibraryCall::PrintedText>> LibraryCall::PrintedTexts(
    const proto::Touch& touch) {
  if (!touch.has_format()) return std::nullopt;
  const std::optional<std::string> format = Text(Argument(touch.format_argument()));
  if (!format.has_value()) return std::nullopt;
  std::vector<PrintedText> texts;
  int32_t next = touch.first_variadic();
  for (size_t i = 0; i < format->size(); ++i) {
    if ((*format)[i] != '%') continue;
    bool has_precision = false;
    for (++i; i < format->size() && absl::StrContains("-+ #0123456789.*hlLqjzt'", (*format)[i]);
         ++i) {
      if ((*format)[i] == '*') ++next;
      has_precision |= (*format)[i] == '.';
    }
    if (i == format->size() || (*format)[i] == '%') continue;
    if ((*format)[i] == 'n') machine_.Stop("printf that writes how long the text is");
    if (!absl::StrContains("csdiouxXeEfFgGaAp", (*format)[i])) return std::nullopt;
    if ((*format)[i] == 's') texts.push_back({next, has_precision});
    ++next;
  }
  return texts;
}

// Each text that is printed; at least its first byte.
void LibraryCall::NotePrinted(const proto::Touch& touch) {
  const auto texts = PrintedTexts(touch);
  if (!texts.has_value()) return;
  for (const PrintedText& text : *texts) {
    if (text.has_precision) continue;
    const Value begin = Argument(text.argument);
    Note(begin, TextSize(begin).value_or(1), false, false);
  }
}

void LibraryCall::NoteEffect(const Effect& effect, bool* is_sync) {
  switch (effect.kind_case()) {
    case Effect::kRead:
    case Effect::kWrite: {
      const bool is_write = effect.kind_case() == Effect::kWrite;
      return NoteTouch(is_write ? effect.write() : effect.read(), is_write);
    }
    case Effect::kCopy: {
      if (effect.copy().text()) return;
      const uint64_t size =
          SizeOf(effect.copy().size_arguments(), effect.copy().size()).value_or(0);
      Note(Get(effect.copy().source()), size, false, false);
      return Note(Get(effect.copy().destination()), size, true, false);
    }
    case Effect::kFree: {
      const Value address = Get(effect.free().address());
      const Memory::Object* object =
          address.known ? machine_.memory_.Around(address.address()) : nullptr;
      if (object != nullptr && object->is_unsized && object->is_shared) {
        return machine_.LookAt({address.address(), Memory::kUnsized, true, false});
      }
      return Note(address, object == nullptr ? 0 : object->size, true, false);
    }
    case Effect::kAllocate: {
      if (effect.allocate().to_out()) Note(Get(effect.allocate().out()), kPointerSize, true, false);
      if (!effect.allocate().is_realloc()) return;
      const Value address = Get(effect.allocate().from());
      const Memory::Object* object =
          address.known ? machine_.memory_.Around(address.address()) : nullptr;
      return Note(address, object == nullptr ? 0 : object->size, true, false);
    }
    case Effect::kSpawn:
      *is_sync = true;
      if (!effect.spawn().has_handle()) return;
      return Note(Get(effect.spawn().handle()), kPointerSize, true, false);
    case Effect::kInitialize:
    case Effect::kDestroy: {
      *is_sync = true;
      const Value at = Get(effect.kind_case() == Effect::kDestroy ? effect.destroy().object()
                                                                  : effect.initialize().object());
      if (!IsExploration() || !IsNamed("barrier") || !at.known) return;
      return Note(at, 1, true, false);
    }
    case Effect::kExitProcess:
    case Effect::kAbortProcess:
      *is_sync = true;
      thread().ends_program = true;
      return;
    case Effect::kStore:
      // The end of a number, or the rest of a text.
      if (absl::StartsWith(function_.library_name, "strto") || function_.library_name == "strsep") {
        Note(Get(effect.store().address()), kPointerSize, true, false);
      }
      return;
    case Effect::kCall:
      if (FindHandler(function_) == nullptr) *is_sync = true;
      return;
    case Effect::kNonlocalJump:
    case Effect::kReturns:
    case Effect::kAssume:
    case Effect::kRetain:
    case Effect::kAtExit:
    case Effect::kHandler:
    case Effect::kCleanupPush:
    case Effect::kCleanupPop:
    case Effect::KIND_NOT_SET:
      return;
    default:
      *is_sync = true;
  }
}

Visibility LibraryCall::Look() {
  if (function_.model == nullptr) {
    const auto inputs = IsExploration() ? Range() : std::nullopt;
    const bool has_outcomes = inputs.has_value() && HasOutcomes(inputs->first, inputs->second);
    return has_outcomes ? Visibility::kChoice : Visibility::kNone;
  }
  if (IsExploration()) return LookAtAll();
  bool is_sync = false;
  for (const Effect& effect : function_.model->effect()) {
    NoteEffect(effect, &is_sync);
    // What comes after an operation that may have to wait is not next.
    if (is_sync) return Visibility::kSync;
  }
  return machine_.looked_at_.empty() ? Visibility::kNone : Visibility::kAccess;
}

Visibility LibraryCall::LookAtAll() {
  // Such locks are given back by the end of a thread.
  if (IsNamed("robust")) machine_.Stop(absl::StrCat("call of ", NameText(function_.name)));
  if (IsNamed("strtok_r")) NoteRest(RestOfText(), std::nullopt, true, false);
  bool is_sync = false;
  const auto inputs = Range();
  bool has_outcomes = inputs.has_value() && HasOutcomes(inputs->first, inputs->second);
  for (const Effect& effect : function_.model->effect()) {
    switch (effect.kind_case()) {
      case Effect::kRead:
        NoteAll(effect.read(), false);
        break;
      case Effect::kWrite:
        NoteAll(effect.write(), true);
        break;
      case Effect::kStore:
        NoteRest(Get(effect.store().address()), kPointerSize, true, false);
        break;
      case Effect::kCopy: {
        const proto::Copy& copy = effect.copy();
        if (copy.text()) break;
        const std::optional<uint64_t> size = SizeOf(copy.size_arguments(), copy.size());
        NoteRest(Get(copy.source()), size, false, false);
        NoteRest(Get(copy.destination()), size, true, false);
        break;
      }
      case Effect::kFree:
        if (effect.free().keeps_contents() || effect.free().renews_contents()) {
          NoteRest(Get(effect.free().address()), std::nullopt, true, false);
        } else {
          NoteEffect(effect, &is_sync);
        }
        break;
      case Effect::kAllocate:
        if (effect.allocate().to_out()) {
          NoteRest(Get(effect.allocate().out()), kPointerSize, true, false);
        } else {
          NoteEffect(effect, &is_sync);
        }
        break;
      case Effect::kConditionSignal: {
        bool orders = false;  // each wait may end without one
        NoteEffect(effect, &orders);
        break;
      }
      case Effect::kAssume: {
        // What is not known may be as it is assumed to be.
        const Value condition = Get(effect.assume().nonzero());
        has_outcomes |= condition.known && condition.bits == 0;
        break;
      }
      case Effect::kReturns:
      case Effect::kNonlocalJump:
      // More can happen where nobody waits for what is sent, and nothing is ordered by it.
      case Effect::kSend:
      case Effect::kReceive:
        break;
      case Effect::kAtExit:
        if (!effect.at_exit().each_thread()) machine_.Stop("function called at exit");
        break;
      case Effect::kAcquire:
      case Effect::kRelease:
      case Effect::kConditionWait:
      case Effect::kSpawn:
      case Effect::kJoin:
      case Effect::kDetach:
      case Effect::kPost:
      case Effect::kWait:
      case Effect::kBarrier:
      case Effect::kOnce:
      case Effect::kOnceBegin:
      case Effect::kOnceEnd:
      case Effect::kInitialize:
      case Effect::kDestroy:
      case Effect::kSetAttribute:
      case Effect::kExitThread:
      case Effect::kExitProcess:
      case Effect::kAbortProcess:
      case Effect::kAtomicBegin:
      case Effect::kAtomicEnd:
        NoteEffect(effect, &is_sync);
        break;
      default:
        machine_.Stop(absl::StrCat("call of ", NameText(function_.name)));
    }
  }
  if (is_sync) return Visibility::kSync;
  if (has_outcomes) return Visibility::kChoice;
  return machine_.looked_at_.empty() ? Visibility::kNone : Visibility::kAccess;
}

void LibraryCall::NoteAll(const proto::Touch& touch, bool is_write) {
  if (touch.has_buffers()) {
    const auto buffers = Buffers(touch);
    if (!buffers.has_value()) return machine_.Stop(Machine::kUnknownPointer);
    for (const auto& [begin, size] : *buffers) NoteRest(begin, size, is_write, touch.atomic());
    return;
  }
  if (touch.variadic()) {
    if (IsPrint(function_.library_name)) {
      if (const auto texts = PrintedTexts(touch); texts.has_value()) {
        for (const PrintedText& text : *texts) {
          const Value begin = Argument(text.argument);
          NoteRest(begin, RoomForText(begin), is_write, touch.atomic());
        }
        return;
      }
    }
    for (size_t i = touch.first_variadic(); i < call_.arguments.size(); ++i) {
      NoteRest(Argument(i), std::nullopt, is_write, touch.atomic());
    }
    return;
  }
  const Value begin = Get(touch.address());
  NoteRest(begin, touch.text() ? RoomForText(begin) : SizeOf(touch.size_arguments(), touch.size()),
           is_write, touch.atomic());
}

std::optional<std::vector<std::pair<Value, uint64_t>>> LibraryCall::Buffers(
    const proto::Touch& touch) const {
  constexpr int64_t kMost = 1024;
  const Value array = Get(touch.address()), count = Get(touch.buffers());
  if (!array.known || !count.known || count.bits < 0 || count.bits > kMost) return std::nullopt;
  std::vector<std::pair<Value, uint64_t>> buffers;
  for (int64_t i = 0; i < count.bits; ++i) {
    const uint64_t pair = array.address() + i * 2 * kPointerSize;
    if (machine_.memory_.Find(pair, 2 * kPointerSize) == nullptr) return std::nullopt;
    const Value begin = machine_.memory_.Load(pair, kPointerSize, false);
    const Value size = machine_.memory_.Load(pair + kPointerSize, kPointerSize, false);
    if (!begin.known || !size.known) return std::nullopt;
    if (size.bits != 0) buffers.emplace_back(begin, size.address());
  }
  return buffers;
}

std::optional<uint64_t> LibraryCall::RoomForText(Value address) const {
  const bool is_element = address.PointsInside() && address.stride > 0;
  if (!address.known && !is_element) return std::nullopt;
  const Memory::Object* object = machine_.memory_.Around(address.address());
  if (object == nullptr || object->origin.owner == kNone) return std::nullopt;
  // All elements have such an array there.
  const auto left = [&](const std::string& type, uint64_t size,
                        uint64_t offset) -> std::optional<uint64_t> {
    const ir::Record* record = machine_.executable().program().FindRecord(type);
    const uint64_t element = record == nullptr          ? 0
                             : record->element_size > 0 ? record->element_size
                                                        : record->size;
    if (is_element && (element == 0 || address.stride % element != 0)) return std::nullopt;
    return LeftInArray(machine_.executable().program(), type, size, offset);
  };
  const Program& program = machine_.executable().program();
  const uint64_t offset = Memory::OffsetOf(address.address());
  const std::string type = machine_.TypeOf(*object);
  if (object->kind != ObjectKind::kHeap) return left(type, object->size, offset);
  const ir::Record* record = program.FindRecord(type);
  if (record == nullptr || record->size == 0) return std::nullopt;
  return left(type, record->size, offset % record->size);
}

bool LibraryCall::IsWithinElement(const Memory::Object& object, Value address,
                                  std::optional<uint64_t> size) {
  return address.stride > 0 && !object.is_unsized && size.has_value() && *size > 0 &&
         Memory::OffsetOf(address.address()) + *size <= address.stride;
}

// Without a size, all of the object from there on.
void LibraryCall::NoteRest(Value address, std::optional<uint64_t> size, bool is_write,
                           bool is_atomic) {
  if (const Memory::Object* vague = machine_.VagueObject(address); vague != nullptr) {
    if (!vague->is_shared && !machine_.limits_.is_weak) return;
    if (IsWithinElement(*vague, address, size)) {
      return machine_.LookAt({address.address(), *size, is_write, is_atomic, address.stride});
    }
    return machine_.LookAt({Memory::BaseOf(address.address()),
                            vague->is_unsized ? Memory::kUnsized : vague->size, is_write,
                            is_atomic});
  }
  if (!address.known) return machine_.Stop(Machine::kUnknownPointer);
  const Memory::Object* object = machine_.memory_.Around(address.address());
  if (object == nullptr) return;
  const uint64_t left = object->size - Memory::OffsetOf(address.address());
  Note(address, std::min(left, size.value_or(left)), is_write, is_atomic);
}

}  // namespace plait::witness
