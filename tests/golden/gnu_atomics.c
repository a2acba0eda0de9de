// The __atomic builtins: values and addresses of values, results before and after.
int x;
long *p;

int use(short *s, char *flag) {
  int in = 1, out;
  int v = __atomic_load_n(&x, __ATOMIC_ACQUIRE);
  __atomic_load(&x, &out, __ATOMIC_CONSUME);
  __atomic_store_n(s, 3, __ATOMIC_RELEASE);
  __atomic_store(&x, &in, __ATOMIC_SEQ_CST);
  __atomic_exchange(&x, &in, &out, __ATOMIC_ACQ_REL);
  v += __atomic_exchange_n(&x, 4, __ATOMIC_RELAXED);
  v += __atomic_add_fetch(&x, 2, __ATOMIC_RELAXED);
  v += __atomic_fetch_nand(&x, 6, __ATOMIC_RELAXED);
  __atomic_fetch_add(&p, 8, __ATOMIC_RELAXED);
  if (__atomic_compare_exchange_n(&x, &out, 5, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) v++;
  if (__atomic_compare_exchange(&x, &out, &in, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) v--;
  if (!__atomic_test_and_set(flag, __ATOMIC_ACQUIRE)) __atomic_clear(flag, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return v;
}
