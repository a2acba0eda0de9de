#include "checkers/witness/state.h"

#include <xxhash.h>

#include <algorithm>
#include <tuple>

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;

enum Tag : uint8_t { kUnknownValue, kNumber, kAddress };

}  // namespace

std::string StateWriter::Write() {
  const Machine& m = machine_;
  numbers_.resize(m.memory_.objects().size(), 0);
  for (size_t i = 0; i < m.globals_.size(); ++i) {
    if (m.globals_[i] == 0) continue;
    WriteNumber(i + 1);
    WriteAddress(m.globals_[i]);
  }
  WriteNumber(0);
  WriteNumber(m.threads_.size());
  for (const Thread& thread : m.threads_) WriteThread(thread);
  for (size_t i = 1; i < reached_.size(); ++i) WriteObject(m.memory_.objects()[reached_[i]]);
  WriteLocks();
  if (m.limits_.is_weak) WriteCausality();
  WriteNumber(m.outside_caller_);
  WriteNumber(m.atomic_owner_);
  WriteNumber(m.atomic_depth_);
  WriteNumber(m.next_initialiser_);
  for (uint32_t function : m.key_destructors_) WriteNumber(function);
  return std::move(bytes_);
}

void StateWriter::WriteThread(const Thread& thread) {
  const uint32_t flags = thread.has_ended | thread.is_detached << 1 | thread.is_joined << 2 |
                         thread.has_call_result << 3;
  WriteNumber(flags);
  WriteValue(thread.result);
  WriteNumber(thread.frames.size());
  for (const Frame& frame : thread.frames) {
    WriteNumber(frame.code->definition);
    WriteNumber(uint64_t{frame.block} << 32 | frame.index);
    WriteNumber(uint64_t{frame.registers} << 32 | frame.slots);
    WriteNumber(uint64_t{frame.owned} << 32 | frame.result);
    WriteNumber(static_cast<uint64_t>(frame.then));
    WriteAddress(frame.once);
  }
  WriteNumber(thread.registers.size());
  for (const Value& value : thread.registers) WriteValue(value);
  WriteNumber(thread.slots.size());
  for (uint64_t address : thread.slots) WriteAddress(address);
  WriteNumber(thread.owned.size());
  for (uint64_t address : thread.owned) WriteAddress(address);
  WriteNumber(thread.segment.size());
  for (const Bytes& bytes : thread.segment) {
    WriteAddress(bytes.address);
    WriteNumber(bytes.size << 2 | bytes.is_write << 1 | bytes.is_atomic);
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

void StateWriter::WriteObject(const Memory::Object& object) {
  WriteNumber(static_cast<uint64_t>(object.kind) << 2 | object.is_alive << 1 | object.is_shared);
  // Which literal it is tells what its next use will be.
  if (object.kind == ObjectKind::kString) {
    WriteNumber(uint64_t{object.origin.owner} << 32 | object.origin.index);
    return;
  }
  if (!object.is_alive) return;
  WriteNumber(object.size);
  for (uint64_t offset = 0; offset < object.size; offset += kWord) {
    uint32_t known = 0;
    const auto word = Value::Of(static_cast<int64_t>(Memory::WordAt(object, offset, &known)));
    bytes_ += static_cast<char>(known);
    if (known == 0xff) {
      WriteValue(word);
    } else {
      WriteNumber(word.bits);
    }
  }
}

void StateWriter::WriteLocks() {
  std::vector<uint64_t> used;
  for (const auto& [address, unused] : machine_.sync_) used.push_back(address);
  const auto is_before = [&](uint64_t a, uint64_t b) { return PlaceOf(a) < PlaceOf(b); };
  std::sort(used.begin(), used.end(), is_before);
  for (uint64_t address : used) {
    if (!WriteIfReached(address)) continue;
    const SyncObject& object = machine_.sync_.at(address);
    WriteNumber(static_cast<uint64_t>(object.kind) << 8 | static_cast<uint64_t>(object.type) << 4 |
                object.is_running << 2 | object.is_done << 1 | object.is_destroyed);
    WriteNumber(uint64_t{object.owner} << 32 | object.depth);
    WriteNumber(object.readers.size());
    for (const auto& [reader, depth] : object.readers) WriteNumber(uint64_t{reader} << 32 | depth);
    WriteNumber(object.count);
    WriteNumber(uint64_t{object.arrived} << 32 | object.generation);
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

// Moments are numbered anew, by those that are still asked for: only their order matters.
void StateWriter::WriteCausality() {
  using View = Causality::View;
  using Moment = Causality::Moment;
  const Causality& causality = machine_.causality_;
  std::vector<std::pair<std::pair<uint64_t, uint64_t>, const Causality::Past*>> past;
  for (const Causality::Past& one : causality.past()) {
    const auto place = PlaceOf(one.bytes.address);
    if (place.first != 0) past.emplace_back(place, &one);
  }
  std::vector<std::pair<std::pair<uint64_t, uint64_t>, const Causality::Word*>> words;
  for (const auto& [address, word] : causality.words()) {
    const auto place = PlaceOf(address);
    if (place.first != 0) words.emplace_back(place, &word);
  }
  std::vector<Moment> asked;
  for (const auto& [place, one] : past) asked.push_back(one->moment);
  for (const auto& [place, word] : words) {
    for (const Causality::Write* write : {&word->newest, &word->newest_store}) {
      asked.insert(asked.end(), write->witness.begin(), write->witness.end());
    }
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  const auto write_moment = [&](Moment moment) {
    WriteNumber(std::upper_bound(asked.begin(), asked.end(), moment) - asked.begin());
  };
  const auto write_view = [&](const View& view) {
    for (uint32_t t = 0; t < causality.threads().size(); ++t) write_moment({t, view[t]});
  };
  const auto write_write = [&](const Causality::Write& write) {
    WriteNumber(write.witness.size());
    if (write.is_known) return;
    write_moment(write.moment);
    std::vector<Moment> witness = write.witness;
    std::sort(witness.begin(), witness.end());
    for (Moment moment : witness) write_moment(moment);
  };
  WriteNumber(asked.size());
  for (Moment moment : asked) WriteNumber(moment.thread);
  for (uint32_t t = 0; t < causality.threads().size(); ++t) {
    const Causality::ThreadViews& views = causality.threads()[t];
    write_view(views.known);
    write_view(views.before);
    if (machine_.threads_[t].has_ended) continue;
    write_view(views.loaded);
    write_view(views.offered);
  }
  const auto key = [](const auto& entry) {
    const Bytes& b = entry.second->bytes;
    return std::make_tuple(entry.first, b.size, b.is_write, b.is_atomic, entry.second->moment);
  };
  std::sort(past.begin(), past.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  WriteNumber(past.size());
  for (const auto& [place, one] : past) {
    WriteNumber(place.first);
    WriteNumber(place.second);
    WriteNumber(one->bytes.size << 2 | one->bytes.is_write << 1 | one->bytes.is_atomic);
    write_moment(one->moment);
  }
  std::sort(words.begin(), words.end());
  WriteNumber(words.size());
  for (const auto& [place, word] : words) {
    WriteNumber(place.first);
    WriteNumber(place.second);
    WriteNumber(word->width);
    write_write(word->newest);
    write_write(word->newest_store);
    write_view(word->message);
    write_view(word->written);
    write_view(word->accessed);
  }
  std::vector<std::pair<std::pair<uint64_t, uint64_t>, const Causality::LockViews*>> locks;
  for (const auto& [address, views] : causality.locks()) {
    const auto place = PlaceOf(address);
    if (place.first != 0) locks.emplace_back(place, &views);
  }
  std::sort(locks.begin(), locks.end());
  WriteNumber(locks.size());
  for (const auto& [place, views] : locks) {
    WriteNumber(place.first);
    WriteNumber(place.second);
    write_view(views->known);
    write_view(views->before);
  }
}

void StateWriter::WriteNumber(uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes_ += static_cast<char>(number | 0x80);
  bytes_ += static_cast<char>(number);
}

void StateWriter::WriteValue(Value value) {
  if (!value.known) {
    bytes_ += kUnknownValue;
  } else if (machine_.memory_.IsAddress(value)) {
    bytes_ += kAddress;
    WriteNumber(Reach(value.address()));
    WriteNumber(Memory::OffsetOf(value.address()));
  } else {
    bytes_ += kNumber;
    WriteNumber(value.address());
  }
}

uint32_t StateWriter::Reach(uint64_t address) {
  uint32_t& number = numbers_[Memory::NumberOf(address)];
  if (number == 0) {
    number = reached_.size();
    reached_.push_back(Memory::NumberOf(address));
  }
  return number;
}

std::pair<uint64_t, uint64_t> StateWriter::PlaceOf(uint64_t address) const {
  const uint64_t number = Memory::NumberOf(address);
  return {number < numbers_.size() ? numbers_[number] : 0, Memory::OffsetOf(address)};
}

bool StateWriter::WriteIfReached(uint64_t address) {
  const uint64_t number = Memory::NumberOf(address);
  if (number >= numbers_.size() || numbers_[number] == 0) return false;
  WriteNumber(numbers_[number]);
  WriteNumber(Memory::OffsetOf(address));
  return true;
}

std::pair<uint64_t, uint64_t> StateDigest(const Machine& machine) {
  const std::string bytes = StateWriter(machine).Write();
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

}  // namespace plait::witness
