#include <functional>
#include <thread>

struct Counter {
  int* place;
  void operator()() const {
    ++*place;  // RACE! *place
  }
};

static int visits;

int main() {
  Counter counter{&visits};
  std::thread a(counter);
  std::thread b(std::ref(counter));
  a.join();
  b.join();
  return 0;
}
