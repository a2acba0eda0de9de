#include "driver/build_id.h"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <string_view>

#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"

namespace plait {
namespace {

// The first object is the executable itself.
int ReadNotes(dl_phdr_info* info, size_t, void* result) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const char* at = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
    const char* end = at + segment.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char* name = at + sizeof note;
      const char* content = name + ((note.n_namesz + 3) & ~3u);
      at = content + ((note.n_descsz + 3) & ~3u);
      if (at > end) break;
      if (note.n_type != NT_GNU_BUILD_ID ||
          std::string_view(name, note.n_namesz) != std::string_view("GNU", 4)) {
        continue;
      }
      *static_cast<std::string*>(result) =
          absl::BytesToHexString(absl::string_view(content, note.n_descsz));
      return 1;
    }
  }
  return 1;
}

}  // namespace

const std::string& BuildId() {
  static const std::string& id = *[] {
    auto* result = new std::string;
    dl_iterate_phdr(ReadNotes, result);
    return result;
  }();
  return id;
}

}  // namespace plait
