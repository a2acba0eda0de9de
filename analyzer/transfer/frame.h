// Everything the transfer functions share while one procedure is analysed: its terms, its graph,
// what is known of the program around it, and the summary being written.
#ifndef PLAIT_ANALYZER_TRANSFER_FRAME_H_
#define PLAIT_ANALYZER_TRANSFER_FRAME_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "analyzer/domain/state.h"
#include "analyzer/fixpoint/flow_graph.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/sites.h"
#include "analyzer/transfer/array_pointers.h"
#include "analyzer/transfer/choice_targets.h"
#include "analyzer/transfer/crowded_creations.h"
#include "analyzer/transfer/reaches.h"
#include "analyzer/transfer/repeats.h"
#include "proto/models.pb.h"
#include "summaries/access_set.h"
#include "summaries/point_index.h"
#include "summaries/summary.h"
#include "summaries/term_meanings.h"

namespace plait {

// What a procedure's analysis may ask about the rest of the program. Answers do not change while
// the procedure (and the strongly connected component it is in) is analysed.
class Environment {
 public:
  virtual ~Environment() = default;

  // The model of a library function, or nullptr.
  virtual const proto::Function* FindModel(std::string_view name) const = 0;
  // Summaries of all definitions a name may refer to; empty for an external function. Entries are
  // never null; a member of the component under analysis has the summary of the last round.
  virtual std::vector<const Summary*> FindSummaries(Name name) const = 0;
  // True if the name has a definition, even if its summary is not there yet.
  virtual bool IsDefined(Name name) const = 0;
  // Members of the strongly connected component under analysis.
  virtual bool IsRecursive(Name name) const = 0;
  // Functions that may be called through a value loaded from memory, by the field it came from
  // ("tag.field"), the variable, and the type of the call. Sets `by_type` if for some of them only
  // the type speaks.
  virtual std::vector<Name> IndirectTargets(const std::string& field, Name variable,
                                            const std::string& signature, bool* by_type) const = 0;
  // Whether records with that field are tables of functions, which objects of one class share.
  virtual bool IsInTable(const std::string& field) const = 0;
  // Where tables of virtual functions have the function of that slot.
  struct VirtualFunction {
    Name table = kNoName;
    int64_t offset = 0;
    Name function = kNoName;
  };
  virtual std::vector<VirtualFunction> VirtualFunctions(const std::string& slot) const = 0;
  // The function that a table of virtual functions, or a constant, holds at an offset; kNoName if
  // none.
  virtual Name FunctionIn(Name variable, int64_t offset) const = 0;
  // True for variables that only their own thread sees.
  virtual bool IsThreadLocal(Name variable) const = 0;
  // True for variables that only `procedure` itself writes, and only by name.
  virtual bool IsStable(Name variable, Name procedure) const = 0;
  // True for variables that the main thread writes, nobody else does, and only by name, if only the
  // main thread runs `procedure`.
  virtual bool IsOfMainThread(Name variable, Name procedure) const = 0;
  // What a variable that main writes, nobody else does, and only by name, holds there as main
  // starts; nullopt if that is no number or not known, or if main may be called again.
  virtual std::optional<int64_t> NumberAtStart(Name variable, int64_t offset,
                                               uint32_t width) const = 0;
  // True for variables that have their final values before there is a second thread.
  virtual bool IsSettled(Name variable) const = 0;
  // True for variables that are never written.
  virtual bool IsConstant(Name variable) const = 0;
  // What a variable that is one number always holds: a constant, or one of a file that nothing
  // there writes. nullopt of others, or if it is not known.
  virtual std::optional<int64_t> ConstantNumber(Name variable, uint32_t width) const = 0;
};

class Frame {
 public:
  Frame(const ir::Procedure& procedure, const Environment& environment, bool is_main);

  const ir::Procedure& procedure;
  const Environment& environment;
  const Name name;
  const bool is_main;         // no other thread runs before the first creation
  const bool is_atomic_body;  // its callers run it in an atomic section
  const FlowGraph graph;
  const ir::Sites sites;
  uint64_t budget;
  Summary summary;
  TermTable& terms;  // summary.terms
  ChoiceTargets targets;
  Reaches reaches;
  ArrayPointers array_pointers;
  CreationPaths creation_paths;

  // Work done so far, in instructions times states times cells. Past the budget loops are cut short
  // and states merged, with a gap, so that no procedure holds a run up.
  uint64_t work = 0;
  bool is_over_budget() const { return work > budget; }
  // Lowers the budget if what is called is not known as a whole.
  void NoteCallee(const Summary& callee);
  bool has_lost_cells = false;  // of some state, so that what was written reads as if it was not

