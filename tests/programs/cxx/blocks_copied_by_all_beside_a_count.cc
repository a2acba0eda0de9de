// The parts of the file are copied by all, each its own. How many there were is counted by all
// without a lock.
#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

static constexpr std::size_t kPart = 8, kParts = 12;
static std::vector<unsigned char> file(kPart* kParts);
static std::atomic<std::size_t> next{0};

static void Fetch(const std::function<void(std::size_t)>& progress) {
  std::vector<unsigned char> buffer(kPart);
  for (;;) {
    const std::size_t part = next.fetch_add(1);
    if (part >= kParts) return;
    for (std::size_t i = 0; i < kPart; ++i) buffer[i] = static_cast<unsigned char>(part + i);
    std::copy(buffer.begin(), buffer.end(),
              file.begin() + static_cast<std::ptrdiff_t>(part * kPart));
    progress(kPart);
  }
}

int main() {
  std::size_t received = 0;
  const std::function<void(std::size_t)> progress = [&received](std::size_t more) {
    received += more;  // RACE! received
  };
  std::thread other([&] { Fetch(progress); });
  Fetch(progress);
  other.join();
  return received == kPart * kParts ? 0 : 1;
}
