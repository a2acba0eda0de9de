// One thread takes the locks of all accounts by guards that it makes in a vector.
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
  accounts[from].balance -= 1;
  accounts[to].balance += 1;
}

static long Sum() {
  std::vector<std::unique_lock<std::mutex>> held;
  for (Account& account : accounts) held.emplace_back(account.m);
  long sum = 0;
  for (Account& account : accounts) sum += account.balance;
  return sum;
}

int main() {
  std::thread payer([] { Pay(0, 1); });
  const long sum = Sum();
  payer.join();
  return sum == 300 ? 0 : 1;
}
