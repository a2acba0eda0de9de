#include "checkers/witness_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkers/naming.h"

namespace plait {
namespace {

using witness::Event;
using witness::Site;

class Description {
 public:
  Description(const witness::Executable& executable, const witness::Witness& witness)
      : executable_(executable), program_(executable.program()), witness_(witness) {}

  proto::Witness Make() {
    for (const witness::Witness::Thread& thread : witness_.threads) {
      proto::Witness::Thread* described = result_.add_threads();
      described->set_entry(program_.definitions()[thread.definition].body->display_name);
      if (thread.created.definition != witness::kNone) {
        *described->mutable_created() = PlaceOf(thread.created);
      }
    }
    Select();
    for (size_t i = 0; i < witness_.events.size(); ++i) {
      if (kept_.contains(i)) {
        AddStep(witness_.events[i].thread, TextOf(i), witness_.events[i].site);
      }
    }
    result_.set_steps_left_out(witness_.events.size() - kept_.size());
    AddAccess(witness_.first);
    AddAccess(witness_.second);
    return std::move(result_);
  }

 private:
  static constexpr size_t kMostInputs = 6;
  static constexpr size_t kMostWaits = 2;  // of each thread

  // Which events matter to the two accesses.
  void Select() {
    const std::set<uint32_t> involved = Ancestry();
    std::map<std::pair<uint32_t, int64_t>, std::vector<size_t>> held;  // by thread and lock
    std::map<uint32_t, std::vector<size_t>> waits;
    std::vector<size_t> inputs;
    for (size_t i = 0; i < witness_.events.size(); ++i) {
      const Event& event = witness_.events[i];
      const bool is_participant =
          event.thread == witness_.first.thread || event.thread == witness_.second.thread;
      switch (event.kind) {
        case Event::Kind::kCreate:
          if (involved.contains(event.value)) kept_.insert(i);
          break;
        case Event::Kind::kInput:
          inputs.push_back(i);
          break;
        case Event::Kind::kAcquire:
          if (is_participant) held[{event.thread, event.value}].push_back(i);
          break;
        case Event::Kind::kRelease: {
          std::vector<size_t>& taken = held[{event.thread, event.value}];
          if (!taken.empty()) taken.pop_back();
          break;
        }
        case Event::Kind::kJoin:
        case Event::Kind::kWake:
        case Event::Kind::kPass:
          if (is_participant) waits[event.thread].push_back(i);
          break;
        case Event::Kind::kSleep:
        case Event::Kind::kEnd:
          break;
      }
    }
    for (const auto& [lock, taken] : held) kept_.insert(taken.begin(), taken.end());
    for (const auto& [thread, ended] : waits) KeepLast(ended, kMostWaits);
    KeepLast(inputs, kMostInputs);
  }

  void KeepLast(const std::vector<size_t>& events, size_t most) {
    kept_.insert(events.end() - std::min(most, events.size()), events.end());
  }

  // The two threads and those they descend from.
  std::set<uint32_t> Ancestry() const {
    std::map<uint32_t, uint32_t> parents;
    for (const Event& event : witness_.events) {
      if (event.kind == Event::Kind::kCreate) parents[event.value] = event.thread;
    }
    std::set<uint32_t> result;
    for (uint32_t thread : {witness_.first.thread, witness_.second.thread}) {
      while (result.insert(thread).second && parents.contains(thread)) thread = parents[thread];
    }
    return result;
  }

  const ir::Instruction* InstructionOf(Site site) const {
    if (site.definition == witness::kNone) return nullptr;
    return InstructionAt(*program_.definitions()[site.definition].body, site.instruction);
  }

  proto::SourceLocation PlaceOf(Site site) const {
    const ir::Instruction* instruction = InstructionOf(site);
    if (instruction == nullptr) return {};
    return LocationOf(*program_.definitions()[site.definition].body, instruction->location);
  }

  std::string TextAt(Site site, ir::StringIndex ir::Instruction::* text) const {
    const ir::Instruction* instruction = InstructionOf(site);
    if (instruction == nullptr) return "";
    return program_.definitions()[site.definition].body->strings[instruction->*text];
  }

  std::string ObjectOf(size_t event) const {
    const auto& [global, offset] = witness_.objects[event];
    if (global == witness::kNone || executable_.global(global) == nullptr)
      return "a lock in memory";
    return NameOfBytes(program_, *executable_.global(global), offset);
  }

  std::string ThreadText(uint32_t thread) const {
    const uint32_t definition = witness_.threads[thread].definition;
    return absl::StrCat("thread ", thread, ", ",
                        program_.definitions()[definition].body->display_name, "()");
  }

  std::string TextOf(size_t i) const {
    const Event& event = witness_.events[i];
    switch (event.kind) {
      case Event::Kind::kCreate:
        return absl::StrCat("creates ", ThreadText(event.value));
      case Event::Kind::kEnd:
        return "ends";
      case Event::Kind::kJoin:
        return absl::StrCat("has joined thread ", event.value);
      case Event::Kind::kAcquire:
        return absl::StrCat("takes ", ObjectOf(i));
      case Event::Kind::kRelease:
        return absl::StrCat("gives back ", ObjectOf(i));
      case Event::Kind::kSleep:
        return absl::StrCat("waits for ", ObjectOf(i));
      case Event::Kind::kWake:
      case Event::Kind::kPass:
        return absl::StrCat("goes on after ", ObjectOf(i));
      case Event::Kind::kInput:
        return absl::StrCat("gets ", event.value, " from ",
                            TextAt(event.site, &ir::Instruction::text), "()");
    }
    return "";
  }

  void AddStep(uint32_t thread, std::string what, Site site) {
    proto::WitnessStep* step = result_.add_steps();
    step->set_thread(thread);
    step->set_what(std::move(what));
    *step->mutable_location() = PlaceOf(site);
  }

  void AddAccess(const witness::Witness::Participant& access) {
    std::string text = TextAt(access.site, &ir::Instruction::text);
    const ir::Instruction* instruction = InstructionOf(access.site);
    if (instruction != nullptr && instruction->opcode == ir::Opcode::kCall) {
      text = absl::StrCat("memory in ", text, "()");
    }
    AddStep(access.thread,
            absl::StrCat("is about to ", access.bytes.is_write ? "write " : "read ", text),
            access.site);
  }

  const witness::Executable& executable_;
  const Program& program_;
  const witness::Witness& witness_;
  std::set<size_t> kept_;  // events
  proto::Witness result_;
};

}  // namespace

proto::Witness DescribeWitness(const witness::Executable& executable,
                               const witness::Witness& witness) {
  return Description(executable, witness).Make();
}

}  // namespace plait
