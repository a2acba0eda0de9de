#include <cstdio>
#include <future>
#include <map>
#include <thread>

struct Part {
  int warnings = 0;
};

int main() {
  std::map<int, std::promise<Part*>> promises;
  auto part = promises[1].get_future();
  std::thread compiler([&promises] {
    static Part made;
    promises.at(1).set_value(&made);
    made.warnings++;  // RACE! made.warnings
  });
  std::printf("%d\n", part.get()->warnings);  // RACE! made.warnings
  compiler.join();
  return 0;
}
