#include <thread>

struct Sink {
  virtual void write(int value) = 0;
};

struct PlainSink : Sink {
  int last = 0;
  void write(int value) override { last = value; }  // RACE! sink.last
};

static void fill(Sink& sink) {
  for (int i = 0; i < 4; ++i) sink.write(i);
}

int main() {
  PlainSink sink;
  std::thread other([&] { fill(sink); });
  fill(sink);
  other.join();
  return sink.last == 3 ? 0 : 1;
}
