// What the parts of the generator share: the program as it grows, and what is planned for it.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_PLAN_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_PLAN_H_

#include <set>
#include <string>
#include <vector>

#include "tests/random_programs/ast.h"
#include "tests/random_programs/random.h"

namespace plait::random_programs {

enum class LockKind { kMutex, kRecursive, kRwlock, kSpin, kCompareAndSwap, kSemaphore, kVerifier };

struct Lock {
  LockKind kind = LockKind::kMutex;
  std::string global;       // the variable; of a lock in the box, empty
  int element = -1;         // of an array of locks; -1 if it is none
  bool is_indexed = false;  // the element is the thread's number
};

// Where a shared variable lives.
enum class Home { kGlobal, kArrayElement, kOwnElement, kBoxField, kPointer, kStatic };

// Where the box is, a structure with shared fields.
enum class BoxHome {
  kGlobal,       // box
  kGlobalArray,  // boxes[2]
  kHeap,         // *shared_box
  kMainLocal,    // a local of main, which has its address in `b`
  kMainHeap,     // main has it in `b`
};

// What keeps accesses to it apart.
enum class Guard { kNothing, kLock, kAtomic, kHandover, kFlag, kCondition, kBarrier, kOnce, kMain };

struct Shared {
  Home home = Home::kGlobal;
  Guard guard = Guard::kNothing;
  std::string name;   // of the global or the field
  int lock = -1;      // into Plan::locks
  int producer = -1;  // thread function, -1 for main
  int consumer = -1;
  std::string signal;  // of kHandover and the like: the global that orders
};

// What a thread gets.
enum class ArgumentKind { kNone, kNumber, kBox, kInt, kJob, kCounter };

struct ThreadPlan {
  std::string name;
  int count = 1;
  int creator = -1;  // thread function, -1 for main
  ArgumentKind argument = ArgumentKind::kNone;
  int joiner = -1;       // the thread function that joins it in the creator's place
  std::string joined;    // the global handle that this one joins
  std::string jobs;      // of kJob: the array of what each thread gets; of kCounter: the local
  bool own_box = false;  // each thread gets another element of the array of boxes
};

// A body under construction.
struct Body {
  int thread = -1;               // thread function, -1 for main
  bool has_box_pointer = false;  // `b` points to the box
  bool has_number = false;       // `id`
  bool has_int_pointer = false;  // `p` points to the variable
  bool has_job = false;          // `j` points to what the thread got
  std::vector<Stmt> stmts;
};

struct Plan {
  explicit Plan(uint64_t seed) : random(seed) {}

  bool Has(const std::string& feature) const { return features.count(feature) != 0; }
  // A name that is used nowhere else.
  std::string Fresh(const std::string& prefix) { return prefix + std::to_string(next_name++); }

  Random random;
  std::set<std::string> features;
  bool may_race = false;  // mistakes are made
  Program program;        // the functions so far
  std::vector<Lock> locks;
  std::vector<Shared> shared;
  std::vector<ThreadPlan> threads;
  bool has_box = false;
  BoxHome box_home = BoxHome::kGlobal;
  std::vector<Stmt> setup;  // of main, before any thread
  int next_name = 0;
};

// accesses.cc

// A lock of the program other than this, or this if there is none.
Lock OtherLock(Plan* plan, const Lock& lock);
Expr BoxOf(const Plan& plan, const Body& body);
// The variable, as `body` reaches it.
Expr PlaceOf(const Plan& plan, const Body& body, const Shared& shared);
// One or two plain accesses of it (or atomic ones, if that is its guard).
std::vector<Stmt> Touch(Plan* plan, const Body& body, const Shared& shared);
// Accesses with what guards them, or with a mistake in it.
std::vector<Stmt> Use(Plan* plan, const Body& body, const Shared& shared);
// The part of `body` in handing the variable over.
std::vector<Stmt> Produce(Plan* plan, const Body& body, const Shared& shared);
std::vector<Stmt> Consume(Plan* plan, const Body& body, const Shared& shared);

// locking.cc

// `inner` with the lock held around it, in one of many ways to write that.
std::vector<Stmt> Locked(Plan* plan, const Body& body, const Lock& lock, std::vector<Stmt> inner,
                         bool only_reads);
// Declares the locks, and adds what main has to do before they can be used to its setup.
void PrepareLocks(Plan* plan, const Body& main);
Type TypeOf(LockKind kind);

// shapes.cc

// `stmts` in a function of their own, behind a branch, in a loop ... as the features say.
std::vector<Stmt> Shape(Plan* plan, const Body& body, std::vector<Stmt> stmts);
bool Mentions(const std::vector<Stmt>& stmts, const std::string& name);
// `stmts` as a function of their own, and its call. `more` are parameters beside the locals that
// bodies begin with.
Expr Outlined(Plan* plan, const std::vector<Stmt>& stmts, const std::vector<Parameter>& more,
              const std::vector<Expr>& more_arguments);

// creation.cc

// Functions of threads, those that are created by others first; then main, whose beginning
// `main` holds.
void AddThreadFunctions(Plan* plan);
void AddMain(Plan* plan, Body main);

// mutation.cc

// Takes away, moves or changes something small.
void Mutate(Random* random, Program* program);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_PLAN_H_
