// FLAGS: -std=gnu++20
#include <thread>

static int stock;

int main() {
  std::jthread clerk([] {
    stock = 3;  // RACE! stock
  });
  return stock;  // RACE! stock
}
