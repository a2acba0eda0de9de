// TSAN: silent: it ends the program where there is no memory
// TODAY: unknown: whether there is memory is not known
#include <new>
#include <thread>

static int refused;

static void fill(unsigned long size) {
  try {
    int* numbers = new int[size];
    delete[] numbers;
  } catch (const std::bad_alloc&) {
    refused++;  // RACE! refused
  }
}

int main(int argc, char**) {
  const unsigned long size = static_cast<unsigned long>(argc) << 60;
  std::thread one(fill, size), other(fill, size);
  one.join();
  other.join();
  return 0;
}
