#include "analyzer/transfer/model_threads.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/joined_elements.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/repeats.h"
#include "analyzer/transfer/turn_numbers.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

bool IsVtable(const TermTable& terms, TermId value) {
  const AtomId base = terms.Base(value);
  return base != kNothing && terms.atom(base).kind == AtomKind::kGlobal &&
         NameText(terms.atom(base).name).starts_with(ir::kVtablePrefix);
}

// What the data is based on.
std::vector<AtomId> BasesOf(const TermTable& terms, const std::vector<TermId>& data) {
  std::vector<AtomId> bases;
  for (TermId term : data) {
    if (terms.Base(term) != kNothing) InsertSorted(&bases, terms.Base(term));
  }
  return bases;
}

// The objects that there are pointers to in those.
std::vector<AtomId> PointedTo(const TermTable& terms, const State& state,
                              const std::vector<AtomId>& objects) {
  std::vector<AtomId> targets;
  for (const Cell& cell : state.cells) {
    const AtomId target = terms.Base(cell.value);
    const bool is_within = ContainsSorted(objects, terms.Base(cell.address));
    if (target != kNothing && is_within && !cell.is_region()) InsertSorted(&targets, target);
  }
  return targets;
}

// Whether a thread is handed a number that is not written there as a constant: it may find its part
// of a table by it.
bool IsHandedNumber(const ModelCall& call, const proto::Spawn& model,
                    const std::vector<TermId>& data) {
  const std::vector<ir::Operand>& arguments = call.frame.current->arguments;
  for (size_t i = 0; i < data.size(); ++i) {
    const int32_t argument = model.data(static_cast<int>(i)).argument();
    if (call.terms.Base(data[i]) == kNothing && argument >= 0 &&
        static_cast<size_t>(argument) < arguments.size() &&
        arguments[argument].kind == ir::Operand::Kind::kRegister) {
      return true;
    }
  }
  return false;
}

// Globals of which more is known than how they begin.
std::vector<AtomId> GlobalTables(TermTable& terms, const State& state) {
  std::vector<AtomId> tables;
  for (const Cell& cell : state.cells) {
    const AtomId base = terms.Base(cell.address);
    if (base == kNothing || terms.atom(base).kind != AtomKind::kGlobal) continue;
    if (cell.is_region() || terms.Offset(cell.address) != kZero) InsertSorted(&tables, base);
  }
  return tables;
}

