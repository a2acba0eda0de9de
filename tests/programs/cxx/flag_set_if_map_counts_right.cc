// FLAGS: -std=gnu++20
#include <map>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>

// What the containers say decides whether there is a race: executions know it.
int shared;

static bool AreRight() {
  std::map<int, int> numbers;
  for (int i = 0; i < 8; ++i) numbers[(i * 5) % 8] += i;
  numbers.erase(3);
  auto second = numbers.begin();
  ++second;
  numbers.erase(second++);
  std::set<std::string> names = {};
  names.insert("one");
  const auto [place, is_new] = names.insert("one");
  std::unordered_map<std::string, int> counts;
  for (const char* word : {"a", "b", "a"}) ++counts[word];
  int sum = 0;
  for (const auto& [word, count] : counts) sum += count;
  std::map<std::string, std::string> ids;
  const std::string key = "key";
  ids[key] = std::to_string(ids.size());
  ids.emplace("other", std::to_string(ids.size()));
  return numbers.size() == 6 && second->first == 2 && numbers.count(7) == 1 && !is_new &&
         names.size() == 1 && counts.at("a") == 2 && sum == 3 && numbers.begin()->first == 0 &&
         counts.find("c") == counts.end() && ids[key] == "0" && ids["other"] == "1";
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
