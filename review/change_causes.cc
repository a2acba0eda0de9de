#include "review/change_causes.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/naming.h"
#include "review/cause_judge.h"
#include "summaries/name.h"

namespace plait {
namespace {

constexpr size_t kMostCauses = 5;

void AddCalls(const google::protobuf::RepeatedPtrField<proto::CallStep>& chain,
              std::set<std::string>* functions) {
  for (const proto::CallStep& step : chain) {
    functions->insert(step.caller());
    functions->insert(step.callee());
  }
}

// What creates a thread, and its creator, up to the program's start.
void AddCreation(const proto::Report& report, int thread, Story* story) {
  for (int steps = 0; thread >= 0 && thread < report.threads_size() && steps < 64; ++steps) {
    const proto::Thread& t = report.threads(thread);
    story->entries.insert(t.entry());
    story->functions.insert(t.entry());
    story->functions.insert(t.created_in());
    AddCalls(t.creation_chain(), &story->functions);
    thread = t.parent();
  }
}

Story StoryOf(const proto::Report& report, const proto::Race& race) {
  Story story;
  for (const proto::Access* access : {&race.first(), &race.second()}) {
    story.functions.insert(access->function());
    AddCalls(access->call_chain(), &story.functions);
    AddCreation(report, access->thread(), &story);
    story.accesses.push_back(access->location());
    for (const proto::HeldLock& lock : access->locks()) story.locks.insert(LastPart(lock.name()));
  }
  for (const proto::GuardEvidence& guard : race.guards()) {
    if (guard.held() > 0) story.locks.insert(LastPart(guard.lock()));
  }
  story.functions.erase("");
  return story;
}

// A variable that was every thread's own, atomic, or never written.
void JudgeDeclaration(const Program& base, const Program& head, const proto::Race& race,
                      std::vector<CauseCandidate>* candidates) {
  for (const ir::Global* global : head.globals()) {
    if (global->file != race.declared().file() || global->line != race.declared().line()) continue;
    const ir::Global* before = base.FindGlobal(InternName(global->name));
    if (before == nullptr) continue;
    const char* was = before->is_thread_local && !global->is_thread_local ? "thread-local"
                      : before->is_atomic && !global->is_atomic           ? "atomic"
                      : before->is_const && !global->is_const             ? "constant"
                                                                          : nullptr;
    if (was == nullptr) continue;
    CauseCandidate candidate;
    candidate.rank = Rank::kDeclaration;
    candidate.cause.set_what(absl::StrCat(global->display_name, " was ", was, " before"));
    *candidate.cause.mutable_location() = race.declared();
    candidates->push_back(std::move(candidate));
  }
}

}  // namespace

ChangeCauses::ChangeCauses(const Program& base, const Program& head, FindModel models,
                           ReadLine read_line)
    : base_(base),
      head_(head),
      base_events_(base, models),
      head_events_(head, models),
      read_line_(std::move(read_line)) {
  for (uint32_t d = 0; d < head.definitions().size(); ++d) {
    head_by_display_name_.emplace(head.definitions()[d].display_name(), d);
  }
  for (uint32_t d = 0; d < base.definitions().size(); ++d) {
    base_by_display_name_.emplace(base.definitions()[d].display_name(), d);
  }
}

int ChangeCauses::BaseOf(const Definition& head) const {
  const int same = base_.FindDefinition(head.name);
  if (same >= 0) return same;
  // A static function of a renamed file.
  const auto [first, last] = base_by_display_name_.equal_range(head.display_name());
  const bool is_unique =
      std::distance(first, last) == 1 && head_by_display_name_.count(head.display_name()) == 1;
  return is_unique ? static_cast<int>(first->second) : -1;
}

const ProcedureChange& ChangeCauses::ChangeOf(uint32_t head_definition) {
  const auto [known, inserted] = changes_.try_emplace(head_definition);
  ProcedureChange& change = known->second;
  if (!inserted) return change;
  const Definition& head = head_.definitions()[head_definition];
  const int base = BaseOf(head);
  change.head = &head.body();
  change.head_events = head_events_.EventsOf(head_definition);
  if (base >= 0) {
    change.base = &base_.definitions()[base].body();
    change.base_events = base_events_.EventsOf(static_cast<uint32_t>(base));
  }
  change.alignment = Align(change.base_events, change.head_events);
  return change;
}

std::vector<uint32_t> ChangeCauses::CalledBy(uint32_t head_definition) const {
  const Definition& definition = head_.definitions()[head_definition];
  std::set<uint32_t> called;
  for (const Name name : head_.MentionsOf(definition).called) {
    for (const uint32_t callee : head_.Resolve(definition.unit, name)) {
      if (!absl::StartsWith(head_.definitions()[callee].file(), "/")) called.insert(callee);
    }
  }
  return {called.begin(), called.end()};
}

std::vector<proto::Cause> ChangeCauses::CausesOf(const proto::Report& report,
                                                 const proto::Race& race) {
  const Story story = StoryOf(report, race);
  std::set<uint32_t> in_story, called;
  for (const std::string& function : story.functions) {
    const auto [first, last] = head_by_display_name_.equal_range(function);
    for (auto it = first; it != last; ++it) in_story.insert(it->second);
  }
  for (const uint32_t d : in_story) {
    for (const uint32_t callee : CalledBy(d)) {
      if (!in_story.contains(callee)) called.insert(callee);
    }
  }
  std::vector<CauseCandidate> candidates;
  JudgeDeclaration(base_, head_, race, &candidates);
  CauseJudge judge(story, read_line_, &candidates);
  for (const uint32_t d : in_story) judge.Judge(ChangeOf(d), /*in_story=*/true);
  for (const uint32_t d : called) judge.Judge(ChangeOf(d), /*in_story=*/false);

  auto order = [](const CauseCandidate& c) {
    return std::make_tuple(c.rank, !c.is_about_lock_of_story, !c.in_story, c.cause.in_base(),
                           c.cause.location().file(), c.cause.location().line(), c.cause.what());
  };
  std::sort(candidates.begin(), candidates.end(),
            [&](const CauseCandidate& a, const CauseCandidate& b) { return order(a) < order(b); });
  std::vector<proto::Cause> causes;
  std::set<std::tuple<bool, std::string, uint32_t>> seen;
  for (CauseCandidate& c : candidates) {
    if (causes.size() == kMostCauses) break;
    // Something telling makes what is not superfluous.
    if (c.rank >= Rank::kMovedHarmlessly && candidates.front().rank < Rank::kMovedHarmlessly) break;
    if (c.rank == Rank::kOther && !causes.empty()) break;
    const proto::SourceLocation& place = c.cause.location();
    if (!seen.insert({c.cause.in_base(), place.file(), place.line()}).second) continue;
    c.cause.set_text(std::string(absl::StripAsciiWhitespace(read_line_(place, c.cause.in_base()))));
    causes.push_back(std::move(c.cause));
  }
  return causes;
}

}  // namespace plait
