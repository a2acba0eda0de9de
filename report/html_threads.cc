#include "report/html_threads.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/escape.h"
#include "report/phrases.h"

namespace plait {
namespace {

// Browsers stop nesting at 512 elements.
constexpr int kDeepest = 40;

class ThreadTreePage {
 public:
  explicit ThreadTreePage(const proto::Report& report)
      : report_(report), included_(report.threads_size(), false), marks_(report.threads_size()) {}

  void IncludeAll() { included_.assign(included_.size(), true); }

  // The thread and those that it descends from.
  void Include(int thread, const std::string& mark) {
    if (!IsThread(thread)) return;
    absl::StrAppend(&marks_[thread], mark);
    while (IsThread(thread) && !included_[thread]) {
      included_[thread] = true;
      thread = report_.threads(thread).parent();
    }
  }

  std::string Write() {
    children_.resize(included_.size());
    std::vector<int> roots;
    for (int t = 0; t < report_.threads_size(); ++t) {
      if (!included_[t]) continue;
      const int parent = report_.threads(t).parent();
      if (IsThread(parent)) {
        children_[parent].push_back(t);
      } else {
        roots.push_back(t);
      }
    }
    std::string items;
    for (const int root : roots) WriteThread(root, &items);
    return items.empty() ? "" : absl::StrCat("<ul class=\"tree\">\n", items, "</ul>\n");
  }

 private:
  bool IsThread(int thread) const { return thread >= 0 && thread < report_.threads_size(); }

  // Not recursive: a report may be a long chain. Threads that create each other are not reached.
  void WriteThread(int root, std::string* out) {
    struct Next {
      int thread;
      int depth;
    };
    std::vector<Next> stack = {{root, 0}};
    int open = 0;
    while (!stack.empty()) {
      const Next next = stack.back();
      stack.pop_back();
      const int depth = std::min(next.depth, kDeepest);
      for (; open < depth; ++open) absl::StrAppend(out, "<ul>");
      for (; open > depth; --open) absl::StrAppend(out, "</ul></li>\n");
      WriteLine(next.thread, out);
      const std::vector<int>& children = children_[next.thread];
      // The item stays open for the list of its children.
      if (children.empty() || depth == kDeepest) absl::StrAppend(out, "</li>\n");
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        stack.push_back({*child, next.depth + 1});
      }
    }
    for (; open > 0; --open) absl::StrAppend(out, "</ul></li>\n");
  }

  void WriteLine(int index, std::string* out) const {
    const proto::Thread& thread = report_.threads(index);
    absl::StrAppend(out, "<li>", EscapeMarkup(ThreadPhrase(&thread)), marks_[index]);
    if (!thread.created().file().empty()) {
      absl::StrAppend(out, " <span class=\"dim\">created at ",
                      EscapeMarkup(PlaceName(thread.created())));
      if (!thread.created_in().empty()) {
        absl::StrAppend(out, " in ", EscapeMarkup(CallName(thread.created_in())));
      }
      absl::StrAppend(out, "</span>");
    }
  }

  const proto::Report& report_;
  std::vector<bool> included_;
  std::vector<std::string> marks_;
  std::vector<std::vector<int>> children_;
};

}  // namespace

std::string HtmlThreadTree(const proto::Report& report) {
  ThreadTreePage page(report);
  page.IncludeAll();
  return page.Write();
}

std::string HtmlThreadsOf(const proto::Report& report, const proto::Race& race) {
  ThreadTreePage page(report);
  page.Include(race.first().thread(), "<span class=\"badge who1\">T1</span>");
  page.Include(race.second().thread(), "<span class=\"badge who2\">T2</span>");
  const std::string tree = page.Write();
  return tree.empty() ? "" : absl::StrCat("<h4>Threads</h4>\n", tree);
}

}  // namespace plait
