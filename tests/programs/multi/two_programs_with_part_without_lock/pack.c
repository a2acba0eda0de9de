// Two programs in one folder: pack, restore and info are one, unpack and unpack_info the other.
// TSAN: silent: two mains do not link
#include <pthread.h>
#include <stddef.h>

void update_info(const char *name);
void *restore(void *unused);

int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, restore, NULL);
  for (int i = 0; i < argc; i++) update_info(argv[i]);
  pthread_join(t, NULL);
  return 0;
}
