#include "summaries/summary_printer.h"

#include <string>

#include "gtest/gtest.h"

namespace plait {
namespace {

class SummaryPrinterTest : public ::testing::Test {
 protected:
  AtomId Named(AtomKind kind, const char* name, uint32_t index = 0) {
    Atom atom;
    atom.kind = kind;
    atom.is_pointer = true;
    atom.name = InternName(name);
    atom.index = index;
    return terms_.InternAtom(atom);
  }

  TermId Global(const char* name) { return terms_.Of(Named(AtomKind::kGlobal, name)); }

  TermId Formal(uint32_t index, bool is_pointer = true) {
    Atom atom;
    atom.kind = AtomKind::kFormal;
    atom.is_pointer = is_pointer;
    atom.index = index;
    return terms_.Of(atom);
  }

  TermId At(TermId address, AtomKind kind = AtomKind::kInitial) {
    Atom atom;
    atom.kind = kind;
    atom.is_pointer = true;
    atom.index = 8;
    atom.argument = address;
    return terms_.Of(atom);
  }

  TermId Compared(TermId difference, Relation relation) {
    Atom atom;
    atom.kind = AtomKind::kComparison;
    atom.index = static_cast<uint32_t>(relation);
    atom.argument = difference;
    return terms_.Of(atom);
  }

  TermId Plus(TermId term, int64_t n) { return terms_.AddConstant(term, n); }
  std::string Place(TermId address) { return PrintPlace(terms_, address, names_); }
  std::string Value(TermId value) { return PrintValue(terms_, value, names_); }

