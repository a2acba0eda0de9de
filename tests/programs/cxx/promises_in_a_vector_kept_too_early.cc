#include <cstdio>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

struct Part {
  int warnings = 0;
};
using PartPointer = std::shared_ptr<Part>;

static void compile(std::promise<PartPointer> out) {
  auto part = std::make_shared<Part>();
  out.set_value(part);
  for (int i = 0; i < 1000; ++i) ++part->warnings;  // RACE! Part.warnings
}

int main() {
  std::vector<std::promise<PartPointer>> promises(4);
  std::vector<std::future<PartPointer>> parts;
  for (auto& promise : promises) parts.push_back(promise.get_future());
  std::vector<std::thread> compilers;
  for (auto& promise : promises) compilers.emplace_back(compile, std::move(promise));
  int warnings = 0;
  for (auto& part : parts) warnings += part.get()->warnings;  // RACE! Part.warnings
  for (auto& compiler : compilers) compiler.join();
  std::printf("%d\n", warnings);
  return 0;
}
