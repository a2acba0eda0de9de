// The command's heap.
#ifndef PLAIT_DRIVER_HEAP_H_
#define PLAIT_DRIVER_HEAP_H_

namespace plait {

// From now on tcmalloc takes memory from the system as huge pages, where the system gives them to
// those who ask (Linux: transparent_hugepage/enabled is "madvise" or "always"). A scan lives for a
// moment and touches fresh memory most of the time, so that page faults are a good part of what it
// costs. To be called once, by a process with a single thread that is linked with tcmalloc.
void UseHugePages();

}  // namespace plait

#endif  // PLAIT_DRIVER_HEAP_H_
