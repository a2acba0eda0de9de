#include <thread>
#include <vector>

static int total;

int main() {
  std::vector<std::thread> crew;
  for (int i = 0; i < 4; ++i) {
    crew.push_back(std::thread([] {
      ++total;  // RACE! total
    }));
  }
  for (std::thread& one : crew) one.join();
  return 0;
}
