// What the golden files of tests/golden do not show: sources with errors, names across files, moved
// code, and code that is large or deep.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/codec.h"
#include "analyzer/ir/ir.h"
#include "frontend/capture.h"
#include "frontend/capture_testing.h"

namespace plait::frontend {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string Repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

size_t CountInstructions(const ir::Procedure& procedure, ir::Opcode opcode) {
  size_t count = 0;
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& instruction : block.instructions) {
      count += instruction.opcode == opcode;
    }
  }
  return count;
}

// The reasons of all unknown instructions, each followed by ";".
std::string UnknownReasons(const ir::Procedure& procedure) {
  std::string reasons;
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& instruction : block.instructions) {
      if (instruction.opcode == ir::Opcode::kUnknown) {
        reasons += procedure.strings[instruction.text] + ";";
      }
    }
  }
  return reasons;
}

// Of loads and stores that are atomic.
std::vector<ir::Ordering> OrderingsOf(const ir::Procedure& procedure) {
  std::vector<ir::Ordering> orderings;
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      const bool is_access = i.opcode == ir::Opcode::kLoad || i.opcode == ir::Opcode::kStore;
      if (is_access && i.ordering != ir::Ordering::kPlain) orderings.push_back(i.ordering);
    }
  }
  return orderings;
}

TEST(LowerTest, EmptyFileIsAUnitOfNothing) {
  const ir::Unit unit = Capture("");
  EXPECT_EQ(unit.file, "a.c");
  EXPECT_EQ(unit.error_count, 0u);
  EXPECT_TRUE(unit.procedures.empty());
  EXPECT_TRUE(unit.globals.empty());
  EXPECT_EQ(unit.included_files.size(), 1u);
}

TEST(LowerTest, FileThatIsNotThereIsNotFound) {
  EXPECT_EQ(CaptureUnit("/", "no-such-file.c", {"clang", "no-such-file.c"}, {}).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(LowerTest, CountsErrorsAndLowersTheRest) {
  const ir::Unit unit = Capture(R"(
int x;
void before(void) { x = 1; }
int two(int, int);
void broken(int n) { x = 2; n = two(x); if (undeclared) x = n; }
int also broken;
void after(void) { x = 4; }
)");
  EXPECT_EQ(unit.error_count, 3u);
  ASSERT_EQ(unit.errors.size(), 3u);
  EXPECT_NE(unit.errors[0].find("a.c:5:38: too few arguments"), std::string::npos)
      << unit.errors[0];
  EXPECT_NE(unit.errors[1].find("a.c:5:45: use of undeclared identifier"), std::string::npos)
      << unit.errors[1];
  EXPECT_NE(unit.errors[2].find("a.c:6:"), std::string::npos) << unit.errors[2];
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "before"), ir::Opcode::kStore), 1u);
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "after"), ir::Opcode::kStore), 1u);
  // The call is unknown, but x is read for it; n is assigned something, and the condition is any.
  EXPECT_EQ(BodyText(FindProcedure(unit, "broken")), R"(
 b0:
  store.i4 @x, 2 "x"
  r1 = load.i4 @x "x"
  r2 = unknown.x() "expression with errors"
  r0 = assign ?
  r3 = unknown.x() "expression with errors"
  br r3, b1, b2
 b1:
  store.i4 @x, r0 "x"
  goto b2
 b2:
  ret
)");
}

TEST(LowerTest, KeepsTheFirstTwentyErrors) {
  const ir::Unit unit = Capture("void f(void) {" + Repeated(" missing++;\n", 30) + "}\n");
  EXPECT_EQ(unit.error_count, 30u);
  EXPECT_EQ(unit.errors.size(), 20u);
}

TEST(LowerTest, MissingHeaderCostsOnlyWhatItDeclares) {
  const ir::Unit unit = Capture(R"(#include "not_there.h"
int x;
void f(struct from_header *p) { x = 1; helper(p); x = p->field; }
)");
  EXPECT_GE(unit.error_count, 2u);
  ASSERT_FALSE(unit.errors.empty());
  EXPECT_NE(unit.errors[0].find("'not_there.h' file not found"), std::string::npos)
      << unit.errors[0];
  EXPECT_EQ(BodyText(FindProcedure(unit, "f")), R"(
  slot s0 p "struct from_header*" size 8
 b0:
  store.p8 s0, r0 "p"
  store.i4 @x, 1 "x"
  r1 = load.p8 s0 "p"
  r2 = call.i4 helper(r1) "helper"
  r3 = load.p8 s0 "p"
  r4 = unknown.x() "expression with errors"
  store.i4 @x, ? "x"
  ret
)");
}

