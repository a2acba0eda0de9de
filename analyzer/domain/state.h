// The abstract state inside a procedure: one disjunct stands for all executions from entry to a
// point whose registers, memory and concurrent situation it describes.
//
// Registers and cells map to one term each (summaries/term.h); where executions differ, the value
// is a phi atom. A cell never written holds `initial(cell)`, its value at entry.
#ifndef PLAIT_ANALYZER_DOMAIN_STATE_H_
#define PLAIT_ANALYZER_DOMAIN_STATE_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "analyzer/ir/ir.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

// A known cell, or (low != high) a region: the cells address(k) hold value(k) for low <= k < high,
// where k is the kBound atom. A region is what a loop over an array leaves behind.
struct Cell {
  TermId address = kZero;
  uint32_t width = 0;
  TermId value = kZero;
  TermId low = kZero;
  TermId high = kZero;
  uint32_t epoch =
      0;  // of the last write; other threads' writes may show after a later epoch began
  bool is_pointer = false;
  Reach reach;

  bool is_region() const { return low != high; }
  friend bool operator==(const Cell&, const Cell&) = default;
};

// Values a number may have: low <= x <= high, and x != 0 if nonzero.
struct Range {
  static constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  int64_t low = kMin;
  int64_t high = kMax;
  bool nonzero = false;

  bool is_full() const { return low == kMin && high == kMax && !nonzero; }
  bool Includes(int64_t value) const {
    return low <= value && value <= high && (value != 0 || !nonzero);
  }
  bool is_empty() const { return low > high || (nonzero && low == 0 && high == 0); }
  friend bool operator==(const Range&, const Range&) = default;
};

// What branches have told about an atom.
struct Fact {
  AtomId atom = 0;
  Range range;
  uint32_t epoch = 0;  // when it was learnt: facts about shared cells grow stale

  friend bool operator==(const Fact&, const Fact&) = default;
};

// A number that was loaded from a cell, since when the thread has written nothing that others may
// wait for.
struct Look {
  AtomId number = 0;
  TermId cell = kZero;
  uint32_t width = 0;

  friend bool operator==(const Look&, const Look&) = default;
};

struct Gate {
  static constexpr uint32_t kAnySide = 0xffffffff;

  TermId cell = kZero;
  uint32_t until = 0;  // block at which both outcomes meet again; FlowGraph::kNone if they do not
  uint32_t side = kAnySide;  // block the outcome leads to, if the other one comes there as well

  friend bool operator==(const Gate&, const Gate&) = default;
  friend auto operator<=>(const Gate&, const Gate&) = default;
};

struct Cleanup {
  TermId function = kZero;
  TermId argument = kZero;

  friend bool operator==(const Cleanup&, const Cleanup&) = default;
};

struct State {
  std::vector<TermId> registers;  // kNothing: not assigned
  std::vector<Cell> cells;        // newest last
  Point point;                    // gates are kept in `gates` below
  std::vector<AtomId> escaped;    // sorted: objects, and inputs, other threads may reach
  // Of these, sorted: those that they can reach whatever the caller's memory is. The others were
  // stored into memory that came in, which the caller may keep to itself.
  std::vector<AtomId> shared;
  std::vector<Fact> facts;        // sorted by atom
  std::vector<Gate> gates;        // sorted
  std::vector<Cleanup> cleanups;  // pthread_cleanup_push, innermost last
  std::vector<Look> looks;        // must: the last ones
  uint32_t epoch = 0;             // counts acquire operations that may show other threads' writes
  bool synchronised = false;
  // By which of the states that enter the innermost loop it may have come, as bits.
  uint32_t ways = 0;

  friend bool operator==(const State&, const State&) = default;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_DOMAIN_STATE_H_
