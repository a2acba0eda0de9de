#include <thread>

static void use(int level, int* result) { *result = level + 1; }

int main() {
  int level = 0, result = 0;
  std::thread user(use, level, &result);
  level = 7;
  user.join();
  return result == 1 && level == 7 ? 0 : 1;
}
