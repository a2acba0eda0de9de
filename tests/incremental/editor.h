// Edits a C project at random, the way people do: most edits leave it a program, some break it.
#ifndef PLAIT_TESTS_INCREMENTAL_EDITOR_H_
#define PLAIT_TESTS_INCREMENTAL_EDITOR_H_

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/incremental/project.h"

namespace plait {

class Editor {
 public:
  // `headers` are the project's files besides its sources.
  Editor(Project* project, std::vector<std::string> headers);

  // One edit; the same one for the same seed and the same state of the project. Returns what was
  // done, for people.
  std::string Edit(uint32_t seed);

 private:
  using Lines = std::vector<std::string>;
  struct Kind {
    int weight;
    std::string (Editor::*make)();
  };

  uint32_t Below(size_t count);  // 0 <= x < count
  bool OneIn(uint32_t n) { return Below(n) == 0; }
  // A file of the project; "" if it has none.
  std::string AnyFile();
  std::string AnySource();
  Lines Read(const std::string& file) const;
  void Write(const std::string& file, const Lines& lines);
  // Index of a line that is a statement of its own; -1 if there is none.
  int AnyStatement(const Lines& lines);
  // First and last line of each function; begins where nothing is open, ends with "}".
  static std::vector<std::pair<int, int>> Functions(const Lines& lines);
  // A word of the project that is no keyword, mostly the name of a function or variable.
  std::string AnyName(const Lines& lines);

  std::string InsertComment();
  std::string InsertBlankLine();
  std::string Reformat();
  std::string DeleteStatement();
  std::string DuplicateStatement();
  std::string MoveStatement();
  std::string DropLock();
  std::string TakeLock();
  std::string SwapFunctions();
  std::string MoveFunction();
  std::string DeleteFunction();
  std::string AddFunction();
  std::string ChangeNumber();
  std::string RenameName();
  std::string RenameFile();
  std::string ChangeFlags();
  std::string ToggleQualifier();
  std::string AddInclude();
  std::string ShadowHeader();
  std::string DropSource();
  std::string ChangeModels();
  std::string ChangePlait();
  std::string ChangeNothing();

  static const std::vector<Kind>& Kinds();

  Project* const project_;
  std::vector<std::string> headers_;
  std::vector<std::string> shadows_;  // headers in front of others of the same name
  Lines dropped_;                     // sources that are not among the project's now
  std::mt19937 random_;
  int made_ = 0;  // names given to new things
};

}  // namespace plait

#endif  // PLAIT_TESTS_INCREMENTAL_EDITOR_H_
