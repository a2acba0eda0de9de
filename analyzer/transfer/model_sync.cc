#include "analyzer/transfer/model_sync.h"

#include <cstdint>
#include <utility>

#include "analyzer/transfer/arrivals.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/memory.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// False if it is not kept.
bool NoteCondition(const TermTable& terms, TermId condition, Point* point) {
  if (terms.Base(condition) == kNothing || point->asked.size() >= kMaxAsked) return false;
  InsertSorted(&point->asked, condition);
  return true;
}

// Whether other threads of the program may be at the other end.
bool LeadsToThreads(ModelCall& call, const proto::Channel& channel, ModelPath* path) {
  constexpr int64_t kLastStandardStream = 2;
  if (!channel.has_file()) return true;
  const auto descriptor = call.terms.ConstantValue(call.Get(channel.file(), path));
  return !descriptor || *descriptor < 0 || *descriptor > kLastStandardStream;
}

}  // namespace

void AcquireLock(ModelCall& call, const proto::Acquire& acquire, ModelPath* path) {
  const bool failed = !call.TakesPlace(acquire.when(), *path);
  if (failed && !acquire.blocks()) return;
  // A lock that is waited for fails if it is misused: nobody holds it who could be the reason.
  if (failed) InsertSorted(&path->state.point.contended, ObjectNamed(call.frame, kFailedLock));
  const TermId lock = call.Get(acquire.lock(), path);
  if (call.terms.Base(lock) == kNothing && !call.IsNothing(lock)) {
    call.frame.AddGap(GapKind::kLockUnknown, "");
    return;
  }
  HeldLock held;
  held.lock = lock;
  held.mode = acquire.mode() == proto::SHARED ? LockMode::kShared : LockMode::kExclusive;
  held.certain =
      !call.terms.IsAny(lock) && !failed && (acquire.blocks() || !call.IsUnchecked(acquire.when()));
  held.unless_failed = !call.terms.IsAny(lock) && failed;
  held.acquired = call.frame.instruction;
  TakeLock(call.frame, &path->state, held);
}

// A semaphore that was waited for is held like a lock until it is posted.
void WaitForSemaphore(ModelCall& call, const proto::Wait& wait, ModelPath* path) {
  if (!call.TakesPlace(wait.when(), *path) || call.IsUnchecked(wait.when())) return;
  const TermId object = call.Get(wait.object(), path);
  InsertSorted(&path->state.point.waited, object);
  Acquire(call.frame, &path->state);
  if (call.terms.Base(object) == kNothing) return;
  HeldLock lock;
  lock.lock = object;
  lock.kind = LockKind::kSemaphore;
  lock.certain = !call.terms.IsAny(object);
  lock.acquired = call.frame.instruction;
  TakeLock(call.frame, &path->state, lock);
}

void PostSemaphore(ModelCall& call, const proto::Post& post, ModelPath* path) {
  const TermId object = call.Get(post.object(), path);
  RecordAccess(call.frame, path->state, object, 1, AccessKind::kPost, true);
  InsertSorted(&path->state.point.posted, object);
  GiveUpSemaphore(call.frame, &path->state, object);
}

void WaitForCondition(ModelCall& call, const proto::ConditionWait& wait, ModelPath* path) {
  Point& point = path->state.point;
  const TermId condition = call.Get(wait.condition(), path);
  if (NoteCondition(call.terms, condition, &point)) InsertSorted(&point.met, condition);
  Acquire(call.frame, &path->state);  // given up and taken again: others ran in between
}

void SignalCondition(ModelCall& call, const proto::ConditionSignal& signal, ModelPath* path) {
  NoteCondition(call.terms, call.Get(signal.condition(), path), &path->state.point);
}

