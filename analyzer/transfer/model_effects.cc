// Effects of modelled library functions (proto/models.proto), applied in order.
//
// An effect that depends on the result splits the state: one where it took place and the result
// says so, one where not. If nothing looks at the result, creation and joins are taken to succeed,
// and a lock tried for is held on some paths only.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/joined_elements.h"
#include "analyzer/transfer/memory.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using proto::Effect;

constexpr uint32_t kPointerSize = 8;

// One way through the effects of a model.
struct Path {
  State state;
  TermId result = kNothing;  // not decided yet
  bool succeeded = true;     // conditional effects take place
  bool ended = false;        // does not return
};

class ModelCall {
 public:
  ModelCall(Frame& frame, const proto::Function& model, const std::vector<TermId>& arguments)
      : frame_(frame), terms_(frame.terms), model_(model), arguments_(arguments) {}

  std::vector<Outcome> Run(State state) {
    std::vector<Path> paths;
    Path start;
    start.state = std::move(state);
    paths.push_back(std::move(start));
    SplitByCondition(&paths);
    for (const Effect& effect : model_.effect()) {
      std::vector<Path> next;
      for (Path& path : paths) {
        if (path.ended) continue;
        Apply(effect, std::move(path), &next);
      }
      paths = std::move(next);
    }
    std::vector<Outcome> outcomes;
    for (Path& path : paths) {
      if (path.ended) continue;
      if (path.result == kNothing) path.result = frame_.Unknown(IsPointerCall());
      outcomes.push_back({std::move(path.state), path.result});
    }
    return outcomes;
  }

 private:
  bool IsPointerCall() const { return frame_.current->kind == ir::ValueKind::kPointer; }

  static proto::Condition ConditionOf(const Effect& effect) {
    switch (effect.kind_case()) {
      case Effect::kAcquire:
        return effect.acquire().when();
      case Effect::kSpawn:
        return effect.spawn().when();
      case Effect::kJoin:
        return effect.join().when();
      case Effect::kWait:
        return effect.wait().when();
      case Effect::kOnceBegin:
        return effect.once_begin().when();
      default:
        return proto::ALWAYS;
    }
  }

  // Gives `path` a result that satisfies the condition (or not), whatever else it is.
  void SetResult(proto::Condition condition, bool holds, Path* path) {
    const bool zero = (condition == proto::RETURNS_ZERO) == holds;
    if ((condition == proto::RETURNS_ZERO || condition == proto::RETURNS_NONZERO) && zero) {
      path->result = kZero;
      return;
    }
    if (condition == proto::RETURNS_NONZERO && holds && !IsPointerCall()) {
      path->result = terms_.Constant(1);
      return;
    }
    path->result = frame_.Unknown(IsPointerCall());
    const TermId zero_term = kZero;
    TermId fact = kNothing;
    bool truth = holds;
    switch (condition) {
      case proto::RETURNS_ZERO:
      case proto::RETURNS_NONZERO:
        fact = Compare(frame_, path->state, Relation::kEqual, path->result, zero_term);
        truth = false;
        break;
      case proto::RETURNS_NEGATIVE:
        fact = Compare(frame_, path->state, Relation::kLess, path->result, zero_term);
        break;
      case proto::RETURNS_POSITIVE:
        fact = Compare(frame_, path->state, Relation::kLess, zero_term, path->result);
        break;
      default:
        return;
    }
    Assume(frame_, &path->state, fact, truth);
  }

  void SplitByCondition(std::vector<Path>* paths) {
    if (!ResultMatters(frame_)) return;
    for (const Effect& effect : model_.effect()) {
      const proto::Condition condition = ConditionOf(effect);
      if (condition == proto::ALWAYS) continue;
      Path failed = (*paths)[0];
      failed.succeeded = false;
      if (effect.kind_case() == Effect::kWait) {
        InsertSorted(&failed.state.point.contended, Get(effect.wait().object(), &failed));
      } else if (effect.kind_case() == Effect::kAcquire && !effect.acquire().blocks()) {
        InsertSorted(&failed.state.point.contended, Get(effect.acquire().lock(), &failed));
      }
      SetResult(condition, false, &failed);
      SetResult(condition, true, &(*paths)[0]);
      paths->push_back(std::move(failed));
      return;
    }
  }

