#include "tests/random_programs/generator.h"

#include <set>
#include <string>

#include "gtest/gtest.h"
#include "tests/random_programs/printer.h"

namespace plait::random_programs {
namespace {

TEST(GeneratorTest, EqualSeedsMakeEqualPrograms) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Program first = Generate(seed), second = Generate(seed);
    ASSERT_EQ(first, second) << seed;
    EXPECT_EQ(Print(&first), Print(&second)) << seed;
  }
}

TEST(GeneratorTest, SeedsMakeDifferentPrograms) {
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Program program = Generate(seed);
    texts.insert(Print(&program));
  }
  EXPECT_GT(texts.size(), 190u);
}

TEST(GeneratorTest, ProgramsStaySmall) {
  for (uint64_t seed = 0; seed < 200; ++seed)
    EXPECT_LT(CountStatements(Generate(seed)), 150) << seed;
}

// What a feature is for is seen in some programs.
TEST(GeneratorTest, FeaturesAreUsed) {
  const std::pair<std::string, std::string> cases[] = {{"rwlock", "pthread_rwlock_"},
                                                       {"barrier", "pthread_barrier_wait"},
                                                       {"trylock", "pthread_mutex_trylock"},
                                                       {"once", "pthread_once"},
                                                       {"goto", "goto "},
                                                       {"indirect", "(*action"},
                                                       {"condition", "pthread_cond_wait"},
                                                       {"verifier", "__VERIFIER_atomic_begin"},
                                                       {"detach", "pthread_detach"},
                                                       {"heap", "malloc("},
                                                       {"static", "static int"},
                                                       {"while", "while ("},
                                                       {"job", "struct job"},
                                                       {"c11", "_Atomic int"}};
  for (const auto& [feature, text] : cases) {
    bool found = false;
    for (uint64_t seed = 0; seed < 60 && !found; ++seed) {
      Program program = Generate(seed, {feature});
      found = Print(&program).find(text) != std::string::npos;
    }
    EXPECT_TRUE(found) << feature;
  }
}

}  // namespace
}  // namespace plait::random_programs
