// Threads that explorations do not tell apart, and any number of threads in one state.
#include <algorithm>
#include <utility>
#include <vector>

#include "checkers/witness/machine.h"
#include "checkers/witness/state.h"
#include "summaries/sorted_sets.h"

namespace plait::witness {

std::vector<uint32_t> Machine::EndedThreadsOf(Value handle, bool* has_others) const {
  std::vector<uint32_t> ended;
  for (uint32_t t = 1; t < threads_.size(); ++t) {
    const Thread& thread = *threads_[t];
    if (!handle.known || HandleOf(t) != handle.address() || thread.is_detached) continue;
    if (thread.has_ended && !thread.is_joined) ended.push_back(t);
    *has_others |= !thread.has_ended;
  }
  return ended;
}

bool Machine::OwnsLocks(uint32_t t) const {
  return std::any_of(sync_.begin(), sync_.end(), [&](const auto& entry) {
    const SyncObject& object = *entry.second;
    return object.owner == t || std::any_of(object.readers.begin(), object.readers.end(),
                                            [&](const auto& reader) { return reader.first == t; });
  });
}

// Whether it has nothing that another thread in the same state has not.
bool Machine::IsMergeable(uint32_t t) const {
  const Thread& thread = *threads_[t];
  const bool has_objects = std::any_of(thread.slots.begin(), thread.slots.end(),
                                       [](uint64_t address) { return address != 0; }) ||
                           !thread.owned.empty() || !thread.thread_locals.empty() ||
                           thread.error_number != 0;
  // Of what is done in phases, the first one of a barrier counts the thread.
  return t != 0 && !has_objects && thread.phase != 1 && atomic_owner_ != t &&
         outside_caller_ != t && !OwnsLocks(t) &&
         std::all_of(thread.frames.begin(), thread.frames.end(),
                     [](const Frame& frame) { return frame.then == Frame::Then::kNothing; });
}

// Objects on the heap that the thread alone knows of, and that know of none such.
std::vector<uint32_t> Machine::OwnObjects(uint32_t t) const {
  const StateWriter writer(*this);
  std::vector<uint32_t> own;
  for (uint32_t number : writer.OutlineOf(t).mentioned) {
    const Memory::Object& object = *memory_.objects()[number];
    if (object.is_alive && object.kind == ObjectKind::kHeap && !object.is_unsized &&
        !object.chain.has_value()) {
      own.push_back(number);
    }
  }
  SortUnique(&own);
  const auto exclude = [&](uint32_t number) {
    const auto found = std::lower_bound(own.begin(), own.end(), number);
    if (found != own.end() && *found == number) own.erase(found);
  };
  const auto exclude_all = [&](const Outline& outline) {
    for (uint32_t number : outline.mentioned) exclude(number);
  };
  for (uint32_t other = 0; other < threads_.size() && !own.empty(); ++other) {
    if (other != t) exclude_all(writer.OutlineOf(other));
  }
  for (uint32_t number = 1; number < memory_.objects().size() && !own.empty(); ++number) {
    if (memory_.objects()[number]->is_alive) exclude_all(writer.OutlineOfObject(number));
  }
  for (const auto& [address, unused] : sync_) exclude(Memory::NumberOf(address));
  for (const auto& [address, unused] : attributes_) exclude(Memory::NumberOf(address));
  return own;
}

// Who comes to know of an object later does so by an operation that orders threads.
void Machine::ForgetOwnAccesses() {
  for (uint32_t t = 1; t < threads_.size(); ++t) {
    const std::vector<Bytes>& segment = threads_[t]->segment;
    if (segment.empty()) continue;
    const std::vector<uint32_t> own = OwnObjects(t);
    const auto is_own = [&](const Bytes& bytes) {
      return ContainsSorted(own, static_cast<uint32_t>(Memory::NumberOf(bytes.address)));
    };
    if (std::any_of(segment.begin(), segment.end(), is_own)) {
      std::erase_if(threads_[t].Own().segment, is_own);
    }
  }
}

bool Machine::IsKnownBeside(uint32_t number, uint32_t holder) const {
  const StateWriter writer(*this);
  const auto mentions = [&](const Outline& outline) {
    return std::find(outline.mentioned.begin(), outline.mentioned.end(), number) !=
           outline.mentioned.end();
  };
  for (uint32_t t = 0; t < threads_.size(); ++t) {
    if (mentions(writer.OutlineOf(t))) return true;
  }
  for (uint32_t other = 1; other < memory_.objects().size(); ++other) {
    if (other != holder && memory_.objects()[other]->is_alive &&
        mentions(writer.OutlineOfObject(other))) {
      return true;
    }
  }
  return false;
}

// What an object that was taken out of a list still points to is mostly not looked at any more. If
// it is, the exploration ends there.
void Machine::ForgetLinksOfOwn() {
  constexpr uint64_t kWord = 8;
  for (uint32_t t = limits_.multiplies_threads ? 1 : 0; t < threads_.size(); ++t) {
    for (uint32_t number : OwnObjects(t)) {
      const Shared<Memory::Object> object = memory_.objects()[number];
      for (uint64_t offset = 0; offset + kWord <= object->size; offset += kWord) {
        uint32_t known = 0;
        const auto word = Value::Of(static_cast<int64_t>(Memory::WordAt(*object, offset, &known)));
        const bool is_link =
            known == 0xff && memory_.IsAddress(word) &&
            memory_.objects()[Memory::NumberOf(word.address())]->origin == object->origin;
        // What nothing else leads to is a list that the thread has for itself.
        if (is_link && (limits_.multiplies_threads ||
                        (IsKnownBeside(Memory::NumberOf(word.address()), number) &&
                         !limits_.relevance->IsNeededAt(*object, offset))))
          memory_.Store(Memory::AddressOf(number) + offset, kWord, Value::Unknown());
      }
    }
  }
}

// Whether they differ only in which objects of their own they have.
bool Machine::AreInOneState(uint32_t a, uint32_t b) const {
  const StateWriter writer(*this);
  const Outline &one = writer.OutlineOf(a), &two = writer.OutlineOf(b);
  if (one.digest != two.digest) return false;
  if (one == two) return true;
  const std::vector<uint32_t> own = OwnObjects(a), others_own = OwnObjects(b);
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  for (size_t i = 0; i < one.mentioned.size(); ++i) {
    if (one.mentioned[i] != two.mentioned[i]) {
      pairs.emplace_back(one.mentioned[i], two.mentioned[i]);
    } else if (ContainsSorted(own, one.mentioned[i])) {
      return false;
    }
  }
  SortUnique(&pairs);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto [x, y] = pairs[i];
    // One for one.
    for (size_t k = 0; k < i; ++k) {
      if (pairs[k].first == x || pairs[k].second == y) return false;
    }
    if (!ContainsSorted(own, x) || !ContainsSorted(others_own, y) ||
        memory_.objects()[x]->origin != memory_.objects()[y]->origin ||
        writer.OutlineOfObject(x) != writer.OutlineOfObject(y)) {
      return false;
    }
  }
  return true;
}