  bool TakesPlace(proto::Condition condition, const Path& path) const {
    return condition == proto::ALWAYS || path.succeeded;
  }
  // Conditional, and nobody looks whether it happened.
  bool IsUnchecked(proto::Condition condition) const {
    return condition != proto::ALWAYS && !ResultMatters(frame_);
  }

  TermId Argument(uint32_t i) {
    return i < arguments_.size() ? arguments_[i] : frame_.Unknown(true, 6);
  }

  TermId Get(const proto::Value& value, Path* path) {
    if (value.unknown()) return frame_.Unknown(true, 6);
    TermId term = value.argument() < 0
                      ? (path->result == kNothing ? frame_.Unknown(IsPointerCall()) : path->result)
                      : Argument(value.argument());
    term = terms_.AddConstant(term, value.offset());
    for (uint32_t i = 0; i < value.dereferences(); ++i) {
      term = LoadCell(frame_, path->state, term, kPointerSize, true);
    }
    if (value.any_element()) term = terms_.Add(term, terms_.Any());
    return term;
  }

  // Bytes: product of arguments and the constant, 0 if not a known number.
  template <typename Sized>
  uint32_t SizeOf(const Sized& sized, uint32_t constant) {
    if (sized.size_arguments().empty()) return constant;
    int64_t size = constant == 0 ? 1 : constant;
    for (uint32_t i : sized.size_arguments()) {
      const auto value = terms_.ConstantValue(Argument(i));
      if (!value || *value < 0 || *value > INT32_MAX) return 0;
      size *= *value;
      if (size > INT32_MAX) return 0;
    }
    return static_cast<uint32_t>(size);
  }

  bool IsNothing(TermId address) const { return terms_.ConstantValue(address).has_value(); }

  // Which variadic arguments a format text reads or writes: all pointers if the text is not known.
  std::vector<uint32_t> VariadicPointers(const proto::Touch& touch) {
    std::vector<uint32_t> indices;
    for (uint32_t i = touch.first_variadic(); i < arguments_.size(); ++i) {
      if (terms_.Base(arguments_[i]) != kNothing) indices.push_back(i);
    }
    if (!touch.has_format()) return indices;
    const std::string* format = frame_.StringLiteral(Argument(touch.format_argument()));
    if (format == nullptr) return indices;
    std::vector<uint32_t> used;
    uint32_t next = touch.first_variadic();
    for (size_t i = 0; i + 1 < format->size(); ++i) {
      if ((*format)[i] != '%') continue;
      ++i;
      bool skipped = false;
      while (i < format->size() &&
             std::string("-+ #0123456789.*hlLqjzt'").find((*format)[i]) != std::string::npos) {
        if ((*format)[i] == '*') {
          if (is_scan_) {
            skipped = true;
          } else {
            ++next;
          }
        }
        ++i;
      }
      if (i >= format->size() || (*format)[i] == '%' || skipped) continue;
      if (is_scan_ || (*format)[i] == 's' || (*format)[i] == 'n') used.push_back(next);
      ++next;
    }
    std::erase_if(used, [&](uint32_t i) {
      return std::find(indices.begin(), indices.end(), i) == indices.end();
    });
    return used;
  }

