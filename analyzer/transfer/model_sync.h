// What modelled library functions do with locks, semaphores, conditions, barriers and once-flags,
// and with channels to the world outside.
#ifndef PLAIT_ANALYZER_TRANSFER_MODEL_SYNC_H_
#define PLAIT_ANALYZER_TRANSFER_MODEL_SYNC_H_

#include <vector>

#include "analyzer/transfer/model_call.h"
#include "proto/models.pb.h"

namespace plait {

void AcquireLock(ModelCall& call, const proto::Acquire& acquire, ModelPath* path);

void WaitForSemaphore(ModelCall& call, const proto::Wait& wait, ModelPath* path);
void PostSemaphore(ModelCall& call, const proto::Post& post, ModelPath* path);

void WaitForCondition(ModelCall& call, const proto::ConditionWait& wait, ModelPath* path);
void SignalCondition(ModelCall& call, const proto::ConditionSignal& signal, ModelPath* path);

void MeetAtBarrier(ModelCall& call, const proto::Barrier& barrier, ModelPath* path);

// Calls the function; one way on for each way out of it.
void RunOnce(ModelCall& call, const proto::Once& once, ModelPath path, std::vector<ModelPath>* out);
void BeginOnce(ModelCall& call, const proto::OnceBegin& once, ModelPath* path);
void EndOnce(ModelCall& call, const proto::OnceEnd& once, ModelPath* path);

// To, and from, what may be another thread of the program.
void Send(ModelCall& call, const proto::Channel& channel, ModelPath* path);
void Receive(ModelCall& call, const proto::Channel& channel, ModelPath* path);

void InitializeObject(ModelCall& call, const proto::Initialize& initialize, ModelPath* path);
void DestroyObject(ModelCall& call, const proto::Destroy& destroy, ModelPath* path);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_MODEL_SYNC_H_
