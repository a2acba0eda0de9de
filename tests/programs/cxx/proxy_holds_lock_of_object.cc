// An object is reached through a proxy only, which holds its lock until the expression ends; or as
// long as a reference to it.
// TSAN: silent: the locks order most runs
#include <mutex>
#include <thread>

class Shared {
 public:
  class Proxy {
   public:
    explicit Proxy(Shared& shared) : shared_(shared), held_(shared.lock_) {}
    int* operator->() { return &shared_.value_; }
    int& operator*() { return shared_.value_; }

   private:
    Shared& shared_;
    std::lock_guard<std::mutex> held_;
  };
  Proxy lock() { return Proxy(*this); }

 private:
  std::mutex lock_;
  int value_ = 0;
};

static Shared shared;
static int used, counted;

static void use() {
  *shared.lock() += 1;
  used++;  // RACE! used
  const Shared::Proxy& kept = Shared::Proxy(shared);
  counted++;
  (void)kept;
}

int main() {
  std::thread a(use), b(use);
  a.join();
  b.join();
  return *shared.lock() + used + counted;
}
