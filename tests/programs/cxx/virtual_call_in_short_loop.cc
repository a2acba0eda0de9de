#include <mutex>
#include <thread>

struct Sink {
  virtual void write(int value) = 0;
};

struct LockedSink : Sink {
  std::mutex guard;
  int last = 0;
  void write(int value) override {
    std::lock_guard<std::mutex> lock(guard);
    last = value;
  }
};

static void fill(Sink& sink) {
  for (int i = 0; i < 4; ++i) sink.write(i);
}

int main() {
  LockedSink sink;
  std::thread other([&] { fill(sink); });
  fill(sink);
  other.join();
  return sink.last == 3 ? 0 : 1;
}
