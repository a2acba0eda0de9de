// A session that keeps itself alive for its thread, a shared pointer to a part of an object, and one
// to its second base.
#include <memory>
#include <thread>

class session : public std::enable_shared_from_this<session> {
 public:
  void start() {
    auto self = shared_from_this();
    thread_ = std::thread([self] { self->read_++; });  // RACE! read_
  }
  void stop() {
    read_ = 0;  // RACE! read_
    thread_.join();
  }

 private:
  std::thread thread_;
  int written_ = 0;
  int read_ = 0;
};

struct first {
  int a = 1;
};
struct second {
  int b = 2;
};
struct both : first, second {};

static void add(const std::shared_ptr<second> &object) {
  object->b++;  // RACE! b
}

int main() {
  auto one = std::make_shared<session>();
  one->start();
  one->stop();

  auto two = std::make_shared<both>();
  std::shared_ptr<int> part(two, &two->a);
  std::thread of_part([part] { (*part)++; });
  std::thread of_base(add, two);
  two->b = 5;
  of_part.join();
  of_base.join();
  two->a = 3;
}
