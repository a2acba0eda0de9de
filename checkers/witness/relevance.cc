#include "checkers/witness/relevance.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace plait::witness {
namespace {

constexpr size_t kMostPlaces = 16;      // of a value
constexpr size_t kMostEntries = 4096;   // of an object
constexpr uint64_t kMostBytes = 65536;  // of an object

}  // namespace

Relevance::Source Relevance::NewPlace() {
  const auto place = static_cast<Source>(nodes_.size());
  nodes_.emplace_back();
  needs_.push_back(Need::kNone);
  places_.push_back({place});
  return place;
}

Relevance::Source Relevance::PlaceOf(const ir::Procedure& body, const ir::Instruction& access,
                                     const Memory::Object& object) {
  if (access.field == 0) return PlaceOf(object);
  const auto [found, is_new] = of_instructions_.try_emplace(&access, kNowhere);
  if (!is_new) return found->second;
  Source& member = members_[body.strings[access.field]];
  if (member == kNowhere) member = NewPlace();
  return found->second = member;
}

Relevance::Source Relevance::PlaceOf(const Memory::Object& object) {
  Layout& layout = layouts_[KeyOf(object)];
  if (layout.whole == kNowhere) layout.whole = NewPlace();
  return layout.whole;
}

void Relevance::Add(Layout* layout, const Entry& entry) {
  const uint64_t end = entry.offset + entry.width;
  if (layout->entries.size() >= kMostEntries || end > kMostBytes) {
    has_mixed_ |= IsUnheeded(entry);
    return;
  }
  if (!layout->known
           .insert(
               {entry.offset, entry.width << 2 | static_cast<uint64_t>(entry.kind), entry.place})
           .second) {
    return;
  }
  has_mixed_ |=
      std::any_of(layout->entries.begin(), layout->entries.end(), [&](const Entry& other) {
        return other.offset < end && entry.offset < other.offset + other.width &&
               ((IsUnheeded(other) && IsHeeded(entry)) || (IsHeeded(other) && IsUnheeded(entry)));
      });
  layout->entries.push_back(entry);
  layout->end = std::max(layout->end, end);
}

void Relevance::NoteAccess(const Memory::Object& object, uint64_t offset, uint64_t width,
                           Source place, Kind kind) {
  Add(&layouts_[KeyOf(object)], {offset, width, place, kind});
}

void Relevance::NoteCopy(const Memory::Object& to, uint64_t to_offset, const Memory::Object& from,
                         uint64_t from_offset, uint64_t size) {
  const OriginKey one = KeyOf(to), other = KeyOf(from);
  if (one == other && to_offset == from_offset) return;
  const auto add_all = [&](const OriginKey& target, uint64_t target_offset, const OriginKey& source,
                           uint64_t source_offset) {
    const std::vector<Entry> entries = layouts_[source].entries;
    Layout& layout = layouts_[target];
    for (Entry entry : entries) {
      if (entry.offset < source_offset || entry.offset + entry.width > source_offset + size) {
        continue;
      }
      entry.offset = entry.offset - source_offset + target_offset;
      Add(&layout, entry);
    }
  };
  add_all(one, to_offset, other, from_offset);
  add_all(other, from_offset, one, to_offset);
}

Relevance::Source Relevance::Union(Source a, Source b) {
  if (a == b || b == kNowhere) return a;
  if (a == kNowhere) return b;
  const auto [found, is_new] = unions_.try_emplace({std::min(a, b), std::max(a, b)}, kNowhere);
  if (!is_new) return found->second;
  std::vector<Source> all;
  std::set_union(places_[a].begin(), places_[a].end(), places_[b].begin(), places_[b].end(),
                 std::back_inserter(all));
  if (all.size() > kMostPlaces) all.resize(kMostPlaces);
  if (all.size() == 1) return found->second = all[0];
  Source& set = sets_[all];
  if (set == kNowhere) {
    set = NewPlace();
    places_[set].assign(all.begin(), all.end());
    nodes_[set].from = all;
  }
  return found->second = set;
}

Relevance::Source Relevance::PlaceOf(uint32_t definition, ir::Register r) {
  Source& place = registers_[{definition, r}];
  if (place == kNowhere) place = NewPlace();
  return place;
}

void Relevance::NoteFlow(Source from, Source place) {
  if (from == kNowhere || from == place || !flows_.insert({from, place}).second) return;
  nodes_[place].from.push_back(from);
  if (nodes_[place].decides) NoteDecision(from);
}

void Relevance::NoteDecision(Source source) {
  if (source == kNowhere || nodes_[source].decides) return;
  std::vector<Source> open = {source};
  while (!open.empty()) {
    Node& node = nodes_[open.back()];
    open.pop_back();
    if (node.decides) continue;
    node.decides = true;
    ++decisions_;
    ++changes_;
    open.insert(open.end(), node.from.begin(), node.from.end());
  }
}