  // Off during the fixpoint, on during the last pass over the stable states.
  bool recording = false;
  // On while the first turn of a loop (and of all loops around it) is run from the state before it:
  // values are still exact, and accesses go to `first_turn`.
  bool in_first_turn = false;
  std::vector<Access> first_turn;
  bool guessing = false;  // inside a call whose target is a guess
  // Inside a call that goes to one of few functions, as data chooses, or is perhaps not made.
  bool choosing = false;
  bool turns_differ = false;  // inside a call that mostly goes to another function in each turn
  // Pointers that a relaxed load gave: what was written behind them need not be there yet.
  absl::flat_hash_map<AtomId, std::vector<TermId>> loaded_relaxed;  // with the cells, sorted
  absl::flat_hash_set<TermId> read_relaxed;      // addresses of cells that callees read so
  absl::flat_hash_set<TermId> followed_relaxed;  // of those whose pointers are followed
  int callback_depth = 0;    // of calls of functions that the procedure passes on
  uint32_t instruction = 0;  // under transfer, counted through all blocks
  uint32_t site() const { return sites.OfInstruction(instruction); }  // of the one under transfer
  uint32_t block = 0;
  std::vector<bool> failing_blocks;  // every way from there leads to abort or the like
  bool is_failing() const { return block < failing_blocks.size() && failing_blocks[block]; }
  std::vector<bool> unwinding_blocks;  // every way from there goes on with what ends the thread
  bool is_unwinding() const { return block < unwinding_blocks.size() && unwinding_blocks[block]; }
  const ir::Instruction* current = nullptr;

  // A phi atom for a point; the same tag, place in the procedure (instruction or block) and key
  // give the same atom.
  enum class PhiTag : uint8_t {
    kRegister,
    kCell,
    kLoad,
    kStore,
    kShared,
    kResult,
    kExit,
    kRegion,
    kContext,
    kContextCell,
    kOldTurn,
    kLeft
  };
  // What is chosen there: a register, an argument, a cell of that width and address, ...
  struct PhiKey {
    uint32_t number = 0;
    TermId term = kZero;
    TermId other = kZero;

    friend bool operator==(const PhiKey&, const PhiKey&) = default;
    template <typename H>
    friend H AbslHashValue(H h, const PhiKey& key) {
      return H::combine(std::move(h), key.number, key.term, key.other);
    }
  };
  AtomId Phi(PhiTag tag, uint32_t place, const PhiKey& key, bool is_pointer);
  // A choice of both values, or the value itself if they are equal.
  TermId Choose(PhiTag tag, uint32_t place, const PhiKey& key, TermId a, TermId b, bool is_pointer);

  // An unknown made by the current instruction; `number` tells several of one instruction apart.
  TermId Unknown(bool is_pointer, uint32_t number = 0);
  // What the current instruction leaves in the cell at the address: of several cells, each has its
  // own, up to a few, and of all others nothing is known.
  TermId UnknownIn(TermId cell, bool is_pointer);
  // The same for a number that follows from others in a way that terms cannot say.
  TermId Computed(std::initializer_list<TermId> operands);
  // A number that the current instruction takes from the counter: `found` is its old name.
  TermId Taken(TermId counter, TermId found);
  // What a register holds that nothing was assigned to: some value, the same at every look.
  TermId Unassigned(uint32_t register_number);
  TermId Global(const ir::Operand& operand);
  Name SymbolName(const ir::Operand& operand) const;

  // Text of the string literal an address points to; nullptr if it is not kept.
  const std::string* StringLiteral(TermId address) const;

