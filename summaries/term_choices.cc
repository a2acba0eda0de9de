// Choices of TermTable: the options of phi atoms, and what they lead to.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "summaries/sorted_sets.h"
#include "summaries/term.h"

namespace plait {

uint32_t TermTable::MakeChoice(AtomId phi) {
  if (choice_numbers_.size() <= phi) choice_numbers_.resize(atoms_.size(), kNothing);
  uint32_t& number = choice_numbers_[phi];
  if (number == kNothing) {
    number = static_cast<uint32_t>(choices_.size());
    choices_.emplace_back();
    choice_sites_.emplace_back();
  }
  return number;
}

bool TermTable::AddOption(AtomId phi, TermId option) {
  const uint32_t number = MakeChoice(phi);
  Choice& choice = choices_[number];
  if (choice.open) return false;
  const Term& term = terms_[option];
  if (term.constant == 0 && term.parts.size() == 1 && term.parts[0].coefficient == 1 &&
      term.parts[0].atom == phi) {
    return false;  // a choice of itself adds nothing
  }
  auto at = std::lower_bound(choice.options.begin(), choice.options.end(), option);
  if (at != choice.options.end() && *at == option) return false;
  if (std::any_of(choice.options.begin(), choice.options.end(),
                  [&](TermId some) { return IsAmong(option, some); })) {
    return false;
  }
  ++choice_version_;
  if (MentionsKind(option, AtomKind::kAny)) {
    std::erase_if(choice.options, [&](TermId one) { return IsAmong(one, option); });
    at = std::lower_bound(choice.options.begin(), choice.options.end(), option);
  }
  if (choice.options.size() >= kMaxOptions) {
    const TermId somewhere = SomewhereInOneOf(choice.options, option);
    if (somewhere == kNothing) {
      choice.open = true;
      return true;
    }
    const AtomId base = bases_[somewhere];
    std::erase_if(choices_[number].options, [&](TermId one) { return bases_[one] == base; });
    AddOption(phi, somewhere);
    if (bases_[option] != base) AddOption(phi, option);
    return true;
  }
  choice.options.insert(at, option);
  if (const AtomId base = bases_[option]; base != kNothing && InsertSorted(&choice.bases, base)) {
    const uint64_t bit = SiteBit(base);
    choice_sites_[number].direct |= bit;
    uint64_t bits = bit;
    if (atoms_[base].kind == AtomKind::kPhi) {
      InsertSorted(&choice.choices, base);
      const uint32_t inner = MakeChoice(base);
      choice_sites_[inner].users.push_back(number);
      bits |= choice_sites_[inner].with_inner;
    }
    AddSites(number, bits);
  }
  return true;
}

// Whether the pointer is one of those that the other one may be, which is some place in its object.
bool TermTable::IsAmong(TermId pointer, TermId some) const {
  if (bases_[some] == kNothing || bases_[some] != bases_[pointer] ||
      !MentionsKind(some, AtomKind::kAny)) {
    return false;
  }
  const auto& parts = terms_[some].parts;
  const auto any = std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
    return atoms_[part.atom].kind == AtomKind::kAny;
  });
  if (any == parts.end()) return false;
  const Term distance = Difference(pointer, some);
  return distance.constant % any->coefficient == 0 &&
         std::all_of(distance.parts.begin(), distance.parts.end(),
                     [&](const Part& part) { return part.coefficient % any->coefficient == 0; });
}

// Of more options than are kept, those that point into one object, whichever those are of which
// there are the most: some place in it that is as far from all of them as these are from each
// other.
TermId TermTable::SomewhereInOneOf(const std::vector<TermId>& options, TermId last) {
  AtomId most = kNothing;
  size_t count = 1;
  const auto points_to = [&](TermId option, AtomId base) { return bases_[option] == base; };
  for (TermId option : options) {
    const AtomId base = bases_[option];
    if (base == kNothing || base == most) continue;
    const size_t those = std::count_if(options.begin(), options.end(),
                                       [&](TermId other) { return points_to(other, base); }) +
                         (points_to(last, base) ? 1 : 0);
    if (those > count) {
      most = base;
      count = those;
    }
  }
  if (most == kNothing) return kNothing;
  std::vector<TermId> those = options;
  those.push_back(last);
  std::erase_if(those, [&](TermId option) { return !points_to(option, most); });
  int64_t step = 0;
  const int64_t constant = terms_[those[0]].constant;
  for (TermId option : those) {
    step = std::gcd(step, terms_[option].constant - constant);
    for (const Part& part : terms_[option].parts) {
      if (part.atom != most) step = std::gcd(step, part.coefficient);
    }
  }
  const TermId first = AddConstant(Of(most), step == 0 ? constant : constant % step);
  return Add(first, Multiply(Any(), step));
}

void TermTable::AddSites(uint32_t number, uint64_t bits) {
  uint64_t& known = choice_sites_[number].with_inner;
  if ((known | bits) == known) return;
  known |= bits;
  for (uint32_t user : choice_sites_[number].users) AddSites(user, bits);
}

void TermTable::OpenChoice(AtomId phi) {
  Choice& choice = choices_[MakeChoice(phi)];
  if (!choice.open) ++choice_version_;
  choice.open = true;
}

TermId TermTable::LoadedFrom(AtomId phi) const {
  const Choice& choice = ChoiceOf(phi);
  TermId cell = kNothing;
  for (TermId option : choice.options) {
    const Term& term = terms_[option];
    if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) {
      return kNothing;
    }
    const Atom& atom = atoms_[term.parts[0].atom];
    const bool is_loaded = atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared;
    if (!is_loaded || (cell != kNothing && atom.argument != cell)) return kNothing;
    cell = atom.argument;
  }
  return choice.open ? static_cast<TermId>(kNothing) : cell;
}

void TermTable::RetainOptions(AtomId phi, absl::FunctionRef<bool(TermId)> is_kept) {
  Choice& choice = choices_[MakeChoice(phi)];
  const std::vector<TermId> options = std::move(choice.options);
  choice = Choice();
  ++choice_version_;
  for (TermId option : options) {
    if (is_kept(option)) AddOption(phi, option);
  }
}

}  // namespace plait
