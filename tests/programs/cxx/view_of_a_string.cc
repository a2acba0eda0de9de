// TODAY: unknown: how long a string is is not told
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

static std::string text = "hello";

int main() {
  std::string_view view(text);
  std::thread reader([view] {
    int sum = 0;
    for (char c : view) sum += c;  // RACE! character
    std::printf("%d\n", sum);
  });
  text[1] = 'X';  // RACE! character
  reader.join();
  return 0;
}
