#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "server.h"

#define WORKERS 4

struct server server = {
    .queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER},
    .stats = {.lock = PTHREAD_MUTEX_INITIALIZER},
    .log_lock = PTHREAD_MUTEX_INITIALIZER,
};

static int accepted; /* by the main thread alone */

static void log_line(const char *what, int number) {
  pthread_mutex_lock(&server.log_lock);
  snprintf(server.log_line, sizeof(server.log_line), "%s %d", what, number);
  puts(server.log_line);
  pthread_mutex_unlock(&server.log_lock);
}

void *worker(void *arg) {
  struct queue *queue = arg;
  struct job *job;
  while ((job = queue_take(queue)) != NULL) {
    stats_add(&server.stats, job->size);
    if (server.verbose) log_line("done", job->client);
    free(job);
  }
  return NULL;
}

void *reporter(void *arg) {
  int rounds;
  (void)arg;
  for (rounds = 0; rounds < 10; ++rounds) {
    sleep(1);
    stats_print(&server.stats);
  }
  return NULL;
}

static void accept_jobs(int count) {
  int i;
  for (i = 0; i < count; ++i) {
    struct job *job = malloc(sizeof(*job));
    if (job == NULL) break;
    job->client = i;
    job->size = 10 * i;
    queue_put(&server.queue, job);
    accepted++;
  }
}

int main(int argc, char **argv) {
  pthread_t workers[WORKERS], report;
  int i;
  (void)argv;
  server.verbose = argc > 1;
  for (i = 0; i < WORKERS; ++i) pthread_create(&workers[i], NULL, worker, &server.queue);
  pthread_create(&report, NULL, reporter, NULL);
  accept_jobs(1000);
  queue_close(&server.queue);
  for (i = 0; i < WORKERS; ++i) pthread_join(workers[i], NULL);
  pthread_join(report, NULL);
  stats_print(&server.stats);
  printf("%d accepted\n", accepted);
  return 0;
}
