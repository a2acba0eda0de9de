// A name for a race that stays the same while the code around it changes: what baselines,
// suppressions and code review tools recognise it by.
#ifndef PLAIT_REPORT_FINGERPRINT_H_
#define PLAIT_REPORT_FINGERPRINT_H_

#include <string>

#include "proto/report.pb.h"

namespace plait {

// 32 hex digits from the variable, its kind, and of both accesses, in whichever order: function,
// kind, text without blanks, and the entry function of the thread. No lines, columns, paths or
// indices: moving code, renaming files, adding threads or reformatting keeps it.
std::string Fingerprint(const proto::Race& race);

// Sets the fingerprint of every race. Of races that share one, such as on two variables of one name
// in different programs, the first by the name of the file that declares it keeps it; others get
// one made with that name, those of one name with the path, and only those of one path with a
// number. So one race more or less adds or takes away one fingerprint, whatever its place in the
// report.
void AssignFingerprints(proto::Report* report);

}  // namespace plait

#endif  // PLAIT_REPORT_FINGERPRINT_H_
