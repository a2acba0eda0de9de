// Tiny programs whose races are known, with each way to synchronise.
#include "tests/random_programs/oracle.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/random_programs/printer.h"

namespace plait::random_programs {
namespace {

constexpr int kMaxStates = 20000;

Expr Lib(const std::string& name, const std::string& object) {
  return Call(name, {Address(Variable(object))});
}

Stmt Create(const std::string& handle, const std::string& entry) {
  return Do(
      Call("pthread_create", {Address(Variable(handle)), Null(), FunctionNamed(entry), Null()}));
}

Stmt JoinThread(const std::string& handle) {
  return Do(Call("pthread_join", {Variable(handle), Null()}));
}

Function Worker(const std::string& name, std::vector<Stmt> body) {
  body.push_back(Return(Null()));
  return {name, VoidPointer(), {{VoidPointer(), "arg"}}, body};
}

Global Of(Type::Kind kind, const std::string& name, int64_t value = 0) {
  return {Simple(kind), name, value, "", false};
}

// One thread runs `first`, another `second`; main does `setup`, creates and joins both.
Program TwoThreads(const std::vector<Global>& globals, const std::vector<Stmt>& first,
                   const std::vector<Stmt>& second, const std::vector<Stmt>& setup = {}) {
  Program program;
  program.globals = globals;
  program.globals.push_back(Of(Type::Kind::kInt, "x"));
  program.functions = {Worker("first", first), Worker("second", second)};
  std::vector<Stmt> main = setup;
  for (const Stmt& stmt :
       {Declare(Simple(Type::Kind::kThread), "t"), Declare(Simple(Type::Kind::kThread), "u"),
        Create("t", "first"), Create("u", "second"), JoinThread("t"), JoinThread("u"),
        Return(Number(0))}) {
    main.push_back(stmt);
  }
  program.functions.push_back({"main", Int(), {}, main});
  return program;
}

absl::StatusOr<Truth> Ask(Program program) {
  Print(&program);
  return Explore(program, kMaxStates);
}

bool IsRacy(const Program& program) {
  const absl::StatusOr<Truth> truth = Ask(program);
  EXPECT_TRUE(truth.ok()) << truth.status();
  return truth.ok() && truth->Find("x") != nullptr;
}

const Stmt kTouch = Increment(Variable("x"));

std::vector<Stmt> Around(const Stmt& before, const Stmt& after) { return {before, kTouch, after}; }

TEST(OracleTest, NothingBetweenTwoThreads) {
  EXPECT_TRUE(IsRacy(TwoThreads({}, {kTouch}, {kTouch})));
  const Stmt read = Declare(Int(), "r", Variable("x"));
  EXPECT_TRUE(IsRacy(TwoThreads({}, {kTouch}, {read})));
  EXPECT_FALSE(IsRacy(TwoThreads({}, {read}, {read})));
}

TEST(OracleTest, TheRaceIsToldWithItsSchedule) {
  const absl::StatusOr<Truth> truth =
      Ask(TwoThreads({}, {kTouch}, {Assign(Variable("x"), Number(1))}));
  ASSERT_TRUE(truth.ok()) << truth.status();
  ASSERT_EQ(truth->races.size(), 1u);
  EXPECT_TRUE(truth->races[0].first_writes || truth->races[0].second_writes);
  EXPECT_FALSE(truth->races[0].schedule.empty());
  EXPECT_FALSE(truth->may_block);
}

TEST(OracleTest, CreationAndJoinOrder) {
  Program program = TwoThreads({}, {kTouch}, {});
  std::vector<Stmt>& main = program.functions.back().body;
  const std::vector<Stmt> original = main;
  main.insert(main.begin(), kTouch);
  main.insert(main.end() - 1, kTouch);
  EXPECT_FALSE(IsRacy(program));
  main = original;
  main.insert(main.begin() + 3, kTouch);
  EXPECT_TRUE(IsRacy(program));
}

struct LockCase {
  std::string name;
  Type::Kind kind;
  int64_t value;
  std::vector<Stmt> setup;
  std::string lock, unlock;
};

class OracleLockTest : public testing::TestWithParam<LockCase> {};

TEST_P(OracleLockTest, ExcludesIfBothHoldIt) {
  const LockCase& lock = GetParam();
  const std::vector<Stmt> locked = Around(Do(Lib(lock.lock, "l")), Do(Lib(lock.unlock, "l")));
  const std::vector<Global> globals = {Of(lock.kind, "l", lock.value)};
  EXPECT_FALSE(IsRacy(TwoThreads(globals, locked, locked, lock.setup)));
  EXPECT_TRUE(IsRacy(TwoThreads(globals, locked, {kTouch}, lock.setup)));
  const std::vector<Stmt> after = {Do(Lib(lock.lock, "l")), Do(Lib(lock.unlock, "l")), kTouch};
  EXPECT_TRUE(IsRacy(TwoThreads(globals, locked, after, lock.setup)));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, OracleLockTest,
    testing::Values(
        LockCase{"Mutex", Type::Kind::kMutex, 1, {}, "pthread_mutex_lock", "pthread_mutex_unlock"},
        LockCase{
            "Write", Type::Kind::kRwlock, 1, {}, "pthread_rwlock_wrlock", "pthread_rwlock_unlock"},
        LockCase{"Spin",
                 Type::Kind::kSpinlock,
                 0,
                 {Do(Call("pthread_spin_init", {Address(Variable("l")), Number(0)}))},
                 "pthread_spin_lock",
                 "pthread_spin_unlock"},
        LockCase{"Semaphore",
                 Type::Kind::kSemaphore,
                 0,
                 {Do(Call("sem_init", {Address(Variable("l")), Number(0), Number(1)}))},
                 "sem_wait",
                 "sem_post"}),
    [](const testing::TestParamInfo<LockCase>& info) { return info.param.name; });

TEST(OracleTest, ReadersDoNotExcludeEachOther) {
  const std::vector<Global> globals = {Of(Type::Kind::kRwlock, "l", 1)};
  const Stmt unlock = Do(Lib("pthread_rwlock_unlock", "l"));
  const std::vector<Stmt> reader = Around(Do(Lib("pthread_rwlock_rdlock", "l")), unlock);
  const std::vector<Stmt> writer = Around(Do(Lib("pthread_rwlock_wrlock", "l")), unlock);
  EXPECT_TRUE(IsRacy(TwoThreads(globals, reader, reader)));
  EXPECT_FALSE(IsRacy(TwoThreads(globals, reader, writer)));
}

TEST(OracleTest, ARecursiveMutexIsHeldUntilTheLastUnlock) {
  const Stmt lock = Do(Lib("pthread_mutex_lock", "l")),
             unlock = Do(Lib("pthread_mutex_unlock", "l"));
  const Expr attribute = Address(Variable("a"));
  const std::vector<Stmt> setup = {
      Declare(Simple(Type::Kind::kMutexAttribute), "a"),
      Do(Call("pthread_mutexattr_init", {attribute})),
      Do(Call("pthread_mutexattr_settype", {attribute, Variable("PTHREAD_MUTEX_RECURSIVE")})),
      Do(Call("pthread_mutex_init", {Address(Variable("l")), attribute}))};
  const std::vector<Global> globals = {Of(Type::Kind::kMutex, "l")};
  const std::vector<Stmt> inside = {lock, lock, unlock, kTouch, unlock};
  const std::vector<Stmt> outside = {lock, lock, unlock, unlock, kTouch};
  EXPECT_FALSE(IsRacy(TwoThreads(globals, inside, inside, setup)));
  EXPECT_TRUE(IsRacy(TwoThreads(globals, inside, outside, setup)));
}

TEST(OracleTest, TryingHasTheLockIfItSaysSo) {
  const std::vector<Global> globals = {Of(Type::Kind::kMutex, "l", 1)};
  const Expr attempt = Lib("pthread_mutex_trylock", "l");
  const std::vector<Stmt> inside = {kTouch, Do(Lib("pthread_mutex_unlock", "l"))};
  const std::vector<Stmt> right = {If(Binary(attempt, "==", Number(0)), inside)};
  EXPECT_FALSE(IsRacy(TwoThreads(globals, right, right)));
  EXPECT_TRUE(IsRacy(TwoThreads(globals, right, {If(attempt, {kTouch})})));
}

TEST(OracleTest, ASemaphoreHandsOver) {
  const std::vector<Global> globals = {Of(Type::Kind::kSemaphore, "s")};
  const std::vector<Stmt> setup = {
      Do(Call("sem_init", {Address(Variable("s")), Number(0), Number(0)}))};
  const Stmt post = Do(Lib("sem_post", "s")), wait = Do(Lib("sem_wait", "s"));
  EXPECT_FALSE(IsRacy(TwoThreads(globals, {kTouch, post}, {wait, kTouch}, setup)));
  EXPECT_TRUE(IsRacy(TwoThreads(globals, {post, kTouch}, {wait, kTouch}, setup)));
}

TEST(OracleTest, AConditionMayWakeForNoReason) {
  const std::vector<Global> globals = {Of(Type::Kind::kCondition, "c", 1),
                                       Of(Type::Kind::kMutex, "l", 1),
                                       Of(Type::Kind::kInt, "ready")};
  const Stmt lock = Do(Lib("pthread_mutex_lock", "l")),
             unlock = Do(Lib("pthread_mutex_unlock", "l"));
  const Stmt sleep =
      Do(Call("pthread_cond_wait", {Address(Variable("c")), Address(Variable("l"))}));
  const std::vector<Stmt> producer = {kTouch, lock, Assign(Variable("ready"), Number(1)),
                                      Do(Lib("pthread_cond_signal", "c")), unlock};
  const Expr is_not_ready = Not(Variable("ready"));
  EXPECT_FALSE(
      IsRacy(TwoThreads(globals, producer, {lock, While(is_not_ready, {sleep}), unlock, kTouch})));
  EXPECT_TRUE(
      IsRacy(TwoThreads(globals, producer, {lock, If(is_not_ready, {sleep}), unlock, kTouch})));
}

TEST(OracleTest, ABarrierSeparatesPhases) {
  const std::vector<Global> globals = {Of(Type::Kind::kBarrier, "b")};
  const auto setup = [](int parties) -> std::vector<Stmt> {
    return {Do(Call("pthread_barrier_init", {Address(Variable("b")), Null(), Number(parties)}))};
  };
  const Stmt wait = Do(Lib("pthread_barrier_wait", "b"));
  EXPECT_FALSE(IsRacy(TwoThreads(globals, {kTouch, wait}, {wait, kTouch}, setup(2))));
  EXPECT_TRUE(IsRacy(TwoThreads(globals, {kTouch, wait}, {wait, kTouch}, setup(1))));
  EXPECT_TRUE(IsRacy(TwoThreads(globals, {wait, kTouch}, {wait, kTouch}, setup(2))));
}

TEST(OracleTest, OnceRunsOnceForAll) {
  const std::vector<Global> globals = {Of(Type::Kind::kOnce, "o", 1)};
  const Stmt once = Do(Call("pthread_once", {Address(Variable("o")), FunctionNamed("init")}));
  const std::vector<Stmt> reader = {once, Declare(Int(), "r", Variable("x"))};
  Program program = TwoThreads(globals, reader, reader);
  program.functions.insert(program.functions.begin(),
                           {"init", Simple(Type::Kind::kVoid), {}, {kTouch}});
  EXPECT_FALSE(IsRacy(program));
  program.functions[1].body.erase(program.functions[1].body.begin());
  EXPECT_TRUE(IsRacy(program));
}

TEST(OracleTest, AnAtomicFlagPublishes) {
  const std::vector<Global> globals = {Of(Type::Kind::kAtomicInt, "flag")};
  const Stmt set = Assign(Variable("flag"), Number(1));
  const std::vector<Stmt> reader = {If(Variable("flag"), {kTouch})};
  EXPECT_FALSE(IsRacy(TwoThreads(globals, {kTouch, set}, reader)));
  EXPECT_TRUE(IsRacy(TwoThreads(globals, {set, kTouch}, reader)));
}

TEST(OracleTest, AtomicAccessesConflictWithPlainOnes) {
  const Stmt atomic = Do(Call("__atomic_fetch_add", {Address(Variable("x")), Number(1)}));
  EXPECT_FALSE(IsRacy(TwoThreads({}, {atomic}, {atomic})));
  EXPECT_TRUE(IsRacy(TwoThreads({}, {atomic}, {kTouch})));
}

TEST(OracleTest, ALockOfTestAndSet) {
  const std::vector<Global> globals = {Of(Type::Kind::kInt, "l")};
  const Stmt acquire =
      While(Call("__sync_lock_test_and_set", {Address(Variable("l")), Number(1)}), {});
  const std::vector<Stmt> locked = Around(acquire, Do(Lib("__sync_lock_release", "l")));
  EXPECT_FALSE(IsRacy(TwoThreads(globals, locked, locked)));
}

TEST(OracleTest, AtomicSectionsOfVerificationTasks) {
  const std::vector<Stmt> section =
      Around(Do(Call("__VERIFIER_atomic_begin", {})), Do(Call("__VERIFIER_atomic_end", {})));
  EXPECT_FALSE(IsRacy(TwoThreads({}, section, section)));
  EXPECT_TRUE(IsRacy(TwoThreads({}, section, {kTouch})));
}

TEST(OracleTest, AllChoicesAreMade) {
  const Stmt first = Declare(Int(), "c", Nondet(2, "rand"));
  const Stmt branch = If(Variable("c"), {kTouch});
  EXPECT_TRUE(IsRacy(TwoThreads({}, {first, branch}, {kTouch})));
  const Stmt never = If(Binary(Variable("c"), "==", Number(2)), {kTouch});
  EXPECT_FALSE(IsRacy(TwoThreads({}, {first, never}, {kTouch})));
}

// A plain flag is a race, and then what it seems to order is one too.
TEST(OracleTest, RacesMayFollowFromRaces) {
  Program program =
      TwoThreads({Of(Type::Kind::kInt, "flag")}, {kTouch, Assign(Variable("flag"), Number(1))},
                 {If(Variable("flag"), {kTouch})});
  Print(&program);
  const absl::StatusOr<Truth> truth = Explore(program, kMaxStates);
  ASSERT_TRUE(truth.ok()) << truth.status();
  EXPECT_NE(truth->Find("flag"), nullptr);
  EXPECT_EQ(truth->Find("x"), nullptr);
  const absl::StatusOr<Truth> unordered = ExploreUnordered(program, *truth, kMaxStates);
  ASSERT_TRUE(unordered.ok()) << unordered.status();
  EXPECT_NE(unordered->Find("x"), nullptr);
}

TEST(OracleTest, WhoMayBlockIsTold) {
  const std::vector<Global> globals = {Of(Type::Kind::kMutex, "l", 1)};
  const Stmt lock = Do(Lib("pthread_mutex_lock", "l"));
  const absl::StatusOr<Truth> truth = Ask(TwoThreads(globals, {lock}, {lock, kTouch}));
  ASSERT_TRUE(truth.ok()) << truth.status();
  EXPECT_TRUE(truth->may_block);
}

TEST(OracleTest, UndefinedProgramsAreRefused) {
  const std::vector<Global> globals = {Of(Type::Kind::kMutex, "l", 1)};
  const Stmt unlock = Do(Lib("pthread_mutex_unlock", "l"));
  EXPECT_EQ(Ask(TwoThreads(globals, {unlock}, {})).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(Ask(TwoThreads({}, {Increment(Variable("y"))}, {})).status().code(),
            absl::StatusCode::kInvalidArgument);
  const Stmt endless = While(Number(1), {kTouch});
  EXPECT_EQ(Ask(TwoThreads({}, {endless}, {})).status().code(), absl::StatusCode::kOutOfRange);
}

}  // namespace
}  // namespace plait::random_programs
