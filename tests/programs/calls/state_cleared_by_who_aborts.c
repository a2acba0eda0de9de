// TSAN: silent: both threads would have to draw the same number
// A procedure that reports a fault clears a variable and then calls another one, which ends the
// program.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int code;
static int faults;

__attribute__((noreturn)) static void end(const char *format, va_list arguments) {
  vfprintf(stderr, format, arguments);
  if (code) exit(code);
  abort();
}

__attribute__((noreturn)) static void fault(const char *format, ...) {
  va_list arguments;
  faults = 0;  // RACE! faults
  va_start(arguments, format);
  end(format, arguments);
}

static void *run(void *arg) {
  if (rand() % 1000 == 3) fault("fault in %p", arg);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  code = argc;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return faults;
}
