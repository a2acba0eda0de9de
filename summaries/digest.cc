#include "summaries/digest.h"

#include <xxhash.h>

#include <algorithm>

namespace plait {
namespace {

constexpr char kHex[] = "0123456789abcdef";

bool IsHexDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

int HexValue(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

}  // namespace

std::string DigestOf(std::string_view bytes) {
  // The canonical form is big-endian on every machine.
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  return DigestFromRaw(
      std::string_view(reinterpret_cast<const char*>(canonical.digest), sizeof(canonical.digest)));
}

bool IsDigest(std::string_view text) {
  return text.size() == 32 && std::all_of(text.begin(), text.end(), IsHexDigit);
}

std::string RawDigest(std::string_view digest) {
  std::string raw;
  raw.reserve(digest.size() / 2);
  for (size_t i = 0; i + 1 < digest.size(); i += 2) {
    raw += static_cast<char>(HexValue(digest[i]) << 4 | HexValue(digest[i + 1]));
  }
  return raw;
}

std::string DigestFromRaw(std::string_view raw) {
  std::string digest;
  digest.reserve(2 * raw.size());
  for (const unsigned char byte : raw) {
    digest += kHex[byte >> 4];
    digest += kHex[byte & 15];
  }
  return digest;
}

}  // namespace plait
