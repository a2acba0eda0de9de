// Library functions whose results programs depend on.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/witness/container_call.h"
#include "checkers/witness/library_call.h"

namespace plait::witness {
namespace {

constexpr uint32_t kIntSize = 4;

}  // namespace

struct LibraryFunctions {
  using Table = std::vector<std::pair<absl::string_view, LibraryCall::Handler>>;

  static const Table& All() {
    static const Table* const table = new Table{
        {"__VERIFIER_nondet_", &LibraryCall::Nondeterministic},
        {ContainerCall::kPrefix, &LibraryCall::InContainer},
        {"memset", &LibraryCall::Memset},
        {"strlen", &LibraryCall::Strlen},
        {"strcmp", &LibraryCall::Strcmp},
        {"strncmp", &LibraryCall::Strcmp},
        {"strcasecmp", &LibraryCall::Strcmp},
        {"strncasecmp", &LibraryCall::Strcmp},
        {"memcmp", &LibraryCall::Memcmp},
        {"strcpy", &LibraryCall::Strcpy},
        {"strncpy", &LibraryCall::Strncpy},
        {"strcat", &LibraryCall::Strcat},
        {"strchr", &LibraryCall::Strchr},
        {"strrchr", &LibraryCall::Strchr},
        {"strstr", &LibraryCall::Strstr},
        {"strcasestr", &LibraryCall::Strstr},
        {"__strcasestr", &LibraryCall::Strstr},
        {"strpbrk", &LibraryCall::Strpbrk},
        {"strspn", &LibraryCall::Strspn},
        {"strcspn", &LibraryCall::Strspn},
        {"index", &LibraryCall::Strchr},
        {"rindex", &LibraryCall::Strchr},
        {"strchrnul", &LibraryCall::Strchr},
        {"strnlen", &LibraryCall::Strnlen},
        {"strcoll", &LibraryCall::Strcmp},
        {"__strcasecmp", &LibraryCall::Strcmp},
        {"bcmp", &LibraryCall::Memcmp},
        {"memchr", &LibraryCall::Memchr},
        {"memrchr", &LibraryCall::Memchr},
        {"bzero", &LibraryCall::Bzero},
        {"explicit_bzero", &LibraryCall::Bzero},
        {"mempcpy", &LibraryCall::Mempcpy},
        {"__mempcpy", &LibraryCall::Mempcpy},
        {"strncat", &LibraryCall::Strcat},
        {"strlcpy", &LibraryCall::Strlcpy},
        {"strlcat", &LibraryCall::Strlcpy},
        {"stpcpy", &LibraryCall::Stpcpy},
        {"__stpcpy", &LibraryCall::Stpcpy},
        {"strndup", &LibraryCall::Strdup},
        {"__strndup", &LibraryCall::Strdup},
        {"__strdup", &LibraryCall::Strdup},
        {"strtok", &LibraryCall::Strtok},
        {"strsep", &LibraryCall::Strsep},
        {"vsnprintf", &LibraryCall::Format},
        {"vsprintf", &LibraryCall::Format},
        {"printf", &LibraryCall::Print},
        {"fprintf", &LibraryCall::Print},
        {"dprintf", &LibraryCall::Print},
        {"vprintf", &LibraryCall::Print},
        {"vfprintf", &LibraryCall::Print},
        {"va_start", &LibraryCall::StartVariadic},
        {"va_arg", &LibraryCall::NextVariadic},
        {"va_copy", &LibraryCall::CopyVariadic},
        {"qsort", &LibraryCall::Sort},
        {"qsort_r", &LibraryCall::Sort},
        {"bsearch", &LibraryCall::FindSorted},
        {"div", &LibraryCall::Divide},
        {"ldiv", &LibraryCall::Divide},
        {"lldiv", &LibraryCall::Divide},
        {"imaxdiv", &LibraryCall::Divide},
        {"imaxabs", &LibraryCall::Abs},
        {"snprintf", &LibraryCall::Format},
        {"sprintf", &LibraryCall::Format},
        {"strdup", &LibraryCall::Strdup},
        {"strtok_r", &LibraryCall::StrtokR},
        {"__strtok_r", &LibraryCall::StrtokR},
        {"abs", &LibraryCall::Abs},
        {"labs", &LibraryCall::Abs},
        {"llabs", &LibraryCall::Abs},
        {"isalnum", &LibraryCall::CharacterClass},
        {"isalpha", &LibraryCall::CharacterClass},
        {"isblank", &LibraryCall::CharacterClass},
        {"iscntrl", &LibraryCall::CharacterClass},
        {"isdigit", &LibraryCall::CharacterClass},
        {"isgraph", &LibraryCall::CharacterClass},
        {"islower", &LibraryCall::CharacterClass},
        {"isprint", &LibraryCall::CharacterClass},
        {"ispunct", &LibraryCall::CharacterClass},
        {"isspace", &LibraryCall::CharacterClass},
        {"isupper", &LibraryCall::CharacterClass},
        {"isxdigit", &LibraryCall::CharacterClass},
        {"tolower", &LibraryCall::OtherCase},
        {"toupper", &LibraryCall::OtherCase},
        {"atoi", &LibraryCall::ToInteger},
        {"atol", &LibraryCall::ToInteger},
        {"atoll", &LibraryCall::ToInteger},
        {"strtol", &LibraryCall::ParseNumber},
        {"strtoul", &LibraryCall::ParseNumber},
        {"strtoll", &LibraryCall::ParseNumber},
        {"strtoull", &LibraryCall::ParseNumber},
        {"strtoimax", &LibraryCall::ParseNumber},
        {"strtoumax", &LibraryCall::ParseNumber},
        {"strtod", &LibraryCall::ParseNumber},
        {"strtof", &LibraryCall::ParseNumber},
        {"strtold", &LibraryCall::ParseNumber},
        {"sysconf", &LibraryCall::Constant},
        {"__sysconf", &LibraryCall::Constant},
        {"get_nprocs", &LibraryCall::Constant},
        {"get_nprocs_conf", &LibraryCall::Constant},
        {"getpagesize", &LibraryCall::Constant},
        {"__getpagesize", &LibraryCall::Constant},
        {"getpid", &LibraryCall::Constant},
        {"__getpid", &LibraryCall::Constant},
        {"gettid", &LibraryCall::Constant},
        {"time", &LibraryCall::Time},
        {"clock", &LibraryCall::Time},
        {"clock_gettime", &LibraryCall::ClockTime},
        {"__clock_gettime", &LibraryCall::ClockTime},
        {"gettimeofday", &LibraryCall::ClockTime},
        {"__gettimeofday", &LibraryCall::ClockTime},
        {"timespec_get", &LibraryCall::ClockTime},
        {"fopen", &LibraryCall::Open},
        {"fopen64", &LibraryCall::Open},
        {"fdopen", &LibraryCall::Open},
        {"popen", &LibraryCall::Open},
        {"tmpfile", &LibraryCall::Open},
        {"fread", &LibraryCall::Transfer},
        {"fwrite", &LibraryCall::Transfer},
        {"write", &LibraryCall::Transfer},
        {"fgets", &LibraryCall::ReadLine},
        {"getline", &LibraryCall::GetLine},
        {"getchar", &LibraryCall::ReadCharacter},
        {"getchar_unlocked", &LibraryCall::ReadCharacter},
        {"getc", &LibraryCall::ReadCharacter},
        {"getc_unlocked", &LibraryCall::ReadCharacter},
        {"_IO_getc", &LibraryCall::ReadCharacter},
        {"fgetc", &LibraryCall::ReadCharacter},
        {"putchar", &LibraryCall::WriteCharacter},
        {"putchar_unlocked", &LibraryCall::WriteCharacter},
        {"putc", &LibraryCall::WriteCharacter},
        {"putc_unlocked", &LibraryCall::WriteCharacter},
        {"_IO_putc", &LibraryCall::WriteCharacter},
        {"fputc", &LibraryCall::WriteCharacter},
        {"fclose", &LibraryCall::Succeed},
        {"fflush", &LibraryCall::Succeed},
        {"fseek", &LibraryCall::Succeed},
        {"fseeko", &LibraryCall::Succeed},
        {"fputs", &LibraryCall::Succeed},
        {"puts", &LibraryCall::Succeed},
        {"feof", &LibraryCall::Succeed},
        {"ferror", &LibraryCall::Succeed},
        {"remove", &LibraryCall::Succeed},
        {"rename", &LibraryCall::Succeed},
        {"unlink", &LibraryCall::Succeed},
        {"mkdir", &LibraryCall::Succeed},
        {"close", &LibraryCall::Succeed},
        {"setvbuf", &LibraryCall::Succeed},
        {"nanosleep", &LibraryCall::Succeed},
        {"atexit", &LibraryCall::Succeed},
        {"setenv", &LibraryCall::Succeed},
        {"sigaction", &LibraryCall::Succeed},
        {"sigemptyset", &LibraryCall::Succeed},
        {"sigaddset", &LibraryCall::Succeed},
        {"open", &LibraryCall::OpenDescriptor},
        {"open64", &LibraryCall::OpenDescriptor},
        {"creat", &LibraryCall::OpenDescriptor},
        {"socket", &LibraryCall::OpenDescriptor},
        {"dup", &LibraryCall::OpenDescriptor},
        {"shm_open", &LibraryCall::OpenDescriptor},
        {"epoll_create", &LibraryCall::OpenDescriptor},
        {"epoll_create1", &LibraryCall::OpenDescriptor},
        {"timerfd_create", &LibraryCall::OpenDescriptor},
        {"eventfd", &LibraryCall::OpenDescriptor},
        {"ftell", &LibraryCall::SomeCount},
        {"ftello", &LibraryCall::SomeCount},
        {"lseek", &LibraryCall::SomeCount},
        {"bind", &LibraryCall::Succeed},
        {"listen", &LibraryCall::Succeed},
        {"setsockopt", &LibraryCall::Succeed},
        {"stat", &LibraryCall::Succeed},
        {"lstat", &LibraryCall::Succeed},
        {"fstat", &LibraryCall::Succeed},
        {"access", &LibraryCall::Succeed},
        {"rmdir", &LibraryCall::Succeed},
        {"chdir", &LibraryCall::Succeed},
        {"ftruncate", &LibraryCall::Succeed},
        {"fsync", &LibraryCall::Succeed},
        {"putenv", &LibraryCall::Succeed},
        {"unsetenv", &LibraryCall::Succeed},
        {"setrlimit", &LibraryCall::Succeed},
        {"getrlimit", &LibraryCall::Succeed},
        {"sigprocmask", &LibraryCall::Succeed},
        {"sigfillset", &LibraryCall::Succeed},
        {"gethostname", &LibraryCall::Succeed},
        {"epoll_ctl", &LibraryCall::Succeed},
        {"munmap", &LibraryCall::Succeed},
        {"getopt", &LibraryCall::GetOption},
        {"getopt_long", &LibraryCall::GetOption},
        {"pthread_equal", &LibraryCall::Equal},
        {"thrd_equal", &LibraryCall::Equal},
        {"rand", &LibraryCall::RandomNumber},
        {"rand_r", &LibraryCall::RandomNumber},
        {"random", &LibraryCall::RandomNumber},
        {"lrand48", &LibraryCall::RandomNumber},
        {"nrand48", &LibraryCall::RandomNumber},
        {"getenv", &LibraryCall::Getenv},
        {"sched_yield", &LibraryCall::ReturnZero},
        {"::_ZL15__gthread_yieldv", &LibraryCall::ReturnZero},
        {"usleep", &LibraryCall::ReturnZero},
        {"sleep", &LibraryCall::ReturnZero},
        {"setjmp", &LibraryCall::SetJump},
        {"_setjmp", &LibraryCall::SetJump},
        {"sigsetjmp", &LibraryCall::SetJump},
        {"__sigsetjmp", &LibraryCall::SetJump},
        {"__sigsetjmp_cancel", &LibraryCall::SetJump},
        {"longjmp", &LibraryCall::LongJump},
        {"_longjmp", &LibraryCall::LongJump},
        {"__longjmp_chk", &LibraryCall::LongJump},
        {"siglongjmp", &LibraryCall::LongJump},
        {"__errno_location", &LibraryCall::Errno},
        {"pthread_key_create", &LibraryCall::CreateKey},
        {"pthread_key_delete", &LibraryCall::DeleteKey},
        {"tss_create", &LibraryCall::CreateKey},
        {"pthread_getspecific", &LibraryCall::GetSpecific},
        {"tss_get", &LibraryCall::GetSpecific},
        {"pthread_setspecific", &LibraryCall::SetSpecific},
        {"tss_set", &LibraryCall::SetSpecific},
        {"pthread_register_cancel", &LibraryCall::PushCleanup},
        {"_pthread_cleanup_push", &LibraryCall::PushCleanup},
        {"pthread_unregister_cancel", &LibraryCall::PopCleanup},
        {"pthread_cancel", &LibraryCall::Unsupported},
        {"pthread_kill", &LibraryCall::Unsupported},
        {"pthread_sigqueue", &LibraryCall::Unsupported},
        {"pthread_key_delete", &LibraryCall::Unsupported},
        {"tss_delete", &LibraryCall::Unsupported},
        {"pthread_mutex_consistent", &LibraryCall::Unsupported},
        {"scanf", &LibraryCall::Scan},
        {"fscanf", &LibraryCall::Scan},
        {"sscanf", &LibraryCall::Scan},
        {"raise", &LibraryCall::Unsupported},
        {"kill", &LibraryCall::Unsupported},
    };
    return *table;
  }
};

LibraryCall::Handler LibraryCall::FindHandler(const Function& function) {
  const LibraryFunctions::Table& all = LibraryFunctions::All();
  if (!function.handler.has_value()) {
    const absl::string_view name = function.library_name;
    const bool is_input =
        absl::StartsWith(name, "__VERIFIER_nondet_") && name != "__VERIFIER_nondet_memory";
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& entry) {
      if (absl::StartsWith(name, ContainerCall::kPrefix)) {
        return entry.first == ContainerCall::kPrefix;
      }
      return entry.first == (is_input ? "__VERIFIER_nondet_" : name);
    });
    function.handler = found - all.begin();
  }
  return *function.handler < all.size() ? all[*function.handler].second : nullptr;
}

