#include "checkers/code_order.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "checkers/naming.h"
#include "checkers/origin_walk.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Whether the block ends with a branch that a call in it took if it threw an exception.
bool TestsForException(const ir::Procedure& body, const ir::Block& block) {
  const ir::Terminator& end = block.terminator;
  if (end.kind != ir::Terminator::Kind::kBranch) return false;
  ir::Operand tested = end.condition;
  for (auto i = block.instructions.rbegin(); i != block.instructions.rend(); ++i) {
    if (i->result == ir::kNoRegister || tested != ir::Operand::Reg(i->result)) continue;
    if (i->opcode == ir::Opcode::kLoad) {
      return i->place.base.kind == ir::Operand::Kind::kGlobal &&
             body.symbols[i->place.base.value].name == ir::kExceptionVariable;
    }
    if (i->opcode != ir::Opcode::kAssign) return false;
    tested = i->a;
  }
  return false;
}

}  // namespace

CodeOrder::Code::Code(const ir::Procedure& body) : body(body), loops(body) {
  uint32_t number = 0;
  for (const ir::Block& block : body.blocks) {
    first.push_back(number);
    number += static_cast<uint32_t>(block.instructions.size());
    caught.push_back(TestsForException(body, block) ? block.terminator.targets[0]
                                                    : LoopNest::kNone);
  }
  is_regular.resize(body.blocks.size(), false);
  std::vector<uint32_t> work = {0};
  while (!work.empty()) {
    const uint32_t block = work.back();
    work.pop_back();
    if (is_regular[block]) continue;
    is_regular[block] = true;
    for (uint32_t next : loops.successors(block)) {
      if (next != caught[block]) work.push_back(next);
    }
  }
}

bool CodeOrder::Code::Throws(uint32_t from, uint32_t to) const {
  return to == caught[from] && is_regular[from] && !is_regular[to];
}

uint32_t CodeOrder::Code::BlockOf(uint32_t instruction) const {
  // Empty blocks begin where the next one does, so the last one that does has it.
  auto next = std::upper_bound(first.begin(), first.end(), instruction);
  return static_cast<uint32_t>(next - first.begin()) - 1;
}

const CodeOrder::Code& CodeOrder::CodeOf(uint32_t definition) {
  std::unique_ptr<Code>& code = code_[definition];
  if (code == nullptr) {
    code = std::make_unique<Code>(tree_.program().definitions()[definition].body());
    code->ends = places_.EndsOf(definition);
  }
  return *code;
}

bool CodeOrder::ComesBeforeCreation(const SharedAccess& access, uint32_t node) const {
  const Way way = WayToAccess(tree_, access.node, access.index);
  const std::vector<uint32_t>& spawns = tree_.nodes()[tree_.ChildTowards(access.node, node)].spawns;
  return std::all_of(spawns.begin(), spawns.end(), [&](uint32_t spawn) {
    const Way creation = WayToCreation(tree_, access.node, spawn);
    for (size_t level = way.size(); level-- > 0;) {
      const auto same = std::find_if(creation.rbegin(), creation.rend(), [&](const Step& step) {
        return step.definition == way[level].definition;
      });
      if (same != creation.rend()) return way[level].instruction < same->instruction;
    }
    return false;
  });
}

// Where the handle is kept, in the terms of each procedure on the way.
std::vector<SyncPlace> CodeOrder::PlacesOnWay(const Way& creation) {
  std::vector<SyncPlace> places(creation.size());
  SyncPlace place =
      places_.PlaceOfCreation(creation.back().definition, creation.back().instruction);
  for (size_t level = creation.size(); level-- > 0;) {
    if (level + 1 < creation.size()) {
      place = places_.InCaller(creation[level].definition, creation[level].instruction, place);
    }
    places[level] = place;
  }
  return places;
}

