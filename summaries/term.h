// Symbolic values: what the analysis knows of a register or of a memory cell.
//
//   term  =  constant + sum(coefficient * atom)          every value is one term
//   atom  =  an unknown with a name: the address of a global, the entry value of a formal or of a
//            memory cell, a heap object of one allocation site, the counter of a loop, a choice
//            (phi) of several terms, ...
//
// An address is a term with one pointer atom of coefficient 1; its other atoms are index terms in
// bytes. So `&a[i].f` is  a + 16*i + 8,  `p->next->data` is  initial(initial(formal0 + 8)) + 0, and
// two accesses through the same unknown pointer stay correlated, because they share its atom:
// "field `data` of some node, guarded by `lock` of the same node" needs no set of choices.
//
// This replaces the value sets of DarC and the lvalue representatives of RELAY (sections 4.1, 4.2):
// a term is always one expression in the procedure's inputs, and alternatives live in phi atoms,
// which are expanded once, jointly for location and locks, by the checker.
#ifndef PLAIT_SUMMARIES_TERM_H_
#define PLAIT_SUMMARIES_TERM_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "summaries/hash_index.h"
#include "summaries/name.h"

namespace plait {

using AtomId = uint32_t;
using TermId = uint32_t;
using ContextId = uint32_t;

inline constexpr TermId kZero = 0;  // the constant 0 in every table
inline constexpr ContextId kNoContext = 0;
inline constexpr uint32_t kNothing = 0xffffffff;  // no atom, no term

// Sites: numbers for places of a procedure (analyzer/ir/sites.h).
enum class AtomKind : uint8_t {
  kGlobal,    // address of the global variable `name`
  kFunction,  // address of the function `name`
  kString,    // address of string literal `index` of procedure `name`
  kSlot,      // address of local variable `index` of procedure `name`
  kHeap,      // address allocated at site `index` of procedure `name`; `argument` = instance
  kThread,    // handle of the thread started at site `index`; `argument` = instance
  kFormal,    // value of parameter `index` at entry
  kInitial,   // value at entry of the cell of `index` bytes at address `argument`
  kShared,    // some value another thread put into the cell of `index` bytes at `argument`
  kPhi,  // one of several terms (TermTable::options), chosen in procedure `name`: number `index`
  kIteration,  // number of completed iterations of the loop of `name` whose head is block site
               // `index`
  kUnknown,    // an unknown value made at site `index` / 8 of `name` (nondeterministic input, ...);
               // with an `argument`, the number that a thread took there from the counter at that
               // address, which it moved on in the same step
  kAny,        // an unknown integer; two uses need not be equal
  kBound,      // the index of an array region (analyzer/domain/memory.h)
  kSelf,       // handle of the calling thread
  kComparison,  // 1 if `argument` <operator> 0, else 0; `index` is a Relation
  kQuotient,    // `argument` divided by a number; `index` is a Divisor
  kRemainder,   // what is left of it
  kProduct,     // of the atoms of `argument`, each as often as its coefficient there says
  kResult,      // the pointer that the thread with the handle `argument` ended with
  kOperand,     // `argument`, as the second operand of the atom in whose argument this is added to
                // the first one: the divisor of a quotient, the condition of a kSelect
  kSelect,      // the first operand of `argument` if the second is not 0, else 0
};

// How a difference compares to zero.
enum class Relation : uint32_t { kEqual, kLess, kLessEqual };

// What a number is divided by, and as a number of which type: equal numbers divided in one way have
// equal quotients and remainders.
struct Divisor {
  static constexpr int64_t kMax = (int64_t{1} << 24) - 1;

  uint32_t number = 1;  // 1 to kMax; 0: a number that has a name, the atom's second operand
  bool is_signed = true;
  bool is_wide = false;  // more than 4 bytes

  uint32_t ToIndex() const {
    return number | (is_signed ? 0 : 1u << 30) | (is_wide ? 1u << 31 : 0);
  }
  static Divisor FromIndex(uint32_t index) {
    return {index & static_cast<uint32_t>(kMax), (index & 1u << 30) == 0, (index & 1u << 31) != 0};
  }
};

struct Atom {
  AtomKind kind = AtomKind::kAny;
  bool is_pointer = false;  // may hold an address: decides which atom of a term is its base
  Name name = kNoName;
  uint32_t index = 0;
  ContextId context = kNoContext;  // call path from the summarised procedure to `name`
  TermId argument = kZero;

