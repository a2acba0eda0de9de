#include "analyzer/transfer/callee_spawns.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "analyzer/transfer/call.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/repeats.h"
#include "analyzer/transfer/turn_numbers.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

class SpawnImport {
 public:
  SpawnImport(CalleeNames& call, CalleePoints& points)
      : call_(call),
        points_(points),
        frame_(call.frame),
        terms_(call.frame.terms),
        callee_(call.callee) {}

  void Run() {
    for (size_t i = 0; i < callee_.spawns.size(); ++i) {
      Spawn spawn = callee_.spawns[i];
      if (!points_.IsReachable(spawn.point)) continue;
      spawn.token = call_.MapBase(spawn.token);
      spawn.entry = call_.Map(spawn.entry);
      spawn.arguments = call_.MapAll(spawn.arguments);
      spawn.own = OwnOf(i, spawn);
      for (CellEffect& cell : spawn.cells) cell = call_.MapCell(cell);
      for (TermId argument : spawn.arguments) AddCellsOf(terms_.Base(argument), &spawn.cells);
      if (terms_.ConstantValue(terms_.atom(spawn.token).argument)) {
        for (const Cell& cell : call_.before.cells) {
          if (IsSettledNumber(frame_, cell)) AddCell(cell, &spawn.cells);
        }
      }
      spawn.limits = call_.MapAll(spawn.limits);
      spawn.of_turn = call_.MapAll(spawn.of_turn);
      for (CellEffect& cell : spawn.settled) cell = call_.MapCell(cell);
      SortUnique(&spawn.limits);
      SortUnique(&spawn.of_turn);
      CountTurns(terms_, &spawn);
      DescribeTurn(frame_, call_.before, &spawn);
      const AtomId token = call_.MapToken(callee_.spawns[i].token);
      const std::vector<ThreadRange>& live = call_.before.point.live;
      const auto running = std::find_if(
          live.begin(), live.end(), [&](const ThreadRange& range) { return range.token == token; });
      const bool again = running != live.end() && !IsOfOneTurn(spawn.point);
      const ThreadRange* beside = BesideOneOfItsNameHere(callee_.spawns[i], token);
      const bool shares_name = call_.SharesName(callee_.spawns[i].token);
      spawn.many_by_turns &= !again && !shares_name && beside == nullptr;
      spawn.many = spawn.many || again || shares_name || beside != nullptr;
      const bool is_beside = beside != nullptr && beside->certain;
      const bool is_surely_again = again && !running->ended_somewhere && !frame_.turns_differ;
      spawn.certainly_many = spawn.certainly_many || is_surely_again || is_beside;
      spawn.surely_repeats = spawn.surely_repeats || is_beside ||
                             (again && IsSurelyStartedAgain(spawn.point, running->certain));
      spawn.is_guessed |= frame_.guessing;
      spawn.is_chosen |= frame_.choosing;
      spawn.point = points_.Map(spawn.point);
      spawn.origin = {frame_.instruction, callee_.procedure, static_cast<uint32_t>(i)};
      AddSpawn(std::move(spawn));
    }
  }

 private:
  // Whether the call surely starts it when it has done so before. What memory the callee looks at
  // to decide on it may have been changed since.
  bool IsSurelyStartedAgain(PointId point, bool surely_runs) {
    const Point& inner = callee_.points[point];
    if (!inner.gates.empty() || !inner.observed.empty()) return false;
    const bool may_change =
        std::any_of(inner.conditions.begin(), inner.conditions.end(), [&](TermId condition) {
          return callee_.terms.MentionsKind(condition, AtomKind::kInitial) ||
                 callee_.terms.MentionsKind(condition, AtomKind::kShared) ||
                 !terms_.ConstantValue(call_.Map(condition));
        });
    if (may_change) return false;
    const bool is_in_loop = frame_.graph.LoopOf(frame_.block) != FlowGraph::kNone;
    return is_in_loop ? SurelyRepeats(frame_, call_.before, frame_.block) : surely_runs;
  }

  // Whether what the callee was called with lets just one turn of the loop around the call start
  // it.
  bool IsOfOneTurn(PointId point) {
    const uint32_t loop = frame_.graph.LoopOf(frame_.block);
    if (loop == FlowGraph::kNone || frame_.graph.OuterLoop(loop) != FlowGraph::kNone) return false;
    const Range turn = points_.RangeAt(callee_.points[point], InstanceHere(frame_));
    return turn.low == turn.high;
  }

  // Of two arguments in the callee: whether they are objects from different places.
  bool AreMadeApart(TermId a, TermId b) const {
    const AtomId base_a = callee_.terms.Base(a), base_b = callee_.terms.Base(b);
    if (base_a == kNothing || base_b == kNothing) return false;
    const Atom &x = callee_.terms.atom(base_a), &y = callee_.terms.atom(base_b);
    return x.kind == AtomKind::kHeap && y.kind == AtomKind::kHeap &&
           std::tie(x.name, x.index, x.context) != std::tie(y.name, y.index, y.context);
  }