// On ways without exceptions, unless one of the ends is only there for them.
bool CodeOrder::Reaches(const Code& code, uint32_t from, uint32_t to, const Cut& cut) {
  const auto is_regular = [&](uint32_t end) {
    return end == kEntry || end == kReturn || code.is_regular[code.BlockOf(end)];
  };
  const bool is_between_regular = is_regular(from) && is_regular(to);
  std::vector<bool> seen(code.body.blocks.size(), false);
  std::vector<std::pair<uint32_t, uint32_t>> work;  // a block, and the instruction to go on with
  if (from == kEntry) {
    if (cut.blocks.contains(0)) return false;
    seen[0] = true;
    work.push_back({0, code.first[0]});
  } else {
    work.push_back({code.BlockOf(from), from + 1});
  }
  while (!work.empty()) {
    const auto [block, start] = work.back();
    work.pop_back();
    const ir::Block& b = code.body.blocks[block];
    const uint32_t end = code.first[block] + static_cast<uint32_t>(b.instructions.size());
    budget_ -= end - start + 1;
    if (budget_ < 0) return true;
    bool goes_on = true;
    for (uint32_t i = start; i < end && goes_on; ++i) {
      if (i == to || (to == kReturn && ContainsSorted(code.ends, i))) return true;
      goes_on = !cut.instructions.contains(i);
    }
    if (!goes_on) continue;
    if (to == kReturn && b.terminator.kind == ir::Terminator::Kind::kReturn) return true;
    for (uint32_t next : code.loops.successors(block)) {
      if (seen[next] || cut.blocks.contains(next)) continue;
      if (is_between_regular && code.Throws(block, next)) continue;
      seen[next] = true;
      work.push_back({next, code.first[next]});
    }
  }
  return false;
}

// The block itself, if it is one; else the branch at which the ways to the blocks part, if nothing
// else leads to them.
uint32_t CodeOrder::WhereOneBranches(const Code& code, const std::vector<uint32_t>& blocks) {
  constexpr int kMaxSteps = 8;
  std::vector<uint32_t> at = blocks;
  SortUnique(&at);
  // Those further on come later, so the last one is left first.
  for (int steps = 0; at.size() > 1 && steps < kMaxSteps; ++steps) {
    const uint32_t last = at.back();
    const std::vector<uint32_t>& before = code.loops.predecessors(last);
    if (before.size() != 1 || before[0] >= last) return LoopNest::kNone;
    at.pop_back();
    InsertSorted(&at, before[0]);
  }
  return at.size() == 1 ? at[0] : LoopNest::kNone;
}

// The join, the loop around it, and up to two tests that decide whether there is anything to wait
// for.
void CodeOrder::AddCut(const Code& code, uint32_t join, uint32_t from, uint32_t to,
                       Cut* cut) const {
  constexpr int kMaxTests = 2;
  const auto is_instruction = [](uint32_t at) { return at != kEntry && at != kReturn; };
  const auto has_end = [&](uint32_t block) {
    return (is_instruction(from) && code.BlockOf(from) == block) ||
           (is_instruction(to) && code.BlockOf(to) == block);
  };
  // What a loop tests that an end is in decides on its turns.
  const auto is_in_loop_of_end = [&](uint32_t before) {
    const uint32_t head = code.loops.LoopOf(before);
    return head != LoopNest::kNone && !code.loops.InLoop(code.BlockOf(join), head) &&
           ((is_instruction(from) && code.loops.InLoop(code.BlockOf(from), head)) ||
            (is_instruction(to) && code.loops.InLoop(code.BlockOf(to), head)));
  };
  cut->instructions.insert(join);
  uint32_t block = code.BlockOf(join);
  if (has_end(block)) return;
  uint32_t loop = LoopNest::kNone;
  for (uint32_t head = code.loops.LoopOf(block); head != LoopNest::kNone;
       head = code.loops.OuterLoop(head)) {
    if ((is_instruction(from) && code.loops.InLoop(code.BlockOf(from), head)) ||
        (is_instruction(to) && code.loops.InLoop(code.BlockOf(to), head))) {
      break;
    }
    loop = head;
  }
  if (loop != LoopNest::kNone) {
    block = loop;
    cut->blocks.insert(loop);
  }
  for (int tests = 0; tests < kMaxTests && block != 0;) {
    std::vector<uint32_t> predecessors = code.loops.predecessors(block);
    if (block == loop) {
      std::erase_if(predecessors, [&](uint32_t p) { return code.loops.InLoop(p, loop); });
    }
    const uint32_t before = WhereOneBranches(code, predecessors);
    if (before == LoopNest::kNone || has_end(before) || is_in_loop_of_end(before)) return;
    cut->blocks.insert(before);
    if (code.loops.successors(before).size() > 1) ++tests;
    block = before;
  }
}

