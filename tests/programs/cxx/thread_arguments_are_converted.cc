// Arguments become what the function takes: 300 as a byte is 44, and 4 as a truth value is 1.
#include <cstdint>
#include <thread>
#include <vector>

int seen_byte, seen_truth, seen_level;

struct level {
  explicit level(uint8_t number) : number(number) {}
  int number;
};

static void look(uint8_t byte) {
  if (byte == 44) seen_byte = 1;  // RACE! seen_byte
}

static void decide(bool truth) {
  if (truth == 1) seen_truth = 1;  // RACE! seen_truth
}

int main() {
  std::vector<level> levels;
  levels.emplace_back(300);
  std::thread a(look, 300), b(decide, 4);
  seen_byte = 2;
  seen_truth = 2;
  std::thread c([&levels] {
    if (levels[0].number == 300) seen_level = 1;
  });
  seen_level = 2;
  c.join();
  a.join();
  b.join();
}
