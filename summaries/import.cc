#include "summaries/import.h"

#include <algorithm>

namespace plait {

Importer::Importer(const TermTable& from, TermTable& to, Name procedure, uint32_t instruction,
                   bool keep_context)
    : from_(from),
      to_(to),
      procedure_(procedure),
      instruction_(instruction),
      keep_context_(keep_context),
      terms_(from.term_count(), kNothing),
      atoms_(from.atom_count(), kNothing) {}

TermId Importer::MapShared(TermId cell, uint32_t width, bool is_pointer) {
  Atom atom;
  atom.kind = AtomKind::kShared;
  atom.is_pointer = is_pointer;
  atom.index = width;
  atom.argument = cell;
  return to_.Of(atom);
}

TermId Importer::Map(TermId id) {
  if (terms_[id] != kNothing) return terms_[id];
  const Term& term = from_.term(id);
  TermId result = kZero;
  for (const Part& part : term.parts) {
    result = to_.Add(result, to_.Multiply(MapAtom(part.atom), part.coefficient));
  }
  result = to_.AddConstant(result, term.constant);
  terms_[id] = result;
  return result;
}

// An address: no object is at null. Or what lies between two objects; another pointer may lead to
// the one.
bool Importer::IsNeverZero(TermId term) const {
  const AtomId base = to_.Base(term);
  if (base == kNothing || BaseRank(to_.atom(base)) != 3) return false;
  const auto& parts = to_.term(term).parts;
  return std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
    const int rank = BaseRank(to_.atom(part.atom));
    return rank == 0 || rank == 3;
  });
}

AtomId Importer::MapBase(AtomId atom) { return to_.Base(MapAtom(atom)); }

ContextId Importer::CopyContext(ContextId context) {
  if (context == kNoContext) return kNoContext;
  const CallSite& site = from_.context(context);
  return to_.InternContext({site.procedure, site.site, CopyContext(site.parent)});
}

ContextId Importer::MapContext(ContextId context) {
  if (keep_context_) return CopyContext(context);
  return to_.Prepend(procedure_, instruction_, from_, context);
}

// Whether a choice is one of certain functions.
bool Importer::IsOfFunctions(AtomId phi) const {
  const Choice& choice = from_.ChoiceOf(phi);
  return from_.atom(phi).is_pointer && !choice.open &&
         std::all_of(choice.options.begin(), choice.options.end(), [&](TermId o) {
           const AtomId base = from_.Base(o);
           return from_.ConstantValue(o) ||
                  (base != kNothing && from_.atom(base).kind == AtomKind::kFunction);
         });
}

namespace {

// Whether it is named after where it was made, and others may have been made there.
bool IsMade(const Atom& atom) {
  return atom.kind == AtomKind::kHeap ||
         (!atom.is_pointer && (atom.kind == AtomKind::kUnknown || atom.kind == AtomKind::kPhi));
}

}  // namespace

TermId Importer::MapPhi(AtomId id) {
  Atom atom = from_.atom(id);
  // Calls that yield one of the same numbers or objects need not yield the same one. Which of some
  // functions is hardly ever asked, and there are many such choices.
  if (const std::optional<TermId> one = MapDecided(id)) return atoms_[id] = *one;
  if (!atom.is_pointer && SharesItsName(id)) return atoms_[id] = to_.Any();
  atom.context = IsOfFunctions(id) ? CopyContext(atom.context) : MapContext(atom.context);
  const AtomId phi = to_.InternAtom(atom);
  atoms_[id] = to_.Of(phi);
  const Choice& choice = from_.ChoiceOf(id);
  for (TermId option : choice.options) to_.AddOption(phi, Map(option));
  if (choice.open) to_.OpenChoice(phi);
  return atoms_[id];
}

