#include "checkers/witness/explore.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "checkers/witness/test_program.h"
#include "gtest/gtest.h"

namespace plait::witness {
namespace {

constexpr char kGlobals[] = R"ir(
unit "a.c"
global counter "int" size 4 definition file "a.c" line 1
global flag "int" size 4 definition file "a.c" line 1
global x "int" size 4 definition file "a.c" line 1
global y "int" size 4 definition file "a.c" line 1
global zero "int" size 4 definition file "a.c" line 1
global words "int[16]" size 64 definition file "a.c" line 1
global m "pthread_mutex_t" size 40 definition file "a.c" line 2
global n "pthread_mutex_t" size 40 definition file "a.c" line 3
function missing "int(int*)" file "b.h" line 2
)ir";

// What this reads decides where, so that weaker orders are followed.
constexpr char kWeakly[] = "  r90 = load.i4 @zero relaxed\n  r91 = load.i4 [@words + r90*4]\n";
constexpr char kLookAtCounter[] = "  r92 = load.i4 @counter\n  r93 = load.i4 [@words + r92*4]\n";
constexpr char kLookAtFlag[] = "  r94 = load.i4 @flag\n  r95 = load.i4 [@words + r94*4]\n";

// As long as threads are still created, it matters what comes before.
constexpr char kMore[] = "  r97 = call.i4 pthread_create(s0, 0, &idle, 0)\n";

// Main runs `body` beside one thread that runs `work`.
Exploration ExploreTwo(const std::string& work, const std::string& body) {
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals, "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", work,
      "  ret 0\n}\nproc idle(arg:ptr) -> ptr file \"a.c\" line 15 {\n b0:\n  ret 0\n}\n"
      "proc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n"
      "  slot s1 e \"int\" size 4\n b0:\n  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n",
      body, "  ret 0\n}\n"));
  return Explore(*program.executable, {});
}

constexpr char kJoin[] = "  r1 = load.u8 s0\n  r2 = call.i4 pthread_join(r1, 0)\n";
constexpr char kLockedToo[] =
    "  call pthread_mutex_lock(@m)\n  store.i4 @x, 1\n  call pthread_mutex_unlock(@m)\n";
constexpr char kLocked[] =
    "  call pthread_mutex_lock(@m)\n  store.i4 @counter, 1\n  call pthread_mutex_unlock(@m)\n";

// Main waits for a thread, and then calls a function with this body, which may create two more.
Exploration ExploreBehindJoin(const std::string& body) {
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals,
      "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n  store.i4 @x, 1\n  ret 0\n}\n"
      "proc start() -> int file \"a.c\" line 15 {\n  slot s0 t \"pthread_t\" size 8\n b0:\n",
      body,
      "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n"
      " b0:\n  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n",
      kJoin, "  r3 = call.i4 start()\n  store.i4 @x, 2\n  ret 0\n}\n"));
  return Explore(*program.executable, {});
}

TEST(ExploreTest, FunctionsThatAreCalledBehindAJoinMayCreateThreads) {
  EXPECT_TRUE(ExploreBehindJoin("").is_race_free);
  EXPECT_EQ(ExploreBehindJoin("  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n").obstacle,
            "possible race");
  // What is not known is not met if nothing is created behind it.
  EXPECT_TRUE(ExploreBehindJoin("  r0 = load.i4 [@words + 64]\n").is_race_free);
}

TEST(ExploreTest, WhatALockOrAJoinSeparatesIsNoRace) {
  EXPECT_TRUE(ExploreTwo(kLocked, absl::StrCat(kLocked, kJoin)).is_race_free);
  EXPECT_TRUE(
      ExploreTwo("  store.i4 @counter, 1\n", absl::StrCat(kJoin, "  store.i4 @counter, 1\n"))
          .is_race_free);
}

TEST(ExploreTest, RacesAreSeen) {
  EXPECT_EQ(ExploreTwo(kLocked, absl::StrCat("  store.i4 @counter, 2\n", kJoin)).obstacle,
            "possible race");
  // Only after the flag was seen, and the lock was given back in between.
  EXPECT_EQ(ExploreTwo(absl::StrCat(kLocked, "  store.i4 @flag, 1 seq_cst\n",
                                    "  store.i4 @counter, 1\n", kLocked),
                       "  goto b1\n b1:\n  r3 = load.i4 @flag seq_cst\n  br r3, b2, b1\n b2:\n"
                       "  r4 = load.i4 @counter\n")
                .obstacle,
            "possible race");
  // An atomic access with a plain one.
  EXPECT_EQ(ExploreTwo("  store.i4 @counter, 1 seq_cst\n", "  r4 = load.i4 @counter\n").obstacle,
            "possible race");
}

TEST(ExploreTest, LocksAreGivenBackAtOnceUnlessOthersMeetWhatWasDone) {
  const auto locked = [](const std::string& lock, const std::string& inside) {
    return absl::StrCat("  call pthread_mutex_lock(@", lock, ")\n", inside,
                        "  call pthread_mutex_unlock(@", lock, ")\n");
  };
  const std::string write = "  store.i4 @counter, 1\n";
  const std::string both = locked("m", write) + locked("m", write) + locked("m", write);
  const Exploration once = ExploreTwo(both, absl::StrCat(both, kJoin));
  EXPECT_EQ(once.obstacle, "");
  EXPECT_LT(once.states, 30);
  // Each under a lock of its own, alone or in one that both hold in turn.
  EXPECT_EQ(ExploreTwo(locked("m", write), absl::StrCat(locked("n", write), kJoin)).obstacle,
            "possible race");
  EXPECT_EQ(ExploreTwo(locked("m", locked("n", write)),
                       absl::StrCat(locked("m", ""), locked("m", write), kJoin))
                .obstacle,
            "");
  // After the thread has told, and before it gives the lock back.
  EXPECT_EQ(ExploreTwo(locked("m", "  store.i4 @flag, 1 seq_cst\n" + write),
                       "  goto b1\n b1:\n  r3 = load.i4 @flag seq_cst\n  br r3, b2, b1\n b2:\n"
                       "  r4 = load.i4 @counter\n")
                .obstacle,
            "possible race");
  // What one of two readers writes.
  EXPECT_EQ(ExploreTwo("  call pthread_rwlock_rdlock(@m)\n  store.i4 @counter, 1\n"
                       "  call pthread_rwlock_unlock(@m)\n",
                       "  call pthread_rwlock_rdlock(@m)\n  r4 = load.i4 @counter\n"
                       "  call pthread_rwlock_unlock(@m)\n")
                .obstacle,
            "possible race");
}

TEST(ExploreTest, LoopsThatWaitEnd) {
  const Exploration result =
      ExploreTwo("  store.i4 @counter, 1\n  store.i4 @flag, 1 seq_cst\n",
                 "  goto b1\n b1:\n  r3 = load.i4 @flag seq_cst\n  br r3, b2, b1\n b2:\n"
                 "  r4 = load.i4 @counter\n");
  EXPECT_TRUE(result.is_race_free);
  EXPECT_LT(result.states, 20);
}

TEST(ExploreTest, OneOfThoseWhoMeetIsTheSerialThread) {
  const auto meet = [](const std::string& told) {
    const auto wait = [&](int behind) {
      return absl::StrCat("  r3 = call.i4 pthread_barrier_wait(@m)\n  r4 = ", told, "\n  br r4, b",
                          behind - 1, ", b", behind, "\n b", behind - 1,
                          ":\n  store.i4 @counter, 1\n  goto b", behind, "\n b", behind, ":\n");
    };
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals, "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", wait(2), wait(4),
        "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n",
        "  slot s0 t \"pthread_t\" size 8\n b0:\n",
        "  r8 = call.i4 pthread_barrier_init(@m, 0, 2)\n",
        "  r9 = call.i4 pthread_create(s0, 0, &work, 0)\n", wait(2), wait(4), "  ret 0\n}\n"));
    return Explore(*program.executable, {}).obstacle;
  };
  EXPECT_EQ(meet("eq.i4 r3, -1"), "");
  EXPECT_EQ(meet("eq.i4 r3, 0"), "");
  EXPECT_EQ(meet("le.i4 r3, 0"), "possible race");
}

constexpr char kMayMiss[] = "atomic access that may miss another thread's write";

// Waits for the flag with such a load.
std::string Awaited(const std::string& load) {
  return absl::StrCat("  goto b1\n b1:\n", load, "  br r3, b2, b1\n b2:\n");
}

