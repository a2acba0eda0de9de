#include "report/sarif_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "report/phrases.h"
#include "report/source_excerpt.h"
#include "report/story.h"
#include "report/uri.h"
#include "report/words.h"

namespace plait {
namespace {

using Json = nlohmann::ordered_json;

// What GitHub code scanning accepts, or shows, of one file ("SARIF results exceed one or more
// limits" in its documentation). A file beyond the first limit is refused as a whole.
constexpr int kMaxResults = 25000;
constexpr size_t kMaxRelatedLocations = 99;
constexpr size_t kMaxFlowSteps = 400;  // of one thread; there are two, each in two flows

constexpr char kRootName[] = "SRCROOT";

Json Text(const std::string& text) { return {{"text", text}}; }

Json Rule() {
  Json rule = {{"id", "data-race"}, {"name", "DataRace"}};
  rule["shortDescription"] = Text("Data race");
  rule["fullDescription"] = Text(
      "Two threads can access the same memory at the same time, at least one of them writes, "
      "and neither a lock nor an order between the threads keeps them apart. The behavior of "
      "such a program is undefined.");
  rule["help"] = {
      {"text",
       "Decide which lock guards the variable and hold it at both accesses, in exclusive mode "
       "where "
       "it is written. Or make every access atomic. Or order the threads, so that one access has "
       "happened before the other can begin: before the thread is created, or after it was joined. "
       "A variable that is volatile is not safe from races."},
      {"markdown",
       "Two threads can access the same memory at the same time, and at least one of them "
       "writes.\n\n"
       "To repair it:\n\n"
       "- decide which **lock** guards the variable and hold it at *both* accesses, in exclusive "
       "mode where it is written; or\n"
       "- make *every* access **atomic**; or\n"
       "- **order** the threads: access the variable before the other thread is created, or after "
       "it was joined.\n\n"
       "`volatile` does not help."}};
  rule["defaultConfiguration"] = {{"level", "error"}};
  rule["properties"] = {{"tags", {"concurrency", "correctness", "CWE-362", "external/cwe/cwe-362"}},
                        {"precision", "high"},
                        {"problem.severity", "error"}};
  return rule;
}

const char* LevelOf(proto::Confidence confidence) {
  switch (confidence) {
    case proto::CONFIDENCE_RACE:
      return "error";
    case proto::CONFIDENCE_LIKELY:
      return "warning";
    default:
      return "note";
  }
}

double RankOf(proto::Confidence confidence) {
  switch (confidence) {
    case proto::CONFIDENCE_RACE:
      return 90;
    case proto::CONFIDENCE_LIKELY:
      return 60;
    default:
      return 20;
  }
}

// Brackets end the text of a link (section 3.11.6).
std::string LinkText(const std::string& text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}});
}

class SarifWriter {
 public:
  SarifWriter(const proto::Report& report, const SarifOptions& options)
      : report_(report), options_(options), sources_(options.source_root) {}