// At the place of the way: a library call returns 0, and a procedure what it returns behind the
// place further in.
CodeOrder::Success CodeOrder::SuccessOf(const Way& creation, size_t level) {
  if (level + 1 == creation.size()) {
    const bool is_known =
        places_.IsCreation(creation[level].definition, creation[level].instruction);
    return is_known ? Success::kZero : Success::kUnknown;
  }
  const Step& inner = creation[level + 1];
  return ReturnedAfter(CodeOf(inner.definition), inner.instruction, SuccessOf(creation, level + 1));
}

CodeOrder::Success CodeOrder::ReturnedAfter(const Code& code, uint32_t call,
                                            Success started) const {
  constexpr int kMaxSteps = 4;
  Cut cut;
  CutFailures(code, call, started, &cut);
  std::vector<bool> reached(code.body.blocks.size(), false);
  std::vector<uint32_t> work = {code.BlockOf(call)};
  std::optional<Success> returned;
  while (!work.empty()) {
    const uint32_t block = work.back();
    work.pop_back();
    for (uint32_t next : code.loops.successors(block)) {
      if (reached[next] || cut.blocks.contains(next)) continue;
      reached[next] = true;
      work.push_back(next);
    }
  }
  for (uint32_t b = 0; b < code.body.blocks.size(); ++b) {
    const ir::Terminator& end = code.body.blocks[b].terminator;
    const bool is_reached = reached[b] || b == code.BlockOf(call);
    if (!is_reached || end.kind != ir::Terminator::Kind::kReturn) continue;
    const Success here = ValueAfter(code, call, started, end.condition, reached, kMaxSteps);
    if (returned.value_or(here) != here) return Success::kUnknown;
    returned = here;
  }
  return returned.value_or(Success::kUnknown);
}

CodeOrder::Success CodeOrder::ValueAfter(const Code& code, uint32_t call, Success started,
                                         const ir::Operand& operand,
                                         const std::vector<bool>& reached, int steps) const {
  if (operand.kind == ir::Operand::Kind::kConstant) {
    return operand.value == 0 ? Success::kZero : Success::kNonzero;
  }
  if (operand.kind != ir::Operand::Kind::kRegister || steps == 0) return Success::kUnknown;
  std::optional<Success> value;
  uint32_t at = 0;
  for (uint32_t b = 0; b < code.body.blocks.size(); ++b) {
    for (const ir::Instruction& i : code.body.blocks[b].instructions) {
      const uint32_t number = at++;
      // What is assigned where the call does not lead may have been so before it.
      const bool is_skipped = !reached[b] && number > call && b != code.BlockOf(call);
      if (i.result != static_cast<ir::Register>(operand.value) || is_skipped) continue;
      Success made = Success::kUnknown;
      if (number == call) {
        made = started;
      } else if (i.opcode == ir::Opcode::kAssign) {
        made = ValueAfter(code, call, started, i.a, reached, steps - 1);
      }
      if (value.value_or(made) != made) return Success::kUnknown;
      value = made;
    }
  }
  return value.value_or(Success::kUnknown);
}

// Ways on which a call that starts a thread says by its result that it did not.
void CodeOrder::CutFailures(const Code& code, uint32_t at, Success started, Cut* cut) const {
  const ir::Instruction* call = at == kEntry ? nullptr : InstructionAt(code.body, at);
  if (call == nullptr || call->result == ir::kNoRegister || started == Success::kUnknown) return;
  // Whether not 0 says so.
  absl::flat_hash_map<ir::Register, bool> failed = {{call->result, started == Success::kZero}};
  for (const ir::Block& block : code.body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.a.kind != ir::Operand::Kind::kRegister || i.result == ir::kNoRegister) continue;
      const auto known = failed.find(static_cast<ir::Register>(i.a.value));
      if (known == failed.end()) continue;
      const bool is_compared = i.opcode == ir::Opcode::kBinary && i.b == ir::Operand::Constant(0);
      const bool is_nonzero = known->second;
      if (i.opcode == ir::Opcode::kAssign ||
          (is_compared &&
           (i.binary == ir::Binary::kNe || (i.binary == ir::Binary::kLt && is_nonzero)))) {
        failed[i.result] = is_nonzero;
      } else if (i.opcode == ir::Opcode::kNot || (is_compared && i.binary == ir::Binary::kEq)) {
        failed[i.result] = !is_nonzero;
      }
    }
    const ir::Terminator& t = block.terminator;
    if (t.kind != ir::Terminator::Kind::kBranch ||
        t.condition.kind != ir::Operand::Kind::kRegister) {
      continue;
    }
    const auto known = failed.find(static_cast<ir::Register>(t.condition.value));
    if (known != failed.end()) cut->blocks.insert(t.targets[known->second ? 0 : 1]);
  }
}

