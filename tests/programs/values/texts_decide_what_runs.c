// What runs depends on texts: literals, tables of them, and what library functions make of them.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

struct option {
  char key[8];
  const char *value;
};

static struct option options[] = {{"mode", "fast"}, {"level", "3"}, {"path", "/tmp/data.log"}};
static char suffix[8] = ".log";
static int by_mode, by_level, by_path, by_name, by_joined, never;

static const char *value_of(const char *key) {
  for (unsigned i = 0; i < sizeof options / sizeof options[0]; ++i) {
    if (strcmp(options[i].key, key) == 0) return options[i].value;
  }
  return NULL;
}

static void *run(void *argument) {
  char name[16], joined[24];
  const char *mode = value_of("mode"), *end = strrchr(value_of("path"), '.');
  if (mode != NULL && strcasecmp(mode, "FAST") == 0) ++by_mode;  // RACE! by_mode
  if (value_of("none") != NULL || strncmp(mode, "fat", 3) == 0) ++never;  // FALSE-ALARM never: what texts are is known to executions only
  if (end != NULL && strcmp(end, suffix) == 0) ++by_path;  // RACE! by_path
  if (strchr(mode, 'x') != NULL || strstr(mode, "slow") != NULL) ++never;  // FALSE-ALARM never: what texts are is known to executions only
  snprintf(name, sizeof name, "%s-%03d", mode, 7);
  if (strcmp(name, "fast-007") == 0) ++by_name;  // RACE! by_name
  if (snprintf(name, 4, "%lu%c", 123456ul, 'z') == 7 && name[2] == '3' && name[3] == '\0') {
    ++by_level;  // RACE! by_level
  }
  strncpy(joined, "ab", sizeof joined);
  strcat(joined, mode + 2);
  if (strcmp(joined, "abst") == 0 && joined[20] == '\0') ++by_joined;  // RACE! by_joined
  return argument;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, NULL) != 0) return 1;
  run(NULL);
  pthread_join(thread, NULL);
  return 0;
}
