#include "summaries/shared/curl_library.h"

#include <dlfcn.h>

namespace plait {
namespace {

template <typename Function>
bool Find(void* library, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(library, name));
  return *function != nullptr;
}

const CurlLibrary* Load() {
  void* file = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (file == nullptr) return nullptr;
  static CurlLibrary& library = *new CurlLibrary();
  decltype(&curl_global_init) global_init = nullptr;
  const bool complete = Find(file, "curl_global_init", &global_init) &&
                        Find(file, "curl_easy_init", &library.easy_init) &&
                        Find(file, "curl_easy_cleanup", &library.easy_cleanup) &&
                        Find(file, "curl_easy_setopt", &library.easy_setopt) &&
                        Find(file, "curl_easy_perform", &library.easy_perform) &&
                        Find(file, "curl_easy_getinfo", &library.easy_getinfo) &&
                        Find(file, "curl_easy_strerror", &library.easy_strerror) &&
                        Find(file, "curl_slist_append", &library.slist_append) &&
                        Find(file, "curl_slist_free_all", &library.slist_free_all) &&
                        Find(file, "curl_url", &library.url) &&
                        Find(file, "curl_url_cleanup", &library.url_cleanup) &&
                        Find(file, "curl_url_get", &library.url_get) &&
                        Find(file, "curl_url_set", &library.url_set) &&
                        Find(file, "curl_free", &library.free);
  return complete && global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? &library : nullptr;
}

}  // namespace

const CurlLibrary* LoadCurl() {
  static const CurlLibrary* const library = Load();
  return library;
}

}  // namespace plait
