#include "summaries/shared/http_place.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "summaries/shared/curl_library.h"

namespace plait {
namespace {

constexpr long kConnectMilliseconds = 1000;
constexpr long kLowestSpeed = 10000;  // bytes a second,
constexpr long kLowSpeedSeconds = 2;  // for so long
constexpr long kRequestMilliseconds = 60000;

struct Reply {
  std::string bytes;
  size_t limit = 0;
  bool too_big = false;
};

size_t TakeBytes(char* data, size_t size, size_t count, void* user) {
  Reply* reply = static_cast<Reply*>(user);
  const size_t length = size * count;
  if (length > reply->limit - reply->bytes.size()) {
    reply->too_big = true;
    return CURL_WRITEFUNC_ERROR;
  }
  reply->bytes.append(data, length);
  return length;
}

size_t GiveBytes(char* buffer, size_t size, size_t count, void* user) {
  std::string_view* left = static_cast<std::string_view*>(user);
  const size_t length = std::min(size * count, left->size());
  std::memcpy(buffer, left->data(), length);
  left->remove_prefix(length);
  return length;
}

int IsStopped(void* stopped, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const std::atomic<bool>*>(stopped)->load() ? 1 : 0;
}

// The parts of a URL; empty if there is no such part.
class ParsedUrl {
 public:
  ParsedUrl(const CurlLibrary* curl, const std::string& url) : curl_(curl), url_(curl->url()) {
    good_ = curl_->url_set(url_, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK;
  }
  ~ParsedUrl() { curl_->url_cleanup(url_); }
  ParsedUrl(const ParsedUrl&) = delete;
  ParsedUrl& operator=(const ParsedUrl&) = delete;

  bool good() const { return good_; }
  std::string Part(CURLUPart part) const {
    char* text = nullptr;
    if (curl_->url_get(url_, part, &text, 0) != CURLUE_OK) return "";
    std::string copy = text;
    curl_->free(text);
    return copy;
  }
  void Remove(CURLUPart part) { curl_->url_set(url_, part, nullptr, 0); }

 private:
  const CurlLibrary* const curl_;
  CURLU* const url_;
  bool good_ = false;
};

class HttpPlace final : public ObjectPlace {
 public:
  // `url` is where the requests go, `name` the same without a password.
  HttpPlace(const CurlLibrary* curl, std::string url, std::string name)
      : curl_(curl), url_(std::move(url)), name_(std::move(name)) {
    // No waiting for a "100 Continue" before each upload.
    headers_ = curl_->slist_append(headers_, "Expect:");
    if (const char* header = std::getenv("PLAIT_CACHE_HEADER"); header != nullptr) {
      headers_ = curl_->slist_append(headers_, header);
    }
  }

  ~HttpPlace() override {
    for (CURL* handle : idle_) curl_->easy_cleanup(handle);
    curl_->slist_free_all(headers_);
  }

  const std::string& name() const override { return name_; }

  absl::StatusOr<std::string> Get(std::string_view path, size_t limit) override {
    CURL* handle = TakeHandle(path);
    if (handle == nullptr) return absl::UnavailableError(absl::StrCat(name_, ": no memory"));
    Reply reply;
    reply.limit = limit;
    curl_->easy_setopt(handle, CURLOPT_HTTPGET, 1L);
    curl_->easy_setopt(handle, CURLOPT_WRITEDATA, &reply);
    const absl::Status status = Perform(handle, path, &reply);
    if (!status.ok()) return status;
    return std::move(reply.bytes);
  }

  absl::Status Put(std::string_view path, std::string_view bytes) override {
    CURL* handle = TakeHandle(path);
    if (handle == nullptr) return absl::UnavailableError(absl::StrCat(name_, ": no memory"));
    Reply reply;
    reply.limit = size_t{1} << 20;  // what a server says to an upload is for nobody
    curl_->easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_->easy_setopt(handle, CURLOPT_WRITEDATA, &reply);
    curl_->easy_setopt(handle, CURLOPT_READDATA, &bytes);
    curl_->easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(bytes.size()));
    return Perform(handle, path, &reply);
  }

  void Stop() override { stopped_ = true; }

