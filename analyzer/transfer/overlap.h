// Which addresses may be the same.
#ifndef PLAIT_ANALYZER_TRANSFER_OVERLAP_H_
#define PLAIT_ANALYZER_TRANSFER_OVERLAP_H_

#include <cstdint>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"

namespace plait {

enum class Overlap { kNever, kMaybe, kSame };

// Whether the bytes [a, a+width_a) and [b, b+width_b) overlap in an execution described by the
// state. Width 0 is an unknown extent upwards. kSame: equal addresses and widths.
Overlap OverlapOf(Frame& frame, const State& state, TermId a, uint32_t width_a, TermId b,
                  uint32_t width_b);

// The same of a cell and an address; of all elements of a region.
Overlap OverlapOf(Frame& frame, const State& state, const Cell& cell, TermId address,
                  uint32_t width);

// The same of all bytes behind two bases: kSame for one base, kNever also for kNothing.
Overlap OverlapOfBases(Frame& frame, AtomId x, AtomId y);

// Whether it is not told which element the address is of, or which object of an allocation site.
bool IsSome(const TermTable& terms, TermId address);

// Whether OverlapOfBases is never of a cell and the base: it is of most cells, and a state has
// many.
class Elsewhere {
 public:
  Elsewhere(const TermTable& terms, AtomId base) : terms_(terms), base_(base) {
    if (base == kNothing) return;
    own_site_ = terms.SiteBit(base);
    sites_ = terms.atom(base).kind == AtomKind::kHeap ? own_site_ : terms.SiteBitsWithInner(base);
  }

  bool Includes(const Cell& cell) const {
    const AtomId other = terms_.Base(cell.address);
    if (other == base_) return false;
    if (other == kNothing || base_ == kNothing) return true;
    return (terms_.SiteBit(other) & sites_) == 0 &&
           (terms_.SiteBitsWithInner(other) & own_site_) == 0;
  }

 private:
  const TermTable& terms_;
  const AtomId base_;
  uint64_t own_site_ = 0;
  uint64_t sites_ = 0;  // of the bases that it may be, if not itself
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_OVERLAP_H_