  void TouchMemory(const proto::Touch& touch, AccessKind kind, Path* path) {
    if (touch.variadic()) {
      is_scan_ = kind == AccessKind::kWrite;
      for (uint32_t i : VariadicPointers(touch)) {
        TouchAddress(arguments_[i], is_scan_ ? 1 : touch.size(), kind, touch.atomic(), path);
      }
      return;
    }
    const TermId address = Get(touch.address(), path);
    if (IsNothing(address)) return;
    const uint32_t size = SizeOf(touch, touch.size());
    TouchAddress(address, touch.text() ? 0 : size, kind, touch.atomic(), path);
  }

  void TouchAddress(TermId address, uint32_t size, AccessKind kind, bool atomic, Path* path) {
    RecordAccess(frame_, path->state, address, size, kind, atomic);
    if (kind == AccessKind::kWrite) HavocCells(frame_, &path->state, address, size);
  }

  void CopyMemory(const proto::Copy& copy, Path* path) {
    const TermId to = Get(copy.destination(), path), from = Get(copy.source(), path);
    if (IsNothing(to) || IsNothing(from)) return;
    const uint32_t size = copy.text() ? 0 : SizeOf(copy, copy.size());
    RecordAccess(frame_, path->state, from, size, AccessKind::kRead, false);
    RecordAccess(frame_, path->state, to, size, AccessKind::kWrite, false);
    CopyCells(frame_, &path->state, to, from, size);
  }

  void Allocate(const proto::Allocate& allocate, Path* path) {
    Atom atom;
    atom.kind = AtomKind::kHeap;
    atom.is_pointer = true;
    atom.name = frame_.name;
    atom.index = frame_.site();
    atom.argument = InstanceHere(frame_);
    const TermId fresh = terms_.Of(atom);
    if (allocate.is_realloc()) {
      const TermId from = Get(allocate.from(), path);
      if (!IsNothing(from)) {
        RecordAccess(frame_, path->state, from, 0, AccessKind::kFree, false);
        CopyCells(frame_, &path->state, fresh, from, 0);
      }
    }
    if (allocate.to_out()) {
      const TermId out = Get(allocate.out(), path);
      RecordAccess(frame_, path->state, out, kPointerSize, AccessKind::kWrite, false);
      StoreCell(frame_, &path->state, out, kPointerSize, fresh, true);
      return;
    }
    path->result = fresh;
  }

  // A token in every instance has one name; its number is the counter of the loop it is made in.
  void SpawnThread(const proto::Spawn& spawn, Path* path) {
    State& state = path->state;
    if (spawn.has_only_if()) {
      const auto flags = terms_.ConstantValue(Argument(spawn.only_if().argument()));
      if (flags && (static_cast<uint64_t>(*flags) & spawn.only_if().bits()) == 0) {
        frame_.AddGap(GapKind::kFork, "");
        return;
      }
    }
    Atom atom;
    atom.kind = AtomKind::kThread;
    atom.name = frame_.name;
    atom.index = frame_.site();
    const AtomId token = terms_.InternAtom(atom);
    const TermId instance = InstanceHere(frame_);
    atom.argument = instance;
    const TermId handle = terms_.Of(atom);
    std::vector<TermId> data;
    for (const proto::Value& value : spawn.data()) data.push_back(Get(value, path));
    if (spawn.has_handle()) {
      if (spawn.handle().argument() < 0) {
        path->result = handle;
      } else {
        const TermId place = Get(spawn.handle(), path);
        if (!IsNothing(place)) {
          RecordAccess(frame_, state, place, kPointerSize, AccessKind::kWrite, false);
          StoreCell(frame_, &state, place, kPointerSize, handle, false);
        }
      }
    }
    for (TermId argument : data) Escape(frame_, &state, argument, /*is_shared=*/true);
    if (frame_.recording) RecordSpawn(spawn, token, terms_.InternAtom(atom), data, path);
    AddLive(frame_, &state.point, {token, instance, terms_.AddConstant(instance, 1)});
  }