void Relevance::Settle() {
  has_mixed_ = false;
  is_unheeded_.resize(nodes_.size());
  for (size_t i = 0; i < nodes_.size(); ++i) is_unheeded_[i] = i != kNowhere && !nodes_[i].decides;
  for (bool changes = true; changes;) {
    changes = false;
    for (const auto& [key, layout] : layouts_) {
      for (Source place : FindMixed(layout)) {
        changes |= is_unheeded_[place];
        is_unheeded_[place] = false;
      }
    }
  }
}

std::vector<Relevance::Source> Relevance::FindMixed(const Layout& layout) const {
  std::vector<Entry> entries;
  for (const Entry& entry : layout.entries) {
    if (entry.kind != Kind::kNumber) entries.push_back(entry);
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.offset < b.offset; });
  std::vector<Source> mixed;
  for (size_t i = 0; i < entries.size(); ++i) {
    for (size_t k = i + 1; k < entries.size(); ++k) {
      const Entry &a = entries[i], &b = entries[k];
      if (b.offset >= a.offset + a.width) break;
      if (IsUnheeded(a) != IsUnheeded(b)) mixed.push_back((IsUnheeded(a) ? a : b).place);
    }
  }
  return mixed;
}

Relevance::Need Relevance::NeedOf(Source source) const {
  Need least = Need::kAll;
  for (Source place : places_[source]) least = std::min(least, needs_[place]);
  return least;
}

void Relevance::NoteNeed(Source source, Need need) {
  for (Source place : places_[source]) needs_[place] = std::max(needs_[place], need);
  ++changes_;
}

void Relevance::SetNeeds(const std::vector<Need>& needs) {
  for (size_t i = 0; i < needs_.size(); ++i) needs_[i] = i < needs.size() ? needs[i] : Need::kNone;
  ++changes_;
}

bool Relevance::IsRegister(Source place) const {
  return std::any_of(registers_.begin(), registers_.end(),
                     [&](const auto& entry) { return entry.second == place; });
}

bool Relevance::IsOfPointers(Source place) const {
  bool is_found = false;
  for (const auto& [key, layout] : layouts_) {
    for (const Entry& entry : layout.entries) {
      if (entry.place != place) continue;
      if (entry.kind != Kind::kPointer) return false;
      is_found = true;
    }
  }
  return is_found;
}

std::vector<Relevance::Source> Relevance::FindLessNeeded(Source source, Need need) const {
  std::vector<Source> found;
  std::vector<Source> open = {source};
  absl::flat_hash_set<Source> seen = {source};
  while (!open.empty()) {
    const Source next = open.back();
    open.pop_back();
    if (NeedOf(next) < need) {
      found.push_back(next);
      continue;
    }
    for (Source place : places_[next]) {
      for (Source from : nodes_[place].from) {
        if (seen.insert(from).second) open.push_back(from);
      }
    }
  }
  return found;
}

bool Relevance::IsNeededAt(const Memory::Object& object, uint64_t offset) const {
  const auto layout = layouts_.find(KeyOf(object));
  return layout != layouts_.end() &&
         std::any_of(layout->second.entries.begin(), layout->second.entries.end(),
                     [&](const Entry& entry) {
                       return entry.offset <= offset && offset < entry.offset + entry.width &&
                              NeedOf(entry.place) != Need::kNone;
                     });
}

bool Relevance::IsUnneededPointerAt(const Memory::Object& object, uint64_t offset) const {
  const auto layout = layouts_.find(KeyOf(object));
  if (layout == layouts_.end()) return false;
  const std::vector<Entry>& entries = layout->second.entries;
  return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
    return entry.offset == offset && entry.kind == Kind::kPointer &&
           NeedOf(entry.place) == Need::kNone;
  });
}

const std::vector<Relevance::Range>& Relevance::NumbersIn(const Memory::Object& object, What what) {
  Layout& layout = layouts_[KeyOf(object)];
  Layout::Found& found = layout.found[what.keeps_needed ? 1 : 0];
  if (found.entries == layout.entries.size() && found.changes == changes_ &&
      found.keeps_atomics == what.keeps_atomics) {
    return found.numbers;
  }
  found = {{}, layout.entries.size(), changes_, what.keeps_atomics};
  enum : uint8_t { kNotSeen, kForgotten, kKept };
  std::vector<uint8_t> bytes(layout.end, kNotSeen);
  for (const Entry& entry : layout.entries) {
    const bool is_kept =
        entry.kind == Kind::kPointer || (entry.kind == Kind::kAtomicNumber && what.keeps_atomics) ||
        (what.keeps_needed ? needs_[entry.place] != Need::kNone : nodes_[entry.place].decides);
    for (uint64_t i = entry.offset; i < entry.offset + entry.width; ++i) {
      bytes[i] = is_kept || bytes[i] == kKept ? kKept : kForgotten;
    }
  }
  for (uint64_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != kForgotten) continue;
    const bool goes_on = i > 0 && bytes[i - 1] == kForgotten;
    if (goes_on) {
      ++found.numbers.back().size;
    } else {
      found.numbers.push_back({i, 1});
    }
  }
  return found.numbers;
}

}  // namespace plait::witness
