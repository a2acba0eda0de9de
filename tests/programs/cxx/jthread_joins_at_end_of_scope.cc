// FLAGS: -std=gnu++20
#include <thread>

static int stock;

int main() {
  {
    std::jthread clerk([] { stock = 3; });
  }
  return stock == 3 ? 0 : 1;
}
