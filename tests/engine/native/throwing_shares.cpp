// Whichever share of some work throws, the caller catches it after all have ended, and goes on.

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include "threads.hpp"

int main() {
  constexpr int kThreads = 4;
  translucent::Threads threads(kThreads);
  if (threads.count() != kThreads) return 2;
  for (int round = 0; round < 50; ++round) {
    for (int throwing = 0; throwing < kThreads; ++throwing) {
      std::atomic<int> ended{0};
      bool is_caught = false;
      try {
        threads.share(kThreads, 1, 1, [&](int begin, int, float*) {
          if (begin == throwing) throw std::runtime_error(std::to_string(begin));
          std::this_thread::sleep_for(std::chrono::microseconds(50));
          ++ended;
        });
      } catch (const std::runtime_error& error) {
        is_caught = error.what() == std::to_string(throwing);
      }
      if (!is_caught || ended != kThreads - 1) return 1;
      threads.share(kThreads, 1, 1, [&](int, int, float* scratch) {
        *scratch = 1;
        ++ended;
      });
      if (ended != 2 * kThreads - 1) return 1;
    }
  }
}
