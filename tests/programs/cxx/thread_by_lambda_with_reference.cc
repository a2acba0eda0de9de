#include <thread>

int main() {
  int drops = 0;
  std::thread rain([&drops] {
    drops++;  // RACE! drops
  });
  drops++;  // RACE! drops
  rain.join();
  return 0;
}