  void RecordSpawn(const proto::Spawn& model, AtomId token, AtomId instance,
                   const std::vector<TermId>& data, Path* path) {
    State& state = path->state;
    Spawn spawn;
    // Around an outer loop the counter starts again: two threads may have one number.
    const bool numbered =
        std::none_of(state.point.live.begin(), state.point.live.end(),
                     [&](const ThreadRange& r) { return r.token == token && terms_.IsAny(r.low); });
    Atom unnumbered = terms_.atom(instance);
    unnumbered.argument = terms_.Any();
    spawn.token = numbered ? instance : terms_.InternAtom(unnumbered);
    spawn.entry = Get(model.entry(), path);
    spawn.arguments = data;
    for (size_t i = 0; i < data.size() && i < 32; ++i) {
      if (IsMadeHere(frame_, data[i])) spawn.own |= 1u << i;
    }
    for (const Cell& cell : state.cells) {
      const AtomId base = terms_.Base(cell.address);
      const bool reachable =
          std::any_of(data.begin(), data.end(), [&](TermId t) { return terms_.Base(t) == base; });
      // The class of an object does not change while others use it.
      if (reachable || IsVtable(cell.value)) {
        spawn.cells.push_back({cell.address, cell.width, cell.value, cell.low, cell.high});
      }
    }
    bool again = std::any_of(state.point.live.begin(), state.point.live.end(),
                             [&](const ThreadRange& r) { return r.token == token; });
    // A loop that certainly makes one turn only.
    if (numbered && spawn.token != token &&
        RangeOf(frame_, state, InstanceHere(frame_)).high <= 0) {
      again = false;
    }
    spawn.many = again || model.many();
    spawn.certainly_many = again && !model.many();
    spawn.is_guessed = frame_.guessing;
    spawn.is_chosen = frame_.choosing;
    spawn.detached = model.detached();
    spawn.point = frame_.InternPoint(state);
    spawn.origin = {frame_.instruction, kNoName, 0};
    frame_.summary.spawns.push_back(std::move(spawn));
  }

  bool IsVtable(TermId value) const {
    const AtomId base = terms_.Base(value);
    return base != kNothing && terms_.atom(base).kind == AtomKind::kGlobal &&
           NameText(terms_.atom(base).name).starts_with(ir::kVtablePrefix);
  }

  // The threads that a handle which is a choice may be of; none if it may be of any.
  std::vector<AtomId> ThreadsOf(AtomId phi) {
    std::vector<AtomId> tokens;
    if (phi == kNothing || terms_.atom(phi).kind != AtomKind::kPhi) return tokens;
    if (terms_.ChoiceOf(phi).open) return {};
    for (TermId option : terms_.ChoiceOf(phi).options) {
      const AtomId base = terms_.Base(option);
      if (terms_.ConstantValue(option)) continue;
      if (base == kNothing || terms_.atom(base).kind != AtomKind::kThread) return {};
      Atom token = terms_.atom(base);
      token.argument = kZero;
      InsertSorted(&tokens, terms_.InternAtom(token));
    }
    return tokens;
  }

  void JoinThread(const proto::Join& join, Path* path) {
    State& state = path->state;
    const TermId handle = AsStored(terms_, Get(join.handle(), path));
    Acquire(frame_, &state);
    if (IsUnchecked(join.when())) return;
    const AtomId base = terms_.Base(handle);
    if (base != kNothing && terms_.atom(base).kind == AtomKind::kThread) {
      Atom atom = terms_.atom(base);
      const TermId instance = atom.argument;
      atom.argument = kZero;
      AddJoined(frame_, &state.point,
                {terms_.InternAtom(atom), instance, terms_.AddConstant(instance, 1)});
    } else if (terms_.IsAny(handle)) {
      state.point.joined_unknown = true;
      frame_.AddGap(GapKind::kJoinUnknown, "");
    } else if (JoinElementOfTurn(frame_, &state.point, handle)) {
      return;
    } else if (!IsNothing(handle)) {
      InsertSorted(&state.point.joined_handles, handle);  // the caller may know it
      const std::vector<AtomId> threads = ThreadsOf(base);
      for (ThreadRange& range : state.point.live) {
        range.ended_somewhere |= threads.empty() || ContainsSorted(threads, range.token);
      }
      std::sort(state.point.live.begin(), state.point.live.end());
      const bool is_choice = base != kNothing && terms_.atom(base).kind == AtomKind::kPhi;
      if ((is_choice && threads.size() != 1) || terms_.MentionsKind(handle, AtomKind::kIteration)) {
        state.point.joined_unknown = true;
      }
    }
  }

