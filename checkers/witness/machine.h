// Executes a program of several threads on its IR, one visible operation at a time.
//
// Between two visible operations (an access to memory that other threads can reach, an operation on
// a lock, a creation, ...) a thread runs by itself. Each thread therefore stands before a visible
// operation, and whoever drives the machine chooses which one takes place next. The execution is
// sequentially consistent, and exact: what cannot be executed as the program would on the target,
// or has no defined behaviour, stops the run.
//
// For a search through all executions (explore.h) a machine can be copied, chooses nothing by
// itself, and stops at whatever depends on what is not followed in all its forms: weaker memory
// orders, where objects lie, what a library may access. Then only operations that order threads are
// scheduled, and outcomes that are not determined are chosen from outside.
#ifndef PLAIT_CHECKERS_WITNESS_MACHINE_H_
#define PLAIT_CHECKERS_WITNESS_MACHINE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "analyzer/ir/ir.h"
#include "checkers/witness/bytes.h"
#include "checkers/witness/causality.h"
#include "checkers/witness/containers.h"
#include "checkers/witness/executable.h"
#include "checkers/witness/memory.h"
#include "checkers/witness/random.h"
#include "checkers/witness/relevance.h"
#include "checkers/witness/shared.h"
#include "checkers/witness/sync.h"
#include "checkers/witness/thread.h"

namespace plait::witness {

class Machine {
 public:
  // Why a run stops that lets loads find the newest values.
  static constexpr std::string_view kMayMiss = "atomic access that may miss another thread's write";
  // Why a run stops that does not follow weak orders, or does, and meets something else.
  static constexpr std::string_view kWeakOrder =
      "atomic access that is not sequentially consistent";
  static constexpr std::string_view kUnfollowed =
      "another synchronisation beside weak atomic accesses";

  // Why a run stops that joins a thread which may not have been started: how many there are is
  // often an input.
  static constexpr std::string_view kUnknownJoin = "join of a thread that is not known";
  static constexpr std::string_view kUnknownPointer = "access through a pointer that is not known";
  static constexpr std::string_view kOutside = "access out of bounds, to null or to freed memory";

  // Where an element would be that a container does not have after all: what is written there is
  // gone. No object is there.
  static constexpr uint64_t kNowhere = uint64_t{0x7ffc} << 48;
  // Likewise, from there on: where all that is read is 0, an object that owns nothing.
  static constexpr uint64_t kNothing = kNowhere + (uint64_t{1} << 40);

  struct Limits {
    uint64_t steps = 100000;  // instructions
    uint32_t threads = 64;
    uint32_t depth = 200;  // of calls
    bool is_exploration = false;
    // Follows orders weaker than seq_cst. If it is no exploration, accesses are no steps of their
    // own, and those that nothing orders are collected.
    bool is_weak = false;
    // Of weak explorations: loads find all values that they may, not the newest ones only.
    bool finds_older = false;
    // Of explorations: small numbers that nondeterministic functions return are told apart.
    bool tells_inputs = false;
    // Of explorations: the only variables that threads may race for, if that is known. Plain
    // accesses to others are not looked at.
    const Suspects* suspects = nullptr;
    // An access to what may be any element of an object goes on: what it finds is not known, and
    // what it changes is all of the object. Searches do not look at it, so they see no race there.
    bool follows_any_element() const { return forgets_unneeded || !is_exploration; }
    // Of explorations: where it is noted what decides, if it is.
    Relevance* relevance = nullptr;
    // Between steps, numbers in memory are forgotten that decide nothing.
    bool forgets_data = false;
    // So are all that nothing is known to need, also arguments of threads, and what goes on from
    // turn to turn of a loop.
    bool forgets_unneeded = false;
    // Outcomes are chosen at random, and orders that are weaker are nothing special: only to see
    // what decides.
    bool is_walk = false;
    // Of explorations: threads of one creation are not told apart. A join is of any thread from
    // there that has ended, but of each handle only once.
    bool is_symmetric = false;
    // Of symmetric explorations: threads in one state, with nothing of their own, become any number
    // of them.
    bool merges_threads = false;
    // Of those that merge threads: once there are any number in one state, any number are in each,
    // and what objects of their own point to of their kind is forgotten.
    bool multiplies_threads = false;
  };