void RecordSpawn(ModelCall& call, const proto::Spawn& model, AtomId token, AtomId instance,
                 const std::vector<TermId>& data, ModelPath* path) {
  State& state = path->state;
  Spawn spawn;
  // Around an outer loop the counter starts again: two threads may have one number.
  const bool numbered = std::none_of(
      state.point.live.begin(), state.point.live.end(),
      [&](const ThreadRange& r) { return r.token == token && call.terms.IsAny(r.low); });
  Atom unnumbered = call.terms.atom(instance);
  unnumbered.argument = call.terms.Any();
  spawn.token = numbered ? instance : call.terms.InternAtom(unnumbered);
  spawn.entry = call.Get(model.entry(), path);
  spawn.arguments = data;
  for (size_t i = 0; i < data.size() && i < 32; ++i) {
    if (IsMadeHere(call.frame, data[i])) spawn.own |= 1u << i;
  }
  const bool is_one = call.terms.ConstantValue(call.terms.atom(spawn.token).argument).has_value();
  const std::vector<AtomId> handed = BasesOf(call.terms, data);
  const std::vector<AtomId> behind = PointedTo(call.terms, state, handed);
  const std::vector<AtomId> tables =
      IsHandedNumber(call, model, data) ? GlobalTables(call.terms, state) : std::vector<AtomId>();
  constexpr size_t kMostOfTables = 64;
  size_t of_tables = 0;
  for (const Cell& cell : state.cells) {
    const AtomId base = call.terms.Base(cell.address);
    // Of what lies further off, flags and counts are what matters. Blocks of zeros are nothing
    // without all that lies on top of them.
    const bool is_number =
        !cell.is_region() && !IsZeros(cell) && call.terms.ConstantValue(cell.value);
    const bool is_of_handed = absl::c_any_of(handed, [&](AtomId object) {
      return object == base || (cell.is_region() && base != kNothing &&
                                SameSite(call.terms.atom(object), call.terms.atom(base)));
    });
    const bool reachable = is_of_handed || (is_number && ContainsSorted(behind, base));
    // The class of an object does not change while others use it.
    // Threads of a loop share what is settled under the name of the variable.
    const bool is_settled = IsSettledNumber(call.frame, cell);
    const bool is_known = is_one && is_settled;
    const bool is_element =
        ContainsSorted(tables, base) && !IsZeros(cell) && !is_settled && of_tables < kMostOfTables;
    of_tables += is_element ? 1 : 0;
    if (is_element || reachable || IsVtable(call.terms, cell.value) || is_known) {
      spawn.cells.push_back({cell.address, cell.width, cell.value, cell.low, cell.high, Reach()});
    }
  }
  bool again = std::any_of(state.point.live.begin(), state.point.live.end(),
                           [&](const ThreadRange& r) { return r.token == token; });
  // A loop that certainly makes one turn only, or starts it in one turn.
  const uint32_t loop = call.frame.graph.LoopOf(call.frame.block);
  const Range turn = RangeOf(call.frame, state, InstanceHere(call.frame));
  if (numbered && spawn.token != token && turn.high <= 0) again = false;
  if (loop != FlowGraph::kNone && call.frame.graph.OuterLoop(loop) == FlowGraph::kNone &&
      turn.low == turn.high) {
    again = false;
  }
  spawn.many = again || model.many();
  spawn.certainly_many = again && !model.many();
  spawn.surely_repeats = spawn.certainly_many && SurelyRepeats(call.frame, state, call.frame.block);
  spawn.is_guessed = call.frame.guessing;
  spawn.is_chosen = call.frame.choosing;
  spawn.detached = model.detached();
  spawn.point = call.frame.InternPoint(state);
  spawn.origin = {call.frame.instruction, kNoName, 0};
  DescribeTurn(call.frame, state, &spawn);
  spawn.many_by_turns = again && !model.many() && IsOncePerTurn(call.frame, spawn);
  call.frame.summary.spawns.push_back(std::move(spawn));
}

// The pointer that the thread ended with goes where the call says.
void StoreResult(ModelCall& call, const proto::Join& join, TermId handle, ModelPath* path) {
  TermId result;
  if (call.IsUnchecked(join.when()) || call.terms.IsAny(handle) || call.IsNothing(handle) ||
      call.terms.Depth(handle) >= TermTable::kMaxDepth) {
    result = call.frame.Unknown(/*is_pointer=*/true);
  } else {
    Atom atom;
    atom.kind = AtomKind::kResult;
    atom.is_pointer = true;
    atom.argument = handle;
    result = call.terms.Of(atom);
  }
  if (join.result().argument() < 0) {
    path->result = result;
    return;
  }
  const TermId place = call.Get(join.result(), path);
  if (call.IsNothing(place)) return;
  RecordAccess(call.frame, path->state, place, kPointerSize, AccessKind::kWrite, false);
  StoreCell(call.frame, &path->state, place, kPointerSize, result, /*is_pointer=*/true);
}

// The threads that a handle which is a choice may be of; none if it may be of any.
std::vector<AtomId> ThreadsOf(ModelCall& call, AtomId phi) {
  std::vector<AtomId> tokens;
  if (phi == kNothing || call.terms.atom(phi).kind != AtomKind::kPhi) return tokens;
  if (call.terms.ChoiceOf(phi).open) return {};
  for (TermId option : call.terms.ChoiceOf(phi).options) {
    const AtomId base = call.terms.Base(option);
    if (call.terms.ConstantValue(option)) continue;
    if (base == kNothing || call.terms.atom(base).kind != AtomKind::kThread) return {};
    Atom token = call.terms.atom(base);
    token.argument = kZero;
    InsertSorted(&tokens, call.terms.InternAtom(token));
  }
  return tokens;
}

}  // namespace

