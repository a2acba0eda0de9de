// Threads that explorations do not tell apart, and any number of threads in one state.
#include <algorithm>
#include <vector>

#include "checkers/witness/machine.h"
#include "checkers/witness/state.h"

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

// Those that are over and that nobody can wait for any more are nothing to anybody.
void Machine::MergeThreads() {
  for (uint32_t t = threads_.size(); t-- > 1;) {
    const Thread& thread = *threads_[t];
    const bool is_over =
        thread.has_ended && (thread.is_joined || thread.is_detached) && thread.segment.empty();
    if (is_over && outside_caller_ != t && !OwnsLocks(t)) RemoveThread(t);
  }
  if (!limits_.merges_threads) return;
  const StateWriter writer(*this);
  std::vector<Outline> states;
  for (uint32_t t = 0; t < threads_.size(); ++t) states.push_back(writer.OutlineOf(t));
  for (uint32_t t = threads_.size(); t-- > 2;) {
    if (!IsMergeable(t)) continue;
    const auto same = std::find(states.begin() + 1, states.begin() + t, states[t]);
    const uint32_t other = same - states.begin();
    if (other >= t || !IsMergeable(other)) continue;
    threads_[other].Own().is_many = true;
    RemoveThread(t);
    states[t] = states.back();
    states.pop_back();
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

uint32_t Machine::Split(uint32_t t) {
  threads_.push_back(threads_[t]);
  threads_.back().Own().is_many = false;
  return threads_.size() - 1;
}

}  // namespace plait::witness
