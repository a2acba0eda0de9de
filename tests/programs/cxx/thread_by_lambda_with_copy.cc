#include <thread>

int main() {
  int drops = 0;
  std::thread rain([drops]() mutable { drops++; });
  drops++;
  rain.join();
  return drops == 1 ? 0 : 1;
}