  // A run is determined by the seed, which chooses inputs, and by the order of Step calls.
  Machine(Executable& executable, uint64_t seed, const Limits& limits);

  // Runs what comes before main, and main up to its first visible operation.
  void Start();
  // Executes the visible operation of that thread, and goes on to its next one. If the operation
  // has to wait, nothing happens but that the thread is blocked.
  void Step(uint32_t thread);
  // Lets a blocked thread give up waiting; only if it may_time_out.
  void TimeOut(uint32_t thread);

  // Explorations only. The outcomes that the start or the next step takes, as far as they are given
  // here; beyond that it takes the first ones, and says of how many.
  void SetChoices(std::vector<Choice> choices) {
    choices_ = std::move(choices);
    next_choice_ = 0;
  }
  const std::vector<Choice>& choices() const { return choices_; }
  // Keeps one of equal accesses in each segment, in order, of the past what matters, and of threads
  // those that matter. Their numbers may change.
  void Tidy();
  // Forgets numbers in memory that has changed since then, as the limits say.
  void ForgetNumbers(const Machine* before);
  // One of the threads that this one stands for.
  uint32_t Split(uint32_t thread);
  // The most threads that begin in one function.
  uint32_t MostAlike() const;
  // Whether both may be there at once.
  bool MayBothBe(uint32_t t, uint32_t other) const;
  // Whether all the threads that are left of its creation may be in other states: then a step of
  // one in this state is not a step that there is in any case.
  bool MayNotBe(uint32_t t) const;
  std::vector<uint32_t> OwnObjects(uint32_t thread) const;

  // Works out again what the next operation of the thread will access, as memory is now.
  void Refresh(uint32_t thread);

  const std::vector<Shared<Thread>>& threads() const { return threads_; }
  bool CanStep(uint32_t thread) const;
  // Whether it tried what it stands before, in vain, since any lock or thread changed.
  bool IsBlocked(uint32_t thread) const { return (blocked_ >> thread & 1) != 0; }
  void Block(uint32_t thread) { blocked_ |= uint64_t{1} << thread; }
  // Explorations only: whether what the thread stands before can be done at once, since whatever
  // others do before it they can as well do after it: its end, a creation, a join that need not
  // wait.
  bool IsOfItself(uint32_t thread);
  // Explorations only: whether the thread is about to give back a lock, or to post a semaphore, and
  // may as well do so at once: whatever others do before it they can as well do after it, or before
  // the thread took the lock that its segment begins with (left and right movers; Lipton, CACM
  // 1975). But for others who take a lock just then.
  bool MayReleaseAtOnce(uint32_t thread) const;
  // The locks that the thread holds, by address, and whether no other can hold them with it.
  std::vector<std::pair<uint64_t, bool>> LocksOf(uint32_t thread) const;
  // The semaphores of which there was one left before, and none now.
  std::vector<uint64_t> UsedUpSince(const Machine& before) const;
  // The threads of which this one stands before the join of one.
  std::vector<uint32_t> AwaitedBy(uint32_t t);
  // Keeps all others from running, by an atomic section.
  bool IsAlone(uint32_t thread) const { return atomic_owner_ == thread; }
  Site SiteOf(uint32_t thread) const;
  // The calls it is in, from its entry down.
  std::vector<Site> CallsOf(uint32_t thread) const;
  const Memory& memory() const { return memory_; }
  const Causality& causality() const { return causality_; }
  const std::vector<Event>& events() const { return events_; }
  // Searches that follow weak orders only: conflicting accesses that nothing orders, the later one
  // second.
  const std::vector<std::pair<PastAccess, PastAccess>>& unordered() const { return unordered_; }
  uint64_t steps() const { return steps_; }
  // Where states are remembered, only what a thread does by itself may go on without end.
  void ResetSteps() {
    steps_ = 0;
    memory_.ResetCopied();
  }
  // Explorations only: whether a nondeterministic function returned what is not known.
  bool has_open_input() const { return has_open_input_; }
  // Explorations only: what that is not known would have decided something since this was cleared.
  const std::vector<Value::Source>& doubts() const { return doubts_; }
  void ClearDoubts() { doubts_.clear(); }
  const Executable& executable() const { return executable_; }

