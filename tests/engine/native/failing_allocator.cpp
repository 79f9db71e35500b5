// Memory that runs short when a test says so; linked into a kernel of the test's own.

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> granted{0};  // so many more are granted
std::atomic<long> refused{0};  // and then so many refused

void* allocate(size_t size, size_t alignment) {
  if (granted.fetch_sub(1) <= 0 && refused.fetch_sub(1) > 0) throw std::bad_alloc();
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void fail(long after, long times) {
  granted = after;
  refused = times;
}

void* operator new(size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
