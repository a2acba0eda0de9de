#include "report/html_writer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "report/escape.h"
#include "report/html/embedded_page.h"
#include "report/html_race.h"
#include "report/html_threads.h"
#include "report/phrases.h"
#include "report/source_excerpt.h"
#include "report/words.h"

namespace plait {
namespace {

constexpr int kOpenAtFirst = 3;  // races

class HtmlWriter {
 public:
  HtmlWriter(const proto::Report& report, const HtmlOptions& options)
      : report_(report), options_(options), sources_(options.source_root) {
    for (const proto::Race& race : report.races()) {
      ++by_confidence_[ConfidenceIndex(race)];
      unsuppressed_[ConfidenceIndex(race)] += !race.has_suppression();
      suppressed_ += race.has_suppression();
      unchanged_ += race.baseline_state() == proto::BASELINE_UNCHANGED;
    }
  }

  std::string Write() {
    WriteHead();
    WriteSummary();
    if (report_.races_size() > 0) WriteFilters();
    Add("<main>\n");
    WriteRaces();
    WriteFixed();
    WriteFailedUnits();
    WriteReasons();
    WriteIdleSuppressions();
    WriteThreads();
    Add("</main>\n<footer>Plait");
    if (!options_.tool_version.empty()) Add(" ", EscapeMarkup(options_.tool_version));
    Add("</footer>\n<script>", kPageScript, "</script>\n</body>\n</html>\n");
    return std::move(out_);
  }

 private:
  template <typename... Parts>
  void Add(const Parts&... parts) {
    absl::StrAppend(&out_, parts...);
  }

  static int ConfidenceIndex(const proto::Race& race) {
    return race.confidence() == proto::CONFIDENCE_RACE     ? 2
           : race.confidence() == proto::CONFIDENCE_LIKELY ? 1
                                                           : 0;
  }

  // Nothing but the style and the script below runs or is loaded, whatever names are in the report.
  void WriteHead() {
    Add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'sha256-",
        kPageStyleDigest, "'; script-src 'sha256-", kPageScriptDigest,
        "'; base-uri 'none'; form-action 'none'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
        EscapeMarkup(Headline()), "</title>\n<style>", kPageStyle, "</style>\n</head>\n<body>\n");
  }

  std::string Headline() const {
    std::vector<std::string> parts;
    const int certain = unsuppressed_[2], likely = unsuppressed_[1], possible = unsuppressed_[0];
    if (certain > 0) parts.push_back(Count(certain, "data race", "data races"));
    if (likely > 0) parts.push_back(absl::StrCat(likely, " likely"));
    if (possible > 0) parts.push_back(absl::StrCat(possible, " possible"));
    if (certain == 0 && !parts.empty()) {
      parts.back() += likely + possible == 1 ? " data race" : " data races";
    }
    if (!parts.empty()) return absl::StrJoin(parts, ", ");
    if (suppressed_ > 0) return "only suppressed data races";
    return report_.verdict() == proto::VERDICT_RACE_FREE
               ? "no data race"
               : "no data race found, but not everything could be followed";
  }

  void WriteSummary() {
    const char* verdict = VerdictWord(report_.verdict());
    Add("<header>\n<h1><span class=\"badge is-", verdict, "\">", verdict, "</span> ",
        EscapeMarkup(Headline()), "</h1>\n");
    if (report_.compared()) {
      const RaceCounts counts = CountRaces(report_, options_.selection);
      Add("<p>Compared with the earlier version: ",
          ComparisonPhrase(counts.introduced, counts.fixed, counts.unchanged), "</p>\n");
    }
    if (report_.verdict() == proto::VERDICT_RACE_FREE) {
      Add("<p>", CoveragePhrase(report_.stats()), "</p>\n");
    }
    const proto::RunStats& stats = report_.stats();
    std::vector<std::string> parts = {Count(stats.units(), "unit", "units")};
    if (stats.units_with_errors() + stats.units_failed() > 0) {
      parts.back() +=
          absl::StrCat(" (", stats.units_with_errors() + stats.units_failed(), " with errors)");
    }
    parts.push_back(Count(stats.procedures(), "procedure", "procedures"));
    parts.push_back(Count(stats.threads(), "thread", "threads"));
    parts.push_back(Count(stats.shared_locations(), "shared location", "shared locations"));
    if (suppressed_ > 0) parts.push_back(absl::StrCat(suppressed_, " suppressed"));
    if (options_.include_times) parts.push_back(absl::StrFormat("%.2f s", stats.total_seconds()));
    Add("<p class=\"dim\">", absl::StrJoin(parts, " · "), "</p>\n</header>\n");
  }

  // ---- Filters: those by class work without the script.

  void WriteCheckbox(const char* name, int count, bool checked) {
    if (count == 0) return;
    Add("<label><input type=\"checkbox\" id=\"show-", name, "\"", checked ? " checked" : "", "> ",
        name, " <b>", count, "</b></label>\n");
  }

