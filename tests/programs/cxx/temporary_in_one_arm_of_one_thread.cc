// As temporary_in_one_arm.cc, but just one thread makes the temporary.
#include <mutex>
#include <thread>

static std::mutex guard;
static int changes, looks;

class Change {
 public:
  int value() const { return 1; }
  ~Change() { changes++; } 
};

static void work(bool is_writer) {
  int sum = is_writer ? Change().value() : 0;
  std::lock_guard<std::mutex> held(guard);
  looks += sum;
}

int main() {
  std::thread a(work, true), b(work, false);
  a.join();
  b.join();
  return changes + looks;
}
