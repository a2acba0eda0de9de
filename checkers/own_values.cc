#include "checkers/own_values.h"

#include <algorithm>
#include <optional>

#include "analyzer/fixpoint/flow_graph.h"
#include "checkers/naming.h"
#include "checkers/origin_walk.h"
#include "summaries/name.h"

namespace plait {
namespace {

constexpr int kMaxSteps = 6;  // from an operand back to what it was made from

using Makers = std::vector<const ir::Instruction*>;

Makers MakersOf(const ir::Procedure& body, const ir::Operand& operand) {
  Makers makers;
  if (operand.kind != ir::Operand::Kind::kRegister) return makers;
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.result == static_cast<ir::Register>(operand.value)) makers.push_back(&i);
    }
  }
  return makers;
}

bool IsLoadOf(const ir::Procedure& body, const ir::Operand& operand, const ir::Place& place) {
  const Makers makers = MakersOf(body, operand);
  return makers.size() == 1 && makers[0]->opcode == ir::Opcode::kLoad && makers[0]->place == place;
}

// The branch that the block is behind, if there is one way to it, and the way it goes there.
struct Branch {
  uint32_t block = 0;
  bool holds = false;
};

std::optional<Branch> BranchBefore(const ir::Procedure& body, const LoopNest& graph,
                                   uint32_t block) {
  for (size_t steps = 0; steps < body.blocks.size(); ++steps) {
    const std::vector<uint32_t>& before = graph.predecessors(block);
    if (before.size() != 1) return std::nullopt;
    const ir::Terminator& end = body.blocks[before[0]].terminator;
    if (end.kind == ir::Terminator::Kind::kBranch && end.targets[0] != end.targets[1]) {
      return Branch{before[0], end.targets[0] == block};
    }
    block = before[0];
  }
  return std::nullopt;
}

bool IsOfOneValue(const Observation& seen) {
  return !seen.is_difference() && seen.low == seen.high;
}

}  // namespace

bool OwnValues::IsOwnResult(const ir::Procedure& body, const ir::Instruction& call) const {
  if (models_ == nullptr || call.callee.kind != ir::Operand::Kind::kFunction) return false;
  const Name callee = InternName(body.symbols[call.callee.value].name);
  const proto::Function* model = models_(NameText(callee), tree_.program().IsDefined(callee));
  if (model == nullptr) return false;
  return model->thread_specific() ||
         std::any_of(
             model->effect().begin(), model->effect().end(), [](const proto::Effect& effect) {
               return effect.has_allocate() || (effect.has_returns() && effect.returns().self());
             });
}

bool OwnValues::IsOwn(const Way& way, size_t level, const ir::Operand& operand, int steps) const {
  if (operand.kind == ir::Operand::Kind::kSlot) return true;
  if (operand.kind != ir::Operand::Kind::kRegister || steps == 0) return false;
  const ir::Procedure& body = BodyOf(way[level]);
  const auto made = static_cast<ir::Register>(operand.value);
  if (made < body.parameters.size()) {
    if (level == 0) return false;
    const ir::Instruction* call = InstructionAt(BodyOf(way[level - 1]), way[level - 1].instruction);
    return call != nullptr && call->opcode == ir::Opcode::kCall && made < call->arguments.size() &&
           IsOwn(way, level - 1, call->arguments[made], steps - 1);
  }
  bool is_own = false;
  for (const ir::Instruction* maker : MakersOf(body, operand)) {
    if (maker->opcode == ir::Opcode::kAssign && maker->a == ir::Operand::Constant(0)) continue;
    if (maker->opcode == ir::Opcode::kAssign && IsOwn(way, level, maker->a, steps - 1)) {
      is_own = true;
    } else if (maker->opcode == ir::Opcode::kAddress && maker->place.terms.empty() &&
               maker->place.base.kind == ir::Operand::Kind::kSlot) {
      is_own = true;
    } else if (maker->opcode == ir::Opcode::kCall && IsOwnResult(body, *maker)) {
      is_own = true;
    } else if (maker->opcode == ir::Opcode::kLoad && maker->place.terms.empty() &&
               maker->place.base.kind == ir::Operand::Kind::kGlobal) {
      const ir::Global* global =
          tree_.program().FindGlobal(InternName(body.symbols[maker->place.base.value].name));
      if (global == nullptr || !global->is_thread_local) return false;
      is_own = true;
    } else {
      return false;
    }
  }
  return is_own;
}

