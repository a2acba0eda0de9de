// Which build of the analysis runs: part of the keys of everything that is stored.
#ifndef PLAIT_DRIVER_BUILD_ID_H_
#define PLAIT_DRIVER_BUILD_ID_H_

#include <string>

namespace plait {

// The running executable's build ID (the linker's digest of its contents), in hexadecimal; empty if
// it was linked without one.
const std::string& BuildId();

}  // namespace plait

#endif  // PLAIT_DRIVER_BUILD_ID_H_
