#include "tests/random_programs/shrinker.h"

#include "gtest/gtest.h"
#include "tests/random_programs/generator.h"
#include "tests/random_programs/oracle.h"
#include "tests/random_programs/printer.h"

namespace plait::random_programs {
namespace {

bool IsRacy(Program program) {
  Print(&program);
  const absl::StatusOr<Truth> truth = Explore(program, 5000);
  return truth.ok() && truth->is_racy();
}

TEST(ShrinkerTest, KeepsWhatHolds) {
  int shrunk = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const Program program = Generate(seed);
    if (!IsRacy(program)) continue;
    ++shrunk;
    const Program small = Shrink(program, IsRacy);
    EXPECT_TRUE(IsRacy(small)) << seed;
    EXPECT_LE(CountStatements(small), CountStatements(program)) << seed;
    // Two threads, an access each.
    EXPECT_LE(CountStatements(small), 10) << seed << "\n" << Print(&const_cast<Program&>(small));
  }
  EXPECT_GT(shrunk, 3);
}

TEST(ShrinkerTest, TakesApartWhatIsAroundAStatement) {
  Program program;
  program.globals = {{Int(), "x", 3, "", true}, {Int(), "unused", 0, "", false}};
  const Stmt touch = Increment(Variable("x"));
  program.functions = {
      {"touch", Simple(Type::Kind::kVoid), {}, {touch}},
      {"main",
       Int(),
       {},
       {If(Number(1), {For("i", Number(3), {Do(Call("touch", {}))})}), Return(Number(0))}}};
  const Program small = Shrink(program, [](const Program& candidate) {
    Program copy = candidate;
    return Print(&copy).find("x++;") != std::string::npos;
  });
  ASSERT_EQ(small.functions.size(), 1u);
  EXPECT_EQ(CountStatements(small), 1);
}

TEST(ShrinkerTest, GivesUpInTime) {
  int calls = 0;
  Shrink(
      Generate(1),
      [&](const Program&) {
        ++calls;
        return false;
      },
      10);
  EXPECT_LE(calls, 10);
}

}  // namespace
}  // namespace plait::random_programs
