#include "driver/reuse.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "analyzer/ir/digest.h"
#include "summaries/digest.h"

namespace plait {
namespace {

// Reasons, as the totals name them.
constexpr char kNew[] = "new";
constexpr char kPlait[] = "Plait changed";
constexpr char kLost[] = "not in the store";

std::string RecordKey() { return ir::Digest128("the inputs of the last run"); }

uint32_t Short(std::string_view digest) {
  uint32_t number = 0;
  const bool is_number = absl::SimpleHexAtoi(std::string(digest.substr(0, 8)), &number);
  return is_number ? number : 0;
}

uint32_t ShortCommand(const RunInputs& run, size_t unit) {
  return Short(frontend::CommandDigest((*run.commands)[unit], run.root));
}

NotReused ExplainUnit(const RunInputs& run, size_t u, const proto::LastRun& before) {
  const CapturedUnit& unit = (*run.units)[u];
  NotReused result;
  result.name = unit.record.file;
  auto because = [&](std::string kind, std::string why) {
    result.kind = std::move(kind);
    result.why = std::move(why);
  };
  switch (unit.why.kind) {
    case Reparse::Kind::kFile:
      because("file changed", "it changed");
      return result;
    case Reparse::Kind::kHeader:
      because("header changed", absl::StrCat(unit.why.path, " changed"));
      return result;
    case Reparse::Kind::kAppeared:
      because("file appeared", absl::StrCat(unit.why.path, " appeared"));
      return result;
    case Reparse::Kind::kStore:
      because("store damaged", "what the store has of it is damaged");
      return result;
    case Reparse::Kind::kUnknown:
      break;
  }
  bool is_known = false, same_command = false;
  for (const proto::LastRun::Unit& known : before.units()) {
    if (known.file() != unit.record.file) continue;
    is_known = true;
    same_command = same_command || known.command() == ShortCommand(run, u);
  }
  if (!is_known) {
    because(kNew, "it is new");
  } else if (!same_command) {
    because("command changed", "its compile command changed");
  } else if (before.build() != run.build) {
    because(kPlait, kPlait);
  } else {
    because(kLost, "the store has nothing of it");
  }
  return result;
}

class ProcedureExplainer {
 public:
  ProcedureExplainer(const RunInputs& run, const proto::LastRun& before)
      : run_(run), before_(before) {
    for (const proto::LastRun::Procedure& known : before.procedures()) {
      known_[known.name()] = &known;
    }
  }

  NotReused Explain(uint32_t definition) const {
    const Definition& explained = run_.program->definitions()[definition];
    auto [kind, why] = Reason(definition);
    return {explained.display_name(), explained.file(), std::move(kind), std::move(why)};
  }

 private:
  using Why = std::pair<std::string, std::string>;  // kind, text

  const proto::LastRun::Procedure* Known(uint32_t definition) const {
    const auto found = known_.find(NameText(run_.program->definitions()[definition].name));
    return found == known_.end() ? nullptr : found->second;
  }

  const std::string& Display(uint32_t definition) const {
    return run_.program->definitions()[definition].display_name();
  }

  // What changed of the procedure itself.
  std::vector<Why> OwnReasons(uint32_t definition, const std::string& whose) const {
    const proto::LastRun::Procedure* known = Known(definition);
    const OwnInputs& own = (*run_.summaries)[definition].own;
    if (known == nullptr) return {{kNew, whose == "its" ? "it is new" : "it is new: " + whose}};
    std::vector<Why> reasons;
    if (known->code() != Short(own.code)) {
      return {{"code changed", absl::StrCat(whose, " code changed")}};
    }
    if (known->names() != Short(own.names)) {
      return {{"names changed",
               absl::StrCat(whose, " code mentions functions or variables by new names")}};
    }
    if (known->targets() != Short(own.targets)) {
      reasons.push_back({"function pointers changed",
                         absl::StrCat(whose, " function pointers may be other functions")});
    }
    if (known->globals() != Short(own.globals)) {
      reasons.push_back({"variables changed",
                         absl::StrCat("variables or functions that ", whose == "its" ? "it" : whose,
                                      " names are declared, written or defined differently")});
    }
    return reasons;
  }

  Why Reason(uint32_t definition) const {
    if (before_.procedures().empty()) return {kNew, "there was no run before"};
    if (before_.build() != run_.build) return {kPlait, kPlait};
    if (before_.models() != run_.models) return {"models changed", "the models changed"};
    std::vector<Why> reasons = OwnReasons(definition, "its");
    const SummaryInputs& inputs = (*run_.summaries)[definition];
    for (uint32_t callee : inputs.callees) AddCallee(callee, &reasons);
    if (reasons.empty()) AddPartners(inputs, &reasons);
    if (reasons.empty()) return {kLost, "the store has no summary of it"};
    Why result = reasons.front();
    for (size_t i = 1; i < reasons.size() && i < kMostReasons; ++i) {
      absl::StrAppend(&result.second, "; ", reasons[i].second);
    }
    if (reasons.size() > kMostReasons) {
      absl::StrAppend(&result.second, "; and ", reasons.size() - kMostReasons, " more");
    }
    return result;
  }

