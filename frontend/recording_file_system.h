// A file system that remembers what a compilation asked it for.
#ifndef PLAIT_FRONTEND_RECORDING_FILE_SYSTEM_H_
#define PLAIT_FRONTEND_RECORDING_FILE_SYSTEM_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace plait::frontend {

class RecordingFileSystem : public llvm::vfs::ProxyFileSystem {
 public:
  struct Stamp {
    uint64_t size = 0;
    int64_t mtime_ns = 0;
  };

  using llvm::vfs::ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;

  // Forgets what was asked for so far.
  void Restart();

  // Size and time that the file had when it was opened under that name, before it was read; nullptr
  // if it was not opened.
  const Stamp* Opened(llvm::StringRef path) const;
  // Absolute paths of files and folders that were not there.
  const std::set<std::string>& missing() const { return missing_; }

 private:
  std::string Absolute(const llvm::Twine& path) const;

  std::map<std::string, Stamp> opened_;
  std::set<std::string> missing_;
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_RECORDING_FILE_SYSTEM_H_
