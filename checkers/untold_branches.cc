#include "checkers/untold_branches.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/algorithm/container.h"
#include "checkers/naming.h"
#include "checkers/origin_walk.h"
#include "summaries/name.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Blocks from whose ends a way leads to the beginning of one of these.
std::vector<bool> LeadingTo(const LoopNest& graph, size_t blocks, std::vector<uint32_t> work) {
  std::vector<bool> leading(blocks, false);
  while (!work.empty()) {
    const uint32_t block = work.back();
    work.pop_back();
    for (const uint32_t before : graph.predecessors(block)) {
      if (leading[before]) continue;
      leading[before] = true;
      work.push_back(before);
    }
  }
  return leading;
}

std::vector<uint32_t> ReturnsOf(const ir::Procedure& body) {
  std::vector<uint32_t> returns;
  for (uint32_t b = 0; b < body.blocks.size(); ++b) {
    if (body.blocks[b].terminator.kind == ir::Terminator::Kind::kReturn) returns.push_back(b);
  }
  return returns;
}

// Where the procedure gets to if nothing goes wrong: it returns, or goes around a loop for ever.
std::vector<uint32_t> AimsOf(const LoopNest& graph, const ir::Procedure& body) {
  const size_t blocks = body.blocks.size();
  std::vector<uint32_t> returns = ReturnsOf(body);
  if (LeadingTo(graph, blocks, returns)[0] || absl::c_linear_search(returns, 0U)) return returns;
  std::vector<uint32_t> heads;
  for (uint32_t b = 0; b < blocks; ++b) {
    if (graph.IsLoopHead(b)) heads.push_back(b);
  }
  return heads;
}

// Whether the branch decides if a loop goes on. Loops are taken to run, and to come to an end.
bool IsOfLoop(const LoopNest& graph, uint32_t branch) {
  const uint32_t head = graph.LoopOf(branch);
  const std::vector<uint32_t>& sides = graph.successors(branch);
  return head != LoopNest::kNone && std::any_of(sides.begin(), sides.end(), [&](uint32_t side) {
           return !graph.InLoop(side, head);
         });
}

// The same of a turn of a loop that stands in front of it (analyzer/fixpoint/peel_loops.h): it sets
// the registers that the loop does.
bool IsOfTurn(const LoopNest& graph, const ir::Procedure& body, uint32_t branch) {
  const ir::Operand& condition = body.blocks[branch].terminator.condition;
  if (condition.kind != ir::Operand::Kind::kRegister) return false;
  for (uint32_t b = 0; b < body.blocks.size(); ++b) {
    if (body.blocks[b].terminator.condition == condition && IsOfLoop(graph, b)) return true;
  }
  return false;
}

// Whether all that the block does is to reckon: nobody else sees it, and what comes of it decides
// only where it is asked for.
bool OnlyReckons(const ir::Block& block) {
  return absl::c_all_of(block.instructions, [](const ir::Instruction& i) {
    return i.opcode == ir::Opcode::kAssign || i.opcode == ir::Opcode::kBinary ||
           i.opcode == ir::Opcode::kNot || i.opcode == ir::Opcode::kNegate ||
           i.opcode == ir::Opcode::kTruncate || i.opcode == ir::Opcode::kAddress;
  });
}

// Whether the sides of a branch soon meet again, having only reckoned. Targets are not among them.
bool OnlyChoosesNumbers(const LoopNest& graph, const ir::Procedure& body, uint32_t branch,
                        const std::vector<uint32_t>& targets) {
  constexpr size_t kMost = 8;
  const auto closes_at = [&](uint32_t meeting) {
    std::vector<uint32_t> between;
    std::vector<uint32_t> work = graph.successors(branch);
    while (!work.empty()) {
      const uint32_t at = work.back();
      work.pop_back();
      if (at == meeting || absl::c_linear_search(between, at)) continue;
      if (at == branch || between.size() == kMost || absl::c_linear_search(targets, at) ||
          graph.successors(at).empty() || !OnlyReckons(body.blocks[at])) {
        return false;
      }
      between.push_back(at);
      absl::c_copy(graph.successors(at), std::back_inserter(work));
    }
    return true;
  };
  std::vector<uint32_t> ahead = graph.successors(branch);
  for (size_t i = 0; i < ahead.size() && ahead.size() <= kMost; ++i) {
    if (closes_at(ahead[i])) return true;
    for (const uint32_t next : graph.successors(ahead[i])) {
      if (!absl::c_linear_search(ahead, next)) ahead.push_back(next);
    }
  }
  return false;
}

