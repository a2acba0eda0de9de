// The verdicts on a fixed set of random programs are the truth.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "tests/random_programs/compare.h"
#include "tests/random_programs/generator.h"

namespace plait::random_programs {
namespace {

constexpr uint64_t kSeeds = 150;
constexpr int kMaxStates = 5000;

// Seeds whose program is judged wrong today, and why. One that becomes right has to go.
const std::map<uint64_t, std::string>& KnownWrong() {
  static const auto& known = *new std::map<uint64_t, std::string>{};
  return known;
}

TEST(RandomProgramsTest, VerdictsAreTrue) {
  const std::string folder =
      (std::filesystem::canonical(testing::TempDir()) / "random_programs").string();
  std::filesystem::create_directories(folder);
  const Comparer comparer(folder, kMaxStates);
  std::map<Outcome, int> outcomes;
  int skipped = 0;
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const absl::StatusOr<Comparison> comparison = comparer.Compare(Generate(seed));
    if (!comparison.ok()) {
      EXPECT_NE(comparison.status().code(), absl::StatusCode::kInternal)
          << "seed " << seed << ": " << comparison.status();
      ++skipped;
      continue;
    }
    ++outcomes[comparison->outcome];
    const auto known = KnownWrong().find(seed);
    if (known == KnownWrong().end()) {
      EXPECT_FALSE(IsWrong(comparison->outcome)) << "seed " << seed << "\n"
                                                 << Describe(*comparison);
    } else {
      EXPECT_TRUE(IsWrong(comparison->outcome))
          << "seed " << seed << " is right now, remove it from the table: " << known->second;
    }
  }
  // Else the programs are not what they should be.
  EXPECT_LT(skipped, static_cast<int>(kSeeds) / 5);
  EXPECT_GT(outcomes[Outcome::kAgreeRace], static_cast<int>(kSeeds) / 5);
  EXPECT_GT(outcomes[Outcome::kAgreeRaceFree], static_cast<int>(kSeeds) / 5);
}

// Executions show most races that the analysis loses; here they must not hide that it does.
TEST(RandomProgramsTest, TheAnalysisAloneCallsNoRacyProgramRaceFree) {
  const std::string folder =
      (std::filesystem::canonical(testing::TempDir()) / "random_programs_alone").string();
  std::filesystem::create_directories(folder);
  const Comparer comparer(folder, kMaxStates, /*find_witnesses=*/false);
  for (uint64_t seed = 0; seed < kSeeds; ++seed) {
    const absl::StatusOr<Comparison> comparison = comparer.Compare(Generate(seed));
    if (!comparison.ok()) continue;
    EXPECT_NE(comparison->outcome, Outcome::kWrongRaceFree) << "seed " << seed << "\n"
                                                            << Describe(*comparison);
  }
}

}  // namespace
}  // namespace plait::random_programs