  // The run is over: the program ended, or something could not be executed.
  bool has_stopped() const { return has_stopped_; }
  // Why: "read out of bounds", "call of pthread_cancel", ... The same kind of thing has the same
  // text.
  const std::string& stop_reason() const { return stop_reason_; }
  // True if the reason is something the machine cannot execute, not an end the program has.
  bool is_stuck() const { return is_stuck_; }
  // Searches only: whether there were accesses that were not looked at.
  bool has_overlooked() const { return has_overlooked_; }

 private:
  friend class ChainFolder;
  friend class ContainerCall;
  friend class LibraryCall;
  friend class StateWriter;

  // machine.cc
  void Stop(std::string_view reason, bool is_stuck = true);
  bool IsUnnoticed(const ir::Instruction& instruction) const;
  void Advance(uint32_t t);
  bool Enter(uint32_t t, uint32_t definition, const std::vector<Value>& arguments,
             ir::Register result, Frame::Then then);
  void EndLocal(uint32_t t, uint64_t address);
  void Leave(uint32_t t, Value result);
  bool EndFrame(uint32_t t, uint64_t kept);
  void KeepVariadic(uint32_t t, const std::vector<Value>& arguments, size_t first);
  void Jump(uint32_t t, uint64_t buffer, Value result);
  void Unwind(uint32_t t);
  void EndThread(uint32_t t, Value result);
  bool RunDestructor(uint32_t t);
  // By the destructor of a thread-specific value.
  void FreeAtEnd(uint32_t t, uint64_t address);
  uint32_t CreateThread(uint32_t function, const std::vector<Value>& arguments, Site created);
  void EnterMain();
  Value ChooseArgumentCount(const Code& main);
  void Wake();
  void Follow(uint32_t t, absl::Span<const Bytes> accesses);
  void ForgetFreed();
  // compact.cc
  void FreeReturned();
  void Compact();
  void Rename(const std::vector<uint32_t>& numbers);
  // Keeps one of equal accesses, in order.
  void TidySegment(uint32_t t);
  // Whether causality is told of the atomic operation that the thread stands before.
  bool IsOrderFollowed(uint32_t t) const;
  // The function without a body and with a model that the thread is about to call, or nullptr.
  const Function* LibraryFunctionNext(uint32_t t) const;
  bool MeetsInAnyCase(uint32_t t);
  // The barrier that it is about to come to, waits at or leaves.
  std::optional<uint64_t> BarrierOf(uint32_t t);
  // Whether it has come there and the others are still to come.
  bool WaitsAt(uint32_t t, uint64_t barrier);
  bool HasKeyDestructors() const;
  bool TakesLock(uint32_t t) const;
  // Stops if what causality says of an atomic operation is no.
  void Check(bool is_followed);
  uint32_t Choose(uint32_t count);
  // Whether all others have been waited for, and there will be no more: nothing can race.
  bool IsAloneForGood(uint32_t t) const;
  // Whether the thread may still come to such a call.
  bool MayCome(Ahead what, uint32_t t) const;
  // Of what the next instruction allocates.
  Memory::Origin OriginHere(uint32_t t) const;
  void Log(Event::Kind kind, uint32_t t, int64_t value);
  static constexpr uint64_t kFirstHandle = uint64_t{0x7ffe} << 48;
  static constexpr uint32_t kHandleShift = 12;
  uint64_t HandleOf(uint32_t t) const;
  bool IsHandle(Value value) const {
    return value.known && value.address() >= kFirstHandle && value.bits > 0;
  }
  static bool AreOfOneCreation(Value handle, uint64_t other) {
    return handle.address() >> kHandleShift == other >> kHandleShift;
  }
  // The thread with that handle, or kNone.
  uint32_t ThreadOf(Value handle) const;
  // Symmetric explorations: the threads it may be that have ended, and whether there are others.
  std::vector<uint32_t> EndedThreadsOf(Value handle, bool* has_others) const;
  // The handle of a new thread. `is_kept`: it is stored at a known place, for a join.
  uint64_t NewHandle(uint32_t t, bool is_kept);
  // Symmetric explorations: whether the handle names a thread that nobody has joined, if that is
  // known.
  std::optional<bool> IsJoinable(Value handle);
  Crowd* CrowdOf(Value handle);
  void NoteJoined(Value handle);
  // Some thread of the creation, or of any, will not be joined.
  void StopCounting(Value handle);
  // How many threads there may be at most among those of the creation that stand for many.
  uint32_t MostInMany(Site created) const;
  bool OwnsLocks(uint32_t t) const;
  // By object: the thread that alone leads to it; kNone if there is none.
  using Owners = std::vector<uint32_t>;
  Owners FindOwners() const;
  static std::vector<uint32_t> OwnObjects(const Owners& owners, uint32_t thread);
  bool IsMergeable(const Owners& owners, uint32_t t) const;
  bool AreInOneState(const Owners& owners, uint32_t a, uint32_t b) const;
  void MultiplyThreads();
  void ForgetOwnAccesses();
  void ForgetLinksOfOwn();
  // Whether something other than the holder mentions the object.
  bool IsKnownBeside(uint32_t number, uint32_t holder) const;
  void MergeThreads();
  void RemoveThread(uint32_t t);
  uint64_t AddressOfGlobal(uint32_t t, uint32_t global);
  void InitialiseGlobal(uint64_t address, uint32_t number, const ir::Global& global);
  uint64_t AddressOfSlot(uint32_t t, uint32_t slot);
  uint64_t AddressOfString(const Code& code, int64_t number);
  // `owner`: by what the literal is known, with its number; `literals`: those of the owner.
  uint64_t AddressOfLiteral(uint32_t owner, int64_t number,
                            const std::vector<std::string>& literals);
  void StoreText(uint64_t address, std::string_view text);