bool Sets(const ir::Block& block, ir::Register r) {
  return absl::c_any_of(block.instructions,
                        [&](const ir::Instruction& i) { return i.result == r; });
}

// Whether the register may hold at the end of the block what the last turn of a loop before it has
// left there, or all turns together.
bool ComesOutOfLoop(const LoopNest& graph, const ir::Procedure& body, ir::Register r,
                    uint32_t block) {
  std::vector<bool> seen(body.blocks.size(), false);
  std::vector<uint32_t> work = {block};
  while (!work.empty()) {
    const uint32_t at = work.back();
    work.pop_back();
    const uint32_t loop = graph.LoopOf(at);
    const bool is_behind = loop != LoopNest::kNone && !graph.InLoop(block, loop);
    if (Sets(body.blocks[at], r)) {
      if (is_behind) return true;
      continue;
    }
    for (uint32_t before : graph.predecessors(at)) {
      if (!seen[before]) work.push_back(before);
      seen[before] = true;
    }
  }
  return false;
}

// Whether the block looks at the place, as before a greater number is put there.
bool LooksAt(const ir::Block& block, const ir::Place& place) {
  return std::any_of(
      block.instructions.begin(), block.instructions.end(),
      [&](const ir::Instruction& i) { return i.opcode == ir::Opcode::kLoad && i.place == place; });
}

// The variables that may hold something else than a constant after the instruction, as numbers of
// symbols: it is stored there, or may be by whom their address is given to.
std::vector<int64_t> ChangedBy(const ir::Instruction& i) {
  std::vector<int64_t> changed;
  const auto add = [&](const ir::Operand& value) {
    if (value.kind == ir::Operand::Kind::kGlobal) changed.push_back(value.value);
  };
  add(i.a);
  add(i.b);
  for (const ir::Operand& argument : i.arguments) add(argument);
  const bool is_constant =
      i.opcode == ir::Opcode::kStore && i.a.kind == ir::Operand::Kind::kConstant;
  if (i.opcode != ir::Opcode::kLoad && !is_constant) add(i.place.base);
  return changed;
}

}  // namespace

void UntoldBranches::FindStores() {
  changed_.emplace();
  const std::vector<Definition>& definitions = tree_.program().definitions();
  for (uint32_t d = 0; d < definitions.size(); ++d) {
    const ir::Procedure& body = definitions[d].body();
    uint32_t number = 0;
    for (const ir::Block& block : body.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        const uint32_t here = number++;
        for (const int64_t symbol : ChangedBy(i)) {
          changed_->insert(InternName(body.symbols[symbol].name));
        }
        if (i.opcode == ir::Opcode::kStore && i.place.base.kind == ir::Operand::Kind::kGlobal) {
          const std::string& variable = body.symbols[i.place.base.value].name;
          stores_[InternName(variable)].push_back({d, here});
        }
      }
    }
  }
}

// Whether all that is ever stored in the variable is a constant, as for all that is known may be
// stored each time.
bool UntoldBranches::HoldsOptions(Name variable) {
  const auto [known, inserted] = options_.try_emplace(variable, false);
  if (!inserted) return known->second;
  const bool holds = FindHoldsOptions(variable);
  return options_[variable] = holds;
}

// That it would have to be set is a doubt of its own.
bool UntoldBranches::IsUnwritten(Name variable) {
  if (!changed_.has_value()) FindStores();
  return !changed_->contains(variable) && !stores_.contains(variable);
}

