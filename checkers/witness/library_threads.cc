// Effects on threads.
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

// errno.h of Linux.
constexpr int64_t kAgain = 11, kBusy = 16, kTimedOut = 110;
constexpr int64_t kFutureTimedOut = 1;  // std::future_status::timeout
// threads.h of glibc.
constexpr int64_t kThrdError = 2;

constexpr std::string_view kNotJoinable = "join of a thread that is not joinable";

}  // namespace

LibraryCall::State LibraryCall::Spawn(const proto::Spawn& spawn) {
  if (spawn.many() || spawn.has_only_if() || spawn.data_size() != 1 ||
      spawn.handle().argument() < 0 || !(IsStandard() || IsCxxThread())) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  const Value entry = Get(spawn.entry()), handle = Get(spawn.handle());
  const uint32_t function = entry.known ? machine_.executable_.FunctionAt(entry.address()) : kNone;
  if (function == kNone) return Stop("thread whose entry is not known");
  const Memory::Object* const vague =
      machine_.limits_.is_symmetric && !IsWeak() ? machine_.VagueObject(handle) : nullptr;
  if (vague == nullptr &&
      (!handle.known || machine_.memory_.Find(handle.address(), kPointerSize) == nullptr)) {
    return Stop(Machine::kOutside);
  }
  if (machine_.threads_.size() >= machine_.limits_.threads) {
    if (IsExploration()) return Stop("too many threads");
    // A prefix of an execution is one: whoever creates threads without end waits from here on.
    return Blocked();
  }
  if (IsExploration() && IsResultUsed() && machine_.Choose(2) == 1) {
    return Unsuccessful(proto::RETURNS_ZERO, IsC11() ? kThrdError : kAgain);
  }
  const uint32_t created =
      machine_.CreateThread(function, {Get(spawn.data(0))}, machine_.SiteOf(t_));
  if (created == kNone) return State::kOver;
  const Value attribute =
      spawn.has_attribute() ? Argument(spawn.attribute_argument()) : Value::Of(0);
  if (!attribute.known) return Stop("attribute that is not known");
  const auto set = machine_.attributes_.find(attribute.address());
  constexpr int64_t kDetached = 1;
  const bool is_detached =
      spawn.detached() || (set != machine_.attributes_.end() && set->second == kDetached);
  machine_.threads_[created].Own().is_detached = is_detached;
  const uint64_t new_handle = machine_.NewHandle(created, vague == nullptr && !is_detached);
  const Bytes stored = vague == nullptr ? Bytes{handle.address(), kPointerSize, true, false}
                       : IsWithinElement(*vague, handle, kPointerSize)
                           ? Bytes{handle.address(), kPointerSize, true, false, handle.stride}
                           : Bytes{Memory::BaseOf(handle.address()), vague->size, true, false};
  if (vague == nullptr) {
    machine_.memory_.Store(handle.address(), kPointerSize,
                           Value::Of(static_cast<int64_t>(new_handle)));
  } else if (WriteUnknown(handle, kPointerSize) != State::kDone) {
    return State::kOver;
  }
  machine_.Log(Event::Kind::kCreate, t_, created);
  if (IsWeak()) machine_.causality_.Create(t_, created);
  // The handle may be written when the thread has begun.
  if (IsWeak()) {
    if (IsExploration()) machine_.Follow(t_, {stored});
  } else if (IsExploration() && machine_.memory_.IsShared(stored.address)) {
    thread().segment.push_back(stored);
  }
  machine_.Advance(created);
  return State::kDone;
}

// kNone if it is not known; the thread itself if it has to wait.
uint32_t LibraryCall::FindJoined(Value handle) {
  if (!machine_.limits_.is_symmetric) {
    const uint32_t other = machine_.ThreadOf(handle);
    return other == t_ ? kNone : other;
  }
  bool has_others = false;
  const std::vector<uint32_t> ended = machine_.EndedThreadsOf(handle, &has_others);
  if (handle.known && ended.size() + (has_others ? 1 : 0) > 1) {
    machine_.doubts_.push_back(Relevance::kWhichThread);
  }
  if (ended.empty()) return has_others ? t_ : kNone;
  return ended[ended.size() == 1 ? 0 : machine_.Choose(ended.size())];
}

std::vector<uint32_t> LibraryCall::Awaited() const {
  const proto::Function* model = function_.model;
  if (model->effect().empty() || machine_.threads_[t_]->effect != 0) return {};
  const proto::Join& join = model->effect(0).join();
  if (!model->effect(0).has_join() || join.when() != proto::ALWAYS) return {};
  // Others may change a handle that they can reach.
  const Value place = Argument(join.handle().argument());
  const uint32_t loads = join.handle().dereferences();
  if (loads > 1 || (loads == 1 && (!place.known || machine_.memory_.IsShared(place.address())))) {
    return {};
  }
  const Value handle = Get(join.handle());
  std::vector<uint32_t> awaited;
  for (uint32_t other = 0; other < machine_.threads_.size(); ++other) {
    const Thread& thread = *machine_.threads_[other];
    const bool is_named = handle.known && (IsExploration() ? Machine::AreOfOneCreation(
                                                                 handle, machine_.HandleOf(other))
                                                           : machine_.ThreadOf(handle) == other);
    if (is_named && other != t_ && !thread.is_joined && !thread.is_detached) {
      awaited.push_back(other);
    }
  }
  return awaited;
}

