#include "report/text_writer.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "report/source_excerpt.h"
#include "report/words.h"

namespace plait {
namespace {

// What a short report shows of lists that can be long.
constexpr int kShortChain = 8;
constexpr int kShortReasons = 8;
constexpr int kShortErrors = 2;
constexpr int kShortFailedUnits = 5;
constexpr int kShortGuards = 3;

enum class Style { kPlace, kWarning, kNote, kCaret, kGood, kBold };

// The colours of GCC and Clang.
const char* Ansi(Style style) {
  switch (style) {
    case Style::kPlace:
    case Style::kBold:
      return "\033[1m";
    case Style::kWarning:
      return "\033[1;35m";
    case Style::kNote:
      return "\033[1;36m";
    case Style::kCaret:
    case Style::kGood:
      return "\033[1;32m";
  }
  return "";
}

std::string Count(uint64_t count, const char* one, const char* many) {
  return absl::StrCat(count, " ", count == 1 ? one : many);
}

std::string Call(const std::string& function) {
  const std::string name = function.empty() ? "an unnamed function" : Printable(function);
  return function.empty() || absl::EndsWith(name, ")") ? name : name + "()";
}

std::string Quote(const std::string& name) { return absl::StrCat("'", Printable(name), "'"); }

std::string Place(const proto::SourceLocation& location) {
  std::string text = Printable(location.file());
  if (location.line() > 0) absl::StrAppend(&text, ":", location.line());
  if (location.line() > 0 && location.column() > 0) absl::StrAppend(&text, ":", location.column());
  return text;
}

// Highest count first, ties as they were. (Clang rejects this libstdc++'s std::stable_sort as using
// deprecated functions.)
template <typename T, typename F>
void SortByCount(std::vector<const T*>* items, const F& count) {
  std::vector<std::pair<int64_t, size_t>> order;
  for (size_t i = 0; i < items->size(); ++i) {
    order.emplace_back(-static_cast<int64_t>(count((*items)[i])), i);
  }
  std::sort(order.begin(), order.end());
  std::vector<const T*> sorted;
  for (const auto& [unused, i] : order) sorted.push_back((*items)[i]);
  *items = std::move(sorted);
}

bool SameLine(const proto::SourceLocation& a, const proto::SourceLocation& b) {
  return a.file() == b.file() && a.line() == b.line();
}

template <typename List>
bool SameList(const List& a, const List& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.SerializeAsString() == y.SerializeAsString();
  });
}

bool SameStory(const proto::Access& a, const proto::Access& b) {
  return SameList(a.call_chain(), b.call_chain()) && SameList(a.locks(), b.locks()) &&
         SameList(a.possible_locks(), b.possible_locks());
}

class TextWriter {
 public:
  TextWriter(const proto::Report& report, const TextOptions& options)
      : report_(report), options_(options), sources_(options.source_root) {}

  std::string Write() {
    for (const proto::Race& race : report_.races()) {
      if (IsShown(race)) WriteRace(race);
    }
    WriteFailedUnits();
    WriteVerdict();
    WriteReasons();
    WriteStats();
    WriteStoreProblems();
    return std::move(out_);
  }

 private:
  // ---- Pieces

  template <typename... Parts>
  void Line(const Parts&... parts) {
    absl::StrAppend(&out_, parts..., "\n");
  }

  std::string Styled(Style style, const std::string& text) const {
    return options_.color ? absl::StrCat(Ansi(style), text, "\033[0m") : text;
  }

  // "file:line:col: note: text", or the text alone where the place is not known.
  void Note(const char* indent, const proto::SourceLocation& location, const std::string& text) {
    if (location.file().empty()) {
      Line(indent, text);
    } else {
      Line(indent, Styled(Style::kPlace, Place(location) + ":"), " ", Styled(Style::kNote, "note:"),
           " ", text);
    }
  }

  void Excerpt(const proto::Access& access) {
    SourceExcerpt excerpt;
    if (!sources_.Excerpt(access.location(), access.text(), &excerpt)) return;
    const std::string number = absl::StrFormat("%5d", access.location().line());
    Line(number, " | ", excerpt.line);
    if (excerpt.caret.empty()) return;
    Line(std::string(number.size(), ' '), " | ", Styled(Style::kCaret, excerpt.caret));
  }

  // "  why:   text": labels line up.
  void Fact(const char* label, const std::string& text) {
    Line(absl::StrFormat("  %-7s", absl::StrCat(label, ":")), text);
  }

  // ---- A race

  bool IsShown(const proto::Race& race) const {
    if (race.has_suppression()) return false;
    return options_.show_all || race.fails_run() || race.confidence() != proto::CONFIDENCE_POSSIBLE;
  }

