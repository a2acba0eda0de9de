// What the exit code of plait says (docs/cli.md).
#ifndef PLAIT_DRIVER_EXIT_CODES_H_
#define PLAIT_DRIVER_EXIT_CODES_H_

namespace plait {

inline constexpr int kExitClean = 0;  // no race found
inline constexpr int kExitRaces = 1;
inline constexpr int kExitUsage = 2;        // the command line or a configuration is wrong
inline constexpr int kExitFailedUnits = 3;  // finished without races, but some units failed
inline constexpr int kExitInternal = 70;    // a defect of Plait

}  // namespace plait

#endif  // PLAIT_DRIVER_EXIT_CODES_H_
