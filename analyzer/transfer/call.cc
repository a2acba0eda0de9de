#include "analyzer/transfer/call.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/arrivals.h"
#include "analyzer/transfer/branch_outcomes.h"
#include "analyzer/transfer/callback.h"
#include "analyzer/transfer/disjuncts.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/join.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/row_locks.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Operand;

// Calls to one of more functions than that are guesses; if only the type decides, to one of
// several, or, where a field is called that the program never sets, to any.
constexpr size_t kMaxLikelyTargets = 4;
constexpr size_t kMaxKnownLater = 24;  // functions that are told apart by what the caller knows

// A call out of the program may be a lock, a barrier, a queue: then it orders all who make such
// calls with the same object.
void MayOrder(TermId object, State* state) {
  InsertSorted(&state->point.posted, object);
  InsertSorted(&state->point.asked, object);
}

std::vector<Outcome> CallBodies(Frame& frame, const State& state, Name name,
                                const std::vector<TermId>& arguments) {
  InsertSorted(&frame.summary.callees, name);
  std::vector<Outcome> outcomes;
  const std::vector<const Summary*> summaries = frame.environment.FindSummaries(name);
  const bool is_recursive = frame.environment.IsRecursive(name);
  // A member of a recursive component without a summary yet does not return in this round. Any
  // other function without one is called from a place the call graph does not foresee.
  if (summaries.empty() && !is_recursive) {
    frame.AddGap(GapKind::kUnresolvedCall, NameText(name));
    const bool is_pointer = frame.current->kind == ir::ValueKind::kPointer;
    outcomes.push_back({state, frame.Unknown(is_pointer)});
    return outcomes;
  }
  for (const Summary* summary : summaries) {
    for (Outcome& o : Instantiate(frame, state, *summary, arguments)) {
      outcomes.push_back(std::move(o));
    }
  }
  // If that is so in the last round, what comes after the call was never looked at.
  if (is_recursive && outcomes.empty()) {
    frame.AddGap(GapKind::kEndlessRecursion, NameText(name));
  }
  return outcomes;
}

// Whether it is an address where something may be written.
bool LeadsToMemory(const Frame& frame, TermId argument) {
  const AtomId base = frame.terms.Base(argument);
  return base != kNothing && frame.terms.atom(base).kind != AtomKind::kString;
}

// What a function outside of the program may change by way of an argument: of an array inside of an
// object, nothing but the array.
void HavocArgument(Frame& frame, TermId argument, size_t position, State* state) {
  if (!LeadsToMemory(frame, argument)) return;
  const std::vector<Operand>& operands = frame.current->arguments;
  const auto array = position < operands.size()
                         ? frame.array_pointers.ArrayOf(operands[position], argument)
                         : std::nullopt;
  if (!array) return HavocCells(frame, state, argument, 0);
  HavocCells(frame, state, array->start, static_cast<uint32_t>(array->bytes));
}

// The program's functions that are passed, or lie in what is passed.
std::vector<Name> FunctionsHanded(const Frame& frame, const State& state,
                                  const std::vector<TermId>& arguments) {
  const TermTable& terms = frame.terms;
  std::vector<Name> functions;
  const auto add = [&](AtomId base) {
    if (base == kNothing || terms.atom(base).kind != AtomKind::kFunction) return;
    const Name name = terms.atom(base).name;
    if (frame.environment.IsDefined(name)) InsertSorted(&functions, name);
  };
  for (TermId argument : arguments) {
    const AtomId base = terms.Base(argument);
    if (base == kNothing) continue;
    add(base);
    for (const Cell& cell : state.cells) {
      if (terms.Base(cell.address) == base) add(terms.Base(cell.value));
    }
  }
  return functions;
}

// What a function outside of the program is handed it calls at some time, or has others call. That
// it may do so before it comes back is all that is followed.
void MayCallHanded(Frame& frame, const std::vector<Name>& functions, State* state) {
  constexpr uint32_t kMostArguments = 6;
  const bool was_guessing = std::exchange(frame.guessing, true);
  for (Name function : functions) {
    std::vector<TermId> arguments;
    for (uint32_t i = 1; i <= kMostArguments; ++i) {
      arguments.push_back(frame.Unknown(/*is_pointer=*/true, i));
    }
    const std::vector<Outcome> outcomes = CallBodies(frame, *state, function, arguments);
    if (!outcomes.empty()) MayHave(frame, EffectsOf(*state, outcomes), state);
  }
  frame.guessing = was_guessing;
}

