// What a change brought and what it mended: two reports of one project side by side.
//
// There is one race for each variable, so that is what is compared: a variable that raced before
// and races now is *unchanged*, whichever pair of accesses each report shows. Lines, order and the
// paths of renamed files do not matter. Races are paired off in rounds, the surest first:
//
//   1. the same variable of the same file, and the same pair of accesses
//   2. the same fingerprint, wherever its file is now
//   3. the same variable: name, kind and type, and the file where it is declared
//   4. the same variable, wherever, with accesses in the same functions
//   5. the same variable, declared in a file of the same name
//
// Pairs with an access that is set apart, as the program or its users say that it may race, are a
// race of their own beside the variable's other one: what is set apart on one side only makes
// nothing introduced or fixed, but a variable of which all pairs were is introduced when one is
// not.
//
// In each round those that could be paired with several are paired in the order of their files, and
// of the confidence within one.
#ifndef PLAIT_REPORT_COMPARE_H_
#define PLAIT_REPORT_COMPARE_H_

#include "proto/report.pb.h"

namespace plait {

struct CompareOptions {
  // Races below this confidence are hidden. One that was hidden and is shown now counts as
  // introduced, one that is hidden now as fixed.
  proto::Confidence shown_from = proto::CONFIDENCE_LIKELY;
};

// Sets baseline_state of each race of `head` and fills `fixed` with the races of `base` that are
// gone, in the order of `base`, without the indices of their threads. A race of which a file could
// not be parsed at all in `head` is not fixed; a reason of kind "not-compared" counts such.
void CompareReports(const proto::Report& base, proto::Report* head,
                    const CompareOptions& options = {});

}  // namespace plait

#endif  // PLAIT_REPORT_COMPARE_H_