  friend bool operator==(const Atom&, const Atom&) = default;
};

struct Part {
  AtomId atom = 0;
  int64_t coefficient = 0;

  friend bool operator==(const Part&, const Part&) = default;
};

// Sorted by atom, no zero coefficient, at most TermTable::kMaxParts parts.
struct Term {
  int64_t constant = 0;
  absl::InlinedVector<Part, 2> parts;

  bool is_constant() const { return parts.empty(); }
  friend bool operator==(const Term&, const Term&) = default;
};

// Of an atom with two of them (AtomKind::kOperand).
struct Operands {
  Term first;
  TermId second = kZero;
};

// One step of a call path, innermost last.
struct CallSite {
  Name procedure = kNoName;
  uint32_t site = 0;  // of the call in `procedure`
  ContextId parent = kNoContext;

  friend bool operator==(const CallSite&, const CallSite&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const CallSite& c) {
    return H::combine(std::move(h), c.procedure, c.site, c.parent);
  }
};

// Options of a phi atom.
struct Choice {
  std::vector<TermId> options;  // sorted, unique
  std::vector<AtomId> bases;    // of the options: sorted, unique
  std::vector<AtomId> choices;  // those of the bases that are choices themselves
  bool open = false;            // there were too many: any value
};

// Hash-consed atoms, terms and call paths. Ids are dense, and equal ids mean equal values within
// one table. Not safe for concurrent change; safe for concurrent reading.
class TermTable {
 public:
  static constexpr size_t kMaxParts = 6;
  static constexpr size_t kMaxOptions = 16;
  static constexpr int64_t kMaxFactors = 3;  // of a kProduct; not less than 2
  static constexpr int kMaxDepth = 6;        // nesting of kInitial, kShared and kResult
  static constexpr int kMaxContext = 2;      // call sites kept in a call path: both its ends
  static constexpr int kMaxDivisions = 3;    // nesting of kQuotient, kRemainder and kSelect

  TermTable();

  // Room for that many in all; more still fit.
  void Reserve(size_t atoms, size_t terms);
  // Gives back the memory that only adding to the table needs. Who adds all the same pays for it.
  void Shrink();

  // An object that a site makes has no number of its own if the number is any. What any number is
  // divided into is any number.
  AtomId InternAtom(const Atom& atom);
  // For atoms of another table, in its order: their arguments need not be here yet. When all terms
  // are, CompleteAtoms is to be called before anything is asked; no atom may be made of itself or
  // of later ones.
  AtomId InternAtomAsIs(const Atom& atom);
  TermId WithoutCommonFactor(TermId difference);
  void CompleteAtoms();
  TermId InternTerm(Term term);  // normalises the order of parts
  ContextId InternContext(const CallSite& site);

  const Atom& atom(AtomId id) const { return atoms_[id]; }
  const Term& term(TermId id) const { return terms_[id]; }
  const CallSite& context(ContextId id) const { return contexts_[id]; }
  size_t atom_count() const { return atoms_.size(); }
  size_t term_count() const { return terms_.size(); }
  size_t context_count() const { return contexts_.size(); }

  TermId Constant(int64_t value);
  TermId Of(AtomId atom);
  TermId Of(const Atom& atom) { return Of(InternAtom(atom)); }
  TermId Any();
  bool IsAny(TermId term) const;  // contains kAny

  // Arithmetic; results with too many parts keep the base and the constant; the other
  // parts become a multiple of kAny.
  TermId Add(TermId a, TermId b);
  TermId AddConstant(TermId a, int64_t constant);
  TermId Subtract(TermId a, TermId b);
  TermId Multiply(TermId a, int64_t factor);
  // a * b, as a sum of products of atoms. Some number if that takes too many parts or factors.
  TermId Product(TermId a, TermId b);
  // The product of what `value` says for each of the factors, the parts of a kProduct's argument.
  TermId ProductOfEach(absl::Span<const Part> factors, absl::FunctionRef<TermId(AtomId)> value);
  // What the number is multiplied with in the term: f of f * number + rest, where the rest does not
  // mention it. kNothing if the term is not of that form; kZero if it does not mention it.
  TermId FactorOf(TermId term, AtomId number);
  // `kind`: kQuotient or kRemainder.
  TermId Divide(AtomKind kind, TermId a, const Divisor& divisor);
  // The same by a number that may be no constant; some number if it may be one that no name is for.
  TermId DivideBy(AtomKind kind, TermId a, TermId by, bool is_signed, bool is_wide);
  // `value` if the condition, which is 0 or 1, is 1, else 0. Some number if that takes too much.
  TermId Select(TermId condition, TermId value);
  // Of a kQuotient or kRemainder by a number that has a name, or of a kSelect.
  Operands OperandsOf(const Atom& atom) const;
  // The value of an atom whose argument was rewritten.
  TermId ValueOf(const Atom& atom);

