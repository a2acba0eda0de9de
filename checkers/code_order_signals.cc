// The part of CodeOrder that goes by conditions and semaphores: who waits for what, and who signals
// it.
#include <algorithm>
#include <optional>
#include <utility>

#include "checkers/code_order.h"
#include "checkers/naming.h"

namespace plait {

std::vector<SyncPlace> CodeOrder::FindTurns(const SharedAccess& access) {
  std::vector<SyncPlace> turns;
  for (const Step& step : WayToAccess(tree_, access.node, access.index)) {
    const std::vector<SyncUse>& signals = places_.SignalsOf(step.definition);
    for (const SyncUse& wait : places_.WaitsOf(step.definition)) {
      if (wait.is_semaphore) continue;
      std::vector<uint32_t> let_in;
      for (const SyncUse& signal : signals) {
        if (places_.MayBeOne(signal.place, wait.place)) let_in.push_back(signal.instruction);
      }
      if (!let_in.empty() &&
          WaitsBetween(step.definition, kEntry, step.instruction, {wait.instruction}) &&
          WaitsBetween(step.definition, step.instruction, kReturn, let_in)) {
        turns.push_back(wait.place);
      }
    }
  }
  return turns;
}

const std::vector<SyncPlace>& CodeOrder::TurnsOf(const SharedAccess& access) {
  auto [it, inserted] = turns_.try_emplace({access.node, access.index});
  if (inserted) it->second = FindTurns(access);
  return it->second;
}

bool CodeOrder::TakeTurns(const SharedAccess& a, const SharedAccess& b) {
  const std::vector<SyncPlace>& others = TurnsOf(b);
  return std::any_of(TurnsOf(a).begin(), TurnsOf(a).end(), [&](const SyncPlace& place) {
    return std::any_of(others.begin(), others.end(),
                       [&](const SyncPlace& other) { return places_.MayBeOne(place, other); });
  });
}

namespace {

// The place as other threads may name it: a variable, or a member of some record.
std::optional<SyncPlace> InAllThreads(SyncPlace place) {
  if (place.root == SyncPlace::Root::kGlobal) return place;
  if (place.type.empty() && place.loaded.empty()) return std::nullopt;
  place.root = SyncPlace::Root::kUnknown;
  return place;
}

}  // namespace

CodeOrder::Signals CodeOrder::FindSignalsAround(const SharedAccess& access) {
  Signals signals;
  for (const Step& step : WayToAccess(tree_, access.node, access.index)) {
    const Code& code = CodeOf(step.definition);
    for (const SyncUse& signal : places_.SignalsOf(step.definition)) {
      const std::optional<SyncPlace> place = InAllThreads(signal.place);
      if (Reaches(code, signal.instruction, step.instruction, {})) {
        signals.before.push_back(place.value_or(signal.place));
      } else if (place && Reaches(code, step.instruction, signal.instruction, {})) {
        signals.after.push_back(*place);
      }
    }
  }
  std::erase_if(signals.after,
                [&](const SyncPlace& place) { return IsOneOf(signals.before, place); });
  return signals;
}

const CodeOrder::Signals& CodeOrder::SignalsAround(const SharedAccess& access) {
  auto [it, inserted] = signals_around_.try_emplace({access.node, access.index});
  if (inserted) it->second = FindSignalsAround(access);
  return it->second;
}

uint32_t CodeOrder::SignalsAfter(const SharedAccess& access) {
  auto [it, inserted] = signals_after_.try_emplace({access.node, access.index});
  if (!inserted) return it->second;
  const std::vector<SyncPlace>& signals = SignalsAround(access).after;
  auto known = std::find(signals_.begin(), signals_.end(), signals);
  if (known == signals_.end()) known = signals_.insert(known, signals);
  return it->second = static_cast<uint32_t>(known - signals_.begin());
}

bool CodeOrder::IsOneOf(const std::vector<SyncPlace>& places, const SyncPlace& place) const {
  return std::any_of(places.begin(), places.end(),
                     [&](const SyncPlace& other) { return places_.MayBeOne(place, other); });
}

std::vector<SyncPlace> CodeOrder::WaitsBetweenEntryAnd(const Step& step) {
  std::vector<SyncPlace> waits;
  for (const SyncUse& wait : places_.WaitsOf(step.definition)) {
    const std::optional<SyncPlace> place = InAllThreads(wait.place);
    if (place && wait.is_at_first &&
        WaitsBetween(step.definition, kEntry, step.instruction, {wait.instruction})) {
      waits.push_back(*place);
    }
  }
  return waits;
}

std::vector<SyncPlace> CodeOrder::WaitsBefore(const SharedAccess& access) {
  std::vector<SyncPlace> waits;
  for (const Step& step : WayToAccess(tree_, access.node, access.index)) {
    for (SyncPlace& wait : WaitsBetweenEntryAnd(step)) waits.push_back(std::move(wait));
  }
  return waits;
}

const std::vector<CodeOrder::SignalBehindWaits>& CodeOrder::SignalsBehindWaits(
    uint32_t definition) {
  auto [it, inserted] = signals_behind_waits_.try_emplace(definition);
  if (!inserted) return it->second;
  for (const SyncUse& signal : places_.SignalsOf(definition)) {
    const std::optional<SyncPlace> place = InAllThreads(signal.place);
    it->second.push_back(
        {place.value_or(signal.place), WaitsBetweenEntryAnd({definition, signal.instruction})});
  }
  return it->second;
}

// `node`: who waits. In `links` more steps.
bool CodeOrder::IsGivenAfter(const SyncPlace& waited, const SharedAccess& other, uint32_t node,
                             int links) {
  const Signals& signals = SignalsAround(other);
  if (IsOneOf(signals.before, waited)) return false;
  bool is_given = IsOneOf(signals.after, waited);
  for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
    if (n == node || n == other.node) continue;
    for (const SignalBehindWaits& signal : SignalsBehindWaits(tree_.nodes()[n].definition)) {
      if (!places_.MayBeOne(signal.place, waited)) continue;
      const bool is_later =
          (tree_.IsAncestor(other.node, n) && ComesBeforeCreation(other, n)) ||
          (links > 0 &&
           std::any_of(signal.waits.begin(), signal.waits.end(), [&](const SyncPlace& earlier) {
             return IsGivenAfter(earlier, other, n, links - 1);
           }));
      if (!is_later) return false;
      is_given = true;
    }
  }
  return is_given;
}

