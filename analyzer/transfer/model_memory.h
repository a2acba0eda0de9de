// What modelled library functions do to memory.
#ifndef PLAIT_ANALYZER_TRANSFER_MODEL_MEMORY_H_
#define PLAIT_ANALYZER_TRANSFER_MODEL_MEMORY_H_

#include "analyzer/transfer/model_call.h"
#include "proto/models.pb.h"

namespace plait {

// Accesses of that kind. What is written is not known any more.
void TouchMemory(ModelCall& call, const proto::Touch& touch, AccessKind kind, ModelPath* path);
void CopyMemory(ModelCall& call, const proto::Copy& copy, ModelPath* path);
void StorePointer(ModelCall& call, const proto::Store& store, ModelPath* path);
// A new object, which is the result unless the model says where its address goes.
void AllocateObject(ModelCall& call, const proto::Allocate& allocate, ModelPath* path);
void FreeObject(ModelCall& call, const proto::Free& free, ModelPath* path);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_MODEL_MEMORY_H_
