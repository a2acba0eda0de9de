// Cells that are settled when a thread is created: who handed them over wrote them before, and
// nobody writes them once the thread runs. So the thread finds there what the creation knew,
// however often it looks. Else its own slot of an array, found by way of what it was handed, might
// be any thread's. Where accesses were dropped, this is no proof, but most likely.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Whether bytes of one object may meet, whatever the numbers in the two addresses are: they need
// not be of one turn. `width` 0: all behind.
bool MayMeet(TermTable& terms, TermId write, uint32_t width, const WideCell& cell) {
  int64_t step = 0;
  for (TermId address : {write, cell.first}) {
    for (const Part& part : terms.term(terms.Offset(address)).parts) {
      step = std::gcd(step, part.coefficient);
    }
  }
  const int64_t distance = terms.term(write).constant - terms.term(cell.first).constant;
  if (step == 0) return distance < cell.second && (width == 0 || distance + width > 0);
  const int64_t rest = ((distance % step) + step) % step;
  return width == 0 || rest < cell.second || rest + width > step;
}

}  // namespace

const std::vector<WideCell>* ThreadTree::SettledOf(uint32_t node) { return &settled_[node]; }

// Whether threads of the reader's node may run there which knew the memory at their creation.
bool ThreadTree::MayRunAt(uint32_t writer, const ThreadPoint& point, uint32_t reader) const {
  if (writer == reader || !nodes_[writer].runs_once || !IsAncestor(writer, reader)) return true;
  const uint32_t child = ChildTowards(writer, reader);
  if (!ContainsSorted(point.started, child)) return false;
  return !ContainsSorted(point.ended, child) || OutlivesEnded(child, reader);
}

// Whether only those threads run there that were created in earlier turns of a loop.
bool ThreadTree::IsBelowAt(const ThreadPoint& point, uint32_t reader) const {
  const AtomId counter = NumberingCounter(reader);
  if (counter == kNothing || nodes_[reader].instance != terms_->Of(counter)) return false;
  const auto below =
      std::find_if(point.live_below.begin(), point.live_below.end(),
                   [&](const std::pair<uint32_t, TermId>& at) { return at.first == reader; });
  if (below == point.live_below.end()) return false;
  const auto more = terms_->ConstantDifference(below->second, nodes_[reader].instance);
  return more.has_value() && *more <= 0;
}

// Whether what is written in a turn is other memory than the cell of a thread of another turn.
bool ThreadTree::IsOfOwnTurn(TermId write, uint32_t width, uint32_t reader,
                             const WideCell& cell) const {
  const AtomId counter = NumberingCounter(reader);
  const AtomId base = terms_->Base(write);
  if (base != terms_->Base(cell.first)) return false;
  const Term& a = terms_->term(terms_->Offset(write));
  const Term& b = terms_->term(terms_->Offset(cell.first));
  if (a.parts != b.parts) return false;
  const Term& number = terms_->term(terms_->atom(base).argument);
  if (a.parts.empty()) {
    return number.parts.size() == 1 && number.parts[0].atom == counter;
  }
  const int64_t apart = std::abs(a.constant - b.constant);
  return number.is_constant() && a.parts.size() == 1 && a.parts[0].atom == counter && width > 0 &&
         apart + std::max(width, cell.second) <= std::abs(a.parts[0].coefficient);
}

void ThreadTree::CollectWritesByObject() {
  writes_by_object_.clear();
  writes_anywhere_.clear();
  for (uint32_t n = 0; n < nodes_.size(); ++n) {
    for (const Access& access : nodes_[n].summary->accesses) {
      // What is only read shows cells that are looked at again, too.
      const TermId address = nodes_[n].importer->Map(access.address);
      if (access.first != kNothing) {
        nodes_[n].importer->Map(access.first);
        nodes_[n].importer->Map(access.end);
      }
      for (const ElementPart& part : access.in_elements) nodes_[n].importer->Map(part.behind);
      if (access.kind != AccessKind::kWrite || !nodes_[n].points[access.point].reachable) continue;
      if (points_to_->IsOpen(address)) writes_anywhere_.push_back({n, &access, kNothing});
      for (TermId target : points_to_->Resolve(address)) {
        const AtomId base = terms_->Base(target);
        if (base == kNothing) continue;
        writes_by_object_[ObjectKey(*terms_, base)].push_back({n, &access, target});
      }
    }
  }
}

