#include "checkers/witness/chains.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "checkers/witness/state.h"

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;

uint64_t AddressIn(uint64_t number, uint64_t offset) { return Memory::AddressOf(number) + offset; }

// What is locked, waited for or counted there now is nobody's.
bool IsIdle(const SyncObject& object) {
  return object.owner == kNoThread && object.readers.empty() && object.sleepers.empty() &&
         object.arrived == 0 && object.leaving == 0 && !object.is_running;
}

bool AreInSameState(const SyncObject& a, const SyncObject& b) {
  return IsIdle(a) && IsIdle(b) && a.kind == b.kind && a.type == b.type && a.count == b.count &&
         a.generation == b.generation && a.is_done == b.is_done && a.is_destroyed == b.is_destroyed;
}

}  // namespace

void ChainFolder::Fold() {
  while (MayFold() && FoldOne()) continue;
}

// Most programs have no lists.
bool ChainFolder::MayFold() const {
  const std::vector<Shared<Memory::Object>>& objects = machine_.memory_.objects();
  const auto is_on_heap = [](const Memory::Object& object) {
    return object.is_alive && object.kind == ObjectKind::kHeap && !object.is_unsized;
  };
  for (size_t i = 1; i < objects.size(); ++i) {
    if (!is_on_heap(*objects[i])) continue;
    for (size_t k = i + 1; k < objects.size(); ++k) {
      if (is_on_heap(*objects[k]) && objects[k]->origin == objects[i]->origin) return true;
    }
  }
  return false;
}

void ChainFolder::FindReferences() {
  known_.assign(machine_.memory_.objects().size(), {});
  reached_.clear();
  ReachRoots();
  for (size_t i = 0; i < reached_.size(); ++i) Scan(reached_[i]);
}

void ChainFolder::ReachRoots() {
  for (uint64_t address : *machine_.globals_) {
    if (address != 0) Reach(Memory::NumberOf(address));
  }
  for (const Shared<Thread>& shared : machine_.threads_) {
    const Thread& thread = *shared;
    ForEachLiveRegister(thread, [&](Value value) { Pin(value); });
    Pin(thread.result);
    if (thread.has_call_result) Pin(thread.call_result);
    for (uint64_t address : thread.slots) Pin(Value::Of(static_cast<int64_t>(address)));
    for (uint64_t address : thread.owned) Pin(Value::Of(static_cast<int64_t>(address)));
    for (const auto& [global, address] : thread.thread_locals) {
      Pin(Value::Of(static_cast<int64_t>(address)));
    }
    for (const Value& value : thread.keys) Pin(value);
    for (const Frame& frame : thread.frames) Pin(Value::Of(static_cast<int64_t>(frame.once)));
    for (const JumpPoint& jump : thread.jumps) Pin(Value::Of(static_cast<int64_t>(jump.buffer)));
    Pin(Value::Of(static_cast<int64_t>(thread.error_number)));
  }
  for (const auto& [address, unused] : machine_.attributes_) {
    const uint64_t number = Memory::NumberOf(address);
    if (number < known_.size()) known_[number].is_pinned = true;
  }
}

void ChainFolder::Pin(Value value) {
  const uint64_t number = Memory::NumberOf(value.address());
  const bool points = value.known || value.PointsInside();
  if (!points || number == 0 || number >= known_.size()) return;
  known_[number].is_pinned = true;
  Reach(number);
}

void ChainFolder::Reach(uint64_t number) {
  if (std::exchange(known_[number].is_reached, true)) return;
  reached_.push_back(number);
}

void ChainFolder::Scan(uint64_t number) {
  const Memory::Object& object = *machine_.memory_.objects()[number];
  if (!object.is_alive || object.kind == ObjectKind::kString ||
      StateWriter(machine_).OutlineOfObject(static_cast<uint32_t>(number)).mentioned.empty()) {
    return;
  }
  for (uint64_t offset = 0; offset + kWord <= object.size; offset += kWord) {
    uint32_t known = 0;
    const uint64_t word = Memory::WordAt(object, offset, &known);
    if (known != 0xff || !machine_.memory_.IsAddress(Value::Of(static_cast<int64_t>(word)))) {
      continue;
    }
    const Reference reference = {AddressIn(number, offset), word};
    Known& target = known_[reference.target()];
    if (target.count < std::size(target.references)) target.references[target.count] = reference;
    ++target.count;
    Reach(reference.target());
  }
}

bool ChainFolder::IsElement(uint64_t number, uint32_t references) const {
  const Memory::Object& object = *machine_.memory_.objects()[number];
  return object.is_alive && object.kind == ObjectKind::kHeap && !object.is_unsized &&
         !object.grows && !known_[number].is_pinned && known_[number].count == references;
}

