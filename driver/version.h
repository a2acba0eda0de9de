// The version that `plait version` and reports name.
#ifndef PLAIT_DRIVER_VERSION_H_
#define PLAIT_DRIVER_VERSION_H_

namespace plait {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace plait

#endif  // PLAIT_DRIVER_VERSION_H_
