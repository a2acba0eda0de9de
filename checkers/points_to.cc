#include "checkers/points_to.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "checkers/shared_access.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxCells = 48;       // of one object; more are not told apart
constexpr size_t kMaxInOneObject = 8;  // targets of one variable

bool IsTarget(const Atom& atom) { return BaseRank(atom) >= 2; }

// The atom to follow: the base, or for a number loaded from memory (a thread handle) the load.
AtomId Followed(const TermTable& terms, TermId term) {
  const AtomId base = terms.Base(term);
  if (base != kNothing) return base;
  for (const Part& part : terms.term(term).parts) {
    const AtomKind kind = terms.atom(part.atom).kind;
    if (part.coefficient == 1 &&
        (kind == AtomKind::kInitial || kind == AtomKind::kShared || kind == AtomKind::kPhi)) {
      return part.atom;
    }
  }
  return kNothing;
}

// The objects of one allocation site have one key, and so have the threads of one creation.
AtomId KeyOf(TermTable& terms, AtomId object) {
  Atom atom = terms.atom(object);
  if (atom.kind != AtomKind::kThread) return ObjectKey(terms, object);
  atom.argument = kZero;
  return terms.InternAtom(atom);
}

// Whether what is stored at `a` in some turn of a loop may lie at `b`, in objects of one key.
bool MayMeet(TermTable& terms, TermId a, TermId b) {
  const AtomId x = terms.Base(a), y = terms.Base(b);
  if (x != y) {
    // With a counter in it a number is another object in each turn.
    const auto p = terms.ConstantValue(terms.atom(x).argument);
    const auto q = terms.ConstantValue(terms.atom(y).argument);
    if (p && q && *p != *q) return false;
  }
  const Term difference = terms.Difference(terms.Offset(a), terms.Offset(b));
  int64_t step = 0;
  for (const Part& part : difference.parts) step = std::gcd(step, part.coefficient);
  // The turn may be another one than the counter of that name says at `b`.
  const TermId stored = terms.Offset(a);
  for (const Part& part : terms.term(stored).parts) {
    const bool is_counter = terms.atom(part.atom).kind == AtomKind::kIteration;
    if (is_counter) step = std::gcd(step, part.coefficient);
  }
  if (step == 0) return std::abs(difference.constant) < 8;
  if (step < 8) return true;
  const int64_t rest = ((difference.constant % step) + step) % step;
  return rest < 8 || step - rest < 8;
}

}  // namespace

void PointsTo::AddFact(TermId address, TermId value) {
  facts_.push_back({{address, value}, false});
  has_new_facts_ = true;
  Enqueue(ReaderOf(facts_.size() - 1, true));
}

std::vector<Published> PointsTo::Facts() const {
  std::vector<Published> facts;
  facts.reserve(facts_.size());
  for (const Fact& fact : facts_) facts.push_back(fact.stored);
  return facts;
}

const std::vector<TermId>& PointsTo::PlacesOf(AtomId object) {
  const auto [known, inserted] = places_.try_emplace(object);
  if (!inserted) return known->second;
  for (const Fact& fact : facts_) {
    const std::vector<TermId>& targets = Resolve(fact.stored.value);
    const bool is_one = std::any_of(targets.begin(), targets.end(),
                                    [&](TermId target) { return terms_.Base(target) == object; });
    if (is_one) known->second.push_back(fact.stored.address);
  }
  return known->second;
}

void PointsTo::Enqueue(Reader reader) {
  bool& queued = reader % 2 == 1 ? facts_[reader / 2].queued : variables_[reader / 2].queued;
  if (queued) return;
  queued = true;
  queue_.push_back(reader);
}

uint32_t PointsTo::VariableOf(AtomId atom) {
  auto [it, inserted] = variable_of_.try_emplace(atom, static_cast<uint32_t>(variables_.size()));
  if (inserted) {
    variables_.emplace_back();
    variables_.back().atom = atom;
    Enqueue(ReaderOf(it->second, false));
  }
  return it->second;
}

// Of many objects that the turns of a loop made, as of those of the turn before, the one before
// that and so on: any of them.
TermId PointsTo::OfAnyTurn(const Set& set, TermId target) {
  const AtomId base = terms_.Base(target);
  if (base == kNothing) return target;
  Atom object = terms_.atom(base);
  if (object.kind != AtomKind::kHeap ||
      !terms_.MentionsKind(object.argument, AtomKind::kIteration)) {
    return target;
  }
  const AtomId key = KeyOf(terms_, base);
  size_t same = 0;
  for (TermId known : set.targets) same += KeyOf(terms_, terms_.Base(known)) == key ? 1 : 0;
  if (same < kMaxInOneObject) return target;
  object.argument = terms_.Any();
  return terms_.Add(terms_.Of(object), terms_.Offset(target));
}

