#include <pthread.h>
#include <stdio.h>

static int counter;

static void *worker(void *unused) {
	for (int i = 0; i < 1000; i++)
		counter++;
	return unused;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  printf("%d\n", counter);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
