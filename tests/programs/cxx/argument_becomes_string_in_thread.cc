// The array was no copy: the new thread makes the string out of it.
#include <string>
#include <thread>

static void greet(const std::string& name) { (void)name.size(); }

int main() {
  char name[16] = "first";
  std::thread first(greet, name);  // RACE! name
  name[0] = 'F';                   // RACE! name
  first.join();
  std::thread second(greet, std::string(name));
  name[0] = 'S';
  second.join();
  return 0;
}
