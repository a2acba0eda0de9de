#ifndef JOBS_H
#define JOBS_H

typedef int (*job_function)(int);

int jobs_limit(void);
void jobs_signal(void);
void jobs_await(void);
void jobs_set_handler(job_function handler);
int jobs_handle(int input);
extern int jobs_debug;

#endif
