#include "report/story.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "report/phrases.h"
#include "report/source_excerpt.h"

namespace plait {
namespace {

void InsertLock(const proto::HeldLock& lock, bool on_some_paths, std::vector<StoryStep>* story) {
  // The thread's creation is in another thread; the access is the last step.
  auto place = story->end() - 1;
  uint32_t nearest = UINT32_MAX;
  for (auto step = story->begin(); step != story->end(); ++step) {
    const bool below = step->location.file() == lock.acquired().file() &&
                       step->location.line() >= lock.acquired().line();
    if (step->kind == StoryStep::kCreate || !below || step->location.line() >= nearest) continue;
    // Locks come in the order they are listed in, before what happens under them.
    if (step->kind == StoryStep::kLock) continue;
    nearest = step->location.line();
    place = step;
  }
  StoryStep step = {
      .kind = StoryStep::kLock,
      .text =
          absl::StrCat("locks ", Quoted(lock.name()), lock.mode() == "shared" ? " for reading" : "",
                       on_some_paths ? ", on some paths only" : ""),
      .function = place->function,
      .location = lock.acquired(),
      .depth = place->depth,
  };
  story->insert(place, std::move(step));
}

}  // namespace

std::vector<StoryStep> StoryOf(const proto::Report& report, const proto::Access& access) {
  std::vector<StoryStep> story;
  const proto::Thread* thread = ThreadOf(report, access);
  if (thread != nullptr && !thread->is_main()) {
    story.push_back({.kind = StoryStep::kCreate,
                     .text = CreationPhrase(report, *thread),
                     .function = thread->created_in(),
                     .location = thread->created(),
                     .depth = 0});
  }
  uint32_t depth = 0;
  for (const proto::CallStep& call : access.call_chain()) {
    story.push_back({.kind = StoryStep::kCall,
                     .text = absl::StrCat("calls ", CallName(call.callee())),
                     .function = call.caller(),
                     .location = call.location(),
                     .depth = depth++});
  }
  story.push_back({.kind = StoryStep::kAccess,
                   .text = absl::StrCat(KindPhrase(access), access.text().empty() ? "" : ": ",
                                        Printable(access.text())),
                   .function = access.function(),
                   .location = access.location(),
                   .depth = depth});
  for (const proto::HeldLock& lock : access.locks()) InsertLock(lock, false, &story);
  std::set<std::string> named;
  for (const proto::HeldLock& lock : access.possible_locks()) {
    if (named.insert(lock.name()).second) InsertLock(lock, true, &story);
  }
  return story;
}

std::string WitnessStepText(const proto::WitnessStep& step) {
  // Some end in the comma before "at file:line".
  std::string text = Printable(step.what());
  if (absl::EndsWith(text, ",")) text.pop_back();
  return text;
}

std::string WitnessThreadName(uint32_t thread) {
  return thread == 0 ? "main thread" : absl::StrCat("thread ", thread);
}

}  // namespace plait