  std::string Write() {
    Json results = Json::array();
    for (const proto::Race& race : report_.races()) AddResult(race, &results);
    for (const proto::Race& race : report_.fixed()) AddResult(race, &results);
    Json invocation = InvocationJson();
    Json driver = {{"name", "Plait"}};
    if (!options_.tool_version.empty()) driver["semanticVersion"] = options_.tool_version;
    driver["rules"] = Json::array({Rule()});
    driver["notifications"] = Json::array();
    for (const std::string& kind : notification_kinds_) {
      driver["notifications"].push_back({{"id", kind}});
    }
    Json root = {{"description", Text("The root of the project.")}};
    if (!options_.source_root.empty()) root["uri"] = FileUri(options_.source_root + "/");
    Json run;
    run["tool"] = {{"driver", std::move(driver)}};
    run["invocations"] = Json::array({std::move(invocation)});
    run["originalUriBaseIds"] = {{kRootName, std::move(root)}};
    run["columnKind"] = "unicodeCodePoints";
    run["results"] = std::move(results);
    run["properties"] = {{"verdict", VerdictWord(report_.verdict())}};
    Json log;
    log["$schema"] =
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
        "sarif-schema-2.1.0.json";
    log["version"] = "2.1.0";
    log["runs"] = Json::array({std::move(run)});
    // Names and paths are bytes of somebody's files; the library would throw for what is no UTF-8.
    return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  // ---- Places

  static Json ArtifactJson(const std::string& file) {
    if (absl::StartsWith(file, "/")) return {{"uri", FileUri(file)}};
    return {{"uri", RelativeUri(file)}, {"uriBaseId", kRootName}};
  }

  // Columns are left out where the line cannot be read: those of a report count bytes.
  Json PhysicalJson(const proto::SourceLocation& place, const std::string& text = "") {
    Json physical = {{"artifactLocation", ArtifactJson(place.file())}};
    if (place.line() == 0) return physical;
    Json region = {{"startLine", place.line()}};
    if (ColumnRange range; sources_.Range(place, text, &range)) {
      region["startColumn"] = range.begin;
      region["endLine"] = place.line();
      region["endColumn"] = range.end;
    }
    physical["region"] = std::move(region);
    return physical;
  }

  Json LocationJson(const proto::SourceLocation& place, const std::string& message,
                    const std::string& function = "", const std::string& text = "") {
    Json location = Json::object();
    if (!place.file().empty()) location["physicalLocation"] = PhysicalJson(place, text);
    if (!function.empty()) {
      location["logicalLocations"] =
          Json::array({{{"fullyQualifiedName", Printable(function)}, {"kind", "function"}}});
    }
    if (!message.empty()) location["message"] = Text(message);
    return location;
  }

  // ---- Results

  void AddResult(const proto::Race& race, Json* results) {
    const bool is_fixed = race.baseline_state() == proto::BASELINE_FIXED;
    if (static_cast<int>(results->size()) < kMaxResults) {
      results->push_back(ResultJson(race, is_fixed));
    } else {
      ++left_out_;
    }
  }

  // A fixed race names threads of the report it was in, not of this one.
  Json ResultJson(const proto::Race& race, bool is_fixed) {
    static const proto::Report& no_threads = *new proto::Report;
    const proto::Report& report = is_fixed ? no_threads : report_;
    Json result = {{"ruleId", "data-race"}, {"ruleIndex", 0}};
    result["level"] = LevelOf(race.confidence());
    result["rank"] = RankOf(race.confidence());
    result["message"] = Text(Message(report, race));
    result["locations"] = Json::array(
        {LocationJson(race.first().location(), AccessWithLocks(report, race.first(), false),
                      race.first().function(), race.first().text())});
    result["relatedLocations"] = RelatedJson(report, race);
    if (!is_fixed) result["codeFlows"] = FlowsJson(race);
    if (!race.fingerprint().empty()) {
      // GitHub looks at the second only, and would make one from the text of the line: two
      // variables that race on one line would be one alert.
      result["partialFingerprints"] = {{"plaitRace/v1", race.fingerprint()},
                                       {"primaryLocationLineHash", race.fingerprint() + ":1"}};
    }
    if (report_.compared()) {
      result["baselineState"] = is_fixed                                             ? "absent"
                                : race.baseline_state() == proto::BASELINE_UNCHANGED ? "unchanged"
                                                                                     : "new";
    }
    if (race.has_suppression()) {
      result["suppressions"] = Json::array({SuppressionJson(race.suppression())});
    }
    Json reasons = Json::array();
    for (const std::string& reason : race.reasons()) reasons.push_back(reason);
    result["properties"] = {{"confidence", ConfidenceWord(race.confidence())},
                            {"variable", race.variable()},
                            {"reasons", std::move(reasons)}};
    return result;
  }

  // The second access is a link: services show related locations only where they are linked.
  static std::string Message(const proto::Report& report, const proto::Race& race) {
    const std::string place = PlaceName(race.second().location());
    return RaceSentence(report, race,
                        place.empty() ? "" : absl::StrCat("[", LinkText(place), "](1)"));
  }

  Json RelatedJson(const proto::Report& report, const proto::Race& race) {
    Json related = Json::array();
    const auto add = [&](const proto::SourceLocation& place, const std::string& message,
                         const std::string& function = "", const std::string& text = "") {
      if (place.file().empty() || related.size() >= kMaxRelatedLocations) return;
      Json location = {{"id", related.size() + 1}};
      location.update(LocationJson(place, message, function, text));
      related.push_back(std::move(location));
    };
    add(race.second().location(),
        AccessWithLocks(report, race.second(), race.first().thread() == race.second().thread()),
        race.second().function(), race.second().text());
    for (const proto::Cause& cause : race.causes()) {
      proto::SourceLocation place = cause.location();
      // The line is one of another version of the file.
      if (cause.in_base()) place.clear_line();
      add(place, absl::StrCat("cause: ", CausePhrase(cause)));
    }
    add(race.declared(), VariablePhrase(race));
    for (const proto::Access* access : {&race.first(), &race.second()}) {
      for (const proto::HeldLock& lock : access->locks()) {
        add(lock.acquired(), LockPhrase(lock, false));
      }
      for (const proto::HeldLock& lock : access->possible_locks()) {
        add(lock.acquired(), LockPhrase(lock, true));
      }
      const proto::Thread* thread = ThreadOf(report, *access);
      if (thread != nullptr && !thread->is_main()) {
        add(thread->created(), CreationPhrase(report, *thread), thread->created_in());
      }
      if (race.first().thread() == race.second().thread()) break;
    }
    return related;
  }

  static Json SuppressionJson(const proto::Suppression& suppression) {
    const bool in_source = suppression.kind() == proto::Suppression::IN_SOURCE;
    Json result = {{"kind", in_source ? "inSource" : "external"}, {"status", "accepted"}};
    result["justification"] = Printable(suppression.justification());
    if (!suppression.location().file().empty()) {
      Json physical = {{"artifactLocation", ArtifactJson(suppression.location().file())}};
      if (suppression.location().line() > 0) {
        physical["region"] = {{"startLine", suppression.location().line()}};
      }
      result["location"] = {{"physicalLocation", std::move(physical)}};
    }
    result["properties"] = {{"rule", suppression.rule()}, {"expires", suppression.expires()}};
    return result;
  }

  // ---- Flows

  Json StepJson(const StoryStep& step, const std::string& who, int order) {
    Json location = LocationJson(step.location, absl::StrCat(who, ": ", step.text), step.function);
    Json result = {{"location", std::move(location)}};
    switch (step.kind) {
      case StoryStep::kCreate:
        result["kinds"] = {"call", "create"};
        break;
      case StoryStep::kCall:
        result["kinds"] = {"call"};
        break;
      case StoryStep::kLock:
        result["kinds"] = {"acquire", "lock"};
        break;
      case StoryStep::kAccess:
        result["kinds"] = {"memory", "danger"};
        break;
    }
    result["nestingLevel"] = step.depth;
    result["executionOrder"] = order;
    result["importance"] = step.kind == StoryStep::kAccess ? "essential" : "important";
    return result;
  }

  // The access is the last step: of a long way the end is kept.
  std::vector<StoryStep> ShortStory(const proto::Access& access) const {
    std::vector<StoryStep> story = StoryOf(report_, access);
    if (story.size() > kMaxFlowSteps) story.erase(story.begin(), story.end() - kMaxFlowSteps);
    return story;
  }

  Json WitnessJson(const proto::Witness& witness) {
    Json steps = Json::array();
    const size_t size = witness.steps_size();
    const size_t begin = size > kMaxFlowSteps ? size - kMaxFlowSteps : 0;
    for (size_t i = begin; i < size; ++i) {
      const proto::WitnessStep& step = witness.steps(static_cast<int>(i));
      Json location = LocationJson(step.location(), absl::StrCat(WitnessThreadName(step.thread()),
                                                                 ": ", WitnessStepText(step)));
      Json result = {{"location", std::move(location)}};
      result["executionOrder"] = static_cast<int>(i - begin) + 1;
      result["importance"] = i + 2 >= size ? "essential" : "important";
      steps.push_back(std::move(result));
    }
    return steps;
  }

  Json FlowsJson(const proto::Race& race) {
    const std::vector<StoryStep> first = ShortStory(race.first()),
                                 second = ShortStory(race.second());
    Json both = Json::array(), one = Json::array(), two = Json::array();
    // Up to the accesses, then these; in the flows by thread they have the same number: nothing
    // orders them.
    const int last = static_cast<int>(std::max(first.size(), second.size()));
    int order = 0;
    for (size_t i = 0; i + 1 < first.size(); ++i) both.push_back(StepJson(first[i], "T1", ++order));
    for (size_t i = 0; i + 1 < second.size(); ++i) {
      both.push_back(StepJson(second[i], "T2", ++order));
    }
    both.push_back(StepJson(first.back(), "T1", ++order));
    both.push_back(StepJson(second.back(), "T2", ++order));
    for (size_t i = 0; i < first.size(); ++i) {
      const bool is_last = i + 1 == first.size();
      one.push_back(StepJson(first[i], "T1", is_last ? last : static_cast<int>(i) + 1));
    }
    for (size_t i = 0; i < second.size(); ++i) {
      const bool is_last = i + 1 == second.size();
      two.push_back(StepJson(second[i], "T2", is_last ? last : static_cast<int>(i) + 1));
    }
    std::string title = "Both threads, one after the other; then both accesses.";
    if (race.has_witness() && race.witness().steps_size() > 0) {
      both = WitnessJson(race.witness());
      title = "An execution in which both accesses are next.";
    }
    Json flows = Json::array();
    flows.push_back({{"message", Text(title)},
                     {"threadFlows", Json::array({{{"id", "T1, T2"}, {"locations", both}}})}});
    const auto flow = [&](const char* id, const proto::Access& access, Json steps) {
      return Json{{"id", id},
                  {"message", Text(ThreadPhrase(ThreadOf(report_, access)))},
                  {"locations", std::move(steps)}};
    };
    flows.push_back({{"message", Text("Each thread for itself.")},
                     {"threadFlows", Json::array({flow("T1", race.first(), std::move(one)),
                                                  flow("T2", race.second(), std::move(two))})}});
    return flows;
  }

  // ---- What the run could not do

  Json Notification(const std::string& kind, const char* level, const std::string& text,
                    const proto::SourceLocation& place) {
    notification_kinds_.insert(kind);
    Json result = {{"descriptor", {{"id", kind}}}, {"level", level}, {"message", Text(text)}};
    if (!place.file().empty()) result["locations"] = Json::array({LocationJson(place, "")});
    return result;
  }

  Json InvocationJson() {
    Json notifications = Json::array();
    bool success = true;
    for (const proto::FailedUnit& unit : report_.failed_units()) {
      success = success && !unit.nothing_parsed();
      std::string text = unit.nothing_parsed() ? "could not be parsed; nothing of it was analysed"
                                               : "parsed in part; the rest of it was not analysed";
      for (const std::string& error : unit.errors()) {
        absl::StrAppend(&text, "\n", Printable(error));
      }
      proto::SourceLocation place;
      place.set_file(unit.file());
      notifications.push_back(Notification("unit-errors",
                                           unit.nothing_parsed() ? "error" : "warning",
                                           absl::StrCat(PlaceName(place), ": ", text), place));
    }
    for (const proto::Reason& reason : report_.reasons()) {
      notifications.push_back(Notification(
          Printable(reason.kind()), reason.kind() == "store" ? "warning" : "note",
          absl::StrCat(Printable(reason.text()),
                       reason.count() > 1 ? absl::StrCat(" (", reason.count(), " times)") : ""),
          reason.example()));
    }
    for (const proto::Suppression& suppression : report_.idle_suppressions()) {
      notifications.push_back(
          Notification("idle-suppression", "warning",
                       absl::StrCat("suppression ", Quoted(suppression.rule()),
                                    " does nothing: ", Printable(suppression.problem())),
                       suppression.location()));
    }
    if (left_out_ > 0) {
      notifications.push_back(Notification(
          "results-left-out", "warning",
          absl::StrCat(Count(left_out_, "race is", "races are"), " left out: services accept ",
                       kMaxResults, " results in a file"),
          {}));
    }
    Json invocation = {{"executionSuccessful", success}};
    invocation["toolExecutionNotifications"] = std::move(notifications);
    return invocation;
  }

  const proto::Report& report_;
  const SarifOptions& options_;
  SourceReader sources_;
  std::set<std::string> notification_kinds_;
  uint32_t left_out_ = 0;
};

}  // namespace

std::string WriteSarif(const proto::Report& report, const SarifOptions& options) {
  return SarifWriter(report, options).Write();
}

}  // namespace plait