  // Kept for a point; more, if they ask which thread it is.
  static constexpr size_t MostConditions(bool is_of_self) { return is_of_self ? 8 : 4; }
  static constexpr size_t kMaxAccesses = 1000;
  static constexpr size_t kMaxGates = 12;
  static constexpr size_t kMaxUncertainLocks = 6;
  static constexpr size_t kMaxObservations = 12;
  // Of gates and observations, places that are kept for what the procedure itself decides: a thread
  // that waits for work does so in its outermost procedures.
  static constexpr size_t kMaxOuter = 4;
  static constexpr size_t kMaxExposures = 64;
  AccessBounds access_bounds;  // accesses of callees that are as far away are not taken in
  PointId InternPoint(const State& state);
  // Leaves out threads that a loop starts and that branches say it has not come to: where its
  // counter is 0, none runs.
  void DropThreadsNotStarted(const State& state, Point* point);
  struct Condition {
    TermId holds = kNothing;  // it is not 0, but 1 if it is
    bool is_of_self = false;  // asks which thread this is
  };
  // What the fact says of how the procedure was called; nullopt if it does not.
  std::optional<Condition> ConditionOf(const Fact& fact);
  // Whether callers may know the number: it mentions what they passed, or is that of a variable
  // that nobody else writes meanwhile.
  bool IsOfCaller(TermId compared) const;
  // They are kept in this order, as many as there are places for.
  void PutEqualitiesFirst(std::vector<Condition>* conditions);
  // What the facts of a state say of where it is: they are the same at many points of a callee.
  struct Learnt {
    std::vector<Condition> conditions;
    std::vector<Observation> observed;  // sorted
    std::vector<TermId> foreign;        // sorted
  };
  Learnt LearntIn(const State& state);
  // The cell whose value there must be another thread's for the fact to hold; kNothing if none.
  TermId ForeignFor(const Fact& fact) const;
  // The same for a point that is farther in, of which the state says what lies around it: `gates`
  // are the cells of the state's, sorted. Adds to the point.
  PointId InternPoint(const std::vector<TermId>& gates, const Learnt& learnt, Point* point);
  static std::vector<TermId> CellsOf(const std::vector<Gate>& gates);
  void AddGap(GapKind kind, std::string detail);
  void AddPublished(TermId address, TermId value, TermId condition = kZero);
  // What holds in the state of what was passed: not 0, or kZero if nothing is known. Of equalities
  // the first one.
  TermId ConditionOnPassed(const State& state);
  // Only the first ones stay.
  void ForgetPublished(size_t count);
  // Of an object that others can reach on several ways, only what holds on all of them is kept.
  void AddExposure(Exposure exposure);

  // A pointer was loaded from a cell that others can see and that the procedure never wrote.
  void NoteReloaded(TermId cell, uint32_t epoch);
  // `value` is whatever the cell held at some moment.
  void NoteLoaded(TermId value, TermId cell, uint32_t width);
  // Whether the value of a block that a library function wrote stands for its first bytes, so many
  // of them. It does for the width by which the procedure first looks at it.
  bool StandsForFirst(uint32_t width, TermId value) {
    return first_widths_.try_emplace(value, width).first->second == width;
  }
  struct LoadedCell {
    TermId address = kNothing;
    uint32_t width = 0;
    friend bool operator==(const LoadedCell&, const LoadedCell&) = default;
  };
  // The cell that the value was loaded from, whatever it is; no address if there is none.
  LoadedCell CellOf(AtomId atom) const;
  // Choices of handles of threads: the cells they were loaded from.
  absl::flat_hash_map<AtomId, LoadedCell> loaded_handles;
  // What a loop over an array waits for: for the threads whose handles are in the cell, which is
  // not changed meanwhile, if they are among the elements, in terms of the bound index. Numbers of
  // these stand for them in Point::joined until the loop is left (joined_elements.h).
  struct JoinedCell {
    TermId elements = kZero;
    Cell handles;
    friend bool operator==(const JoinedCell&, const JoinedCell&) = default;
  };
  AtomId JoinedCellAtom(const JoinedCell& joined);
  // nullptr if the atom is none of these.
  const JoinedCell* FindJoinedCell(AtomId token) const;
  // What branches told of values that were loaded from shared cells.
  std::vector<Observation> ObservedBy(const State& state) const;
  // `observed`, sorted, is farther from the point than what is there.
  void AddObservations(const std::vector<Observation>& observed, Point* point) const;

  // Whether other threads may run at this point, as far as this procedure can tell.
  bool MayBeConcurrent(const State& state) const { return !is_main || !state.point.live.empty(); }

  // Counter of the innermost loop around the current block, or kNothing outside of loops.
  AtomId CurrentIteration();
  AtomId IterationOf(uint32_t head);
  // Whether it is that counter; `head` may be FlowGraph::kNone.
  bool IsTurnOf(uint32_t head, const Atom& number) const;
  LoopTurns& TurnsOf(uint32_t head) { return turns_.try_emplace(head, *this, head).first->second; }
  // What the counter is when the loop is left.
  TermId EndOfLoop(uint32_t head);

  // Block containing the instruction that made an unknown; kNone for one of another procedure.
  // Block of an instruction, or FlowGraph::kNone if there is none.
  uint32_t BlockOfSite(uint32_t site) const;
  uint32_t BlockOfUnknown(const Atom& unknown) const;