  std::optional<int64_t> ConstantValue(TermId term) const;
  // a - b if it is a constant.
  std::optional<int64_t> ConstantDifference(TermId a, TermId b) const;
  // The comparison, if the condition is that something is 0; else kNothing.
  AtomId EqualityOf(TermId condition) const;
  // a - b, not interned.
  Term Difference(TermId a, TermId b) const { return Sum(terms_[a], terms_[b], -1); }

  // The atom an address is based on, or kNothing for a plain number.
  AtomId Base(TermId address) const { return bases_[address]; }
  // The address without its base: constant and index parts.
  TermId Offset(TermId address);
  // Whether `atom` occurs in the term, also inside arguments of other atoms.
  bool Mentions(TermId term, AtomId atom) const;
  // Whether `is_one` holds for an atom that occurs there.
  bool AnyAtomIn(TermId term, absl::FunctionRef<bool(AtomId)> is_one) const;
  bool MentionsKind(TermId term, AtomKind kind) const {
    return (KindsIn(term) & KindBit(kind)) != 0;
  }
  // Bits of the kinds that occur in the term, also inside arguments of other atoms.
  static constexpr uint32_t KindBit(AtomKind kind) { return 1u << static_cast<uint32_t>(kind); }
  uint32_t KindsIn(TermId term) const;
  // Nesting of kInitial, kShared and kResult.
  int Depth(TermId term) const;
  // Whether the address comes from a pointer of which nothing is known, or was loaded through one:
  // no caller will know more.
  bool IsUnfollowed(TermId address) const;
  // The cell that all options of a choice were loaded from, whoever wrote it; kNothing if it is not
  // so.
  TermId LoadedFrom(AtomId phi) const;
  // Whether it is based on a choice that was left open without a single option.
  bool IsAnything(TermId address) const;

  // Phi atoms. Returns whether the choice grew.
  bool AddOption(AtomId phi, TermId option);
  void OpenChoice(AtomId phi);
  // Takes the other options away, and that the choice is open. Who has kept what followed from them
  // must forget it.
  void RetainOptions(AtomId phi, absl::FunctionRef<bool(TermId)> is_kept);
  // The reference stays good.
  const Choice& ChoiceOf(AtomId phi) const {
    static const Choice& none = *new Choice;
    const uint32_t number = phi < choice_numbers_.size() ? choice_numbers_[phi] : kNothing;
    return number == kNothing ? none : choices_[number];
  }
  // A bit for the atom, the same for all heap objects of one site.
  uint64_t SiteBit(AtomId base) const { return uint64_t{1} << nesting_[base].site; }
  // Bits of the bases of a choice, and of those and the bases of all choices that it leads to: what
  // has another bit is none of them.
  uint64_t SiteBits(AtomId phi) const { return SitesOf(phi).direct; }
  uint64_t SiteBitsWithInner(AtomId phi) const { return SitesOf(phi).with_inner; }
  // Counts the changes of all choices; a fixpoint is reached only when it stands still.
  uint64_t choice_version() const { return choice_version_; }

  // A call path with one step in front: `site` calls into `path`. Bounded by kMaxContext, but for
  // an `instruction` of kNothing, which marks a whole thread.
  ContextId Prepend(Name procedure, uint32_t instruction, const TermTable& from, ContextId path);

  // Rewrites a term atom by atom. `rewrite` returns the replacement of an atom whose argument was
  // rewritten already, or kNothing to keep it. Phi options are not followed.
  TermId Substitute(TermId term, absl::FunctionRef<TermId(AtomId)> rewrite);

  // For people: "p->lock" is better said by the caller; this is for tests and `plait summary`.
  std::string ToString(TermId term) const;
  std::string AtomToString(AtomId atom) const;
  std::string ContextToString(ContextId context) const;

