#include "frontend/capture.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "analyzer/ir/digest.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/Stack.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendOptions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "frontend/locations.h"
#include "frontend/lower_unit.h"
#include "frontend/recording_file_system.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/VirtualFileSystem.h"

#ifndef PLAIT_RESOURCE_DIR
#define PLAIT_RESOURCE_DIR "/usr/lib/llvm-19/lib/clang/19"
#endif

namespace plait::frontend {
namespace {

constexpr size_t kMostErrors = 20;

// Counts errors and keeps the first few; everything else is ignored.
class ErrorCollector : public clang::DiagnosticConsumer {
 public:
  ErrorCollector(std::vector<std::string>& errors, uint32_t& count)
      : errors_(errors), count_(count) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error) return;
    ++count_;
    if (errors_.size() >= kMostErrors) return;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    std::string text;
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const clang::PresumedLoc position =
          diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
      if (position.isValid()) {
        text = absl::StrCat(position.getFilename(), ":", position.getLine(), ":",
                            position.getColumn(), ": ");
      }
    }
    absl::StrAppend(&text, std::string(message));
    errors_.push_back(std::move(text));
  }

 private:
  std::vector<std::string>& errors_;
  uint32_t& count_;
};

struct Capture {
  std::string directory;
  std::string project_root;
  ir::Unit unit;
  llvm::IntrusiveRefCntPtr<RecordingFileSystem> file_system;
  FilesSeen files;
};

class LoweringConsumer : public clang::ASTConsumer {
 public:
  explicit LoweringConsumer(Capture& capture) : capture_(capture) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    Locations locations(context.getSourceManager(), capture_.directory, capture_.project_root);
    UnitLowering(context, locations).Lower(capture_.unit);
    ListFiles(context.getSourceManager(), locations);
  }

 private:
  void ListFiles(const clang::SourceManager& source, Locations& locations) {
    std::vector<std::string>& files = capture_.unit.included_files;
    llvm::DenseSet<llvm::StringRef> seen;
    const auto main = source.getFileEntryRefForID(source.getMainFileID());
    if (main.has_value()) {
      files.push_back(locations.AbsolutePath(main->getName()));
      capture_.unit.file = locations.ProjectPath(files.front());
      capture_.files.read.emplace_back().path = files.front();
    }
    // Entries come in the order in which the files were first read.
    for (unsigned i = 0; i < source.local_sloc_entry_size(); ++i) {
      const clang::SrcMgr::SLocEntry& entry = source.getLocalSLocEntry(i);
      if (!entry.isFile()) continue;
      const clang::OptionalFileEntryRef file = entry.getFile().getContentCache().OrigEntry;
      if (!file.has_value() || !seen.insert(file->getName()).second) continue;
      std::string path = locations.AbsolutePath(file->getName());
      const bool is_main = !files.empty() && path == files.front();
      if (!is_main) {
        files.push_back(path);
        capture_.files.read.emplace_back().path = std::move(path);
      }
      Stamp(entry.getFile().getContentCache(), *file,
            is_main ? &capture_.files.read.front() : &capture_.files.read.back());
    }
  }

  // Of the bytes that were parsed, whatever is in the file by now. What was not opened by this name
  // keeps a time that no file has, and is compared by its contents later.
  void Stamp(const clang::SrcMgr::ContentCache& contents, clang::FileEntryRef file,
             FileRead* read) const {
    if (const auto buffer = contents.getBufferIfLoaded()) {
      read->digest = ir::Digest128({buffer->getBufferStart(), buffer->getBufferSize()});
      read->size = buffer->getBufferSize();
    }
    const auto* stamp = capture_.file_system->Opened(file.getNameAsRequested());
    if (stamp != nullptr && stamp->size == read->size) read->mtime_ns = stamp->mtime_ns;
  }

  Capture& capture_;
};

class LoweringAction : public clang::ASTFrontendAction {
 public:
  explicit LoweringAction(Capture& capture) : capture_(capture) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                        llvm::StringRef) override {
    return std::make_unique<LoweringConsumer>(capture_);
  }
  bool hasPCHSupport() const override { return true; }

 private:
  Capture& capture_;
};

