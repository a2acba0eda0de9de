// Names bytes by what they are: the keys of everything the store holds.
//
// A digest travels as 32 lower-case hex digits; the store's tables hold its 16 raw bytes.
#ifndef PLAIT_SUMMARIES_DIGEST_H_
#define PLAIT_SUMMARIES_DIGEST_H_

#include <string>
#include <string_view>

namespace plait {

// xxh3-128 as 32 lower-case hex digits, the same on every platform. Guards against accidents, not
// against somebody who chooses the bytes.
std::string DigestOf(std::string_view bytes);

// True for exactly 32 lower-case hex digits.
bool IsDigest(std::string_view text);

// The 16 bytes behind a digest. Requires IsDigest(digest).
std::string RawDigest(std::string_view digest);

// The digest behind 16 raw bytes; of any other number of bytes, hex that is no digest.
std::string DigestFromRaw(std::string_view raw);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_DIGEST_H_
