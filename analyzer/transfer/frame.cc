#include "analyzer/transfer/frame.h"

#include <xxhash.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <tuple>

#include "absl/container/inlined_vector.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/compared_types.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/lock_registers.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// The `count` of the lowest rank, the first of those of one rank, in the order they had.
template <typename T, typename Rank>
void KeepLowest(size_t count, Rank rank, absl::InlinedVector<T, 16>* sorted) {
  if (count >= sorted->size()) return;
  absl::InlinedVector<int, 16> ranks;
  for (const T& element : *sorted) ranks.push_back(rank(element));
  absl::InlinedVector<int, 16> by_rank = ranks;
  std::sort(by_rank.begin(), by_rank.end());
  const int last = count == 0 ? INT_MIN : by_rank[count - 1];
  size_t of_last =
      count - (std::lower_bound(by_rank.begin(), by_rank.end(), last) - by_rank.begin());
  size_t kept = 0;
  for (size_t i = 0; i < sorted->size(); ++i) {
    if (ranks[i] > last || (ranks[i] == last && of_last == 0)) continue;
    if (ranks[i] == last) --of_last;
    (*sorted)[kept++] = (*sorted)[i];
  }
  sorted->resize(kept);
}

// Adds `outer` to `near`, both sorted without duplicates. If that is more than `limit`, the ones of
// the lowest rank stay of each, and at least `reserved` of `outer`.
template <typename T, typename Rank>
void AddBounded(const std::vector<T>& outer, size_t limit, size_t reserved, Rank rank,
                std::vector<T>* near) {
  absl::InlinedVector<T, 16> added;
  std::set_difference(outer.begin(), outer.end(), near->begin(), near->end(),
                      std::back_inserter(added));
  if (near->size() + added.size() > limit) {
    absl::InlinedVector<T, 16> kept(near->begin(), near->end());
    KeepLowest(limit - std::min(added.size(), reserved), rank, &kept);
    near->assign(kept.begin(), kept.end());
    KeepLowest(limit - near->size(), rank, &added);
  }
  const auto middle = static_cast<ptrdiff_t>(near->size());
  near->insert(near->end(), added.begin(), added.end());
  std::inplace_merge(near->begin(), near->begin() + middle, near->end());
}

// Registers that are read by anything but an assignment to a register that is not.
std::vector<bool> FindDecisiveRegisters(const ir::Procedure& p) {
  std::vector<bool> decisive(p.register_names.size(), false);
  auto use = [&](const ir::Operand& operand) {
    if (operand.kind == ir::Operand::Kind::kRegister) decisive[operand.value] = true;
  };
  auto use_place = [&](const ir::Place& place) {
    use(place.base);
    for (const ir::IndexTerm& term : place.terms) use(term.index);
  };
  auto is_move = [](const ir::Instruction& i) {
    return i.opcode == ir::Opcode::kAssign || i.opcode == ir::Opcode::kTruncate;
  };
  for (const ir::Block& block : p.blocks) {
    use(block.terminator.condition);
    for (const ir::Instruction& i : block.instructions) {
      if (is_move(i)) continue;
      use(i.a);
      use(i.b);
      use(i.callee);
      use_place(i.place);
      use_place(i.source);
      for (const ir::Operand& argument : i.arguments) use(argument);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const ir::Block& block : p.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        if (!is_move(i) || i.a.kind != ir::Operand::Kind::kRegister) continue;
        if (!decisive[i.result] || decisive[i.a.value]) continue;
        decisive[i.a.value] = true;
        changed = true;
      }
    }
  }
  return decisive;
}

std::vector<std::vector<ir::Register>> FindOutcomes(const ir::Procedure& p,
                                                    const FlowGraph& graph) {
  std::vector<std::vector<ir::Register>> outcomes(p.blocks.size());
  for (uint32_t b = 0; b < p.blocks.size(); ++b) {
    const auto note = [&](const ir::Operand& operand) {
      if (operand.kind != ir::Operand::Kind::kRegister) return;
      const auto r = static_cast<ir::Register>(operand.value);
      const std::vector<uint32_t>& next = graph.successors(b);
      const bool is_used_up = std::none_of(next.begin(), next.end(),
                                           [&](uint32_t to) { return graph.IsLiveIn(to, r); });
      if (graph.IsLiveIn(b, r) && is_used_up) outcomes[b].push_back(r);
    };
    for (const ir::Instruction& i : p.blocks[b].instructions) {
      for (const ir::Operand& argument : i.arguments) note(argument);
    }
    note(p.blocks[b].terminator.condition);
  }
  return outcomes;
}

