// Each thread keeps a record of a table, which ends with a text; main prints what the thread behind the one left that it
// has waited for.
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
  while (row->letters < 12) row->name[row->letters++] = 'x';
  return NULL;
}

int main(void) {
  struct row table[4];
  memset(table, 0, sizeof table);
  for (int i = 0; i < 4; ++i) pthread_create(&table[i].thread, NULL, fill, &table[i]);
  for (int i = 0; i < 3; ++i) {
    pthread_join(table[i].thread, NULL);
    printf("%d letters: %s\n", table[i].letters, table[i + 1].name);  // RACE! table[].name[]
  }
  pthread_join(table[3].thread, NULL);
  return 0;
}
