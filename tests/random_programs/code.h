// A program as flat code of small steps, for the oracle: each instruction touches shared memory at
// most once.
//
// Locals whose address is never taken are registers of their frame. Everything else is an object of
// cells: one for each number, pointer or handle, kSyncCells for each lock and its like.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_CODE_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_CODE_H_

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/random_programs/ast.h"

namespace plait::random_programs {

inline constexpr int kSyncCells = 4;
inline constexpr int kMaxRegisters = 512;
// The value of memory that was never written.
inline constexpr int64_t kUninitialised = INT64_MIN;

enum class Library {
  kCreate,
  kJoin,
  kDetach,
  kExitThread,
  kMutexInit,
  kMutexLock,
  kMutexTrylock,
  kMutexUnlock,
  kAttributeInit,
  kAttributeSetType,
  kRwlockInit,
  kReadLock,
  kWriteLock,
  kTryReadLock,
  kTryWriteLock,
  kRwlockUnlock,
  kSpinInit,
  kSpinLock,
  kSpinTrylock,
  kSpinUnlock,
  kSemaphoreInit,
  kSemaphoreWait,
  kSemaphoreTrywait,
  kSemaphorePost,
  kConditionInit,
  kConditionWait,
  kConditionSignal,
  kBarrierInit,
  kBarrierWait,
  kOnce,
  kFree,
  kAbort,
  kAtomicBegin,
  kAtomicEnd,
};

enum class Update { kAdd, kExchange, kCompareExchange };

struct Instruction {
  enum class Op {
    kConstant,      // dst = imm
    kMove,          // dst = a
    kObject,        // dst = address of the static object imm
    kSlot,          // dst = address of the frame's slot imm
    kElement,       // dst = address a + b * imm, if 0 <= b < length
    kOffset,        // dst = address a + imm
    kLoad,          // dst = *a
    kStore,         // *a = b
    kUpdate,        // dst = *a, *a = update(*a, b, c); atomic
    kNot,           // dst = !a
    kBinary,        // dst = a name b
    kJump,          // to imm
    kBranch,        // to imm if a is zero
    kCall,          // dst = functions[imm](args)
    kCallIndirect,  // dst = a(args)
    kReturn,        // a, or nothing
    kNondet,        // dst = any of 0 .. imm - 1
    kAllocate,      // dst = a new object of declaration imm
    kLibrary,       // dst = library(args)
  };
  Op op = Op::kConstant;
  int dst = -1, a = -1, b = -1, c = -1;
  int64_t imm = 0;
  int length = 0;
  bool atomic = false;
  bool is_private = false;  // no other thread can reach the memory
  Library library = Library::kCreate;
  Update update = Update::kAdd;
  std::string name;
  std::vector<int> args;
  int line = 0;
};

// What one or many objects look like.
struct Declaration {
  std::string name;                // of the global or local, of the struct if allocated
  std::vector<std::string> cells;  // "box.value" for each cell, as reports name it
  std::vector<int64_t> initial;
  bool is_handle = false;  // holds threads only
};

struct FunctionCode {
  std::string name;
  int parameters = 0;  // in the first registers
  int registers = 0;
  std::vector<int> slots;  // declarations
  std::vector<Instruction> instructions;
  std::vector<std::bitset<kMaxRegisters>> live;  // registers read later, before each instruction
};

struct Code {
  std::vector<Declaration> declarations;
  // Declarations of the objects that are there from the beginning: globals, then static locals.
  std::vector<int> statics;
  std::vector<FunctionCode> functions;
  int main = -1;
};

// Values that are not numbers.
int64_t FunctionValue(int function);
int64_t AddressValue(int object, int cell);
bool IsAddress(int64_t value);
bool IsFunction(int64_t value);
int ObjectOf(int64_t address);
int CellOf(int64_t address);
int FunctionOf(int64_t value);

// Returns the code of `program`, whose statements have their lines (printer.h). InvalidArgument
// says what is no valid C in it, or not part of the language.
absl::StatusOr<Code> Lower(const Program& program);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_CODE_H_