  void Once(const proto::Once& once, Path path, std::vector<Path>* out) {
    const TermId flag = Get(once.flag(), &path);
    HeldLock lock;
    lock.lock = flag;
    lock.kind = LockKind::kOnce;
    lock.acquired = frame_.instruction;
    TakeLock(frame_, &path.state, lock);
    const TermId function = Get(once.function(), &path);
    for (Outcome& o : CallValue(frame_, path.state, function, {})) {
      Path after = path;
      after.state = std::move(o.state);
      ReleaseLock(frame_, &after.state, flag, LockKind::kOnce);
      InsertSorted(&after.state.point.waited, flag);
      after.result = kZero;
      out->push_back(std::move(after));
    }
  }

  void BeginOnce(const proto::OnceBegin& once, Path* path) {
    const TermId flag = Get(once.flag(), path);
    if (!TakesPlace(once.when(), *path)) {
      InsertSorted(&path->state.point.waited, flag);
      Acquire(frame_, &path->state);
      return;
    }
    HeldLock lock;
    lock.lock = flag;
    lock.kind = LockKind::kOnce;
    lock.certain = !IsUnchecked(once.when());
    lock.acquired = frame_.instruction;
    TakeLock(frame_, &path->state, lock);
  }

  void EndOnce(const proto::OnceEnd& once, Path* path) {
    const TermId flag = Get(once.flag(), path);
    ReleaseLock(frame_, &path->state, flag, LockKind::kOnce);
    InsertSorted(&path->state.point.waited, flag);
  }

  // Whether other threads of the program may be at the other end.
  bool LeadsToThreads(const proto::Channel& channel, Path* path) {
    constexpr int64_t kLastStandardStream = 2;
    if (!channel.has_file()) return true;
    const auto descriptor = terms_.ConstantValue(Get(channel.file(), path));
    return !descriptor || *descriptor < 0 || *descriptor > kLastStandardStream;
  }

  void CallBack(const proto::Call& call, Path path, std::vector<Path>* out) {
    const TermId function = Get(call.function(), &path);
    std::vector<TermId> arguments;
    for (const proto::Value& value : call.arguments()) arguments.push_back(Get(value, &path));
    std::vector<Outcome> outcomes = CallValue(frame_, path.state, function, arguments);
    Path merged = path;
    bool first = !call.many_times();  // zero calls are possible too
    for (Outcome& o : outcomes) {
      if (first) {
        merged.state = std::move(o.state);
        first = false;
      } else {
        JoinHere(frame_, &merged.state, o.state);
      }
    }
    if (first) return;  // never returns
    out->push_back(std::move(merged));
  }

  void PopCleanup(const proto::CleanupPop& pop, Path path, std::vector<Path>* out) {
    if (path.state.cleanups.empty()) {
      out->push_back(std::move(path));
      return;
    }
    const Cleanup cleanup = path.state.cleanups.back();
    path.state.cleanups.pop_back();
    const auto execute = terms_.ConstantValue(Argument(pop.execute_argument()));
    if (!execute || *execute == 0) out->push_back(path);
    if (execute && *execute == 0) return;
    for (Outcome& o : CallValue(frame_, path.state, cleanup.function, {cleanup.argument})) {
      Path after = path;
      after.state = std::move(o.state);
      out->push_back(std::move(after));
    }
  }