// Clang does not say what a class looks like that has a member of such a class, and must not be
// asked.
TEST(LowerTest, ClassAroundWhatIsNotDeclaredInFullIsLowered) {
  const ir::Unit unit = Capture(R"(struct missing;
struct inner { missing m; };
struct outer { virtual void run(); inner in; };
extern "C" void f(outer *o) { o->run(); }
)",
                                "a.cc");
  ASSERT_FALSE(unit.errors.empty());
  EXPECT_NE(unit.errors[0].find("field has incomplete type"), std::string::npos) << unit.errors[0];
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "f"), ir::Opcode::kCall), 1u);
}

TEST(LowerTest, ConversionsToClassesOfWhatIsNotDeclaredAreUnknown) {
  const ir::Unit unit = Capture(R"(struct number { int n; number(int); };
union either { int n; };
void use(number);
extern "C" void f(int c) {
  missing m;
  c.call((number)m.x);
  use((number)nothing.y);
  number local = static_cast<number>(more.z);
  either other = (either)rest.w;
  c = local.n;
}
)",
                                "a.cc");
  ASSERT_FALSE(unit.errors.empty());
  EXPECT_GE(CountInstructions(FindProcedure(unit, "f"), ir::Opcode::kUnknown), 3u);
}

TEST(LowerTest, VirtualFunctionThatReturnsWhatIsNotDeclaredIsLowered) {
  const ir::Unit unit = Capture(R"(typedef missing byte;
struct base { virtual unsigned char get() const = 0; };
struct derived : base { derived(byte b); byte get() const { return 0; } };
struct further : derived { further(); };
derived::derived(byte b) {}
further::further() : derived(0) {}
extern "C" int f(further *o) { return o->get(); }
)",
                                "a.cc");
  ASSERT_FALSE(unit.errors.empty());
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "f"), ir::Opcode::kCall), 1u);
}

TEST(LowerTest, VariableDeclaredInABlockIsInitialisedWhereItIsDefined) {
  const ir::Unit unit = Capture(R"(int made(int *p);
extern "C" int f() { extern int late; return late; }
int late = made(&late);
)",
                                "a.cc");
  EXPECT_EQ(FindProcedure(unit, "f").blocks.size(), 1u);
}

TEST(LowerTest, ElementsOfAClassThatIsNotThereAreLeftOut) {
  const ir::Unit unit = Capture(R"(#include <utility>
#include <vector>
extern "C" void f(int n) { std::vector<std::array<char, 1>> elements(n); }
)",
                                "a.cc");
  ASSERT_FALSE(unit.errors.empty());
  FindProcedure(unit, "f");
}

// Such lists have no type.
TEST(LowerTest, InitialiserOfWhatIsNotDeclaredIsLowered) {
  const ir::Unit unit = Capture(R"(extern "C" int f();
extern "C" void g() { Missing a{1, f()}; Missing b({1, 2}); }
)",
                                "a.cc");
  ASSERT_FALSE(unit.errors.empty());
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "g"), ir::Opcode::kCall), 1u);
}

