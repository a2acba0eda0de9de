#include <thread>

class Meter {
 public:
  void turn(int steps) { reading_ += steps; }

 private:
  int reading_ = 0;
};

int main() {
  Meter hot, cold;
  std::thread a(&Meter::turn, &hot, 3);
  std::thread b(&Meter::turn, &cold, 4);
  a.join();
  b.join();
  return 0;
}
