#include "review/cause_judge.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/naming.h"

namespace plait {
namespace {

using Kind = Event::Kind;

// The first argument of the call that is written at `column` of a line, without a leading &.
std::string FirstArgument(const std::string& line, uint32_t column) {
  if (column == 0 || column > line.size()) return "";
  const size_t open = line.find_first_of("({", column - 1);
  if (open == std::string::npos) return "";
  int depth = 0;
  size_t end = open + 1;
  for (; end < line.size(); ++end) {
    const char c = line[end];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth < 0 || (depth == 0 && c == ',')) break;
  }
  if (end == line.size()) return "";
  std::string argument = line.substr(open + 1, end - open - 1);
  absl::StripAsciiWhitespace(&argument);
  if (!argument.empty() && argument[0] == '&') argument.erase(0, 1);
  return argument;
}

std::string WithoutFile(const std::string& name) {
  const size_t colons = name.rfind("::");
  return colons == std::string::npos ? name.substr(name.find_first_not_of('&'))
                                     : name.substr(colons + 2);
}

bool WaitsFor(Kind kind) { return kind == Kind::kJoin || kind == Kind::kWait; }

const char* WhatItWaitsFor(const Event& event) {
  return event.kind == Kind::kJoin ? "the end of a thread" : "another thread";
}

}  // namespace

std::string LastPart(const std::string& name) {
  return name.substr(name.find_last_of(".>*:& ") + 1);
}

void CauseJudge::Judge(const ProcedureChange& change, bool in_story) {
  change_ = &change;
  in_story_ = in_story;
  const size_t before = candidates_.size();
  const Alignment& alignment = change.alignment;
  for (size_t h = 0; h < change.head_events.size(); ++h) {
    if (alignment.head_to_base[h] != kNoEvent) continue;
    if (alignment.head_moved_from[h] != kNoEvent) {
      JudgeMoved(h, alignment.head_moved_from[h]);
    } else {
      JudgeAdded(h);
    }
  }
  for (size_t b = 0; b < change.base_events.size(); ++b) {
    if (alignment.base_to_head[b] == kNoEvent && alignment.base_moved_to[b] == kNoEvent) {
      JudgeRemoved(b);
    }
  }
  if (in_story && change.base != nullptr && candidates_.size() == before) JudgeAnyDifference();
}

void CauseJudge::JudgeRemoved(size_t base_event) {
  const Event& event = change_->base_events[base_event];
  if (event.kind == Kind::kAcquire) {
    // Another lock in its place is judged where that one is.
    const Alignment& alignment = change_->alignment;
    for (size_t h = 0; h < change_->head_events.size(); ++h) {
      const bool is_new =
          alignment.head_to_base[h] == kNoEvent && alignment.head_moved_from[h] == kNoEvent;
      if (!is_new || change_->head_events[h].kind != Kind::kAcquire) continue;
      if (ReplacedBy(h, [](const Event& was, const Event& is) { return was.kind == is.kind; }) ==
          &event) {
        return;
      }
    }
    Add(Rank::kSynchronisation, event, true,
        event.is_own ? CallOf(event, "takes a lock") + " was removed"
                     : absl::StrCat("the lock on ", ObjectOf(event, true), " was removed"));
  } else if (WaitsFor(event.kind)) {
    Add(Rank::kSynchronisation, event, true,
        event.is_own ? CallOf(event, absl::StrCat("waits for ", WhatItWaitsFor(event)).c_str()) +
                           " was removed"
                     : absl::StrCat("waiting for ", WhatItWaitsFor(event), " was removed"));
  }
}