// Set in the index of an unknown that stands for an unassigned register.
constexpr uint32_t kUnassigned = 0x40000000u;
// Numbers of the cells that one instruction leaves unknown, in steps of the first.
constexpr uint32_t kFirstCell = 0x08000000u;
constexpr uint32_t kMaxUnknownCells = kUnassigned / kFirstCell;
constexpr uint32_t kEndOfLoop = 0x80000000u;
constexpr uint32_t kPhiNumbers = 1u << 24;

uint64_t BudgetFor(const ir::Procedure& p) {
  constexpr uint64_t kBase = 100000;
  constexpr uint64_t kEach = 500;
  uint64_t instructions = 0;
  for (const ir::Block& block : p.blocks) instructions += block.instructions.size();
  return kBase + kEach * instructions;
}

bool IsAtomicBody(const Environment& environment, const std::string& name) {
  const proto::Function* model = environment.FindModel(name);
  return model != nullptr && std::any_of(model->effect().begin(), model->effect().end(),
                                         [](const proto::Effect& e) { return e.atomic_body(); });
}

}  // namespace

Frame::Frame(const ir::Procedure& p, const Environment& e, bool main)
    : procedure(p),
      environment(e),
      name(InternName(p.name)),
      is_main(main),
      is_atomic_body(IsAtomicBody(e, p.name)),
      graph(p),
      sites(p),
      budget(BudgetFor(p)),
      terms(summary.terms),
      targets(summary.terms),
      reaches(summary.terms),
      array_pointers(p, summary.terms, e),
      decisive_registers(FindDecisiveRegisters(p)),
      reinterpreted(FindReinterpreted(p)),
      lock_registers(FindLockRegisters(p, e)),
      outcomes_in(FindOutcomes(p, graph)),
      phi_sites_(kPhiNumbers) {
  summary.procedure = name;
  for (const ir::Symbol& symbol : p.symbols) {
    symbol_names.push_back(InternName(symbol.name));
    if (symbol.name == ir::kExceptionVariable) exception = symbol_names.back();
  }
  pointer_registers.assign(p.register_names.size(), false);
  for (size_t i = 0; i < p.parameters.size(); ++i) {
    if (p.parameters[i].kind == ir::ValueKind::kPointer || p.parameters[i].record_size > 0) {
      pointer_registers[i] = true;
    }
  }
  for (const ir::Block& b : p.blocks) {
    for (const ir::Instruction& i : b.instructions) {
      if (i.result != ir::kNoRegister &&
          (i.kind == ir::ValueKind::kPointer || i.opcode == ir::Opcode::kAddress)) {
        pointer_registers[i.result] = true;
      }
    }
  }
}

uint32_t Frame::SiteOfJoin(uint32_t place) const {
  const uint32_t blocks = procedure.blocks.size();
  return place < blocks ? sites.OfBlock(place)
                        : ir::Sites::kLimit + sites.OfInstruction(place - blocks);
}

uint32_t Frame::NumberPhi(PhiTag tag, uint32_t place, const PhiKey& key) {
  uint32_t site = place;
  uint32_t number = key.number;
  switch (tag) {
    case PhiTag::kRegister:
      number = 0;  // depends on code elsewhere
      [[fallthrough]];
    case PhiTag::kCell:
    case PhiTag::kRegion:
      site = SiteOfJoin(place);
      break;
    case PhiTag::kLoad:
    case PhiTag::kStore:
    case PhiTag::kResult:
      site = sites.OfInstruction(place);
      break;
    case PhiTag::kShared:
    case PhiTag::kContext:
    case PhiTag::kContextCell:
    case PhiTag::kOldTurn:
      site = this->site();  // where it is made first: epochs and names have no lasting numbers
      break;
    case PhiTag::kExit:
      break;
  }
  const uint64_t meaning[] = {number, meanings_.OfTerm(key.term), meanings_.OfTerm(key.other)};
  const uint64_t what = XXH3_64bits(meaning, sizeof meaning);
  const uint32_t ordinal = phis_at_[{tag, site, what}]++;
  const uint64_t fields[] = {static_cast<uint64_t>(tag), site, what, ordinal};
  return phi_sites_.Add(XXH3_64bits(fields, sizeof fields));
}

