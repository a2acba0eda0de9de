#include "report/fingerprint.h"

#include <xxhash.h>

#include <cctype>
#include <map>
#include <utility>

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
  std::map<std::string, int> seen;
  for (proto::Race& race : *report->mutable_races()) {
    std::string fingerprint = Fingerprint(race);
    const int number = ++seen[fingerprint];
    if (number > 1) fingerprint = Digest(fingerprint + '#' + std::to_string(number));
    race.set_fingerprint(std::move(fingerprint));
  }
}

}  // namespace plait
