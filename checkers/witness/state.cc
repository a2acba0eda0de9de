#include "checkers/witness/state.h"

#include <xxhash.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;

enum Tag : uint8_t {
  kUnknownValue,
  kNumber,
  kAddress,
  kNatural,
  kBelow,
  kAbove,
  kInside,
  kInsideOrNull
};

Digest DigestOf(absl::Span<const uint64_t> numbers) {
  const XXH128_hash_t hash = XXH3_128bits(numbers.data(), numbers.size() * sizeof(uint64_t));
  return {hash.low64, hash.high64};
}

// Writes one part of a state.
class OutlineWriter {
 public:
  explicit OutlineWriter(const Memory& memory) : memory_(memory) {}

  void Finish(Outline* outline) {
    outline->digest = DigestOf(numbers_);
    outline->mentioned.assign(mentioned_.begin(), mentioned_.end());
  }

  void WriteThread(const Thread& thread, bool is_symmetric);
  void WriteObject(const Memory::Object& object);
  void WriteGlobals(const std::vector<uint64_t>& addresses);

 private:
  void WriteFrames(const Thread& thread);
  void WriteNumber(uint64_t number) { numbers_.push_back(number); }
  void WriteAddress(uint64_t address) { WriteValue(Value::Of(static_cast<int64_t>(address))); }
  void WriteValue(Value value);

  const Memory& memory_;
  absl::InlinedVector<uint64_t, 128> numbers_;
  absl::InlinedVector<uint32_t, 16> mentioned_;
};

void OutlineWriter::WriteValue(Value value) {
  if (value.PointsInside()) {
    WriteNumber(value.side == Value::Side::kInside ? kInside : kInsideOrNull);
    WriteNumber(Memory::OffsetOf(value.address()) << 32 | value.stride);
    mentioned_.push_back(Memory::NumberOf(value.address()));
  } else if (!value.known) {
    WriteNumber(value.side == Value::Side::kAny       ? kUnknownValue
                : value.side == Value::Side::kNatural ? kNatural
                : value.side == Value::Side::kBelow   ? kBelow
                                                      : kAbove);
  } else if (memory_.IsAddress(value)) {
    WriteNumber(kAddress);
    WriteNumber(Memory::OffsetOf(value.address()));
    mentioned_.push_back(Memory::NumberOf(value.address()));
  } else {
    WriteNumber(kNumber);
    WriteNumber(value.address());
  }
}

// Whether it stands for many is told apart, so that it can come to.
void OutlineWriter::WriteThread(const Thread& thread, bool is_symmetric) {
  const uint32_t flags = thread.has_ended | thread.is_detached << 1 | thread.is_joined << 2 |
                         thread.has_call_result << 3 | thread.has_locked << 4;
  WriteNumber(flags);
  if (is_symmetric) {
    WriteNumber(thread.created.definition);
    WriteNumber(thread.created.instruction);
  }
  WriteValue(thread.result);
  WriteFrames(thread);
  ForEachLiveRegister(thread, [&](Value value) { WriteValue(value); });
  WriteNumber(thread.slots.size());
  for (uint64_t address : thread.slots) WriteAddress(address);
  WriteNumber(thread.owned.size());
  for (uint64_t address : thread.owned) WriteAddress(address);
  WriteNumber(thread.segment.size());
  for (const Bytes& bytes : thread.segment) {
    WriteAddress(bytes.address);
    WriteNumber(bytes.size << 2 | bytes.is_write << 1 | bytes.is_atomic);
    WriteNumber(bytes.stride);
  }
  WriteNumber(thread.cleanups);
  WriteNumber(uint64_t{thread.effect} << 32 | thread.phase);
  WriteNumber(thread.generation);
  if (thread.has_call_result) WriteValue(thread.call_result);
  WriteNumber(thread.thread_locals.size());
  for (const auto& [global, address] : thread.thread_locals) {
    WriteNumber(global);
    WriteAddress(address);
  }
  WriteNumber(thread.keys.size());
  for (const Value& value : thread.keys) WriteValue(value);
  WriteAddress(thread.error_number);
}

void OutlineWriter::WriteFrames(const Thread& thread) {
  WriteNumber(thread.frames.size());
  for (const Frame& frame : thread.frames) {
    WriteNumber(frame.code->definition);
    WriteNumber(uint64_t{frame.block} << 32 | frame.index);
    WriteNumber(uint64_t{frame.registers} << 32 | frame.slots);
    WriteNumber(uint64_t{frame.owned} << 32 | frame.result);
    WriteNumber(static_cast<uint64_t>(frame.then));
    WriteAddress(frame.once);
  }
  WriteNumber(thread.jumps.size());
  for (const JumpPoint& jump : thread.jumps) {
    WriteAddress(jump.buffer);
    WriteNumber(jump.frame);
    WriteNumber(uint64_t{jump.block} << 32 | jump.index);
  }
}