TEST(ExploreTest, WhatIsReleasedAndAcquiredIsOrdered) {
  const std::string read = "  r4 = load.i4 @counter\n";
  const std::string write = "  store.i4 @counter, 1\n";
  EXPECT_TRUE(ExploreTwo(write + "  store.i4 @flag, 1 release\n",
                         Awaited("  r3 = load.i4 @flag acquire\n") + read)
                  .is_race_free);
  EXPECT_TRUE(ExploreTwo(write + "  fence release\n  store.i4 @flag, 1 relaxed\n",
                         Awaited("  r3 = load.i4 @flag relaxed\n") + "  fence acquire\n" + read)
                  .is_race_free);
  // Updates pass on what was released before, also if they are relaxed.
  EXPECT_TRUE(ExploreTwo(write + "  store.i4 @flag, 1 release\n  update.i4 add @flag, 1 relaxed\n",
                         Awaited("  r3 = load.i4 @flag acquire\n") + read)
                  .is_race_free);
}

TEST(ExploreTest, WhatIsNotReleasedOrNotAcquiredIsNot) {
  const std::string read = "  r4 = load.i4 @counter\n";
  const std::string write = "  store.i4 @counter, 1\n";
  const std::string acquire = Awaited("  r3 = load.i4 @flag acquire\n") + read;
  const std::string release = write + "  store.i4 @flag, 1 release\n";
  EXPECT_EQ(ExploreTwo(write + "  store.i4 @flag, 1 relaxed\n", acquire).obstacle, "possible race");
  EXPECT_EQ(ExploreTwo(release, Awaited("  r3 = load.i4 @flag relaxed\n") + read).obstacle,
            "possible race");
  EXPECT_EQ(ExploreTwo(release, Awaited("  r3 = load.i4 @flag consume\n") + read).obstacle,
            "memory_order_consume");
  // Behind the fence, and before the other one.
  EXPECT_EQ(
      ExploreTwo("  fence release\n" + write + "  store.i4 @flag, 1 relaxed\n", acquire).obstacle,
      "possible race");
  EXPECT_EQ(
      ExploreTwo(release, "  fence acquire\n" + Awaited("  r3 = load.i4 @flag relaxed\n") + read)
          .obstacle,
      "possible race");
  // A store that is relaxed passes nothing on.
  EXPECT_EQ(ExploreTwo(release + "  store.i4 @flag, 2 relaxed\n", acquire).obstacle,
            "possible race");
}

TEST(ExploreTest, LoadsFindAllValuesThatTheyMay) {
  const std::string write = "  store.i4 @flag, 5\n";
  const auto store_and_look = [&](const std::string& mine, const std::string& other,
                                  const std::string& stores, const std::string& loads) {
    return absl::StrCat("  store.i4 @", mine, ", 1 ", stores, "\n  r3 = load.i4 @", other, " ",
                        loads, "\n  br r3, b2, b1\n b1:\n", write, "  goto b2\n b2:\n");
  };
  const auto both = [&](const std::string& stores, const std::string& loads) {
    return ExploreTwo(kWeakly + store_and_look("x", "y", stores, loads),
                      kWeakly + store_and_look("y", "x", stores, loads))
        .obstacle;
  };
  // Each stores, and need not see the other's store, if not all that is sequentially consistent.
  EXPECT_EQ(both("seq_cst", "seq_cst"), "");
  EXPECT_EQ(both("release", "acquire"), "possible race");
  EXPECT_EQ(both("seq_cst", "acquire"), "possible race");
  EXPECT_EQ(both("release", "seq_cst"), "possible race");
  // The second word is new, the first may be old.
  const auto look_twice = [&](const std::string& stores) {
    return ExploreTwo(absl::StrCat("  store.i4 @x, 1 relaxed\n  store.i4 @y, 1 ", stores, "\n",
                                   kWeakly, write),
                      absl::StrCat("  goto b1\n b1:\n  r3 = load.i4 @y acquire\n"
                                   "  br r3, b2, b4\n b2:\n"
                                   "  r4 = load.i4 @x relaxed\n  br r4, b4, b3\n b3:\n",
                                   write, "  goto b4\n b4:\n"))
        .obstacle;
  };
  EXPECT_EQ(look_twice("relaxed"), "possible race");
  EXPECT_EQ(look_twice("release"), "");
  // Who waits may find the old value for a while.
  EXPECT_TRUE(ExploreTwo("  store.i4 @counter, 1\n  store.i4 @x, 1 release\n"
                         "  store.i4 @y, 1 relaxed\n",
                         Awaited("  r3 = load.i4 @y relaxed\n") +
                             "  goto b3\n b3:\n  r4 = load.i4 @x acquire\n"
                             "  br r4, b4, b3\n b4:\n  r5 = load.i4 @counter\n")
                  .is_race_free);
}

TEST(ExploreTest, FencesOrderWhatIsNotMissedButNotAccesses) {
  const auto store_and_look = [](const std::string& mine, const std::string& other,
                                 const std::string& fence) {
    return absl::StrCat("  store.i4 @", mine, ", 1 relaxed\n  fence ", fence, "\n  r3 = load.i4 @",
                        other, " relaxed\n  br r3, b2, b1\n b1:\n  store.i4 @flag, 5\n",
                        "  goto b2\n b2:\n");
  };
  const auto both = [&](const std::string& one, const std::string& other) {
    return ExploreTwo(store_and_look("x", "y", one), store_and_look("y", "x", other)).obstacle;
  };
  EXPECT_EQ(both("seq_cst", "seq_cst"), "");
  EXPECT_EQ(both("seq_cst", "acq_rel"), "possible race");
  EXPECT_EQ(both("acq_rel", "seq_cst"), "possible race");
  EXPECT_EQ(both("acq_rel", "acq_rel"), "possible race");
  // What is stored behind the fence may be missed.
  EXPECT_EQ(ExploreTwo("  fence seq_cst\n" + store_and_look("x", "y", "relaxed"),
                       store_and_look("y", "x", "seq_cst"))
                .obstacle,
            "possible race");
  // One fence comes first, but nothing happens before by that.
  const std::string access = "  fence seq_cst\n  store.i4 @counter, 1\n  fence seq_cst\n";
  EXPECT_EQ(ExploreTwo(kWeakly + access, access).obstacle, "possible race");
}

TEST(ExploreTest, CompareExchangesFindOlderValuesIfTheyFail) {
  const std::string publish =
      "  store.i4 @x, 1 relaxed\n  store.i4 @y, 1 relaxed\n  store.i4 @flag, 5\n";
  const auto exchange = [&](const std::string& expected) {
    return ExploreTwo(publish, absl::StrCat("  r3 = load.i4 @y relaxed\n  br r3, b1, b3\n b1:\n"
                                            "  r4 = cas.i4 @x if ",
                                            expected,
                                            " then 7 relaxed old\n  br r4, b3, b2\n b2:\n"
                                            "  store.i4 @flag, 6\n  goto b3\n b3:\n"))
        .obstacle;
  };
  // It finds 0, which is not the newest value, and which it does not expect.
  EXPECT_EQ(exchange("9"), "possible race");
  // As an update of 0 it would come before the store of 1.
  EXPECT_EQ(exchange("0"), kMayMiss);
}

TEST(ExploreTest, StoresThatMayComeBeforeOthersAreNotFollowed) {
  const std::string look = absl::StrCat(kJoin, kLookAtCounter, kLookAtFlag, kMore);
  EXPECT_EQ(ExploreTwo("  store.i4 @counter, 1 release\n  store.i4 @flag, 1 release\n",
                       "  store.i4 @flag, 2 release\n  store.i4 @counter, 2 release\n" + look)
                .obstacle,
            kMayMiss);
  // Sequentially consistent ones come in one order.
  EXPECT_TRUE(
      ExploreTwo(
          absl::StrCat(kWeakly, "  store.i4 @counter, 1 seq_cst\n  store.i4 @flag, 1 seq_cst\n"),
          "  store.i4 @flag, 2 seq_cst\n  store.i4 @counter, 2 seq_cst\n" + look)
          .is_race_free);
  // Updates cannot come before updates.
  EXPECT_TRUE(ExploreTwo("  update.i4 add @counter, 1 relaxed\n"
                         "  update.i4 add @flag, 1 relaxed\n",
                         "  update.i4 add @flag, 1 relaxed\n"
                         "  update.i4 add @counter, 1 relaxed\n" +
                             look)
                  .is_race_free);
}

TEST(ExploreTest, LocksCountBesideWeakerOrders) {
  const std::string weakly = kWeakly, write = "  store.i4 @counter, 1\n";
  EXPECT_TRUE(ExploreTwo(weakly + kLocked, kLocked).is_race_free);
  EXPECT_EQ(ExploreTwo(weakly + kLocked, write).obstacle, "possible race");
  EXPECT_TRUE(ExploreTwo(weakly + write, kJoin + write).is_race_free);
}