AtomId Frame::Phi(PhiTag tag, uint32_t place, const PhiKey& key, bool is_pointer) {
  auto [it, inserted] = phi_numbers_.try_emplace({tag, place, key, is_pointer}, 0);
  if (inserted) it->second = NumberPhi(tag, place, key);
  Atom atom;
  atom.kind = AtomKind::kPhi;
  atom.is_pointer = is_pointer;
  atom.name = name;
  atom.index = it->second;
  const AtomId id = terms.InternAtom(atom);
  if (inserted && tag != PhiTag::kShared) {
    const bool at_block =
        tag == PhiTag::kRegister || tag == PhiTag::kCell || tag == PhiTag::kRegion;
    const bool merges = at_block && place < procedure.blocks.size();
    phi_blocks[id] = merges ? place : block;
    if (merges) merged.insert(id);
  }
  return id;
}

uint32_t Frame::BlockOfUnknown(const Atom& unknown) const {
  if (unknown.index & kEndOfLoop) {
    return sites.BlockAt(unknown.index & ~kEndOfLoop).value_or(FlowGraph::kNone);
  }
  if (unknown.index & kUnassigned) return 0;  // made at entry
  return BlockOfSite((unknown.index & (kFirstCell - 1)) / kUnknownsOfSite);
}

uint32_t Frame::BlockOfSite(uint32_t site) const {
  const std::optional<uint32_t> made = sites.InstructionAt(site);
  if (!made) return FlowGraph::kNone;
  uint32_t low = 0, high = procedure.blocks.size();
  while (high - low > 1) {
    const uint32_t middle = (low + high) / 2;
    (graph.FirstInstruction(middle) <= *made ? low : high) = middle;
  }
  return low;
}

TermId Frame::Choose(PhiTag tag, uint32_t place, const PhiKey& key, TermId a, TermId b,
                     bool is_pointer) {
  if (a == b) return a;
  const bool pointer = is_pointer || terms.Base(a) != kNothing || terms.Base(b) != kNothing;
  const AtomId phi = Phi(tag, place, key, pointer);
  terms.AddOption(phi, a);
  terms.AddOption(phi, b);
  return terms.Of(phi);
}

TermId Frame::Unknown(bool is_pointer, uint32_t number) {
  Atom atom;
  atom.kind = AtomKind::kUnknown;
  atom.is_pointer = is_pointer;
  atom.name = name;
  atom.index = site() * kUnknownsOfSite + number;
  return terms.Of(atom);
}

TermId Frame::UnknownIn(TermId cell, bool is_pointer) {
  constexpr uint32_t kNumber = 3;
  std::vector<TermId>& cells = unknown_cells_[site()];
  const auto known = std::find(cells.begin(), cells.end(), cell);
  const auto number = static_cast<uint32_t>(known - cells.begin());
  if (known == cells.end() && number < kMaxUnknownCells) cells.push_back(cell);
  if (number >= kMaxUnknownCells) return is_pointer ? Unknown(true, kNumber) : terms.Any();
  Atom atom;
  atom.kind = AtomKind::kUnknown;
  atom.is_pointer = is_pointer;
  atom.name = name;
  atom.index = (site() * kUnknownsOfSite + kNumber) | number * kFirstCell;
  return terms.Of(atom);
}

TermId Frame::Computed(std::initializer_list<TermId> operands) {
  const TermId result = Unknown(false);
  std::vector<TermId>& from = computed_from[terms.term(result).parts[0].atom];
  for (TermId operand : operands) InsertSorted(&from, operand);
  return result;
}

TermId Frame::Taken(TermId counter, TermId found) {
  constexpr uint32_t kNumberTaken = 3;
  Atom atom;
  atom.kind = AtomKind::kUnknown;
  atom.name = name;
  atom.index = site() * kUnknownsOfSite + kNumberTaken;
  atom.argument = counter;
  const AtomId taken = terms.InternAtom(atom);
  InsertSorted(&computed_from[taken], found);
  return terms.Of(taken);
}

TermId Frame::Unassigned(uint32_t register_number) {
  Atom atom;
  atom.kind = AtomKind::kUnknown;
  atom.is_pointer = pointer_registers[register_number];
  atom.name = name;
  atom.index = kUnassigned | register_number;
  return terms.Of(atom);
}

Name Frame::SymbolName(const ir::Operand& operand) const { return symbol_names[operand.value]; }

