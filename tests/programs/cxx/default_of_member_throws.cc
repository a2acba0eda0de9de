// What gives a member its default value may throw.
#include <thread>

static int refused;

static int checked(int value) {
  if (value < 1) throw value;
  return value;
}

struct Setting {
  int value = checked(0);
  Setting() {}
};

static void load() {
  try {
    Setting setting;
  } catch (int) {
    refused++;  // RACE! refused
  }
}

int main() {
  std::thread one(load), other(load);
  one.join();
  other.join();
  return 0;
}
