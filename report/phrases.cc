#include "report/phrases.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/source_excerpt.h"
#include "report/words.h"

namespace plait {
std::string Count(uint64_t count, const char* one, const char* many) {
  return absl::StrCat(count, " ", count == 1 ? one : many);
}

std::string CallName(const std::string& function) {
  const std::string name = function.empty() ? "an unnamed function" : Printable(function);
  return function.empty() || absl::EndsWith(name, ")") ? name : name + "()";
}

std::string Quoted(const std::string& name) { return absl::StrCat("'", Printable(name), "'"); }

std::string PlaceName(const proto::SourceLocation& location) {
  std::string text = Printable(location.file());
  if (location.line() > 0) absl::StrAppend(&text, ":", location.line());
  if (location.line() > 0 && location.column() > 0) absl::StrAppend(&text, ":", location.column());
  return text;
}

const proto::Thread* ThreadOf(const proto::Report& report, const proto::Access& access) {
  const int index = access.thread();
  return index >= 0 && index < report.threads_size() ? &report.threads(index) : nullptr;
}

std::string ThreadPhrase(const proto::Thread* thread, bool another) {
  if (thread == nullptr) return "thread not known";
  if (thread->is_main()) {
    return thread->entry() == "main" || thread->entry().empty()
               ? "main thread"
               : absl::StrCat("thread that calls ", CallName(thread->entry()));
  }
  return absl::StrCat(another ? "another thread " : "thread ", CallName(thread->entry()),
                      thread->many() && !another ? " (several may run at once)" : "");
}

std::string KindPhrase(const proto::Access& access) {
  return absl::StrCat(access.atomic() ? "atomic " : "", access.kind() == proto::Access::READ_WRITE
                                                            ? "read and write"
                                                            : AccessKindWord(access.kind()));
}

std::string AccessPhrase(const proto::Report& report, const proto::Access& access, bool another,
                         const std::string& place) {
  std::string text = absl::StrCat(KindPhrase(access), " in ", CallName(access.function()));
  if (!place.empty()) absl::StrAppend(&text, " at ", place);
  if (report.threads_size() > 0) {
    absl::StrAppend(&text, ", ", ThreadPhrase(ThreadOf(report, access), another));
  }
  if (access.locks().empty() && access.possible_locks().empty()) {
    absl::StrAppend(&text, ", no lock held");
  }
  return text;
}

std::string AccessWithLocks(const proto::Report& report, const proto::Access& access, bool another,
                            const std::string& place) {
  std::string text = AccessPhrase(report, access, another, place);
  std::vector<std::string> names;
  for (const proto::HeldLock& lock : access.locks()) {
    names.push_back(
        absl::StrCat(Quoted(lock.name()), lock.mode() == "shared" ? " for reading" : ""));
  }
  for (const proto::HeldLock& lock : access.possible_locks()) {
    names.push_back(absl::StrCat(Quoted(lock.name()), " on some paths only"));
  }
  if (!names.empty()) absl::StrAppend(&text, ", holding ", absl::StrJoin(names, ", "));
  return text;
}

std::string VariablePhrase(const proto::Race& race) {
  const std::string kind = Printable(race.variable_kind());
  std::string what = kind.empty() ? "variable" : kind == "global" ? "global variable" : kind;
  if (kind == "heap") what = "heap memory";
  if (kind == "stack") what = "local variable";
  if (kind == "static local") what = "static local variable";
  if (kind == "library") what = "memory that the library keeps from call to call";
  if (!race.type().empty()) absl::StrAppend(&what, " of type ", Quoted(race.type()));
  if (!race.declared().file().empty()) {
    absl::StrAppend(&what, kind == "heap" ? ", allocated at " : ", declared at ",
                    PlaceName(race.declared()));
  }
  return what;
}

std::string GuardPhrase(const proto::GuardEvidence& guard) {
  const uint32_t held = guard.held(), total = guard.total();
  const std::string who = total == 1      ? "the only other access holds "
                          : held == total ? absl::StrCat("all ", total, " other accesses hold ")
                                          : absl::StrCat(held, " of ", total,
                                                         held == 1 ? " other accesses holds "
                                                                   : " other accesses hold ");
  std::string where;
  if (!guard.example().file().empty()) {
    where = absl::StrCat(held == 1 ? ", at " : ", as at ", PlaceName(guard.example()));
  }
  return absl::StrCat(who, Quoted(guard.lock()), where);
}

std::vector<const proto::GuardEvidence*> GuardsByCount(const proto::Race& race) {
  // Ties as they were. (Clang rejects this libstdc++'s std::stable_sort as using deprecated
  // functions.)
  std::vector<std::pair<int64_t, int>> order;
  for (int i = 0; i < race.guards_size(); ++i) {
    if (race.guards(i).held() > 0) {
      order.emplace_back(-static_cast<int64_t>(race.guards(i).held()), i);
    }
  }
  std::sort(order.begin(), order.end());
  std::vector<const proto::GuardEvidence*> guards;
  for (const auto& [unused, i] : order) guards.push_back(&race.guards(i));
  return guards;
}

std::string CreationPhrase(const proto::Report& report, const proto::Thread& thread) {
  std::string text = thread.created().file().empty()
                         ? "thread created at a place not known"
                         : absl::StrCat("thread ", CallName(thread.entry()), " created here");
  if (!thread.created_in().empty()) absl::StrAppend(&text, ", in ", CallName(thread.created_in()));
  const int parent = thread.parent();
  if (parent >= 0 && parent < report.threads_size() && !report.threads(parent).is_main()) {
    absl::StrAppend(&text, ", by thread ", CallName(report.threads(parent).entry()));
  }
  return text;
}

std::string LockPhrase(const proto::HeldLock& lock, bool on_some_paths) {
  return absl::StrCat(on_some_paths ? "holds, on some paths only, " : "holds ", Quoted(lock.name()),
                      lock.mode() == "shared" ? " for reading" : "");
}

std::string RaceTitle(const proto::Race& race) {
  const char* confidence = race.confidence() == proto::CONFIDENCE_RACE     ? ""
                           : race.confidence() == proto::CONFIDENCE_LIKELY ? "likely "
                                                                           : "possible ";
  return absl::StrCat(confidence, "data race on ", Quoted(race.variable()));
}

std::string RaceSentence(const proto::Report& report, const proto::Race& race) {
  return RaceSentence(report, race, PlaceName(race.second().location()));
}

std::string RaceSentence(const proto::Report& report, const proto::Race& race,
                         const std::string& second_place) {
  const bool another = race.first().thread() == race.second().thread();
  std::string text =
      absl::StrCat(RaceTitle(race), ": ",
                   AccessWithLocks(report, race.first(), false, PlaceName(race.first().location())),
                   "; ", AccessWithLocks(report, race.second(), another, second_place), ".");
  std::vector<std::string> reasons;
  for (const std::string& reason : race.reasons()) reasons.push_back(Printable(reason));
  if (!reasons.empty()) absl::StrAppend(&text, " Why: ", absl::StrJoin(reasons, "; "), ".");
  if (!race.overlap().empty()) absl::StrAppend(&text, " When: ", Printable(race.overlap()), ".");
  for (const proto::GuardEvidence* guard : GuardsByCount(race)) {
    absl::StrAppend(&text, " Guard: ", GuardPhrase(*guard), ".");
    break;
  }
  for (const proto::Cause& cause : race.causes()) {
    absl::StrAppend(&text, " Cause: ", CausePhrase(cause), ".");
    break;
  }
  return text;
}

std::string SuppressionPhrase(const proto::Suppression& suppression) {
  std::string text = Printable(suppression.rule());
  if (!suppression.location().file().empty()) {
    absl::StrAppend(&text, text.empty() ? "" : " ", "(", PlaceName(suppression.location()), ")");
  }
  if (!suppression.justification().empty()) {
    absl::StrAppend(&text, ": ", Printable(suppression.justification()));
  }
  if (!suppression.expires().empty()) {
    absl::StrAppend(&text, ", until ", Printable(suppression.expires()));
  }
  return text;
}

std::string CausePhrase(const proto::Cause& cause) {
  std::string text = Printable(cause.what());
  if (!cause.location().file().empty()) {
    absl::StrAppend(&text, ", at ", PlaceName(cause.location()));
    if (cause.in_base()) absl::StrAppend(&text, " of the earlier version");
  }
  return text;
}

std::string CauseLine(const proto::Cause& cause) {
  return Printable(std::string(absl::StripAsciiWhitespace(cause.text())));
}

std::string ComparisonPhrase(uint32_t introduced, uint32_t fixed, uint32_t unchanged) {
  return absl::StrCat(introduced, " introduced, ", fixed, " fixed, ", unchanged, " unchanged");
}

std::string CoveragePhrase(const proto::RunStats& stats) {
  if (stats.roots() == 0) return "there is no code to run";
  const std::string roots = Count(stats.roots(), "root", "roots");
  if (stats.threads() <= stats.roots()) {
    return absl::StrCat("no thread is ever started (", roots, ")");
  }
  return absl::StrCat(
      Count(stats.threads(), "thread", "threads"), " from ", roots, ", ",
      Count(stats.accesses(), "access", "accesses"), " to ",
      Count(stats.shared_locations(), "shared location", "shared locations"),
      stats.explored_states() == 0
          ? ": no two of them can race"
          : absl::StrCat(": no race in any of ", Count(stats.explored_states(), "state", "states"),
                         " of its executions"));
}

}  // namespace plait
