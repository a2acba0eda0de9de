// Compares verdicts with the truth on random programs, and keeps those that are wrong.
//
//   bazel run --config=release //tests/random_programs:explore -- --seeds 0-1000 --keep /tmp/wrong
//
//   --seeds FROM-TO     seeds FROM up to and without TO (0-1000)
//   --features A,B,...  of what programs are made (all)
//   --keep DIR          writes each wrong program there, made small, with its truth
//   --unknown           keeps those of unknown verdict too, one for each reason
//   --no-witness        asks the analysis alone: no execution makes up for what it misses
//   --states N          programs with more states are skipped (20000)
//   --print             prints the programs and does nothing else
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tests/random_programs/compare.h"
#include "tests/random_programs/generator.h"
#include "tests/random_programs/printer.h"
#include "tests/random_programs/shrinker.h"

namespace plait::random_programs {
namespace {

namespace fs = std::filesystem;

struct Options {
  uint64_t from = 0, to = 1000;
  std::set<std::string> features;
  std::string keep;
  bool keep_unknown = false;
  bool find_witnesses = true;
  bool print = false;
  int max_states = 20000;
};

bool ParseOptions(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--unknown") {
      options->keep_unknown = true;
      continue;
    }
    if (name == "--no-witness") {
      options->find_witnesses = false;
      continue;
    }
    if (name == "--print") {
      options->print = true;
      continue;
    }
    if (++i == argc) return false;
    const std::string value = argv[i];
    if (name == "--seeds") {
      const std::vector<std::string> ends = absl::StrSplit(value, '-');
      if (ends.size() != 2 || !absl::SimpleAtoi(ends[0], &options->from) ||
          !absl::SimpleAtoi(ends[1], &options->to)) {
        return false;
      }
    } else if (name == "--features") {
      options->features = absl::StrSplit(value, ',');
      for (const std::string& feature : options->features) {
        const std::vector<std::string>& all = AllFeatures();
        if (std::find(all.begin(), all.end(), feature) == all.end()) return false;
      }
    } else if (name == "--keep") {
      options->keep = value;
    } else if (name == "--states") {
      if (!absl::SimpleAtoi(value, &options->max_states)) return false;
    } else {
      return false;
    }
  }
  return true;
}

// What an unknown verdict is blamed on.
std::string Blame(const proto::Report& report) {
  if (!report.reasons().empty()) return report.reasons(0).kind();
  if (report.races().empty()) return "nothing";
  const proto::Race& race = report.races(0);
  return absl::StrCat(proto::Confidence_Name(race.confidence()), ": ",
                      absl::StrJoin(race.reasons(), "; "));
}

class Exploration {
 public:
  explicit Exploration(const Options& options)
      : options_(options),
        folder_(MakeFolder()),
        comparer_(folder_, options.max_states, options.find_witnesses) {
    if (!options.keep.empty()) fs::create_directories(options.keep);
  }
  ~Exploration() { fs::remove_all(folder_); }

  void Run() {
    for (uint64_t seed = options_.from; seed < options_.to; ++seed) RunSeed(seed);
    std::cout << "outcomes:\n";
    for (const auto& [name, count] : outcomes_) std::cout << "  " << count << " " << name << "\n";
    std::cout << "unknown because of:\n";
    for (const auto& [name, count] : blames_) std::cout << "  " << count << " " << name << "\n";
    std::cout << "skipped:\n";
    for (const auto& [name, count] : skips_) std::cout << "  " << count << " " << name << "\n";
  }

 private:
  static std::string MakeFolder() {
    std::string name = (fs::temp_directory_path() / "plait-explore-XXXXXX").string();
    return mkdtemp(name.data()) == nullptr ? "/tmp" : name;
  }

  void RunSeed(uint64_t seed) {
    const Program program = Generate(seed, options_.features);
    if (options_.print) {
      Program printed = program;
      std::cout << "// seed " << seed << "\n" << Print(&printed) << "\n";
      return;
    }
    const absl::StatusOr<Comparison> comparison = comparer_.Compare(program);
    if (!comparison.ok()) {
      const bool is_invalid = comparison.status().code() == absl::StatusCode::kInvalidArgument;
      ++skips_[is_invalid ? "not a program" : std::string(comparison.status().message())];
      if (comparison.status().code() == absl::StatusCode::kInternal) {
        std::cout << "seed " << seed << ": " << comparison.status() << "\n";
      }
      return;
    }
    const Outcome outcome = comparison->outcome;
    // One that may wait for ever is right or wrong for reasons of its own.
    const std::string name = absl::StrCat(
        OutcomeName(outcome), IsWrong(outcome) && comparison->truth.may_block ? ", may block" : "");
    ++outcomes_[name];
    if (IsWrong(outcome)) {
      std::cout << "seed " << seed << ": " << name << " " << comparison->variable << std::endl;
      Keep(seed, program, *comparison, name);
    } else if (outcome == Outcome::kUnknownRacy || outcome == Outcome::kUnknownRaceFree) {
      const std::string blame = absl::StrCat(OutcomeName(outcome), ", ", Blame(comparison->report));
      if (++blames_[blame] == 1 && options_.keep_unknown) {
        Keep(seed, program, *comparison, blame);
      }
    }
  }

  void Keep(uint64_t seed, const Program& program, const Comparison& comparison,
            const std::string& what) {
    if (options_.keep.empty()) return;
    const Program small = Shrink(program, [&](const Program& candidate) {
      const absl::StatusOr<Comparison> now = comparer_.Compare(candidate);
      return now.ok() && now->outcome == comparison.outcome &&
             now->truth.may_block <= comparison.truth.may_block &&
             (IsWrong(now->outcome) || Blame(now->report) == Blame(comparison.report));
    });
    const absl::StatusOr<Comparison> now = comparer_.Compare(small);
    std::string name = absl::StrCat(what, "-", seed, ".c");
    for (char& c : name) {
      if (c == ' ' || c == ':' || c == ',' || c == '/') c = '_';
    }
    std::ofstream(fs::path(options_.keep) / name) << "// seed " << seed << "\n"
                                                  << Describe(now.ok() ? *now : comparison);
  }

  Options options_;
  std::string folder_;
  Comparer comparer_;
  std::map<std::string, int> outcomes_, blames_, skips_;
};

}  // namespace
}  // namespace plait::random_programs

int main(int argc, char** argv) {
  plait::random_programs::Options options;
  if (!plait::random_programs::ParseOptions(argc, argv, &options)) {
    std::cerr
        << "explore [--seeds FROM-TO] [--features A,B] [--keep DIR] [--unknown] [--no-witness] "
           "[--states N] [--print]\n";
    return 2;
  }
  plait::random_programs::Exploration(options).Run();
  return 0;
}
