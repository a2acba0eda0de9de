// libcurl, loaded when it is needed: with the thirty libraries it brings it would take longer to
// load than all the rest of plait takes to start.
#ifndef PLAIT_SUMMARIES_SHARED_CURL_LIBRARY_H_
#define PLAIT_SUMMARIES_SHARED_CURL_LIBRARY_H_

#include <curl/curl.h>

namespace plait {

// The functions in use, under their names without "curl_". The types are those of the header.
struct CurlLibrary {
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_setopt) easy_setopt;
  decltype(&curl_easy_perform) easy_perform;
  decltype(&curl_easy_getinfo) easy_getinfo;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_slist_append) slist_append;
  decltype(&curl_slist_free_all) slist_free_all;
  decltype(&curl_url) url;
  decltype(&curl_url_cleanup) url_cleanup;
  decltype(&curl_url_get) url_get;
  decltype(&curl_url_set) url_set;
  decltype(&curl_free) free;
};

// The library, loaded at the first call and never unloaded; nullptr if the system has none.
const CurlLibrary* LoadCurl();

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_CURL_LIBRARY_H_
