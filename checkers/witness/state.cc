#include "checkers/witness/state.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;

enum Tag : uint8_t { kUnknownValue, kNumber, kAddress, kBelow, kAbove, kInside };

// Moments that are asked for, by thread. Only their order matters.
class Moments {
 public:
  void Add(Causality::Moment moment) { clocks_[moment.thread].push_back(moment.clock); }

  void Sort() {
    for (std::vector<uint32_t>& clocks : clocks_) {
      std::sort(clocks.begin(), clocks.end());
      clocks.erase(std::unique(clocks.begin(), clocks.end()), clocks.end());
    }
  }

  size_t CountOf(uint32_t thread) const { return clocks_[thread].size(); }

  // How many are not later.
  uint64_t RankOf(Causality::Moment moment) const {
    const std::vector<uint32_t>& clocks = clocks_[moment.thread];
    return std::upper_bound(clocks.begin(), clocks.end(), moment.clock) - clocks.begin();
  }

 private:
  std::array<std::vector<uint32_t>, Causality::kMaxThreads> clocks_;
};

}  // namespace

std::string StateWriter::Write() {
  const Machine& m = machine_;
  constexpr size_t kUsualSize = 2048;
  bytes_.reserve(kUsualSize);
  numbers_.resize(m.memory_.objects().size(), 0);
  for (size_t i = 0; i < m.globals_.size(); ++i) {
    if (m.globals_[i] == 0) continue;
    WriteNumber(i + 1);
    WriteAddress(m.globals_[i]);
  }
  WriteNumber(0);
  OrderThreads();
  WriteNumber(order_.size());
  for (uint32_t t : order_) WriteThread(m.threads_[t]);
  for (size_t i = 1; i < reached_.size(); ++i) {
    WriteObject(m.memory_.objects()[reached_[i]]);
    if (m.limits_.finds_older) WriteOlder(reached_[i]);
  }
  WriteLifetimes();
  WriteLocks();
  if (m.limits_.is_weak) WriteCausality();
  WriteNumber(RankOf(m.outside_caller_));
  WriteNumber(RankOf(m.atomic_owner_));
  WriteNumber(m.atomic_depth_);
  for (uint32_t function : m.key_destructors_) WriteNumber(function);
  return std::move(bytes_);
}

