#include "summaries/import.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace plait {
namespace {

Atom Make(AtomKind kind, uint32_t index = 0, bool is_pointer = true) {
  Atom atom;
  atom.kind = kind;
  atom.index = index;
  atom.is_pointer = is_pointer;
  return atom;
}

Atom Named(AtomKind kind, const char* name, uint32_t index = 0) {
  Atom atom = Make(kind, index);
  atom.name = InternName(name);
  return atom;
}

Atom Initial(TermId address) {
  Atom atom = Make(AtomKind::kInitial, 8);
  atom.argument = address;
  return atom;
}

// Formals are the given terms; cells hold what they held when the caller was entered.
class Call : public Importer {
 public:
  Call(const TermTable& from, TermTable& to, uint32_t instruction, std::vector<TermId> arguments,
       bool keep_context = false)
      : Importer(from, to, InternName("caller"), instruction, keep_context),
        arguments_(std::move(arguments)) {}

 protected:
  TermId MapFormal(uint32_t index) override { return arguments_[index]; }
  TermId MapInitial(AtomId input, TermId cell) override {
    Atom atom = from_.atom(input);
    atom.argument = cell;
    return to_.Of(atom);
  }

 private:
  const std::vector<TermId> arguments_;
};

TEST(ImportTest, ReplacesAFormalEverywhereByTheSameTerm) {
  TermTable callee, caller;
  const TermId p = callee.Of(Make(AtomKind::kFormal, 0));
  const TermId data = callee.AddConstant(p, 8);                       // &p->data
  const TermId lock = callee.Of(Initial(callee.AddConstant(p, 16)));  // p->lock
  const TermId node = caller.Of(Initial(caller.Of(Named(AtomKind::kGlobal, "head"))));
  Call call(callee, caller, 5, {node});
  EXPECT_EQ(call.Map(data), caller.AddConstant(node, 8));
  EXPECT_EQ(call.Map(lock), caller.Of(Initial(caller.AddConstant(node, 16))));
  EXPECT_EQ(caller.Base(call.Map(data)), caller.Base(node));
}

TEST(ImportTest, KeepsNumbersAndGlobals) {
  TermTable callee, caller;
  caller.Of(Named(AtomKind::kGlobal, "other"));  // other numbers in the caller
  const TermId g = callee.AddConstant(callee.Of(Named(AtomKind::kGlobal, "g")), 4);
  const TermId number = callee.Constant(-7);
  Call call(callee, caller, 5, {});
  EXPECT_EQ(call.Map(g), caller.AddConstant(caller.Of(Named(AtomKind::kGlobal, "g")), 4));
  EXPECT_EQ(call.Map(number), caller.Constant(-7));
  EXPECT_EQ(call.Map(kZero), kZero);
}

TEST(ImportTest, NamesObjectsAfterTheCall) {
  TermTable callee, caller;
  Atom heap = Named(AtomKind::kHeap, "callee", 3);
  heap.context = callee.InternContext({InternName("callee"), 9, kNoContext});
  const AtomId object = callee.InternAtom(heap);
  Call first(callee, caller, 5, {}), second(callee, caller, 6, {});
  const AtomId a = first.MapBase(object), b = second.MapBase(object);
  EXPECT_NE(a, b);
  EXPECT_EQ(first.MapBase(object), a);
  EXPECT_EQ(caller.ContextToString(caller.atom(a).context), "caller:5>callee:9");
  EXPECT_EQ(caller.ContextToString(caller.atom(b).context), "caller:6>callee:9");
}

TEST(ImportTest, ObjectsWhosePathsAreOneFromHereOnHaveNoNumber) {
  TermTable callee, caller;
  const auto made_by = [&](uint32_t outer, uint32_t inner) {
    Atom atom = Named(AtomKind::kHeap, "allocate", 1);
    atom.context = callee.InternContext({InternName("callee"), outer, kNoContext});
    atom.context = callee.InternContext({InternName("create"), inner, atom.context});
    return callee.Of(atom);
  };
  const TermId first = made_by(1, 7), second = made_by(2, 7), other = made_by(1, 8);
  const auto number = [](const TermTable& terms, TermId object) {
    return terms.atom(terms.Base(object)).argument;
  };
  Call call(callee, caller, 5, {});
  EXPECT_EQ(call.Map(first), call.Map(second));
  EXPECT_TRUE(caller.IsAny(number(caller, call.Map(first))));
  EXPECT_EQ(number(caller, call.Map(other)), kZero);
  // A thread's own name is put in front of the whole path.
  TermTable tree;
  Call thread(callee, tree, kNothing, {});
  EXPECT_NE(thread.Map(first), thread.Map(second));
  EXPECT_EQ(number(tree, thread.Map(first)), kZero);
}

TEST(ImportTest, KeepsContextsIfTold) {
  TermTable callee, caller;
  caller.InternContext({InternName("unrelated"), 1, kNoContext});
  Atom slot = Named(AtomKind::kSlot, "callee", 3);
  slot.context = callee.InternContext({InternName("callee"), 9, kNoContext});
  const AtomId local = callee.InternAtom(slot);
  Call call(callee, caller, 5, {}, /*keep_context=*/true);
  const AtomId mapped = call.MapBase(local);
  EXPECT_EQ(caller.ContextToString(caller.atom(mapped).context), "callee:9");
}

TEST(ImportTest, SharesChoicesOfFunctionsBetweenCalls) {
  TermTable callee, caller;
  const AtomId phi = callee.InternAtom(Named(AtomKind::kPhi, "callee", 1));
  callee.AddOption(phi, callee.Of(Named(AtomKind::kFunction, "f")));
  callee.AddOption(phi, callee.Of(Named(AtomKind::kFunction, "g")));
  Call first(callee, caller, 5, {}), second(callee, caller, 6, {});
  const AtomId mapped = first.MapBase(phi);
  EXPECT_EQ(second.MapBase(phi), mapped);
  EXPECT_EQ(caller.ChoiceOf(mapped).options.size(), 2u);
}

TEST(ImportTest, MakesOpenEndedChoicesPerCall) {
  TermTable callee, caller;
  const AtomId phi = callee.InternAtom(Named(AtomKind::kPhi, "callee", 1));
  callee.AddOption(phi, callee.Of(Make(AtomKind::kFormal, 0)));
  callee.AddOption(phi, callee.Of(Named(AtomKind::kGlobal, "fallback")));
  const TermId x = caller.Of(Named(AtomKind::kGlobal, "x")),
               y = caller.Of(Named(AtomKind::kGlobal, "y"));
  const TermId fallback = caller.Of(Named(AtomKind::kGlobal, "fallback"));
  Call first(callee, caller, 5, {x}), second(callee, caller, 6, {y});
  const AtomId a = first.MapBase(phi), b = second.MapBase(phi);
  EXPECT_NE(a, b);
  EXPECT_EQ(caller.ChoiceOf(a).options, (std::vector<TermId>{x, fallback}));
  EXPECT_EQ(caller.ChoiceOf(b).options, (std::vector<TermId>{y, fallback}));
}

TEST(ImportTest, ChoicesOfFunctionsKeepTheCallPathTheyHave) {
  TermTable callee, caller;
  // Numbered differently in the two tables.
  callee.InternContext({InternName("unrelated"), 1, kNoContext});
  Atom atom = Named(AtomKind::kPhi, "inner", 1);
  atom.context = callee.InternContext({InternName("callee"), 9, kNoContext});
  const AtomId phi = callee.InternAtom(atom);
  callee.AddOption(phi, callee.Of(Named(AtomKind::kFunction, "f")));
  Call call(callee, caller, 5, {});
  const AtomId mapped = call.MapBase(phi);
  ASSERT_LT(caller.atom(mapped).context, caller.context_count());
  EXPECT_EQ(caller.ContextToString(caller.atom(mapped).context), "callee:9");
}

TEST(ImportTest, WhatTwoCallsChooseNeedNotBeTheSame) {
  for (bool is_pointer : {false, true}) {
    TermTable callee, caller;
    Atom atom = Named(AtomKind::kPhi, "callee", 1);
    atom.is_pointer = is_pointer;
    const AtomId phi = callee.InternAtom(atom);
    callee.AddOption(phi,
                     is_pointer ? callee.Of(Named(AtomKind::kGlobal, "x")) : callee.Constant(1));
    callee.AddOption(phi,
                     is_pointer ? callee.Of(Named(AtomKind::kGlobal, "y")) : callee.Constant(2));
    const TermId choice = callee.Of(phi);
    Call first(callee, caller, 5, {}), second(callee, caller, 6, {});
    EXPECT_NE(first.Map(choice), second.Map(choice));
  }
}

TEST(ImportTest, NumbersWhosePathsAreOneFromHereOnAreAny) {
  for (AtomKind kind : {AtomKind::kUnknown, AtomKind::kPhi}) {
    TermTable callee, caller;
    const auto made_by = [&](uint32_t outer) {
      Atom atom = Named(kind, "input", 1);
      atom.is_pointer = false;
      atom.context = callee.InternContext({InternName("callee"), outer, kNoContext});
      atom.context = callee.InternContext({InternName("wrapper"), 7, atom.context});
      return callee.Of(atom);
    };
    const TermId first = made_by(1), second = made_by(2);
    Call call(callee, caller, 5, {});
    EXPECT_TRUE(caller.IsAny(call.Map(first)));
    EXPECT_TRUE(caller.IsAny(call.Map(second)));
  }
}

TEST(ImportTest, ChoicesOfEachOtherAreOpenTogether) {
  for (int entry : {0, 1}) {
    TermTable callee, caller;
    const AtomId a = callee.InternAtom(Named(AtomKind::kPhi, "callee", 1));
    const AtomId b = callee.InternAtom(Named(AtomKind::kPhi, "callee", 2));
    callee.AddOption(a, callee.Of(b));
    callee.AddOption(a, callee.Of(Make(AtomKind::kFormal, 0)));
    callee.AddOption(b, callee.Of(a));
    const TermId x = caller.Of(Named(AtomKind::kGlobal, "x"));
    Call first(callee, caller, 5, {x}), second(callee, caller, 6, {x});
    for (AtomId phi : {entry == 0 ? a : b, entry == 0 ? b : a}) {
      EXPECT_NE(first.MapBase(phi), second.MapBase(phi));
    }
  }
}

TEST(ImportTest, KeepsAChoiceOfAnythingOpen) {
  TermTable callee, caller;
  const AtomId phi = callee.InternAtom(Named(AtomKind::kPhi, "callee", 1));
  callee.OpenChoice(phi);
  Call call(callee, caller, 5, {});
  EXPECT_TRUE(caller.ChoiceOf(call.MapBase(phi)).open);
}

// for (p = head; ...; p = p->next): the cursor is the head or what a cursor's cell holds.
TEST(ImportTest, EndsOnAChoiceThatMentionsItself) {
  TermTable callee, caller;
  const AtomId phi = callee.InternAtom(Named(AtomKind::kPhi, "callee", 1));
  const TermId cursor = callee.Of(phi);
  const TermId next = callee.Of(Initial(callee.AddConstant(cursor, 8)));
  callee.AddOption(phi, callee.Of(Make(AtomKind::kFormal, 0)));
  callee.AddOption(phi, next);
  callee.AddOption(phi, callee.AddConstant(cursor, 16));
  const TermId head = caller.Of(Named(AtomKind::kGlobal, "head"));
  for (TermId entry : {cursor, next}) {  // whichever is reached first
    TermTable to = caller;
    Call call(callee, to, 5, {head});
    call.Map(entry);
    const AtomId mapped = call.MapBase(phi);
    const TermId here = to.Of(mapped);
    EXPECT_EQ(to.ChoiceOf(mapped).options.size(), 3u);
    for (TermId option :
         {head, to.Of(Initial(to.AddConstant(here, 8))), to.AddConstant(here, 16)}) {
      const std::vector<TermId>& options = to.ChoiceOf(mapped).options;
      EXPECT_NE(std::find(options.begin(), options.end(), option), options.end());
    }
    EXPECT_EQ(call.Map(next), to.Of(Initial(to.AddConstant(here, 8))));
  }
}

TEST(ImportTest, DecidesComparisonsOfKnownNumbers) {
  TermTable callee, caller;
  const TermId n = callee.Of(Make(AtomKind::kFormal, 0, false));
  auto compare = [&](Relation relation) {
    Atom atom = Make(AtomKind::kComparison, static_cast<uint32_t>(relation), false);
    atom.argument = callee.AddConstant(n, -3);
    return callee.Of(atom);
  };
  const TermId equal = compare(Relation::kEqual), less = compare(Relation::kLess),
               at_most = compare(Relation::kLessEqual);
  Call three(callee, caller, 5, {caller.Constant(3)});
  EXPECT_EQ(three.Map(equal), caller.Constant(1));
  EXPECT_EQ(three.Map(less), kZero);
  EXPECT_EQ(three.Map(at_most), caller.Constant(1));
  Call unknown(callee, caller, 6, {caller.Of(Make(AtomKind::kFormal, 0, false))});
  EXPECT_TRUE(caller.MentionsKind(unknown.Map(less), AtomKind::kComparison));
}

TEST(ImportTest, AnInputMayBecomeANumber) {
  TermTable callee, caller;
  const AtomId formal = callee.InternAtom(Make(AtomKind::kFormal, 0));
  const TermId field = callee.AddConstant(callee.Of(formal), 8);
  Call call(callee, caller, 5, {kZero});
  EXPECT_EQ(call.MapBase(formal), kNothing);
  EXPECT_EQ(call.Map(field), caller.Constant(8));
}

TEST(ImportTest, ProductsAreThoseOfWhatTheCallerHandsOver) {
  TermTable callee, caller;
  const TermId n = callee.Of(Make(AtomKind::kFormal, 0, false));
  const TermId m = callee.Of(Make(AtomKind::kFormal, 1, false));
  const TermId place = callee.AddConstant(callee.Multiply(callee.Product(n, m), 4), 8);
  const TermId row = caller.Of(Make(AtomKind::kFormal, 3, false));
  const TermId length = caller.Of(Make(AtomKind::kFormal, 2, false));
  const auto map = [&](TermId first, TermId second) {
    return Call(callee, caller, 5, {first, second}).Map(place);
  };
  EXPECT_EQ(map(row, length),
            caller.AddConstant(caller.Multiply(caller.Product(length, row), 4), 8));
  EXPECT_EQ(map(caller.Constant(3), length), caller.AddConstant(caller.Multiply(length, 12), 8));
  EXPECT_EQ(map(caller.Constant(3), caller.Constant(5)), caller.Constant(68));
  EXPECT_EQ(map(row, row), caller.AddConstant(caller.Multiply(caller.Product(row, row), 4), 8));
  EXPECT_EQ(map(caller.AddConstant(row, 1), length),
            caller.Add(map(row, length), caller.Multiply(length, 4)));
  const TermId square = caller.Product(row, row);
  EXPECT_TRUE(caller.IsAny(map(square, square)));
}

}  // namespace
}  // namespace plait
