#include "report/escape.h"

#include "absl/strings/str_replace.h"

namespace plait {

std::string EscapeMarkup(const std::string& text) {
  return absl::StrReplaceAll(
      text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

}  // namespace plait
