// Reads the models of one library from text (message plait.proto.Library) and checks them.
//
// The embedded models never come this way at run time: they are encoded at build time, and a test
// reads their sources through here instead.
#ifndef PLAIT_ANALYZER_MODELS_MODEL_FILE_H_
#define PLAIT_ANALYZER_MODELS_MODEL_FILE_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "proto/models.pb.h"

namespace plait {

struct ModelFile {
  std::string path;
  proto::Library library;
  std::vector<int> lines;  // 1-based line of library.function(i)
};

// Parses `text`; `path` is for messages. InvalidArgument, beginning with "path:line: ", if it does
// not parse or if a model in it cannot mean anything: no name, neither effects nor pure, an effect
// without its object, an argument index out of range, the same name twice.
absl::StatusOr<std::unique_ptr<ModelFile>> ParseModelFile(std::string path, std::string_view text);

// Reads and parses the file. NotFound if it cannot be read.
absl::StatusOr<std::unique_ptr<ModelFile>> ReadModelFile(const std::string& path);

// Returns `paths` with each folder replaced by its *.textproto files, in order of name.
// NotFound if a path does not exist or a folder has no such file.
absl::StatusOr<std::vector<std::string>> ExpandModelPaths(const std::vector<std::string>& paths);

}  // namespace plait

#endif  // PLAIT_ANALYZER_MODELS_MODEL_FILE_H_
