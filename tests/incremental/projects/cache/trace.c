#include "trace.h"
#include <stdarg.h>
#include <stdio.h>

enum trace_level trace_level = TRACE_SOME;
static int lines_written;

void trace_write(const char *file, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  lines_written++;
}