bool UntoldBranches::FindHoldsOptions(Name variable) {
  if (changed_->contains(variable)) return false;
  return absl::c_none_of(stores_.at(variable), [&](const Step& store) {
    const bool is_main = tree_.program().definitions()[store.definition].IsMain();
    return GuardInstruction(store.definition, store.instruction, {is_main, /*unwritten=*/false});
  });
}

// Whether the procedure may be called with any number: what calls itself chooses what with.
bool UntoldBranches::AreArgumentsTold(uint32_t definition) const {
  return !tree_.IsRecursive(tree_.program().definitions()[definition].name);
}

// Whether any number may be found there. What is reckoned before there are threads is one number.
bool UntoldBranches::IsLoadTold(Sought* sought, const ir::Instruction& load) {
  if (load.kind == ir::ValueKind::kOther) return false;
  if (load.place == *sought->place) return true;
  if (load.ordering != ir::Ordering::kPlain || load.place.base.kind != ir::Operand::Kind::kGlobal ||
      !load.place.terms.empty())
    return false;
  const std::string& variable = sought->body.symbols[load.place.base.value].name;
  // Ranges tell the values of a variable that only constants are put into, but for all others than
  // a certain one.
  if (variable == ir::kExceptionVariable) return true;
  if (sought->is_compared_to_number) return false;
  if (IsUnwritten(InternName(variable))) return sought->told.unwritten && ++sought->unwritten == 1;
  return HoldsOptions(InternName(variable));
}

// Whether the program's own function returns what may be any number, each time.
bool UntoldBranches::IsResultTold(const Sought& sought, Name callee) {
  const int found = tree_.program().FindDefinition(callee);
  if (found < 0) return false;
  const auto definition = static_cast<uint32_t>(found);
  if (std::find(sought.callers.begin(), sought.callers.end(), definition) != sought.callers.end()) {
    return false;
  }
  const ir::Procedure& body = tree_.program().definitions()[definition].body();
  Sought of_result(body, sought.place, sought.callers);
  of_result.callers.push_back(definition);
  of_result.is_compared_to_number = sought.is_compared_to_number;
  of_result.is_compared_to_many = sought.is_compared_to_many;
  of_result.is_ordered = sought.is_ordered;
  for (const ir::Block& block : body.blocks) {
    const ir::Terminator& end = block.terminator;
    if (end.kind == ir::Terminator::Kind::kReturn && !IsTold(&of_result, end.condition))
      return false;
  }
  return of_result.has_input;
}

bool UntoldBranches::IsTold(Sought* sought, const ir::Operand& value) {
  if (value.kind == ir::Operand::Kind::kUnknown) return false;
  if (value.kind != ir::Operand::Kind::kRegister) return true;
  const ir::Procedure& body = sought->body;
  const auto made = static_cast<ir::Register>(value.value);
  if (made < body.parameters.size()) {
    const bool has_another = absl::c_any_of(sought->inputs, [&](int64_t input) {
      return 0 <= input && input < static_cast<int64_t>(body.parameters.size()) && input != made;
    });
    InsertSorted(&sought->inputs, int64_t{made});
    // How two arguments compare may be decided by who passes them.
    return !has_another && sought->told.arguments && !ContainsSorted(sought->told.others, made);
  }
  if (std::find(sought->seen.begin(), sought->seen.end(), made) != sought->seen.end()) return true;
  sought->seen.push_back(made);
  int constants = 0;
  bool is_other = false;
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.result != made) continue;
      if (i.opcode == ir::Opcode::kAssign && i.a.kind == ir::Operand::Kind::kConstant) {
        ++constants;
        continue;
      }
      is_other = true;
      if (!IsMadeOfTold(sought, i)) return false;
    }
  }
  // Set to one of several constants, by which way the procedure took. Main takes its ways by what
  // the user says.
  const bool is_option = body.name == "main" && !body.parameters.empty();
  return is_other || constants <= 1 || is_option;
}