// Whether all ways from one instruction to another lead past one of the joins, and from there on
// past no other one of them.
bool CodeOrder::WaitsBetween(uint32_t definition, uint32_t from, uint32_t to,
                             const std::vector<uint32_t>& joins, Success started, bool overwrites) {
  const Code& code = CodeOf(definition);
  Cut cut, past_start;
  if (from != kEntry) past_start.instructions.insert(from);
  for (uint32_t join : joins) {
    if (join == from || join == to) continue;
    if (!Reaches(code, join, to, from == to ? Cut() : past_start)) continue;
    // From the entry on, what comes after it may lead there again in another turn. Of a join that
    // is come to from there too, what decides on it may be for later turns.
    const bool is_left = from == kEntry || to == kReturn || to == from;
    if (is_left || overwrites || !Reaches(code, to, join, past_start)) {
      AddCut(code, join, from, to, &cut);
    } else {
      cut.instructions.insert(join);
    }
  }
  if (cut.instructions.empty()) return false;
  CutFailures(code, from, started, &cut);
  return !Reaches(code, from, to, cut);
}

// What waits in a procedure for what looks like that place, which is in terms of one further out.
std::vector<uint32_t> CodeOrder::WaitsAt(const Way& way, size_t level, size_t outer,
                                         Awaited awaited, const SyncPlace& place) {
  std::vector<uint32_t> waits;
  const uint32_t d = way[level].definition;
  for (const SyncUse& use : awaited == Awaited::kEnd ? places_.JoinsOf(d) : places_.WaitsOf(d)) {
    SyncPlace used = use.place;
    for (size_t at = level; at-- > outer;) {
      used = places_.InCaller(way[at].definition, way[at].instruction, used);
    }
    if (places_.MayBeOne(used, place)) waits.push_back(use.instruction);
  }
  return waits;
}

// Whether the thread is waited for in a procedure that starts it, before that returns, or in one
// that leads to the target, before it goes on there; both called at a level further out.
bool CodeOrder::IsAwaitedFurtherIn(const Way& creation, const Way& target, size_t level,
                                   Awaited awaited, const std::vector<SyncPlace>& places) {
  for (size_t k = level + 1; k < creation.size(); ++k) {
    const std::vector<uint32_t> joins = WaitsAt(creation, k, k, awaited, places[k]);
    if (WaitsBetween(creation[k].definition, creation[k].instruction, kReturn, joins,
                     SuccessOf(creation, k))) {
      return true;
    }
  }
  for (size_t k = level + 1; k < target.size(); ++k) {
    const std::vector<uint32_t> joins = WaitsAt(target, k, level, awaited, places[level]);
    if (WaitsBetween(target[k].definition, kEntry, target[k].instruction, joins)) return true;
  }
  return false;
}

CodeOrder::Passage CodeOrder::PassageTo(const Way& creation, const Way& target, Awaited awaited,
                                        const std::vector<SyncPlace>& places, bool overwrites) {
  if (creation.empty() || target.empty() || creation[0].definition != target[0].definition) {
    return Passage::kFree;
  }
  size_t level = 0;
  while (level + 1 < creation.size() && level + 1 < target.size() &&
         creation[level] == target[level]) {
    ++level;
  }
  const auto judge = [&](size_t at, uint32_t from, uint32_t to) {
    const std::vector<uint32_t> joins = WaitsAt(creation, at, at, awaited, places[at]);
    return WaitsBetween(creation[at].definition, from, to, joins, SuccessOf(creation, at),
                        overwrites) ||
                   IsAwaitedFurtherIn(creation, target, at, awaited, places)
               ? Passage::kJoined
               : Passage::kFree;
  };
  // One call through a pointer leads to both, one after the other.
  const bool are_of_one_call = creation[level].definition != target[level].definition;
  if (are_of_one_call && level-- == 0) return Passage::kFree;
  const uint32_t from = creation[level].instruction, to = target[level].instruction;
  if (from != to && Reaches(CodeOf(creation[level].definition), from, to, {})) {
    return judge(level, from, to);
  }
  // Only by another turn of a loop, here or further out.
  for (size_t at = from == to ? level + 1 : level; at-- > 0;) {
    const uint32_t again = creation[at].instruction;
    if (Reaches(CodeOf(creation[at].definition), again, again, {})) return judge(at, again, again);
  }
  return Passage::kNone;
}