  void WriteFilters() {
    // If there is nothing else, a page without races would be odd.
    const bool only_possible = by_confidence_[1] + by_confidence_[2] == 0;
    Add("<form class=\"filters\" id=\"filters\" autocomplete=\"off\">\n");
    WriteCheckbox("race", by_confidence_[2], true);
    WriteCheckbox("likely", by_confidence_[1], true);
    WriteCheckbox("possible", by_confidence_[0], options_.selection.possible || only_possible);
    if (report_.compared()) {
      WriteCheckbox("new", report_.races_size() - unchanged_, true);
      WriteCheckbox("unchanged", unchanged_, options_.selection.unchanged);
    }
    WriteCheckbox("suppressed", suppressed_, options_.selection.suppressed);
    Add("<span class=\"script\" hidden>\n"
        "<select id=\"folder\" aria-label=\"Folder\"><option value=\"\">all folders</option>"
        "</select>\n"
        "<input type=\"search\" id=\"search\" placeholder=\"variable, function, file, lock\" "
        "aria-label=\"Search\">\n"
        "<button type=\"button\" id=\"open\">Open all</button>\n"
        "<button type=\"button\" id=\"close\">Close all</button>\n"
        "<span class=\"dim\" id=\"shown\"></span>\n</span>\n</form>\n");
  }

  void WriteRaces() {
    int number = 0, open = 0;
    for (const proto::Race& race : report_.races()) {
      const bool is_open = IsShown(race, report_, options_.selection) && open < kOpenAtFirst;
      open += is_open;
      Add(HtmlRace(report_, race, ++number, is_open, &sources_));
    }
  }

  // ---- What stands below the races

  void OpenCard(const std::string& title, bool open) {
    Add("<details class=\"card\"", open ? " open" : "", "><summary>", EscapeMarkup(title),
        "</summary>\n");
  }

  void WriteFixed() {
    if (report_.fixed().empty()) return;
    OpenCard(absl::StrCat("Fixed: ", report_.fixed_size()), true);
    Add("<ul class=\"plain\">\n");
    for (const proto::Race& race : report_.fixed()) {
      Add("<li>", HtmlConfidence(race.confidence()), " <code>",
          EscapeMarkup(Printable(race.variable())), "</code> ",
          EscapeMarkup(absl::StrCat(
              KindPhrase(race.first()), " at ", PlaceName(race.first().location()), ", ",
              KindPhrase(race.second()), " at ", PlaceName(race.second().location()))),
          " <span class=\"dim\">of the earlier version</span></li>\n");
    }
    Add("</ul></details>\n");
  }

  void WriteFailedUnits() {
    if (report_.failed_units().empty()) return;
    OpenCard(absl::StrCat("Files with errors: ", report_.failed_units_size()), true);
    Add("<ul class=\"plain\">\n");
    for (const proto::FailedUnit& unit : report_.failed_units()) {
      Add("<li><b>", EscapeMarkup(Printable(unit.file())), "</b>: ",
          unit.nothing_parsed() ? "could not be parsed; nothing of it was analysed"
                                : "parsed in part; the rest of it was not analysed");
      if (unit.errors_size() > 0) {
        std::string errors;
        for (const std::string& error : unit.errors()) {
          absl::StrAppend(&errors, "<span>", EscapeMarkup(Printable(error)), "</span>");
        }
        Add("<pre class=\"source\"><span>", errors, "</span></pre>");
      }
      Add("</li>\n");
    }
    Add("</ul></details>\n");
  }

  void WriteReasons() {
    if (report_.reasons().empty()) return;
    OpenCard(absl::StrCat("Not followed: ", Count(report_.reasons_size(), "kind", "kinds")),
             report_.races().empty());
    Add("<table>\n<thead><tr><th>what</th><th>times</th><th>for "
        "example</th></tr></thead><tbody>\n");
    for (const proto::Reason& reason : report_.reasons()) {
      Add("<tr><td>", EscapeMarkup(Printable(reason.text())), "</td><td>", reason.count(),
          "</td><td>", EscapeMarkup(PlaceName(reason.example())), "</td></tr>\n");
    }
    Add("</tbody></table></details>\n");
  }

  void WriteIdleSuppressions() {
    if (report_.idle_suppressions().empty()) return;
    OpenCard(absl::StrCat("Suppressions that do nothing: ", report_.idle_suppressions_size()),
             true);
    Add("<ul class=\"plain\">\n");
    for (const proto::Suppression& suppression : report_.idle_suppressions()) {
      Add("<li><b>", EscapeMarkup(Printable(suppression.problem())),
          "</b>: ", EscapeMarkup(SuppressionPhrase(suppression)), "</li>\n");
    }
    Add("</ul></details>\n");
  }

  void WriteThreads() {
    const std::string tree = HtmlThreadTree(report_);
    if (tree.empty()) return;
    OpenCard(absl::StrCat("Threads: ", report_.threads_size()), false);
    Add(tree, "</details>\n");
  }

  const proto::Report& report_;
  const HtmlOptions& options_;
  SourceReader sources_;
  int by_confidence_[3] = {};
  int unsuppressed_[3] = {};
  int suppressed_ = 0;
  int unchanged_ = 0;
  std::string out_;
};

}  // namespace

std::string WriteHtml(const proto::Report& report, const HtmlOptions& options) {
  return HtmlWriter(report, options).Write();
}

}  // namespace plait
