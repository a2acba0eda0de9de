// Choices of TermTable: the options of phi atoms, and what they lead to.
#include <algorithm>

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
  ++choice_version_;
  if (choice.options.size() >= kMaxOptions) {
    choice.open = true;
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
