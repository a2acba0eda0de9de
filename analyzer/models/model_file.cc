#include "analyzer/models/model_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/message.h"
#include "google/protobuf/text_format.h"

namespace plait {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using google::protobuf::TextFormat;

// No function that anyone models has more arguments; a larger index is a slip of the pen.
constexpr int64_t kMaxArgument = 31;

absl::Status ErrorAt(const std::string& path, int line, const std::string& message) {
  return absl::InvalidArgumentError(absl::StrCat(path, ":", line, ": ", message));
}

// Keeps the first error of the parser; later ones tend to follow from it.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber /*column*/,
                const std::string& message) override {
    if (!message_.empty()) return;
    line_ = line + 1;  // the parser counts from 0; -1 is the end of the text
    message_ = message;
  }
  int line() const { return std::max(line_, 1); }
  const std::string& message() const { return message_; }

 private:
  int line_ = 0;
  std::string message_;
};

// Fields that may be left out although they are messages: their absence means something.
bool MayBeAbsent(const FieldDescriptor& field, const Message& message) {
  const std::string& name = field.full_name();
  if (name == "plait.proto.Touch.address") {
    return static_cast<const proto::Touch&>(message).variadic();
  }
  if (name == "plait.proto.Allocate.out") {
    return !static_cast<const proto::Allocate&>(message).to_out();
  }
  if (name == "plait.proto.Allocate.from") {
    return !static_cast<const proto::Allocate&>(message).is_realloc();
  }
  return name == "plait.proto.Spawn.handle" || name == "plait.proto.Channel.file" ||
         name == "plait.proto.Touch.buffers" || name == "plait.proto.Join.result" ||
         name == "plait.proto.ExitThread.result" || field.message_type()->name() == "Flag";
}

// Whether the number in this field is the index of an argument of the modelled function.
bool IsArgumentIndex(const FieldDescriptor& field) {
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_UINT32 &&
      field.cpp_type() != FieldDescriptor::CPPTYPE_INT32) {
    return false;
  }
  return absl::StrContains(field.name(), "argument") || field.name() == "first_variadic";
}

std::string CheckArgumentIndex(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<int64_t> values;
  if (field.is_repeated()) {
    for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
      values.push_back(reflection.GetRepeatedUInt32(message, &field, i));
    }
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
    values.push_back(reflection.GetUInt32(message, &field));
  } else {
    values.push_back(reflection.GetInt32(message, &field));
  }
  for (int64_t value : values) {
    if (value < -1 || value > kMaxArgument) {
      return absl::StrCat(field.name(), " is ", value, ", which is no index of an argument");
    }
  }
  return "";
}

