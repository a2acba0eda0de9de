// TODAY: unknown: it is not known whether there is a second round
// Threads wait for work; who gives it to them makes the next round ready before waiting for them.
#include <pthread.h>

#include <vector>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

class Runner {
 public:
  explicit Runner(long count, void (*job)(long)) {
    threads_.resize(count);
    long id = 0;
    for (Thread &thread : threads_) {
      thread.id = id++;
      thread.job = job;
      thread.work = 0;
      pthread_mutex_init(&thread.lock, nullptr);
      pthread_cond_init(&thread.changed, nullptr);
      pthread_create(&thread.handle, nullptr, Work, &thread);
    }
  }

  ~Runner() {
    for (Thread &thread : threads_) {
      Set(&thread, -1);
      pthread_join(thread.handle, nullptr);
    }
  }

  void Start() {
    for (Thread &thread : threads_) Set(&thread, 1);
  }

  void Wait() {
    for (Thread &thread : threads_) {
      pthread_mutex_lock(&thread.lock);
      while (thread.work > 0) pthread_cond_wait(&thread.changed, &thread.lock);
      pthread_mutex_unlock(&thread.lock);
    }
  }

 private:
  struct Thread {
    long id;
    void (*job)(long);
    pthread_t handle;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int work;  // 1: there is some; -1: no more
  };

  static void Set(Thread *thread, int work) {
    pthread_mutex_lock(&thread->lock);
    thread->work = work;
    pthread_cond_signal(&thread->changed);
    pthread_mutex_unlock(&thread->lock);
  }

  static void *Work(void *argument) {
    Thread *thread = static_cast<Thread *>(argument);
    pthread_mutex_lock(&thread->lock);
    while (thread->work >= 0) {
      if (thread->work == 0) pthread_cond_wait(&thread->changed, &thread->lock);
      if (thread->work > 0) {
        thread->job(thread->id);
        thread->work = 0;
        pthread_cond_signal(&thread->changed);
      }
    }
    pthread_mutex_unlock(&thread->lock);
    return nullptr;
  }

  std::vector<Thread> threads_;
};

static long length, sums[64];
static const long *numbers;

static void Sum(long id) {
  for (long i = 0; i < length; i++) sums[id] += numbers[i];  // RACE! length numbers
}

int main() {
  long count = 1;
  read_options(&count);
  std::vector<long> all(100, count);
  Runner runner(4, Sum);
  for (long i = 0; i < count; i++) {
    runner.Start();
    length = 100 - i;  // RACE! length
    numbers = all.data();  // RACE! numbers
    runner.Wait();
  }
  return 0;
}