void CauseJudge::JudgeAdded(size_t head_event) {
  const Event& event = change_->head_events[head_event];
  if (IsAccessOfRace(event)) return JudgeAccess(event, head_event);
  switch (event.kind) {
    case Kind::kSpawn: {
      const bool runs_story = std::any_of(
          event.functions.begin(), event.functions.end(),
          [&](const auto& function) { return story_.entries.contains(WithoutFile(function)); });
      const Event* before = ReplacedBy(
          head_event, [](const Event& was, const Event& is) { return was.kind == is.kind; });
      std::string what = "a thread is created here that was not before";
      if (before != nullptr) what = "the thread created here is handed other data than before";
      if (before != nullptr && before->functions != event.functions) {
        what = "another thread than before is created here";
      }
      if (event.is_own) what = CallOf(event, "creates a thread") + " is new";
      return Add(
          runs_story || event.functions.empty() ? Rank::kSynchronisation : Rank::kMovedHarmlessly,
          event, false, std::move(what));
    }
    case Kind::kRelease:
      // Of a lock that was not taken before: where that is taken says so.
      if (IsNewlyTaken(event)) return;
      return Add(Rank::kSynchronisation, event, false,
                 event.is_own ? CallOf(event, "gives back a lock") + " is new"
                              : absl::StrCat(ObjectOf(event, false),
                                             " is given back here, it was not before"));
    case Kind::kAcquire: {
      const Event* before = ReplacedBy(
          head_event, [](const Event& was, const Event& is) { return was.kind == is.kind; });
      if (before != nullptr) JudgeAcquireInPlaceOf(event, *before);
      return;
    }
    case Kind::kAccess: {
      const Event* before = ReplacedBy(head_event, [](const Event& was, const Event& is) {
        return was.kind == is.kind && was.subject == is.subject && was.ordering > is.ordering;
      });
      if (before == nullptr) return;
      return Add(Rank::kOrdering, event, false,
                 event.is_atomic()
                     ? absl::StrCat(event.subject, " orders less than before")
                     : absl::StrCat(event.subject, " is no longer accessed atomically"));
    }
    case Kind::kCall:
      if (IsCallOnTheWay(event)) Add(Rank::kCall, event, false, CallOf(event, "") + " is new");
      return;
    default:
      return;
  }
}

void CauseJudge::JudgeAcquireInPlaceOf(const Event& event, const Event& before) {
  const std::string object = ObjectOf(event, false), old_object = ObjectOf(before, true);
  std::string what;
  if (event.callee == before.callee && before.is_checked && !event.is_checked) {
    what = absl::StrCat("nobody looks any more whether ", object, " was locked");
  } else if (event.is_own || before.is_own) {
    what = absl::StrCat(CallOf(event, "takes a lock"), " replaces one of ", before.subject, "()");
  } else if (object != old_object) {
    what = absl::StrCat(object, " is locked here, ", old_object, " before");
  } else if (event.is_shared != before.is_shared) {
    what = absl::StrCat(object, " is locked for ", event.is_shared ? "reading" : "writing",
                        " here, for ", before.is_shared ? "reading" : "writing", " before");
  } else {
    what = absl::StrCat(object, " is locked in another way than before");
  }
  Add(Rank::kSynchronisation, event, false, what);
}

void CauseJudge::JudgeAccess(const Event& event, size_t head_event) {
  const Event* atomic = ReplacedBy(head_event, [](const Event& was, const Event& is) {
    return was.kind == Kind::kAccess && was.subject == is.subject && was.is_atomic() &&
           !is.is_atomic();
  });
  if (atomic != nullptr) {
    return Add(Rank::kAccess, event, false, "this access is no longer atomic");
  }
  const Event* other = ReplacedBy(head_event, [](const Event& was, const Event& is) {
    return was.kind == Kind::kAccess && was.is_write == is.is_write && was.subject != is.subject;
  });
  Add(Rank::kAccess, event, false,
      other != nullptr ? absl::StrCat("this access was one of ", other->subject, " before")
                       : "this access is new");
}

void CauseJudge::JudgeMoved(size_t head_event, size_t base_event) {
  const Event& event = change_->head_events[head_event];
  const bool earlier = IsEarlier(head_event, base_event);
  const char* direction = earlier ? "earlier" : "later";
  auto moved = [&](bool harmful) { return harmful ? Rank::kMoved : Rank::kMovedHarmlessly; };
  switch (event.kind) {
    case Kind::kAcquire:
      return Add(
          moved(!earlier), event, false,
          event.is_own
              ? absl::StrCat(CallOf(event, "takes a lock"), " comes ", direction, " than before")
              : absl::StrCat(ObjectOf(event, false), " is locked ", direction, " than before"));
    case Kind::kRelease:
      return Add(moved(earlier), event, false,
                 event.is_own ? absl::StrCat(CallOf(event, "gives back a lock"), " comes ",
                                             direction, " than before")
                              : absl::StrCat(ObjectOf(event, false), " is given back ", direction,
                                             " than before"));
    case Kind::kSpawn:
      return Add(moved(earlier), event, false,
                 absl::StrCat("a thread is created ", direction, " than before"));
    case Kind::kJoin:
    case Kind::kWait:
      return Add(moved(!earlier), event, false,
                 absl::StrCat("waits for ", WhatItWaitsFor(event), " ", direction, " than before"));
    case Kind::kCall:
      if (IsAccessOfRace(event) || IsCallOnTheWay(event)) {
        Add(Rank::kCall, event, false,
            absl::StrCat(CallOf(event, ""), " comes ", direction, " than before"));
      }
      return;
    case Kind::kAccess:
      if (IsAccessOfRace(event)) {
        Add(Rank::kCall, event, false,
            absl::StrCat("this access comes ", direction, " than before"));
      } else if (event.is_write && event.is_atomic()) {
        Add(moved(earlier), event, false,
            absl::StrCat(event.subject, " is set ", direction, " than before"));
      }
      return;
    case Kind::kOther:
      return;
  }
}

