#include <ctype.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int words, longest;

static const char *const texts[] = {"the quick brown fox", "to be or not to be"};

static void offer(int length) {
  if (length <= longest) return;  // RACE! longest
  pthread_mutex_lock(&mutex);
  if (length > longest) longest = length;  // RACE! longest
  pthread_mutex_unlock(&mutex);
}

static void *count(void *argument) {
  const char *text = argument;
  while (*text != '\0') {
    while (isspace((unsigned char)*text)) ++text;
    const char *start = text;
    while (*text != '\0' && !isspace((unsigned char)*text)) ++text;
    offer((int)(text - start));
    pthread_mutex_lock(&mutex);
    ++words;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count, (void *)texts[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  printf("%d words, at most %d letters\n", words, longest);
  return 0;
}
