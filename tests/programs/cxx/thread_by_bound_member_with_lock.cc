#include <functional>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 0;
  void Deposit(int amount) {
    const std::lock_guard<std::mutex> guard(mutex);
    balance += amount;
  }
};

int main() {
  Account account;
  std::thread one(std::bind(&Account::Deposit, &account, 1));
  std::thread two(std::bind(&Account::Deposit, std::ref(account), 2));
  one.join();
  two.join();
  return account.balance == 3 ? 0 : 1;
}
