#include "frontend/recording_file_system.h"

#include <chrono>
#include <utility>

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Chrono.h"

namespace plait::frontend {

std::string RecordingFileSystem::Absolute(const llvm::Twine& path) const {
  llvm::SmallString<256> absolute;
  path.toVector(absolute);
  makeAbsolute(absolute);
  return std::string(absolute);
}

llvm::ErrorOr<llvm::vfs::Status> RecordingFileSystem::status(const llvm::Twine& path) {
  llvm::ErrorOr<llvm::vfs::Status> result = getUnderlyingFS().status(path);
  if (!result) missing_.insert(Absolute(path));
  return result;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> RecordingFileSystem::openFileForRead(
    const llvm::Twine& path) {
  auto result = getUnderlyingFS().openFileForRead(path);
  if (!result) {
    missing_.insert(Absolute(path));
    return result;
  }
  if (llvm::ErrorOr<llvm::vfs::Status> status = (*result)->status()) {
    const auto since_epoch = status->getLastModificationTime().time_since_epoch();
    opened_[Absolute(path)] = {
        status->getSize(),
        std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch).count()};
  }
  return result;
}

void RecordingFileSystem::Restart() {
  opened_.clear();
  missing_.clear();
}

const RecordingFileSystem::Stamp* RecordingFileSystem::Opened(llvm::StringRef path) const {
  const auto found = opened_.find(Absolute(path));
  return found == opened_.end() ? nullptr : &found->second;
}

}  // namespace plait::frontend