// Returns what is wrong with an effect, or with a part of one; "" if nothing is.
std::string FindMistake(const Message& message) {
  const Reflection& reflection = *message.GetReflection();
  const auto& descriptor = *message.GetDescriptor();
  for (int i = 0; i < descriptor.field_count(); ++i) {
    const FieldDescriptor& field = *descriptor.field(i);
    if (IsArgumentIndex(field)) {
      if (std::string mistake = CheckArgumentIndex(message, field); !mistake.empty()) {
        return mistake;
      }
    }
    if (field.cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (field.is_repeated()) {
      for (int j = 0; j < reflection.FieldSize(message, &field); ++j) {
        std::string mistake = FindMistake(reflection.GetRepeatedMessage(message, &field, j));
        if (!mistake.empty()) return mistake;
      }
    } else if (reflection.HasField(message, &field)) {
      std::string mistake = FindMistake(reflection.GetMessage(message, &field));
      if (!mistake.empty()) return mistake;
    } else if (field.containing_oneof() == nullptr && !MayBeAbsent(field, message)) {
      return absl::StrCat(descriptor.name(), " does not say its ", field.name());
    }
  }
  return "";
}

// Names of functions and the first line each was seen at.
using SeenNames = absl::flat_hash_map<std::string, int>;

std::string CheckNames(const proto::Function& function, int line, SeenNames& seen) {
  if (function.name().empty() && function.name_prefix().empty()) {
    return "the function has no name";
  }
  for (const std::string& name : function.name()) {
    if (name.empty()) return "a name is empty";
    auto [previous, is_new] = seen.emplace(name, line);
    if (!is_new) {
      return absl::StrCat(name, " has a model already, at line ", previous->second);
    }
  }
  for (const std::string& prefix : function.name_prefix()) {
    if (prefix.empty()) return "a name_prefix is empty, which would be every function";
    auto [previous, is_new] = seen.emplace(absl::StrCat(prefix, "*"), line);
    if (!is_new) {
      return absl::StrCat(prefix, "* has a model already, at line ", previous->second);
    }
  }
  return "";
}

absl::Status CheckFunction(const std::string& path, const proto::Function& function, int line,
                           const TextFormat::ParseInfoTree* tree, SeenNames& seen) {
  if (std::string mistake = CheckNames(function, line, seen); !mistake.empty()) {
    return ErrorAt(path, line, mistake);
  }
  const std::string who =
      function.name().empty() ? absl::StrCat(function.name_prefix(0), "*") : function.name(0);
  if (function.pure() != function.effect().empty()) {
    return ErrorAt(
        path, line,
        absl::StrCat(who, function.pure() ? " is pure and has effects"
                                          : " has no effects; say `pure: true` if that is meant"));
  }
  const FieldDescriptor* effects = proto::Function::descriptor()->FindFieldByName("effect");
  for (int i = 0; i < function.effect_size(); ++i) {
    const proto::Effect& effect = function.effect(i);
    std::string mistake = effect.kind_case() == proto::Effect::KIND_NOT_SET ? "an effect is empty"
                                                                            : FindMistake(effect);
    if (mistake.empty()) continue;
    const int effect_line = tree == nullptr ? line : tree->GetLocation(effects, i).line + 1;
    return ErrorAt(path, effect_line, absl::StrCat(who, ": ", mistake));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<ModelFile>> ParseModelFile(std::string path, std::string_view text) {
  auto file = std::make_unique<ModelFile>();
  file->path = std::move(path);
  FirstError error;
  TextFormat::ParseInfoTree tree;
  TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(&tree);
  if (!parser.ParseFromString(std::string(text), &file->library)) {
    return ErrorAt(file->path, error.line(), error.message());
  }
  if (file->library.name().empty()) return ErrorAt(file->path, 1, "the library has no name");
  for (const std::string& prefix : file->library.alias_prefix()) {
    if (prefix.empty()) return ErrorAt(file->path, 1, "an alias_prefix is empty");
  }
  SeenNames seen;
  const FieldDescriptor* functions = proto::Library::descriptor()->FindFieldByName("function");
  for (int i = 0; i < file->library.function_size(); ++i) {
    file->lines.push_back(tree.GetLocation(functions, i).line + 1);
    absl::Status status = CheckFunction(file->path, file->library.function(i), file->lines.back(),
                                        tree.GetTreeForNested(functions, i), seen);
    if (!status.ok()) return status;
  }
  return file;
}

absl::StatusOr<std::unique_ptr<ModelFile>> ReadModelFile(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return absl::NotFoundError(absl::StrCat(path, ": cannot read this file of models"));
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) return absl::DataLossError(absl::StrCat(path, ": reading stopped half-way"));
  return ParseModelFile(path, text);
}

absl::StatusOr<std::vector<std::string>> ExpandModelPaths(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      if (!std::filesystem::exists(path, error)) {
        return absl::NotFoundError(absl::StrCat(path, ": no such file or folder of models"));
      }
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    std::filesystem::directory_iterator end;
    for (std::filesystem::directory_iterator entry(path, error); !error && entry != end;
         entry.increment(error)) {
      if (entry->path().extension() == ".textproto") found.push_back(entry->path().string());
    }
    if (error) return absl::NotFoundError(absl::StrCat(path, ": ", error.message()));
    if (found.empty()) {
      return absl::NotFoundError(absl::StrCat(path, ": no *.textproto in this folder"));
    }
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace plait
