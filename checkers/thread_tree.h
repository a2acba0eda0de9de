// The threads of a program, as the summaries' creations unfold from a root, and every thread's
// accesses in one common table of terms.
//
//   root (main)                  summary of main, its own inputs
//    ├─ worker  created in main  summary of worker, formals = what main passed
//    │   └─ helper
//    └─ logger
//
// A node stands for one creation site seen along one call path under one parent. What a location
// that goes through shared memory may hold is resolved over the pointers all nodes publish
// (points_to.h).
#ifndef PLAIT_CHECKERS_THREAD_TREE_H_
#define PLAIT_CHECKERS_THREAD_TREE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "analyzer/ir/sites.h"
#include "analyzer/schedule/program.h"
#include "checkers/points_to.h"
#include "checkers/thread_importer.h"
#include "summaries/import.h"
#include "summaries/lazy_summary.h"
#include "summaries/summary.h"

namespace plait {

// What main is handed, as reports name it.
inline constexpr char kArgumentsOfMain[] = "main.argv";
inline constexpr char kStringsOfArguments[] = "main.argv[]";

// A Point of a summary in the tree's terms.
struct ThreadPoint {
  // Reached only if an object is of a certain class, which is not known.
  bool depends_on_target = false;
  // must: numbers that the thread took from counters, and what each of them is.
  std::vector<std::pair<AtomId, int64_t>> taken;
  bool reachable = true;  // false: what the creator passed keeps the thread from getting here
  std::vector<HeldLock> held;
  std::vector<uint32_t> live;       // may: child nodes started and perhaps running. Sorted.
  std::vector<uint32_t> uncertain;  // of `live`: not started in some of the states merged here
  std::vector<uint32_t> ended_somewhere;  // of `live`: ended in some of them
  // By child in `live`: only instances numbered below this run here. Any: not known.
  std::vector<std::pair<uint32_t, TermId>> live_below;
  // must: by child in `live`: instances numbered from 0 to below this have ended.
  std::vector<std::pair<uint32_t, TermId>> ended_below;
  // must: by child in `live`: all instances numbered from this on have ended.
  std::vector<std::pair<uint32_t, TermId>> ended_from;
  std::vector<uint32_t> ended;    // must: child nodes all of whose threads have ended. Sorted.
  std::vector<uint32_t> started;  // may: child nodes of which a thread was started. Sorted.
  bool joined_unknown = false;
  bool joined_on_some = false;
  bool is_in_child = false;
  std::vector<TermId> joined_handles;
  std::vector<uint32_t> joined_nodes;  // must: all threads of these have ended. Sorted.
  std::vector<TermId> waited;
  std::vector<TermId> posted;
  std::vector<TermId> asked;
  std::vector<TermId> met;
  std::vector<TermId> gates;
  std::vector<TermId> changes;
  std::vector<TermId> foreign;
  std::vector<Observation> observed;
  std::vector<TermId> announced;
  bool announced_any = false;
  std::vector<TermId> contended;
  std::vector<RingEnd> ends;
  std::vector<FoundCount> counts;
  std::vector<Arrivals> arrivals;
};

struct ThreadNode {
  int parent = -1;          // -1: a root
  uint32_t definition = 0;  // entry, index into Program::definitions()
  const Summary* summary = nullptr;
  AtomId token = kNothing;  // class of the handle, in the tree's table
  TermId instance =
      kZero;          // its number under the parent; mentions a loop counter if there are many
  bool many = false;  // may run several times at once
  bool certainly_many = false;
  bool surely_repeats = false;  // no earlier start of one keeps a later one from it
  bool runs_once = false;  // must: in no run of the program there is another one, then or later
  bool stands_for_deeper = false;  // also for threads that are created below it, again and again
  bool is_guessed = false;         // created behind a call that may go elsewhere
  bool is_chosen = false;          // created behind a call of one of few functions
  std::vector<uint32_t> spawns;    // indices into the parent's summary
  std::vector<AtomId> tokens;      // of these creations, with their numbers
  bool has_facts = false;          // what it stores is known to points-to
  std::vector<uint32_t> children;
  // ObjectKeys of heap objects handed over: a new one made for each thread, or not. Sorted.
  std::vector<AtomId> made_for_each;
  std::vector<AtomId> not_made_for_each;
  std::vector<AtomId> handed;     // globals and functions the creation names. Sorted.
  std::vector<CellEffect> cells;  // memory handed over, as it was at the creation
  // must: NumberingCounter is less than each of these.
  std::vector<TermId> limits;
  // must: numbers that these mention, and what threads find in the variables that they are kept in.
  std::vector<std::pair<TermId, TermId>> settled;
  // may: numbers that the threads were handed and that differ from one to another.
  std::vector<TermId> of_turn;
  std::unique_ptr<Importer> importer;
  std::vector<ThreadPoint> points;  // by PointId of the summary
  std::vector<bool> outlived_by;    // by child position: may still run when this one has ended
};

class ThreadTree {
 public:
  static constexpr size_t kMaxNodes = 400;
  static constexpr int kMaxRepeats = 4;  // of one creation site below itself