// Whether a write may change what threads of the reader's node find in a cell once they run.
bool ThreadTree::MayChange(const ObjectWrite& write, uint32_t reader, const WideCell& cell) const {
  const ThreadPoint& point = nodes_[write.node].points[write.access->point];
  if (!MayRunAt(write.node, point, reader)) return false;
  if (write.target == kNothing) return true;
  if (!MayMeet(*terms_, write.target, write.access->width, cell)) return false;
  return !nodes_[write.node].runs_once || nodes_[reader].parent != static_cast<int>(write.node) ||
         !IsBelowAt(point, reader) || !IsOfOwnTurn(write.target, write.access->width, reader, cell);
}

bool ThreadTree::IsSettled(uint32_t node, const WideCell& cell) const {
  const AtomId base = terms_->Base(cell.first);
  if (base == kNothing || BaseRank(terms_->atom(base)) < 2) return false;
  const auto found = writes_by_object_.find(ObjectKey(*terms_, base));
  return found == writes_by_object_.end() ||
         std::none_of(found->second.begin(), found->second.end(),
                      [&](const ObjectWrite& write) { return MayChange(write, node, cell); });
}

std::vector<WideCell> ThreadTree::FindSettledCells(uint32_t node, bool is_proof) {
  std::vector<WideCell> settled;
  // Deeper threads know other memory.
  for (int at = static_cast<int>(node); at >= 0; at = nodes_[at].parent) {
    if (nodes_[at].stands_for_deeper) return settled;
  }
  const auto all_settled = [&](const std::vector<TermId>& cells, uint32_t width) {
    return std::all_of(cells.begin(), cells.end(),
                       [&](TermId cell) { return IsSettled(node, {cell, width}); });
  };
  const bool may_be_written_anywhere =
      is_proof &&
      std::any_of(writes_anywhere_.begin(), writes_anywhere_.end(),
                  [&](const ObjectWrite& write) { return MayChange(write, node, {kNothing, 0}); });
  for (const WideCell& cell :
       static_cast<const ThreadImporter&>(*nodes_[node].importer).reloaded()) {
    if (!is_proof) {
      // Several creations may each have handed over memory of their own.
      if (!points_to_->IsOpen(cell.first) &&
          all_settled(points_to_->Resolve(cell.first), cell.second)) {
        InsertSorted(&settled, cell);
      }
    } else if (!may_be_written_anywhere && IsSettled(node, cell)) {
      InsertSorted(&settled, cell);
    }
  }
  return settled;
}

bool ThreadTree::IsMostLikelySettled(uint32_t node, const WideCell& cell) const {
  const auto found = likely_settled_.find(node);
  return found != likely_settled_.end() && ContainsSorted(found->second, cell);
}

void ThreadTree::SettleHandedCells() {
  // What is found by way of a settled cell can be seen to be settled in the next round.
  constexpr int kMaxRounds = 3;
  // The functions of a library may be entered again while what they started runs.
  if (roots_.size() != 1 || !program_.definitions()[roots_[0]].IsMain()) return;
  const bool is_proof = HasAllAccesses();
  for (int round = 0; round < kMaxRounds; ++round) {
    CollectWritesByObject();
    std::vector<std::tuple<int, uint32_t, AtomId>> shape;
    bool grown = false;
    for (uint32_t n = 0; n < nodes_.size(); ++n) {
      shape.emplace_back(nodes_[n].parent, nodes_[n].definition, nodes_[n].token);
      if (nodes_[n].parent < 0) continue;
      for (const WideCell& cell : FindSettledCells(n, is_proof)) {
        grown |= InsertSorted(is_proof ? &settled_[n] : &likely_settled_[n], cell);
      }
    }
    if (!grown || !is_proof) break;
    Build();
    // The cells are named by the numbers of threads, which are to mean the same threads.
    const bool is_same =
        std::equal(nodes_.begin(), nodes_.end(), shape.begin(), shape.end(),
                   [](const ThreadNode& node, const std::tuple<int, uint32_t, AtomId>& was) {
                     return std::tuple(node.parent, node.definition, node.token) == was;
                   });
    if (is_same) continue;
    settled_.clear();
    Build();
    break;
  }
  writes_by_object_.clear();
  writes_anywhere_.clear();
}

}  // namespace plait