// As far as it moves and changes numbers; what it does beyond that leaves all of it unknown.
TEST(LowerTest, AssemblyBecomesAtomicOperations) {
  const ir::Unit unit = Capture(R"(
int take(volatile int *word, int value) {
  asm volatile("lock\n\txaddl %0, %1" : "+r"(value), "+m"(*word) : : "memory");
  asm volatile("rep; nop" : : : "memory");
  return value;
}
int try_take(volatile int *word) {
  unsigned char done;
  asm volatile("lock; cmpxchgl %2, %0; setz %1" : "+m"(*word), "=q"(done) : "r"(1), "a"(0));
  return done;
}
int last(volatile int *word) {
  int is_last, is_below;
  asm volatile("lock; decl %0" : "+m"(*word), "=@ccz"(is_last));
  asm volatile("lock; decl %0" : "+m"(*word), "=@ccs"(is_below));
  return is_last;
}
void count(volatile int *word) { asm volatile("incl %0" : "+m"(*word)); }
int look(int *word) {
  int value;
  asm volatile("movl %1, %0" : "=q"(value) : "m"(*word) : "memory");
  return value;
}
void set(int *word, int value) {
  asm volatile("movl %1, %0" : "=m"(*word) : "iq"(value) : "memory");
}
void set_loosely(int *word, int value) { asm volatile("movl %1, %0" : "=m"(*word) : "r"(value)); }
void move(int *word, int value) { asm("movl %1, %0" : "=m"(*word) : "r"(value)); }
void fill(int *words) { asm volatile("rep stosl" : : "D"(words), "a"(1), "c"(4) : "memory"); }
void clear(int *word) { asm volatile("movb $0, %0" : "+m"(*word)); }
void jump(volatile int *word) { asm volatile("lock; decl %0; js 1f; 1:" : "+m"(*word)); }
)");
  EXPECT_EQ(UnknownReasons(FindProcedure(unit, "take")), "");
  EXPECT_THAT(OrderingsOf(FindProcedure(unit, "look")), ElementsAre(ir::Ordering::kAcquire));
  EXPECT_THAT(OrderingsOf(FindProcedure(unit, "set")), ElementsAre(ir::Ordering::kRelease));
  EXPECT_THAT(OrderingsOf(FindProcedure(unit, "set_loosely")), ElementsAre(ir::Ordering::kRelaxed));
  EXPECT_THAT(OrderingsOf(FindProcedure(unit, "move")), IsEmpty());
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "take"), ir::Opcode::kAtomicUpdate), 1u);
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "try_take"), ir::Opcode::kCompareExchange), 1u);
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "last"), ir::Opcode::kAtomicUpdate), 1u);
  EXPECT_EQ(UnknownReasons(FindProcedure(unit, "last")), "inline assembly;") << "of its sign";
  EXPECT_EQ(UnknownReasons(FindProcedure(unit, "count")), "inline assembly;") << "no lock";
  EXPECT_EQ(UnknownReasons(FindProcedure(unit, "jump")), "inline assembly;");
  EXPECT_EQ(UnknownReasons(FindProcedure(unit, "fill")), "inline assembly;");
  EXPECT_EQ(UnknownReasons(FindProcedure(unit, "clear")), "inline assembly;") << "a part of it";
}

TEST(LowerTest, WhatCannotBeLoweredIsUnknownWithAReason) {
  const ir::Unit unit = Capture(R"(
typedef int vector __attribute__((vector_size(16)));
vector v;
int use(int i) {
  asm volatile("wbinvd");
  v[i] = 1;
  return 0;
}
)");
  EXPECT_EQ(unit.error_count, 0u);
  EXPECT_EQ(UnknownReasons(FindProcedure(unit, "use")), "inline assembly;");
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "use"), ir::Opcode::kStore), 1u);

  const ir::Unit cxx =
      Capture("struct s { int x; };\nint f(s *p, int s::*m) { return p->*m; }\n", "a.cc");
  EXPECT_EQ(cxx.error_count, 0u);
  EXPECT_EQ(UnknownReasons(FindProcedure(cxx, "_Z1fP1sMS_i")), "");
}

TEST(LowerTest, MovedFunctionKeepsItsBytes) {
  const std::string before = R"(struct pair { int a, b; };
static int calls;
static int twice(int n);
)";
  const std::string function = R"(int use(struct pair *p, int n) {
  static int inside = 3;
  for (int i = 0; i < n; i++) {
    p->a += twice(i) + inside++;
  }
  calls++;
  return ({ int t = p->b; t; });
}
)";
  const std::string after = "static int twice(int n) { return 2 * n + calls; }\n";
  const ir::Unit here = Capture(before + function + after);
  const ir::Unit moved = Capture(before + Repeated("\n", 10) + function + after);
  const ir::Procedure& first = FindProcedure(here, "use");
  const ir::Procedure& second = FindProcedure(moved, "use");
  EXPECT_EQ(first.first_line, 4u);
  EXPECT_EQ(second.first_line, 14u);
  EXPECT_EQ(ir::CanonicalBytes(first), ir::CanonicalBytes(second));
  EXPECT_NE(ir::EncodeProcedure(first), ir::EncodeProcedure(second));

  // A line added inside does change it.
  const ir::Unit changed = Capture(before + "\n" + function.substr(0, function.find('\n')) + "\n" +
                                   function.substr(function.find('\n')) + after);
  EXPECT_NE(ir::CanonicalBytes(FindProcedure(changed, "use")), ir::CanonicalBytes(first));
}

TEST(LowerTest, MacroExpansionsStandWhereTheyAreUsed) {
  const ir::Unit unit =
      Capture("int x;\n#define SET(n) \\\n  (x = (n))\n\nvoid f(void) {\n  SET(1);\n}\n");
  const ir::Instruction& store = FindProcedure(unit, "f").blocks.at(0).instructions.at(0);
  EXPECT_EQ(store.location, (ir::Location{0, 1, 3}));
}