LibraryCall::State LibraryCall::Equal() {
  const Value a = Argument(0), b = Argument(1);
  if (!a.known || !b.known || MayBeOthers(a, b)) return ReturnNothingKnown();
  SetResult(Value::Of(a.bits == b.bits));
  return State::kDone;
}

LibraryCall::State LibraryCall::Getenv() {
  if (!IsExploration()) return ReturnZero();
  SetResult({static_cast<int64_t>(machine_.argument_text_), false, Value::Side::kInsideOrNull});
  return State::kDone;
}

LibraryCall::State LibraryCall::ReturnZero() {
  SetResult(Value::Of(0));
  return State::kDone;
}

LibraryCall::State LibraryCall::ReturnNothingKnown() {
  SetResult(Value::Unknown());
  return State::kDone;
}

LibraryCall::State LibraryCall::Errno() {
  uint64_t& address = thread().error_number;
  if (address == 0) {
    const Contents contents = IsExploration() ? Contents::kUnknown : Contents::kZero;
    address = machine_.memory_.Allocate(kIntSize, ObjectKind::kThreadLocal, contents,
                                        machine_.OriginHere(t_));
  } else if (IsExploration()) {
    // Functions of the library may have set it since.
    machine_.StoreTo(address, kIntSize, Value::Unknown());
  }
  SetResult(Value::Of(static_cast<int64_t>(address)));
  return State::kDone;
}

