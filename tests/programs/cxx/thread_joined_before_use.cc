#include <thread>

static int answer;

int main() {
  std::thread thinker([] { answer = 42; });
  thinker.join();
  return answer == 42 ? 0 : 1;
}
