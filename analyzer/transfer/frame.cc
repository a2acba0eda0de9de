#include "analyzer/transfer/frame.h"

#include <xxhash.h>

#include <algorithm>
#include <optional>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/branch_outcomes.h"
#include "analyzer/transfer/compared_types.h"
#include "analyzer/transfer/lock_registers.h"
#include "analyzer/transfer/lost_writes.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

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

// Numbers of the cells that one instruction leaves unknown, in steps of the first.
constexpr uint32_t kFirstCell = 0x08000000u;
constexpr uint32_t kMaxUnknownCells = kUnassignedAtEntry / kFirstCell;
constexpr uint32_t kEndOfLoop = 0x80000000u;
constexpr uint32_t kPhiNumbers = 1u << 24;

constexpr uint64_t kBudget = 1000000;
// What calls a procedure of which not all is known cannot be followed as a whole anyway.
constexpr uint64_t kBudgetAboveLosses = 100000;

uint64_t BudgetFor(const ir::Procedure& p, uint64_t base) {
  constexpr uint64_t kEach = 500;
  uint64_t instructions = 0;
  for (const ir::Block& block : p.blocks) instructions += block.instructions.size();
  return base + kEach * instructions;
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
      budget(BudgetFor(p, kBudget)),
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

void Frame::NoteCallee(const Summary& callee) {
  if (callee.dropped_accesses == 0 && !LosesWrites(callee)) return;
  budget = std::min(budget, BudgetFor(procedure, kBudgetAboveLosses));
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
    case PhiTag::kLeft:
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
  if (unknown.index & kUnassignedAtEntry) return 0;  // made at entry
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
  atom.index = kUnassignedAtEntry | register_number;
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

void Frame::AddGap(GapKind kind, std::string detail) {
  if (!recording) return;
  Gap gap{kind, std::move(detail), {instruction, kNoName, 0}};
  if (std::find(summary.gaps.begin(), summary.gaps.end(), gap) == summary.gaps.end()) {
    summary.gaps.push_back(std::move(gap));
  }
}

namespace {

// What is the same in both. Of the others it is kept that they are on top of zeros, of which such
// cells are the rest.
std::vector<CellEffect> CommonCells(TermTable& terms, const std::vector<CellEffect>& a,
                                    const std::vector<CellEffect>& b) {
  std::vector<CellEffect> common;
  bool has_zeros = false;
  for (const auto& [cells, others] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (CellEffect cell : *cells) {
      const bool is_common = std::find(others->begin(), others->end(), cell) != others->end();
      if (is_common && cells == &b) continue;
      if (!is_common && IsZeros(cell)) continue;
      has_zeros |= IsZeros(cell);
      if (!is_common) cell.value = terms.Any();
      common.push_back(cell);
    }
  }
  if (!has_zeros) {
    std::erase_if(common, [&](const CellEffect& cell) { return terms.IsAny(cell.value); });
  }
  return common;
}

}  // namespace

void Frame::AddExposure(Exposure exposure) {
  if (!recording) return;
  for (Exposure& known : summary.exposures) {
    if (known.object != exposure.object) continue;
    known.cells = CommonCells(terms, known.cells, exposure.cells);
    return;
  }
  if (summary.exposures.size() < kMaxExposures) {
    summary.exposures.push_back(std::move(exposure));
  } else {
    summary.exposures_are_open = true;
  }
}

namespace {

uint64_t PairOf(TermId address, TermId value) {
  return (static_cast<uint64_t>(address) << 32) | value;
}

}  // namespace

void Frame::AddPublished(TermId address, TermId value, TermId condition) {
  // In every round: an object that escaped in an earlier turn of a loop does not escape again.
  const auto [known, is_new] =
      published_.try_emplace(PairOf(address, value), summary.published.size());
  if (is_new) {
    summary.published.push_back({address, value, condition});
  } else if (Published& stored = summary.published[known->second]; stored.condition != condition) {
    stored.condition = kZero;
  }
}

void Frame::ForgetPublished(size_t count) {
  for (size_t i = count; i < summary.published.size(); ++i) {
    published_.erase(PairOf(summary.published[i].address, summary.published[i].value));
  }
  summary.published.resize(std::min(count, summary.published.size()));
}

AtomId Frame::IterationOf(uint32_t head) {
  Atom atom;
  atom.kind = AtomKind::kIteration;
  atom.name = name;
  atom.index = SiteOfJoin(head);
  return terms.InternAtom(atom);
}

bool Frame::IsTurnOf(uint32_t head, const Atom& number) const {
  return head != FlowGraph::kNone && number.kind == AtomKind::kIteration && number.name == name &&
         number.context == kNoContext && number.index == SiteOfJoin(head);
}

TermId Frame::EndOfLoop(uint32_t head) {
  Atom atom;
  atom.kind = AtomKind::kUnknown;
  atom.name = name;
  atom.index = kEndOfLoop | sites.OfBlock(head);
  return terms.Of(atom);
}

AtomId Frame::JoinedCellAtom(const JoinedCell& joined) {
  const auto known = absl::c_find(joined_cells_, joined);
  Atom atom;
  atom.kind = AtomKind::kBound;
  atom.name = name;
  atom.index = static_cast<uint32_t>(known - joined_cells_.begin());
  if (known == joined_cells_.end()) joined_cells_.push_back(joined);
  return terms.InternAtom(atom);
}

const Frame::JoinedCell* Frame::FindJoinedCell(AtomId token) const {
  const Atom& atom = terms.atom(token);
  if (atom.kind != AtomKind::kBound || atom.name != name) return nullptr;
  return &joined_cells_[atom.index];
}

AtomId Frame::CurrentIteration() {
  const uint32_t head = graph.LoopOf(block);
  return head == FlowGraph::kNone ? kNothing : IterationOf(head);
}

}  // namespace plait