void UntoldBranches::NoteInput(Sought* sought, const ir::Instruction& i) {
  const bool is_variable = i.opcode == ir::Opcode::kLoad && i.place.terms.empty() &&
                           i.place.base.kind == ir::Operand::Kind::kGlobal;
  InsertSorted(&sought->inputs, is_variable ? -1 - i.place.base.value : int64_t{i.result});
}

bool UntoldBranches::AreRelated(const std::vector<std::vector<int64_t>>& inputs) {
  for (size_t one = 0; one < inputs.size(); ++one) {
    for (size_t other = 0; other < inputs.size() && inputs[one].size() > 1; ++other) {
      if (one != other && !IntersectionOf(inputs[one], inputs[other]).empty()) return true;
    }
  }
  return false;
}

bool UntoldBranches::IsMadeOfTold(Sought* sought, const ir::Instruction& i) {
  const auto is_number = [](const ir::Operand& value) {
    return value.kind == ir::Operand::Kind::kConstant && value.value != 0;
  };
  const auto is_one_of_many = [](const ir::Operand& value) {
    return value.kind == ir::Operand::Kind::kConstant && value.value != 0 && value.value != 1;
  };
  switch (i.opcode) {
    case ir::Opcode::kTruncate:
      // There may be no such number of that type.
      if (sought->is_compared_to_many || (!i.is_signed && sought->is_ordered)) return false;
      return IsTold(sought, i.a);
    case ir::Opcode::kAssign:
    case ir::Opcode::kNot:
    case ir::Opcode::kNegate:
      return IsTold(sought, i.a);
    case ir::Opcode::kBinary:
      if (i.binary == ir::Binary::kEq || i.binary == ir::Binary::kNe) {
        sought->is_compared_to_number |= is_number(i.a) || is_number(i.b);
      } else if (i.binary != ir::Binary::kAdd && i.binary != ir::Binary::kSub &&
                 (i.binary < ir::Binary::kEq || i.binary > ir::Binary::kGe)) {
        return false;
      } else if (i.binary >= ir::Binary::kEq) {
        sought->is_ordered = true;
      }
      sought->is_compared_to_many |= is_one_of_many(i.a) || is_one_of_many(i.b);
      return IsTold(sought, i.a) && IsTold(sought, i.b);
    case ir::Opcode::kLoad:
      sought->has_input = true;
      NoteInput(sought, i);
      return IsLoadTold(sought, i);
    case ir::Opcode::kCompareExchange:
      sought->has_input = true;
      NoteInput(sought, i);
      return true;
    case ir::Opcode::kAtomicUpdate:
      sought->has_input = true;
      NoteInput(sought, i);
      return i.binary == ir::Binary::kExchange;
    case ir::Opcode::kAddress:
      return true;
    case ir::Opcode::kCall:
      return IsInput(sought, i);
    default:
      return false;
  }
}

// Whether anything may come out of the call, each time.
bool UntoldBranches::IsInput(Sought* sought, const ir::Instruction& call) {
  if (call.callee.kind != ir::Operand::Kind::kFunction) return false;
  sought->has_input = true;
  NoteInput(sought, call);
  constexpr uint32_t kInt = 4;
  if (call.kind == ir::ValueKind::kInteger && call.width < kInt && sought->is_compared_to_many) {
    return false;
  }
  const Name callee = InternName(sought->body.symbols[call.callee.value].name);
  if (tree_.program().IsDefined(callee)) return IsResultTold(*sought, callee);
  const proto::Function* model = models_ == nullptr ? nullptr : models_(NameText(callee), false);
  if (model == nullptr || NameText(callee).starts_with("__VERIFIER_nondet")) return true;
  // What other functions of libraries return follows from what they are given, or is one of few
  // numbers; but threads and locks are, or are not, to be had.
  const bool is_any = std::all_of(model->effect().begin(), model->effect().end(),
                                  [](const auto& effect) { return effect.has_returns(); });
  return (call.arguments.empty() && is_any) ||
         std::any_of(model->effect().begin(), model->effect().end(), [](const auto& effect) {
           return effect.has_spawn() || effect.has_acquire() || effect.has_allocate();
         });
}

