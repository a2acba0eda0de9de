// FLAGS: -std=gnu++20
// Ten turns add texts to a vector under a lock. Looked at one by one they leave too many choices of
// where the vector ends: the loop is looked at as a loop then.
#include <mutex>
#include <string>
#include <thread>
#include <vector>

std::mutex names_mutex;
std::vector<std::string> names;
long letters;

void Add(int number) {
  std::string name = "guest " + std::to_string(number);
  std::lock_guard<std::mutex> guard(names_mutex);
  names.push_back(name);
}

void Count() {
  std::lock_guard<std::mutex> guard(names_mutex);
  letters = 0;
  for (const std::string &name : names) letters += name[0];
}

int main() {
  std::thread writer([] {
    for (int i = 0; i < 10; ++i) Add(i);
  });
  std::thread reader([] {
    for (int i = 0; i < 10; ++i) Count();
  });
  writer.join();
  reader.join();
  return letters == 0;
}
