// <stdatomic.h>: orders, exchange, compare and exchange, fences, flags.
#include <stdatomic.h>
atomic_int x;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic(short *) p;

int use(atomic_uchar *c, memory_order order) {
  int expected = 0;
  atomic_init(&x, 1);
  atomic_store_explicit(&x, 2, memory_order_release);
  int v = atomic_load_explicit(&x, memory_order_acquire);
  v += atomic_fetch_add_explicit(&x, 5, memory_order_relaxed);
  v += atomic_exchange(c, 7);
  atomic_fetch_sub(&p, 3);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_signal_fence(memory_order_seq_cst);
  while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
    ;
  atomic_flag_clear_explicit(&flag, memory_order_release);
  if (atomic_compare_exchange_strong_explicit(&x, &expected, 3, memory_order_acq_rel,
                                              memory_order_relaxed))
    return expected;
  return v + atomic_load_explicit(&x, order);
}
