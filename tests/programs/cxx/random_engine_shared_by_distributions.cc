// Each thread has a distribution of its own, but both take numbers from one engine.
#include <random>
#include <thread>

int main() {
  std::mt19937 engine(1);
  auto draw = [&] {
    std::uniform_int_distribution<> dice(1, 6);
    for (int i = 0; i < 10; ++i) dice(engine);  // RACE! engine._M_x[]
  };
  std::thread a(draw), b(draw);
  a.join();
  b.join();
}
