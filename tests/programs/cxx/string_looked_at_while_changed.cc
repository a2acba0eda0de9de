// TODAY: unknown: which of the characters is meant is not known
// What compares a string, or looks for something in it, reads its characters.
// TSAN: silent: what the library reads is not seen
#include <string>
#include <thread>

static std::string name = "abc", other = "abd";

int main() {
  std::thread reader([] {
    if (name.find("x") != std::string::npos) return;
    if (name == other) return;
  });
  name[1] = 'x';  // RACE! name[1]
  reader.join();
  return 0;
}
