#include "analyzer/published_pointers.h"

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxPublished = 2000;
constexpr size_t kMaxPublishedByIndex = 100;  // in more, numbers that nobody knows are any

// An address with the numbers in it that nothing outside of the procedure can be compared to taken
// for any: which element a pointer was stored in.
TermId WithoutUnknownIndices(TermTable& terms, TermId address) {
  const AtomId base = terms.Base(address);
  if (base == kNothing) return address;
  const Term term = terms.term(address);
  TermId result = terms.Constant(term.constant);
  int64_t step = 0;
  for (const Part& part : term.parts) {
    const AtomKind kind = terms.atom(part.atom).kind;
    if (part.atom != base && (kind == AtomKind::kUnknown || kind == AtomKind::kPhi)) {
      step = std::gcd(step, part.coefficient);
      continue;
    }
    Atom atom = terms.atom(part.atom);
    if (atom.kind == AtomKind::kInitial) {
      atom.argument = WithoutUnknownIndices(terms, atom.argument);
    }
    result = terms.Add(result, terms.Multiply(terms.Of(atom), part.coefficient));
  }
  return step == 0 ? result : terms.Add(result, terms.Multiply(terms.Any(), step));
}

}  // namespace

void TidyPublished(Frame* frame) {
  Summary& summary = frame->summary;
  std::vector<Published> kept;
  SortUnique(&summary.published);
  const bool keeps_indices = summary.published.size() <= kMaxPublishedByIndex;
  for (const Published& p : summary.published) {
    if (summary.terms.IsAnything(p.address) || summary.terms.IsAnything(p.value)) {
      frame->AddGap(GapKind::kBudget, "stored pointer with too many origins");
      continue;
    }
    // Where it went is not known. An unknown value leaves the place open, which is told only if
    // some thread goes through it.
    if (summary.terms.IsUnfollowed(p.address)) {
      frame->AddGap(GapKind::kUnknownAddress, "");
      continue;
    }
    kept.push_back(keeps_indices
                       ? p
                       : Published{WithoutUnknownIndices(summary.terms, p.address),
                                   WithoutUnknownIndices(summary.terms, p.value), p.condition});
  }
  SortUnique(&kept);
  if (kept.size() > kMaxPublished) {
    frame->AddGap(GapKind::kBudget, "too many stored pointers");
    kept.resize(kMaxPublished);
  }
  summary.published = std::move(kept);
}

}  // namespace plait
