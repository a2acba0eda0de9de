#include "checkers/witness/walk.h"

#include <cstdint>
#include <vector>

#include "checkers/witness/machine.h"
#include "checkers/witness/random.h"

namespace plait::witness {
namespace {

constexpr uint32_t kWalks = 8;
constexpr uint64_t kMostSteps = 4000;  // of a walk
constexpr uint64_t kMostInstructions = 1000000;
constexpr uint32_t kMostThreads = 60;

// The end of the program comes last.
std::vector<uint32_t> FindThoseWhoMayStep(const Machine& machine) {
  std::vector<uint32_t> threads;
  for (uint32_t t = machine.threads().size(); t-- > 0;) {
    if (!machine.CanStep(t)) continue;
    if (machine.threads()[t]->ends_program && !threads.empty()) continue;
    threads.push_back(t);
  }
  return threads;
}

}  // namespace

uint64_t LearnWhatDecides(Executable& executable, Relevance* relevance) {
  uint64_t instructions = 0;
  for (uint32_t walk = 0; walk < kWalks && instructions < kMostInstructions; ++walk) {
    Machine::Limits limits = {
        .steps = kMostInstructions, .threads = kMostThreads, .depth = 50, .is_exploration = true};
    limits.relevance = relevance;
    limits.is_walk = true;
    // What is not known is accessed in other ways.
    limits.forgets_unneeded = limits.is_symmetric = walk % 2 == 1;
    Machine machine(executable, walk, limits);
    Random random(walk);
    machine.Start();
    instructions += machine.steps();
    for (uint64_t step = 0; step < kMostSteps && instructions < kMostInstructions &&
                            machine.threads().size() < kMostThreads && !machine.has_stopped();
         ++step) {
      const std::vector<uint32_t> threads = FindThoseWhoMayStep(machine);
      if (threads.empty()) break;
      machine.ResetSteps();
      machine.Step(threads[random.Below(threads.size())]);
      instructions += machine.steps();
    }
  }
  return instructions;
}

}  // namespace plait::witness
