#include <iterator>

#include "tests/random_programs/plan.h"

namespace plait::random_programs {
namespace {

void Append(const std::vector<Stmt>& more, std::vector<Stmt>* stmts) {
  stmts->insert(stmts->end(), more.begin(), more.end());
}

Expr NumberOf(const Body& body) { return body.has_number ? Variable("id") : Number(0); }

std::vector<Stmt> TouchAtomic(Plan* plan, const Expr& place, bool is_atomic_type) {
  Random& random = plan->random;
  const std::string local = plan->Fresh("r");
  if (is_atomic_type) {
    switch (random.Below(4)) {
      case 0:
        return {Declare(Int(), local, place)};
      case 1:
        return {Assign(place, Number(random.Between(1, 3)))};
      case 2:
        return {Increment(place)};
      default:
        return {Assign(place, Number(2), "+=")};
    }
  }
  switch (random.Below(4)) {
    case 0:
      return {Declare(Int(), local, Call("__atomic_load_n", {Address(place)}))};
    case 1:
      return {Do(Call("__atomic_store_n", {Address(place), Number(random.Between(1, 3))}))};
    case 2:
      return {Do(Call("__sync_fetch_and_add", {Address(place), Number(1)}))};
    default:
      return {Do(Call("__atomic_fetch_add", {Address(place), Number(1)}))};
  }
}

bool OnlyReads(const std::vector<Stmt>& stmts) {
  for (const Stmt& stmt : stmts) {
    if (stmt.kind != Stmt::Kind::kDeclare) return false;
  }
  return true;
}

}  // namespace

Lock OtherLock(Plan* plan, const Lock& lock) {
  std::vector<Lock> others;
  for (const Lock& other : plan->locks) {
    if (other.global != lock.global || other.element != lock.element) others.push_back(other);
  }
  return others.empty() ? lock : plan->random.Pick(others);
}

Expr BoxOf(const Plan& plan, const Body& body) {
  if (body.has_box_pointer) return Deref(Variable("b"));
  switch (plan.box_home) {
    case BoxHome::kGlobal:
      return Variable("box");
    case BoxHome::kGlobalArray:
      return Index(Variable("boxes"), Number(0));
    default:
      return Deref(Variable("shared_box"));
  }
}

Expr PlaceOf(const Plan& plan, const Body& body, const Shared& shared) {
  switch (shared.home) {
    case Home::kGlobal:
      return Variable(shared.name);
    case Home::kArrayElement:
      return Index(Variable(shared.name), Number(1));
    case Home::kOwnElement:
      return Index(Variable(shared.name), NumberOf(body));
    case Home::kBoxField:
      return Field(BoxOf(plan, body), shared.name);
    case Home::kPointer:
      if (body.has_int_pointer) return Deref(Variable("p"));
      return Deref(Variable(shared.name));
    case Home::kStatic:
      return Deref(Call(shared.name + "_cell", {}));
  }
  return Variable(shared.name);
}

std::vector<Stmt> Touch(Plan* plan, const Body& body, const Shared& shared) {
  Random& random = plan->random;
  const Expr place = PlaceOf(*plan, body, shared);
  if (shared.guard == Guard::kAtomic && !(plan->may_race && random.Percent(15))) {
    return TouchAtomic(plan, place, plan->Has("c11") && shared.home == Home::kGlobal);
  }
  const std::string local = plan->Fresh("r");
  switch (random.Below(plan->Has("branch") ? 7 : 5)) {
    case 0:
      return {Declare(Int(), local, place)};
    case 1:
      return {Assign(place, Number(random.Between(1, 3)))};
    case 2:
    case 3:
      return {Increment(place)};
    case 4:
      return {Declare(Int(), local, place), Assign(place, Binary(Variable(local), "+", Number(1)))};
    case 5:
      return {If(Binary(place, random.Pick<std::string>({"==", ">", "<"}), Number(random.Below(3))),
                 {Assign(place, Number(random.Between(0, 2)))})};
    default:
      return {Declare(Int(), local, place), If(Variable(local), {Increment(place)})};
  }
}

std::vector<Stmt> Use(Plan* plan, const Body& body, const Shared& shared) {
  Random& random = plan->random;
  std::vector<Stmt> touch = Touch(plan, body, shared);
  if (shared.guard != Guard::kLock) return touch;
  Lock lock = plan->locks[shared.lock];
  if (plan->may_race && random.Percent(15)) return touch;
  if (plan->may_race && random.Percent(10)) lock = OtherLock(plan, lock);
  if (random.Percent(20)) {
    // Another variable of the same lock, or the same again.
    for (const Shared& other : plan->shared) {
      if (other.guard == Guard::kLock && other.lock == shared.lock) {
        Append(Touch(plan, body, other), &touch);
        break;
      }
    }
  }
  return Locked(plan, body, lock, touch, OnlyReads(touch));
}

std::vector<Stmt> Produce(Plan* plan, const Body& body, const Shared& shared) {
  std::vector<Stmt> touch = Touch(plan, body, shared);
  std::vector<Stmt> tell;
  const Expr signal = Variable(shared.signal);
  const std::string ready = shared.signal + "_ready", lock = shared.signal + "_lock";
  switch (shared.guard) {
    case Guard::kHandover:
      tell = {Do(Call("sem_post", {Address(signal)}))};
      break;
    case Guard::kFlag:
      tell = {plan->Has("c11") ? Assign(signal, Number(1))
                               : Do(Call("__atomic_store_n", {Address(signal), Number(1)}))};
      break;
    case Guard::kCondition:
      tell = {Do(Call("pthread_mutex_lock", {Address(Variable(lock))})),
              Assign(Variable(ready), Number(1)),
              Do(Call("pthread_cond_signal", {Address(signal)})),
              Do(Call("pthread_mutex_unlock", {Address(Variable(lock))}))};
      if (plan->random.Percent(40)) {
        tell.insert(tell.begin() + 1, touch.begin(), touch.end());
        return tell;
      }
      break;
    case Guard::kBarrier:
      tell = {Do(Call("pthread_barrier_wait", {Address(signal)}))};
      break;
    case Guard::kOnce:
      return {Do(Call("pthread_once", {Address(signal), FunctionNamed(shared.signal + "_init")}))};
    default:
      return touch;
  }
  if (plan->may_race && plan->random.Percent(20)) std::swap(touch, tell);
  Append(tell, &touch);
  return touch;
}

std::vector<Stmt> Consume(Plan* plan, const Body& body, const Shared& shared) {
  std::vector<Stmt> touch = Touch(plan, body, shared);
  std::vector<Stmt> wait;
  const Expr signal = Variable(shared.signal);
  const std::string ready = shared.signal + "_ready", lock = shared.signal + "_lock";
  const Expr is_set = plan->Has("c11") ? signal : Call("__atomic_load_n", {Address(signal)});
  const bool is_wrong = plan->may_race && plan->random.Percent(20);
  switch (shared.guard) {
    case Guard::kHandover:
      wait = {Do(Call("sem_wait", {Address(signal)}))};
      if (plan->Has("trylock") && plan->random.Percent(40)) {
        return {If(Binary(Call("sem_trywait", {Address(signal)}), "==", Number(0)), touch)};
      }
      break;
    case Guard::kFlag:
      if (plan->random.Percent(60) && !is_wrong) return {If(is_set, touch)};
      wait = {While(Not(is_set), {})};
      break;
    case Guard::kCondition: {
      const std::vector<Stmt> sleep = {
          Do(Call("pthread_cond_wait", {Address(signal), Address(Variable(lock))}))};
      wait = {Do(Call("pthread_mutex_lock", {Address(Variable(lock))})),
              is_wrong ? If(Not(Variable(ready)), sleep) : While(Not(Variable(ready)), sleep),
              Do(Call("pthread_mutex_unlock", {Address(Variable(lock))}))};
      if (plan->random.Percent(40)) {
        wait.insert(wait.end() - 1, touch.begin(), touch.end());
        return wait;
      }
      Append(touch, &wait);
      return wait;
    }
    case Guard::kBarrier:
      wait = {Do(Call("pthread_barrier_wait", {Address(signal)}))};
      break;
    case Guard::kOnce:
      wait = {Do(Call("pthread_once", {Address(signal), FunctionNamed(shared.signal + "_init")}))};
      touch = {Declare(Int(), plan->Fresh("r"), PlaceOf(*plan, body, shared))};
      break;
    default:
      break;
  }
  if (is_wrong) std::swap(touch, wait);
  Append(touch, &wait);
  return wait;
}

}  // namespace plait::random_programs
