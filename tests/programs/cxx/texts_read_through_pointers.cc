#include <cstdio>
#include <string>
#include <thread>

static char name[] = "abc", tail[] = "defg", head[8];

int main() {
  std::thread reader([] {
    std::string text(name);  // RACE! name
    text.append(tail, 2);    // RACE! tail
    text.copy(head, 4);      // RACE! head
    std::puts(text.c_str());
  });
  name[0] = 'x';  // RACE! name[]
  tail[1] = 'x';  // RACE! tail[]
  head[0] = 'x';  // RACE! head[]
  reader.join();
  return 0;
}
