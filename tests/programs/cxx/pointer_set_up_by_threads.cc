// Whoever comes first makes the cache: one of two threads.
#include <cstdio>
#include <thread>

struct Cache {
  long size = 16;
};

static Cache *cache;

static Cache &TheCache() {
  if (!cache) cache = new Cache;  // RACE! cache
  return *cache;
}

static void Use(long *out) { *out = TheCache().size; }

int main() {
  long one = 0, other = 0;
  std::thread first(Use, &one), second(Use, &other);
  first.join();
  second.join();
  std::printf("%ld\n", one + other);
  return 0;
}
