// Each thread keeps a record of a table, which ends with a text; main prints what a thread left once it has waited
// for that one, while the next ones go on.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct row {
  pthread_t thread;
  int letters;
  char name[40];
};

static void *fill(void *given) {
  struct row *row = given;
  memset(row->name, 'x', 12);
  row->letters = 12;
  return NULL;
}

int main(void) {
  struct row table[60];
  memset(table, 0, sizeof table);
  for (int i = 0; i < 60; ++i) pthread_create(&table[i].thread, NULL, fill, &table[i]);
  for (int i = 0; i < 60; ++i) {
    pthread_join(table[i].thread, NULL);
    printf("%d letters: %s\n", table[i].letters, table[i].name);
  }
  return 0;
}