  // The thread ends here, after its cleanup handlers.
  void ExitThread(Path path) {
    std::vector<State> ends = {std::move(path.state)};
    while (!ends.empty() && !ends.back().cleanups.empty()) {
      State state = std::move(ends.back());
      ends.pop_back();
      const Cleanup cleanup = state.cleanups.back();
      state.cleanups.pop_back();
      for (Outcome& o : CallValue(frame_, state, cleanup.function, {cleanup.argument})) {
        ends.push_back(std::move(o.state));
        break;  // handlers have one way out in practice; the first one keeps this linear
      }
    }
    if (!frame_.recording) return;
    for (State& state : ends) AddThreadEnd(frame_, frame_.InternPoint(state));
  }

  // What was looked for may not be there.
  TermId OrNull(TermId found) {
    return frame_.Choose(Frame::PhiTag::kResult, frame_.instruction, found, found, kZero, true);
  }

  void Result(const proto::Returns& returns, Path* path) {
    if (returns.argument()) {
      path->result = Argument(returns.argument_index());
    } else if (returns.into_argument()) {
      const AtomId base = terms_.Base(Argument(returns.argument_index()));
      path->result = base == kNothing ? frame_.Unknown(true)
                                      : OrNull(terms_.Add(terms_.Of(base), terms_.Any()));
    } else if (returns.thread_private() || returns.library_memory()) {
      Atom atom;
      atom.kind = AtomKind::kString;  // memory that is no variable of the program
      atom.is_pointer = true;
      atom.name = frame_.name;
      atom.index = 0x80000000u | frame_.site();
      path->result = returns.library_memory() ? OrNull(terms_.Of(atom)) : terms_.Of(atom);
    } else if (returns.self()) {
      Atom atom;
      atom.kind = AtomKind::kSelf;
      path->result = terms_.Of(atom);
    } else if (returns.equal()) {
      path->result = Compare(frame_, path->state, Relation::kEqual, Argument(0), Argument(1));
    } else if (returns.has_range()) {
      path->result = frame_.Unknown(false);
      Assume(frame_, &path->state,
             Compare(frame_, path->state, Relation::kLessEqual, path->result,
                     terms_.Constant(returns.high())),
             true);
      Assume(frame_, &path->state,
             Compare(frame_, path->state, Relation::kLessEqual, terms_.Constant(returns.low()),
                     path->result),
             true);
    }
  }

  void AcquireLock(const proto::Acquire& acquire, Path* path) {
    const bool failed = !TakesPlace(acquire.when(), *path);
    if (failed && !acquire.blocks()) return;
    // A lock that is waited for fails if it is misused: nobody holds it who could be the reason.
    if (failed) InsertSorted(&path->state.point.contended, OutsideObject(frame_, "failed lock"));
    const TermId lock = Get(acquire.lock(), path);
    if (terms_.Base(lock) == kNothing && !IsNothing(lock)) {
      frame_.AddGap(GapKind::kLockUnknown, "");
      return;
    }
    HeldLock held;
    held.lock = lock;
    held.mode = acquire.mode() == proto::SHARED ? LockMode::kShared : LockMode::kExclusive;
    held.certain =
        !terms_.IsAny(lock) && !failed && (acquire.blocks() || !IsUnchecked(acquire.when()));
    held.unless_failed = !terms_.IsAny(lock) && failed;
    held.acquired = frame_.instruction;
    TakeLock(frame_, &path->state, held);
  }

  // A semaphore that was waited for is held like a lock until it is posted.
  void WaitFor(TermId object, State* state) {
    InsertSorted(&state->point.waited, object);
    Acquire(frame_, state);
    if (terms_.Base(object) == kNothing) return;
    HeldLock lock;
    lock.lock = object;
    lock.kind = LockKind::kSemaphore;
    lock.certain = !terms_.IsAny(object);
    lock.acquired = frame_.instruction;
    TakeLock(frame_, state, lock);
  }

