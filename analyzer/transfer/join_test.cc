// The laws a join has to keep, on generated states.
#include "analyzer/transfer/join.h"

#include <random>

#include "analyzer/transfer/disjuncts.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/test_frame.h"
#include "gtest/gtest.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

class JoinTest : public testing::Test {
 protected:
  // A state with a few random locks, threads, cells and registers.
  State Generate(std::mt19937& random) {
    Frame& f = *test_.frame;
    State state = test_.state;
    auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    for (TermId& r : state.registers) r = f.terms.Constant(pick(3));
    for (uint32_t i = 0; i < 3; ++i) {
      if (pick(2) == 0) continue;
      HeldLock lock;
      lock.lock = test_.Object(AtomKind::kGlobal, i, "lock");
      lock.certain = pick(3) != 0;
      lock.mode = pick(2) == 0 ? LockMode::kShared : LockMode::kExclusive;
      InsertSorted(&state.point.held, lock);
    }
    for (uint32_t i = 0; i < 2; ++i) {
      if (pick(2) == 0) continue;
      Atom token;
      token.kind = AtomKind::kThread;
      token.name = f.name;
      token.index = i;
      InsertSorted(&state.point.live,
                   ThreadRange{f.terms.InternAtom(token), kZero, f.terms.Constant(1)});
    }
    for (uint32_t i = 0; i < 3; ++i) {
      if (pick(2) == 0) {
        StoreCell(f, &state, f.terms.AddConstant(test_.Object(AtomKind::kSlot, 1), 4 * i), 4,
                  f.terms.Constant(pick(3)), false);
      }
      if (pick(2) == 0) {
        InsertSorted(&state.point.waited, test_.Object(AtomKind::kGlobal, i, "semaphore"));
      }
      if (pick(2) == 0) {
        InsertSorted(&state.point.posted, test_.Object(AtomKind::kGlobal, i, "semaphore"));
      }
    }
    return state;
  }

  static const HeldLock* Find(const State& state, TermId lock) {
    for (const HeldLock& held : state.point.held) {
      if (held.lock == lock) return &held;
    }
    return nullptr;
  }

  TestFrame test_;
};

TEST_F(JoinTest, JoiningAStateWithItselfChangesNothing) {
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    const State a = Generate(random);
    State joined = a;
    Join(*test_.frame, 2, false, &joined, a);
    EXPECT_EQ(joined, a);
  }
}

TEST_F(JoinTest, MustSetsShrinkAndMaySetsGrow) {
  std::mt19937 random(5);
  for (int i = 0; i < 500; ++i) {
    const State a = Generate(random), b = Generate(random);
    State joined = a;
    Join(*test_.frame, 2, false, &joined, b);
    for (const State* side : {&a, &b}) {
      for (const HeldLock& lock : joined.point.held) {
        if (!lock.certain) continue;
        const HeldLock* there = Find(*side, lock.lock);
        ASSERT_NE(there, nullptr);
        EXPECT_TRUE(there->certain);
        EXPECT_LE(lock.mode, there->mode);
      }
      for (const HeldLock& lock : side->point.held) EXPECT_NE(Find(joined, lock.lock), nullptr);
      for (const ThreadRange& range : side->point.live) {
        EXPECT_TRUE(std::any_of(joined.point.live.begin(), joined.point.live.end(),
                                [&](const ThreadRange& r) { return r.token == range.token; }));
      }
      EXPECT_TRUE(IsSubset(joined.point.waited, side->point.waited));
      EXPECT_TRUE(IsSubset(side->point.posted, joined.point.posted));
    }
  }
}

TEST_F(JoinTest, ThreadsThatOneWayHasMoreOfAreUncertain) {
  Frame& f = *test_.frame;
  Atom token;
  token.kind = AtomKind::kThread;
  token.name = f.name;
  const ThreadRange two{f.terms.InternAtom(token), kZero, f.terms.Constant(2)};
  const ThreadRange three{two.token, kZero, f.terms.Constant(3)};
  for (const bool is_swapped : {false, true}) {
    State a = test_.state, b = test_.state;
    a.point.live = {is_swapped ? three : two};
    b.point.live = {is_swapped ? two : three};
    Join(f, 2, false, &a, b);
    ASSERT_EQ(a.point.live.size(), 1u);
    EXPECT_EQ(a.point.live[0].high, three.high);
    EXPECT_FALSE(a.point.live[0].certain);
    State c = b;
    Join(f, 2, false, &c, b);
    EXPECT_TRUE(c.point.live[0].certain);
  }
}

TEST_F(JoinTest, TheSituationDoesNotDependOnTheOrder) {
  std::mt19937 random(9);
  for (int i = 0; i < 300; ++i) {
    const State a = Generate(random), b = Generate(random);
    State ab = a, ba = b;
    Join(*test_.frame, 2, false, &ab, b);
    Join(*test_.frame, 2, false, &ba, a);
    EXPECT_TRUE(SameSituation(ab, ba));
    EXPECT_EQ(ab.registers, ba.registers);
  }
}

TEST_F(JoinTest, RepeatedJoinsAtALoopHeadEnd) {
  std::mt19937 random(13);
  for (int i = 0; i < 100; ++i) {
    State head = Generate(random);
    int rounds = 0;
    for (bool changed = true; changed && rounds < 50; ++rounds) {
      changed = false;
      for (int k = 0; k < 4; ++k) {
        std::mt19937 same(100 + k);  // the same four states again and again
        const State before = head;
        const uint64_t version = test_.frame->terms.choice_version();
        Join(*test_.frame, 1, true, &head, Generate(same));
        changed |= !(before == head) || version != test_.frame->terms.choice_version();
      }
    }
    EXPECT_LT(rounds, 10);
  }
}

TEST_F(JoinTest, ACountedRegisterFollowsTheLoopCounter) {
  Frame& f = *test_.frame;
  State head = test_.state, around = test_.state;
  head.registers[1] = f.terms.Constant(3);
  around.registers[1] = f.terms.Constant(5);
  Join(f, 1, true, &head, around);
  const TermId expected =
      f.terms.Add(f.terms.Constant(3), f.terms.Multiply(f.terms.Of(f.IterationOf(1)), 2));
  EXPECT_EQ(head.registers[1], expected);
}

}  // namespace
}  // namespace plait
