#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

static std::string text = "hello";

int main() {
  std::string_view view(text);
  std::thread reader([view] {
    int sum = 0;
    for (char c : view) sum += c;  // RACE! text[1]
    std::printf("%d\n", sum);
  });
  text[1] = 'X';  // RACE! text[1]
  reader.join();
  return 0;
}