void StateWriter::OrderThreads() {
  const std::deque<Thread>& threads = machine_.threads_;
  for (uint32_t t = 0; t < threads.size(); ++t) order_.push_back(t);
  if (machine_.limits_.is_symmetric) {
    std::vector<std::string> keys;
    for (const Thread& thread : threads) {
      keys.push_back(StateWriter(machine_).WriteAlone(thread, /*by_number=*/false));
    }
    std::stable_sort(order_.begin() + 1, order_.end(),
                     [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
  }
  ranks_.resize(order_.size());
  for (uint32_t i = 0; i < order_.size(); ++i) ranks_[order_[i]] = i;
}

std::string StateWriter::WriteAlone(const Thread& thread, bool by_number) {
  naming_ = by_number ? Naming::kNumber : Naming::kOrigin;
  WriteThread(thread);
  return std::move(bytes_);
}

void StateWriter::WriteThread(const Thread& thread) {
  const uint32_t flags = thread.has_ended | thread.is_detached << 1 | thread.is_joined << 2 |
                         thread.has_call_result << 3 |
                         (thread.is_many && naming_ != Naming::kNumber) << 4 |
                         thread.has_locked << 5;
  WriteNumber(flags);
  if (machine_.limits_.is_symmetric) {
    WriteNumber(thread.created.definition);
    WriteNumber(thread.created.instruction);
  }
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
  WriteRegisters(thread);
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

// Those that are still read.
void StateWriter::WriteRegisters(const Thread& thread) {
  for (size_t i = 0; i < thread.frames.size(); ++i) {
    const Frame& frame = thread.frames[i];
    const bool is_last = i + 1 == thread.frames.size();
    const Liveness& live = frame.code->live();
    const ir::Register count = frame.code->body->register_names.size();
    for (ir::Register r = 0; r < count; ++r) {
      const bool is_awaited = !is_last && thread.frames[i + 1].result == r;
      if (!is_awaited && live.IsLive(frame.block, frame.index, r)) {
        WriteValue(thread.registers[frame.registers + r]);
      }
    }
  }
}

void StateWriter::WriteObject(const Memory::Object& object) {
  WriteNumber(static_cast<uint64_t>(object.kind) << 3 | object.is_unsized << 2 |
              object.is_alive << 1 | object.is_shared);
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

// Which objects may lie where dead ones did that are still pointed to.
void StateWriter::WriteLifetimes() {
  const Memory& memory = machine_.memory_;
  for (size_t i = 1; i < reached_.size(); ++i) {
    if (memory.objects()[reached_[i]].is_alive) continue;
    for (size_t k = 1; k < reached_.size(); ++k) {
      if (memory.MayShareAddress(reached_[i], reached_[k])) WriteNumber(k);
    }
    WriteNumber(0);
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
  for (auto word = words.lower_bound(Memory::AddressOf(number));
       word != words.end() && Memory::NumberOf(word->first) == number; ++word) {
    WriteNumber(Memory::OffsetOf(word->first));
    WriteNumber(word->second.older.size());
    for (const Causality::Message& message : word->second.older) WriteValue(message.value);
  }
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
  // What is known is compared with accesses and with who knows a write; what comes before in other
  // orders, with writes.
  Moments known, before, consistent;
  for (const auto& [place, one] : past) known.Add(one->moment);
  for (const auto& [place, word] : words) {
    const bool is_consistent = word->kind == Causality::WordKind::kConsistent;
    const auto ask = [&](const Causality::Write& write) {
      for (Moment moment : write.witness) known.Add(moment);
      if (write.is_known) return;
      before.Add(write.moment);
      if (is_consistent) consistent.Add(write.moment);
    };
    ask(word->newest_store);
    ask(word->newest.write);
    for (const Causality::Message& message : word->older) ask(message.write);
  }
  for (Moments* moments : {&known, &before, &consistent}) moments->Sort();
  const auto ranked = [&](Moment moment) {
    return std::make_pair(RankOf(moment.thread), known.RankOf(moment));
  };
  const auto write_moment = [&](Moment moment) {
    WriteNumber(RankOf(moment.thread));
    WriteNumber(known.RankOf(moment));
  };
  // Threads in their order.
  std::vector<uint32_t> threads = order_;
  std::erase_if(threads, [&](uint32_t t) { return t >= causality.threads().size(); });
  // How many are not 0, and these.
  const auto write_view = [&](const Moments& moments, const View& view) {
    const size_t count = bytes_.size();
    bytes_ += '\0';
    for (uint32_t t : threads) {
      if (view[t] == 0) continue;
      const uint64_t rank = moments.RankOf({t, view[t]});
      if (rank == 0) continue;
      ++bytes_[count];
      WriteNumber(RankOf(t));
      WriteNumber(rank);
    }
  };
  const auto write_knowledge = [&](const Causality::Knowledge& knowledge) {
    write_view(known, knowledge.known);
    const bool has_bound = knowledge.bound != knowledge.known;
    WriteNumber(has_bound);
    if (has_bound) write_view(known, knowledge.bound);
    write_view(consistent, knowledge.consistent);
  };
  const auto write_write = [&](const Causality::Write& write) {
    WriteNumber(write.witness.size());
    if (write.is_known) return;
    write_moment(write.moment);
    std::vector<Moment> witness = write.witness;
    std::sort(witness.begin(), witness.end(),
              [&](Moment a, Moment b) { return ranked(a) < ranked(b); });
    for (Moment moment : witness) write_moment(moment);
  };
  const auto write_message = [&](const Causality::Message& message) {
    WriteNumber(message.is_update);
    write_write(message.write);
    write_knowledge(message.told);
    write_view(before, message.written);
    write_view(consistent, message.consistent_at);
  };
  for (const Moments* moments : {&known, &before, &consistent}) {
    for (uint32_t t : threads) WriteNumber(moments->CountOf(t));
  }
  for (uint32_t t : threads) {
    const Causality::ThreadViews& views = causality.threads()[t];
    const Thread& thread = machine_.threads_[t];
    if (thread.has_ended && (thread.is_joined || thread.is_detached)) continue;
    write_knowledge(views);
    write_view(before, views.before);
    if (thread.has_ended) continue;
    write_knowledge(views.loaded);
    write_knowledge(views.offered);
  }
  const auto key = [&](const auto& entry) {
    const Bytes& b = entry.second->bytes;
    return std::make_tuple(entry.first, b.size, b.is_write, b.is_atomic,
                           ranked(entry.second->moment));
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
    WriteNumber(static_cast<uint64_t>(word->kind));
    write_write(word->newest_store);
    for (const Causality::Message& message : word->older) write_message(message);
    write_message(word->newest);
    write_view(before, word->accessed);
    write_view(consistent, word->consistent_accessed);
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
    write_knowledge(*views);
    write_view(before, views->before);
  }
  write_knowledge(causality.fence());
  write_view(before, causality.fence().before);
}

void StateWriter::WriteNumber(uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes_ += static_cast<char>(number | 0x80);
  bytes_ += static_cast<char>(number);
}

void StateWriter::WriteValue(Value value) {
  if (!value.known && value.side == Value::Side::kInside) {
    bytes_ += kInside;
    WriteNumber(Reach(value.address()));
  } else if (!value.known) {
    bytes_ += value.side == Value::Side::kAny     ? kUnknownValue
              : value.side == Value::Side::kBelow ? kBelow
                                                  : kAbove;
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
  if (naming_ == Naming::kNumber) return Memory::NumberOf(address);
  if (naming_ == Naming::kOrigin) {
    const Memory::Origin& origin = machine_.memory_.objects()[Memory::NumberOf(address)].origin;
    return origin.owner << 12 ^ origin.index;  // need not tell all apart
  }
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

std::string ThreadState(const Machine& machine, uint32_t thread) {
  return StateWriter(machine).WriteAlone(machine.threads()[thread], /*by_number=*/true);
}

std::pair<uint64_t, uint64_t> StateDigest(const Machine& machine) {
  const std::string bytes = StateWriter(machine).Write();
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

}  // namespace plait::witness