TEST(ExploreTest, SharedLocksCountBesideWeakerOrders) {
  const auto locked = [](const std::string& mode, const std::string& access) {
    return absl::StrCat("  call pthread_rwlock_", mode, "lock(@m)\n", access,
                        "  call pthread_rwlock_unlock(@m)\n");
  };
  const std::string weakly = kWeakly, read = "  r3 = load.i4 @counter\n";
  const std::string write = "  store.i4 @counter, 1\n";
  EXPECT_TRUE(ExploreTwo(weakly + locked("rd", read), locked("wr", write)).is_race_free);
  // Who shares the lock tells those who have it alone, and nobody else.
  EXPECT_EQ(ExploreTwo(weakly + locked("rd", write), locked("rd", read)).obstacle, "possible race");
  EXPECT_TRUE(
      ExploreTwo(weakly + read + locked("rd", ""), locked("wr", "") + kJoin + write).is_race_free);
  const std::string told = "  store.i4 @flag, 1 relaxed\n";
  const auto wait = [](const std::string& mode) {
    return absl::StrCat("  goto b1\n b1:\n  r4 = load.i4 @flag relaxed\n  br r4, b2, b1\n b2:\n",
                        "  call pthread_rwlock_", mode, "lock(@m)\n");
  };
  EXPECT_TRUE(ExploreTwo(write + locked("rd", told), wait("wr") + write).is_race_free);
  EXPECT_EQ(ExploreTwo(write + locked("rd", told), wait("rd") + write).obstacle, "possible race");
  EXPECT_TRUE(ExploreTwo(write + locked("wr", told), wait("rd") + write).is_race_free);
}

TEST(ExploreTest, SemaphoresAndBarriersCountBesideWeakerOrders) {
  const std::string weakly = kWeakly, write = "  store.i4 @counter, 1\n";
  const auto explore = [](const std::string& prepare, const std::string& work,
                          const std::string& body) {
    const TestProgram program = ParseProgram(
        absl::StrCat(kGlobals, "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", work,
                     "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n",
                     "  slot s0 t \"pthread_t\" size 8\n b0:\n", prepare,
                     "  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n", body, "  ret 0\n}\n"));
    return Explore(*program.executable, {}).obstacle;
  };
  const std::string post = "  r1 = call.i4 sem_post(@m)\n", wait = "  r2 = call.i4 sem_wait(@m)\n";
  EXPECT_EQ(explore("  r5 = call.i4 sem_init(@m, 0, 0)\n", weakly + write + post, wait + write),
            "");
  EXPECT_EQ(explore("  r5 = call.i4 sem_init(@m, 0, 1)\n", weakly + write + post, wait + write),
            "possible race");
  // The post may come after the wait.
  EXPECT_EQ(explore("  r5 = call.i4 sem_init(@m, 0, 1)\n", weakly + wait + post + write + post,
                    wait + write),
            "possible race");
  const std::string meet = "  r1 = call.i4 pthread_barrier_wait(@m)\n";
  const std::string two = "  r5 = call.i4 pthread_barrier_init(@m, 0, 2)\n";
  EXPECT_EQ(explore(two, weakly + write + meet + meet, meet + write + meet), "");
  EXPECT_EQ(explore(two, weakly + write + meet + meet, meet + meet + write), "");
  EXPECT_EQ(explore(two, weakly + meet + write + meet, meet + write + meet), "possible race");
}

// Threads with these bodies, and a barrier for so many.
Exploration ExploreMeeting(const std::vector<std::string>& bodies, int parties) {
  std::string text = kGlobals, start;
  for (size_t i = 0; i < bodies.size(); ++i) {
    absl::StrAppend(&text, "proc work", i, "(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n",
                    bodies[i], "  ret 0\n}\n");
    absl::StrAppend(&start, "  r0 = call.i4 pthread_create(s0, 0, &work", i, ", 0)\n");
  }
  absl::StrAppend(&text, "proc main() -> int file \"a.c\" line 20 {\n",
                  "  slot s0 t \"pthread_t\" size 8\n b0:\n",
                  "  r5 = call.i4 pthread_barrier_init(@x, 0, ", parties, ")\n", start,
                  "  ret 0\n}\n");
  const TestProgram program = ParseProgram(text);
  return Explore(*program.executable, {});
}

TEST(ExploreTest, InWhichOrderThreadsMeetMakesNoStates) {
  const std::string meet = "  r1 = call.i4 pthread_barrier_wait(@x)\n";
  const std::string write = "  store.i4 @counter, 1\n", read = "  r2 = load.i4 @counter\n";
  const Exploration eight = ExploreMeeting(
      {write + meet + meet + read, meet + read + meet, meet + read + meet, meet + read + meet,
       meet + read + meet, meet + read + meet, meet + read + meet, meet + meet + write},
      8);
  EXPECT_EQ(eight.obstacle, "possible race");  // the last one writes beside the first one
  const std::vector<std::string> readers(7, meet + read + meet + read);
  std::vector<std::string> all = readers;
  all.push_back(write + meet + meet);
  const Exploration apart = ExploreMeeting(all, 8);
  EXPECT_EQ(apart.obstacle, "");
  EXPECT_LT(apart.states, 400);
  // What was done before one came is beside what others do until they come.
  const std::string locked = "  call pthread_mutex_lock(@m)\n  call pthread_mutex_unlock(@m)\n";
  EXPECT_EQ(ExploreMeeting({write + meet, locked + read + meet}, 2).obstacle, "possible race");
  EXPECT_EQ(ExploreMeeting({write + meet, locked + meet + read}, 2).obstacle, "");
  // Others may meet without one.
  EXPECT_EQ(ExploreMeeting({write + meet, meet + read, meet}, 2).obstacle, "possible race");
  EXPECT_EQ(ExploreMeeting({write + meet, meet + read, meet}, 3).obstacle, "");
}

TEST(ExploreTest, AtomicCountsThatDecideNothingMakeNoStates) {
  const std::string count = "  update.i4 add @counter, 1 relaxed\n";
  const std::string counts = count + count + count + count;
  const Exploration unheeded = ExploreTwo(counts + kLockedToo, counts + kLockedToo + kJoin);
  EXPECT_EQ(unheeded.obstacle, "");
  EXPECT_LT(unheeded.states, 20);
  const Exploration heeded = ExploreTwo(
      counts + kLockedToo, absl::StrCat(counts, kLockedToo, kJoin, kLookAtCounter, kMore));
  EXPECT_EQ(heeded.obstacle, "");
  EXPECT_GT(heeded.states, 2 * unheeded.states);
  // A plain access beside them is a race all the same.
  EXPECT_EQ(ExploreTwo(counts, "  r4 = load.i4 @counter\n").obstacle, "possible race");
  EXPECT_EQ(ExploreTwo("  store.i4 @counter, 1\n", counts + kJoin).obstacle, "possible race");
  // They order nothing.
  EXPECT_EQ(ExploreTwo("  store.i4 @x, 1\n  update.i4 add @counter, 1 seq_cst\n",
                       "  update.i4 add @counter, 1 seq_cst\n  store.i4 @x, 2\n")
                .obstacle,
            "possible race");
}

// Threads that are handed elements of an array on the heap, and main, which waits for one after the
// other, each more often than can be told apart.
TEST(ExploreTest, WhoWaitsForOneThreadSeesWhatThatOneLeft) {
  const auto explore = [](const std::string& looked_at) {
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals,
        "proc work(r:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n  r1 = assign 0\n  goto b1\n b1:\n"
        "  call pthread_mutex_lock(@m)\n  r2 = load.i4 @x\n  r3 = add.i4 r2, 1\n"
        "  store.i4 @x, r3\n  call pthread_mutex_unlock(@m)\n  store.i4 [r0 + 8], r3\n"
        "  r1 = add.i4 r1, 1\n  r4 = lt.i4 r1, 100000\n  br r4, b1, b2\n b2:\n  ret 0\n}\n"
        "proc main() -> int file \"a.c\" line 20 {\n b0:\n  r0 = call.ptr calloc(3, 16)\n"
        "  r1 = assign 0\n  goto b1\n b1:\n  r2 = address.ptr [r0 + r1*16]\n"
        "  r3 = call.i4 pthread_create(r2, 0, &work, r2)\n  r1 = add.i4 r1, 1\n"
        "  r4 = lt.i4 r1, 3\n  br r4, b1, b2\n b2:\n  r1 = assign 0\n  goto b3\n b3:\n"
        "  r5 = load.u8 [r0 + r1*16]\n  r6 = call.i4 pthread_join(r5, 0)\n",
        looked_at, "  r1 = add.i4 r1, 1\n  r4 = lt.i4 r1, 3\n  br r4, b3, b4\n b4:\n  ret 0\n}\n"));
    return Explore(*program.executable, {}).is_race_free;
  };
  EXPECT_TRUE(explore("  r7 = load.i4 [r0 + r1*16 + 8]\n"));
  EXPECT_FALSE(explore("  r7 = load.i4 [r0 + 40]\n"));
}