void MeetAtBarrier(ModelCall& call, const proto::Barrier& barrier, ModelPath* path) {
  Point& point = path->state.point;
  const TermId object = call.Get(barrier.object(), path);
  RecordAccess(call.frame, path->state, object, 1, AccessKind::kPost, true);
  InsertSorted(&point.posted, object);
  if (call.frame.recording) {
    InsertSorted(&call.frame.summary.sync_objects, SyncObject{object, BoundIndex(call.terms)});
  }
  InsertSorted(&point.waited, object);
  Arrivals once{object, call.terms.Constant(1)};
  if (barrier.tells_one()) {
    once.told = call.terms.term(call.frame.Unknown(/*is_pointer=*/false)).parts[0].atom;
  }
  AddArrivals(call.frame, once, &point);
  Acquire(call.frame, &path->state);
}

void RunOnce(ModelCall& call, const proto::Once& once, ModelPath path,
             std::vector<ModelPath>* out) {
  const TermId flag = call.Get(once.flag(), &path);
  HeldLock lock;
  lock.lock = flag;
  lock.kind = LockKind::kOnce;
  lock.acquired = call.frame.instruction;
  TakeLock(call.frame, &path.state, lock);
  const TermId function = call.Get(once.function(), &path);
  for (Outcome& o : CallValue(call.frame, path.state, function, {})) {
    ModelPath after = path;
    after.state = std::move(o.state);
    ReleaseLock(call.frame, &after.state, flag, LockKind::kOnce);
    InsertSorted(&after.state.point.waited, flag);
    // It may have been another thread that ran it.
    Acquire(call.frame, &after.state);
    after.result = kZero;
    out->push_back(std::move(after));
  }
}

void BeginOnce(ModelCall& call, const proto::OnceBegin& once, ModelPath* path) {
  const TermId flag = call.Get(once.flag(), path);
  if (!call.TakesPlace(once.when(), *path)) {
    InsertSorted(&path->state.point.waited, flag);
    Acquire(call.frame, &path->state);
    return;
  }
  HeldLock lock;
  lock.lock = flag;
  lock.kind = LockKind::kOnce;
  lock.certain = !call.IsUnchecked(once.when());
  lock.acquired = call.frame.instruction;
  TakeLock(call.frame, &path->state, lock);
}

void EndOnce(ModelCall& call, const proto::OnceEnd& once, ModelPath* path) {
  const TermId flag = call.Get(once.flag(), path);
  ReleaseLock(call.frame, &path->state, flag, LockKind::kOnce);
  if (!once.fails()) InsertSorted(&path->state.point.waited, flag);
}

void Send(ModelCall& call, const proto::Channel& channel, ModelPath* path) {
  if (!LeadsToThreads(call, channel, path)) return;
  InsertSorted(&path->state.point.posted, OutsideObject(call.frame, ""));
}

void Receive(ModelCall& call, const proto::Channel& channel, ModelPath* path) {
  if (!LeadsToThreads(call, channel, path)) return;
  InsertSorted(&path->state.point.asked, OutsideObject(call.frame, ""));
  Acquire(call.frame, &path->state);
}

void InitializeObject(ModelCall& call, const proto::Initialize& initialize, ModelPath* path) {
  if (!initialize.has_count() || !call.frame.recording) return;
  const TermId object = call.Get(initialize.object(), path);
  InsertSorted(&call.frame.summary.sync_objects,
               SyncObject{object, call.Argument(initialize.count_argument())});
}

// Those who waited at a barrier too may not have left it yet.
void DestroyObject(ModelCall& call, const proto::Destroy& destroy, ModelPath* path) {
  Frame& frame = call.frame;
  const State& state = path->state;
  const TermId object = call.Get(destroy.object(), path);
  const bool is_barrier =
      ContainsSorted(frame.summary.sync_objects, SyncObject{object, BoundIndex(call.terms)});
  if (is_barrier && frame.MayBeConcurrent(state) && ContainsSorted(state.point.waited, object)) {
    frame.AddGap(GapKind::kLockUnknown, "barrier destroyed where others may still leave it");
  }
}

}  // namespace plait
