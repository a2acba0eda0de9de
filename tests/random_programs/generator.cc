#include "tests/random_programs/generator.h"

#include <utility>

#include "tests/random_programs/plan.h"

namespace plait::random_programs {
namespace {

std::set<std::string> PickFeatures(Random* random, const std::set<std::string>& allowed) {
  std::vector<std::string> from(allowed.begin(), allowed.end());
  if (from.empty()) from = AllFeatures();
  std::set<std::string> picked;
  const int count = random->Between(2, 5);
  for (int i = 0; i < count; ++i) picked.insert(random->Pick(from));
  return picked;
}

void PlanThreads(Plan* plan) {
  Random& random = plan->random;
  const int functions = random.Between(1, 3);
  int created = 0;
  for (int i = 0; i < functions && created < 4; ++i) {
    ThreadPlan thread;
    thread.name = "worker" + std::to_string(i);
    const int many = plan->Has("many") ? 60 : functions == 1 ? 60 : 20;
    thread.count = created <= 2 && random.Percent(many) ? 2 : 1;
    created += thread.count;
    if (i > 0 && i == functions - 1 && plan->Has("nested") && plan->threads[0].count == 1) {
      thread.creator = 0;
    }
    plan->threads.push_back(thread);
  }
  // The first function's thread is joined by that of the last one.
  if (plan->Has("joiner") && plan->threads.size() > 1 && plan->threads[0].count == 1) {
    ThreadPlan& last = plan->threads.back();
    if (last.count == 1 && last.creator < 0) {
      plan->threads[0].joiner = static_cast<int>(plan->threads.size()) - 1;
      last.joined = plan->Fresh("handle");
      plan->program.globals.push_back({Simple(Type::Kind::kThread), last.joined, 0, "", false});
    }
  }
}

void PlanBox(Plan* plan) {
  Random& random = plan->random;
  const bool wants_box =
      plan->Has("struct") || plan->Has("heap") || plan->Has("free") || plan->Has("local");
  if (!wants_box) return;
  plan->has_box = true;
  std::vector<BoxHome> homes;
  if (plan->Has("struct")) homes = {BoxHome::kGlobal, BoxHome::kGlobalArray};
  if (plan->Has("heap") || plan->Has("free"))
    homes.insert(homes.end(), {BoxHome::kHeap, BoxHome::kMainHeap});
  if (plan->Has("local")) homes.push_back(BoxHome::kMainLocal);
  plan->box_home = random.Pick(homes);
  const bool needs_pointer =
      plan->box_home == BoxHome::kMainLocal || plan->box_home == BoxHome::kMainHeap;
  for (ThreadPlan& thread : plan->threads) {
    if (needs_pointer || random.Percent(50)) thread.argument = ArgumentKind::kBox;
    thread.own_box =
        plan->box_home == BoxHome::kGlobalArray && thread.count > 1 && random.Percent(50);
  }
}

LockKind PickLockKind(Plan* plan) {
  std::vector<LockKind> kinds = {LockKind::kMutex};
  const std::vector<std::pair<std::string, LockKind>> choices = {
      {"recursive", LockKind::kRecursive}, {"rwlock", LockKind::kRwlock},
      {"spin", LockKind::kSpin},           {"cas", LockKind::kCompareAndSwap},
      {"semaphore", LockKind::kSemaphore}, {"verifier", LockKind::kVerifier}};
  for (const auto& [feature, kind] : choices) {
    if (plan->Has(feature)) kinds.insert(kinds.end(), 3, kind);
  }
  return plan->random.Pick(kinds);
}

void PlanLocks(Plan* plan) {
  Random& random = plan->random;
  const int count = random.Between(1, 2);
  for (int i = 0; i < count; ++i) {
    Lock lock;
    lock.kind = PickLockKind(plan);
    lock.global = "lock" + std::to_string(i);
    if (plan->Has("lockarray") && lock.kind != LockKind::kVerifier) {
      lock.global = "locks";
      lock.kind = i == 0 ? lock.kind : plan->locks[0].kind;
      lock.element = i;
      lock.is_indexed = random.Percent(20);
    }
    plan->locks.push_back(lock);
  }
  if (!plan->has_box) return;
  Lock in_box;
  in_box.kind = PickLockKind(plan);
  if (in_box.kind == LockKind::kVerifier) in_box.kind = LockKind::kMutex;
  plan->locks.push_back(in_box);
}

bool IsInBox(const Lock& lock) { return lock.global.empty(); }

int PickLock(Plan* plan, bool in_box) {
  const int count = static_cast<int>(plan->locks.size());
  if (in_box && plan->random.Percent(80)) return count - 1;
  const int choice = plan->random.Below(count);
  return IsInBox(plan->locks[choice]) && !in_box ? 0 : choice;
}

Guard PickGuard(Plan* plan, Home home) {
  std::vector<Guard> guards = {Guard::kLock, Guard::kLock, Guard::kMain};
  const std::vector<std::pair<std::string, Guard>> choices = {
      {"handover", Guard::kHandover}, {"flag", Guard::kFlag}, {"condition", Guard::kCondition},
      {"barrier", Guard::kBarrier},   {"once", Guard::kOnce}, {"atomic", Guard::kAtomic},
      {"c11", Guard::kAtomic}};
  for (const auto& [feature, guard] : choices) {
    if (!plan->Has(feature) || (guard == Guard::kOnce && home != Home::kGlobal)) continue;
    guards.insert(guards.end(), 4, guard);
  }
  return plan->random.Pick(guards);
}

// Adds what the guard orders by, and its setup.
void DeclareSignal(Plan* plan, const Body& main, Shared* shared) {
  shared->signal = plan->Fresh("signal");
  const Expr address = Address(Variable(shared->signal));
  std::vector<Global>& globals = plan->program.globals;
  const auto declare = [&](Type::Kind kind, int64_t value) {
    globals.push_back({Simple(kind), shared->signal, value, "", false});
  };
  const auto count_of = [&](int thread) { return thread < 0 ? 1 : plan->threads[thread].count; };
  switch (shared->guard) {
    case Guard::kHandover:
      declare(Type::Kind::kSemaphore, 0);
      plan->setup.push_back(Do(Call("sem_init", {address, Number(0), Number(0)})));
      return;
    case Guard::kFlag:
      return declare(plan->Has("c11") ? Type::Kind::kAtomicInt : Type::Kind::kInt, 0);
    case Guard::kCondition:
      declare(Type::Kind::kCondition, 1);
      globals.push_back({Simple(Type::Kind::kMutex), shared->signal + "_lock", 1, "", false});
      globals.push_back({Int(), shared->signal + "_ready", 0, "", false});
      return;
    case Guard::kBarrier: {
      declare(Type::Kind::kBarrier, 0);
      const int parties = count_of(shared->producer) + count_of(shared->consumer);
      plan->setup.push_back(Do(Call("pthread_barrier_init", {address, Null(), Number(parties)})));
      return;
    }
    case Guard::kOnce:
      declare(Type::Kind::kOnce, 1);
      plan->program.functions.push_back({shared->signal + "_init",
                                         Simple(Type::Kind::kVoid),
                                         {},
                                         {Assign(PlaceOf(*plan, main, *shared), Number(1))}});
      return;
    default:
      return;
  }
}

// Who hands over to whom: two different ones, who run once if possible.
void PickParties(Plan* plan, Shared* shared) {
  Random& random = plan->random;
  const int threads = static_cast<int>(plan->threads.size());
  shared->producer = random.Between(-1, threads - 1);
  do {
    shared->consumer = random.Between(-1, threads - 1);
  } while (shared->consumer == shared->producer);
  if (shared->guard == Guard::kMain && shared->consumer < 0) shared->consumer = 0;
}

Home PickHome(Plan* plan) {
  std::vector<Home> homes = {Home::kGlobal};
  if (plan->Has("array")) homes.insert(homes.end(), 2, Home::kArrayElement);
  if (plan->Has("index")) homes.insert(homes.end(), 3, Home::kOwnElement);
  if (plan->Has("pointer")) homes.insert(homes.end(), 3, Home::kPointer);
  if (plan->Has("static")) homes.insert(homes.end(), 3, Home::kStatic);
  if (plan->has_box) homes.insert(homes.end(), 4, Home::kBoxField);
  return plan->random.Pick(homes);
}

// What each thread of a function gets: an element of an array.
void PlanJobs(Plan* plan, ThreadPlan* thread) {
  if (plan->program.structs.empty() || plan->program.structs.front().name != "job") {
    plan->program.structs.insert(plan->program.structs.begin(),
                                 {"job", {{Int(), "id"}, {Int(), "result"}}});
  }
  thread->jobs = plan->Fresh("jobs");
  plan->program.globals.push_back(
      {ArrayOf(StructNamed("job"), thread->count), thread->jobs, 0, "", false});
}

void PlanShared(Plan* plan, const Body& main) {
  Random& random = plan->random;
  const int count = random.Between(1, 3);
  bool has_pointer = false;
  for (int i = 0; i < count; ++i) {
    Shared shared;
    shared.home = PickHome(plan);
    if (shared.home == Home::kPointer && std::exchange(has_pointer, true)) {
      shared.home = Home::kGlobal;
    }
    const bool in_box = shared.home == Home::kBoxField;
    shared.guard = PickGuard(plan, shared.home);
    if (shared.home == Home::kOwnElement && random.Percent(70)) shared.guard = Guard::kNothing;
    if (plan->may_race && random.Percent(10)) shared.guard = Guard::kNothing;
    shared.lock = PickLock(plan, in_box);
    shared.name = in_box ? random.Pick<std::string>({"value", "other"}) : "g" + std::to_string(i);
    PickParties(plan, &shared);
    const bool is_atomic = shared.guard == Guard::kAtomic && plan->Has("c11");
    std::vector<Global>& globals = plan->program.globals;
    const int64_t value = random.Percent(20) ? 1 : 0;
    switch (shared.home) {
      case Home::kGlobal:
        globals.push_back({Simple(is_atomic ? Type::Kind::kAtomicInt : Type::Kind::kInt),
                           shared.name, value, "", random.Percent(5) && !is_atomic});
        break;
      case Home::kArrayElement:
      case Home::kOwnElement:
        globals.push_back({ArrayOf(Int(), 2), shared.name, 0, "", false});
        break;
      case Home::kBoxField:
        break;
      case Home::kStatic:
        plan->program.functions.push_back(
            {shared.name + "_cell",
             PointerTo(Int()),
             {},
             {Static(Int(), shared.name), Return(Address(Variable(shared.name)))}});
        break;
      case Home::kPointer:
        globals.push_back({Int(), "value", 0, "", false});
        globals.push_back({PointerTo(Int()), shared.name, 0, "value", false});
        break;
    }
    DeclareSignal(plan, main, &shared);
    plan->shared.push_back(shared);
  }
  // Threads of one function that get different arguments need a use for them.
  for (ThreadPlan& thread : plan->threads) {
    if (thread.argument != ArgumentKind::kNone) continue;
    if (plan->Has("job") && random.Percent(80)) {
      thread.argument = ArgumentKind::kJob;
      PlanJobs(plan, &thread);
      continue;
    }
    if (plan->Has("counter") && thread.creator < 0 && random.Percent(80)) {
      thread.argument = ArgumentKind::kCounter;
      thread.jobs = plan->Fresh("n");
      continue;
    }
    const bool wants_number = plan->Has("index") || plan->Has("lockarray") || plan->Has("number");
    if (wants_number && random.Percent(80)) {
      thread.argument = ArgumentKind::kNumber;
    } else if (has_pointer && random.Percent(50)) {
      thread.argument = ArgumentKind::kInt;
    }
  }
}

// Declares the box and brings main to where it can use it.
void PrepareBox(Plan* plan, Body* main) {
  if (!plan->has_box) return;
  const Lock& lock = plan->locks.back();
  const Type box = StructNamed("box");
  plan->program.structs.push_back(
      {"box", {{TypeOf(lock.kind), "lock"}, {Int(), "value"}, {Int(), "other"}}});
  const bool has_initialiser = lock.kind == LockKind::kMutex || lock.kind == LockKind::kRwlock;
  std::vector<Global>& globals = plan->program.globals;
  switch (plan->box_home) {
    case BoxHome::kGlobal:
      globals.push_back({box, "box", has_initialiser, "", false});
      return;
    case BoxHome::kGlobalArray:
      globals.push_back({ArrayOf(box, 2), "boxes", has_initialiser, "", false});
      return;
    case BoxHome::kHeap:
      globals.push_back({PointerTo(box), "shared_box", 0, "", false});
      main->stmts.push_back(Assign(Variable("shared_box"), Allocate(box)));
      break;
    case BoxHome::kMainHeap:
      main->has_box_pointer = true;
      main->stmts.push_back(Declare(PointerTo(box), "b", Allocate(box)));
      break;
    case BoxHome::kMainLocal:
      main->has_box_pointer = true;
      main->stmts.push_back(Declare(box, "box"));
      main->stmts.push_back(Declare(PointerTo(box), "b", Address(Variable("box"))));
      break;
  }
  for (const char* field : {"value", "other"}) {
    main->stmts.push_back(Assign(Field(BoxOf(*plan, *main), field), Number(0)));
  }
}

}  // namespace

const std::vector<std::string>& AllFeatures() {
  static const auto& features = *new std::vector<std::string>{
      "array",     "asked",      "atomic",      "barrier", "branch",  "c11",       "cas",
      "checked",   "condition",  "correlated",  "count",   "counter", "detach",    "early",
      "exit",      "flag",       "free",        "goto",    "handles", "handover",  "heap",
      "helper",    "index",      "indirect",    "job",     "joiner",  "joins",     "local",
      "lockarray", "lockhelper", "lockpointer", "loop",    "many",    "maybe",     "nested",
      "nondet",    "number",     "once",        "pointer", "pool",    "recursive", "rwlock",
      "semaphore", "spin",       "static",      "struct",  "trylock", "twolocks",  "verifier",
      "while",     "wrapper"};
  return features;
}

Program Generate(uint64_t seed, const std::set<std::string>& features) {
  Plan plan(seed);
  plan.features = PickFeatures(&plan.random, features);
  plan.may_race = plan.random.Percent(50);
  const bool mutates = plan.random.Percent(25);
  PlanThreads(&plan);
  PlanBox(&plan);
  PlanLocks(&plan);
  Body main;
  PrepareBox(&plan, &main);
  PrepareLocks(&plan, main);
  PlanShared(&plan, main);
  AddThreadFunctions(&plan);
  AddMain(&plan, main);
  if (mutates) Mutate(&plan.random, &plan.program);
  return std::move(plan.program);
}

}  // namespace plait::random_programs
