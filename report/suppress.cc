#include "report/suppress.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "report/glob.h"
#include "report/ignore_comments.h"

namespace plait {
namespace {

constexpr char kMatchesNone[] = "matches no race";
constexpr char kNeedsReason[] = "needs a reason";

bool IsAt(const proto::SourceLocation& place, const std::string& file, uint32_t line) {
  return line > 0 && place.line() == line && place.file() == file;
}

class Suppressor {
 public:
  Suppressor(const SuppressionInput& input, proto::Report* report)
      : input_(input), report_(*report) {}

  void Run() {
    ReadComments();
    for (proto::Race& race : *report_.mutable_races()) {
      race.clear_suppression();
      ApplyMarks(&race);
      for (Comment& comment : comments_) ApplyComment(&comment, &race);
      ApplyEntries(&race);
    }
    report_.clear_idle_suppressions();
    AddIdleComments();
    AddIdleEntries();
    std::sort(report_.mutable_idle_suppressions()->begin(),
              report_.mutable_idle_suppressions()->end(),
              [](const proto::Suppression& a, const proto::Suppression& b) {
                auto key = [](const proto::Suppression& s) {
                  return std::make_tuple(s.location().file(), s.location().line(), s.rule());
                };
                return key(a) < key(b);
              });
  }

 private:
  struct Comment {
    std::string file;
    IgnoreComment comment;
    bool is_used = false;
  };

  void ReadComments() {
    std::set<std::string> files(input_.sources.begin(), input_.sources.end());
    for (const proto::Race& race : report_.races()) {
      for (const proto::SourceLocation* place :
           {&race.first().location(), &race.second().location(), &race.declared()}) {
        files.insert(place->file());
      }
    }
    files.erase("");
    for (const std::string& file : files) {
      for (IgnoreComment& comment : FindIgnoreComments(input_.read(file))) {
        comments_.push_back({file, std::move(comment)});
      }
    }
  }

  static proto::Suppression Describe(const Comment& comment) {
    proto::Suppression result;
    result.set_kind(proto::Suppression::IN_SOURCE);
    result.set_rule(comment.comment.text);
    result.set_justification(comment.comment.reason);
    result.mutable_location()->set_file(comment.file);
    result.mutable_location()->set_line(comment.comment.line);
    return result;
  }

  proto::Suppression Describe(const SuppressionRule& rule) const {
    proto::Suppression result;
    result.set_kind(proto::Suppression::IN_CONFIG);
    result.set_rule(rule.text);
    result.set_justification(rule.reason);
    result.set_expires(rule.expires);
    result.mutable_location()->set_file(InReport(input_.config->file));
    result.mutable_location()->set_line(rule.line);
    return result;
  }

  // An absolute path as reports name files.
  std::string InReport(const std::string& path) const {
    const std::string below = absl::StrCat(input_.project_root, "/");
    return absl::StartsWith(path, below) ? path.substr(below.size()) : path;
  }

  void Set(proto::Suppression suppression, proto::Race* race) {
    if (!race->has_suppression()) *race->mutable_suppression() = std::move(suppression);
  }

  void ApplyMarks(proto::Race* race) {
    for (const proto::Access* access : {&race->first(), &race->second()}) {
      if (!access->intended()) continue;
      proto::Suppression mark;
      mark.set_kind(proto::Suppression::IN_SOURCE);
      mark.set_rule("intended");
      mark.set_justification("the code marks this access as one that may race");
      *mark.mutable_location() = access->location();
      Set(std::move(mark), race);
    }
  }

  void ApplyComment(Comment* comment, proto::Race* race) {
    const IgnoreComment& said = comment->comment;
    if (said.reason.empty()) return;
    const bool is_here = IsAt(race->first().location(), comment->file, said.code_line) ||
                         IsAt(race->second().location(), comment->file, said.code_line) ||
                         IsAt(race->declared(), comment->file, said.code_line);
    if (!is_here) return;
    const bool names_it =
        said.variables.empty() ||
        std::any_of(said.variables.begin(), said.variables.end(), [&](const std::string& variable) {
          return MatchesVariable(variable, race->variable());
        });
    if (!names_it) return;
    comment->is_used = true;
    Set(Describe(*comment), race);
  }

  bool IsExpired(const SuppressionRule& rule) const {
    // Dates so written compare as text.
    return !rule.expires.empty() && rule.expires < input_.today;
  }

  bool PathMatches(const std::string& glob, const proto::Access& access) const {
    const std::string path =
        (std::filesystem::path(input_.project_root) / access.location().file()).string();
    return MatchesPath(glob, path);
  }

  bool Matches(const SuppressionRule& rule, const proto::Race& race) const {
    const proto::Access &a = race.first(), &b = race.second();
    return (rule.variable.empty() || MatchesVariable(rule.variable, race.variable())) &&
           (rule.function.empty() || MatchesFunction(rule.function, a.function()) ||
            MatchesFunction(rule.function, b.function())) &&
           (rule.path.empty() || PathMatches(rule.path, a) || PathMatches(rule.path, b)) &&
           (rule.fingerprint.empty() || rule.fingerprint == race.fingerprint());
  }

  void ApplyEntries(proto::Race* race) {
    for (const SuppressionRule& rule : input_.config->suppressions) {
      if (!Matches(rule, *race)) continue;
      used_rules_.insert(&rule);
      if (!IsExpired(rule)) Set(Describe(rule), race);
    }
  }

  void AddIdle(proto::Suppression suppression, const std::string& problem) {
    suppression.set_problem(problem);
    *report_.add_idle_suppressions() = std::move(suppression);
  }

  // What has a file or a part of it not been analysed for may well match something there.
  bool KnowsAllRaces() const { return input_.is_whole_project && report_.failed_units_size() == 0; }

  void AddIdleComments() {
    for (const Comment& comment : comments_) {
      if (comment.comment.reason.empty()) {
        AddIdle(Describe(comment), kNeedsReason);
      } else if (!comment.is_used && KnowsAllRaces()) {
        AddIdle(Describe(comment), kMatchesNone);
      }
    }
  }

  void AddIdleEntries() {
    for (const SuppressionRule& rule : input_.config->suppressions) {
      if (IsExpired(rule)) {
        AddIdle(Describe(rule), absl::StrCat("expired on ", rule.expires));
      } else if (!used_rules_.contains(&rule) && KnowsAllRaces()) {
        AddIdle(Describe(rule), kMatchesNone);
      }
    }
  }

  const SuppressionInput& input_;
  proto::Report& report_;
  std::vector<Comment> comments_;
  std::set<const SuppressionRule*> used_rules_;
};

}  // namespace

void ApplySuppressions(const SuppressionInput& input, proto::Report* report) {
  Suppressor(input, report).Run();
}

}  // namespace plait
