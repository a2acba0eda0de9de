#include <utility>

#include "tests/random_programs/plan.h"

namespace plait::random_programs {
namespace {

void Append(const std::vector<Stmt>& more, std::vector<Stmt>* stmts) {
  stmts->insert(stmts->end(), more.begin(), more.end());
}

// The variables a body may use when it is one of the parties of none of the hand-overs.
std::vector<Shared> FreeForAll(const Plan& plan) {
  std::vector<Shared> found;
  for (const Shared& shared : plan.shared) {
    if (shared.guard == Guard::kLock || shared.guard == Guard::kAtomic ||
        shared.guard == Guard::kNothing) {
      found.push_back(shared);
    }
  }
  return found;
}

// What a thread, or main while threads run, does with the variables.
std::vector<std::vector<Stmt>> ItemsOf(Plan* plan, const Body& body, int uses) {
  Random& random = plan->random;
  std::vector<std::vector<Stmt>> items;
  const std::vector<Shared> free = FreeForAll(*plan);
  for (int i = 0; i < uses && !free.empty(); ++i) {
    items.push_back(Shape(plan, body, Use(plan, body, random.Pick(free))));
  }
  for (const Shared& shared : std::vector<Shared>(plan->shared)) {
    if (shared.guard == Guard::kMain) {
      if (shared.consumer == body.thread) items.push_back(Touch(plan, body, shared));
      continue;
    }
    if (shared.guard == Guard::kLock || shared.guard == Guard::kAtomic ||
        shared.guard == Guard::kNothing) {
      continue;
    }
    if (shared.producer == body.thread) items.push_back(Produce(plan, body, shared));
    if (shared.consumer == body.thread) items.push_back(Consume(plan, body, shared));
    if (shared.producer != body.thread && shared.consumer != body.thread && plan->may_race &&
        random.Percent(10)) {
      items.push_back(Touch(plan, body, shared));
    }
  }
  for (size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[random.Below(static_cast<int>(i))]);
  }
  return items;
}

Expr BoxArgument(const Plan& plan, const Body& creator, const Expr& number) {
  if (creator.has_box_pointer) return Variable("b");
  if (plan.box_home == BoxHome::kGlobalArray) return Address(Index(Variable("boxes"), number));
  if (plan.box_home == BoxHome::kHeap) return Variable("shared_box");
  return Address(Variable("box"));
}

// What thread number `number` (a constant or a counter) gets.
Expr ArgumentOf(Plan* plan, const Body& creator, const ThreadPlan& thread, const Expr& number) {
  switch (thread.argument) {
    case ArgumentKind::kNone:
      return Null();
    case ArgumentKind::kNumber:
      return Cast(VoidPointer(), number);
    case ArgumentKind::kBox:
      return BoxArgument(*plan, creator, thread.own_box ? number : Number(0));
    case ArgumentKind::kInt:
      return Address(Variable("value"));
    case ArgumentKind::kJob:
      return Address(Index(Variable(thread.jobs), number));
    case ArgumentKind::kCounter:
      return Address(Variable(thread.jobs));
  }
  return Null();
}

struct Handles {
  std::vector<Expr> places;
  bool has_array = false;
  Expr array;
  std::string condition;  // the local that says whether the threads are created, if any
  Expr count;             // how many of them are
};

// Handles of `count` threads: locals, a local array, globals, a global array or one in a structure.
Handles DeclareHandles(Plan* plan, int count, bool in_globals, std::vector<Stmt>* stmts) {
  Handles handles;
  handles.count = Number(count);
  const Type type = Simple(Type::Kind::kThread);
  const auto declare = [&](const Type& of, const std::string& name) {
    if (in_globals) {
      plan->program.globals.push_back({of, name, 0, "", false});
    } else {
      stmts->push_back(Declare(of, name));
    }
  };
  const bool is_pool = plan->Has("pool") && plan->random.Percent(70);
  if (is_pool || (count > 1 && (plan->Has("many") || plan->random.Percent(50)))) {
    const std::string name = plan->Fresh("t");
    handles.has_array = true;
    handles.array = Variable(name);
    if (is_pool) {
      const std::string structure = plan->Fresh("pool");
      plan->program.structs.push_back(
          {structure, {{Int(), "size"}, {ArrayOf(type, count), "threads"}}});
      plan->program.globals.push_back({StructNamed(structure), name, 0, "", false});
      handles.array = Field(Variable(name), "threads");
    } else {
      declare(ArrayOf(type, count), name);
    }
    for (int i = 0; i < count; ++i) handles.places.push_back(Index(handles.array, Number(i)));
  } else {
    for (int i = 0; i < count; ++i) {
      const std::string name = plan->Fresh("t");
      declare(type, name);
      handles.places.push_back(Variable(name));
    }
  }
  if (plan->Has("maybe") && plan->random.Percent(60)) {
    handles.condition = plan->Fresh("c");
    stmts->push_back(Declare(Int(), handles.condition, Nondet(2, "rand")));
  }
  if (plan->Has("count") && handles.has_array && plan->random.Percent(80)) {
    const std::string number = plan->Fresh("n");
    stmts->push_back(Declare(Int(), number, Nondet(count + 1, "rand")));
    handles.count = Variable(number);
  }
  return handles;
}

// A function that only creates, or only joins.
std::string Wrapper(Plan* plan, bool creates) {
  const std::string name = plan->Fresh(creates ? "start" : "finish");
  const Type handle = Simple(Type::Kind::kThread);
  if (creates) {
    plan->program.functions.push_back(
        {name,
         Simple(Type::Kind::kVoid),
         {{PointerTo(handle), "t"}, {Simple(Type::Kind::kEntry), "entry"}, {VoidPointer(), "arg"}},
         {Do(Call("pthread_create",
                  {Variable("t"), Null(), Variable("entry"), Variable("arg")}))}});
  } else {
    plan->program.functions.push_back({name,
                                       Simple(Type::Kind::kVoid),
                                       {{handle, "t"}},
                                       {Do(Call("pthread_join", {Variable("t"), Null()}))}});
  }
  return name;
}

Stmt CreateOne(Plan* plan, const Expr& handle, const std::string& entry, const Expr& argument) {
  if (plan->Has("wrapper") && plan->random.Percent(60)) {
    return Do(Call(Wrapper(plan, true), {Address(handle), FunctionNamed(entry), argument}));
  }
  return Do(Call("pthread_create", {Address(handle), Null(), FunctionNamed(entry), argument}));
}

Stmt JoinOne(Plan* plan, const Expr& handle) {
  if (plan->Has("wrapper") && plan->random.Percent(60)) {
    return Do(Call(Wrapper(plan, false), {handle}));
  }
  return Do(Call("pthread_join", {handle, Null()}));
}

// What has to be done before a thread gets its argument.
std::vector<Stmt> PrepareArgument(const ThreadPlan& thread, const Expr& number) {
  if (thread.argument == ArgumentKind::kJob) {
    const Expr job = Index(Variable(thread.jobs), number);
    return {Assign(Field(job, "id"), number)};
  }
  if (thread.argument == ArgumentKind::kCounter) return {Assign(Variable(thread.jobs), number)};
  return {};
}

void AddCreations(Plan* plan, const Body& creator, const ThreadPlan& thread, const Handles& handles,
                  std::vector<Stmt>* stmts) {
  std::vector<Stmt> created;
  const bool has_count = handles.count.kind == Expr::Kind::kVariable;
  if (handles.has_array && (has_count || plan->random.Percent(70))) {
    const std::string counter = plan->Fresh("i");
    const Expr number = Variable(counter);
    std::vector<Stmt> body = PrepareArgument(thread, number);
    body.push_back(CreateOne(plan, Index(handles.array, number), thread.name,
                             ArgumentOf(plan, creator, thread, number)));
    created = {For(counter, handles.count, body)};
  } else {
    for (int i = 0; i < thread.count; ++i) {
      Append(PrepareArgument(thread, Number(i)), &created);
      created.push_back(CreateOne(plan, handles.places[i], thread.name,
                                  ArgumentOf(plan, creator, thread, Number(i))));
    }
  }
  if (!handles.condition.empty()) created = {If(Variable(handles.condition), created)};
  Append(created, stmts);
}

// Returns whether all are joined.
bool AddJoinsOfCreated(Plan* plan, const Handles& handles, std::vector<Stmt>* stmts) {
  Random& random = plan->random;
  const int count = static_cast<int>(handles.places.size());
  const bool has_count = handles.count.kind == Expr::Kind::kVariable;
  if (handles.has_array && (has_count || random.Percent(70))) {
    const bool is_short = plan->Has("joins") && random.Percent(30);
    const std::string counter = plan->Fresh("i");
    const std::vector<Stmt> body = {JoinOne(plan, Index(handles.array, Variable(counter)))};
    Expr bound = handles.count;
    if (is_short) bound = has_count ? Binary(bound, "-", Number(1)) : Number(count - 1);
    stmts->push_back(random.Percent(75) ? For(counter, bound, body)
                                        : ForDown(counter, bound, body));
    return !is_short;
  }
  std::vector<Expr> order = handles.places;
  if (random.Percent(40)) std::swap(order.front(), order.back());
  bool all = true;
  for (const Expr& place : order) {
    if (plan->Has("joins") && random.Percent(25)) {
      all = false;
      continue;
    }
    stmts->push_back(JoinOne(plan, place));
  }
  return all;
}

bool AddJoins(Plan* plan, const Handles& handles, std::vector<Stmt>* stmts) {
  Random& random = plan->random;
  const bool all_created = handles.condition.empty() && handles.count.kind == Expr::Kind::kNumber;
  if (all_created && plan->Has("detach") && random.Percent(50)) {
    for (const Expr& place : handles.places) stmts->push_back(Do(Call("pthread_detach", {place})));
    return false;
  }
  if (plan->Has("exit") && random.Percent(50)) return false;
  std::vector<Stmt> joins;
  const bool all = AddJoinsOfCreated(plan, handles, &joins);
  if (!handles.condition.empty()) joins = {If(Variable(handles.condition), joins)};
  Append(joins, stmts);
  return all;
}

Body BodyOf(const ThreadPlan& thread, int index) {
  Body body;
  body.thread = index;
  switch (thread.argument) {
    case ArgumentKind::kNone:
      break;
    case ArgumentKind::kNumber:
      body.has_number = true;
      body.stmts = {Declare(Int(), "id", Cast(Int(), Variable("arg")))};
      break;
    case ArgumentKind::kBox:
      body.has_box_pointer = true;
      body.stmts = {Declare(PointerTo(StructNamed("box")), "b", Variable("arg"))};
      break;
    case ArgumentKind::kInt:
      body.has_int_pointer = true;
      body.stmts = {Declare(PointerTo(Int()), "p", Variable("arg"))};
      break;
    case ArgumentKind::kJob:
      body.has_number = body.has_job = true;
      body.stmts = {Declare(PointerTo(StructNamed("job")), "j", Variable("arg")),
                    Declare(Int(), "id", Arrow(Variable("j"), "id"))};
      break;
    case ArgumentKind::kCounter:
      body.has_number = true;
      body.stmts = {Declare(PointerTo(Int()), "q", Variable("arg")),
                    Declare(Int(), "id", Deref(Variable("q")))};
      break;
  }
  if (!thread.joined.empty()) {
    body.stmts.push_back(Do(Call("pthread_join", {Variable(thread.joined), Null()})));
  }
  return body;
}

// `return;` is how items leave a thread.
void ReturnNull(std::vector<Stmt>* stmts) {
  for (Stmt& stmt : *stmts) {
    if (stmt.kind == Stmt::Kind::kReturn && stmt.exprs.empty()) stmt.exprs = {Null()};
    ReturnNull(&stmt.body);
    ReturnNull(&stmt.otherwise);
  }
}

void AddThreadFunction(Plan* plan, int index) {
  const ThreadPlan thread = plan->threads[index];
  Body body = BodyOf(thread, index);
  std::vector<std::pair<Handles, ThreadPlan>> created;
  for (const ThreadPlan& other : plan->threads) {
    if (other.creator != index) continue;
    Handles handles = DeclareHandles(plan, other.count, false, &body.stmts);
    AddCreations(plan, body, other, handles, &body.stmts);
    created.push_back({std::move(handles), other});
  }
  for (const auto& item : ItemsOf(plan, body, plan->random.Between(1, 2))) {
    Append(item, &body.stmts);
  }
  if (body.has_job) {
    body.stmts.push_back(
        Assign(Arrow(Variable("j"), "result"), Binary(Variable("id"), "+", Number(1))));
  }
  for (const auto& [handles, other] : created) {
    AddJoins(plan, handles, &body.stmts);
    const std::vector<std::vector<Stmt>> more = ItemsOf(plan, body, 1);
    if (!more.empty() && plan->random.Percent(50)) Append(more.front(), &body.stmts);
  }
  if (plan->Has("exit") && plan->random.Percent(50)) {
    body.stmts.push_back(Do(Call("pthread_exit", {Null()})));
  }
  body.stmts.push_back(Return());
  ReturnNull(&body.stmts);
  plan->program.functions.push_back(
      {thread.name, VoidPointer(), {{VoidPointer(), "arg"}}, body.stmts});
}

}  // namespace

