#include <map>
#include <thread>

static std::map<int, int> ages;

static void grow(int key) {
  ages[key] = 1;  // RACE! _M_impl  // RACE! ages[key]
}

int main() {
  std::thread a(grow, 1), b(grow, 2);
  a.join();
  b.join();
  return 0;
}
