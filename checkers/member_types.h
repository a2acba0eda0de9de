// Whether two accesses can be to the same memory by the members of records that the code names: the
// analysis follows bytes, and where pointers are merged it takes one object for another.
#ifndef PLAIT_CHECKERS_MEMBER_TYPES_H_
#define PLAIT_CHECKERS_MEMBER_TYPES_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/node_hash_map.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

class MemberTypes {
 public:
  explicit MemberTypes(ThreadTree& tree) : tree_(tree) {}

  // Whether one of them is to a member that the variable does not have there, as where the head of
  // a list is taken for an element, or both are to members of records that have nothing in common.
  bool Differ(const SharedAccess& a, const SharedAccess& b);

 private:
  struct Member {
    std::string record;  // without its tag; "" if the code names none
    std::string name;
  };
  // Bytes of an object, from `begin` to before `end`.
  struct Range {
    int64_t begin = 0;
    int64_t end = 0;
  };

  const Member& MemberOf(const SharedAccess& access);
  Member FindMember(const SharedAccess& access);
  // Those that an access touches, if they are known.
  std::vector<Range> RangesOf(const SharedAccess& access);
  bool MayBeIn(const std::string& type, const std::vector<Range>& ranges, const Member& member);
  // Whether such a member of the type touches the bytes, which are relative to the type's own.
  bool HasMember(const std::string& type, const Range* range, const Member& member);

  ThreadTree& tree_;
  absl::node_hash_map<std::pair<uint32_t, uint32_t>, Member> members_;  // by node and access
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_MEMBER_TYPES_H_
