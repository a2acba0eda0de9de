// Threads that explorations do not tell apart, and any number of threads in one state.
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "checkers/witness/machine.h"
#include "checkers/witness/state.h"
#include "summaries/sorted_sets.h"

namespace plait::witness {
namespace {

constexpr uint64_t kWord = 8;
constexpr uint32_t kAnyNumber = 0xffffffff;  // of threads in one state

}  // namespace

std::vector<uint32_t> Machine::EndedThreadsOf(Value handle, bool* has_others) const {
  std::vector<uint32_t> ended;
  for (uint32_t t = 1; t < threads_.size(); ++t) {
    const Thread& thread = *threads_[t];
    if (!handle.known || !AreOfOneCreation(handle, HandleOf(t)) || thread.is_detached) continue;
    if (thread.has_ended && !thread.is_joined) ended.push_back(t);
    *has_others |= !thread.has_ended;
  }
  return ended;
}

uint64_t Machine::NewHandle(uint32_t t, bool is_kept) {
  const uint64_t handle = HandleOf(t);
  if (!limits_.is_symmetric) return handle;
  const Site created = threads_[t]->created;
  auto crowd = std::lower_bound(crowds_.begin(), crowds_.end(), created,
                                [](const Crowd& a, Site site) { return a.created < site; });
  if (crowd == crowds_.end() || crowd->created != created) {
    crowd = crowds_.insert(crowd, {.created = created, .handle = handle});
  }
  const bool is_all = limits_.relevance != nullptr &&
                      limits_.relevance->NeedOf(Relevance::kWhichThread) != Relevance::Need::kNone;
  const uint32_t number = std::countr_one(crowd->numbers);
  crowd->is_counted &= is_kept && number < (is_all ? Crowd::kMost : Crowd::kFew);
  if (!crowd->is_counted) return handle;
  crowd->numbers |= uint64_t{1} << number;
  return handle + number + 1;
}

Crowd* Machine::CrowdOf(Value handle) {
  for (Crowd& crowd : crowds_) {
    if (AreOfOneCreation(handle, crowd.handle)) return &crowd;
  }
  return nullptr;
}

std::optional<bool> Machine::IsJoinable(Value handle) {
  const Crowd* const crowd = handle.known ? CrowdOf(handle) : nullptr;
  if (crowd == nullptr || !crowd->is_counted || handle.address() == crowd->handle) {
    return std::nullopt;
  }
  return (crowd->numbers >> (handle.address() - crowd->handle - 1) & 1) != 0;
}

void Machine::NoteJoined(Value handle) {
  if (IsJoinable(handle) != true) return;
  Crowd& crowd = *CrowdOf(handle);
  crowd.numbers &= ~(uint64_t{1} << (handle.address() - crowd.handle - 1));
}

void Machine::StopCounting(Value handle) {
  for (Crowd& crowd : crowds_) {
    if (!handle.known || AreOfOneCreation(handle, crowd.handle)) crowd.is_counted = false;
  }
}

uint32_t Machine::MostInMany(Site created) const {
  const auto crowd = std::find_if(crowds_.begin(), crowds_.end(),
                                  [&](const Crowd& one) { return one.created == created; });
  if (crowd == crowds_.end() || !crowd->is_counted) return kAnyNumber;
  const auto singles =
      std::count_if(threads_.begin() + 1, threads_.end(), [&](const Shared<Thread>& thread) {
        return thread->created == created && !thread->is_many && !thread->is_joined;
      });
  return std::popcount(crowd->numbers) - std::min<uint32_t>(singles, std::popcount(crowd->numbers));
}

uint32_t Machine::MostAlike() const {
  uint32_t most = 0;
  for (const Shared<Thread>& thread : threads_) {
    most = std::max<uint32_t>(
        most, std::count_if(threads_.begin(), threads_.end(), [&](const Shared<Thread>& other) {
          return other->entry == thread->entry && !other->has_ended;
        }));
  }
  return most;
}

bool Machine::MayBothBe(uint32_t t, uint32_t other) const {
  const Thread &one = *threads_[t], &two = *threads_[other];
  return !one.is_many || !two.is_many || one.created != two.created || MostInMany(one.created) > 1;
}

bool Machine::MayNotBe(uint32_t t) const {
  const Thread& thread = *threads_[t];
  return thread.is_many && MostInMany(thread.created) != kAnyNumber &&
         std::any_of(threads_.begin() + 1, threads_.end(), [&](const Shared<Thread>& other) {
           return other->is_many && other->created == thread.created && &*other != &thread;
         });
}

bool Machine::OwnsLocks(uint32_t t) const {
  return std::any_of(sync_.begin(), sync_.end(), [&](const auto& entry) {
    const SyncObject& object = *entry.second;
    return object.owner == t || std::any_of(object.readers.begin(), object.readers.end(),
                                            [&](const auto& reader) { return reader.first == t; });
  });
}

// Whether it has nothing that another thread in the same state has not.
bool Machine::IsMergeable(const Owners& owners, uint32_t t) const {
  const Thread& thread = *threads_[t];
  // Of what is done in phases, the first one of a barrier counts the thread.
  if (t == 0 || !thread.thread_locals.empty() || thread.error_number != 0 || thread.phase == 1 ||
      !thread.jumps.empty() || atomic_owner_ == t || outside_caller_ == t || OwnsLocks(t) ||
      std::any_of(thread.frames.begin(), thread.frames.end(),
                  [](const Frame& frame) { return frame.then != Frame::Then::kNothing; })) {
    return false;
  }
  const auto has_variables = [](const std::vector<uint64_t>& addresses) {
    return std::any_of(addresses.begin(), addresses.end(), [](uint64_t a) { return a != 0; });
  };
  if (!has_variables(thread.slots) && !has_variables(thread.owned)) return true;
  const auto are_own = [&](const std::vector<uint64_t>& addresses) {
    return std::all_of(addresses.begin(), addresses.end(), [&](uint64_t address) {
      return address == 0 || owners[Memory::NumberOf(address)] == t;
    });
  };
  return are_own(thread.slots) && are_own(thread.owned);
}

// What several threads lead to, or anything but a thread and its own objects, is nobody's, and so
// is what that leads to.
Machine::Owners Machine::FindOwners() const {
  const StateWriter writer(*this);
  const std::vector<Shared<Memory::Object>>& objects = memory_.objects();
  Owners owners(objects.size(), kNone);
  std::vector<bool> is_found(objects.size());
  std::vector<uint32_t> found, others;
  const auto exclude = [&](uint32_t number) {
    if (number >= owners.size() || owners[number] == kNone) return;
    owners[number] = kNone;
    others.push_back(number);
  };
  const auto include = [&](const Outline& outline, uint32_t t) {
    for (uint32_t number : outline.mentioned) {
      if (is_found[number]) {
        if (owners[number] != t) exclude(number);
        continue;
      }
      const Memory::Object& object = *objects[number];
      const bool may_be_own =
          object.is_alive && !object.is_unsized &&
          (!object.chain.has_value() || !object.chain->is_two_way) &&
          (object.kind == ObjectKind::kHeap || object.kind == ObjectKind::kSlot ||
           object.kind == ObjectKind::kStack);
      if (!may_be_own) continue;
      is_found[number] = true;
      owners[number] = t;
      found.push_back(number);
    }
  };
  for (uint32_t t = 0; t < threads_.size(); ++t) {
    const size_t first = found.size();
    include(writer.OutlineOf(t), t);
    for (size_t i = first; i < found.size(); ++i) include(writer.OutlineOfObject(found[i]), t);
  }
  if (found.empty()) return owners;
  for (uint32_t number = 1; number < objects.size(); ++number) {
    if (is_found[number] || !objects[number]->is_alive) continue;
    for (uint32_t mentioned : writer.OutlineOfObject(number).mentioned) exclude(mentioned);
  }
  for (const auto& [address, unused] : sync_) exclude(Memory::NumberOf(address));
  for (const auto& [address, unused] : attributes_) exclude(Memory::NumberOf(address));
  for (size_t i = 0; i < others.size(); ++i) {
    for (uint32_t mentioned : writer.OutlineOfObject(others[i]).mentioned) exclude(mentioned);
  }
  return owners;
}

std::vector<uint32_t> Machine::OwnObjects(uint32_t t) const { return OwnObjects(FindOwners(), t); }

std::vector<uint32_t> Machine::OwnObjects(const Owners& owners, uint32_t t) {
  std::vector<uint32_t> own;
  for (uint32_t number = 0; number < owners.size(); ++number) {
    if (owners[number] == t) own.push_back(number);
  }
  return own;
}

// Who comes to know of an object later does so by an operation that orders threads.
void Machine::ForgetOwnAccesses() {
  const auto has_accesses = [](const Shared<Thread>& thread) { return !thread->segment.empty(); };
  if (std::none_of(threads_.begin() + 1, threads_.end(), has_accesses)) return;
  const Owners owners = FindOwners();
  for (uint32_t t = 1; t < threads_.size(); ++t) {
    const std::vector<Bytes>& segment = threads_[t]->segment;
    const auto is_own = [&](const Bytes& bytes) {
      const uint64_t number = Memory::NumberOf(bytes.address);
      return number < owners.size() && owners[number] == t;
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
  Owners owners = FindOwners();
  for (uint32_t t = limits_.multiplies_threads ? 1 : 0; t < threads_.size(); ++t) {
    bool has_changed = false;
    for (uint32_t number : OwnObjects(owners, t)) {
      const Shared<Memory::Object> object = memory_.objects()[number];
      const std::vector<uint32_t>& mentioned = StateWriter(*this).OutlineOfObject(number).mentioned;
      if (std::none_of(mentioned.begin(), mentioned.end(), [&](uint32_t other) {
            return memory_.objects()[other]->origin == object->origin;
          })) {
        continue;
      }
      for (uint64_t offset = 0; offset + kWord <= object->size; offset += kWord) {
        uint32_t known = 0;
        const auto word = Value::Of(static_cast<int64_t>(Memory::WordAt(*object, offset, &known)));
        const bool is_link =
            known == 0xff && memory_.IsAddress(word) &&
            memory_.objects()[Memory::NumberOf(word.address())]->origin == object->origin;
        // What nothing else leads to is a list that the thread has for itself.
        if (!is_link || limits_.relevance->IsNeededAt(*object, offset) ||
            (!limits_.multiplies_threads &&
             !IsKnownBeside(Memory::NumberOf(word.address()), number))) {
          continue;
        }
        memory_.Store(Memory::AddressOf(number) + offset, kWord, Value::Unknown());
        has_changed = true;
      }
    }
    if (has_changed) owners = FindOwners();
  }
}

// Whether they differ only in which objects of their own they have.
bool Machine::AreInOneState(const Owners& owners, uint32_t a, uint32_t b) const {
  const StateWriter writer(*this);
  const Outline &one = writer.OutlineOf(a), &two = writer.OutlineOf(b);
  if (one.digest != two.digest) return false;
  if (one == two) return true;
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  const auto pair = [&](const Outline& x, const Outline& y) {
    for (size_t i = 0; i < x.mentioned.size(); ++i) {
      if (x.mentioned[i] != y.mentioned[i]) {
        pairs.emplace_back(x.mentioned[i], y.mentioned[i]);
      } else if (owners[x.mentioned[i]] == a) {
        return false;
      }
    }
    return true;
  };
  if (!pair(one, two)) return false;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto [x, y] = pairs[i];
    bool is_known = false;
    // One for one.
    for (size_t k = 0; k < i; ++k) {
      is_known |= pairs[k] == pairs[i];
      if ((pairs[k].first == x) != (pairs[k].second == y)) return false;
    }
    if (is_known) continue;
    const Outline &first = writer.OutlineOfObject(x), &second = writer.OutlineOfObject(y);
    if (owners[x] != a || owners[y] != b ||
        memory_.objects()[x]->origin != memory_.objects()[y]->origin ||
        first.digest != second.digest || !pair(first, second)) {
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
  for (uint32_t t = threads_.size(); t-- > 1;) {
    if (threads_[t]->is_many && MostInMany(threads_[t]->created) == 0) RemoveThread(t);
  }
  Owners owners = FindOwners();
  for (uint32_t t = threads_.size(); t-- > 2;) {
    if (!IsMergeable(owners, t)) continue;
    for (uint32_t other = 1; other < t; ++other) {
      if (!AreInOneState(owners, t, other) || !IsMergeable(owners, other)) continue;
      for (uint32_t number : OwnObjects(owners, t)) memory_.Free(Memory::AddressOf(number));
      threads_[other].Own().is_many = true;
      RemoveThread(t);
      owners = FindOwners();
      break;
    }
  }
  if (limits_.multiplies_threads) MultiplyThreads();
}

// Where there are any number of threads of a creation in one state, there may be so in each.
void Machine::MultiplyThreads() {
  const Owners owners = FindOwners();
  for (uint32_t t = 1; t < threads_.size(); ++t) {
    if (threads_[t]->is_many || !IsMergeable(owners, t)) continue;
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
  std::vector<uint64_t> copies;  // of `own`
  for (uint32_t number : own) {
    copies.push_back(memory_.Clone(number));
    if (copies.back() == 0) {
      Stop("too much memory");
      return threads_.size() - 1;
    }
  }
  const auto moved = [&](uint64_t address) {
    const auto found = std::lower_bound(own.begin(), own.end(), Memory::NumberOf(address));
    return found != own.end() && *found == Memory::NumberOf(address)
               ? Memory::AddressOf(copies[found - own.begin()]) + Memory::OffsetOf(address)
               : address;
  };
  const auto move = [&](Value* value) {
    if (value->known || value->PointsInside()) {
      value->bits = static_cast<int64_t>(moved(value->address()));
    }
  };
  for (uint64_t& address : one.slots) address = moved(address);
  for (uint64_t& address : one.owned) address = moved(address);
  for (Value& value : one.registers) move(&value);
  move(&one.result);
  move(&one.call_result);
  for (Value& value : one.keys) move(&value);
  for (Bytes& bytes : one.segment) bytes.address = moved(bytes.address);
  for (Bytes& bytes : one.accesses) bytes.address = moved(bytes.address);
  for (uint64_t copy : copies) {
    const Shared<Memory::Object> object = memory_.objects()[copy];
    for (uint64_t offset = 0; offset + kWord <= object->size; offset += kWord) {
      uint32_t known = 0;
      const uint64_t word = Memory::WordAt(*object, offset, &known);
      if (known == 0xff && moved(word) != word) {
        memory_.Store(Memory::AddressOf(copy) + offset, kWord,
                      Value::Of(static_cast<int64_t>(moved(word))));
      }
    }
  }
  return threads_.size() - 1;
}

}  // namespace plait::witness
