#include "summaries/term.h"

#include <algorithm>
#include <numeric>

namespace plait {

bool IsObject(AtomKind kind) {
  switch (kind) {
    case AtomKind::kGlobal:
    case AtomKind::kFunction:
    case AtomKind::kString:
    case AtomKind::kSlot:
    case AtomKind::kHeap:
      return true;
    case AtomKind::kThread:
    case AtomKind::kFormal:
    case AtomKind::kInitial:
    case AtomKind::kShared:
    case AtomKind::kPhi:
    case AtomKind::kIteration:
    case AtomKind::kUnknown:
    case AtomKind::kAny:
    case AtomKind::kBound:
    case AtomKind::kSelf:
    case AtomKind::kComparison:
    case AtomKind::kQuotient:
    case AtomKind::kRemainder:
    case AtomKind::kProduct:
    case AtomKind::kResult:
    case AtomKind::kOperand:
    case AtomKind::kSelect:
      return false;
  }
  return false;
}

bool IsFunction(AtomKind kind) {
  return kind == AtomKind::kComparison || kind == AtomKind::kQuotient ||
         kind == AtomKind::kRemainder || kind == AtomKind::kProduct || kind == AtomKind::kOperand ||
         kind == AtomKind::kSelect;
}

namespace {

bool IsDivision(AtomKind kind) {
  return kind == AtomKind::kQuotient || kind == AtomKind::kRemainder || kind == AtomKind::kSelect;
}

}  // namespace

int BaseRank(const Atom& atom) {
  if (IsObject(atom.kind)) return 3;
  if (atom.kind == AtomKind::kThread) return 2;
  return atom.is_pointer ? 1 : 0;
}

TermTable::TermTable() {
  InternTerm(Term{});       // kZero
  contexts_.push_back({});  // kNoContext
  context_ids_.emplace(CallSite{}, kNoContext);
}

void TermTable::Reserve(size_t atoms, size_t terms) {
  atoms_.reserve(atoms);
  nesting_.reserve(atoms);
  atom_ids_.Reserve(atoms);
  terms_.reserve(terms);
  bases_.reserve(terms);
  offsets_.reserve(terms);
  term_ids_.Reserve(terms);
}

void TermTable::Shrink() {
  atom_ids_.Clear();
  term_ids_.Clear();
  of_ = {};
  atoms_.shrink_to_fit();
  nesting_.shrink_to_fit();
  terms_.shrink_to_fit();
  bases_.shrink_to_fit();
  offsets_.shrink_to_fit();
  choice_numbers_.shrink_to_fit();
}

void TermTable::IndexAgain() {
  atom_ids_.Clear();
  term_ids_.Clear();
  atom_ids_.Reserve(atoms_.size());
  term_ids_.Reserve(terms_.size());
  bool inserted;
  for (const Atom& atom : atoms_) FindOrAddAtom(atom, &inserted);
  for (const Term& term : terms_) FindOrAddTerm(term.constant, term.parts, &inserted);
}

AtomId TermTable::FindOrAddAtom(const Atom& atom, bool* inserted) {
  uint64_t hash = MixHash(static_cast<uint64_t>(atom.kind) * 2 + atom.is_pointer,
                          uint64_t{atom.name} << 32 | atom.index);
  hash = MixHash(hash, uint64_t{atom.context} << 32 | atom.argument);
  return atom_ids_.FindOrAdd(hash, [&](uint32_t known) { return atoms_[known] == atom; }, inserted);
}

TermId TermTable::FindOrAddTerm(int64_t constant, absl::Span<const Part> parts, bool* inserted) {
  uint64_t hash = static_cast<uint64_t>(constant);
  for (const Part& part : parts) {
    hash = MixHash(MixHash(hash, part.atom), static_cast<uint64_t>(part.coefficient));
  }
  return term_ids_.FindOrAdd(
      hash,
      [&](uint32_t known) {
        const Term& term = terms_[known];
        return term.constant == constant && absl::MakeConstSpan(term.parts) == parts;
      },
      inserted);
}

AtomId TermTable::InternAtom(const Atom& atom) {
  // Some object of its allocation site has one name, whatever was reckoned with its number.
  if (atom.kind == AtomKind::kHeap && atom.argument != kZero && IsAny(atom.argument)) {
    Atom some = atom;
    some.argument = Any();
    return InternAtomAsIs(some);
  }
  if (atom.kind == AtomKind::kComparison) {
    Atom reduced = atom;
    reduced.argument = WithoutCommonFactor(atom.argument);
    return InternAtomAsIs(reduced);
  }
  if (atom.kind == AtomKind::kProduct && MentionsKind(atom.argument, AtomKind::kAny)) {
    return InternAtomAsIs(Atom{});
  }
  if (IsDivision(atom.kind) &&
      (MentionsKind(atom.argument, AtomKind::kAny) || Divisions(atom.argument) >= kMaxDivisions)) {
    return InternAtomAsIs(Atom{});
  }
  return InternAtomAsIs(atom);
}

// The bytes between two pointers compare with zero as the elements between them do.
TermId TermTable::WithoutCommonFactor(TermId difference) {
  Term term = terms_[difference];
  int64_t factor = term.constant;
  for (const Part& part : term.parts) factor = std::gcd(factor, part.coefficient);
  if (term.is_constant() || factor <= 1) return difference;
  term.constant /= factor;
  for (Part& part : term.parts) part.coefficient /= factor;
  return InternTerm(std::move(term));
}

AtomId TermTable::InternAtomAsIs(const Atom& atom) {
  if (atom_ids_.count() != atoms_.size()) IndexAgain();
  bool inserted;
  const AtomId id = FindOrAddAtom(atom, &inserted);
  if (inserted) {
    atoms_.push_back(atom);
    nesting_.push_back(NestingOf(id, atom));
  }
  return id;
}

void TermTable::CompleteAtoms() {
  for (AtomId id = 0; id < atoms_.size(); ++id) nesting_[id] = NestingOf(id, atoms_[id]);
}

TermTable::Nesting TermTable::NestingOf(AtomId id, const Atom& atom) const {
  Nesting nesting;
  nesting.kinds = KindBit(atom.kind);
  const uint64_t site = atom.kind == AtomKind::kHeap
                            ? MixHash(uint64_t{atom.name} << 32 | atom.index, atom.context)
                            : id;
  nesting.site = (site * 0x9e3779b97f4a7c15u) >> 58;  // spreads neighbours
  int depth = 0, divisions = 0;
  if (atom.argument < terms_.size()) {
    nesting.kinds |= KindsIn(atom.argument);
    depth = Depth(atom.argument);
    divisions = Divisions(atom.argument);
  }
  const bool is_loaded = atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared ||
                         atom.kind == AtomKind::kResult;
  nesting.depth = std::min(depth + (is_loaded ? 1 : 0), 15);
  nesting.divisions = std::min(divisions + (IsDivision(atom.kind) ? 1 : 0), 15);
  return nesting;
}

TermId TermTable::InternTerm(Term term) {
  if (term_ids_.count() != terms_.size()) IndexAgain();
  if (term.parts.size() > 1) {
    std::sort(term.parts.begin(), term.parts.end(),
              [](const Part& a, const Part& b) { return a.atom < b.atom; });
  }
  bool inserted;
  const TermId id = FindOrAddTerm(term.constant, term.parts, &inserted);
  return inserted ? AddTerm(id, std::move(term)) : id;
}

TermId TermTable::AddTerm(TermId id, Term term) {
  bases_.push_back(ComputeBase(term));
  terms_.push_back(std::move(term));
  offsets_.push_back(kNothing);
  return id;
}

ContextId TermTable::InternContext(const CallSite& site) {
  auto [it, inserted] = context_ids_.try_emplace(site, static_cast<ContextId>(contexts_.size()));
  if (inserted) contexts_.push_back(site);
  return it->second;
}

TermId TermTable::Constant(int64_t value) {
  Term term;
  term.constant = value;
  return InternTerm(std::move(term));
}

TermId TermTable::Any() { return Of(Atom{}); }

bool TermTable::IsAny(TermId id) const {
  for (const Part& part : terms_[id].parts) {
    if (atoms_[part.atom].kind == AtomKind::kAny) return true;
  }
  return false;
}

TermId TermTable::Of(AtomId atom) {
  if (of_.size() <= atom) of_.resize(atoms_.size(), kNothing);
  if (of_[atom] == kNothing) of_[atom] = Scaled(atom, 1);
  return of_[atom];
}

TermId TermTable::Scaled(AtomId atom, int64_t coefficient) {
  Term term;
  if (coefficient != 0) term.parts.push_back({atom, coefficient});
  return InternTerm(std::move(term));
}

bool TermTable::Mentions(TermId id, AtomId atom) const {
  const uint32_t bit = KindBit(atoms_[atom].kind);
  for (const Part& part : terms_[id].parts) {
    if (part.atom == atom) return true;
    const Atom& a = atoms_[part.atom];
    if ((nesting_[part.atom].kinds & bit) == 0) continue;
    if (a.argument != kZero && Mentions(a.argument, atom)) return true;
  }
  return false;
}

bool TermTable::AnyAtomIn(TermId id, absl::FunctionRef<bool(AtomId)> is_one) const {
  return std::any_of(terms_[id].parts.begin(), terms_[id].parts.end(), [&](const Part& part) {
    const TermId argument = atoms_[part.atom].argument;
    return is_one(part.atom) || (argument != kZero && AnyAtomIn(argument, is_one));
  });
}

AtomId TermTable::EqualityOf(TermId condition) const {
  const Term& term = terms_[condition];
  if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) {
    return kNothing;
  }
  const Atom& atom = atoms_[term.parts[0].atom];
  const bool is_equality =
      atom.kind == AtomKind::kComparison && atom.index == static_cast<uint32_t>(Relation::kEqual);
  return is_equality ? term.parts[0].atom : kNothing;
}

