// Names bytes by what they are.
#ifndef PLAIT_ANALYZER_IR_DIGEST_H_
#define PLAIT_ANALYZER_IR_DIGEST_H_

#include <string>
#include <string_view>

namespace plait::ir {

// xxh3-128 as 32 lower-case hex digits, the same on every platform. Not for secrets: someone who
// chooses the bytes can make two with one digest.
std::string Digest128(std::string_view bytes);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_DIGEST_H_
