// What a thread may as well do at once in an exploration, whatever others do meanwhile.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "checkers/witness/library_call.h"
#include "checkers/witness/machine.h"

namespace plait::witness {
namespace {

// Of those that only count (P and V).
bool IsOfSemaphore(const Function& function) {
  return absl::StartsWith(function.library_name, "sem_");
}

bool IsSemaphoreWait(const Function& function) {
  return IsOfSemaphore(function) && function.model->effect(0).has_wait();
}

bool IsSemaphorePost(const Function& function) {
  return IsOfSemaphore(function) && function.model->effect(0).has_post();
}

}  // namespace

// Where accesses are compared by segments, those that others may yet meet must stay: what a thread
// did last lies in its segment until it is joined, what it did before a creation is another
// thread's past.
bool Machine::IsOfItself(uint32_t t) {
  if (!limits_.is_exploration) return false;
  const Thread& thread = *threads_[t];
  if (thread.visibility == Visibility::kChoice) return thread.unfolds || thread.accesses.empty();
  if (thread.frames.empty() || thread.visibility != Visibility::kSync) return false;
  const Frame& frame = thread.frames.back();
  const ir::Block& block = frame.code->body->blocks[frame.block];
  if (frame.index == block.instructions.size()) return t != 0 && thread.frames.size() == 1;
  const Function* function = LibraryFunctionNext(t);
  if (function == nullptr) return false;
  const auto& effects = function->model->effect();
  const bool creates = std::any_of(effects.begin(), effects.end(),
                                   [](const proto::Effect& effect) { return effect.has_spawn(); });
  if (creates) return limits_.is_weak || thread.segment.empty();
  if (!limits_.is_weak && !thread.accesses.empty()) return false;
  if (!effects.empty() && effects[0].has_barrier()) return MeetsInAnyCase(t);
  if (limits_.is_symmetric &&
      !std::all_of(threads_.begin() + 1, threads_.end(),
                   [](const Shared<Thread>& one) { return one->has_ended; })) {
    return false;  // it may be of one that has not ended
  }
  const bool joins = std::any_of(effects.begin(), effects.end(),
                                 [](const proto::Effect& effect) { return effect.has_join(); });
  return joins && std::all_of(threads_.begin(), threads_.end(), [](const Shared<Thread>& other) {
           return !other->has_ended || other->is_joined || other->segment.empty();
         });
}

// Who leaves a barrier keeps nobody from anything. Who comes there neither, if those who may still
// come are too few to meet without it: in what order they come makes no difference then.
bool Machine::MeetsInAnyCase(uint32_t t) {
  const Thread& thread = *threads_[t];
  const std::optional<uint64_t> address = BarrierOf(t);
  const SyncObject* const barrier = address.has_value() ? sync_.Find(*address) : nullptr;
  if (thread.is_many || barrier == nullptr || barrier->kind != SyncKind::kBarrier) return false;
  if (thread.phase == 1) return thread.generation != barrier->generation;
  if (HasKeyDestructors()) return false;
  int64_t others = barrier->arrived;
  for (uint32_t other = 0; other < threads_.size(); ++other) {
    const Thread& one = *threads_[other];
    if (other == t || one.has_ended || WaitsAt(other, *address)) continue;
    if (!MayCome(Ahead::kBarrier, other)) continue;
    if (one.is_many || MayCome(Ahead::kCreation, other)) return false;
    ++others;
  }
  return others < barrier->count;
}

std::optional<uint64_t> Machine::BarrierOf(uint32_t t) {
  const Thread& thread = *threads_[t];
  if (thread.has_ended || thread.frames.empty()) return std::nullopt;
  const Function* const function = LibraryFunctionNext(t);
  if (function == nullptr || function->model->effect().empty() ||
      !function->model->effect(0).has_barrier()) {
    return std::nullopt;
  }
  const Frame& frame = thread.frames.back();
  const ir::Instruction& call = frame.code->body->blocks[frame.block].instructions[frame.index];
  return LibraryCall(*this, t, frame.code->functions[call.callee.value], call).Meeting();
}

bool Machine::WaitsAt(uint32_t t, uint64_t barrier) {
  return threads_[t]->phase == 1 && BarrierOf(t) == barrier &&
         threads_[t]->generation == sync_.Find(barrier)->generation;
}

const Function* Machine::LibraryFunctionNext(uint32_t t) const {
  const Frame& frame = threads_[t]->frames.back();
  const ir::Block& block = frame.code->body->blocks[frame.block];
  if (frame.index == block.instructions.size()) return nullptr;
  const ir::Instruction& instruction = block.instructions[frame.index];
  if (instruction.callee.kind != ir::Operand::Kind::kFunction) return nullptr;
  const Function& function = executable_.function(frame.code->functions[instruction.callee.value]);
  return function.definition == kNone && function.model != nullptr ? &function : nullptr;
}

// Where it waits for a condition, that is the second half.
bool Machine::TakesLock(uint32_t t) const {
  const Function* function = LibraryFunctionNext(t);
  return function != nullptr && function->model->effect_size() == 1 &&
         (function->model->effect(0).has_acquire() || IsSemaphoreWait(*function) ||
          (function->model->effect(0).has_condition_wait() && threads_[t]->phase != 0));
}

bool Machine::MayReleaseAtOnce(uint32_t t) const {
  const Thread& thread = *threads_[t];
  if (thread.frames.empty() || thread.visibility != Visibility::kSync || thread.phase != 0 ||
      (!thread.has_locked && !thread.segment.empty())) {
    return false;
  }
  const Function* function = LibraryFunctionNext(t);
  return function != nullptr && function->model->effect_size() == 1 &&
         (function->model->effect(0).has_release() ||
          // Who waits meanwhile would learn of it.
          (IsSemaphorePost(*function) && !limits_.is_weak) ||
          function->model->effect(0).has_condition_wait());
}

std::vector<uint64_t> Machine::UsedUpSince(const Machine& before) const {
  std::vector<uint64_t> used_up;
  for (const auto& [address, object] : sync_) {
    if (object->kind != SyncKind::kSemaphore || object->count != 0) continue;
    const SyncObject* const was = before.sync_.Find(address);
    if (was != nullptr && was->count > 0) used_up.push_back(address);
  }
  return used_up;
}

std::vector<std::pair<uint64_t, bool>> Machine::LocksOf(uint32_t t) const {
  std::vector<std::pair<uint64_t, bool>> locks;
  for (const auto& [address, object] : sync_) {
    const bool is_owner = object->owner == t;
    if (is_owner || std::any_of(object->readers.begin(), object->readers.end(),
                                [&](const auto& reader) { return reader.first == t; })) {
      locks.emplace_back(address, is_owner);
    }
  }
  return locks;
}

}  // namespace plait::witness
