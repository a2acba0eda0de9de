// One call of a function without a body: its model carried out on the machine, effect by effect.
//
// A model says what a function does to memory, locks and threads. Where that is exact, it is
// carried out as it stands; where it is not (what exactly did it write?), what it leaves is not
// known; and where not even that can be said, the run stops. Functions whose results matter and are
// well known have code of their own (library_functions.cc).
#ifndef PLAIT_CHECKERS_WITNESS_LIBRARY_CALL_H_
#define PLAIT_CHECKERS_WITNESS_LIBRARY_CALL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "checkers/witness/machine.h"
#include "proto/models.pb.h"

namespace plait::witness {

class LibraryCall {
 public:
  // `function` has no body. The call is the next instruction of thread `t`.
  LibraryCall(Machine& machine, uint32_t t, uint32_t function, const ir::Instruction& call);

  // Leaves the bytes it will access in Machine::looked_at_.
  Visibility Look();
  // The threads of which it waits for one before anything else, whatever others do.
  std::vector<uint32_t> Awaited() const;
  // The barrier that it waits at, if that is known.
  std::optional<uint64_t> Meeting() const;
  // Executes it, or goes on with it. Afterwards the thread is behind the call, blocked, or over.
  void Run();

 private:
  friend class ContainerCall;
  friend struct LibraryFunctions;

  enum class State : uint8_t {
    kDone,     // with this effect
    kWait,     // try again when something changed
    kOver,     // the thread is somewhere else, or the run has stopped
    kByModel,  // nothing is done yet: the effects of the model are
  };
  static constexpr uint32_t kPointerSize = 8;

  using Handler = State (LibraryCall::*)();

  static Handler FindHandler(const Function& function);

  State Apply(const proto::Effect& effect);
  State Acquire(const proto::Acquire& acquire);
  State ReleaseLock(const proto::Release& release);
  State WaitForCondition(const proto::ConditionWait& wait);
  State Signal(const proto::ConditionSignal& signal);
  State Spawn(const proto::Spawn& spawn);
  State EndHandle(Value handle);
  State Join(const proto::Join& join);
  State NotJoined(const proto::Join& join);
  State JoinNobody();
  uint32_t FindJoined(Value handle);
  State Detach(const proto::Detach& detach);
  State Post(const proto::Post& post);
  State WaitForSemaphore(const proto::Wait& wait);
  State WaitAtBarrier(const proto::Barrier& barrier);
  Value ToldAtBarrier(SyncObject* object);
  State Once(const proto::Once& once);
  void LearnAtLock(uint64_t address, bool is_shared);
  void TellAtLock(uint64_t address, bool is_shared);
  State BeginOnce(const proto::OnceBegin& once);
  State EndOnce(const proto::OnceEnd& once);
  State Read(const proto::Touch& touch);
  State Store(const proto::Store& store);
  State Write(const proto::Touch& touch);
  State WriteUnknown(Value address, std::optional<uint64_t> size);
  // A text of no more than `most` bytes.
  State WriteUnknownText(Value address, std::optional<uint64_t> most);
  State Copy(const proto::Copy& copy);
  Value ArgumentBeforeBlock() const;
  bool FindsNothing();
  State Allocate(const proto::Allocate& allocate);
  State Free(const proto::Free& free);
  State Initialize(const proto::Initialize& initialize);
  State Destroy(const proto::Destroy& destroy);
  // Null, or any place in the object.
  static Value SomewhereIn(Value pointer) {
    return {static_cast<int64_t>(Memory::BaseOf(pointer.address())), false,
            Value::Side::kInsideOrNull};
  }
  State Returns(const proto::Returns& returns);
  State EndThread();
  State EndAtomic();

  // Functions with code of their own.
  State SetJump();
  State LongJump();
  State StartVariadic();
  State NextVariadic();
  State CopyVariadic();
  Value VariadicAt(Value list) const;
  Value VariadicValue(Value at, uint32_t width, bool is_signed) const;
  // An array that is sorted or searched.
  struct Elements {
    uint64_t base = 0, count = 0, size = 0;
    Value At(uint64_t i) const { return Value::Of(static_cast<int64_t>(base + i * size)); }
  };
  std::optional<Elements> ElementsOf(int32_t array) const;
  State Compare(Value function, const std::vector<Value>& arguments, uint64_t progress);
  State Sort();
  void MoveElement(const Elements& all, uint64_t from, uint64_t to);
  void NoteSort();
  State FindSorted();
  State Memset();
  State Memchr();
  State Bzero();
  State Mempcpy();
  State Strlen();
  State Strcmp();
  State Memcmp();
  State Strcpy();
  State Strncpy();
  State Strcat();
  State Strchr();
  State Strstr();
  State Strpbrk();
  State Strspn();
  State Strnlen();
  State Strlcpy();
  State Stpcpy();
  State Format();
  State Print();
  State Strdup();
  // A pointer to where that text goes on which the call works on, as the last one left it.
  Value RestOfText() const;
  State StrtokR();
  State TakeToken(Value from, Value rest, const std::string& text, const std::string& separators);
  State Strtok();
  State Strsep();
  State CharacterClass();
  State OtherCase();
  State Abs();
  State ToInteger();
  State ParseNumber();
  State Divide();
  State Equal();
  State RandomNumber();
  State SomeNumber();
  State Getenv();
  State ReturnZero();
  State ReturnNothingKnown();
  State Errno();
  void SetError(std::optional<int64_t> number);
  // What comes from outside in a search.
  bool Fails();
  State Answer(int64_t answer);
  State Open();
  State OpenDescriptor();
  State SomeCount();
  State Succeed();
  State Transfer();
  State ReadCharacter();
  State WriteCharacter();
  State ReadLine();
  State GetLine();
  State Constant();
  int64_t PassTime();
  State Time();
  State ClockTime();
  State GetOption();
  State CreateKey();
  State DeleteKey();
  State GetSpecific();
  State SetSpecific();
  State PushCleanup();
  State PopCleanup();
  // What formatted input stores: a text, or else a number.
  struct Scanned {
    Value address;
    uint32_t width = 0;
    int64_t number = 0;
    std::string text;
    bool is_known = true;
  };
  std::optional<std::vector<Scanned>> ScannedValues(bool* is_at_end);
  State Scan();
  State Unsupported();
  State InContainer();
  State Nondeterministic();
  int64_t NearCompared(int64_t otherwise);