std::vector<Outcome> CallName(Frame& frame, State state, Name name,
                              const std::vector<TermId>& arguments) {
  std::vector<Outcome> outcomes;
  if (const proto::Function* model = frame.environment.FindModel(NameText(name))) {
    const bool enter = frame.environment.IsDefined(name) &&
                       std::any_of(model->effect().begin(), model->effect().end(),
                                   [](const proto::Effect& e) { return e.atomic_body(); });
    if (!enter) return ApplyModel(frame, std::move(state), *model, arguments);
    const HeldLock section = AtomicSection(frame);
    TakeLock(frame, &state, section);
    outcomes = CallBodies(frame, state, name, arguments);
    for (Outcome& o : outcomes) ReleaseLock(frame, &o.state, section.lock, section.kind);
    return outcomes;
  }
  if (frame.environment.IsDefined(name)) return CallBodies(frame, state, name, arguments);
  // A function outside of the program that gets no pointer can reach none of its memory.
  bool reaches_memory = false;
  const std::vector<Name> handed = FunctionsHanded(frame, state, arguments);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TermId argument = arguments[i];
    if (!LeadsToMemory(frame, argument)) continue;
    reaches_memory = true;
    if (!IsPrivate(frame, state, frame.terms.Base(argument))) MayOrder(argument, &state);
    HavocArgument(frame, argument, i, &state);
  }
  // What has no result is called for what else it does. Without arguments that concerns the whole
  // program: a lock of all threads, say.
  const bool acts = frame.current->result == ir::kNoRegister;
  if (reaches_memory || acts) frame.AddGap(GapKind::kUnmodelledCall, NameText(name));
  if (acts && arguments.empty()) MayOrder(OutsideObject(frame, NameText(name)), &state);
  MayCallHanded(frame, handed, &state);
  const bool is_pointer = frame.current->kind == ir::ValueKind::kPointer;
  outcomes.push_back({std::move(state), frame.Unknown(is_pointer)});
  return outcomes;
}

// The function loaded from a known place of a constant or of a table of virtual functions.
Name ConstantFunction(const Frame& frame, const Atom& value) {
  if (value.kind != AtomKind::kInitial && value.kind != AtomKind::kShared) return kNoName;
  const AtomId base = frame.terms.Base(value.argument);
  if (base == kNothing || frame.terms.atom(base).kind != AtomKind::kGlobal) return kNoName;
  const auto offset = frame.terms.ConstantValue(frame.terms.Offset(value.argument));
  return offset ? frame.environment.FunctionIn(frame.terms.atom(base).name, *offset) : kNoName;
}

// Functions a value may be; `complete` is false if there may be others.
std::vector<Name> TargetsOf(const Frame& frame, TermId value, int depth, bool* complete) {
  std::vector<Name> targets;
  const AtomId base = frame.terms.Base(value);
  if (base == kNothing) return targets;  // calling null: not an execution
  const Atom& atom = frame.terms.atom(base);
  if (atom.kind == AtomKind::kFunction) {
    targets.push_back(atom.name);
  } else if (const Name constant = ConstantFunction(frame, atom); constant != kNoName) {
    targets.push_back(constant);
  } else if (atom.kind == AtomKind::kPhi && depth > 0) {
    const Choice& choice = frame.terms.ChoiceOf(base);
    if (choice.open) *complete = false;
    for (TermId option : choice.options) {
      for (Name name : TargetsOf(frame, option, depth - 1, complete)) {
        if (std::find(targets.begin(), targets.end(), name) == targets.end()) {
          targets.push_back(name);
        }
      }
    }
  } else {
    *complete = false;
  }
  return targets;
}

// The variable a function pointer was loaded from, if it is a global's cell.
Name VariableOf(const Frame& frame, TermId value) {
  const AtomId base = frame.terms.Base(value);
  if (base == kNothing) return kNoName;
  const Atom& atom = frame.terms.atom(base);
  if (atom.kind != AtomKind::kInitial && atom.kind != AtomKind::kShared) return kNoName;
  const AtomId object = frame.terms.Base(atom.argument);
  if (object == kNothing || frame.terms.atom(object).kind != AtomKind::kGlobal) return kNoName;
  return frame.terms.atom(object).name;
}