TermId Frame::Global(const ir::Operand& operand) {
  Atom atom;
  atom.kind =
      operand.kind == ir::Operand::Kind::kFunction ? AtomKind::kFunction : AtomKind::kGlobal;
  atom.is_pointer = true;
  atom.name = SymbolName(operand);
  return terms.Of(atom);
}

const std::string* Frame::StringLiteral(TermId address) const {
  const Term& term = terms.term(address);
  if (term.constant != 0 || term.parts.size() != 1) return nullptr;
  const Atom& atom = terms.atom(term.parts[0].atom);
  if (atom.kind != AtomKind::kString || atom.name != name) return nullptr;
  const bool is_kept =
      atom.index < procedure.literals.size() && !procedure.literals[atom.index].empty();
  return is_kept ? &procedure.literals[atom.index] : nullptr;
}

// Whether it compares a choice with what it is a choice of, which says nothing of the way there.
bool ComparesChoiceWithOption(TermTable& terms, const Atom& comparison) {
  const Term difference = terms.term(comparison.argument);
  return std::any_of(difference.parts.begin(), difference.parts.end(), [&](const Part& part) {
    if (terms.atom(part.atom).kind != AtomKind::kPhi || std::abs(part.coefficient) != 1) {
      return false;
    }
    const TermId choice = terms.Multiply(terms.Of(part.atom), part.coefficient);
    const TermId other =
        terms.Multiply(terms.Subtract(comparison.argument, choice), -part.coefficient);
    return ContainsSorted(terms.ChoiceOf(part.atom).options, other);
  });
}

// Branches taken on what the caller passed, or on which thread this is: the caller, or the tree of
// threads, may know that it never goes this way.
std::optional<Frame::Condition> Frame::ConditionOf(const Fact& fact) {
  const Atom& atom = terms.atom(fact.atom);
  if (atom.kind != AtomKind::kComparison || fact.range.low != fact.range.high) return std::nullopt;
  const TermId compared = terms.Of(fact.atom);
  const TermId holds = fact.range.low == 1 ? compared : terms.Subtract(terms.Constant(1), compared);
  const bool is_of_self =
      terms.MentionsKind(atom.argument, AtomKind::kSelf) || TakenNumberIn(terms, holds).has_value();
  if (!is_of_self && !terms.MentionsKind(atom.argument, AtomKind::kFormal)) return std::nullopt;
  if (ComparesChoiceWithOption(terms, atom)) return std::nullopt;
  return Condition{holds, is_of_self};
}

// What is equal to one number is, of that, not equal to any other: a switch says both.
void Frame::PutEqualitiesFirst(std::vector<Condition>* conditions) {
  const auto is_equality = [&](const Condition& c) {
    return terms.EqualityOf(c.holds) != kNothing;
  };
  const auto rest = std::stable_partition(conditions->begin(), conditions->end(), is_equality);
  const std::vector<Condition> equalities(conditions->begin(), rest);
  const auto follows = [&](const Condition& c) {
    const AtomId other = terms.EqualityOf(terms.Subtract(terms.Constant(1), c.holds));
    return other != kNothing &&
           std::any_of(equalities.begin(), equalities.end(), [&](const Condition& known) {
             const TermId equal = terms.atom(terms.EqualityOf(known.holds)).argument;
             return terms.ConstantDifference(equal, terms.atom(other).argument).value_or(0) != 0;
           });
  };
  conditions->erase(std::remove_if(rest, conditions->end(), follows), conditions->end());
}

Frame::Learnt Frame::LearntIn(const State& state) {
  Learnt learnt;
  for (const Fact& fact : state.facts) {
    if (const auto condition = ConditionOf(fact)) learnt.conditions.push_back(*condition);
  }
  PutEqualitiesFirst(&learnt.conditions);
  learnt.observed = ObservedBy(state);
  SortUnique(&learnt.observed);
  return learnt;
}

void Frame::NoteReloaded(TermId cell, uint32_t epoch) {
  if (!recording) return;
  if (epoch > 0) InsertSorted(&summary.reloaded, cell);
  const auto [first, inserted] = pointer_loads_.try_emplace(cell, Load{instruction, epoch});
  const Load& load = first->second;
  if (load.instruction != instruction && load.epoch != epoch) InsertSorted(&summary.renewed, cell);
}

void Frame::NoteLoaded(TermId value, TermId cell, uint32_t width) {
  const Term& term = terms.term(value);
  if (term.constant == 0 && term.parts.size() == 1) loaded_[term.parts[0].atom] = {cell, width};
}

