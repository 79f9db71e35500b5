// Threads that share the work of one computation.

#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace translucent {

// The caller is one of the threads. The others wait for work, first awake, then asleep: a short
// wait costs no call to the system, a long one takes no processor from other programs.
class Threads {
 public:
  explicit Threads(int count) {
    for (int i = 1; i < count; ++i) others_.emplace_back([this, i] { serve(i); });
  }

  ~Threads() {
    work_ = nullptr;
    begin();
    for (auto& thread : others_) thread.join();
  }

  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  int count() const { return static_cast<int>(others_.size()) + 1; }

  // Calls work(begin, end) for shares of 0 ... size, in multiples of `grain`, one share a thread.
  template <typename Work>
  void share(int size, int grain, const Work& work) {
    const int grains = (size + grain - 1) / grain;
    if (others_.empty() || grains < 2) {
      if (size > 0) work(0, size);
      return;
    }
    const std::function<void(int)> of_thread = [&](int index) {
      const auto border = [&](int i) {
        return std::min(size, static_cast<int>(static_cast<long>(grains) * i / count()) * grain);
      };
      if (border(index) < border(index + 1)) work(border(index), border(index + 1));
    };
    work_ = &of_thread;
    running_.store(static_cast<int>(others_.size()), std::memory_order_relaxed);
    begin();
    of_thread(0);
    for (int looks = 0; running_.load(std::memory_order_acquire) > 0; ++looks) {
      looks < kLooks ? pause() : std::this_thread::yield();
    }
  }

 private:
  static constexpr int kLooks = 200;

  static void pause() {
#if defined(__x86_64__)
    _mm_pause();
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
      (*work_)(index);
      running_.fetch_sub(1, std::memory_order_release);
    }
  }

  std::vector<std::thread> others_;
  const std::function<void(int)>* work_ = nullptr;
  std::atomic<unsigned> round_{0};
  std::atomic<int> running_{0};
};

}  // namespace translucent
