// Words are counted by the sender as well, who has sent the document.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <utility>

struct Document {
  std::string text;
  int words = 0;
};

class Channel {
 public:
  void Send(std::unique_ptr<Document> document) {
    std::unique_lock<std::mutex> lock(m_);
    room_.wait(lock, [this] { return documents_.size() < 3; });
    documents_.push(std::move(document));
    some_.notify_one();
  }
  std::unique_ptr<Document> Receive() {
    std::unique_lock<std::mutex> lock(m_);
    some_.wait(lock, [this] { return is_closed_ || !documents_.empty(); });
    if (documents_.empty()) return nullptr;
    std::unique_ptr<Document> document = std::move(documents_.front());
    documents_.pop();
    room_.notify_one();
    return document;
  }
  void Close() {
    std::lock_guard<std::mutex> lock(m_);
    is_closed_ = true;
    some_.notify_all();
  }

 private:
  std::mutex m_;
  std::condition_variable some_, room_;
  std::queue<std::unique_ptr<Document>> documents_;
  bool is_closed_ = false;
};

int main() {
  Channel channel;
  int words = 0;
  std::thread reader([&channel] {
    for (int i = 0; i < 100; i++) {
      auto document = std::make_unique<Document>();
      for (int k = 0; k <= i % 5; k++) document->text += "word ";
      Document* sent = document.get();
      channel.Send(std::move(document));
      sent->words++;  // RACE! Document.words
    }
    channel.Close();
  });
  std::thread counter([&channel, &words] {
    while (std::unique_ptr<Document> document = channel.Receive()) {
      for (char c : document->text) document->words += c == ' ';  // RACE! Document.words
      words += document->words;
    }
  });
  reader.join();
  counter.join();
  return words == 0;
}
