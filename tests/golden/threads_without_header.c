// Functions of the thread library, called without their header.
// FLAGS: -std=gnu89
int shared;

void *work(void *p) {
  pthread_mutex_lock(p);
  shared++;
  pthread_mutex_unlock(p);
  return 0;
}

int main(void) {
  long thread;
  char lock[40];
  pthread_create(&thread, 0, work, lock);
  pthread_join(thread, 0);
}