// Those that are over and that nobody can wait for any more are nothing to anybody.
void Machine::MergeThreads() {
  for (uint32_t t = threads_.size(); t-- > 1;) {
    const Thread& thread = *threads_[t];
    const bool is_over =
        thread.has_ended && (thread.is_joined || thread.is_detached) && thread.segment.empty();
    if (is_over && outside_caller_ != t && !OwnsLocks(t)) RemoveThread(t);
  }
  if (!limits_.merges_threads) return;
  for (uint32_t t = threads_.size(); t-- > 2;) {
    if (!IsMergeable(t)) continue;
    for (uint32_t other = 1; other < t; ++other) {
      if (!IsMergeable(other) || !AreInOneState(t, other)) continue;
      for (uint32_t number : OwnObjects(t)) memory_.Free(Memory::AddressOf(number));
      threads_[other].Own().is_many = true;
      RemoveThread(t);
      break;
    }
  }
  if (limits_.multiplies_threads) MultiplyThreads();
}

// Where there are any number of threads of a creation in one state, there may be so in each.
void Machine::MultiplyThreads() {
  for (uint32_t t = 1; t < threads_.size(); ++t) {
    if (threads_[t]->is_many || !IsMergeable(t)) continue;
    const bool is_one_of_many =
        std::any_of(threads_.begin() + 1, threads_.end(), [&](const Shared<Thread>& other) {
          return other->is_many && other->created == threads_[t]->created;
        });
    if (is_one_of_many) threads_[t].Own().is_many = true;
  }
}

// The last one takes its number.
void Machine::RemoveThread(uint32_t t) {
  const uint32_t last = threads_.size() - 1;
  if (t != last) threads_[t] = std::move(threads_[last]);
  threads_.pop_back();
  const uint64_t is_last_blocked = blocked_ >> last & 1;
  blocked_ &= ~(uint64_t{1} << last | uint64_t{1} << t);
  if (t != last) blocked_ |= is_last_blocked << t;
  const auto rename = [&](uint32_t* number) {
    if (*number == last) *number = t;
  };
  sync_.ForEach([&](Shared<SyncObject>& object) {
    if (object->owner != last && object->readers.empty()) return;
    rename(&object.Own().owner);
    for (auto& [reader, depth] : object.Own().readers) rename(&reader);
  });
  rename(&atomic_owner_);
  rename(&outside_caller_);
}

// It has objects of its own where the others have theirs.
uint32_t Machine::Split(uint32_t t) {
  const std::vector<uint32_t> own = OwnObjects(t);
  threads_.push_back(threads_[t]);
  Thread& one = threads_.back().Own();
  one.is_many = false;
  for (uint32_t number : own) {
    const uint64_t copy = memory_.Clone(number);
    if (copy == 0) {
      Stop("too much memory");
      break;
    }
    const auto moved = [&](uint64_t address) {
      return Memory::NumberOf(address) == number
                 ? Memory::AddressOf(copy) + Memory::OffsetOf(address)
                 : address;
    };
    const auto move = [&](Value* value) {
      if (value->known || value->PointsInside()) {
        value->bits = static_cast<int64_t>(moved(value->address()));
      }
    };
    for (Value& value : one.registers) move(&value);
    move(&one.result);
    move(&one.call_result);
    for (Value& value : one.keys) move(&value);
    for (Bytes& bytes : one.segment) bytes.address = moved(bytes.address);
    for (Bytes& bytes : one.accesses) bytes.address = moved(bytes.address);
  }
  return threads_.size() - 1;
}

}  // namespace plait::witness