// How the two are linked, if that is the pointer from one element to the next.
std::optional<Memory::Chain> ChainFolder::LinksBetween(const Reference& link) const {
  const uint64_t a = link.holder(), b = link.target();
  if (a == b) return std::nullopt;
  Memory::Chain links;
  links.next = Memory::OffsetOf(link.word);
  links.entry = Memory::OffsetOf(link.value);
  if (IsElement(a, 1) && IsElement(b, 1)) {
    return known_[a].references[0].holder() != b ? std::optional(links) : std::nullopt;
  }
  if (!IsElement(a, 2) || !IsElement(b, 2)) return std::nullopt;
  // Back from b to a, and from what follows b.
  const auto& of_a = known_[a].references;
  const auto& of_b = known_[b].references;
  const Reference& back = of_a[0].holder() == b ? of_a[0] : of_a[1];
  const Reference& front = of_a[0].holder() == b ? of_a[1] : of_a[0];
  const Reference& last = of_b[0].word == link.word ? of_b[1] : of_b[0];
  if (back.holder() != b || front.holder() == b || front.holder() == a || last.holder() == a ||
      last.holder() == b || Memory::OffsetOf(back.value) != Memory::OffsetOf(last.value)) {
    return std::nullopt;
  }
  links.is_two_way = true;
  links.previous = Memory::OffsetOf(back.word);
  links.exit = Memory::OffsetOf(back.value);
  links.last = last.word;
  // Either way is forward.
  return links.next < links.previous ? std::optional(links) : std::nullopt;
}

bool ChainFolder::FitsChain(uint64_t number, const Memory::Chain& links) const {
  const std::optional<Memory::Chain>& chain = machine_.memory_.objects()[number]->chain;
  return !chain.has_value() || chain->HasLinksOf(links);
}

bool ChainFolder::AreAlike(uint64_t a, uint64_t b, const Memory::Chain& links,
                           std::vector<Own>* own) const {
  const Memory::Object &x = *machine_.memory_.objects()[a], &y = *machine_.memory_.objects()[b];
  return x.origin == y.origin && x.size == y.size && x.contents == y.contents &&
         x.is_shared == y.is_shared && FitsChain(a, links) && FitsChain(b, links) &&
         HoldTheSame({a, b}, &links, own) && HaveSameLocks(a, b);
}

bool ChainFolder::HasLocks(uint64_t number) const {
  return std::any_of(machine_.sync_.begin(), machine_.sync_.end(),
                     [&](const auto& entry) { return Memory::NumberOf(entry.first) == number; });
}

// Objects that nothing but their holders lead to. What is of each element of a chain is told from
// what all of them point to.
bool ChainFolder::AreOwn(const Own& both, const Own& holders, std::vector<Own>* own) const {
  constexpr size_t kMostOwn = 4;
  const std::vector<Shared<Memory::Object>>& objects = machine_.memory_.objects();
  const Memory::Object &x = *objects[both.first], &y = *objects[both.second];
  const auto is_own = [&](uint64_t number, uint64_t holder) {
    const bool is_of_each = objects[holder]->chain.has_value() || objects[holder]->is_of_each;
    return IsElement(number, 1) && objects[number]->is_of_each == is_of_each &&
           !objects[number]->chain.has_value() && !HasLocks(number);
  };
  if (both.first == both.second || own->size() == kMostOwn || !is_own(both.first, holders.first) ||
      !is_own(both.second, holders.second) || x.origin != y.origin || x.size != y.size ||
      x.contents != y.contents || x.is_shared != y.is_shared) {
    return false;
  }
  own->push_back(both);
  return HoldTheSame(both, nullptr, own);
}

bool ChainFolder::HoldTheSame(const Own& both, const Memory::Chain* links,
                              std::vector<Own>* own) const {
  const Memory& memory = machine_.memory_;
  const Memory::Object &x = *memory.objects()[both.first], &y = *memory.objects()[both.second];
  for (uint64_t offset = 0; offset < x.size; offset += kWord) {
    if (links != nullptr && links->IsLink(offset)) continue;
    uint32_t known_x = 0, known_y = 0;
    const auto one = Value::Of(static_cast<int64_t>(Memory::WordAt(x, offset, &known_x)));
    const auto other = Value::Of(static_cast<int64_t>(Memory::WordAt(y, offset, &known_y)));
    const bool is_pointer = known_x == 0xff && (memory.IsAddress(one) || machine_.IsHandle(one));
    const bool is_other_pointer =
        known_y == 0xff && (memory.IsAddress(other) || machine_.IsHandle(other));
    if (!is_pointer && !is_other_pointer) continue;
    if (known_x == known_y && one.bits == other.bits) continue;
    const bool are_own =
        known_x == known_y && memory.IsAddress(one) && memory.IsAddress(other) &&
        Memory::OffsetOf(one.address()) == Memory::OffsetOf(other.address()) &&
        AreOwn({Memory::NumberOf(one.address()), Memory::NumberOf(other.address())}, both, own);
    if (!are_own) return false;
  }
  return true;
}

