#include "review/alignment.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>

namespace plait {
namespace {

constexpr size_t kMostCells = size_t{1} << 24;

// Statements weigh more than locks, threads and waits, with all that is computed for these.
uint32_t WeightOf(const Event& event) {
  if (event.kind == Event::Kind::kOther) return 2;
  if (event.kind != Event::Kind::kAccess || event.is_local) return 1;
  return event.is_write ? 16 : 4;
}

class Aligner {
 public:
  Aligner(const std::vector<Event>& base, const std::vector<Event>& head)
      : base_(base), head_(head) {
    result_.base_to_head.assign(base.size(), kNoEvent);
    result_.base_moved_to.assign(base.size(), kNoEvent);
    result_.head_to_base.assign(head.size(), kNoEvent);
    result_.head_moved_from.assign(head.size(), kNoEvent);
  }

  Alignment Run() {
    size_t begin = 0, base_end = base_.size(), head_end = head_.size();
    while (begin < base_end && begin < head_end && base_[begin].key == head_[begin].key) {
      Match(begin, begin);
      ++begin;
    }
    while (base_end > begin && head_end > begin &&
           base_[base_end - 1].key == head_[head_end - 1].key) {
      Match(--base_end, --head_end);
    }
    if ((base_end - begin + 1) * (head_end - begin + 1) <= kMostCells) {
      AlignMiddle(begin, base_end, head_end);
    }
    FindMoved();
    return std::move(result_);
  }

 private:
  void Match(size_t b, size_t h) {
    result_.base_to_head[b] = h;
    result_.head_to_base[h] = b;
  }

  void AlignMiddle(size_t begin, size_t base_end, size_t head_end) {
    const size_t rows = base_end - begin, columns = head_end - begin, width = columns + 1;
    // best[r * width + c]: the heaviest common subsequence of what follows.
    std::vector<uint32_t> best((rows + 1) * width, 0);
    for (size_t r = rows; r-- > 0;) {
      for (size_t c = columns; c-- > 0;) {
        uint32_t value = std::max(best[(r + 1) * width + c], best[r * width + c + 1]);
        if (base_[begin + r].key == head_[begin + c].key) {
          value = std::max(value, best[(r + 1) * width + c + 1] + WeightOf(base_[begin + r]));
        }
        best[r * width + c] = value;
      }
    }
    for (size_t r = 0, c = 0; r < rows && c < columns;) {
      const uint32_t here = best[r * width + c];
      if (base_[begin + r].key == head_[begin + c].key &&
          here == best[(r + 1) * width + c + 1] + WeightOf(base_[begin + r])) {
        Match(begin + r++, begin + c++);
      } else if (here == best[(r + 1) * width + c]) {
        ++r;
      } else {
        ++c;
      }
    }
  }

  void FindMoved() {
    std::map<std::string, std::vector<size_t>> left;
    for (size_t b = base_.size(); b-- > 0;) {
      if (result_.base_to_head[b] == kNoEvent) left[base_[b].key].push_back(b);
    }
    for (size_t h = 0; h < head_.size(); ++h) {
      if (result_.head_to_base[h] != kNoEvent) continue;
      const auto found = left.find(head_[h].key);
      if (found == left.end() || found->second.empty()) continue;
      result_.head_moved_from[h] = found->second.back();
      result_.base_moved_to[found->second.back()] = h;
      found->second.pop_back();
    }
  }

  const std::vector<Event>& base_;
  const std::vector<Event>& head_;
  Alignment result_;
};

}  // namespace

Alignment Align(const std::vector<Event>& base, const std::vector<Event>& head) {
  return Aligner(base, head).Run();
}

}  // namespace plait
