// Members of a team each work on their own part of one array. A helper starts such a team, too, and
// is waited for before main does.
// TODAY: unknown
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MEMBERS 12

struct member {
  int *parts;
  int number;
};

struct order {
  int *parts;
  int *done;
};

static void *work(void *arg) {
  struct member *member = arg;
  int *part = &member->parts[member->number];
  while (*part % 7 != 0) *part += getchar();
  return NULL;
}

static void run_team(int *parts) {
  struct member members[MEMBERS];
  pthread_t threads[MEMBERS];
  for (int i = 0; i < MEMBERS; i++) {
    members[i].parts = parts;
    members[i].number = i;
  }
  for (int i = 0; i < MEMBERS; i++) {
    if (pthread_create(&threads[i], NULL, work, &members[i]) != 0) exit(1);
  }
  for (int i = 0; i < MEMBERS; i++) pthread_join(threads[i], NULL);
}

static void *help(void *arg) {
  struct order *order = arg;
  run_team(order->parts);
  __atomic_store_n(order->done, 1, __ATOMIC_SEQ_CST);
  free(order);
  return NULL;
}

static void start(pthread_t *helper, int *has_helper, int *parts, int *done) {
  struct order *order = malloc(sizeof *order);
  if (order == NULL) exit(1);
  order->parts = parts;
  order->done = done;
  __atomic_store_n(done, 0, __ATOMIC_SEQ_CST);
  if (pthread_create(helper, NULL, help, order) != 0) exit(1);
  *has_helper = 1;
}

int main(int argc, char **argv) {
  int parts[MEMBERS] = {1, 2, 3};
  for (int i = 0; i < argc; i++) {
    if (argv[i][0] == '-') {
      run_team(parts);
      continue;
    }
    int done = 1, has_helper = 0;
    pthread_t helper;
    while (getchar() != EOF) {
      if (!__atomic_load_n(&done, __ATOMIC_SEQ_CST)) continue;
      if (has_helper && pthread_join(helper, NULL) != 0) exit(1);
      has_helper = 0;
      start(&helper, &has_helper, parts, &done);
    }
    if (has_helper && pthread_join(helper, NULL) != 0) exit(1);
  }
  return parts[0] == 0;
}
