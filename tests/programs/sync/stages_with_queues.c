// What decides is the queues; texts and scores are data, of which an exploration need know nothing.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct note {
  char text[40];
  int score;
  struct note *next;
};

struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct note *first, *last;
  int is_closed;
};

static struct queue raw = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, NULL, 0};
static struct queue graded = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, NULL, 0};

static void push(struct queue *queue, struct note *note) {
  pthread_mutex_lock(&queue->mutex);
  note->next = NULL;
  if (queue->last != NULL) {
    queue->last->next = note;
  } else {
    queue->first = note;
  }
  queue->last = note;
  pthread_cond_signal(&queue->changed);
  pthread_mutex_unlock(&queue->mutex);
}

static struct note *pull(struct queue *queue) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->first == NULL && !queue->is_closed) {
    pthread_cond_wait(&queue->changed, &queue->mutex);
  }
  struct note *note = queue->first;
  if (note != NULL) {
    queue->first = note->next;
    if (queue->first == NULL) queue->last = NULL;
  }
  pthread_mutex_unlock(&queue->mutex);
  return note;
}

static void close_queue(struct queue *queue) {
  pthread_mutex_lock(&queue->mutex);
  queue->is_closed = 1;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->mutex);
}

static void *grade(void *unused) {
  struct note *note;
  while ((note = pull(&raw)) != NULL) {
    for (char *c = note->text; *c != '\0'; c++) {
      if (*c == 'z') *c = 's';
      note->score += *c == 's';
    }
    push(&graded, note);
  }
  close_queue(&graded);
  return unused;
}

static void *collect(void *sum) {
  struct note *note;
  while ((note = pull(&graded)) != NULL) {
    *(int *)sum += note->score;
    free(note);
  }
  return NULL;
}

int main(void) {
  static const char *const words[] = {"zest", "praise", "sizes"};
  pthread_t grader, collector;
  int sum = 0;
  pthread_create(&grader, NULL, grade, NULL);
  pthread_create(&collector, NULL, collect, &sum);
  for (int i = 0; i < 40; i++) {
    struct note *note = calloc(1, sizeof *note);
    if (note == NULL) exit(1);
    snprintf(note->text, sizeof note->text, "%s%d", words[i % 3], i);
    push(&raw, note);
  }
  close_queue(&raw);
  pthread_join(grader, NULL);
  pthread_join(collector, NULL);
  printf("%d\n", sum);
  return 0;
}
