// The guards in the vector are made without taking the locks.
#include <mutex>
#include <thread>
#include <vector>

struct Account {
  std::mutex m;
  long balance = 100;
};
static Account accounts[3];

static void Pay(int from, int to) {
  std::scoped_lock both(accounts[from].m, accounts[to].m);
  accounts[from].balance -= 1;  // RACE! accounts[].balance
  accounts[to].balance += 1;
}

static long Sum() {
  std::vector<std::unique_lock<std::mutex>> held;
  for (Account& account : accounts) held.emplace_back(account.m, std::defer_lock);
  long sum = 0;
  for (Account& account : accounts) sum += account.balance;  // RACE! accounts[].balance
  return sum;
}

int main() {
  std::thread payer([] { Pay(0, 1); });
  const long sum = Sum();
  payer.join();
  return sum == 300 ? 0 : 1;
}
