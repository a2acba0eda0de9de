// What the annotated programs below tests/programs say of themselves.
//
//   code;  // RACE! x            a race on x with an access on this line must be reported
//   code;  // FALSE-ALARM x: why is reported today and should not be
//   code;  // MISSED x: why      is not reported today and should be
//   // VERDICT: unknown: why     first line: the verdict may be unknown
//   // TODAY: unknown: why       the verdict is unknown today and should not be
//   // FLAGS: -std=gnu89         compiler flags of the program
//   // TSAN: silent: why         ThreadSanitizer cannot be asked about this program
//
// No annotation means that silence is expected. FALSE-ALARM, MISSED and TODAY fail when they stop
// being true, so that progress is noticed.
#ifndef PLAIT_TESTS_ANNOTATIONS_H_
#define PLAIT_TESTS_ANNOTATIONS_H_

#include <ostream>
#include <string>
#include <vector>

namespace plait {

struct Annotation {
  enum class Kind { kRace, kFalseAlarm, kMissed };
  Kind kind = Kind::kRace;
  std::string file;  // relative to the folder of all programs
  int line = 0;      // 1-based
  std::string variable;
};

struct AnnotatedProgram {
  std::string name;                // "locks/same_mutex_excludes"
  std::vector<std::string> files;  // absolute
  std::vector<std::string> flags;
  std::vector<Annotation> annotations;
  bool may_be_unknown = false;
  bool is_unknown_today = false;
  bool tsan_silent = false;

  bool is_racy() const;  // has a real race, reported or missed
};

// For the messages of tests.
std::ostream& operator<<(std::ostream& out, const AnnotatedProgram& program);

// All programs below `folder`, sorted by name: each .c or .cc file, and each folder of multi/ as
// one program.
std::vector<AnnotatedProgram> FindPrograms(const std::string& folder);

// The folder of the programs, from a test run by Bazel.
std::string ProgramsFolder();

}  // namespace plait

#endif  // PLAIT_TESTS_ANNOTATIONS_H_
