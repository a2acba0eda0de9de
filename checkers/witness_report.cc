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
using witness::Witness;

class Description {
 public:
  Description(const witness::Executable& executable, const Witness& witness)
      : executable_(executable), program_(executable.program()), witness_(witness) {}

  proto::Witness MakeWitness() {
    for (const Witness::Thread& thread : witness_.threads) {
      proto::Witness::Thread* described = result_.add_threads();
      described->set_entry(program_.definitions()[thread.definition].display_name());
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
    AddAccess(witness_.first, "");
    AddAccess(witness_.second, ", with nothing to order the two,");
    return std::move(result_);
  }

  VariableName Variable() const {
    VariableName name = NameOf(witness_.place, &witness_.first.site);
    if (name.name.empty()) name.name = "memory";
    return name;
  }

  proto::Race MakeRace() {
    const VariableName variable = Variable();
    proto::Race race;
    race.set_variable(variable.name);
    race.set_variable_kind(variable.kind);
    race.set_type(variable.type);
    *race.mutable_declared() = variable.declared;
    race.set_confidence(proto::CONFIDENCE_RACE);
    *race.mutable_first() = AccessOf(witness_.first);
    *race.mutable_second() = AccessOf(witness_.second);
    const int without = race.first().locks().empty() + race.second().locks().empty();
    race.add_reasons(without == 2   ? "no lock on either side"
                     : without == 1 ? "lock on one side only"
                                    : "different locks");
    if (race.first().atomic() != race.second().atomic()) {
      race.add_reasons("atomic on one side only");
    }
    race.add_reasons("seen in an execution");
    *race.mutable_witness() = MakeWitness();
    return race;
  }

 private:
  static constexpr size_t kMostInputs = 6;
  static constexpr size_t kMostWaits = 2;  // of each thread

  // Which events matter to the two accesses.
  void Select() {
    const std::set<uint32_t> involved = Ancestry();
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
        case Event::Kind::kAcquireShared:
        case Event::Kind::kRelease:
        case Event::Kind::kSleep:
        case Event::Kind::kEnd:
          break;
        case Event::Kind::kJoin:
        case Event::Kind::kWake:
        case Event::Kind::kPass:
          if (is_participant) waits[event.thread].push_back(i);
          break;
      }
    }
    for (const Witness::Participant* participant : {&witness_.first, &witness_.second}) {
      const std::vector<size_t> held = HeldBy(*participant);
      kept_.insert(held.begin(), held.end());
    }
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
    return InstructionAt(program_.definitions()[site.definition].body(), site.instruction);
  }

  proto::SourceLocation PlaceOf(Site site) const {
    const ir::Instruction* instruction = InstructionOf(site);
    if (instruction == nullptr) return {};
    return LocationOf(program_.definitions()[site.definition].body(), instruction->location);
  }

  std::string TextAt(Site site, ir::StringIndex ir::Instruction::* text) const {
    const ir::Instruction* instruction = InstructionOf(site);
    if (instruction == nullptr) return "";
    return program_.definitions()[site.definition].body().strings[instruction->*text];
  }

  std::string ObjectOf(size_t event) const {
    const Witness::Place& place = witness_.objects[event];
    const std::string name = place.is_known ? NameOf(place, nullptr).name : "";
    return name.empty() ? "something" : name;
  }

  std::string ThreadText(uint32_t thread) const {
    const uint32_t definition = witness_.threads[thread].definition;
    return absl::StrCat("thread ", thread, ", which runs ",
                        program_.definitions()[definition].display_name(), "(),");
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
        return absl::StrCat("takes '", ObjectOf(i), "'");
      case Event::Kind::kAcquireShared:
        return absl::StrCat("takes '", ObjectOf(i), "' for reading");
      case Event::Kind::kRelease:
        return absl::StrCat("gives back '", ObjectOf(i), "'");
      case Event::Kind::kSleep:
        return absl::StrCat("waits for '", ObjectOf(i), "'");
      case Event::Kind::kWake:
      case Event::Kind::kPass:
        return absl::StrCat("goes on after '", ObjectOf(i), "'");
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

  // `unordered`: what is said if the accesses were made.
  void AddAccess(const Witness::Participant& access, const char* unordered) {
    std::string text = TextOf(access);
    const ir::Instruction* instruction = InstructionOf(access.site);
    if (instruction != nullptr && instruction->opcode == ir::Opcode::kCall) {
      text = absl::StrCat("memory in ", text, "()");
    } else {
      text = absl::StrCat("'", text, "'");
    }
    const bool writes = access.bytes.is_write;
    if (access.made_after.has_value()) {
      AddStep(access.thread, absl::StrCat(writes ? "writes " : "reads ", text, unordered),
              access.site);
    } else {
      AddStep(access.thread, absl::StrCat("is about to ", writes ? "write " : "read ", text),
              access.site);
    }
  }

  std::string TextOf(const Witness::Participant& access) const {
    const ir::Instruction* instruction = InstructionOf(access.site);
    const bool is_source = instruction != nullptr && !access.bytes.is_write &&
                           instruction->opcode == ir::Opcode::kCopy;
    return TextAt(access.site, is_source ? &ir::Instruction::source_text : &ir::Instruction::text);
  }

  proto::Access AccessOf(const Witness::Participant& participant) const {
    proto::Access access;
    const ir::Procedure& body = program_.definitions()[participant.site.definition].body();
    const ir::Instruction* instruction = InstructionOf(participant.site);
    *access.mutable_location() = PlaceOf(participant.site);
    access.set_kind(participant.bytes.is_write ? proto::Access::WRITE : proto::Access::READ);
    if (instruction != nullptr && instruction->opcode == ir::Opcode::kAtomicUpdate) {
      access.set_kind(proto::Access::READ_WRITE);
    }
    access.set_atomic(participant.bytes.is_atomic);
    access.set_function(body.display_name);
    access.set_thread(participant.thread);
    access.set_text(TextOf(participant));
    for (size_t i = 0; i < participant.calls.size(); ++i) {
      const Site call = participant.calls[i];
      const Site inside =
          i + 1 < participant.calls.size() ? participant.calls[i + 1] : participant.site;
      proto::CallStep* step = access.add_call_chain();
      step->set_caller(program_.definitions()[call.definition].display_name());
      step->set_callee(program_.definitions()[inside.definition].display_name());
      *step->mutable_location() = PlaceOf(call);
    }
    for (size_t event : HeldBy(participant)) {
      proto::HeldLock* lock = access.add_locks();
      lock->set_name(ObjectOf(event));
      lock->set_mode(witness_.events[event].kind == Event::Kind::kAcquireShared ? "shared"
                                                                                : "exclusive");
      *lock->mutable_acquired() = PlaceOf(witness_.events[event].site);
    }
    return access;
  }

  // The events at which the thread took the locks that it has when it makes the access.
  std::vector<size_t> HeldBy(const Witness::Participant& access) const {
    std::map<int64_t, std::vector<size_t>> held;  // by lock
    for (size_t i = 0; i < access.made_after.value_or(witness_.events.size()); ++i) {
      const Event& event = witness_.events[i];
      if (event.thread != access.thread) continue;
      if (event.kind == Event::Kind::kAcquire || event.kind == Event::Kind::kAcquireShared) {
        held[event.value].push_back(i);
      } else if (event.kind == Event::Kind::kRelease && !held[event.value].empty()) {
        held[event.value].pop_back();
      }
    }
    std::vector<size_t> result;
    for (const auto& [lock, taken] : held) result.insert(result.end(), taken.begin(), taken.end());
    std::sort(result.begin(), result.end());
    return result;
  }

  // `access`: where it is made, nullptr for what is no access.
  VariableName NameOf(const Witness::Place& place, const Site* access) const {
    const auto offset = static_cast<int64_t>(place.offset);
    const uint32_t owner = place.origin.owner;
    switch (place.kind) {
      case witness::ObjectKind::kGlobal:
      case witness::ObjectKind::kThreadLocal: {
        if (owner == witness::kNone) {
          VariableName of_main;
          of_main.kind = "memory";
          of_main.name = place.origin.index == 0 ? kArgumentsOfMain : kStringsOfArguments;
          return of_main;
        }
        if (executable_.global(owner) == nullptr) return {};
        return NameOfGlobal(program_, *executable_.global(owner), offset);
      }
      case witness::ObjectKind::kSlot:
        return NameOfSlot(program_, program_.definitions()[owner].body(), place.origin.index,
                          offset);
      case witness::ObjectKind::kStack:
      case witness::ObjectKind::kHeap: {
        const ir::Procedure* where =
            access == nullptr ? nullptr : &program_.definitions()[access->definition].body();
        return NameOfHeap(program_, &program_.definitions()[owner].body(), place.origin.index,
                          offset, where, access == nullptr ? nullptr : InstructionOf(*access));
      }
      case witness::ObjectKind::kString:
        return {};
    }
    return {};
  }

  const witness::Executable& executable_;
  const Program& program_;
  const Witness& witness_;
  std::set<size_t> kept_;  // events
  proto::Witness result_;
};

}  // namespace

proto::Witness DescribeWitness(const witness::Executable& executable, const Witness& witness) {
  return Description(executable, witness).MakeWitness();
}

VariableName NameOfSeen(const witness::Executable& executable, const Witness& witness) {
  return Description(executable, witness).Variable();
}

proto::Race DescribeRace(const witness::Executable& executable, const Witness& witness) {
  return Description(executable, witness).MakeRace();
}

}  // namespace plait