  void WriteRace(const proto::Race& race) {
    Line(Styled(Style::kPlace, Place(race.first().location()) + ":"), " ",
         Styled(Style::kWarning, "warning:"), " ",
         Styled(Style::kBold, absl::StrCat("data race on ", Quote(race.variable()))), " [",
         Styled(Style::kWarning, ConfidenceWord(race.confidence())), "]");
    Excerpt(race.first());
    Line("  ", Describe(race.first(), false));
    WriteStory(race.first());
    const bool same_thread = race.first().thread() == race.second().thread();
    Note("  ", race.second().location(),
         Describe(race.second(), same_thread || SameEntry(race.first(), race.second())));
    // A thread that races with others of its kind comes to the place by the same way.
    if (!SameLine(race.first().location(), race.second().location())) Excerpt(race.second());
    if (!same_thread || !SameStory(race.first(), race.second())) WriteStory(race.second());
    WriteFacts(race);
    Line("");
  }

  bool SameEntry(const proto::Access& a, const proto::Access& b) const {
    const proto::Thread *s = ThreadOf(a), *t = ThreadOf(b);
    return s != nullptr && t != nullptr && s->entry() == t->entry();
  }

  // "write in add(), thread worker() (several may run at once), no lock held"
  std::string Describe(const proto::Access& access, bool another) const {
    const char* kind = access.kind() == proto::Access::READ_WRITE ? "read and write"
                                                                  : AccessKindWord(access.kind());
    std::string text =
        absl::StrCat(access.atomic() ? "atomic " : "", kind, " in ", Call(access.function()), ", ");
    if (const proto::Thread* thread = ThreadOf(access); thread == nullptr) {
      absl::StrAppend(&text, "thread not known");
    } else if (thread->is_main()) {
      absl::StrAppend(&text, thread->entry() == "main" || thread->entry().empty()
                                 ? "main thread"
                                 : absl::StrCat("thread that calls ", Call(thread->entry())));
    } else {
      absl::StrAppend(&text, another ? "another thread " : "thread ", Call(thread->entry()));
      if (thread->many() && !another) absl::StrAppend(&text, " (several may run at once)");
    }
    if (access.locks().empty() && access.possible_locks().empty()) {
      absl::StrAppend(&text, ", no lock held");
    }
    return text;
  }

  const proto::Thread* ThreadOf(const proto::Access& access) const {
    const int index = access.thread();
    return index >= 0 && index < report_.threads_size() ? &report_.threads(index) : nullptr;
  }

  // Locks, then the way back to where the thread was created.
  void WriteStory(const proto::Access& access) {
    for (const proto::HeldLock& lock : access.locks()) WriteLock(lock, "holds ");
    std::set<std::string> named;
    for (const proto::HeldLock& lock : access.possible_locks()) {
      if (!named.insert(lock.name()).second) continue;
      WriteLock(lock, "holds, on some paths only, ");
    }
    WriteChain(access.call_chain());
    const proto::Thread* thread = ThreadOf(access);
    if (thread == nullptr || thread->is_main()) return;
    std::string text = absl::StrCat("thread ", Call(thread->entry()), " created here");
    if (thread->created().file().empty()) text = "thread created at a place not known";
    if (!thread->created_in().empty()) absl::StrAppend(&text, ", in ", Call(thread->created_in()));
    const int parent = thread->parent();
    if (parent >= 0 && parent < report_.threads_size() && !report_.threads(parent).is_main()) {
      absl::StrAppend(&text, ", by thread ", Call(report_.threads(parent).entry()));
    }
    Note("    ", thread->created(), text);
  }

  void WriteLock(const proto::HeldLock& lock, const char* verb) {
    std::string text = absl::StrCat(verb, Quote(lock.name()));
    if (lock.mode() == "shared") absl::StrAppend(&text, " for reading");
    if (!lock.acquired().file().empty()) absl::StrAppend(&text, ", taken here");
    Note("    ", lock.acquired(), text);
  }

  // Innermost call first, as in a backtrace. Of a long one the ends tell most.
  void WriteChain(const google::protobuf::RepeatedPtrField<proto::CallStep>& chain) {
    const int size = chain.size();
    const bool cut = !options_.show_all && size > kShortChain;
    const int at_each_end = kShortChain / 2;
    for (int i = size - 1; i >= 0; --i) {
      if (cut && i == size - 1 - at_each_end) {
        Line("    ... ", Count(size - 2 * at_each_end, "call", "calls"), " left out (--all)");
        i = at_each_end;
        continue;
      }
      Note("    ", chain[i].location(),
           absl::StrCat(Call(chain[i].callee()), " called here, in ", Call(chain[i].caller())));
    }
  }

