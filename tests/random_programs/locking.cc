#include <algorithm>

#include "tests/random_programs/plan.h"

namespace plait::random_programs {
namespace {

struct Calls {
  Expr acquire, release, attempt;  // attempt is 0 if it has the lock
  bool has_attempt = true;
};

Expr PlaceOfLock(const Plan& plan, const Body& body, const Lock& lock) {
  if (lock.global.empty()) return Field(BoxOf(plan, body), "lock");
  if (lock.is_indexed && body.has_number) return Index(Variable(lock.global), Variable("id"));
  if (lock.element >= 0) return Index(Variable(lock.global), Number(lock.element));
  return Variable(lock.global);
}

Calls CallsOf(LockKind kind, const Expr& address, bool for_reading) {
  switch (kind) {
    case LockKind::kMutex:
    case LockKind::kRecursive:
      return {Call("pthread_mutex_lock", {address}), Call("pthread_mutex_unlock", {address}),
              Call("pthread_mutex_trylock", {address})};
    case LockKind::kRwlock:
      return {
          Call(for_reading ? "pthread_rwlock_rdlock" : "pthread_rwlock_wrlock", {address}),
          Call("pthread_rwlock_unlock", {address}),
          Call(for_reading ? "pthread_rwlock_tryrdlock" : "pthread_rwlock_trywrlock", {address})};
    case LockKind::kSpin:
      return {Call("pthread_spin_lock", {address}), Call("pthread_spin_unlock", {address}),
              Call("pthread_spin_trylock", {address})};
    case LockKind::kSemaphore:
      return {Call("sem_wait", {address}), Call("sem_post", {address}),
              Call("sem_trywait", {address})};
    case LockKind::kCompareAndSwap:
      return {Expr(), Call("__sync_lock_release", {address}),
              Call("__sync_lock_test_and_set", {address, Number(1)})};
    case LockKind::kVerifier:
      return {Call("__VERIFIER_atomic_begin", {}), Call("__VERIFIER_atomic_end", {}), Expr(),
              false};
  }
  return {};
}

Stmt Acquire(LockKind kind, const Calls& calls) {
  if (kind == LockKind::kCompareAndSwap) return While(calls.attempt, {});
  return Do(calls.acquire);
}

void AddFunction(Plan* plan, const std::string& name, const Type& result,
                 const std::vector<Parameter>& parameters, const std::vector<Stmt>& body) {
  plan->program.functions.push_back({name, result, parameters, body});
}

std::vector<Stmt> Join(std::vector<Stmt> first, const std::vector<Stmt>& inner,
                       const std::vector<Stmt>& last) {
  first.insert(first.end(), inner.begin(), inner.end());
  first.insert(first.end(), last.begin(), last.end());
  return first;
}

// Functions that take and give back the lock: by its name, or whichever their parameter points to.
std::vector<Stmt> LockedByHelpers(Plan* plan, const Lock& lock, const Expr& place,
                                  const std::vector<Stmt>& inner, bool only_reads) {
  const std::string name = plan->Fresh("lock");
  const bool by_pointer = lock.global.empty() || lock.is_indexed || plan->random.Percent(40);
  const Expr address = by_pointer ? Variable("l") : Address(place);
  const Calls calls = CallsOf(lock.kind, address, only_reads);
  std::vector<Parameter> parameters;
  std::vector<Expr> arguments;
  if (by_pointer) {
    parameters.push_back({PointerTo(TypeOf(lock.kind)), "l"});
    arguments.push_back(Address(place));
  }
  const Type nothing = Simple(Type::Kind::kVoid);
  AddFunction(plan, name, nothing, parameters, {Acquire(lock.kind, calls)});
  AddFunction(plan, "un" + name, nothing, parameters, {Do(calls.release)});
  return Join({Do(Call(name, arguments))}, inner, {Do(Call("un" + name, arguments))});
}

std::vector<Stmt> LockedByAttempt(Plan* plan, const Lock& lock, const Expr& place,
                                  const Calls& calls, const std::vector<Stmt>& inner,
                                  bool only_reads, bool is_main) {
  Random& random = plan->random;
  Expr attempt = calls.attempt;
  if (random.Percent(30)) {
    const std::string name = plan->Fresh("try");
    const Calls wrapped = CallsOf(lock.kind, Variable("l"), only_reads);
    const bool is_negated = random.Percent(40);
    AddFunction(plan, name, Int(), {{PointerTo(TypeOf(lock.kind)), "l"}},
                {Return(is_negated ? Binary(wrapped.attempt, "==", Number(0)) : wrapped.attempt)});
    attempt = Call(name, {Address(place)});
    if (is_negated) attempt = Not(attempt);
  }
  const bool is_wrong = plan->may_race && random.Percent(15);
  const std::vector<Stmt> success = Join({}, inner, {Do(calls.release)});
  switch (random.Below(is_main ? 4 : 5)) {
    case 0:
      return {If(Binary(attempt, is_wrong ? "!=" : "==", Number(0)), success)};
    case 1: {
      const std::string result = plan->Fresh("r");
      std::vector<Stmt> stmts = {Declare(Int(), result, attempt)};
      if (is_wrong) return Join(stmts, inner, {If(Not(Variable(result)), {Do(calls.release)})});
      return Join(stmts, {If(Not(Variable(result)), success)}, {});
    }
    case 2:
      return Join({While(Binary(attempt, "!=", Number(0)), {})}, inner, {Do(calls.release)});
    case 3:
      return {If(attempt, is_wrong ? inner : std::vector<Stmt>{}, success)};
    default:
      return Join({If(attempt, {Return()})}, inner, {Do(calls.release)});
  }
}

// The lock is taken, and given back, under a condition that does not change.
std::vector<Stmt> LockedIf(Plan* plan, const Stmt& acquire, const Calls& calls,
                           const std::vector<Stmt>& inner) {
  const std::string choice = plan->Fresh("c");
  Random& random = plan->random;
  std::vector<Stmt> stmts = {
      Declare(Int(), choice, Nondet(2, random.Pick<std::string>({"rand", "mask", "nondet"})))};
  stmts.push_back(If(Variable(choice), {acquire}));
  const bool is_wrong = plan->may_race && random.Percent(25);
  if (is_wrong) {
    stmts.insert(stmts.end(), inner.begin(), inner.end());
  } else {
    stmts.push_back(If(Variable(choice), inner));
  }
  stmts.push_back(If(Variable(choice), {Do(calls.release)}));
  return stmts;
}

std::vector<Stmt> LockedWithExit(Plan* plan, const Stmt& acquire, const Calls& calls,
                                 const std::vector<Stmt>& inner, bool may_return) {
  const std::string label = plan->Fresh("out");
  const Expr fails = Binary(Nondet(2, "rand"), "==", Number(0));
  if (may_return && plan->Has("early")) {
    return Join({acquire, If(fails, {Do(calls.release), Return()})}, inner, {Do(calls.release)});
  }
  const bool is_wrong = plan->may_race && plan->random.Percent(25);
  if (is_wrong) {
    return Join({acquire, If(fails, {Goto(label)})}, {Label(label), Do(calls.release)}, inner);
  }
  return Join({acquire, If(fails, {Goto(label)})}, inner, {Label(label), Do(calls.release)});
}

// Makes the lock ready, if its declaration has not.
void Prepare(Plan* plan, LockKind kind, const Expr& place, bool is_static) {
  const auto add = [&](const std::string& function, const std::vector<Expr>& arguments) {
    plan->setup.push_back(Do(Call(function, arguments)));
  };
  const Expr address = Address(place);
  switch (kind) {
    case LockKind::kMutex:
      if (!is_static) add("pthread_mutex_init", {address, Null()});
      return;
    case LockKind::kRecursive: {
      const std::string attribute = plan->Fresh("attr");
      plan->setup.push_back(Declare(Simple(Type::Kind::kMutexAttribute), attribute));
      const Expr attribute_address = Address(Variable(attribute));
      add("pthread_mutexattr_init", {attribute_address});
      add("pthread_mutexattr_settype", {attribute_address, Variable("PTHREAD_MUTEX_RECURSIVE")});
      add("pthread_mutex_init", {address, attribute_address});
      return;
    }
    case LockKind::kRwlock:
      if (!is_static) add("pthread_rwlock_init", {address, Null()});
      return;
    case LockKind::kSpin:
      return add("pthread_spin_init", {address, Number(0)});
    case LockKind::kSemaphore:
      return add("sem_init", {address, Number(0), Number(1)});
    case LockKind::kCompareAndSwap:
      if (!is_static) plan->setup.push_back(Assign(place, Number(0)));
      return;
    case LockKind::kVerifier:
      return;
  }
}

// What taking the lock returns is looked at, though it cannot fail.
std::vector<Stmt> LockedIfNoError(Plan* plan, const Calls& calls, const std::vector<Stmt>& inner,
                                  bool is_main) {
  if (plan->random.Percent(50)) {
    return {If(Binary(calls.acquire, "==", Number(0)), Join({}, inner, {Do(calls.release)}))};
  }
  const Stmt leave = is_main ? Do(Call("abort", {})) : Return();
  return Join({If(calls.acquire, {leave})}, inner, {Do(calls.release)});
}

// The lock is reached through a local pointer.
std::vector<Stmt> LockedByPointer(Plan* plan, const Lock& lock, const Expr& place,
                                  const Expr& other, const std::vector<Stmt>& inner,
                                  bool only_reads) {
  const std::string pointer = plan->Fresh("l");
  const Calls calls = CallsOf(lock.kind, Variable(pointer), only_reads);
  std::vector<Stmt> stmts = {Declare(PointerTo(TypeOf(lock.kind)), pointer, Address(place))};
  if (plan->may_race && plan->random.Percent(40)) {
    stmts.push_back(If(Nondet(2, "rand"), {Assign(Variable(pointer), Address(other))}));
  }
  stmts.push_back(Acquire(lock.kind, calls));
  return Join(stmts, inner, {Do(calls.release)});
}

// A parameter says whether to lock.
std::vector<Stmt> LockedIfAsked(Plan* plan, const Stmt& acquire, const Calls& calls,
                                const std::vector<Stmt>& inner) {
  const std::string asked = plan->Fresh("asked");
  const int value = plan->may_race && plan->random.Percent(30) ? 0 : 1;
  const std::vector<Stmt> body =
      Join({If(Variable(asked), {acquire})}, inner, {If(Variable(asked), {Do(calls.release)})});
  return {Do(Outlined(plan, body, {{Int(), asked}}, {Number(value)}))};
}

}  // namespace

Type TypeOf(LockKind kind) {
  switch (kind) {
    case LockKind::kRwlock:
      return Simple(Type::Kind::kRwlock);
    case LockKind::kSpin:
      return Simple(Type::Kind::kSpinlock);
    case LockKind::kSemaphore:
      return Simple(Type::Kind::kSemaphore);
    case LockKind::kCompareAndSwap:
      return Int();
    default:
      return Simple(Type::Kind::kMutex);
  }
}

std::vector<Stmt> Locked(Plan* plan, const Body& body, const Lock& lock, std::vector<Stmt> inner,
                         bool only_reads) {
  Random& random = plan->random;
  if (plan->Has("twolocks") && random.Percent(40)) {
    const Lock other = OtherLock(plan, lock);
    const bool is_mutex = other.kind == LockKind::kMutex;
    if (is_mutex && (other.global != lock.global || other.element != lock.element)) {
      const Calls calls = CallsOf(other.kind, Address(PlaceOfLock(*plan, body, other)), only_reads);
      inner = Join({Do(calls.acquire)}, inner, {Do(calls.release)});
    }
  }
  const Expr place = PlaceOfLock(*plan, body, lock);
  if (plan->may_race && random.Percent(15)) only_reads = true;
  const Calls calls = CallsOf(lock.kind, Address(place), only_reads);
  const Stmt acquire = Acquire(lock.kind, calls);
  const bool is_verifier = lock.kind == LockKind::kVerifier;
  const bool is_main = body.thread < 0;
  if (plan->Has("trylock") && calls.has_attempt && random.Percent(50)) {
    return LockedByAttempt(plan, lock, place, calls, inner, only_reads, is_main);
  }
  if (plan->Has("lockhelper") && !is_verifier && random.Percent(50)) {
    return LockedByHelpers(plan, lock, place, inner, only_reads);
  }
  const bool returns_error = lock.kind == LockKind::kMutex || lock.kind == LockKind::kRwlock;
  if (plan->Has("checked") && returns_error && random.Percent(50)) {
    return LockedIfNoError(plan, calls, inner, is_main);
  }
  if (plan->Has("lockpointer") && !is_verifier && random.Percent(50)) {
    const Lock other = OtherLock(plan, lock);
    const bool is_same_kind = TypeOf(other.kind) == TypeOf(lock.kind);
    return LockedByPointer(plan, lock, place,
                           is_same_kind ? PlaceOfLock(*plan, body, other) : place, inner,
                           only_reads);
  }
  if (plan->Has("asked") && random.Percent(50)) return LockedIfAsked(plan, acquire, calls, inner);
  if (plan->Has("correlated") && random.Percent(50)) return LockedIf(plan, acquire, calls, inner);
  if ((plan->Has("goto") || plan->Has("early")) && random.Percent(50)) {
    return LockedWithExit(plan, acquire, calls, inner, !is_main);
  }
  if (lock.kind == LockKind::kRecursive && random.Percent(40)) {
    return Join({acquire, acquire}, inner, {Do(calls.release), Do(calls.release)});
  }
  return Join({acquire}, inner, {Do(calls.release)});
}

void PrepareLocks(Plan* plan, const Body& main) {
  std::set<std::string> done;
  for (const Lock& lock : plan->locks) {
    if (lock.kind == LockKind::kVerifier) continue;
    if (lock.global.empty()) {
      const bool is_static =
          plan->box_home == BoxHome::kGlobal || plan->box_home == BoxHome::kGlobalArray;
      Prepare(plan, lock.kind, PlaceOfLock(*plan, main, lock), is_static);
      if (plan->box_home == BoxHome::kGlobalArray) {
        Prepare(plan, lock.kind, Field(Index(Variable("boxes"), Number(1)), "lock"), is_static);
      }
      continue;
    }
    if (!done.insert(lock.global).second) continue;
    const bool is_array = lock.element >= 0 || lock.is_indexed;
    const Type type = is_array ? ArrayOf(TypeOf(lock.kind), 2) : TypeOf(lock.kind);
    const bool has_initialiser = lock.kind == LockKind::kMutex || lock.kind == LockKind::kRwlock;
    plan->program.globals.push_back({type, lock.global, has_initialiser ? 1 : 0, "", false});
    if (!is_array) {
      Prepare(plan, lock.kind, Variable(lock.global), true);
      continue;
    }
    for (int i = 0; i < 2; ++i) {
      Prepare(plan, lock.kind, Index(Variable(lock.global), Number(i)), true);
    }
  }
}

}  // namespace plait::random_programs
