// Arrays of threads, as local variables, members and on the heap. What destroys such an array destroys
// all its elements, and a std::jthread waits for its thread then.
// FLAGS: -std=gnu++20
// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <cstdlib>
#include <mutex>
#include <thread>

static std::mutex guard;
static int locals, members, allocated, detached;

static void count(int *what) {
  std::scoped_lock lock(guard);
  ++*what;
}

struct Workers {
  std::thread all[3];
  Workers() {
    for (int i = 0; i < 3; i++) all[i] = std::thread(count, &members);
  }
  ~Workers() {
    for (int i = 0; i < 3; i++) all[i].join();
  }
};

static void lets_them_run() {
  std::jthread all[3];
  for (int i = 0; i < 3; i++) {
    all[i] = std::jthread([] {
      std::scoped_lock lock(guard);
      ++detached;  // RACE! detached
    });
  }
  for (int i = 0; i < 3; i++) all[i].detach();
}

int main() {
  {
    std::jthread all[4];
    for (int i = 0; i < 4; i++) all[i] = std::jthread(count, &locals);
  }
  { Workers some; }
  const int many = 1 + std::rand() % 10;
  auto *all = new std::jthread[many];
  for (int i = 0; i < many; i++) all[i] = std::jthread(count, &allocated);
  delete[] all;
  lets_them_run();
  return locals + members + allocated + detached;  // RACE! detached
}
