// Effects of modelled library functions (proto/models.proto), applied in order.
//
// An effect that depends on the result splits the state: one where it took place and the result
// says so, one where not. If nothing looks at the result, creation and joins are taken to succeed,
// and a lock tried for is held on some paths only.
#include <cstdint>
#include <utility>
#include <vector>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/join.h"
#include "analyzer/transfer/model_call.h"
#include "analyzer/transfer/model_memory.h"
#include "analyzer/transfer/model_sync.h"
#include "analyzer/transfer/model_threads.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using proto::Effect;

class ModelEffects {
 public:
  ModelEffects(Frame& frame, const proto::Function& model, const std::vector<TermId>& arguments)
      : call_(frame, model, arguments), frame_(frame), terms_(frame.terms) {}

  std::vector<Outcome> Run(State state) {
    std::vector<ModelPath> paths;
    ModelPath start;
    start.state = std::move(state);
    paths.push_back(std::move(start));
    SplitByCondition(&paths);
    for (const Effect& effect : call_.model.effect()) {
      std::vector<ModelPath> next;
      for (ModelPath& path : paths) {
        Apply(effect, std::move(path), &next);
      }
      paths = std::move(next);
    }
    std::vector<Outcome> outcomes;
    for (ModelPath& path : paths) {
      if (path.result == kNothing) {
        path.result =
            call_.model.succeeds() ? TermId{kZero} : frame_.Unknown(call_.ReturnsPointer());
      }
      outcomes.push_back({std::move(path.state), path.result});
    }
    return outcomes;
  }

 private:
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

  // What the call returns if it has not taken place; 0 if that is not known.
  int32_t ErrorOf(const Effect& effect) const {
    if (effect.kind_case() == Effect::kWait) return effect.wait().error();
    if (effect.kind_case() != Effect::kAcquire) return 0;
    const int32_t of_dead_owner = effect.acquire().error_of_dead_owner();
    return of_dead_owner != 0 && AsksFor(of_dead_owner) ? 0 : effect.acquire().error();
  }

  // Whether the procedure compares something with the number.
  bool AsksFor(int64_t number) const {
    const ir::Operand asked = ir::Operand::Constant(number);
    return std::any_of(
        frame_.procedure.blocks.begin(), frame_.procedure.blocks.end(),
        [&](const ir::Block& block) {
          return std::any_of(block.instructions.begin(), block.instructions.end(),
                             [&](const ir::Instruction& i) {
                               return i.opcode == ir::Opcode::kBinary &&
                                      (i.a == asked || i.b == asked);
                             }) ||
                 std::any_of(
                     block.terminator.cases.begin(), block.terminator.cases.end(),
                     [&](const ir::SwitchCase& c) { return c.low <= number && number <= c.high; });
        });
  }