bool PointsTo::AddTo(Set* set, TermId target) {
  if (ContainsSorted(set->targets, target)) return false;
  target = OfAnyTurn(*set, target);
  if (ContainsSorted(set->targets, target)) return false;
  if (set->targets.size() >= kMaxTargets) {
    const bool changed = !set->open;
    set->open = true;
    return changed;
  }
  return InsertSorted(&set->targets, target);
}

// The address and all known ones in the same object as one: their common start, and multiples of
// what they differ by.
TermId PointsTo::Generalise(const Set& set, TermId address) {
  const AtomId base = terms_.Base(address);
  const Term first = terms_.term(address);
  int64_t step = 0;
  auto widen = [&](TermId other) {
    for (const Part& part : terms_.term(other).parts) {
      if (part.atom != base) step = std::gcd(step, part.coefficient);
    }
    step = std::gcd(step, terms_.term(other).constant - first.constant);
  };
  widen(address);
  for (TermId known : set.targets) {
    if (terms_.Base(known) == base) widen(known);
  }
  if (step <= 1) return terms_.Add(terms_.Of(base), terms_.Any());
  const int64_t start = ((first.constant % step) + step) % step;
  return terms_.Add(terms_.AddConstant(terms_.Of(base), start),
                    terms_.Multiply(terms_.Any(), step));
}

bool PointsTo::AddShifted(Set* set, const std::vector<TermId>& targets, TermId offset) {
  bool changed = false;
  for (TermId target : targets) {
    TermId shifted = terms_.Add(target, offset);
    // Walking pointers (p = p + 1) would add targets forever.
    size_t same = 0;
    const AtomId base = terms_.Base(shifted);
    for (TermId known : set->targets) same += terms_.Base(known) == base ? 1 : 0;
    if (base == kNothing) continue;
    if (same >= kMaxInOneObject && !ContainsSorted(set->targets, shifted)) {
      shifted = Generalise(*set, shifted);
    }
    changed |= AddTo(set, shifted);
  }
  return changed;
}

PointsTo::Set PointsTo::Compute(TermId term, Reader reader) {
  Set set;
  const AtomId atom = Followed(terms_, term);
  if (atom == kNothing) return set;
  if (IsTarget(terms_.atom(atom))) {
    set.targets.push_back(term);
    return set;
  }
  Variable& variable = variables_[VariableOf(atom)];
  if (reader != kNoReader) InsertSorted(&variable.readers, reader);
  set.open = variable.set.open;
  AddShifted(&set, variable.set.targets, terms_.Subtract(term, terms_.Of(atom)));
  return set;
}

namespace {

// What the counter is where `stored`, which mentions it, is the same number as `loaded`. kNothing
// if that cannot be told.
TermId TurnOf(TermTable& terms, TermId stored, TermId loaded, AtomId counter) {
  const auto& parts = terms.term(stored).parts;
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [&](const Part& part) { return part.atom == counter; });
  if (found == parts.end()) return kNothing;
  const int64_t factor = found->coefficient;
  const TermId rest = terms.Subtract(stored, terms.Multiply(terms.Of(counter), factor));
  if (terms.MentionsKind(rest, AtomKind::kIteration)) return kNothing;
  Term turn = terms.term(terms.Subtract(loaded, rest));
  if (turn.constant % factor != 0) return kNothing;
  turn.constant /= factor;
  for (Part& part : turn.parts) {
    if (part.coefficient % factor != 0) return kNothing;
    part.coefficient /= factor;
  }
  return terms.InternTerm(std::move(turn));
}

}  // namespace

// The value as it is for who loads it: counters of the turn in which it was stored are what the
// place says, or any number.
TermId PointsTo::AsLoaded(TermId stored, TermId loaded, TermId value) {
  if (!terms_.MentionsKind(value, AtomKind::kIteration)) return value;
  const TermId numbers[] = {terms_.atom(terms_.Base(stored)).argument,
                            terms_.atom(terms_.Base(loaded)).argument};
  const TermId offsets[] = {terms_.Offset(stored), terms_.Offset(loaded)};
  return terms_.Substitute(value, [&](AtomId atom) -> TermId {
    if (terms_.atom(atom).kind != AtomKind::kIteration) return kNothing;
    if (stored == loaded && terms_.Mentions(stored, atom)) return kNothing;
    TermId turn = TurnOf(terms_, numbers[0], numbers[1], atom);
    if (turn == kNothing) turn = TurnOf(terms_, offsets[0], offsets[1], atom);
    return turn == kNothing ? terms_.Any() : turn;
  });
}