// Main and a thread access elements of an array of records that inputs choose.
TEST(ExploreTest, MembersOfElementsThatAreNotKnownAreToldApart) {
  const auto are_apart = [](const std::string& one, const std::string& other) {
    const std::string choose = "  r0 = call.i8 __VERIFIER_nondet_long()\n";
    return ExploreTwo(choose + one, choose + other).is_race_free;
  };
  const std::string write = "  store.i4 [@words + r0*16 + 8], 1\n";
  EXPECT_TRUE(are_apart(write, "  r1 = load.i4 [@words + r0*16]\n"));
  EXPECT_TRUE(are_apart(write, "  r1 = address.ptr [@words + r0*16]\n  r2 = load.i4 [r1 + 12]\n"));
  EXPECT_TRUE(are_apart(write, "  r1 = load.i4 [@words + 36]\n"));
  EXPECT_TRUE(are_apart(write, "  r1 = load.i4 [@words + r0*32 + 16]\n"));
  EXPECT_FALSE(are_apart(write, "  r1 = load.i4 [@words + 40]\n"));
  EXPECT_FALSE(are_apart(write, "  r1 = load.i4 [@words + r0*16 + 8]\n"));
  EXPECT_FALSE(are_apart(write, "  r1 = load.i4 [@words + r0*4]\n"));
  EXPECT_FALSE(are_apart(write, "  r1 = load.i8 [@words + r0*16 + 4]\n"));
  EXPECT_FALSE(are_apart(write, "  r1 = load.i8 [@words + r0*16 + 36]\n"));
  EXPECT_FALSE(
      are_apart("  store.i8 [@words + r0*16 + 12], 1\n", "  r1 = load.i4 [@words + r0*16]\n"));
  EXPECT_FALSE(are_apart(write, "  r1 = address.ptr [@words + r0*16]\n  r2 = load.i4 [r1 + 24]\n"));
  // What is in all elements is known, as long as it is the same.
  const auto branch = [](const std::string& set) {
    return absl::StrCat(set, "  r1 = load.i4 [@words + r0*16 + 4]\n  br r1, b1, b2\n b1:\n",
                        "  store.i4 @x, 1\n  goto b2\n b2:\n");
  };
  const std::string race = "  store.i4 @x, 1\n";
  EXPECT_TRUE(are_apart(race, branch("")));
  EXPECT_TRUE(are_apart(race, branch("  store.i4 [@words + r0*16 + 8], 1\n")));
  EXPECT_TRUE(are_apart(race, branch("  store.i4 [@words + r0*16 + 4], 0\n")));
  EXPECT_FALSE(are_apart(race, branch("  store.i4 [@words + r0*16 + 4], 1\n")));
  EXPECT_FALSE(are_apart(race, branch("  store.i4 [@words + 20], 1\n")));
}

// Main starts two threads, one after the other, and waits for the first.
Exploration ExploreThree(const std::string& one, const std::string& other,
                         const std::string& ordering, const std::string& body = "") {
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals, "proc one(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", one,
      "  ret 0\n}\nproc other(arg:ptr) -> ptr file \"a.c\" line 15 {\n b0:\n", other,
      "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n"
      "  slot s1 e \"pthread_t\" size 8\n b0:\n  r8 = load.i4 @zero ",
      ordering,
      "\n  r9 = load.i4 [@words + r8*4]\n  r0 = call.i4 pthread_create(s0, 0, &one, 0)\n"
      "  r1 = call.i4 pthread_create(s1, 0, &other, 0)\n",
      body,
      "  r2 = load.u8 s0\n"
      "  r3 = call.i4 pthread_join(r2, 0)\n  ret 0\n}\n"));
  return Explore(*program.executable, {});
}

TEST(ExploreTest, WhatEndedThreadsDidIsNotForgotten) {
  const std::string write = "  store.i4 @counter, 1\n";
  const std::string wait = "  call pthread_mutex_lock(@m)\n  call pthread_mutex_unlock(@m)\n";
  for (const char* ordering : {"seq_cst", "relaxed"}) {
    EXPECT_EQ(ExploreThree(write, wait + write, ordering).obstacle, "possible race");
    EXPECT_EQ(ExploreThree(wait + write, write, ordering).obstacle, "possible race");
    EXPECT_TRUE(ExploreThree(kLocked, kLocked, ordering).is_race_free);
  }
}

// A count that decides nothing where it is moved, and elsewhere, by another name, does.
TEST(ExploreTest, CountsByAnotherNameAreHeeded) {
  const auto is_race_free = [](const std::string& field) {
    const std::string wait =
        "  goto b1\n b1:\n  r3 = load.i4 @flag seq_cst\n  br r3, b2, b1\n b2:\n";
    const std::string look =
        "  store.i4 @words, 5 seq_cst\n  r4 = load.i4 @words seq_cst\n  r5 = eq.i4 r4, 6\n"
        "  br r5, b3, b4\n b3:\n  store.i4 @x, 1\n  goto b4\n b4:\n";
    return ExploreThree(absl::StrCat("  store.i4 @flag, 1 seq_cst\n",
                                     "  update.i4 add @words, 1 seq_cst ", field, "\n"),
                        wait + look, "seq_cst", "  store.i4 @x, 2\n")
        .is_race_free;
  };
  EXPECT_FALSE(is_race_free(""));
  EXPECT_FALSE(is_race_free("\"c->all\" field \"counts.all\""));
}

TEST(ExploreTest, TriesMayFailWithoutReason) {
  EXPECT_EQ(ExploreTwo("  store.i4 @counter, 1\n  call pthread_mutex_lock(@m)\n",
                       "  r3 = call.i4 pthread_mutex_trylock(@m)\n  br r3, b1, b2\n b1:\n"
                       "  r4 = load.i4 @counter\n  goto b2\n b2:\n")
                .obstacle,
            "possible race");
}

TEST(ExploreTest, LocksMayFailIfSomebodyLooks) {
  const std::string body = "  br r3, b1, b2\n b1:\n  r4 = load.i4 @counter\n  goto b2\n b2:\n";
  EXPECT_EQ(ExploreTwo(kLocked, "  r3 = call.i4 pthread_mutex_lock(@m)\n" + body).obstacle,
            "possible race");
  EXPECT_TRUE(ExploreTwo(kLocked, "  r3 = call.i4 pthread_mutex_lock(@m)\n").is_race_free);
}

TEST(ExploreTest, BothWaysAreTakenAtWhatIsNotKnown) {
  EXPECT_EQ(ExploreTwo("  store.i4 @counter, 1\n",
                       "  r3 = load.i4 s1\n  br r3, b1, b2\n b1:\n  r4 = load.i4 @counter\n"
                       "  goto b2\n b2:\n")
                .obstacle,
            "possible race");
}

TEST(ExploreTest, WhatCannotBeExecutedIsNoProof) {
  EXPECT_EQ(ExploreTwo("", "  r3 = call.i4 missing(@counter)\n").obstacle, "call of missing");
  // For ever, without an operation that orders threads.
  EXPECT_EQ(ExploreTwo("", "  r3 = load.i4 s1\n  goto b1\n b1:\n  br 1, b1, b2\n b2:\n").obstacle,
            "too many steps");
}

TEST(ExploreTest, ABlockOfCodeRunsOnce) {
  const std::string once =
      "  r5 = call.i4 __cxa_guard_acquire(@flag)\n  br r5, b1, b2\n b1:\n"
      "  r6 = load.i4 @x\n  store.i4 @x, 1\n  call __cxa_guard_release(@flag)\n  goto b2\n b2:\n"
      "  r7 = load.i4 @x\n";
  EXPECT_TRUE(ExploreTwo(once, once).is_race_free);
  EXPECT_EQ(ExploreTwo(once, absl::StrCat(once, "  store.i4 @x, 2\n")).obstacle, "possible race");
}

TEST(ExploreTest, NumbersThatDependOnWhereObjectsLieAreAny) {
  const auto explore = [](const std::string& number) {
    return ExploreTwo("  store.i4 @x, 1\n",
                      absl::StrCat(number,
                                   "  br r3, b1, b2\n b1:\n  r4 = load.i4 @x\n"
                                   "  goto b2\n b2:\n"));
  };
  EXPECT_EQ(explore("  r3 = and.u8 s0, 63\n").obstacle, "possible race");
  EXPECT_EQ(explore("  r3 = lt.u8 @counter, @flag\n").obstacle, "possible race");
  EXPECT_EQ(explore("  r3 = lt.u8 @flag, @counter\n").obstacle, "possible race");
  EXPECT_TRUE(explore("  r3 = eq.u8 @counter, @flag\n").is_race_free);
}