bool CodeOrder::WaitsForSignalAfter(const SharedAccess& access, const SharedAccess& other) {
  constexpr int kMaxLinks = 3;
  if (access.node == other.node || !tree_.IsAncestor(other.node, access.node)) return false;
  auto [it, inserted] =
      given_after_.try_emplace({access.node, access.index, other.node, other.index});
  if (!inserted) return it->second;
  const std::vector<SyncPlace> waits = WaitsBefore(access);
  const bool is_given = std::any_of(waits.begin(), waits.end(), [&](const SyncPlace& waited) {
    return IsGivenAfter(waited, other, access.node, kMaxLinks);
  });
  return given_after_[{access.node, access.index, other.node, other.index}] = is_given;
}

bool CodeOrder::IsHandedOverLater(const SharedAccess& a, const SharedAccess& b) {
  return WaitsForSignalAfter(a, b) || WaitsForSignalAfter(b, a);
}

const std::vector<CodeOrder::Round>& CodeOrder::RoundsOf(const SharedAccess& access) {
  auto [it, inserted] = rounds_.try_emplace({access.node, access.index});
  if (inserted) it->second = FindRounds(access);
  return it->second;
}

std::vector<CodeOrder::Round> CodeOrder::FindRounds(const SharedAccess& access) {
  std::vector<Round> rounds;
  for (const Step& step : WayToAccess(tree_, access.node, access.index)) {
    std::vector<SyncUse> done;
    for (const SyncUse& signal : places_.SignalsOf(step.definition)) {
      const std::optional<SyncPlace> place = InAllThreads(signal.place);
      if (place && WaitsBetween(step.definition, step.instruction, kReturn, {signal.instruction})) {
        done.push_back({signal.instruction, *place, signal.is_semaphore});
      }
    }
    if (done.empty()) continue;
    for (const SyncUse& wait : places_.WaitsOf(step.definition)) {
      const std::optional<SyncPlace> place = InAllThreads(wait.place);
      if (place && wait.is_at_first &&
          WaitsBetween(step.definition, kEntry, step.instruction, {wait.instruction})) {
        rounds.push_back({{wait.instruction, *place, wait.is_semaphore}, done});
      }
    }
  }
  return rounds;
}

