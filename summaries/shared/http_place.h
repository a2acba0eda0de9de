// Objects on an HTTP server: GET and PUT of URL/ac/<key> and URL/cas/<digest>, as ccache, sccache
// and Bazel do it. Any server that keeps what is PUT will do, such as nginx with WebDAV.
#ifndef PLAIT_SUMMARIES_SHARED_HTTP_PLACE_H_
#define PLAIT_SUMMARIES_SHARED_HTTP_PLACE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "summaries/shared/object_place.h"

namespace plait {

// `url` is http or https, may hold USER:PASSWORD@ and a path, no query. Without them ~/.netrc is
// asked. The environment variable PLAIT_CACHE_HEADER is one more header line for every request,
// such as "Authorization: Bearer ...". Redirections are not followed: a password stays with the
// server it is for.
//
// Connecting takes a second at most; a request that moves less than 10 KB/s for two seconds fails.
// Loads libcurl when first called: InvalidArgument if `url` is not as above, Unavailable if there
// is no libcurl.
absl::StatusOr<std::unique_ptr<ObjectPlace>> OpenHttpPlace(const std::string& url);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_HTTP_PLACE_H_