// The instruction that alone defines a register, or nullptr. Copies of a loop's turns count as one.
const ir::Instruction* DefinitionOf(const ir::Procedure& procedure, int64_t number) {
  const ir::Instruction* definition = nullptr;
  for (const ir::Block& block : procedure.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.result == ir::kNoRegister || i.result != number) continue;
      if (definition != nullptr && (i.opcode != definition->opcode || i.a != definition->a ||
                                    i.field != definition->field || i.text != definition->text)) {
        return nullptr;
      }
      definition = &i;
    }
  }
  return definition;
}

// The field a function pointer was loaded from, by the load that defined the register called, or a
// variable it was copied from.
std::string FieldOf(const Frame& frame) {
  constexpr int kMaxCopies = 4;
  Operand value = frame.current->callee;
  for (int copies = 0; copies <= kMaxCopies; ++copies) {
    if (value.kind != Operand::Kind::kRegister) return "";
    const ir::Instruction* made = DefinitionOf(frame.procedure, value.value);
    if (made == nullptr) return "";
    if (made->opcode == ir::Opcode::kLoad) return frame.procedure.strings[made->field];
    if (made->opcode != ir::Opcode::kAssign) return "";
    value = made->a;
  }
  return "";
}

// One call for each class the object may be of: reached if that is its class, as far as the summary
// can say so.
std::vector<Outcome> CallVirtual(Frame& frame, const State& state, TermId callee,
                                 const std::vector<Environment::VirtualFunction>& functions,
                                 const std::vector<TermId>& arguments) {
  const Atom& loaded = frame.terms.atom(frame.terms.Base(callee));
  const bool is_loaded = loaded.kind == AtomKind::kInitial || loaded.kind == AtomKind::kShared;
  const TermId slot = is_loaded ? loaded.argument : kNothing;
  const bool is_known_later =
      is_loaded && frame.terms.MentionsKind(slot, AtomKind::kFormal) && functions.size() <= 8;
  const bool guess = functions.size() > 1 && !is_known_later;
  const bool was_guessing = std::exchange(frame.guessing, frame.guessing || guess);
  std::vector<Outcome> outcomes;
  for (const Environment::VirtualFunction& function : functions) {
    State before = state;
    if (is_loaded) {
      Atom table;
      table.kind = AtomKind::kGlobal;
      table.is_pointer = true;
      table.name = function.table;
      const TermId entry = frame.terms.AddConstant(frame.terms.Of(table), function.offset);
      const TermId is_here = Compare(frame, before, Relation::kEqual, slot, entry);
      if (!Assume(frame, &before, is_here, true)) continue;
    }
    for (Outcome& o : CallName(frame, std::move(before), function.function, arguments)) {
      outcomes.push_back(std::move(o));
    }
  }
  frame.guessing = was_guessing;
  // Some of the candidates wait for other threads, and the object may be of their class.
  const bool differ = guess && std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) {
                        const Point &p = o.state.point, &q = outcomes.front().state.point;
                        return o.state.gates != outcomes.front().state.gates ||
                               p.waited != q.waited || p.joined != q.joined ||
                               p.joined_handles != q.joined_handles || p.held != q.held;
                      });
  for (Outcome& o : outcomes) o.state.point.joined_unknown |= differ;
  return outcomes;
}

// Whether a function pointer was loaded from memory that the caller handed over as an argument, so
// that the caller, or whoever starts a thread here, may know it.
bool IsKnownLater(const Frame& frame, TermId callee) {
  const Term& term = frame.terms.term(callee);
  if (term.constant != 0 || term.parts.size() != 1) return false;
  const Atom& loaded = frame.terms.atom(term.parts[0].atom);
  if (loaded.kind != AtomKind::kInitial) return false;
  const AtomId base = frame.terms.Base(loaded.argument);
  return base != kNothing && frame.terms.atom(base).kind == AtomKind::kFormal;
}

// Whether each turn of a loop mostly calls another function: one that is found in a place of its
// own, or in one that many functions are stored in, as in a list of callbacks. Objects that the
// turns are about may well have the same table of functions.
bool DiffersByTurn(Frame& frame, TermId callee, bool guess) {
  return frame.CurrentIteration() != kNothing && !frame.environment.IsInTable(FieldOf(frame)) &&
         (guess || frame.terms.MentionsKind(callee, AtomKind::kIteration) ||
          frame.terms.MentionsKind(callee, AtomKind::kPhi) ||
          frame.terms.MentionsKind(callee, AtomKind::kUnknown));
}

