#ifndef TRACE_H
#define TRACE_H

enum trace_level { TRACE_NONE, TRACE_SOME, TRACE_ALL };

extern enum trace_level trace_level;
void trace_write(const char* file, int line, const char* format, ...);

#define TRACE(...)                                                              \
  do {                                                                          \
    if (trace_level > TRACE_NONE) trace_write(__FILE__, __LINE__, __VA_ARGS__); \
  } while (0)

#endif