void AddThreadFunctions(Plan* plan) {
  for (int i = static_cast<int>(plan->threads.size()) - 1; i >= 0; --i) AddThreadFunction(plan, i);
}

void AddMain(Plan* plan, Body main) {
  Random& random = plan->random;
  std::vector<Stmt> stmts;
  for (const Shared& shared : plan->shared) {
    if (random.Percent(30)) Append(Touch(plan, main, shared), &stmts);
  }
  const bool in_globals = plan->Has("handles");
  std::vector<Handles> all;
  bool may_touch = true;
  std::vector<Stmt> creations;
  for (const ThreadPlan& thread : plan->threads) {
    if (thread.creator >= 0) continue;
    if (thread.argument == ArgumentKind::kCounter) {
      stmts.push_back(Declare(Int(), thread.jobs, Number(0)));
    }
    if (thread.joiner >= 0) {
      const Expr handle = Variable(plan->threads[thread.joiner].joined);
      creations.push_back(
          CreateOne(plan, handle, thread.name, ArgumentOf(plan, main, thread, Number(0))));
      continue;
    }
    all.push_back(DeclareHandles(plan, thread.count, in_globals, &stmts));
    AddCreations(plan, main, thread, all.back(), &creations);
    if (plan->may_race && random.Percent(10)) {
      Append(Touch(plan, main, random.Pick(plan->shared)), &creations);
    }
  }
  Append(creations, &stmts);
  for (const auto& item : ItemsOf(plan, main, random.Below(3))) Append(item, &stmts);
  for (const Handles& handles : all) may_touch &= AddJoins(plan, handles, &stmts);
  for (const Shared& shared : plan->shared) {
    if ((may_touch || (plan->may_race && random.Percent(40))) && random.Percent(60)) {
      Append(Touch(plan, main, shared), &stmts);
    }
  }
  for (const ThreadPlan& thread : plan->threads) {
    const bool is_read = may_touch || (plan->may_race && random.Percent(40));
    if (thread.argument != ArgumentKind::kJob || !is_read || random.Percent(30)) continue;
    stmts.push_back(
        Declare(Int(), plan->Fresh("r"), Field(Index(Variable(thread.jobs), Number(0)), "result")));
  }
  const bool is_on_heap = plan->box_home == BoxHome::kHeap || plan->box_home == BoxHome::kMainHeap;
  if (plan->Has("free") && plan->has_box && is_on_heap &&
      (may_touch || (plan->may_race && random.Percent(50)))) {
    stmts.push_back(Do(Call("free", {Address(BoxOf(*plan, main))})));
  }
  if (plan->Has("exit") && random.Percent(50)) {
    stmts.push_back(Do(Call("pthread_exit", {Null()})));
  }
  stmts.push_back(Return(Number(0)));
  Append(plan->setup, &main.stmts);
  Append(stmts, &main.stmts);
  plan->program.functions.push_back({"main", Int(), {}, main.stmts});
}

}  // namespace plait::random_programs