// One call for each function the value may be: reached if it is that one.
std::vector<Outcome> CallIfEqual(Frame& frame, const State& state, TermId callee,
                                 const std::vector<Name>& functions,
                                 const std::vector<TermId>& arguments) {
  std::vector<Outcome> outcomes;
  for (Name function : functions) {
    State before = state;
    Atom address;
    address.kind = AtomKind::kFunction;
    address.is_pointer = true;
    address.name = function;
    const TermId is_this =
        Compare(frame, before, Relation::kEqual, callee, frame.terms.Of(address));
    if (!Assume(frame, &before, is_this, true)) continue;
    for (Outcome& o : CallName(frame, std::move(before), function, arguments)) {
      outcomes.push_back(std::move(o));
    }
  }
  return outcomes;
}

// What the function does to memory that came in the caller adds, once it knows it. So where that is
// all that the procedure does to the object, its own exits do not say that it is not known.
void HavocDeferred(Frame& frame, State* state, TermId argument) {
  const AtomId base = frame.terms.Base(argument);
  const AtomKind kind = frame.terms.atom(base).kind;
  const bool came_in =
      kind == AtomKind::kFormal || kind == AtomKind::kGlobal || kind == AtomKind::kInitial;
  const auto is_touched = [&](const Cell& cell) {
    return frame.terms.Base(cell.address) == base && !frame.IsLeftToCaller(cell);
  };
  const bool is_left = came_in && absl::c_none_of(state->cells, is_touched);
  HavocCells(frame, state, argument, 0);
  for (const Cell& cell : state->cells) {
    if (frame.terms.Base(cell.address) != base || cell.width != 0) continue;
    const Term& value = frame.terms.term(cell.value);
    if (value.parts.size() != 1 || value.constant != 0) continue;
    const auto [known, is_new] = frame.left_to_caller.try_emplace(value.parts[0].atom, is_left);
    known->second &= is_left;
  }
}

void Defer(Frame& frame, const State& state, TermId callee, const std::vector<TermId>& arguments) {
  if (!frame.recording) return;
  frame.summary.deferred.push_back(
      {callee, arguments, frame.InternPoint(state), {frame.instruction, kNoName, 0}});
}

}  // namespace

TermId ObjectNamed(Frame& frame, const std::string& name) {
  Atom atom;
  atom.kind = AtomKind::kGlobal;
  atom.is_pointer = true;
  atom.name = InternName(name);
  return frame.terms.Of(atom);
}

TermId OutsideObject(Frame& frame, const std::string& name) {
  return ObjectNamed(frame, absl::StrCat("outside ", name));
}

bool IsMadeHere(Frame& frame, TermId value) {
  const AtomId base = frame.terms.Base(value);
  return base != kNothing && frame.terms.atom(base).kind == AtomKind::kHeap &&
         frame.terms.atom(base).argument == InstanceHere(frame);
}

TermId InstanceHere(Frame& frame) {
  const AtomId iteration = frame.CurrentIteration();
  return iteration == kNothing ? kZero : frame.terms.Of(iteration);
}

bool ResultMatters(const Frame& frame) {
  return frame.current->result != ir::kNoRegister &&
         frame.decisive_registers[frame.current->result];
}

HeldLock AtomicSection(Frame& frame) {
  HeldLock lock;
  lock.lock = ObjectNamed(frame, "atomic section");
  lock.kind = LockKind::kAtomic;
  lock.acquired = frame.instruction;
  return lock;
}

void TakeLock(Frame& frame, State* state, const HeldLock& lock) {
  for (HeldLock& held : state->point.held) {
    if (held.lock == lock.lock && held.kind == lock.kind) {
      if (lock.certain) {
        if (held.certain) {
          if (held.depth < HeldLock::kMostDepth) {
            ++held.depth;
          } else {
            held.may_be_deeper = true;
          }
          held.mode = std::max(held.mode, lock.mode);
        } else {
          // Held once now: on the paths where it was not, it was just taken.
          held = lock;
          Acquire(frame, state);
        }
      } else if (!held.certain) {
        held.unless_failed |= lock.unless_failed;
      }
      return;
    }
  }
  InsertSorted(&state->point.held, lock);
  Acquire(frame, state);
}