void CauseJudge::JudgeAnyDifference() {
  for (size_t h = 0; h < change_->head_events.size(); ++h) {
    if (change_->alignment.head_to_base[h] != kNoEvent) continue;
    return Add(Rank::kOther, change_->head_events[h], false, "this was changed");
  }
  for (size_t b = 0; b < change_->base_events.size(); ++b) {
    if (change_->alignment.base_to_head[b] != kNoEvent) continue;
    return Add(Rank::kOther, change_->base_events[b], true, "this was removed");
  }
}

bool CauseJudge::IsAccessOfRace(const Event& event) const {
  const proto::SourceLocation place = LocationOf(*change_->head, event.location);
  return std::any_of(story_.accesses.begin(), story_.accesses.end(), [&](const auto& access) {
    return access.file() == place.file() && access.line() == place.line() &&
           access.column() == place.column() &&
           (event.kind == Kind::kAccess || event.kind == Kind::kCall);
  });
}

bool CauseJudge::IsCallOnTheWay(const Event& event) const {
  return event.kind == Kind::kCall && story_.functions.contains(event.subject);
}

bool CauseJudge::IsNewlyTaken(const Event& release) const {
  for (size_t h = 0; h < change_->head_events.size(); ++h) {
    const Event& event = change_->head_events[h];
    if (event.kind == Kind::kAcquire && event.object == release.object &&
        change_->alignment.head_to_base[h] == kNoEvent &&
        change_->alignment.head_moved_from[h] == kNoEvent) {
      return true;
    }
  }
  return false;
}

const Event* CauseJudge::ReplacedBy(size_t head_event,
                                    bool (*fits)(const Event& was, const Event& is)) const {
  const Alignment& alignment = change_->alignment;
  // The gap between the nearest counterparts on both sides.
  size_t begin = 0, end = change_->base_events.size();
  for (size_t h = head_event; h-- > 0;) {
    if (alignment.head_to_base[h] == kNoEvent) continue;
    begin = alignment.head_to_base[h] + 1;
    break;
  }
  for (size_t h = head_event + 1; h < change_->head_events.size(); ++h) {
    if (alignment.head_to_base[h] == kNoEvent) continue;
    end = alignment.head_to_base[h];
    break;
  }
  for (size_t b = begin; b < end; ++b) {
    if (alignment.base_moved_to[b] == kNoEvent &&
        fits(change_->base_events[b], change_->head_events[head_event])) {
      return &change_->base_events[b];
    }
  }
  return nullptr;
}

bool CauseJudge::IsEarlier(size_t head_event, size_t base_event) const {
  const Alignment& alignment = change_->alignment;
  for (size_t h = head_event + 1; h < change_->head_events.size(); ++h) {
    if (alignment.head_to_base[h] != kNoEvent) return alignment.head_to_base[h] < base_event;
  }
  return false;
}

std::string CauseJudge::ObjectOf(const Event& event, bool in_base) const {
  const ir::Procedure& body = in_base ? *change_->base : *change_->head;
  const proto::SourceLocation place = LocationOf(body, event.location);
  const std::string written = FirstArgument(read_line_(place, in_base), place.column());
  if (!written.empty()) return written;
  return event.object.empty() ? "a lock" : WithoutFile(event.object);
}

std::string CauseJudge::CallOf(const Event& event, const char* which_does) const {
  const bool says_more = which_does[0] != '\0';
  return absl::StrCat("the call of ", event.subject.empty() ? "a function" : event.subject,
                      event.subject.empty() ? "" : "()", says_more ? ", which " : "", which_does,
                      says_more ? "," : "");
}

void CauseJudge::Add(Rank rank, const Event& event, bool in_base, std::string what) {
  CauseCandidate candidate;
  candidate.rank = rank;
  candidate.in_story = in_story_;
  if (event.kind == Kind::kAcquire || event.kind == Kind::kRelease) {
    candidate.is_about_lock_of_story = story_.locks.contains(LastPart(ObjectOf(event, in_base)));
  }
  candidate.cause.set_what(std::move(what));
  *candidate.cause.mutable_location() =
      LocationOf(in_base ? *change_->base : *change_->head, event.location);
  candidate.cause.set_in_base(in_base);
  candidates_.push_back(std::move(candidate));
}

}  // namespace plait
