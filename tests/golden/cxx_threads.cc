// Declarations as the library has them, so that the golden file does not depend on a version of it.
# 1 "/usr/include/c++/mutex" 1 3
namespace std {
struct mutex {
  void lock();
  void unlock();
};
template <class T>
struct lock_guard {
  T& held;
  explicit lock_guard(T& m);
  ~lock_guard();
};
struct thread {
  unsigned long id;
  template <class F, class... A>
  explicit thread(F&&, A&&...) {}
  ~thread();
  void join();
};
}  // namespace std
# 22 "cxx_threads.cc" 2

static std::mutex guard;

static void add(int* place, int amount) {
  std::lock_guard<std::mutex> hold(guard);
  *place += amount;
}

int main() {
  int sum = 0;
  std::thread named(add, &sum, 3);
  std::thread unnamed([&sum] { sum++; });
  named.join();
  unnamed.join();
  return sum;
}