AtomId NumberPassed(const TermTable& terms, TermId term) {
  const Term& sum = terms.term(term);
  const bool is_atom = sum.constant == 0 && sum.parts.size() == 1 && sum.parts[0].coefficient == 1;
  if (!is_atom || terms.atom(sum.parts[0].atom).kind != AtomKind::kFormal) return kNothing;
  return sum.parts[0].atom;
}

std::optional<std::pair<AtomId, int64_t>> TakenNumberIn(const TermTable& terms, TermId condition) {
  const AtomId equality = terms.EqualityOf(condition);
  if (equality == kNothing) return std::nullopt;
  const Term& difference = terms.term(terms.atom(equality).argument);
  if (difference.parts.size() != 1 || !IsTaken(terms.atom(difference.parts[0].atom))) {
    return std::nullopt;
  }
  const int64_t factor = difference.parts[0].coefficient;
  if (factor != 1 && factor != -1) return std::nullopt;
  return std::pair(difference.parts[0].atom, -difference.constant * factor);
}

uint32_t TermTable::KindsIn(TermId id) const {
  uint32_t kinds = 0;
  for (const Part& part : terms_[id].parts) kinds |= nesting_[part.atom].kinds;
  return kinds;
}

int TermTable::Depth(TermId id) const {
  int depth = 0;
  for (const Part& part : terms_[id].parts) {
    depth = std::max(depth, static_cast<int>(nesting_[part.atom].depth));
  }
  return depth;
}

