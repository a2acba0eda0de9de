#include <map>
#include <string>
#include <thread>
#include <vector>

int main() {
  std::map<std::string, std::vector<int>> lists;
  lists["a"].resize(4);
  std::vector<int>& list = lists.at("a");
  std::thread writer([&list] { list[0] = 1; });  // RACE! list[0]
  list[0] = 2;  // RACE! list[0]
  writer.join();
  return 0;
}
