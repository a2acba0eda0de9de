// TODAY: unknown: too little is known of a branch on the way, and no execution shows it
#include <stdexcept>
#include <thread>

static int found;

static int check(int count) {
  if (count < 3) throw std::runtime_error("too few");
  return count;
}

int main(int argc, char **) {
  std::thread thread([] { found = 7; });
  try {
    check(argc);
    thread.join();
  } catch (const std::exception &) {
    int seen = found;  // RACE! found
    thread.join();
    return seen;
  }
  return found;
}
