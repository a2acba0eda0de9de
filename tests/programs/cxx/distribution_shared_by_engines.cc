// One distribution, which keeps nothing between two numbers, and an engine for each thread.
#include <random>
#include <thread>

int main() {
  std::uniform_int_distribution<> dice(1, 6);
  auto draw = [&](unsigned seed) {
    std::mt19937 engine(seed);
    for (int i = 0; i < 10; ++i) dice(engine);
  };
  std::thread a(draw, 1), b(draw, 2);
  a.join();
  b.join();
}
