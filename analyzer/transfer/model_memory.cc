#include "analyzer/transfer/model_memory.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/span.h"

namespace plait {
namespace {

// Bytes: product of arguments and the constant, 0 if not a known number.
template <typename Sized>
uint32_t SizeOf(ModelCall& call, const Sized& sized, uint32_t constant) {
  if (sized.size_arguments().empty()) return constant;
  int64_t size = constant == 0 ? 1 : constant;
  for (uint32_t i : sized.size_arguments()) {
    const auto value = call.terms.ConstantValue(call.Argument(i));
    if (!value || *value < 0 || *value > INT32_MAX) return 0;
    size *= *value;
    if (size > INT32_MAX) return 0;
  }
  return static_cast<uint32_t>(size);
}

// Whether it is known that no bytes are meant.
template <typename Sized>
bool IsEmpty(ModelCall& call, const Sized& sized) {
  return std::any_of(sized.size_arguments().begin(), sized.size_arguments().end(),
                     [&](uint32_t i) { return call.terms.ConstantValue(call.Argument(i)) == 0; });
}

// An argument that a format text has a pointer for.
struct UsedPointer {
  uint32_t argument = 0;  // its number
  uint32_t size = 0;      // bytes that are accessed; 0: all there is from there on
  bool is_written = false;
};

// Bytes of what a conversion reads in or writes; 0: as many as come. `width` is what the format
// says, of characters; 0: nothing.
uint32_t SizeOfConverted(char conversion, const std::string& modifiers, uint32_t width) {
  constexpr uint32_t kWideCharacter = 4, kWord = 8, kLongDouble = 16;
  const bool is_long = modifiers.find_first_of("lLqjzt") != std::string::npos;
  if (modifiers.find('m') != std::string::npos || conversion == 'p') return kWord;
  if (conversion == 's' || conversion == '[') return 0;
  if (conversion == 'c') return std::max(width, 1U) * (is_long ? kWideCharacter : 1);
  if (conversion == 'S' || conversion == 'C') return 0;
  if (modifiers == "L" && std::string("aAeEfFgG").find(conversion) != std::string::npos) {
    return kLongDouble;
  }
  return is_long ? kWord : modifiers == "hh" ? 1 : modifiers == "h" ? 2 : 4;
}

// What a format text has pointers for, of which the first argument is `first`. Of a text for
// reading, all are pointers.
std::vector<UsedPointer> PointersOfFormat(const std::string& format, uint32_t first, bool is_scan) {
  std::vector<UsedPointer> used;
  uint32_t next = first;
  for (size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%') continue;
    ++i;
    bool skipped = false;
    std::string modifiers;
    uint32_t width = 0;
    for (; i < format.size() &&
           std::string("-+ #0123456789.*hlLqjzt'm").find(format[i]) != std::string::npos;
         ++i) {
      if (format[i] == '*') {
        if (is_scan) {
          skipped = true;
        } else {
          ++next;
        }
      }
      if (absl::ascii_isalpha(format[i])) modifiers += format[i];
      constexpr uint32_t kWidest = 1000000;
      if (absl::ascii_isdigit(format[i])) width = std::min(width * 10 + format[i] - '0', kWidest);
    }
    if (i >= format.size()) break;
    const char conversion = format[i];
    if (is_scan && conversion == '[') {
      // A bracket that comes first is one of the set.
      i += i + 1 < format.size() && format[i + 1] == '^' ? 2 : 1;
      i = std::min(format.find(']', i + 1), format.size());
    }
    if (conversion == '%' || skipped) continue;
    if (is_scan || conversion == 'n') {
      used.push_back({next, SizeOfConverted(conversion, modifiers, width), true});
    } else if (conversion == 's') {
      used.push_back({next});
    }
    ++next;
  }
  return used;
}

// Which variadic arguments a format text reads or writes: all pointers if the text is not known.
std::vector<UsedPointer> VariadicPointers(ModelCall& call, const proto::Touch& touch,
                                          bool is_scan) {
  const auto is_pointer = [&](uint32_t i) {
    return i < call.arguments.size() && call.terms.Base(call.arguments[i]) != kNothing;
  };
  const std::string* format = touch.has_format()
                                  ? call.frame.StringLiteral(call.Argument(touch.format_argument()))
                                  : nullptr;
  std::vector<UsedPointer> used;
  if (format != nullptr) {
    used = PointersOfFormat(*format, touch.first_variadic(), is_scan);
    std::erase_if(used, [&](const UsedPointer& pointer) { return !is_pointer(pointer.argument); });
    return used;
  }
  for (uint32_t i = touch.first_variadic(); i < call.arguments.size(); ++i) {
    if (is_pointer(i)) used.push_back({i, 0, is_scan});
  }
  return used;
}

// The access is made at an address that the argument with that number is, or leads to.
void RecordTouch(ModelCall& call, ModelPath* path, int64_t argument, TermId address, uint32_t size,
                 AccessKind kind, bool atomic) {
  Access* access = RecordAccess(call.frame, path->state, address, size, kind, atomic);
  const ir::Instruction& i = *call.frame.current;
  const bool is_passed = i.opcode == ir::Opcode::kCall && argument >= 0 &&
                         static_cast<size_t>(argument) < i.arguments.size() &&
                         ValueOf(call.frame, path->state, i.arguments[argument]) == address;
  if (is_passed) BoundByArray(call.frame, i.arguments[argument], access);
}

void TouchAddress(ModelCall& call, int64_t argument, TermId address, uint32_t size, AccessKind kind,
                  bool atomic, ModelPath* path) {
  RecordTouch(call, path, argument, address, size, kind, atomic);
  if (kind == AccessKind::kWrite) HavocCells(call.frame, &path->state, address, size);
}

// What the pointers of an array lead to, each with the size of that behind it. If it is not known
// how many there are, or there are many, any of them.
void TouchBuffers(ModelCall& call, const proto::Touch& touch, TermId array, AccessKind kind,
                  ModelPath* path) {
  constexpr int64_t kPairSize = 2 * kPointerSize, kMostApart = 16;
  const auto touch_at = [&](TermId pair) {
    const TermId buffer = LoadCell(call.frame, path->state, pair, kPointerSize, true);
    const auto size = call.terms.ConstantValue(
        LoadCell(call.frame, path->state, call.terms.AddConstant(pair, kPointerSize), kPointerSize,
                 /*is_pointer=*/false));
    if (call.IsNothing(buffer) || size == 0) return;
    const bool is_told = size.has_value() && *size > 0 && *size <= INT32_MAX;
    TouchAddress(call, touch.address().argument(), buffer,
                 is_told ? static_cast<uint32_t>(*size) : 0, kind, touch.atomic(), path);
  };
  const auto count = call.terms.ConstantValue(call.Get(touch.buffers(), path));
  if (!count.has_value() || *count > kMostApart) {
    return touch_at(call.terms.Add(array, call.terms.Multiply(call.terms.Any(), kPairSize)));
  }
  for (int64_t i = 0; i < *count; ++i) touch_at(call.terms.AddConstant(array, i * kPairSize));
}

}  // namespace

void TouchMemory(ModelCall& call, const proto::Touch& touch, AccessKind kind, ModelPath* path) {
  if (touch.variadic()) {
    for (const UsedPointer& used :
         VariadicPointers(call, touch, /*is_scan=*/kind == AccessKind::kWrite)) {
      TouchAddress(call, used.argument, call.arguments[used.argument],
                   used.is_written ? used.size : touch.size(),
                   used.is_written ? AccessKind::kWrite : kind, touch.atomic(), path);
    }
    return;
  }
  const TermId address = call.Get(touch.address(), path);
  if (call.IsNothing(address) || IsEmpty(call, touch)) return;
  if (touch.has_buffers()) return TouchBuffers(call, touch, address, kind, path);
  const uint32_t size = SizeOf(call, touch, touch.size());
  const TermId somewhere = call.terms.Add(address, call.terms.Any());
  const TermId pointer = touch.permutes()
                             ? LoadCell(call.frame, path->state, somewhere, kPointerSize, true)
                             : static_cast<TermId>(kNothing);
  TouchAddress(call, touch.address().argument(), address, touch.text() ? 0 : size, kind,
               touch.atomic(), path);
  const bool zeroes =
      touch.zeroes() && (!touch.has_byte() || call.Argument(touch.byte_argument()) == kZero);
  if (zeroes && size > 0) ZeroCells(call.frame, &path->state, address, size);
  if (pointer == kNothing) return;
  StoreCell(call.frame, &path->state, somewhere, kPointerSize, pointer, true);
}

void CopyMemory(ModelCall& call, const proto::Copy& copy, ModelPath* path) {
  const TermId to = call.Get(copy.destination(), path), from = call.Get(copy.source(), path);
  if (call.IsNothing(to) || call.IsNothing(from) || IsEmpty(call, copy)) return;
  const uint32_t size = copy.text() ? 0 : SizeOf(call, copy, copy.size());
  RecordTouch(call, path, copy.source().argument(), from, size, AccessKind::kRead, false);
  RecordTouch(call, path, copy.destination().argument(), to, size, AccessKind::kWrite, false);
  const bool is_some_part = size == 0 && !copy.size_arguments().empty();
  CopyCells(call.frame, &path->state, to, from, size, is_some_part);
}

void StorePointer(ModelCall& call, const proto::Store& store, ModelPath* path) {
  const TermId address = call.Get(store.address(), path);
  if (call.IsNothing(address)) return;
  TermId value = call.Get(store.value(), path);
  if (store.into()) value = call.terms.Add(value, call.terms.Any());
  RecordAccess(call.frame, path->state, address, kPointerSize, AccessKind::kWrite, false);
  StoreCell(call.frame, &path->state, address, kPointerSize, value, true);
}

void AllocateObject(ModelCall& call, const proto::Allocate& allocate, ModelPath* path) {
  Atom atom;
  atom.kind = AtomKind::kHeap;
  atom.is_pointer = true;
  atom.name = call.frame.name;
  atom.index = call.frame.site();
  atom.argument = InstanceHere(call.frame);
  const TermId fresh = call.terms.Of(atom);
  if (allocate.is_realloc()) {
    const TermId from = call.Get(allocate.from(), path);
    if (!call.IsNothing(from)) {
      RecordAccess(call.frame, path->state, from, 0, AccessKind::kFree, false);
      CopyCells(call.frame, &path->state, fresh, from, 0);
    }
  }
  // Or its pointers would be taken to lead nowhere, and what goes through them to touch nothing.
  if (allocate.filled()) HavocCells(call.frame, &path->state, fresh, 0);
  if (allocate.zeroed()) ZeroCells(call.frame, &path->state, fresh, 0, /*is_fresh=*/true);
  const TermId found = allocate.or_null()
                           ? call.frame.Choose(Frame::PhiTag::kResult, call.frame.instruction,
                                               {.term = fresh}, fresh, kZero, true)
                           : fresh;
  if (allocate.to_out()) {
    const TermId out = call.Get(allocate.out(), path);
    RecordAccess(call.frame, path->state, out, kPointerSize, AccessKind::kWrite, false);
    StoreCell(call.frame, &path->state, out, kPointerSize, found, true);
    return;
  }
  path->result = found;
}

void FreeObject(ModelCall& call, const proto::Free& free, ModelPath* path) {
  const TermId address = call.Get(free.address(), path);
  if (call.IsNothing(address)) return;
  const bool is_by_owner = free.keeps_contents() || free.renews_contents();
  const AccessKind kind = free.renews_contents() ? AccessKind::kWrite : AccessKind::kFree;
  Access* access = RecordAccess(call.frame, path->state, address, 0, kind, false);
  if (access != nullptr) access->is_by_owner = is_by_owner;
  if (free.renews_contents()) HavocCells(call.frame, &path->state, address, 0);
}

}  // namespace plait
