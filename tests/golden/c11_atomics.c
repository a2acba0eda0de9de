// Operators on _Atomic objects are sequentially consistent; initialisation is not atomic.
_Atomic int counter = 4;
_Atomic(char *) cursor;
_Atomic _Bool ready;
struct job {
  _Atomic unsigned long state;
  int plain;
};

int use(struct job *job) {
  _Atomic int local = 1;
  counter = 2;
  counter += 3;
  counter *= 2;
  int old = counter--;
  cursor++;
  ready = job->state & 1;
  job->state |= 8;
  job->plain |= 8;
  return old + ++local + *cursor;
}