TEST(ExploreTest, WhoChoosesForEverKeepsNobodyWaiting) {
  const std::string forever =
      "  r1 = call.i4 rand()\n  goto b1\n b1:\n  br r1, b1, b2\n b2:\n  br 0, b3, b1\n b3:\n";
  const std::string write = "  store.i4 @counter, 1\n";
  for (const char* ordering : {"seq_cst", "relaxed"}) {
    const std::string wait = absl::StrCat("  r5 = load.i4 @flag ", ordering, "\n");
    EXPECT_EQ(ExploreThree(forever, wait + write, ordering, wait + write).obstacle,
              "possible race");
  }
}

TEST(ExploreTest, FewNumbersOfOneThatIsNotKnownAreAllTaken) {
  const auto decided = [&](const std::string& operation) {
    return ExploreTwo("  store.i4 @counter, 1\n",
                      absl::StrCat("  r3 = load.i4 s1\n  r4 = ", operation,
                                   "\n  r5 = eq.i4 r4, 3\n  br r5, b1, b2\n b1:\n"
                                   "  r6 = load.i4 @counter\n  goto b2\n b2:\n",
                                   kJoin))
        .obstacle;
  };
  EXPECT_EQ(decided("rem.u4 r3, 4"), "possible race");
  EXPECT_EQ(decided("rem.u4 r3, 3"), "");
  EXPECT_EQ(decided("and.i4 r3, 7"), "possible race");
  EXPECT_EQ(decided("and.i4 r3, 2"), "");
}

// The thread and main both store under the lock, one number each.
Exploration ExploreStores(int first, int second, const std::string& look) {
  const auto store = [](int number) {
    return absl::StrCat("  call pthread_mutex_lock(@m)\n  store.i4 @x, ", number,
                        "\n  call pthread_mutex_unlock(@m)\n");
  };
  return ExploreTwo(absl::StrCat(kLocked, store(first), kLocked),
                    absl::StrCat(kLocked, store(second), kLocked, kJoin, look));
}

TEST(ExploreTest, DataMakesNoStates) {
  const Exploration equal = ExploreStores(1, 1, "");
  EXPECT_TRUE(equal.is_race_free);
  EXPECT_EQ(ExploreStores(1, 2, "").states, equal.states);
  std::string look =
      "  r7 = load.i4 @x\n  r8 = eq.i4 r7, 1\n  br r8, b1, b2\n b1:\n  goto b2\n b2:\n";
  // Behind the join it matters to nobody.
  EXPECT_EQ(ExploreStores(1, 2, look).states, equal.states);
  look += kMore;
  EXPECT_GT(ExploreStores(1, 2, look).states, ExploreStores(1, 1, look).states);
}

TEST(ExploreTest, CountsAreToldAsFarAsTheyAreNeeded) {
  // Main takes the lock in each of so many turns: too many states, if they are told apart.
  const std::string turns = absl::StrCat(
      "  r3 = assign 0\n  goto b1\n b1:\n  r4 = lt.i4 r3, 1000000\n  br r4, b2, b3\n b2:\n",
      kLocked, "  r5 = add.i4 r3, 1\n  r3 = assign r5\n  goto b1\n b3:\n");
  EXPECT_LT(ExploreTwo(kLocked, absl::StrCat(turns, kJoin)).states, 100);
  // Another loop has three turns, behind which the thread is joined.
  const auto joins_after = [&](int count) {
    const std::string write = "  store.i4 @y, 1\n";
    return ExploreTwo(write,
                      absl::StrCat(turns, "  r6 = assign 0\n  goto b4\n b4:\n",
                                   "  r7 = lt.i4 r6, 3\n  br r7, b5, b6\n b5:\n",
                                   "  r8 = add.i4 r6, 1\n  r6 = assign r8\n  goto b4\n b6:\n",
                                   "  r9 = eq.i4 r6, ", count, "\n  br r9, b7, b8\n b7:\n", kJoin,
                                   "  goto b8\n b8:\n", write));
  };
  EXPECT_TRUE(joins_after(3).is_race_free);
  EXPECT_FALSE(joins_after(4).is_race_free);
}

// Reads what the thread writes if an input passes two tests.
std::string ObstacleIfInput(const std::string& first, const std::string& second) {
  return ExploreTwo("  store.i4 @counter, 1\n",
                    absl::StrCat("  r3 = call.i4 __VERIFIER_nondet_int()\n  r4 = ", first,
                                 "\n  br r4, b1, b3\n b1:\n  r5 = ", second,
                                 "\n  br r5, b2, b3\n b2:\n  r6 = load.i4 @counter\n"
                                 "  goto b3\n b3:\n",
                                 kJoin))
      .obstacle;
}

TEST(ExploreTest, TestsOfOneInputAgree) {
  EXPECT_EQ(ObstacleIfInput("lt.i4 r3, 0", "ge.i4 r3, 0"), "");
  EXPECT_EQ(ObstacleIfInput("lt.i4 r3, 0", "gt.i4 r3, -1"), "");
  EXPECT_EQ(ObstacleIfInput("eq.i4 0, r3", "gt.i4 r3, 3"), "");
  EXPECT_EQ(ObstacleIfInput("eq.i4 r3, 5", "eq.i4 r3, 6"), "");
  EXPECT_EQ(ObstacleIfInput("ge.i4 r3, 16", "lt.i4 r3, 16"), "");
  EXPECT_EQ(ObstacleIfInput("eq.i4 r3, 20", "le.i4 r3, 15"), "");
  EXPECT_EQ(ObstacleIfInput("le.i4 16, r3", "gt.i4 16, r3"), "");
  EXPECT_EQ(ObstacleIfInput("not r3", "ne.i4 r3, 0"), "");
}

TEST(ExploreTest, TestsThatAnInputMayPassLeaveARace) {
  for (const auto& [first, second] : {std::pair("lt.i4 r3, 0", "gt.i4 r3, -5"),
                                      {"eq.i4 r3, -3", "lt.i4 r3, 0"},
                                      {"gt.i4 r3, 15", "lt.i4 r3, 18"},
                                      {"eq.i4 r3, 7", "gt.i4 r3, 6"},
                                      {"gt.i4 r3, 20", "ne.i4 r3, 40"},
                                      {"lt.i4 r3, 0", "gt.u4 r3, 100"},
                                      {"ge.i4 r3, 15", "le.i4 r3, 15"},
                                      {"ge.i4 r3, 16", "le.i4 r3, 16"},
                                      {"le.i4 r3, -1", "ge.i4 r3, -1"}}) {
    EXPECT_EQ(ObstacleIfInput(first, second), "possible race") << first << " " << second;
  }
}

TEST(ExploreTest, AddressesOfObjectsThatNeverMeetDiffer) {
  const std::string make = "  r3 = call.ptr malloc(8)\n";
  const auto compared = [&](const std::string& code, const std::string& other) {
    return ExploreTwo("  store.i4 @x, 1\n",
                      absl::StrCat(code, "  r5 = eq.u8 r3, ", other,
                                   "\n  br r5, b1, b2\n b1:\n  r6 = load.i4 @x\n"
                                   "  goto b2\n b2:\n"))
        .obstacle;
  };
  const std::string free_it = "  r5 = call.i4 free(r3)\n";
  const std::string make_other = "  r4 = call.ptr malloc(8)\n";
  EXPECT_EQ(compared(make + make_other + free_it, "r4"), "");
  EXPECT_EQ(compared(make + free_it, "0"), "");
  EXPECT_EQ(compared(make + free_it, "@counter"), "");
  EXPECT_EQ(compared(make + free_it + make_other, "r4"), "possible race");
}

// Each turn of the loop waits with another local variable, and waits as the one before did.
TEST(ExploreTest, StatesDoNotDependOnAddresses) {
  const std::string wait =
      "  goto b1\n b1:\n  scope s1\n  store.i4 s1, 1\n  store.ptr @m, s1\n"
      "  r3 = load.i4 @flag seq_cst\n  br r3, b2, b1\n b2:\n";
  const Exploration result = ExploreTwo("  store.i4 @flag, 1 seq_cst\n", wait);
  EXPECT_TRUE(result.is_race_free) << result.obstacle;
  EXPECT_LT(result.states, 30);
}

