#include "checkers/thread_tree.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

Name MarkerOf(size_t node) { return InternName(absl::StrCat("thread ", node)); }

AtomId ClassOf(TermTable& terms, AtomId token) {
  Atom atom = terms.atom(token);
  atom.argument = kZero;
  return terms.InternAtom(atom);
}

// Whether no thread of the token with a number behind the range may be there.
bool IsToTheEnd(const Point& point, const ThreadRange& range) {
  return std::none_of(point.live.begin(), point.live.end(), [&](const ThreadRange& live) {
    return live.token == range.token && live.high != range.high;
  });
}

}  // namespace

ThreadTree::ThreadTree(const Program& program,
                       const std::vector<std::shared_ptr<const LazySummary>>& summaries,
                       uint32_t root)
    : ThreadTree(program, summaries, std::vector<uint32_t>{root}) {}

ThreadTree::ThreadTree(const Program& program,
                       const std::vector<std::shared_ptr<const LazySummary>>& summaries,
                       const std::vector<uint32_t>& roots)
    : program_(program),
      summaries_(summaries),
      roots_(roots),
      terms_(std::make_unique<TermTable>()) {
  Build();
  SettleHandedCells();
}

void ThreadTree::Build() {
  nodes_.clear();
  node_of_marker_.clear();
  problems_.clear();
  writes_.clear();
  points_to_ = std::make_unique<PointsTo>(*terms_);
  PublishInitialValues();
  for (uint32_t root : roots_) {
    ThreadNode node;
    node.definition = root;
    node.summary = SummaryOf(root);
    const Name marker = MarkerOf(nodes_.size());
    auto importer = std::make_unique<ThreadImporter>(*node.summary, *terms_, marker, program_,
                                                     /*is_root=*/roots_.size() == 1, builds_,
                                                     SettledOf(nodes_.size()));
    if (program_.definitions()[root].IsMain()) {
      importer->AddCreation(PublishArgumentsOfMain(marker), {});
    }
    node.importer = std::move(importer);
    node_of_marker_[marker] = nodes_.size();
    nodes_.push_back(std::move(node));
    PublishFacts(nodes_.size() - 1);
  }
  Grow();
  MapPoints();
  ++builds_;
}

void ThreadTree::PublishInitialValues() {
  for (const ir::Global* global : program_.globals()) {
    Atom base;
    base.kind = AtomKind::kGlobal;
    base.is_pointer = true;
    base.name = InternName(global->name);
    for (const ir::InitialValue& value : global->values) {
      Atom target;
      target.is_pointer = true;
      if (value.value.kind == ir::Operand::Kind::kGlobal) {
        target.kind = AtomKind::kGlobal;
      } else if (value.value.kind == ir::Operand::Kind::kFunction) {
        target.kind = AtomKind::kFunction;
      } else {
        continue;
      }
      target.name = InternName(program_.SymbolsOf(*global)[value.value.value]);
      points_to_->AddFact(terms_->AddConstant(terms_->Of(base), static_cast<int64_t>(value.offset)),
                          terms_->AddConstant(terms_->Of(target), value.addend));
    }
  }
}

// The strings are the program's to change (POSIX, exec); which element points to which is left
// open.
std::vector<TermId> ThreadTree::PublishArgumentsOfMain(Name marker) {
  Atom count;
  count.kind = AtomKind::kUnknown;
  count.name = marker;
  std::vector<TermId> arguments = {terms_->Of(count)};
  for (const auto& [array_name, strings_name] :
       {std::pair(kArgumentsOfMain, kStringsOfArguments), std::pair("main.envp", "main.envp[]")}) {
    Atom array, strings;
    array.kind = strings.kind = AtomKind::kGlobal;
    array.is_pointer = strings.is_pointer = true;
    array.name = InternName(array_name);
    strings.name = InternName(strings_name);
    points_to_->AddFact(terms_->Add(terms_->Of(array), terms_->Multiply(terms_->Any(), 8)),
                        terms_->Add(terms_->Of(strings), terms_->Any()));
    arguments.push_back(terms_->Of(array));
  }
  return arguments;
}