TEST(LowerTest, InternalNamesBelongToTheirFile) {
  const std::string source = R"(
static int state;
static void act(void) { static int calls; calls++; state++; }
void (*start)(void) = act;
int shared;
)";
  const ir::Unit one = Capture(source, "one.c");
  const ir::Unit two = Capture(source, "two.c");
  EXPECT_EQ(FindProcedure(one, "one.c::act").display_name, "act");
  EXPECT_EQ(FindProcedure(two, "two.c::act").display_name, "act");
  EXPECT_TRUE(FindFunction(one, "one.c::act").is_static);
  EXPECT_TRUE(FindFunction(one, "one.c::act").address_taken);
  EXPECT_EQ(FindGlobal(one, "one.c::state").display_name, "state");
  EXPECT_EQ(FindGlobal(two, "two.c::state").display_name, "state");
  EXPECT_EQ(FindGlobal(one, "one.c::act::calls").function, "act");
  EXPECT_EQ(FindGlobal(two, "two.c::act::calls").function, "act");
  EXPECT_EQ(FindGlobal(one, "shared").file, "one.c");
  EXPECT_EQ(FindGlobal(two, "shared").file, "two.c");
}

TEST(LowerTest, HiddenFunctionsAreMarked) {
  const ir::Unit unit = Capture(
      "__attribute__((visibility(\"hidden\"))) void one(void) {}\n"
      "#pragma GCC visibility push(hidden)\nvoid two(void) {}\n#pragma GCC visibility pop\n"
      "void three(void) {}\nstatic void four(void) {}\nvoid (*f)(void) = four;\n",
      "a.c");
  EXPECT_TRUE(FindFunction(unit, "one").is_hidden);
  EXPECT_TRUE(FindFunction(unit, "two").is_hidden);
  EXPECT_FALSE(FindFunction(unit, "three").is_hidden);
  EXPECT_FALSE(FindFunction(unit, "a.c::four").is_hidden);
}

// A copy that calls the checked version, which is the function itself by another name, would call
// itself for ever.
TEST(LowerTest, CopiesOfLibraryFunctionsInHeadersAreNotEntered) {
  const std::string copy = "extern inline __attribute__((gnu_inline, always_inline, artificial)) ";
  const std::string header = R"(# 1 "string.h" 1 3
typedef __SIZE_TYPE__ size_t;
extern char *strcpy(char *, const char *);
extern size_t __read_alias(int, void *, size_t) __asm__("read");
)" + copy + R"(
char *strcpy(char *d, const char *s) { return __builtin___strcpy_chk(d, s, -1); }
)" + copy + R"(
size_t read(int fd, void *b, size_t n) { return __read_alias(fd, b, n); }
)" + copy + R"(__attribute__((overloadable))
void *memcpy(void *const d __attribute__((pass_object_size(0))), const void *s, size_t n) {
  return __builtin___memcpy_chk(d, s, n, -1);
}
extern inline __attribute__((gnu_inline)) int only_here(int i) { return i + 1; }
# 2 "a.c" 2
char a[8], b[8];
extern inline __attribute__((gnu_inline)) int own(int i) { return i + 2; }
int f(int i) {
  strcpy(a, b);
  memcpy(a, b, 8);
  return read(0, a, 8) + only_here(i) + own(i);
}
)";
  const ir::Unit unit = Capture(header);
  EXPECT_EQ(unit.error_count, 0u);
  std::string defined;
  for (const ir::FunctionInfo& function : unit.functions) {
    if (function.is_defined) defined += function.name + " ";
  }
  EXPECT_EQ(defined, "f only_here own ");
  EXPECT_EQ(unit.procedures.size(), 3u);
}

TEST(LowerTest, LowersHugeFunctions) {
  const ir::Unit unit =
      Capture("int x[10];\nvoid f(int i) {\n" + Repeated("  x[i]++;\n", 5000) + "}\n");
  const ir::Procedure& f = FindProcedure(unit, "f");
  EXPECT_EQ(f.blocks.size(), 1u);
  EXPECT_EQ(CountInstructions(f, ir::Opcode::kStore), 5000u);
}

