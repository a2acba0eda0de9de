#include <optional>
#include <thread>

static int failures;

static void look(std::optional<int> number) {
  try {
    if (number.value() < 0) return;
  } catch (const std::bad_optional_access&) {
    failures++;  // RACE! failures
  }
}

int main() {
  std::thread first(look, std::nullopt), second(look, std::nullopt);
  first.join();
  second.join();
  return failures == 2 ? 0 : 1;
}
