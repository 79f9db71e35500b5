// Threads that share the work of one computation.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "buffer.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace translucent {

// The caller is one of the threads. The others wait for work, first awake, then asleep: a short
// wait costs no call to the system, a long one takes no processor from other programs.
class Threads {
 public:
  // Starts fewer where the system has no more, down to the caller alone: the results are the same.
  explicit Threads(int count) {
    try {
      for (int i = 1; i < count; ++i) others_.emplace_back([this, i] { serve(i); });
    } catch (const std::exception&) {
      return;
    }
  }

  ~Threads() {
    work_ = nullptr;
    begin();
    for (auto& thread : others_) thread.join();
  }

  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  int count() const { return static_cast<int>(others_.size()) + 1; }

  // Calls work(begin, end, scratch) for shares of 0 ... size, in multiples of `grain`, one share a
  // thread. `scratch` has room for so many floats, taken here: a thread whose first memory of its
  // own is refused would end the program. Throws what a share threw, when all have ended.
  template <typename Work>
  void share(int size, int grain, size_t room, const Work& work) {
    const int grains = (size + grain - 1) / grain;
    const int shares = grains < 2 ? 1 : count();
    room = (room + kApart - 1) / kApart * kApart;
    float* const scratch = scratch_.grown_to(room * shares);
    const auto border = [&](int i) {
      return std::min(size, static_cast<int>(int64_t{grains} * i / shares) * grain);
    };
    const auto of_thread = [&](int i) {
      if (border(i) < border(i + 1)) work(border(i), border(i + 1), scratch + room * i);
    };
    if (shares == 1) return of_thread(0);
    work_ = std::ref(of_thread);
    running_.store(shares - 1, std::memory_order_relaxed);
    begin();
    attempt(0);
    for (int looks = 0; running_.load(std::memory_order_acquire) > 0; ++looks) {
      looks < kLooks ? pause() : std::this_thread::yield();
    }
    if (failure_ != nullptr) {
      has_failed_ = false;
      std::rethrow_exception(std::exchange(failure_, nullptr));
    }
  }

 private:
  static constexpr int kLooks = 200;
  static constexpr size_t kApart = 64 / sizeof(float);  // no two threads write to one cache line

  static void pause() {
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");  // takes about as long as its like on x86-64; `yield` takes no time
#endif
  }

  void begin() {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  void serve(int index) {
    for (unsigned seen = 0;; ++seen) {
      for (int looks = 0; round_.load(std::memory_order_acquire) == seen; ++looks) {
        looks < kLooks ? pause() : round_.wait(seen, std::memory_order_acquire);
      }
      if (work_ == nullptr) return;
      attempt(index);
      running_.fetch_sub(1, std::memory_order_release);
    }
  }

  // Keeps what the first share to fail threw.
  void attempt(int index) noexcept {
    try {
      work_(index);
    } catch (...) {
      if (!has_failed_.exchange(true)) failure_ = std::current_exception();
    }
  }

  std::vector<std::thread> others_;
  std::function<void(int)> work_;
  Buffer<float> scratch_;
  std::atomic<unsigned> round_{0};
  std::atomic<int> running_{0};
  std::atomic<bool> has_failed_{false};
  std::exception_ptr failure_;
};

}  // namespace translucent
