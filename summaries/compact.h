// The canonical form of a summary: what an analysis found, without the traces of how it got there.
//
// A TermTable keeps every term it was asked for, numbered in the order of asking. Two analyses that
// come to the same result on different ways (one more round in a loop, a callee that changed where
// it does not matter) differ in these numbers. Callers are analysed again only when the bytes of a
// callee's summary change, so a summary is compacted before it is encoded:
//
//   Fixpoint -> Summary -> Compact -> EncodeSummary -> DigestOf -> are the callers up to date?
#ifndef PLAIT_SUMMARIES_COMPACT_H_
#define PLAIT_SUMMARIES_COMPACT_H_

#include "summaries/summary.h"

namespace plait {

// Returns the summary with only those atoms, terms, call paths and points its parts lead to
// (through the options of choices, too), numbered in order of first use in exits, accesses, spawns,
// deferred calls, published pointers, stable cells and sync objects. Elements of sets are visited
// in an order that depends on their meaning alone, and the sets are sorted again by their new
// numbers. Of reloaded and renewed cells those stay whose values these parts mention.
//
// Lists whose order means something keep it: exits, accesses, spawns, deferred calls (Origin::index
// counts in them), memory cells (newest last), gaps.
//
// Compact(Compact(s)) is Compact(s). Numbers inside atoms (Atom::index) are kept: that of a choice
// says how many choices its procedure made before, so a procedure that makes fewer scratch choices
// than before may still change its bytes.
Summary Compact(const Summary& summary);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_COMPACT_H_
