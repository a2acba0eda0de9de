#include "report/suppress.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/glob.h"

namespace plait {
namespace {

constexpr char kMatchesNone[] = "matches no race";
constexpr char kNeedsReason[] = "needs a reason";

bool IsAt(const proto::SourceLocation& place, const std::string& file, uint32_t line) {
  return line > 0 && place.line() == line && place.file() == file;
}

bool IsExpired(const SuppressionRule& rule, const std::string& today) {
  // Dates so written compare as text.
  return !rule.expires.empty() && rule.expires < today;
}

bool NamesVariable(const std::vector<std::string>& patterns, const std::string& variable) {
  return patterns.empty() ||
         std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
           return MatchesVariable(pattern, variable);
         });
}

bool PathMatches(const std::string& glob, const std::string& project_root,
                 const proto::SourceLocation& place) {
  return MatchesPath(glob, (std::filesystem::path(project_root) / place.file()).string());
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
      for (const IgnoreComment& comment : input_.comments->CommentsOf(file)) {
        comments_.push_back({file, comment});
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
    auto is_at = [&](const proto::SourceLocation& place) {
      return IsAt(place, comment->file, said.code_line);
    };
    const bool is_here =
        is_at(race->first().location()) || is_at(race->second().location()) ||
        is_at(race->declared()) ||
        std::any_of(race->set_apart().begin(), race->set_apart().end(),
                    [&](const proto::AccessPlace& place) { return is_at(place.location()); });
    if (!is_here) return;
    if (!NamesVariable(said.variables, race->variable())) return;
    comment->is_used = true;
    Set(Describe(*comment), race);
  }

  bool Matches(const SuppressionRule& rule, const proto::Race& race) const {
    auto is_by = [&](const std::string& function) {
      return rule.function.empty() || MatchesFunction(rule.function, function);
    };
    auto is_in = [&](const proto::SourceLocation& place) {
      return rule.path.empty() || PathMatches(rule.path, input_.project_root, place);
    };
    const proto::Access &a = race.first(), &b = race.second();
    const bool is_here = (is_by(a.function()) || is_by(b.function())) &&
                         (is_in(a.location()) || is_in(b.location()));
    return (rule.variable.empty() || MatchesVariable(rule.variable, race.variable())) &&
           (rule.fingerprint.empty() || rule.fingerprint == race.fingerprint()) &&
           (is_here || std::any_of(race.set_apart().begin(), race.set_apart().end(),
                                   [&](const proto::AccessPlace& place) {
                                     return is_by(place.function()) && is_in(place.location());
                                   }));
  }

  void ApplyEntries(proto::Race* race) {
    for (const SuppressionRule& rule : input_.config->suppressions) {
      if (!Matches(rule, *race)) continue;
      used_rules_.insert(&rule);
      if (!IsExpired(rule, input_.today)) Set(Describe(rule), race);
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
      if (IsExpired(rule, input_.today)) {
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

ExcusedAccesses::ExcusedAccesses(const SuppressionInput& input)
    : project_root_(input.project_root) {
  for (const SuppressionRule& rule : input.config->suppressions) {
    const bool is_of_accesses = !rule.function.empty() || !rule.path.empty();
    if (is_of_accesses && rule.fingerprint.empty() && !IsExpired(rule, input.today)) {
      rules_.push_back(&rule);
    }
  }
  for (const std::string& file : input.sources) {
    for (const IgnoreComment& comment : input.comments->CommentsOf(file)) {
      if (comment.reason.empty() || comment.code_line == 0) continue;
      lines_[{file, comment.code_line}].push_back(comment.variables);
    }
  }
}

bool ExcusedAccesses::Contains(const proto::AccessPlace& access,
                               const std::string& variable) const {
  const auto line = lines_.find({access.location().file(), access.location().line()});
  if (line != lines_.end() && std::any_of(line->second.begin(), line->second.end(),
                                          [&](const std::vector<std::string>& patterns) {
                                            return variable.empty() ||
                                                   NamesVariable(patterns, variable);
                                          })) {
    return true;
  }
  return std::any_of(rules_.begin(), rules_.end(), [&](const SuppressionRule* rule) {
    return (variable.empty() || rule->variable.empty() ||
            MatchesVariable(rule->variable, variable)) &&
           (rule->function.empty() || MatchesFunction(rule->function, access.function())) &&
           (rule->path.empty() || PathMatches(rule->path, project_root_, access.location()));
  });
}

std::string ExcusedAccesses::digest() const {
  std::string text;
  for (const SuppressionRule* rule : rules_) {
    absl::StrAppend(&text, rule->variable, "\n", rule->function, "\n", rule->path, "\n");
  }
  for (const auto& [place, comments] : lines_) {
    absl::StrAppend(&text, place.first, ":", place.second, "\n");
    for (const std::vector<std::string>& variables : comments) {
      absl::StrAppend(&text, absl::StrJoin(variables, ","), "\n");
    }
  }
  return text;
}

void ApplySuppressions(const SuppressionInput& input, proto::Report* report) {
  Suppressor(input, report).Run();
}

}  // namespace plait