void OutlineWriter::WriteObject(const Memory::Object& object) {
  WriteNumber(static_cast<uint64_t>(object.kind) << 4 | object.is_of_each << 3 |
              object.is_unsized << 2 | object.is_alive << 1 | object.is_shared);
  // Which literal it is tells what its next use will be.
  if (object.kind == ObjectKind::kString) {
    WriteNumber(uint64_t{object.origin.owner} << 32 | object.origin.index);
    return;
  }
  if (!object.is_alive) return;
  WriteNumber(object.chain.has_value());
  if (object.chain.has_value()) {
    const Memory::Chain& chain = *object.chain;
    WriteNumber(uint64_t{chain.next} << 32 | chain.entry);
    WriteNumber(uint64_t{chain.previous} << 32 | chain.exit);
    WriteNumber(chain.is_two_way);
    WriteAddress(chain.last);
  }
  WriteNumber(object.size);
  for (uint64_t offset = 0; offset < object.size; offset += kWord) {
    uint32_t known = 0;
    const auto word = Value::Of(static_cast<int64_t>(Memory::WordAt(object, offset, &known)));
    WriteNumber(known);
    if (known == 0xff) {
      WriteValue(word);
    } else {
      WriteNumber(word.bits);
    }
  }
}

void OutlineWriter::WriteGlobals(const std::vector<uint64_t>& addresses) {
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (addresses[i] == 0) continue;
    WriteNumber(i);
    WriteAddress(addresses[i]);
  }
}

const Outline& OutlineOf(const Memory& memory, const Shared<Memory::Object>& shared) {
  return shared.OutlineBy([&](const Memory::Object& object, Outline* outline) {
    OutlineWriter writer(memory);
    writer.WriteObject(object);
    writer.Finish(outline);
  });
}

}  // namespace

const Outline& StateWriter::OutlineOf(uint32_t thread) const {
  const Machine& m = machine_;
  return m.threads_[thread].OutlineBy([&](const Thread& value, Outline* outline) {
    OutlineWriter writer(m.memory_);
    writer.WriteThread(value, m.limits_.is_symmetric);
    writer.Finish(outline);
  });
}

const Outline& StateWriter::OutlineOfObject(uint32_t number) const {
  return witness::OutlineOf(machine_.memory_, machine_.memory_.objects()[number]);
}

const Outline& StateWriter::OutlineOfGlobals() const {
  const Machine& m = machine_;
  return m.globals_.OutlineBy([&](const std::vector<uint64_t>& addresses, Outline* outline) {
    OutlineWriter writer(m.memory_);
    writer.WriteGlobals(addresses);
    writer.Finish(outline);
  });
}

Digest StateWriter::Write(bool has_facts) {
  const Machine& m = machine_;
  names_.resize(m.memory_.objects().size(), 0);
  WriteOutline(OutlineOfGlobals());
  OrderThreads();
  WriteThreads(order_);
  WriteObjects(1);
  WriteLifetimes();
  WriteLocks();
  if (m.limits_.is_weak) WriteWords();
  if (m.limits_.is_weak && has_facts) WriteFacts(FindFacts());
  WriteRest();
  return DigestOf(numbers_);
}

std::optional<Digest> StateWriter::WriteApart(std::vector<Digest>* many) {
  const Machine& m = machine_;
  names_.resize(m.memory_.objects().size(), 0);
  WriteOutline(OutlineOfGlobals());
  OrderThreads();
  const auto apart = std::stable_partition(order_.begin(), order_.end(),
                                           [&](uint32_t t) { return !m.threads_[t]->is_many; });
  const size_t singles = apart - order_.begin();
  for (uint32_t i = 0; i < order_.size(); ++i) ranks_[order_[i]] = i;
  WriteThreads(absl::MakeConstSpan(order_).subspan(0, singles));
  WriteObjects(1);
  WriteLifetimes();
  WriteLocks();
  WriteRest();
  const Digest rest = DigestOf(numbers_);
  const size_t known = reached_.size();
  std::vector<bool> is_taken(names_.size());
  for (size_t i = singles; i < order_.size(); ++i) {
    numbers_.clear();
    WriteOutline(OutlineOf(order_[i]));
    WriteObjects(known);
    many->push_back(DigestOf(numbers_));
    for (size_t k = known; k < reached_.size(); ++k) {
      const uint32_t object = reached_[k];
      if (is_taken[object] || !m.memory_.objects()[object]->is_alive) return std::nullopt;
      is_taken[object] = true;
      names_[object] = 0;
    }
    reached_.resize(known);
  }
  for (const auto& [address, unused] : m.sync_) {
    const uint64_t number = Memory::NumberOf(address);
    if (number < is_taken.size() && is_taken[number]) return std::nullopt;
  }
  std::sort(many->begin(), many->end());
  return rest;
}

