// Where a shared cache lies: a folder or an HTTP server that holds objects under short paths,
// "ac/<64 hex digits>" and "cas/<64 hex digits>", as Bazel's HTTP cache has them.
#ifndef PLAIT_SUMMARIES_SHARED_OBJECT_PLACE_H_
#define PLAIT_SUMMARIES_SHARED_OBJECT_PLACE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plait {

// Safe to call from many threads. Every call ends within a bounded time, as far as the system lets
// it. Errors name the place and what is wrong:
//   NotFound           there is no such object
//   ResourceExhausted  the object is bigger than asked for, or the place does not take one so big
//   Unavailable        anything else
class ObjectPlace {
 public:
  virtual ~ObjectPlace() = default;

  // For people; holds no password.
  virtual const std::string& name() const = 0;
  // Bytes come as they are, whoever wrote them; never more than `limit`.
  virtual absl::StatusOr<std::string> Get(std::string_view path, size_t limit) = 0;
  // Whole or not at all, in place of what is there.
  virtual absl::Status Put(std::string_view path, std::string_view bytes) = 0;
  // Ends calls under way, and lets later ones fail at once.
  virtual void Stop() = 0;
};

// A URL (http, https) or a folder. InvalidArgument if it is neither; Unavailable if the folder is
// not there and, unless `create`, stays so.
absl::StatusOr<std::unique_ptr<ObjectPlace>> OpenObjectPlace(const std::string& where, bool create);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_OBJECT_PLACE_H_
