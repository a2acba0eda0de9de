// Tables of distinct strings in order of first use, as Procedure and Unit hold them.
#ifndef PLAIT_ANALYZER_IR_INTERNER_H_
#define PLAIT_ANALYZER_IR_INTERNER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plait::ir {

// Numbers strings in the order in which they come. Not safe to share between threads.
class Interner {
 public:
  Interner() = default;
  // Entry 0 is `first`. It is not found by its text: entry 0 of Procedure::files means more than
  // its name (locations in it are relative).
  explicit Interner(std::string first) { texts_.push_back(std::move(first)); }

  uint32_t Intern(std::string_view text) {
    const auto [it, added] =
        numbers_.try_emplace(std::string(text), static_cast<uint32_t>(texts_.size()));
    if (added) texts_.emplace_back(text);
    return it->second;
  }

  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::unordered_map<std::string, uint32_t> numbers_;
};

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_INTERNER_H_