  // chains.cc
  // Where the next instruction of the thread reads a pointer to a chain.
  std::optional<uint64_t> ChainAhead(uint32_t t);
  // The chain that the pointer there points to.
  void Unfold(uint64_t word);

  // sequences.cc
  // An index was used with the address.
  void NoteElement(Value block, int64_t stride);
  // The index at which a container with two ends begins was stored there: what comes before it is
  // nothing to anybody, and the elements might as well be counted from there.
  void MoveToFront(uint64_t index);

  // operands.cc
  static bool IsAtomic(const ir::Instruction& instruction) {
    return instruction.ordering != ir::Ordering::kPlain;
  }
  // Values of other widths are not represented.
  static bool HasRegisterWidth(uint32_t width) { return width >= 1 && width <= 8; }
  Value Evaluate(uint32_t t, const ir::Operand& operand);
  static bool IsNowhere(Value address) {
    return address.known && address.address() >> 48 == kNowhere >> 48;
  }
  // Whether an access goes there, which is not seen by others.
  bool GoesNowhere(uint32_t t, const ir::Place& place);
  Value AddressOf(uint32_t t, const ir::Place& place);
  // A pointer into the object that has the address `in`, so many bytes behind it, or a multiple of
  // the stride before or behind that.
  static Value Inside(uint64_t in, int64_t offset, uint64_t stride, Value::Source source);
  // Of an access of which it is not known to which of an object's bytes it is: those it may be to.
  struct Spread {
    const Memory::Object* object = nullptr;
    Bytes bytes;
    uint32_t width = 0;  // of the access; 0: any
    uint64_t step = 0;   // from one place where it may be to the next one
  };
  // Nothing for other accesses.
  std::optional<Spread> SpreadOf(uint32_t t, const ir::Place& place, uint64_t width);
  // Calls `visit` with each address where the access may be, until it returns false. Whether all
  // were visited, and there are few.
  static bool ForEachIn(const Spread& spread, absl::FunctionRef<bool(uint64_t)> visit);
  // The address of so many accessible bytes; 0 after a stop.
  uint64_t Accessible(uint32_t t, const ir::Place& place, uint64_t width);
  void SetRegister(uint32_t t, ir::Register result, Value value);
  Value LoadFrom(uint64_t address, const ir::Instruction& instruction);
  Value RawAt(uint64_t address, uint32_t width) const;
  void StoreTo(uint64_t address, uint32_t width, Value value, bool is_signed = false);