 private:
  // A connection stays open with its handle.
  CURL* TakeHandle(std::string_view path) {
    CURL* handle = nullptr;
    {
      absl::MutexLock lock(&mutex_);
      if (!idle_.empty()) {
        handle = idle_.back();
        idle_.pop_back();
      }
    }
    if (handle == nullptr) handle = NewHandle();
    if (handle == nullptr) return nullptr;
    const std::string url = absl::StrCat(url_, "/", absl::string_view(path.data(), path.size()));
    curl_->easy_setopt(handle, CURLOPT_URL, url.c_str());
    return handle;
  }

  CURL* NewHandle() {
    CURL* handle = curl_->easy_init();
    if (handle == nullptr) return nullptr;
    auto set = [&](CURLoption option, auto value) { curl_->easy_setopt(handle, option, value); };
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
    set(CURLOPT_USERAGENT, "plait");
    set(CURLOPT_HTTPHEADER, headers_);
    set(CURLOPT_CONNECTTIMEOUT_MS, kConnectMilliseconds);
    set(CURLOPT_TIMEOUT_MS, kRequestMilliseconds);
    set(CURLOPT_LOW_SPEED_LIMIT, kLowestSpeed);
    set(CURLOPT_LOW_SPEED_TIME, kLowSpeedSeconds);
    set(CURLOPT_WRITEFUNCTION, TakeBytes);
    set(CURLOPT_READFUNCTION, GiveBytes);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, IsStopped);
    set(CURLOPT_XFERINFODATA, &stopped_);
    return handle;
  }

  absl::Status Perform(CURL* handle, std::string_view path, Reply* reply) {
    const CURLcode result = stopped_ ? CURLE_ABORTED_BY_CALLBACK : curl_->easy_perform(handle);
    long code = 0;
    curl_->easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &code);
    {
      absl::MutexLock lock(&mutex_);
      idle_.push_back(handle);
    }
    const std::string what = absl::StrCat(name_, "/", absl::string_view(path.data(), path.size()));
    if (reply->too_big) return absl::ResourceExhaustedError(absl::StrCat(what, ": is too big"));
    if (result != CURLE_OK) {
      return absl::UnavailableError(absl::StrCat(what, ": ", curl_->easy_strerror(result)));
    }
    if (code >= 200 && code < 300) return absl::OkStatus();
    if (code == 404 || code == 410) return absl::NotFoundError(absl::StrCat(what, ": not there"));
    if (code == 413) return absl::ResourceExhaustedError(absl::StrCat(what, ": is too big"));
    return absl::UnavailableError(absl::StrCat(what, ": HTTP status ", code, Advice(code)));
  }

  static const char* Advice(long code) {
    if (code == 401 || code == 403) return ": name and password are needed in the URL or ~/.netrc";
    if (code >= 300 && code < 400) return ": it has moved; give the new address";
    if (code == 405) return ": the server does not allow this; read only with --cache-mode read";
    return "";
  }

  const CurlLibrary* const curl_;
  const std::string url_;
  const std::string name_;
  curl_slist* headers_ = nullptr;
  std::atomic<bool> stopped_{false};
  absl::Mutex mutex_;
  std::vector<CURL*> idle_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

absl::StatusOr<std::unique_ptr<ObjectPlace>> OpenHttpPlace(const std::string& url) {
  const CurlLibrary* curl = LoadCurl();
  if (curl == nullptr) {
    return absl::UnavailableError(
        "--cache with a URL needs the library libcurl.so.4: install it, or give a folder");
  }
  ParsedUrl parsed(curl, url);
  const std::string scheme = parsed.Part(CURLUPART_SCHEME);
  if (!parsed.good() || (scheme != "http" && scheme != "https") ||
      !parsed.Part(CURLUPART_QUERY).empty() || !parsed.Part(CURLUPART_FRAGMENT).empty()) {
    return absl::InvalidArgumentError(
        "--cache: a URL must be like http://HOST:PORT/PREFIX or https://HOST/PREFIX");
  }
  std::string full = parsed.Part(CURLUPART_URL);
  parsed.Remove(CURLUPART_USER);
  parsed.Remove(CURLUPART_PASSWORD);
  std::string name = parsed.Part(CURLUPART_URL);
  for (std::string* text : {&full, &name}) {
    while (!text->empty() && text->back() == '/') text->pop_back();
  }
  return std::make_unique<HttpPlace>(curl, std::move(full), std::move(name));
}

}  // namespace plait