  // Which of the arguments are objects made for each thread: also those that this procedure made
  // for the callee to hand over, unless creations that get one name here may share one.
  uint32_t OwnOf(size_t index, const Spawn& mapped) {
    const Spawn& spawn = callee_.spawns[index];
    uint32_t own = mapped.own;
    for (size_t a = 0; a < spawn.arguments.size() && a < 32; ++a) {
      const bool shared =
          std::any_of(callee_.spawns.begin(), callee_.spawns.end(), [&](const Spawn& other) {
            return other.token != spawn.token && a < other.arguments.size() &&
                   call_.MapBase(other.token) == mapped.token &&
                   !AreMadeApart(other.arguments[a], spawn.arguments[a]);
          });
      const AtomId handed = callee_.terms.Base(spawn.arguments[a]);
      const bool is_input =
          handed != kNothing && callee_.terms.atom(handed).kind == AtomKind::kFormal;
      if (shared) {
        own &= ~(1u << a);
      } else if (is_input && !spawn.many && !call_.SharesName(spawn.token) &&
                 IsMadeHere(frame_, mapped.arguments[a])) {
        own |= 1u << a;
      }
    }
    return own;
  }

  // A function that every other one calls may start a thread. Once there are many creations, a few
  // places where the same thread is started are told apart, fewer still of those with the same
  // conditions, and the last stands for all others.
  void AddSpawn(Spawn spawn) {
    constexpr size_t kManySpawns = 30, kMostSpawns = 4000;
    constexpr int kMaxPlaces = 8, kMaxPlacesAlike = 4;
    Spawn *last = nullptr, *last_alike = nullptr;
    int places = 0, alike = 0;
    for (Spawn& known : frame_.summary.spawns) {
      if (known.token != spawn.token || known.entry != spawn.entry ||
          known.arguments != spawn.arguments || known.own != spawn.own) {
        continue;
      }
      if (known.point == spawn.point) return;
      if (known.cells != spawn.cells) continue;
      last = &known;
      ++places;
      if (!HaveSameConditions(known.point, spawn.point)) continue;
      last_alike = &known;
      ++alike;
    }
    if (frame_.summary.spawns.size() < kManySpawns ||
        (places < kMaxPlaces && alike < kMaxPlacesAlike)) {
      if (frame_.summary.spawns.size() < kMostSpawns) {
        frame_.summary.spawns.push_back(std::move(spawn));
      } else {
        frame_.AddGap(GapKind::kBudget, "too many creations of threads");
      }
      return;
    }
    if (last_alike != nullptr) last = last_alike;
    last->many |= spawn.many;
    last->certainly_many |= spawn.certainly_many;
    last->surely_repeats |= spawn.surely_repeats;
    last->many_by_turns &= spawn.many_by_turns;
    last->detached &= spawn.detached;
    last->is_guessed &= spawn.is_guessed;
    last->is_chosen &= spawn.is_chosen;
    last->point = JoinedPoint(frame_, last->point, spawn.point);
  }

  bool HaveSameConditions(PointId a, PointId b) const {
    const std::vector<Point>& points = frame_.summary.points;
    return points[a].conditions == points[b].conditions;
  }

  // Threads of another token that run as it is started; here, where less of the path of calls is
  // kept, they have the same one. nullptr if there are none.
  const ThreadRange* BesideOneOfItsNameHere(const Spawn& spawn, AtomId token) {
    const Atom& own = callee_.terms.atom(spawn.token);
    const std::vector<ThreadRange>& live = callee_.points[spawn.point].live;
    const auto found = std::find_if(live.begin(), live.end(), [&](const ThreadRange& range) {
      const Atom& other = callee_.terms.atom(range.token);
      const bool differ = std::tie(own.name, own.index, own.context) !=
                          std::tie(other.name, other.index, other.context);
      return differ && call_.MapToken(range.token) == token;
    });
    return found == live.end() ? nullptr : &*found;
  }

  // What the caller knows of the object on top of what the callee wrote.
  void AddCellsOf(AtomId base, std::vector<CellEffect>* cells) {
    if (base == kNothing) return;
    for (const Cell& cell : call_.before.cells) {
      if (terms_.Base(cell.address) == base) AddCell(cell, cells);
    }
  }

  static void AddCell(const Cell& cell, std::vector<CellEffect>* cells) {
    const bool known = std::any_of(cells->begin(), cells->end(), [&](const CellEffect& c) {
      return c.address == cell.address && c.width == cell.width;
    });
    if (known) return;
    cells->push_back({cell.address, cell.width, cell.value, cell.low, cell.high, Reach()});
  }

  CalleeNames& call_;
  CalleePoints& points_;
  Frame& frame_;
  TermTable& terms_;
  const Summary& callee_;
};

}  // namespace

void ImportSpawns(CalleeNames& call, CalleePoints& points) { SpawnImport(call, points).Run(); }

}  // namespace plait
