// FLAGS: -std=gnu++17
// A view reads the characters that it was made of.
#include <string_view>
#include <thread>

static char text[] = "abc";
static int seen;

int main() {
  std::thread reader([] {
    const std::string_view view(text, 3);
    seen = view[0];  // RACE! text[]
  });
  text[0] = 'x';  // RACE! text[]
  reader.join();
  return seen;
}
