// Whoever comes first makes the cache. Main does, before there are threads. A constant
// initialisation leaves the pointer null, though its class has a destructor.
#include <cstdio>
#include <memory>
#include <thread>

struct Cache {
  long size = 16;
};

static std::unique_ptr<Cache> cache;

static Cache &TheCache() {
  if (!cache) cache.reset(new Cache);
  return *cache;
}

static void Use(long *out) { *out = TheCache().size; }

int main() {
  TheCache().size = 32;
  long one = 0, other = 0;
  std::thread first(Use, &one), second(Use, &other);
  first.join();
  second.join();
  std::printf("%ld\n", one + other);
  return 0;
}