// Whether no threads but these give such work.
bool CodeOrder::IsAloneInGiving(const SyncUse& work, uint32_t giver, uint32_t taker) {
  const std::vector<ThreadNode>& nodes = tree_.nodes();
  return std::none_of(nodes.begin(), nodes.end(), [&](const ThreadNode& node) {
    if (node.definition == nodes[giver].definition || node.definition == nodes[taker].definition) {
      return false;
    }
    const std::vector<SyncUse>& signals = places_.SignalsOf(node.definition);
    return std::any_of(signals.begin(), signals.end(),
                       [&](const SyncUse& signal) { return IsOne(signal, work); });
  });
}

bool CodeOrder::IsAwaitedPast(uint32_t definition, uint32_t from, uint32_t to, const Round& round,
                              const SyncPlace& handle, int depth) {
  std::vector<uint32_t> waits;
  for (const SyncUse& wait : places_.WaitsOf(definition)) {
    const bool is_for_work = std::any_of(round.done.begin(), round.done.end(),
                                         [&](const SyncUse& done) { return IsOne(wait, done); });
    if (is_for_work) waits.push_back(wait.instruction);
  }
  for (const SyncUse& join : places_.JoinsOf(definition)) {
    if (places_.MayBeOne(join.place, handle)) waits.push_back(join.instruction);
  }
  if (WaitsBetween(definition, from, to, waits)) return true;
  if (depth == 0) return false;
  const std::vector<uint32_t> callees = places_.CalleesAt(definition, from);
  return !callees.empty() && std::all_of(callees.begin(), callees.end(), [&](uint32_t callee) {
    const std::vector<SyncUse>& signals = places_.SignalsOf(callee);
    return std::all_of(signals.begin(), signals.end(), [&](const SyncUse& signal) {
      return !IsOne(signal, round.work) ||
             IsAwaitedPast(callee, signal.instruction, kReturn, round, handle, depth - 1);
    });
  });
}

bool CodeOrder::IsAwaitedWhereGiven(const SharedAccess& access, const Round& round,
                                    const SyncPlace& handle) {
  constexpr int kMaxDepth = 4;
  bool gives = false;
  for (const Step& step : WayToAccess(tree_, access.node, access.index)) {
    for (const SyncUse& signal : places_.SignalsOf(step.definition)) {
      if (!IsOne(signal, round.work)) continue;
      gives = true;
      // What is given further in is looked at there, but for what leads to here again.
      if (Reaches(CodeOf(step.definition), signal.instruction, step.instruction, {}) &&
          !IsAwaitedPast(step.definition, signal.instruction, step.instruction, round, handle,
                         kMaxDepth)) {
        return false;
      }
    }
  }
  return gives;
}

bool CodeOrder::IsBetweenRounds(const SharedAccess& a, const SharedAccess& b) {
  for (const auto& [giver, taker] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (giver->node == taker->node || !tree_.IsAncestor(giver->node, taker->node)) continue;
    const uint32_t child = tree_.ChildTowards(giver->node, taker->node);
    const Way creation = WayToCreation(tree_, giver->node, tree_.nodes()[child].spawns.front());
    SyncPlace handle = PlacesOnWay(creation).front();
    handle = InAllThreads(handle).value_or(handle);
    for (const Round& round : RoundsOf(*taker)) {
      if (IsAloneInGiving(round.work, giver->node, taker->node) &&
          IsAwaitedWhereGiven(*giver, round, handle)) {
        return true;
      }
    }
  }
  return false;
}

