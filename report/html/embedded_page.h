// The style sheet and the script of the HTML report, and their SHA-256 digests in base64: its
// content security policy lets no others run. Made by the build from page.css and page.js.
#ifndef PLAIT_REPORT_HTML_EMBEDDED_PAGE_H_
#define PLAIT_REPORT_HTML_EMBEDDED_PAGE_H_

namespace plait {

extern const char kPageStyle[];
extern const char kPageStyleDigest[];
extern const char kPageScript[];
extern const char kPageScriptDigest[];

}  // namespace plait

#endif  // PLAIT_REPORT_HTML_EMBEDDED_PAGE_H_
