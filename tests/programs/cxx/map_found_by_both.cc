#include <map>
#include <string>
#include <thread>

static std::map<std::string, int> ages;

static void look(int* out) { *out = ages.find("ann") == ages.end() ? 0 : 1; }

int main() {
  ages["ann"] = 3;
  int x = 0, y = 0;
  std::thread a(look, &x), b(look, &y);
  a.join();
  b.join();
  return x + y == 2 ? 0 : 1;
}
