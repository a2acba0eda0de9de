// The models of this folder as bytes of one serialized plait.proto.Models, made at build time.
#ifndef PLAIT_MODELS_EMBEDDED_MODELS_H_
#define PLAIT_MODELS_EMBEDDED_MODELS_H_

#include <cstddef>

namespace plait {

extern const unsigned char kEmbeddedModels[];
extern const std::size_t kEmbeddedModelsSize;

}  // namespace plait

#endif  // PLAIT_MODELS_EMBEDDED_MODELS_H_