  // `root`: index of the definition that starts the program. `summaries` by definition.
  ThreadTree(const Program& program,
             const std::vector<std::shared_ptr<const LazySummary>>& summaries, uint32_t root);
  // A library: all `roots` are entered by one client thread, in any order.
  ThreadTree(const Program& program,
             const std::vector<std::shared_ptr<const LazySummary>>& summaries,
             const std::vector<uint32_t>& roots);

  TermTable& terms() { return *terms_; }
  const TermTable& terms() const { return *terms_; }
  PointsTo& points_to() { return *points_to_; }
  const std::vector<ThreadNode>& nodes() const { return nodes_; }
  const Program& program() const { return program_; }
  const Summary* SummaryOf(uint32_t definition) const {
    return summaries_[definition] == nullptr ? nullptr : &summaries_[definition]->get();
  }
  // The same, without looking into the summary.
  const SummaryHead* HeadOf(uint32_t definition) const {
    return summaries_[definition] == nullptr ? nullptr : &summaries_[definition]->head();
  }
  const ir::Sites& SitesOf(const ir::Procedure& procedure);

  // The node of the only thread that the handle may be of; -1 if it may be of others.
  int ThreadOfHandle(TermId handle);

  // True if `ancestor` is `node` or created it, directly or not.
  bool IsAncestor(uint32_t ancestor, uint32_t node) const;
  uint32_t CommonAncestor(uint32_t a, uint32_t b) const;
  // The child of `ancestor` on the way to `node`; requires a proper descendant.
  uint32_t ChildTowards(uint32_t ancestor, uint32_t node) const;
  // Whether a procedure may be called while it runs, by itself or through others.
  bool IsRecursive(Name procedure) const;
  // True if a thread of `ancestor` starts those that `node`, a proper descendant, runs in only
  // after the point: of one such thread.
  bool IsStartedAfter(uint32_t ancestor, uint32_t point, uint32_t node) const;
  // The node whose thread owns a slot or heap object: the one that made it.
  int OwnerOf(AtomId object) const;
  // True if each of the threads of the node was handed an object of that kind of its own.
  bool HasOneEach(uint32_t node, AtomId object) const;
  // True for heap objects and locals of a thread of `node`, or below it: there is one for each
  // instance of the node.
  bool BelongsToInstance(AtomId object, uint32_t node) const;
  // Counter of the loop that numbers the instances of the node, or kNothing.
  AtomId NumberingCounter(uint32_t node) const;
  // True if the object is one piece of memory on every run, not a family (heap objects of a loop).
  bool IsSingleObject(AtomId object) const;
  // True for locals of procedures that may be called while they run: there is one for each call.
  bool IsLocalOfRecursion(AtomId object) const;
  // A thread of `node`, below the ended `child` of some thread, may still run.
  bool OutlivesEnded(uint32_t child, uint32_t node) const;

  // True if every access of every thread is there: no summary had to drop any.
  bool HasAllAccesses() const;

  // True if some thread makes an access of which nothing is known where it goes.
  bool HasUnknownAccesses() const;

  // True for a cell that a thread was handed and most likely nobody writes once it runs. What is
  // certain of that is already in the terms.
  bool IsMostLikelySettled(uint32_t node, const WideCell& cell) const;

