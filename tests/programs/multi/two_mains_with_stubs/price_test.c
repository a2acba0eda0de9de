void stock_lock(void) {}
void stock_unlock(void) {}

int main(void) {
  stock_lock();
  stock_unlock();
  return 0;
}