void StateWriter::WriteThreads(absl::Span<const uint32_t> threads) {
  WriteNumber(threads.size());
  for (uint32_t t : threads) {
    WriteNumber(machine_.threads_[t]->is_many);
    WriteOutline(OutlineOf(t));
  }
}

void StateWriter::WriteObjects(size_t first) {
  for (size_t i = first; i < reached_.size(); ++i) {
    WriteOutline(OutlineOfObject(reached_[i]));
    if (machine_.limits_.finds_older) WriteOlder(reached_[i]);
  }
}

void StateWriter::WriteRest() {
  const Machine& m = machine_;
  for (const Crowd& crowd : m.crowds_) {
    WriteNumber(crowd.handle << 1 | crowd.is_counted);
    WriteNumber(crowd.is_counted ? crowd.numbers : 0);
  }
  WriteNumber(RankOf(m.outside_caller_));
  WriteNumber(RankOf(m.atomic_owner_));
  WriteNumber(m.atomic_depth_);
  for (uint32_t function : m.key_destructors_) WriteNumber(function);
}

void StateWriter::OrderThreads() {
  const uint32_t count = machine_.threads_.size();
  for (uint32_t t = 0; t < count; ++t) order_.push_back(t);
  if (machine_.limits_.is_symmetric) {
    std::stable_sort(order_.begin() + 1, order_.end(), [&](uint32_t a, uint32_t b) {
      const Digest &one = OutlineOf(a).digest, &other = OutlineOf(b).digest;
      return one != other ? one < other : OriginsOf(a) < OriginsOf(b);
    });
  }
  ranks_.resize(order_.size());
  for (uint32_t i = 0; i < order_.size(); ++i) ranks_[order_[i]] = i;
}

// Tells threads apart that differ only in which objects they mention, as far as these come from
// different places. (What does not differ otherwise need not lie in objects of one origin.)
Digest StateWriter::OriginsOf(uint32_t thread) const {
  absl::InlinedVector<uint64_t, 16> origins = {machine_.threads_[thread]->is_many};
  for (uint32_t object : OutlineOf(thread).mentioned) {
    const Memory::Origin& origin = machine_.memory_.objects()[object]->origin;
    origins.push_back(uint64_t{origin.owner} << 32 | origin.index);
  }
  return DigestOf(origins);
}

void StateWriter::WriteOutline(const Outline& outline) {
  WriteNumber(outline.digest.first);
  WriteNumber(outline.digest.second);
  for (uint32_t object : outline.mentioned) WriteNumber(Reach(object));
}

// Which objects may lie where dead ones did that are still pointed to.
void StateWriter::WriteLifetimes() {
  const Memory& memory = machine_.memory_;
  for (size_t i = 1; i < reached_.size(); ++i) {
    if (memory.objects()[reached_[i]]->is_alive) continue;
    for (size_t k = 1; k < reached_.size(); ++k) {
      if (memory.MayShareAddress(reached_[i], reached_[k])) WriteNumber(k);
    }
    WriteNumber(0);
  }
}

void StateWriter::WriteLocks() {
  absl::InlinedVector<uint64_t, 16> used;
  for (const auto& [address, unused] : machine_.sync_) used.push_back(address);
  const auto is_before = [&](uint64_t a, uint64_t b) { return PlaceOf(a) < PlaceOf(b); };
  std::sort(used.begin(), used.end(), is_before);
  for (uint64_t address : used) {
    if (!WriteIfReached(address)) continue;
    const SyncObject& object = machine_.sync_.At(address);
    WriteNumber(static_cast<uint64_t>(object.kind) << 8 | static_cast<uint64_t>(object.type) << 4 |
                object.is_running << 2 | object.is_done << 1 | object.is_destroyed);
    WriteNumber(uint64_t{RankOf(object.owner)} << 32 | object.depth);
    std::vector<uint64_t> readers;
    for (const auto& [reader, depth] : object.readers) {
      readers.push_back(uint64_t{RankOf(reader)} << 32 | depth);
    }
    if (machine_.limits_.is_symmetric) std::sort(readers.begin(), readers.end());
    WriteNumber(readers.size());
    for (uint64_t reader : readers) WriteNumber(reader);
    WriteNumber(object.count);
    WriteNumber(uint64_t{object.arrived} << 32 | object.generation);
    WriteNumber(uint64_t{object.leaving} << 2 | object.is_told << 1 | object.is_mixed);
  }
  WriteNumber(0);
  used.clear();
  for (const auto& [address, unused] : machine_.attributes_) used.push_back(address);
  std::sort(used.begin(), used.end(), is_before);
  for (uint64_t address : used) {
    if (WriteIfReached(address)) WriteNumber(machine_.attributes_.at(address));
  }
  WriteNumber(0);
}

