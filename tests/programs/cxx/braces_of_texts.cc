#include <atomic>
#include <string>
#include <thread>
#include <vector>

int main() {
  std::vector<std::string> words = {"12", "7", "x"};
  std::atomic<int> sum = 0;
  auto add = [&words, &sum](int from) { sum += std::stoi(words[from] + "0"); };
  std::thread a(add, 0), b(add, 1);
  a.join();
  b.join();
  return sum == 190 ? 0 : 1;
}
