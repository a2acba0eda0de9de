#ifndef STATS_H
#define STATS_H

void stats_add(long amount);
long stats_total(void);
void stats_fail(const char* why);
extern long stats_failures;

#endif