void ThreadTree::PublishFacts(uint32_t node) {
  nodes_[node].has_facts = true;
  const Summary& summary = *nodes_[node].summary;
  for (const Published& fact : summary.published) {
    points_to_->AddFact(nodes_[node].importer->Map(fact.address),
                        nodes_[node].importer->Map(fact.value));
  }
}

void ThreadTree::Grow() {
  // Entries and tables of functions may become known through what new threads publish.
  constexpr int kMaxRounds = 6;
  for (int round = 0; round < kMaxRounds; ++round) {
    points_to_->Solve();
    // Which threads there are depends on what nobody writes, as far as the threads known so far
    // show: what is written all the same makes the next round add more.
    has_writes_ = false;
    bool grown = false;
    for (uint32_t i = 0; i < nodes_.size(); ++i) grown |= AddChildren(i);
    if (!grown) break;
  }
}

bool ThreadTree::IsCreated(uint32_t parent, uint32_t spawn) {
  const Summary& summary = *nodes_[parent].summary;
  const std::vector<TermId>& conditions = summary.points[summary.spawns[spawn].point].conditions;
  return std::all_of(conditions.begin(), conditions.end(), [&](TermId condition) {
    return Decide(nodes_[parent].importer->Map(condition), parent) != kZero;
  });
}

bool ThreadTree::AddChildren(uint32_t parent) {
  bool grown = false;
  const Summary& summary = *nodes_[parent].summary;
  for (uint32_t s = 0; s < summary.spawns.size(); ++s) {
    if (!IsCreated(parent, s)) continue;
    const TermId entry = nodes_[parent].importer->Map(summary.spawns[s].entry);
    const std::vector<TermId> targets = points_to_->Resolve(entry);
    for (TermId target : targets) {
      const AtomId base = terms_->Base(target);
      if (terms_->atom(base).kind != AtomKind::kFunction) continue;
      const uint32_t unit = program_.UnitInBuildOf(nodes_[parent].definition, nodes_[0].definition);
      const Name name = terms_->atom(base).name;
      if (!program_.IsDefined(name)) NoteMissingEntry(name);
      for (uint32_t d : program_.Resolve(unit, name)) {
        if (!program_.BelongsTo(d, nodes_[0].definition)) continue;
        const size_t before = nodes_.size();
        AddChild(parent, s, d);
        grown |= nodes_.size() != before;
      }
    }
  }
  return grown;
}

void ThreadTree::NoteMissingEntry(Name entry) {
  std::string problem = absl::StrCat("thread of a function that is not there: ", NameText(entry));
  if (std::find(problems_.begin(), problems_.end(), problem) == problems_.end()) {
    problems_.push_back(std::move(problem));
  }
}

// Of a thread that may stand for those it creates in turn: numbers that may be others in each of
// them, all but constants and what each hands on as it was handed it.
void ThreadTree::ForgetNumbers(const Spawn& spawn, const TermTable& from,
                               std::vector<TermId>* arguments, std::vector<CellEffect>* cells) {
  const auto forget_changing = [&](TermId handed, TermId* mapped) {
    const Term& value = from.term(handed);
    const bool is_one = value.parts.size() == 1 && value.parts[0].coefficient == 1;
    const AtomKind kind = is_one ? from.atom(value.parts[0].atom).kind : AtomKind::kUnknown;
    const bool is_same = value.is_constant() || (is_one && IsObject(kind)) ||
                         (is_one && kind == AtomKind::kFormal && value.constant == 0);
    if (is_same) return;
    const AtomId base = terms_->Base(*mapped);
    *mapped = base == kNothing ? terms_->Any() : terms_->Add(terms_->Of(base), terms_->Any());
  };
  for (size_t i = 0; i < spawn.arguments.size(); ++i) {
    forget_changing(spawn.arguments[i], &(*arguments)[i]);
  }
  for (size_t i = 0; i < spawn.cells.size(); ++i) {
    forget_changing(spawn.cells[i].value, &(*cells)[i].value);
  }
}

