// Each caller says by constants which of many branches the dispatcher takes.
#include <pthread.h>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

enum event { ACCEPT, READ, CONNECT, ANNOUNCE, COMPLETED, SCRAPE, FULL, LOCKED };
enum protocol { TCP, UDP };

static long tcp_accepts, udp_accepts, tcp_announces, udp_announces, connects, completed;
static long tcp_scrapes, udp_scrapes, full, stalled;

static void count(enum event event, enum protocol protocol) {
  switch (event) {
    case ACCEPT:
      if (protocol == TCP) tcp_accepts++;
      else udp_accepts++;
      break;
    case ANNOUNCE:
      if (protocol == TCP) tcp_announces++;
      else udp_announces++;
      break;
    case CONNECT:
      connects++;
      break;
    case COMPLETED:
      completed++;
      break;
    case SCRAPE:
      if (protocol == TCP) tcp_scrapes++;
      else udp_scrapes++;
      break;
    case FULL:
      full++;
      break;
    case LOCKED:
      stalled++;  // RACE! stalled
      break;
    default:
      break;
  }
}

static void *serve(void *arg) {
  count(ACCEPT, UDP);
  count(SCRAPE, UDP);
  count(COMPLETED, UDP);
  count(LOCKED, UDP);
  return arg;
}

int main(void) {
  pthread_t thread;
  long options;
  read_options(&options);
  pthread_create(&thread, NULL, serve, NULL);
  count(ACCEPT, TCP);
  count(SCRAPE, TCP);
  count(FULL, TCP);
  count(LOCKED, TCP);
  pthread_join(thread, NULL);
  return 0;
}