  Summary summary_;
  TermTable& terms_ = summary_.terms;
  SummaryNames names_;
};

TEST_F(SummaryPrinterTest, PlacesReadLikeC) {
  const TermId stats = Global("stats"), p = Formal(0), head = At(Global("head"));
  const TermId index = terms_.Multiply(Formal(1, false), 16);
  EXPECT_EQ(Place(stats), "stats");
  EXPECT_EQ(Place(Plus(stats, 8)), "stats.[8]");
  EXPECT_EQ(Place(Plus(terms_.Add(stats, index), 8)), "stats.[16*arg1 + 8]");
  EXPECT_EQ(Place(p), "*arg0");
  EXPECT_EQ(Place(Plus(p, 8)), "arg0->[8]");
  EXPECT_EQ(Place(Plus(p, -8)), "arg0->[-8]");
  EXPECT_EQ(Place(head), "*head");
  EXPECT_EQ(Place(Plus(At(Plus(head, 8)), 16)), "head->[8]->[16]");
  EXPECT_EQ(Place(Plus(At(p), 4)), "(*arg0)->[4]");
  EXPECT_EQ(Place(terms_.Constant(4096)), "memory at 4096");
}

TEST_F(SummaryPrinterTest, ValuesReadLikeC) {
  const TermId stats = Global("stats"), p = Formal(0), n = Formal(1, false);
  EXPECT_EQ(Value(kZero), "0");
  EXPECT_EQ(Value(terms_.Constant(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(Value(stats), "&stats");
  EXPECT_EQ(Value(Plus(stats, 8)), "&stats.[8]");
  EXPECT_EQ(Value(At(stats)), "stats");
  EXPECT_EQ(Value(At(p)), "*arg0");
  EXPECT_EQ(Value(At(stats, AtomKind::kShared)), "shared(stats)");
  EXPECT_EQ(Value(Plus(p, 8)), "arg0 + 8");
  EXPECT_EQ(Value(Plus(p, -8)), "arg0 - 8");
  EXPECT_EQ(Value(Plus(terms_.Multiply(n, -4), 1)), "-4*arg1 + 1");
  EXPECT_EQ(Value(terms_.Multiply(At(p), 2)), "2*(*arg0)");
  EXPECT_EQ(Value(terms_.Of(Named(AtomKind::kFunction, "worker"))), "worker");
  EXPECT_EQ(Value(terms_.Any()), "?");
}

TEST_F(SummaryPrinterTest, ComparisonsHaveNoNegativeParts) {
  const TermId a = Formal(0, false), b = Formal(1, false);
  EXPECT_EQ(Value(Compared(a, Relation::kEqual)), "(arg0 == 0)");
  EXPECT_EQ(Value(Compared(Plus(a, -3), Relation::kLess)), "(arg0 < 3)");
  EXPECT_EQ(Value(Compared(Plus(terms_.Subtract(a, b), -1), Relation::kLessEqual)),
            "(arg0 <= arg1 + 1)");
  EXPECT_EQ(Value(Compared(Plus(terms_.Multiply(a, -1), 5), Relation::kLess)), "(5 < arg0)");
}

TEST_F(SummaryPrinterTest, ChoicesListAFewOptionsAndNotThemselves) {
  const AtomId phi = Named(AtomKind::kPhi, "f", 1);
  EXPECT_EQ(Value(terms_.Of(phi)), "{anything}");
  terms_.AddOption(phi, Global("a"));
  terms_.AddOption(phi, At(Plus(terms_.Of(phi), 8)));
  EXPECT_EQ(Value(terms_.Of(phi)), "{&a | ...->[8]}");
  EXPECT_EQ(Place(Plus(terms_.Of(phi), 16)), "{&a | ...->[8]}->[16]");
  for (int i = 1; i < 20; ++i) terms_.AddOption(phi, terms_.Constant(i));
  EXPECT_EQ(Value(terms_.Of(phi)), "{&a | ...->[8] | 1 | 2 | ... | anything}");
}

TEST_F(SummaryPrinterTest, UsesTheNamesItIsGiven) {
  names_.parameters = {"queue", ""};
  names_.symbol = [](Name name) { return "ns::" + NameText(name); };
  names_.local = [](Name, uint32_t slot) { return slot == 0 ? "buffer" : ""; };
  names_.location = [](Name, uint32_t instruction) {
    return "pool.c:" + std::to_string(instruction);
  };
  EXPECT_EQ(Place(Plus(Formal(0), 8)), "queue->[8]");
  EXPECT_EQ(Place(Formal(1)), "*arg1");
  EXPECT_EQ(Place(Global("g")), "ns::g");
  EXPECT_EQ(Place(terms_.Of(Named(AtomKind::kSlot, "f", 0))), "buffer");
  EXPECT_EQ(Place(terms_.Of(Named(AtomKind::kSlot, "f", 1))), "local(ns::f:1)");
  Atom heap;
  heap.kind = AtomKind::kHeap;
  heap.name = InternName("f");
  heap.index = 7;
  heap.context = terms_.InternContext({InternName("main"), 3, kNoContext});
  EXPECT_EQ(Value(terms_.Of(heap)), "&heap(pool.c:7 via pool.c:3)");
}

TEST_F(SummaryPrinterTest, PrintsAWholeSummary) {
  summary_.procedure = InternName("push");
  const TermId pool = Formal(0), count = Global("count");
  HeldLock held;
  held.lock = Plus(pool, 16);
  Point inside;
  inside.held = {held};
  const AtomId thread = Named(AtomKind::kThread, "push", 6);
  Point after = inside;
  after.held[0].certain = false;
  after.held[0].mode = LockMode::kShared;
  after.live = {{thread, kZero, terms_.Constant(1)}};
  summary_.points = {Point{}, inside, after};
  auto access = [&](TermId address, AccessKind kind, PointId point, Origin origin) {
    Access a;
    a.address = address;
    a.width = 8;
    a.kind = kind;
    a.point = point;
    a.origin = origin;
    summary_.accesses.push_back(a);
  };
  access(Plus(pool, 8), AccessKind::kRead, 1, {2, kNoName, 0});
  access(count, AccessKind::kWrite, 0, {3, InternName("bump"), 0});
  access(Plus(pool, 8), AccessKind::kWrite, 2, {9, kNoName, 0});
  Exit exit;
  exit.has_result = true;
  exit.result = At(Plus(pool, 8));
  exit.low = 0;
  exit.point = 2;
  exit.cells = {{count, 8, terms_.Constant(1), kZero, kZero, Reach()}};
  summary_.exits = {exit};
  Spawn spawn;
  spawn.token = thread;
  spawn.entry = terms_.Of(Named(AtomKind::kFunction, "worker"));
  spawn.arguments = {pool};
  spawn.many = true;
  spawn.point = 1;
  spawn.origin = {6, kNoName, 0};
  summary_.spawns = {spawn};
  DeferredCall call;
  call.callee = At(Plus(pool, 24));
  call.arguments = {terms_.Constant(5)};
  call.origin = {7, kNoName, 0};
  summary_.deferred = {call};
  summary_.published = {{Global("current"), pool, kZero}};
  summary_.stable = {Global("flag")};
  summary_.sync_objects = {{Global("slots"), terms_.Constant(4)}};
  summary_.gaps = {{GapKind::kUnmodelledCall, "popen", {8, kNoName, 0}}};
  summary_.dropped_accesses = 2;
  EXPECT_EQ(PrintSummary(summary_, names_),
            R"(push
  accesses
    arg0->[8], 8 bytes
      read at push:2; holding arg0->[16]
      write at push:9; holding maybe arg0->[16] (shared); beside thread(push:6)
    count, 8 bytes
      write at push:3 in bump
    2 more dropped
  exits
    returns arg0->[8], at least 0; holding maybe arg0->[16] (shared); beside thread(push:6)
      count = 1
  starts threads
    thread(push:6) runs worker(arg0) at push:6; maybe several at once; holding arg0->[16]
  calls left to callers
    arg0->[24](5) at push:7
  pointers other threads can see
    current = arg0
  taken to be unchanged by other threads
    flag
  semaphores and barriers
    slots of 4
  gaps
    call of a function without a model: popen at push:8
)");
}

TEST_F(SummaryPrinterTest, SaysWhenNothingReturns) {
  summary_.procedure = InternName("spin");
  EXPECT_EQ(PrintSummary(summary_, names_), "spin\n  never returns\n");
}

TEST_F(SummaryPrinterTest, PrintsRangesOfThreadsAndArrayRegions) {
  summary_.procedure = InternName("start");
  Atom bound;
  bound.kind = AtomKind::kBound;
  const TermId n = Formal(0, false);
  Point point;
  point.live = {{Named(AtomKind::kThread, "start", 2), kZero, n}};
  summary_.points = {point};
  Exit exit;
  exit.cells = {{terms_.Add(Global("handles"), terms_.Multiply(terms_.Of(bound), 8)), 8, kZero,
                 kZero, n, Reach{0, 120}}};
  summary_.exits = {exit};
  EXPECT_EQ(PrintSummary(summary_, names_),
            R"(start
  exits
    returns; beside thread(start:2)[0 .. arg0)
      handles.[8*k] = 0 for k from 0 to below arg0, 0 to 120 bytes behind its base
)");
}

}  // namespace
}  // namespace plait