// Whether several objects, or numbers, have one name from here on, as they were made by paths of
// calls whose difference is forgotten. Objects that several paths led to are one without a number,
// and numbers are any.
bool Importer::SharesItsName(AtomId made) {
  static_assert(TermTable::kMaxContext == 2);  // the new call and the innermost one
  if (keep_context_ || instruction_ == kNothing) return false;
  const auto short_name = [&](const Atom& atom) {
    const CallSite& innermost = from_.context(atom.context);
    return ShortName(atom.kind, atom.name, atom.index, atom.argument, innermost.procedure,
                     innermost.site);
  };
  if (!by_short_name_) {
    by_short_name_.emplace();
    for (AtomId id = 0; id < from_.atom_count(); ++id) {
      const Atom& atom = from_.atom(id);
      if (!IsMade(atom) || atom.context == kNoContext) continue;
      auto [known, inserted] = by_short_name_->try_emplace(short_name(atom), id);
      if (!inserted) known->second = kNothing;
    }
  }
  const Atom& own = from_.atom(made);
  return own.context != kNoContext && by_short_name_->at(short_name(own)) == kNothing;
}

TermId Importer::MapAtom(AtomId id) {
  if (atoms_[id] != kNothing) return atoms_[id];
  Atom atom = from_.atom(id);
  TermId result;
  switch (atom.kind) {
    case AtomKind::kFormal:
      result = MapFormal(atom.index);
      break;
    case AtomKind::kInitial:
      result = MapInitial(id, Map(atom.argument));
      break;
    case AtomKind::kShared:
      result = MapShared(Map(atom.argument), atom.index, atom.is_pointer);
      break;
    case AtomKind::kPhi:
      return MapPhi(id);
    case AtomKind::kUnknown:
      if (!atom.is_pointer && SharesItsName(id)) {
        result = to_.Any();
        break;
      }
      atom.argument = Map(atom.argument);
      [[fallthrough]];
    case AtomKind::kSlot:
    case AtomKind::kIteration:
      atom.context = MapContext(atom.context);
      result = to_.Of(atom);
      break;
    case AtomKind::kHeap:
    case AtomKind::kThread:
      if (atom.kind == AtomKind::kThread && ForgetsPathTo(id)) {
        atom.context = kNoContext;
        atom.argument = to_.Any();
        result = to_.Of(atom);
        break;
      }
      atom.context = atom.kind == AtomKind::kThread && StandsForPathTo(id)
                         ? MapContext(kNoContext)
                         : MapContext(atom.context);
      atom.argument = MapInstance(Map(atom.argument));
      if (atom.kind == AtomKind::kHeap && SharesItsName(id)) atom.argument = to_.Any();
      result = to_.Of(atom);
      break;
    case AtomKind::kComparison: {
      atom.argument = Map(atom.argument);
      if (IsNeverZero(atom.argument) && atom.index == static_cast<uint32_t>(Relation::kEqual)) {
        result = kZero;
      } else if (auto value = to_.ConstantValue(atom.argument)) {
        const bool holds = atom.index == static_cast<uint32_t>(Relation::kEqual)  ? *value == 0
                           : atom.index == static_cast<uint32_t>(Relation::kLess) ? *value < 0
                                                                                  : *value <= 0;
        result = to_.Constant(holds ? 1 : 0);
      } else {
        result = to_.Of(atom);
      }
      break;
    }
    case AtomKind::kQuotient:
    case AtomKind::kRemainder:
    case AtomKind::kSelect:
    case AtomKind::kOperand:
      atom.argument = Map(atom.argument);
      result = to_.ValueOf(atom);
      break;
    case AtomKind::kProduct:
      result = to_.ProductOfEach(from_.term(atom.argument).parts,
                                 [&](AtomId factor) { return MapAtom(factor); });
      break;
    case AtomKind::kResult:
      atom.argument = Map(atom.argument);
      result = to_.Of(atom);
      break;
    case AtomKind::kGlobal:
    case AtomKind::kFunction:
    case AtomKind::kString:
    case AtomKind::kAny:
    case AtomKind::kBound:
    case AtomKind::kSelf:
      result = to_.Of(atom);
      break;
  }
  atoms_[id] = result;
  return result;
}

}  // namespace plait