int TermTable::Divisions(TermId id) const {
  int divisions = 0;
  for (const Part& part : terms_[id].parts) {
    divisions = std::max(divisions, static_cast<int>(nesting_[part.atom].divisions));
  }
  return divisions;
}

bool TermTable::IsUnfollowed(TermId address) const {
  while (bases_[address] != kNothing) {
    const Atom& atom = atoms_[bases_[address]];
    switch (atom.kind) {
      case AtomKind::kUnknown:
        return true;
      case AtomKind::kPhi:
        return IsAnything(address);
      case AtomKind::kInitial:
      case AtomKind::kShared:
      case AtomKind::kResult:
        address = atom.argument;
        break;
      default:
        return false;
    }
  }
  return false;
}

bool TermTable::IsAnything(TermId address) const {
  const AtomId base = bases_[address];
  if (base == kNothing || atoms_[base].kind != AtomKind::kPhi) return false;
  const Choice& choice = ChoiceOf(base);
  return choice.open && choice.options.empty();
}

ContextId TermTable::Prepend(Name procedure, uint32_t instruction, const TermTable& from,
                             ContextId path) {
  absl::InlinedVector<CallSite, 8> steps;  // innermost first
  for (ContextId at = path; at != kNoContext; at = from.context(at).parent) {
    steps.push_back(from.context(at));
  }
  // The outermost step is the new one; when the path is full the second outermost is forgotten,
  // so that both ends, which tell threads and objects apart best, are kept.
  if (instruction != kNothing && steps.size() >= kMaxContext) steps.resize(kMaxContext - 1);
  ContextId result = InternContext({procedure, instruction, kNoContext});
  for (size_t i = steps.size(); i-- > 0;) {
    result = InternContext({steps[i].procedure, steps[i].site, result});
  }
  return result;
}

}  // namespace plait
