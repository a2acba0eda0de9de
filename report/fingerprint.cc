#include "report/fingerprint.h"

#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace plait {
namespace {

// Part of every fingerprint: change it if they are made differently, so that old ones do not half
// match.
constexpr char kScheme[] = "race/1";

// Fields end with a byte that no name holds.
void Append(const std::string& field, std::string* text) { (text->append(field)) += '\0'; }

std::string WithoutBlanks(const std::string& text) {
  std::string result;
  for (const unsigned char c : text) {
    if (!std::isspace(c)) result += static_cast<char>(c);
  }
  return result;
}

// The function the thread starts with: the outermost of the calls that lead to the access.
const std::string& Entry(const proto::Access& access) {
  return access.call_chain().empty() ? access.function() : access.call_chain(0).caller();
}

std::string Describe(const proto::Access& access) {
  std::string text;
  Append(access.function(), &text);
  Append(std::to_string(access.kind()), &text);
  Append(WithoutBlanks(access.text()), &text);
  Append(Entry(access), &text);
  return text;
}

// xxh3-128. Not summaries/digest.h: report/ depends on proto/ alone.
std::string Digest(const std::string& text) {
  static constexpr char kHex[] = "0123456789abcdef";
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(text.data(), text.size()));
  std::string result;
  for (const unsigned char byte : canonical.digest) {
    result += kHex[byte >> 4];
    result += kHex[byte & 15];
  }
  return result;
}

std::string BaseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// What tells races of one fingerprint apart, as little of it as needed.
std::string Distinction(const proto::Race& race, size_t level) {
  const std::string& file = race.declared().file();
  return level == 0 ? BaseName(file) : file;
}

// Gives the first race the fingerprint, and each other one a fingerprint made from it and what
// tells it from the first.
void TellApart(const std::string& fingerprint, std::vector<proto::Race*> races, size_t level) {
  constexpr size_t kLevels = 2;
  std::sort(races.begin(), races.end(), [](const proto::Race* a, const proto::Race* b) {
    auto order = [](const proto::Race* race) {
      return std::make_tuple(Distinction(*race, 0), Distinction(*race, 1), race->type(),
                             race->declared().line());
    };
    return order(a) < order(b);
  });
  races.front()->set_fingerprint(fingerprint);
  races.erase(races.begin());
  if (level == kLevels) {
    for (size_t i = 0; i < races.size(); ++i) {
      races[i]->set_fingerprint(Digest(fingerprint + '#' + std::to_string(i + 2)));
    }
    return;
  }
  std::map<std::string, std::vector<proto::Race*>> groups;
  for (proto::Race* race : races) groups[Distinction(*race, level)].push_back(race);
  for (auto& [distinction, group] : groups) {
    TellApart(Digest(fingerprint + '#' + distinction), std::move(group), level + 1);
  }
}

}  // namespace

std::string Fingerprint(const proto::Race& race) {
  std::string first = Describe(race.first()), second = Describe(race.second());
  if (second < first) std::swap(first, second);
  std::string text;
  Append(kScheme, &text);
  Append(race.variable(), &text);
  Append(race.variable_kind(), &text);
  return Digest(text + first + second);
}

void AssignFingerprints(proto::Report* report) {
  std::map<std::string, std::vector<proto::Race*>> groups;
  for (proto::Race& race : *report->mutable_races()) groups[Fingerprint(race)].push_back(&race);
  for (auto& [fingerprint, races] : groups) TellApart(fingerprint, std::move(races), 0);
}

}  // namespace plait