  void Post(TermId object, State* state) {
    RecordAccess(frame_, *state, object, 1, AccessKind::kPost, true);
    InsertSorted(&state->point.posted, object);
    GiveUpSemaphore(frame_, state, object);
  }

  // False if it is not kept.
  bool NoteCondition(TermId condition, Point* point) {
    if (terms_.Base(condition) == kNothing || point->asked.size() >= kMaxAsked) return false;
    InsertSorted(&point->asked, condition);
    return true;
  }

  // Those who waited at a barrier too may not have left it yet.
  void DestroyObject(TermId object, const State& state) {
    const bool is_barrier =
        ContainsSorted(frame_.summary.sync_objects, SyncObject{object, BoundIndex(terms_)});
    if (is_barrier && frame_.MayBeConcurrent(state) && ContainsSorted(state.point.waited, object)) {
      frame_.AddGap(GapKind::kLockUnknown, "barrier destroyed where others may still leave it");
    }
  }

  void Apply(const Effect& effect, Path path, std::vector<Path>* out) {
    State& state = path.state;
    switch (effect.kind_case()) {
      case Effect::kAcquire:
        AcquireLock(effect.acquire(), &path);
        break;
      case Effect::kRelease:
        ReleaseLock(frame_, &state, Get(effect.release().lock(), &path), LockKind::kLock);
        break;
      case Effect::kConditionWait: {
        const TermId condition = Get(effect.condition_wait().condition(), &path);
        if (NoteCondition(condition, &state.point)) InsertSorted(&state.point.met, condition);
        Acquire(frame_, &state);  // given up and taken again: others ran in between
        break;
      }
      case Effect::kConditionSignal:
        NoteCondition(Get(effect.condition_signal().condition(), &path), &state.point);
        break;
      case Effect::kSpawn:
        if (TakesPlace(effect.spawn().when(), path)) SpawnThread(effect.spawn(), &path);
        break;
      case Effect::kJoin:
        if (TakesPlace(effect.join().when(), path)) JoinThread(effect.join(), &path);
        break;
      case Effect::kPost:
        Post(Get(effect.post().object(), &path), &state);
        break;
      case Effect::kWait:
        if (!TakesPlace(effect.wait().when(), path) || IsUnchecked(effect.wait().when())) break;
        WaitFor(Get(effect.wait().object(), &path), &state);
        break;
      case Effect::kBarrier: {
        const TermId barrier = Get(effect.barrier().object(), &path);
        InsertSorted(&state.point.posted, barrier);
        if (frame_.recording) {
          InsertSorted(&frame_.summary.sync_objects, SyncObject{barrier, BoundIndex(terms_)});
        }
        InsertSorted(&state.point.waited, barrier);
        Acquire(frame_, &state);
        break;
      }
      case Effect::kOnce:
        return Once(effect.once(), std::move(path), out);
      case Effect::kOnceBegin:
        BeginOnce(effect.once_begin(), &path);
        break;
      case Effect::kOnceEnd:
        EndOnce(effect.once_end(), &path);
        break;
      case Effect::kSend:
        if (LeadsToThreads(effect.send(), &path)) {
          InsertSorted(&state.point.posted, OutsideObject(frame_, ""));
        }
        break;
      case Effect::kReceive:
        if (!LeadsToThreads(effect.receive(), &path)) break;
        InsertSorted(&state.point.asked, OutsideObject(frame_, ""));
        Acquire(frame_, &state);
        break;
      case Effect::kCall:
        return CallBack(effect.call(), std::move(path), out);
      case Effect::kRead:
        TouchMemory(effect.read(), AccessKind::kRead, &path);
        break;
      case Effect::kWrite:
        TouchMemory(effect.write(), AccessKind::kWrite, &path);
        break;
      case Effect::kCopy:
        CopyMemory(effect.copy(), &path);
        break;
      case Effect::kStore: {
        const TermId address = Get(effect.store().address(), &path);
        if (IsNothing(address)) break;
        TermId value = Get(effect.store().value(), &path);
        if (effect.store().into()) value = terms_.Add(value, terms_.Any());
        RecordAccess(frame_, state, address, kPointerSize, AccessKind::kWrite, false);
        StoreCell(frame_, &state, address, kPointerSize, value, true);
        break;
      }
      case Effect::kAllocate:
        Allocate(effect.allocate(), &path);
        break;
      case Effect::kFree: {
        const TermId address = Get(effect.free().address(), &path);
        if (!IsNothing(address)) {
          RecordAccess(frame_, state, address, 0, AccessKind::kFree, false);
        }
        break;
      }
      case Effect::kInitialize:
        if (effect.initialize().has_count() && frame_.recording) {
          InsertSorted(&frame_.summary.sync_objects,
                       SyncObject{Get(effect.initialize().object(), &path),
                                  Argument(effect.initialize().count_argument())});
        }
        break;
      case Effect::kCleanupPush:
        state.cleanups.push_back({Get(effect.cleanup_push().function(), &path),
                                  Get(effect.cleanup_push().data(), &path)});
        break;
      case Effect::kCleanupPop:
        return PopCleanup(effect.cleanup_pop(), std::move(path), out);
      case Effect::kHandler: {
        const TermId handler = Get(effect.handler().function(), &path);
        if (!IsNothing(handler)) frame_.AddGap(GapKind::kSignalHandler, "");
        break;
      }
      case Effect::kAtExit:
        if (!IsNothing(Get(effect.at_exit().function(), &path))) {
          frame_.AddGap(GapKind::kUnresolvedCall, "function called at exit");
        }
        break;
      case Effect::kRetain:
        Escape(frame_, &state, Get(effect.retain().address(), &path), /*is_shared=*/true);
        break;
      case Effect::kReturns:
        Result(effect.returns(), &path);
        break;
      case Effect::kAssume: {
        const TermId condition = Get(effect.assume().nonzero(), &path);
        DependOn(frame_, &state, condition);
        if (!Assume(frame_, &state, condition, true)) return;
        break;
      }
      case Effect::kExitThread:
        ExitThread(std::move(path));
        return;
      case Effect::kExitProcess:
      case Effect::kAbortProcess:
        return;
      case Effect::kFork: {
        frame_.AddGap(GapKind::kFork, "");
        Path child = path;
        child.result = kZero;
        EnterChild(&child.state.point);
        out->push_back(std::move(child));
        path.result = frame_.Unknown(/*is_pointer=*/false);
        if (!Assume(frame_, &state, path.result, true)) return;
        break;
      }
      case Effect::kNonlocalJump:
        frame_.AddGap(GapKind::kNonlocalJump, "");
        return;
      case Effect::kAtomicBegin:
        TakeLock(frame_, &state, AtomicSection(frame_));
        break;
      case Effect::kAtomicEnd:
        ReleaseLock(frame_, &state, AtomicSection(frame_).lock, LockKind::kAtomic);
        break;
      case Effect::kDestroy:
        DestroyObject(Get(effect.destroy().object(), &path), state);
        break;
      case Effect::kSetAttribute:
      case Effect::kDetach:
      case Effect::kAtomicBody:
      case Effect::KIND_NOT_SET:
        break;
    }
    out->push_back(std::move(path));
  }

  Frame& frame_;
  TermTable& terms_;
  const proto::Function& model_;
  const std::vector<TermId>& arguments_;
  bool is_scan_ = false;
};

}  // namespace

std::vector<Outcome> ApplyModel(Frame& frame, State state, const proto::Function& model,
                                const std::vector<TermId>& arguments) {
  return ModelCall(frame, model, arguments).Run(std::move(state));
}

}  // namespace plait