// Main and a thread hand over to each other in a million turns; behind each the thread does `more`.
Exploration HandOver(const std::string& more, const std::string& end = "b4") {
  const auto rounds = [](const std::string& mine, const std::string& other,
                         const std::string& behind, const std::string& last) {
    return absl::StrCat("  r3 = assign.i4 0\n  goto b1\n b1:\n  r4 = lt.i4 r3, 1000000\n",
                        "  br r4, b2, ", last, "\n b2:\n  r5 = load.i4 @flag seq_cst\n",
                        "  r6 = eq.i4 r5, ", mine, "\n  br r6, b3, b2\n b3:\n",
                        "  r7 = load.i4 @counter\n  r7 = add.i4 r7, 1\n",
                        "  store.i4 @counter, r7\n  store.i4 @flag, ", other, " seq_cst\n", behind,
                        "  r3 = add.i4 r3, 1\n  goto b1\n ", last, ":\n");
  };
  return ExploreTwo(rounds("0", "1", more, end), rounds("1", "0", "", "b4"));
}

TEST(ExploreTest, NumbersThatOnlyGrowAreForgotten) {
  const Exploration result = HandOver("");
  EXPECT_TRUE(result.is_race_free) << result.obstacle;
  EXPECT_LT(result.states, 1000);
  EXPECT_FALSE(HandOver("  store.i4 @counter, 0\n").is_race_free);
  // In one of the turns only.
  EXPECT_FALSE(HandOver("  r8 = eq.i4 r3, 700\n  br r8, b4, b5\n b4:\n  store.i4 @counter, 0\n"
                        "  goto b5\n b5:\n",
                        "b6")
                   .is_race_free);
}

// Both add to what a lock of their own making guards, again and again.
TEST(ExploreTest, WhatGrowsIsForgottenBesideWeakOrders) {
  const auto run = [](const std::string& give_back) {
    const std::string rounds = absl::StrCat(
        "  goto b1\n b1:\n  r5 = update.i4 exchange @flag, 1 acquire\n  br r5, b1, b2\n b2:\n"
        "  r6 = load.i4 @counter\n  r7 = add.i4 r6, 1\n  store.i4 @counter, r7\n",
        give_back, "  r8 = call.i4 __VERIFIER_nondet_int()\n  br r8, b1, b3\n b3:\n");
    return ExploreTwo(rounds, absl::StrCat(rounds, kJoin));
  };
  EXPECT_EQ(run("  store.i4 @flag, 0 release\n").obstacle, "");
  EXPECT_EQ(run("  store.i4 @flag, 0 relaxed\n").obstacle, "possible race");
}

TEST(ExploreTest, SectionsWithChoicesMayMeet) {
  const auto section = [](const std::string& lock, int block) {
    return absl::StrCat("  call pthread_mutex_lock(", lock,
                        ")\n  r5 = call.i4 __VERIFIER_nondet_int()\n  br r5, b", block, ", b",
                        block + 1, "\n b", block, ":\n  store.i4 @counter, 1\n  goto b", block + 1,
                        "\n b", block + 1, ":\n  call pthread_mutex_unlock(", lock, ")\n");
  };
  EXPECT_TRUE(ExploreTwo(section("@m", 1), section("@m", 1)).is_race_free);
  EXPECT_EQ(ExploreTwo(section("@m", 1), section("@n", 1)).obstacle, "possible race");
}

// A semaphore excludes as long as there is only one to be had.
TEST(ExploreTest, SemaphoresArePostedAtOnceUnlessOthersMeetWhatWasDone) {
  const auto run = [](const std::string& count) {
    const std::string rounds = absl::StrCat(
        "  goto b1\n b1:\n  r5 = call.i4 sem_wait(@semaphore)\n  r6 = load.i4 @counter\n"
        "  r7 = add.i4 r6, 1\n  store.i4 @counter, r7\n  r5 = call.i4 sem_post(@semaphore)\n",
        "  r8 = call.i4 __VERIFIER_nondet_int()\n  br r8, b1, b2\n b2:\n");
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals, "global semaphore \"sem_t\" size 32 definition file \"a.c\" line 4\n",
        "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", rounds,
        "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n"
        "  slot s0 t \"pthread_t\" size 8\n b0:\n  r0 = call.i4 sem_init(@semaphore, 0, ",
        count, ")\n  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n", rounds, kJoin,
        "  ret 0\n}\n"));
    return Explore(*program.executable, {});
  };
  const Exploration result = run("1");
  EXPECT_TRUE(result.is_race_free) << result.obstacle;
  EXPECT_LT(result.states, 40);
  EXPECT_EQ(run("2").obstacle, "possible race");
}

// Main creates threads without end.
Exploration ExploreMany(const std::string& work) {
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals, "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", work,
      "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n"
      " b0:\n  goto b1\n b1:\n  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n  goto b1\n}\n"));
  return Explore(*program.executable, {});
}

TEST(ExploreTest, ThreadsInOneStateAreAnyNumber) {
  const std::string begin = "  call pthread_mutex_lock(@m)\n  r1 = load.i4 @flag\n";
  const std::string end = "  call pthread_mutex_unlock(@m)\n";
  const std::string set_up = "  br r1, b2, b1\n b1:\n  store.i4 @x, 1\n";
  const Exploration result = ExploreMany(absl::StrCat(
      begin, set_up, "  store.i4 @flag, 1\n  goto b2\n b2:\n", end, "  r2 = load.i4 @x\n"));
  EXPECT_TRUE(result.is_race_free) << result.obstacle;
  // Each of them sets it up.
  EXPECT_FALSE(
      ExploreMany(absl::StrCat(begin, set_up, "  goto b2\n b2:\n", end, "  r2 = load.i4 @x\n"))
          .is_race_free);
  // Who comes 50th.
  EXPECT_FALSE(ExploreMany(absl::StrCat(begin, "  r1 = add.i4 r1, 1\n  store.i4 @flag, r1\n", end,
                                        "  r2 = ge.i4 r1, 50\n  br r2, b1, b2\n b1:\n",
                                        "  store.i4 @x, 1\n  goto b2\n b2:\n"))
                   .is_race_free);
}

TEST(ExploreTest, ElementsThatAreNotKnownAreTheWholeObject) {
  const auto at = [](const std::string& first, const std::string& second) {
    const std::string make =
        "  r0 = call.i8 __VERIFIER_nondet_long()\n  r1 = call.ptr malloc(r0)\n";
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals, "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", first,
        "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n"
        " b0:\n",
        make, "  r2 = call.i4 pthread_create(s0, 0, &work, r1)\n", second, "  ret 0\n}\n"));
    return Explore(*program.executable, {}).obstacle;
  };
  const std::string join = "  r3 = load.u8 s0\n  r4 = call.i4 pthread_join(r3, 0)\n";
  EXPECT_EQ(at("  store.i4 [r0 + 4], 1\n", join + "  store.i4 [r1 + 4], 1\n"), "");
  EXPECT_NE(at("  store.i4 [r0 + 4], 1\n", "  store.i4 [r1 + 4], 1\n"), "");
  EXPECT_NE(at("  store.i4 [r0 + 4], 1\n", "  call free(r1)\n"), "");
  EXPECT_NE(at("  call free(r0)\n", "  r5 = load.i4 [r1 + 400]\n"), "");
}

// But for texts, what is printed is no access to memory.
TEST(ExploreTest, NumbersThatArePrintedNeedNotBeKnown) {
  const auto printed = [](const std::string& format) {
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals, "proc main() -> int file \"a.c\" line 20 {\n  literal \"", format, "\\x00\"\n",
        " b0:\n  r0 = call.i4 __VERIFIER_nondet_int()\n  r1 = call.i4 printf(str0, r0)\n  ret "
        "0\n}\n"));
    return Explore(*program.executable, {}).obstacle;
  };
  EXPECT_EQ(printed("%d"), "");
  EXPECT_NE(printed("%s"), "");
}

// The thread puts elements into a list again and again, and then does `after` with each, r0. Main
// does `turn` with the first one, r3, as long as there is one. The last blocks have these names.
Exploration ExploreList(const std::string& put, const std::string& after, const std::string& turn,
                        const std::string& end_of_puts = "b2", const std::string& end = "b3") {
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals,
      "global list \"void*[2]\" size 16 definition file \"a.c\" line 4\n"
      "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n  goto b1\n b1:\n"
      "  r0 = call.ptr malloc(24)\n  store.i4 [r0 + 16], 1\n  call pthread_mutex_lock(@m)\n",
      put, "  call pthread_mutex_unlock(@m)\n", after,
      "  r2 = call.i4 __VERIFIER_nondet_int()\n  br r2, b1, ", end_of_puts, "\n ", end_of_puts,
      ":\n  ret 0\n}\n"
      "proc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n b0:\n"
      "  store.ptr @list, @list\n  store.ptr [@list + 8], @list\n"
      "  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n  goto b1\n b1:\n"
      "  call pthread_mutex_lock(@m)\n  r3 = load.ptr @list\n  r4 = eq.u8 r3, @list\n"
      "  br r4, ",
      end, ", b2\n b2:\n", turn, " ", end, ":\n  call pthread_mutex_unlock(@m)\n  ret 0\n}\n"));
  return Explore(*program.executable, {});
}