void NoteReleased(Frame& frame, TermId lock, State* state) {
  InsertSorted(&state->point.released, lock);
  DoubtHeld(&state->point);
  // Whoever took it knows on which ways it is given back here.
  if (frame.terms.Base(lock) != kNothing) TellApart(frame, *state);
}

void DoubtHeld(Point* point) {
  for (HeldLock& held : point->held) {
    held.is_doubtful = true;
    if (held.kind == LockKind::kLock) held.depth = 1;  // more: how often it is taken from here on
  }
}

void TellApart(Frame& frame, const State& state) {
  for (const Fact& fact : state.facts) {
    if (fact.range.low == fact.range.high && ComparesInput(frame.terms, fact.atom)) {
      InsertSorted(&frame.told_apart, fact.atom);
    }
  }
}

void ReleaseLock(Frame& frame, State* state, TermId lock, LockKind kind) {
  std::vector<HeldLock>& held = state->point.held;
  for (size_t i = 0; i < held.size(); ++i) {
    if (held[i].lock != lock || held[i].kind != kind) continue;
    if (held[i].depth > 1) {
      --held[i].depth;
    } else {
      const bool certain = held[i].certain;
      if (held[i].may_be_deeper) {
        held[i].certain = held[i].unless_failed = false;
      } else {
        held.erase(held.begin() + i);
      }
      if (!certain) NoteReleased(frame, lock, state);
    }
    return;
  }
  NoteReleased(frame, lock, state);
  const AtomId base = frame.terms.Base(lock);
  const bool unknown = base == kNothing || frame.terms.atom(base).kind == AtomKind::kUnknown;
  for (HeldLock& other : held) {
    if (unknown || OverlapOf(frame, *state, other.lock, 1, lock, 1) != Overlap::kNever) {
      other.certain = other.unless_failed = false;
    }
  }
  DropLostRows(&held);
}

bool MayBePosted(Frame& frame, const State& state, TermId semaphore, TermId posted) {
  return OverlapOf(frame, state, semaphore, 1, posted, 1) != Overlap::kNever;
}

void GiveUpSemaphore(Frame& frame, State* state, TermId object) {
  std::erase_if(state->point.held, [&](const HeldLock& held) {
    return held.kind == LockKind::kSemaphore && MayBePosted(frame, *state, held.lock, object);
  });
}

