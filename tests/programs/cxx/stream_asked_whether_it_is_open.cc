// To ask a stream whether it is open changes nothing, also if it is one that may be changed.
// TSAN: silent: the library that is not instrumented makes the accesses
#include <cstdlib>
#include <fstream>
#include <thread>

static std::ofstream log_file;
static std::ofstream other;

static void work() {
  if (!log_file.is_open()) std::exit(1);
  other.close();  // RACE! other
}

int main() {
  log_file.open("log");
  std::thread a(work), b(work);
  a.join();
  b.join();
}
