// Array regions: addresses and values that mention the kBound atom as their index. The elements may
// also lie in objects of one name, which the index numbers.
#ifndef PLAIT_SUMMARIES_REGION_H_
#define PLAIT_SUMMARIES_REGION_H_

#include "summaries/term.h"

namespace plait {

// The term with the bound index replaced by `index`.
TermId AtIndex(TermTable& terms, TermId term, TermId index);

// Bytes from an element to the next one; 0 if the address is of no region.
int64_t StrideOf(const TermTable& terms, TermId region_address);

// The index k with address(k) == `address`, for an address that is linear in the bound index;
// kNothing if there is none or it cannot be told.
TermId IndexOf(TermTable& terms, TermId region_address, TermId address);

// Number of the element, of so many bytes each, that an access lies in or behind: it meets none
// of the others. kNothing if it may meet several, or is no element and a number of bytes. Widths of
// 0 are not known.
TermId OnlyElementAt(TermTable& terms, TermId region_address, uint32_t element_width,
                     TermId address, uint32_t width);

// The bound index itself.
TermId BoundIndex(TermTable& terms);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_REGION_H_