  // Threads could not be followed: an entry that is not known, or too many nodes.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  // Nodes, points-to and points, from the summaries and the settled cells.
  void Build();
  // Finds cells whose values at its creation a thread sees for good, and builds the tree again.
  void SettleHandedCells();
  // `is_proof`: every access is there.
  std::vector<WideCell> FindSettledCells(uint32_t node, bool is_proof);
  // By the object written to.
  struct ObjectWrite {
    uint32_t node = 0;
    const Access* access = nullptr;
    TermId target = kNothing;  // or it may be anywhere
  };
  void CollectWritesByObject();
  bool MayChange(const ObjectWrite& write, uint32_t reader, const WideCell& cell) const;
  bool IsSettled(uint32_t node, const WideCell& cell) const;
  bool MayRunAt(uint32_t writer, const ThreadPoint& point, uint32_t reader) const;
  bool IsBelowAt(const ThreadPoint& point, uint32_t reader) const;
  bool IsOfOwnTurn(TermId write, uint32_t width, uint32_t reader, const WideCell& cell) const;
  const std::vector<WideCell>* SettledOf(uint32_t node);
  void Grow();
  bool AddChildren(uint32_t node);
  bool IsCreated(uint32_t parent, uint32_t spawn);
  void NoteMissingEntry(Name entry);
  std::vector<AtomId> ObjectsIn(const std::vector<TermId>& arguments,
                                const std::vector<CellEffect>& cells) const;
  void AddChild(uint32_t parent, uint32_t spawn, uint32_t definition);
  void ForgetNumbers(const Spawn& spawn, const TermTable& from, std::vector<TermId>* arguments,
                     std::vector<CellEffect>* cells);
  void InheritWhatIsKnown();
  bool InheritByHandles();
  bool RunsOnce(uint32_t node) const;
  bool MayBeReleased(const Point& point, TermId lock, Importer& importer);
  void MapPoints();
  bool JoinElements(uint32_t node, const ThreadRange& range, ThreadPoint* point);
  int NodeOfElements(uint32_t node, TermId elements, TermId low, TermId high) const;
  // An array whose elements hold the handles of threads that its number says.
  struct HandleArray {
    TermId elements = kZero;  // of the bound index
    TermId instance = kZero;  // the same
    AtomId token = kNothing;
  };
  std::vector<HandleArray> HandleArraysFor(uint32_t node) const;
  bool AreAllBefore(uint32_t threads, TermId count, uint32_t later) const;
  void CollectWrites();
  // The condition in a thread of the node, decided if it asks for what a global holds that nobody
  // ever writes, or whether the thread is the main one.
  TermId Decide(TermId condition, uint32_t node);
  bool IsNeverWritten(AtomId variable, int64_t offset, uint32_t width, uint32_t by);
  TermId FromTheStart(AtomId id, uint32_t node);
  // A comparison with the address of a function, or of a table of virtual functions, that is not
  // decided.
  static bool MentionsFunction(const TermTable& terms, TermId condition);
  bool AsksForOther(TermId condition, uint32_t node);
  void NoteObjects(const Spawn& spawn, const std::vector<TermId>& arguments, ThreadNode* node);
  void PublishFacts(uint32_t node);
  void PublishResult(uint32_t node, AtomId token);
  void PublishInitialValues();
  // The inputs of main, with what they point to.
  std::vector<TermId> PublishArgumentsOfMain(Name marker);

  const Program& program_;
  const std::vector<std::shared_ptr<const LazySummary>>& summaries_;
  const std::vector<uint32_t> roots_;
  std::unique_ptr<TermTable> terms_;
  std::unique_ptr<PointsTo> points_to_;
  uint32_t builds_ = 0;
  // By node: what it is handed and nobody writes once it runs. Sorted.
  absl::node_hash_map<uint32_t, std::vector<WideCell>> settled_;
  absl::node_hash_map<uint32_t, std::vector<WideCell>> likely_settled_;
  absl::flat_hash_map<AtomId, std::vector<ObjectWrite>> writes_by_object_;  // ObjectKey
  std::vector<ObjectWrite> writes_anywhere_;
  std::vector<ThreadNode> nodes_;
  absl::flat_hash_map<Name, uint32_t> node_of_marker_;
  std::vector<std::string> problems_;
  struct Write {
    uint32_t node = 0;
    TermId offset = kZero;
    uint32_t width = 0;
    bool is_handle_of_main = false;   // main writes the handle of its own thread there
    bool is_handle_of_child = false;  // ... or a thread that of one it has started
  };
  // By global, if a condition asks for one: what is written there, by whichever thread.
  absl::flat_hash_map<AtomId, std::vector<Write>> writes_;
  bool has_writes_ = false;
  // Asked for so far.
  absl::node_hash_map<const ir::Procedure*, ir::Sites> sites_;
  mutable absl::node_hash_map<Name, bool> is_recursive_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_THREAD_TREE_H_