  void AddCallee(uint32_t callee, std::vector<Why>* reasons) const {
    const proto::LastRun::Procedure* known = Known(callee);
    const SummaryInputs& inputs = (*run_.summaries)[callee];
    if (known == nullptr) {
      reasons->push_back({"summary changed", absl::StrCat(Display(callee), " is new")});
    } else if (known->summary() != Short(inputs.summary)) {
      reasons->push_back(
          {"summary changed", absl::StrCat("the summary of ", Display(callee), " changed")});
    } else if (known->summary_globals() != Short(inputs.globals)) {
      reasons->push_back({"variables changed",
                          absl::StrCat("variables or functions that ", Display(callee),
                                       " uses are declared, written or defined differently")});
    }
  }

  void AddPartners(const SummaryInputs& inputs, std::vector<Why>* reasons) const {
    for (uint32_t partner : inputs.partners) {
      for (const Why& why : OwnReasons(partner, Display(partner) + "'s")) {
        reasons->push_back(
            {"recursion changed", absl::StrCat(why.second, ", which calls it back")});
      }
    }
  }

  static constexpr size_t kMostReasons = 3;  // in full

  const RunInputs& run_;
  const proto::LastRun& before_;
  absl::flat_hash_map<std::string, const proto::LastRun::Procedure*> known_;
};

void AppendPart(const std::string& what, size_t total, const std::vector<NotReused>& entries,
                std::string* text) {
  absl::StrAppend(text, what, ": ", entries.size(), " of ", total, "\n");
  std::map<std::string, size_t> totals;
  for (const NotReused& entry : entries) {
    absl::StrAppend(text, "  ", entry.name);
    if (!entry.file.empty()) absl::StrAppend(text, " (", entry.file, ")");
    absl::StrAppend(text, ": ", entry.why, "\n");
    ++totals[entry.kind];
  }
  for (const auto& [kind, count] : totals) absl::StrAppend(text, "  = ", count, " ", kind, "\n");
}

}  // namespace

LastRun FindLastRun(Store* store) {
  LastRun last;
  const absl::StatusOr<Store::Note> note = store->FindNote(RecordKey());
  if (!note.ok() || !last.record.ParseFromString(note->bytes)) return LastRun();
  last.is_of_today = note->is_of_today;
  return last;
}

absl::Status PutLastRun(const RunInputs& run, Store* store) {
  proto::LastRun last;
  last.set_build(run.build);
  last.set_models(run.models);
  for (size_t u = 0; u < run.units->size(); ++u) {
    proto::LastRun::Unit* unit = last.add_units();
    unit->set_file((*run.units)[u].record.file);
    unit->set_command(ShortCommand(run, u));
  }
  HeadEncoder heads(&last);
  for (uint32_t d = 0; d < run.summaries->size(); ++d) {
    const SummaryInputs& inputs = (*run.summaries)[d];
    const Name name = run.program->definitions()[d].name;
    proto::LastRun::Procedure* procedure = last.add_procedures();
    if (run.stored != nullptr && run.stored->places().contains(name)) {
      const SummaryRef& place = run.stored->places().at(name).summary;
      procedure->mutable_head()->set_key(RawDigest(place.key));
      procedure->mutable_head()->set_summary(RawDigest(place.digest));
      procedure->mutable_head()->set_interface(RawDigest(inputs.summary));
      heads.Encode((*run.heads)[d]->head(), procedure->mutable_head());
    }
    procedure->set_name(NameText(name));
    procedure->set_code(Short(inputs.own.code));
    procedure->set_names(Short(inputs.own.names));
    procedure->set_targets(Short(inputs.own.targets));
    procedure->set_globals(Short(inputs.own.globals));
    procedure->set_summary(Short(inputs.summary));
    procedure->set_summary_globals(Short(inputs.globals));
  }
  return store->PutNote(RecordKey(), last.SerializeAsString());
}

ReuseReport ExplainReuse(const RunInputs& run, const proto::LastRun& before) {
  ReuseReport report;
  report.units = run.units->size();
  report.procedures = run.program->definitions().size();
  for (size_t u = 0; u < run.units->size(); ++u) {
    if ((*run.units)[u].was_parsed) report.parsed.push_back(ExplainUnit(run, u, before));
  }
  const ProcedureExplainer explainer(run, before);
  for (uint32_t d = 0; d < run.summaries->size(); ++d) {
    if ((*run.summaries)[d].analysed) report.analysed.push_back(explainer.Explain(d));
  }
  auto by_name = [](const NotReused& a, const NotReused& b) {
    return std::tie(a.file, a.name, a.why) < std::tie(b.file, b.name, b.why);
  };
  std::sort(report.parsed.begin(), report.parsed.end(), by_name);
  std::sort(report.analysed.begin(), report.analysed.end(), by_name);
  return report;
}

std::string WriteReuse(const ReuseReport& report) {
  std::string text;
  AppendPart("units parsed", report.units, report.parsed, &text);
  AppendPart("procedures analysed", report.procedures, report.analysed, &text);
  return text;
}

}  // namespace plait
