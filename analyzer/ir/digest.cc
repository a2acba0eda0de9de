#include "analyzer/ir/digest.h"

#include <xxhash.h>

#include <string>
#include <string_view>

namespace plait::ir {

std::string Digest128(std::string_view bytes) {
  static constexpr char kHex[] = "0123456789abcdef";
  // The canonical form is big-endian on every machine.
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  std::string result;
  result.reserve(2 * sizeof(canonical.digest));
  for (const unsigned char byte : canonical.digest) {
    result += kHex[byte >> 4];
    result += kHex[byte & 15];
  }
  return result;
}

}  // namespace plait::ir