// Whether a thread of the node waits for those of a node below it before it ends.
bool CodeOrder::EndsAfter(uint32_t node, uint32_t descendant) {
  if (node == descendant || !tree_.OutlivesEnded(node, descendant)) return true;
  const uint32_t next = tree_.ChildTowards(node, descendant);
  const std::vector<uint32_t>& spawns = tree_.nodes()[next].spawns;
  const bool are_joined = std::all_of(spawns.begin(), spawns.end(), [&](uint32_t spawn) {
    const Way creation = WayToCreation(tree_, node, spawn);
    const std::vector<SyncPlace> places = PlacesOnWay(creation);
    for (size_t k = 0; k < creation.size(); ++k) {
      const std::vector<uint32_t> joins = WaitsAt(creation, k, k, Awaited::kEnd, places[k]);
      if (WaitsBetween(creation[k].definition, creation[k].instruction, kReturn, joins,
                       SuccessOf(creation, k))) {
        return true;
      }
    }
    return false;
  });
  return are_joined && EndsAfter(next, descendant);
}

// Whether threads of a node that others start are waited for by who started those, as a pool's
// workers that start further ones.
bool CodeOrder::IsJoinedByAncestor(const Way& creation, const Way& target, uint32_t node) {
  const ThreadNode& n = tree_.nodes()[node];
  return std::all_of(n.spawns.begin(), n.spawns.end(), [&](uint32_t spawn) {
    const Way deeper = WayToCreation(tree_, static_cast<uint32_t>(n.parent), spawn);
    SyncPlace place = PlacesOnWay(deeper).front();
    const bool is_global = place.root == SyncPlace::Root::kGlobal;
    if (!is_global && place.type.empty() && place.loaded.empty()) return false;
    if (!is_global) place.root = SyncPlace::Root::kUnknown;
    const std::vector<SyncPlace> places(creation.size(), place);
    return PassageTo(creation, target, Awaited::kEnd, places) == Passage::kJoined;
  });
}

bool CodeOrder::SeparateFromDescendant(const SharedAccess& access, uint32_t node) {
  auto [it, inserted] = separate_.try_emplace({access.node, access.index, node});
  if (!inserted) return it->second;
  const uint32_t child = tree_.ChildTowards(access.node, node);
  const Way target = WayToAccess(tree_, access.node, access.index);
  const bool ends_after = EndsAfter(child, node);
  bool is_joined = false;
  for (uint32_t spawn : tree_.nodes()[child].spawns) {
    const Way creation = WayToCreation(tree_, access.node, spawn);
    const Passage passage = PassageTo(creation, target, Awaited::kEnd, PlacesOnWay(creation));
    if (passage == Passage::kFree) return false;
    if (passage == Passage::kNone) continue;
    if (!ends_after && !IsJoinedByAncestor(creation, target, node)) return false;
    is_joined = true;
  }
  return it->second = is_joined;
}

bool CodeOrder::SeparateSiblings(uint32_t ancestor, uint32_t a, uint32_t b) {
  auto [it, inserted] = separate_nodes_.try_emplace({ancestor, a, b});
  if (!inserted) return it->second;
  const uint32_t x = tree_.ChildTowards(ancestor, a), y = tree_.ChildTowards(ancestor, b);
  bool is_joined = false;
  const auto are_apart = [&](uint32_t first, uint32_t second) {
    for (uint32_t s : tree_.nodes()[first].spawns) {
      const Way creation = WayToCreation(tree_, ancestor, s);
      const std::vector<SyncPlace> places = PlacesOnWay(creation);
      for (uint32_t t : tree_.nodes()[second].spawns) {
        const Way next = WayToCreation(tree_, ancestor, t);
        const bool overwrites = places_.MayBeOne(places.front(), PlacesOnWay(next).front());
        const Passage passage = PassageTo(creation, next, Awaited::kEnd, places, overwrites);
        if (passage == Passage::kFree) return false;
        is_joined |= passage == Passage::kJoined;
      }
    }
    return true;
  };
  const bool are_separate = are_apart(x, y) && (x == y || are_apart(y, x)) && is_joined;
  return it->second = are_separate && EndsAfter(x, a) && EndsAfter(y, b);
}

