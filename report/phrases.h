// The sentences that formats share. All of them are printable (report/source_excerpt.h): no name
// or path can add a line, a control character or bytes that are no UTF-8.
#ifndef PLAIT_REPORT_PHRASES_H_
#define PLAIT_REPORT_PHRASES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "proto/report.pb.h"

namespace plait {

std::string Count(uint64_t count, const char* one, const char* many);  // "1 unit", "2 units"
std::string CallName(const std::string& function);                     // "add()"
std::string Quoted(const std::string& name);                           // "'counter'"
std::string PlaceName(const proto::SourceLocation& location);          // "a.c:3:5", "a.c"

// The thread of an access; null if the report does not have it.
const proto::Thread* ThreadOf(const proto::Report& report, const proto::Access& access);

// "main thread", "thread worker() (several may run at once)", "another thread worker()"
std::string ThreadPhrase(const proto::Thread* thread, bool another = false);

// "write", "atomic read and write"
std::string KindPhrase(const proto::Access& access);

// "write in add(), thread worker(), no lock held"; locks that are held are left to the caller. With
// a place: "write in add() at a.c:3:5, ...". `another`: the other access is by a thread of its
// kind.
std::string AccessPhrase(const proto::Report& report, const proto::Access& access, bool another,
                         const std::string& place = "");

// "write in add(), thread worker(), holding 'm', 'n' for reading"
std::string AccessWithLocks(const proto::Report& report, const proto::Access& access, bool another,
                            const std::string& place = "");

// "global variable of type 'int', declared at a.c:4:12"
std::string VariablePhrase(const proto::Race& race);

// "7 of 9 other accesses hold 'm', as at a.c:77:3"
std::string GuardPhrase(const proto::GuardEvidence& guard);

// Those that any access holds, the most held first: the lock that an access probably forgot.
std::vector<const proto::GuardEvidence*> GuardsByCount(const proto::Race& race);

// "thread worker() created here, in start(), by thread reporter()"
std::string CreationPhrase(const proto::Report& report, const proto::Thread& thread);

// "holds 'm' for reading"
std::string LockPhrase(const proto::HeldLock& lock, bool on_some_paths);

// "possible data race on 'x'", "data race on 'x'"
std::string RaceTitle(const proto::Race& race);

// What a reader needs who sees nothing else, in one line: both accesses with places, threads and
// locks, and what is wrong. The place of the second access is written as the caller likes.
std::string RaceSentence(const proto::Report& report, const proto::Race& race,
                         const std::string& second_place);
std::string RaceSentence(const proto::Report& report, const proto::Race& race);

// "ignore[x] (a.c:7): counted roughly, until 2027-01-31"
std::string SuppressionPhrase(const proto::Suppression& suppression);

// "the lock on m was removed, at a.c:7:3 of the earlier version"
std::string CausePhrase(const proto::Cause& cause);

// Its line of source, without the white space around it.
std::string CauseLine(const proto::Cause& cause);

// "3 introduced, 1 fixed, 12 unchanged"
std::string ComparisonPhrase(uint32_t introduced, uint32_t fixed, uint32_t unchanged);

// What a verdict of race-free rests on, so that silence can be trusted.
std::string CoveragePhrase(const proto::RunStats& stats);

}  // namespace plait

#endif  // PLAIT_REPORT_PHRASES_H_