  bool IsInput() const;
  bool IsNamed(std::string_view part) const;
  bool MayTimeOut() const;
  bool MayBeOthers(Value a, Value b) const;
  // Of POSIX threads or C11: such functions return 0 when they have done what they are for.
  bool IsStandard() const;
  bool IsCxxThread() const;  // std::thread, std::jthread, std::async and its future
  bool IsFuture() const;
  bool IsPromised(const proto::Value& object) const;
  bool IsC11() const;
  bool IsSemaphore() const;
  Value Argument(int32_t i) const;
  // Of a variable that a model names; unknown if several programs have one.
  Value AddressOf(const std::string& global) const;
  // What the value is, with its loads; unknown if one of them is.
  Value Get(const proto::Value& value) const;
  // Bytes: the product of these arguments and the constant, if there are any and they are known.
  std::optional<uint64_t> SizeOf(const google::protobuf::RepeatedField<uint32_t>& arguments,
                                 uint32_t constant) const;
  // Buffers that an array lists with their sizes; nothing if one of them is not known.
  std::optional<std::vector<std::pair<Value, uint64_t>>> Buffers(const proto::Touch& touch) const;
  // Whether that is the block of a string whose text is known.
  bool HasKnownText(Value block) const;
  // Of a text with its nul; nothing if it has unknown bytes or no end.
  std::optional<uint64_t> TextSize(Value address) const;
  std::optional<std::string> Text(Value address) const;
  std::optional<std::string> TextUpTo(Value address, Value most) const;
  void NoteDecisions();
  // The place of a text, or of what a library writes.
  Value::Source NoteText(uint64_t address, uint64_t size) const;
  void NoteWritten(uint64_t address, uint64_t size) const;
  State CopyText(Value to, Value from, uint64_t size);
  State WriteText(Value to, std::string_view text);
  State ReturnFound(size_t place);
  std::optional<std::string> Formatted(const std::string& format,
                                       absl::FunctionRef<Value()> next) const;
  int32_t FormatArgument() const;
  std::optional<std::string> Printed() const;
  std::optional<std::string> PrintedInto() const;
  // The object of that kind at an address, made on first use where static initialisation allows;
  // nullptr after a stop.
  SyncObject* SyncAt(const proto::Value& value, SyncKind kind, uint64_t* address);
  State Stop(std::string_view what);
  State Unsuccessful(proto::Condition when, int64_t error);
  void SetResult(Value value);
  void SetSuccess(proto::Condition when);
  Thread& thread() { return machine_.threads_[t_].Own(); }
  State Blocked();
  void Note(Value address, uint64_t size, bool is_write, bool is_atomic);
  void NoteTouch(const proto::Touch& touch, bool is_write);
  // What the function certainly accesses of that; nothing if that is not known.
  struct Certain {
    Value address;
    uint64_t size = 0;
  };
  std::optional<Certain> CertainPart(const proto::Touch& touch, bool is_write) const;
  // Characters up to where two texts, or two blocks, differ.
  uint64_t CommonSize(Value a, Value b, bool are_texts) const;
  // An argument that is printed as a text.
  struct PrintedText {
    int32_t argument = 0;
    bool has_precision = false;
  };
  std::optional<std::vector<PrintedText>> PrintedTexts(const proto::Touch& touch);
  void NotePrinted(const proto::Touch& touch);
  void NoteScanned();
  void NoteEffect(const proto::Effect& effect, bool* is_sync);
  // In explorations: all that may be accessed, or a stop.
  Visibility LookAtAll();
  void NoteAll(const proto::Touch& touch, bool is_write);
  // Bytes from there to the end of the array that a text lies in, if it is a known one.
  std::optional<uint64_t> RoomForText(Value address) const;
  // Whether so many bytes behind an address of which it is not known which element of the object it
  // is in are in one element.
  static bool IsWithinElement(const Memory::Object& object, Value address,
                              std::optional<uint64_t> size);
  void NoteRest(Value address, std::optional<uint64_t> size, bool is_write, bool is_atomic);
  bool IsExploration() const { return machine_.limits_.is_exploration; }
  bool IsWeak() const { return machine_.limits_.is_weak; }
  // Whether it may come back without what it waits for.
  bool MayFail(proto::Condition when, bool blocks) const;
  // Whether the program looks at the result.
  bool IsResultUsed() const;
  // What an input, or a random number, is at least and at most; nothing for other functions.
  std::optional<std::pair<int64_t, int64_t>> Range() const;
  // Explorations only.
  bool HasOutcomes(int64_t low, int64_t high) const;
  State ChooseInput(int64_t low, int64_t high);
  State ChooseAny();
  void Finish();

  Machine& machine_;
  const uint32_t t_;
  const Function& function_;
  const ir::Instruction& call_;
  mutable Value::Source text_source_ = 0;  // of the texts that were read
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_LIBRARY_CALL_H_
