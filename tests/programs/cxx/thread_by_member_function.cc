#include <thread>

class Meter {
 public:
  void turn(int steps) {
    reading_ += steps;  // RACE! reading_
  }

 private:
  int reading_ = 0;
};

int main() {
  Meter meter;
  std::thread a(&Meter::turn, &meter, 3);
  std::thread b(&Meter::turn, &meter, 4);
  a.join();
  b.join();
  return 0;
}