  // visibility.cc
  Visibility Look(uint32_t t, const ir::Instruction& instruction);
  Visibility LookAtEnd(uint32_t t, const ir::Terminator& terminator);
  bool EndsProgram(uint32_t t, const ir::Terminator& terminator) const;
  void NoteAccess(uint32_t t, const ir::Place& place, const ir::Instruction& instruction,
                  bool is_write);
  // Explorations only: the largest of the few numbers that an operation on one that is not known
  // may lead to, if it does not lead to more.
  std::optional<int64_t> MostOf(uint32_t t, const ir::Instruction& instruction);
  bool IsUnheeded(uint32_t t, const ir::Instruction& instruction);
  // Whether a compare-exchange would succeed now, or it cannot be told.
  bool IsExpected(uint32_t t, const ir::Instruction& instruction);

  // execute.cc
  void Execute(uint32_t t, const ir::Instruction& instruction);
  void Terminate(uint32_t t, const ir::Terminator& terminator);
  void LoadValue(uint32_t t, const ir::Instruction& instruction);
  void StoreValue(uint32_t t, const ir::Instruction& instruction);
  void CopyRecord(uint32_t t, const ir::Instruction& instruction);
  // False after a stop.
  bool AllocateOnStack(uint32_t t, const ir::Instruction& instruction);
  // Of that slot: what is there from before ends.
  void EnterScope(uint32_t t, uint32_t number);
  void Call(uint32_t t, const ir::Instruction& instruction);
  uint32_t CalleeOf(uint32_t t, const ir::Instruction& instruction);

  // pass_over.cc
  // Searches only: where the ways of a branch on what is not known meet again, if they do so soon
  // and only change memory and registers, which are then not known. What they access is not looked
  // at, so what is seen behind them happens whichever way is taken.
  std::optional<uint32_t> PassOver(uint32_t t, const ir::Terminator& branch);

  // atomic_access.cc
  // Explorations in which loads find older values: one of those, or none if it is the newest one
  // that is found. `but`: a value that is not found.
  std::optional<Value> LoadOlder(uint32_t t, uint64_t address, const ir::Instruction& instruction,
                                 ir::Ordering ordering, std::optional<Value> but);
  void UpdateAtomically(uint32_t t, const ir::Instruction& instruction);
  void CompareExchange(uint32_t t, const ir::Instruction& instruction);

  // compute.cc
  // Whether the result is another one if objects lie elsewhere.
  bool DependsOnAddresses(ir::Binary operation, Value a, Value b) const;
  bool IsNatural(Value value) const {
    if (!value.known) {
      return value.side == Value::Side::kNatural || value.side == Value::Side::kAbove;
    }
    return value.bits >= 0 && !memory_.IsAddress(value);
  }
  Value Compute(const ir::Instruction& instruction, ir::Binary operation, Value a, Value b);
  void Truncate(uint32_t t, const ir::Instruction& instruction);
  void Complement(uint32_t t, const ir::Instruction& instruction);

