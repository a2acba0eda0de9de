// Streams of C++ as the IR has them, and those that several threads may use at once.
#ifndef PLAIT_ANALYZER_IR_STANDARD_STREAMS_H_
#define PLAIT_ANALYZER_IR_STANDARD_STREAMS_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace plait::ir {

// Which word of a stream stands for its characters, and which for how values look in it.
inline constexpr int64_t kStreamCharacters = 8;
inline constexpr int64_t kStreamFormat = 16;

// Until it is called, what is printed to standard streams and read from them is synchronised
// (C++20, [iostream.objects.overview]), which how values look in them is not.
inline constexpr std::string_view kEndOfStreamSynchronisation = "std::ios_base::sync_with_stdio";

inline bool IsStandardStream(std::string_view symbol) {
  constexpr std::string_view kStreams[] = {"_ZSt3cin",  "_ZSt4cout",  "_ZSt4cerr",  "_ZSt4clog",
                                           "_ZSt4wcin", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog"};
  return std::find(std::begin(kStreams), std::end(kStreams), symbol) != std::end(kStreams);
}

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_STANDARD_STREAMS_H_
