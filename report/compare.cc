#include "report/compare.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "report/fingerprint.h"

namespace plait {
namespace {

constexpr int kNone = -1;

std::string BaseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string Join(std::initializer_list<std::string_view> fields) {
  std::string text;
  for (const std::string_view field : fields) {
    text += field;
    text += '\0';
  }
  return text;
}

std::string VariableOf(const proto::Race& race) {
  return Join({race.variable(), race.variable_kind(), race.type()});
}

std::string VariableInFile(const proto::Race& race) {
  return Join({VariableOf(race), race.declared().file()});
}

bool IsApart(const proto::Race& race) { return race.set_apart_size() > 0; }

using Key = std::function<std::string(const proto::Race&)>;

// What must be equal, round by round. The fingerprints are made anew: those in the reports may be
// of another version, or have been told apart from others there.
const std::vector<Key>& Rounds() {
  static const std::vector<Key>& rounds = *new std::vector<Key>{
      [](const proto::Race& race) {
        return Join({VariableOf(race), race.declared().file(), Fingerprint(race)});
      },
      [](const proto::Race& race) { return Fingerprint(race); },
      VariableInFile,
      [](const proto::Race& race) {
        return Join({VariableOf(race), std::min(race.first().function(), race.second().function()),
                     std::max(race.first().function(), race.second().function())});
      },
      [](const proto::Race& race) {
        return Join({VariableOf(race), BaseName(race.declared().file())});
      },
  };
  return rounds;
}

// Indices of the races without a partner by their key, each list in an order that does not depend
// on lines.
std::map<std::string, std::vector<int>> Grouped(
    const google::protobuf::RepeatedPtrField<proto::Race>& races, const std::vector<int>& partners,
    const Key& key) {
  std::map<std::string, std::vector<int>> groups;
  for (int i = 0; i < races.size(); ++i) {
    if (partners[i] == kNone) groups[key(races[i])].push_back(i);
  }
  for (auto& [unused, group] : groups) {
    std::sort(group.begin(), group.end(), [&](int a, int b) {
      auto order = [&](int i) {
        return std::make_tuple(races[i].declared().file(), -static_cast<int>(races[i].confidence()),
                               i);
      };
      return order(a) < order(b);
    });
  }
  return groups;
}

// What is set apart in `base` stands for nothing that is not in `head`; a race of before whose
// pairs are all set apart now is still that race: if not `alike`, looks for such.
void Pair(const proto::Report& base, const proto::Report& head, bool alike,
          std::vector<int>* base_partners, std::vector<int>* head_partners) {
  auto word = [](bool is_apart) { return is_apart ? "apart" : ""; };
  for (const Key& key : Rounds()) {
    const auto ours = Grouped(head.races(), *head_partners, [&](const proto::Race& race) {
      return key(race) + word(alike && IsApart(race));
    });
    const auto theirs = Grouped(base.races(), *base_partners, [&](const proto::Race& race) {
      return key(race) + word(IsApart(race));
    });
    for (const auto& [text, before] : theirs) {
      const auto found = ours.find(text);
      if (found == ours.end()) continue;
      for (size_t i = 0; i < std::min(before.size(), found->second.size()); ++i) {
        (*base_partners)[before[i]] = found->second[i];
        (*head_partners)[found->second[i]] = before[i];
      }
    }
  }
}

bool IsIn(const proto::Race& race, const std::set<std::string>& files) {
  return files.contains(race.first().location().file()) ||
         files.contains(race.second().location().file()) || files.contains(race.declared().file());
}

// Variables that one report has a single race for and the other two, as accesses are set apart
// there.
std::set<std::string> SplitIn(const google::protobuf::RepeatedPtrField<proto::Race>& races,
                              const google::protobuf::RepeatedPtrField<proto::Race>& others) {
  std::set<std::string> split, whole;
  for (const proto::Race& race : others) {
    if (!IsApart(race)) whole.insert(VariableInFile(race));
  }
  for (const proto::Race& race : others) {
    if (IsApart(race)) whole.erase(VariableInFile(race));
  }
  for (const proto::Race& race : races) {
    if (IsApart(race) && whole.contains(VariableInFile(race))) split.insert(VariableInFile(race));
  }
  return split;
}

}  // namespace

void CompareReports(const proto::Report& base, proto::Report* head, const CompareOptions& options) {
  std::vector<int> base_partners(base.races_size(), kNone);
  std::vector<int> head_partners(head->races_size(), kNone);
  Pair(base, *head, /*alike=*/true, &base_partners, &head_partners);
  Pair(base, *head, /*alike=*/false, &base_partners, &head_partners);
  const std::set<std::string> split_now = SplitIn(head->races(), base.races());
  const std::set<std::string> split_before = SplitIn(base.races(), head->races());

  std::set<std::string> unread;
  for (const proto::FailedUnit& unit : head->failed_units()) {
    if (unit.nothing_parsed()) unread.insert(unit.file());
  }
  auto is_shown = [&](const proto::Race& race) { return race.confidence() >= options.shown_from; };

  for (int i = 0; i < head->races_size(); ++i) {
    proto::Race* race = head->mutable_races(i);
    const int partner = head_partners[i];
    const bool is_new = partner == kNone ? !split_now.contains(VariableInFile(*race))
                                         : is_shown(*race) && !is_shown(base.races(partner));
    race->set_baseline_state(is_new ? proto::BASELINE_INTRODUCED : proto::BASELINE_UNCHANGED);
  }
  head->clear_fixed();
  uint32_t not_compared = 0;
  for (int i = 0; i < base.races_size(); ++i) {
    const proto::Race& race = base.races(i);
    const int partner = base_partners[i];
    if (partner != kNone && (!is_shown(race) || is_shown(head->races(partner)))) continue;
    if (partner == kNone && split_before.contains(VariableInFile(race))) continue;
    if (partner == kNone && IsIn(race, unread)) {
      ++not_compared;
      continue;
    }
    proto::Race* fixed = head->add_fixed();
    *fixed = race;
    fixed->set_baseline_state(proto::BASELINE_FIXED);
    // The threads were those of the other report.
    fixed->mutable_first()->set_thread(-1);
    fixed->mutable_second()->set_thread(-1);
  }
  head->set_compared(true);
  if (not_compared == 0) return;
  proto::Reason* reason = head->add_reasons();
  reason->set_kind("not-compared");
  reason->set_text("races of before whose files could not be parsed now");
  reason->set_count(not_compared);
}

}  // namespace plait