std::vector<SyncPlace> CodeOrder::HeldSinceCreation(const SharedAccess& access, uint32_t node) {
  const ThreadNode& creator = tree_.nodes()[access.node];
  const std::vector<uint32_t>& spawns = tree_.nodes()[tree_.ChildTowards(access.node, node)].spawns;
  TermTable& terms = tree_.terms();
  std::vector<SyncPlace> places;
  for (const HeldLock& lock : creator.points[access.point].held) {
    const AtomId object = terms.Base(lock.lock);
    const auto offset = terms.ConstantValue(terms.Offset(lock.lock));
    const bool is_held_there = std::all_of(spawns.begin(), spawns.end(), [&](uint32_t spawn) {
      const std::vector<HeldLock>& held = creator.points[creator.summary->spawns[spawn].point].held;
      return std::any_of(held.begin(), held.end(), [&](const HeldLock& other) {
        return other.lock == lock.lock && other.kind == lock.kind;
      });
    });
    if (!is_held_there || object == kNothing || !offset) continue;
    SyncPlace place;
    if (terms.atom(object).kind == AtomKind::kGlobal) {
      place.root = SyncPlace::Root::kGlobal;
      place.variable = NameText(terms.atom(object).name);
    }
    place.type = TypeOf(tree_, object);
    place.offset = *offset;
    places.push_back(std::move(place));
  }
  return places;
}

bool CodeOrder::WaitsForLockHeldAt(const SharedAccess& access, const SharedAccess& other) {
  if (access.node == other.node || !tree_.IsAncestor(other.node, access.node)) return false;
  const std::vector<SyncPlace> held = HeldSinceCreation(other, access.node);
  if (held.empty()) return false;
  const Way way = WayToAccess(tree_, access.node, access.index);
  return std::any_of(way.begin(), way.end(), [&](const Step& step) {
    const std::vector<SyncUse>& takes = places_.TakesOf(step.definition);
    return std::any_of(takes.begin(), takes.end(), [&](const SyncUse& take) {
      return IsOneOf(held, take.place) &&
             WaitsBetween(step.definition, kEntry, step.instruction, {take.instruction});
    });
  });
}

bool CodeOrder::IsBehindGate(const SharedAccess& a, const SharedAccess& b) {
  return WaitsForLockHeldAt(a, b) || WaitsForLockHeldAt(b, a);
}

// Whether who starts the thread of the access waits for it to signal, before the other access is
// made or the other thread is started.
bool CodeOrder::IsAwaitedBefore(const SharedAccess& access, const SharedAccess& other) {
  const int parent = tree_.nodes()[access.node].parent;
  const uint32_t signals = parent < 0 ? 0 : SignalsAfter(access);
  if (signals == 0) return false;  // the empty list
  // Of other threads, only where they are started matters.
  const uint32_t index = static_cast<int>(other.node) == parent ? other.index : kNothing;
  const std::tuple key{access.node, signals, other.node, index};
  if (auto known = awaited_.find(key); known != awaited_.end()) return known->second;
  return awaited_[key] = FindAwaitedBefore(access, other);
}

bool CodeOrder::FindAwaitedBefore(const SharedAccess& access, const SharedAccess& other) {
  const ThreadNode& node = tree_.nodes()[access.node];
  const auto parent = static_cast<uint32_t>(node.parent);
  std::vector<Way> creations, targets;
  for (uint32_t spawn : node.spawns) creations.push_back(WayToCreation(tree_, parent, spawn));
  if (other.node == parent) {
    targets.push_back(WayToAccess(tree_, parent, other.index));
  } else if (tree_.IsAncestor(parent, other.node)) {
    for (uint32_t spawn : tree_.nodes()[tree_.ChildTowards(parent, other.node)].spawns) {
      targets.push_back(WayToCreation(tree_, parent, spawn));
    }
  }
  const std::vector<SyncPlace>& signals = signals_[SignalsAfter(access)];
  return std::any_of(signals.begin(), signals.end(), [&](const SyncPlace& signal) {
    return IsAwaitedOnWays(creations, targets, signal);
  });
}

bool CodeOrder::IsAwaitedOnWays(const std::vector<Way>& creations, const std::vector<Way>& targets,
                                const SyncPlace& signal) {
  bool is_awaited = false;
  for (const Way& creation : creations) {
    const std::vector<SyncPlace> places(creation.size(), signal);
    for (const Way& target : targets) {
      const Passage passage = PassageTo(creation, target, Awaited::kSignal, places);
      if (passage == Passage::kFree) return false;
      is_awaited |= passage == Passage::kJoined;
    }
  }
  return is_awaited;
}

bool CodeOrder::IsAwaitedAtStart(const SharedAccess& a, const SharedAccess& b,
                                 const Parallelism& parallelism) {
  if (parallelism.together && parallelism.across != kNothing) return false;
  return IsAwaitedBefore(a, b) || IsAwaitedBefore(b, a);
}

}  // namespace plait
