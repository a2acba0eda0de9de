// VERDICT: unknown: that the object is still there is not followed
// What a weak pointer is set to is what it is locked to.
#include <memory>
#include <thread>

struct Node {
  int value = 0;
  std::weak_ptr<Node> parent;
};

static std::weak_ptr<int> watched;

static void Watch(const std::shared_ptr<Node> &child) {
  if (std::shared_ptr<int> number = watched.lock()) {
    *number += 1;  // RACE! *number
  }
  if (std::shared_ptr<Node> parent = child->parent.lock()) {
    parent->value += 1;  // RACE! Node.value
  }
}

int main() {
  auto number = std::make_shared<int>(3);
  auto parent = std::make_shared<Node>(), child = std::make_shared<Node>();
  watched = number;
  child->parent = parent;
  std::thread watcher(Watch, child);
  *number = 5;
  parent->value = 7;
  watcher.join();
  return *number;
}
