#include "report/html_race.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/escape.h"
#include "report/html_threads.h"
#include "report/phrases.h"
#include "report/story.h"
#include "report/words.h"

namespace plait {
namespace {

// Lines of source around an access, and how far above it a lock is still in the same quote.
constexpr uint32_t kLinesBefore = 5, kLinesAfter = 4, kLinesToLock = 25;

std::string Term(const char* name, const std::string& value) {
  return absl::StrCat("<dt>", name, "</dt><dd>", EscapeMarkup(value), "</dd>\n");
}

class RacePage {
 public:
  RacePage(const proto::Report& report, const proto::Race& race, SourceReader* sources)
      : report_(report), race_(race), sources_(*sources) {}

  std::string Write(int number, bool open) {
    const std::string id = race_.fingerprint().empty() ? absl::StrCat("race-", number)
                                                       : Printable(race_.fingerprint());
    Add("<details class=\"race c-", ConfidenceWord(race_.confidence()), States(), "\" id=\"",
        EscapeMarkup(id), "\" data-first=\"", File(race_.first()), "\" data-second=\"",
        File(race_.second()), "\"", open ? " open" : "", ">\n");
    WriteSummary();
    Add("<div class=\"body\">\n");
    WriteFacts();
    WriteCauses();
    Add("<div class=\"sides\">\n");
    WriteSide(race_.first(), 1);
    WriteSide(race_.second(), 2);
    Add("</div>\n");
    WriteWitness();
    Add(HtmlThreadsOf(report_, race_));
    WriteFoot();
    Add("</div>\n</details>\n");
    return std::move(out_);
  }

 private:
  template <typename... Parts>
  void Add(const Parts&... parts) {
    absl::StrAppend(&out_, parts...);
  }

  static std::string File(const proto::Access& access) {
    return EscapeMarkup(Printable(access.location().file()));
  }

  // Classes that the filters go by.
  std::string States() const {
    std::string states;
    if (report_.compared()) {
      states = race_.baseline_state() == proto::BASELINE_UNCHANGED ? " s-unchanged" : " s-new";
    }
    if (race_.has_suppression()) states += " s-suppressed";
    return states;
  }

  void WriteSummary() {
    Add("<summary>", HtmlConfidence(race_.confidence()));
    if (report_.compared()) {
      Add("<span class=\"badge is-state\">",
          race_.baseline_state() == proto::BASELINE_UNCHANGED ? "unchanged" : "new", "</span>");
    }
    if (race_.has_suppression()) Add("<span class=\"badge is-state\">suppressed</span>");
    Add("<code>", EscapeMarkup(Printable(race_.variable())), "</code><span>",
        EscapeMarkup(KindPhrase(race_.first())), " in <b>",
        EscapeMarkup(CallName(race_.first().function())), "</b> · ",
        EscapeMarkup(KindPhrase(race_.second())), " in <b>",
        EscapeMarkup(CallName(race_.second().function())), "</b></span><span class=\"place\">",
        EscapeMarkup(PlaceName(race_.first().location())), "</span></summary>\n");
  }

  void WriteFacts() {
    Add("<dl>\n");
    if (race_.has_suppression()) Add(Term("suppressed", SuppressionPhrase(race_.suppression())));
    std::vector<std::string> reasons;
    for (const std::string& reason : race_.reasons()) reasons.push_back(Printable(reason));
    if (!reasons.empty()) Add(Term("why", absl::StrJoin(reasons, "; ")));
    if (!race_.overlap().empty()) Add(Term("when", Printable(race_.overlap())));
    for (const proto::GuardEvidence* guard : GuardsByCount(race_)) {
      Add(Term("guard", GuardPhrase(*guard)));
    }
    Add(Term("what", VariablePhrase(race_)));
    if (race_.other_pairs() > 0) {
      Add(Term("more", absl::StrCat(Count(race_.other_pairs(), "other pair", "other pairs"),
                                    " of accesses may race as well")));
    }
    Add("</dl>\n");
  }

  // As lines of a diff.
  void WriteCauses() {
    if (race_.causes().empty()) return;
    Add("<h4>What brought it</h4>\n<ul class=\"plain\">\n");
    for (const proto::Cause& cause : race_.causes()) {
      Add("<li>", EscapeMarkup(CausePhrase(cause)));
      if (!cause.text().empty()) {
        Add("<pre class=\"source ", cause.in_base() ? "removed" : "added", "\"><span><span><i>",
            cause.location().line(), " ", cause.in_base() ? "-" : "+", "</i>",
            EscapeMarkup(CauseLine(cause)), "</span></span></pre>");
      }
      Add("</li>\n");
    }
    Add("</ul>\n");
  }

  // ---- One thread's side

  void WriteSide(const proto::Access& access, int side) {
    const bool another = side == 2 && race_.first().thread() == race_.second().thread();
    Add("<section class=\"side t", side, "\">\n<h3><span class=\"who\">T", side, "</span> ",
        EscapeMarkup(KindPhrase(access)), " in ", EscapeMarkup(CallName(access.function())),
        "</h3>\n<p class=\"dim\">", EscapeMarkup(ThreadPhrase(ThreadOf(report_, access), another)),
        " · ", EscapeMarkup(PlaceName(access.location())), "</p>\n<p>");
    if (access.locks().empty() && access.possible_locks().empty()) {
      Add("<span class=\"badge is-race\">no lock held</span>");
    }
    for (const proto::HeldLock& lock : access.locks()) WriteLock(lock, false);
    std::set<std::string> named;
    for (const proto::HeldLock& lock : access.possible_locks()) {
      if (named.insert(lock.name()).second) WriteLock(lock, true);
    }
    Add("</p>\n");
    WriteSource(access);
    WriteSteps(access);
    Add("</section>\n");
  }

