#include "summaries/compression.h"

#include <zstd.h>

#include <memory>

#include "absl/status/status.h"

namespace plait {
namespace {

// Most blobs are a few hundred bytes, where higher levels gain nothing.
constexpr int kLevel = 1;
// Below this a frame's own bytes eat the gain.
constexpr size_t kSmallest = 64;

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

PackedBytes Pack(std::string_view bytes) {
  // A context costs more than compressing a small blob does.
  thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (bytes.size() >= kSmallest && context != nullptr) {
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    const size_t size = ZSTD_compressCCtx(context.get(), packed.data(), packed.size(), bytes.data(),
                                          bytes.size(), kLevel);
    if (!ZSTD_isError(size) && size < bytes.size()) {
      packed.resize(size);
      packed.shrink_to_fit();
      return {true, std::move(packed)};
    }
  }
  return {false, std::string(bytes)};
}

absl::StatusOr<std::string> Unpack(std::string_view packed, bool compressed, size_t size) {
  if (!compressed) {
    if (packed.size() != size) return absl::DataLossError("a blob is not as long as it was");
    return std::string(packed);
  }
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  if (context == nullptr) return absl::ResourceExhaustedError("no memory to unpack a blob");
  std::string bytes(size, '\0');
  const size_t result =
      ZSTD_decompressDCtx(context.get(), bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(result) || result != size) {
    return absl::DataLossError("a blob does not unpack");
  }
  return bytes;
}

}  // namespace plait
