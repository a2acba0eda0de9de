// Static member functions that are named by way of an object: entries of threads.
#include <pthread.h>

#include <thread>

class counter {
 public:
  static void *run(void *arg) {
    total++;  // RACE! total
    return arg;
  }
  static void add() { sum++; }  // RACE! sum

  static int total, sum;
};

int counter::total, counter::sum;

static counter count;

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, &count.run, nullptr);
  counter::total++;
  std::thread other(count.add);
  counter::sum++;
  other.join();
  pthread_join(thread, nullptr);
}