  void WriteFacts(const proto::Race& race) {
    const std::string kind = Printable(race.variable_kind());
    std::string what = kind.empty() ? "variable" : kind == "global" ? "global variable" : kind;
    if (kind == "heap") what = "heap memory";
    if (kind == "stack") what = "local variable";
    if (kind == "static local") what = "static local variable";
    if (!race.type().empty()) absl::StrAppend(&what, " of type ", Quote(race.type()));
    if (!race.declared().file().empty()) {
      absl::StrAppend(&what, kind == "heap" ? ", allocated at " : ", declared at ",
                      Place(race.declared()));
    }
    Fact("what", what);
    std::vector<std::string> reasons;
    for (const std::string& reason : race.reasons()) reasons.push_back(Printable(reason));
    if (!reasons.empty()) Fact("why", absl::StrJoin(reasons, "; "));
    if (!race.overlap().empty()) Fact("when", Printable(race.overlap()));
    WriteGuards(race);
    if (race.has_witness()) WriteWitness(race.witness());
    if (race.other_pairs() > 0) {
      Fact("more", absl::StrCat(Count(race.other_pairs(), "other pair", "other pairs"),
                                " of accesses to ", Quote(race.variable()), " may race as well"));
    }
  }

  // An execution, one step on a line.
  void WriteWitness(const proto::Witness& witness) {
    std::string lead = "  run:   ";
    for (const proto::WitnessStep& step : witness.steps()) {
      const std::string who =
          step.thread() == 0 ? "main thread" : absl::StrCat("thread ", step.thread());
      const bool has_place = !step.location().file().empty();
      Line(lead, who, " ", Printable(step.what()),
           has_place ? absl::StrCat(" at ", Place(step.location())) : "");
      lead.assign(lead.size(), ' ');
    }
  }

  void WriteGuards(const proto::Race& race) {
    // The lock that most accesses hold is the one this access probably forgot.
    std::vector<const proto::GuardEvidence*> guards;
    for (const proto::GuardEvidence& guard : race.guards()) {
      if (guard.held() > 0) guards.push_back(&guard);
    }
    SortByCount(&guards, [](const proto::GuardEvidence* guard) { return guard->held(); });
    if (!options_.show_all && guards.size() > kShortGuards) guards.resize(kShortGuards);
    for (const proto::GuardEvidence* guard : guards) {
      const uint32_t held = guard->held(), total = guard->total();
      const std::string who = total == 1      ? "the only other access holds "
                              : held == total ? absl::StrCat("all ", total, " other accesses hold ")
                                              : absl::StrCat(held, " of ", total,
                                                             held == 1 ? " other accesses holds "
                                                                       : " other accesses hold ");
      std::string where;
      if (!guard->example().file().empty()) {
        where = absl::StrCat(held == 1 ? ", at " : ", as at ", Place(guard->example()));
      }
      Fact("guard", absl::StrCat(who, Quote(guard->lock()), where));
    }
  }

  // ---- The end of the report

  void WriteFailedUnits() {
    const int size = report_.failed_units_size();
    const int shown = options_.show_all ? size : std::min(size, kShortFailedUnits);
    for (int u = 0; u < shown; ++u) {
      const proto::FailedUnit& unit = report_.failed_units(u);
      std::string text = unit.nothing_parsed() ? "could not be parsed; nothing of it was analysed"
                                               : "parsed in part; the rest of it was not analysed";
      if (unit.error_count() > 0) {
        absl::StrAppend(&text, " (", Count(unit.error_count(), "error", "errors"), ")");
      }
      Line(Styled(Style::kPlace, Printable(unit.file()) + ":"), " ",
           Styled(Style::kWarning, "warning:"), " ", text);
      const int errors =
          options_.show_all ? unit.errors_size() : std::min(unit.errors_size(), kShortErrors);
      for (int e = 0; e < errors; ++e) Line("  ", Printable(unit.errors(e)));
      const int64_t more = static_cast<int64_t>(unit.error_count()) - errors;
      if (errors > 0 && more > 0) Line("  ... and ", more, " more");
    }
    if (shown < size) Line("... and ", Count(size - shown, "more file", "more files"), " (--all)");
    if (size > 0) Line("");
  }

  // Results are complete all the same: it was only not remembered, or computed again.
  static bool IsAboutStore(const proto::Reason& reason) { return reason.kind() == "store"; }

  void WriteStoreProblems() {
    for (const proto::Reason& reason : report_.reasons()) {
      if (!IsAboutStore(reason)) continue;
      Line(Styled(Style::kWarning, "warning:"), " ", Printable(reason.text()));
    }
  }

