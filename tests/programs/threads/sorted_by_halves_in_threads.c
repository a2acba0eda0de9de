// TODAY: unknown: that a recursion works on its own part of the array is not followed
// Each call sorts one half in a thread of its own and the other one itself, and merges both.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 4000

struct job {
  int* data;
  int* other;
  size_t first, end;
  int depth;
  size_t moves;
};

static void* run(void* argument);

static size_t merge(struct job* job, size_t middle) {
  size_t a = job->first, b = middle, to = job->first;
  while (a < middle && b < job->end) {
    job->other[to++] = job->data[a] <= job->data[b] ? job->data[a++] : job->data[b++];
  }
  while (a < middle) job->other[to++] = job->data[a++];
  while (b < job->end) job->other[to++] = job->data[b++];
  memcpy(job->data + job->first, job->other + job->first, (job->end - job->first) * sizeof(int));
  return job->end - job->first;
}

static void insert(int* data, size_t first, size_t end) {
  for (size_t i = first + 1; i < end; ++i) {
    const int value = data[i];
    size_t k = i;
    while (k > first && data[k - 1] > value) {
      data[k] = data[k - 1];
      --k;
    }
    data[k] = value;
  }
}

static void sort(struct job* job) {
  const size_t count = job->end - job->first;
  if (count <= 24) {
    insert(job->data, job->first, job->end);
    return;
  }
  const size_t middle = job->first + count / 2;
  struct job left = {job->data, job->other, job->first, middle, job->depth - 1, 0};
  struct job right = {job->data, job->other, middle, job->end, job->depth - 1, 0};
  pthread_t thread;
  int is_started = 0;
  if (job->depth > 0) is_started = pthread_create(&thread, 0, run, &left) == 0;
  if (!is_started) sort(&left);
  sort(&right);
  if (is_started) pthread_join(thread, 0);
  job->moves += left.moves + right.moves + merge(job, middle);
}

static void* run(void* argument) {
  sort(argument);
  return 0;
}

int main(void) {
  int* data = malloc(COUNT * sizeof *data);
  int* other = malloc(COUNT * sizeof *other);
  unsigned seed = 42;
  if (data == 0 || other == 0) return 1;
  for (size_t i = 0; i < COUNT; ++i) data[i] = rand_r(&seed);
  struct job all = {data, other, 0, COUNT, 3, 0};
  sort(&all);
  printf("%zu\n", all.moves);
  free(data);
  free(other);
  return 0;
}