bool UntoldBranches::GuardInstruction(uint32_t definition, uint32_t instruction, const Told& told) {
  auto [known, inserted] = instructions_.try_emplace({definition, instruction, told}, false);
  if (!inserted) return known->second;
  const ir::Procedure& body = tree_.program().definitions()[definition].body();
  const std::optional<uint32_t> block = BlockOf(body, instruction);
  const ir::Instruction* made = InstructionAt(body, instruction);
  const bool is =
      block.has_value() && made != nullptr && AnyBefore(definition, {*block}, &made->place, told);
  return instructions_[{definition, instruction, told}] = is;
}

UntoldBranches::Given UntoldBranches::PassedOn(const Step& step, const Given& given,
                                               const Told& told) {
  Given passed;
  const ir::Procedure& body = tree_.program().definitions()[step.definition].body();
  const ir::Instruction* call = InstructionAt(body, step.instruction);
  if (call == nullptr || call->opcode != ir::Opcode::kCall) return passed;
  // What a function of a library calls gets arguments of its own.
  if (call->callee.kind == ir::Operand::Kind::kFunction &&
      !tree_.program().IsDefined(InternName(body.symbols[call->callee.value].name))) {
    return passed;
  }
  passed.constants = ConstantsPassed(body, given.constants, *call);
  const ir::Place nothing;
  for (uint32_t i = 0; i < call->arguments.size(); ++i) {
    Sought sought(body, &nothing, {step.definition});
    sought.told = told;
    if (!passed.constants[i] && !IsTold(&sought, call->arguments[i])) passed.others.push_back(i);
  }
  return passed;
}

bool UntoldBranches::GuardStep(const Step& step, Given* given) {
  const Told told{given->is_told && AreArgumentsTold(step.definition), true, given->others};
  if (GuardInstruction(step.definition, step.instruction, told)) return true;
  const ir::Procedure& body = tree_.program().definitions()[step.definition].body();
  const std::optional<uint32_t> block = BlockOf(body, step.instruction);
  if (block && !MayReach(body, given->constants, *block)) return true;
  *given = PassedOn(step, *given, told);
  return false;
}

bool UntoldBranches::AnyBefore(uint32_t definition, const std::vector<uint32_t>& targets,
                               const ir::Place* place, const Told& told) {
  const ir::Procedure& body = tree_.program().definitions()[definition].body();
  const LoopNest graph(body);
  const size_t blocks = body.blocks.size();
  const std::vector<bool> leads_there = LeadingTo(graph, blocks, targets);
  // On a way that leads back to no caller the program or the thread comes to its end, as after an
  // error. That is not what threads are for.
  const std::vector<uint32_t> aims = AimsOf(graph, body);
  const std::vector<bool> leads_back = LeadingTo(graph, blocks, aims);
  const auto ends = [&](uint32_t side) {
    return !leads_back[side] && std::find(aims.begin(), aims.end(), side) == aims.end();
  };
  const auto decides_on_locks = [&](const ir::Instruction& i) {
    if (i.opcode != ir::Opcode::kCall || i.callee.kind != ir::Operand::Kind::kFunction)
      return false;
    const int callee =
        tree_.program().FindDefinition(InternName(body.symbols[i.callee.value].name));
    return callee >= 0 && DecidesOnLocks(static_cast<uint32_t>(callee));
  };
  std::vector<std::vector<int64_t>> inputs;  // of the conditions
  for (uint32_t b = 0; b < blocks; ++b) {
    const bool is_target = std::find(targets.begin(), targets.end(), b) != targets.end();
    if (!leads_there[b] && !is_target) continue;
    const ir::Block& block = body.blocks[b];
    if (absl::c_any_of(block.instructions, decides_on_locks)) return true;
    const std::vector<uint32_t>& sides = graph.successors(b);
    if (sides.size() < 2 || !leads_there[b] || IsOfTurn(graph, body, b) ||
        (place != nullptr && LooksAt(block, *place)) ||
        OnlyChoosesNumbers(graph, body, b, targets) ||
        std::any_of(sides.begin(), sides.end(), ends)) {
      continue;
    }
    const ir::Place nothing;
    Sought sought(body, place != nullptr ? place : &nothing, {definition});
    sought.told = told;
    sought.is_compared_to_number = block.terminator.kind == ir::Terminator::Kind::kSwitch;
    sought.is_compared_to_many = sought.is_compared_to_number;
    if (!IsTold(&sought, block.terminator.condition)) return true;
    if (absl::c_any_of(sought.seen,
                       [&](ir::Register r) { return ComesOutOfLoop(graph, body, r, b); })) {
      return true;
    }
    inputs.push_back(std::move(sought.inputs));
  }
  return AreRelated(inputs);
}

