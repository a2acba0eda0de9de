#include <string>
#include <thread>

static std::string name = "a";
static std::string greeting;

static void greet() {
  greeting = "hello " + name;  // RACE! _M_dataplus
}

int main() {
  std::thread greeter(greet);
  name = "b";  // RACE! _M_dataplus
  greeter.join();
  return greeting.empty();
}