  void WriteLock(const proto::HeldLock& lock, bool on_some_paths) {
    Add("<span class=\"badge ", on_some_paths ? "is-likely" : "is-held", "\">",
        EscapeMarkup(LockPhrase(lock, on_some_paths)), "</span> ");
  }

  void WriteSource(const proto::Access& access) {
    const proto::SourceLocation& place = access.location();
    std::set<uint32_t> locked;
    for (const auto* locks : {&access.locks(), &access.possible_locks()}) {
      for (const proto::HeldLock& lock : *locks) {
        const uint32_t line = lock.acquired().line();
        const bool near = line < place.line() && place.line() - line <= kLinesToLock;
        if (near && lock.acquired().file() == place.file()) locked.insert(line);
      }
    }
    uint32_t begin = place.line() > kLinesBefore ? place.line() - kLinesBefore : 1;
    if (!locked.empty()) begin = std::min(begin, std::max(*locked.begin(), 2u) - 1);
    proto::SourceLocation at;
    at.set_file(place.file());
    std::string lines;
    for (uint32_t line = begin; line <= place.line() + kLinesAfter; ++line) {
      at.set_line(line);
      const bool is_access = line == place.line();
      SourceLine text;
      if (!sources_.Line(is_access ? place : at, access.text(), &text)) continue;
      absl::StrAppend(&lines, "<span",
                      is_access                ? " class=\"access\""
                      : locked.count(line) > 0 ? " class=\"lock\""
                                               : "",
                      "><i>", line, "</i>", EscapeMarkup(text.before));
      if (!text.at.empty()) absl::StrAppend(&lines, "<u>", EscapeMarkup(text.at), "</u>");
      absl::StrAppend(&lines, EscapeMarkup(text.after), "</span>");
    }
    if (!lines.empty()) Add("<pre class=\"source\"><span>", lines, "</span></pre>\n");
  }

  void WriteSteps(const proto::Access& access) {
    Add("<h4>How it gets there</h4>\n<ol class=\"steps\">\n");
    for (const StoryStep& step : StoryOf(report_, access)) {
      const char* name = step.kind == StoryStep::kLock     ? " class=\"lock\""
                         : step.kind == StoryStep::kAccess ? " class=\"access\""
                                                           : "";
      std::string text = step.text;
      if (step.kind == StoryStep::kCall) {
        text = absl::StrCat(CallName(step.function), " ", step.text);
      }
      Add("<li", name, "><span>", EscapeMarkup(text), "</span>");
      if (!step.location.file().empty()) {
        Add(" <span class=\"dim\">", EscapeMarkup(PlaceName(step.location)), "</span>");
      }
      SourceLine line;
      // The access and the locks near it are quoted above.
      if (step.kind != StoryStep::kAccess && sources_.Line(step.location, "", &line)) {
        const std::string whole = line.before + line.at + line.after;
        const size_t start = std::min(whole.find_first_not_of(' '), whole.size());
        Add("<code>", EscapeMarkup(whole.substr(start)), "</code>");
      }
      Add("</li>\n");
    }
    Add("</ol>\n");
  }

  // ---- An execution, a column for each thread

  void WriteWitness() {
    if (!race_.has_witness() || race_.witness().steps().empty()) return;
    const proto::Witness& witness = race_.witness();
    std::set<uint32_t> threads;
    for (const proto::WitnessStep& step : witness.steps()) threads.insert(step.thread());
    Add("<h4>An execution that leads to both accesses</h4>\n<table class=\"timeline\">\n"
        "<thead><tr><th class=\"number\"></th>");
    for (const uint32_t thread : threads) {
      std::string entry;
      if (thread < static_cast<uint32_t>(witness.threads_size())) {
        entry = absl::StrCat(", ", CallName(witness.threads(static_cast<int>(thread)).entry()));
      }
      Add("<th>", EscapeMarkup(WitnessThreadName(thread)), EscapeMarkup(entry), "</th>");
    }
    Add("</tr></thead>\n<tbody>\n");
    for (int i = 0; i < witness.steps_size(); ++i) {
      const proto::WitnessStep& step = witness.steps(i);
      Add("<tr", i + 2 >= witness.steps_size() ? " class=\"last\"" : "", "><td class=\"number\">",
          i + 1, "</td>");
      for (const uint32_t thread : threads) {
        Add("<td>");
        if (thread == step.thread()) {
          Add(EscapeMarkup(WitnessStepText(step)));
          if (!step.location().file().empty()) {
            Add(" <span class=\"dim\">", EscapeMarkup(PlaceName(step.location())), "</span>");
          }
        }
        Add("</td>");
      }
      Add("</tr>\n");
    }
    Add("</tbody></table>\n");
    if (witness.steps_left_out() > 0) {
      Add("<p class=\"dim\">",
          Count(witness.steps_left_out(), "other operation", "other operations"),
          " on locks and threads left out</p>\n");
    }
  }

  void WriteFoot() {
    if (race_.fingerprint().empty()) return;
    Add("<p class=\"foot\">fingerprint <code>", EscapeMarkup(Printable(race_.fingerprint())),
        "</code><button type=\"button\" class=\"copy\" hidden>Copy</button></p>\n");
  }

  const proto::Report& report_;
  const proto::Race& race_;
  SourceReader& sources_;
  std::string out_;
};

}  // namespace

std::string HtmlConfidence(proto::Confidence confidence) {
  const char* word = ConfidenceWord(confidence);
  return absl::StrCat("<span class=\"badge is-", word, "\">", word, "</span>");
}

std::string HtmlRace(const proto::Report& report, const proto::Race& race, int number, bool open,
                     SourceReader* sources) {
  return RacePage(report, race, sources).Write(number, open);
}

}  // namespace plait