void ThreadTree::AddChild(uint32_t parent, uint32_t spawn_index, uint32_t definition) {
  const Spawn& spawn = nodes_[parent].summary->spawns[spawn_index];
  Importer& importer = *nodes_[parent].importer;
  const AtomId token = importer.MapBase(spawn.token);
  const AtomId token_class = ClassOf(*terms_, token);
  if (summaries_[definition] == nullptr) return;
  std::vector<TermId> arguments;
  for (TermId argument : spawn.arguments) arguments.push_back(importer.Map(argument));
  std::vector<CellEffect> cells;
  for (const CellEffect& cell : spawn.cells) {
    cells.push_back({importer.Map(cell.address), cell.width, importer.Map(cell.value),
                     importer.Map(cell.low), importer.Map(cell.high), Reach()});
  }
  // Recursion of creations: an ancestor of the same entry, created at the same instruction, stands
  // for all deeper ones. What one is handed may say what it does (a record with the function to
  // call), so others than these are told apart a while.
  const std::vector<AtomId> handed = ObjectsIn(arguments, cells);
  int repeats = 0, equal = 0, last = -1;
  for (int at = static_cast<int>(parent); at >= 0; at = nodes_[at].parent) {
    const ThreadNode& ancestor = nodes_[at];
    if (ancestor.definition != definition || ancestor.token == kNothing) continue;
    const Atom &a = terms_->atom(ancestor.token), &b = terms_->atom(token_class);
    if (a.name != b.name || a.index != b.index) continue;
    if (repeats++ == 0) last = at;
    equal += ancestor.handed == handed;
  }
  if (repeats > 0) ForgetNumbers(spawn, nodes_[parent].summary->terms, &arguments, &cells);
  for (uint32_t child : nodes_[parent].children) {
    ThreadNode& known = nodes_[child];
    if (known.token != token_class || known.definition != definition) continue;
    if (ContainsSorted(known.spawns, spawn_index)) return;
    InsertSorted(&known.spawns, spawn_index);
    known.many |= spawn.many;
    known.certainly_many |= spawn.certainly_many;
    known.surely_repeats |= spawn.surely_repeats;
    known.is_guessed &= spawn.is_guessed || nodes_[parent].is_guessed;
    known.is_chosen &= spawn.is_chosen || nodes_[parent].is_chosen;
    known.cells.insert(known.cells.end(), cells.begin(), cells.end());
    known.limits.clear();
    known.settled.clear();
    for (TermId number : spawn.of_turn) InsertSorted(&known.of_turn, importer.Map(number));
    NoteObjects(spawn, arguments, &known);
    known.handed = UnionOf(known.handed, ObjectsIn(arguments, cells));
    static_cast<ThreadImporter&>(*known.importer).AddCreation(arguments, cells);
    known.tokens.push_back(token);
    if (known.has_facts) PublishResult(child, token);
    return;
  }
  if (equal >= 2 || repeats >= kMaxRepeats) {
    nodes_[last].many = true;
    nodes_[last].stands_for_deeper = true;
    nodes_[last].tokens.push_back(token);
    if (nodes_[last].has_facts) PublishResult(last, token);
    return;
  }
  if (nodes_.size() >= kMaxNodes) {
    constexpr char kTooMany[] = "more threads than are followed";
    if (std::find(problems_.begin(), problems_.end(), kTooMany) == problems_.end()) {
      problems_.push_back(kTooMany);
    }
    return;
  }
  ThreadNode node;
  node.parent = static_cast<int>(parent);
  node.definition = definition;
  node.summary = SummaryOf(definition);
  node.token = token_class;
  node.instance = terms_->atom(token).argument;
  node.many = spawn.many || nodes_[parent].many;
  node.certainly_many = spawn.certainly_many || nodes_[parent].certainly_many;
  node.surely_repeats = spawn.surely_repeats || nodes_[parent].surely_repeats;
  node.is_guessed = spawn.is_guessed || nodes_[parent].is_guessed;
  node.is_chosen = spawn.is_chosen || nodes_[parent].is_chosen;
  node.spawns = {spawn_index};
  node.tokens = {token};
  NoteObjects(spawn, arguments, &node);
  node.handed = handed;
  node.cells = cells;
  for (TermId limit : spawn.limits) node.limits.push_back(importer.Map(limit));
  for (const CellEffect& cell : spawn.settled) {
    Atom found;
    found.kind = AtomKind::kInitial;
    found.index = cell.width;
    found.argument = importer.Map(cell.address);
    node.settled.push_back({importer.Map(cell.value), terms_->Of(found)});
  }
  for (TermId number : spawn.of_turn) InsertSorted(&node.of_turn, importer.Map(number));
  const uint32_t index = nodes_.size();
  const Name marker = MarkerOf(index);
  auto child = std::make_unique<ThreadImporter>(*node.summary, *terms_, marker, program_, false,
                                                builds_, SettledOf(index));
  child->AddCreation(std::move(arguments), std::move(cells));
  node.importer = std::move(child);
  node_of_marker_[marker] = index;
  nodes_.push_back(std::move(node));
  nodes_[parent].children.push_back(index);
  // All creations by this token count before the formals are looked at.
  const Summary& summary = *nodes_[parent].summary;
  for (uint32_t s = 0; s < summary.spawns.size(); ++s) {
    if (s == spawn_index) continue;
    if (ClassOf(*terms_, importer.MapBase(summary.spawns[s].token)) != token_class) continue;
    if (importer.Map(summary.spawns[s].entry) != importer.Map(spawn.entry)) continue;
    if (!IsCreated(parent, s)) continue;
    AddChild(parent, s, definition);
  }
  PublishFacts(index);
  for (size_t i = 0; i < nodes_[index].tokens.size(); ++i) {
    PublishResult(index, nodes_[index].tokens[i]);
  }
}