bool ChainFolder::HaveSameLocks(uint64_t a, uint64_t b) const {
  const SyncTable& sync = machine_.sync_;
  const auto are_found = [&](uint64_t from, uint64_t in) {
    return std::all_of(sync.begin(), sync.end(), [&](const auto& entry) {
      if (Memory::NumberOf(entry.first) != from) return true;
      const SyncObject* const other = sync.Find(AddressIn(in, Memory::OffsetOf(entry.first)));
      return other != nullptr && AreInSameState(*entry.second, *other);
    });
  };
  return are_found(a, b) && are_found(b, a);
}

bool ChainFolder::FoldOne() {
  FindReferences();
  for (uint64_t b : reached_) {
    const Known& known = known_[b];
    for (uint32_t i = 0; i < known.count && i < std::size(known.references); ++i) {
      const std::optional<Memory::Chain> links = LinksBetween(known.references[i]);
      if (!links.has_value()) continue;
      const uint64_t a = known.references[i].holder();
      std::vector<Own> own;
      if (!AreAlike(a, b, *links, &own)) continue;
      Merge(a, b, *links, own);
      return true;
    }
  }
  return false;
}

// The second one goes.
void ChainFolder::Merge(uint64_t a, uint64_t b, const Memory::Chain& links,
                        const std::vector<Own>& own) {
  machine_.memory_.Join(a, b, links);
  for (const auto& [kept, gone] : own) machine_.memory_.JoinOwn(kept, gone);
  const auto kept_for = [&](const Bytes& bytes) {
    const uint64_t number = Memory::NumberOf(bytes.address);
    if (number == b) return a;
    const auto found = std::find_if(own.begin(), own.end(),
                                    [&](const Own& both) { return both.second == number; });
    return found == own.end() ? number : found->first;
  };
  const auto is_gone = [&](const Bytes& bytes) {
    return kept_for(bytes) != Memory::NumberOf(bytes.address);
  };
  for (uint32_t t = 0; t < machine_.threads_.size(); ++t) {
    const std::vector<Bytes>& segment = machine_.threads_[t]->segment;
    if (std::none_of(segment.begin(), segment.end(), is_gone)) continue;
    for (Bytes& bytes : machine_.threads_[t].Own().segment) {
      bytes.address = AddressIn(kept_for(bytes), Memory::OffsetOf(bytes.address));
    }
    machine_.TidySegment(t);
  }
  machine_.sync_.EraseIf([&](uint64_t address) { return Memory::NumberOf(address) == b; });
}

std::optional<uint64_t> Machine::ChainAhead(uint32_t t) {
  if (!memory_.has_chains() || threads_[t]->frames.empty()) return std::nullopt;
  const Frame& frame = threads_[t]->frames.back();
  const ir::Block& block = frame.code->body->blocks[frame.block];
  if (frame.index == block.instructions.size()) return std::nullopt;
  const ir::Instruction& instruction = block.instructions[frame.index];
  const auto find = [&](const ir::Place& place) -> std::optional<uint64_t> {
    if (place.base.is_none()) return std::nullopt;
    const Value address = AddressOf(t, place);
    if (!address.known || has_stopped_) return std::nullopt;
    return memory_.FindChain(address.address(), instruction.width);
  };
  switch (instruction.opcode) {
    case ir::Opcode::kLoad:
    case ir::Opcode::kAtomicUpdate:
      return find(instruction.place);
    case ir::Opcode::kCopy:
      return find(instruction.source);
    case ir::Opcode::kCompareExchange: {
      const std::optional<uint64_t> word = find(instruction.place);
      return word.has_value() ? word : find(instruction.source);
    }
    default:
      return std::nullopt;
  }
}

// There are two elements, or there are more.
void Machine::Unfold(uint64_t word) {
  const bool is_longer = Choose(2) == 1;
  const std::vector<std::pair<uint64_t, uint64_t>> copies = memory_.Split(word, is_longer);
  if (copies.empty()) return Stop("object too large");
  const auto [old, made] = copies.front();
  for (Shared<Thread>& thread : threads_) {
    std::vector<Bytes> also;
    for (Bytes bytes : thread->segment) {
      for (const auto& [from, to] : copies) {
        if (Memory::NumberOf(bytes.address) != from) continue;
        bytes.address = AddressIn(to, Memory::OffsetOf(bytes.address));
        also.push_back(bytes);
        break;
      }
    }
    if (also.empty()) continue;
    std::vector<Bytes>& segment = thread.Own().segment;
    segment.insert(segment.end(), also.begin(), also.end());
  }
  std::vector<std::pair<uint64_t, SyncObject>> locks;
  for (const auto& [address, object] : sync_) {
    if (Memory::NumberOf(address) != old) continue;
    locks.emplace_back(AddressIn(made, Memory::OffsetOf(address)), *object);
  }
  for (auto& [address, object] : locks) sync_.Own(address) = std::move(object);
}

}  // namespace plait::witness
