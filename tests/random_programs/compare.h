// The verdict on a random program beside the truth.
#ifndef PLAIT_TESTS_RANDOM_PROGRAMS_COMPARE_H_
#define PLAIT_TESTS_RANDOM_PROGRAMS_COMPARE_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/report.pb.h"
#include "tests/random_programs/ast.h"
#include "tests/random_programs/oracle.h"

namespace plait::random_programs {

enum class Outcome {
  kAgreeRace,
  kAgreeRaceFree,
  kUnknownRacy,
  kUnknownRaceFree,
  kWrongRaceFree,   // the verdict is race-free, and there is a race
  kWrongRace,       // the verdict is race, and there is none
  kWrongVariable,   // a race is certain on a variable that has none
  kMissedVariable,  // the verdict is race, with no reason against it, and a racy variable is not
                    // among the reports
  kWrongPair,       // the variable is racy, but not in the two lines that are shown
};
inline constexpr int kOutcomes = 9;

const char* OutcomeName(Outcome outcome);
// Whether the analysis is wrong, not only unsure.
bool IsWrong(Outcome outcome);

struct Comparison {
  Outcome outcome = Outcome::kAgreeRace;
  std::string variable;  // of kWrongVariable, kMissedVariable, kWrongPair
  std::string text;      // the program
  Truth truth;
  // What could be a race once there is one (ExploreUnordered in oracle.h), if that can be told.
  std::optional<Truth> consequences;
  proto::Report report;
};

class Comparer {
 public:
  // Programs are written to a file in `folder`, which exists. Without `find_witnesses` the analysis
  // is asked alone, and no execution makes up for what it misses.
  Comparer(const std::string& folder, int max_states, bool find_witnesses = true);

  // Errors as Explore gives them (oracle.h); Internal if the scan fails.
  absl::StatusOr<Comparison> Compare(Program program) const;

 private:
  absl::StatusOr<proto::Report> ScanText(const std::string& text) const;

  std::string folder_;
  int max_states_;
  bool find_witnesses_;
};

// The program with a comment on what is wrong: expected, actual, and how to get to the race.
std::string Describe(const Comparison& comparison);

}  // namespace plait::random_programs

#endif  // PLAIT_TESTS_RANDOM_PROGRAMS_COMPARE_H_
