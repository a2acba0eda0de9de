// Storage: static locals of the same name, thread-local, const and external variables.
static int file_static = 1;
_Thread_local int per_thread;
static __thread long also_per_thread = 2;
const int limit = 3;
volatile const int port;
int *const fixed = &file_static;
const int *movable = &limit;

int count(void) {
  static int calls;
  static int *last = &calls;
  extern int outside;
  {
    static int calls = 7;
    calls++;
  }
  return ++calls + *last + outside + per_thread + also_per_thread + limit + port + *fixed;
}

static int again(void) {
  static int calls;
  return calls--;
}
int (*keep)(void) = again;