// What may say what a thread does: the globals it is handed, and the functions.
std::vector<AtomId> ThreadTree::ObjectsIn(const std::vector<TermId>& arguments,
                                          const std::vector<CellEffect>& cells) const {
  std::vector<AtomId> objects;
  auto note = [&](TermId term, bool global_too) {
    const AtomId base = terms_->Base(term);
    if (base == kNothing) return;
    const AtomKind kind = terms_->atom(base).kind;
    if (kind == AtomKind::kFunction || (global_too && kind == AtomKind::kGlobal)) {
      InsertSorted(&objects, base);
    }
  };
  for (TermId argument : arguments) note(argument, true);
  for (const CellEffect& cell : cells) note(cell.value, false);
  return objects;
}

void ThreadTree::NoteObjects(const Spawn& spawn, const std::vector<TermId>& arguments,
                             ThreadNode* node) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const AtomId base = terms_->Base(arguments[i]);
    if (base == kNothing || terms_->atom(base).kind != AtomKind::kHeap) continue;
    const bool own = i < 32 && (spawn.own & (1u << i)) != 0;
    InsertSorted(own ? &node->made_for_each : &node->not_made_for_each, ClassOf(*terms_, base));
  }
}

bool ThreadTree::HasOneEach(uint32_t node, AtomId object) const {
  if (terms_->atom(object).kind != AtomKind::kHeap) return false;
  const AtomId kind = ClassOf(*terms_, object);
  return ContainsSorted(nodes_[node].made_for_each, kind) &&
         !ContainsSorted(nodes_[node].not_made_for_each, kind);
}

