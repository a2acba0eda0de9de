// The callable that a thread was started with ends there, with what it owns.
#include <memory>
#include <string>
#include <thread>
#include <vector>

static int open_files;

struct File {
  ~File() { open_files--; }  // RACE! open_files
};

struct Buffer {
  std::unique_ptr<std::vector<int>> bytes = std::make_unique<std::vector<int>>(8);
  int used = 0;
  ~Buffer() { used = 0; }
};

int main() {
  open_files = 1;
  auto buffer = std::make_unique<Buffer>();
  std::thread writer([buffer = std::move(buffer), name = std::string("log")] { buffer->used++; });
  auto file = std::make_unique<File>();
  std::thread reader([file = std::move(file)] {});
  const int now = open_files;  // RACE! open_files
  reader.join();
  writer.join();
  return now + open_files;
}