  void WriteVerdict() {
    int certain = 0, likely = 0, possible = 0;
    for (const proto::Race& race : report_.races()) {
      certain += race.confidence() == proto::CONFIDENCE_RACE;
      likely += race.confidence() == proto::CONFIDENCE_LIKELY;
      possible += race.confidence() == proto::CONFIDENCE_POSSIBLE;
    }
    std::vector<std::string> found;
    if (certain > 0) found.push_back(Count(certain, "data race", "data races"));
    if (likely > 0) {
      found.push_back(certain > 0 ? absl::StrCat(likely, " likely")
                                  : Count(likely, "likely data race", "likely data races"));
    }
    if (possible > 0) {
      found.push_back(
          absl::StrCat(found.empty() ? Count(possible, "possible data race", "possible data races")
                                     : absl::StrCat(possible, " possible"),
                       options_.show_all ? "" : " (shown with --all)"));
    }
    const std::string races = absl::StrJoin(found, ", ");
    switch (report_.verdict()) {
      case proto::VERDICT_RACE:
        Line(Styled(Style::kWarning, "race"), ": ", races.empty() ? "found" : races);
        return;
      case proto::VERDICT_RACE_FREE:
        Line(Styled(Style::kGood, "race-free"), ": ", Covered());
        return;
      default:
        Line(Styled(Style::kBold, "unknown"), ": ",
             races.empty() ? "no data race found, but not everything could be followed" : races);
    }
  }

  // For race-free: what was looked at, so that silence can be trusted.
  std::string Covered() const {
    const proto::RunStats& stats = report_.stats();
    if (stats.roots() == 0) return "there is no code to run";
    const std::string roots = Count(stats.roots(), "root", "roots");
    if (stats.threads() <= stats.roots()) {
      return absl::StrCat("no thread is ever started (", roots, ")");
    }
    return absl::StrCat(Count(stats.threads(), "thread", "threads"), " from ", roots, ", ",
                        Count(stats.accesses(), "access", "accesses"), " to ",
                        Count(stats.shared_locations(), "shared location", "shared locations"),
                        ": no two of them can race");
  }

  void WriteReasons() {
    std::vector<const proto::Reason*> reasons;
    for (const proto::Reason& reason : report_.reasons()) {
      if (!IsAboutStore(reason)) reasons.push_back(&reason);
    }
    if (reasons.empty()) return;
    SortByCount(&reasons, [](const proto::Reason* reason) { return reason->count(); });
    Line("not followed:");
    const int size = static_cast<int>(reasons.size());
    const int shown = options_.show_all ? size : std::min(size, kShortReasons);
    for (int r = 0; r < shown; ++r) {
      std::string text = absl::StrFormat("%5dx ", std::max(reasons[r]->count(), 1u));
      absl::StrAppend(&text, Printable(reasons[r]->text()));
      if (!reasons[r]->example().file().empty()) {
        absl::StrAppend(&text, " (", reasons[r]->count() > 1 ? "as at " : "",
                        Place(reasons[r]->example()), ")");
      }
      Line(text);
    }
    if (shown < size)
      Line("    ... and ", Count(size - shown, "other kind", "other kinds"), " (--all)");
  }

  // "12 units (2 parsed, 10 unchanged), 340 procedures (5 analysed), 4 threads, 17 shared
  // locations"
  void WriteStats() {
    const proto::RunStats& stats = report_.stats();
    std::vector<std::string> units = {absl::StrCat(stats.units_parsed(), " parsed")};
    if (stats.units_reused() > 0) units.push_back(absl::StrCat(stats.units_reused(), " unchanged"));
    if (stats.units_with_errors() > 0) {
      units.push_back(absl::StrCat(stats.units_with_errors(), " with errors"));
    }
    if (stats.units_failed() > 0) units.push_back(absl::StrCat(stats.units_failed(), " failed"));
    std::string text = absl::StrCat(
        Count(stats.units(), "unit", "units"), " (", absl::StrJoin(units, ", "), "), ",
        Count(stats.procedures(), "procedure", "procedures"), " (", stats.procedures_analysed(),
        " analysed), ", Count(stats.threads(), "thread", "threads"), ", ",
        Count(stats.shared_locations(), "shared location", "shared locations"));
    if (options_.include_times) {
      absl::StrAppend(&text,
                      absl::StrFormat(", %.2f s (%.2f parsing, %.2f analysing, %.2f checking)",
                                      stats.total_seconds(), stats.parse_seconds(),
                                      stats.analyse_seconds(), stats.check_seconds()));
    }
    Line(text);
  }

  const proto::Report& report_;
  const TextOptions& options_;
  SourceReader sources_;
  std::string out_;
};

}  // namespace

std::string WriteText(const proto::Report& report, const TextOptions& options) {
  return TextWriter(report, options).Write();
}

}  // namespace plait
