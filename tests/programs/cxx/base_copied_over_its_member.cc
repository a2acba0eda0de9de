#include <thread>

struct Policy {};

struct Header {
  Header() = default;
  explicit Header(long of) : length(of) {}
  long length = 0;
  char kind = 0;
};

struct Message : Policy, Header {
  char unread = 1;
};

static Message message;

int main() {
  std::thread other([] { message.kind = 2; });  // RACE! message
  static_cast<Header&>(message) = Header(3);    // RACE! message
  other.join();
  return message.unread + message.kind;
}