// Who destroys a std::thread has waited for it before, or the program ends.
LibraryCall::State LibraryCall::EndHandle(Value handle) {
  if (machine_.limits_.is_symmetric) return State::kDone;
  const uint32_t other = machine_.ThreadOf(handle);
  if (other == kNone) return Stop("join of a thread that is not known");
  const Thread& left = *machine_.threads_[other];
  if (left.is_joined || left.is_detached) return State::kDone;
  machine_.Stop("the program ended", false);
  return State::kOver;
}

LibraryCall::State LibraryCall::Join(const proto::Join& join) {
  const bool is_cxx = IsCxxThread();
  if (!IsNamed("pthread_") && !IsNamed("thrd_") && !is_cxx) {
    return Stop(absl::StrCat("call of ", NameText(function_.name)));
  }
  if (IsNamed("::~future")) {
    proto::Value state = join.handle();
    state.set_dereferences(1);
    const Value at = Get(state);
    if (at.known && at.bits == 0) return State::kDone;  // was moved
  }
  const Value handle = Get(join.handle());
  if (is_cxx && handle.known && handle.bits == 0) return State::kDone;  // no thread
  // Where threads are not told apart, the one of an object that ends may have been waited for
  // before.
  const bool ends_object = IsNamed("::~");
  if (IsNamed("thread::~thread")) return EndHandle(handle);
  const std::optional<bool> is_joinable = machine_.IsJoinable(handle);
  if (is_joinable == false) {
    return ends_object || IsFuture() ? State::kDone : Stop(kNotJoinable);
  }
  if (machine_.limits_.is_symmetric && !is_joinable.has_value()) {
    if (ends_object && machine_.Choose(2) == 1) return State::kDone;
    const bool is_of_any = !handle.known || machine_.CrowdOf(handle) != nullptr;
    if (is_of_any && !is_cxx && join.when() == proto::ALWAYS) return JoinNobody();
  }
  const uint32_t other = FindJoined(handle);
  if (other == t_ && join.when() != proto::ALWAYS) return NotJoined(join);
  if (other == t_) return Blocked();
  if (other == kNone && ends_object && machine_.limits_.is_symmetric) return State::kDone;

  if (other == kNone) return Stop(Machine::kUnknownJoin);
  const Thread& joined = *machine_.threads_[other];
  // The handle of an object whose thread was joined is left behind.
  if (joined.is_joined && (IsNamed("::~") || IsFuture())) return State::kDone;
  if (joined.is_detached || joined.is_joined) return Stop(kNotJoinable);
  // A thread that does no more is ended at once where that is noticed by none but who waits: who
  // only tries may come before its end.
  const bool is_before_end =
      join.when() != proto::ALWAYS && IsExploration() && machine_.Choose(2) == 1;
  if (!joined.has_ended || is_before_end) {
    if (join.when() == proto::ALWAYS) return Blocked();
    if (MayTimeOut() && !thread().has_timed_out && !IsExploration()) {
      thread().may_time_out = true;
      return Blocked();
    }
    return NotJoined(join);
  }
  machine_.NoteJoined(handle);
  if (!joined.is_many) {
    Thread& own = machine_.threads_[other].Own();
    own.is_joined = true;
    own.segment.clear();
  }
  if (IsWeak()) machine_.causality_.Join(t_, other);
  machine_.Log(Event::Kind::kJoin, t_, other);
  if (is_cxx) return State::kDone;
  SetResult(Value::Of(0));
  // The model says that something is written; here it is known what.
  thread().effect = function_.model->effect_size() - 1;
  const Value out = Argument(1);
  if (!out.known) return Stop(Machine::kUnknownPointer);
  if (out.bits == 0) return State::kDone;
  const uint32_t width = IsC11() ? 4 : kPointerSize;
  if (machine_.memory_.Find(out.address(), width) == nullptr) {
    return Stop(Machine::kOutside);
  }
  machine_.StoreTo(out.address(), width, machine_.threads_[other]->result);
  return State::kDone;
}

// By who only tries, or does not wait for ever.
LibraryCall::State LibraryCall::NotJoined(const proto::Join& join) {
  thread().effect = function_.model->effect_size() - 1;
  const int64_t busy = MayTimeOut() ? kTimedOut : kBusy;
  return Unsuccessful(join.when(), IsFuture() ? kFutureTimedOut : busy);
}

// Where it was forgotten which thread it is, nobody is waited for: more can happen so.
LibraryCall::State LibraryCall::JoinNobody() {
  machine_.doubts_.push_back(Relevance::kWhichThread);
  SetResult(Value::Of(0));
  thread().effect = function_.model->effect_size() - 1;
  const Value out = Argument(1);
  if (out.known && out.bits == 0) return State::kDone;
  return WriteUnknown(out, IsC11() ? 4 : kPointerSize);
}

LibraryCall::State LibraryCall::Detach(const proto::Detach& detach) {
  if (machine_.limits_.is_symmetric) {  // it is not known which one
    machine_.StopCounting(Get(detach.handle()));
    return State::kDone;
  }
  const uint32_t other = machine_.ThreadOf(Get(detach.handle()));
  if (other == kNone) return Stop("detaching of a thread that is not known");
  const Thread& detached = *machine_.threads_[other];
  if (detached.is_detached || detached.is_joined) {
    return Stop("detaching of a thread that is not joinable");
  }
  machine_.threads_[other].Own().is_detached = true;
  return State::kDone;
}

LibraryCall::State LibraryCall::EndThread() {
  const Value result = Argument(0);
  machine_.Unwind(t_);
  if (!machine_.has_stopped_) machine_.EndThread(t_, result);
  return State::kOver;
}

}  // namespace plait::witness
