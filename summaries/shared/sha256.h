// Names objects of a shared cache. Unlike summaries/digest.h it holds against somebody who chooses
// the bytes, and has the length that servers for Bazel ask for.
#ifndef PLAIT_SUMMARIES_SHARED_SHA256_H_
#define PLAIT_SUMMARIES_SHARED_SHA256_H_

#include <string>
#include <string_view>

namespace plait {

// SHA-256 (FIPS 180-4), 32 raw bytes.
std::string Sha256(std::string_view bytes);
// The same as 64 lower-case hex digits.
std::string Sha256Hex(std::string_view bytes);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_SHA256_H_