// Whether the condition, if it comes out so, says that an own value was found at the place.
bool OwnValues::IsDecided(const Way& way, const ir::Operand& condition, const ir::Place& place,
                          bool holds, int steps) const {
  const ir::Procedure& body = BodyOf(way.back());
  const Makers makers = MakersOf(body, condition);
  if (makers.size() != 1 || steps == 0) return false;
  const ir::Instruction& made = *makers[0];
  if (made.opcode == ir::Opcode::kNot) return IsDecided(way, made.a, place, !holds, steps - 1);
  if (made.opcode == ir::Opcode::kAssign) return IsDecided(way, made.a, place, holds, steps - 1);
  if (made.opcode != ir::Opcode::kBinary ||
      made.binary != (holds ? ir::Binary::kEq : ir::Binary::kNe)) {
    return false;
  }
  const size_t last = way.size() - 1;
  return (IsLoadOf(body, made.a, place) && IsOwn(way, last, made.b, kMaxSteps)) ||
         (IsLoadOf(body, made.b, place) && IsOwn(way, last, made.a, kMaxSteps));
}

OwnValues::Way OwnValues::WayTo(const SharedAccess& access) const {
  Way way;
  const Summary& summary = *tree_.nodes()[access.node].summary;
  AnyOnTheWay(tree_, summary, summary.accesses[access.index], [&](uint32_t d, const Access& made) {
    way.push_back({d, made.origin.instruction});
    return false;
  });
  return way;
}

bool OwnValues::FindReachedByOwner(const SharedAccess& access) {
  const Way way = WayTo(access);
  if (way.empty()) return false;
  const ir::Procedure& body = BodyOf(way.back());
  const ir::Instruction* made = InstructionAt(body, way.back().instruction);
  std::optional<uint32_t> block = BlockOf(body, way.back().instruction);
  if (made == nullptr || made->opcode == ir::Opcode::kCall || !block) return false;
  const LoopNest graph(body);
  std::vector<bool> seen(body.blocks.size(), false);
  while (!seen[*block]) {
    seen[*block] = true;
    const std::optional<Branch> branch = BranchBefore(body, graph, *block);
    if (!branch) return false;
    const ir::Operand& condition = body.blocks[branch->block].terminator.condition;
    if (IsDecided(way, condition, made->place, branch->holds, kMaxSteps)) return true;
    block = branch->block;
  }
  return false;
}

bool OwnValues::IsReachedByOwner(const SharedAccess& access) {
  auto [it, inserted] = reached_.try_emplace({access.node, access.index});
  if (inserted) it->second = FindReachedByOwner(access);
  return it->second;
}

// Whether one of the threads is handed another number, or record, than the other one: that of a
// turn of a loop, or another constant.
bool OwnValues::AreHandedNumbers(uint32_t a, uint32_t b) const {
  const auto handed_to = [&](uint32_t node) -> std::pair<const TermTable*, TermId> {
    const int parent = tree_.nodes()[node].parent;
    const std::vector<uint32_t>& spawns = tree_.nodes()[node].spawns;
    if (parent < 0 || spawns.size() != 1) return {nullptr, kNothing};
    const Summary& starter = *tree_.nodes()[parent].summary;
    const std::vector<TermId>& arguments = starter.spawns[spawns[0]].arguments;
    return {&starter.terms, arguments.size() == 1 ? arguments[0] : kNothing};
  };
  const auto [terms, one] = handed_to(a);
  const auto [others, other] = handed_to(b);
  if (one == kNothing || other == kNothing) return false;
  if (a != b) {
    const std::optional<int64_t> x = terms->ConstantValue(one), y = others->ConstantValue(other);
    return x && y && *x != *y;
  }
  return terms->MentionsKind(one, AtomKind::kIteration);
}

