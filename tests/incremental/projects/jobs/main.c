#include "graph.h"
#include "jobs.h"

static struct node *root;
static int published;
static int results[2];

static int weigh(int input) {
  return graph_even(root, input);
}

static void *producer(void *argument) {
  int *slot = argument;
  root = graph_node(3);
  graph_link(root, graph_node(1), graph_node(2));
  published = 1;
  jobs_signal();
  *slot = jobs_handle(0);
  return 0;
}

static void *consumer(void *argument) {
  int *slot = argument;
  jobs_await();
  if (published)
    *slot = jobs_handle(jobs_limit() > 5);
  return 0;
}

int main(void) {
  pthread_t first, second;
  jobs_set_handler(weigh);
  pthread_create(&first, 0, producer, &results[0]);
  pthread_create(&second, 0, consumer, &results[1]);
  pthread_join(first, 0);
  jobs_debug = 1;
  pthread_join(second, 0);
  return results[0] + results[1];
}
