#include <thread>
#include <utility>

static int answer;

int main() {
  std::thread thinker([] { answer = 42; });
  std::thread owner = std::move(thinker);
  owner.join();
  return answer == 42 ? 0 : 1;
}