std::vector<Outcome> CallValue(Frame& frame, State state, TermId callee,
                               const std::vector<TermId>& arguments) {
  bool complete = true, by_type = false, by_type_alone = false, may_go_outside = false;
  std::vector<Name> targets = TargetsOf(frame, callee, 2, &complete);
  if (!complete && targets.empty()) {
    const std::vector<Environment::VirtualFunction> functions =
        frame.environment.VirtualFunctions(FieldOf(frame));
    if (!functions.empty()) return CallVirtual(frame, state, callee, functions, arguments);
  }
  if (!complete) {
    // A function that came in as an argument is the caller's to tell; one that was loaded from a
    // field or a variable is whatever was ever stored there.
    const AtomId base = frame.terms.Base(callee);
    if (base != kNothing && frame.terms.atom(base).kind == AtomKind::kFormal) {
      Defer(frame, state, callee, arguments);
      ForgetRounds(frame, &state);
      for (TermId argument : arguments) {
        if (frame.terms.Base(argument) != kNothing) HavocDeferred(frame, &state, argument);
      }
    } else {
      const ir::Instruction& call = *frame.current;
      const std::string field = FieldOf(frame);
      const Name variable = VariableOf(frame, callee);
      bool is_open;
      const std::vector<Name> stored =
          frame.environment.IndirectTargets(field, variable, "", &is_open);
      by_type_alone = !field.empty() && stored.empty();
      const std::vector<Name> possible = frame.environment.IndirectTargets(
          field, variable, frame.procedure.strings[call.type], &by_type);
      for (Name name : possible) {
        if (std::find(targets.begin(), targets.end(), name) == targets.end()) {
          targets.push_back(name);
        }
      }
      const bool leaves_out = std::any_of(stored.begin(), stored.end(), [&](Name name) {
        return std::find(possible.begin(), possible.end(), name) == possible.end();
      });
      may_go_outside = possible.empty() || leaves_out;
      if (may_go_outside) {
        frame.AddGap(GapKind::kUnresolvedCall, frame.procedure.strings[call.text]);
      }
    }
  }
  const bool is_known_later =
      targets.size() > 1 && targets.size() <= kMaxKnownLater && IsKnownLater(frame, callee);
  const size_t likely = by_type_alone ? 0 : by_type ? 1 : kMaxLikelyTargets;
  const bool guess = !is_known_later && targets.size() > likely;
  // What chooses the function may also choose whether it is called, and the locks around it.
  const bool chooses = !is_known_later && targets.size() > 1;
  const bool was_guessing = std::exchange(frame.guessing, frame.guessing || guess);
  const bool was_choosing = std::exchange(frame.choosing, frame.choosing || chooses);
  const bool turns_differed = std::exchange(
      frame.turns_differ,
      frame.turns_differ || (targets.size() > 1 && DiffersByTurn(frame, callee, guess)));
  std::vector<Outcome> outcomes;
  if (is_known_later) {
    outcomes = CallIfEqual(frame, state, callee, targets, arguments);
  } else {
    for (Name name : targets) {
      for (Outcome& o : CallName(frame, state, name, arguments)) outcomes.push_back(std::move(o));
    }
  }
  frame.guessing = was_guessing;
  frame.choosing = was_choosing;
  frame.turns_differ = turns_differed;
  if (!complete || (targets.empty() && frame.terms.Base(callee) != kNothing)) {
    const bool is_pointer = frame.current->kind == ir::ValueKind::kPointer;
    for (size_t i = 0; may_go_outside && i < arguments.size(); ++i) {
      HavocArgument(frame, arguments[i], i, &state);
    }
    outcomes.push_back({std::move(state), frame.Unknown(is_pointer)});
    // Where those that are known wait for threads, what is not known may do so, too.
    const bool joins = std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) {
      const Point &p = o.state.point, &q = outcomes.back().state.point;
      return p.joined != q.joined || p.joined_handles != q.joined_handles;
    });
    for (Outcome& o : outcomes) o.state.point.joined_unknown |= joins;
  }
  return outcomes;
}

void TransferCall(Frame& frame, Disjuncts* states) {
  const ir::Instruction& call = *frame.current;
  const std::vector<ir::Instruction>& in_block = frame.procedure.blocks[frame.block].instructions;
  std::vector<ir::Register> branched_on;
  if (states->size() > 1) {
    branched_on = OutcomesBefore(frame.procedure, frame.graph, frame.outcomes_in, frame.block,
                                 static_cast<size_t>(&call - in_block.data()) + 1);
  }
  Disjuncts after;
  for (State& state : *states) {
    std::vector<TermId> arguments;
    for (const Operand& argument : call.arguments) {
      arguments.push_back(ValueOf(frame, state, argument));
    }
    std::vector<Outcome> outcomes;
    if (call.callee.kind == Operand::Kind::kFunction) {
      outcomes = CallName(frame, std::move(state), frame.SymbolName(call.callee), arguments);
    } else {
      const TermId callee = ValueOf(frame, state, call.callee);
      outcomes = CallValue(frame, std::move(state), callee, arguments);
    }
    for (Outcome& outcome : outcomes) {
      if (call.result != ir::kNoRegister) outcome.state.registers[call.result] = outcome.result;
      bool merged = false;
      for (State& known : after) {
        // Within a block: same situation and, as far as the result decides anything, same result.
        const bool same_result = call.result == ir::kNoRegister || !ResultMatters(frame) ||
                                 known.registers[call.result] == outcome.result ||
                                 (!frame.terms.ConstantValue(known.registers[call.result]) &&
                                  !frame.terms.ConstantValue(outcome.result));
        if (same_result && SameSituation(known, outcome.state) &&
            SameInputs(frame, known, outcome.state) &&
            HaveNumbersAlike(frame, known, outcome.state) &&
            TakeLocksAlike(frame, known, outcome.state) &&
            !HaveOtherOutcome(frame, branched_on, known, outcome.state)) {
          JoinHere(frame, &known, outcome.state);
          merged = true;
          break;
        }
      }
      if (merged) continue;
      if (after.size() < 2 * kMaxDisjuncts) {
        after.push_back(std::move(outcome.state));
      } else {
        JoinHere(frame, &after.back(), outcome.state);
      }
    }
  }
  *states = std::move(after);
}

}  // namespace plait
