// The __sync builtins: full barriers but for the two lock operations.
int x;
unsigned char lock;

int use(long *p) {
  while (__sync_lock_test_and_set(&lock, 1)) {
  }
  int v = __sync_fetch_and_add(&x, 1);
  v += __sync_sub_and_fetch(&x, 2);
  v += __sync_val_compare_and_swap(&x, 3, 4);
  if (__sync_bool_compare_and_swap(p, 5, 6)) v = 0;
  __sync_synchronize();
  __sync_lock_release(&lock);
  return v;
}
