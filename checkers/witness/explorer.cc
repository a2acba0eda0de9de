#include "checkers/witness/explorer.h"

#include <algorithm>

#include "absl/types/span.h"
#include "summaries/sorted_sets.h"

namespace plait::witness {
namespace {

constexpr std::string_view kLostTrack = "too much that threads know of each other";
constexpr std::string_view kPossibleRace = "possible race";

// Those of one place go first, sorted by their addresses; returns how many they are.
size_t SortByAddress(std::vector<Bytes>* all) {
  const auto strided = std::partition(all->begin(), all->end(),
                                      [](const Bytes& bytes) { return bytes.stride == 0; });
  std::sort(all->begin(), strided);
  return strided - all->begin();
}

}  // namespace

Explorer::Explorer(Executable& executable, const ExplorationLimits& limits, const Ways& ways)
    : limits_(limits), executable_(executable), relevance_(*ways.relevance) {
  machine_.is_weak = ways.is_weak;
  machine_.finds_older = ways.finds_older;
  machine_.tells_inputs = ways.tells_inputs;
  machine_.suspects = limits.suspects;
  machine_.relevance = ways.relevance;
  machine_.forgets_data = true;
  machine_.forgets_unneeded = ways.forgets_unneeded;
  if (ways.forgets_unneeded) machine_.steps = kMostStepsForgetting;
  machine_.is_symmetric = ways.forgets_unneeded &&
                          (ways.merges_threads || ways.relevance->NeedOf(Relevance::kWhichThread) ==
                                                      Relevance::Need::kNone);
  merges_facts_ = ways.is_weak && !ways.finds_older;
  machine_.merges_threads = ways.merges_threads;
  machine_.multiplies_threads = ways.multiplies_threads;
  if (ways.merges_threads) machine_.threads = kMostKinds;
  relevance_.Settle();
}

Doubts Explorer::FindDoubts() const {
  Doubts doubts;
  doubts.obstacle = result_.obstacle;
  doubts.sites = sites_;
  absl::flat_hash_set<Relevance::Source> found;
  const auto add = [&](const std::vector<Relevance::Source>& sources) {
    for (Relevance::Source source : sources) {
      if (found.insert(source).second) doubts.sources.push_back(source);
    }
  };
  add(doubts_);
  for (uint32_t i = from_; i != kNone; i = known_from_[i].from) {
    add(known_from_[i].doubts);
    ++doubts.steps;
  }
  return doubts;
}

Exploration Explorer::Go() {
  std::vector<Choice> choices;
  do {
    Start(&choices);
  } while (result_.obstacle.empty() && NextOutcome(&choices));
  while (!open_.empty() && result_.obstacle.empty()) {
    // Obstacles that are near tell more; behind them there are more threads the deeper it goes.
    const bool is_last = machine_.multiplies_threads && result_.states > kManyStates;
    const Open next = std::move(is_last ? open_.back() : open_.front());
    is_last ? open_.pop_back() : open_.pop_front();
    bytes_ -= next.bytes;
    from_ = next.number;
    doubts_.clear();
    const bool is_replaced = (merges_facts_ && merged_.at(next.digest).times != next.times) ||
                             (machine_.multiplies_threads && IsCovered(next));
    if (!is_replaced) Follow(*next.state);
  }
  if (result_.obstacle.empty() && relevance_.has_mixed()) result_.obstacle = kMixed;
  result_.is_race_free = result_.obstacle.empty();
  return result_;
}

uint64_t Explorer::WorkOf(const Machine& machine) {
  constexpr uint64_t kStep = 100, kBytesOfWork = 16, kPastOfWork = 16, kPairsOfWork = 8;
  const Causality& causality = machine.causality();
  const uint64_t copied = machine.memory().copied() + causality.bytes() * 3 / 4;
  // Accesses are compared with those of the past.
  const uint64_t instruction = 2 + causality.past().size() / kPastOfWork;
  // What threads may be about to access is gone through for each state.
  uint64_t accesses = 0;
  for (const auto& thread : machine.threads()) {
    accesses += thread->segment.size() + thread->accesses.size();
  }
  // Threads are compared with each other.
  const uint64_t threads = machine.threads().size();
  return kStep + machine.steps() * instruction + machine.memory().objects().size() +
         copied / kBytesOfWork + accesses + threads * threads / kPairsOfWork;
}

uint64_t Explorer::RoomOf(const Machine& machine) {
  constexpr uint64_t kMachineSize = 2048, kObjectSize = 32;
  return kMachineSize + kObjectSize * machine.memory().objects().size() +
         machine.causality().bytes();
}

void Explorer::Note(const Machine& machine) {
  result_.work += WorkOf(machine);
  if (machine_.forgets_unneeded) {
    doubts_.insert(doubts_.end(), machine.doubts().begin(), machine.doubts().end());
  }
  has_open_input_ |= machine.has_open_input();
  most_alike_ = std::max(most_alike_, machine.MostAlike());
}

bool Explorer::Ends(const Machine& machine) {
  if (machine.causality().has_lost_track()) result_.obstacle = kLostTrack;
  if (machine.is_stuck()) result_.obstacle = machine.stop_reason();
  return machine.has_stopped();
}

void Explorer::Start(std::vector<Choice>* choices) {
  auto start = std::make_unique<Machine>(executable_, 0, machine_);
  start->SetChoices(*choices);
  start->Start();
  *choices = start->choices();
  Note(*start);
  start->ForgetNumbers(nullptr);
  if (Ends(*start) || HasRace(*start, nullptr)) return;
  Add(std::move(start), nullptr);
}

bool Explorer::NextOutcome(std::vector<Choice>* choices) {
  while (!choices->empty() && ++choices->back().taken == choices->back().count) {
    choices->pop_back();
  }
  return !choices->empty();
}

bool Explorer::Add(std::unique_ptr<Machine> machine, const Machine* before) {
  Open next;
  const bool is_new = merges_facts_                 ? Merge(machine.get(), &next)
                      : machine_.multiplies_threads ? AddMany(*machine, &next)
                                                    : known_.insert(StateDigest(*machine)).second;
  if (!is_new || (before != nullptr && HasRace(*machine, before))) return false;
  ++result_.states;
  if (machine_.forgets_unneeded) {
    next.number = known_from_.size();
    known_from_.push_back({from_, machine->doubts()});
  }
  next.bytes = RoomOf(*machine);
  bytes_ += next.bytes;
  // What states hold in common is there once.
  const uint64_t blocks = Block::BytesInUse() - std::min(Block::BytesInUse(), bytes_before_);
  if (result_.work > limits_.work || bytes_ + blocks > limits_.bytes) {
    result_.obstacle = kTooManyStates;
  }
  next.state = std::move(machine);
  open_.push_back(std::move(next));
  return true;
}

bool Explorer::Merge(Machine* machine, Open* next) {
  StateWriter writer(*machine);
  next->digest = writer.Write(/*has_facts=*/false);
  Causality::Facts facts = writer.FindFacts();
  const auto [position, is_new] = merged_.try_emplace(next->digest);
  Merged& merged = position->second;
  const size_t count = merged.facts.all.size();
  if (is_new) {
    merged.facts = std::move(facts);
  } else if (merged.facts.Merge(facts)) {
    writer.SetFacts(merged.facts, machine);
  } else {
    return false;
  }
  bytes_ += (merged.facts.all.size() - count) * sizeof(Causality::Fact);
  next->times = ++merged.times;
  return true;
}

bool Explorer::AddMany(const Machine& machine, Open* next) {
  const auto digest = StateWriter(machine).WriteApart(&next->many);
  if (!digest) {
    next->many.clear();
    next->digest = StateDigest(machine);
    return known_.insert(next->digest).second;
  }
  next->digest = *digest;
  std::vector<std::vector<Digest>>& largest = many_[*digest];
  const auto includes = [](const std::vector<Digest>& all, const std::vector<Digest>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  if (std::any_of(largest.begin(), largest.end(),
                  [&](const std::vector<Digest>& other) { return includes(other, next->many); })) {
    return false;
  }
  std::erase_if(largest,
                [&](const std::vector<Digest>& other) { return includes(next->many, other); });
  largest.push_back(next->many);
  return true;
}

bool Explorer::IsCovered(const Open& state) const {
  const auto largest = many_.find(state.digest);
  return largest != many_.end() && std::find(largest->second.begin(), largest->second.end(),
                                             state.many) == largest->second.end();
}

bool Explorer::Conflict(absl::Span<const Bytes> a, absl::Span<const Bytes> b) {
  constexpr size_t kFew = 1000;
  if (a.size() * b.size() <= kFew) return ConflictEach(a, b);
  std::vector<Bytes> first(a.begin(), a.end()), second(b.begin(), b.end());
  const absl::Span<const Bytes> x = absl::MakeConstSpan(first).subspan(0, SortByAddress(&first));
  const absl::Span<const Bytes> y = absl::MakeConstSpan(second).subspan(0, SortByAddress(&second));
  result_.work += first.size() + second.size();
  if (ConflictEach(absl::MakeConstSpan(first).subspan(x.size()), second) ||
      ConflictEach(x, absl::MakeConstSpan(second).subspan(y.size()))) {
    return true;
  }
  uint64_t widest = 0;
  for (const Bytes& bytes : y) widest = std::max(widest, bytes.size);
  for (const Bytes& bytes : x) {
    const uint64_t least = bytes.address - std::min(bytes.address, widest);
    const auto begin = std::partition_point(
        y.begin(), y.end(), [&](const Bytes& other) { return other.address < least; });
    const auto end = std::partition_point(begin, y.end(), [&](const Bytes& other) {
      return other.address < bytes.address + bytes.size;
    });
    if (ConflictEach({&bytes, 1}, y.subspan(begin - y.begin(), end - begin))) return true;
  }
  return false;
}

bool Explorer::ConflictEach(absl::Span<const Bytes> a, absl::Span<const Bytes> b) {
  constexpr size_t kComparisonsOfWork = 8;
  result_.work += a.size() * b.size() / kComparisonsOfWork;
  for (const Bytes& x : a) {
    for (const Bytes& y : b) {
      if (x.ConflictsWith(y)) return true;
    }
  }
  return false;
}

bool Explorer::AreInConflict(const Machine& state, uint32_t t, uint32_t other) {
  const Thread &one = *state.threads()[t], &two = *state.threads()[other];
  return Conflict(one.segment, two.accesses) || Conflict(one.accesses, two.segment) ||
         Conflict(one.segment, two.segment) || Conflict(one.accesses, two.accesses);
}

bool Explorer::AreInConflict(const Machine& state, uint32_t t) {
  const Thread& thread = *state.threads()[t];
  if (!thread.is_many) return false;
  std::vector<Bytes> accesses = thread.segment;
  accesses.insert(accesses.end(), thread.accesses.begin(), thread.accesses.end());
  if (!Conflict(accesses, accesses)) return false;
  const std::vector<uint32_t> own = state.OwnObjects(t);
  std::erase_if(accesses, [&](const Bytes& bytes) {
    return ContainsSorted(own, static_cast<uint32_t>(Memory::NumberOf(bytes.address)));
  });
  return Conflict(accesses, accesses);
}

bool Explorer::HasRace(Machine& state, const Machine* before) {
  if (machine_.is_weak) return false;  // seen as it is executed
  const uint32_t n = state.threads().size();
  for (uint32_t t = 0; t < n; ++t) {
    if (!state.threads()[t]->has_ended) state.Refresh(t);
    if (Ends(state)) return true;
  }
  const auto is_as_before = [&](uint32_t t) {
    return before != nullptr && t < before->threads().size() &&
           state.threads()[t].IsSame(before->threads()[t]);
  };
  for (uint32_t t = 0; t < n; ++t) {
    const bool is_old = is_as_before(t);
    for (uint32_t other = 0; other <= t; ++other) {
      if (is_old && is_as_before(other)) continue;
      if (t == other ? !AreInConflict(state, t) : !AreInConflict(state, t, other)) continue;
      if (!state.MayBothBe(t, other)) continue;
      result_.obstacle = kPossibleRace;
      sites_ = {state.SiteOf(t), state.SiteOf(other)};
      return true;
    }
  }
  return false;
}

bool Explorer::HaveRace(const std::vector<Section>& sections) {
  for (const Section& one : sections) {
    for (const Section& two : sections) {
      if ((one.thread != two.thread || one.is_many) && !one.Excludes(two) &&
          Conflict(one.segment, two.segment)) {
        return true;
      }
    }
  }
  return false;
}

void Explorer::Follow(Machine& state) {
  const uint32_t n = state.threads().size();
  // Unless that leads to nothing new: in a circle of such steps the others would never come.
  for (uint32_t t = 0; t < n; ++t) {
    if (!state.CanStep(t) || !state.IsOfItself(t) || state.MayNotBe(t)) continue;
    if (TakeAll(state, t, /*is_first=*/true) || !result_.obstacle.empty()) return;
  }
  sections_.clear();
  for (uint32_t t = 0; t < n; ++t) {
    if (state.CanStep(t)) TakeAll(state, t, /*is_first=*/false);
    if (!result_.obstacle.empty()) return;
  }
  if (!machine_.is_weak && HaveRace(sections_)) result_.obstacle = kPossibleRace;
}

bool Explorer::TakeAll(Machine& state, uint32_t t, bool is_first) {
  std::vector<Choice> choices;
  bool is_new = false;
  do {
    is_new |= Take(state, t, is_first, &choices);
    if (!result_.obstacle.empty()) return is_new;
  } while (NextOutcome(&choices));
  return is_new;
}

bool Explorer::Take(Machine& state, uint32_t from, bool is_first, std::vector<Choice>* choices) {
  auto next = std::make_unique<Machine>(state);
  const uint32_t t = state.threads()[from]->is_many ? next->Split(from) : from;
  next->SetChoices(*choices);
  next->ResetSteps();
  next->ClearDoubts();
  next->Step(t);
  *choices = next->choices();
  Note(*next);
  if (Ends(*next)) {
    sites_ = {next->SiteOf(t)};
    return false;
  }
  const Thread &before = *state.threads()[from], &after = *next->threads()[t];
  const bool is_blocked = next->IsBlocked(t);
  if (is_blocked && next->IsAlone(t)) result_.obstacle = "wait inside an atomic section";
  // A thread that has to wait as before has done nothing, and need not try behind steps that wake
  // nobody.
  if (is_blocked && before.effect == after.effect && before.phase == after.phase) {
    if (choices->empty() && t == from) state.Block(t);
    return false;
  }
  // What it did is not compared with what others are about to do behind the same state.
  const bool may_release = !is_first || next->threads()[t]->segment.empty();
  if (may_release && !ReleaseAtOnce(state, from, t, *next)) return false;
  next->ForgetNumbers(&state);
  next->Tidy();
  if (Ends(*next)) return false;
  if (next->threads().size() > machine_.threads) result_.obstacle = kTooManyThreads;
  for (const Shared<Thread>& thread : next->threads()) {
    if (thread->segment.size() > kMostAccesses) result_.obstacle = "too many accesses";
  }
  return Add(std::move(next), &state);
}

std::optional<uint64_t> Explorer::CommonName(const Machine& state, const Machine& next,
                                             uint64_t address) {
  uint64_t number = Memory::NumberOf(address);
  const std::vector<Shared<Memory::Object>>& objects = next.memory().objects();
  // An element that was part of a chain then is any of its elements.
  while (number >= state.memory().objects().size() && objects[number]->part_of != 0) {
    number = objects[number]->part_of;
  }
  if (number < state.memory().objects().size()) {
    return Memory::AddressOf(number) + Memory::OffsetOf(address);
  }
  // Variables get their place when they are first used.
  const Memory::Object& object = *objects[number];
  if (object.kind != ObjectKind::kGlobal) return std::nullopt;
  constexpr uint64_t kUnused = uint64_t{1} << 63;
  return kUnused + (uint64_t{object.origin.owner} << Memory::kAddressShift) +
         Memory::OffsetOf(address);
}

void Explorer::NoteSection(const Machine& state, uint32_t from, uint32_t t, const Machine& next) {
  Section section = {from, state.threads()[from]->is_many, {}, {}};
  for (const auto& [lock, is_owner] : next.LocksOf(t)) {
    if (const auto name = CommonName(state, next, lock)) {
      section.locks.emplace_back(*name, is_owner);
    }
  }
  for (uint64_t semaphore : next.UsedUpSince(state)) {
    if (const auto name = CommonName(state, next, semaphore)) {
      section.locks.emplace_back(*name, /*is_owner=*/true);
    }
  }
  for (Bytes bytes : next.threads()[t]->segment) {
    const auto name = CommonName(state, next, bytes.address);
    if (!name.has_value()) continue;
    bytes.address = *name;
    section.segment.push_back(bytes);
  }
  if (!section.segment.empty()) sections_.push_back(std::move(section));
}

bool Explorer::ReleaseAtOnce(const Machine& state, uint32_t from, uint32_t t, Machine& next) {
  while (next.CanStep(t) && next.MayReleaseAtOnce(t)) {
    if (HasRace(next, &state)) return false;
    NoteSection(state, from, t, next);
    next.SetChoices({});
    next.ResetSteps();
    next.Step(t);
    Note(next);
    if (Ends(next)) return false;
    if (!next.choices().empty()) result_.obstacle = "release of a lock with several outcomes";
  }
  return true;
}

}  // namespace plait::witness
