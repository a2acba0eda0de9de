// Text inside of HTML and XML.
#ifndef PLAIT_REPORT_ESCAPE_H_
#define PLAIT_REPORT_ESCAPE_H_

#include <string>

namespace plait {

// For element content and quoted attribute values alike. Takes printable text
// (report/source_excerpt.h), which may have line breaks and tabs in it.
std::string EscapeMarkup(const std::string& text);

}  // namespace plait

#endif  // PLAIT_REPORT_ESCAPE_H_
