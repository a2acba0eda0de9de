// A copy of a base copies no members of the class derived from it: neither of what lies where an empty
// base does nor of what lies in the space that a base leaves free at its end.
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
  std::thread other([] { message.unread = 0; });
  static_cast<Policy&>(message) = Policy();
  static_cast<Header&>(message) = Header(3);
  other.join();
  return message.unread;
}
