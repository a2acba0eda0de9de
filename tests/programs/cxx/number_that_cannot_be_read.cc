// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <exception>
#include <string>
#include <thread>

static int wrong;

static void count(const char *text) {
  try {
    std::stoi(text);
  } catch (const std::exception &) {
    wrong++;  // RACE! wrong
  }
}

int main() {
  std::thread a(count, "seven"), b(count, "eight");
  a.join();
  b.join();
  return wrong;
}