TEST(LowerTest, LowersLongElseIfChains) {
  const ir::Unit unit = Capture("int x, y;\nvoid f(void) {\n" +
                                Repeated("  if (x == 1) y = 2; else\n", 2000) + "  y = 3;\n}\n");
  EXPECT_EQ(unit.error_count, 0u);
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "f"), ir::Opcode::kStore), 2001u);
}

TEST(LowerTest, LowersNestedIfs) {
  const ir::Unit unit =
      Capture("int x, y;\nvoid f(void) {\n" + Repeated("  if (x)\n", 500) + "  y = 1;\n}\n");
  EXPECT_EQ(unit.error_count, 0u);
  const ir::Procedure& f = FindProcedure(unit, "f");
  EXPECT_EQ(CountInstructions(f, ir::Opcode::kLoad), 500u);
  EXPECT_EQ(CountInstructions(f, ir::Opcode::kStore), 1u);
  EXPECT_EQ(f.blocks.size(), 502u);
}

TEST(LowerTest, LowersNestedParentheses) {
  const ir::Unit unit = Capture("int x, y;\nvoid f(void) { x = " + Repeated("(", 250) + "y" +
                                Repeated(")", 250) + "; }\n");
  EXPECT_EQ(unit.error_count, 0u);
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "f"), ir::Opcode::kLoad), 1u);
}

// Clang reads 256 brackets inside each other. More are an error, not a crash.
TEST(LowerTest, BracketsNestedTooDeeplyAreAnError) {
  const ir::Unit unit =
      Capture("int x, y;\nvoid first(void) { x = 1; }\nvoid f(void) { x = " + Repeated("(", 2000) +
              "y" + Repeated(")", 2000) + "; }\n");
  EXPECT_GT(unit.error_count, 0u);
  ASSERT_FALSE(unit.errors.empty());
  EXPECT_NE(unit.errors[0].find("bracket nesting level"), std::string::npos) << unit.errors[0];
  EXPECT_EQ(CountInstructions(FindProcedure(unit, "first"), ir::Opcode::kStore), 1u);
}

TEST(LowerTest, CodeNestedTooDeeplyIsUnknown) {
  const ir::Unit unit =
      Capture("int x, y;\nvoid f(void) { x = " + Repeated("y + ", 20000) + "y; }\n");
  EXPECT_EQ(unit.error_count, 0u);
  const ir::Procedure& f = FindProcedure(unit, "f");
  EXPECT_EQ(CountInstructions(f, ir::Opcode::kStore), 1u);
  // How deep is too deep depends on the build.
  if (CountInstructions(f, ir::Opcode::kLoad) < 20001u) {
    EXPECT_NE(UnknownReasons(f).find("code nested too deeply;"), std::string::npos);
  }
}

// A run of conversions must not make two different numbers equal, or the branch behind them dead.
TEST(LowerTest, ConversionsKeepTheNumbersOfC) {
  const std::string returns = "\n b0:\n  ret ";
  EXPECT_EQ(Body("int f(void) { return (unsigned)-1 == 4294967295u; }"), returns + "1\n");
  EXPECT_EQ(Body("long f(void) { return (unsigned char)-1; }"), returns + "255\n");
  EXPECT_EQ(Body("long f(void) { return (int)4294967295u; }"), returns + "-1\n");
  EXPECT_EQ(Body("long f(void) { return (long)(int)-1; }"), returns + "-1\n");
  EXPECT_EQ(Body("unsigned f(int i) { return i; }"), "\n b0:\n  r1 = truncate.u4 r0\n  ret r1\n");
  EXPECT_EQ(Body("unsigned long f(int i) { return i; }"), returns + "r0\n");
  EXPECT_EQ(Body("unsigned f(signed char i) { return i; }"),
            "\n b0:\n  r1 = truncate.u4 r0\n  ret r1\n");
  EXPECT_EQ(Body("long f(unsigned i) { return i; }"), returns + "r0\n");
}

TEST(LowerTest, AssignmentToABitFieldHasItsValue) {
  const std::string record = "struct { unsigned a : 3; int b : 3; } s;\n";
  EXPECT_NE(Body(record + "int f(void) { return s.a = 9; }").find("ret 1\n"), std::string::npos);
  EXPECT_NE(Body(record + "int f(int i) { return s.a = i; }").find("ret ?\n"), std::string::npos);
  EXPECT_NE(Body(record + "int f(void) { return s.b = 4; }").find("ret ?\n"), std::string::npos);
  EXPECT_NE(Body(record + "int f(int i) { return ++s.a; }").find("ret ?\n"), std::string::npos);
}

}  // namespace
}  // namespace plait::frontend
