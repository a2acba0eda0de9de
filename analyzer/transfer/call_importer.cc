#include "analyzer/transfer/call_importer.h"

#include <algorithm>
#include <utility>

#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Whether what the callee makes has the same names in its caller: around a recursion no call is
// told from another. What runs before main runs once and all comes to main by one call, which would
// take a step of each path and tell nothing.
bool KeepsNames(const Summary& callee, bool recursive) {
  return recursive || NameText(callee.procedure).starts_with(ir::kStaticInitializationPrefix);
}

// Threads whose callers say what they run, each the only one of its creation.
absl::flat_hash_set<ThreadClass> StartedForCallers(const Summary& callee) {
  absl::flat_hash_map<std::pair<Name, uint32_t>, absl::flat_hash_set<ThreadClass>> by_creation;
  for (const Spawn& spawn : callee.spawns) {
    const AtomId entry = callee.terms.Base(spawn.entry);
    if (entry != kNothing && callee.terms.atom(entry).kind == AtomKind::kFunction) continue;
    const Atom& token = callee.terms.atom(spawn.token);
    by_creation[{token.name, token.index}].insert(ClassOf(token));
  }
  absl::flat_hash_set<ThreadClass> threads;
  for (const auto& [creation, classes] : by_creation) {
    if (classes.size() == 1) threads.insert(*classes.begin());
  }
  return threads;
}

}  // namespace

CallImporter::CallImporter(Frame& frame, State* state, const Summary& callee,
                           const std::vector<TermId>& arguments, bool recursive)
    : Importer(callee.terms, frame.terms, frame.name, frame.site(), KeepsNames(callee, recursive)),
      frame_(frame),
      state_(state),
      callee_(callee),
      arguments_(arguments),
      recursive_(recursive),
      crowded_(frame.creation_paths.CrowdedAt(frame.instruction, callee)),
      started_for_callers_(StartedForCallers(callee)) {}

TermId CallImporter::MapFormal(uint32_t index) {
  if (index >= arguments_.size()) return frame_.Unknown(true, 7);
  const TermId actual = arguments_[index];
  if (!recursive_ || IsPassedOn(actual)) return actual;
  return AnyReached(Frame::PhiTag::kContext, {.number = index}, actual,
                    frame_.terms.Depth(actual) > 0 || frame_.terms.Base(actual) != kNothing);
}

// Around a recursion what came in is any of what was reached so far: ends chains of loads, and of
// numbers that are counted up or down.
TermId CallImporter::AnyReached(Frame::PhiTag tag, const Frame::PhiKey& what, TermId actual,
                                bool is_pointer) {
  const AtomId phi = frame_.Phi(tag, callee_.procedure, what, is_pointer);
  frame_.terms.AddOption(phi, actual);
  return frame_.terms.Of(phi);
}

TermId CallImporter::MapInitial(AtomId input, TermId cell) {
  const Atom& initial = from_.atom(input);
  // What the callee made held nothing when it was called, whatever earlier calls made.
  const AtomId base = from_.Base(initial.argument);
  if (base != kNothing && from_.atom(base).kind == AtomKind::kHeap) {
    Atom unwritten = initial;
    unwritten.argument = cell;
    return frame_.terms.Of(unwritten);
  }
  const bool is_reloaded = MayBeReloaded() && ContainsSorted(callee_.reloaded, initial.argument);
  // As it would be after the callee has returned, so that both have one name.
  if (is_reloaded) ++state_->epoch;
  const TermId value = LoadCell(frame_, *state_, cell, initial.index, initial.is_pointer);
  if (is_reloaded) --state_->epoch;
  if (!recursive_ || IsPassedOn(value)) return value;
  Atom unwritten = initial;
  unwritten.argument = cell;
  if (value == frame_.terms.Of(unwritten)) return value;
  return AnyReached(Frame::PhiTag::kContextCell, {.number = initial.index, .term = cell}, value,
                    initial.is_pointer);
}

// No other thread writes what only the caller has and the callee shows to nobody.
TermId CallImporter::MapShared(TermId cell, uint32_t width, bool is_pointer) {
  const AtomId base = frame_.terms.Base(cell);
  const bool is_own = base != kNothing && IsPrivate(frame_, *state_, base) &&
                      callee_.spawns.empty() && callee_.published.empty() &&
                      callee_.deferred.empty();
  return is_own ? LoadCell(frame_, *state_, cell, width, is_pointer)
                : Importer::MapShared(cell, width, is_pointer);
}

TermId CallImporter::MapInstance(TermId instance) {
  if (recursive_) return frame_.terms.Any();
  const AtomId iteration = frame_.CurrentIteration();
  if (iteration == kNothing) return instance;
  return instance == kZero ? frame_.terms.Of(iteration) : frame_.terms.Any();
}

bool CallImporter::ForgetsPathTo(AtomId thread) const {
  return !crowded_.empty() && crowded_.contains(ClassOf(from_.atom(thread)));
}

// What wrappers of wrappers are asked to run is told apart by who asks.
bool CallImporter::StandsForPathTo(AtomId thread) const {
  return started_for_callers_.contains(ClassOf(from_.atom(thread)));
}

// Whether there are other threads by the time that the callee loads something once more.
bool CallImporter::MayBeReloaded() const {
  return frame_.MayBeConcurrent(*state_) || !callee_.spawns.empty();
}

// Whether the argument is the same however deep the calls are nested: no load, and of the
// procedure's own arguments at most one as it is.
bool CallImporter::IsPassedOn(TermId actual) const {
  const TermTable& terms = frame_.terms;
  if (terms.Depth(actual) > 0) return false;
  const Term& term = terms.term(actual);
  const bool is_argument = term.constant == 0 && term.parts.size() == 1 &&
                           term.parts[0].coefficient == 1 &&
                           terms.atom(term.parts[0].atom).kind == AtomKind::kFormal;
  return is_argument || !terms.MentionsKind(actual, AtomKind::kFormal);
}

}  // namespace plait
