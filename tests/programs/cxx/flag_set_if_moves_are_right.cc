// FLAGS: -std=gnu++20
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// Where elements come from and go to decides whether there is a race: executions know it.
int shared;

static bool AreRight() {
  std::map<std::string, std::string> texts;
  std::string first = "first", second = "second";
  texts.try_emplace("key", std::move(first));
  const auto [place, is_new] = texts.try_emplace("key", std::move(second));
  std::set<std::string> names;
  std::string name = "name";
  names.insert(name);
  const bool was_new = names.insert(std::move(name)).second;
  std::map<std::string, std::string> copy = texts;
  copy["key"] += '!';
  std::map<std::string, std::string> moved;
  moved["other"] = "text";
  moved = std::move(copy);
  std::map<int, std::vector<int>> lists;
  for (int i = 0; i < 5; ++i) lists[i % 2].push_back(i);
  std::vector<int> numbers = {1, 2, 3};
  numbers.insert(numbers.begin() + 1, 9);
  numbers.erase(numbers.begin(), numbers.begin() + 2);
  numbers.insert(numbers.end(), lists[0].begin(), lists[0].end());
  const std::string line = "a=1;b=2";
  const auto middle = line.find(';');
  const std::string left = line.substr(0, middle), right = line.substr(middle + 1);
  return !is_new && second == "second" && place->second == "first" && !was_new && name == "name" &&
         texts.at("key") == "first" && moved.size() == 1 && moved["key"] == "first!" &&
         lists[0].size() == 3 && lists[1].size() == 2 && numbers.size() == 5 && numbers[0] == 2 &&
         numbers[4] == 4 && left == "a=1" && right == "b=2" && left < right;
}

int main() {
  const bool is_right = AreRight();
  std::thread other([is_right] {
    if (is_right) shared = 1;  // RACE! shared
  });
  const int seen = shared;  // RACE! shared
  other.join();
  return seen < 0;
}