std::vector<std::string> DriverArguments(const std::string& file,
                                         const std::vector<std::string>& arguments) {
  std::vector<std::string> result = arguments;
  if (result.empty()) result = {"clang", file};
  // Before a possible "--", after which everything is a file name.
  const auto separator = std::find(result.begin(), result.end(), "--");
  const std::vector<std::string> added = {
      "-fsyntax-only",
      "-D__PLAIT__=1",  // include/plait/plait.h
      "-w",
      "-ferror-limit=0",
      "-fno-spell-checking",
      "-resource-dir",
      PLAIT_RESOURCE_DIR,
      // Errors to Clang, warnings to the compilers that old code was written for. The code means
      // the same either way.
      "-Wno-error=implicit-function-declaration",
      "-Wno-error=implicit-int",
      "-Wno-error=int-conversion",
      "-Wno-error=incompatible-function-pointer-types",
      "-Wno-error=return-mismatch",
      "-Wno-error=atomic-access",
  };
  result.insert(separator, added.begin(), added.end());
  return result;
}

void Configure(clang::CompilerInvocation& invocation) {
  clang::FrontendOptions& frontend = invocation.getFrontendOpts();
  frontend.ProgramAction = clang::frontend::ParseSyntaxOnly;
  frontend.DisableFree = false;  // a library must give its memory back
  frontend.ShowStats = false;
  invocation.getDependencyOutputOpts() = clang::DependencyOutputOptions();
  invocation.getPreprocessorOutputOpts() = clang::PreprocessorOutputOptions();
  invocation.getDiagnosticOpts().VerifyDiagnostics = false;
  invocation.getLangOpts().CommentOpts = clang::CommentOptions();
}

}  // namespace

absl::StatusOr<ir::Unit> CaptureUnit(const std::string& directory, const std::string& file,
                                     const std::vector<std::string>& arguments,
                                     const CaptureOptions& options, FilesSeen* files) {
  clang::noteBottomOfStack();
  Capture capture;
  capture.directory = directory;
  capture.project_root = options.project_root;

  auto file_system = llvm::vfs::createPhysicalFileSystem();
  file_system->setCurrentWorkingDirectory(directory);
  capture.file_system = llvm::makeIntrusiveRefCnt<RecordingFileSystem>(
      llvm::IntrusiveRefCntPtr(file_system.release()));
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> shared_file_system = capture.file_system;
  if (!shared_file_system->exists(file)) {
    return absl::NotFoundError(absl::StrCat("cannot read ", file, " in ", directory));
  }

  ErrorCollector collector(capture.unit.errors, capture.unit.error_count);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnostic_options =
      new clang::DiagnosticOptions();
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
      clang::CompilerInstance::createDiagnostics(diagnostic_options.get(), &collector,
                                                 /*ShouldOwnClient=*/false);

  const std::vector<std::string> driver_arguments = DriverArguments(file, arguments);
  std::vector<const char*> argument_pointers;
  for (const std::string& argument : driver_arguments) {
    argument_pointers.push_back(argument.c_str());
  }
  clang::CreateInvocationOptions invocation_options;
  invocation_options.Diags = diagnostics;
  invocation_options.VFS = shared_file_system;
  invocation_options.RecoverOnError = true;
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(argument_pointers, invocation_options);
  if (invocation == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("the arguments for ", file, " describe no compilation of it"));
  }
  Configure(*invocation);
  // Where the driver looked for toolchains is the system's business.
  capture.file_system->Restart();

  clang::CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&collector, /*ShouldOwnClient=*/false);
  // A missing header is fatal to a compiler. Here the rest of the file is still worth reading.
  compiler.getDiagnostics().setFatalsAsError(true);
  compiler.setFileManager(new clang::FileManager(compiler.getFileSystemOpts(), shared_file_system));
  LoweringAction action(capture);
  compiler.ExecuteAction(action);
  if (capture.unit.included_files.empty()) {
    const std::string reason =
        capture.unit.errors.empty() ? "no reason given" : capture.unit.errors.front();
    return absl::InvalidArgumentError(absl::StrCat("cannot parse ", file, ": ", reason));
  }
  if (files != nullptr) {
    *files = std::move(capture.files);
    const std::set<std::string>& missing = capture.file_system->missing();
    files->missing.assign(missing.begin(), missing.end());
  }
  return std::move(capture.unit);
}

}  // namespace plait::frontend
