// What modelled library functions do to threads and processes.
#ifndef PLAIT_ANALYZER_TRANSFER_MODEL_THREADS_H_
#define PLAIT_ANALYZER_TRANSFER_MODEL_THREADS_H_

#include <vector>

#include "analyzer/transfer/model_call.h"
#include "proto/models.pb.h"

namespace plait {

// A thread that runs from here on.
void SpawnThread(ModelCall& call, const proto::Spawn& spawn, ModelPath* path);
// The end of a thread is waited for.
void JoinThread(ModelCall& call, const proto::Join& join, ModelPath* path);
// The thread ends here, after its cleanup handlers.
void ExitThread(ModelCall& call, const proto::ExitThread& exit, ModelPath path);
// The ways on: in the child, and in the parent.
void ForkProcess(ModelCall& call, ModelPath path, std::vector<ModelPath>* out);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_MODEL_THREADS_H_
