#include <pthread.h>
#include <stdlib.h>

struct Settings {
  int depth;
  int width;
};

static int created;

static Settings load() {
  created++;
  Settings settings = {rand(), rand()};
  return settings;
}

static void *reader(void *unused) {
  static Settings settings = load();
  return settings.depth + settings.width + created == 1 ? unused : nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, reader, nullptr);
  pthread_create(&b, nullptr, reader, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  return 0;
}
