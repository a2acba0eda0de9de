#include "report/uri.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace plait {

std::string RelativeUri(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    if (absl::ascii_isalnum(c) || absl::StrContains("-._~/", c)) {
      uri += c;
    } else {
      absl::StrAppendFormat(&uri, "%%%02X", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

std::string FileUri(std::string_view path) {
  while (path.ends_with("//")) path.remove_suffix(1);
  return absl::StrCat("file://", RelativeUri(path));
}

}  // namespace plait