// Whether it is the number that the thread was handed, or a member of the record that it was handed
// which holds another number in each of those records.
bool OwnValues::IsOwnNumber(uint32_t node, const Atom& number, bool may_be_unknown) const {
  if (number.kind == AtomKind::kFormal) return true;
  const int parent = tree_.nodes()[node].parent;
  const std::vector<uint32_t>& spawns = tree_.nodes()[node].spawns;
  if (number.kind != AtomKind::kInitial || parent < 0 || spawns.size() != 1) return false;
  const TermTable& terms = tree_.nodes()[node].summary->terms;
  const Term& address = terms.term(number.argument);
  if (address.parts.size() != 1 || address.parts[0].coefficient != 1 ||
      terms.atom(address.parts[0].atom).kind != AtomKind::kFormal) {
    return false;
  }
  const Summary& starter = *tree_.nodes()[parent].summary;
  const Spawn& spawn = starter.spawns[spawns[0]];
  const uint32_t formal = terms.atom(address.parts[0].atom).index;
  if (formal >= spawn.arguments.size()) return false;
  const TermTable& handed = starter.terms;
  const TermId record = spawn.arguments[formal];
  return std::any_of(spawn.cells.begin(), spawn.cells.end(), [&](const CellEffect& cell) {
    if (handed.Base(cell.address) != handed.Base(record) || handed.ConstantValue(cell.value)) {
      return false;
    }
    const Term &held = handed.term(cell.address), &first = handed.term(record);
    const int64_t distance = held.constant - first.constant - address.constant;
    int64_t stride = 0;  // of the records
    for (const Part& part : first.parts) {
      if (handed.atom(part.atom).kind == AtomKind::kIteration) stride = part.coefficient;
    }
    const bool is_member = stride == 0 ? distance == 0 : distance % stride == 0;
    return is_member && (may_be_unknown || handed.MentionsKind(cell.value, AtomKind::kIteration) ||
                         handed.MentionsKind(cell.value, AtomKind::kBound));
  });
}

// Whether the thread's own number, or what is reckoned from it, is compared with one that is the
// same for all to be equal to it: one of them at most comes there.
bool OwnValues::IsOfOneNumber(uint32_t node, const Point& point, bool may_be_unknown) const {
  const TermTable& terms = tree_.nodes()[node].summary->terms;
  const auto sees_own = [&](const Observation& seen) {
    Atom number;
    number.kind = AtomKind::kInitial;
    number.argument = seen.cell;
    return IsOfOneValue(seen) && IsOwnNumber(node, number, may_be_unknown);
  };
  if (std::any_of(point.observed.begin(), point.observed.end(), sees_own)) return true;
  return std::any_of(point.conditions.begin(), point.conditions.end(), [&](TermId condition) {
    const Term& truth = terms.term(condition);
    if (truth.parts.size() != 1 || truth.parts[0].coefficient != 1) return false;
    const Atom& comparison = terms.atom(truth.parts[0].atom);
    if (comparison.kind != AtomKind::kComparison ||
        comparison.index != static_cast<uint32_t>(Relation::kEqual)) {
      return false;
    }
    // A count of turns is equal to each number once.
    const Term& compared = terms.term(comparison.argument);
    int numbers = 0, found = 0;
    for (const Part& part : compared.parts) {
      const Atom& atom = terms.atom(part.atom);
      const bool is_number = IsOwnNumber(node, atom, may_be_unknown);
      numbers += is_number;
      found += !is_number && (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared);
    }
    return numbers == 1 && numbers + found == static_cast<int>(compared.parts.size());
  });
}

std::string OwnValues::MemberLoaded(const Way& way, int64_t offset) const {
  for (const Step& step : way) {
    const ir::Procedure& body = BodyOf(step);
    for (const ir::Block& block : body.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        if (i.opcode == ir::Opcode::kLoad && i.field != 0 && i.place.terms.empty() &&
            i.place.base.kind == ir::Operand::Kind::kRegister && i.place.offset == offset) {
          return body.strings[i.field];
        }
      }
    }
  }
  return "";
}

bool OwnValues::IsNumbered(const std::string& member) {
  auto [it, inserted] = numbered_.try_emplace(member, false);
  if (!inserted || member.empty()) return it->second;
  bool is_put = false;
  for (const Definition& definition : tree_.program().definitions()) {
    const ir::Procedure& body = definition.body();
    const bool mentions =
        std::find(body.strings.begin(), body.strings.end(), member) != body.strings.end();
    if (!mentions) continue;
    for (const ir::Block& block : body.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        if (i.opcode != ir::Opcode::kStore || body.strings[i.field] != member) continue;
        const Makers makers = MakersOf(body, i.a);
        const bool is_constant = i.a.kind != ir::Operand::Kind::kRegister ||
                                 (makers.size() == 1 && makers[0]->opcode == ir::Opcode::kAssign &&
                                  makers[0]->a.kind == ir::Operand::Kind::kConstant);
        if (is_constant) return false;
        is_put = true;
      }
    }
  }
  return numbered_[member] = is_put;
}

