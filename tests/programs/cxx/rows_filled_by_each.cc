#include <thread>
#include <vector>

static void fill(std::vector<int>* row, int value) {
  row->resize(3);
  for (int i = 0; i < 3; ++i) (*row)[i] = value;
}

int main() {
  std::vector<std::vector<int>> rows(2);
  std::thread a(fill, &rows[0], 1), b(fill, &rows[1], 2);
  a.join();
  b.join();
  return rows[0][2] + rows[1][0] == 3 ? 0 : 1;
}
