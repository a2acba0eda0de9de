#include "summaries/term.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "summaries/sorted_sets.h"

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
      return false;
  }
  return false;
}

namespace {

bool IsDivision(AtomKind kind) {
  return kind == AtomKind::kQuotient || kind == AtomKind::kRemainder;
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
  const bool is_loaded = atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared;
  nesting.depth = std::min(depth + (is_loaded ? 1 : 0), 63);
  nesting.divisions = std::min(divisions + (IsDivision(atom.kind) ? 1 : 0), 3);
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

// a + factor * b. Arithmetic is modulo 2^64, as the machine's.
Term TermTable::Sum(const Term& a, const Term& b, int64_t factor) const {
  auto multiply = [](int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
  };
  auto add = [](int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
  };
  Term sum;
  sum.constant = add(a.constant, multiply(b.constant, factor));
  size_t i = 0, j = 0;
  while (i < a.parts.size() || j < b.parts.size()) {
    if (j == b.parts.size() || (i < a.parts.size() && a.parts[i].atom < b.parts[j].atom)) {
      sum.parts.push_back(a.parts[i++]);
    } else if (i == a.parts.size() || b.parts[j].atom < a.parts[i].atom) {
      const int64_t c = multiply(b.parts[j].coefficient, factor);
      if (c != 0) sum.parts.push_back({b.parts[j].atom, c});
      ++j;
    } else {
      // Unequal unknowns never cancel: any - any is any; 8 any + 12 any is 4 any.
      const int64_t c = add(a.parts[i].coefficient, multiply(b.parts[j].coefficient, factor));
      if (atoms_[a.parts[i].atom].kind == AtomKind::kAny) {
        sum.parts.push_back(
            {a.parts[i].atom, std::gcd(a.parts[i].coefficient, b.parts[j].coefficient)});
      } else if (c != 0) {
        sum.parts.push_back({a.parts[i].atom, c});
      }
      ++i;
      ++j;
    }
  }
  return sum;
}

// `a` and `b` may be terms of this table: they are read before it grows.
TermId TermTable::Combine(const Term& a, const Term& b, int64_t factor) {
  Term sum = Sum(a, b, factor);
  if (sum.parts.size() > kMaxParts) {
    const AtomId any = InternAtom(Atom{});
    Part base;
    int rank = 0;
    for (const Part& part : sum.parts) {
      if (part.coefficient == 1 && BaseRank(atoms_[part.atom]) > rank) {
        rank = BaseRank(atoms_[part.atom]);
        base = part;
      }
    }
    int64_t step = 0;  // of the sum of the other parts
    for (const Part& part : sum.parts) {
      if (rank == 0 || part.atom != base.atom) step = std::gcd(step, part.coefficient);
    }
    sum.parts.clear();
    if (rank > 0) sum.parts.push_back(base);
    sum.parts.push_back({any, step});
  }
  return InternTerm(std::move(sum));
}

TermId TermTable::Add(TermId a, TermId b) {
  if (a == kZero) return b;
  if (b == kZero) return a;
  if (terms_[b].is_constant()) return AddConstant(a, terms_[b].constant);
  if (terms_[a].is_constant()) return AddConstant(b, terms_[a].constant);
  return Combine(terms_[a], terms_[b], 1);
}

TermId TermTable::AddConstant(TermId a, int64_t constant) {
  if (constant == 0) return a;
  if (term_ids_.count() != terms_.size()) IndexAgain();
  const auto sum = static_cast<int64_t>(static_cast<uint64_t>(terms_[a].constant) +
                                        static_cast<uint64_t>(constant));
  bool inserted;
  const TermId id = FindOrAddTerm(sum, terms_[a].parts, &inserted);
  if (!inserted) return id;
  Term term = terms_[a];
  term.constant = sum;
  return AddTerm(id, std::move(term));
}

TermId TermTable::Subtract(TermId a, TermId b) {
  if (b == kZero) return a;
  return Combine(terms_[a], terms_[b], -1);
}

TermId TermTable::Multiply(TermId a, int64_t factor) {
  if (factor == 1) return a;
  return Combine(Term{}, terms_[a], factor);
}

TermId TermTable::Divide(AtomKind kind, TermId a, const Divisor& divisor) {
  const auto value = ConstantValue(a);
  if (value && (divisor.is_signed || *value >= 0)) {
    const auto number = static_cast<int64_t>(divisor.number);
    return Constant(kind == AtomKind::kQuotient ? *value / number : *value % number);
  }
  Atom atom;
  atom.kind = kind;
  atom.index = divisor.ToIndex();
  atom.argument = a;
  return Of(atom);
}

std::optional<int64_t> TermTable::ConstantValue(TermId id) const {
  if (!terms_[id].is_constant()) return std::nullopt;
  return terms_[id].constant;
}

std::optional<int64_t> TermTable::ConstantDifference(TermId a, TermId b) const {
  const Term &x = terms_[a], &y = terms_[b];
  if (x.parts != y.parts) return std::nullopt;
  if (IsAny(a)) return std::nullopt;
  return static_cast<int64_t>(static_cast<uint64_t>(x.constant) -
                              static_cast<uint64_t>(y.constant));
}

AtomId TermTable::ComputeBase(const Term& term) const {
  AtomId base = kNothing;
  int rank = 0;
  for (const Part& part : term.parts) {
    const int r = part.coefficient == 1 ? BaseRank(atoms_[part.atom]) : 0;
    if (r > rank) {
      rank = r;
      base = part.atom;
    }
  }
  return base;
}

TermId TermTable::Offset(TermId address) {
  const AtomId base = Base(address);
  if (base == kNothing) return address;
  if (offsets_[address] != kNothing) return offsets_[address];
  Term term = terms_[address];
  for (size_t i = 0; i < term.parts.size(); ++i) {
    if (term.parts[i].atom == base) {
      term.parts.erase(term.parts.begin() + i);
      break;
    }
  }
  const TermId offset = InternTerm(std::move(term));
  offsets_[address] = offset;
  return offset;
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

TermId TermTable::Substitute(TermId id, absl::FunctionRef<TermId(AtomId)> rewrite) {
  const Term term = terms_[id];
  bool changed = false;
  absl::InlinedVector<TermId, kMaxParts> parts;  // with coefficient 1
  for (const Part& part : term.parts) {
    Atom atom = atoms_[part.atom];
    AtomId rewritten = part.atom;
    if (atom.argument != kZero) {
      const TermId argument = Substitute(atom.argument, rewrite);
      if (argument != atom.argument) {
        atom.argument = argument;
        rewritten = InternAtom(atom);
      }
    }
    const TermId replacement = rewrite(rewritten);
    parts.push_back(replacement == kNothing ? Of(rewritten) : replacement);
    changed |= replacement != kNothing || rewritten != part.atom;
  }
  if (!changed) return id;
  TermId result = Constant(term.constant);
  for (size_t i = 0; i < parts.size(); ++i) {
    result = Add(result, Multiply(parts[i], term.parts[i].coefficient));
  }
  return result;
}

std::string TermTable::ContextToString(ContextId id) const {
  std::string text;
  for (; id != kNoContext; id = contexts_[id].parent) {
    text = absl::StrCat(NameText(contexts_[id].procedure), ":", contexts_[id].site,
                        text.empty() ? "" : ">", text);
  }
  return text;
}

std::string TermTable::AtomToString(AtomId id) const {
  const Atom& a = atoms_[id];
  const std::string at =
      a.context == kNoContext ? "" : absl::StrCat("@", ContextToString(a.context));
  const std::string place = absl::StrCat(NameText(a.name), ":", a.index, at);
  const std::string instance =
      a.argument == kZero ? "" : absl::StrCat("[", ToString(a.argument), "]");
  switch (a.kind) {
    case AtomKind::kGlobal:
    case AtomKind::kFunction:
      return absl::StrCat("&", NameText(a.name));
    case AtomKind::kString:
      return absl::StrCat("string(", place, ")");
    case AtomKind::kSlot:
      return absl::StrCat("local(", place, ")");
    case AtomKind::kHeap:
      return absl::StrCat("heap(", place, ")", instance);
    case AtomKind::kThread:
      return absl::StrCat("thread(", place, ")", instance);
    case AtomKind::kFormal:
      return absl::StrCat("formal", a.index);
    case AtomKind::kInitial:
      return absl::StrCat("*(", ToString(a.argument), ")");
    case AtomKind::kShared:
      return absl::StrCat("shared*(", ToString(a.argument), ")");
    case AtomKind::kPhi:
      return absl::StrCat("phi(", place, ")");
    case AtomKind::kIteration:
      return absl::StrCat("iteration(", place, ")");
    case AtomKind::kUnknown:
      return absl::StrCat(IsTaken(a) ? "taken(" : "unknown(", place, ")", instance);
    case AtomKind::kAny:
      return "any";
    case AtomKind::kBound:
      return "k";
    case AtomKind::kSelf:
      return "self";
    case AtomKind::kComparison: {
      static constexpr const char* kRelations[] = {" == 0", " < 0", " <= 0"};
      return absl::StrCat("(", ToString(a.argument), kRelations[a.index], ")");
    }
    case AtomKind::kQuotient:
    case AtomKind::kRemainder:
      return absl::StrCat("(", ToString(a.argument), a.kind == AtomKind::kQuotient ? " / " : " % ",
                          Divisor::FromIndex(a.index).number, ")");
  }
  return "?";
}

std::string TermTable::ToString(TermId id) const {
  const Term& term = terms_[id];
  std::string text;
  for (const Part& part : term.parts) {
    const std::string atom = AtomToString(part.atom);
    absl::StrAppend(&text, text.empty() ? "" : " + ",
                    part.coefficient == 1 ? "" : absl::StrCat(part.coefficient, "*"), atom);
  }
  if (term.constant != 0 || text.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : " + ", term.constant);
  }
  return text;
}

}  // namespace plait