// In a search, functions that succeed leave it as it is. `number`: of the error, if it is known.
void LibraryCall::SetError(std::optional<int64_t> number) {
  if (IsExploration()) return;
  const Value before = std::exchange(thread().call_result, Value());
  const bool had_result = std::exchange(thread().has_call_result, false);
  Errno();
  thread().call_result = before;
  thread().has_call_result = had_result;
  machine_.StoreTo(thread().error_number, kIntSize,
                   number.has_value() ? Value::Of(*number) : Value::Unknown());
}

LibraryCall::State LibraryCall::CreateKey() {
  const Value out = Argument(0), destructor = Argument(1);
  if (!out.known || machine_.memory_.Find(out.address(), kIntSize) == nullptr) {
    return Stop(Machine::kOutside);
  }
  if (!destructor.known) return Stop("call through a pointer that is not known");
  machine_.StoreTo(out.address(), kIntSize,
                   Value::Of(static_cast<int64_t>(machine_.key_destructors_.size())));
  machine_.key_destructors_.push_back(machine_.executable_.FunctionAt(destructor.address()));
  return ReturnZero();
}

// What threads have there is not destroyed any more.
LibraryCall::State LibraryCall::DeleteKey() {
  const Value key = Argument(0);
  if (!key.known || key.address() >= machine_.key_destructors_.size()) {
    return Stop("thread-specific value that is not known");
  }
  machine_.key_destructors_[key.bits] = kNone;
  return ReturnZero();
}

LibraryCall::State LibraryCall::GetSpecific() {
  const Value key = Argument(0);
  if (!key.known || key.address() >= machine_.key_destructors_.size()) {
    return Stop("thread-specific value that is not known");
  }
  const bool is_set = key.address() < thread().keys.size();
  SetResult(is_set ? thread().keys[key.bits] : Value::Of(0));
  return State::kDone;
}

LibraryCall::State LibraryCall::SetSpecific() {
  const Value key = Argument(0);
  if (!key.known || key.address() >= machine_.key_destructors_.size()) {
    return Stop("thread-specific value that is not known");
  }
  while (thread().keys.size() <= key.address()) thread().keys.push_back(Value::Of(0));
  thread().keys[key.bits] = Argument(1);
  return ReturnZero();
}

LibraryCall::State LibraryCall::PushCleanup() {
  ++thread().cleanups;
  return State::kDone;
}

LibraryCall::State LibraryCall::PopCleanup() {
  if (thread().cleanups > 0) --thread().cleanups;
  return State::kDone;
}

LibraryCall::State LibraryCall::Unsupported() {
  return Stop(absl::StrCat("call of ", NameText(function_.name)));
}

}  // namespace plait::witness
