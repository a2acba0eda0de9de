#include "summaries/term_meanings.h"

#include <xxhash.h>

#include <string_view>

namespace plait {
namespace {

uint64_t HashOf(Name name) {
  if (name == kNoName) return 0;
  const std::string_view text = NameText(name);
  return XXH3_64bits(text.data(), text.size());
}

template <size_t N>
uint64_t HashOf(const uint64_t (&fields)[N]) {
  return XXH3_64bits(fields, sizeof fields) | 1;  // 0: not reckoned
}

uint64_t Known(const std::vector<uint64_t>& hashes, uint32_t id) {
  return id < hashes.size() ? hashes[id] : 0;
}

uint64_t Keep(std::vector<uint64_t>* hashes, uint32_t id, uint64_t hash) {
  if (hashes->size() <= id) hashes->resize(id + 1, 0);
  return (*hashes)[id] = hash;
}

}  // namespace

uint64_t TermMeanings::OfTerm(TermId id) {
  if (id == kNothing) return 0;
  if (const uint64_t known = Known(of_terms_, id)) return known;
  const Term term = terms_.term(id);
  uint64_t parts = 0;  // a sum: the numbers of atoms say in which order they stand
  for (const Part& part : term.parts) {
    parts += HashOf({OfAtom(part.atom), static_cast<uint64_t>(part.coefficient)});
  }
  return Keep(&of_terms_, id, HashOf({static_cast<uint64_t>(term.constant), parts}));
}

uint64_t TermMeanings::OfAtom(AtomId id) {
  if (const uint64_t known = Known(of_atoms_, id)) return known;
  const Atom atom = terms_.atom(id);
  return Keep(
      &of_atoms_, id,
      HashOf({static_cast<uint64_t>(atom.kind), uint64_t{atom.is_pointer}, HashOf(atom.name),
              atom.index, OfContext(atom.context), OfTerm(atom.argument)}));
}

uint64_t TermMeanings::OfContext(ContextId id) {
  if (id == kNoContext) return 0;
  if (const uint64_t known = Known(of_contexts_, id)) return known;
  const CallSite site = terms_.context(id);
  return Keep(&of_contexts_, id,
              HashOf({HashOf(site.procedure), site.site, OfContext(site.parent)}));
}

}  // namespace plait