Frame::LoadedCell Frame::CellOf(AtomId id, const Range& range, int depth) const {
  if (auto known = loaded_.find(id); known != loaded_.end()) return known->second;
  const Atom& atom = terms.atom(id);
  if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
    return {atom.argument, atom.index};
  }
  if (depth == 0) return {};
  if (IsTaken(atom)) return CellOfTaken(id, range, depth);
  if (atom.kind != AtomKind::kPhi) return {};
  const Choice& choice = terms.ChoiceOf(id);
  if (choice.open || choice.options.empty()) return {};
  LoadedCell cell;
  for (TermId option : choice.options) {
    const Term& term = terms.term(option);
    if (term.is_constant() && !range.Includes(term.constant)) continue;
    if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) return {};
    if (term.parts[0].atom == id) continue;
    const LoadedCell from = CellOf(term.parts[0].atom, range, depth - 1);
    if (from.address == kNothing || (cell.address != kNothing && !(cell == from))) return {};
    cell = from;
  }
  return cell;
}

// A number that was taken from a counter was loaded from it before.
Frame::LoadedCell Frame::CellOfTaken(AtomId id, const Range& range, int depth) const {
  auto made = computed_from.find(id);
  if (made == computed_from.end() || made->second.size() != 1) return {};
  const Term& found = terms.term(made->second[0]);
  return found.parts.size() == 1 ? CellOf(found.parts[0].atom, range, depth - 1) : LoadedCell();
}

namespace {
constexpr int kMaxChoiceDepth = 3;
}  // namespace

Frame::LoadedCell Frame::CellOf(AtomId id) const { return CellOf(id, Range(), kMaxChoiceDepth); }

// What a comparison of two loaded values has told of their difference.
std::optional<Observation> Frame::DifferenceOf(const Fact& fact) const {
  const Atom& comparison = terms.atom(fact.atom);
  if (fact.range.low != fact.range.high) return std::nullopt;
  const Term& compared = terms.term(comparison.argument);
  if (compared.parts.size() != 2 || terms.Base(comparison.argument) != kNothing) {
    return std::nullopt;
  }
  const Part &x = compared.parts[0], &y = compared.parts[1];
  if (x.coefficient + y.coefficient != 0 || std::abs(x.coefficient) != 1) return std::nullopt;
  const LoadedCell a = CellOf(x.atom), b = CellOf(y.atom);
  if (a.address == kNothing || b.address == kNothing || a.width != b.width) return std::nullopt;
  // The two ends of a ring lie in one object, or are variables.
  const AtomId base = terms.Base(a.address), other = terms.Base(b.address);
  const auto is_variable = [&](AtomId id) {
    return id != kNothing && terms.atom(id).kind == AtomKind::kGlobal;
  };
  const bool are_variables = is_variable(base) && is_variable(other) &&
                             comparison.index == static_cast<uint32_t>(Relation::kEqual);
  if (base != other && !are_variables) return std::nullopt;
  constexpr int64_t kFarthest = int64_t{1} << 32;
  const bool holds = fact.range.low == 1;
  if (std::abs(compared.constant) > kFarthest) return std::nullopt;
  // sign * (a - b) + constant, compared to 0
  const int64_t bound = -compared.constant;
  int64_t low = INT64_MIN, high = INT64_MAX;
  bool nonzero = false;
  switch (static_cast<Relation>(comparison.index)) {
    case Relation::kEqual:
      if (!holds && bound != 0) return std::nullopt;
      if (holds) low = high = bound;
      nonzero = !holds;
      break;
    case Relation::kLess:
      (holds ? high : low) = holds ? bound - 1 : bound;
      break;
    case Relation::kLessEqual:
      (holds ? high : low) = holds ? bound : bound + 1;
      break;
  }
  Observation seen{a.address, a.width, nonzero, low, high, b.address};
  if (x.coefficient < 0) std::swap(seen.cell, seen.other);
  return seen;
}