// A token in every instance has one name; its number is the counter of the loop it is made in.
void SpawnThread(ModelCall& call, const proto::Spawn& spawn, ModelPath* path) {
  State& state = path->state;
  if (spawn.has_only_if()) {
    const auto flags = call.terms.ConstantValue(call.Argument(spawn.only_if().argument()));
    if (flags && (static_cast<uint64_t>(*flags) & spawn.only_if().bits()) == 0) {
      call.frame.AddGap(GapKind::kFork, "");
      return;
    }
  }
  Atom atom;
  atom.kind = AtomKind::kThread;
  atom.name = call.frame.name;
  atom.index = call.frame.site();
  const AtomId token = call.terms.InternAtom(atom);
  const TermId instance = InstanceHere(call.frame);
  atom.argument = instance;
  const TermId handle = call.terms.Of(atom);
  std::vector<TermId> data;
  for (const proto::Value& value : spawn.data()) data.push_back(call.Get(value, path));
  if (spawn.has_handle()) {
    if (spawn.handle().argument() < 0) {
      path->result = handle;
    } else {
      const TermId place = call.Get(spawn.handle(), path);
      if (!call.IsNothing(place)) {
        Access* const write =
            RecordAccess(call.frame, state, place, kPointerSize, AccessKind::kWrite, false);
        if (write != nullptr) write->value = handle;
        StoreCell(call.frame, &state, place, kPointerSize, handle, false);
      }
    }
  }
  for (TermId argument : data) Escape(call.frame, &state, argument, /*is_shared=*/true);
  if (call.frame.recording)
    RecordSpawn(call, spawn, token, call.terms.InternAtom(atom), data, path);
  AddLive(call.frame, &state.point, {token, instance, call.terms.AddConstant(instance, 1)});
}

void JoinThread(ModelCall& call, const proto::Join& join, ModelPath* path) {
  State& state = path->state;
  const TermId handle = AsStored(call.terms, call.Get(join.handle(), path));
  Acquire(call.frame, &state);
  if (join.has_result()) StoreResult(call, join, handle, path);
  if (call.IsUnchecked(join.when())) return;
  const AtomId base = call.terms.Base(handle);
  if (base != kNothing && call.terms.atom(base).kind == AtomKind::kThread) {
    Atom atom = call.terms.atom(base);
    const TermId instance = atom.argument;
    atom.argument = kZero;
    AddJoined(call.frame, &state.point,
              {call.terms.InternAtom(atom), instance, call.terms.AddConstant(instance, 1)});
  } else if (call.terms.IsAny(handle)) {
    state.point.joined_unknown = true;
    call.frame.AddGap(GapKind::kJoinUnknown, "");
  } else if (JoinElementOfTurn(call.frame, &state.point, handle)) {
    return;
  } else if (!call.IsNothing(handle)) {
    InsertSorted(&state.point.joined_handles, handle);  // the caller may know it
    JoinCellsOfTurn(call.frame, &state, handle);
    const std::vector<AtomId> threads = ThreadsOf(call, base);
    for (ThreadRange& range : state.point.live) {
      range.ended_somewhere |= threads.empty() || ContainsSorted(threads, range.token);
    }
    std::sort(state.point.live.begin(), state.point.live.end());
    const bool is_choice = base != kNothing && call.terms.atom(base).kind == AtomKind::kPhi;
    if ((is_choice && threads.size() != 1) ||
        call.terms.MentionsKind(handle, AtomKind::kIteration)) {
      state.point.joined_unknown = true;
    }
  }
}

void ExitThread(ModelCall& call, const proto::ExitThread& exit, ModelPath path) {
  TermId result = kNothing;
  if (exit.has_result()) {
    result = call.Get(exit.result(), &path);
    Escape(call.frame, &path.state, result, /*is_shared=*/true);
  }
  std::vector<State> ends = {std::move(path.state)};
  while (!ends.empty() && !ends.back().cleanups.empty()) {
    State state = std::move(ends.back());
    ends.pop_back();
    const Cleanup cleanup = state.cleanups.back();
    state.cleanups.pop_back();
    for (Outcome& o : CallValue(call.frame, state, cleanup.function, {cleanup.argument})) {
      ends.push_back(std::move(o.state));
      break;  // handlers have one way out in practice; the first one keeps this linear
    }
  }
  if (!call.frame.recording) return;
  for (State& state : ends) AddThreadEnd(call.frame, call.frame.InternPoint(state), result);
}

void ForkProcess(ModelCall& call, ModelPath path, std::vector<ModelPath>* out) {
  call.frame.AddGap(GapKind::kFork, "");
  ModelPath child = path;
  child.result = kZero;
  EnterChild(&child.state.point);
  out->push_back(std::move(child));
  path.result = call.frame.Unknown(/*is_pointer=*/false);
  if (Assume(call.frame, &path.state, path.result, true)) out->push_back(std::move(path));
}

}  // namespace plait