// Whether the thread may have given the lock back by another name.
bool ThreadTree::MayBeReleased(const Point& point, TermId lock, Importer& importer) {
  return std::any_of(point.released.begin(), point.released.end(), [&](TermId other) {
    if (other == lock) return false;  // in this order: given back, taken
    const TermId a = importer.Map(other), b = importer.Map(lock);
    const std::vector<TermId> p = points_to_->Resolve(a), q = points_to_->Resolve(b);
    if (p.empty() || points_to_->IsOpen(a)) return terms_->Base(a) != terms_->Base(b);
    return std::any_of(p.begin(), p.end(), [&](TermId x) {
      return std::any_of(q.begin(), q.end(), [&](TermId y) {
        if (terms_->Base(x) != terms_->Base(y)) return false;
        const auto distance = terms_->ConstantDifference(x, y);
        return !distance || *distance == 0;
      });
    });
  });
}

void ThreadTree::MapPoints() {
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    ThreadNode& node = nodes_[i];
    Importer& importer = *node.importer;
    node.runs_once = RunsOnce(i);  // parents come first
    auto children_of = [&](AtomId token) {
      std::vector<uint32_t> children;
      const AtomId mapped = ClassOf(*terms_, importer.MapBase(token));
      for (uint32_t child : node.children) {
        if (nodes_[child].token == mapped) children.push_back(child);
      }
      return children;
    };
    auto map_all = [&](const std::vector<TermId>& from) {
      std::vector<TermId> to;
      for (TermId term : from) to.push_back(importer.Map(term));
      SortUnique(&to);
      return to;
    };
    for (const Point& point : node.summary->points) {
      ThreadPoint mapped;
      for (TermId condition : point.conditions) {
        const TermId holds = Decide(importer.Map(condition), i);
        if (holds == kZero) mapped.reachable = false;
        if (MentionsFunction(*terms_, holds)) mapped.depends_on_target = true;
        if (const auto taken = TakenNumberIn(*terms_, holds)) mapped.taken.push_back(*taken);
      }
      for (HeldLock lock : point.held) {
        if (lock.is_doubtful && MayBeReleased(point, lock.lock, importer)) lock.GiveUpDoubtful();
        lock.lock = importer.Map(lock.lock);
        lock.number = importer.Map(lock.number);
        if (lock.kind == LockKind::kRow) {
          // Those of the accessed elements are there by themselves.
          lock.lock = AtIndex(*terms_, lock.lock, terms_->Any());
          lock.number = kZero;
          lock.kind = LockKind::kLock;
          lock.certain = lock.unless_failed = false;
        }
        mapped.held.push_back(lock);
      }
      for (const ThreadRange& range : point.live) {
        for (uint32_t child : children_of(range.token)) {
          InsertSorted(&mapped.live, child);
          InsertSorted(&mapped.started, child);
          if (!range.certain) InsertSorted(&mapped.uncertain, child);
          if (range.ended_somewhere) InsertSorted(&mapped.ended_somewhere, child);
          mapped.live_below.push_back({child, importer.Map(range.high)});
        }
      }
      for (const ThreadRange& range : point.joined) {
        if (node.summary->terms.atom(range.token).kind != AtomKind::kThread) {
          if (!JoinElements(i, range, &mapped)) mapped.joined_unknown = true;
          continue;
        }
        for (uint32_t child : children_of(range.token)) {
          InsertSorted(&mapped.started, child);
          if (!ContainsSorted(mapped.live, child)) {
            InsertSorted(&mapped.ended, child);
          } else if (importer.Map(range.low) == kZero) {
            mapped.ended_below.push_back({child, importer.Map(range.high)});
          } else if (IsToTheEnd(point, range)) {
            mapped.ended_from.push_back({child, importer.Map(range.low)});
          }
        }
      }
      mapped.joined_unknown |= point.joined_unknown;
      mapped.joined_on_some = point.joined_on_some;
      mapped.is_in_child = point.is_in_child;
      for (TermId handle : point.joined_handles) {
        mapped.joined_handles.push_back(importer.Map(handle));
      }
      SortUnique(&mapped.joined_handles);
      mapped.joined_unknown |= std::any_of(
          mapped.joined_handles.begin(), mapped.joined_handles.end(), [&](TermId handle) {
            return points_to_->Resolve(handle).size() != 1 || points_to_->IsOpen(handle);
          });
      mapped.waited = map_all(point.waited);
      for (TermId posted : point.posted) {
        const AtomId base = node.summary->terms.Base(posted);
        if (base == kNothing || node.summary->terms.atom(base).kind != AtomKind::kThread) {
          mapped.posted.push_back(importer.Map(posted));
        } else {
          for (uint32_t child : children_of(base)) InsertSorted(&mapped.started, child);
        }
      }
      SortUnique(&mapped.posted);
      mapped.asked = map_all(point.asked);
      mapped.met = map_all(point.met);
      mapped.gates = map_all(point.gates);
      mapped.changes = map_all(point.changes);
      mapped.foreign = map_all(point.foreign);
      mapped.observed = point.observed;
      for (Observation& seen : mapped.observed) {
        seen.cell = importer.Map(seen.cell);
        if (seen.is_difference()) seen.other = importer.Map(seen.other);
      }
      SortUnique(&mapped.observed);
      mapped.announced = map_all(point.announced);
      mapped.announced_any = point.announced_any;
      mapped.contended = map_all(point.contended);
      for (const Arrivals& known : point.arrivals) {
        mapped.arrivals.push_back(
            {importer.Map(known.barrier), importer.Map(known.count), known.is_last});
      }
      for (const FoundCount& count : point.counts) {
        mapped.counts.push_back(
            {importer.Map(count.cell), count.width, count.is_most, importer.Map(count.bound)});
      }
      for (RingEnd end : point.ends) {
        for (TermId* term : {&end.cell, &end.other, &end.number, &end.limit}) {
          *term = importer.Map(*term);
        }
        const bool is_known = !terms_->IsAny(end.number) && !terms_->IsAny(end.limit);
        if (is_known) mapped.ends.push_back(end);
      }
      node.points.push_back(std::move(mapped));
    }
    node.outlived_by.assign(node.children.size(), false);
    // A thread that never returns is cancelled at best: what it started is not joined.
    if (node.summary->exits.empty()) node.outlived_by.assign(node.children.size(), true);
    for (const Exit& exit : node.summary->exits) {
      if (!node.points[exit.point].reachable) continue;
      for (size_t c = 0; c < node.children.size(); ++c) {
        if (ContainsSorted(node.points[exit.point].live, node.children[c])) {
          node.outlived_by[c] = true;
        }
      }
    }
  }
  InheritWhatIsKnown();
  points_to_->Solve();
  if (InheritByHandles()) InheritWhatIsKnown();
}