 private:
  // What is asked of an atom often, and takes going through its arguments.
  struct Nesting {
    uint32_t kinds = 0;     // of the atom and in its argument
    uint8_t divisions = 0;  // nested, of kQuotient, kRemainder and kSelect
    uint8_t depth = 0;      // see Depth; not more than 15
    uint8_t site = 0;       // which bit SiteBit is
  };
  struct ChoiceSites {
    uint64_t direct = 0;
    uint64_t with_inner = 0;
    absl::InlinedVector<uint32_t, 2> users;  // places of the choices that this is a base of
  };

  TermId ProductOfAtoms(AtomId a, AtomId b);
  TermId WithOperand(const Atom& atom, TermId first, TermId second);
  bool IsAmong(TermId pointer, TermId some) const;
  TermId SomewhereInOneOf(const std::vector<TermId>& options, TermId last);
  // To a choice and all that lead to it.
  void AddSites(uint32_t number, uint64_t bits);
  const ChoiceSites& SitesOf(AtomId phi) const {
    static const ChoiceSites& none = *new ChoiceSites;
    const uint32_t number = phi < choice_numbers_.size() ? choice_numbers_[phi] : kNothing;
    return number == kNothing ? none : choice_sites_[number];
  }
  // Returns its place.
  uint32_t MakeChoice(AtomId phi);
  Nesting NestingOf(AtomId id, const Atom& atom) const;
  int Divisions(TermId term) const;
  TermId Scaled(AtomId atom, int64_t coefficient);
  TermId Combine(const Term& a, const Term& b, int64_t factor);
  Term Sum(const Term& a, const Term& b, int64_t factor) const;
  AtomId ComputeBase(const Term& term) const;
  AtomId FindOrAddAtom(const Atom& atom, bool* inserted);
  TermId FindOrAddTerm(int64_t constant, absl::Span<const Part> parts, bool* inserted);
  TermId AddTerm(TermId id, Term term);
  void IndexAgain();

  std::vector<Atom> atoms_;
  std::vector<Nesting> nesting_;  // by atom
  std::vector<Term> terms_;
  std::vector<AtomId> bases_;    // by term
  std::vector<TermId> offsets_;  // by term; kNothing: not asked for yet
  std::vector<TermId> of_;       // by atom, kNothing: not yet asked for
  std::vector<CallSite> contexts_;
  HashIndex atom_ids_;  // empty after Shrink, as the next one
  HashIndex term_ids_;
  absl::flat_hash_map<CallSite, ContextId> context_ids_;
  std::vector<uint32_t> choice_numbers_;   // by atom: place in choices_, or kNothing
  std::deque<Choice> choices_;             // stays in place while it grows
  std::vector<ChoiceSites> choice_sites_;  // by place in choices_
  uint64_t choice_version_ = 0;
};

// True for atoms that name one object or one family of objects of the program (never an input).
bool IsObject(AtomKind kind);

// True for atoms that are reckoned from their arguments: equal ones are equal.
bool IsFunction(AtomKind kind);

// Whether it is a number that a thread took from a counter, as tickets are: see kUnknown.
inline bool IsTaken(const Atom& atom) {
  return atom.kind == AtomKind::kUnknown && atom.argument != kZero;
}

// Of the unknown values that one site makes (AtomKind::kUnknown), those that are bytes of narrow
// numbers, looked at as a pointer: that is done to copy them, and leads nowhere.
inline constexpr uint32_t kUnknownsOfSite = 8;
inline constexpr uint32_t kOfNumbers = 5;
inline bool IsOfNumbers(const Atom& atom) {
  return atom.kind == AtomKind::kUnknown && atom.is_pointer &&
         atom.index % kUnknownsOfSite == kOfNumbers;
}

// Other unknowns stand for what a register holds that was never assigned, made at entry.
inline constexpr uint32_t kUnassignedAtEntry = 0x40000000u;
inline bool IsUnassigned(const Atom& atom) {
  return atom.kind == AtomKind::kUnknown && (atom.index & kUnassignedAtEntry) != 0;
}

// The parameter that the term is, of one that may hold a pointer though it is no pointer there;
// kNothing if it is something else.
AtomId NumberPassed(const TermTable& terms, TermId term);

// A number that was taken from a counter, and what it is if the condition holds; nullopt if it says
// no such thing.
std::optional<std::pair<AtomId, int64_t>> TakenNumberIn(const TermTable& terms, TermId condition);

// How far a base decides: addresses based on objects win over loaded pointers, those over numbers.
int BaseRank(const Atom& atom);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_TERM_H_