  // forget.cc
  // Where any element is followed: the bytes that a plain access may be to if it is not known which
  // ones. Nothing for other accesses, and after a stop.
  std::optional<Spread> VagueTarget(uint32_t t, const ir::Place& place,
                                    const ir::Instruction& instruction);
  // The object that the address is in then.
  const Memory::Object* VagueObject(Value address) const;
  bool FollowsAnyElementOf(Value base) const;
  Value LoadVaguely(const Spread& spread, const ir::Instruction& instruction) const;
  bool IsArgumentArray(const Memory::Object& object) const {
    return arguments_ != 0 && &object == memory_.Around(arguments_);
  }
  // Pointers to what was freed since then.
  void ForgetDangling(const Machine& before);
  void ForgetTaken(const Machine& before);
  // Whatever was in it, and what is put there, may be there from now on.
  void StoreVaguely(const Spread& spread, Value value);
  void LookAt(const Bytes& bytes);
  // Whether no two threads race for it, as far as is known.
  bool IsSettled(const Memory::Object& object) const;
  bool IsOfMain(const Memory::Object& object) const;
  // Whether small numbers are told apart that come from outside into that register, and what it is
  // if they are not.
  bool TellsInput(const Code& code, ir::Register r) const;
  Value OpenInput(const Code& code, ir::Register r);
  Value Assigned(uint32_t t, const ir::Instruction& instruction);
  Value Reckon(uint32_t t, const ir::Instruction& instruction, Value a, Value b);
  // What is kept of a number, or a pointer, that a register counts or goes on with.
  Value Needed(const Code& code, ir::Register r, Value value, uint64_t stride = 0) const;
  // The same of what a thread is handed by that register.
  Value Handed(const Code& code, ir::Register r, Value value) const;
  std::string TypeOf(const Memory::Object& object) const;
  bool IsNumber(Value value) const {
    return value.known && !memory_.IsAddress(value) && !IsHandle(value) &&
           executable_.FunctionAt(value.address()) == kNone;
  }
  Value CutAsNeeded(Value value) const;
  Value GoneOn(uint32_t t, const ir::Instruction& instruction, Value address) const;
  // Where it is noted what decides: the place of an access.
  Value::Source PlaceOf(uint32_t t, uint64_t address, const ir::Instruction& instruction);
  Value::Source PlaceOf(uint32_t t, const Memory::Object& object,
                        const ir::Instruction& instruction);
  void NoteFlow(Value from, Value::Source place);
  void NoteDecision(Value value);
  Value::Source Union(Value::Source a, Value::Source b);
  void NoteCopy(uint64_t to, uint64_t from, uint64_t size);

  Frame& Top(uint32_t t) { return threads_[t].Own().frames.back(); }

  Executable& executable_;
  uint32_t outside_caller_ = kNone;  // the thread that called functions without a model
  const Limits limits_;
  Random random_;
  // Searches: a number that is the same all the time, and what clocks show, in nanoseconds.
  uint64_t first_random_ = 0;
  static constexpr int64_t kClockStart = 1700000000000000000;
  int64_t clock_ = kClockStart;
  int64_t next_descriptor_ = 3;
  Memory memory_;
  SyncTable sync_;
  Causality causality_;  // if the orders are followed
  absl::flat_hash_map<std::tuple<uint32_t, uint64_t, uint64_t, bool, bool>, PastAccess> past_;
  std::vector<std::pair<PastAccess, PastAccess>> unordered_;
  std::vector<Shared<Thread>> threads_;
  absl::InlinedVector<Bytes, 1> looked_at_;  // by the operation that is looked at
  std::vector<Event> events_;
  Shared<std::vector<uint64_t>> globals_;                             // addresses; 0: not yet used
  Shared<std::map<std::pair<uint32_t, int64_t>, uint64_t>> strings_;  // by owner, number
  uint64_t blocked_ = 0;  // a bit for each thread; there are no more than 64
  uint32_t atomic_owner_ = kNone;
  uint32_t atomic_depth_ = 0;
  Containers containers_;                              // searches only
  absl::flat_hash_map<uint64_t, int64_t> attributes_;  // set in attribute objects, by address
  std::vector<uint32_t> key_destructors_;              // by key: function, or kNone
  std::vector<Choice> choices_;
  size_t next_choice_ = 0;
  size_t compacted_ = 0;  // objects that were left then
  uint64_t steps_ = 0;
  std::vector<Value::Source> doubts_;
  bool has_open_input_ = false;
  absl::InlinedVector<Crowd, 2> crowds_;  // symmetric explorations; by creation
  // Explorations: what main is handed, and all the texts that it or the environment leads to.
  uint64_t arguments_ = 0;
  uint64_t argument_text_ = 0;
  bool has_stopped_ = false;
  bool is_stuck_ = false;
  bool has_overlooked_ = false;
  std::string stop_reason_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_MACHINE_H_