bool UntoldBranches::DecidesOnLocks(uint32_t definition) {
  auto [known, inserted] = decides_on_locks_.try_emplace(definition, false);
  if (!inserted) return known->second;
  const Summary* summary = tree_.SummaryOf(static_cast<int>(definition));
  if (summary == nullptr) return false;
  const std::vector<Exit>& exits = summary->exits;
  const bool differ = std::any_of(exits.begin(), exits.end(), [&](const Exit& exit) {
    return summary->points[exit.point].held != summary->points[exits[0].point].held;
  });
  const bool is =
      differ && AnyBefore(definition, ReturnsOf(tree_.program().definitions()[definition].body()),
                          /*place=*/nullptr, Told());
  return decides_on_locks_[definition] = is;
}

bool UntoldBranches::GuardThread(uint32_t node) {
  const int parent = tree_.nodes()[node].parent;
  if (parent < 0) return false;
  auto [known, inserted] = threads_.try_emplace(node, false);
  if (!inserted) return known->second;
  const auto is_guarded = [&](uint32_t spawn) {
    bool is_lost = false;
    const Way way = WayToCreation(tree_, static_cast<uint32_t>(parent), spawn, &is_lost);
    Given given;
    return is_lost ||
           absl::c_any_of(way, [&](const Step& step) { return GuardStep(step, &given); });
  };
  const std::vector<uint32_t>& spawns = tree_.nodes()[node].spawns;
  const bool is = std::all_of(spawns.begin(), spawns.end(), is_guarded) ||
                  GuardThread(static_cast<uint32_t>(parent));
  return threads_[node] = is;
}

bool UntoldBranches::IsHandedTold(uint32_t node) {
  const int parent = tree_.nodes()[node].parent;
  if (parent < 0) return true;
  auto [known, inserted] = handed_told_.try_emplace(node, true);
  if (!inserted) return known->second;
  const auto is_told = [&](uint32_t spawn) {
    bool is_lost = false;
    const auto [definition, instruction] =
        WayToCreation(tree_, static_cast<uint32_t>(parent), spawn, &is_lost).back();
    if (is_lost) return false;
    const ir::Procedure& body = tree_.program().definitions()[definition].body();
    const ir::Instruction* creation = InstructionAt(body, instruction);
    if (creation == nullptr) return false;
    const ir::Place nothing;
    const uint32_t caller = definition;
    return absl::c_all_of(creation->arguments, [&](const ir::Operand& argument) {
      Sought sought(body, &nothing, {caller});
      return IsTold(&sought, argument);
    });
  };
  return handed_told_[node] = absl::c_all_of(tree_.nodes()[node].spawns, is_told);
}

bool UntoldBranches::Guard(const SharedAccess& access) {
  if (GuardThread(access.node)) return true;
  const ThreadNode& node = tree_.nodes()[access.node];
  const Summary& summary = *node.summary;
  Given given;
  given.is_told = IsHandedTold(access.node);
  return AnyOnTheWay(tree_, summary, summary.accesses[access.index],
                     [&](uint32_t definition, const Access& made) {
                       return GuardStep({definition, made.origin.instruction}, &given);
                     });
}

}  // namespace plait