  // Loops, by head, and threads that are joined in them, by token.
  absl::flat_hash_set<std::pair<uint32_t, AtomId>> joined_in;
  // Whether what a choice may be is of a turn of the loop with that head (OldVersion).
  struct OfTurn {
    bool holds = false;
    bool is_known = false;
    uint64_t version = 0;  // of all choices, when it was asked
  };
  absl::flat_hash_map<std::pair<uint32_t, AtomId>, OfTurn> of_turn;
  absl::flat_hash_map<AtomId, uint32_t> phi_blocks;  // where a choice is made anew
  absl::flat_hash_set<AtomId> merged;                // choices made where ways meet, by
  // shared cells that decided which way a block is reached:
  absl::flat_hash_map<uint32_t, std::vector<TermId>> decided_at;
  absl::flat_hash_map<AtomId, std::vector<TermId>> computed_from;  // unknowns: their operands
  // Unknowns in objects that came in, and whether they stand in all rounds for what a function that
  // the caller knows may have put there, and for nothing else.
  absl::flat_hash_map<AtomId, bool> left_to_caller;
  bool IsLeftToCaller(const Cell& cell) const {
    const Term& value = terms.term(cell.value);
    if (cell.width != 0 || value.parts.size() != 1 || value.constant != 0) return false;
    const auto known = left_to_caller.find(value.parts[0].atom);
    return known != left_to_caller.end() && known->second;
  }
  // Comparisons of the caller's numbers by whose results states are kept apart.
  std::vector<AtomId> told_apart;
  // Where the procedure's own pointers pointed when a callee got hold of them whose summary may not
  // say all it wrote. They are followed there, but what a comparison of one says is not known.
  absl::flat_hash_set<TermId> doubted;
  // Comparisons of differences without a sign, which may have wrapped around: they do not say which
  // number is less.
  absl::flat_hash_set<AtomId> of_wrapped;
  // What an unknown asks, one of these: whether the relation holds of the difference to 0, as
  // numbers of its type.
  struct UnsureComparison {
    Relation relation = Relation::kEqual;
    TermId difference = kZero;
    bool is_negated = false;

    friend bool operator==(const UnsureComparison&, const UnsureComparison&) = default;
  };
  absl::flat_hash_map<AtomId, std::vector<UnsureComparison>> unsure_comparisons;
  PointIndex point_ids;
  std::vector<Name> symbol_names;
  Name exception = kNoName;  // ir::kExceptionVariable, if the procedure mentions it
  std::vector<bool> pointer_registers;
  // Registers whose value is ever stored, passed, returned, compared or branched on.
  std::vector<bool> decisive_registers;
  const std::vector<bool> reinterpreted;   // see FindReinterpreted
  const std::vector<bool> lock_registers;  // what is locked is reckoned from them
  // By block, see FindOutcomes.
  const std::vector<std::vector<ir::Register>> outcomes_in;

 private:
  // The cell all values of the atom in that range were loaded from; no address if there is none.
  LoadedCell CellOf(AtomId atom, const Range& range, int depth) const;
  LoadedCell CellOfTaken(AtomId atom, const Range& range, int depth) const;
  std::optional<Observation> DifferenceOf(const Fact& fact) const;

  // Where states are joined: a block, or beyond their number, an instruction after which they are.
  uint32_t SiteOfJoin(uint32_t place) const;
  // A number for a further choice of that kind at that place, told from others by what its key
  // says: in which order they are met may depend on that of a callee's summary, which around a
  // recursion is made from these numbers.
  uint32_t NumberPhi(PhiTag tag, uint32_t place, const PhiKey& key);

  absl::flat_hash_map<AtomId, LoadedCell> loaded_;  // choices
  std::vector<JoinedCell> joined_cells_;
  absl::node_hash_map<uint32_t, LoopTurns> turns_;                    // by head
  absl::flat_hash_map<uint32_t, std::vector<TermId>> unknown_cells_;  // by site
  struct Load {
    uint32_t instruction = 0;
    uint32_t epoch = 0;
  };
  absl::flat_hash_map<TermId, Load> pointer_loads_;     // the first from a cell
  absl::flat_hash_map<TermId, uint32_t> first_widths_;  // by value of a block
  absl::flat_hash_map<std::tuple<PhiTag, uint32_t, PhiKey, bool>, uint32_t> phi_numbers_;
  absl::flat_hash_map<std::tuple<PhiTag, uint32_t, uint64_t>, uint32_t> phis_at_;  // how many
  TermMeanings meanings_{summary.terms};
  ir::SiteNumbers phi_sites_;
  absl::flat_hash_map<uint64_t, size_t> published_;  // by pair: where in summary.published
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_FRAME_H_
