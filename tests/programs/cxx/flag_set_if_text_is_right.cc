// FLAGS: -std=gnu++20
#include <algorithm>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

// What the texts say decides whether there is a race: executions know it.
int shared;

static std::string Twice(const std::string& text) { return text + text; }

static bool AreRight() {
  std::string text = "begin";
  text += ' ';
  text += std::to_string(-12);
  text.append(3, 'x').insert(0, ">> ");
  text.erase(3, 2);
  const std::string part = text.substr(3, 3);
  const std::string_view view = text;
  std::vector<std::string> words = {"pear", "fig"};
  words.insert(words.begin(), Twice("ab"));
  words.erase(words.begin() + 1);
  int letters = 0;
  for (const char c : text) letters += c == 'x';
  int odd = 0;
  for (int i = 0; i < 4; ++i) {
    const std::string name = i % 2 != 0 ? "odd" : "even";
    if (name == "odd") ++odd;
  }
  std::string other = std::move(words[0]);
  other.pop_back();
  other[0] = 'c';
  return text == ">> gin -12xxx" && part == "gin" && view.size() == 13 && letters == 3 && odd == 2 &&
         words.size() == 2 && words[1] == "fig" && other == "cba" && text.find("-1") == 7 &&
         part < "gin2" && text.find('q') == std::string::npos && !text.empty() &&
         std::find(words.begin(), words.end(), "fig") != words.end() && view.substr(0, 2) == ">>";
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
