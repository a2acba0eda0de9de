// Who reports a fault goes on, unless the program was asked to end.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int code;
static int faults;

static void end(const char *format, va_list arguments) {
  vfprintf(stderr, format, arguments);
  if (code) exit(code);
}

static void fault(const char *format, ...) {
  va_list arguments;
  faults = 1; // RACE! faults
  va_start(arguments, format);
  end(format, arguments);
}

static void *run(void *arg) {
  if (arg == NULL) fault("fault in %p", arg);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  code = argc - 1;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return faults;
}