void PointsTo::CollectFrom(TermId cell, Reader reader, Set* set) {
  const auto is_of_turn = [&](TermId value) {
    return terms_.MentionsKind(value, AtomKind::kIteration);
  };
  const Set cells = Compute(cell, reader);
  set->open |= cells.open;
  for (TermId address : cells.targets) {
    Object& object = objects_[KeyOf(terms_, terms_.Base(address))];
    InsertSorted(&object.readers, reader);
    for (const Cell& stored : object.cells) {
      if (set->open && set->targets.size() >= kMaxTargets) return;  // nothing can be added
      if (!MayMeet(terms_, stored.address, address)) continue;
      set->open |= stored.values.open;
      const std::vector<TermId>& values = stored.values.targets;
      const bool adds_nothing =
          std::includes(set->targets.begin(), set->targets.end(), values.begin(), values.end()) &&
          std::none_of(values.begin(), values.end(), is_of_turn);
      if (adds_nothing) continue;
      for (TermId value : values) {
        const TermId loaded = AsLoaded(stored.address, address, value);
        if (loaded == value) {
          AddTo(set, value);
        } else {
          AddShifted(set, {loaded}, kZero);
        }
      }
    }
  }
}

void PointsTo::Update(uint32_t index) {
  const AtomId id = variables_[index].atom;
  const Atom atom = terms_.atom(id);
  const Reader self = ReaderOf(index, false);
  Set set = variables_[index].set;
  const size_t before = set.targets.size();
  const bool was_open = set.open;
  switch (atom.kind) {
    case AtomKind::kPhi: {
      const Choice& choice = terms_.ChoiceOf(id);
      set.open |= choice.open;
      for (TermId option : choice.options) {
        const Set values = Compute(option, self);
        set.open |= values.open;
        AddShifted(&set, values.targets, kZero);
      }
      break;
    }
    case AtomKind::kInitial:
    case AtomKind::kShared:
    case AtomKind::kResult:
      CollectFrom(atom.argument, self, &set);
      break;
    default:
      set.open = !IsOfNumbers(atom);  // an input of a root, or an unknown
      break;
  }
  if (set.targets.size() == before && set.open == was_open) return;
  variables_[index].set = std::move(set);
  for (Reader reader : variables_[index].readers) Enqueue(reader);
}

PointsTo::Cell& PointsTo::CellAt(Object* object, TermId address) {
  for (Cell& cell : object->cells) {
    if (cell.address == address) return cell;
  }
  if (object->cells.size() >= kMaxCells) {
    const TermId anywhere = terms_.Add(terms_.Of(terms_.Base(address)), terms_.Any());
    if (address != anywhere) return CellAt(object, anywhere);
  }
  object->cells.push_back({address, {}});
  return object->cells.back();
}

void PointsTo::Store(uint32_t index) {
  const Published fact = facts_[index].stored;
  const Reader self = ReaderOf(index, true);
  const Set addresses = Compute(fact.address, self);
  const Set values = Compute(fact.value, self);
  for (TermId address : addresses.targets) {
    Object& object = objects_[KeyOf(terms_, terms_.Base(address))];
    Set& stored = CellAt(&object, address).values;
    bool changed = values.open && !stored.open;
    stored.open |= values.open;
    for (TermId value : values.targets) changed |= AddTo(&stored, value);
    if (!changed) continue;
    for (Reader reader : object.readers) Enqueue(reader);
  }
}

void PointsTo::Solve() {
  // What is known of a variable never depends on one that was asked for later.
  if (has_new_facts_) {
    resolved_.clear();
    places_.clear();
  }
  has_new_facts_ = false;
  // Sets only grow and are bounded: this comes to an end.
  while (!queue_.empty()) {
    const Reader reader = queue_.front();
    queue_.pop_front();
    if (reader % 2 == 1) {
      facts_[reader / 2].queued = false;
      Store(reader / 2);
    } else {
      variables_[reader / 2].queued = false;
      Update(reader / 2);
    }
  }
}

const std::vector<TermId>& PointsTo::Resolve(TermId term) {
  auto found = resolved_.find(term);
  if (found != resolved_.end()) return found->second.targets;
  const AtomId atom = Followed(terms_, term);
  if (atom != kNothing && !IsTarget(terms_.atom(atom))) {
    VariableOf(atom);
    Solve();
  }
  return resolved_.emplace(term, Compute(term, kNoReader)).first->second.targets;
}

bool PointsTo::IsOpen(TermId term) {
  Resolve(term);
  return resolved_.at(term).open;
}

}  // namespace plait