  // Gives `path` a result that satisfies the condition (or not), whatever else it is.
  void SetResult(proto::Condition condition, bool holds, ModelPath* path) {
    const bool zero = (condition == proto::RETURNS_ZERO) == holds;
    if ((condition == proto::RETURNS_ZERO || condition == proto::RETURNS_NONZERO) && zero) {
      path->result = kZero;
      return;
    }
    if (condition == proto::RETURNS_NONZERO && holds && !call_.ReturnsPointer()) {
      path->result = terms_.Constant(1);
      return;
    }
    path->result = frame_.Unknown(call_.ReturnsPointer());
    const TermId zero_term = kZero;
    TermId fact = kNothing;
    bool truth = holds;
    switch (condition) {
      case proto::RETURNS_ZERO:
      case proto::RETURNS_NONZERO:
        if (call_.model.positive_error()) {
          fact = Compare(frame_, path->state, Relation::kLess, zero_term, path->result);
          truth = true;
          break;
        }
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

  void SplitByCondition(std::vector<ModelPath>* paths) {
    if (!ResultMatters(frame_)) return;
    for (const Effect& effect : call_.model.effect()) {
      const proto::Condition condition = ConditionOf(effect);
      if (condition == proto::ALWAYS) continue;
      ModelPath failed = (*paths)[0];
      failed.succeeded = false;
      if (effect.kind_case() == Effect::kWait) {
        InsertSorted(&failed.state.point.contended, call_.Get(effect.wait().object(), &failed));
      } else if (effect.kind_case() == Effect::kAcquire && !effect.acquire().blocks()) {
        InsertSorted(&failed.state.point.contended, call_.Get(effect.acquire().lock(), &failed));
      }
      SetResult(condition, false, &failed);
      if (const int32_t error = ErrorOf(effect); error != 0) failed.result = terms_.Constant(error);
      SetResult(condition, true, &(*paths)[0]);
      paths->push_back(std::move(failed));
      return;
    }
  }

  // Effects that end the path, or lead on in several; any other one leads on in one.
  void Apply(const Effect& effect, ModelPath path, std::vector<ModelPath>* out) {
    switch (effect.kind_case()) {
      case Effect::kOnce:
        return RunOnce(call_, effect.once(), std::move(path), out);
      case Effect::kCall:
        return CallBack(effect.call(), std::move(path), out);
      case Effect::kCleanupPop:
        return PopCleanup(effect.cleanup_pop(), std::move(path), out);
      case Effect::kFork:
        return ForkProcess(call_, std::move(path), out);
      case Effect::kExitThread:
        return ExitThread(call_, effect.exit_thread(), std::move(path));
      case Effect::kExitProcess:
      case Effect::kAbortProcess:
        return;
      case Effect::kNonlocalJump:
        frame_.AddGap(GapKind::kNonlocalJump, "");
        return;
      case Effect::kAssume: {
        const TermId condition = call_.Get(effect.assume().nonzero(), &path);
        DependOn(frame_, &path.state, condition);
        if (!Assume(frame_, &path.state, condition, true)) return;
        break;
      }
      default:
        Change(effect, &path);
    }
    out->push_back(std::move(path));
  }

  void Change(const Effect& effect, ModelPath* path) {
    State& state = path->state;
    switch (effect.kind_case()) {
      case Effect::kAcquire:
        return AcquireLock(call_, effect.acquire(), path);
      case Effect::kRelease:
        return ReleaseLock(frame_, &state, call_.Get(effect.release().lock(), path),
                           LockKind::kLock);
      case Effect::kAtomicBegin:
        return TakeLock(frame_, &state, AtomicSection(frame_));
      case Effect::kAtomicEnd:
        return ReleaseLock(frame_, &state, AtomicSection(frame_).lock, LockKind::kAtomic);
      case Effect::kConditionWait:
        return WaitForCondition(call_, effect.condition_wait(), path);
      case Effect::kConditionSignal:
        return SignalCondition(call_, effect.condition_signal(), path);
      case Effect::kSpawn:
        if (call_.TakesPlace(effect.spawn().when(), *path))
          SpawnThread(call_, effect.spawn(), path);
        return;
      case Effect::kJoin:
        if (call_.TakesPlace(effect.join().when(), *path)) JoinThread(call_, effect.join(), path);
        return;
      case Effect::kPost:
        return PostSemaphore(call_, effect.post(), path);
      case Effect::kWait:
        return WaitForSemaphore(call_, effect.wait(), path);
      case Effect::kBarrier:
        return MeetAtBarrier(call_, effect.barrier(), path);
      case Effect::kOnceBegin:
        return BeginOnce(call_, effect.once_begin(), path);
      case Effect::kOnceEnd:
        return EndOnce(call_, effect.once_end(), path);
      case Effect::kSend:
        return Send(call_, effect.send(), path);
      case Effect::kReceive:
        return Receive(call_, effect.receive(), path);
      case Effect::kInitialize:
        return InitializeObject(call_, effect.initialize(), path);
      case Effect::kDestroy:
        return DestroyObject(call_, effect.destroy(), path);
      case Effect::kRead:
        return TouchMemory(call_, effect.read(), AccessKind::kRead, path);
      case Effect::kWrite:
        return TouchMemory(call_, effect.write(), AccessKind::kWrite, path);
      case Effect::kCopy:
        return CopyMemory(call_, effect.copy(), path);
      case Effect::kStore:
        return StorePointer(call_, effect.store(), path);
      case Effect::kAllocate:
        return AddResult(effect, path, [&] { AllocateObject(call_, effect.allocate(), path); });
      case Effect::kFree:
        return FreeObject(call_, effect.free(), path);
      case Effect::kRetain:
        return Escape(frame_, &state, call_.Get(effect.retain().address(), path),
                      /*is_shared=*/true);
      case Effect::kReturns:
        return AddResult(effect, path, [&] { Result(effect.returns(), path); });
      case Effect::kCleanupPush:
        return PushCleanup(effect.cleanup_push(), path);
      case Effect::kHandler:
      case Effect::kAtExit:
        return NoteHandler(effect, path);
      default:
        return;
    }
  }

  void PushCleanup(const proto::CleanupPush& push, ModelPath* path) {
    const TermId function = call_.Get(push.function(), path);
    path->state.cleanups.push_back({function, call_.Get(push.data(), path)});
  }

  // What is called later is not followed.
  void NoteHandler(const Effect& effect, ModelPath* path) {
    if (effect.has_handler()) {
      if (call_.IsNothing(call_.Get(effect.handler().function(), path))) return;
      frame_.AddGap(GapKind::kSignalHandler, "");
    } else if (!call_.IsNothing(call_.Get(effect.at_exit().function(), path))) {
      frame_.AddGap(GapKind::kUnresolvedCall, "function called at exit");
    }
  }

  bool MayMakeNone(const proto::Call& call) {
    if (!call.many_times()) return false;
    if (!call.has_count_argument()) return true;
    constexpr int64_t kSurelyCompared = 2;
    const auto count = terms_.ConstantValue(call_.Argument(call.count_argument()));
    return count && *count < kSurelyCompared;
  }

  void CallBack(const proto::Call& call, ModelPath path, std::vector<ModelPath>* out) {
    const TermId function = call_.Get(call.function(), &path);
    std::vector<TermId> arguments;
    for (const proto::Value& value : call.arguments()) arguments.push_back(call_.Get(value, &path));
    const bool was_choosing = std::exchange(frame_.choosing, frame_.choosing || MayMakeNone(call));
    std::vector<Outcome> outcomes = CallValue(frame_, path.state, function, arguments);
    frame_.choosing = was_choosing;
    ModelPath merged = path;
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

  void PopCleanup(const proto::CleanupPop& pop, ModelPath path, std::vector<ModelPath>* out) {
    if (path.state.cleanups.empty()) {
      out->push_back(std::move(path));
      return;
    }
    const Cleanup cleanup = path.state.cleanups.back();
    path.state.cleanups.pop_back();
    const auto execute = terms_.ConstantValue(call_.Argument(pop.execute_argument()));
    if (!execute || *execute == 0) out->push_back(path);
    if (execute && *execute == 0) return;
    for (Outcome& o : CallValue(frame_, path.state, cleanup.function, {cleanup.argument})) {
      ModelPath after = path;
      after.state = std::move(o.state);
      out->push_back(std::move(after));
    }
  }

  // What was looked for may not be there.
  TermId OrNull(TermId found) {
    return frame_.Choose(Frame::PhiTag::kResult, frame_.instruction, {.term = found}, found, kZero,
                         true);
  }

  static bool SetsResult(const Effect& effect) {
    return effect.kind_case() == Effect::kReturns ||
           (effect.kind_case() == Effect::kAllocate && !effect.allocate().to_out());
  }

  bool FollowsResult(const Effect& effect) const {
    for (const Effect& earlier : call_.model.effect()) {
      if (&earlier == &effect) return false;
      if (SetsResult(earlier)) return true;
    }
    return false;
  }

  // Of several effects that set the result, it is one of theirs.
  template <typename Set>
  void AddResult(const Effect& effect, ModelPath* path, Set set) {
    if (!SetsResult(effect) || !FollowsResult(effect)) return set();
    const TermId before = path->result;
    set();
    // An argument that is returned is none if it is null: a block is returned instead.
    if (before == kZero && effect.kind_case() == Effect::kAllocate) return;
    path->result = frame_.Choose(Frame::PhiTag::kResult, frame_.instruction, {.term = before},
                                 before, path->result, true);
  }

  void Result(const proto::Returns& returns, ModelPath* path) {
    if (returns.argument()) {
      const TermId argument = call_.Argument(returns.argument_index());
      path->result = returns.or_null() ? OrNull(argument) : argument;
    } else if (returns.into_argument()) {
      const AtomId base = terms_.Base(call_.Argument(returns.argument_index()));
      path->result = base == kNothing ? frame_.Unknown(true)
                                      : OrNull(terms_.Add(terms_.Of(base), terms_.Any()));
    } else if (!returns.global().empty()) {
      const TermId variable = ObjectNamed(frame_, returns.global());
      path->result = returns.or_null() ? OrNull(variable) : variable;
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
      path->result =
          Compare(frame_, path->state, Relation::kEqual, call_.Argument(0), call_.Argument(1));
    } else if (returns.has_range() && returns.low() == returns.high()) {
      path->result = terms_.Constant(returns.low());
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

  ModelCall call_;
  Frame& frame_;
  TermTable& terms_;
};

}  // namespace

std::vector<Outcome> ApplyModel(Frame& frame, State state, const proto::Function& model,
                                const std::vector<TermId>& arguments) {
  return ModelEffects(frame, model, arguments).Run(std::move(state));
}

}  // namespace plait