std::vector<Observation> Frame::ObservedBy(const State& state) const {
  std::vector<Observation> observed;
  const auto is_shared = [&](TermId address) {
    const AtomId base = terms.Base(address);
    return base != kNothing && !IsPrivate(*this, state, base) && !terms.IsAny(address) &&
           !terms.MentionsKind(address, AtomKind::kIteration);
  };
  for (const Fact& fact : state.facts) {
    const AtomKind kind = terms.atom(fact.atom).kind;
    if (kind == AtomKind::kComparison) {
      if (const auto seen = DifferenceOf(fact);
          seen && is_shared(seen->cell) && is_shared(seen->other)) {
        observed.push_back(*seen);
      }
      continue;
    }
    const bool is_loaded = kind == AtomKind::kInitial || kind == AtomKind::kShared ||
                           kind == AtomKind::kPhi || IsTaken(terms.atom(fact.atom));
    if (!is_loaded) continue;
    const LoadedCell cell = CellOf(fact.atom, fact.range, kMaxChoiceDepth);
    if (cell.address == kNothing || fact.range.is_full()) continue;
    if (!is_shared(cell.address)) continue;
    observed.push_back(
        {cell.address, cell.width, fact.range.nonzero, fact.range.low, fact.range.high});
  }
  return observed;
}

void Frame::AddObservations(const std::vector<Observation>& observed, Point* point) const {
  AddBounded(
      observed, kMaxObservations, kMaxOuter,
      [&](const Observation& seen) { return terms.Depth(seen.cell); }, &point->observed);
}

void Frame::DropThreadsNotStarted(const State& state, Point* point) {
  std::erase_if(point->live, [&](const ThreadRange& range) {
    if (terms.term(range.high).is_constant()) return false;
    return RangeOf(*this, state, terms.Subtract(range.high, range.low)).high <= 0;
  });
}

PointId Frame::InternPoint(const State& state) {
  Point point = state.point;
  DropThreadsNotStarted(state, &point);
  return InternPoint(CellsOf(state.gates), LearntIn(state), &point);
}

std::vector<TermId> Frame::CellsOf(const std::vector<Gate>& gates) {
  std::vector<TermId> cells;
  for (const Gate& gate : gates) cells.push_back(gate.cell);
  SortUnique(&cells);
  return cells;
}

PointId Frame::InternPoint(const std::vector<TermId>& gates, const Learnt& learnt, Point* point) {
  size_t uncertain = 0;
  std::erase_if(point->held, [&](const HeldLock& lock) {
    return !lock.certain && ++uncertain > kMaxUncertainLocks;
  });
  if (uncertain > kMaxUncertainLocks) AddGap(GapKind::kBudget, "too many locks held on some paths");
  AddBounded(
      gates, kMaxGates, kMaxOuter, [&](TermId cell) { return terms.Depth(cell); }, &point->gates);
  for (const Condition& condition : learnt.conditions) {
    if (point->conditions.size() >= MostConditions(condition.is_of_self)) continue;
    InsertSorted(&point->conditions, condition.holds);
  }
  AddObservations(learnt.observed, point);
  return point_ids.FindOrAdd(*point, &summary.points);
}

void Frame::AddGap(GapKind kind, std::string detail) {
  if (!recording) return;
  Gap gap{kind, std::move(detail), {instruction, kNoName, 0}};
  if (std::find(summary.gaps.begin(), summary.gaps.end(), gap) == summary.gaps.end()) {
    summary.gaps.push_back(std::move(gap));
  }
}

void Frame::AddExposure(Exposure exposure) {
  if (!recording) return;
  for (Exposure& known : summary.exposures) {
    if (known.object != exposure.object) continue;
    std::erase_if(known.cells, [&](const CellEffect& cell) {
      return std::find(exposure.cells.begin(), exposure.cells.end(), cell) == exposure.cells.end();
    });
    return;
  }
  if (summary.exposures.size() < kMaxExposures) {
    summary.exposures.push_back(std::move(exposure));
  } else {
    summary.exposures_are_open = true;
  }
}

void Frame::AddPublished(TermId address, TermId value) {
  // In every round: an object that escaped in an earlier turn of a loop does not escape again.
  const uint64_t pair = (static_cast<uint64_t>(address) << 32) | value;
  if (published_.insert(pair).second) summary.published.push_back({address, value});
}

AtomId Frame::IterationOf(uint32_t head) {
  Atom atom;
  atom.kind = AtomKind::kIteration;
  atom.name = name;
  atom.index = SiteOfJoin(head);
  return terms.InternAtom(atom);
}

TermId Frame::EndOfLoop(uint32_t head) {
  Atom atom;
  atom.kind = AtomKind::kUnknown;
  atom.name = name;
  atom.index = kEndOfLoop | sites.OfBlock(head);
  return terms.Of(atom);
}

AtomId Frame::CurrentIteration() {
  const uint32_t head = graph.LoopOf(block);
  return head == FlowGraph::kNone ? kNothing : IterationOf(head);
}

}  // namespace plait
