#include "analyzer/schedule/parallel_for.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace plait {
namespace {

constexpr size_t kStackBytes = size_t{256} << 20;  // reserved, touched only as far as needed

}  // namespace

int ThreadsOf(int jobs) {
  return jobs > 0 ? jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

void ParallelFor(int threads, size_t count, const std::function<void(size_t)>& work) {
  const size_t workers = std::min(static_cast<size_t>(ThreadsOf(threads)), count);
  struct Shared {
    std::atomic<size_t> next{0};
    size_t count;
    const std::function<void(size_t)>* work;
  } shared;
  shared.count = count;
  shared.work = &work;
  auto run = [](void* argument) -> void* {
    Shared* s = static_cast<Shared*>(argument);
    for (size_t i = s->next++; i < s->count; i = s->next++) (*s->work)(i);
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  std::vector<pthread_t> started;
  for (size_t i = 0; i < workers; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, run, &shared) == 0) started.push_back(thread);
  }
  pthread_attr_destroy(&attributes);
  if (started.empty()) run(&shared);
  for (pthread_t thread : started) pthread_join(thread, nullptr);
}

}  // namespace plait
