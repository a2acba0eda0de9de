// An object is shown to others before it makes its table, and lets others find the table before it
// has filled it.
// FLAGS: -std=gnu++20
#include <atomic>
#include <thread>

struct Table {
  std::atomic<int*> values{nullptr};

  void Fill() {
    int* made = new int[10];
    values.store(made);
    made[1] = 2;  // RACE! made[1]
  }
};

static std::atomic<Table*> known{nullptr};

static void Make() {
  Table* table = new Table;
  known.store(table);
  table->Fill();
}

static void Look() {
  Table* table = known.load();
  if (table == nullptr) return;
  int* values = table->values.load();
  if (values != nullptr) values[1] = 3;  // RACE! made[1]
}

int main() {
  std::thread maker(Make), reader(Look);
  maker.join();
  reader.join();
}