// Values that loads may find in an object beside the newest ones.
void StateWriter::WriteOlder(uint64_t number) {
  const auto& words = machine_.causality_.words();
  for (auto word = words.LowerBound(Memory::AddressOf(number));
       word != words.end() && Memory::NumberOf(word->first) == number; ++word) {
    WriteNumber(Memory::OffsetOf(word->first));
    WriteNumber(word->second->older.size());
    for (const Causality::Message& message : word->second->older) {
      const Value& value = message.value;
      const bool is_address = value.known && machine_.memory_.IsAddress(value);
      WriteNumber(uint64_t{value.known} << 1 | is_address);
      if (is_address) WriteNumber(Reach(Memory::NumberOf(value.address())));
      if (value.known)
        WriteNumber(is_address ? Memory::OffsetOf(value.address()) : value.address());
    }
  }
}

// What is known is told by facts.
void StateWriter::WriteWords() {
  const Causality& causality = machine_.causality_;
  scope_ = FindScope();
  for (const Causality::Scope::ThreadOf& one : scope_.threads) WriteNumber(RankOf(one.thread));
  WriteNumber(scope_.words.size());
  for (uint64_t address : scope_.words) {
    WriteIfReached(address);
    const Causality::Word& word = causality.words().At(address);
    WriteNumber(uint64_t{word.width} << 2 | static_cast<uint64_t>(word.kind));
    if (!machine_.limits_.finds_older) continue;
    for (const Causality::Message& message : word.older) WriteNumber(message.is_update);
    WriteNumber(word.newest.is_update);
  }
  WriteNumber(scope_.locks.size());
  for (uint64_t address : scope_.locks) WriteIfReached(address);
}

Causality::Scope StateWriter::FindScope() const {
  const Causality& causality = machine_.causality_;
  Causality::Scope scope;
  for (uint32_t t : order_) {
    const Thread& thread = *machine_.threads_[t];
    if (t >= causality.threads().size()) continue;
    if (thread.has_ended && (thread.is_joined || thread.is_detached)) continue;
    scope.threads.push_back({t, thread.has_ended});
  }
  const auto add = [&](const auto& all, std::vector<uint64_t>* addresses) {
    for (const auto& [address, unused] : all) {
      if (PlaceOf(address).first != 0) addresses->push_back(address);
    }
    std::sort(addresses->begin(), addresses->end(),
              [&](uint64_t a, uint64_t b) { return PlaceOf(a) < PlaceOf(b); });
  };
  add(causality.words(), &scope.words);
  add(causality.locks(), &scope.locks);
  return scope;
}

// With threads and objects as they are numbered in the state.
Causality::Facts StateWriter::FindFacts() const {
  return machine_.causality_.FactsOf(scope_, [&](uint64_t address) {
    const auto [object, offset] = PlaceOf(address);
    return object == 0 ? 0 : Memory::AddressOf(object) + offset;
  });
}

void StateWriter::SetFacts(Causality::Facts facts, Machine* machine) const {
  for (Causality::Fact& fact : facts.all) {
    if (fact.write != 0) continue;
    const uint64_t address = fact.bytes.address;
    fact.bytes.address =
        Memory::AddressOf(reached_[Memory::NumberOf(address)]) + Memory::OffsetOf(address);
  }
  machine->causality_.SetFacts(scope_, facts);
}

void StateWriter::WriteFacts(const Causality::Facts& facts) {
  WriteNumber(facts.all.size());
  for (const Causality::Fact& fact : facts.all) {
    WriteNumber(fact.write);
    WriteNumber(fact.bytes.address);
    WriteNumber(fact.bytes.size << 2 | fact.bytes.is_write << 1 | fact.bytes.is_atomic);
    WriteNumber(fact.bytes.stride);
    for (uint64_t bits : fact.known_to) WriteNumber(bits);
  }
}

uint32_t StateWriter::Reach(uint32_t object) {
  uint32_t& name = names_[object];
  if (name == 0) {
    name = reached_.size();
    reached_.push_back(object);
  }
  return name;
}

std::pair<uint64_t, uint64_t> StateWriter::PlaceOf(uint64_t address) const {
  const uint64_t number = Memory::NumberOf(address);
  return {number < names_.size() ? names_[number] : 0, Memory::OffsetOf(address)};
}

bool StateWriter::WriteIfReached(uint64_t address) {
  const auto [name, offset] = PlaceOf(address);
  if (name == 0) return false;
  WriteNumber(name);
  WriteNumber(offset);
  return true;
}

Digest StateDigest(const Machine& machine) {
  return StateWriter(machine).Write(/*has_facts=*/true);
}

}  // namespace plait::witness
