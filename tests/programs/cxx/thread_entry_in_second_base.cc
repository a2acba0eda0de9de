// What a thread runs, and what it is handed, is in the second base of an object: the library
// converts the pointer.
#include <functional>
#include <future>
#include <mutex>
#include <thread>

struct named {
  int number = 7;
};

struct counted {
  void run() { value++; }  // RACE! value
  int value = 1;
};

struct guarded {
  std::mutex lock;
  long sum = 0;
};

struct service : named, counted {};
struct shared_service : named, guarded {};

static void add(counted *object) { object->value++; }  // RACE! value
static void add_guarded(guarded &object) {
  std::lock_guard<std::mutex> guard(object.lock);
  object.sum++;
}

static void own_and_base() {
  service *object = new service;
  std::thread a(&service::run, object), b(add, object);
  a.join();
  b.join();
}

static void other_member() {
  service *object = new service;
  std::thread a(add, object);
  object->number = 3;
  a.join();
}

static void with_lock() {
  shared_service object;
  std::thread a(add_guarded, std::ref(object));
  auto b = std::async(std::launch::async, add_guarded, std::ref(object));
  {
    std::lock_guard<std::mutex> guard(object.lock);
    object.sum++;
  }
  a.join();
  b.wait();
}

int main() {
  own_and_base();
  other_member();
  with_lock();
}