bool ThreadTree::IsAncestor(uint32_t ancestor, uint32_t node) const {
  for (int at = static_cast<int>(node); at >= 0; at = nodes_[at].parent) {
    if (at == static_cast<int>(ancestor)) return true;
  }
  return false;
}

uint32_t ThreadTree::CommonAncestor(uint32_t a, uint32_t b) const {
  for (int at = static_cast<int>(a); at >= 0; at = nodes_[at].parent) {
    if (IsAncestor(at, b)) return at;
  }
  return 0;
}

const ir::Sites& ThreadTree::SitesOf(const ir::Procedure& procedure) {
  return sites_.try_emplace(&procedure, procedure).first->second;
}

uint32_t ThreadTree::ChildTowards(uint32_t ancestor, uint32_t node) const {
  uint32_t at = node;
  while (nodes_[at].parent != static_cast<int>(ancestor)) at = nodes_[at].parent;
  return at;
}

bool ThreadTree::IsStartedAfter(uint32_t ancestor, uint32_t point, uint32_t node) const {
  return !ContainsSorted(nodes_[ancestor].points[point].started, ChildTowards(ancestor, node));
}

bool ThreadTree::OutlivesEnded(uint32_t child, uint32_t node) const {
  while (child != node) {
    const uint32_t next = ChildTowards(child, node);
    const std::vector<uint32_t>& children = nodes_[child].children;
    const auto at = std::find(children.begin(), children.end(), next);
    if (nodes_[child].outlived_by[at - children.begin()]) return true;
    child = next;
  }
  return false;
}