// Memory as large as an input says: only where much is forgotten is it followed at all.
constexpr char kUnsized[] = "  r9 = call.i8 __VERIFIER_nondet_long()\n  r9 = call.ptr malloc(r9)\n";

// Any number of threads find the first element of a list, r1, as long as there is one, and do
// `take` under the list's lock and then `use`. Main puts any number of elements there.
Exploration ExplorePool(const std::string& take, const std::string& use,
                        const std::string& end = "b3") {
  const std::string lock = "  call pthread_mutex_lock(@m)\n";
  const std::string unlock = "  call pthread_mutex_unlock(@m)\n";
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals, "global list \"void*[2]\" size 16 definition file \"a.c\" line 4\n",
      "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n  goto b1\n b1:\n", lock,
      "  r1 = load.ptr @list\n  br r1, b2, ", end, "\n b2:\n", take, unlock, use, "  goto b1\n ",
      end, ":\n", unlock, "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n",
      "  slot s0 t \"pthread_t\" size 8\n b0:\n", kUnsized,
      "  goto b1\n b1:\n"
      "  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n  r2 = call.i4 __VERIFIER_nondet_int()\n"
      "  br r2, b1, b2\n b2:\n  r0 = call.ptr malloc(24)\n  store.i4 [r0 + 16], 0\n",
      lock, "  r1 = load.ptr @list\n  store.ptr [r0], r1\n  store.ptr @list, r0\n", unlock,
      "  r2 = call.i4 __VERIFIER_nondet_int()\n  br r2, b2, b3\n b3:\n  ret 0\n}\n"));
  return Explore(*program.executable, {});
}

TEST(ExploreTest, EachOfAnyNumberOfThreadsHasItsOwnObject) {
  const std::string take = "  r2 = load.ptr [r1]\n  store.ptr @list, r2\n";
  const std::string use = "  r3 = load.i4 [r1 + 16]\n  store.i4 [r1 + 16], 0\n";
  const Exploration result = ExplorePool(take, use + kLocked + "  call free(r1)\n");
  EXPECT_TRUE(result.is_race_free) << result.obstacle;
  // It stays there.
  EXPECT_FALSE(ExplorePool("", use).is_race_free);
  // Somebody else finds it by another way.
  EXPECT_FALSE(ExplorePool(take + "  r4 = load.ptr [@list + 8]\n  store.ptr [@list + 8], r1\n",
                           use + kLocked +
                               "  br r4, b3, b4\n b3:\n  store.i4 [r4 + 16], 2\n"
                               "  goto b4\n b4:\n",
                           "b5")
                   .is_race_free);
  // It is used after it was put back.
  EXPECT_FALSE(ExplorePool(take, use +
                                     "  call pthread_mutex_lock(@m)\n  r4 = load.ptr @list\n"
                                     "  store.ptr [r1], r4\n  store.ptr @list, r1\n"
                                     "  call pthread_mutex_unlock(@m)\n" +
                                     use)
                   .is_race_free);
}

TEST(ExploreTest, WhatAllThreadsAreHandedIsNobodysOwn) {
  const auto hand = [](const std::string& once, const std::string& each) {
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals, "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", kLocked,
        "  store.i4 [r0 + 16], 0\n", kLocked, "  ret 0\n}\n",
        "proc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n b0:\n",
        kUnsized, once, "  goto b1\n b1:\n", each,
        "  r1 = call.i4 pthread_create(s0, 0, &work, r0)\n"
        "  r2 = call.i4 __VERIFIER_nondet_int()\n  br r2, b1, b2\n b2:\n"
        "  ret 0\n}\n"));
    return Explore(*program.executable, {}).is_race_free;
  };
  const std::string make = "  r0 = call.ptr malloc(24)\n";
  EXPECT_TRUE(hand("", make));
  EXPECT_FALSE(hand(make, ""));
}

TEST(ExploreTest, VariablesThatAreNotSuspectedAreNotLookedAt) {
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals,
      "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n  store.i4 @x, 1\n  ret 0\n}\n"
      "proc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n b0:\n"
      "  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n  store.i4 @x, 2\n  ret 0\n}\n"));
  const Suspects x = {{InternName("x")}, {}}, y = {{InternName("y")}, {}};
  EXPECT_FALSE(Explore(*program.executable, {}).is_race_free);
  EXPECT_FALSE(Explore(*program.executable, {.suspects = &x}).is_race_free);
  EXPECT_TRUE(Explore(*program.executable, {.suspects = &y}).is_race_free);
}

TEST(ExploreTest, NobodyIsJoinedTwice) {
  const auto joins = [&](const std::string& handle, int count) {
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals,
        "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n  store.i4 @x, 1 seq_cst\n"
        "  ret 0\n}\n"
        "proc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t[9]\" size 72\n b0:\n"
        "  r0 = assign 0\n  goto b1\n b1:\n  r1 = lt.i4 r0, 9\n  br r1, b2, b3\n b2:\n"
        "  r2 = address.p8 [s0 + r0*8]\n  r3 = call.i4 pthread_create(r2, 0, &work, 0)\n"
        "  r0 = add.i4 r0, 1\n  goto b1\n b3:\n  r0 = assign 0\n  goto b4\n b4:\n"
        "  r1 = lt.i4 r0, ",
        count, "\n  br r1, b5, b6\n b5:\n  r2 = load.u8 ", handle,
        "\n  r3 = call.i4 pthread_join(r2, 0)\n  r0 = add.i4 r0, 1\n  goto b4\n b6:\n"
        "  store.i4 @x, 2\n  ret 0\n}\n"));
    return Explore(*program.executable, {}).is_race_free;
  };
  EXPECT_TRUE(joins("[s0 + r0*8]", 9));
  EXPECT_FALSE(joins("[s0 + r0*8]", 8));
  EXPECT_FALSE(joins("[s0]", 9));
}

TEST(ExploreTest, VariablesOfMainThatAreNotSuspectedAreNotLookedAt) {
  const auto explore = [&](const std::string& scope, const Suspects& suspects) {
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals,
        "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n  store.i4 r0, 1\n  ret 0\n}\n"
        "proc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n"
        "  slot s1 v \"int\" size 4\n b0:\n",
        scope, "  r0 = call.i4 pthread_create(s0, 0, &work, s1)\n  store.i4 s1, 2\n  ret 0\n}\n"));
    return Explore(*program.executable, {.suspects = &suspects}).is_race_free;
  };
  EXPECT_FALSE(explore("", {{}, {1}}));
  EXPECT_TRUE(explore("", {{}, {0}}));
  EXPECT_TRUE(explore("  scope s1\n", {{}, {0}}));
  // A variable of a turn of a loop may end while others use it.
  EXPECT_FALSE(explore("  goto b1\n b1:\n  scope s1\n", {{}, {0}}));
}

constexpr char kUnlock[] = "  call pthread_mutex_unlock(@m)\n";
constexpr char kUse[] = "  store.i4 [r3 + 16], 2\n";

TEST(ExploreTest, ListsMayBeOfAnyLength) {
  const std::string put = "  r1 = load.ptr @list\n  store.ptr [r0], r1\n  store.ptr @list, r0\n";
  const std::string take = "  r5 = load.ptr [r3]\n  store.ptr @list, r5\n";
  const std::string used = absl::StrCat(take, kUnlock, kUse, "  call free(r3)\n  goto b1\n");
  EXPECT_EQ(ExploreList(put, "", used).obstacle, "");
  EXPECT_EQ(ExploreList(put, "  store.i4 [r0 + 16], 3\n", used).obstacle, "possible race");
  // It stays in the list, so the next one to come uses it too; that is main itself.
  EXPECT_EQ(ExploreList(put, "", absl::StrCat(kUnlock, kUse, "  goto b1\n")).obstacle, "");
  // One that lies deep in the list.
  const std::string walk = absl::StrCat(
      "  goto b3\n b3:\n  r6 = call.i4 __VERIFIER_nondet_int()\n  br r6, b4, b6\n b4:\n"
      "  r7 = load.ptr [r3]\n  r8 = eq.u8 r7, @list\n  br r8, b6, b5\n b5:\n  r3 = assign.ptr r7\n"
      "  goto b3\n b6:\n");
  const std::string all =
      "  r1 = load.ptr @list\n  r9 = eq.u8 r1, @list\n  br r9, b3, b2\n b2:\n"
      "  store.i4 [r1 + 16], 5\n  goto b3\n b3:\n";
  EXPECT_EQ(ExploreList(all + put, "", absl::StrCat(walk, kUse, kUnlock, "  goto b1\n"), "b4", "b7")
                .obstacle,
            "");
  EXPECT_EQ(ExploreList(all + put, "", absl::StrCat(walk, kUnlock, kUse, "  goto b1\n"), "b4", "b7")
                .obstacle,
            "possible race");
}

