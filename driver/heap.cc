#include "driver/heap.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

#include "gperftools/malloc_extension.h"

namespace plait {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kReserved = size_t{64} << 20;  // address space at a time; touched as needed

uintptr_t RoundUp(uintptr_t value, size_t to) { return (value + to - 1) & ~(to - 1); }

class HugePages : public SysAllocator {
 public:
  explicit HugePages(SysAllocator* otherwise) : otherwise_(otherwise) {}

  // Called with tcmalloc's lock held, and so one at a time.
  void* Alloc(size_t size, size_t* actual_size, size_t alignment) override {
    if (RoundUp(next_, alignment) + size > end_ && !Reserve(size + alignment)) {
      return otherwise_->Alloc(size, actual_size, alignment);
    }
    const uintptr_t at = RoundUp(next_, alignment);
    next_ = at + size;
    if (actual_size != nullptr) *actual_size = size;
    return reinterpret_cast<void*>(at);
  }

 private:
  bool Reserve(size_t size) {
    size = std::max(kReserved, RoundUp(size, kHugePage));
    void* memory = mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    next_ = RoundUp(reinterpret_cast<uintptr_t>(memory), kHugePage);
    end_ = next_ + size;
    // Small pages do as well.
    (void)madvise(reinterpret_cast<void*>(next_), size, MADV_HUGEPAGE);
    return true;
  }

  SysAllocator* const otherwise_;
  uintptr_t next_ = 0;
  uintptr_t end_ = 0;
};

}  // namespace

void UseHugePages() {
  // Never destroyed: memory is taken from it to the very end.
  alignas(HugePages) static char place[sizeof(HugePages)];
  MallocExtension* heap = MallocExtension::instance();
  heap->SetSystemAllocator(new (place) HugePages(heap->GetSystemAllocator()));
}

}  // namespace plait
