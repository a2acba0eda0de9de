// VERDICT: unknown: more semaphores are posted than are kept, so who waits for whom is not known
// The barrier comes before the write: the reader is past it, too.
#include <pthread.h>
#include <semaphore.h>

sem_t lamps[56];
pthread_barrier_t meeting;
int level;

static void light_all(void) {
  pthread_barrier_wait(&meeting);
  sem_post(&lamps[0]);
  sem_post(&lamps[1]);
  sem_post(&lamps[2]);
  sem_post(&lamps[3]);
  sem_post(&lamps[4]);
  sem_post(&lamps[5]);
  sem_post(&lamps[6]);
  sem_post(&lamps[7]);
  sem_post(&lamps[8]);
  sem_post(&lamps[9]);
  sem_post(&lamps[10]);
  sem_post(&lamps[11]);
  sem_post(&lamps[12]);
  sem_post(&lamps[13]);
  sem_post(&lamps[14]);
  sem_post(&lamps[15]);
  sem_post(&lamps[16]);
  sem_post(&lamps[17]);
  sem_post(&lamps[18]);
  sem_post(&lamps[19]);
  sem_post(&lamps[20]);
  sem_post(&lamps[21]);
  sem_post(&lamps[22]);
  sem_post(&lamps[23]);
  sem_post(&lamps[24]);
  sem_post(&lamps[25]);
  sem_post(&lamps[26]);
  sem_post(&lamps[27]);
  sem_post(&lamps[28]);
  sem_post(&lamps[29]);
  sem_post(&lamps[30]);
  sem_post(&lamps[31]);
  sem_post(&lamps[32]);
  sem_post(&lamps[33]);
  sem_post(&lamps[34]);
  sem_post(&lamps[35]);
  sem_post(&lamps[36]);
  sem_post(&lamps[37]);
  sem_post(&lamps[38]);
  sem_post(&lamps[39]);
  sem_post(&lamps[40]);
  sem_post(&lamps[41]);
  sem_post(&lamps[42]);
  sem_post(&lamps[43]);
  sem_post(&lamps[44]);
  sem_post(&lamps[45]);
  sem_post(&lamps[46]);
  sem_post(&lamps[47]);
  sem_post(&lamps[48]);
  sem_post(&lamps[49]);
  sem_post(&lamps[50]);
  sem_post(&lamps[51]);
  sem_post(&lamps[52]);
  sem_post(&lamps[53]);
  sem_post(&lamps[54]);
  sem_post(&lamps[55]);
}

static void *reader(void *arg) {
  pthread_barrier_wait(&meeting);
  return level > 2 ? arg : 0;  // RACE! level
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  for (int i = 0; i < 56; ++i) sem_init(&lamps[i], 0, 0);
  pthread_barrier_init(&meeting, 0, 2);
  pthread_create(&thread, 0, reader, 0);
  light_all();
  level = argc;  // RACE! level
  pthread_join(thread, 0);
  return 0;
}
