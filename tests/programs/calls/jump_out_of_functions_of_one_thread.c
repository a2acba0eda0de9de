// Each thread jumps out of functions of its own; what they count is under a lock.
#include <pthread.h>
#include <setjmp.h>

struct task {
  jmp_buf fail;
  int left;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int failed;

static void go_down(struct task *task, int levels) {
  if (levels == 0) longjmp(task->fail, 1);
  go_down(task, levels - 1);
}

static void *work(void *arg) {
  struct task task;
  task.left = 2;
  if (setjmp(task.fail)) {
    pthread_mutex_lock(&m);
    ++failed;
    pthread_mutex_unlock(&m);
    return arg;
  }
  go_down(&task, task.left);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, work, NULL);
  pthread_create(&u, NULL, work, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return failed;
}