bool OwnValues::IsOfNumberedRecord(const SharedAccess& access) {
  const Summary& summary = *tree_.nodes()[access.node].summary;
  const TermTable& terms = summary.terms;
  const Point& point = summary.points[summary.accesses[access.index].point];
  const auto is_of_numbered = [&](TermId cell) {
    const Term& place = terms.term(cell);
    return place.parts.size() == 1 && place.parts[0].coefficient == 1 &&
           terms.atom(place.parts[0].atom).kind == AtomKind::kFormal &&
           IsNumbered(MemberLoaded(WayTo(access), place.constant));
  };
  return std::any_of(point.observed.begin(), point.observed.end(),
                     [&](const Observation& seen) {
                       return IsOfOneValue(seen) && is_of_numbered(seen.cell);
                     }) ||
         std::any_of(point.conditions.begin(), point.conditions.end(), [&](TermId condition) {
           const AtomId equality = terms.EqualityOf(condition);
           if (equality == kNothing) return false;
           const Term& compared = terms.term(terms.atom(equality).argument);
           if (compared.parts.size() != 1) return false;
           const Atom& number = terms.atom(compared.parts[0].atom);
           return number.kind == AtomKind::kInitial && !number.is_pointer &&
                  is_of_numbered(number.argument);
         });
}

bool OwnValues::IsReachedByNumber(const SharedAccess& access) {
  const Summary& summary = *tree_.nodes()[access.node].summary;
  return IsOfOneNumber(access.node, summary.points[summary.accesses[access.index].point],
                       /*may_be_unknown=*/false) ||
         IsOfNumberedRecord(access);
}

// Whether just one of the threads that start such threads does so, and starts one.
bool OwnValues::IsStartedByNumber(uint32_t node) const {
  const std::vector<ThreadNode>& nodes = tree_.nodes();
  while (nodes[node].parent >= 0 && nodes[node].spawns.size() == 1) {
    const auto parent = static_cast<uint32_t>(nodes[node].parent);
    const Summary& starter = *nodes[parent].summary;
    const Spawn& spawn = starter.spawns[nodes[node].spawns[0]];
    if (spawn.many) return false;
    // Threads that start another one by a number in their record hardly all do so.
    if (AreHandedNumbers(parent, parent) &&
        IsOfOneNumber(parent, starter.points[spawn.point], /*may_be_unknown=*/true)) {
      return true;
    }
    node = parent;
  }
  return false;
}

bool OwnValues::HasOwnIndex(const Way& way, const ir::Place& place, int steps) const {
  const size_t last = way.size() - 1;
  if (std::any_of(place.terms.begin(), place.terms.end(), [&](const ir::IndexTerm& term) {
        return IsOwn(way, last, term.index, kMaxSteps);
      })) {
    return true;
  }
  if (place.base.kind != ir::Operand::Kind::kRegister || steps == 0) return false;
  const Makers makers = MakersOf(BodyOf(way.back()), place.base);
  return makers.size() == 1 && makers[0]->opcode == ir::Opcode::kAddress &&
         HasOwnIndex(way, makers[0]->place, steps - 1);
}

bool OwnValues::FindIndexedByOwner(const SharedAccess& access) const {
  const Way way = WayTo(access);
  if (way.empty()) return false;
  const ir::Instruction* made = InstructionAt(BodyOf(way.back()), way.back().instruction);
  return made != nullptr && made->opcode != ir::Opcode::kCall &&
         HasOwnIndex(way, made->place, kMaxSteps);
}

bool OwnValues::IsIndexedByOwner(const SharedAccess& access) {
  auto [it, inserted] = indexed_.try_emplace({access.node, access.index});
  if (inserted) it->second = FindIndexedByOwner(access);
  return it->second;
}

bool OwnValues::AreReachedByNumbers(const SharedAccess& a, const SharedAccess& b) {
  return (a.node == b.node && IsStartedByNumber(a.node)) ||
         (AreHandedNumbers(a.node, b.node) && IsReachedByNumber(a) && IsReachedByNumber(b));
}

}  // namespace plait