// Two of the threads of `node`, with what they start.
bool CodeOrder::SeparateInstances(uint32_t node, uint32_t a, uint32_t b) {
  const int parent = tree_.nodes()[node].parent;
  return parent >= 0 && SeparateSiblings(static_cast<uint32_t>(parent), a, b);
}

bool CodeOrder::IsStartedAfterOpenJoins(uint32_t node) const {
  const ThreadNode& n = tree_.nodes()[node];
  if (n.parent < 0) return false;
  const ThreadNode& creator = tree_.nodes()[n.parent];
  return std::any_of(n.spawns.begin(), n.spawns.end(), [&](uint32_t spawn) {
    const ThreadPoint& point = creator.points[creator.summary->spawns[spawn].point];
    return point.joined_unknown || point.joined_on_some;
  });
}

// Whether each procedure that starts such a thread for others waits for the last one first, in some
// way.
bool CodeOrder::IsStartedAgain(uint32_t node) {
  auto [it, inserted] = started_again_.try_emplace(node, false);
  const ThreadNode& n = tree_.nodes()[node];
  if (!inserted || n.parent < 0) return it->second;
  return it->second = std::all_of(n.spawns.begin(), n.spawns.end(), [&](uint32_t spawn) {
           const Way creation = WayToCreation(tree_, static_cast<uint32_t>(n.parent), spawn);
           const std::vector<SyncPlace> places = PlacesOnWay(creation);
           for (size_t level = 1; level < creation.size(); ++level) {
             const Step& step = creation[level];
             const auto joins = WaitsAt(creation, level, level, Awaited::kEnd, places[level]);
             if (std::any_of(joins.begin(), joins.end(), [&](uint32_t join) {
                   return Reaches(CodeOf(step.definition), join, step.instruction, {});
                 })) {
               return true;
             }
           }
           return false;
         });
}

bool CodeOrder::AreStartedAfterOpenJoins(const SharedAccess& a, const SharedAccess& b,
                                         const Parallelism& parallelism) {
  if (parallelism.across != kNothing &&
      (IsStartedAfterOpenJoins(parallelism.across) || IsStartedAgain(parallelism.across))) {
    return true;
  }
  if (!parallelism.together || a.node == b.node) return false;
  // Whether a thread waits for those it has started is not known to who started that.
  if (tree_.IsAncestor(a.node, b.node)) return tree_.ChildTowards(a.node, b.node) != b.node;
  if (tree_.IsAncestor(b.node, a.node)) return tree_.ChildTowards(b.node, a.node) != a.node;
  const uint32_t above = tree_.CommonAncestor(a.node, b.node);
  if (!tree_.IsAncestor(above, a.node) || !tree_.IsAncestor(above, b.node)) return false;
  const uint32_t x = tree_.ChildTowards(above, a.node), y = tree_.ChildTowards(above, b.node);
  return IsStartedAfterOpenJoins(x) || IsStartedAfterOpenJoins(y) ||
         (IsStartedAgain(x) && IsStartedAgain(y));
}

bool CodeOrder::Separate(const SharedAccess& a, const SharedAccess& b,
                         const Parallelism& parallelism) {
  if (parallelism.across != kNothing &&
      ((parallelism.across_certain && !IsStartedAfterOpenJoins(parallelism.across) &&
        !IsStartedAgain(parallelism.across)) ||
       !SeparateInstances(parallelism.across, a.node, b.node))) {
    return false;
  }
  if (!parallelism.together) return parallelism.across != kNothing;
  if (tree_.IsAncestor(a.node, b.node)) return SeparateFromDescendant(a, b.node);
  if (tree_.IsAncestor(b.node, a.node)) return SeparateFromDescendant(b, a.node);
  // Entries of a library have no thread in common.
  uint32_t top = a.node;
  while (tree_.nodes()[top].parent >= 0) top = static_cast<uint32_t>(tree_.nodes()[top].parent);
  if (!tree_.IsAncestor(top, b.node)) return false;
  return SeparateSiblings(tree_.CommonAncestor(a.node, b.node), a.node, b.node);
}

}  // namespace plait