// Parents come before their children. One that was joined before it is created again is not `many`.
bool ThreadTree::RunsOnce(uint32_t node) const {
  const ThreadNode& n = nodes_[node];
  if (n.many || n.stands_for_deeper) return false;
  if (n.parent < 0) return true;
  const ThreadNode& parent = nodes_[n.parent];
  return parent.runs_once && terms_->term(n.instance).is_constant() &&
         std::none_of(n.spawns.begin(), n.spawns.end(), [&](uint32_t spawn) {
           return ContainsSorted(parent.points[parent.summary->spawns[spawn].point].ended, node);
         });
}

bool ThreadTree::HasAllAccesses() const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [](const ThreadNode& node) { return node.summary->dropped_accesses == 0; });
}

bool ThreadTree::HasUnknownAccesses() const {
  return std::any_of(nodes_.begin(), nodes_.end(), [](const ThreadNode& node) {
    const std::vector<Gap>& gaps = node.summary->gaps;
    return std::any_of(gaps.begin(), gaps.end(),
                       [](const Gap& gap) { return gap.kind == GapKind::kUnknownAddress; });
  });
}

int ThreadTree::OwnerOf(AtomId object) const {
  ContextId context = terms_->atom(object).context;
  if (context == kNoContext) return -1;
  while (terms_->context(context).parent != kNoContext) context = terms_->context(context).parent;
  auto found = node_of_marker_.find(terms_->context(context).procedure);
  return found == node_of_marker_.end() ? -1 : static_cast<int>(found->second);
}

bool ThreadTree::BelongsToInstance(AtomId object, uint32_t node) const {
  const AtomKind kind = terms_->atom(object).kind;
  if (kind != AtomKind::kSlot && kind != AtomKind::kHeap) return false;
  const int owner = OwnerOf(object);
  return owner >= 0 && IsAncestor(node, owner);
}

AtomId ThreadTree::NumberingCounter(uint32_t node) const {
  for (const Part& part : terms_->term(nodes_[node].instance).parts) {
    const AtomKind kind = terms_->atom(part.atom).kind;
    if (kind == AtomKind::kIteration && std::abs(part.coefficient) == 1) return part.atom;
  }
  return kNothing;
}

bool ThreadTree::IsRecursive(Name procedure) const {
  const int start = program_.FindDefinition(procedure);
  if (start < 0) return false;
  auto [it, inserted] = is_recursive_.try_emplace(procedure, false);
  if (!inserted) return it->second;
  absl::flat_hash_set<uint32_t> seen;
  std::vector<uint32_t> work = {static_cast<uint32_t>(start)};
  while (!work.empty() && !it->second) {
    const uint32_t d = work.back();
    work.pop_back();
    if (!seen.insert(d).second || HeadOf(d) == nullptr) continue;
    for (Name callee : HeadOf(d)->callees) {
      for (uint32_t c : program_.Resolve(program_.definitions()[d].unit, callee)) {
        it->second |= c == static_cast<uint32_t>(start);
        work.push_back(c);
      }
    }
  }
  return it->second;
}

bool ThreadTree::IsLocalOfRecursion(AtomId object) const {
  const Atom& atom = terms_->atom(object);
  return atom.kind == AtomKind::kSlot && IsRecursive(atom.name);
}

bool ThreadTree::IsSingleObject(AtomId object) const {
  const Atom& atom = terms_->atom(object);
  switch (atom.kind) {
    case AtomKind::kGlobal: {
      const ir::Global* global = program_.FindGlobal(atom.name);
      return global == nullptr || !global->is_thread_local;
    }
    case AtomKind::kHeap:
    case AtomKind::kSlot: {
      if (!terms_->term(atom.argument).is_constant()) return false;
      if (IsLocalOfRecursion(object)) return false;
      const int owner = OwnerOf(object);
      return owner >= 0 && !nodes_[owner].many;
    }
    default:
      return false;
  }
}

}  // namespace plait