// Main makes a list of at least one element, and then runs `body` beside a thread that runs `work`.
// Only where much is forgotten is it followed at all, since there is also memory of unknown size.
bool IsListFreeOfRaces(const std::string& work, const std::string& body) {
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals, "global list \"void*\" size 8 definition file \"a.c\" line 4\n",
      "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", work,
      "}\nproc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n b0:\n"
      "  r9 = call.i8 __VERIFIER_nondet_long()\n  r9 = call.ptr malloc(r9)\n  goto b1\n b1:\n"
      "  r0 = call.ptr malloc(56)\n  r1 = load.ptr @list\n  store.ptr [r0], r1\n"
      "  store.ptr @list, r0\n  r3 = address.ptr [r0 + 16]\n  r4 = call.i4 pthread_mutex_init(r3, "
      "0)\n"
      "  r2 = call.i4 __VERIFIER_nondet_int()\n  br r2, b1, b2\n b2:\n",
      body, "}\n"));
  return Explore(*program.executable, {}).is_race_free;
}

TEST(ExploreTest, LocksOfElementsAreToldApart) {
  // The second one's is free while the first one's is held.
  const std::string take_second = absl::StrCat(
      "  r1 = load.ptr @list\n  r2 = load.ptr [r1]\n  br r2, b1, b2\n b1:\n"
      "  r3 = address.ptr [r2 + 16]\n  call pthread_mutex_lock(r3)\n  store.i4 @counter, 1\n",
      "  call pthread_mutex_unlock(r3)\n  goto b2\n b2:\n  ret 0\n");
  const auto hold_first = [](const std::string& then) {
    return absl::StrCat(
        "  r3 = load.ptr @list\n  r3 = address.ptr [r3 + 16]\n  call pthread_mutex_lock(r3)\n"
        "  r4 = call.i4 pthread_create(s0, 0, &work, 0)\n",
        then, "  ret 0\n");
  };
  EXPECT_TRUE(IsListFreeOfRaces(take_second, hold_first("")));
  EXPECT_FALSE(IsListFreeOfRaces(take_second, hold_first("  store.i4 @counter, 2\n")));
}

TEST(ExploreTest, ElementsTakenFromOneListMayBeOne) {
  const auto change = [](const std::string& lock, int block) {
    return absl::StrCat("  call pthread_mutex_lock(", lock, ")\n  r1 = load.ptr @list\n",
                        "  r2 = load.ptr [r1]\n  br r2, b", block, ", b", block + 1, "\n b", block,
                        ":\n  store.i4 [r2 + 8], 1\n  goto b", block + 1, "\n b", block + 1,
                        ":\n  call pthread_mutex_unlock(", lock, ")\n  ret 0\n");
  };
  const std::string create = "  r4 = call.i4 pthread_create(s0, 0, &work, 0)\n";
  EXPECT_TRUE(IsListFreeOfRaces(change("@m", 1), create + change("@m", 3)));
  EXPECT_FALSE(IsListFreeOfRaces(change("@m", 1), create + change("@n", 3)));
}

TEST(ExploreTest, ListsMayBeLinkedBothWays) {
  const std::string put =
      "  r1 = load.ptr [@list + 8]\n  store.ptr [r0], @list\n  store.ptr [r0 + 8], r1\n"
      "  store.ptr [r1], r0\n  store.ptr [@list + 8], r0\n";
  const std::string take =
      "  r5 = load.ptr [r3]\n  store.ptr @list, r5\n  store.ptr [r5 + 8], @list\n";
  const std::string take_last =
      "  r3 = load.ptr [@list + 8]\n  r5 = load.ptr [r3 + 8]\n  store.ptr [@list + 8], r5\n"
      "  store.ptr [r5], @list\n";
  for (const std::string& way : {take, take_last}) {
    const std::string used = absl::StrCat(way, kUnlock, kUse, "  call free(r3)\n  goto b1\n");
    EXPECT_EQ(ExploreList(put, "", used).obstacle, "");
    EXPECT_EQ(ExploreList(put, "  store.i4 [r0 + 16], 3\n", used).obstacle, "possible race");
  }
  // The last one goes, the first one is used.
  const std::string other = absl::StrCat(
      "  r6 = load.ptr [@list + 8]\n  r5 = load.ptr [r6 + 8]\n  store.ptr [@list + 8], r5\n"
      "  store.ptr [r5], @list\n",
      kUnlock, "  call free(r6)\n", kUse, "  goto b1\n");
  EXPECT_NE(ExploreList(put, "", other).obstacle, "");
}

// Any number of threads take objects from a stack of pointers, which main fills without end.
// `take`: what follows once r1 is their count, which is not 0, and r2 the index of the last one.
Exploration ExploreStack(const std::string& take) {
  const TestProgram program = ParseProgram(absl::StrCat(
      kGlobals,
      "global slots \"void*[4]\" size 32 definition file \"a.c\" line 1\n"
      "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n  goto b1\n b1:\n"
      "  call pthread_mutex_lock(@m)\n  r1 = load.i4 @counter\n  br r1, b2, b3\n b2:\n"
      "  r2 = add.i4 r1, -1\n",
      take,
      "  store.i4 [r3], 1\n  goto b1\n b3:\n  call pthread_mutex_unlock(@m)\n  goto b1\n}\n"
      "proc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n b0:\n"
      "  goto b1\n b1:\n  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n"
      "  r1 = call.i4 __VERIFIER_nondet_int()\n  br r1, b1, b2\n b2:\n"
      "  call pthread_mutex_lock(@m)\n  r2 = load.i4 @counter\n  r3 = lt.i4 r2, 4\n"
      "  br r3, b3, b4\n b3:\n  r4 = call.ptr malloc(8)\n  store.ptr [@slots + r2*8], r4\n"
      "  r5 = add.i4 r2, 1\n  store.i4 @counter, r5\n  goto b4\n b4:\n"
      "  call pthread_mutex_unlock(@m)\n  goto b2\n}\n"));
  return Explore(*program.executable, {});
}

// Of any number of threads that do this each, some have come far while others begin.
TEST(ExploreTest, ThreadsOfOneCreationAreAtSeveralPlaces) {
  const auto explore = [](const std::string& work) {
    const TestProgram program = ParseProgram(absl::StrCat(
        kGlobals, "proc work(arg:ptr) -> ptr file \"a.c\" line 10 {\n b0:\n", work,
        "  ret 0\n}\nproc main() -> int file \"a.c\" line 20 {\n  slot s0 t \"pthread_t\" size 8\n"
        " b0:\n  goto b1\n b1:\n  r0 = call.i4 pthread_create(s0, 0, &work, 0)\n  goto b1\n}\n"));
    return Explore(*program.executable, {});
  };
  const std::string far = absl::StrCat(kLocked, kLockedToo, kLocked, kLockedToo, kLocked);
  EXPECT_TRUE(explore(far).is_race_free);
  EXPECT_FALSE(explore(absl::StrCat(far, "  store.i4 @y, 1\n")).is_race_free);
  EXPECT_FALSE(explore(absl::StrCat("  store.i4 @y, 1\n", far)).is_race_free);
}

TEST(ExploreTest, PointersStayBehindInAStack) {
  const std::string load = "  r3 = load.ptr [@slots + r2*8]\n", unlock = kUnlock;
  EXPECT_EQ(ExploreStack(absl::StrCat(load, "  store.i4 @counter, r2\n", unlock)).obstacle, "");
  // It is left there for others.
  EXPECT_FALSE(ExploreStack(absl::StrCat(load, unlock)).is_race_free);
  // By then another one may be there.
  EXPECT_FALSE(ExploreStack(absl::StrCat("  store.i4 @counter, r2\n", unlock, load)).is_race_free);
  // The one below is used as well.
  EXPECT_FALSE(ExploreStack(absl::StrCat(load, "  store.i4 @counter, r2\n  r4 = load.ptr @slots\n",
                                         unlock, "  store.i4 [r4], 2\n"))
                   .is_race_free);
}

}  // namespace
}  // namespace plait::witness
