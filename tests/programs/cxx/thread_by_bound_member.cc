#include <functional>
#include <thread>

struct Account {
  int balance = 0;
  void Deposit(int amount) {
    balance += amount;  // RACE! account.balance
  }
};

int main() {
  Account account;
  std::thread one(std::bind(&Account::Deposit, &account, 1));
  std::thread two(std::bind(&Account::Deposit, &account, 2));
  one.join();
  two.join();
  return account.balance;
}
