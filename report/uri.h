// Paths as URIs (RFC 3986).
#ifndef PLAIT_REPORT_URI_H_
#define PLAIT_REPORT_URI_H_

#include <string>
#include <string_view>

namespace plait {

// "src/my file.c" gives "src/my%20file.c". All but unreserved characters and '/' are encoded, byte
// by byte.
std::string RelativeUri(std::string_view path);

// "file:///src/a.c" for an absolute path; slashes at its end are one.
std::string FileUri(std::string_view path);

}  // namespace plait

#endif  // PLAIT_REPORT_URI_H_
